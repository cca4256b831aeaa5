"""Maps made in Tiled: read a .tmx file into a MapSheet, or report what is wrong with it.

Geometry. A map is Tiled's hexagonal orientation with stagger axis X, stagger index odd, and a hex side length of half
the tile width, so hexes are flat-topped and even columns (counted from 1) sit half a hex lower. One column step is
(tile width + hex side length) / 2 = 3/4 of the tile width, one row step is the tile height. A point at Tiled pixels
(px, py) becomes, in thousandths of a column and of a row from the map's top left corner,

    x = px * 4000 / (3 * tile width)        y = py * 1000 / tile height

rounded to whole numbers. The middle of hex (column c, row r) is x = 1000 c - 1000/3 and y = 1000 r - 500 in odd
columns, 1000 r in even ones. A map of C columns and R rows ends at x = 1000 C + 333 and y = 1000 R + 500.

A map whose property 'ground' is 'land' is a battlefield: its tiles carry `terrain` and `level`, it has no coast and no
soundings; `game.map_land` reads obstacles on hexsides and decorative features.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from game.map_checks import (
    BATTLEFIELD,
    DEEPEST_FATHOMS,
    Grid,
    MapKind,
    Point,
    Values,
    check_cells,
    check_kind_of_map,
    grid_of,
    layers_of,
    map_kind_of,
    properties_of,
    tiles_of,
)
from game.map_guard import Findings, MapError, Node, check_structure, element_name, number, read_xml
from game.map_land import features_of, nearest_hex, objects_of, point_of, sides_of
from game.words import tr
from rules.kernel.hexes import FLAT, label
from rules.kernel.scenario import LAND, MapLabel, MapSheet, Outline, Zone

STYLES = ("sea", "land", "place", "town")
PURPOSES = ("setup", "exit")
LAND_PURPOSES = ("setup", "exit", "entry")
MOST_CORNERS = 300
OUTSIDE_HEXES = 3  # how far a coast may continue beyond the edge of the map


def load_map(path: Path) -> MapSheet:
    """Read a Tiled map. Raises MapError (a DataError) with every problem: file, line, what was expected, what to do.

    The sheet's key is the file's name without `.tmx`. Coordinates of coasts and labels are converted as described at
    the top of this module. Zones contain the sea hexes whose middle is inside the drawn shape. Soundings come from the
    layer 'soundings' and from tiles with the property 'fathoms'; a drawn sounding wins.
    """
    found = Findings()
    root = read_xml(path, "map", found)
    check_kind_of_map(root, path, found)
    check_structure(root, path, found)
    found.raise_if_any()
    grid = grid_of(root, path, found)
    sort = map_kind_of(root, path, found)
    title = properties_of(root, sort.on_map, path, found)
    layers = layers_of(root, sort, path, found)
    found.raise_if_any()
    tiles = tiles_of(root, sort, path, found)
    check_cells(layers["terrain"], grid, tiles, path, found)
    found.raise_if_any()
    if sort is BATTLEFIELD:
        return _battlefield(root, layers, title, grid, path, found)
    terrain, depths = _tiles_through_pytmx(root, grid, sort, "fathoms", path, found)
    outlines = tuple(_coasts(layers["coast"], grid, path, found))
    labels = tuple(_labels(layers["labels"], grid, path, found))
    zones = tuple(_zones(layers["zones"], grid, terrain, PURPOSES, path, found))
    if "soundings" in layers:
        depths |= dict(_soundings(layers["soundings"], grid, terrain, path, found))
    _check_coast(layers["coast"], outlines, grid, terrain, path, found)
    found.raise_if_any()
    return MapSheet(
        key=path.stem,
        title=title["title"],
        columns=grid.columns,
        rows=grid.rows,
        terrain=terrain,
        soundings=tuple(sorted(depths.items())),
        outlines=outlines,
        labels=labels,
        zones=zones,
        yards_per_hex=title["yards_per_hex"],
    )


def _battlefield(
    root: Node, layers: dict[str, Node], title: Values, grid: Grid, path: Path, found: Findings
) -> MapSheet:
    """Return a land map: ground and level of every hex, obstacles on hexsides, small features, names and zones."""
    terrain, heights = _tiles_through_pytmx(root, grid, BATTLEFIELD, "level", path, found)
    levels = bytearray(FLAT)
    for hex_, level in heights.items():
        levels[hex_] = level
    if not 0 <= title["north_deg"] <= 359:
        found.add(
            path,
            root.line,
            tr("map, property 'north_deg'"),
            tr("is {title}; expected 0 to 359 degrees", title=title["north_deg"]),
        )
    labels = tuple(_labels(layers["labels"], grid, path, found))
    zones = tuple(_zones(layers["zones"], grid, terrain, LAND_PURPOSES, path, found))
    sides = sides_of(layers["sides"], grid, path, found) if "sides" in layers else ()
    features = features_of(layers["features"], grid, path, found) if "features" in layers else ()
    found.raise_if_any()
    return MapSheet(
        key=path.stem,
        title=title["title"],
        columns=grid.columns,
        rows=grid.rows,
        terrain=terrain,
        labels=labels,
        zones=zones,
        ground="land",
        north_deg=title["north_deg"],
        levels=bytes(levels) if any(levels) else b"",
        sides=sides,
        features=features,
    )


def check_map(path: Path) -> list[str]:
    """Return all problems of a map, one line each; empty if it is usable."""
    try:
        load_map(path)
    except MapError as error:
        return [str(problem) for problem in error.problems]
    return []


def hexes_inside(corners: tuple[Point, ...], columns: int, rows: int) -> frozenset[int]:
    """Return the hexes of a map of that size whose middle lies inside a closed line, in whole numbers,
    even-odd rule.
    """
    crossings: dict[int, list[int]] = {}
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        west, east = sorted((3 * x1, 3 * x2))  # thirds of a thousandth: middles are off by a third of a column
        for column in range(max(1, (west + 1000) // 3000 + 1), min(columns, (east + 1000) // 3000) + 1):
            height_up = (y1 - y2) * (3000 * column - 1000 - 3 * x1) // (3 * (x2 - x1))
            crossings.setdefault(column, []).append(y1 - height_up)
    inside: set[int] = set()
    for column, heights in crossings.items():
        shift = 500 * (column & 1)  # odd columns sit half a hex higher
        heights.sort()
        for top, bottom in zip(heights[::2], heights[1::2], strict=True):
            first, last = -(-(top + shift) // 1000), (bottom + shift - 1) // 1000
            inside.update(range(column * 100 + max(1, first), column * 100 + min(rows, last) + 1))
    return frozenset(inside)


def _tiles_through_pytmx(
    root: Node, grid: Grid, sort: MapKind, figure: str, path: Path, found: Findings
) -> tuple[bytes, dict[int, int]]:
    """Return terrain by hex number and the tiles' numbers (fathoms, level). Pytmx gets checked elements and opens no
    file.
    """
    import pytmx  # it imports pygame, a quarter of a second: only when a map is read

    terrain = bytearray(FLAT)
    figures: dict[int, int] = {}
    try:
        tiled = pytmx.TiledMap()
        tiled.filename = str(path)
        tiled.parse_xml(root)
        rows = tiled.get_layer_by_name("terrain").data
        tiles = {gid: tiled.get_tile_properties_by_gid(gid) for gid in {gid for row in rows for gid in row}}
        for hex_ in grid.hexes():
            tile = tiles[rows[hex_ % 100 - 1][hex_ // 100 - 1]]
            terrain[hex_] = sort.terrains[tile["terrain"]]
            if figure in tile:
                figures[hex_] = int(tile[figure])
    except Exception as error:  # the library raises many kinds of errors, some without a message
        reason = f"{type(error).__name__} {error}".strip()
        raise found.stop(
            path, 0, "", tr("the map cannot be read ({reason}); save it again in Tiled", reason=reason)
        ) from error
    return bytes(terrain), figures


def _corners(node: Node, x: float, y: float, grid: Grid, path: Path, found: Findings) -> tuple[Point, ...]:
    """Return the corners of a polygon or rectangle in map coordinates; empty if a problem was added."""
    polygon = node.find("polygon")
    if polygon is None:
        width, height = number(node.get("width")), number(node.get("height"))
        if not width or not height or node.find("point") is not None:
            found.add(path, node.line, element_name(node), tr("expected a polygon or a rectangle; draw one in Tiled"))
            return ()
        return tuple(grid.point(x + dx, y + dy) for dx, dy in ((0, 0), (width, 0), (width, height), (0, height)))
    words = polygon.get("points", "").split()
    pairs = [word.split(",") for word in words[: MOST_CORNERS + 1]]
    places = [(number(pair[0]), number(pair[1])) if len(pair) == 2 else (None, None) for pair in pairs]
    if not 3 <= len(places) <= MOST_CORNERS:
        found.add(
            path,
            node.line,
            element_name(node),
            tr("has {count} corners; expected 3 to {most_corners}", count=len(words), most_corners=MOST_CORNERS),
        )
        return ()
    corners = [grid.point(x + dx, y + dy) for dx, dy in places if dx is not None and dy is not None]
    if len(corners) != len(places):
        found.add(
            path,
            node.line,
            element_name(node),
            tr("its corners are damaged; expected pairs of numbers. Draw it again in Tiled"),
        )
        return ()
    return tuple(corners)


def _coasts(layer: Node, grid: Grid, path: Path, found: Findings) -> Iterator[Outline]:
    for node, x, y in objects_of(layer, path, found):
        if node.find("polygon") is None:
            found.add(
                path, node.line, element_name(node), tr("expected a polygon; draw the coast in Tiled as a closed line")
            )
            continue
        name = _name_of(node, tr("the island"), path, found)
        corners = _corners(node, x, y, grid, path, found)
        if not all(grid.on_map(corner, OUTSIDE_HEXES) for corner in corners):
            message = tr(
                "extends more than {outside_hexes} hexes beyond the map; shorten it in Tiled",
                outside_hexes=OUTSIDE_HEXES,
            )
            found.add(path, node.line, element_name(node), message)
        yield Outline(name=name, points=corners)


def _name_of(node: Node, whose: str, path: Path, found: Findings) -> str:
    name = node.get("name", "")
    if not name.strip() or len(name) > 60 or not name.isprintable():
        found.add(
            path,
            node.line,
            element_name(node),
            tr("expected the name of {whose}, 1 to 60 letters, in Tiled's Name field", whose=whose),
        )
    return name


def _labels(layer: Node, grid: Grid, path: Path, found: Findings) -> Iterator[MapLabel]:
    for node, x, y in objects_of(layer, path, found):
        values = properties_of(node, "labels", path, found)
        at = point_of(node, x, y, grid, path, found)
        if values["style"] and values["style"] not in STYLES:
            message = tr(
                "the style is {values}; expected one of {names}",
                values=f"{values['style'][:40]!r}",
                names=", ".join(STYLES),
            )
            found.add(path, node.line, element_name(node), message)
        if not 8 <= values["size"] <= 96:
            found.add(
                path, node.line, element_name(node), tr("the size is {values}; expected 8 to 96", values=values["size"])
            )
        yield MapLabel(text=values["text"], at=at, size=values["size"], style=values["style"])


def _zones(
    layer: Node, grid: Grid, terrain: bytes, purposes: tuple[str, ...], path: Path, found: Findings
) -> Iterator[Zone]:
    names: set[str] = set()
    for node, x, y in objects_of(layer, path, found):
        values = properties_of(node, "zones", path, found)
        name = _name_of(node, tr("the zone"), path, found)
        if name in names:
            found.add(path, node.line, element_name(node), tr("a second zone of this name; rename one in Tiled"))
        names.add(name)
        if values["purpose"] and values["purpose"] not in purposes:
            message = tr(
                "the purpose is {values}; expected one of {names}",
                values=f"{values['purpose'][:40]!r}",
                names=", ".join(purposes),
            )
            found.add(path, node.line, element_name(node), message)
        corners = _corners(node, x, y, grid, path, found)
        inside = hexes_inside(corners, grid.columns, grid.rows)
        hexes = tuple(sorted(hex_ for hex_ in inside if terrain[hex_] != LAND))
        if corners and not hexes:
            kind = tr("sea hex") if purposes is PURPOSES else "hex"
            found.add(
                path,
                node.line,
                element_name(node),
                tr("contains the centre of no {kind}; draw it larger in Tiled", kind=kind),
            )
        yield Zone(name=name, side=values["side"], purpose=values["purpose"], hexes=hexes)


def _soundings(layer: Node, grid: Grid, terrain: bytes, path: Path, found: Findings) -> Iterator[tuple[int, int]]:
    taken: set[int] = set()
    for node, x, y in objects_of(layer, path, found):
        fathoms = properties_of(node, "soundings", path, found)["fathoms"]
        hex_ = nearest_hex(point_of(node, x, y, grid, path, found), grid)
        if not 0 <= fathoms <= DEEPEST_FATHOMS:
            found.add(
                path,
                node.line,
                element_name(node),
                tr(
                    "is {fathoms} fathoms; expected 0 to {deepest_fathoms}",
                    fathoms=fathoms,
                    deepest_fathoms=DEEPEST_FATHOMS,
                ),
            )
        elif terrain[hex_] == LAND:
            found.add(
                path,
                node.line,
                element_name(node),
                tr("hex {label} is land; move the sounding into the sea in Tiled", label=label(hex_)),
            )
        elif hex_ in taken:
            found.add(
                path,
                node.line,
                element_name(node),
                tr("a second sounding in hex {label}; delete one in Tiled", label=label(hex_)),
            )
        taken.add(hex_)
        yield hex_, fathoms


def _check_coast(
    layer: Node, outlines: tuple[Outline, ...], grid: Grid, terrain: bytes, path: Path, found: Findings
) -> None:
    """Check that land tiles and coast lines agree: what the player sees must be what stops ships and lines of sight."""
    inside: set[int] = set()
    for outline in outlines:
        inside |= hexes_inside(outline.points, grid.columns, grid.rows)
    wrong = [hex_ for hex_ in grid.hexes() if (terrain[hex_] == LAND) != (hex_ in inside)]
    if not wrong:
        return
    names = ", ".join(label(hex_) for hex_ in wrong[:5]) + (
        tr(" and {count} more", count=len(wrong) - 5) if len(wrong) > 5 else ""
    )
    message = tr(
        "tiles and coast lines disagree in hexes {names}: expected land tiles exactly where the centre of a hex lies ",
        names=names,
    )
    found.add(
        path,
        layer.line,
        element_name(layer),
        message + tr("inside a coast. Repaint the tiles or redraw the coast in Tiled"),
    )
