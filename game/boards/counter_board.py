"""A board of counters, fanned out where several share one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import pygame

from game.boards import animation
from game.boards.animation import Motion
from game.boards.counters import Counter, draw_number, strip_height
from game.boards.draw_items import Item
from game.boards.layout import Layout, Point
from game.boards.overlay import Overlay
from game.boards.overlay_renderer import card_of
from game.boards.print_face import PRINT_FROM, STRIP
from game.boards.sheet_board import SheetBoard
from game.hit_test import Hit
from rules.kernel.view import Piece, Place

FAN_GAP = 8  # pixels between the counters of one place while the pointer is on them


class CounterCache(Protocol):
    """Makes the pictures of counters."""

    def counter(self, piece: Piece, side: int, selected: bool, wide: int = 0) -> Counter:
        """Return the counter of a piece, `side` pixels high and `wide` (default: `side`) pixels wide."""


@dataclass(frozen=True)
class Spot:
    """A counter's place: the top left corner of its body on the zoomed sheet."""

    piece: Piece
    x: int
    y: int
    side: int
    wide: int = 0  # where a counter is wider than high
    pile: int = 0  # in front of a stack: how many counters it has

    @property
    def box(self) -> pygame.Rect:
        """Return the rectangle of the zoomed sheet that the counter covers."""
        return pygame.Rect(self.x, self.y, self.wide or self.side, self.side)


