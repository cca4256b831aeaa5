"""Maps: the shipped ones are consistent, and every hostile or unsuitable map is refused with a sentence."""

from __future__ import annotations

import base64
import gzip
import os
import zlib
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.console.checking import checks
from game.map_guard import MapError, number
from game.maps import check_map, hexes_inside, load_map
from game.scenes.import_file import open_file
from rules.kernel.datafile import DataError
from rules.kernel.hexes import centre
from rules.kernel.scenario import LAND, MapSheet
from tests import hostile
from tests.conftest import POSIX_ONLY
from tests.game.screens import app_in

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "maps" / "nw_smoke"
SHIPPED = {"savo_sound": (80, 50), "lunga_roads": (30, 24), "vella_gulf": (40, 36), "kula_gulf": (44, 36)}

TILESET = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="sea chart" tilewidth="60" tileheight="52" tilecount="4" columns="4">
 <image source="tiles.png" width="240" height="52"/>
 <tile id="0"><properties><property name="terrain" value="deep"/></properties></tile>
 <tile id="1"><properties><property name="terrain" value="middle"/></properties></tile>
 <tile id="2"><properties><property name="terrain" value="shallow"/>
  <property name="fathoms" type="int" value="7"/></properties></tile>
 <tile id="3"><properties><property name="terrain" value="land"/></properties></tile>
</tileset>
"""
CELLS = "1,1,1,1,1,4,2,3,1,1,1,1"  # 4 x 3: hex 0202 is land, 0302 middle, 0402 shallow
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<map version="1.10" orientation="hexagonal" renderorder="right-down" width="4" height="3" tilewidth="60" '
    'tileheight="52" infinite="0" hexsidelength="30" staggeraxis="x" staggerindex="odd">\n'
)
PROPERTIES = (
    '<properties><property name="title" value="A bay"/>'
    '<property name="yards_per_hex" type="int" value="1000"/></properties>\n'
)
TILESET_NAME = '<tileset firstgid="1" source="tiles.tsx"/>\n'
DATA = f'<data encoding="csv">{CELLS}</data>'
TERRAIN = f'<layer id="1" name="terrain" width="4" height="3">{DATA}</layer>\n'
# The middle of hex 0202 is at Tiled pixel (75, 104).
ISLAND = '<object id="1" name="Rock" x="60" y="90"><polygon points="0,0 30,0 30,30 0,30"/></object>'
COAST = f'<objectgroup id="2" name="coast">{ISLAND}</objectgroup>\n'
WORDS = (
    '<properties><property name="size" type="int" value="14"/><property name="style" value="sea"/>'
    '<property name="text" value="The Bay"/></properties>'
)
LABEL = f'<object id="2" name="The Bay" x="45" y="52">{WORDS}<point/></object>'
LABELS = f'<objectgroup id="3" name="labels">{LABEL}</objectgroup>\n'
OWNER = '<properties><property name="side" value="USN"/><property name="purpose" value="setup"/></properties>'
ZONE = f'<object id="3" name="North" x="0" y="0" width="200" height="70">{OWNER}</object>'
ZONES = f'<objectgroup id="4" name="zones">{ZONE}</objectgroup>\n'
DEPTH = '<properties><property name="fathoms" type="int" value="120"/></properties>'
SOUNDING = f'<object id="4" x="30" y="26">{DEPTH}<point/></object>'
SOUNDINGS = f'<objectgroup id="5" name="soundings">{SOUNDING}</objectgroup>\n'
BAY = HEAD + PROPERTIES + TILESET_NAME + TERRAIN + COAST + LABELS + ZONES + SOUNDINGS + "</map>\n"


def bay(folder: Path, *changes: tuple[str, str], tileset: str = TILESET, picture: bytes | None = None) -> Path:
    """Return a faultless map of 4 x 3 hexes in a folder, after replacing some pieces of its text."""
    text = BAY
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tiles.tsx").write_text(tileset, encoding="utf-8")
    (folder / "tiles.png").write_bytes(hostile.png(240, 52) if picture is None else picture)
    path = folder / "bay.tmx"
    path.write_text(text, encoding="utf-8")
    return path


def map_refusal(path: Path, *words: str) -> str:
    """Return the refusal of a map: it must name a file of the map's folder and hold these words."""
    with pytest.raises(MapError) as caught:
        load_map(path)
    message = str(caught.value)
    assert str(path.parent) in message
    for word in words:
        assert word in message
    return message


