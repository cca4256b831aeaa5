"""Every shipped map as saved again by Tiled: what Tiled writes differently is read as the same map.

Tiled itself is not at hand for a test: `resaved` writes what its writer (mapwriter.cpp of 1.10 and 1.11) would write of
the same map, in each form of layer data it offers, with the editor's own settings and its order of attributes.
"""

from __future__ import annotations

import base64
import gzip
import re
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.map_guard import MapError
from game.maps import check_map, load_map
from tests.conftest import MAPS

SHIPPED = sorted(MAPS.glob("*/*.tmx"))
FORMS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "base64": ("", bytes),
    "zlib": ("zlib", zlib.compress),
    "gzip": ("gzip", gzip.compress),
}


def saved_again(path: Path, folder: Path, form: str) -> Path:
    """Return a copy of a map as Tiled would save it, with its tilesets and pictures, in a folder."""
    for beside in path.parent.iterdir():
        if beside.suffix in (".tsx", ".png"):
            shutil.copy(beside, folder / beside.name)
    root = ElementTree.fromstring(path.read_bytes())
    root.set("tiledversion", "1.11.2")
    root.set("class", "")
    root.set("nextobjectid", str(int(root.get("nextobjectid", "1")) + 40))
    root.set("nextlayerid", str(int(root.get("nextlayerid", "1")) + 3))
    settings = ElementTree.Element("editorsettings")
    ElementTree.SubElement(settings, "chunksize", width="16", height="16")
    ElementTree.SubElement(settings, "export", target="out.json", format="json")
    root.insert(0, settings)
    for element in root.iter():
        turned = dict(reversed(element.attrib.items()))
        element.attrib.clear()
        element.attrib.update(turned)
    for layer in (*root.iter("layer"), *root.iter("objectgroup")):
        layer.set("locked", "1")
        layer.set("tintcolor", "#ffffff")
    for thing in root.iter("object"):
        for axis in ("x", "y"):
            value = thing.get(axis, "0")
            thing.set(axis, f"{float(value):.3f}".rstrip("0").rstrip(".") if "." in value else value)
    for data in root.iter("data") if form != "csv" else ():
        numbers = [int(word) for word in re.findall(r"\d+", data.text or "")]
        compression, pack = FORMS[form]
        plain = b"".join(number.to_bytes(4, "little") for number in numbers)
        data.text = f"\n   {base64.b64encode(pack(plain)).decode()}\n  "
        data.set("encoding", "base64")
        if compression:
            data.set("compression", compression)
    target = folder / path.name
    ElementTree.indent(root, " ")
    ElementTree.ElementTree(root).write(target, "UTF-8", xml_declaration=True)
    return target


@pytest.mark.parametrize("form", ["csv", *FORMS])
def test_every_shipped_map_saved_by_tiled_is_the_same_map(form: str, tmp_path: Path) -> None:
    assert len(SHIPPED) >= 10
    for path in SHIPPED:
        (folder := tmp_path / path.parent.name / path.stem).mkdir(parents=True)
        again = saved_again(path, folder, form)
        assert check_map(again) == [], path.name
        assert load_map(again) == load_map(path), path.name


@pytest.mark.parametrize("infinite", ["1"])
def test_a_map_made_infinite_is_refused_with_where_to_untick_it(infinite: str, tmp_path: Path) -> None:
    again = saved_again(SHIPPED[0], tmp_path, "csv")
    again.write_text(again.read_text("utf-8").replace('infinite="0"', f'infinite="{infinite}"'), "utf-8")
    with pytest.raises(MapError) as refused:
        load_map(again)
    assert "untick Map > Map Properties > Infinite" in str(refused.value)
