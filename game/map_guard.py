"""The guard in front of the Tiled reader: opens a map file, limits everything in it and passes on only what was
checked. A map may come from a stranger: nothing is unpacked, followed or drawn before its size, place and kind are
known.
"""

from __future__ import annotations

import re
import stat
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from xml.parsers import expat

from game.words import tr, tr_noop
from rules.kernel.datafile import DataError, Problem, resolve_inside
from rules.kernel.storage import reason

LARGEST_FILE_BYTES = 4 * 1024 * 1024
LARGEST_IMAGE_BYTES = 16 * 1024 * 1024
LARGEST_IMAGE_SIDE_PX = 8192
LARGEST_IMAGE_PX = 32 * 1024 * 1024
MOST_ELEMENTS = 200_000
DEEPEST_GROUP = 8
DEEPEST_ELEMENT = 32
MOST_PROBLEMS = 50

_DOCTYPE = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_DECLARED_ENCODING = re.compile(rb"\A\s*<\?xml[^>]*?encoding\s*=\s*[\"']([^\"'>]*)[\"']")

# Allowed children of each element. Elements in _IGNORED are only for the Tiled editor and are dropped with their
# content.
_CHILDREN = {
    "map": {"properties", "tileset", "layer", "objectgroup", "group"},
    "group": {"properties", "layer", "objectgroup", "group"},
    "tileset": {"properties", "image", "tile"},
    "tile": {"properties"},
    "layer": {"properties", "data"},
    "objectgroup": {"properties", "object"},
    "object": {"properties", "polygon", "point"},
    "properties": {"property"},
}
_IGNORED = {"editorsettings", "grid", "tileoffset", "transformations", "wangsets", "terraintypes"}
_ATTRIBUTES = {
    "map": "orientation renderorder width height tilewidth tileheight hexsidelength staggeraxis staggerindex infinite",
    "group": "id name",
    "tileset": "firstgid source name tilewidth tileheight spacing margin",
    "image": "source width height",
    "tile": "id",
    "layer": "id name width height",
    "data": "encoding compression",
    "objectgroup": "id name",
    "object": "id name x y width height",
    "polygon": "points",
    "property": "name type value",
}
_REFUSED = {
    ("data", "chunk"): tr_noop("the map is infinite; in Tiled untick Map > Map Properties > Infinite"),
    ("data", "tile"): tr_noop("the tiles are stored as XML; in Tiled set Map Properties > Tile Layer Format to CSV"),
    ("map", "imagelayer"): tr_noop("image layers are not used by the game; delete the layer in Tiled"),
    ("group", "imagelayer"): tr_noop("image layers are not used by the game; delete the layer in Tiled"),
    ("map", "template"): tr_noop("object templates cannot be read; in Tiled choose Detach on the object"),
    ("tile", "image"): tr_noop(
        "a tileset made of single pictures cannot be read; in Tiled base the tileset on one PNG sheet"
    ),
    ("tile", "animation"): tr_noop("animated tiles cannot be read; remove the animation in Tiled's tileset editor"),
    ("tile", "objectgroup"): tr_noop("collision shapes on tiles cannot be read; remove them in Tiled's tileset editor"),
    ("property", "properties"): tr_noop(
        "a property of a custom class cannot be read; delete it in Tiled under Custom Properties"
    ),
    ("object", "ellipse"): tr_noop("is an ellipse; draw it as a polygon in Tiled"),
    ("object", "capsule"): tr_noop("is a capsule; draw it as a polygon in Tiled"),
    ("object", "text"): tr_noop("is a text object; use a point in the layer 'labels' with the property 'text' instead"),
    ("object", "polyline"): tr_noop("is an open line; close it into a polygon in Tiled"),
}


_TILED = {  # suffixes of Tiled files that this game cannot read as a map -> what to do
    ".world": tr_noop("a Tiled world only lists maps; choose one of its maps (.tmx)"),
    **dict.fromkeys(
        (".tmj", ".json", ".js"), tr_noop("Tiled's JSON cannot be read; in Tiled use File > Export As and choose .tmx")
    ),
    **dict.fromkeys(
        (".tsx", ".tsj", ".tx", ".tj"), tr_noop("a Tiled tileset or template is not a map; choose the map (.tmx)")
    ),
}