# --- the shipped maps -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=sorted(SHIPPED))
def sheet(request: pytest.FixtureRequest) -> MapSheet:
    return load_map(FOLDER / f"{request.param}.tmx")


def all_hexes(sheet: MapSheet) -> list[int]:
    return [column * 100 + row for column in range(1, sheet.columns + 1) for row in range(1, sheet.rows + 1)]


def inside_by_winding(points: tuple[tuple[int, int], ...], x: float, y: float) -> bool:
    """Return the same answer by another method: how often the line winds around the point."""
    winding = 0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
        if y1 <= y < y2 and side > 0:
            winding += 1
        elif y2 <= y < y1 and side < 0:
            winding -= 1
    return winding != 0


def test_every_shipped_map_has_its_size_and_nothing_to_complain_about(sheet: MapSheet) -> None:
    assert (sheet.columns, sheet.rows) == SHIPPED[sheet.key]
    assert check_map(FOLDER / f"{sheet.key}.tmx") == []
    assert sheet.yards_per_hex == 1000 and sheet.title


def test_land_tiles_of_a_shipped_map_lie_exactly_inside_its_coasts(sheet: MapSheet) -> None:
    for hex_ in all_hexes(sheet):
        quarters, halves = centre(hex_)
        x, y = quarters * 1000 / 3, halves * 500
        on_land = any(inside_by_winding(outline.points, x, y) for outline in sheet.outlines)
        assert on_land == (sheet.terrain[hex_] == LAND), hex_


def test_terrain_is_known_on_the_map_and_nothing_off_it(sheet: MapSheet) -> None:
    on_map = set(all_hexes(sheet))
    assert len(sheet.terrain) == 10_000
    assert all((sheet.terrain[hex_] in (1, 2, 3, 4)) == (hex_ in on_map) for hex_ in range(10_000))
    assert {sheet.terrain[hex_] for hex_ in on_map} == {1, 2, 3, 4}


