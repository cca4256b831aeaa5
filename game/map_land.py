"""Parts of Tiled maps that only battlefields have: obstacles on hexsides and small features, each drawn as a point. An
obstacle is a point near the side of the hex that owns it; a laager's wall is on the outer sides of its hexes. The
functions for points and the nearest hex also serve sea charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.map_checks import Grid, Point, properties_of
from game.map_guard import Findings, Node, element_name, number, parts
from game.words import tr
from rules.kernel.hexes import FACINGS, centre, label
from rules.kernel.scenario import FEATURES, SIDE_KINDS

NEAREST_SIDE = 250  # thousandths of a hex from the middle: a point nearer than this belongs to no side
CLEARLY = 60  # one side must be nearer than the next by this many thousandths
# Towards N NE SE S SW NW, in thousandths.
_TOWARDS = ((0, -1000), (866, -500), (866, 500), (0, 1000), (-866, 500), (-866, -500))


def sides_of(layer: Node, grid: Grid, path: Path, found: Findings) -> tuple[tuple[int, int, str], ...]:
    """Return (owning hex, direction 0..5, kind) of each obstacle, in the order of the hexes."""
    sides: dict[tuple[int, int], str] = {}
    for node, x, y in objects_of(layer, path, found):
        kind = _kind_of(node, "sides", SIDE_KINDS, path, found)
        at = point_of(node, x, y, grid, path, found)
        hex_ = nearest_hex(at, grid)
        direction = _side_towards(at, hex_)
        if direction is None:
            message = tr(
                "is not near one side of hex {label}; move it to the middle of a side in Tiled",
                label=label(hex_),
            )
            found.add(path, node.line, element_name(node), message)
        elif (hex_, direction) in sides:
            message = tr(
                "a second obstacle on the {facings} side of hex {label}; delete one in Tiled",
                facings=FACINGS[direction],
                label=label(hex_),
            )
            found.add(path, node.line, element_name(node), message)
        else:
            sides[hex_, direction] = kind
    return tuple((hex_, direction, kind) for (hex_, direction), kind in sorted(sides.items()))


def features_of(layer: Node, grid: Grid, path: Path, found: Findings) -> tuple[tuple[str, int], ...]:
    """Return (kind, hex) of each small feature, in the order of the file."""
    return tuple(
        (
            _kind_of(node, "features", FEATURES, path, found),
            nearest_hex(point_of(node, x, y, grid, path, found), grid),
        )
        for node, x, y in objects_of(layer, path, found)
    )


def _kind_of(node: Node, layer: str, known: tuple[str, ...], path: Path, found: Findings) -> str:
    kind = str(properties_of(node, layer, path, found)["kind"])
    if kind and kind not in known:
        found.add(
            path,
            node.line,
            element_name(node),
            tr("the kind is {kind}; expected one of {names}", kind=f"{kind[:40]!r}", names=", ".join(known)),
        )
    return kind


def _side_towards(at: Point, hex_: int) -> int | None:
    """Return the side of a hex that a point is near; None in the middle and at a corner."""
    x, y = centre(hex_)
    east, south = 866 * (3 * at[0] - 1000 * x), 3000 * (at[1] - 500 * y)  # millionths of a third of a row
    reach = [east * dx + south * dy for dx, dy in _TOWARDS]
    near = sorted(reach, reverse=True)
    unit = 3000 * 1000
    if near[0] < NEAREST_SIDE * unit or near[0] - near[1] < CLEARLY * unit:
        return None
    return reach.index(near[0])


def objects_of(layer: Node, path: Path, found: Findings) -> Iterator[tuple[Node, float, float]]:
    """Yield the objects of a layer in the order of the file, with their place in Tiled pixels."""
    for node in parts(layer, "object"):
        x, y = number(node.get("x")), number(node.get("y"))
        if x is None or y is None:
            found.add(
                path,
                node.line,
                element_name(node),
                tr("has no position; expected numbers for X and Y. Draw it again in Tiled"),
            )
            continue
        yield node, x, y


def point_of(node: Node, x: float, y: float, grid: Grid, path: Path, found: Findings) -> Point:
    """Return the place of a point object on the map, in thousandths of a column and of a row."""
    at = grid.point(x, y)
    if node.find("point") is None:
        found.add(path, node.line, element_name(node), tr("expected a point; use Tiled's Insert Point"))
    elif not grid.on_map(at):
        found.add(path, node.line, element_name(node), tr("is off the map; move it onto the map in Tiled"))
    return at


def nearest_hex(at: Point, grid: Grid) -> int:
    """Return the hex of the map whose middle is nearest to a point, in yards: a column step is 866, a row 1000."""

    def far(hex_: int) -> int:
        x, y = centre(hex_)
        return (866 * (3 * at[0] - 1000 * x)) ** 2 + (3000 * (at[1] - 500 * y)) ** 2

    column, row = at[0] // 1000 + 1, at[1] // 1000 + 1
    near = [(c, r) for c in range(column - 1, column + 2) for r in range(row - 1, row + 2)]
    clamped = {(min(max(c, 1), grid.columns), min(max(r, 1), grid.rows)) for c, r in near}
    return min((c * 100 + r for c, r in clamped), key=lambda hex_: (far(hex_), hex_))
