"""Pieces of terrain as shapes: which lie near, whether a straight line enters one; exact, and quick where it may be."""

from __future__ import annotations

from rules.kernel.inches import (
    Point,
    Polygon,
    bounds,
    bounds_touch,
    edges,
    orientation,
    polygon_side,
    segment_enters_polygon,
)


def enters_shape(a: Point, b: Point, shape: Polygon) -> bool:
    """Whether a part of the line a-b lies inside a shape; along its edge is outside. Rule: PA-TER-H1."""
    west, north, east, south = bounds(shape)
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
    return tuple(shape for shape in shapes if bounds_touch(bounds(shape), (*at, *at), reach))