def test_zones_of_a_shipped_map_hold_sea_for_both_sides_and_exits_lie_on_the_edge(sheet: MapSheet) -> None:
    assert {(zone.side, zone.purpose) for zone in sheet.zones} == {
        (side, purpose) for side in ("IJN", "USN") for purpose in ("setup", "exit")
    }
    for zone in sheet.zones:
        assert len(zone.hexes) >= 10
        assert all(sheet.sea()[hex_] for hex_ in zone.hexes)
        if zone.purpose == "exit":
            edge = [h for h in zone.hexes if h // 100 in (1, sheet.columns) or h % 100 in (1, sheet.rows)]
            assert edge == list(zone.hexes)


def test_every_label_and_sounding_of_a_shipped_map_lies_where_it_belongs(sheet: MapSheet) -> None:
    for words in sheet.labels:
        assert 0 < words.at[0] < 1000 * sheet.columns + 333
        assert 0 < words.at[1] < 1000 * sheet.rows + 500
    shallow_waters = [fathoms for hex_, fathoms in sheet.soundings if sheet.terrain[hex_] == 3]
    deep_waters = [fathoms for hex_, fathoms in sheet.soundings if sheet.terrain[hex_] == 1]
    assert len(sheet.soundings) >= 25
    assert all(sheet.sea()[hex_] for hex_, _ in sheet.soundings)
    assert max(shallow_waters) < min(deep_waters)


def test_coasts_of_a_shipped_map_are_drawn_with_many_corners(sheet: MapSheet) -> None:
    assert all(15 <= len(outline.points) <= 150 for outline in sheet.outlines)


def test_savo_island_and_the_southern_points_lie_where_the_charts_put_them() -> None:
    sheet = load_map(FOLDER / "savo_sound.tmx")
    by_name = {outline.name: outline.points for outline in sheet.outlines}
    savo = hexes_inside(by_name["Savo Island"], sheet.columns, sheet.rows)
    assert 3113 in savo
    assert 60 <= len(savo) <= 85  # a disc of 4,500 yards is 73 hexes of 1,000 yards
    guadalcanal = by_name["Guadalcanal"]
    for east, south in ((12_000, 26_700), (32_400, 41_300), (51_600, 45_000)):
        x, y = east * 1000 / 866, south
        assert inside_by_winding(guadalcanal, x, y)
        assert not inside_by_winding(guadalcanal, x, y - 1500)


def test_lunga_roads_is_the_south_east_of_savo_sound() -> None:
    whole, part = load_map(FOLDER / "savo_sound.tmx"), load_map(FOLDER / "lunga_roads.tmx")
    unlike = [h for h in all_hexes(part) if (part.terrain[h] == LAND) != (whole.terrain[h + 4026] == LAND)]
    assert len(unlike) <= 3


# --- a small faultless map
# ------------------------------------------------------------------------------------------------


def test_a_small_map_is_read_as_drawn(tmp_path: Path) -> None:
    sheet = load_map(bay(tmp_path))
    assert (sheet.key, sheet.title, sheet.columns, sheet.rows) == ("bay", "A bay", 4, 3)
    assert [sheet.terrain[hex_] for hex_ in (101, 202, 302, 402)] == [1, 4, 2, 3]
    assert sheet.outlines[0].points == ((1333, 1731), (2000, 1731), (2000, 2308), (1333, 2308))
    assert sheet.labels[0].at == (1000, 1000)
    assert sheet.zones[0].hexes == (101, 201, 301, 401)
    assert sheet.soundings == ((101, 120), (402, 7))


def test_a_zone_drawn_over_land_keeps_its_sea_hexes_only(tmp_path: Path) -> None:
    sheet = load_map(bay(tmp_path, ('height="70"', 'height="180"')))
    assert 202 not in sheet.zones[0].hexes and len(sheet.zones[0].hexes) == 11


@pytest.mark.parametrize("compression", ["", "zlib", "gzip"])
def test_packed_tile_data_are_read_like_csv(tmp_path: Path, compression: str) -> None:
    plain = b"".join(int(cell).to_bytes(4, "little") for cell in CELLS.split(","))
    packed = {"": plain, "zlib": zlib.compress(plain), "gzip": gzip.compress(plain)}[compression]
    named = f' compression="{compression}"' if compression else ""
    data = f'<data encoding="base64"{named}>\n  {base64.b64encode(packed).decode()}\n</data>'
    assert load_map(bay(tmp_path, (DATA, data))).terrain == load_map(bay(tmp_path / "csv")).terrain


def test_layers_in_groups_and_a_tileset_inside_the_map_are_read(tmp_path: Path) -> None:
    inner = TILESET.split("?>\n")[1].replace("<tileset ", '<tileset firstgid="1" ')
    grouped = f'<group id="8" name="sheet"><group id="9" name="deeper">{TERRAIN}</group></group>'
    assert load_map(bay(tmp_path, (TILESET_NAME, inner), (TERRAIN, grouped))).terrain[202] == LAND


def test_a_tileset_in_a_folder_below_the_map_is_read(tmp_path: Path) -> None:
    path = bay(tmp_path, ("tiles.tsx", "sets/../sets/chart.tsx"))
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "chart.tsx").write_text(TILESET.replace("tiles.png", "../tiles.png"))
    assert load_map(path).columns == 4


def test_what_only_the_editor_uses_is_passed_over(tmp_path: Path) -> None:
    editor = '<editorsettings><export target="x" format="y"/></editorsettings>'
    hidden = '<objectgroup id="3" name="labels" color="#ff0000" opacity="0.5" visible="0" locked="1">'
    path = bay(tmp_path, ("<properties>", editor + "<properties>"), ('<objectgroup id="3" name="labels">', hidden))
    assert load_map(path).labels[0].text == "The Bay"


