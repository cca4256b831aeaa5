"""The land chart under the counters: a campaign survey map with hachured hills, wadis, scrub, walls and names."""

from __future__ import annotations

import random
from functools import cache

import pygame

from game.boards import drawing_tools, hex_layout, land_forms, land_signs, lettering, ornaments
from game.boards.contours import Loop
from game.boards.drawing_tools import Box
from game.boards.hex_chart import SMALLEST_PX, HexChart, Placed
from game.boards.land_forms import wander
from game.boards.land_ink import LandInk
from game.boards.layout import Point
from game.ui.fonts import FontBook
from game.ui.theme import mix
from game.words import tr
from rules.kernel.hexes import neighbour
from rules.kernel.scenario import MapLabel, MapSheet

INCHES_PER_HEX = 3


class LandChart(HexChart):
    """Paints one land sheet in one palette, independent of any game in progress."""

    layout = hex_layout.CORNERED
    grid_from = 0.22

    def __init__(self, sheet: MapSheet, land: LandInk, book: FontBook, ui_scale: float = 1.0) -> None:
        super().__init__(sheet, land.chart, book, ui_scale)
        self.land = land

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """Return a bar of inches at a zoom, a stripe to the hex."""
        unit = tr("inches · {inches_per_hex} to the hex", inches_per_hex=INCHES_PER_HEX)
        step = hex_layout.ROW * zoom
        return ornaments.scale_bar(self.inks, self.book, step, unit, self.ui_scale, each=INCHES_PER_HEX)

    # The ground, from the lowest to the highest

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        land, sheet = self.land, self.sheet
        surface.fill(land.heights[0])
        _specks(surface, land, scale, origin)
        box = self._world_box(surface, scale, origin)
        rims = land_forms.hill_loops(sheet)
        for index, loop in enumerate(rims):
            self._slope(surface, loop, land_forms.hachures(sheet)[index], (box, scale, origin))
        for loop in land_forms.river_loops(sheet):
            points = _loop_pixels(loop, box, scale, origin)
            if len(points) >= 3:
                pygame.draw.polygon(surface, land.heights[0] if loop.hole else land.water, points)
                drawing_tools.polyline(surface, land.shore, points, max(1.5, 2.2 * scale), closed=True)
        for loop, banks in zip(land_forms.wadi_loops(sheet), land_forms.wadi_banks(sheet), strict=True):
            points = _loop_pixels(loop, box, scale, origin)
            if len(points) < 3:
                continue
            pygame.draw.polygon(surface, land.heights[0] if loop.hole else land.bed, points)
            _draw_strokes(surface, land.bank, banks, (box, scale, origin))
            drawing_tools.polyline(surface, land.bank, points, max(1.2, 1.5 * scale), closed=True)
        for number in self._hexes(surface, scale, origin):
            self._hex_signs(surface, number, scale, origin)
        for number, direction, kind in sheet.sides:
            corner = hex_layout.corners(number)
            start, end = (_to_pixels(point, scale, origin) for point in (corner[direction - 1], corner[direction]))
            land_signs.SIDE_SIGNS[kind](surface, land, start, end, scale)
        for kind, number in sheet.features:
            sign, size = land_signs.FEATURE_SIGNS[kind]
            sign(surface, land, _to_pixels(hex_layout.centre(number), scale, origin), size * scale)

    def _slope(
        self,
        surface: pygame.Surface,
        loop: Loop,
        strokes: tuple[land_forms.Stroke, ...],
        place: tuple[Box, float, tuple[int, int]],
    ) -> None:
        """Draw one rim: the ground above it, a soft shade at its foot, and its hachures."""
        land, (box, scale, origin) = self.land, place
        points = _loop_pixels(loop, box, scale, origin)
        if len(points) >= 3:
            above = loop.level - 1 if loop.hole else loop.level
            pygame.draw.polygon(surface, land.heights[min(above, len(land.heights) - 1)], points)
        _draw_strokes(surface, land.hachure, strokes, place)
        if len(points) >= 3:
            drawing_tools.polyline(
                surface, mix(land.hachure, land.heights[0], 0.25), points, max(1.0, 1.2 * scale), closed=True
            )

    def _hex_signs(self, surface: pygame.Surface, number: int, scale: float, origin: tuple[int, int]) -> None:
        ground = self.sheet.ground_at(number)
        x, y = hex_layout.centre(number)
        marks = sorted(wander(ground, number), key=lambda mark: mark[1])

        def spots(count: int) -> list[tuple[Point, float]]:
            return [
                (_to_pixels((x + dx * hex_layout.RADIUS, y + dy * hex_layout.RADIUS), scale, origin), share)
                for dx, dy, share in marks[:: max(1, len(marks) // count)][:count]
            ]

        if ground == "scrub":
            for at, share in spots(9):
                sign = land_signs.bush if share > 0.72 else land_signs.tuft
                sign(surface, self.land, at, (9.5 + 4 * share) * scale)
        elif ground == "rough":
            for at, share in spots(8):
                land_signs.rock(surface, self.land, at, (9 + 10 * share * share) * scale)
        elif ground == "wood":
            for at, share in spots(11):
                land_signs.grove(surface, self.land, at, (15 + 7 * share) * scale)
        elif ground == "buildings":
            self._village(surface, marks, (x, y), scale, origin)
        elif ground == "trench":
            self._trench(surface, number, scale, origin)
        elif ground == "ford":
            for step in (-0.36, -0.12, 0.12, 0.36):
                at = _to_pixels((x + step * hex_layout.RADIUS, y), scale, origin)
                reach = hex_layout.ROW * 0.34 * scale
                drawing_tools.line(
                    surface, self.land.shore, (at[0], at[1] - reach), (at[0], at[1] + reach), max(1.0, 1.3 * scale)
                )
        elif ground == "road":
            self._road(surface, number, scale, origin)
        elif ground == "open" and (number * 29) % 7 == 0:
            at, share = spots(1)[0]
            land_signs.tuft(surface, self.land, at, (6.5 + 3 * share) * scale)

    def _village(
        self,
        surface: pygame.Surface,
        marks: list[tuple[float, float, float]],
        middle: Point,
        scale: float,
        origin: tuple[int, int],
    ) -> None:
        """Draw houses of mud brick in a garden wall, with a tree or two."""
        radius = hex_layout.RADIUS
        yard = [
            _to_pixels((middle[0] + cx * 0.84, middle[1] + cy * 0.84), scale, origin) for cx, cy in hex_layout.CORNERS
        ]
        pygame.draw.polygon(surface, mix(self.land.heights[0], self.land.leaf, 0.22), yard)
        drawing_tools.polyline(
            surface, mix(self.land.brick, self.inks.coast, 0.3), yard, max(1.4, 2.4 * scale), closed=True
        )
        for index, (dx, dy) in enumerate(
            ((-0.36, -0.36), (0.3, -0.4), (-0.42, 0.16), (0.12, 0.02), (0.42, 0.32), (-0.1, 0.46))
        ):
            share = marks[index][2]
            at = _to_pixels((middle[0] + dx * radius, middle[1] + dy * radius), scale, origin)
            if index in (3, 5) and share > 0.4:
                land_signs.grove(surface, self.land, at, 13 * scale)
            else:
                land_signs.house(surface, self.land, at, (14 + 6 * share) * scale)

    def _trench(self, surface: pygame.Surface, number: int, scale: float, origin: tuple[int, int]) -> None:
        x, y = hex_layout.centre(number)
        steps = [
            (-0.8, 0.1),
            (-0.5, 0.1),
            (-0.5, -0.14),
            (-0.15, -0.14),
            (-0.15, 0.1),
            (0.2, 0.1),
            (0.2, -0.14),
            (0.52, -0.14),
            (0.52, 0.1),
            (0.8, 0.1),
        ]
        line = [_to_pixels((x + dx * hex_layout.RADIUS, y + dy * hex_layout.RADIUS), scale, origin) for dx, dy in steps]
        drawing_tools.polyline(
            surface,
            mix(self.land.shade, self.land.heights[0], 0.4),
            [(px, py - 3 * scale) for px, py in line],
            max(2.0, 4 * scale),
        )
        drawing_tools.polyline(surface, self.inks.coast, line, max(1.6, 3 * scale))
        drawing_tools.polyline(surface, self.land.bed, line, max(1.0, 1.2 * scale))

    def _road(self, surface: pygame.Surface, number: int, scale: float, origin: tuple[int, int]) -> None:
        here = _to_pixels(hex_layout.centre(number), scale, origin)
        for direction in range(6):
            there = neighbour(number, direction)
            if self.sheet.ground_at(there) == "road" and there > number:
                end = _to_pixels(hex_layout.centre(there), scale, origin)
                drawing_tools.line(surface, self.land.wood, here, end, max(3.0, 6.5 * scale))
                drawing_tools.line(
                    surface, mix(self.land.heights[0], (255, 255, 255), 0.3), here, end, max(1.6, 4.4 * scale)
                )

    # Names

    def _render_name(self, label: MapLabel, zoom: float) -> Placed | None:
        inks, px = self.inks, round(label.size * 1.3 * (zoom * self.ui_scale) ** 0.5)
        if px < SMALLEST_PX:
            return None
        x, y = hex_layout.from_thousandths(label.at)
        x, y = x * zoom, y * zoom
        if label.style == "land":
            made = lettering.render_spaced(self.book, label.text.upper(), "title_medium", px, inks.land_text, px * 0.22)
        elif label.style == "sea":
            made = self.book.word(label.text + " ", "title_italic", px, inks.sea_text)
        else:
            role = "title_medium" if label.style == "town" else "title_italic"
            made = self.book.word(label.text + " ", role, px, inks.land_text)
        made = lettering.with_halo(made, self.land.heights[0], 5)
        width, high = size_in(made)
        left = min(max(x - width / 2, 6.0), self.size[0] * zoom - width - 6)  # names stay on the map
        return made, left, y - high / 2

    # Coordinates

    def _outline(self, number: int, scale: float, origin: tuple[int, int]) -> list[Point]:
        x, y = hex_layout.centre(number)
        return [_to_pixels((x + cx, y + cy), scale, origin) for cx, cy in hex_layout.CORNERS]

    def _world_box(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> Box:
        reach = 40 / scale + 40
        width, height = surface.get_size()
        left, top = origin[0] / scale, origin[1] / scale
        return left - reach, top - reach, left + width / scale + reach, top + height / scale + reach

    def _hexes(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> list[int]:
        left, top, right, bottom = self._world_box(surface, scale, origin)
        return sorted(
            hex_layout.hexes_in(left, top, right, bottom, self.sheet.columns, self.sheet.rows),
            key=lambda number: (hex_layout.centre(number)[1], number),
        )


def size_in(picture: pygame.Surface) -> tuple[int, int]:
    """Return width and height of a picture."""
    return picture.get_width(), picture.get_height()


def _to_pixels(point: Point, scale: float, origin: tuple[int, int]) -> Point:
    return point[0] * scale - origin[0], point[1] * scale - origin[1]


def _loop_pixels(loop: Loop, box: Box, scale: float, origin: tuple[int, int]) -> list[Point]:
    if not drawing_tools.overlaps(loop.box, box):
        return []
    return [_to_pixels(point, scale, origin) for point in drawing_tools.clip_polygon(loop.points, box)]


def _draw_strokes(
    surface: pygame.Surface,
    colour: tuple[int, int, int],
    strokes: tuple[land_forms.Stroke, ...],
    place: tuple[Box, float, tuple[int, int]],
) -> None:
    """Draw tapering strokes: wide at the rim, pointed at the foot."""
    (left, top, right, bottom), scale, origin = place
    for start, end, width in strokes:
        if not (left <= start[0] <= right and top <= start[1] <= bottom):
            continue
        (ax, ay), (bx, by) = _to_pixels(start, scale, origin), _to_pixels(end, scale, origin)
        half = max(0.7, width * scale) / 2
        length = max(0.01, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        wedge = [(ax + nx, ay + ny), (bx, by), (ax - nx, ay - ny)]
        pygame.draw.polygon(surface, colour, wedge)
        drawing_tools.hairline(surface, colour, wedge, closed=True)


@cache
def _sand() -> tuple[tuple[int, int, int], ...]:
    """Return grains of sand in a square of 256 world units: place and size."""
    draw = random.Random(1885)
    return tuple((draw.randrange(256), draw.randrange(256), draw.choice((1, 1, 1, 2))) for _ in range(150))


def _specks(surface: pygame.Surface, land: LandInk, scale: float, origin: tuple[int, int]) -> None:
    """Draw a thin stipple of sand: the same grains at every zoom."""
    if scale < 0.5:
        return
    width, height = surface.get_size()
    tone = mix(land.speck, land.heights[0], 0.45)
    for i in range(int(origin[0] / scale // 256), int((origin[0] + width) / scale // 256) + 1):
        for j in range(int(origin[1] / scale // 256), int((origin[1] + height) / scale // 256) + 1):
            for x, y, size in _sand():
                at = _to_pixels((i * 256 + x, j * 256 + y), scale, origin)
                pygame.draw.circle(surface, tone, at, max(0.8, size * scale * 0.5))
