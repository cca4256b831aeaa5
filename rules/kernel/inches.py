"""The table in inches, held exactly: points in milli-inches, bearings in whole degrees, every test in integers.

A point is (x, y) in milli-inches (1000 = one inch), x to the east and y to the SOUTH, as on screen and in Tiled.
A bearing is a whole number of degrees clockwise from north: 0 = north (-y), 90 = east (+x). A polygon is a tuple of
corners in order, either way round, its last corner not repeated; its boundary belongs to it, so touching counts.
A circle is (centre, radius). Sines come from a fixed table scaled by 2 ** 20, the same on every machine; sizes up to
a thousand feet stay exact, for Python's integers do not overflow.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, int]
Polygon: TypeAlias = tuple[Point, ...]
Path: TypeAlias = tuple[Point, ...]
Circle: TypeAlias = tuple[Point, int]
Bounds: TypeAlias = tuple[int, int, int, int]

INCH = 1000
SCALE = 1 << 20
NARROW, RIGHT, WIDE, LEFT = range(4)
"""The edges of a ``wedge``, in order."""

# fmt: off
_SINES = (  # round(sin(degree) * SCALE) for 0..90 degrees
    0, 18300, 36595, 54878, 73145, 91389, 109606, 127789, 145934, 164033,
    182083, 200078, 218011, 235878, 253673, 271391, 289027, 306574, 324028, 341383,
    358634, 375776, 392803, 409711, 426494, 443147, 459665, 476044, 492277, 508360,
    524288, 540057, 555661, 571095, 586356, 601438, 616338, 631049, 645568, 659890,
    674012, 687928, 701634, 715127, 728402, 741455, 754282, 766880, 779244, 791370,
    803256, 814897, 826289, 837430, 848316, 858943, 869309, 879410, 889243, 898805,
    908093, 917105, 925838, 934288, 942454, 950333, 957922, 965219, 972223, 978930,
    985339, 991448, 997255, 1002758, 1007956, 1012847, 1017429, 1021701, 1025662, 1029311,
    1032646, 1035666, 1038371, 1040760, 1042832, 1044586, 1046022, 1047139, 1047937, 1048416,
    1048576,
)
# fmt: on
_CIRCLE = tuple(  # the same for every degree of the circle
    sign * _SINES[min(half, 180 - half)] for sign in (1, -1) for half in range(180)
)
_DIRECTIONS = tuple((_CIRCLE[degrees], -_CIRCLE[(degrees + 90) % 360]) for degrees in range(360))


def sine(degrees: int) -> int:
    """Return the sine of a whole number of degrees, times SCALE."""
    return _CIRCLE[degrees % 360]


def cosine(degrees: int) -> int:
    """Return the cosine of a whole number of degrees, times SCALE."""
    return _CIRCLE[(degrees + 90) % 360]


def direction(bearing: int) -> Point:
    """Return the vector of length SCALE (to within rounding) along a bearing."""
    return _DIRECTIONS[bearing % 360]


def offset(start: Point, bearing: int, ahead: int, right: int) -> Point:
    """Return the point ``ahead`` and ``right`` milli-inches from ``start``, seen along ``bearing``.

    Rounded to the nearest milli-inch, halves away from zero, so the opposite bearing gives the exact opposite move.
    """
    east, south = direction(bearing)
    return start[0] + _with_sign(ahead * east - right * south), start[1] + _with_sign(ahead * south + right * east)


def move(start: Point, bearing: int, distance_mils: int) -> Point:
    """Return the point reached along a bearing; a negative distance goes astern. Rounded as in ``offset``."""
    return offset(start, bearing, distance_mils, 0)


def _with_sign(product: int) -> int:
    size = (abs(product) + SCALE // 2) // SCALE
    return size if product > 0 else -size


def orientation(a: Point, b: Point, c: Point) -> int:
    """Return +1 when ``c`` lies to the right of the course from ``a`` to ``b``, -1 to the left, 0 on the straight
    line.
    """
    turned = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turned > 0) - (turned < 0)


def distance_squared(a: Point, b: Point) -> int:
    """Return the square of the distance, in square milli-inches; exact."""
    return (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2


def distance(a: Point, b: Point) -> int:
    """Return the distance in milli-inches, rounded UP, so that ``distance(a, b) <= limit`` is the exact answer."""
    squared = distance_squared(a, b)
    root = isqrt(squared)
    return root if root * root == squared else root + 1


def within_reach(a: Point, b: Point, reach: int) -> bool:
    """Return true when the two points are at most ``reach`` milli-inches apart."""
    return distance_squared(a, b) <= reach * reach


def bearing(a: Point, b: Point) -> int:
    """Return the bearing from ``a`` to ``b`` to the nearest whole degree, 0..359. Raises ValueError when they are one
    point.

    For words and pictures; whether something lies in an arc is a question for ``in_arc``, which does not round.
    """
    if a == b:
        raise ValueError(f"there is no bearing from the point {a} to itself")
    low, high = 0, 360
    while high - low > 1:
        middle = (low + high) // 2
        if in_arc(a, low, middle, b):
            high = middle
        else:
            low = middle
    to_low, to_high = (abs(_across(direction(edge), a, b)) for edge in (low, high))
    return (low if to_low <= to_high else high) % 360


def _across(vector: Point, a: Point, b: Point) -> int:
    """Return above zero when ``b``, seen from ``a``, is clockwise of the vector by less than half a turn."""
    return vector[0] * (b[1] - a[1]) - vector[1] * (b[0] - a[0])


def _along(vector: Point, a: Point, b: Point) -> int:
    return vector[0] * (b[0] - a[0]) + vector[1] * (b[1] - a[1])


def in_arc(origin: Point, first: int, last: int, target: Point) -> bool:
    """Return true when ``target`` lies in the arc clockwise from bearing ``first`` to bearing ``last``, both edges
    included.

    ``last`` may be below ``first`` (350 to 10 goes through north); equal bearings are a single ray, 360 degrees or more
    apart (0 to 360) the full circle. The origin itself is in every arc.
    """
    if target == origin or last - first >= 360:
        return True
    sweep = (last - first) % 360
    start, end = direction(first), direction(last)
    from_start, from_end = _across(start, origin, target), _across(end, origin, target)
    if sweep == 0:
        return from_start == 0 and _along(start, origin, target) > 0
    if sweep <= 180:
        return from_start >= 0 and from_end <= 0 if sweep < 180 else from_start >= 0
    return from_start >= 0 or from_end <= 0


def in_relative_arc(origin: Point, heading: int, first: int, last: int, target: Point) -> bool:
    """Return ``in_arc`` for bearings relative to a heading: -45 to 45 is the bow quadrant, 30 to 150 the starboard
    beam.
    """
    return in_arc(origin, heading + first, heading + last, target)


def off_course(start: Point, heading: int, there: Point) -> int:
    """Return how far, at least, a course from `start` along a heading passes `there`: milli-inches, rounded down."""
    vector = direction(heading)
    ahead = _along(vector, start, there)
    return abs(_across(vector, start, there) if ahead > 0 else ahead) // SCALE


def _on_segment(p: Point, a: Point, b: Point) -> bool:
    """Return true when ``p``, already known to be in line with ``a`` and ``b``, lies between them or on one of them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return true when segment a-b and segment c-d have a point in common; touching counts.

    Either may be a single point.
    """
    c_side, d_side = orientation(a, b, c), orientation(a, b, d)
    a_side, b_side = orientation(c, d, a), orientation(c, d, b)
    if c_side * d_side < 0 and a_side * b_side < 0:
        return True
    return (
        (c_side == 0 and _on_segment(c, a, b))
        or (d_side == 0 and _on_segment(d, a, b))
        or (a_side == 0 and _on_segment(a, c, d))
        or (b_side == 0 and _on_segment(b, c, d))
    )


def segment_distance_squared(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Return the exact square of the distance from ``p`` to segment a-b as a fraction (numerator,
    denominator above 0).
    """
    length_squared = distance_squared(a, b)
    along = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    if along <= 0:
        return distance_squared(p, a), 1
    if along >= length_squared:
        return distance_squared(p, b), 1
    across = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return across * across, length_squared


