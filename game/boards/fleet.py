"""The ship models of a view on the table: their places, names and motions, and which model is under a point."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import pygame

from game.boards import animation, drawing_tools
from game.boards.animation import Motion
from game.boards.layout import Point
from game.boards.models import Base, ModelSprites, drawn_length, reach_of
from game.boards.table_labels import Label, LabelAnchor, LabelSprites
from game.boards.table_layout import Tabletop, degrees
from game.ui.theme import Colour
from rules.kernel.view import Piece, Place

Kept = TypeVar("Kept")

TOUCH = 3  # pixels around a base that still count as the base
SMALLEST_SIDE = 40
ZOOMS_KEPT = 3  # zoom levels kept: the board's and the magnifier's
TURN_STEP = 3  # degrees: a turning model is drawn again at every step


@dataclass(frozen=True)
class ModelSpot:
    """A model where it stands on the zoomed world, `length` pixels long."""

    piece: Piece
    at: Point
    length: int
    base: Base

    @property
    def corners(self) -> tuple[Point, ...]:
        """Return the corners of its base on the zoomed world."""
        return tuple((self.at[0] + x, self.at[1] + y) for x, y in self.base.corners)


class Fleet:
    """The pieces of one view at any zoom. Call `show` before anything else."""

    def __init__(self, top: Tabletop, models: ModelSprites, letters: LabelSprites, ui_scale: float) -> None:
        self.top, self.models, self.letters, self.ui_scale = top, models, letters, ui_scale
        self.pieces: tuple[Piece, ...] = ()
        self.selected = ""
        self._spots: dict[float, list[ModelSpot]] = {}
        self._labels: dict[float, list[Label]] = {}

    def show(self, pieces: Iterable[Piece], selected: str) -> None:
        """Set the pieces and the selected one."""
        self.pieces, self.selected = tuple(pieces), selected
        self._spots.clear()
        self._labels.clear()

    def standing(self, zoom: float) -> list[ModelSpot]:
        """Return models in the view's order, so that in a line bows are drawn over sterns; the selected one last."""
        if zoom not in self._spots:
            _trim(self._spots)
            room = self._nearest(zoom)
            ranked = sorted(self.pieces, key=lambda piece: piece.id == self.selected)
            self._spots[zoom] = [self._spot(piece, zoom, room) for piece in ranked]
        return self._spots[zoom]

    def visible_names(self, zoom: float) -> list[Label]:
        """Return the names for which there is room."""
        if zoom not in self._labels:
            _trim(self._labels)
            standing = [LabelAnchor(spot.piece, spot.at, spot.corners) for spot in self.standing(zoom)]
            self._labels[zoom] = self.letters.place_labels(standing, self.selected, self._sheet(zoom))
        return self._labels[zoom]

    def _sheet(self, zoom: float) -> pygame.Rect:
        """Return the table's rectangle on the zoomed world."""
        return pygame.Rect(0, 0, round(self.top.size[0] * zoom), round(self.top.size[1] * zoom))

    def covered_boxes(self, zoom: float) -> list[pygame.Rect]:
        """Return the rectangles of the zoomed world that models and names cover."""
        bases = [drawing_tools.bounds(spot.corners, 2) for spot in self.standing(zoom)]
        return bases + [label.box for label in self.visible_names(zoom)]

    def under(self, x: float, y: float, zoom: float, names: bool = True) -> Piece | None:
        """Return the model under a point of the zoomed world; with `names`, also the one whose name is there.

        If several overlap (they are drawn larger than to scale), the one whose middle is nearest.
        """
        touched = [
            spot
            for spot in reversed(self.standing(zoom))
            if _on_base((x - spot.at[0], y - spot.at[1]), spot.base.corners)
        ]
        if touched:
            return min(touched, key=lambda spot: math.dist(spot.at, (x, y))).piece
        if not names:
            return None
        named = next(
            (label.piece for label in self.visible_names(zoom) if label.box.inflate(-8, -8).collidepoint(x, y)), None
        )
        return next((piece for piece in self.pieces if piece.id == named), None)

    def at(self, place: Place, zoom: float) -> ModelSpot | None:
        """Return the topmost model at a place."""
        return next((spot for spot in reversed(self.standing(zoom)) if spot.piece.at == place), None)

    def card_at(self, place: Place, zoom: float) -> tuple[Point, ...]:
        """Return the four base corners of the model at a place; for an empty place, a small square."""
        spot, half = self.at(place, zoom), SMALLEST_SIDE * self.ui_scale / 2
        return spot.base.card if spot is not None else ((half, -half), (half, half), (-half, half), (-half, -half))

    def ghost(self, place: Place, facing: int | None, zoom: float) -> tuple[pygame.Surface, int, int] | None:
        """Return the selected ship's picture as it would look at a place, and its corner on the zoomed world."""
        piece = next((piece for piece in self.pieces if piece.id == self.selected), None)
        if piece is None:
            return None
        turned = piece.but(facing=piece.facing if facing is None else facing, ghost=True, ready=False)
        length = next(spot.length for spot in self.standing(zoom) if spot.piece is piece)
        model = self.models.model(turned, length)
        x, y = (value * zoom for value in self.top.world(place))
        return model.picture, round(x) - model.middle[0], round(y) - model.middle[1]

    def draw_bare(self, surface: pygame.Surface, zoom: float, shift: tuple[int, int]) -> None:
        """Draw models without their names."""
        for spot in self.standing(zoom):
            self._draw_model(surface, spot, shift)

    def draw(
        self, surface: pygame.Surface, zoom: float, shift: tuple[int, int], motions: tuple[Motion, ...], t: int
    ) -> None:
        """Draw models and their names, moving models on top."""
        standing, labels = self.standing(zoom), self.visible_names(zoom)
        moved: dict[str, ModelSpot] = {}
        if motions:
            runs = ((spot.piece.id, self._in_motion(spot, motions, t, zoom)) for spot in standing)
            moved = {id: now for id, now in runs if now is not None}
        faint = self.models.inks.palette.ink_faint
        for label in labels:
            if label.tie is not None and label.piece not in moved:
                _draw_tie(surface, label.tie, shift, faint)
        for spot in sorted(standing, key=lambda spot: spot.piece.id in moved):
            self._draw_model(surface, moved.get(spot.piece.id, spot), shift)
        homes = {spot.piece.id: spot.at for spot in standing}
        for label in labels:
            home = homes[label.piece]
            now_at = moved[label.piece].at if label.piece in moved else home
            off = (round(now_at[0] - home[0]) + shift[0], round(now_at[1] - home[1]) + shift[1])
            surface.blit(label.picture, label.box.move(off))

    def _draw_model(self, surface: pygame.Surface, spot: ModelSpot, shift: tuple[int, int]) -> None:
        """Draw a model if any of it is visible; pictures of others are not made."""
        x, y = round(spot.at[0]) + shift[0], round(spot.at[1]) + shift[1]
        reach = reach_of(spot.base.corners, spot.length)
        if surface.get_clip().colliderect((x - reach, y - reach, 2 * reach, 2 * reach)):
            model = self.models.model(spot.piece, spot.length, spot.piece.id == self.selected)
            surface.blit(model.picture, (x - model.middle[0], y - model.middle[1]))

    def _spot(self, piece: Piece, zoom: float, room: float) -> ModelSpot:
        x, y = self.top.world(piece.at)
        true = max((self.top.model(hull) for hull in piece.hulls), default=0.0) * zoom
        length = drawn_length(piece, true, self.ui_scale, room)
        return ModelSpot(piece, (x * zoom, y * zoom), length, self.models.base(piece, length))

    def _nearest(self, zoom: float) -> float:
        """Return the pixels between the two closest ships, ignoring pairs that touch."""
        spots = [self.top.world(piece.at) for piece in self.pieces]
        pairs = (math.dist(one, other) * zoom for number, one in enumerate(spots) for other in spots[:number])
        return min((apart for apart in pairs if apart > TOUCH), default=1000.0)

    def _in_motion(self, spot: ModelSpot, motions: tuple[Motion, ...], t: int, zoom: float) -> ModelSpot | None:
        """Return a moving model's spot at a time, turned along its path; None once it has arrived."""
        found = animation.motion_of(spot.piece.id, motions, t)
        if found is None or found.share(t) >= 1:
            return None
        (x, y), direction = animation.piece_at(found, t, self.top.layout())
        piece = spot.piece
        if direction is not None:
            piece = piece.but(facing=round(degrees(*direction) / TURN_STEP) * TURN_STEP % 360)
        return ModelSpot(piece, (x * zoom, y * zoom), spot.length, self.models.base(piece, spot.length))


def _trim(kept: dict[float, Kept]) -> None:
    """Drop the oldest zoom from a cache to make room for one more."""
    while len(kept) >= ZOOMS_KEPT:
        kept.pop(next(iter(kept)))


def _draw_tie(surface: pygame.Surface, tie: tuple[Point, Point], shift: tuple[int, int], colour: Colour) -> None:
    start, end = ((x + shift[0], y + shift[1]) for x, y in tie)
    drawing_tools.line(surface, colour, start, end, 1.0)


def _on_base(point: Point, corners: tuple[Point, ...]) -> bool:
    """Return true when a point is on a convex base, or within TOUCH pixels of it."""
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = math.dist((ax, ay), (bx, by)) or 1.0
        if ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / length < -TOUCH:
            return False
    return True
