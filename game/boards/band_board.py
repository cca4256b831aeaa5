"""The board of range bands: a night chart of the sea from one flag to the other, with a lane for every division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import pygame

from game.boards import animation, band_land, band_sky, frame, items
from game.boards.animation import Motion
from game.boards.ashore import is_land
from game.boards.band_chart import ISLANDS, BandChart, Scenery, islands_of
from game.boards.band_layout import LEAST_LANES, BandLayout, Box, bearing
from game.boards.band_marks import BandMarks
from game.boards.band_overlay import BandOverlay, break_point
from game.boards.board import Hit
from game.boards.camera import Camera
from game.boards.corners import Corners
from game.boards.counters import Counter as Pressed
from game.boards.counters import CounterPress, strip_height
from game.boards.ink import chart_ink
from game.boards.items import Item
from game.boards.layout import Layout, Point
from game.boards.overlay import EMPTY, Overlay, free_place, label_box
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette
from rules.kernel.view import Ground, Marker, Piece, Place, View

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
FULL_CARTOUCHE, SHORT_CARTOUCHE = 108, 92  # pixels of height at a UI scale of 1: it must fit into the sky
FAN = 0.3  # how far apart the counters of one berth lie, in shares of a counter
VISIBILITY = "visib"  # how the label of the condition begins that the sky is painted from


@dataclass(frozen=True)
class Spot:
    """A counter's place: the top left corner of its body on the zoomed world."""

    piece: Piece
    x: int
    y: int
    side: int


