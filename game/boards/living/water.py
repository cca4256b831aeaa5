"""Moving water: two crossing wave trains, drawn over the sea of a chart as light by night and as ink by day.

Everything is a function of the time in milliseconds, so a frame can be drawn again and tests can compare it. Tiles are
made once for each look (about 0.3 s); `prepare` does it before a battle opens.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache

import pygame

from game.boards.layout import Point
from game.ui.theme import Colour

TILE = 512
PAD = 48  # pixels added around a tile, so that its blur wraps around


@dataclass(frozen=True)
class Train:
    """Parallel wave crests: how many on a tile, how long, at what angle, how fast in pixels a second."""

    seed: int
    degrees: float
    count: int
    length: float
    ground: int
    crest: int
    widths: tuple[int, ...]
    blur: int
    drift: Point


@dataclass(frozen=True)
class SeaLook:
    """How a sea is drawn: the two trains, what is subtracted from their product, its tint, and light or ink."""

    trains: tuple[Train, Train]
    floor: int
    tint: Colour
    ink: bool = False  # subtracted from the paper instead of added to the water


NIGHT = SeaLook(
    (
        Train(3, 7, 1500, 26, 84, 250, (1, 2, 2), 1, (7, 9)),
        Train(9, -17, 900, 34, 92, 255, (2, 2, 3), 2, (-6, 12)),
    ),
    66,
    (54, 78, 104),
)
DAY = SeaLook(
    (
        Train(5, 4, 1100, 30, 70, 250, (1, 1, 2), 1, (6, 5)),
        Train(11, -12, 760, 38, 86, 255, (2, 2, 3), 2, (-5, 8)),
    ),
    60,
    (120, 84, 58),
    ink=True,
)
SEAS = {"calm": (0.65, 1.0), "moderate": (1.0, 1.2), "heavy": (1.45, 1.6)}  # strength of the tint, speed


def black(size: tuple[int, int]) -> pygame.Surface:
    """Return a black surface without alpha, on which light is added up."""
    made = pygame.Surface((max(1, size[0]), max(1, size[1])), 0, 32)
    made.fill(0)
    return made


@cache
def crests(train: Train) -> pygame.Surface:
    """Return a seamless tile of the crests of one train."""
    rng = random.Random(train.seed)
    made = black((TILE, TILE))
    made.fill((train.ground,) * 3)
    for _ in range(train.count):
        line = _crest(rng, train)
        tone = round(train.ground + (train.crest - train.ground) * rng.uniform(0.3, 1))
        width = rng.choice(train.widths)
        for dx in (-TILE, 0, TILE):
            for dy in (-TILE, 0, TILE):
                moved = [(x + dx, y + dy) for x, y in line]
                if any(-40 < x < TILE + 40 and -40 < y < TILE + 40 for x, y in moved):
                    pygame.draw.lines(made, (tone,) * 3, False, moved, width)
    return _blurred_round(made, train.blur)


def _crest(rng: random.Random, train: Train) -> list[Point]:
    """Return one crest: a short bowed line."""
    x, y = rng.random() * TILE, rng.random() * TILE
    angle = math.radians(train.degrees + rng.gauss(0, 11))
    length = train.length * rng.uniform(0.4, 1.5)
    bow = rng.uniform(-0.16, 0.16) * length
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    points = []
    for step in range(7):
        far, out = length * (step / 6 - 0.5), bow * math.sin(math.pi * step / 6)
        points.append((x + along[0] * far + across[0] * out, y + along[1] * far + across[1] * out))
    return points


def _blurred_round(tile: pygame.Surface, radius: int) -> pygame.Surface:
    """Return a tile blurred as if it were repeated on all sides."""
    width, height = tile.get_size()
    large = black((width + 2 * PAD, height + 2 * PAD))
    large.fblits([(tile, (x + PAD, y + PAD)) for x in (-width, 0, width) for y in (-height, 0, height)])
    return pygame.transform.gaussian_blur(large, radius).subsurface((PAD, PAD, width, height)).copy()


def _lay_wrapped(onto: pygame.Surface, tile: pygame.Surface, shift: Point, flags: int = 0) -> None:
    """Draw a tile over another of its size, shifted with wrap-around."""
    x, y = int(shift[0]) % TILE - TILE, int(shift[1]) % TILE - TILE
    onto.fblits([(tile, (x + i * TILE, y + j * TILE)) for i in (0, 1) for j in (0, 1)], flags)


class Water:
    """One sea, drawn over a part of the screen at a time."""

    def __init__(self, dark: bool, sea: str = "calm") -> None:
        """`sea`: one of SEAS. KeyError for another."""
        strength, self.speed = SEAS[sea]
        self.look = NIGHT if dark else DAY
        self.tint = tuple(min(255, round(part * strength)) for part in self.look.tint)
        self._tile = black((TILE, TILE))
        self._layer = black((1, 1))
        self._at: int | None = None

    def prepare(self) -> None:
        """Make the tiles now, so that the first frame does not wait for them."""
        self._step(0)

    def _step(self, t: int) -> None:
        if self._at == t:
            return
        self._at, seconds = t, t / 1000 * self.speed
        one, other = self.look.trains
        _lay_wrapped(self._tile, crests(one), (one.drift[0] * seconds, one.drift[1] * seconds))
        _lay_wrapped(
            self._tile, crests(other), (other.drift[0] * seconds, other.drift[1] * seconds), pygame.BLEND_RGB_MULT
        )
        self._tile.fill((self.look.floor,) * 3, special_flags=pygame.BLEND_RGB_SUB)
        self._tile.fill(self.tint, special_flags=pygame.BLEND_RGB_MULT)

    def lay(
        self, surface: pygame.Surface, area: pygame.Rect, scroll: tuple[int, int], t: int, dry: pygame.Surface | None
    ) -> None:
        """Draw the water over a screen area whose corner is at `scroll` of the zoomed sheet.

        `dry`: a picture of the area's size, black on what stays dry and colour-keyed elsewhere.
        """
        self._step(t)
        if self._layer.get_size() != area.size:
            self._layer = black(area.size)
        x, y = -(scroll[0] % TILE), -(scroll[1] % TILE)
        spots = [(i, j) for i in range(x, area.width, TILE) for j in range(y, area.height, TILE)]
        self._layer.fblits([(self._tile, spot) for spot in spots])
        if dry is not None:
            self._layer.blit(dry, (0, 0))
        flags = pygame.BLEND_RGB_SUB if self.look.ink else pygame.BLEND_RGB_ADD
        surface.blit(self._layer, area.topleft, special_flags=flags)
