"""The sea chart under the counters: water and land, soundings, names, hexes and the frame, painted in tiles."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import contours, frame, hex_layout, ink, lettering, ornaments, sea
from game.boards.ink import Box, ChartInk
from game.boards.sea import Waters
from game.boards.tiles import TILE, Tiles
from game.ui.fonts import FontBook
from rules.kernel.scenario import LAND, MapLabel, MapSheet

FINE = 2  # tiles are drawn twice as large and scaled down, which softens every edge
GRID_FROM = 0.26  # zooms from which these are shown
SOUNDINGS_FROM = 0.38
NUMBERS_FROM = 1.1
SMALLEST_PX = 10

Placed = tuple[pygame.Surface, float, float]  # a picture and its top left corner on the zoomed world


class Chart:
    """Paints one map sheet in one palette. Nothing it paints depends on a game."""

    layout = hex_layout.HEXES

    def __init__(self, sheet: MapSheet, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.sheet, self.inks, self.book, self.ui_scale = sheet, inks, book, ui_scale
        self.size = hex_layout.size_of(sheet.columns, sheet.rows)
        self._tiles = Tiles(self.world(), self._painted)
        self._names: dict[float, list[Placed]] = {}

    def world(self) -> Box:
        """The sheet of paper in world units: the map and the margin around it."""
        margin = frame.MARGIN
        return -margin, -margin, self.size[0] + margin, self.size[1] + margin

    @property
    def painted(self) -> int:
        """Tiles painted so far."""
        return self._tiles.painted

    def tile(self, zoom: float, i: int, j: int) -> pygame.Surface:
        """The tile whose top left corner is at (i, j) * TILE on the world at that zoom."""
        return self._tiles.tile(zoom, i, j)

    def tiles(self, zoom: float, view: pygame.Rect) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """The tiles under a rectangle of the zoomed world, each with its place relative to the rectangle."""
        return self._tiles.under(zoom, view)

    def picture(self, width: int, height: int) -> pygame.Surface:
        """The whole map without frame, names or hexes, squeezed to a size: for the small map."""
        zoom = min(width / self.size[0], height / self.size[1])
        made = pygame.Surface((round(self.size[0] * zoom) * 4, round(self.size[1] * zoom) * 4))
        sea.paint(made, self._waters(), self.inks, zoom * 4, (0, 0))
        return pygame.transform.smoothscale(made, (made.get_width() // 4, made.get_height() // 4))

    def _waters(self) -> Waters:
        sheet = self.sheet
        return Waters(contours.depth_loops(sheet), contours.coasts(sheet), contours.form_lines(sheet))

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """A bar of hexes at a zoom."""
        unit = f"hexes of {self.sheet.yards_per_hex:,} yards"
        return ornaments.scale_bar(self.inks, self.book, hex_layout.ROW * zoom, unit, self.ui_scale)

    def _painted(self, zoom: float, i: int, j: int) -> pygame.Surface:
        large = pygame.Surface((TILE * FINE, TILE * FINE))
        origin = (i * TILE, j * TILE)
        sea.paint(large, self._waters(), self.inks, zoom * FINE, (origin[0] * FINE, origin[1] * FINE))
        if zoom >= GRID_FROM:
            self._draw_grid(large, zoom * FINE, (origin[0] * FINE, origin[1] * FINE))
        made = pygame.Surface((TILE, TILE))
        pygame.transform.smoothscale(large, (TILE, TILE), made)
        self._draw_figures(made, zoom, origin)
        for picture, x, y in self._names_at(zoom):
            made.blit(picture, (round(x) - origin[0], round(y) - origin[1]))
        frame.draw_frame(made, self.sheet, self.inks, self.book, zoom, origin)
        left, top, right, bottom = (edge * zoom for edge in self.world())
        made.set_clip((round(left) - origin[0], round(top) - origin[1], round(right - left), round(bottom - top)))
        made.blit(ink.grain(self.inks.dark), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        made.set_clip(None)
        return made

    def _draw_grid(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        lines = ink.layer(surface.get_size())
        width = 1 if scale < 1 else 2
        for number in self._hexes(scale, origin, surface.get_size()):
            x, y = hex_layout.centre(number)
            x, y = x * scale - origin[0], y * scale - origin[1]
            points = [(x + cx * scale, y + cy * scale) for cx, cy in hex_layout.CORNERS]
            pygame.draw.lines(lines, self.inks.grid, True, points, width)
        surface.blit(lines, (0, 0))

    def _hexes(self, scale: float, origin: tuple[int, int], size: tuple[int, int]) -> list[int]:
        left, top = origin[0] / scale, origin[1] / scale
        sheet = self.sheet
        return hex_layout.hexes_in(left, top, left + size[0] / scale, top + size[1] / scale, sheet.columns, sheet.rows)

    def _draw_figures(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Soundings in italic, and hex numbers at close zoom."""
        names = [picture.get_rect(topleft=(round(x), round(y))) for picture, x, y in self._names_at(zoom)]
        sounded = dict(self.sheet.soundings)
        seen = zoom / self.ui_scale
        thin = 3 if seen < 0.5 else 2 if seen < 0.7 else 1
        italic = round(min(17, max(SMALLEST_PX, 14 * seen**0.6)) * self.ui_scale)
        upright = round(min(13, max(9, 10 * seen)) * self.ui_scale)
        for number in self._hexes(zoom, origin, surface.get_size()):
            x, y = hex_layout.centre(number)
            x, y = x * zoom, y * zoom
            if seen >= NUMBERS_FROM:
                text = self.book.render(f"{number:04d}", "figures", upright, self.inks.number)
                at = text.get_rect(midtop=(round(x), round(y - hex_layout.ROW / 2 * zoom + 2)))
                if at.collidelist(names) < 0:
                    surface.blit(text, at.move(-origin[0], -origin[1]))
            if seen < SOUNDINGS_FROM or number not in sounded or (number * 7) % thin:
                continue
            if self.sheet.terrain[number] == LAND:
                continue
            wander = (number * 37 % 17 - 8) * zoom, (number * 53 % 13 - 3) * zoom
            text = self.book.render(str(sounded[number]), "title_italic", italic, self.inks.sounding)
            at = text.get_rect(center=(round(x + wander[0]), round(y + wander[1])))
            if at.collidelist(names) < 0:
                surface.blit(text, at.move(-origin[0], -origin[1]))

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
        inks, px = self.inks, round(label.size * 1.25 * (zoom * self.ui_scale) ** 0.5)
        if px < SMALLEST_PX - 1:
            return None
        x, y = hex_layout.from_thousandths(label.at)
        x, y = x * zoom, y * zoom
        if label.style == "sea":
            draw = lettering.arched if px > 15 else lettering.tracked
            made = draw(self.book, label.text, "title_italic", px, inks.sea_text, px * 0.12)
        elif label.style == "land":
            made = lettering.tracked(self.book, label.text.upper(), "title_medium", px, inks.land_text, px * 0.16)
        else:
            number = hex_layout.hex_at(x / zoom, y / zoom, self.sheet.columns, self.sheet.rows)
            ashore = number is not None and self.sheet.terrain[number] == LAND
            pen = inks.land_text if ashore else inks.sea_text
            made = self.book.font("title_italic", px).render(label.text + " ", True, pen)
            made = lettering.with_halo(made, inks.land if ashore else inks.tints[3], 5)
        if label.style != "town":
            return made, x - made.get_width() / 2, y - made.get_height() / 2
        dotted = ink.layer((made.get_width() + px * 0.5, made.get_height()))
        ink.disc(dotted, inks.coast, (px * 0.3, made.get_height() / 2), px * 0.2)
        dotted.blit(made, (px * 0.5, 0))
        return dotted, x - px * 0.3, y - made.get_height() / 2
