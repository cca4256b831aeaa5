"""The sea chart under the counters: water and land, names, hexes and the frame, painted in tiles."""

from __future__ import annotations

import pygame

from game.boards import contours, drawing_tools, hex_layout, lettering, ornaments, sea_painting
from game.boards.hex_chart import SMALLEST_PX, HexChart, Placed
from game.boards.sea_painting import WaterContours
from game.words import tr
from rules.kernel.scenario import LAND, MapLabel


class Chart(HexChart):
    """Paints one map sheet in one palette, independent of any game in progress."""

    layout = hex_layout.HEXES
    grid_from = 0.26

    def _waters(self) -> WaterContours:
        sheet = self.sheet
        return WaterContours(contours.depth_loops(sheet), contours.coasts(sheet), contours.form_lines(sheet))

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """Return a bar of hexes at a zoom."""
        unit = tr("hexes of {yards_per_hex} yards", yards_per_hex=f"{self.sheet.yards_per_hex:,}")
        return ornaments.scale_bar(self.inks, self.book, hex_layout.ROW * zoom, unit, self.ui_scale)

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface:
        """Return a mask: land and the paper around the sea black, the sea transparent."""
        box = (0, 0, self.size[0] * zoom, self.size[1] * zoom)
        return sea_painting.dry(seen.size, self._waters(), box, zoom, seen.topleft)

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        sea_painting.paint(surface, self._waters(), self.inks, scale, origin)

    def _hexes(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> list[int]:
        sheet, size = self.sheet, surface.get_size()
        left, top = origin[0] / scale, origin[1] / scale
        return hex_layout.hexes_in(left, top, left + size[0] / scale, top + size[1] / scale, sheet.columns, sheet.rows)

    def _render_name(self, label: MapLabel, zoom: float) -> Placed | None:
        inks, px = self.inks, round(label.size * 1.25 * (zoom * self.ui_scale) ** 0.5)
        if px < SMALLEST_PX - 1:
            return None
        x, y = hex_layout.from_thousandths(label.at)
        x, y = x * zoom, y * zoom
        if label.style == "sea":
            draw = lettering.render_arched if px > 15 else lettering.render_spaced
            made = draw(self.book, label.text, "title_italic", px, inks.sea_text, px * 0.12)
        elif label.style == "land":
            made = lettering.render_spaced(self.book, label.text.upper(), "title_medium", px, inks.land_text, px * 0.16)
        else:
            number = hex_layout.hex_at(x / zoom, y / zoom, self.sheet.columns, self.sheet.rows)
            ashore = number is not None and self.sheet.terrain[number] == LAND
            pen = inks.land_text if ashore else inks.sea_text
            made = self.book.word(label.text + " ", "title_italic", px, pen)
            made = lettering.with_halo(made, inks.land if ashore else inks.tints[3], 5)
        if label.style != "town":
            return made, x - made.get_width() / 2, y - made.get_height() / 2
        dotted = drawing_tools.layer((made.get_width() + px * 0.5, made.get_height()))
        drawing_tools.disc(dotted, inks.coast, (px * 0.3, made.get_height() / 2), px * 0.2)
        dotted.blit(made, (px * 0.5, 0))
        return dotted, x - px * 0.3, y - made.get_height() / 2
