"""The common base of sea and land charts: hexes, frame, and names that avoid each other and the counters."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import chart_frame, drawing_tools, hex_layout
from game.boards.drawing_tools import Box, ChartInk
from game.boards.label_layout import Word
from game.boards.layout import Layout, Point
from game.boards.tiled_chart import FINE, TiledChart
from game.ui.fonts import FontBook
from rules.kernel.scenario import MapLabel, MapSheet

NUMBERS_FROM = 0.75  # zoom from which hexes show their numbers; the cursor shows its hex's number at any zoom
SMALLEST_PX = 10
ZOOMS_KEPT = 4
ROAMS = {"sea": (3.0, 0.6), "land": (1.6, 0.3), "": (1.2, 0.5)}  # how far a name may be moved, see label_layout.py

Placed = tuple[pygame.Surface, float, float]  # a picture and its top left corner on the zoomed world


class HexChart(TiledChart):
    """Paints one map sheet in one palette."""

    layout: Layout
    grid_from: float  # zoom from which hexes are shown

    def __init__(self, sheet: MapSheet, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.sheet, self.inks, self.book, self.ui_scale = sheet, inks, book, ui_scale
        self.size = hex_layout.size_of(sheet.columns, sheet.rows)
        self._words: dict[float, tuple[Word, ...]] = {}

    def world(self) -> Box:
        """Return the rectangle of the paper in world units: the map and its margin."""
        margin = chart_frame.MARGIN
        return -margin, -margin, self.size[0] + margin, self.size[1] + margin

    def _draw_lines(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw the hexes."""
        if scale < self.grid_from * FINE or self.on_paper:
            return
        lines = drawing_tools.layer(surface.get_size())
        width = 1 if scale < 1 else 2
        for number in self._hexes(surface, scale, origin):
            pygame.draw.lines(lines, self.inks.grid, True, self._outline(number, scale, origin), width)
        surface.blit(lines, (0, 0))

    def _outline(self, number: int, scale: float, origin: tuple[int, int]) -> list[Point]:
        """Return the corners of a hex on a surface whose top left corner is at `origin` of the scaled world."""
        x, y = hex_layout.centre(number)
        x, y = x * scale - origin[0], y * scale - origin[1]
        return [(x + cx * scale, y + cy * scale) for cx, cy in hex_layout.CORNERS]

    def _hexes(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> list[int]:
        """Return the hexes on a surface whose top left corner is at `origin` of the scaled world."""
        raise NotImplementedError

    def _draw_lettering(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        if zoom / self.ui_scale >= NUMBERS_FROM and not self.on_paper:
            self._draw_numbers(surface, zoom, origin)
        chart_frame.draw_frame(surface, self.sheet, self.inks, self.book, zoom, origin)

    def _draw_numbers(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the numbers of the hexes, each at the top of its own."""
        px = round(min(13, max(9, 10 * zoom / self.ui_scale)) * self.ui_scale)
        for number in self._hexes(surface, zoom, origin):
            x, y = hex_layout.centre(number)
            text = self.book.render(f"{number:04d}", "figures", px, self.inks.number)
            at = text.get_rect(midtop=(round(x * zoom), round((y - hex_layout.ROW / 2) * zoom + 2)))
            surface.blit(text, at.move(-origin[0], -origin[1]))

    def words(self, zoom: float) -> tuple[Word, ...]:
        """Return the names drawn at a zoom, large names first."""
        if zoom not in self._words:
            while len(self._words) >= ZOOMS_KEPT:
                self._words.pop(next(iter(self._words)))
            self._words[zoom] = tuple(self._names_at(zoom))
        return self._words[zoom]

    def _names_at(self, zoom: float) -> Iterator[Word]:
        for label in self.sheet.labels:
            found = self._render_name(label, zoom)
            if found is not None:
                picture, left, top = found
                middle = left + picture.get_width() / 2, top + picture.get_height() / 2
                yield Word(picture, *middle, 10 + label.size, ROAMS.get(label.style, ROAMS[""]))

    def _render_name(self, label: MapLabel, zoom: float) -> Placed | None:
        """Return a name at a zoom; None where it would be too small to read."""
        raise NotImplementedError
