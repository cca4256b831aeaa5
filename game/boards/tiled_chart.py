"""The common base of charts: painted in tiles, and scaled down for the small map."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import pygame

from game.boards import drawing_tools
from game.boards.drawing_tools import Box, ChartInk
from game.boards.label_layout import Word
from game.boards.layout import Point
from game.boards.tile_cache import TILE, Tiles
from game.ui.theme import Colour, mix

FINE = 2  # tiles are drawn twice as large and scaled down, which softens every edge
SQUEEZED = 4  # the small map is drawn this many times larger and scaled down


class TiledChart:
    """A chart painted in tiles when they are first visible, independent of any game in progress. Subclasses define the
    size of the paper and paint ground, fine lines and names.
    """

    size: Point  # rectangle of the charted area, in world units
    inks: ChartInk
    on_paper = False  # for printing: no paper grain, hex lines or numbers (printed separately)

    def world(self) -> Box:
        """Return the rectangle of the paper in world units: the charted area and its margin."""
        raise NotImplementedError

    @cached_property
    def _tiles(self) -> Tiles:
        return Tiles(self.world(), self._paint_tile)

    def words(self, zoom: float) -> tuple[Word, ...]:
        """Return the names drawn at a zoom: a board places them where nothing covers them."""
        return ()

    @property
    def margin(self) -> Colour:
        """Return the colour of the paper beside the charted area."""
        return self.inks.margin or mix(self.inks.palette.paper, self.inks.tints[0], 0.35)

    @property
    def tiles_painted(self) -> int:
        """Return the number of tiles painted so far."""
        return self._tiles.painted

    def tiles(self, zoom: float, view: pygame.Rect) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Yield the tiles under a rectangle of the zoomed world, each with its position relative to the rectangle."""
        return self._tiles.under(zoom, view)

    def picture(self, width: int, height: int) -> pygame.Surface:
        """Return the charted area without frame, names or figures, scaled to a size, for the small map."""
        zoom = min(width / self.size[0], height / self.size[1])
        made = pygame.Surface((round(self.size[0] * zoom) * SQUEEZED, round(self.size[1] * zoom) * SQUEEZED))
        self._paint_small(made, zoom * SQUEEZED)
        return pygame.transform.smoothscale(made, (made.get_width() // SQUEEZED, made.get_height() // SQUEEZED))

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface | None:
        """Return a mask of a part of the zoomed sheet: black where it is not water, transparent on the sea. None if all
        is dry.
        """
        return None

    def _paint_tile(self, zoom: float, i: int, j: int) -> pygame.Surface:
        """Return the tile whose top left corner is at (i, j) * TILE on the world at that zoom."""
        origin = (i * TILE, j * TILE)
        large, far = pygame.Surface((TILE * FINE, TILE * FINE)), (origin[0] * FINE, origin[1] * FINE)
        self._paint_ground(large, zoom * FINE, far)
        self._draw_lines(large, zoom * FINE, far)
        made = pygame.Surface((TILE, TILE))
        pygame.transform.smoothscale(large, (TILE, TILE), made)
        self._draw_lettering(made, zoom, origin)
        self._roughen(made, zoom, origin)
        return made

    def _paint_small(self, surface: pygame.Surface, scale: float) -> None:
        """Draw the whole ground at a scale."""
        self._paint_ground(surface, scale, (0, 0))

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw water and land, with the top left corner of the surface at `origin` of the scaled world."""
        raise NotImplementedError

    def _draw_lines(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw lines that are smoothed together with the ground: hexes, bands."""

    def _draw_lettering(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw figures, names and the frame, without smoothing."""
        raise NotImplementedError

    def _roughen(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the grain of the paper."""
        if not self.on_paper:
            surface.blit(drawing_tools.grain(self.inks.dark), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
