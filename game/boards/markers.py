"""Markers on a board: one pen for every board, and a table of drawings, one for each kind of marker. Shared drawings
are in `chart_marks`, those of range bands in `band_board`, those of tables in `table_marks` and `inch_marks`, which
also explain each kind's fields. Lengths are in the board's own unit: hexes, bands, thousandths.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Sprite, Stroke, Words, centred_sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Layout, Point
from game.boards.lettering import with_halo
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

VARIANTS = 5
LARGEST = 1800  # pixels across of a cached picture; larger markers are only outlined
KEPT = 600  # cached pictures of markers
EDGE = 26  # labels of markers keep this many pixels from the edge of the board
_ORDER = (
    "wreck",
    "fallen",
    "captured",
    "departed",
    "wake",
    "exit",
    "objective",
    "ring",
    "circle",
    "arc",
    "cone",
    "line",
    "smoke",
    "wedge",
    "torpedo",
    "contact",
)

OnSurface = Callable[[pygame.Surface, int, int], None]  # (surface, shift x, shift y of the zoomed world)


class MarkerPen:
    """The pen for markers in one palette at any zoom; pictures are cached by zoom. `drawings`: kind -> generator of its
    items from (pen, marker, zoom); a kind without one is drawn as a line.
    """

    def __init__(
        self,
        inks: ChartInk,
        book: FontBook,
        sides: Mapping[str, Colour],
        layout: Layout,
        drawings: Mapping[str, Drawing],
        ui_scale: float = 1.0,
    ) -> None:
        self.layout, self.drawings = layout, drawings
        self.inks, self.book, self.sides, self.ui_scale = inks, book, dict(sides), ui_scale
        self.taken: Sequence[pygame.Rect] = ()  # pieces and names on the zoomed world: labels keep clear of them
        self.covered: Sequence[pygame.Rect] = ()  # ornaments on the screen, likewise
        self.laid: list[pygame.Rect] = []  # rectangles of labels drawn so far
        self._kept: dict[tuple[Marker, float], tuple[Item, ...]] = {}

    def items(self, markers: tuple[Marker, ...], zoom: float) -> list[Item]:
        """Return all markers as items, the lowest first: wakes under rings under smoke under torpedoes under words."""
        ranked = sorted(markers, key=lambda m: _ORDER.index(m.kind) if m.kind in _ORDER else 0)
        if len(self._kept) > KEPT:
            self._kept.clear()
        found: list[Item] = []
        for marker in ranked:
            key = (marker.but(rule=""), zoom)
            if key not in self._kept:
                draw = self.drawings.get(marker.kind, self.drawings["line"])
                self._kept[key] = tuple(draw(self, marker, zoom)) if marker.places else ()
            found += self._kept[key]
        return sorted(found, key=lambda item: isinstance(item, Words))

    # For the drawings

    def centres(self, marker: Marker, zoom: float) -> list[Point]:
        """Return the middles of a marker's places on the zoomed world."""
        middles = (self.layout.centre(place) for place in marker.places)
        return [(x * zoom, y * zoom) for x, y in middles]

    def reach(self, marker: Marker, zoom: float) -> float:
        """Return a marker's value in pixels of the zoomed world."""
        return self.layout.reach(marker.value) * zoom

    def radius(self, zoom: float) -> float:
        """Return a cell's radius in pixels."""
        return self.layout.radius * zoom

    def colour(self, marker: Marker) -> Colour:
        """Return the colour of the marker's side; gold if it has none."""
        base = self.sides.get(marker.side)
        if base is None:
            return self.inks.palette.gold
        return mix(base, (255, 255, 255), 0.42) if self.inks.dark else base

    def foam(self) -> Colour:
        """Return the colour of wakes."""
        return (230, 241, 248) if self.inks.dark else (90, 130, 150)

    def direction(self, marker: Marker) -> Point:
        """Return the direction from its first place to its last; its facing if there is only one place."""
        if len(marker.places) < 2:
            return self.layout.bearing(marker.facing)
        (ax, ay), (bx, by) = (self.layout.centre(place) for place in (marker.places[0], marker.places[-1]))
        length = math.dist((ax, ay), (bx, by)) or 1.0
        return (bx - ax) / length, (by - ay) / length

    def whole(self, zoom: float) -> pygame.Rect:
        """Return the rectangle of the whole board on the zoomed world."""
        return pygame.Rect(0, 0, *(round(side * zoom) for side in self.layout.size))

    # Words

    def tag(self, text: str) -> pygame.Surface:
        """Return small text in a pill of paper colour."""
        drawn = self.book.render(text, "bold", round(12 * self.ui_scale), self.inks.palette.ink)
        high = round(16 * self.ui_scale)
        made = drawing_tools.layer((drawn.get_width() + 10, high))
        pygame.draw.rect(made, (*self.inks.palette.panel, 225), made.get_rect(), border_radius=high // 2)
        pygame.draw.rect(made, self.inks.palette.panel_border, made.get_rect(), 1, border_radius=high // 2)
        made.blit(drawn, drawn.get_rect(center=(made.get_width() // 2 + 1, high // 2)))
        return made

    def bold(self, text: str, colour: Colour) -> pygame.Surface:
        """Return bold text with a halo in the sheet's tone."""
        pen = colour if self.inks.dark else mix(colour, self.inks.palette.ink, 0.45)
        drawn = self.book.word(text, "bold", round(13 * self.ui_scale), pen)
        return with_halo(drawn, self.inks.tints[1], 4)

    def words(self, text: str, x: float, y: float, colour: Colour, zoom: float) -> Iterator[Item]:
        """Yield bold text centred on a point, or on the nearest free one; nothing for an empty text."""
        if text:
            drawn = self.bold(text, colour)
            high, wide = drawn.get_height(), drawn.get_width()
            off = ((0, 0), (0, -1), (0, 1), (0, -2), (0, 2), (-0.6, 0), (0.6, 0), (0, -3), (0, 3))
            yield self.words_at(drawn, [(x + dx * wide, y + dy * high) for dx, dy in off], zoom)

    def words_at(self, words: pygame.Surface, spots: Sequence[Point], zoom: float) -> Stroke:
        """Return the text at the first of some spots where it is visible and covers no piece, name or ornament."""
        board = self.whole(zoom)

        def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
            seen = pygame.Rect(surface.get_clip()).clip(board.move(dx, dy))
            room = seen.inflate(-words.get_width() - EDGE, -words.get_height() - EDGE)
            for x, y in spots:
                box = words.get_rect(center=(round(x), round(y)))
                at = box.move(dx, dy)
                free = box.collidelist(self.taken) < 0 and at.collidelist([*self.covered, *self.laid]) < 0
                if free and room.collidepoint(x + dx, y + dy):
                    surface.blit(words, at)
                    self.laid.append(at)
                    return

        return Words(draw)

    def ringed_number(self, value: int, x: float, y: float, colour: Colour) -> Sprite:
        """Return a number in a ring."""
        made = drawing_tools.layer((22, 22))
        drawing_tools.disc(made, self.inks.palette.panel, (11, 11), 10)
        pygame.draw.aacircle(made, colour, (11, 11), 10, 2)
        drawn = self.book.word(str(value), "bold", 14, self.inks.palette.ink)
        box = drawn.get_bounding_rect()
        made.blit(drawn, (11 - box.width // 2 - box.x, 11 - box.height // 2 - box.y))
        return centred_sprite(made, x, y)

    def cell(
        self,
        surface: pygame.Surface,
        middle: Point,
        radius: float,
        fill: drawing_tools.Ink,
        edge: drawing_tools.Ink,
        width: float,
    ) -> None:
        """Draw a cell of the board, filled and outlined."""
        share = radius / self.layout.radius
        points = [(middle[0] + x * share, middle[1] + y * share) for x, y in self.layout.cell]
        pygame.draw.polygon(surface, fill, points)
        drawing_tools.polyline(surface, edge, points, width, closed=True)


Drawing = Callable[[MarkerPen, Marker, float], Iterator[Item]]


def line_stroke(points: Sequence[Point], colour: drawing_tools.Ink, width: float = 1.0) -> Stroke:
    """Return a polyline of which only the visible part is drawn."""

    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        seen = pygame.Rect(surface.get_clip()).inflate(20, 20)
        for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
            found = seen.clipline(ax + dx, ay + dy, bx + dx, by + dy)
            if found:
                drawing_tools.line(surface, colour[:3], found[0], found[1], width)

    return Stroke(draw)


def star(surface: pygame.Surface, middle: Point, radius: float, colour: Colour) -> None:
    """Draw a five-pointed star."""
    points = []
    for step in range(10):
        angle, reach = math.pi * step / 5, radius if step % 2 == 0 else radius * 0.42
        points.append((middle[0] + math.sin(angle) * reach, middle[1] - math.cos(angle) * reach))
    pygame.draw.polygon(surface, colour, points)
    drawing_tools.polyline(surface, (20, 18, 12), points, 1.2, closed=True)


def part(one: Point, other: Point, share: float) -> Point:
    """Return the point a fraction of the way from one point to another."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


@lru_cache(maxsize=80)
def smoke_picture(tones: tuple[Colour, Colour], radius: int, variant: int, share: float = 1.0) -> pygame.Surface:
    """Return a cloud of smoke that fills a cell of `radius` pixels; `share` below 1: still rising."""
    fine = 2 if radius < 60 else 1
    size = round(radius * 2.7 * fine)
    draw = random.Random(variant * 7 + 3)
    made = drawing_tools.layer((size, size))
    shade, light = tones
    puffs = []
    for index in range(15):
        away = math.sqrt((index + 0.4) / 15) * 0.82
        angle = index * 2.39996 + variant + draw.uniform(-0.35, 0.35)
        r = draw.uniform(0.2, 0.46) * (1.25 - 0.55 * away)
        puffs.append((math.sin(angle) * away * 0.86, math.cos(angle) * away, r, draw.uniform(-0.12, 0.12)))
    unit = radius * fine * share
    middle = size / 2
    for y, x, r, _ in puffs:
        pygame.draw.circle(made, (*shade, 255), (middle + x * unit, middle + (y + 0.08) * unit), r * unit * 1.14)
    made = pygame.transform.gaussian_blur(made, max(1, round(radius * fine * 0.06)))
    for y, x, r, tone in sorted(puffs):
        puff = drawing_tools.layer((r * unit * 2.6, r * unit * 2.6))
        half = puff.get_width() / 2
        puff.fill((*mix(shade, light, 0.5), 0))
        for grow, lift, part in ((1.0, 0.0, 0.1), (0.82, 0.1, 0.38), (0.58, 0.22, 0.66), (0.32, 0.34, 0.95)):
            colour = mix(shade, light, min(1.0, max(0.0, part + tone - 0.2 * y)))
            spot = (half - lift * r * unit * 0.6, half - lift * r * unit)
            pygame.draw.circle(puff, (*colour, 255), spot, r * unit * grow)
        puff = pygame.transform.gaussian_blur(puff, max(1, round(r * unit * 0.2)))
        made.blit(puff, (middle + x * unit - half, middle + y * unit - half))
    made.fill((255, 255, 255, round(236 * min(1.0, 0.4 + 0.6 * share))), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(made, (size // fine, size // fine))