def segment_meets_circle(a: Point, b: Point, circle: Circle) -> bool:
    """Return true when segment a-b comes within the radius of the centre; touching counts, and so does lying inside."""
    centre, radius = circle
    numerator, denominator = segment_distance_squared(centre, a, b)
    return numerator <= radius * radius * denominator


def segment_enters_circle(a: Point, b: Point, circle: Circle) -> bool:
    """Return true when segment a-b passes through the inside of the circle; a tangent or a bare touch does not."""
    centre, radius = circle
    numerator, denominator = segment_distance_squared(centre, a, b)
    return numerator < radius * radius * denominator


def edges(polygon: Polygon) -> tuple[tuple[Point, Point], ...]:
    """Return the edges in order: edge i runs from corner i to the next corner, the last one back to corner 0."""
    return tuple(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def polygon_side(p: Point, polygon: Polygon) -> int:
    """Return +1 when ``p`` is inside a simple polygon, 0 when it is on the boundary, -1 when it is outside."""
    x, y = p
    inside = False
    for a, b in edges(polygon):
        turned = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        if turned == 0 and _on_segment(p, a, b):
            return 0
        if (a[1] > y) != (b[1] > y) and (turned > 0) == (b[1] > a[1]):
            inside = not inside
    return 1 if inside else -1


def point_in_polygon(p: Point, polygon: Polygon) -> bool:
    """Return true when ``p`` is inside a simple polygon or on its boundary."""
    return polygon_side(p, polygon) >= 0


def segment_meets_polygon(a: Point, b: Point, polygon: Polygon) -> bool:
    """Return true when segment a-b and a simple polygon have a point in common.

    Touching counts, and so does lying inside.
    """
    return point_in_polygon(a, polygon) or any(segments_meet(a, b, c, d) for c, d in edges(polygon))


def segment_enters_polygon(a: Point, b: Point, polygon: Polygon) -> bool:
    """Return true when some part of segment a-b runs through the inside of a simple polygon, not just along its
    boundary.
    """
    return first_entry(a, b, polygon) is not None


def first_entry(a: Point, b: Point, polygon: Polygon) -> Fraction | None:
    """Return how far along a-b, 0 to 1, it first comes into the inside of a simple polygon; None when it never does."""
    marks = sorted({Fraction(0), Fraction(1), *(Fraction(*cut) for cut in cuts(a, b, polygon))})
    for before, after in zip(marks, marks[1:], strict=False):
        middle = (before + after) / 2
        size = middle.denominator
        x = a[0] * size + middle.numerator * (b[0] - a[0])
        y = a[1] * size + middle.numerator * (b[1] - a[1])
        if polygon_side((x, y), tuple((px * size, py * size) for px, py in polygon)) > 0:
            return before
    return None


def cuts(a: Point, b: Point, polygon: Polygon) -> list[tuple[int, int]]:
    """Return how far along a-b it meets each edge, as numerator and denominator (above 0).

    An edge in line with it is none.
    """
    found = []
    east, south = b[0] - a[0], b[1] - a[1]
    for c, d in edges(polygon):
        run = east * (d[1] - c[1]) - south * (d[0] - c[0])
        if run == 0:
            continue
        far = (c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])
        side = (c[0] - a[0]) * south - (c[1] - a[1]) * east
        if run < 0:
            run, far, side = -run, -far, -side
        if 0 <= far <= run and 0 <= side <= run:
            found.append((far, run))
    return found


