"""Markers on the chart: smoke, torpedo spreads, searchlights, arcs, rings, wakes, objectives, exits and lines.

A marker's fields by kind; values are in units of the board: hexes, bands, inches. smoke: places, text (the phase in
which it goes). torpedo: places (from, then those run), facing, value (how many). cone, arc: places[0], facing, value,
text; a second place overrides the facing. ring, circle: places[0], value, text. wake, line: places, text. objective,
exit: places, facing, text. contact: the places of two units in melee.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import pygame

from game.boards import ink
from game.boards.ink import ChartInk
from game.boards.items import Item, Sprite, Stroke, centred
from game.boards.layout import Layout, Point
from game.boards.lettering import with_halo
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

VARIANTS = 5
LARGEST = 1800  # pixels across of a cached picture; larger markers are only outlined
_ORDER = ("wake", "exit", "objective", "ring", "circle", "arc", "cone", "line", "smoke", "wedge", "torpedo", "contact")


class MarkerPress:
    """Draws markers in one palette at any zoom; each is pressed once for a zoom."""

    def __init__(
        self, inks: ChartInk, book: FontBook, sides: Mapping[str, Colour], layout: Layout, ui_scale: float = 1.0
    ) -> None:
        self.layout = layout
        self.inks, self.book, self.sides, self.ui_scale = inks, book, dict(sides), ui_scale
        self._kept: dict[tuple[Marker, float], tuple[Item, ...]] = {}

    def items(self, markers: tuple[Marker, ...], zoom: float) -> list[Item]:
        """All markers as items, the lowest first: wakes under rings under smoke under torpedoes."""
        ranked = sorted(markers, key=lambda m: _ORDER.index(m.kind) if m.kind in _ORDER else 0)
        if len(self._kept) > 600:
            self._kept.clear()
        found: list[Item] = []
        for marker in ranked:
            key = (marker.but(rule=""), zoom)
            if key not in self._kept:
                self._kept[key] = tuple(self._press(marker, zoom))
            found += self._kept[key]
        return found

    def _press(self, marker: Marker, zoom: float) -> Iterator[Item]:
        table: dict[str, Callable[[Marker, float], Iterator[Item]]] = {
            "smoke": self._smoke, "torpedo": self._torpedo, "wedge": self._torpedo, "cone": self._cone,
            "arc": self._arc, "ring": self._ring, "circle": self._ring, "wake": self._wake, "line": self._line,
            "objective": self._objective, "exit": self._exit, "contact": self._contact,
        }  # fmt: skip
        return table.get(marker.kind, self._line)(marker, zoom)

    def _centres(self, marker: Marker, zoom: float) -> list[Point]:
        middles = (self.layout.centre(place) for place in marker.places)
        return [(x * zoom, y * zoom) for x, y in middles]

    def _colour(self, marker: Marker) -> Colour:
        base = self.sides.get(marker.side)
        if base is None:
            return self.inks.palette.gold
        return mix(base, (255, 255, 255), 0.42) if self.inks.dark else base

    def _smoke(self, marker: Marker, zoom: float) -> Iterator[Item]:
        radius = round(self.layout.radius * zoom)
        for place, (x, y) in zip(marker.places, self._centres(marker, zoom), strict=True):
            yield centred(smoke_picture(self.inks.smoke, radius, sum(place) % VARIANTS), x, y)
            if marker.text and radius >= 20:
                yield self._tag(marker.text, x, y + radius * 0.62)

    def _tag(self, text: str, x: float, y: float) -> Sprite:
        """Small words in a pill of paper."""
        drawn = self.book.render(text, "bold", round(12 * self.ui_scale), self.inks.palette.ink)
        high = round(16 * self.ui_scale)
        made = ink.layer((drawn.get_width() + 10, high))
        pygame.draw.rect(made, (*self.inks.palette.panel, 225), made.get_rect(), border_radius=high // 2)
        pygame.draw.rect(made, self.inks.palette.panel_border, made.get_rect(), 1, border_radius=high // 2)
        made.blit(drawn, drawn.get_rect(center=(made.get_width() // 2 + 1, high // 2)))
        return centred(made, x, y)

    def _words(self, text: str, x: float, y: float, colour: Colour) -> Iterator[Item]:
        if text:
            drawn = self.book.font("bold", round(13 * self.ui_scale)).render(text, True, colour)
            yield centred(with_halo(drawn, self.inks.tints[1], 4), x, y)

    def _direction(self, marker: Marker) -> Point:
        if len(marker.places) < 2:
            return self.layout.bearing(marker.facing)
        (ax, ay), (bx, by) = (self.layout.centre(place) for place in (marker.places[0], marker.places[-1]))
        length = math.dist((ax, ay), (bx, by)) or 1.0
        return (bx - ax) / length, (by - ay) / length

    def _torpedo(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A wedge that widens ahead, the tracks in it, the torpedoes at their head and their number."""
        colour, radius = self._colour(marker), self.layout.radius * zoom
        spots = self._centres(marker, zoom)
        dx, dy = self._direction(marker)
        head = spots[-1]
        run = math.dist(spots[0], head) if len(spots) > 1 else 0.0
        run = min(run, 6 * radius) + 0.9 * radius
        tail = (head[0] - dx * run, head[1] - dy * run)
        narrow, wide = 0.22 * radius, 0.72 * radius
        front = (head[0] + dx * 0.6 * radius, head[1] + dy * 0.6 * radius)
        wedge = [
            (tail[0] - dy * narrow, tail[1] + dx * narrow), (front[0] - dy * wide, front[1] + dx * wide),
            (front[0] + dy * wide, front[1] - dx * wide), (tail[0] + dy * narrow, tail[1] - dx * narrow),
        ]  # fmt: skip
        box = ink.bounds(wedge, 4)
        made = ink.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in wedge]
        pygame.draw.polygon(made, (*colour, 64), local)
        ink.polyline(made, (*colour, 235), local, 1.2, closed=True)
        ink.line(made, colour, local[1], local[2], max(2.0, radius * 0.1))
        count = max(1, min(5, marker.value or 1))
        for index in range(count):
            share = (index + 0.5) / count * 2 - 1
            start = (tail[0] - dy * narrow * share - box.x, tail[1] + dx * narrow * share - box.y)
            end = (head[0] - dy * wide * share * 0.9 - box.x, head[1] + dx * wide * share * 0.9 - box.y)
            ink.dashed(made, (*mix(colour, (255, 255, 255), 0.3), 190), [start, end], 1.0, 5, 4)
            _fish(made, end, (dx, dy), radius, colour)
        yield Sprite(made, box.x, box.y)
        if marker.value and radius > 10:
            yield self._count(marker.value, tail[0] + dx * run * 0.66, tail[1] + dy * run * 0.66, colour)
        yield from self._words(marker.text, front[0] + dx * 12, front[1] + dy * 14, self.inks.palette.ink)

    def _count(self, value: int, x: float, y: float, colour: Colour) -> Sprite:
        made = ink.layer((22, 22))
        ink.disc(made, self.inks.palette.panel, (11, 11), 10)
        pygame.draw.aacircle(made, colour, (11, 11), 10, 2)
        drawn = self.book.font("bold", 14).render(str(value), True, self.inks.palette.ink)
        box = drawn.get_bounding_rect()
        made.blit(drawn, (11 - box.width // 2 - box.x, 11 - box.height // 2 - box.y))
        return centred(made, x, y)

    def _cone(self, marker: Marker, zoom: float) -> Iterator[Item]:
        (x, y), reach = self._centres(marker, zoom)[0], marker.value * self.layout.unit * zoom
        if len(marker.places) > 1:
            reach = math.dist((x, y), self._centres(marker, zoom)[-1]) + self.layout.radius * zoom
        if not 0 < reach <= LARGEST:
            return
        dx, dy = self._direction(marker)
        angle = math.degrees(math.atan2(dx, -dy))
        fans = [((x, y), *ink.arc_points((x, y), reach * share, angle - half, angle + half))
                for share, half in ((1.0, 9.0), (1.0, 6.0), (0.85, 4.0), (0.6, 2.6))]  # fmt: skip
        box = ink.bounds([point for fan in fans for point in fan], 6)
        coarse = 2 if reach < 300 else 4  # a soft beam needs no fine drawing
        small = (box.width // coarse + 1, box.height // coarse + 1)
        made = ink.layer(small)
        made.fill((255, 240, 168, 0))
        for fan in fans:
            beam = ink.layer(small)
            points = [((px - box.x) / coarse, (py - box.y) / coarse) for px, py in fan]
            pygame.draw.polygon(beam, (255, 240, 168, 42), points)
            made.blit(beam, (0, 0))
        made = pygame.transform.gaussian_blur(made, 2)
        yield Sprite(pygame.transform.smoothscale(made, box.size), box.x, box.y)

    def _arc(self, marker: Marker, zoom: float) -> Iterator[Item]:
        (x, y), reach = self._centres(marker, zoom)[0], max(1, marker.value) * self.layout.unit * zoom
        dx, dy = self._direction(marker)
        angle, colour = math.degrees(math.atan2(dx, -dy)), self._colour(marker)
        rim = [(x, y), *ink.arc_points((x, y), reach, angle - 30, angle + 30)]
        if reach <= LARGEST:
            box = ink.bounds(rim, 3)
            made = ink.layer(box.size)
            local = [(px - box.x, py - box.y) for px, py in rim]
            pygame.draw.polygon(made, (*colour, 34), local)
            ink.polyline(made, (*colour, 220), local, 1.0, closed=True)
            yield Sprite(made, box.x, box.y)
        else:
            yield Stroke(_outline(rim, colour))
        yield from self._words(marker.text, x + dx * reach, y + dy * reach, self.inks.palette.ink)

    def _ring(self, marker: Marker, zoom: float) -> Iterator[Item]:
        (x, y), reach = self._centres(marker, zoom)[0], (marker.value + 0.5) * self.layout.unit * zoom
        colour = self._colour(marker)
        rim = ink.arc_points((x, y), reach, 0, 360)
        if marker.kind == "circle" and reach * 2 <= LARGEST:
            made = ink.layer((reach * 2 + 4, reach * 2 + 4))
            pygame.draw.circle(made, (*colour, 50), (reach + 2, reach + 2), reach)
            yield centred(made, x, y)
        yield Stroke(_outline(rim, colour) if marker.kind == "circle" else _dashes(rim, colour))
        yield from self._words(marker.text, x, y - reach, self.inks.palette.ink)

    def _wake(self, marker: Marker, zoom: float) -> Iterator[Item]:
        spots, radius = self._centres(marker, zoom), self.layout.radius * zoom
        if len(spots) < 2:
            return
        box = ink.bounds(spots, radius)
        if max(box.size) > LARGEST:
            return
        made = ink.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in spots]
        foam = (236, 244, 250) if self.inks.dark else (96, 134, 152)
        for index, (start, end) in enumerate(zip(local, local[1:], strict=False)):
            share = (index + 1) / (len(local) - 1)
            dx, dy = end[0] - start[0], end[1] - start[1]
            length = math.hypot(dx, dy) or 1.0
            for side in (-1, 0, 1):
                off = side * radius * (0.26 - 0.16 * share)
                at, to = ((px - dy / length * off, py + dx / length * off) for px, py in (start, end))
                ink.line(made, (*foam, round((110 if side else 60) * share)), at, to, 1.6)
        yield Sprite(made, box.x, box.y)

    def _line(self, marker: Marker, zoom: float) -> Iterator[Item]:
        spots, colour = self._centres(marker, zoom), self._colour(marker)
        if len(spots) > 1:
            yield Stroke(_outline(spots, colour))
        middle = spots[len(spots) // 2]
        yield from self._words(marker.text, middle[0], middle[1] - 12, colour)

    def _contact(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """Crossed blades between two units in melee."""
        spots = self._centres(marker, zoom)
        x, y = ((a + b) / 2 for a, b in zip(spots[0], spots[-1], strict=True))
        reach = max(9.0, self.layout.radius * zoom * 0.4)
        made = ink.layer((reach * 2 + 6, reach * 2 + 6))
        middle = reach + 3
        ink.disc(made, (16, 12, 12), (middle, middle), reach)
        ink.disc(made, (176, 30, 44), (middle, middle), reach - 1.5)
        for side in (-1, 1):
            tip, hilt = (
                (middle + side * reach * 0.55, middle - reach * 0.6),
                (middle - side * reach * 0.5, middle + reach * 0.55),
            )
            ink.line(made, (252, 246, 232), hilt, tip, max(1.6, reach * 0.16))
            guard = (hilt[0] + side * reach * 0.22, hilt[1] - reach * 0.24)
            ends = (
                (guard[0] - reach * 0.2, guard[1] - side * reach * 0.2),
                (guard[0] + reach * 0.2, guard[1] + side * reach * 0.2),
            )
            ink.line(made, (236, 200, 110), *ends, max(1.4, reach * 0.12))
        yield centred(made, x, y)

    def _objective(self, marker: Marker, zoom: float) -> Iterator[Item]:
        radius, colour = self.layout.radius * zoom, self.inks.palette.gold
        for x, y in self._centres(marker, zoom):
            made = ink.layer((radius * 2 + 6, radius * 2 + 6))
            middle = (radius + 3, radius + 3)
            self._cell(made, middle, radius * 0.92, (*colour, 40), colour, max(1.5, radius * 0.06))
            star = [
                (middle[0] + math.sin(math.pi * step / 5) * size, middle[1] - math.cos(math.pi * step / 5) * size)
                for step in range(10)
                for size in ((radius * 0.42) if step % 2 == 0 else (radius * 0.18),)
            ]
            pygame.draw.polygon(made, colour, star)
            ink.polyline(made, (20, 18, 12), star, 1.2, closed=True)
            yield centred(made, x, y)
        if marker.text:
            x, y = self._centres(marker, zoom)[0]
            yield from self._words(marker.text, x, y + radius * 1.15, colour)

    def _exit(self, marker: Marker, zoom: float) -> Iterator[Item]:
        radius, colour = self.layout.radius * zoom, self._colour(marker)
        dx, dy = self.layout.bearing(marker.facing)
        for x, y in self._centres(marker, zoom):
            made = ink.layer((radius * 2 + 4, radius * 2 + 4))
            middle = (radius + 2, radius + 2)
            self._cell(made, middle, radius * 0.94, (*colour, 46), (*colour, 200), 1.2)
            for step in (-0.3, 0.05, 0.4):
                tip = middle[0] + dx * radius * step, middle[1] + dy * radius * step
                arms = [
                    (tip[0] - (dx - side * dy * 1.3) * radius * 0.28, tip[1] - (dy + side * dx * 1.3) * radius * 0.28)
                    for side in (-1, 1)
                ]
                ink.polyline(made, (*colour, 230), [arms[0], tip, arms[1]], max(1.3, radius * 0.07))
            yield centred(made, x, y)

    def _cell(
        self, surface: pygame.Surface, middle: Point, radius: float, fill: ink.Ink, edge: ink.Ink, width: float
    ) -> None:
        share = radius / self.layout.radius
        points = [(middle[0] + x * share, middle[1] + y * share) for x, y in self.layout.cell]
        pygame.draw.polygon(surface, fill, points)
        ink.polyline(surface, edge, points, width, closed=True)


def _fish(surface: pygame.Surface, tip: Point, direction: Point, radius: float, colour: Colour) -> None:
    dx, dy = direction
    length, wide = max(7.0, radius * 0.36), max(1.6, radius * 0.06)
    back = (tip[0] - dx * length, tip[1] - dy * length)
    ink.line(surface, (14, 16, 22), back, tip, 2 * wide + 2)
    ink.line(surface, mix(colour, (255, 255, 255), 0.5), back, tip, 2 * wide)
    ink.disc(surface, mix(colour, (255, 255, 255), 0.5), tip, wide)


def _outline(points: list[Point], colour: Colour) -> Callable[[pygame.Surface, int, int], None]:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        pygame.draw.aalines(surface, colour, False, [(x + dx, y + dy) for x, y in points])

    return draw


def _dashes(points: list[Point], colour: Colour) -> Callable[[pygame.Surface, int, int], None]:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        moved = [(x + dx, y + dy) for x, y in points]
        for start, end in zip(moved[::2], moved[1::2], strict=False):
            pygame.draw.aaline(surface, colour, start, end)

    return draw


@lru_cache(maxsize=80)
def smoke_picture(tones: tuple[Colour, Colour], radius: int, variant: int, share: float = 1.0) -> pygame.Surface:
    """Billows that fill a cell of `radius` pixels; `share` below 1 is smoke still rising."""
    fine = 2 if radius < 60 else 1
    size = round(radius * 2.7 * fine)
    draw = random.Random(variant * 7 + 3)
    made = ink.layer((size, size))
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
        puff = ink.layer((r * unit * 2.6, r * unit * 2.6))
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
