"""The geometry of hexes on the chart, in world units: a hex has a radius of 32 at any zoom.

The map's top left corner is (0, 0), x runs east and y south. A hex is its printed number, column * 100 + row.
"""

from __future__ import annotations

import math
from dataclasses import replace

from game.boards.layout import Layout
from game.boards.layout import Point as Point
from rules.kernel import hexes

RADIUS = 32.0  # from the middle of a hex to a corner
COLUMN = 1.5 * RADIUS  # from one column to the next
ROW = math.sqrt(3.0) * RADIUS  # from one row to the next, and across the flats
_X, _Y = RADIUS / 2, ROW / 2  # the steps of the kernel's exact lattice
CORNERS = tuple((RADIUS * math.cos(math.radians(a)), RADIUS * math.sin(math.radians(a))) for a in range(-60, 300, 60))


def centre(number: int) -> Point:
    """Return the middle of a hex."""
    x, y = hexes.centre(number)
    return x * _X, y * _Y


def corners(number: int) -> tuple[Point, ...]:
    """Return six corners clockwise from the north-east one; side f lies between corner f-1 and corner f."""
    return tuple((x * _X, y * _Y) for x, y in hexes.corners(number))


def hex_at(x: float, y: float, columns: int = hexes.LAST, rows: int = hexes.LAST) -> int | None:
    """Return the hex under a point of the world, or None off the map of that size."""
    q = (x - RADIUS) / COLUMN
    r = (y - ROW / 2) / ROW - q / 2
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    column, row = whole_q + 1, whole_r + whole_q // 2 + 1
    return column * 100 + row if 1 <= column <= columns and 1 <= row <= rows else None


def size_of(columns: int, rows: int) -> Point:
    """Return width and height of a map in world units."""
    return (columns - 1) * COLUMN + 2 * RADIUS, (rows + 0.5) * ROW


def from_thousandths(at: tuple[int, int]) -> Point:
    """Return a point of a map sheet (thousandths of a column and of a row) in world units."""
    return at[0] * COLUMN / 1000, at[1] * ROW / 1000


def bearing(facing: int) -> Point:
    """Return the unit step of a facing 0..5 = N NE SE S SW NW, y south."""
    angle = math.radians(60 * facing)
    return math.sin(angle), -math.cos(angle)


def corner_bearing(facing: int) -> Point:
    """Return the unit step towards the corner 0..5 = NNE E SSE SSW W NNW, which land units face, y south."""
    angle = math.radians(60 * facing + 30)
    return math.sin(angle), -math.cos(angle)


def hexes_in(left: float, top: float, right: float, bottom: float, columns: int, rows: int) -> list[int]:
    """Return the hexes of a map of that size that may touch a rectangle of the world."""
    first = max(1, int((left - 2 * RADIUS) // COLUMN) + 1)
    last = min(columns, int(right // COLUMN) + 1)
    high = max(1, int(top // ROW))
    low = min(rows, int(bottom // ROW) + 1)
    return [column * 100 + row for column in range(first, last + 1) for row in range(high, low + 1)]


HEXES = Layout(lambda place: centre(place[0]), bearing, RADIUS, ROW, CORNERS, size_of(hexes.LAST, hexes.LAST))
CORNERED = replace(HEXES, bearing=corner_bearing)  # units face corners