class CounterBoard(SheetBoard):
    """A sheet with counters. Subclasses define the counter's size and which place a point of the sheet belongs to."""

    fan: float  # sideways offset of the counters of one place, as a fraction of a counter
    motion_layout: Layout
    _spots: tuple[float, list[Spot]] | None = None
    _overlay_items: tuple[float, list[Item], list[Item]] | None = None
    _open: Place | None = None  # where the counters under the pointer are fanned out

    @property
    def press(self) -> CounterCache:
        """Return the maker of counter pictures."""
        raise NotImplementedError

    def counter_side(self) -> int:
        """Return the height of a counter at this zoom, in pixels."""
        raise NotImplementedError

    def counter_width(self) -> int:
        """Return the width of a counter in pixels; counters are square unless the board overrides this."""
        return self.counter_side()

    def _place_under(self, point: Point) -> Place | None:
        """Return the place at a point of the sheet."""
        raise NotImplementedError

    def _turn_along(self, piece: Piece, run: Point | None) -> Piece:
        """Return a moving piece turned along its path."""
        return piece

    def _extra_below(self, zoom: float) -> list[Item]:
        """Return what a subclass draws under the counters."""
        return []

    def set_overlay(self, overlay: Overlay) -> None:
        """Set the temporary overlay."""
        if overlay == self.overlay:
            return
        restack = overlay.selected != self.overlay.selected
        self.overlay = overlay
        self._overlay_items = None
        if restack:
            self._spots = None

    def hit(self, pos: Point) -> Hit:
        """Return the place and the topmost counter under a point of the screen.

        On the small map, the place it shows there.
        """
        inside = self.corners.in_minimap(pos)
        if inside is not None:
            return Hit(self._minimap_place(inside), None, True)
        if not self.rect.collidepoint(pos):
            return Hit(None)
        x, y = self._on_sheet(pos)
        if not self.hide_counters:
            for spot in reversed(self._draw_order()):
                if spot.box.collidepoint(x, y):
                    return Hit(spot.piece.at, spot.piece.id)
        return Hit(self._place_under(self.camera.to_world(pos)))

    def pointer(self, pos: Point | None) -> bool:
        """Fan out the counters of the place under the pointer; close the fan of a place that it has left."""
        shown = super().pointer(pos)
        fan = self._fan_under(pos) if pos is not None and not self.motions else None
        if fan != self._open:
            self._open, self._spots, self._boxes = fan, None, None
            return True
        return shown

    def _fan_under(self, pos: Point) -> Place | None:
        if self._open is not None:  # as long as the pointer is on one of them or between two
            x, y = self._on_sheet(pos)
            boxes = [
                spot.box.inflate(2 * FAN_GAP, 2 * FAN_GAP) for spot in self._draw_order() if spot.piece.at == self._open
            ]
            if any(box.collidepoint(x, y) for box in boxes):
                return self._open
        found = self.hit(pos)
        crowd = sum(piece.at == found.place for piece in self.pieces) if found.piece else 0
        return found.place if crowd > 1 else None

    def _minimap_place(self, point: Point) -> Place | None:
        """Return the place the small map shows at a point."""
        return self._place_under(point)

    def _layout_at(self, zoom: float) -> Layout:
        return self.motion_layout

    def _covered_boxes(self) -> list[pygame.Rect]:
        return [spot.box for spot in self._draw_order()]

    def _draw_pieces(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        moving: list[Spot] = []
        for spot in self._draw_order():
            found = animation.motion_of(spot.piece.id, motions, t)
            if found is None or found.share(t) >= 1:
                self._blit(surface, spot, shift)
                continue
            at, run = animation.piece_at(found, t, self.motion_layout)
            size = spot.box.size
            x, y = (round(value * self.camera.zoom - long / 2) for value, long in zip(at, size, strict=True))
            moving.append(replace(spot, piece=self._turn_along(spot.piece, run), x=x, y=y))
        for spot in moving:
            self._blit(surface, spot, shift)

    def _blit(self, surface: pygame.Surface, spot: Spot, shift: tuple[int, int]) -> None:
        counter = self.press.counter(spot.piece, spot.side, spot.piece.id == self.overlay.selected, spot.wide)
        surface.blit(counter.picture, (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1]))
        if spot.pile > 1:
            draw_number(surface, self.fonts, self.theme.gold, spot.pile, spot.box.move(shift))

    def _overlay_now(self, zoom: float) -> tuple[list[Item], list[Item]]:
        if self._overlay_items is None or self._overlay_items[0] != zoom:
            card, press = card_of(self.counter_width(), self.counter_side()), self.overlays
            below = press.below(self.overlay, zoom, lambda place: card, self._sight_break())
            above = [*press.plans(self.overlay, zoom), *press.above(self.overlay, zoom, lambda place: card)]
            self._overlay_items = (zoom, [*self._extra_below(zoom), *below], above)
        return self._overlay_items[1], self._overlay_items[2]

    def _draw_order(self) -> list[Spot]:
        """Return counters in drawing order."""
        if self._spots is None or self._spots[0] != self.camera.zoom:
            spots = self._stack()
            self._spots = (self.camera.zoom, spots if self._open is None else self._side_by_side(spots, self._open))
        return self._spots[1]

    def _side_by_side(self, spots: list[Spot], place: Place) -> list[Spot]:
        """Return the counters of one place side by side over all others, the front one where it was."""
        here = [spot for spot in spots if spot.piece.at == place]
        if len(here) < 2:
            return spots
        front, step = here[-1], here[-1].box.w + FAN_GAP
        room = self.rect.right - self._shift()[0] - front.box.right
        way = 1 if room >= step * (len(here) - 1) else -1
        fan = [
            replace(spot, x=front.x + way * step * away, y=front.y, pile=0) for away, spot in enumerate(reversed(here))
        ]
        return [*(spot for spot in spots if spot.piece.at != place), *reversed(fan)]

    def _stack(self) -> list[Spot]:
        """Return counters fanned out on their places, the first or the selected in front."""
        return self._fan_out(lambda place: 0)

    def _fan_out(self, rank: Callable[[Place], float]) -> list[Spot]:
        """Return counters fanned out; places in order of their rank, the selected piece's place last."""
        side, wide = self.counter_side(), self.counter_width()
        chosen, zoom = self.overlay.selected, self.camera.zoom
        step = -round(side * STRIP) if side >= PRINT_FROM else strip_height(side) + 1  # names are above, or below
        stacks: dict[Place, list[Piece]] = {}
        for piece in self.pieces:
            stacks.setdefault(piece.at, []).append(piece)
        spots: list[Spot] = []
        for place, stack in sorted(
            stacks.items(), key=lambda pair: (any(piece.id == chosen for piece in pair[1]), rank(pair[0]))
        ):
            x, y = self.point_of(place)
            stack.sort(key=lambda piece: piece.id != chosen)
            for index in reversed(range(len(stack))):
                off = index - (len(stack) - 1) / 2
                left = round(x * zoom + off * self.fan * side - 0.5 * wide)
                top = round(y * zoom + off * step - 0.5 * side)
                spots.append(Spot(stack[index], left, top, side, wide, 0 if index else len(stack)))
        return spots

    def _discard_derived(self) -> None:
        super()._discard_derived()
        self._spots = None
        self._overlay_items = None
