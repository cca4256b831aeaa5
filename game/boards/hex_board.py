"""The hex board: chart, markers, overlay, counters, ornaments and motions under one camera.

On a land sheet the chart is a survey map, counters show stands, and units face the corners of their hexes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import pygame

from game.boards import hex_layout, land_ornaments
from game.boards.camera import Camera
from game.boards.chart import Chart
from game.boards.chart_marks import CHART
from game.boards.corner_ornaments import Corners
from game.boards.counter_board import CounterBoard, Spot
from game.boards.counters import SMALLEST_COUNTER, CounterSprites
from game.boards.draw_items import Item
from game.boards.drawing_tools import chart_ink
from game.boards.hex_layout import CORNERED, HEXES
from game.boards.hex_overlay import HexOverlay, break_point
from game.boards.land_chart import INCHES_PER_HEX, LandChart
from game.boards.land_counters import SMALLEST, TOKEN_SHARE, LandCounterSprites, is_token
from game.boards.land_ink import land_ink
from game.boards.land_overlay import arc_items
from game.boards.layout import Point
from game.boards.markers import MarkerPen
from game.boards.print_face import PRINT_FROM
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette
from game.words import tr
from rules.kernel import hexes
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece, Place, View

_CORNERS = ((-0.5, -0.08), (0.5, 0.02), (-0.5, -0.46), (0.0, -0.56))  # token places, in sides of a counter
_PAIRS = ((-0.17, -0.15), (0.17, 0.15), (0.17, -0.15), (-0.17, 0.15))  # units that share a hex


@dataclass(frozen=True)
class Lying:
    """One counter: the top left corner of its body on the zoomed world, and its size."""

    piece: Piece
    x: int
    y: int
    side: int


def stack_counters(
    pieces: Iterable[Piece], centre: Callable[[Place], Point], zoom: float, side: int, chosen: str
) -> Iterator[Lying]:
    """Yield counters in drawing order: units (northern hexes first, the chosen one last), then all tokens."""
    stacks: dict[Place, list[Piece]] = {}
    for piece in pieces:
        stacks.setdefault(piece.at, []).append(piece)
    ranked = sorted(stacks.items(), key=lambda pair: (any(p.id == chosen for p in pair[1]), centre(pair[0])[1]))
    found: list[Lying] = []
    for place, stack in ranked:
        x, y = (value * zoom for value in centre(place))
        found += sorted(_stack(stack, x, y, side), key=lambda spot: spot.piece.id == chosen)
    yield from sorted(found, key=lambda spot: is_token(spot.piece))


def _stack(stack: list[Piece], x: float, y: float, side: int) -> Iterator[Lying]:
    units = [piece for piece in stack if not is_token(piece)]
    tokens = [piece for piece in stack if is_token(piece)]
    shared = len(units) > 1
    size = round(side * (0.78 if shared else 1.0))
    for index, piece in enumerate(units):
        dx, dy = _PAIRS[index % len(_PAIRS)] if shared else (0.0, 0.0)
        yield Lying(piece, round(x + dx * side - size / 2), round(y + dy * side - size / 2), size)
    small = round(side * (TOKEN_SHARE if units else TOKEN_SHARE * 1.25))
    for index, piece in enumerate(tokens):
        if units:
            dx, dy = _CORNERS[index % len(_CORNERS)]
        else:
            dx, dy = (index - (len(tokens) - 1) / 2) * 0.55, 0.0
        yield Lying(piece, round(x + dx * side - small / 2), round(y + dy * side - small / 2), small)


CROWDED = 38  # least pixels a side of a counter at sea, however small the hexes
ROOMY = 0.84  # fraction of a printed counter's side: on larger hexes, counters at sea show figures
COUNTER_SHARE = 1.45  # of a hex's radius
READABLE = 50  # pixels a side of a land counter, at a UI scale of 1
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
LARGEST_FIT = 1.75  # the largest zoom at which a small battlefield is shown whole
FAN = 0.31  # sideways offset of the counters of one hex, as a fraction of a counter


class HexBoard(CounterBoard):
    """A map sheet that shows a view. Nothing is drawn before `resize`; times are milliseconds."""

    counters: CounterSprites | LandCounterSprites
    chart: Chart | LandChart
    fan = FAN

    def __init__(
        self,
        sheet: MapSheet,
        theme: Palette,
        fonts: FontBook,
        sides: Mapping[str, Colour] | None = None,
        ui_scale: float = 1.0,
    ) -> None:
        """`sides`: a colour for each side's key; by default the colours of the view."""
        super().__init__(fonts, sides, ui_scale)
        self.sheet = sheet
        self.on_land = sheet.ground == "land"
        self.layout = replace(CORNERED if self.on_land else HEXES, size=hex_layout.size_of(sheet.columns, sheet.rows))
        self.motion_layout = HEXES
        self.titles = (sheet.title, "", self.scale_words)
        self.set_theme(theme)
        self.camera = Camera((0, 0, 1, 1), self.chart.world(), largest=LARGEST_FIT if self.on_land else 1.0)

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Set another palette and discard everything painted so far."""
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
            self.corners.rose = land_ornaments.arrow_of(self.inks, self.fonts, self.sheet.north_deg)
        self.corners.titles = self.titles
        self._clear_sprites()

    def set_ui_scale(self, ui_scale: float) -> None:
        """Change the size of counters, ornaments and boxes at once."""
        self.ui_scale = ui_scale
        self.set_theme(self.theme)
        self._place_ornaments()

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """Set the lines of the cartouche."""
        self.titles = (title, date, scale or self.titles[2])
        self.corners.titles = self.titles
        self._place_ornaments()

    def set_view(self, view: View) -> None:
        """Set the game as one side sees it."""
        self.view = view
        if self._colour_sides(view):
            self._clear_sprites()
        self._discard_derived()
        self._place_ornaments()

    @property
    def scale_words(self) -> str:
        """Return what one hex stands for."""
        return (
            tr("1 hex = {inches_per_hex} inches", inches_per_hex=INCHES_PER_HEX)
            if self.on_land
            else tr("1 hex = {yards_per_hex} yards", yards_per_hex=f"{self.sheet.yards_per_hex:,}")
        )

    def plain(self) -> None:
        """Leave out all ornaments but the scale bar, for a small picture."""
        self.corners.show_minimap = False
        self.set_title("")

    def resize(self, rect: pygame.Rect) -> None:
        """Set the rectangle of the screen that is the board's; the first call fits the whole map into it."""
        first = self.rect.width <= 1
        self.rect = pygame.Rect(rect)
        view = (rect.x, rect.y, rect.width, rect.height)
        self.camera = replace(self.camera, view=view).fit_map() if first else self.camera.resize(view)
        self._discard_derived()
        self._place_ornaments()

    # Camera

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show these hexes as large as possible, with `margin` hexes around them."""
        points = [HEXES.centre(place) for place in places]
        if points:
            self._set_camera(self.camera.framing(points, margin * hex_layout.ROW))

    @property
    def readable_zoom(self) -> float:
        """Return the zoom from which the figures of land counters are readable; 0 at sea."""
        side = READABLE * self.ui_scale
        return side / (COUNTER_SHARE * hex_layout.RADIUS) if self.on_land else 0.0

    def point_of(self, place: Place) -> Point:
        """Return the middle of a hex on the sheet."""
        return HEXES.centre(place)

    # The cursor

    def _place_under(self, point: Point) -> Place | None:
        number = hex_layout.hex_at(*point, self.sheet.columns, self.sheet.rows)
        return None if number is None else (number,)

    def outline_of(self, place: Place) -> list[Point]:
        """Return the six corners of a hex on the screen."""
        return [self.camera.to_screen(point) for point in hex_layout.corners(place[0])]

    def step(self, place: Place, direction: str) -> Place:
        """Return the hex above, below, to the left or right; at the map's edge, the same hex."""
        dx, dy = STEPS[direction]
        column = min(self.sheet.columns, max(1, hexes.column(place[0]) + dx))
        row = min(self.sheet.rows, max(1, hexes.row(place[0]) + dy))
        return (hexes.hex_number(column, row),)

    @property
    def first_place(self) -> Place:
        """The hex in the north-west corner."""
        return (101,)

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Return the hex side (on land the corner) 0..5 towards a point of the screen; None if the point is too far
        away.
        """
        x, y = self.screen_of(place)
        dx, dy = pos[0] - x, pos[1] - y
        if abs(dx) + abs(dy) < 4:
            return None
        return round((pygame.Vector2(0, -1).angle_to((dx, dy)) - (30 if self.on_land else 0)) / 60) % 6

    def bearing(self, facing: int) -> Point:
        """Return the direction towards a hex side (on land a corner)."""
        return self.layout.bearing(facing)

    # Drawing

    @property
    def sheet_tiles(self) -> Chart | LandChart:
        """The painted chart."""
        return self.chart

    @property
    def press(self) -> CounterSprites | LandCounterSprites:
        """Return the maker of counter pictures."""
        return self.counters

    def counter_side(self) -> int:
        """Return the side of a counter at this zoom, in pixels."""
        zoom = self.camera.zoom
        ui = self.ui_scale
        roomy = hex_layout.ROW * zoom >= ROOMY * PRINT_FROM * ui
        least = PRINT_FROM * ui if roomy else min(SMALLEST_COUNTER * ui, max(CROWDED * ui, hex_layout.ROW * zoom))
        if self.on_land:  # units stand side by side: none may cover its neighbour
            least = min(SMALLEST * self.ui_scale, hex_layout.COLUMN * zoom - 1)
        return round(max(1.0, least, COUNTER_SHARE * hex_layout.RADIUS * zoom))

    def _turn_along(self, piece: Piece, run: Point | None) -> Piece:
        return piece if run is None or self.on_land else piece.but(facing=_facing(run))

    def _sight_break(self) -> Point | None:
        return break_point(self.overlay.sight) if self.overlay.sight is not None else None

    def _extra_below(self, zoom: float) -> list[Item]:
        """Return the selected unit's arc of fire, on land drawn where its chosen move ends."""
        chosen = next((piece for piece in self.pieces if piece.id == self.overlay.selected), None)
        if chosen is None or not self.on_land:
            return []
        path, facing = self.overlay.path, self.overlay.facing
        at, towards = (path[-1] if path else chosen.at), (chosen.facing if facing is None else facing)
        return arc_items(chosen.but(at=at, facing=towards), self.sheet, self.inks, zoom)

    def _stack(self) -> list[Spot]:
        """Return counters in drawing order: northern ones first, fanned out within a hex, the first or selected in
        front.
        """
        if not self.on_land:
            return self._fan_out(lambda place: HEXES.centre(place)[1])
        found = stack_counters(self.pieces, HEXES.centre, self.camera.zoom, self.counter_side(), self.overlay.selected)
        return [Spot(lie.piece, lie.x, lie.y, lie.side) for lie in found]

    def _clear_sprites(self) -> None:
        press = LandCounterSprites if self.on_land else CounterSprites
        self.counters = press(self.inks, self.fonts, self.sides)
        self.marks = MarkerPen(self.inks, self.fonts, self.sides, self.layout, CHART, self.ui_scale)
        self.overlays = HexOverlay(self.inks, self.fonts, self.layout, self.ui_scale)
        self._discard_label_box()
        self._discard_derived()


def _facing(direction: Point) -> int:
    return round(math.degrees(math.atan2(direction[0], -direction[1])) / 60) % 6