def tiled_advice(path: Path) -> str:
    """Return what to do with a Tiled file that this game cannot read; empty for any other file."""
    return tr(_TILED[path.suffix.lower()]) if path.suffix.lower() in _TILED else ""


class MapError(DataError):
    """A map that cannot be used: every problem with its file, line, what was expected and what to do in Tiled."""


class Node(ElementTree.Element):
    """An XML element that remembers its line."""

    line: int = 0


@dataclass
class Findings:
    """The problems found while one map is read."""

    problems: list[Problem] = field(default_factory=list)

    def add(self, path: Path, line: int, where: str, message: str) -> None:
        """Add a problem; stop reading after MOST_PROBLEMS."""
        self.problems.append(Problem(str(path), line, min(line, 1), where, message))
        if len(self.problems) >= MOST_PROBLEMS:
            raise MapError(self.problems)

    def stop(self, path: Path, line: int, where: str, message: str) -> MapError:
        """Return the error to raise if nothing more can be read: this problem and all earlier ones."""
        return MapError([*self.problems, Problem(str(path), line, min(line, 1), where, message)])

    def raise_if_any(self) -> None:
        """Raise MapError if there are problems."""
        if self.problems:
            raise MapError(self.problems)


def read_bytes(path: Path, most: int, found: Findings) -> bytes:
    """Return the content of a plain file of at most `most` bytes. Raises MapError for anything else."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise found.stop(path, 0, "", tr("this is not an ordinary file; expected a map saved by Tiled"))
        if status.st_size > most:
            raise found.stop(
                path,
                0,
                "",
                tr(
                    "the file has {st_size} bytes; at most {most} are read",
                    st_size=f"{status.st_size:,}",
                    most=f"{most:,}",
                ),
            )
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except (OSError, ValueError) as error:
        why = reason(error, reading=True) if isinstance(error, OSError) else str(error)
        raise found.stop(path, 0, "", tr("cannot be read: {reason}", reason=why)) from error
    if len(content) > most:
        raise found.stop(
            path, 0, "", tr("the file has more than {most} bytes; at most {most} are read", most=f"{most:,}")
        )
    return content


def read_xml(path: Path, root_tag: str, found: Findings) -> Node:
    """Read a .tmx or .tsx file once, with lines, bounded in bytes, elements and depth. Raises MapError."""
    content = read_bytes(path, LARGEST_FILE_BYTES, found)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = tr("this is not UTF-8 text; expected a map as Tiled saves it. Open it in Tiled and save it again")
        raise found.stop(path, line, "", message) from error
    declared = _DECLARED_ENCODING.match(content[:400].removeprefix(b"\xef\xbb\xbf"))
    if declared and declared[1].lower() not in (b"utf-8", b"utf8", b"us-ascii"):
        name = declared[1].decode("utf-8")[:40]
        raise found.stop(
            path, 1, "", tr("the file calls itself {name}; expected UTF-8. Save it again in Tiled", name=f"{name!r}")
        )
    doctype = _DOCTYPE.search(content)
    if doctype:
        line = content.count(b"\n", 0, doctype.start()) + 1
        message = tr("document types and entities (<!DOCTYPE, <!ENTITY) are refused; delete this line in a text editor")
        raise found.stop(path, line, "", message)
    root = _parse(path, content, found)
    if root.tag != root_tag:
        raise found.stop(
            path,
            root.line,
            "",
            tr("the file contains <{tag}>; expected a Tiled <{root_tag}>", tag=root.tag[:40], root_tag=root_tag),
        )
    return root


def _parse(path: Path, content: bytes, found: Findings) -> Node:
    """Return the elements with their lines. Text after a child is only white space in Tiled and is dropped."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    finished: list[Node] = []
    stack: list[Node] = []
    texts: list[list[str]] = []
    count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        line = parser.CurrentLineNumber
        if count > MOST_ELEMENTS:
            raise found.stop(
                path,
                line,
                "",
                tr(
                    "the file has more than {most_elements} elements; no map needs so many",
                    most_elements=f"{MOST_ELEMENTS:,}",
                ),
            )
        if len(stack) >= DEEPEST_ELEMENT:
            message = tr(
                "elements are nested more than {deepest_element} deep (groups: {deepest_group}); ungroup in Tiled",
                deepest_element=DEEPEST_ELEMENT,
                deepest_group=DEEPEST_GROUP,
            )
            raise found.stop(path, line, "", message)
        node = Node(tag, attributes)
        node.line = line
        if stack:
            stack[-1].append(node)
        stack.append(node)
        texts.append([])

    def end(_tag: str) -> None:
        node = stack.pop()
        node.text = "".join(texts.pop())
        finished[:] = [node]

    def characters(text: str) -> None:
        texts[-1].append(text)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        message = tr(
            "this is not a whole Tiled file ({reason}, column {offset}); save it again in Tiled",
            reason=reason,
            offset=error.offset + 1,
        )
        raise found.stop(path, error.lineno, "", message) from error
    return finished[0]


