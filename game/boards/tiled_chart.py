"""What all charts under the counters have in common: paper painted in tiles, and squeezed for the small map."""

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
    """A chart painted in tiles when they are first seen. Nothing it paints depends on a game.

    A kind of chart says how large its paper is, paints the ground and the fine lines on it, and letters it.
    """

    size: Point  # of what is charted, in world units
    inks: ChartInk
    on_paper = False  # printed: real paper has its own grain, and the press its own lines and numbers of hexes

    def world(self) -> Box:
        """Return the sheet of paper in world units: what is charted and the margin around it."""
        raise NotImplementedError

    @cached_property
    def _tiles(self) -> Tiles:
        return Tiles(self.world(), self._paint_tile)

    def words(self, zoom: float) -> tuple[Word, ...]:
        """Return the names at a zoom: a board lays them where nothing covers them."""
        return ()

    @property
    def margin(self) -> Colour:
        """The paper beside what is charted, as far as it is seen."""
        return self.inks.margin or mix(self.inks.palette.paper, self.inks.tints[0], 0.35)

    @property
    def tiles_painted(self) -> int:
        """Tiles painted so far."""
        return self._tiles.painted

    def tiles(self, zoom: float, view: pygame.Rect) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Yield the tiles under a rectangle of the zoomed world, each with its place relative to the rectangle."""
        return self._tiles.under(zoom, view)

    def picture(self, width: int, height: int) -> pygame.Surface:
        """Return all that is charted without frame, names or figures, squeezed to a size: for the small map."""
        zoom = min(width / self.size[0], height / self.size[1])
        made = pygame.Surface((round(self.size[0] * zoom) * SQUEEZED, round(self.size[1] * zoom) * SQUEEZED))
        self._paint_small(made, zoom * SQUEEZED)
        return pygame.transform.smoothscale(made, (made.get_width() // SQUEEZED, made.get_height() // SQUEEZED))

    def dry(self, zoom: float, seen: pygame.Rect) -> pygame.Surface | None:
        """Return what of a part of the zoomed sheet is not water: black there, clear on the sea.

        None where all of it is.
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
        self._letter(made, zoom, origin)
        self._roughen(made, zoom, origin)
        return made

    def _paint_small(self, surface: pygame.Surface, scale: float) -> None:
        """Draw the whole ground at a scale."""
        self._paint_ground(surface, scale, (0, 0))

    def _paint_ground(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw water and land, with the top left corner of the surface at `origin` of the scaled world."""
        raise NotImplementedError

    def _draw_lines(self, surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> None:
        """Draw lines that are softened with the ground: hexes, bands."""

    def _letter(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw figures, names and the frame, sharp as they are drawn."""
        raise NotImplementedError

    def _roughen(self, surface: pygame.Surface, zoom: float, origin: tuple[int, int]) -> None:
        """Draw the grain of the paper."""
        if not self.on_paper:
            surface.blit(drawing_tools.grain(self.inks.dark), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
