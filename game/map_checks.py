"""Checks of a map before it is read: kind, size, custom properties, layers, tilesets and tile numbers."""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.map_guard import (
    Findings,
    Node,
    check_png,
    check_structure,
    element_name,
    parts,
    read_xml,
    source_inside,
    whole_number,
)
from game.words import tr, tr_noop
from rules.kernel.hexes import label
from rules.kernel.scenario import GROUNDS, LAND

TERRAINS = {"deep": 1, "middle": 2, "shallow": 3, "land": LAND}
MOST_COLUMNS = 99
MOST_LAYERS = 16
MOST_TILESETS = 8
MOST_TILES = 1024
MOST_OBJECTS = {"coast": 50, "zones": 50, "labels": 300, "soundings": 3000, "sides": 600, "features": 300}
MOST_LETTERS = 80
DEEPEST_FATHOMS = 6000
HIGHEST_LEVEL = 5

Point = tuple[int, int]
Values = dict[str, Any]


@dataclass(frozen=True)
class MapKind:
    """The required content of one sort of map: its layers, kinds of tiles, and properties of map and tiles."""

    layers: dict[str, str]
    optional: dict[str, str]
    terrains: dict[str, int]
    on_map: str
    on_tile: str


SEA_CHART = MapKind(
    {"terrain": "layer", "coast": "objectgroup", "labels": "objectgroup", "zones": "objectgroup"},
    {"soundings": "objectgroup"},
    TERRAINS,
    "map",
    "tile",
)
BATTLEFIELD = MapKind(
    {"terrain": "layer", "labels": "objectgroup", "zones": "objectgroup"},
    {"sides": "objectgroup", "features": "objectgroup"},
    GROUNDS,
    "battlefield",
    "ground tile",
)
SORTS = {"sea": SEA_CHART, "land": BATTLEFIELD}
_KINDS = {"layer": tr_noop("tile layer"), "objectgroup": tr_noop("object layer")}
# Properties by kind of element: name -> (type in Tiled, required)
_PROPERTIES = {
    "map": {"title": ("string", True), "yards_per_hex": ("int", True), "ground": ("string", False)},
    "battlefield": {"title": ("string", True), "ground": ("string", True), "north_deg": ("int", True)},
    "tile": {"terrain": ("string", True), "fathoms": ("int", False)},
    "ground tile": {"terrain": ("string", True), "level": ("int", False)},
    "labels": {"text": ("string", True), "style": ("string", True), "size": ("int", True)},
    "zones": {"side": ("string", True), "purpose": ("string", True)},
    "soundings": {"fathoms": ("int", True)},
    "sides": {"kind": ("string", True)},
    "features": {"kind": ("string", True)},
}
_RESERVED = """
id name type class x y width height rotation gid visible closed template points parent properties image opacity source
frames firstgid tilewidth tileheight margin spacing offset trans data layers objects filename colliders
"""


@dataclass(frozen=True)
class Grid:
    """The size of a map in hexes and of its tiles in pixels."""

    columns: int
    rows: int
    tile_width: int
    tile_height: int

    def point(self, px: float, py: float) -> Point:
        """Return tiled pixels as thousandths of a column and of a row from the map's top left corner."""
        return round(px * 4000 / (3 * self.tile_width)), round(py * 1000 / self.tile_height)

    def hexes(self) -> Iterator[int]:
        return (column * 100 + row for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))

    def on_map(self, at: Point, beyond: int = 0) -> bool:
        """Return whether a point is on the map, or within `beyond` hexes of it."""
        right, bottom = 1000 * (self.columns + beyond) + 333, 1000 * (self.rows + beyond) + 500
        return -1000 * beyond <= at[0] <= right and -1000 * beyond <= at[1] <= bottom


