"""What the charts of map sheets have in common, at sea and on land: the hexes, the frame, and names that keep clear."""

from __future__ import annotations

import pygame

from game.boards import frame, hex_layout, ink
from game.boards.ink import Box, ChartInk
from game.boards.layout import Layout, Point
from game.boards.tiled_chart import FINE, TiledChart
from game.ui.fonts import FontBook
from rules.kernel.scenario import MapLabel, MapSheet

NUMBERS_FROM = 1.6  # zoom from which hexes show their numbers; the cursor tells them at any zoom
SMALLEST_PX = 10

Placed = tuple[pygame.Surface, float, float]  # a picture and its top left corner on the zoomed world


class HexChart(TiledChart):
    """Paints one map sheet in one palette."""

    layout: Layout
    grid_from: float  # zoom from which hexes are shown

    def __init__(self, sheet: MapSheet, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.sheet, self.inks, self.book, self.ui_scale = sheet, inks, book, ui_scale
        self.size = hex_layout.size_of(sheet.columns, sheet.rows)
        self._names: dict[float, list[Placed]] = {}

    def world(self) -> Box:
        """The sheet of paper in world units: the map and the margin around it."""
        margin = frame.MARGIN
        return -margin, -margin, self.size[0] + margin, self.size[1] + margin

    def _draw_lines(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """The hexes."""
        if scale < self.grid_from * FINE:
            return
        lines = ink.layer(surface.get_size())
        width = 1 if scale < 1 else 2
        for number in self._hexes(surface, scale, origin):
            pygame.draw.lines(lines, self.inks.grid, True, self._outline(number, scale, origin), width)
        surface.blit(lines, (0, 0))

    def _outline(self, number: int, scale: float, origin: tuple[int, int]) -> list[Point]:
        """The corners of a hex on a surface whose top left corner is at `origin` of the scaled world."""
        x, y = hex_layout.centre(number)
        x, y = x * scale - origin[0], y * scale - origin[1]
        return [(x + cx * scale, y + cy * scale) for cx, cy in hex_layout.CORNERS]

    def _hexes(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> list[int]:
        """The hexes a surface shows whose top left corner is at `origin` of the scaled world."""
        raise NotImplementedError

    def _letter(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        names = self._names_at(zoom)
        taken = [picture.get_rect(topleft=(round(x), round(y))) for picture, x, y in names]
        self._draw_figures(surface, zoom, origin, taken)
        for picture, x, y in names:
            surface.blit(picture, (round(x) - origin[0], round(y) - origin[1]))
        frame.draw_frame(surface, self.sheet, self.inks, self.book, zoom, origin)

    def _draw_figures(
        self, surface: pygame.Surface, zoom: float, origin: tuple[int, int], taken: list[pygame.Rect]
    ) -> None:
        """The figures in the hexes, where no name has taken the room on the zoomed world."""
        raise NotImplementedError

    def _names_at(self, zoom: float) -> list[Placed]:
        """The names shown at a zoom, large ones first; a name that would cross another is left out."""
        if zoom not in self._names:
            placed: list[Placed] = []
            taken: list[pygame.Rect] = []
            for label in sorted(self.sheet.labels, key=lambda label: -label.size):
                found = self._lettered(label, zoom)
                if found is None:
                    continue
                box = found[0].get_rect(topleft=(round(found[1]), round(found[2])))
                if box.inflate(4, -box.height // 3).collidelist(taken) < 0:
                    placed.append(found)
                    taken.append(box.inflate(0, -box.height // 4))
            self._names[zoom] = placed
        return self._names[zoom]

    def _lettered(self, label: MapLabel, zoom: float) -> Placed | None:
        """A name at a zoom; None where it would be too small to read."""
        raise NotImplementedError
