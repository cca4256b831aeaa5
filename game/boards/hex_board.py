"""The hex board: chart, markers, overlay, counters and ornaments under one camera; what is under the cursor; motion.

On a land sheet the chart is a survey map, counters show stands, and units face the corners of their hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import pygame

from game.boards import animation, frame, hex_layout, items, land_ornaments
from game.boards.animation import Motion
from game.boards.board import Hit
from game.boards.camera import Camera
from game.boards.chart import Chart
from game.boards.corners import Corners
from game.boards.counters import SMALLEST_COUNTER, Counter, CounterPress, strip_height
from game.boards.hex_layout import CORNERED, HEXES
from game.boards.hex_overlay import OverlayPress, break_point
from game.boards.ink import chart_ink
from game.boards.items import Item
from game.boards.land_chart import INCHES_PER_HEX, LandChart
from game.boards.land_counters import SMALLEST, LandPress
from game.boards.land_ink import land_ink
from game.boards.land_overlay import arc_items
from game.boards.land_stacks import lying
from game.boards.layout import Point
from game.boards.markers import MarkerPress
from game.boards.overlay import EMPTY, Overlay, free_place, label_box
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette
from rules.kernel import hexes
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece, Place, View

COUNTER_SHARE = 1.45  # of a hex's radius
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
LARGEST_FIT = 1.75  # the zoom at which a small battlefield is shown whole
FAN = 0.31  # how far to the side the counters of one hex lie, in shares of a counter


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
    counters: CounterPress | LandPress
    chart: Chart | LandChart
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
        self.on_land = sheet.ground == "land"
        self.layout = CORNERED if self.on_land else HEXES
        self.sides: dict[str, Colour] = dict(sides or {})
        self._sides_given = sides is not None
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hide_counters = False
        self.view: View | None = None
        self.overlay: Overlay = EMPTY
        self.motions: tuple[Motion, ...] = ()
        self.titles = (sheet.title, "", self.scale_words)
        self.set_theme(theme)
        self.camera = Camera((0, 0, 1, 1), self.chart.world(), largest=LARGEST_FIT if self.on_land else 1.0)

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Another palette; everything painted so far is thrown away."""
        self.theme = theme
        if self.on_land:
            land = land_ink(theme)
            self.inks = land.chart
            self.chart = LandChart(self.sheet, land, self.fonts, self.ui_scale)
        else:
            self.inks = chart_ink(theme)
            self.chart = Chart(self.sheet, self.inks, self.fonts, self.ui_scale)
        self.corners = Corners(self.chart, self.fonts, self.ui_scale)
        if self.on_land:
            self.corners.modest = True
            self.corners.rose = land_ornaments.arrow_of(self.inks, self.fonts, self.sheet.north_deg)
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

    @property
    def scale_words(self) -> str:
        """What a hex is."""
        return f"1 hex = {INCHES_PER_HEX} inches" if self.on_land else f"1 hex = {self.sheet.yards_per_hex:,} yards"

    def plain(self) -> None:
        """No ornaments but the scale bar, for a small picture."""
        self.corners.show_minimap = False
        self.set_title("")

    def resize(self, rect: pygame.Rect) -> None:
        """The rectangle of the screen that is the board's; the first time, the whole map is fitted into it."""
        first = self.rect.width <= 1
        self.rect = pygame.Rect(rect)
        view = (rect.x, rect.y, rect.width, rect.height)
        self.camera = replace(self.camera, view=view).fitted() if first else self.camera.resized(view)
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

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show these hexes as large as they go, with so many hexes around them."""
        points = [HEXES.centre(place) for place in places]
        if points:
            self._look(self.camera.framing(points, margin * hex_layout.ROW))

    def centre_on(self, place: Place) -> None:
        """Bring a hex to the middle."""
        self._look(self.camera.centred_on(HEXES.centre(place)))

    def screen_of(self, place: Place) -> Point:
        """The middle of a hex on the screen, in pixels."""
        return self.camera.to_screen(HEXES.centre(place))

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """The hex and the topmost counter under a point of the screen; on the small map, the hex it shows there."""
        inside = self.corners.in_minimap(pos)
        if inside is not None:
            return Hit(self._place_at(inside), None, True)
        if not self.rect.collidepoint(pos):
            return Hit(None)
        x, y = pos[0] - self.rect.x + self.camera.scroll[0], pos[1] - self.rect.y + self.camera.scroll[1]
        if not self.hide_counters:
            for spot in reversed(self._stacked()):
                if spot.x <= x < spot.x + spot.side and spot.y <= y < spot.y + spot.side:
                    return Hit(spot.piece.at, spot.piece.id)
        return Hit(self._place_at(self.camera.to_world(pos)))

    def _place_at(self, point: Point) -> Place | None:
        number = hex_layout.hex_at(*point, self.sheet.columns, self.sheet.rows)
        return None if number is None else (number,)

    def pointer(self, pos: Point | None) -> bool:
        """Tell the board where the cursor is: ornaments under it fade. True when the board must be drawn again."""
        return self.corners.pointer(pos)

    def outline_of(self, place: Place) -> list[Point]:
        """The six corners of a hex on the screen."""
        return [self.camera.to_screen(point) for point in hex_layout.corners(place[0])]

    def step(self, place: Place, direction: str) -> Place:
        """The hex above, below, to the left or right; the edge of the map holds."""
        dx, dy = STEPS[direction]
        column = min(self.sheet.columns, max(1, hexes.column(place[0]) + dx))
        row = min(self.sheet.rows, max(1, hexes.row(place[0]) + dy))
        return (hexes.hex_number(column, row),)

    @property
    def first_place(self) -> Place:
        """The hex in the north-west corner."""
        return (101,)

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """The hex side, on land the corner, 0..5 towards a point of the screen; None when it is nowhere near."""
        x, y = self.screen_of(place)
        dx, dy = pos[0] - x, pos[1] - y
        if abs(dx) + abs(dy) < 4:
            return None
        return round((pygame.Vector2(0, -1).angle_to((dx, dy)) - (30 if self.on_land else 0)) / 60) % 6

    # Motion

    def animate(self, moves: Iterable[Motion | tuple[str, Iterable[Place], int]]) -> int:
        """Show these motions: draw(surface, t) gives the frame at t milliseconds. Returns how long they take in all.

        A move is a Motion or (piece id, places from first to last, milliseconds). ValueError names a bad one.
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
        if not self.camera.filled():
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
            items.draw_items(surface, animation.effects(motions, t or 0, zoom, self.inks, HEXES), dx, dy)
        pieces = self.view.pieces if self.view and not self.hide_counters else ()
        self.corners.draw(surface, self.camera, pieces, self.sides)
        self._draw_box(surface)
        surface.set_clip(clip)

    def _draw_counters(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        moving: list[tuple[Spot, Counter]] = []
        for spot in self._stacked():
            found = animation.motion_of(spot.piece.id, motions, t)
            if found is None or found.share(t) >= 1:
                counter = self.counters.counter(spot.piece, spot.side, spot.piece.id == self.overlay.selected)
                surface.blit(
                    counter.picture, (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1])
                )
                continue
            at, run = animation.piece_at(found, t, HEXES)
            piece = spot.piece if run is None or self.on_land else spot.piece.but(facing=_facing(run))
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
            near = stop or _between(HEXES.centre(sight.start), HEXES.centre(sight.end))
            words = (sight.verdict, sight.rule, stop is not None)
        elif note is not None:
            near, words = HEXES.centre(note[0]), (note[1], note[2], False)
        else:
            return
        if self._box_words != words:
            self._box_words = words
            self._box = label_box(self.inks, self.fonts, *words, self.ui_scale)
        key = (self.camera, near, words)
        if self._box_place is None or self._box_place[0] != key:
            self._box_place = (key, self._place_box(near))
        surface.blit(self._box, self._box_place[1])

    def _place_box(self, near: Point) -> tuple[int, int]:
        shift = (self.rect.x - self.camera.scroll[0], self.rect.y - self.camera.scroll[1])
        taken = [pygame.Rect(spot.x + shift[0], spot.y + shift[1], spot.side, spot.side) for spot in self._stacked()]
        return free_place(self._box.get_rect(), self.camera.to_screen(near), taken + self.corners.rects(), self.rect)

    def _marker_items(self, motions: tuple[Motion, ...], t: int) -> list[Item]:
        if self.view is None:
            return []
        markers = self.view.markers
        hidden = animation.hidden_smoke(motions, t) if motions else frozenset()
        if hidden:
            kept = []
            for marker in markers:
                places = tuple(place for place in marker.places if marker.kind != "smoke" or place not in hidden)
                kept += [marker.but(places=places)] if places else []
            return self.markers.items(tuple(kept), self.camera.zoom)
        if self._marked is None or self._marked[0] != self.camera.zoom:
            self._marked = (self.camera.zoom, self.markers.items(markers, self.camera.zoom))
        return self._marked[1]

    def _overlay_now(self) -> tuple[list[Item], list[Item]]:
        zoom = self.camera.zoom
        if self._overlay_items is None or self._overlay_items[0] != zoom:
            side = self.counter_side()
            below = [*self._arc(zoom), *self.overlays.below(self.overlay, zoom, side)]
            self._overlay_items = (zoom, below, self.overlays.above(self.overlay, zoom, side))
        return self._overlay_items[1], self._overlay_items[2]

    def _arc(self, zoom: float) -> list[Item]:
        """The arc of fire of the selected unit, on land."""
        chosen = [piece for piece in self.view.pieces if piece.id == self.overlay.selected] if self.view else []
        return arc_items(chosen[0], self.sheet, self.inks, zoom) if chosen and self.on_land else []

    def counter_side(self) -> int:
        """Pixels a side of a counter at this zoom."""
        smallest = SMALLEST if self.on_land else SMALLEST_COUNTER
        return round(max(smallest * self.ui_scale, COUNTER_SHARE * hex_layout.RADIUS * self.camera.zoom))

    def _stacked(self) -> list[Spot]:
        """Counters in drawing order: northern ones first, within a hex fanned out, the first or selected in front."""
        if self._spots is not None and self._spots[0] == self.camera.zoom:
            return self._spots[1]
        side, chosen = self.counter_side(), self.overlay.selected
        if self.on_land:
            found = lying(self.view.pieces if self.view else (), HEXES.centre, self.camera.zoom, side, chosen)
            land_spots = [Spot(lie.piece, lie.x, lie.y, lie.side) for lie in found]
            self._spots = (self.camera.zoom, land_spots)
            return land_spots
        stacks: dict[Place, list[Piece]] = {}
        for piece in self.view.pieces if self.view else ():
            stacks.setdefault(piece.at, []).append(piece)
        spots: list[Spot] = []
        ranked = sorted(
            stacks.items(), key=lambda pair: (any(p.id == chosen for p in pair[1]), HEXES.centre(pair[0])[1])
        )
        for place, stack in ranked:
            x, y = HEXES.centre(place)
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
            busy = [self.camera.to_screen(HEXES.centre(piece.at)) for piece in (self.view.pieces if self.view else ())]
            self.corners.settle(self.camera, busy)

    def _press_anew(self) -> None:
        press = LandPress if self.on_land else CounterPress
        self.counters = press(self.inks, self.fonts, self.sides)
        self.markers = MarkerPress(self.inks, self.fonts, self.sides, self.layout, self.ui_scale)
        self.overlays = OverlayPress(self.inks, self.fonts, self.ui_scale, self.layout)
        self._box_words = None
        self._box = pygame.Surface((1, 1))
        self._dirty()

    def _dirty(self) -> None:
        self._spots = None
        self._box_place = None
        self._marked = None
        self._overlay_items = None


def _between(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _facing(direction: Point) -> int:
    return round(math.degrees(math.atan2(direction[0], -direction[1])) / 60) % 6