def check_kind_of_map(root: Node, path: Path, found: Findings) -> None:
    """Check that the map has flat-topped hexes of a fixed size, even columns lower."""
    wanted = (
        ("orientation", "hexagonal", tr("Orientation to Hexagonal")),
        ("staggeraxis", "x", tr("Stagger Axis to X (flat-topped hexes)")),
        ("staggerindex", "odd", tr("Stagger Index to Odd (even columns sit lower)")),
    )
    for key, value, words in wanted:
        if root.get(key) != value:
            given = repr(root.get(key, "")[:40]) if root.get(key) else "missing"
            found.add(
                path,
                root.line,
                key,
                tr(
                    "is {given}; expected {value}. In Tiled's Map Properties set {words}",
                    given=given,
                    value=f"{value!r}",
                    words=words,
                ),
            )
    if root.get("infinite", "0") != "0":
        message = tr("the map is infinite; in Tiled untick Map > Map Properties > Infinite")
        found.add(path, root.line, "infinite", message)


def grid_of(root: Node, path: Path, found: Findings) -> Grid:
    """Return the size of the map, 1..99 hexes each way, with regular hexes."""
    columns = whole_number(root, "width", 1, MOST_COLUMNS, path, found)
    rows = whole_number(root, "height", 1, MOST_COLUMNS, path, found)
    tile_width = whole_number(root, "tilewidth", 8, 512, path, found)
    tile_height = whole_number(root, "tileheight", 8, 512, path, found)
    side = whole_number(root, "hexsidelength", 1, 512, path, found)
    if 2 * side != tile_width:
        message = tr(
            "is {side}; expected half the tile width of {tile_width}. Set Tile Side Length in Tiled's Map Properties",
            side=side,
            tile_width=tile_width,
        )
        found.add(path, root.line, "hexsidelength", message)
    return Grid(columns, rows, tile_width, tile_height)


def map_kind_of(root: Node, path: Path, found: Findings) -> MapKind:
    """Return the sort of map, sea chart or battlefield, by its property 'ground', which a sea chart may lack."""
    for item in parts(root, "properties/property"):
        if item.get("name") != "ground":
            continue
        value = item.get("value", "")
        if value in SORTS:
            return SORTS[value]
        message = tr("is {value}; expected one of {names}", value=f"{value[:40]!r}", names=", ".join(SORTS))
        found.add(path, item.line, f"{element_name(root)}, property 'ground'", message)
    return SEA_CHART


def properties_of(node: Node, kind: str, path: Path, found: Findings) -> Values:
    """Return the custom properties of an element; check that they belong to its kind and have the right type."""
    known = _PROPERTIES.get(kind, {})
    values: Values = {}
    expected = ", ".join(known) or "none"
    for item in parts(node, "properties/property"):
        name = item.get("name", "")
        where = f"{element_name(node)}, property {name[:40]!r}"
        if name in _RESERVED.split():
            found.add(
                path, item.line, where, tr("this name is reserved by the map format; rename the property in Tiled")
            )
        elif name not in known:
            message = tr("is unknown; expected {expected}. Remove it in Tiled", expected=expected)
            found.add(path, item.line, where, message)
        elif name in values:
            found.add(path, item.line, where, tr("appears here twice; remove one in Tiled"))
        else:
            values[name] = _value_of(item, known[name][0], where, path, found)
    for name, (type_, needed) in known.items():
        if needed and name not in values:
            message = tr("is missing; add it in Tiled under Custom Properties, type {type}", type=type_)
            found.add(path, node.line, f"{element_name(node)}, property {name!r}", message)
            values[name] = 0 if type_ == "int" else ""
    return values


def _value_of(item: Node, type_: str, where: str, path: Path, found: Findings) -> str | int:
    text = item.get("value", "")
    given = item.get("type", "string")
    if given != type_:
        given = repr(given[:20])
        message = tr("has the type {given}; expected {type}. Set it again in Tiled", given=given, type=type_)
        found.add(path, item.line, where, message)
    elif type_ == "int":
        if re.fullmatch(r"-?[0-9]{1,9}", text):
            return int(text)
        found.add(path, item.line, where, tr("is {text}; expected a whole number", text=f"{text[:40]!r}"))
    elif not text.strip() or len(text) > MOST_LETTERS or not text.isprintable():
        message = tr("is {text}; expected 1 to {most} printable letters", text=repr(text[:40]), most=MOST_LETTERS)
        found.add(path, item.line, where, message)
    else:
        return text
    return 0 if type_ == "int" else ""