# --- hostile maps -----------------------------------------------------------------------------------------------------


@pytest.mark.sweep(keep=6)
@pytest.mark.parametrize("name", sorted(hostile.hostile_tmx()))
def test_a_hostile_map_is_refused_with_its_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / "hostile.tmx"
    path.write_bytes(hostile.hostile_tmx()[name])
    assert "hostile.tmx" in map_refusal(path)


@pytest.mark.parametrize("name", sorted(hostile.hostile_png()))
def test_a_hostile_picture_is_refused_from_its_first_bytes(tmp_path: Path, name: str) -> None:
    map_refusal(bay(tmp_path, picture=hostile.hostile_png()[name]), "tiles.png", "picture")


@pytest.mark.parametrize("source", [path for path in hostile.hostile_paths() if path.isprintable()])
def test_a_source_outside_the_folder_is_refused(tmp_path: Path, source: str) -> None:
    written = source.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    map_refusal(bay(tmp_path, ("tiles.tsx", written)), "bay.tmx:4", "source")


def test_a_tileset_or_picture_that_leaves_the_folder_by_a_link_is_refused(tmp_path: Path) -> None:
    bay(tmp_path / "elsewhere")
    path = bay(tmp_path / "here")
    (tmp_path / "here" / "tiles.tsx").unlink()
    (tmp_path / "here" / "tiles.tsx").symlink_to(tmp_path / "elsewhere" / "tiles.tsx")
    map_refusal(path, "leaves", "tiles.tsx")
    path = bay(tmp_path / "there")
    (tmp_path / "there" / "tiles.png").unlink()
    (tmp_path / "there" / "tiles.png").symlink_to(tmp_path / "elsewhere" / "tiles.png")
    map_refusal(path, "leaves", "tiles.png")


def test_a_picture_outside_the_folder_or_of_another_kind_is_refused(tmp_path: Path) -> None:
    map_refusal(bay(tmp_path, tileset=TILESET.replace("tiles.png", "../tiles.png")), "tiles.tsx:3", "leaves")
    map_refusal(bay(tmp_path, tileset=TILESET.replace("tiles.png", "tiles.pcx")), "tiles.tsx:3", ".png")
    map_refusal(bay(tmp_path, ("tiles.tsx", "tiles.tsj")), "bay.tmx:4", ".tsx")


@pytest.mark.parametrize(("compression", "wbits"), [("zlib", 15), ("gzip", 31)])
def test_a_layer_that_unpacks_to_more_than_the_map_is_refused(tmp_path: Path, compression: str, wbits: int) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    packed = b"".join([packer.compress(bytes(1 << 20)) for _ in range(64)]) + packer.flush()
    text = base64.b64encode(packed).decode()
    data = f'<data encoding="base64" compression="{compression}">{text}</data>'
    map_refusal(bay(tmp_path, (DATA, data)), "bay.tmx:5", "'terrain'", "more than the 48 bytes")


def test_damaged_short_or_trailing_tile_data_are_refused(tmp_path: Path) -> None:
    short, whole = base64.b64encode(zlib.compress(bytes(44))), zlib.compress(bytes(48))
    for packed, word in (
        (short, "44 bytes where 48"),
        (base64.b64encode(whole + b"more"), "after the end"),
        (base64.b64encode(whole[:-3]), "48 were expected"),
        (b"eJx*", "damaged"),
        (base64.b64encode(b"nonsense"), "damaged"),
    ):
        data = f'<data encoding="base64" compression="zlib">{packed.decode()}</data>'
        map_refusal(bay(tmp_path, (DATA, data)), "bay.tmx:5", word)
    for cells, word in (
        ("1,1,1", "3 tiles; expected 12"),
        (CELLS + ",", "13 tiles; expected 12"),
        (CELLS[:-1], "damaged"),
        ("1,1,x", "damaged"),
        (CELLS.replace("2,3", "2 3"), "damaged"),
    ):
        map_refusal(bay(tmp_path, (CELLS, cells)), "bay.tmx:5", word)


