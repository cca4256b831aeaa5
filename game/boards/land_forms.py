"""The shape of the land as smooth lines in world units: hill rims with their hachures, the banks of wadis and rivers.

Everything is a pure function of the map sheet, the same on every machine.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import cache, partial

from game.boards import hex_layout
from game.boards.contours import BEYOND, GRID, Loop, Row, blur, level_lines
from game.boards.hex_layout import RADIUS, ROW, Point, hex_at, size_of
from rules.kernel.hexes import neighbour, on_map
from rules.kernel.scenario import MapSheet

FINE_GRID = GRID / 2  # lattice spacing of wadis and rivers
CHANNEL = 0.34 * ROW  # half the width of a wadi
STREAM = 0.40 * ROW  # half the width of a river
HACHURE_GAP = 4.4  # world units between strokes along a rim
HACHURE = 20.0  # length of a stroke
SUN = (-0.64, -0.77)  # direction of the light on a survey map: from the north-west

Stroke = tuple[Point, Point, float]  # from the rim down the slope, and the width at the rim


@cache
def hill_loops(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return the rims of the hills, the largest first; `level` is the hill level they bound, counted from 1."""
    if not sheet.levels:
        return ()
    found: list[Loop] = []
    for level in range(1, max(sheet.levels) + 1):
        field = blur(_sample_field(sheet, partial(_reaches, sheet.levels, level)), 1)
        found += level_lines(field, 0.5, level)
    return tuple(sorted(found, key=lambda loop: (loop.level, -loop.area)))


def _reaches(levels: bytes, level: int, number: int) -> float:
    return float(levels[number] >= level)


@cache
def hachures(sheet: MapSheet) -> tuple[tuple[Stroke, ...], ...]:
    """Return the strokes of each hill loop, down the slope, heavier on the side away from the light."""
    return tuple(tuple(_strokes(loop, HACHURE, HACHURE_GAP, 1)) for loop in hill_loops(sheet))


