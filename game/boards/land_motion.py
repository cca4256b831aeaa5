"""Animations of a land board: a volley with its smoke, and dust where shots land or men fight."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, centred_sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point, along

_PUFFS = ((-0.34, 0.0, 0.2), (0.0, 0.05, 0.24), (0.34, 0.0, 0.2), (-0.16, -0.1, 0.16), (0.18, -0.1, 0.17))


def volley(path: list[Point], share: float, radius: float, count: int, inks: ChartInk) -> Iterator[Item]:
    """Yield streaks of fire from the first point of a path in pixels to its last, and smoke before the
    firer's front.
    """
    at, (dx, dy) = along(path, min(1.0, share * 1.15))
    made = drawing_tools.layer((radius * 3, radius * 3))
    middle = radius * 1.5
    shots = max(2, min(8, count))
    for index in range(shots):
        side = (index - (shots - 1) / 2) * radius * 0.2
        late = ((index * 7) % 5 - 2) * radius * 0.12
        x, y = middle - dy * side + dx * late, middle + dx * side + dy * late
        tail = (x - dx * radius * 0.55, y - dy * radius * 0.55)
        drawing_tools.line(made, (255, 226, 150, 150), tail, (x, y), max(1.3, radius * 0.04))
        drawing_tools.disc(made, (255, 248, 220), (x, y), max(1.4, radius * 0.045))
    start = path[0]
    front = (start[0] + dx * radius * 0.95, start[1] + dy * radius * 0.95)
    yield centred_sprite(_smoke(share, radius, (dx, dy), inks), *front)
    if share < 0.92:
        yield centred_sprite(made, *at)


def _smoke(share: float, radius: float, towards: Point, inks: ChartInk) -> pygame.Surface:
    made = drawing_tools.layer((radius * 2.4, radius * 2.4))
    middle = radius * 1.2
    dx, dy = towards
    alpha = round(210 * min(1.0, share * 6) * (1 - share) ** 0.7) if share < 1 else 0
    shade, light = inks.smoke
    for tone, lift in ((shade, 0.04), (light, 0.0)):
        for along_front, ahead, size in _PUFFS:
            x = middle - dy * along_front * radius + dx * (ahead + share * 0.3) * radius
            y = middle + dx * along_front * radius + dy * (ahead + share * 0.3) * radius + lift * radius
            pygame.draw.circle(made, (*tone, alpha), (x, y), radius * size * (0.7 + share * 0.7))
    return pygame.transform.gaussian_blur(made, max(1, round(radius * 0.05)))


def dust(share: float, radius: float, count: int, inks: ChartInk) -> pygame.Surface:
    """Return spurts of sand that rise, spread and fade, one for each shot."""
    made = drawing_tools.layer((radius * 3, radius * 3))
    middle = radius * 1.5
    shade, light = inks.contour, inks.tints[2]
    for index in range(max(2, min(8, count))):
        angle, away = index * 2.4 + 0.6, radius * (0.14 + 0.5 * math.sqrt(index / 8))
        late = max(0.0, min(1.0, share * 1.4 - index * 0.05))
        if not 0 < late < 1:
            continue
        x, y = middle + math.cos(angle) * away, middle + math.sin(angle) * away * 0.8
        alpha = round(220 * (1 - late) ** 0.8)
        for tone, lift, size in ((shade, 0.1, 0.16), (light, 0.22, 0.13), (light, 0.34, 0.09)):
            spot = (x + math.cos(angle) * late * radius * 0.14, y - late * radius * lift)
            pygame.draw.circle(made, (*tone, alpha), spot, radius * size * (0.6 + late))
    return pygame.transform.gaussian_blur(made, max(1, round(radius * 0.04)))