def test_a_map_that_is_no_plain_file_of_fair_size_is_refused(tmp_path: Path) -> None:
    map_refusal(tmp_path / "missing.tmx", "missing.tmx", "cannot be read")
    (tmp_path / "folder.tmx").mkdir()
    map_refusal(tmp_path / "folder.tmx", "folder.tmx", "ordinary file")
    (tmp_path / "large.tmx").write_bytes(b" " * (4 * 1024 * 1024 + 1))
    map_refusal(tmp_path / "large.tmx", "large.tmx", "4,194,304")


@POSIX_ONLY
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tmx")
    map_refusal(tmp_path / "pipe.tmx", "pipe.tmx", "ordinary file")


def test_a_document_type_is_refused_in_the_tileset_too(tmp_path: Path) -> None:
    bomb = TILESET.replace("<tileset", '<!DOCTYPE t [<!ENTITY a "ha">]>\n<tileset', 1)
    map_refusal(bay(tmp_path, tileset=bomb), "tiles.tsx:2", "DOCTYPE")


def test_too_many_elements_layers_or_groups_are_refused(tmp_path: Path) -> None:
    map_refusal(bay(tmp_path, (SOUNDING, "<a/>" * 200_001)), "200,000 elements")
    map_refusal(bay(tmp_path, (SOUNDINGS, SOUNDINGS * 20)), "24 layers; at most 16")
    nine = '<group name="g">' * 9 + TERRAIN + "</group>" * 9
    map_refusal(bay(tmp_path, (TERRAIN, nine)), "more than 8 deep")
    map_refusal(bay(tmp_path, (SOUNDING, SOUNDING * 3001)), "at most 3000")


@pytest.mark.parametrize(
    ("old", "new"), [('width="4"', 'width="0"'), ('width="4"', 'width="100"'), ('width="4"', 'width="4.0"')]
)
def test_a_width_that_is_no_whole_number_from_1_to_99_is_refused(tmp_path: Path, old: str, new: str) -> None:
    map_refusal(bay(tmp_path, (old, new)), "bay.tmx:2", "width", "1 to 99")


def test_a_missing_width_is_named(tmp_path: Path) -> None:
    map_refusal(bay(tmp_path, (' width="4"', "")), "bay.tmx:2", "width", "is missing")


@pytest.mark.parametrize("mutator_seed", range(3))
def test_a_damaged_map_is_refused_in_plain_words_or_still_whole(tmp_path: Path, mutator_seed: int) -> None:
    bay(tmp_path)
    sound = (tmp_path / "bay.tmx").read_bytes()
    path = tmp_path / "damaged.tmx"
    verdicts = []
    for _mutator, damaged in hostile.mutations(sound, 150, mutator_seed):
        path.write_bytes(damaged)
        try:
            verdicts.append(load_map(path).columns)
        except MapError as error:
            verdicts.append(0)
            assert all(problem.file and problem.message for problem in error.problems)
    assert 0 in verdicts and 4 in verdicts


def test_a_map_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    bay(tmp_path)
    sound = (tmp_path / "bay.tmx").read_bytes().rstrip()
    path = tmp_path / "cut.tmx"
    for beginning in hostile.cuts(sound):
        path.write_bytes(beginning)
        assert check_map(path)


# --- what Tiled can do and the game cannot ----------------------------------------------------------------------------

