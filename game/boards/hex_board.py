"""The hex board: chart, markers, overlay, counters and ornaments under one camera; what is under the cursor; motion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pygame

from game.boards import animation, frame, hex_layout, items
from game.boards.animation import Motion
from game.boards.camera import Camera
from game.boards.chart import Chart
from game.boards.corners import Corners
from game.boards.counters import Counter, CounterPress, strip_height
from game.boards.hex_layout import Point
from game.boards.ink import chart_ink
from game.boards.items import Item
from game.boards.markers import MarkerPress
from game.boards.overlay import EMPTY, Overlay, OverlayPress, break_point
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece, View

SMALLEST_COUNTER = 44  # pixels a side at a UI scale of 1
COUNTER_SHARE = 1.45  # of a hex's radius
FAN = 0.31  # how far to the side the counters of one hex lie, in shares of a counter


@dataclass(frozen=True)
class Hit:
    """What is under a point of the screen. `hex` is None off the map."""

    hex: int | None
    piece: str | None = None
    minimap: bool = False


@dataclass(frozen=True)
class Spot:
    """A counter's place: the top left corner of its body on the zoomed world."""

    piece: Piece
    x: int
    y: int
    side: int


class HexBoard:
    """A map sheet with what a view puts on it. Nothing is drawn before `resize`; times are milliseconds."""

    theme: Palette
    counters: CounterPress
    markers: MarkerPress
    overlays: OverlayPress
    _box: pygame.Surface
    _box_words: tuple[str, str, bool] | None
    _box_place: tuple[tuple[Camera, Point, tuple[str, str, bool]], tuple[int, int]] | None
    _spots: tuple[float, list[Spot]] | None
    _marked: tuple[float, list[Item]] | None
    _overlay_items: tuple[float, list[Item], list[Item]] | None

    def __init__(
        self,
        sheet: MapSheet,
        theme: Palette,
        fonts: FontBook,
        sides: Mapping[str, Colour] | None = None,
        ui_scale: float = 1.0,
    ) -> None:
        """`sides`: a colour for each side's key; without it the view's first side has side_a and the others side_b."""
        self.sheet, self.fonts, self.ui_scale = sheet, fonts, ui_scale
        self.sides: dict[str, Colour] = dict(sides or {})
        self._sides_given = sides is not None
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hide_counters = False
        self.view: View | None = None
        self.overlay: Overlay = EMPTY
        self.motions: tuple[Motion, ...] = ()
        self.titles = (sheet.title, "", f"1 hex = {sheet.yards_per_hex:,} yards")
        self.set_theme(theme)
        self.camera = Camera((0, 0, 1, 1), self.chart.world())

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Another palette; everything painted so far is thrown away."""
        self.theme = theme
        self.inks = chart_ink(theme)
        self.chart = Chart(self.sheet, self.inks, self.fonts, self.ui_scale)
        self.corners = Corners(self.chart, self.fonts, self.ui_scale)
        self.corners.titles = self.titles
        self._press_anew()

    def set_ui_scale(self, ui_scale: float) -> None:
        """Another size of counters, ornaments and boxes, live."""
        self.ui_scale = ui_scale
        self.set_theme(self.theme)
        self._settle()

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """The lines of the cartouche."""
        self.titles = (title, date, scale or self.titles[2])
        self.corners.titles = self.titles
        self._settle()

    def set_view(self, view: View) -> None:
        """The game as one side sees it."""
        self.view = view
        if not self._sides_given:
            keys = [score.side for score in view.scores] or sorted({piece.side for piece in view.pieces})
            colours = {key: self.theme.side_b if index else self.theme.side_a for index, key in enumerate(keys)}
            if colours != self.sides:
                self.sides = colours
                self._press_anew()
        self._dirty()
        self._settle()

    def set_overlay(self, overlay: Overlay) -> None:
        """What lies over the chart for the moment."""
        if overlay == self.overlay:
            return
        restack = overlay.selected != self.overlay.selected
        self.overlay = overlay
        self._overlay_items = None
        if restack:
            self._spots = None

    def resize(self, rect: pygame.Rect) -> None:
        """The rectangle of the screen that is the board's; the first time, the whole map is fitted into it."""
        first = self.rect.width <= 1
        self.rect = pygame.Rect(rect)
        view = (rect.x, rect.y, rect.width, rect.height)
        self.camera = Camera(view, self.camera.world).fitted() if first else self.camera.resized(view)
        self._dirty()
        self._settle()

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the chart by so many pixels."""
        self.camera = self.camera.panned(dx, dy)

    def zoom_at(self, pos: Point, clicks: int) -> None:
        """Zoom so many steps in (positive) or out, the point under `pos` staying there."""
        self._look(self.camera.zoomed_at(pos, clicks))

    def fit(self) -> None:
        """Show the whole map."""
        self._look(self.camera.fitted())

    def frame(self, numbers: Iterable[int], margin_hexes: float = 3.0) -> None:
        """Show these hexes as large as they go."""
        points = [hex_layout.centre(number) for number in numbers]
        if points:
            self._look(self.camera.framing(points, margin_hexes * hex_layout.ROW))

    def centre_on(self, number: int) -> None:
        """Bring a hex to the middle."""
        self._look(self.camera.centred_on(hex_layout.centre(number)))

    def screen_of(self, number: int) -> Point:
        """The middle of a hex on the screen, in pixels."""
        return self.camera.to_screen(hex_layout.centre(number))

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """The hex and the topmost counter under a point of the screen; on the small map, the hex it shows there."""
        inside = self.corners.in_minimap(pos)
        if inside is not None:
            return Hit(hex_layout.hex_at(*inside, self.sheet.columns, self.sheet.rows), None, True)
        if not self.rect.collidepoint(pos):
            return Hit(None)
        x, y = pos[0] - self.rect.x + self.camera.scroll[0], pos[1] - self.rect.y + self.camera.scroll[1]
        if not self.hide_counters:
            for spot in reversed(self._stacked()):
                if spot.x <= x < spot.x + spot.side and spot.y <= y < spot.y + spot.side:
                    return Hit(spot.piece.at[0], spot.piece.id)
        return Hit(hex_layout.hex_at(*self.camera.to_world(pos), self.sheet.columns, self.sheet.rows))

    def pointer(self, pos: Point | None) -> bool:
        """Tell the board where the cursor is: ornaments under it fade. True when the board must be drawn again."""
        return self.corners.pointer(pos)

    # Motion

    def animate(self, moves: Iterable[Motion | tuple[str, Iterable[int], int]]) -> int:
        """Show these motions: draw(surface, t) gives the frame at t milliseconds. Returns how long they take in all.

        A move is a Motion or (piece id, hexes from first to last, milliseconds). ValueError names a bad one.
        """
        self.motions = tuple(animation.motion(move) for move in moves)
        return max((found.end for found in self.motions), default=0)

    def animating(self, t: int) -> bool:
        """True while something still moves at that time."""
        return any(t < found.end for found in self.motions)

    def skip(self) -> None:
        """Drop the animation: the board already is what it leads to."""
        self.motions = ()

    # Drawing

    def draw(self, surface: pygame.Surface, t: int | None = None) -> None:
        """Draw the board into its rectangle; with `t`, the animation at that time."""
        if self.rect.width <= 1:
            return
        motions = self.motions if t is not None else ()
        clip = surface.get_clip()
        surface.set_clip(self.rect)
        zoom, scroll = self.camera.zoom, self.camera.scroll
        dx, dy = self.rect.x - scroll[0], self.rect.y - scroll[1]
        seen = pygame.Rect(scroll, self.rect.size)
        paper = [(tile, (x + self.rect.x, y + self.rect.y)) for tile, (x, y) in self.chart.tiles(zoom, seen)]
        surface.fblits(paper)
        if not _holds(self.camera):
            covered = pygame.Rect(paper[0][1], paper[0][0].get_size()).union(
                pygame.Rect(paper[-1][1], paper[-1][0].get_size())
            )
            for strip in frame.around(self.rect, covered.clip(self.rect)):
                surface.fill(self.theme.desk, strip)
        frame.draw_shadow(surface, self.camera)
        below, above = self._overlay_now()
        items.draw_items(surface, self._marker_items(motions, t or 0), dx, dy)
        items.draw_items(surface, below, dx, dy)
        if not self.hide_counters:
            self._draw_counters(surface, motions, t or 0, (dx, dy))
        items.draw_items(surface, above, dx, dy)
        if motions:
            items.draw_items(surface, animation.effects(motions, t or 0, zoom, self.inks), dx, dy)
        pieces = self.view.pieces if self.view and not self.hide_counters else ()
        self.corners.draw(surface, self.camera, pieces, self.sides)
        self._draw_box(surface)
        surface.set_clip(clip)

    def _draw_counters(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        moving: list[tuple[Spot, Counter]] = []
        for spot in self._stacked():
            found = _motion_of(spot.piece.id, motions, t)
            if found is None or found.share(t) >= 1:
                counter = self.counters.counter(spot.piece, spot.side, spot.piece.id == self.overlay.selected)
                surface.blit(
                    counter.picture, (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1])
                )
                continue
            at, facing = animation.piece_at(found, t)
            piece = spot.piece if facing is None else spot.piece.but(facing=facing)
            counter = self.counters.counter(piece, spot.side, spot.piece.id == self.overlay.selected)
            x, y = (round(value * self.camera.zoom - spot.side / 2) for value in at)
            moving.append((Spot(piece, x, y, spot.side), counter))
        for spot, counter in moving:
            surface.blit(counter.picture, (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1]))

    def _draw_box(self, surface: pygame.Surface) -> None:
        """The label box of a sight line or a note, beside its point and clear of the counters."""
        sight, note = self.overlay.sight, self.overlay.note
        if sight is not None and sight.verdict:
            stop = break_point(sight)
            near = stop or _between(hex_layout.centre(sight.start), hex_layout.centre(sight.end))
            words = (sight.verdict, sight.rule, stop is not None)
        elif note is not None:
            near, words = hex_layout.centre(note[0]), (note[1], note[2], False)
        else:
            return
        if self._box_words != words:
            self._box_words, self._box = words, self.overlays.box(*words)
        key = (self.camera, near, words)
        if self._box_place is None or self._box_place[0] != key:
            self._box_place = (key, self._place_box(near))
        surface.blit(self._box, self._box_place[1])

    def _place_box(self, near: Point) -> tuple[int, int]:
        shift = (self.rect.x - self.camera.scroll[0], self.rect.y - self.camera.scroll[1])
        taken = [pygame.Rect(spot.x + shift[0], spot.y + shift[1], spot.side, spot.side) for spot in self._stacked()]
        return _free_place(self._box.get_rect(), self.camera.to_screen(near), taken + self.corners.rects(), self.rect)

    def _marker_items(self, motions: tuple[Motion, ...], t: int) -> list[Item]:
        if self.view is None:
            return []
        markers = self.view.markers
        hidden = animation.hidden_smoke(motions, t) if motions else frozenset()
        if hidden:
            kept = []
            for marker in markers:
                places = tuple(place for place in marker.places if marker.kind != "smoke" or place[0] not in hidden)
                kept += [marker.but(places=places)] if places else []
            return self.markers.items(tuple(kept), self.camera.zoom)
        if self._marked is None or self._marked[0] != self.camera.zoom:
            self._marked = (self.camera.zoom, self.markers.items(markers, self.camera.zoom))
        return self._marked[1]

    def _overlay_now(self) -> tuple[list[Item], list[Item]]:
        zoom = self.camera.zoom
        if self._overlay_items is None or self._overlay_items[0] != zoom:
            side = self.counter_side()
            below = self.overlays.below(self.overlay, zoom, side)
            self._overlay_items = (zoom, below, self.overlays.above(self.overlay, zoom, side))
        return self._overlay_items[1], self._overlay_items[2]

    def counter_side(self) -> int:
        """Pixels a side of a counter at this zoom."""
        return round(max(SMALLEST_COUNTER * self.ui_scale, COUNTER_SHARE * hex_layout.RADIUS * self.camera.zoom))

    def _stacked(self) -> list[Spot]:
        """Counters in drawing order: northern ones first, within a hex fanned out, the first or selected in front."""
        if self._spots is not None and self._spots[0] == self.camera.zoom:
            return self._spots[1]
        side, chosen = self.counter_side(), self.overlay.selected
        stacks: dict[int, list[Piece]] = {}
        for piece in self.view.pieces if self.view else ():
            stacks.setdefault(piece.at[0], []).append(piece)
        spots: list[Spot] = []
        ranked = sorted(
            stacks.items(), key=lambda pair: (any(p.id == chosen for p in pair[1]), hex_layout.centre(pair[0])[1])
        )
        for number, stack in ranked:
            x, y = hex_layout.centre(number)
            stack.sort(key=lambda piece: piece.id != chosen)
            for index in reversed(range(len(stack))):
                off = index - (len(stack) - 1) / 2
                left = round(x * self.camera.zoom + (off * FAN - 0.5) * side)
                spots.append(
                    Spot(
                        stack[index],
                        left,
                        round(y * self.camera.zoom + off * (strip_height(side) + 1) - 0.5 * side),
                        side,
                    )
                )
        self._spots = (self.camera.zoom, spots)
        return spots

    def _look(self, camera: Camera) -> None:
        self.camera = camera
        self._settle()

    def _settle(self) -> None:
        """Choose anew the corners in which the ornaments cover least."""
        if self.rect.width > 1:
            busy = [
                self.camera.to_screen(hex_layout.centre(piece.at[0]))
                for piece in (self.view.pieces if self.view else ())
            ]
            self.corners.settle(self.camera, busy)

    def _press_anew(self) -> None:
        self.counters = CounterPress(self.inks, self.fonts, self.sides)
        self.markers = MarkerPress(self.inks, self.fonts, self.sides, self.ui_scale)
        self.overlays = OverlayPress(self.inks, self.fonts, self.ui_scale)
        self._box_words = None
        self._box = pygame.Surface((1, 1))
        self._dirty()

    def _dirty(self) -> None:
        self._spots = None
        self._box_place = None
        self._marked = None
        self._overlay_items = None


def _motion_of(piece: str, motions: tuple[Motion, ...], t: int) -> Motion | None:
    """The motion a piece is in: the last begun, or the first that will begin."""
    own = [found for found in motions if found.piece == piece]
    begun = [found for found in own if found.share(t) >= 0]
    if begun and begun[-1].share(t) >= 1 and begun[-1] is not own[-1]:
        return Motion(begun[-1].path[-1:], 1, piece=piece, delay=t)
    return begun[-1] if begun else own[0] if own else None


def _holds(camera: Camera) -> bool:
    """True when the sheet of paper fills the view."""
    left, top, right, bottom = camera.visible()
    world = camera.world
    return left >= world[0] and top >= world[1] and right <= world[2] and bottom <= world[3]


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _free_place(box: pygame.Rect, near: Point, taken: list[pygame.Rect], view: pygame.Rect) -> tuple[int, int]:
    """Where a box beside a point covers least of what is taken, inside the view."""
    width, height = box.size
    best, least = (0, 0), float("inf")
    for gap in (14, 44, 84):
        for sx, sy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            left = near[0] + sx * (gap + width / 2) - width / 2
            top = near[1] + sy * (gap + height / 2) - height / 2
            place = pygame.Rect(round(left), round(top), width, height).clamp(view)
            covered = sum(place.clip(other).width * place.clip(other).height for other in taken)
            covered += 60 * (gap // 30) + (4000 if place.collidepoint(near) else 0)
            if covered < least:
                best, least = place.topleft, covered
    return best
