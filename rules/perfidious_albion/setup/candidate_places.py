"""Places worth trying when something is deployed: offers are a selection of them.

An automatic choice takes the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.inches import Point, distance_squared, offset
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.state import State, place
from rules.perfidious_albion.setup.deployment_areas import (
    INWARD,
    at_depth,
    coast_points,
    edge_length,
    own_half,
    table_depth,
)
from rules.perfidious_albion.setup.placement_rules import box_of, box_stage, own_depth, start_depth

TENTH = INCH // 10
Spot = tuple[int, int, int]  # tenths of an inch east and south, heading
AT_EDGE = 10  # tenths of an inch from the edge to the middle of a base
ACROSS = 60  # tenths of an inch from one place to the next along the line of deployment ...
DEEP = 40  # ... and back from it
AROUND = (30, 55, 80, 105)  # tenths of an inch from the target
LINE_LENGTH = 250  # tenths of an inch a line of eight ships takes


def candidate_places(state: State, side: str, kind: str) -> Iterator[Spot]:
    """Yield places for something a side deploys: `target`, `work`, `field` or `ships`, the likeliest first."""
    ships: Callable[[State, str], Iterator[Spot]] = _strip
    if box_stage(state, side):
        ships = _in_box
    elif state.scene.mission == "bombardment":
        ships = _start_line if side == state.scene.attacker else _round_target
    return {"target": _coasts, "work": _shore, "field": _fields}.get(kind, ships)(state, side)


def _from_middle(length: int, step: int) -> list[int]:
    """Return places along an edge, from its middle outwards."""
    middle = length // 2
    found = [middle]
    for away in range(step, middle, step):
        found += [middle - away, middle + away]
    return found


def _along(edge: str) -> tuple[int, int]:
    """Return the two headings along an edge."""
    return ((INWARD[edge] + 90) % 360, (INWARD[edge] + 270) % 360)


def _strip(state: State, side: str) -> Iterator[Spot]:
    """Yield places in a fleet's deployment area, from the front back, in line along the front or bows on.

    Rule: PA-2.1-23.
    """
    edge = state.baseline[side]
    front = own_depth(state, side) // TENTH
    depths = [front, *range(front - DEEP, AT_EDGE, -DEEP)] if front > AT_EDGE else [AT_EDGE]
    headings = (*_along(edge), INWARD[edge])
    for depth in depths:
        yield from _row(state, edge, depth, ACROSS, headings)


def _row(state: State, edge: str, depth: int, step: int, headings: tuple[int, ...]) -> Iterator[Spot]:
    """Yield places along an edge at one depth, from its middle outwards."""
    for along in _from_middle(edge_length(state, edge) // TENTH, step):
        x, y = at_depth(state, edge, depth * TENTH, along * TENTH)
        yield from ((x // TENTH, y // TENTH, heading) for heading in headings)


def _in_box(state: State, _side: str) -> Iterator[Spot]:
    """Yield places for the leading ships of columns in the entry box, heading for the exit. Rule: PA-2.1-42."""
    box = box_of(state, "entry")
    leave = box_of(state, "exit")
    assert box is not None and leave is not None
    size = box.size // TENTH
    west, north = box.west // TENTH, box.north // TENTH
    if abs(leave.west - box.west) > abs(leave.north - box.north):
        heading = 90 if leave.west > box.west else 270
        ahead = west + size - AT_EDGE if heading == 90 else west + AT_EDGE
        yield from ((ahead, north + across, heading) for across in range(5, size, 10))
        return
    heading = 180 if leave.north > box.north else 0
    ahead = north + size - AT_EDGE if heading == 180 else north + AT_EDGE
    yield from ((west + across, ahead, heading) for across in range(5, size, 10))


def _start_line(state: State, side: str) -> Iterator[Spot]:
    """Yield places on the start line of the attacker of a base: bows on with ships astern, else along it.

    Rule: PA-2.1-63.
    """
    edge = state.baseline[side]
    depth = max(AT_EDGE, start_depth(state, side) // TENTH)
    headings = (INWARD[edge], *_along(edge)) if depth > LINE_LENGTH else (*_along(edge), INWARD[edge])
    yield from _row(state, edge, depth, DEEP, headings)


def _round_target(state: State, side: str) -> Iterator[Spot]:
    """Yield places around the target, to seaward first. Rules: PA-2.1-60, PA-2.1-61."""
    if state.target is None:
        return
    edge = state.baseline[side]
    sea = INWARD[edge]
    for far in AROUND[::-1]:
        for turn in (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180):
            x, y = offset(place(state.target), sea + turn, far * TENTH, 0)
            for heading in _along(edge):
                yield x // TENTH, y // TENTH, heading


def _shore(state: State, side: str) -> Iterator[Spot]:
    """Yield coasts near the target, then islets around it; guns look out to sea. Rule: PA-2.1-60."""
    if state.target is None:
        return
    at, facing = place(state.target), INWARD[state.baseline[side]]
    reach = state.scene.charts.victory.target_reach_mils
    near = [point for point in coast_points(state) if distance_squared(point, at) <= reach * reach]
    for x, y in sorted(near, key=lambda point: (distance_squared(point, at), point)):
        yield x // TENTH, y // TENTH, facing
    for x, y, _ in _round_target(state, side):
        yield x, y, facing


def _coasts(state: State, side: str) -> Iterator[Spot]:
    """Yield places on coasts in the defender's half, from the middle of his edge outwards. Rule: PA-2.1-59."""
    edge = state.baseline[side]
    half: list[Point] = [at for at in coast_points(state) if own_half(state, edge, at)]
    seaward = at_depth(state, edge, 0, edge_length(state, edge) // 2 // TENTH * TENTH)
    for x, y in sorted(half, key=lambda at: (distance_squared(at, seaward), at)):
        yield x // TENTH, y // TENTH, 0


def _fields(state: State, side: str) -> Iterator[Spot]:
    """Return places for a minefield: off the target, else the middle of the table. Rules: PA-2.1-28, PA-2.1-62."""
    edge = state.baseline[side]
    deep = table_depth(state, edge) // TENTH
    depths = (deep * 2 // 5, deep * 3 // 10) if state.scene.mission == "bombardment" else (deep // 2, deep * 2 // 5)
    for depth in (*depths, deep // 5):
        yield from _row(state, edge, depth, ACROSS, (0,))
