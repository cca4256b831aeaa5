"""The board of range bands: a night chart of the sea from one flag to the other, with a lane for every division."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import pygame

from game.boards import band_land, band_sky, drawing_tools
from game.boards.ashore import is_land
from game.boards.band_chart import ISLANDS, BandChart, Scenery, islands_of
from game.boards.band_layout import LEAST_LANES, BandLayout, Box, bearing
from game.boards.band_overlay import BandOverlay, break_point
from game.boards.camera import Camera
from game.boards.chart_marks import CHART
from game.boards.corner_ornaments import Corners
from game.boards.counter_board import CounterBoard
from game.boards.counters import CounterSprites
from game.boards.draw_items import Item, centred_sprite
from game.boards.drawing_tools import chart_ink
from game.boards.layout import Point
from game.boards.markers import VARIANTS, Drawing, MarkerPen, smoke_picture, star
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette, mix
from game.words import tr
from rules.kernel.view import Ground, Marker, Place, View


def smoke(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a bank of smoke around a division, drifting away from the enemy."""
    radius = pen.radius(zoom)
    for place, (x, y) in zip(marker.places, pen.centres(marker, zoom), strict=True):
        away = 1.0 if len(place) > 1 and place[1] < 0 else -1.0
        for number, (along, down, size) in enumerate(
            ((0.2, -0.62, 0.62), (0.95, -0.36, 0.66), (0.2, 0.62, 0.6), (1.02, 0.34, 0.7), (1.66, -0.06, 0.56))
        ):
            puff = smoke_picture(pen.inks.smoke, max(4, round(radius * size)), (sum(place) + number) % VARIANTS)
            yield centred_sprite(puff, x + away * along * radius, y + down * radius)


