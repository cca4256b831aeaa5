"""The night chart of the range bands: sky, sea, islands, flags at the ends, numbers and a scale of yards, in tiles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pygame

from game.boards import (
    band_land,
    band_sky,
    chart_frame,
    contours,
    drawing_tools,
    lettering,
    ornaments,
    sea_painting,
    table_waters,
)
from game.boards.band_layout import BandLayout, Box
from game.boards.drawing_tools import ChartInk
from game.boards.flags import flag
from game.boards.layout import Point
from game.boards.sea_painting import WaterContours
from game.boards.table_layout import LONGER_SIDE
from game.boards.tiled_chart import TiledChart
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.view import Ground, Marker

FORMS = (0.76, 0.54, 0.32, 0.14)  # form lines of an island's hill
SMALLEST_PX = 9
ISLANDS = ("island", "guadalcanal")  # markers that the chart itself shows


@dataclass(frozen=True)
class Scenery:
    """What the chart shows besides water. `islands`: (name, band); `ashore`: cells of targets ashore, by band."""

    layout: BandLayout
    weather: str
    ends: tuple[str, ...] = ()
    islands: tuple[tuple[str, int], ...] = ()
    ashore: tuple[tuple[int, Box], ...] = ()
    scale: str = ""

    def coast(self, name: str, band: int) -> tuple[Point, ...]:
        """Return the outline of an island in world units."""
        return band_land.outline(self.layout, name, band, tuple(box for there, box in self.ashore if there == band))

    @property
    def yards(self) -> int:
        """Return the yards in a band, read from the text of the scale; 0 if it does not say."""
        found = re.search(r"([\d,.]+)\s*(?:yd|yards?)", self.scale)
        return int(re.sub(r"\D", "", found[1]) or 0) if found else 0

    @property
    def closed_bands(self) -> frozenset[int]:
        """Return the ends that a coast closes: band 0, the band after the last, or both."""
        lay = self.layout
        ends = (band for name, band in self.islands if band_land.closes_the_end(name))
        return frozenset(0 if band <= lay.bands / 2 else lay.bands + 1 for band in ends)


@cache
def _waters(size: tuple[int, int], coasts: tuple[tuple[tuple[int, int], ...], ...]) -> WaterContours:
    ground = Ground(kind="table", size=size, unit="mm", outlines=tuple(("", coast) for coast in coasts))
    return table_waters.waters(ground)


class BandChart(TiledChart):
    """Paints one scenery in one palette."""

    def __init__(self, scenery: Scenery, inks: ChartInk, book: FontBook) -> None:
        self.scenery, self.inks, self.book = scenery, inks, book
        self.lay = scenery.layout
        self.layout = self.lay.layout()
        self.size: Point = self.lay.size
        self._share = LONGER_SIDE / max(self.lay.size)
        self._large: dict[tuple[str, float], pygame.Surface] = {}

    def world(self) -> Box:
        """Return the sheet of paper in world units."""
        return self.lay.world()

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """Return a bar of bands."""
        return ornaments.scale_bar(self.inks, self.book, self.lay.column * zoom, "bands", self.lay.unit)

    def waters(self) -> WaterContours:
        """Return depths, coasts and hills, in the units of `table_waters`."""
        thousand = 1000
        coasts = [self.scenery.coast(name, band) for name, band in self.scenery.islands]
        corners = tuple(tuple((round(x * thousand), round(y * thousand)) for x, y in coast) for coast in coasts)
        made = _waters((self.lay.size[0] * thousand, self.lay.size[1] * thousand), corners)
        forms = [
            contours.close_loop(level, [(x * self._share, y * self._share) for x, y in ring], False)
            for (name, _), coast in zip(self.scenery.islands, coasts, strict=True)
            if not band_land.closes_the_end(name)
            for level, ring in enumerate(band_land.rings(coast, FORMS))
        ]
        ends = any(band_land.closes_the_end(name) for name, _ in self.scenery.islands)
        return WaterContours(made.depths, made.coasts, (*forms, *(made.forms if ends else ())))

    # ------------------------------------------------------------------ tiles

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface:
        """Return a mask: land and the paper around the sea black, the sea transparent."""
        box = (0, self.lay.horizon * zoom, self.size[0] * zoom, self.lay.shore * zoom)
        return sea_painting.dry(seen.size, self.waters(), box, zoom / self._share, seen.topleft)

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        sea_painting.paint(surface, self.waters(), self.inks, scale / self._share, origin)

    def _paint_small(self, surface: pygame.Surface, scale: float) -> None:
        """Draw the sea and the land, and the sky above them."""
        super()._paint_small(surface, scale)
        surface.blit(self._sky(scale), (0, 0))

    def _draw_lettering(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        strip = self._sky(zoom)
        if (road := self._glitter(zoom)) is not None:
            surface.blit(road, (-origin[0], strip.get_height() - origin[1]), special_flags=pygame.BLEND_RGB_ADD)
        surface.blit(strip, (-origin[0], -origin[1]))
        self._draw_horizon(surface, zoom, origin)
        self._draw_figures(surface, zoom, origin)
        self._draw_names(surface, zoom, origin)
        self._draw_ends(surface, zoom, origin)
        self._draw_frame(surface, zoom, origin)

    def _sky(self, zoom: float) -> pygame.Surface:
        lay = self.lay
        size = round(lay.size[0] * zoom), round(lay.horizon * zoom)
        spots = []
        for name, band in self.scenery.islands:
            left, _, right, _ = lay.band_box(band)
            spots.append((name, (left + right) / 2 / lay.size[0], (right - left) / lay.size[0]))
        weather = self.scenery.weather if self.inks.dark else "day"
        return band_sky.sky(size, weather, band_sky.hills_of(spots))

    def _glitter(self, zoom: float) -> pygame.Surface | None:
        if not self.inks.dark or self.scenery.weather != "moon":
            return None
        key = ("glitter", zoom)
        if key not in self._large:
            lay = self.lay
            size = round(lay.size[0] * zoom), round((lay.shore - lay.horizon) * zoom)
            made = band_sky.glitter(size, "moon")
            assert made is not None
            self._large[key] = made
        return self._large[key]

    def _draw_lines(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw every other band a shade darker, dotted lines between them, the middle line, and the ends in shadow."""
        lay, inks = self.lay, self.inks
        veil = drawing_tools.layer(surface.get_size())
        tone: Colour = (4, 10, 22) if inks.dark else (94, 132, 150)
        for band in range(1, lay.bands + 1):
            left, top, right, bottom = (edge * scale for edge in lay.band_box(band))
            if band % 2 == 0:
                box = (round(left) - origin[0], round(top) - origin[1], round(right - left), round(bottom - top))
                veil.fill((*tone, 22 if inks.dark else 13), box)
        for band in (0, lay.bands + 1):
            if band not in self.scenery.closed_bands:
                self._shade_end(veil, band, scale, origin)
        surface.blit(veil, (0, 0))
        lines, u = drawing_tools.layer(surface.get_size()), max(1.0, lay.unit)
        r = 7 * u
        pen = (*mix(inks.sounding, inks.coast, 0.4), 105)
        for edge in range(lay.bands + 1):
            x = (lay.first + edge * lay.column) * scale - origin[0]
            ends = (x, lay.horizon * scale - origin[1]), (x, lay.shore * scale - origin[1])
            if -4 < x < surface.get_width() + 4:
                inner = 0 < edge < lay.bands
                drawing_tools.draw_dashes(lines, pen, ends, (2.0 if inner else 3.0) * u, 3 * u, (9 if inner else 4) * u)
        y = lay.middle * scale - origin[1]
        left, right = lay.first * scale - origin[0], (lay.first + lay.bands * lay.column) * scale - origin[0]
        gold = (*inks.palette.gold, 120)
        drawing_tools.draw_dashes(lines, gold, [(left, y), (right, y)], 2.0 * u, 22 * u, 14 * u)
        for edge in range(lay.bands + 1):
            x = (lay.first + edge * lay.column) * scale - origin[0]
            pygame.draw.polygon(lines, (*inks.palette.gold, 190), [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
        for name, band in self.scenery.islands:
            if not band_land.closes_the_end(name):
                coast = [(px * scale - origin[0], py * scale - origin[1]) for px, py in self.scenery.coast(name, band)]
                pygame.draw.polygon(lines, (0, 0, 0, 0), coast)
        surface.blit(lines, (0, 0))

    def _shade_end(self, veil: pygame.Surface, band: int, scale: float, origin: tuple[int, int]) -> None:
        left, top, right, bottom = (edge * scale for edge in self.lay.band_box(band))
        tone: Colour = (4, 8, 16) if self.inks.dark else (120, 140, 146)
        steps = 12
        for step in range(steps):
            near, far = step / steps, (step + 1) / steps
            if band:
                near, far = 1 - far, 1 - near
            x, to = left + (right - left) * near, left + (right - left) * far
            box = (round(x) - origin[0], round(top) - origin[1], round(to) - round(x), round(bottom - top))
            veil.fill((*tone, 96 - 7 * step if self.inks.dark else 60 - 4 * step), box)

    def _draw_horizon(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        y = round(self.lay.horizon * zoom) - origin[1]
        light = mix(self.inks.coast, self.inks.tints[1], 0.35)
        pygame.draw.line(surface, light, (-origin[0], y), (round(self.size[0] * zoom) - origin[0], y))

    def _draw_figures(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the number of every band below the horizon."""
        lay, inks = self.lay, self.inks
        px = round(min(28 * lay.unit, lay.column * 0.36) * zoom**0.6)
        for band in range(1, lay.bands + 1):
            left, top, right, _ = lay.band_box(band)
            drawn = self.book.render(str(band), "title", px, mix(inks.land_text, inks.sea_text, 0.35))
            drawn = lettering.with_halo(drawn, inks.tints[1], 5)
            middle = (left + right) / 2 * zoom, (top + 17 * lay.unit) * zoom
            at = drawn.get_rect(center=(round(middle[0]), round(middle[1])))
            surface.blit(drawn, at.move(-origin[0], -origin[1]))

    def _draw_names(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        for name, band in self.scenery.islands:
            draw = self._named_coast if band_land.closes_the_end(name) else self._named_island
            found = draw(name, band, zoom)
            if found is not None:
                surface.blit(found[0], found[0].get_rect(center=found[1]).move(-origin[0], -origin[1]))

    def _named_coast(self, name: str, band: int, zoom: float) -> tuple[pygame.Surface, tuple[int, int]] | None:
        """Return the name of a coast that closes an end, upright along it, below the arrow off the chart, and its
        middle.
        """
        lay, at_left = self.lay, band <= self.lay.bands / 2
        high, low = lay.middle + 34 * lay.unit, lay.shore
        left, _, right, _ = lay.band_box(0 if at_left else lay.bands + 1)
        middle = (left + right) / 2 - (0.12 if at_left else -0.12) * (right - left)
        for px in range(round(22 * lay.unit * zoom**0.6), SMALLEST_PX - 1, -1):
            pen = self.inks.land_text
            drawn = lettering.render_spaced(self.book, name.upper(), "title_medium", px, pen, px * 0.34)
            if drawn.get_width() < (low - high) * 0.9 * zoom:
                drawn = pygame.transform.rotate(drawn, 90 if at_left else -90)
                return drawn, (round(middle * zoom), round((high + low) / 2 * zoom))
        return None

    def _named_island(self, name: str, band: int, zoom: float) -> tuple[pygame.Surface, tuple[int, int]] | None:
        """Return the name of an island, placed on it, and its middle; None when there is no room."""
        lay, coast = self.lay, self.scenery.coast(name, band)
        xs, ys = zip(*coast, strict=True)
        middle = round(sum(xs) / len(xs) * zoom), round((min(ys) + max(ys)) / 2 * zoom)
        for px in range(round(15 * lay.unit * zoom**0.5), SMALLEST_PX - 2, -1):
            drawn = self.book.word(name + " ", "title_italic", px, self.inks.land_text)
            if drawn.get_width() < lay.column * zoom * 0.98:
                return lettering.with_halo(drawn, self.inks.land, 5), middle
        return None

    def _draw_ends(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the flags, and chevrons that point off the chart."""
        lay, inks = self.lay, self.inks
        for number, side in enumerate(self.scenery.ends[:2]):
            band = (lay.bands + 1) * number
            left, top, right, _ = lay.band_box(band)
            width = round((right - left) * 0.72 * zoom)
            if width < 12:
                continue
            cloth = flag(side, width, 0.16 if inks.dark else 0.0)
            at = cloth.get_rect(midtop=(round((left + right) / 2 * zoom), round((top + 12 * lay.unit) * zoom)))
            surface.blit(cloth, at.move(-origin[0], -origin[1]))
        for band in (0, lay.bands + 1):
            if band in self.scenery.closed_bands:
                continue
            left, _, right, _ = lay.band_box(band)
            middle, out = ((left + right) / 2 * zoom, lay.middle * zoom), 1 if band else -1
            reach = 9 * lay.unit * zoom
            chevrons = drawing_tools.layer((reach * 7, reach * 4))
            for step in (-1, 0, 1):
                tip = (chevrons.get_width() / 2 + (step + 0.5 * out) * reach * 1.3, chevrons.get_height() / 2)
                arms = [(tip[0] - out * reach, tip[1] + side * reach * 1.2) for side in (-1, 1)]
                drawing_tools.polyline(
                    chevrons, (*inks.sea_text, 120), [arms[0], tip, arms[1]], max(1.6, 2.2 * lay.unit)
                )
            at = chevrons.get_rect(center=(round(middle[0]), round(middle[1])))
            surface.blit(chevrons, at.move(-origin[0], -origin[1]))

    def _draw_frame(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the margin of paper, neat lines, and the scale of yards along the foot with one field for each band."""
        lay, inks, palette = self.lay, self.inks, self.inks.palette
        inner = pygame.Rect(-origin[0], -origin[1], round(self.size[0] * zoom), round(self.size[1] * zoom))
        outer = inner.inflate(round(2 * lay.margin * zoom), round(2 * lay.margin * zoom))
        paper = mix(palette.paper, inks.tints[0], 0.35)
        foot = pygame.Rect(inner.left, round(lay.shore * zoom) - origin[1], inner.width, 0)
        foot.height = inner.bottom - foot.top
        surface.fill(paper, foot)
        for side in chart_frame.around(outer.union(surface.get_rect()).inflate(4, 4), inner):
            surface.fill(paper, side)
        for side in chart_frame.around(outer.union(surface.get_rect()).inflate(4, 4), outer):
            surface.fill(palette.desk, side)
        pygame.draw.rect(surface, inks.coast, inner.inflate(2, 2), 1)
        gap = max(3, round(lay.margin * zoom * 0.34))
        pygame.draw.rect(surface, inks.coast, inner.inflate(2 * gap, 2 * gap), max(1, round(1.6 * lay.unit)))
        pygame.draw.line(surface, inks.coast, foot.topleft, foot.topright)
        high = max(3, round(7 * lay.unit * zoom**0.5))
        pale = mix(inks.coast, paper, 0.85)
        for band in range(1, lay.bands + 1):
            left, _, right, _ = lay.band_box(band)
            x, to = round(left * zoom) - origin[0], round(right * zoom) - origin[0]
            surface.fill(inks.coast if band % 2 else pale, (x, foot.top + 1, to - x, high))
        start, end = round(lay.first * zoom) - origin[0], round((lay.first + lay.bands * lay.column) * zoom) - origin[0]
        pygame.draw.rect(surface, inks.coast, (start, foot.top, end - start + 1, high + 2), 1)
        yards = self.scenery.yards
        px = round(min(14.5 * lay.unit, lay.column * 0.2) * zoom**0.4)
        if not yards or px < SMALLEST_PX:
            return
        low = foot.top + high + 3
        for edge in range(lay.bands + 1):
            x = round((lay.first + edge * lay.column) * zoom) - origin[0]
            text = self.book.render(f"{edge * yards:,}", "figures", px, inks.palette.ink_soft)
            surface.blit(text, text.get_rect(midtop=(x, low)))
        word = self.book.render("yards", "title_italic", px + 1, inks.palette.ink_soft)
        surface.blit(word, word.get_rect(midtop=(round((lay.size[0] - 0.3 * lay.column) * zoom) - origin[0], low)))


def islands_of(markers: Iterable[Marker]) -> tuple[tuple[str, int], ...]:
    """Return the islands among a view's markers, each with its name and its band."""
    return tuple((marker.text or marker.kind, marker.places[0][0]) for marker in markers if marker.kind in ISLANDS)