UNSUPPORTED = {
    "orthogonal": ('orientation="hexagonal"', 'orientation="orthogonal"', "Hexagonal"),
    "stagger axis y": ('staggeraxis="x"', 'staggeraxis="y"', "Stagger Axis"),
    "stagger index even": ('staggerindex="odd"', 'staggerindex="even"', "Stagger Index"),
    "infinite": ('infinite="0"', 'infinite="1"', "infinite"),
    "chunks": (CELLS, '<chunk x="0" y="0" width="4" height="3">1</chunk>', "infinite"),
    "irregular hexes": ('hexsidelength="30"', 'hexsidelength="20"', "hexsidelength"),
    "xml tiles": (DATA, "<data>" + '<tile gid="1"/>' * 12 + "</data>", "stored as XML"),
    "zstd": (DATA, '<data encoding="base64" compression="zstd">KLUv</data>', "zstd"),
    "no encoding": (DATA, f"<data>{CELLS}</data>", "'xml'"),
    "image layer": (COAST, COAST + '<imagelayer name="scan"><image source="a.png"/></imagelayer>', "image layers"),
    "ellipse": (LABEL, '<object id="7" name="Reef" x="9" y="9"><ellipse/></object>', "object 7 'Reef'"),
    "capsule": (LABEL, '<object id="7" name="Reef" x="9" y="9"><capsule/></object>', "object 7 'Reef'"),
    "text": (LABEL, '<object id="7" name="Hi" x="9" y="9"><text>Hi</text></object>', "object 7 'Hi'"),
    "open line": (ISLAND, '<object id="7" name="R" x="9" y="9"><polyline points="0,0 1,1"/></object>', "object 7 'R'"),
    "template": (LABEL, '<object id="7" name="T" template="a.tx" x="9" y="9"/>', "object 7 'T'"),
    "tile object": (LABEL, '<object id="7" name="T" gid="1" x="9" y="9"/>', "object 7 'T'"),
    "rotated": ('name="North" x', 'name="North" rotation="30" x', "object 3 'North'"),
    "offset layer": ('name="coast"', 'name="coast" offsetx="12"', "object layer 2 'coast'"),
    "parallax": ('name="coast"', 'name="coast" parallaxx="0.5"', "parallax"),
    "flipped tile": (CELLS, CELLS.replace("4", str(4 + 2**31)), "hexes 0202"),
    "unknown tile": (CELLS, CELLS.replace("4", "9"), "tile number 9 in hexes 0202"),
    "empty hex": (CELLS, CELLS.replace("4", "0"), "hexes 0202 carry no tile"),
    "reserved property": ('name="title"', 'name="width"', "reserved"),
    "reserved property of an object": ('name="side"', 'name="image"', "reserved"),
    "unknown property": ('name="side"', 'name="owner"', "'owner'"),
    "missing property": ('<property name="side" value="USN"/>', "", "property 'side': is missing"),
    "missing title": ('<property name="title" value="A bay"/>', "", "property 'title': is missing"),
    "class property": ('name="side" value', 'name="side" type="class" propertytype="Side" value', "'class'"),
    "fraction": ('type="int" value="14"', 'type="float" value="14.5"', "'float'"),
    "word for a number": ('type="int" value="14"', 'type="int" value="big"', "'big'"),
    "unknown layer": ('name="zones"', 'name="areas"', "'areas'"),
    "missing layer": (ZONES, "", "layer 'zones': is missing"),
    "terrain as objects": (TERRAIN, '<objectgroup id="1" name="terrain"/>', "to be the tile layer"),
    "layer twice": (ZONES, ZONES + ZONES, "second layer"),
    "unknown style": ('value="sea"', 'value="fancy"', "'fancy'"),
    "unknown purpose": ('value="setup"', 'value="camp"', "'camp'"),
    "label off the map": ('name="The Bay" x="45"', 'name="The Bay" x="450"', "off the map"),
    "coast far off the map": ('name="Rock" x="60"', 'name="Rock" x="-600"', "beyond the map"),
    "coast without a name": ('name="Rock" ', "", "name of the island"),
    "zone of land only": ('x="0" y="0" width="200" height="70"', 'x="60" y="95" width="30" height="20"', "no sea hex"),
    "zone without size": (' width="200" height="70"', "", "polygon or a rectangle"),
    "sounding on land": ('x="30" y="26"', 'x="75" y="104"', "0202 is land"),
    "two corners": ("0,0 30,0 30,30 0,30", "0,0 30,0", "2 corners"),
    "damaged corners": ("0,0 30,0 30,30 0,30", "0,0 30,nan 30,30", "damaged"),
    "land without a coast": (ISLAND, "", "disagree in hexes 0202"),
    "coast without land": (CELLS, CELLS.replace("4", "3"), "disagree in hexes 0202"),
    "no tileset": (TILESET_NAME, "", "0 tilesets"),
    "misplaced layer": (SOUNDING, TERRAIN, "does not belong"),
    "endless number": ('name="The Bay" x="45"', 'name="The Bay" x="1e999"', "expected a number"),
}