def layers_of(root: Node, sort: MapKind, path: Path, found: Findings) -> dict[str, Node]:
    """Return the layers of the map by name, in file order, including those in groups."""
    layers: dict[str, Node] = {}
    known = sort.layers | sort.optional
    every = [node for node in parts(root, ".//*") if node.tag in _KINDS]
    if len(every) > MOST_LAYERS:
        raise found.stop(
            path,
            root.line,
            "layers",
            tr("the map has {count} layers; at most {most_layers} are read", count=len(every), most_layers=MOST_LAYERS),
        )
    for node in parts(root, ".//*"):
        if node.tag in ("group", *_KINDS):
            properties_of(node, "", path, found)
        if node.tag not in _KINDS:
            continue
        name = node.get("name", "")
        if name not in known:
            message = tr("is an unknown layer; expected {names}", names=", ".join(known))
            found.add(path, node.line, element_name(node), message)
        elif known[name] != node.tag:
            kind = tr(_KINDS[known[name]])
            message = tr("expected {name} to be the {kind}; create it again in Tiled", name=repr(name), kind=kind)
            found.add(path, node.line, element_name(node), message)
        elif name in layers:
            found.add(
                path,
                node.line,
                element_name(node),
                tr("a second layer called {name}; merge the two in Tiled", name=f"{name!r}"),
            )
        else:
            layers[name] = node
    for name, kind in sort.layers.items():
        if name not in layers:
            message = tr(
                "is missing; in Tiled add the {kinds} called {name}, even if it is empty",
                kinds=tr(_KINDS[kind]),
                name=f"{name!r}",
            )
            found.add(path, root.line, tr("layer {name}", name=f"{name!r}"), message)
    for name, node in layers.items():
        if name in MOST_OBJECTS:
            _check_objects(node, name, path, found)
    return layers


def _check_objects(layer: Node, name: str, path: Path, found: Findings) -> None:
    """Check the number of objects and their properties, because the reader fails on others."""
    objects = parts(layer, "object")
    if len(objects) > MOST_OBJECTS[name]:
        message = tr(
            "holds {count} objects; at most {most_objects} are read",
            count=len(objects),
            most_objects=MOST_OBJECTS[name],
        )
        raise found.stop(path, layer.line, element_name(layer), message)
    for node in objects:
        properties_of(node, name, path, found)


def tiles_of(root: Node, sort: MapKind, path: Path, found: Findings) -> dict[int, Values]:
    """Return tile number in the map -> properties. Replace references to external tilesets in `root` by their
    content.
    """
    sets = parts(root, "tileset")
    if not 1 <= len(sets) <= MOST_TILESETS:
        message = tr(
            "the map has {count} tilesets; expected 1 to {most_tilesets}. Add the tileset in Tiled",
            count=len(sets),
            most_tilesets=MOST_TILESETS,
        )
        raise found.stop(path, root.line, "tileset", message)
    tiles: dict[int, Values] = {}
    spans: list[range] = []
    for node in sets:
        first = whole_number(node, "firstgid", 1, 1_000_000, path, found)
        file = path
        if node.get("source") is not None:
            file = source_inside(node.get("source", ""), path.parent, path.parent, ".tsx", path, node.line, found)
            outer = node
            node = read_xml(file, "tileset", found)
            check_structure(node, file, found)
            node.set("firstgid", str(first))
            root[list(root).index(outer)] = node
        count = _check_tileset(node, root, file, path.parent, found)
        if any(first < span.stop and span.start < first + count for span in spans):
            found.add(
                path,
                node.line,
                element_name(node),
                tr("its tile numbers overlap another tileset's; save the map in Tiled"),
            )
        spans.append(range(first, first + count))
        described = parts(node, "tile")
        if len(described) > count:
            message = tr(
                "describes {count} tiles and its picture holds {other}; save the tileset again in Tiled",
                count=len(described),
                other=count,
            )
            raise found.stop(file, node.line, element_name(node), message)
        for tile in described:
            number_ = whole_number(tile, "id", 0, count - 1, file, found)
            tiles[first + number_] = _tile_properties(tile, sort, file, found)
    return tiles