@lru_cache(maxsize=4096)
def bounds(points: Path) -> Bounds:
    """Return west, north, east and south of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def bounds_touch(a: Bounds, b: Bounds, reach: int = 0) -> bool:
    """Return whether two boxes have a point in common, or come so near on both axes."""
    return a[0] - reach <= b[2] and b[0] - reach <= a[2] and a[1] - reach <= b[3] and b[1] - reach <= a[3]


def polygons_meet(p: Polygon, q: Polygon) -> bool:
    """Return true when two simple polygons have a point in common.

    Touching counts, and so does one inside the other.
    """
    if point_in_polygon(p[0], q) or point_in_polygon(q[0], p):
        return True
    q_edges = edges(q)
    return any(segments_meet(a, b, c, d) for a, b in edges(p) for c, d in q_edges)


def convex_meet(p: Polygon, q: Polygon) -> bool:
    """Return ``polygons_meet`` for two convex polygons of at least three corners, by looking for an edge that parts
    them.
    """
    return not (_is_parted(p, q, 0) or _is_parted(q, p, 0))


def convex_overlap(p: Polygon, q: Polygon) -> bool:
    """Return whether two convex polygons cover common ground: edges that only touch do not."""
    return not (_is_parted(p, q, 1) or _is_parted(q, p, 1))


def _is_parted(p: Polygon, q: Polygon, touch: int) -> bool:
    """Return whether an edge of p has q wholly on its far side; with `touch` 1 also when q touches it."""
    for a, b in edges(p):
        east, south = a[1] - b[1], b[0] - a[0]
        here = [east * x + south * y for x, y in p]
        there = [east * x + south * y for x, y in q]
        if max(here) < min(there) + touch or max(there) < min(here) + touch:
            return True
    return False


def convex_hull(points: tuple[Point, ...]) -> Polygon:
    """Return the smallest convex polygon round the points, clockwise on the table, corners in a straight
    edge left out.
    """
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    upper, lower = _chain(ordered), _chain(ordered[::-1])
    return tuple(upper[:-1] + lower[:-1])


def _chain(ordered: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for p in ordered:
        while len(chain) >= 2 and orientation(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def rectangle(centre: Point, heading: int, length: int, width: int) -> Polygon:
    """Return a base outline with the corners port bow, starboard bow, starboard quarter, port quarter.

    Its edges, in order, are bow, starboard, stern and port. Sizes in milli-inches, best even; corners are rounded
    to the nearest milli-inch.
    """
    ahead, right = length // 2, width // 2
    corners = ((ahead, -right), (ahead, right), (-ahead, right), (-ahead, -right))
    return tuple(offset(centre, heading, *corner) for corner in corners)


def wedge(start: Point, heading: int, narrow: int, wide: int, length: int) -> Polygon:
    """Return a marker widening along ``heading`` from the middle of its narrow end; edges NARROW, RIGHT, WIDE, LEFT."""
    corners = ((0, -(narrow // 2)), (0, narrow // 2), (length, wide // 2), (length, -(wide // 2)))
    return tuple(offset(start, heading, *corner) for corner in corners)


class Visit(NamedTuple):
    """One stay of a path in a convex shape: the edges it came in by and the edges it left by.

    Two edges together are a corner. Empty: the path began inside, or ended inside (a path that ends on the boundary
    has not left).
    """

    entered: tuple[int, ...]
    left: tuple[int, ...]


def visits(path: Path, shape: Polygon) -> tuple[Visit, ...]:
    """Return every stay of a path of straight legs in a convex shape, in order; a bare touch is a stay too.

    A path that only ends on the boundary, from outside, has entered and not left. Raises ValueError for a shape of no
    area or a path of fewer than two points.
    """
    end = len(path) - 1
    return tuple(
        Visit(
            entered=() if first == 0 else edges_at(path, first, shape),
            left=() if last == end else edges_at(path, last, shape),
        )
        for first, last in stays(path, shape)
    )


def stays(path: Path, shape: Polygon) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return when each of the ``visits`` begins and ends, counted in legs of the path: 1.5 is half way along the
    second.

    Raises ValueError as ``visits`` does.
    """
    if len(path) < 2:
        raise ValueError(f"a path needs at least two points, this has {len(path)}: repeat the point for a ship at rest")
    winding = orientation(shape[0], shape[1], shape[2])
    if winding == 0:
        raise ValueError(
            f"the shape {shape} has no area at its first corner: give a convex polygon without straight corners"
        )
    found: list[tuple[Fraction, Fraction]] = []
    for leg, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        inside = _inside(a, b, shape, winding)
        if inside is None:
            continue
        first, last = leg + inside[0], leg + inside[1]
        if found and found[-1][1] == first:
            first = found.pop()[0]
        found.append((first, last))
    return tuple(found)