def parts(node: Node, wanted: str) -> list[Node]:
    """Return the elements below a node that match an ElementTree path, with their lines."""
    return cast("list[Node]", node.findall(wanted))


def element_name(node: ElementTree.Element) -> str:
    """Return an element's name for messages: kind, id and name as Tiled shows them."""
    kind = {"objectgroup": tr("object layer"), "layer": tr("tile layer")}.get(node.tag, node.tag)
    number = f" {node.get('id', '')[:12]}" if node.get("id") else ""
    name = f" {node.get('name', '')[:60]!r}" if node.get("name") else ""
    return f"{kind}{number}{name}"


def whole_number(
    node: Node, key: str, least: int, most: int, path: Path, found: Findings, default: int | None = None
) -> int:
    """Return an attribute that must be a whole number least..most; otherwise add a problem and return `least`."""
    text = node.get(key)
    if text is None and default is not None:
        return default
    if text is not None and re.fullmatch(r"[0-9]{1,10}", text) and least <= int(text) <= most:
        return int(text)
    given = tr("is missing") if text is None else tr("is {text}", text=f"{text[:40]!r}")
    found.add(
        path,
        node.line,
        f"{element_name(node)}, {key}",
        tr("{given}; expected a whole number from {least} to {most}", given=given, least=least, most=most),
    )
    return least


def check_structure(root: Node, path: Path, found: Findings) -> None:
    """Add a problem for everything the reader cannot handle. Drop parts for the editor only, and ignored attributes."""
    waiting: list[tuple[Node, int]] = [(root, 0)]
    while waiting:
        node, groups = waiting.pop()
        if groups > DEEPEST_GROUP:
            message = tr(
                "groups are nested more than {deepest_group} deep; ungroup layers in Tiled", deepest_group=DEEPEST_GROUP
            )
            raise found.stop(path, node.line, element_name(node), message)
        _check_attributes(node, path, found)
        kept = []
        for child in parts(node, "*"):
            if child.tag in _CHILDREN.get(node.tag, ()):
                kept.append(child)
                waiting.append((child, groups + (child.tag == "group")))
            elif child.tag not in _IGNORED:
                usual = tr(
                    "<{tag}> does not belong inside <{other}>; save the map again in Tiled",
                    tag=child.tag[:40],
                    other=node.tag,
                )
                found.add(
                    path,
                    child.line,
                    element_name(node),
                    tr(_REFUSED[node.tag, child.tag]) if (node.tag, child.tag) in _REFUSED else usual,
                )
        node[:] = kept