def _tile_properties(tile: Node, sort: MapKind, file: Path, found: Findings) -> Values:
    values = properties_of(tile, sort.on_tile, file, found)
    if values["terrain"] and values["terrain"] not in sort.terrains:
        message = tr(
            "is {values}; expected one of {names}", values=f"{values['terrain'][:40]!r}", names=", ".join(sort.terrains)
        )
        found.add(file, tile.line, f"{element_name(tile)}, property 'terrain'", message)
    if not 0 <= values.get("fathoms", 0) <= DEEPEST_FATHOMS:
        found.add(
            file,
            tile.line,
            f"{element_name(tile)}, property 'fathoms'",
            tr("expected 0 to {deepest_fathoms}", deepest_fathoms=DEEPEST_FATHOMS),
        )
    if not 0 <= values.get("level", 0) <= HIGHEST_LEVEL:
        found.add(
            file,
            tile.line,
            f"{element_name(tile)}, property 'level'",
            tr("expected 0 to {highest_level}", highest_level=HIGHEST_LEVEL),
        )
    return values


def _check_tileset(node: Node, root: Node, file: Path, folder: Path, found: Findings) -> int:
    """Return the number of tiles in the tileset's picture, from the picture's first bytes."""
    if node.get("source") is not None:
        raise found.stop(
            file, node.line, element_name(node), tr("names another tileset; save the tileset again in Tiled")
        )
    properties_of(node, "", file, found)
    size = []
    for key in ("tilewidth", "tileheight"):
        size.append(whole_number(node, key, 8, 512, file, found))
        if node.get(key) != root.get(key):
            message = tr("is {size}; expected the map's own {get}", size=size[-1], get=root.get(key, "")[:12])
            found.add(file, node.line, f"{element_name(node)}, {key}", message)
    spacing = whole_number(node, "spacing", 0, 64, file, found, default=0)
    margin = whole_number(node, "margin", 0, 64, file, found, default=0)
    images = parts(node, "image")
    if len(images) != 1:
        raise found.stop(
            file,
            node.line,
            element_name(node),
            tr("has {count} pictures; base the tileset on one PNG sheet", count=len(images)),
        )
    image = images[0]
    png = source_inside(image.get("source", ""), file.parent, folder, ".png", file, image.line, found)
    across, down = check_png(png, found)
    if (image.get("width"), image.get("height")) != (str(across), str(down)):
        message = tr(
            "the tileset's size differs from the picture's {across} x {down} pixels; reload the tileset in Tiled",
            across=across,
            down=down,
        )
        raise found.stop(file, image.line, tr("image {png}", png=f"{png.name!r}"), message)
    count = 1
    for pixels, tile in ((across, size[0]), (down, size[1])):
        count *= max(0, (pixels - 2 * margin + spacing) // (tile + spacing))
    if not 1 <= count <= MOST_TILES:
        raise found.stop(
            file,
            image.line,
            element_name(node),
            tr("holds {count} tiles; expected 1 to {most_tiles}", count=count, most_tiles=MOST_TILES),
        )
    return count


def check_cells(layer: Node, grid: Grid, tiles: dict[int, Values], path: Path, found: Findings) -> None:
    """Check that every hex has a tile whose terrain is known."""
    for key, expected in (("width", grid.columns), ("height", grid.rows)):
        if layer.get(key) != str(expected):
            given = layer.get(key, "missing")[:12]
            message = tr(
                "is {given}; expected {expected} like the map. In Tiled use Map > Resize Map",
                given=given,
                expected=expected,
            )
            raise found.stop(path, layer.line, f"{element_name(layer)}, {key}", message)
    cells = _cells_of(layer, grid, path, found)
    empty = [index for index, gid in enumerate(cells) if gid == 0]
    strange = [index for index, gid in enumerate(cells) if gid and gid not in tiles]
    for indexes, fault in ((empty, tr("carry no tile; paint them in Tiled")), (strange, "")):
        names = [label((index % grid.columns + 1) * 100 + index // grid.columns + 1) for index in indexes[:5]]
        more = tr(" and {count} more", count=len(indexes) - 5) if len(indexes) > 5 else ""
        if names and fault:
            found.add(
                path,
                layer.line,
                element_name(layer),
                tr("hexes {names}{more} {fault}", names=", ".join(names), more=more, fault=fault),
            )
        elif names:
            known = tr("expected one of {names}, not flipped or rotated", names=", ".join(map(str, sorted(tiles)[:12])))
            fault = tr(
                "tile number {cells} in hexes {names}{more} has no terrain; {known}",
                cells=cells[indexes[0]],
                names=", ".join(names),
                more=more,
                known=known,
            )
            found.add(path, layer.line, element_name(layer), fault)


def _cells_of(layer: Node, grid: Grid, path: Path, found: Findings) -> tuple[int, ...]:
    """Return the tile numbers of a layer, row by row; never unpacks more than the map's size. Raises MapError."""
    cells = grid.columns * grid.rows
    data = parts(layer, "data")
    where = element_name(layer)
    remedy = tr("in Tiled set Map Properties > Tile Layer Format to CSV")
    if len(data) != 1:
        raise found.stop(
            path, layer.line, where, tr("has {count} data blocks; expected 1. Save it again in Tiled", count=len(data))
        )
    raw = data[0].text or ""
    text = "".join(raw.split())
    data[0].text = text  # so that exactly the checked data will be read
    encoding, compression = data[0].get("encoding", "xml"), data[0].get("compression", "")
    if encoding == "csv" and not compression:
        given = raw.count(",") + 1
        if given != cells:
            size = f"{cells} ({grid.columns} x {grid.rows})"
            raise found.stop(
                path,
                layer.line,
                where,
                tr("holds {given} tiles; expected {size}. Save it again in Tiled", given=given, size=size),
            )
        words = [word.strip() for word in raw.split(",")]
        if not all(re.fullmatch(r"[0-9]{1,10}", word) for word in words):
            raise found.stop(path, layer.line, where, tr("the tile list is damaged; expected whole numbers and commas"))
        return tuple(map(int, words))
    if encoding != "base64" or compression not in ("", "zlib", "gzip"):
        form = f"{encoding[:20]} {compression[:20]}".strip()
        raise found.stop(
            path,
            layer.line,
            where,
            tr("the tiles are stored as {form}, which is not supported; {remedy}", form=f"{form!r}", remedy=remedy),
        )
    try:
        packed = base64.b64decode(text, validate=True)
        unpacked = _unpack(packed, 4 * cells, compression)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise found.stop(
            path, layer.line, where, tr("the tile data is damaged ({error}); {remedy}", error=error, remedy=remedy)
        ) from error
    return struct.unpack(f"<{cells}L", unpacked)


def _unpack(packed: bytes, expected: int, compression: str) -> bytes:
    """Return exactly `expected` unpacked bytes; never unpacks more than one byte beyond. Raises ValueError."""
    whole = True
    if compression:
        unpacker = zlib.decompressobj(31 if compression == "gzip" else 15)
        packed = unpacker.decompress(packed, expected + 1)
        whole = unpacker.eof and not unpacker.unused_data
    if len(packed) > expected:
        raise ValueError(f"more than the {expected} bytes expected for this map")
    if len(packed) < expected or not whole:
        raise ValueError(f"{len(packed)} bytes where {expected} were expected for this map, or bytes after the end")
    return packed
