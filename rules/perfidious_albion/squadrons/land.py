"""Pieces of terrain as shapes: which lie near, whether a straight line enters one; exact, and quick where it may be."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rules.kernel.inches import Point, Polygon, edges, orientation, polygon_side, segment_enters_polygon


@lru_cache(maxsize=2048)
def bounds(shape: Polygon) -> tuple[int, int, int, int]:
    """West, east, north and south of a shape."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return min(xs), max(xs), min(ys), max(ys)


def enters_shape(a: Point, b: Point, shape: Polygon) -> bool:
    """Whether a part of the line a-b lies inside a shape; along its edge is outside. Rule: PA-TER-H1."""
    west, east, north, south = bounds(shape)
    if (
        (a[0] <= west and b[0] <= west)
        or (a[0] >= east and b[0] >= east)
        or (a[1] <= north and b[1] <= north)
        or (a[1] >= south and b[1] >= south)
    ):
        return False
    touches = False
    for c, d in edges(shape):
        c_side, d_side = orientation(a, b, c), orientation(a, b, d)
        if c_side * d_side > 0:
            continue
        a_side, b_side = orientation(c, d, a), orientation(c, d, b)
        if c_side * d_side * a_side * b_side and a_side * b_side < 0:
            return True  # it cuts right across a side
        touches = touches or a_side * b_side <= 0
    return segment_enters_polygon(a, b, shape) if touches else polygon_side(a, shape) > 0


def pieces_near(shapes: tuple[Polygon, ...], at: Point, reach: int) -> tuple[Polygon, ...]:
    """The shapes that lie, or may lie, within so many milli-inches of a place."""
    x, y = at
    found = []
    for shape in shapes:
        west, east, north, south = bounds(shape)
        if west - reach <= x <= east + reach and north - reach <= y <= south + reach:
            found.append(shape)
    return tuple(found)


def cuts_of(a: Point, b: Point, shape: Polygon) -> set[Fraction]:
    """How far along a-b, 0 to 1, it cuts the outline of a convex shape."""
    found = set()
    for c, d in edges(shape):
        run = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if run == 0:
            continue
        far = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), run)
        side = Fraction((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]), run)
        if 0 <= far <= 1 and 0 <= side <= 1:
            found.add(far)
    return found