@cache
def wadi_loops(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return the banks of wadis and ravines."""
    return _channel(sheet, ("donga",), CHANNEL)


@cache
def wadi_banks(sheet: MapSheet) -> tuple[tuple[Stroke, ...], ...]:
    """Return short strokes from each bank down to the bed."""
    return tuple(tuple(_strokes(loop, 7.0, 4.0, -1)) for loop in wadi_loops(sheet))


@cache
def river_loops(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return the banks of rivers, fords included."""
    return _channel(sheet, ("river", "ford"), STREAM)


@cache
def wander(word: str, number: int) -> tuple[tuple[float, float, float], ...]:
    """Return twelve places in a hex for small signs: (x, y) from the middle in radii, and a fraction 0..1; the lowest
    are drawn last.
    """
    draw = random.Random(f"{word} {number}")
    found: list[tuple[float, float, float]] = []
    while len(found) < 12:
        x, y = draw.uniform(-0.82, 0.82), draw.uniform(-0.74, 0.74)
        tries = 0
        while any(math.hypot(x - a, y - b) < 0.26 for a, b, _ in found) and tries < 20:
            x, y = draw.uniform(-0.82, 0.82), draw.uniform(-0.74, 0.74)
            tries += 1
        found.append((x, y, draw.random()))
    return tuple(found)


def _sample_field(sheet: MapSheet, height: Callable[[int], float]) -> list[Row]:
    """Return the hexes' values on the lattice of the contours; the outermost hexes continue beyond the edge."""
    width, high = size_of(sheet.columns, sheet.rows)
    across, down = int(width / GRID) + 2 * BEYOND + 1, int(high / GRID) + 2 * BEYOND + 1
    field = []
    for j in range(down):
        row: Row = []
        for i in range(across):
            x = max(RADIUS * 0.5, min(width - RADIUS * 0.6, (i - BEYOND) * GRID))
            y = max(ROW * 0.5, min(high - ROW * 0.55, (j - BEYOND) * GRID))
            number = hex_at(x, y, sheet.columns, sheet.rows)
            row.append(height(number) if number else 0.0)
        field.append(row)
    return field


def _channel(sheet: MapSheet, grounds: tuple[str, ...], half: float) -> tuple[Loop, ...]:
    """Return the banks of a channel through the middles of all hexes with one of these grounds."""
    runs = tuple(_runs(sheet, frozenset(sheet.hexes_of(*grounds))))
    if not runs:
        return ()
    width, high = size_of(sheet.columns, sheet.rows)
    across, down = int(width / FINE_GRID) + 2 * BEYOND + 1, int(high / FINE_GRID) + 2 * BEYOND + 1
    field = [[-1.0] * across for _ in range(down)]
    reach = 2.2 * half
    for start, end in runs:
        low_x, high_x = min(start[0], end[0]) - reach, max(start[0], end[0]) + reach
        low_y, high_y = min(start[1], end[1]) - reach, max(start[1], end[1]) + reach
        for j in range(max(0, int(low_y / FINE_GRID) + BEYOND), min(down, int(high_y / FINE_GRID) + BEYOND + 2)):
            for i in range(max(0, int(low_x / FINE_GRID) + BEYOND), min(across, int(high_x / FINE_GRID) + BEYOND + 2)):
                x, y = (i - BEYOND) * FINE_GRID, (j - BEYOND) * FINE_GRID
                rough = 0.24 * math.sin(x * 0.061 + y * 0.043) + 0.16 * math.sin(x * 0.13 - y * 0.17)
                field[j][i] = max(field[j][i], 1 + rough - _away((x, y), start, end) / half)
    return tuple(sorted(level_lines(field, 0.0, 0, FINE_GRID), key=lambda loop: -loop.area))


def _runs(sheet: MapSheet, hexes: frozenset[int]) -> Iterator[tuple[Point, Point]]:
    """Yield the pieces of a channel: between neighbours, and off the map if its last hex is at the edge."""
    for here in sorted(hexes):
        joined = [direction for direction in range(6) if neighbour(here, direction) in hexes]
        for direction in joined:
            there = neighbour(here, direction)
            if there > here:
                yield _offset_centre(here), _offset_centre(there)
        away = [d for d in range(6) if not on_map(neighbour(here, d), sheet.columns, sheet.rows)]
        if len(joined) <= 1 and away:
            back = joined[0] if joined else (away[len(away) // 2] + 3) % 6
            out = min(away, key=lambda d: abs((d - back) % 6 - 3))
            x, y = _offset_centre(here)
            dx, dy = hex_layout.bearing(out)
            yield (x, y), (x + dx * 3 * ROW, y + dy * 3 * ROW)
        elif not joined:
            yield _offset_centre(here), _offset_centre(here)


def _offset_centre(number: int) -> Point:
    """Return the middle of a hex, shifted a little, so that wadis wind."""
    x, y = hex_layout.centre(number)
    return x + (number * 37 % 17 - 8) * 1.2, y + (number * 53 % 13 - 6) * 1.3


def _away(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a stretch of line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square if square else 0.0
    share = max(0.0, min(1.0, share))
    return math.hypot(point[0] - start[0] - dx * share, point[1] - start[1] - dy * share)


def _strokes(loop: Loop, length: float, gap: float, way: int) -> Iterator[Stroke]:
    """Yield strokes along a loop with its higher ground on the left; `way` 1 points downhill, -1 inwards."""
    draw = random.Random(f"{loop.level} {round(loop.area)}")
    carry = 0.0
    points = loop.points
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        run = math.hypot(bx - ax, by - ay)
        if run < 1e-6:
            continue
        ux, uy = (bx - ax) / run, (by - ay) / run
        down = (-uy * way, ux * way)
        at = carry
        while at < run:
            lit = down[0] * SUN[0] + down[1] * SUN[1]
            long = length * (0.72 + 0.5 * draw.random()) * (1.0 - 0.14 * lit)
            x, y = ax + ux * at, ay + uy * at
            lean = (draw.random() - 0.5) * 0.3
            end = (x + (down[0] + ux * lean) * long, y + (down[1] + uy * lean) * long)
            yield (x, y), end, 1.15 - 0.75 * lit
            at += gap * (0.8 + 0.4 * draw.random())
        carry = at - run
