"""The chart on a table: water and land, a faint graticule, names, and a graduated frame, in tiles."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import chart_frame, drawing_tools, lettering, ornaments, sea_painting, shoals_art, table_waters
from game.boards.drawing_tools import Box, ChartInk
from game.boards.label_layout import Word
from game.boards.layout import Point
from game.boards.table_layout import THOUSAND, Tabletop
from game.boards.tile_cache import TILE
from game.boards.tiled_chart import TiledChart
from game.ui.fonts import FontBook
from game.ui.theme import mix
from rules.kernel.view import Ground

MARGIN = 62.0  # world units of paper around the table
SMALLEST_PX = 11
FOUL = -1.0  # used instead of the room on land: the name belongs to foul ground
_BAND = (0.10, 0.22)  # the striped scale, as fractions of the margin from the table outwards
ZOOMS_KEPT = 4


class TableChart(TiledChart):
    """Paints one table in one palette."""

    def __init__(self, ground: Ground, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.ground, self.inks, self.book, self.ui_scale = ground, inks, book, ui_scale
        self.top = Tabletop(ground)
        self.layout = self.top.layout()
        self.size = self.top.size
        self._words: dict[float, tuple[Word, ...]] = {}

    def world(self) -> Box:
        """Return the rectangle of the paper in world units: the table and its margin."""
        return -MARGIN, -MARGIN, self.size[0] + MARGIN, self.size[1] + MARGIN

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """Return a striped bar in the table's own unit."""
        each = 10 if self.ground.unit == "mm" else 1
        unit = {"mm": "millimetres", "inch": "inches"}.get(self.ground.unit, self.ground.unit)
        step = self.top.length(each * THOUSAND) * zoom
        return ornaments.scale_bar(self.inks, self.book, step, unit, self.ui_scale, each)

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface:
        """Return a mask: land and the paper around the sea black, the sea transparent."""
        box = (0, 0, self.size[0] * zoom, self.size[1] * zoom)
        return sea_painting.dry(seen.size, table_waters.waters(self.ground), box, zoom, seen.topleft)

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        sea_painting.paint(surface, table_waters.waters(self.ground), self.inks, scale, origin)
        shoals_art.paint(surface, self.ground, self.inks, scale, origin)

    def _draw_lettering(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        self._draw_graticule(surface, zoom, origin)
        self._draw_frame(surface, zoom, origin)

    def _draw_graticule(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw hairlines at the large graduations, so that distances can be judged by eye."""
        lines = drawing_tools.layer(surface.get_size())
        step = self.top.length(self.top.steps()[1]) * zoom
        faint = (*self.inks.grid[:3], self.inks.grid[3] // 2)
        for axis in (0, 1):
            count = int(self.size[axis] * zoom / step + 0.001)
            for index in range(1, count + 1):
                at = round(index * step) - origin[axis]
                if 0 <= at < TILE:
                    lines.fill(faint, (at, 0, 1, TILE) if axis == 0 else (0, at, TILE, 1))
        surface.blit(lines, (0, 0))

    def words(self, zoom: float) -> tuple[Word, ...]:
        """Return the names drawn at a zoom."""
        if zoom not in self._words:
            while len(self._words) >= ZOOMS_KEPT:
                self._words.pop(next(iter(self._words)))
            self._words[zoom] = tuple(self._names_at(zoom))
        return self._words[zoom]

    def _names_at(self, zoom: float) -> Iterator[Word]:
        for text, at, room in self._labels():
            made = self._render_name(text, zoom, room * zoom)
            box = made.get_rect(center=(round(at[0] * zoom), round(at[1] * zoom)))
            box.clamp_ip(pygame.Rect(6, 6, round(self.size[0] * zoom) - 12, round(self.size[1] * zoom) - 12))
            yield Word(made, *box.center, 10 + made.get_height(), (1.6, 0.4) if room else (3.0, 0.6))

    def _labels(self) -> Iterator[tuple[str, Point, float]]:
        """Yield names of lands in the middle of their outlines, then the ground's labels, each with its room on land (0
        at sea).
        """
        for name, corners in self.ground.outlines:
            if name:
                points = [self._keep_on_chart(self.top.world(corner)) for corner in corners]
                yield name, _middle(points), max(x for x, _ in points) - min(x for x, _ in points)
        for _, name, outline, _ in shoals_art.shoals(self.ground):
            if name:
                yield name, _middle([self._keep_on_chart(point) for point in outline]), FOUL
        coasts = table_waters.coasts(self.ground)
        outlined = {name for name, _ in self.ground.outlines}
        for text, place in self.ground.labels:
            if text in outlined:
                continue
            at = self.top.world(place)
            ashore = (loop.box[2] - loop.box[0] for loop in coasts if _inside(at, loop.points))
            yield text, at, next(ashore, 0.0)

    def _keep_on_chart(self, point: Point) -> Point:
        return max(0.0, min(self.size[0], point[0])), max(0.0, min(self.size[1], point[1]))

    def _render_name(self, text: str, zoom: float, room: float) -> pygame.Surface:
        """Return a name's picture: water on an arc; land in capitals, or small with a halo if `room` pixels are too
        few.
        """
        inks, root = self.inks, (zoom * self.ui_scale / 0.35) ** 0.5
        if room < 0:
            drawn = self.book.word(text + " ", "title_italic", round(15 * root), inks.coast)
            return lettering.with_halo(drawn, inks.tints[2], 4)
        if room:
            px = round(17 * root)
            made = lettering.render_spaced(self.book, text.upper(), "title_medium", px, inks.land_text, px * 0.16)
            if made.get_width() < room * 0.8:
                return made
            drawn = self.book.word(text + " ", "title_italic", round(16 * root), inks.land_text)
            return lettering.with_halo(drawn, inks.land, 4)
        px = round(22 * root)
        return lettering.render_arched(self.book, text, "title_italic", px, inks.sea_text, px * 0.12)

    def _draw_frame(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the neat line, a scale striped in small graduations with numbers at the large ones, and the paper
        outside.
        """
        margin = MARGIN * zoom
        inner = pygame.Rect(-origin[0], -origin[1], round(self.size[0] * zoom), round(self.size[1] * zoom))
        outer = inner.inflate(round(2 * margin), round(2 * margin))
        view = surface.get_rect()
        if inner.contains(view):
            return
        inks, paper = self.inks, self.margin
        for side in chart_frame.around(outer.union(view).inflate(4, 4), inner):
            surface.fill(paper, side)
        near = max(1, round(_BAND[0] * margin))
        far = max(near + 4, round(_BAND[1] * margin))
        self._stripes(surface, inner, (near, far), zoom, mix(inks.coast, paper, 0.85))
        pygame.draw.rect(surface, inks.coast, inner.inflate(2, 2), 1)
        pygame.draw.rect(surface, inks.coast, inner.inflate(2 * near, 2 * near), 1)
        pygame.draw.rect(surface, inks.coast, inner.inflate(2 * far, 2 * far), max(1, round(zoom * 1.5)))
        self._numbers(surface, inner, outer, far, zoom)

    def _graduations(self, axis: int, step: int, zoom: float) -> Iterator[tuple[int, int, int]]:
        """Yield index and both ends in pixels of every stripe of a graduation along one side."""
        limit = self.ground.size[axis]
        pixels = self.top.share * zoom
        for index in range(-(-limit // step)):
            yield index, round(index * step * pixels), round(min(limit, (index + 1) * step) * pixels)

    def _stripes(
        self, surface: pygame.Surface, inner: pygame.Rect, band: tuple[int, int], zoom: float, pale: drawing_tools.Ink
    ) -> None:
        near, far = band
        step = self.top.steps()[0]
        colours = (self.inks.coast, pale)
        for index, start, end in self._graduations(0, step, zoom):
            for top in (inner.top - far, inner.bottom + near):
                surface.fill(colours[index % 2], (inner.left + start, top, end - start, far - near))
        for index, start, end in self._graduations(1, step, zoom):
            for left in (inner.left - far, inner.right + near):
                surface.fill(colours[index % 2], (left, inner.top + start, far - near, end - start))

    def _numbers(self, surface: pygame.Surface, inner: pygame.Rect, outer: pygame.Rect, far: int, zoom: float) -> None:
        room = inner.top - far - outer.top
        px = min(round(15 * self.ui_scale), room - 1)
        if px < 9:
            return
        view = surface.get_rect().inflate(80, 80)
        step = self.top.steps()[1]
        spots = []
        for index, start, _ in self._graduations(0, step, zoom):
            spots += [(index, inner.left + start, y) for y in (outer.top + room // 2, outer.bottom - room // 2)]
        for index, start, _ in self._graduations(1, step, zoom):
            spots += [(index, x, inner.top + start) for x in (outer.left + room // 2, outer.right - room // 2)]
        for index, x, y in spots:
            if index and view.collidepoint(x, y):
                text = self.book.render(self.top.words(index * step), "figures", px, self.inks.number)
                upright = inner.left <= x <= inner.right
                text = text if upright else pygame.transform.rotate(text, 90 if x < inner.left else -90)
                surface.blit(text, text.get_rect(center=(x, y)))


def _middle(points: list[Point]) -> Point:
    """Return the centre of gravity of a closed line; of a flat one, the mean of its corners."""
    twice = x = y = 0.0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        cross = ax * by - bx * ay
        twice, x, y = twice + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    if abs(twice) < 1e-6:
        return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    return x / (3 * twice), y / (3 * twice)


def _inside(point: Point, corners: tuple[Point, ...]) -> bool:
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            inside = not inside
    return inside
