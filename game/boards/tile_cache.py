"""Tiles of a painted chart: painted when first visible, kept within a byte budget, least recently used dropped
first.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator

import pygame

from game.boards.drawing_tools import Box

TILE = 512  # pixels a side
KEPT_BYTES = 96_000_000


class Tiles:
    """The tiles of one chart at every zoom. `paint(zoom, i, j)` draws the one at (i, j) * TILE of the zoomed world."""

    def __init__(self, world: Box, paint: Callable[[float, int, int], pygame.Surface]) -> None:
        self.world, self.paint = world, paint
        self.painted = 0  # number of tiles painted
        self._kept: OrderedDict[tuple[float, int, int], pygame.Surface] = OrderedDict()

    def tile(self, zoom: float, i: int, j: int) -> pygame.Surface:
        """Return the tile whose top left corner is at (i, j) * TILE on the world at that zoom."""
        key = (zoom, i, j)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        self.painted += 1
        made = self._kept[key] = self.paint(zoom, i, j)
        while len(self._kept) * TILE * TILE * 4 > KEPT_BYTES:
            self._kept.popitem(last=False)
        return made

    def under(self, zoom: float, view: pygame.Rect) -> Iterator[tuple[pygame.Surface, tuple[int, int]]]:
        """Yield the tiles under a rectangle of the zoomed world, each with its position relative to the rectangle."""
        left, top, right, bottom = (edge * zoom for edge in self.world)
        for j in range(max(view.top, int(top) - 1) // TILE, min(view.bottom, int(bottom) + 1) // TILE + 1):
            for i in range(max(view.left, int(left) - 1) // TILE, min(view.right, int(right) + 1) // TILE + 1):
                yield self.tile(zoom, i, j), (i * TILE - view.left, j * TILE - view.top)
