"""The common base of boards: a painted sheet under one camera, with markers, pieces, overlay and ornaments.

Subclasses define where places lie and how pieces are drawn; this module defines the drawing order, the camera's
movement and the display of motions. Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Protocol

import pygame

from game.boards import animation, chart_frame, draw_items, drawing_tools, label_layout
from game.boards.animation import Motion
from game.boards.board import Step
from game.boards.camera import Camera
from game.boards.corner_ornaments import Corners
from game.boards.draw_items import Item
from game.boards.drawing_tools import ChartInk
from game.boards.label_layout import Word, Written
from game.boards.layout import Layout, Point
from game.boards.living.stage import Beam, BurningCounter, Stage, lit_by_star, sea_state, smokes
from game.boards.markers import MarkerPen
from game.boards.overlay import EMPTY, Overlay
from game.boards.overlay_renderer import OverlayRenderer, free_place, label_box
from game.ui.fonts import FontBook
from game.ui.side_colours import tones_of
from game.ui.theme import Colour, Palette
from rules.kernel.view import Marker, Piece, Place, View

OPAQUE = ("objective", "smoke", "exit", "wreck", "captured", "departed")  # no chart name is drawn under these markers


class Tiled(Protocol):
    """A painted sheet, delivered in tiles, that can tell which parts are not water."""

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface | None:
        """Return a mask of what is not water in a part of the zoomed sheet; None if all of it is dry."""

    @property
    def margin(self) -> Colour:
        """Return the colour of the paper beside the charted area."""

    def words(self, zoom: float) -> tuple[Word, ...]:
        """Return the names drawn at a zoom."""

    def tiles(self, zoom: float, seen: pygame.Rect) -> Iterable[tuple[pygame.Surface, tuple[int, int]]]:
        """Return the tiles that a part of the zoomed sheet needs, with their corners relative to that part."""


class SheetBoard:
    """A board without its geometry. Subclasses paint the sheet, place and draw the pieces, and handle the cursor."""

    theme: Palette
    inks: ChartInk
    camera: Camera
    corners: Corners
    marks: MarkerPen
    overlays: OverlayRenderer
    _box: pygame.Surface
    _box_words: tuple[str, str, bool] | None
    _box_place: tuple[tuple[Camera, Point, tuple[str, str, bool]], tuple[int, int]] | None
    _marked: tuple[float, list[Item]] | None
    coal = False  # do the ships burn coal? then their funnels smoke
    _written: tuple[Camera, list[Written]] | None

    def __init__(self, fonts: FontBook, sides: Mapping[str, Colour] | None, ui_scale: float) -> None:
        """`sides`: a colour for each side's key; by default the colours of the view."""
        self.fonts, self.ui_scale = fonts, ui_scale
        self.sides: dict[str, Colour] = dict(sides or {})
        self._sides_given = sides is not None
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hide_counters = False
        self.bare = False
        self.view: View | None = None
        self.overlay: Overlay = EMPTY
        self.motions: tuple[Motion, ...] = ()
        self.moment = 0  # animation time of sea, smoke and lamps in milliseconds; 0: a still picture
        self.label_rect: pygame.Rect | None = None  # where the label box was last drawn
        self._stage: Stage | None = None
        self._boxes: tuple[Camera, list[pygame.Rect]] | None = None
        self._below: tuple[tuple[Camera, int, bool, Overlay], pygame.Surface | None, list[BurningCounter]] | None = None
        self._ground: tuple[tuple[Camera, int, bool], pygame.Surface | None] | None = None

    # For subclasses

    @property
    def sheet_tiles(self) -> Tiled:
        """Return the painted sheet."""
        raise NotImplementedError

    def point_of(self, place: Place) -> Point:
        """Return the middle of a place on the sheet."""
        raise NotImplementedError

    def _covered_boxes(self) -> list[pygame.Rect]:
        """Return the boxes of the pieces on the zoomed sheet."""
        raise NotImplementedError

    def _overlay_now(self, zoom: float) -> tuple[list[Item], list[Item]]:
        """Return the overlay's items under and over the pieces."""
        raise NotImplementedError

    def _draw_pieces(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        """Draw the pieces, moving ones where they are at that time."""
        raise NotImplementedError

    def _layout_at(self, zoom: float) -> Layout:
        """Return the layout used for effects."""
        raise NotImplementedError

    def _sight_break(self) -> Point | None:
        """Return where the overlay's line of sight is blocked, on the sheet."""
        raise NotImplementedError

    def _clear_sprites(self) -> None:
        """Discard all pictures that depend on palette, sides or size."""
        raise NotImplementedError

    def _visible_markers(self, view: View) -> tuple[Marker, ...]:
        """Return the markers to draw."""
        return view.markers

    def _busy(self) -> Iterable[Point]:
        """Return the screen points that ornaments should leave free: middles and corners of pieces and markers."""
        return [
            at
            for box in self.boxes()
            for at in (box.center, box.topleft, box.topright, box.bottomleft, box.bottomright)
        ]

    # What is shown

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return the pieces of the view."""
        return self.view.pieces if self.view is not None else ()

    def boxes(self) -> list[pygame.Rect]:
        """Return the screen rectangles that pieces and their names cover."""
        if self._boxes is None or self._boxes[0] != self.camera:
            found = [box.move(self._shift()) for box in self._covered_boxes()] if self.view is not None else []
            self._boxes = (self.camera, found)
        return self._boxes[1]

    def _colour_sides(self, view: View) -> bool:
        """Take the sides' colours from the view unless they were given. Return true if any changed."""
        if self._sides_given:
            return False
        colours = tones_of(view, self.theme)
        changed, self.sides = colours != self.sides, colours
        return changed

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the sheet by (dx, dy) pixels."""
        self.camera = self.camera.pan(dx, dy)

    def zoom_at(self, pos: Point, clicks: int) -> None:
        """Zoom `clicks` steps in (positive) or out; the point under `pos` stays there."""
        self._set_camera(self.camera.zoomed_at(pos, clicks))

    def fit(self) -> None:
        """Show the whole sheet."""
        self._set_camera(self.camera.fit_map())

    def magnify(self, zoom: float) -> None:
        """Set a zoom; the caller then chooses the middle."""
        self._set_camera(replace(self.camera, zoom=zoom))

    @property
    def readable_zoom(self) -> float:
        """Return the zoom from which the figures of all counters are readable; 0: at any."""
        return 0.0

    def centre_on(self, place: Place) -> None:
        """Scroll a place to the middle."""
        self._set_camera(self.camera.centred_on(self.point_of(place)))

    def screen_of(self, place: Place) -> Point:
        """Return the middle of a place on the screen, in pixels."""
        return self.camera.to_screen(self.point_of(place))

    def _set_camera(self, camera: Camera) -> None:
        self.camera = camera
        self._place_ornaments()

    def _place_ornaments(self) -> None:
        """Move the ornaments to the corners where they cover least."""
        self._written = self._ground = self._below = None
        if self.rect.width > 1:
            self.corners.settle(self.camera, self._busy())

    def reserve(self, rect: pygame.Rect | None) -> bool:
        """Keep ornaments and text off a screen rectangle that a panel covers. Return true if that is new."""
        if rect == self.corners.reserved:
            return False
        self.corners.reserved = rect
        self._place_ornaments()
        return True

    # The cursor

    def pointer(self, pos: Point | None) -> bool:
        """Note the cursor's position: ornaments under it fade. Return true if the board must be redrawn."""
        return self.corners.pointer(pos)

    def _on_sheet(self, pos: Point) -> Point:
        """Convert a screen point to the zoomed sheet."""
        return pos[0] - self.rect.x + self.camera.scroll[0], pos[1] - self.rect.y + self.camera.scroll[1]

    # Motion

    def animate(self, moves: Iterable[Step]) -> int:
        """Start these motions; draw(surface, t) then draws the frame at t milliseconds. Return their total time.

        A move is a Motion or (piece id, places from first to last, milliseconds). ValueError names a bad one.
        """
        self.motions = tuple(animation.motion(move) for move in moves)
        return max((found.end for found in self.motions), default=0)

    def animating(self, t: int) -> bool:
        """Return true while something still moves at that time."""
        return any(t < found.end for found in self.motions)

    def skip(self) -> None:
        """Drop the animation: the board already shows its result."""
        self.motions = ()

    # Drawing

    def draw(self, surface: pygame.Surface, t: int | None = None) -> None:
        """Draw the board into its rectangle; with `t`, the animation at that time."""
        if self.rect.width <= 1:
            return
        motions = self.motions if t is not None else ()
        clip = surface.get_clip()
        surface.set_clip(self.rect)
        zoom, shift = self.camera.zoom, self._shift()
        fires = self._draw_below(surface, motions, t or 0, shift)
        _, above = self._overlay_now(zoom)
        if not self.hide_counters:
            self.stage.smoke(surface, fires, self.moment)
            self._draw_pieces(surface, motions, t or 0, shift)
            self.stage.smoke(surface, fires, self.moment, self.boxes())
        draw_items.draw_items(surface, above, *shift)
        if motions:
            draw_items.draw_items(
                surface, animation.effects(motions, t or 0, zoom, self.inks, self._layout_at(zoom)), *shift
            )
        if not self.bare:
            self.corners.draw(surface, self.camera, () if self.hide_counters else self.pieces, self.sides)
        self._draw_on_top(surface, motions)
        self._draw_box(surface)
        surface.set_clip(clip)

    @property
    def stage(self) -> Stage:
        """Return the animated layer of this board."""
        if self._stage is None or self._stage.dark != self.inks.dark:
            self._stage = Stage(self.inks.dark)
        return self._stage

    @property
    def lively(self) -> bool:
        """Return whether the board is animated (it has water). Known only after the first drawing."""
        return self._stage is not None and self._stage.wet

    def _draw_below(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> list[BurningCounter]:
        """Draw everything under smoke and pieces and return the burning counters. While nothing moves, a cached copy is
        used.
        """
        key = (self.camera, self.moment, self.hide_counters, self.overlay)
        kept = self._below if not motions else None
        if kept is not None and kept[0] == key and kept[1] is not None:
            surface.blit(kept[1], self.rect)
            return kept[2]
        self._draw_ground(surface)
        fires = self._light_up(surface, motions, t)
        draw_items.draw_items(surface, self._marker_items(motions, t), *shift)
        draw_items.draw_items(surface, self._overlay_now(self.camera.zoom)[0], *shift)
        again = kept is not None and kept[0] == key and surface.get_rect().contains(self.rect)
        self._below = None if motions else (key, surface.subsurface(self.rect).copy() if again else None, fires)
        return fires

    def _draw_ground(self, surface: pygame.Surface) -> None:
        """Draw paper, water and names; the same ground is cached the second time and copied from the third time on."""
        key = (self.camera, self.moment, self.hide_counters)
        if self._ground is not None and self._ground[0] == key and self._ground[1] is not None:
            surface.blit(self._ground[1], self.rect)
            return
        self._draw_paper(surface)
        if self.view is not None:
            seen, sea = pygame.Rect(self.camera.scroll, self.rect.size), sea_state(self.view)
            self.stage.lay_water(surface, self.sheet_tiles, sea, self.camera.zoom, seen, self.rect, self.moment)
            self._draw_names(surface)
        again = self._ground is not None and self._ground[0] == key and surface.get_rect().contains(self.rect)
        self._ground = (key, surface.subsurface(self.rect).copy() if again else None)

    def _light_up(self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int) -> list[BurningCounter]:
        """Draw light on the paper. Return the burning counters, for the smoke above them."""
        if self.view is None:
            return []
        stage = self.stage
        half = self._layout_at(self.camera.zoom).radius * self.camera.zoom
        moved = [] if self.hide_counters else [(piece, smokes(piece, self.coal)) for piece in self.pieces]
        fires = [
            BurningCounter(self._screen_at(piece, t), half, sum(piece.id.encode()), kind)
            for piece, kind in moved
            if kind
        ]
        beams = [
            Beam(self._screen_point(marker.places[0]), self._screen_point(marker.places[-1]))
            for marker in self._visible_markers(self.view)
            if lamp(marker)
        ]
        stars = [] if self.hide_counters else [piece for piece in self.pieces if lit_by_star(piece)]
        stage.lights(
            surface,
            fires,
            beams,
            self.moment,
            [BurningCounter(self._screen_at(piece, t), half, 0) for piece in stars],
        )
        ends = [
            (found, self._screen_point(found.path[0]), self._screen_point(found.path[-1]))
            for found in motions
            if found.kind
        ]
        stage.flashes(surface, ends, half, t)
        return fires

    def chart_names(self) -> list[Written]:
        """Return the chart's names at their current places on the zoomed sheet."""
        if self._written is None or self._written[0] != self.camera:
            by = self._shift()
            taken = [box.move(-by[0], -by[1]) for box in self.corners.rects()]
            if not self.hide_counters:
                taken += [*self._covered_boxes(), *self._marked_boxes()]
            sheet = pygame.Rect(0, 0, *(round(side * self.camera.zoom) for side in self.corners.chart.size))
            seen = pygame.Rect(self.camera.scroll, self.rect.size).clip(sheet.inflate(-8, -8))
            self._written = (
                self.camera,
                label_layout.place_labels(self.sheet_tiles.words(self.camera.zoom), taken, seen),
            )
        return self._written[1]

    def _marked_boxes(self) -> list[pygame.Rect]:
        """Return the cells of the zoomed sheet with markers that would make a name unreadable."""
        zoom, found = self.camera.zoom, []
        half = self._layout_at(zoom).radius * zoom
        for marker in self._visible_markers(self.view) if self.view is not None else ():
            if marker.kind in OPAQUE:
                for x, y in map(self.point_of, marker.places):
                    found.append(pygame.Rect(round(x * zoom - half), round(y * zoom - half), *(round(2 * half),) * 2))
        return found

    def _draw_names(self, surface: pygame.Surface) -> None:
        dx, dy = self._shift()
        surface.blits([(word.picture, word.box.move(dx, dy)) for word in self.chart_names()])

    def _screen_at(self, piece: Piece, t: int) -> Point:
        """Return a piece's screen position at a time of the animation."""
        found = animation.motion_of(piece.id, self.motions, t) if self.motions else None
        if found is None:
            return self.screen_of(piece.at)
        return self.camera.to_screen(animation.piece_at(found, t, self._layout_at(self.camera.zoom))[0])

    def _screen_point(self, place: Place) -> Point:
        return self.camera.to_screen(self.point_of(place))

    def _draw_on_top(self, surface: pygame.Surface, motions: tuple[Motion, ...]) -> None:
        """Draw a board's own topmost items, below only the label box; nothing by default."""

    def _shift(self) -> tuple[int, int]:
        """Return the offset from the zoomed sheet to the screen."""
        return self.rect.x - self.camera.scroll[0], self.rect.y - self.camera.scroll[1]

    def _draw_paper(self, surface: pygame.Surface) -> None:
        """Draw the sheet, and plain paper around it to the edges of the rectangle."""
        zoom, seen = self.camera.zoom, pygame.Rect(self.camera.scroll, self.rect.size)
        paper = [(tile, (x + self.rect.x, y + self.rect.y)) for tile, (x, y) in self.sheet_tiles.tiles(zoom, seen)]
        surface.fblits(paper)
        if not self.camera.fills_view():
            first, last = paper[0], paper[-1]
            covered = pygame.Rect(first[1], first[0].get_size()).union(pygame.Rect(last[1], last[0].get_size()))
            for strip in chart_frame.around(self.rect, covered.clip(self.rect)):
                surface.fill(self.sheet_tiles.margin, strip)
                drawing_tools.roughen(surface, strip, self.inks.dark, self._shift())

    def _marker_items(self, motions: tuple[Motion, ...], t: int) -> list[Item]:
        """Return the markers' items, without smoke still rising and wrecks of ships still sinking in an animation."""
        if self.view is None:
            return []
        hidden = animation.hidden_smoke(motions, t) if motions else frozenset()
        going = animation.sinking_places(motions, t) if motions else frozenset()
        zoom = self.camera.zoom
        self.marks.taken = [*self._covered_boxes(), *(word.box for word in self.chart_names())]
        self.marks.covered, self.marks.laid = self.corners.rects(), []
        markers = tuple(marker for marker in self._visible_markers(self.view) if not (self.inks.dark and lamp(marker)))
        if motions:
            markers = tuple(self._marker_at(marker, motions, t) for marker in markers)
        if hidden or going:
            kept: list[Marker] = []
            for marker in markers:
                away = {"smoke": hidden, "wreck": going}.get(marker.kind, frozenset())
                places = tuple(place for place in marker.places if place not in away)
                kept += [marker.but(places=places)] if places else []
            markers = tuple(kept)
        if motions:
            return self.marks.items(markers, zoom)
        if self._marked is None or self._marked[0] != zoom:
            self._marked = (zoom, self.marks.items(markers, zoom))
        return self._marked[1]

    def _marker_at(self, marker: Marker, motions: tuple[Motion, ...], t: int) -> Marker:
        """Return a marker at a time of the animation: a wake reaches only as far as its counter has moved."""
        if marker.kind != "wake" or len(marker.places) < 2:
            return marker
        places = animation.wake_so_far(marker.places, motions, t, self._layout_at(self.camera.zoom))
        return marker if places == marker.places else marker.but(places=places)

    def _draw_box(self, surface: pygame.Surface) -> None:
        """Draw the label box of a sight line or a note, beside its point and clear of the pieces."""
        sight, note = self.overlay.sight, self.overlay.note
        if sight is not None and sight.verdict:
            stop = self._sight_break()
            near = stop or _midpoint(self.point_of(sight.start), self.point_of(sight.end))
            words = (sight.verdict, sight.rule, stop is not None)
        elif note is not None:
            near, words = self.point_of(note[0]), (note[1], note[2], False)
        else:
            self.label_rect = None
            return
        if self._box_words != words:
            self._box_words = words
            self._box = label_box(self.inks, self.fonts, *words, self.ui_scale)
        key = (self.camera, near, words)
        if self._box_place is None or self._box_place[0] != key:
            taken = self.boxes() + self.corners.rects()
            self._box_place = (key, free_place(self._box.get_rect(), self.camera.to_screen(near), taken, self.rect))
        self.label_rect = surface.blit(self._box, self._box_place[1])

    def _discard_label_box(self) -> None:
        """Discard the label box, so that it is made again."""
        self._box_words = None
        self._box = pygame.Surface((1, 1))

    def _discard_derived(self) -> None:
        """Discard everything derived from the view, which has changed."""
        self._box_place = self._boxes = self._ground = self._below = None
        self._marked = None
        self._written = None


def lamp(marker: Marker) -> bool:
    """Return whether a marker is a searchlight from one place to another; by night the animated layer draws its
    beam.
    """
    return marker.kind == "cone" and len(marker.places) > 1


def _midpoint(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
