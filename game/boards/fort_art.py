"""Works ashore seen from above on their counters: a fort with its guns, a battery behind its earthwork, a town.

A hull of type LAND is called "fort: NAME", "battery: NAME" or "town: NAME"; its turrets are its guns.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.boards import ashore, drawing_tools
from game.boards.layout import Point
from game.ui.theme import Colour, mix
from rules.kernel.view import Hull, Piece

EARTH: Colour = (150, 132, 92)
GRASS: Colour = (122, 134, 88)
STONE: Colour = (206, 198, 180)
SHADE: Colour = (70, 62, 48)
IRON: Colour = (30, 32, 36)
ROOF: Colour = (168, 84, 60)
DOCK: Colour = (104, 150, 170)
Placer = Callable[[float, float], Point]  # from fractions of the counter (front, right) to the surface

CRATERS = ((0.12, 0.1), (-0.16, -0.14), (0.02, -0.26), (-0.22, 0.2))
HOUSES = (  # middle along and across, length and width: fractions of the counter
    (-0.28, -0.26, 0.16, 0.1), (-0.3, -0.08, 0.12, 0.12), (-0.28, 0.12, 0.18, 0.1), (-0.3, 0.29, 0.14, 0.09),
    (-0.08, -0.3, 0.1, 0.1), (-0.07, -0.13, 0.14, 0.09), (-0.08, 0.08, 0.1, 0.12), (-0.06, 0.28, 0.16, 0.1),
    (0.14, -0.28, 0.13, 0.09), (0.13, 0.3, 0.12, 0.1),
)  # fmt: skip


def is_works(piece: Piece) -> bool:
    """Return whether a piece is a work ashore."""
    return ashore.is_land(piece)


def draw(surface: pygame.Surface, hull: Hull, middle: Point, size: float, ahead: Point) -> None:
    """Draw a work `size` pixels across, its front that way (a unit step)."""
    kind = hull.name.partition(":")[0]

    def at(x: float, y: float) -> Point:
        return middle[0] + (x * ahead[0] - y * ahead[1]) * size, middle[1] + (x * ahead[1] + y * ahead[0]) * size

    drawing = {"fort": _fort, "battery": _battery}.get(kind, _town)
    drawing(surface, hull, at, size)
    for x, y in CRATERS[: hull.damage]:
        drawing_tools.disc(surface, (62, 50, 40), at(x, y), size * 0.07)
        drawing_tools.disc(surface, (24, 20, 18), at(x, y), size * 0.042)


def _polygon(surface: pygame.Surface, fill: Colour, points: list[Point], edge: Colour, wide: float) -> None:
    pygame.draw.polygon(surface, fill, points)
    drawing_tools.polyline(surface, edge, points, wide, closed=True)


def _fort(surface: pygame.Surface, _hull: Hull, at: Placer, size: float) -> None:
    """Draw a lunette of masonry: glacis, wall, court, and guns at its faces."""
    outline = ((0.44, 0.0), (0.2, 0.4), (-0.28, 0.42), (-0.4, 0.16), (-0.4, -0.16), (-0.28, -0.42), (0.2, -0.4))
    for share, tone in ((1.0, GRASS), (0.84, EARTH), (0.72, STONE), (0.5, mix(STONE, EARTH, 0.55))):
        _polygon(surface, tone, [at(x * share, y * share) for x, y in outline], SHADE, max(1.0, size * 0.016))
    for angle, where in ((-62, 0.31), (-24, 0.29), (24, 0.29), (62, 0.31)):
        turn = math.radians(angle)
        x, y = math.cos(turn) * where, math.sin(turn) * where
        tip = (x + math.cos(turn * 0.6) * 0.16, y + math.sin(turn * 0.6) * 0.16)
        drawing_tools.line(surface, IRON, at(x, y), at(*tip), size * 0.045)
        drawing_tools.disc(surface, IRON, at(x, y), size * 0.07)
        drawing_tools.disc(surface, mix(STONE, IRON, 0.35), at(x, y), size * 0.048)
    _polygon(
        surface, ROOF, [at(x, y) for x, y in ((-0.2, -0.1), (-0.2, 0.1), (-0.06, 0.1), (-0.06, -0.1))], SHADE,
        max(1.0, size * 0.012),
    )  # fmt: skip


def _battery(surface: pygame.Surface, hull: Hull, at: Placer, size: float) -> None:
    """Draw guns side by side behind a bank of earth."""
    bank = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in range(-78, 79, 12)]
    outer = [at(x * 0.42, y * 0.46) for x, y in bank]
    inner = [at(x * 0.24 - 0.02, y * 0.34) for x, y in reversed(bank)]
    _polygon(surface, mix(EARTH, GRASS, 0.5), [at(-0.34, -0.4), *outer, at(-0.34, 0.4)], SHADE, max(1.0, size * 0.014))
    _polygon(surface, EARTH, [*outer, *inner], SHADE, max(1.0, size * 0.014))
    count = max(1, min(5, len(hull.turrets)))
    for number in range(count):
        y = (number - (count - 1) / 2) * min(0.22, 0.6 / count)
        drawing_tools.line(surface, IRON, at(0.0, y), at(0.34, y * 1.15), size * 0.05)
        drawing_tools.line(surface, (196, 196, 190), at(0.02, y), at(0.31, y * 1.14), size * 0.02)
        drawing_tools.disc(surface, IRON, at(-0.01, y), size * 0.066)
        drawing_tools.disc(surface, (150, 150, 146), at(-0.01, y), size * 0.044)


def _town(surface: pygame.Surface, _hull: Hull, at: Placer, size: float) -> None:
    """Draw roofs, a basin with a ship at its quay, a tower."""
    ground = ((0.42, -0.42), (0.42, 0.42), (-0.42, 0.42), (-0.42, -0.42))
    _polygon(surface, mix(EARTH, STONE, 0.6), [at(x, y) for x, y in ground], SHADE, max(1.0, size * 0.014))
    basin = ((0.42, -0.2), (0.06, -0.2), (0.06, 0.2), (0.42, 0.2))
    _polygon(surface, DOCK, [at(x, y) for x, y in basin], SHADE, max(1.0, size * 0.012))
    drawing_tools.line(surface, STONE, at(0.08, 0.0), at(0.32, 0.0), size * 0.035)
    for number, (x, y, long, wide) in enumerate(HOUSES):
        tone = ROOF if number % 3 else mix(ROOF, STONE, 0.5)
        (west, east), (north, south) = (x - long / 2, x + long / 2), (y - wide / 2, y + wide / 2)
        corners = ((west, north), (west, south), (east, south), (east, north))
        _polygon(surface, tone, [at(*corner) for corner in corners], SHADE, max(1.0, size * 0.01))
        drawing_tools.line(
            surface, mix(tone, SHADE, 0.45), at(x - long / 2, y), at(x + long / 2, y), max(1.0, size * 0.01)
        )
    drawing_tools.disc(surface, STONE, at(-0.18, 0.0), size * 0.05)
    drawing_tools.disc(surface, SHADE, at(-0.18, 0.0), size * 0.02)
