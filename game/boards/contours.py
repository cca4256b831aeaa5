"""Smooth lines from hexes: depth contours, coasts and form lines of the land, all in world units.

The terrain codes are sampled on a square lattice, blurred, and cut at levels (marching squares); the loops are rounded
by cutting corners. Everything is a pure function of the map sheet.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache

from game.boards.hex_layout import COLUMN, RADIUS, ROW, Point, from_thousandths, hex_at, size_of
from rules.kernel.scenario import LAND, MapSheet

GRID = ROW / 2  # lattice spacing
BEYOND = 7  # lattice steps past the map's edge
DEPTH_LEVELS = (0.35, 0.85, 1.35, 1.9)  # deep is 0, middle 1, shallow 2, land 3
LAND_LEVELS = (0.72, 0.9, 0.985)

Row = list[float]
Segment = tuple[Point, Point]


@dataclass(frozen=True)
class Loop:
    """A closed line. `hole`: what is inside lies below the level, not above it."""

    level: int  # index into the levels
    points: tuple[Point, ...]
    hole: bool
    area: float
    box: tuple[float, float, float, float]  # left, top, right, bottom


@cache
def depth_loops(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return loops of DEPTH_LEVELS, the largest first: filled in this order they give the depth tints."""
    heights = (0.0, 0.0, 1.0, 2.0, 3.0)
    field = blur(blur(_sample_field(sheet, heights), 2), 1)
    loops = [loop for index, level in enumerate(DEPTH_LEVELS) for loop in level_lines(field, level, index)]
    return tuple(sorted(loops, key=lambda loop: -loop.area))


@cache
def coasts(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return the coasts: the sheet's own outlines, rounded, or failing these the edge of its land hexes."""
    if sheet.outlines:
        lines = (tuple(from_thousandths(at) for at in outline.points) for outline in sheet.outlines)
        return tuple(close_loop(0, round_corners(_run_out(line, sheet), 2), False) for line in lines)
    field = blur(_sample_field(sheet, (0.0, 0.0, 0.0, 0.0, 1.0)), 1)
    return tuple(sorted(level_lines(field, 0.5, 0), key=lambda loop: -loop.area))


@cache
def form_lines(sheet: MapSheet) -> tuple[Loop, ...]:
    """Return lines of equal distance from the sea, which the chart draws as the shape of the hills."""
    field = blur(blur(_sample_field(sheet, (0.0, 0.0, 0.0, 0.0, 1.0)), 2), 2)
    return tuple(loop for index, level in enumerate(LAND_LEVELS) for loop in level_lines(field, level, index))


def _sample_field(sheet: MapSheet, heights: tuple[float, ...]) -> list[Row]:
    width, height = size_of(sheet.columns, sheet.rows)
    across, down = int(width / GRID) + 2 * BEYOND + 1, int(height / GRID) + 2 * BEYOND + 1
    field = []
    for j in range(down):
        row: Row = []
        for i in range(across):
            x = max(RADIUS * 0.5, min(width - RADIUS * 0.6, (i - BEYOND) * GRID))
            y = max(ROW * 0.5, min(height - ROW * 0.55, (j - BEYOND) * GRID))
            number = hex_at(x, y, sheet.columns, sheet.rows)
            code = sheet.terrain[number] if number else 1
            row.append(heights[code] if code <= LAND else 0.0)
        field.append(row)
    return field


def _smear(row: Row, radius: int) -> Row:
    padded = [row[0]] * radius + row + [row[-1]] * radius
    span = 2 * radius + 1
    total = sum(padded[:span])
    out = [total / span]
    for entering, leaving in zip(padded[span:], padded, strict=False):
        total += entering - leaving
        out.append(total / span)
    return out


def blur(field: list[Row], radius: int) -> list[Row]:
    """Return a field with every value the mean of the square around it."""
    rows = [_smear(row, radius) for row in field]
    columns = [_smear(list(column), radius) for column in zip(*rows, strict=True)]
    return [list(row) for row in zip(*columns, strict=True)]


def level_lines(field: list[Row], level: float, index: int, grid: float = GRID) -> list[Loop]:
    """Return the lines of one level in a field whose lattice is `grid` world units wide and begins BEYOND steps
    outside.
    """
    low = -1.0
    across = len(field[0])
    framed = [[low] * (across + 2), *([low, *row, low] for row in field), [low] * (across + 2)]
    follow: dict[Point, list[Point]] = defaultdict(list)
    for j in range(len(framed) - 1):
        upper, lower = framed[j], framed[j + 1]
        for i in range(across + 1):
            corner = (upper[i], upper[i + 1], lower[i + 1], lower[i])
            if min(corner) < level <= max(corner):
                for start, end in _cut_square(i, j, corner, level, grid):
                    follow[start].append(end)
    return [close_loop(index, round_corners(points, 1), None) for points in _chain_lines(follow)]


def _cut_square(i: int, j: int, corner: tuple[float, float, float, float], level: float, grid: float) -> list[Segment]:
    """Return the pieces of the level line in one square, higher ground on the right hand."""
    spots = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
    enters: list[Point] = []
    leaves: list[Point] = []
    for side in range(4):
        here, there = corner[side], corner[(side + 1) % 4]
        if (here >= level) == (there >= level):
            continue
        share = (level - here) / (there - here)
        (ax, ay), (bx, by) = spots[side], spots[(side + 1) % 4]
        x, y = ax + (bx - ax) * share - BEYOND - 1, ay + (by - ay) * share - BEYOND - 1
        (leaves if here >= level else enters).append((round(x * grid, 4), round(y * grid, 4)))
    return list(zip(enters, leaves, strict=True))


def _chain_lines(follow: dict[Point, list[Point]]) -> list[list[Point]]:
    loops = []
    while follow:
        start = next(iter(follow))
        points, here = [start], start
        while here in follow:
            ends = follow[here]
            there = ends.pop()
            if not ends:
                del follow[here]
            if there == start:
                break
            points.append(there)
            here = there
        if len(points) > 3:
            loops.append(points)
    return loops


def close_loop(level: int, points: list[Point], hole: bool | None) -> Loop:
    """Return a closed line as a Loop; with `hole` None its direction shows which side is high."""
    twice = 0.0
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        twice += ax * by - bx * ay
    xs, ys = zip(*points, strict=True)
    inside = twice > 0 if hole is None else hole
    return Loop(level, tuple(points), inside, abs(twice) / 2, (min(xs), min(ys), max(xs), max(ys)))


def round_corners(points: list[Point] | tuple[Point, ...], times: int) -> list[Point]:
    """Return the closed line with its corners cut `times` times."""
    line = list(points)
    for _ in range(times):
        cut = []
        for (ax, ay), (bx, by) in zip(line, line[1:] + line[:1], strict=True):
            cut.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            cut.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        line = cut
    return line


def _run_out(points: tuple[Point, ...], sheet: MapSheet) -> list[Point]:
    """Return the points with those at the map's edge moved beyond it, so that rounding leaves no gap there."""
    width, height = size_of(sheet.columns, sheet.rows)
    near = 0.5 * COLUMN

    def out(value: float, limit: float) -> float:
        if value < near:
            return min(value, -3 * ROW)
        return max(value, limit + 3 * ROW) if value > limit - near else value

    return [(out(x, width), out(y, height)) for x, y in points]