@pytest.mark.parametrize("name", sorted(UNSUPPORTED))
def test_what_the_game_cannot_read_is_refused_by_name(tmp_path: Path, name: str) -> None:
    old, new, word = UNSUPPORTED[name]
    map_refusal(bay(tmp_path, (old, new)), "bay.tmx:", word)


UNSUPPORTED_TILES = {
    "animation": ('<tile id="0">', '<tile id="0"><animation/>', "animat"),
    "collision shape": ('<tile id="0">', '<tile id="0"><objectgroup/>', "collision"),
    "single pictures": ('<tile id="0">', '<tile id="0"><image source="a.png"/>', "single pictures"),
    "unknown terrain": ('value="deep"', 'value="swamp"', "'swamp'"),
    "no terrain": ('<property name="terrain" value="deep"/>', "", "'terrain': is missing"),
    "other tile size": ('tilewidth="60"', 'tilewidth="30"', "the map's own 60"),
    "wrong picture size": ('width="240"', 'width="999"', "240 x 52"),
    "tile number too large": ('<tile id="3">', '<tile id="4">', "0 to 3"),
    "too much spacing": ("<tileset ", '<tileset spacing="-5" ', "spacing"),
}


@pytest.mark.parametrize("name", sorted(UNSUPPORTED_TILES))
def test_a_tileset_the_game_cannot_read_is_refused_by_name(tmp_path: Path, name: str) -> None:
    old, new, word = UNSUPPORTED_TILES[name]
    assert old in TILESET
    map_refusal(bay(tmp_path, tileset=TILESET.replace(old, new, 1)), "tiles.tsx:", word)


def test_a_refusal_is_a_data_error_and_holds_every_problem_with_its_line(tmp_path: Path) -> None:
    path = bay(tmp_path, ('value="sea"', 'value="fancy"'), ('value="setup"', 'value="camp"'))
    with pytest.raises(DataError) as caught:
        load_map(path)
    assert [problem.line for problem in caught.value.problems] == [7, 8]
    assert check_map(path) == [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "value"), [("2.84217e-14", 2.84217e-14), ("-1.13687e-13", -1.13687e-13), ("1e+06", 1e6), ("24", 24.0)]
)
def test_numbers_with_exponents_are_read_as_tiled_writes_them(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["9e9", "1e999", "inf", "nan", "1e", "e5", "1,2"])
def test_numbers_no_map_can_hold_are_refused(text: str) -> None:
    assert number(text) is None


@pytest.mark.parametrize(
    ("ending", "advice"), [(".tmj", "Export As"), (".world", "one of its maps"), (".TSX", "is not a map")]
)
def test_another_file_of_tiled_is_refused_with_what_to_do(ending: str, advice: str, tmp_path: Path) -> None:
    path = tmp_path / f"bay{ending}"
    path.write_text("{}", "utf-8")
    ((_, _, check),) = checks([str(path)])
    (text,) = check(path)
    assert text.startswith(str(path)) and advice in text
    app = app_in(tmp_path / "user")
    open_file(app, path)
    assert advice in " ".join(widget.spoken_text() for widget in app.tree.top.walk())


def test_a_property_of_a_class_is_told_with_what_to_do_in_tiled(tmp_path: Path) -> None:
    """The advice once was to save the map again, which changes nothing."""
    inner = '<property name="wind" type="int" value="3"/>'
    added = f'<property name="c" type="class" propertytype="W"><properties>{inner}</properties></property>'
    text = map_refusal(bay(tmp_path, ("<properties>", f"<properties>{added}")), "property 'c'", "custom class")
    assert "delete it in Tiled" in text and "save the map again" not in text
