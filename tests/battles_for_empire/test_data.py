"""The data of the land game agree with themselves, with the printed checklist and with the facts that are public."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rules.battles_for_empire.charts import (
    COLUMNS,
    INCHES_PER_HEX,
    ROWS,
    Result,
    horn_edge,
    load_charts,
    parse_result,
)
from rules.battles_for_empire.roster import FORMS, load_roster
from rules.battles_for_empire.state import FORMATIONS
from rules.battles_for_empire.unit_catalogue import unit_catalogue
from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.kernel.scenario import GROUNDS, SIDE_KINDS

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "battles_for_empire"
PRINTED = {"13.8": 19, "QRS": 1, "14.1": 15, "CHG": 9, "ELG": 14, "MF": 22, "BASE": 5}
AMENDMENTS = {"camelry_exception", "boers_move_and_fire"}
ON_BY_DEFAULT = AMENDMENTS | {"hidden_markers"}
BOTH_EDITIONS = 27  # facts from public sources that became rules


def book() -> Rulebook:
    return load_rulebook(HOME / "rulebook.yaml")


# ---------------------------------------------------------------------- rulebook


def test_every_line_of_the_printed_checklist_is_a_seed_rule_and_nothing_else_is() -> None:
    printed = [rule.id for rule in book().rules.values() if rule.provenance is Provenance.SEED]
    assert sorted(printed) == sorted(f"BFE-{key}-{n}" for key, last in PRINTED.items() for n in range(1, last + 1))


def test_the_sheet_makes_eighty_rules_besides_what_it_replaces() -> None:
    assert sum(PRINTED.values()) - PRINTED["BASE"] == 80


def test_every_public_rule_names_its_source_and_its_edition() -> None:
    public = [rule for rule in book().rules.values() if rule.provenance is Provenance.PUBLIC]
    assert len(public) == BOTH_EDITIONS
    for rule in public:
        assert re.fullmatch(r"BFE-PUB-\d+", rule.id), rule.id
        for source in rule.source.split("; "):
            assert "edition" in source, rule.id


def test_the_amendments_are_on_and_everything_else_but_hidden_troops_is_off() -> None:
    assert {key for key, option in book().options.items() if option.default} == ON_BY_DEFAULT


@pytest.mark.rule("BFE-BASE-1", "BFE-BASE-2", "BFE-BASE-3", "BFE-BASE-4", "BFE-BASE-5")
def test_every_section_the_sheet_replaces_has_an_entry_and_the_rules_that_amend_it() -> None:
    rulebook = book()
    amending = {base: [rule for rule in rulebook.rules.values() if rule.amends == base] for base in bases()}
    assert {base: bool(found) for base, found in amending.items()} == dict.fromkeys(bases(), True)
    for base, found in amending.items():
        assert {rule.option for rule in found} == {rulebook[base].option}
    assert {rulebook[base].option for base in bases()} == AMENDMENTS | {""}


def bases() -> list[str]:
    return [f"BFE-BASE-{number}" for number in range(1, 6)]


# ---------------------------------------------------------------------- conduct


@pytest.mark.rule("BFE-PUB-12", "BFE-PUB-13", "BFE-PCS-H2")
def test_the_shaken_regulars_of_the_chart_are_the_documented_ones_in_inches() -> None:
    printed = "recoil 12/18, recoil 6/12, falter 0/0, move 0/0, move 3/9, move 6/12, move 6/12, move 9/15"
    found = load_charts().conduct["BR"]["shaken"]
    lines = [f"{row.kind} {row.foot * INCHES_PER_HEX}/{row.mounted * INCHES_PER_HEX}" for row in found]
    assert ", ".join(lines) == printed


@pytest.mark.rule("BFE-CON-H8", "BFE-PUB-10", "BFE-PUB-11")
def test_six_charts_have_three_columns_of_eight_rows() -> None:
    charts = load_charts().conduct
    assert list(charts) == ["BR", "CR", "DV", "ZU", "PA", "BO"]
    for columns in charts.values():
        assert tuple(columns) == COLUMNS
        assert all(len(rows) == len(ROWS) for rows in columns.values())


@pytest.mark.rule("BFE-CON-H8")
def test_a_higher_die_is_never_worse() -> None:
    for key, columns in load_charts().conduct.items():
        for column, rows in columns.items():
            worth = [_worth(result) for result in rows]
            assert worth == sorted(worth), (key, column)


@pytest.mark.rule("BFE-CON-H8")
def test_a_worse_column_is_never_better() -> None:
    for key, columns in load_charts().conduct.items():
        for row in range(len(ROWS)):
            bold, unsure, shaken = (_worth(columns[column][row]) for column in COLUMNS)
            assert bold >= unsure >= shaken, (key, ROWS[row])


def _worth(result: Result) -> int:
    return {"recoil": -result.foot - 1, "falter": -1, "move": result.foot}[result.kind]


@pytest.mark.rule("BFE-CON-H8")
def test_only_bold_native_masses_rush() -> None:
    rushing = {
        (key, column, ROWS[row])
        for key, columns in load_charts().conduct.items()
        for column, rows in columns.items()
        for row, result in enumerate(rows)
        if result.rush
    }
    assert rushing == {("DV", "bold", "7+"), ("ZU", "bold", "7+")}


@pytest.mark.parametrize("word", ["3/5", "falter", "recoil 2/4", "5/8 rush"])
def test_a_printed_result_is_read_and_told_alike(word: str) -> None:
    result = parse_result(word)
    assert result is not None
    assert result.text.lower() == word


@pytest.mark.parametrize("word", ["", "3", "recoil", "recoil 2/4 rush", "Falter", "3/5 "])
def test_what_is_no_result_is_refused(word: str) -> None:
    assert parse_result(word) is None


@pytest.mark.rule("BFE-CON-H2", "BFE-PUB-14")
def test_the_modifiers_of_the_manoeuvre_die() -> None:
    morale = load_charts().morale
    assert (morale.elite, morale.brittle, morale.wall, morale.lost_friend, morale.skirmish_melee) == (1, -1, 1, -1, -2)
    assert (morale.leader_hexes, morale.lost_friend_hexes) == (4, 2)


# ---------------------------------------------------------------------- formations, ground, manoeuvre


@pytest.mark.rule("BFE-FRM-H1", "BFE-FIR-H12", "BFE-PUB-27", "BFE-MEL-H4")
def test_the_formations_have_their_arcs_stands_and_dice() -> None:
    data = {key: (row.arc, row.fire, row.each_target, row.melee) for key, row in load_charts().formations.items()}
    assert data == {
        "line": (1, 4, 4, 4),
        "column": (1, 1, 1, 2),
        "skirmish": (3, 4, 4, 4),
        "square": (6, 4, 2, 3),
        "mass": (1, 2, 2, 4),
        "deep": (1, 1, 1, 2),
        "mounted": (1, 0, 0, 4),
        "stand": (1, 1, 1, 1),
    }
    assert tuple(data) == FORMATIONS == FORMS


@pytest.mark.rule("BFE-PUB-20", "BFE-MAN-H3", "BFE-MAN-H4", "BFE-MAN-H12", "BFE-PUB-33", "BFE-PUB-19")
def test_what_manoeuvre_costs() -> None:
    pace = load_charts().manoeuvre
    assert pace.form == {"imperial": 1, "colonial": 2, "boer": 1, "native": 0}
    assert (pace.mount, pace.face, pace.half_divisor) == (2, 1, 2)
    assert (pace.manhandled, pace.limbered, pace.limber) == (1, 3, 1)
    assert (pace.leader, pace.mule * INCHES_PER_HEX) == (6, 9)


@pytest.mark.rule("BFE-TER-H1", "BFE-TER-H2", "BFE-TER-H6", "BFE-PUB-17")
def test_the_ground_of_the_maps_has_its_costs() -> None:
    ground = load_charts().ground
    assert tuple(ground) == tuple(GROUNDS)
    assert {key: (row.foot, row.mounted, row.guns) for key, row in ground.items()} == {
        "open": (1, 1, 1),
        "scrub": (1, 1, 2),
        "rough": (2, None, None),
        "wood": (2, None, None),
        "donga": (2, 2, None),
        "trench": (1, 1, 2),
        "buildings": (2, None, None),
        "river": (None, None, None),
        "ford": (3, 3, 3),
        "road": (1, 1, 1),
    }
    assert {key for key, row in ground.items() if not row.formed} == {"rough", "wood", "river"}
    assert {key for key, row in ground.items() if row.disorders} == {"donga", "ford"}
    assert {key for key, row in ground.items() if row.blocks} == {"wood", "buildings"}


@pytest.mark.rule("BFE-FIR-H4", "BFE-TER-H5", "BFE-TER-H3", "BFE-PUB-21")
def test_what_ground_and_obstacles_protect() -> None:
    charts = load_charts()
    shelter = {key: row.protection for key, row in charts.ground.items() if row.protection}
    assert shelter == {"scrub": 1, "rough": 2, "wood": 2, "donga": 1, "trench": 2, "buildings": 2}
    assert {key: row.protection for key, row in charts.sides.items()} == {"wall": 2, "laager": 2, "zareba": 1}
    assert tuple(charts.sides) == SIDE_KINDS
    assert charts.fire.protection == {"skirmish": 1, "crew": 1, "ground": 1}
    assert charts.hill.crest == 1
    assert (charts.ground["trench"].melee, charts.sides["wall"].melee) == (0, 1)


# ---------------------------------------------------------------------- fire


@pytest.mark.rule("BFE-FIR-H1")
@pytest.mark.parametrize(
    ("code", "bands"),
    [
        ("BLR", "cceeeell"),
        ("MAG", "cceeeellll"),
        ("CAR", "cceell"),
        ("MLR", "cceell"),
        ("SBM", "ceel"),
        ("MGO", "cceeeeeell"),
        ("MGM", "cceeeeeeeell"),
    ],
)
def test_every_weapon_has_its_ranges(code: str, bands: str) -> None:
    weapon = load_charts().weapons[code]
    assert "".join(weapon.band(hexes)[:1] or "-" for hexes in range(len(bands) + 2)) == f"-{bands}-"


@pytest.mark.rule("BFE-MF-1")
def test_how_a_weapon_moves_and_fires_goes_by_its_kind() -> None:
    moving = {code: weapon.moving for code, weapon in load_charts().weapons.items()}
    kinds = {kind: {code for code, text in moving.items() if text == kind} for kind in ("breech", "muzzle", "pivot")}
    assert kinds == {"breech": {"BLR", "MAG", "CAR"}, "muzzle": {"MLR", "SBM"}, "pivot": {"MGO", "MGM"}}


@pytest.mark.rule("BFE-FIR-H2", "BFE-FIR-H3", "BFE-14.1-8", "BFE-PUB-23")
def test_the_fire_modifiers() -> None:
    fire = load_charts().fire
    assert (fire.need, fire.least, fire.most) == (5, 2, 6)
    assert fire.rate == {1: 1, 2: 0, 3: -1}
    assert fire.band == {"close": 1, "effective": 0, "long": -1}
    assert (fire.moved, fire.low, fire.shaken, fire.disordered, fire.outside_front) == (-1, -1, -1, -1, 1)


@pytest.mark.rule("BFE-13.8-2", "BFE-13.8-5", "BFE-13.8-12")
def test_a_machine_gun_throws_three_to_six_dice_and_a_modern_one_hits_more_easily() -> None:
    charts = load_charts()
    assert (charts.machine_gun.least, charts.machine_gun.most, charts.machine_gun.jam) == (3, 6, 1)
    assert {code: weapon.to_hit for code, weapon in charts.weapons.items() if weapon.to_hit} == {"MGM": 1}


@pytest.mark.rule("BFE-PUB-9", "BFE-PUB-8", "BFE-FIR-H8", "BFE-FIR-H7")
def test_eight_kills_remove_a_unit_and_four_did_in_the_first_edition() -> None:
    stamina = load_charts().stamina
    assert (stamina.four_stands, stamina.first_edition, stamina.single) == (8, 4, 2)
    assert (stamina.shaken_hits, stamina.shaken_hits_two) == (1, 2)


@pytest.mark.rule("BFE-PUB-24", "BFE-RAP-H1")
def test_rapid_fire_is_two_dice_a_stand() -> None:
    rapid = load_charts().rapid
    assert (rapid.per_stand, rapid.low, rapid.half_more) == (2, 1, (3, 2))


@pytest.mark.rule("BFE-PUB-26", "BFE-ART-H1")
@pytest.mark.parametrize(
    ("code", "hexes", "dice"),
    [
        ("FLD", (1, 2, 3, 8, 9, 16, 17), (4, 4, 3, 3, 2, 2, 0)),
        ("MTN", (1, 2, 3, 6, 7, 12, 13), (3, 3, 2, 2, 1, 1, 0)),
        ("SBG", (1, 2, 3, 5, 6, 10, 11), (4, 4, 2, 2, 1, 1, 0)),
        ("HVY", (1, 2, 3, 10, 11, 20, 21), (3, 3, 3, 3, 2, 2, 0)),
        ("RKT", (0, 1, 12, 13), (0, 2, 2, 0)),
    ],
)
def test_guns_throw_dice_by_range(code: str, hexes: tuple[int, ...], dice: tuple[int, ...]) -> None:
    piece = load_charts().artillery.pieces[code]
    assert tuple(piece.dice_at(each) for each in hexes) == dice
    assert piece.need == (6 if code == "RKT" else 5)


# ---------------------------------------------------------------------- melee, leaders, arrivals, victory


@pytest.mark.rule("BFE-MEL-H1", "BFE-MEL-H2", "BFE-14.1-9", "BFE-PUB-15")
def test_the_melee_modifiers() -> None:
    melee = load_charts().melee
    assert (melee.low, melee.shaken, melee.disordered, melee.skirmish) == (1, 1, 1, 1)
    assert (melee.across, melee.flank_or_rear, melee.impetus, melee.mounted_at_square) == (1, 1, -1, 2)
    assert (melee.least, melee.most) == (2, 6)
    assert (melee.recoil.text, melee.recoil_shaken.text) == ("Recoil 2/4", "Recoil 4/6")


@pytest.mark.rule("BFE-PUB-32", "BFE-LDR-H1")
def test_leaders_are_rated_one_or_two() -> None:
    leaders = load_charts().leaders
    assert (leaders.ratings, leaders.falls_on) == ((1, 2), 6)


@pytest.mark.rule("BFE-PUB-31")
@pytest.mark.parametrize(
    ("chart", "ways"),
    [
        ("I", {"left horn": 3, "chest": 24, "none": 6, "right horn": 3}),
        ("II", {"loins": 6, "left horn": 12, "none": 6, "right horn": 12}),
        ("III", {"left horn": 3, "loins": 24, "none": 6, "right horn": 3}),
    ],
)
def test_the_horns_over_all_thirty_six_throws(chart: str, ways: dict[str, int]) -> None:
    charts = load_charts()
    found: dict[str, int] = {}
    for a, b in product(range(1, 7), repeat=2):
        edge = horn_edge(charts, chart, a + b)
        found[edge] = found.get(edge, 0) + 1
    assert found == ways


@pytest.mark.rule("BFE-VIC-H1", "BFE-VIC-H4")
def test_a_gun_counts_half_and_grades_go_by_thirds() -> None:
    victory = load_charts().victory
    assert (victory.unit_halves, victory.single_halves) == (2, 1)
    assert [Fraction(*grade.below) for grade in victory.grades] == [Fraction(1, 3), Fraction(2, 3), 1]


def test_a_unit_that_gets_down_is_had_only_in_the_years_of_the_men_it_becomes() -> None:
    """Mounted Boers of 1881 once dismounted with the magazine rifles of 1899."""
    years = {entry.key: (entry.first, entry.last) for entry in unit_catalogue()}
    becomes = {kind.key: kind.on_foot for kind in load_roster().types.values() if kind.on_foot}
    assert becomes["bo_mtd"] == "bo_99"
    assert all(years[foot][0] <= years[key][0] and years[key][1] <= years[foot][1] for key, foot in becomes.items())
