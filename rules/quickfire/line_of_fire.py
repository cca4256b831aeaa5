"""Ranges, arcs and the line of fire: range bands, end-on targets, ships and land on the line, targets in range."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.inches import (
    Point,
    Polygon,
    distance,
    distance_squared,
    edges,
    in_relative_arc,
    rectangle,
    segment_enters_polygon,
    segment_meets_circle,
    segments_meet,
)
from rules.quickfire.charts import MM, band_of_square
from rules.quickfire.state import LYING, Ship, State, afloat, enemy_of, place


class Line(NamedTuple):
    """The line between two ships: the range band ("" when out of range), the distance, and what blocks it."""

    band: str
    distance: int  # thousandths of a millimetre
    blocker: str  # a ship, or the name of a piece of land; empty when clear


def line_between(state: State, a: Ship, b: Ship) -> Line:
    """Return the line between the forward funnels of two ships; it is the same from both ends.

    Rules: QF-RNG-1, QF-RNG-2, QF-RNG-H1, QF-ARC-H2, QF-ARC-H3, QF-RAM-H5.
    """
    return _line(state, a.id, b.id) if a.id < b.id else _line(state, b.id, a.id)


@derived(*LYING)
def _line(state: State, one: str, other: str) -> Line:
    a, b = state.ships[one], state.ships[other]
    here, there = place(a), place(b)
    band = band_of_square(distance_squared(here, there))
    return Line(band, distance(here, there), blocker(state, a, b) if band else "")


def blocker(state: State, a: Ship, b: Ship) -> str:
    """Return the first ship, light vessels excepted, or land on the straight line between two ships; "" when there is
    none.

    A ship touched only at the edge of her outline does not block. Rules: QF-ARC-H2, QF-ARC-H3.
    """
    here, there = place(a), place(b)
    scene = state.scene
    dx, dy = b.x - a.x, b.y - a.y
    squared = dx * dx + dy * dy
    for other in state.ships.values():
        length = scene.length[other.id]
        if (dx * (other.y - a.y) - dy * (other.x - a.x)) ** 2 > length * length * squared:
            continue  # not near the line
        if other.gone or other.id == a.id or other.id == b.id or scene.cards[other.id].light_vessel:
            continue
        beam = scene.beam[other.id]
        if segment_meets_circle(here, there, ((other.x, other.y), length)) and enters(
            here, there, outline_at((other.x, other.y), other.facing, length, beam)
        ):
            return other.id
    for name, corners in scene.land:
        stretches = coast(corners)
        if crosses(here, there, stretches) and (
            cuts(here, there, stretches) or segment_enters_polygon(here, there, corners)
        ):
            return name
    return ""


class Stretch(NamedTuple):
    """A stretch of coast and the box around it."""

    a: Point
    b: Point
    west: int
    north: int
    east: int
    south: int


@cache
def coast(corners: Polygon) -> tuple[Stretch, ...]:
    """Return the coast of a piece of land in straight stretches."""
    return tuple(
        Stretch(a, b, min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in edges(corners)
    )


def crosses(a: Point, b: Point, stretches: tuple[Stretch, ...]) -> bool:
    """Return whether a straight line meets any of some stretches of coast.

    Most are ruled out by their bounding boxes.
    """
    west, east = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    north, south = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    for c, d, left, top, right, bottom in stretches:
        if west <= right and left <= east and north <= bottom and top <= south and segments_meet(a, b, c, d):
            return True
    return False


def cuts(a: Point, b: Point, stretches: tuple[Stretch, ...]) -> bool:
    """Return whether a straight line crosses a stretch of coast, not through a corner: then it passes over land."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    for (cx, cy), (ex, ey), *_ in stretches:
        if (dx * (cy - ay) - dy * (cx - ax)) * (dx * (ey - ay) - dy * (ex - ax)) < 0:
            ux, uy = ex - cx, ey - cy
            if (ux * (ay - cy) - uy * (ax - cx)) * (ux * (b[1] - cy) - uy * (b[0] - cx)) < 0:
                return True
    return False


def outline_at(at: Point, heading: int, length: int, beam: int) -> Polygon:
    """Return the outline of a ship of this length and beam, clockwise from her port bow. Rule: QF-RAM-H5."""
    x, y = at
    return tuple((x + dx, y + dy) for dx, dy in _outline(heading, length, beam))


@cache
def _outline(heading: int, length: int, beam: int) -> Polygon:
    return rectangle((0, 0), heading, length, beam)


def enters(a: Point, b: Point, outline: Polygon) -> bool:
    """Return whether a straight line runs through the inside of an outline given clockwise; a touch is not enough."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    sides = [dx * (y - ay) - dy * (x - ax) for x, y in outline]
    if min(sides) >= 0 or max(sides) <= 0:
        return False
    for (cx, cy), (ex, ey) in edges(outline):
        ux, uy = ex - cx, ey - cy
        if ux * (ay - cy) - uy * (ax - cx) <= 0 and ux * (by - cy) - uy * (bx - cx) <= 0:
            return False
    return True


def end_on(state: State, ship: Ship, target: Ship) -> bool:
    """Return whether the target lies within 30 degrees of bow or stern; the edges of the arc count as beam.

    Rule: QF-ARC-H1.
    """
    end = state.scene.charts.gunnery.end_degrees
    here, there = place(ship), place(target)
    starboard = in_relative_arc(here, ship.facing, end, 180 - end, there)
    return not starboard and not in_relative_arc(here, ship.facing, 180 + end, 360 - end, there)


def in_range(state: State, ship: Ship) -> tuple[tuple[str, str], ...]:
    """Return the enemy ships that some gun of this ship can reach now, with their range band."""
    return _in_range(state, ship.id)


@derived(*LYING)
def _in_range(state: State, name: str) -> tuple[tuple[str, str], ...]:
    ship = state.ships[name]
    lines = [(foe.id, line_between(state, ship, foe)) for foe in afloat(state, enemy_of(state, ship.side))]
    return tuple((name, line.band) for name, line in lines if line.band and not line.blocker)


def ship_and_target(state: State, side: str, name: str, target: str, rule: str) -> tuple[Ship, Ship] | Illegal:
    """Return the firing ship and the named enemy ship, both on the table, or what is wrong."""
    ship, mark = state.ships.get(name), state.ships.get(target)
    if ship is None or ship.side != side or ship.gone:
        return Illegal(f"{side} has no ship called {name!r} on the table", rule)
    if mark is None or mark.side == side or mark.gone:
        return Illegal(f"there is no enemy ship called {target!r} on the table", rule, ship.id)
    return ship, mark


def why_not_reach(state: State, ship: Ship, target: Ship, line: Line) -> tuple[Illegal, ...]:
    """Return what keeps guns from reaching: the range or something on the line.

    Rules: QF-RNG-1, QF-ARC-H2, QF-ARC-H3.
    """
    who = state.scene.names[target.id]
    if not line.band:
        most = max(state.scene.charts.gunnery.range_mm.values())
        away = -(-line.distance // MM)
        return (Illegal(f"{who} is {away:,} mm away, beyond long range of {most:,} mm", "QF-RNG-1", ship.id),)
    if line.blocker:
        what = state.scene.names.get(line.blocker, line.blocker)
        rule = "QF-ARC-H2" if line.blocker in state.ships else "QF-ARC-H3"
        return (Illegal(f"{what} lies on the line to {who}", rule, ship.id),)
    return ()
