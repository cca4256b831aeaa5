"""Targets ashore, drawn on their counters and cards: an airfield with its runway and aircraft, guns in their pits."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.layout import Point
from rules.kernel.view import Hull, Piece

LAND = "LAND"  # hull type of a target ashore


def is_land(piece: Piece) -> bool:
    """Return whether a counter is a target ashore."""
    return bool(piece.hulls) and all(hull.type == LAND for hull in piece.hulls)


@lru_cache(maxsize=64)
def picture(hull: Hull, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture of a target ashore for its counter: a runway with aircraft, or guns in their pits."""
    fine = 4
    made = drawing_tools.layer((size[0] * fine, size[1] * fine))
    draw = _airfield if "field" in hull.name.casefold() or "air" in hull.name.casefold() else _battery
    draw(made, hull.damage)
    return pygame.transform.smoothscale(made, size)


def _airfield(surface: pygame.Surface, damage: int) -> None:
    width, height = surface.get_size()
    unit = min(width, height * 1.25)
    middle = (width / 2, height / 2)
    angle = math.radians(-24)
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def at(x: float, y: float) -> Point:
        return (
            middle[0] + (along[0] * x + across[0] * y) * unit,
            middle[1] + (along[1] * x + across[1] * y) * unit,
        )

    grass = [at(-0.44, -0.2), at(0.44, -0.2), at(0.44, 0.2), at(-0.44, 0.2)]
    pygame.draw.polygon(surface, (92, 108, 70, 190), grass)
    strip = [at(-0.42, -0.065), at(0.42, -0.065), at(0.42, 0.065), at(-0.42, 0.065)]
    pygame.draw.polygon(surface, (214, 206, 182), strip)
    drawing_tools.polyline(surface, (40, 38, 30), strip, unit * 0.012, closed=True)
    drawing_tools.draw_dashes(
        surface, (120, 112, 92), [at(-0.38, 0), at(0.38, 0)], unit * 0.014, unit * 0.05, unit * 0.04
    )
    taxi = [at(-0.3, 0.065), at(-0.22, 0.15), at(0.24, 0.15), at(0.32, 0.065)]
    drawing_tools.polyline(surface, (196, 188, 164), taxi, unit * 0.03)
    for x, y in ((-0.26, -0.14), (-0.08, -0.145), (0.1, -0.14), (0.28, -0.145), (-0.1, 0.15), (0.08, 0.15)):
        _aircraft(surface, at(x, y), angle - math.pi / 2, unit * 0.075)
    for x, y in ((-0.2, 0.01), (0.14, -0.03), (0.3, 0.03), (-0.34, -0.02))[:damage]:
        drawing_tools.disc(surface, (60, 48, 38), at(x, y), unit * 0.045)
        drawing_tools.disc(surface, (26, 22, 20), at(x, y), unit * 0.026)


def _aircraft(surface: pygame.Surface, at: Point, angle: float, size: float) -> None:
    dx, dy = math.cos(angle), math.sin(angle)

    def point(x: float, y: float) -> Point:
        return at[0] + (dx * x - dy * y) * size, at[1] + (dy * x + dx * y) * size

    for tone, grow in (((24, 26, 24), 0.09), ((226, 226, 214), 0.0)):
        width = size * (0.2 + grow)
        drawing_tools.line(surface, tone, point(-0.8, 0), point(0.75, 0), width)
        drawing_tools.line(surface, tone, point(0.2, -0.95), point(0.2, 0.95), width * 1.25)
        drawing_tools.line(surface, tone, point(-0.7, -0.35), point(-0.7, 0.35), width * 0.8)


def _battery(surface: pygame.Surface, damage: int) -> None:
    width, height = surface.get_size()
    unit = min(width, height * 1.15)
    spots = ((-0.22, 0.12), (0.22, 0.12), (0.0, -0.16))
    for number, (x, y) in enumerate(spots):
        at = width / 2 + x * unit, height / 2 + y * unit
        drawing_tools.disc(surface, (40, 38, 30), at, unit * 0.185)
        drawing_tools.disc(surface, (158, 146, 110), at, unit * 0.17)
        drawing_tools.disc(surface, (104, 94, 68), at, unit * 0.115)
        if number < damage - 1:
            drawing_tools.disc(surface, (30, 26, 24), at, unit * 0.08)
            continue
        tip = at[0] + unit * 0.17, at[1] - unit * 0.12
        drawing_tools.line(surface, (24, 26, 28), at, tip, unit * 0.05)
        drawing_tools.line(surface, (206, 206, 200), at, tip, unit * 0.026)
        drawing_tools.disc(surface, (24, 26, 28), at, unit * 0.062)
        drawing_tools.disc(surface, (196, 198, 194), at, unit * 0.048)