def _inside(a: Point, b: Point, shape: Polygon, winding: int) -> tuple[Fraction, Fraction] | None:
    """Return the part of leg a-b in the closed shape as fractions of the leg, or None when it stays outside."""
    above, below, most, of = 0, 1, 1, 1  # it begins at above/below and ends at most/of: whole numbers are quicker
    for c, d in edges(shape):
        depth = winding * ((d[0] - c[0]) * (a[1] - c[1]) - (d[1] - c[1]) * (a[0] - c[0]))
        gain = winding * ((d[0] - c[0]) * (b[1] - a[1]) - (d[1] - c[1]) * (b[0] - a[0]))
        if depth < 0 and depth + gain < 0:
            return None
        if depth >= 0 and depth + gain >= 0:
            continue
        if gain > 0:
            if -depth * below > above * gain:
                above, below = -depth, gain
        elif depth * of < -gain * most:
            most, of = depth, -gain
        if above * of > most * below:
            return None
    return Fraction(above, below), Fraction(most, of)


def edges_at(path: Path, far: Fraction, shape: Polygon) -> tuple[int, ...]:
    """Return the edges of a convex shape that hold the boundary point ``far`` legs along the path."""
    leg = min(int(far), len(path) - 2)
    part = far - leg
    (ax, ay), (bx, by) = path[leg], path[leg + 1]
    x, y = ax + part * (bx - ax), ay + part * (by - ay)
    return tuple(
        number for number, (c, d) in enumerate(edges(shape)) if (d[0] - c[0]) * (y - c[1]) == (d[1] - c[1]) * (x - c[0])
    )
