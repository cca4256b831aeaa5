"""Torpedo firing markers: wedges twice as wide at the far end, cut off at land and the table's edge.

Some run a second turn. Lengths are milli-inches. A wedge has its corners in the order narrow left, narrow right, wide
right, wide left, so its edges are NARROW, RIGHT, WIDE and LEFT of rules.kernel.inches.
"""

from __future__ import annotations

from rules.kernel.inches import Point, Polygon, bounds, bounds_touch, cuts, move, offset, point_in_polygon, wedge
from rules.perfidious_albion.records.charts import LONG
from rules.perfidious_albion.records.state import State, TorpedoMarker, on_table
from rules.perfidious_albion.ships.conditions import LAND_KINDS

LEAST_RUN = 500  # milli-inches of open water needed for a launch
SINGLE, DOUBLE = 1, 2


def wedges_of(state: State, start: Point, bearing: int, kind: str, width: int) -> tuple[Polygon, ...]:
    """Return the wedge of a marker at launch, from the middle of its narrow end; empty where there is no room.

    Rules: PA-6.1-11, PA-6.2-3, PA-TOR-H1.
    """
    return _wedges_from(state, (start,), bearing, state.scene.charts.torpedoes.weapons[kind].reach_mils, width)


def run_on_wedges(state: State, marker: TorpedoMarker) -> tuple[Polygon, ...]:
    """Return the wedges of the second turn of long torpedoes, from the wide end of the first: one, or two that overlap.

    Empty for torpedoes that ran onto land or off the table. Rules: PA-6.2-6, PA-6.2-8.
    """
    reach = state.scene.charts.torpedoes.weapons[marker.kind].reach_mils
    far = move(marker.start, marker.bearing, reach)
    if clear_run(state, marker.start, marker.bearing, reach) < reach:
        return ()
    if marker.width == SINGLE:
        return _wedges_from(state, (far,), marker.bearing, reach, DOUBLE)
    half = state.scene.charts.torpedoes.marker_narrow_mils
    starts = (offset(far, marker.bearing, 0, -half), offset(far, marker.bearing, 0, half))
    return _wedges_from(state, starts, marker.bearing, reach, DOUBLE)


def runs_twice(state: State, marker: TorpedoMarker) -> bool:
    """Return whether the torpedoes of a marker run on for a second turn. Rule: PA-6.2-6."""
    return marker.kind == LONG and marker.leg < state.scene.charts.torpedoes.weapons[LONG].turns and marker.count > 0


def _wedges_from(state: State, starts: tuple[Point, ...], bearing: int, reach: int, width: int) -> tuple[Polygon, ...]:
    chart = state.scene.charts.torpedoes
    narrow = chart.marker_narrow_mils * width
    found = []
    for start in starts:
        length = clear_run(state, start, bearing, reach)
        if length >= LEAST_RUN:
            spread = (chart.marker_wide_mils - chart.marker_narrow_mils) * width * length // chart.marker_length_mils
            found.append(wedge(start, bearing, narrow, narrow + spread, length))
    return tuple(found)


def clear_run(state: State, start: Point, bearing: int, reach: int) -> int:
    """Return how far the middle line of a marker runs before it meets land or the table's edge, at most `reach`.

    0 from a point on land or off the table."""
    scene = state.scene
    if not on_table(state, start):
        return 0
    end = move(start, bearing, reach)
    if not on_table(state, end):
        table = ((0, 0), (scene.width, 0), (scene.width, scene.height), (0, scene.height))
        reach = min((far for far in _runs_to(start, end, table, reach) if far > 0), default=0)
        end = move(start, bearing, reach)
    for ground in state.terrain:
        if ground.kind not in LAND_KINDS or not bounds_touch(bounds((start, end)), bounds(ground.shape)):
            continue
        if point_in_polygon(start, ground.shape):
            return 0
        reach = min((reach, *_runs_to(start, move(start, bearing, reach), ground.shape, reach)))
    return reach


def shore(state: State, inland: Point, bearing: int, reach: int) -> Point | None:
    """Return where a line from a point on land reaches open water within `reach`.

    The point itself if it is not on land.
    """
    grounds = [ground.shape for ground in state.terrain if ground.kind in LAND_KINDS]
    if not any(point_in_polygon(inland, shape) for shape in grounds):
        return inland
    end = move(inland, bearing, reach)
    for far in sorted(cut for shape in grounds for cut in _runs_to(inland, end, shape, reach)):
        beyond = move(inland, bearing, far + 2)
        if not any(point_in_polygon(beyond, shape) for shape in grounds):
            return beyond
    return None


def _runs_to(a: Point, b: Point, shape: Polygon, length: int) -> list[int]:
    """Return how far along a-b, which is `length` long, the line meets each edge of a shape.

    Whole milli-inches, rounded down.
    """
    return [length * far // run for far, run in cuts(a, b, shape)]
