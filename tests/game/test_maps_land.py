"""Land maps: the shipped battlefields hold what their battles need, and a faulty one is refused with a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.map_guard import MapError
from game.maps import check_map, load_map
from rules.kernel.hexes import distance, neighbour, on_map
from rules.kernel.scenario import FEATURES, GROUND_NAMES, GROUNDS, LAND, SIDE_KINDS, MapSheet
from rules.kernel.scenario_loading import load_scenario
from tests import hostile

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "maps" / "battles_for_empire"
SHIPPED = ("the_wells", "abu_klea", "kambula", "majuba", "maiwand", "omdurman")

TILESET = """<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="battlefield" tilewidth="60" tileheight="52" tilecount="4" columns="4">
 <image source="tiles.png" width="240" height="52"/>
 <tile id="0"><properties><property name="terrain" value="open"/></properties></tile>
 <tile id="1"><properties><property name="level" type="int" value="2"/>
  <property name="terrain" value="rough"/></properties></tile>
 <tile id="2"><properties><property name="terrain" value="donga"/></properties></tile>
 <tile id="3"><properties><property name="terrain" value="buildings"/></properties></tile>
</tileset>
"""
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<map version="1.10" orientation="hexagonal" renderorder="right-down" width="4" height="3" tilewidth="60" '
    'tileheight="52" infinite="0" hexsidelength="30" staggeraxis="x" staggerindex="odd">\n'
)
PROPERTIES = (
    '<properties><property name="ground" value="land"/><property name="north_deg" type="int" value="90"/>'
    '<property name="title" value="A field"/></properties>\n'
)
TERRAIN = (
    '<layer id="1" name="terrain" width="4" height="3"><data encoding="csv">1,1,1,1,1,2,3,4,1,1,1,1</data></layer>\n'
)
LABELS = (
    '<objectgroup id="2" name="labels"><object id="1" name="Khor" x="120" y="78"><properties>'
    '<property name="size" type="int" value="14"/><property name="style" value="sea"/>'
    '<property name="text" value="Khor"/></properties><point/></object></objectgroup>\n'
)
ZONES = (
    '<objectgroup id="3" name="zones"><object id="2" name="chest" x="0" y="0" width="60" height="160"><properties>'
    '<property name="purpose" value="entry"/><property name="side" value="zulu"/></properties></object></objectgroup>\n'
)
# The middle of hex 0202 is at Tiled pixel (75, 104); its north side is 26 pixels up.
WALL = (
    '<object id="3" name="wall" x="75" y="83"><properties><property name="kind" value="wall"/></properties>'
    "<point/></object>"
)
SIDES = f'<objectgroup id="4" name="sides">{WALL}</objectgroup>\n'
WELL = (
    '<object id="4" name="well" x="30" y="26"><properties><property name="kind" value="well"/></properties>'
    "<point/></object>"
)
FEATURE_LAYER = f'<objectgroup id="5" name="features">{WELL}</objectgroup>\n'
TILESET_NAME = '<tileset firstgid="1" source="tiles.tsx"/>\n'
FIELD = HEAD + PROPERTIES + TILESET_NAME + TERRAIN + LABELS + ZONES + SIDES + FEATURE_LAYER + "</map>\n"


def field(folder: Path, *changes: tuple[str, str], tileset: str = TILESET) -> Path:
    """Return a faultless battlefield of 4 x 3 hexes, after replacing some pieces of its text."""
    text = FIELD
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tiles.tsx").write_text(tileset, encoding="utf-8")
    (folder / "tiles.png").write_bytes(hostile.png(240, 52))
    path = folder / "field.tmx"
    path.write_text(text, encoding="utf-8")
    return path


# --- a small faultless field
# ----------------------------------------------------------------------------------------------


def test_a_small_battlefield_is_read_as_drawn(tmp_path: Path) -> None:
    sheet = load_map(field(tmp_path))
    assert (sheet.ground, sheet.north_deg, sheet.title) == ("land", 90, "A field")
    assert [sheet.ground_at(h) for h in (101, 202, 302, 402, 505)] == ["open", "rough", "donga", "buildings", ""]
    assert [sheet.level_at(h) for h in (101, 202, 302)] == [0, 2, 0]
    assert sheet.sides == ((202, 0, "wall"),)
    assert sheet.features == (("well", 101),)
    assert (sheet.zones[0].purpose, sheet.zones[0].hexes) == ("entry", (101, 102, 103))
    assert sheet.hexes_of("donga", "buildings") == (302, 402)


def test_each_side_of_a_hex_can_have_its_obstacle(tmp_path: Path) -> None:
    beside = ((75, 83), (93, 93), (93, 115), (75, 125), (57, 115), (57, 93))
    for direction, (x, y) in enumerate(beside):
        sheet = load_map(field(tmp_path / str(direction), ('x="75" y="83"', f'x="{x}" y="{y}"')))
        assert sheet.sides == ((202, direction, "wall"),)


def test_a_flat_field_has_no_levels_at_all(tmp_path: Path) -> None:
    flat = TILESET.replace('<property name="level" type="int" value="2"/>', "")
    sheet = load_map(field(tmp_path, tileset=flat))
    assert sheet.levels == b"" and sheet.level_at(202) == 0


def test_the_codes_of_land_and_sea_never_meet() -> None:
    assert not {0, 1, 2, 3, LAND} & set(GROUND_NAMES)
    assert len(GROUND_NAMES) == len(GROUNDS)


WRONG = {
    "unknown ground": (("name=\"ground\" value=\"land\"", "name=\"ground\" value=\"mud\""), "sea, land"),
    "no north": (('<property name="north_deg" type="int" value="90"/>', ""), "'north_deg': is missing"),
    "north too far": (('type="int" value="90"', 'type="int" value="400"'), "0 to 359"),
    "yards on land": (('name="north_deg"', 'name="yards_per_hex"'), "yards_per_hex"),
    "obstacle in the middle": (('x="75" y="83"', 'x="75" y="100"'), "not near one side of hex 0202"),
    "obstacle at a corner": (('x="75" y="83"', 'x="88" y="82"'), "not near one side of hex 0202"),
    "unknown obstacle": (('name="kind" value="wall"', 'name="kind" value="moat"'), "wall, laager, zareba"),
    "obstacle twice": ((WALL, WALL + WALL), "second obstacle on the N side of hex 0202"),
    "unknown feature": (('name="kind" value="well"', 'name="kind" value="oasis"'), "'oasis'"),
    "feature off the map": (('x="30" y="26"', 'x="900" y="26"'), "off the map"),
    "unknown purpose": (('value="entry"', 'value="camp"'), "setup, exit, entry"),
    "coast on land": ((ZONES, ZONES + '<objectgroup id="9" name="coast"/>'), "'coast'"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(WRONG))
def test_a_mistake_on_a_battlefield_is_named_with_file_and_line(tmp_path: Path, name: str) -> None:
    change, words = WRONG[name]
    path = field(tmp_path, change)
    with pytest.raises(MapError) as caught:
        load_map(path)
    assert f"{path}:" in str(caught.value) and words in str(caught.value)
    assert check_map(path) == [str(problem) for problem in caught.value.problems]


def test_a_tile_with_a_ground_of_the_sea_or_a_level_too_high_is_refused(tmp_path: Path) -> None:
    for old, new, words in (
        ('name="terrain" value="open"', 'name="terrain" value="deep"', "'deep'"),
        ('type="int" value="2"', 'type="int" value="9"', "0 to 5"),
    ):
        with pytest.raises(MapError, match=words):
            load_map(field(tmp_path, tileset=TILESET.replace(old, new)))


def test_a_sea_chart_has_no_tiles_of_the_land(tmp_path: Path) -> None:
    at_sea = PROPERTIES.replace('value="land"', 'value="sea"').replace("north_deg", "yards_per_hex")
    messages = "\n".join(check_map(field(tmp_path, (PROPERTIES, at_sea))))
    assert "'sides'" in messages and "layer 'coast': is missing" in messages


# --- the shipped battlefields -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SHIPPED)
def sheet(request: pytest.FixtureRequest) -> MapSheet:
    return load_map(FOLDER / f"{request.param}.tmx")


def test_shipped_battlefields_have_ground_in_every_hex_and_none_beyond(sheet: MapSheet) -> None:
    for number, code in enumerate(sheet.terrain):
        assert (code in GROUND_NAMES) == (
            number % 100 > 0 and number >= 100 and on_map(number, sheet.columns, sheet.rows)
        )


def test_obstacles_of_shipped_battlefields_stand_between_two_hexes_of_the_map(sheet: MapSheet) -> None:
    for number, direction, kind in sheet.sides:
        assert kind in SIDE_KINDS
        assert on_map(number, sheet.columns, sheet.rows)
        assert on_map(neighbour(number, direction), sheet.columns, sheet.rows)
    assert all(kind in FEATURES for kind, _ in sheet.features)


def test_every_force_of_a_shipped_battle_stands_on_its_map(sheet: MapSheet) -> None:
    scenario = load_scenario(FOLDER / f"{sheet.key}.yaml")
    assert scenario.map == sheet.key
    for force in scenario.forces:
        assert all(sheet.ground_at(h) for h in force.at), force.id


def test_the_laager_of_kambula_is_closed_and_the_redoubt_too() -> None:
    sheet = load_map(FOLDER / "kambula.tmx")
    for kind, hexes in (("laager", 7), ("wall", 2)):
        owned = {number for number, _, found in sheet.sides if found == kind}
        inside = owned | (
            {next(h for h in range(10_000) if all(distance(h, o) == 1 for o in owned))} if hexes == 7 else set()
        )
        assert len(inside) == hexes
        sides = {(number, direction) for number, direction, found in sheet.sides if found == kind}
        for number in inside:
            for direction in range(6):
                assert (neighbour(number, direction) not in inside) == ((number, direction) in sides)


def test_the_square_of_abu_klea_is_a_closed_ring_with_the_gardner_in_it() -> None:
    scenario = load_scenario(FOLDER / "abu_klea.yaml")
    stands = {force.id: force.at[0] for force in scenario.forces}
    centre = stands["mounted-4"]
    ring = {h for name, h in stands.items() if distance(h, centre) == 2 and name not in ("mule", "musa")}
    assert len(ring) == 12 and stands["gardner"] in ring
