"""The sea and land of a table: coasts from the ground's outlines, depths from fixed noise and distance to land.

Everything is a pure function of the ground: the same table looks the same on every machine and in every game.
"""

from __future__ import annotations

import random
from functools import cache

import pygame

from game.boards import contours
from game.boards.contours import BEYOND, Loop
from game.boards.layout import Point
from game.boards.sea_painting import WaterContours
from game.boards.table_layout import LONGER_SIDE, Tabletop
from rules.kernel.view import Ground

CELLS = 72  # lattice squares along the longer side
GRID = LONGER_SIDE / CELLS
OFFSHORE = 6.0  # how quickly depths become uneven near land; far from land there are no shoals
NEAR_EDGE = 0.002  # a corner this near the table's edge (fraction of the longer side) is moved beyond it
CUTS = 7  # points of a smooth coast for each side of its outline
BEND = 0.42  # rounding of a coast at its outline's corners

Row = list[float]


@cache
def waters(ground: Ground) -> WaterContours:
    """Return depth lines, coasts and hills of a table."""
    field = depth_field(ground)
    levels = enumerate(contours.DEPTH_LEVELS)
    depths = [loop for index, level in levels for loop in contours.level_lines(field, level, index, GRID)]
    return WaterContours(tuple(sorted(depths, key=lambda loop: -loop.area)), coasts(ground), _forms(ground))


@cache
def coasts(ground: Ground) -> tuple[Loop, ...]:
    """Return the outlines as smooth lines through all their corners, the largest first."""
    found = [
        contours.close_loop(0, smooth(_run_out(points, Tabletop(ground))), False)
        for _, corners in ground.outlines
        if len(points := [Tabletop(ground).world(corner) for corner in corners]) >= 3
    ]
    return tuple(sorted(found, key=lambda loop: -loop.area))


def depth_field(ground: Ground) -> list[Row]:
    """Return the shallowness (0 deep, 3 land) on a lattice GRID world units wide that begins BEYOND steps outside."""
    land = _land(ground)
    near = contours.blur(contours.blur(land, 1), 1)
    far = contours.blur(contours.blur(near, 4), 3)
    draw = random.Random(f"{ground.size}")
    rough, fine = _noise(draw, len(land[0]), len(land), 15), _noise(draw, len(land[0]), len(land), 7)
    return [
        [
            min(3.0, 2.2 * near_at + 2.6 * far_at)
            + max(0.0, 1.25 * rough_at + 0.35 * fine_at - 0.82) * (1 - near_at) * min(1.0, OFFSHORE * far_at)
            for near_at, far_at, rough_at, fine_at in zip(*rows, strict=True)
        ]
        for rows in zip(near, far, rough, fine, strict=True)
    ]


def _land(ground: Ground) -> list[Row]:
    """Return a grid with 1.0 on land and 0.0 on water, by filling the coasts in a small picture."""
    width, height = Tabletop(ground).size
    across, down = int(width / GRID) + 2 * BEYOND + 1, int(height / GRID) + 2 * BEYOND + 1
    fine = 3
    drawn = pygame.Surface((across * fine, down * fine), depth=24)
    for loop in coasts(ground):
        points = [((x / GRID + BEYOND + 0.5) * fine, (y / GRID + BEYOND + 0.5) * fine) for x, y in loop.points]
        pygame.draw.polygon(drawn, (255, 255, 255), points)
    small = pygame.transform.smoothscale(drawn, (across, down))
    return [[small.get_at((i, j)).r / 255 for i in range(across)] for j in range(down)]


@cache
def _forms(ground: Ground) -> tuple[Loop, ...]:
    if not ground.outlines:
        return ()
    field = contours.blur(contours.blur(_land(ground), 2), 2)
    return tuple(
        loop
        for index, level in enumerate(contours.LAND_LEVELS)
        for loop in contours.level_lines(field, level, index, GRID)
    )


def _noise(draw: random.Random, across: int, down: int, cell: int) -> list[Row]:
    """Return smooth noise 0..1 with a period of about `cell` lattice steps."""
    knots = [[draw.random() for _ in range(across // cell + 2)] for _ in range(down // cell + 2)]
    field = []
    for y in range(down):
        j, v = divmod(y / cell, 1)
        v = v * v * (3 - 2 * v)
        upper, lower = knots[int(j)], knots[int(j) + 1]
        row = []
        for x in range(across):
            i, u = divmod(x / cell, 1)
            u = u * u * (3 - 2 * u)
            a, b = int(i), int(i) + 1
            top, low = upper[a] + (upper[b] - upper[a]) * u, lower[a] + (lower[b] - lower[a]) * u
            row.append(top + (low - top) * v)
        field.append(row)
    return field


def _run_out(points: list[Point], top: Tabletop) -> list[Point]:
    """Return the corners with those at the table's edge moved beyond it, so that rounding leaves no gap there."""
    near, beyond = NEAR_EDGE * LONGER_SIDE, 3 * GRID

    def out(value: float, limit: float) -> float:
        if value < near:
            return min(value, -beyond)
        return max(value, limit + beyond) if value > limit - near else value

    return [(out(x, top.size[0]), out(y, top.size[1])) for x, y in points]


def smooth(points: list[Point]) -> list[Point]:
    """Return a smooth closed line through all the points, so that the coast stays where the outline puts it."""
    count = len(points)
    found = []
    for index in range(count):
        before, here, there, after = (points[(index + step) % count] for step in (-1, 0, 1, 2))
        for step in range(CUTS):
            found.append(_between(before, here, there, after, step / CUTS))
    return found


def _between(before: Point, here: Point, there: Point, after: Point, share: float) -> Point:
    """Return a point on the curve from `here` to `there` whose tangent at each end is parallel to the line between its
    neighbours.
    """
    square, cube = share * share, share**3
    a, b = 2 * cube - 3 * square + 1, cube - 2 * square + share
    c, d = -2 * cube + 3 * square, cube - square
    x, y = (
        a * here[axis]
        + b * BEND * (there[axis] - before[axis])
        + c * there[axis]
        + d * BEND * (after[axis] - here[axis])
        for axis in (0, 1)
    )
    return x, y
