"""The catalogue of terrain and its geometry: shapes placed and turned, distances between them, edges of the table."""

from __future__ import annotations

from functools import cache

from rules.kernel import inches
from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.perfidious_albion.records.charts import INCH, TABLES, load_charts
from rules.perfidious_albion.records.state import BEARINGS, EAST, EDGES, NORTH, SOUTH, WEST, Box, State, edge_depth
from rules.perfidious_albion.ships.conditions import LAND_KINDS

OPPOSITE = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST}
INWARD = {edge: BEARINGS[OPPOSITE[edge]] for edge in EDGES}  # heading of a ship coming from an edge
ON_EDGE = 50  # milli-inches: anything within this of an edge touches it


class Shape(Record, frozen=True, forbid_unknown_fields=True):
    """A piece of the catalogue: its corners relative to its middle."""

    kind: str
    title: str
    corners: inches.Polygon


class _ShapeFile(Record, frozen=True, forbid_unknown_fields=True):
    shapes: dict[str, Shape]


@cache
def load_shapes() -> dict[str, Shape]:
    """Read tables/terrain.yaml. Raises DataError when a shape is too small for its kind.

    Rules: PA-2.1-3, PA-2.1-4, PA-2.1-5.
    """
    source = source_at(TABLES / "terrain.yaml")
    shapes = source.read(_ShapeFile).shapes
    least = load_charts().movement.terrain_least_area
    source.refuse(
        (("shapes", key), f"expected at least {least[shape.kind]} square inches of {shape.kind}")
        for key, shape in shapes.items()
        if area(shape.corners) < least[shape.kind] * INCH * INCH
    )
    return shapes


def area(shape: inches.Polygon) -> int:
    """Return the area of a simple polygon in square milli-inches, rounded down. Rule: A-18."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in inches.edges(shape))) // 2


def place_shape(shape: Shape, at: inches.Point, turn: int) -> inches.Polygon:
    """Return a shape on the table: its middle at a place, turned clockwise by degrees."""
    x, y = at
    return tuple((px + x, py + y) for px, py in _turn_area(shape.corners, turn))


@cache
def _turn_area(corners: inches.Polygon, turn: int) -> inches.Polygon:
    return tuple(inches.offset((0, 0), turn, -south, east) for east, south in corners)


def is_apart(p: inches.Polygon, q: inches.Polygon, mils: int) -> bool:
    """Return whether two polygons are at least `mils` apart; exact. Rules: PA-2.1-8, A-48."""
    if not inches.bounds_touch(inches.bounds(p), inches.bounds(q), max(0, mils - 1)):
        return True
    if inches.polygons_meet(p, q):
        return False
    limit = mils * mils
    for one, other in ((p, q), (q, p)):
        sides = inches.edges(other)
        for corner in one:
            for a, b in sides:
                numerator, denominator = inches.segment_distance_squared(corner, a, b)
                if numerator < limit * denominator:
                    return False
    return True


def clear_of(at: inches.Point, shape: inches.Polygon, mils: int) -> bool:
    """Return whether a place is outside a polygon and at least `mils` from it; exact."""
    return is_apart((at,), shape, mils)


def box_shape(box: Box) -> inches.Polygon:
    """Return the outline of an entry or exit box. Rule: PA-2.1-42."""
    east, south = box.west + box.size, box.north + box.size
    return (box.west, box.north), (east, box.north), (east, south), (box.west, south)


def table_shape(state: State) -> inches.Polygon:
    """Return the outline of the table."""
    width, height = state.scene.width, state.scene.height
    return (0, 0), (width, 0), (width, height), (0, height)


def table_depth(state: State, edge: str) -> int:
    """Return how deep the table is, seen from an edge."""
    return state.scene.height if edge in (NORTH, SOUTH) else state.scene.width


def edge_length(state: State, edge: str) -> int:
    """Return how long an edge of the table is."""
    return state.scene.width if edge in (NORTH, SOUTH) else state.scene.height


def at_depth(state: State, edge: str, depth: int, along: int) -> inches.Point:
    """Return the place at a depth from an edge and a distance along it from its north or west end, in milli-inches."""
    width, height = state.scene.width, state.scene.height
    return {NORTH: (along, depth), SOUTH: (along, height - depth), WEST: (depth, along), EAST: (width - depth, along)}[
        edge
    ]


def touches_edge(state: State, shape: inches.Polygon) -> bool:
    """Return whether a shape lies against an edge of the table. Rule: PA-2.1-57."""
    return near_edge(state, shape, ON_EDGE)


def near_edge(state: State, shape: inches.Polygon, mils: int) -> bool:
    """Return whether some part of a shape is within a distance of an edge. Rule: PA-2.1-57."""
    return any(edge_depth(state, edge, corner) <= mils for edge in EDGES for corner in shape)


def own_half(state: State, edge: str, at: inches.Point) -> bool:
    """Return whether a place lies on the half of the table next to an edge, the centre line included.

    Rule: PA-2.1-10.
    """
    return edge_depth(state, edge, at) * 2 <= table_depth(state, edge)


def coast_points(state: State, step: int = 2 * INCH) -> list[inches.Point]:
    """Return places along the coasts on the table: the corners, then one every `step`. Rule: PA-2.1-59."""
    found: list[inches.Point] = []
    for piece in state.terrain:
        if piece.kind not in LAND_KINDS:
            continue
        for a, b in inches.edges(piece.shape):
            length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
            parts = max(1, length // step)
            for part in range(parts):
                at = a[0] + (b[0] - a[0]) * part // parts, a[1] + (b[1] - a[1]) * part // parts
                if not touches_edge(state, (at,)):
                    found.append(at)
    return found


def on_coast(state: State, at: inches.Point, mils: int) -> bool:
    """Return whether a place is within `mils` of a coastline. Rule: PA-2.1-59."""
    for piece in state.terrain:
        if piece.kind in LAND_KINDS:
            for a, b in inches.edges(piece.shape):
                numerator, denominator = inches.segment_distance_squared(at, a, b)
                if numerator <= mils * mils * denominator:
                    return True
    return False