class BandBoard:
    """Range bands with what a view puts on them. Nothing is drawn before `resize`; times are milliseconds.

    Islands are the markers `island` and `guadalcanal`, each with its band and its name; the sky follows the condition
    called visibility; the sides fly their flags at the ends the ground names. Facing 0 is towards the last band, 1
    towards the first.
    """

    theme: Palette
    chart: BandChart
    corners: Corners
    counters: CounterPress
    markers: BandMarks
    overlays: BandOverlay
    layout: Layout
    _box: pygame.Surface
    _box_words: tuple[str, str, bool] | None
    _box_place: tuple[tuple[Camera, Point, tuple[str, str, bool]], tuple[int, int]] | None
    _spots: tuple[float, list[Spot]] | None
    _marked: tuple[float, list[Item]] | None
    _overlay_items: tuple[float, list[Item], list[Item]] | None

    def __init__(
        self,
        ground: Ground,
        theme: Palette,
        fonts: FontBook,
        sides: Mapping[str, Colour] | None = None,
        ui_scale: float = 1.0,
    ) -> None:
        """`sides`: a colour for each side's key; without it the side of the first end has side_a, the other side_b."""
        self.ground, self.fonts, self.ui_scale = ground, fonts, ui_scale
        self.sides: dict[str, Colour] = dict(sides or {})
        self._sides_given = sides is not None
        self.rect = pygame.Rect(0, 0, 1, 1)
        self.hide_counters = False
        self.view: View | None = None
        self.overlay: Overlay = EMPTY
        self.motions: tuple[Motion, ...] = ()
        self._bare = self._short = False
        self.scenery = Scenery(BandLayout((1, 1), ground.size[0]), "dark")
        self.titles = ("", "", self.scale_words)
        self.camera = Camera((0, 0, 1, 1), (0, 0, 1, 1))
        self.set_theme(theme)

    @property
    def lay(self) -> BandLayout:
        """The geometry as it is now."""
        return self.scenery.layout

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Another palette; everything painted so far is thrown away."""
        self.theme = theme
        self.inks = chart_ink(theme)
        if self.view is not None:
            self._colour_sides(self.view)
        self._lay_out(anew=True)

    def set_ui_scale(self, ui_scale: float) -> None:
        """Another size of counters, ornaments and boxes, live."""
        self.ui_scale = ui_scale
        self.set_theme(self.theme)

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """The lines of the cartouche."""
        self.titles = (title, date, scale or self.titles[2])
        self._title_corners()
        self._settle()

    def _title_corners(self) -> None:
        """A low sky has room for two lines; what a band is, is told by the scale of yards too."""
        title, date, scale = self.titles
        self.corners.titles = ("", "", "") if self._bare else (title, date, "" if self._short else scale)

    @property
    def scale_words(self) -> str:
        """What a band is."""
        return self.ground.scale or f"{self.ground.size[0]} range bands"

    def plain(self) -> None:
        """No cartouche and no small map, for a small picture."""
        self._bare = True
        self._lay_out(anew=True)

    def set_view(self, view: View) -> None:
        """The game as one side sees it."""
        self.view = view
        if view.ground is not None:
            self.ground = view.ground
        anew = self._colour_sides(view)
        self._lay_out(anew)
        self._dirty()
        self._settle()

    def _colour_sides(self, view: View) -> bool:
        if self._sides_given:
            return False
        keys = list(self.ground.ends) or [score.side for score in view.scores]
        keys += sorted({piece.side for piece in view.pieces} - set(keys))
        colours = {key: self.theme.side_b if index else self.theme.side_a for index, key in enumerate(keys)}
        changed, self.sides = colours != self.sides, colours
        return changed

    def _lay_out(self, anew: bool = False) -> None:
        """Measure the sheet again for its rectangle, lanes, islands and weather; paint anew only what has changed."""
        pieces = self.view.pieces if self.view is not None else ()
        lanes = [piece.at[1] for piece in pieces if len(piece.at) > 1]
        islands = islands_of(self.view.markers if self.view is not None else ())
        lay = BandLayout(
            self.rect.size,
            self.ground.size[0],
            max(LEAST_LANES, -min(lanes, default=0)),
            max(LEAST_LANES, max(lanes, default=0) + 1),
            any(not band_land.closes_the_end(name) for name, _ in islands),
            self.ui_scale,
        )
        ashore: list[tuple[int, Box]] = []
        for piece in pieces:
            if is_land(piece):
                x, y = lay.centre(piece.at)
                half = lay.counter / 2 + 6 * lay.unit
                ashore.append((piece.at[0], (x - half, y - half, x + half, y + half)))
        scenery = Scenery(lay, self._weather(), self.ground.ends, islands, tuple(sorted(ashore)), self.ground.scale)
        if scenery == self.scenery and not anew:
            return
        resized = lay.sheet != self.scenery.layout.sheet
        self.scenery, self.layout = scenery, lay.layout()
        self.chart = BandChart(scenery, self.inks, self.fonts)
        sky = lay.horizon - 3
        self._short = sky < FULL_CARTOUCHE * self.ui_scale
        fitting = sky / (SHORT_CARTOUCHE if self._short else FULL_CARTOUCHE)
        self.corners = Corners(self.chart, self.fonts, min(self.ui_scale, max(0.6, fitting)))
        self.corners.show_bar = self.corners.show_rose = False
        self.corners.show_minimap = not self._bare
        self._title_corners()
        if resized:
            view = (self.rect.x, self.rect.y, *self.rect.size)
            self.camera = Camera(view, lay.world(), self.camera.zoom, self.camera.scroll).fitted()
        self._press_anew()
        self._settle()

    def _weather(self) -> str:
        conditions = self.view.conditions if self.view is not None else ()
        told = [text for label, text, _ in conditions if label.casefold().startswith(VISIBILITY)]
        return band_sky.weather_of(told[0] if told else "")

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
        """The rectangle of the screen that is the board's; the whole chart is fitted into it."""
        moved = rect.topleft != self.rect.topleft
        self.rect = pygame.Rect(rect)
        self._lay_out()
        if moved:
            self.camera = replace(self.camera, view=(rect.x, rect.y, rect.width, rect.height))
        self._dirty()
        self._settle()

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the chart by so many pixels; nothing moves while the whole of it is seen."""
        if self.camera.zoom > self.camera.fit_zoom():
            self._look(self.camera.panned(dx, dy))

    def zoom_at(self, pos: Point, clicks: int) -> None:
        """Zoom so many steps in (positive) or out, the point under `pos` staying there."""
        self._look(self.camera.zoomed_at(pos, clicks))

    def fit(self) -> None:
        """Show the whole chart."""
        self._look(self.camera.fitted())

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show the whole chart: it is made to be seen at once."""
        self.fit()

    def centre_on(self, place: Place) -> None:
        """Bring a place to the middle, as far as the chart goes."""
        if self.camera.zoom > self.camera.fit_zoom():
            self._look(self.camera.centred_on(self.lay.centre(place)))

    def screen_of(self, place: Place) -> Point:
        """The middle of a berth on the screen, in pixels."""
        return self.camera.to_screen(self.lay.centre(place))

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """The berth and the topmost counter under a point of the screen. In a lit band, its lit berth is meant."""
        inside = self.corners.in_minimap(pos)
        if inside is not None:
            return Hit(self.lay.place_at(inside), None, True)
        if not self.rect.collidepoint(pos):
            return Hit(None)
        x, y = pos[0] - self.rect.x + self.camera.scroll[0], pos[1] - self.rect.y + self.camera.scroll[1]
        if not self.hide_counters:
            for spot in reversed(self._stacked()):
                if spot.x <= x < spot.x + spot.side and spot.y <= y < spot.y + spot.side:
                    return Hit(spot.piece.at, spot.piece.id)
        place = self.lay.place_at(self.camera.to_world(pos))
        return Hit(None if place is None else self._lit(place[0]) or place)

    def _lit(self, band: int) -> Place | None:
        """The lit berth of a band, if it has one."""
        return next((place for place in self.overlay.reachable if place[0] == band), None)

    def pointer(self, pos: Point | None) -> bool:
        """Tell the board where the cursor is: ornaments under it fade. True when the board must be drawn again."""
        return self.corners.pointer(pos)

    def outline_of(self, place: Place) -> list[Point]:
        """The corners on the screen of a lit band, of a counter, or of a berth."""
        lay = self.lay
        if place in self.overlay.reachable:
            left, top, right, bottom = lay.band_box(place[0])
            left, top, right, bottom = left + 2, top + 2, right - 3, bottom - 3
        else:
            (x, y), half = lay.centre(place), lay.counter / 2 + 2
            left, top, right, bottom = x - half, y - half, x + half, y + half
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return [self.camera.to_screen(point) for point in corners]

    def step(self, place: Place, direction: str) -> Place:
        """The next berth: left and right along the bands, to a lit berth first; up and down through the lanes."""
        dx, dy = STEPS[direction]
        here = self.lay.held(place)
        if dx:
            band = self.lay.held((here[0] + dx, here[1]))[0]
            return self._lit(band) or (band, here[1])
        return self.lay.held((here[0], here[1] + dy))

    @property
    def first_place(self) -> Place:
        """The berth below the middle line in band 1."""
        return (1, 0)

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Nothing has a facing on range bands."""
        return None

    # Motion

    def animate(self, moves: Iterable[Motion | tuple[str, Iterable[Place], int]]) -> int:
        """Show these motions: draw(surface, t) gives the frame at t milliseconds. Returns how long they take in all."""
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
        if not self.camera.filled():
            surface.fill(self.theme.desk, self.rect)
        seen = pygame.Rect(scroll, self.rect.size)
        surface.fblits([(tile, (x + self.rect.x, y + self.rect.y)) for tile, (x, y) in self.chart.tiles(zoom, seen)])
        frame.draw_shadow(surface, self.camera)
        below, above = self._overlay_now()
        items.draw_items(surface, self._marker_items(motions, t or 0), dx, dy)
        items.draw_items(surface, below, dx, dy)
        if not self.hide_counters:
            self._draw_counters(surface, motions, t or 0, (dx, dy))
        items.draw_items(surface, above, dx, dy)
        if motions:
            items.draw_items(surface, animation.effects(motions, t or 0, zoom, self.inks, self.layout), dx, dy)
        pieces = self.view.pieces if self.view and not self.hide_counters else ()
        self.corners.draw(surface, self.camera, pieces, self.sides)
        self._draw_box(surface)
        surface.set_clip(clip)

    def _draw_counters(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        moving: list[tuple[Spot, Pressed]] = []
        for spot in self._stacked():
            counter = self.counters.counter(spot.piece, spot.side, spot.piece.id == self.overlay.selected)
            found = animation.motion_of(spot.piece.id, motions, t)
            if found is None or found.share(t) >= 1:
                at = (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1])
                surface.blit(counter.picture, at)
                continue
            (x, y), _ = animation.piece_at(found, t, self.layout)
            left, top = (round(value * self.camera.zoom - spot.side / 2) for value in (x, y))
            moving.append((Spot(spot.piece, left, top, spot.side), counter))
        for spot, counter in moving:
            surface.blit(counter.picture, (spot.x + shift[0] - counter.body[0], spot.y + shift[1] - counter.body[1]))

    def _draw_box(self, surface: pygame.Surface) -> None:
        """The label box of a sight line or a note, beside its point and clear of the counters."""
        sight, note = self.overlay.sight, self.overlay.note
        if sight is not None and sight.verdict:
            stop = break_point(self.lay, sight)
            (ax, ay), (bx, by) = self.lay.centre(sight.start), self.lay.centre(sight.end)
            near = stop or ((ax + bx) / 2, (ay + by) / 2)
            words = (sight.verdict, sight.rule, stop is not None)
        elif note is not None:
            near, words = self.lay.centre(note[0]), (note[1], note[2], False)
        else:
            return
        if self._box_words != words:
            self._box_words = words
            self._box = label_box(self.inks, self.fonts, *words, self.ui_scale)
        key = (self.camera, near, words)
        if self._box_place is None or self._box_place[0] != key:
            shift = (self.rect.x - self.camera.scroll[0], self.rect.y - self.camera.scroll[1])
            boxes = (pygame.Rect(spot.x, spot.y, spot.side, spot.side) for spot in self._stacked())
            taken = [box.move(shift) for box in boxes] + self.corners.rects()
            self._box_place = (key, free_place(self._box.get_rect(), self.camera.to_screen(near), taken, self.rect))
        surface.blit(self._box, self._box_place[1])

    def _shown(self, view: View) -> tuple[Marker, ...]:
        """The markers that lie on the chart; an objective without a lane is the target ashore in its band.

        Salvos that run together are drawn once, and of those between the same bands one tells when they arrive.
        """
        found = []
        salvos = [marker for marker in view.markers if marker.kind == "torpedo"]
        ways, runs = Counter(map(_way, salvos)), Counter(map(_run, salvos))
        for marker in view.markers:
            if marker.kind in ISLANDS:
                continue
            if marker.kind == "torpedo":
                if not ways.pop(_way(marker), 0):
                    continue
                count, arrival = runs.pop(_run(marker), 0), marker.text.rpartition(", ")[2]
                marker = marker.but(text=f"{count} × {arrival}" if count > 1 else arrival if count else "")
            if marker.kind == "objective":
                bands = {place[0] for place in marker.places}
                spots = tuple(piece.at for piece in view.pieces if is_land(piece) and piece.at[0] in bands)
                marker = marker.but(places=spots or marker.places)
            found.append(marker)
        return tuple(found)

    def _marker_items(self, motions: tuple[Motion, ...], t: int) -> list[Item]:
        if self.view is None:
            return []
        markers = self._shown(self.view)
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
            below = self.overlays.below(self.overlay, zoom, side)
            self._overlay_items = (zoom, below, self.overlays.above(self.overlay, zoom, side))
        return self._overlay_items[1], self._overlay_items[2]

    def counter_side(self) -> int:
        """Pixels a side of a counter at this zoom."""
        return round(self.lay.counter * self.camera.zoom)

    def _stacked(self) -> list[Spot]:
        """Counters in drawing order; those that share a berth are fanned out, the first or the selected in front."""
        if self._spots is not None and self._spots[0] == self.camera.zoom:
            return self._spots[1]
        side, chosen = self.counter_side(), self.overlay.selected
        stacks: dict[Place, list[Piece]] = {}
        for piece in self.view.pieces if self.view else ():
            stacks.setdefault(piece.at, []).append(piece)
        spots: list[Spot] = []
        for place, stack in sorted(stacks.items(), key=lambda pair: any(p.id == chosen for p in pair[1])):
            x, y = self.lay.centre(place)
            stack.sort(key=lambda piece: piece.id != chosen)
            for index in reversed(range(len(stack))):
                off = index - (len(stack) - 1) / 2
                left = round(x * self.camera.zoom + (off * FAN - 0.5) * side)
                top = round(y * self.camera.zoom + off * (strip_height(side) + 1) - 0.5 * side)
                spots.append(Spot(stack[index], left, top, side))
        self._spots = (self.camera.zoom, spots)
        return spots

    def _look(self, camera: Camera) -> None:
        self.camera = camera
        self._settle()

    def _settle(self) -> None:
        """Place the ornaments anew."""
        if self.rect.width > 1:
            self.corners.settle(self.camera, ())

    def _press_anew(self) -> None:
        self.counters = CounterPress(self.inks, self.fonts, self.sides, bearing)
        self.markers = BandMarks(self.inks, self.fonts, self.sides, self.layout, self.ui_scale)
        self.overlays = BandOverlay(self.inks, self.lay)
        self._box_words = None
        self._box = pygame.Surface((1, 1))
        self._dirty()

    def _dirty(self) -> None:
        self._spots = None
        self._box_place = None
        self._marked = None
        self._overlay_items = None


def _way(salvo: Marker) -> tuple[str, tuple[Place, ...], int]:
    """What salvos have in common that are drawn once: side, berths and arrival."""
    return salvo.side, salvo.places[:2], salvo.value


def _run(salvo: Marker) -> tuple[str, tuple[int, ...], int]:
    """What salvos have in common that are told together: side, bands and arrival."""
    return salvo.side, tuple(place[0] for place in salvo.places[:2]), salvo.value
