"""The table in inches: exact tests compared with shapely, touching included, and worked torpedo tracks."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, cos, degrees, radians, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Point, Polygon

from rules.kernel import inches

SMALL = st.integers(-6, 6)
POINT = st.tuples(SMALL, SMALL)
TABLE_POINT = st.tuples(st.integers(-72_000, 72_000), st.integers(-72_000, 72_000))
BEARING = st.integers(-400, 800)
TRIANGLE = ((0, 0), (3, 0), (0, 2))
ANY_POINTS = st.one_of(st.lists(POINT, min_size=3, max_size=7), st.lists(TABLE_POINT, min_size=3, max_size=7))


def course(a: inches.Point, b: inches.Point) -> LineString | Point:
    """Return the segment for shapely, which does not accept a line of length 0."""
    return LineString([a, b]) if a != b else Point(a)


@st.composite
def convex_polygons(draw: st.DrawFn) -> inches.Polygon:
    hull = inches.convex_hull(tuple(draw(st.lists(POINT, min_size=3, max_size=9))))
    return hull if len(hull) >= 3 else TRIANGLE


@st.composite
def simple_polygons(draw: st.DrawFn) -> inches.Polygon:
    """Return corners drawn at random where they make a valid outline, often with hollows; else a convex one."""
    corners = tuple(draw(st.lists(POINT, min_size=3, max_size=6, unique=True)))
    return corners if Polygon(corners).is_valid and Polygon(corners).area > 0 else draw(convex_polygons())


def test_the_sine_table_is_the_sine_to_the_nearest_millionth() -> None:
    for angle in (*range(-360, 720), 1_000_001):
        assert inches.sine(angle) == round(sin(radians(angle % 360)) * inches.SCALE), angle
        assert inches.cosine(angle) == round(cos(radians(angle % 360)) * inches.SCALE), angle


def test_bearings_run_clockwise_from_north_and_y_runs_south() -> None:
    assert inches.move((0, 0), 0, 6000) == (0, -6000)
    assert inches.move((0, 0), 90, 6000) == (6000, 0)
    assert inches.move((0, 0), 180, 6000) == (0, 6000)
    assert inches.move((0, 0), 30, 6000) == (3000, -5196)
    assert inches.offset((0, 0), 0, 1000, 500) == (500, -1000)


@given(TABLE_POINT, BEARING, st.integers(0, 72_000))
def test_a_move_is_right_to_a_milli_inch_and_the_opposite_move_comes_back(
    start: inches.Point, bearing: int, far: int
) -> None:
    there = inches.move(start, bearing, far)
    assert abs(there[0] - start[0] - far * sin(radians(bearing))) <= 0.6
    assert abs(there[1] - start[1] + far * cos(radians(bearing))) <= 0.6
    assert inches.move(there, bearing + 180, far) == start
    assert inches.move(there, bearing, -far) == start


@given(TABLE_POINT, TABLE_POINT, st.integers(0, 200_000))
def test_distance_is_within_a_limit_exactly_when_the_squares_say_so(
    a: inches.Point, b: inches.Point, limit: int
) -> None:
    assert (inches.distance(a, b) <= limit) == inches.within_reach(a, b, limit)
    assert 0 <= inches.distance(a, b) - Point(a).distance(Point(b)) < 1 + 1e-6


def test_a_range_of_twelve_inches_is_in_and_one_milli_inch_more_is_out() -> None:
    assert inches.within_reach((0, 0), (7200, 9600), 12_000)
    assert not inches.within_reach((0, 0), (7200, 9601), 12_000)
    assert inches.distance((0, 0), (7200, 9601)) == 12_001


@given(TABLE_POINT, TABLE_POINT)
def test_a_bearing_is_right_to_the_nearest_degree(a: inches.Point, b: inches.Point) -> None:
    assume(a != b)
    true = degrees(atan2(b[0] - a[0], a[1] - b[1]))
    assert abs((inches.bearing(a, b) - true + 180) % 360 - 180) <= 0.501


@given(TABLE_POINT, st.integers(0, 359), st.integers(10_000, 72_000))
def test_the_bearing_of_a_move_is_the_bearing_moved_along(start: inches.Point, bearing: int, far: int) -> None:
    assert inches.bearing(start, inches.move(start, bearing, far)) == bearing


def test_a_point_has_no_bearing_to_itself() -> None:
    with pytest.raises(ValueError, match="no bearing from the point"):
        inches.bearing((5, 5), (5, 5))


@given(TABLE_POINT, TABLE_POINT, st.integers(0, 359), st.integers(1, 359))
def test_an_arc_holds_what_the_protractor_says(a: inches.Point, b: inches.Point, first: int, sweep: int) -> None:
    assume(inches.distance(a, b) > 1000)
    true = (degrees(atan2(b[0] - a[0], a[1] - b[1])) - first) % 360
    assume(min(abs(true - edge) for edge in (0, sweep, 360)) > 0.001)
    assert inches.in_arc(a, first, first + sweep, b) == (true < sweep)
    assert inches.in_arc(a, first + sweep, first, b) == (true > sweep)
    assert inches.in_relative_arc(a, first, 0, sweep, b) == (true < sweep)


@pytest.mark.parametrize(
    ("first", "last", "target", "inside"),
    [
        (-45, 45, (1000, -1000), True),
        (-45, 45, (-1000, -1000), True),
        (-45, 45, (1001, -1000), False),
        (0, 180, (0, 1000), True),
        (0, 180, (-1, 1000), False),
        (350, 10, (0, -1000), True),
        (90, 90, (1000, 0), True),
        (90, 90, (-1000, 0), False),
        (45, 315, (0, -1000), False),
        (45, 315, (1000, -1000), True),
        (45, 46, (-1000, 1000), False),
        (0, 360, (-5, -9), True),
        (10, 20, (0, 0), True),
    ],
)
def test_the_edges_of_an_arc_belong_to_it(first: int, last: int, target: inches.Point, inside: bool) -> None:
    assert inches.in_arc((0, 0), first, last, target) is inside


@given(POINT, POINT, POINT, POINT)
def test_segments_meet_as_shapely_says(a: inches.Point, b: inches.Point, c: inches.Point, d: inches.Point) -> None:
    assert inches.segments_meet(a, b, c, d) == course(a, b).intersects(course(c, d))


@given(TABLE_POINT, TABLE_POINT, TABLE_POINT, TABLE_POINT)
def test_long_segments_meet_as_shapely_says(a: inches.Point, b: inches.Point, c: inches.Point, d: inches.Point) -> None:
    assert inches.segments_meet(a, b, c, d) == course(a, b).intersects(course(c, d))


@given(POINT, simple_polygons())
def test_a_point_is_inside_on_or_outside_a_polygon_as_shapely_says(p: inches.Point, polygon: inches.Polygon) -> None:
    shape = Polygon(polygon)
    expected = 1 if shape.contains(Point(p)) else 0 if shape.touches(Point(p)) else -1
    assert inches.polygon_side(p, polygon) == expected
    assert inches.polygon_side(p, polygon[::-1]) == expected
    assert inches.point_in_polygon(p, polygon) == shape.covers(Point(p))


@given(POINT, POINT, simple_polygons())
def test_a_segment_meets_and_enters_a_polygon_as_shapely_says(
    a: inches.Point, b: inches.Point, polygon: inches.Polygon
) -> None:
    shape, path = Polygon(polygon), course(a, b)
    assert inches.segment_meets_polygon(a, b, polygon) == shape.intersects(path)
    assert inches.segment_enters_polygon(a, b, polygon) == (shape.intersects(path) and not shape.touches(path))


@given(simple_polygons(), simple_polygons())
def test_polygons_meet_as_shapely_says(p: inches.Polygon, q: inches.Polygon) -> None:
    assert inches.polygons_meet(p, q) == Polygon(p).intersects(Polygon(q))


@given(convex_polygons(), convex_polygons())
def test_convex_polygons_meet_as_shapely_and_the_general_test_say(p: inches.Polygon, q: inches.Polygon) -> None:
    assert inches.convex_meet(p, q) == Polygon(p).intersects(Polygon(q)) == inches.polygons_meet(p, q)


@given(POINT, POINT, POINT, st.integers(0, 9))
def test_the_distance_to_a_segment_is_exact(p: inches.Point, a: inches.Point, b: inches.Point, radius: int) -> None:
    squared = Fraction(*inches.segment_distance_squared(p, a, b))
    true = Point(p).distance(course(a, b))
    assert abs(float(squared) - true * true) < 1e-9
    assert inches.segment_meets_circle(a, b, (p, radius)) == (squared <= radius * radius)
    assert inches.segment_enters_circle(a, b, (p, radius)) == (squared < radius * radius)
    assert inches.segment_distance_squared(p, b, a)[1] > 0


def test_a_course_that_just_touches_a_mine_meets_it_and_does_not_enter_it() -> None:
    mine: inches.Circle = ((0, 0), 500)
    assert inches.segment_meets_circle((300, 400), (700, 100), mine)
    assert not inches.segment_enters_circle((300, 400), (700, 100), mine)
    assert not inches.segment_meets_circle((301, 400), (701, 100), mine)


@given(ANY_POINTS)
def test_the_convex_hull_is_the_one_shapely_draws(points: list[inches.Point]) -> None:
    hull = inches.convex_hull(tuple(points))
    theirs = MultiPoint(points).convex_hull
    corners = theirs.exterior.coords if theirs.geom_type == "Polygon" else theirs.coords
    assert set(hull) == {(int(x), int(y)) for x, y in corners}
    turns = [inches.orientation(*three) for three in zip(hull, hull[1:], hull[2:], strict=False)]
    assert all(turn == 1 for turn in turns)


def test_a_base_begins_at_the_port_bow_and_goes_clockwise() -> None:
    assert inches.rectangle((0, 0), 0, 2000, 500) == ((-250, -1000), (250, -1000), (250, 1000), (-250, 1000))
    assert inches.rectangle((0, 0), 90, 2000, 500) == ((1000, -250), (1000, 250), (-1000, 250), (-1000, -250))


TRACK = inches.wedge((0, 0), 90, 1000, 2000, 6000)


def test_a_track_widens_along_its_heading() -> None:
    assert TRACK == ((0, -500), (0, 500), (6000, 1000), (6000, -1000))


@pytest.mark.parametrize(
    ("path", "entered", "left"),
    [
        (((3000, -5000), (3000, 5000)), (inches.LEFT,), (inches.RIGHT,)),
        (((2000, 0), (10_000, 0)), (), (inches.WIDE,)),
        (((3000, 0), (-4000, 0)), (), (inches.NARROW,)),
        (((4000, -5000), (4000, 200)), (inches.LEFT,), ()),
        (((2000, -3000), (10_000, 1800)), (inches.LEFT,), (inches.WIDE,)),
        (((10_000, 0), (-3000, 0)), (inches.WIDE,), (inches.NARROW,)),
        (((5000, 0), (7000, 2000)), (), (inches.RIGHT, inches.WIDE)),
        (((3000, -5000), (3000, 0), (3500, 0), (9000, 0)), (inches.LEFT,), (inches.WIDE,)),
        (((-1000, 0), (0, 0)), (inches.NARROW,), ()),
        (((0, 0), (-1000, 0)), (), (inches.NARROW,)),
        (((5000, 2000), (7000, 0)), (inches.RIGHT, inches.WIDE), (inches.RIGHT, inches.WIDE)),
        (((3000, 100), (3000, 100)), (), ()),
    ],
)
def test_a_course_comes_in_and_leaves_by_these_edges(
    path: inches.Path, entered: tuple[int, ...], left: tuple[int, ...]
) -> None:
    assert inches.visits(path, TRACK) == (inches.Visit(entered, left),)
    flip = {inches.RIGHT: inches.LEFT, inches.LEFT: inches.RIGHT}
    port, anticlockwise = tuple((x, -y) for x, y in path), tuple((x, -y) for x, y in TRACK)
    assert inches.visits(port, anticlockwise) == (inches.Visit(entered, left),)
    assert [{flip.get(edge, edge) for edge in visit.left} for visit in inches.visits(port, TRACK)] == [set(left)]


@given(st.lists(POINT, min_size=2, max_size=5), convex_polygons())
def test_the_stays_of_a_path_in_a_convex_shape_are_those_shapely_cuts_out(
    path: list[inches.Point], shape: inches.Polygon
) -> None:
    found = inches.visits(tuple(path), shape)
    legs = [course(*leg) for leg in zip(path, path[1:], strict=False)]
    assert bool(found) == any(Polygon(shape).intersects(leg) for leg in legs)
    starts_inside, ends_inside = (Polygon(shape).covers(Point(end)) for end in (path[0], path[-1]))
    assert [bool(visit.entered) for visit in found] == [index > 0 or not starts_inside for index in range(len(found))]
    assert [bool(visit.left) for visit in found[::-1]] == [index > 0 or not ends_inside for index in range(len(found))]
    assert all(len(edges) <= 2 for visit in found for edges in visit)


def test_a_shape_without_area_or_a_path_of_one_point_is_refused() -> None:
    with pytest.raises(ValueError, match="has no area"):
        inches.visits(((0, 0), (1, 1)), ((0, 0), (1, 0), (2, 0)))
    with pytest.raises(ValueError, match="a path needs at least two points, this has 1"):
        inches.visits(((0, 0),), TRACK)


def test_boxes_touch_when_they_share_a_point_or_come_so_near_both_ways() -> None:
    box = (0, 0, 10, 10)
    for west, north in ((11, 0), (-11, 0), (0, 11), (0, -11), (11, 11), (-11, 11)):
        other = (west, north, west + 10, north + 10)
        assert not inches.bounds_touch(box, other) and inches.bounds_touch(box, other, 1)
    for west, north in ((10, 0), (-10, 0), (0, 10), (0, -10), (5, 5)):
        assert inches.bounds_touch(box, (west, north, west + 10, north + 10))
