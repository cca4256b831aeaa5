"""Pieces of terrain as shapes: which lie near, whether a straight line enters one; exact, with quick tests first."""

from __future__ import annotations

from rules.kernel import inches


def enters_shape(a: inches.Point, b: inches.Point, shape: inches.Polygon) -> bool:
    """Return whether a part of the line a-b lies inside a shape; along its edge is outside. Rule: PA-TER-H1."""
    west, north, east, south = inches.bounds(shape)
    if (
        (a[0] <= west and b[0] <= west)
        or (a[0] >= east and b[0] >= east)
        or (a[1] <= north and b[1] <= north)
        or (a[1] >= south and b[1] >= south)
    ):
        return False
    touches = False
    for c, d in inches.edges(shape):
        c_side, d_side = inches.orientation(a, b, c), inches.orientation(a, b, d)
        if c_side * d_side > 0:
            continue
        a_side, b_side = inches.orientation(c, d, a), inches.orientation(c, d, b)
        if c_side * d_side * a_side * b_side and a_side * b_side < 0:
            return True  # it cuts right across a side
        touches = touches or a_side * b_side <= 0
    return inches.segment_enters_polygon(a, b, shape) if touches else inches.polygon_side(a, shape) > 0


def pieces_near(shapes: tuple[inches.Polygon, ...], at: inches.Point, reach: int) -> tuple[inches.Polygon, ...]:
    """Return the shapes that lie, or may lie, within `reach` milli-inches of a place."""
    return tuple(shape for shape in shapes if inches.bounds_touch(inches.bounds(shape), (*at, *at), reach))