def draw_exit_arrow(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a side's arrow off the chart, with a star: a division that leaves there earns points."""
    colour, size = pen.colour(marker), min(pen.layout.radius * 1.5, pen.layout.unit * 0.56) * zoom
    for place, (x, y) in zip(marker.places, pen.centres(marker, zoom), strict=True):
        out = -1 if place[0] < 1 else 1
        made = drawing_tools.layer((size * 1.3, size))
        middle = made.get_width() / 2, made.get_height() / 2
        body = ((-0.5, -0.2), (0.1, -0.2), (0.1, -0.4), (0.56, 0.0), (0.1, 0.4), (0.1, 0.2), (-0.5, 0.2))
        points = [(middle[0] + px * size * out, middle[1] + py * size) for px, py in body]
        pygame.draw.polygon(made, (*colour, 150), points)
        drawing_tools.polyline(made, mix(colour, (255, 255, 255), 0.35), points, 1.6, closed=True)
        star(made, (middle[0] - 0.02 * size * out, middle[1]), size * 0.16, pen.inks.palette.gold)
        yield centred_sprite(made, x, y)


def objective(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a star at the corner of the counter that is the objective."""
    (across, down), size = pen.layout.cell[2], max(8.0, pen.radius(zoom) * 0.3)
    for x, y in pen.centres(marker, zoom):
        made = drawing_tools.layer((size * 2.6, size * 2.6))
        star(made, (size * 1.3, size * 1.3), size, pen.inks.palette.gold)
        yield centred_sprite(made, x - across * zoom, y - down * zoom)


BANDS: dict[str, Drawing] = CHART | {"smoke": smoke, "exit": draw_exit_arrow, "objective": objective}


STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
FULL_CARTOUCHE, SHORT_CARTOUCHE = 108, 92  # pixels of height at a UI scale of 1: it must fit into the sky
FAN = 0.3  # offset between the counters of one berth, as a fraction of a counter
VISIBILITY = "visib"  # the condition whose label begins like this decides how the sky is painted


class BandBoard(CounterBoard):
    """A board of range bands that shows a view. Nothing is drawn before `resize`; times are milliseconds.

    Islands are the markers `island` and `guadalcanal`, each with its band and its name; the sky follows the condition
    called visibility; the sides' flags fly at the ends that the ground names. Facing 0 is towards the last band, 1
    towards the first.
    """

    chart: BandChart
    counters: CounterSprites
    fan = FAN

    def __init__(
        self,
        ground: Ground,
        theme: Palette,
        fonts: FontBook,
        sides: Mapping[str, Colour] | None = None,
        ui_scale: float = 1.0,
    ) -> None:
        """`sides`: a colour for each side's key; by default the colours of the view."""
        super().__init__(fonts, sides, ui_scale)
        self.ground = ground
        self._bare = self._short = False
        self.scenery = Scenery(BandLayout((1, 1), ground.size[0]), "dark")
        self.titles = ("", "", self.scale_words)
        self.camera = Camera((0, 0, 1, 1), (0, 0, 1, 1))
        self.set_theme(theme)

    @property
    def lay(self) -> BandLayout:
        """Return the current geometry."""
        return self.scenery.layout

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Set another palette and discard everything painted so far."""
        self.theme = theme
        self.inks = chart_ink(theme)
        if self.view is not None:
            self._colour_sides(self.view)
        self._lay_out(anew=True)

    def set_ui_scale(self, ui_scale: float) -> None:
        """Change the size of counters, ornaments and boxes at once."""
        self.ui_scale = ui_scale
        self.set_theme(self.theme)

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """Set the lines of the cartouche."""
        self.titles = (title, date, scale or self.titles[2])
        self._title_corners()
        self._place_ornaments()

    def _title_corners(self) -> None:
        """Return the corners for the title. A low sky has room for two lines; the scale of yards also shows what a band
        is.
        """
        title, date, scale = self.titles
        self.corners.titles = ("", "", "") if self._bare else (title, date, "" if self._short else scale)

    @property
    def scale_words(self) -> str:
        """Return what one band stands for."""
        return self.ground.scale or tr("{size} range bands", size=self.ground.size[0])

    def plain(self) -> None:
        """Leave out cartouche and small map, for a small picture."""
        self._bare = True
        self._lay_out(anew=True)

    def set_view(self, view: View) -> None:
        """Set the game as one side sees it."""
        self.view = view
        if view.ground is not None:
            self.ground = view.ground
        anew = self._colour_sides(view)
        self._lay_out(anew)
        self._discard_derived()
        self._place_ornaments()

    def _lay_out(self, anew: bool = False) -> None:
        """Lay out the sheet for its rectangle, lanes, islands and weather; repaint only what has changed."""
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
                half, room = lay.counter / 2 + 6 * lay.unit, lay.counter_wide / 2 + 6 * lay.unit
                ashore.append((piece.at[0], (x - room, y - half, x + room, y + half)))
        scenery = Scenery(lay, self._weather(), self.ground.ends, islands, tuple(sorted(ashore)), self.ground.scale)
        if scenery == self.scenery and not anew:
            return
        resized = lay.sheet != self.scenery.layout.sheet
        self.scenery, self.motion_layout = scenery, lay.layout()
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
            self.camera = Camera(view, lay.world(), self.camera.zoom, self.camera.scroll).fit_map()
        self._clear_sprites()
        self._place_ornaments()

    def _weather(self) -> str:
        conditions = self.view.conditions if self.view is not None else ()
        texts = [text for label, text, _ in conditions if label.casefold().startswith(VISIBILITY)]
        return band_sky.weather_of(texts[0] if texts else "")

    def resize(self, rect: pygame.Rect) -> None:
        """Set the rectangle of the screen that is the board's; the whole chart is fitted into it."""
        moved = rect.topleft != self.rect.topleft
        self.rect = pygame.Rect(rect)
        self._lay_out()
        if moved:
            self.camera = replace(self.camera, view=(rect.x, rect.y, rect.width, rect.height))
        self._discard_derived()
        self._place_ornaments()

    # Camera

    def pan(self, dx: float, dy: float) -> None:
        """Drag the chart by (dx, dy) pixels; nothing moves while all of it is visible."""
        if self.camera.zoom > self.camera.fit_zoom():
            super().pan(dx, dy)
            self._place_ornaments()

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show the whole chart: it always fits the board."""
        self.fit()

    def centre_on(self, place: Place) -> None:
        """Bring a place to the middle, as far as the chart goes."""
        if self.camera.zoom > self.camera.fit_zoom():
            super().centre_on(place)

    def point_of(self, place: Place) -> Point:
        """Return the middle of a berth on the sheet."""
        return self.lay.centre(place)

    # The cursor

    def _place_under(self, point: Point) -> Place | None:
        """Return the berth at a point; in a highlighted band, its highlighted berth."""
        place = self.lay.place_at(point)
        return None if place is None else self._lit_berth(place[0]) or place

    def _minimap_place(self, point: Point) -> Place | None:
        return self.lay.place_at(point)

    def _lit_berth(self, band: int) -> Place | None:
        """Return the highlighted berth of a band, if it has one."""
        return next((place for place in self.overlay.reachable if place[0] == band), None)

    def outline_of(self, place: Place) -> list[Point]:
        """Return the screen corners of a highlighted band, of a counter, or of a berth."""
        lay = self.lay
        if place in self.overlay.reachable:
            left, top, right, bottom = lay.band_box(place[0])
            left, top, right, bottom = left + 2, top + 2, right - 3, bottom - 3
        else:
            (x, y), half, room = lay.centre(place), lay.counter / 2 + 2, lay.counter_wide / 2 + 2
            left, top, right, bottom = x - room, y - half, x + room, y + half
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return [self.camera.to_screen(point) for point in corners]

    def step(self, place: Place, direction: str) -> Place:
        """Return the next berth: left and right along the bands, to a highlighted berth first.

        Up and down go through the lanes.
        """
        dx, dy = STEPS[direction]
        here = self.lay.nearest_place(place)
        if dx:
            band = self.lay.nearest_place((here[0] + dx, here[1]))[0]
            return self._lit_berth(band) or (band, here[1])
        return self.lay.nearest_place((here[0], here[1] + dy))

    @property
    def first_place(self) -> Place:
        """The berth below the middle line in band 1."""
        return (1, 0)

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Return None: nothing has a facing on range bands."""
        return None

    def bearing(self, facing: int) -> Point | None:
        """Return None: nothing has a bearing on range bands."""
        return None

    # Drawing

    @property
    def sheet_tiles(self) -> BandChart:
        """The painted chart."""
        return self.chart

    @property
    def press(self) -> CounterSprites:
        """Return the maker of counter pictures."""
        return self.counters

    def counter_side(self) -> int:
        """Return the height of a counter at this zoom, in pixels."""
        return max(1, round(self.lay.counter * self.camera.zoom))

    def counter_width(self) -> int:
        """Return the width of a counter at this zoom, in pixels."""
        return max(1, round(self.lay.counter_wide * self.camera.zoom))

    def _sight_break(self) -> Point | None:
        return break_point(self.lay, self.overlay.sight) if self.overlay.sight is not None else None

    def _busy(self) -> tuple[Point, ...]:
        """Return the places of the ornaments."""
        return ()

    def _visible_markers(self, view: View) -> tuple[Marker, ...]:
        """Return the markers to draw on the chart; an objective without a lane is the target ashore in its band.

        Salvos on the same track are drawn once; of those between the same bands only one shows when they arrive.
        """
        found = []
        salvos = [marker for marker in view.markers if marker.kind == "torpedo"]
        ways, runs = Counter(map(_salvo_track, salvos)), Counter(map(_salvo_key, salvos))
        for marker in view.markers:
            if marker.kind in ISLANDS:
                continue
            if marker.kind == "torpedo":
                if not ways.pop(_salvo_track(marker), 0):
                    continue
                count, arrival = runs.pop(_salvo_key(marker), 0), marker.text.rpartition(", ")[2]
                marker = marker.but(text=f"{count} × {arrival}" if count > 1 else arrival if count else "")
            if marker.kind == "objective":
                bands = {place[0] for place in marker.places}
                spots = tuple(piece.at for piece in view.pieces if is_land(piece) and piece.at[0] in bands)
                marker = marker.but(places=spots or marker.places)
            found.append(marker)
        return tuple(found)

    def _clear_sprites(self) -> None:
        self.counters = CounterSprites(self.inks, self.fonts, self.sides, bearing)
        self.marks = MarkerPen(self.inks, self.fonts, self.sides, self.motion_layout, BANDS, self.ui_scale)
        self.overlays = BandOverlay(self.inks, self.fonts, self.lay, self.ui_scale)
        self._discard_label_box()
        self._discard_derived()


def _salvo_track(salvo: Marker) -> tuple[str, tuple[Place, ...], int]:
    """Return the key by which salvos are drawn once: side, berths and arrival."""
    return salvo.side, salvo.places[:2], salvo.value


def _salvo_key(salvo: Marker) -> tuple[str, tuple[int, ...], int]:
    """Return the key by which salvos share one label: side, bands and arrival."""
    return salvo.side, tuple(place[0] for place in salvo.places[:2]), salvo.value