_NUMBER = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,3})?")  # Tiled writes 2.84217e-14
LARGEST = 1e7
_MEASURES = ("x", "y", "width", "height")
_NEUTRAL = {"offsetx": 0.0, "offsety": 0.0, "parallaxx": 1.0, "parallaxy": 1.0, "rotation": 0.0}
_NEUTRAL_WORDS = {
    "rotation": tr_noop("is rotated; set Rotation to 0 in Tiled and draw the shape in its final position"),
    "parallaxx": tr_noop("has a parallax factor; set it to 1 in Tiled"),
    "parallaxy": tr_noop("has a parallax factor; set it to 1 in Tiled"),
    "offsetx": tr_noop("is shifted by an offset; set Horizontal and Vertical Offset to 0 in Tiled"),
    "offsety": tr_noop("is shifted by an offset; set Horizontal and Vertical Offset to 0 in Tiled"),
}


def _check_attributes(node: Node, path: Path, found: Findings) -> None:
    if node.get("template") is not None:
        found.add(
            path,
            node.line,
            element_name(node),
            tr("comes from an object template; in Tiled choose Detach on the object"),
        )
    if node.tag == "object" and node.get("gid") is not None:
        found.add(
            path,
            node.line,
            element_name(node),
            tr("is a tile object; the game reads points, polygons and rectangles only"),
        )
    for key, neutral in _NEUTRAL.items():
        if node.tag != "map" and key in node.attrib and _number(node.get(key, "")) != neutral:
            found.add(path, node.line, element_name(node), tr(_NEUTRAL_WORDS[key]))
    if node.tag == "polygon" and not all(map(_is_point, node.get("points", "").split())):
        message = tr("its corners are damaged; expected pairs of numbers. Draw it again in Tiled")
        found.add(path, node.line, element_name(node), message)
    kept = _ATTRIBUTES.get(node.tag, "").split()
    for key in tuple(node.attrib):
        if key not in kept:
            del node.attrib[key]
            continue
        text = node.get(key, "")
        if (key == "id" and not re.fullmatch(r"[0-9]{1,10}", text)) or (key in _MEASURES and _number(text) is None):
            message = tr("is {text}; expected a number. Save the map again in Tiled", text=f"{text[:40]!r}")
            found.add(path, node.line, f"{element_name(node)}, {key}", message)


def _is_point(text: str) -> bool:
    pair = text.split(",")
    return len(pair) == 2 and None not in map(_number, pair)


def _number(text: str) -> float | None:
    value = float(text) if _NUMBER.fullmatch(text) else LARGEST
    return value if abs(value) < LARGEST else None


def number(text: str | None) -> float | None:
    """Return a decimal number as Tiled writes it; None for anything else, such as infinity."""
    return None if text is None else _number(text)


def source_inside(text: str, base: Path, root: Path, suffix: str, path: Path, line: int, found: Findings) -> Path:
    """Return the real path of a file that a map names. After following links it must be below the map's folder `root`
    and have this suffix. `base`: the folder of the file that names it. Raises MapError with the line of the name.
    """
    where = tr("source {text}", text=f"{text[:80]!r}")
    remedy = tr("keep the file in the map's folder and add it again in Tiled")
    try:
        real = resolve_inside(root, text, base)
    except DataError as error:
        raise found.stop(path, line, where, f"{error.problems[0].message}; {remedy}") from error
    if not text.lower().endswith(suffix) or real.suffix.lower() != suffix:
        raise found.stop(
            path, line, where, tr("expected a {suffix} file; tilesets are .tsx and pictures .png", suffix=suffix)
        )
    return real


def check_png(png: Path, found: Findings) -> tuple[int, int]:
    """Return width and height of a PNG from its first 33 bytes, without unpacking it. Raises MapError."""
    header = read_bytes(png, LARGEST_IMAGE_BYTES, found)[:33]
    if len(header) < 33 or header[:16] != b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR":
        raise found.stop(png, 0, "", tr("this is not a PNG picture; export the tile sheet as PNG"))
    width, height = int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")
    side, area = LARGEST_IMAGE_SIDE_PX, LARGEST_IMAGE_PX
    if not (1 <= width <= side and 1 <= height <= side and width * height <= area):
        message = tr(
            "the picture is {width} x {height} pixels; at most {side} x {side} and {area} pixels in all are read",
            width=width,
            height=height,
            side=side,
            area=f"{area:,}",
        )
        raise found.stop(png, 0, "", message)
    return width, height
