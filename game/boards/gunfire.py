"""Guns and torpedoes on their way: the tongue of flame and the smoke at the muzzle, the torpedo's track on the water.

Everything is on the zoomed sheet and a pure function of the time. living/stage.py draws what a flash lights up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Sprite, centred_sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point, along
from game.ui.theme import Colour

TONGUE_MS, SMOKE_MS = 150, 1100  # how long flame and smoke stay at a muzzle
HOT: tuple[tuple[Colour, float], ...] = (((226, 96, 32), 1.0), ((255, 176, 72), 0.7), ((255, 244, 206), 0.4))
SPARK = 12  # dots of a track to a counter's length
TRACK_LIFE = 0.75  # fraction of the run for which a torpedo's bubbles stay visible


def _ahead(path: Sequence[Point]) -> Point:
    """Return the direction from the first place of a path to its last, of length 1."""
    (x0, y0), (x1, y1) = path[0], path[-1]
    far = math.hypot(x1 - x0, y1 - y0) or 1.0
    return (x1 - x0) / far, (y1 - y0) / far


def blast(path: Sequence[Point], elapsed_ms: int, radius: float, count: int, inks: ChartInk) -> list[Item]:
    """Return the flame and smoke at the muzzles `elapsed_ms` after firing; nothing once the smoke is gone."""
    if elapsed_ms >= SMOKE_MS:
        return []
    made = drawing_tools.layer((radius * 4, radius * 4))
    dx, dy = _ahead(path)
    middle, guns = radius * 2, max(1, min(4, count))
    for gun in range(guns):
        side = (gun - (guns - 1) / 2) * radius * 0.24
        muzzle = (middle + dx * radius * 0.55 - dy * side, middle + dy * radius * 0.55 + dx * side)
        _draw_powder_smoke(made, muzzle, (dx, dy), elapsed_ms / SMOKE_MS, radius, inks)
        if elapsed_ms < TONGUE_MS:
            _tongue(made, muzzle, (dx, dy), 1 - elapsed_ms / TONGUE_MS, radius)
    return [centred_sprite(made, *path[0])]


def _tongue(made: pygame.Surface, muzzle: Point, ahead: Point, left: float, radius: float) -> None:
    """Draw flame out of a barrel: long and thin, white within."""
    (x, y), (dx, dy) = muzzle, ahead
    for tone, size in HOT:
        long, wide = radius * 0.95 * size * (0.4 + 0.6 * left), radius * 0.17 * size
        body = [(0.0, -0.35), (0.45, -1.0), (1.0, 0.0), (0.45, 1.0), (0.0, 0.35)]
        corners = [(x + dx * at * long - dy * out * wide, y + dy * at * long + dx * out * wide) for at, out in body]
        pygame.draw.polygon(made, (*tone, round(255 * min(1.0, left * 1.6))), corners)


def _draw_powder_smoke(
    made: pygame.Surface, muzzle: Point, ahead: Point, share: float, radius: float, inks: ChartInk
) -> None:
    """Draw powder smoke that rolls out, widens and thins."""
    tone: Colour = (150, 150, 156) if inks.dark else (108, 102, 94)
    alpha = round(120 * (1 - share) ** 1.4)
    for puff in range(3):
        out = radius * (0.2 + 0.55 * puff / 2) * math.sqrt(share + 0.05) * 1.5
        at = (muzzle[0] + ahead[0] * out, muzzle[1] + ahead[1] * out - share * radius * 0.2)
        pygame.draw.circle(made, (*tone, alpha), at, radius * (0.1 + 0.2 * share) * (1 + 0.25 * puff))


def track(path: Sequence[Point], share: float, radius: float, inks: ChartInk) -> Iterator[Item]:
    """Yield the bubbles of a torpedo's track: bright close behind it, wider and fainter farther back."""
    far = sum(math.dist(one, other) for one, other in zip(path, path[1:], strict=False))
    foam: Colour = (214, 232, 240) if inks.dark else (104, 140, 158)
    dots = min(160, max(8, round(far / max(1.0, radius) * SPARK / 2)))
    for dot in range(dots):
        where = dot / dots
        age = (share - where) / TRACK_LIFE
        if not 0 <= age < 1:
            continue
        (x, y), (dx, dy) = along(path, where)
        side = (dot % 2 * 2 - 1) * radius * (0.03 + 0.11 * age)
        yield _bubble(foam, round(5 * (1 - age)), x - dy * side, y + dx * side, radius * (0.05 + 0.05 * age))


def _bubble(foam: Colour, bright: int, x: float, y: float, size: float) -> Sprite:
    edge = max(2, round(size * 2)) + 2
    made = drawing_tools.layer((edge, edge))
    pygame.draw.circle(made, (*foam, 24 + 30 * bright), (edge / 2, edge / 2), max(1.0, size))
    return centred_sprite(made, x, y)
