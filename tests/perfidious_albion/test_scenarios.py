"""The scenarios of Perfidious Albion can be set up, keep to their budgets and have a briefing."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from game.library import MAPS as ALL_MAPS
from rules.kernel.datafile import load_yaml
from rules.kernel.rulebook import load_rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.perfidious_albion.battle.victory import ledger
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.setup.initial_state import check_scenario, start
from rules.perfidious_albion.ships.conditions import (
    batteries_of,
    boxes_of,
    day_of,
    fields_of,
    forts_of,
    target_of,
    terrain_of,
)
from rules.perfidious_albion.ships.roster import ship_card

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "perfidious_albion"
SCENARIO_FILES = sorted((ROOT / "maps" / "perfidious_albion").glob("*.yaml"))
each_scenario = pytest.mark.parametrize("path", SCENARIO_FILES, ids=lambda path: path.stem)


def scenario(key: str) -> Scenario:
    return load_scenario(ROOT / "maps" / "perfidious_albion" / f"{key}.yaml")


def values(key: str) -> dict[str, int]:
    book = load_rulebook(HOME / "rulebook.yaml")
    options = {name: option.default for name, option in book.options.items()}
    return start(scenario(key), None, {**options, **scenario(key).options}).values


@pytest.mark.rule("PA-SCN-H1", "PA-2.1-17", "PA-2.1-34", "PA-2.1-38", "PA-2.1-56")
def test_forces_keep_to_the_budgets_of_their_missions() -> None:
    assert values("round_island") == {"japan": 60_000, "russia": 60_000}
    convoy = values("korea_strait")
    cargo = sum(unit.changes.get("cargo", 0) for force in scenario("korea_strait").forces for unit in force.units)
    assert cargo == 100_000
    assert convoy == {"japan": 4 * 10_000 + cargo // 2 + 100, "russia": cargo // 2 + 4 * 10_000 // 2 + 100}
    base = values("naval_base")
    declared = int(scenario("naval_base").conditions["declared_turns"])
    assert base["britain"] == 125_050 >= 100_000
    assert base["defence"] <= base["britain"] // 2 + 3000 * declared == 86_525
    assert scenario("naval_base").conditions["budget defence"] == "86525"
    small = values("two_and_two")
    assert Fraction(9, 10) < Fraction(small["britain"], small["russia"]) < Fraction(11, 10)


@pytest.mark.rule("PA-TAB-H3")
def test_a_table_is_72_inches_square_unless_the_scenario_says_otherwise() -> None:
    plain = day_of(scenario("round_island"))
    assert (plain.width, plain.height) == (72_000, 72_000)
    wide = day_of(scenario("round_island").but(conditions={"table": "96x72"}))
    assert (wide.width, wide.height) == (96_000, 72_000)


@pytest.mark.rule("PA-2.1-1", "PA-2.1-2")
def test_there_are_three_missions_and_two_of_them_have_an_attacker() -> None:
    missions = {load_scenario(path).conditions["mission"] for path in SCENARIO_FILES}
    assert missions == {"fleet", "convoy", "bombardment", "special"}
    for mission in ("convoy", "bombardment"):
        with pytest.raises(ValueError, match="needs one"):
            day_of(scenario("round_island").but(conditions={"mission": mission}))
    assert day_of(scenario("round_island").but(conditions={"mission": "fleet"})).attacker == ""


@pytest.mark.rule("PA-2.1-40", "PA-2.1-42")
def test_the_boxes_of_the_convoy_are_48_inches_apart_on_a_table_of_72() -> None:
    entry, exit_ = boxes_of(scenario("korea_strait"))
    assert (entry.kind, exit_.kind, entry.size) == ("entry", "exit", 12_000)
    assert exit_.west - (entry.west + entry.size) == 48_000 and entry.north == exit_.north
    assert exit_.west + exit_.size == 72_000


@pytest.mark.rule("PA-2.1-60", "PA-2.1-61")
def test_works_and_ships_of_the_naval_base_stand_within_twelve_inches_of_the_target() -> None:
    base = scenario("naval_base")
    target = target_of(base)
    assert target is not None
    state = start(base, None, {})
    near = [*forts_of(base), *batteries_of(base), *(ship for ship in state.ships.values() if ship.side == "defence")]
    assert len(near) == 3 + 3 + 7
    for thing in near:
        assert (thing.x - target.x) ** 2 + (thing.y - target.y) ** 2 <= 12_000**2, thing.id  # type: ignore[attr-defined]
    assert [field.cost for field in fields_of(base)] == [1600, 8000]
    assert [battery.cost for battery in batteries_of(base)] == [504, 468, 648]


def area(corners: tuple[tuple[int, int], ...]) -> Fraction:
    """Square inches of a polygon, by the shoelace formula."""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(Fraction(a[0] * b[1] - b[0] * a[1]) for a, b in pairs)) / 2_000_000  # type: ignore[operator, return-value]


@each_scenario
def test_every_piece_of_terrain_is_large_enough(path: Path) -> None:
    least = load_charts().movement.terrain_least_area
    for piece in terrain_of(load_scenario(path)):
        assert area(piece.shape) >= least[piece.kind], piece.name


def test_words_of_a_scenario_that_cannot_be_read_are_refused_in_words() -> None:
    base = scenario("naval_base")
    for key, text, words in (
        ("fort West Fort", "defence 7 2 27000,5500 180", "No fort has the number 7"),
        ("fort West Fort", "defence 1 2 27000 180", "expected x,y in thousandths of an inch"),
        ("battery West Battery", "defence 4xQ 0 2 31000,6000 180", "expected guns such as 4xD"),
        ("minefield West Field", "defence 11 3 30000,22000", "whole number of 1 to 10"),
        ("land Coast", "swamp 0,0 1,1 2,2", "expected one of island"),
        ("target", "nobody 2 36000,6000", "expected one of britain, defence"),
        ("sea", "choppy", "expected one of calm"),
        ("weather", "fine", "means nothing here"),
        ("attacker", "nobody", "no side is called 'nobody'"),
    ):
        changed = base.but(conditions={**base.conditions, key: text})
        assert any(words in fault for fault in check_scenario(changed, None)), (key, text)


@pytest.mark.rule("PA-SCN-H1", "PA-TAB-H8", "PA-2.1-37")
def test_pairs_and_cargo_are_said_of_single_ships_and_refused_where_they_cannot_be() -> None:
    battle = scenario("two_and_two")
    force = battle.forces[0]
    for changes, words in (
        ({"boats": 2}, "a pair of torpedo boats or destroyers"),
        ({"cq": 4}, "expected 1 to 3, found 4"),
        ({"cargo": 1000}, "has no cargo boxes"),
        ({"heading": 7}, "in steps of 5"),
        ({"x": 4}, "expected both or neither"),
        ({"sped": 4}, "No card value is called"),
    ):
        unit = force.units[0].but(changes=changes)
        changed = battle.but(forces=(force.but(units=(unit,)), *battle.forces[1:]))
        assert any(words in fault for fault in check_scenario(changed, None)), changes
    empty = [unit.name for force in scenario("korea_strait").forces for unit in force.units if "convoy" in force.traits]
    assert len(empty) == 4
    assert [unit.changes.get("cargo", 0) for unit in scenario("korea_strait").forces[0].units].count(0) == 1


@pytest.mark.rule("PA-SCN-H3", "PA-SCN-H4")
def test_the_targets_of_special_missions_are_shares_of_what_is_there() -> None:
    roads = start(scenario("roads_at_midnight"), None, {})
    targets = {who: number for what, who, number in scenario("roads_at_midnight").special if what == "target"}
    ships = 3 * ship_card("Tsesarevich").pv[2] + ship_card("Varyag").pv[1]
    handicap = {side.key: side.handicap for side in scenario("roads_at_midnight").sides}
    assert handicap == {"japan": 0, "russia": 26_000}
    assert targets == {"japan": ships // 2, "russia": handicap["russia"] + roads.values["japan"] // 2}
    assert {score.side: score.points for score in ledger(roads)} == handicap
    assert [line.rule for score in ledger(roads) for line in score.lines] == ["PA-SCN-H4"]


@each_scenario
def test_only_special_missions_have_a_handicap(path: Path) -> None:
    found = load_scenario(path)
    assert found.conditions["mission"] == "special" or not any(side.handicap for side in found.sides)


@pytest.mark.parametrize("system", ["quickfire", "battles_for_empire", "perfidious_albion"])
def test_what_a_battle_says_of_games_between_computers_says_how_it_was_counted(system: str) -> None:
    """Every figure must name its command."""
    for path in sorted((ALL_MAPS / system).glob("*.yaml")):
        for source in load_yaml(path, dict[str, Any]).get("sources", ()):
            if "computer players" in source:
                assert f"main.py balance {system}/{path.stem} " in source, (path.name, source)
