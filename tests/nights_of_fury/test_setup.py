"""Setting up: flags and bands, cards and their options, islands, loads, and scenarios that cannot be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.scenario import Force, MapSheet, Scenario, Unit
from rules.kernel.scenario_loading import load_scenario
from rules.nights_of_fury.movement import slowest_kn
from rules.nights_of_fury.setup import check_scenario, start
from rules.nights_of_fury.state import State, ahead_of, at_sea, firepower
from tests.nights_of_fury.battle import Battle, with_changes

SCENARIOS = sorted((Path(__file__).parents[2] / "maps" / "nights_of_fury").glob("*.yaml"))
BATTLES = [path for path in SCENARIOS if path.stem != "campaign"]


def options(**changes: bool) -> dict[str, bool]:
    return {key: option.default for key, option in Battle.system.rulebook.options.items()} | changes


def scenario_named(key: str) -> Scenario:
    return load_scenario(next(path for path in SCENARIOS if path.stem == key))


@pytest.mark.rule("NoF-START-1", "NoF-START-2")
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_japans_flag_stands_at_band_10_and_that_of_the_united_states_at_band_1(path: Path) -> None:
    state = start(load_scenario(path), None, options())
    assert state.scene.home == {"IJN": 10, "USN": 1}
    assert (ahead_of(state, "IJN"), ahead_of(state, "USN")) == (-1, 1)


@pytest.mark.rule("NoF-BAND-H1", "NoF-DIV-H1")
@pytest.mark.parametrize("path", BATTLES, ids=lambda path: path.stem)
def test_every_battle_begins_with_its_divisions_where_the_scenario_puts_them(path: Path) -> None:
    scenario = load_scenario(path)
    state = start(scenario, None, options())
    assert state.cursor.turn == 0 and state.opening == state.divisions
    for force in scenario.forces:
        division = state.divisions[force.id]
        assert (division.side, division.band, division.began) == (force.side, force.at[0], force.at[0])
        assert 1 <= len(division.ships) == len(force.units) <= 6
        assert division.flag == division.ships[0]
        assert {state.ships[name].division for name in division.ships} == {force.id}
        assert state.titles[force.id] == force.name
    on_the_japanese_side = [d.band for d in state.divisions.values() if d.side == "IJN"]
    on_the_american_side = [d.band for d in state.divisions.values() if d.side == "USN"]
    assert min(on_the_japanese_side) > max(on_the_american_side)


@pytest.mark.rule("NoF-CARD-1", "NoF-BASE-4")
def test_a_fletcher_carries_f3_radar_and_with_the_option_off_f1_as_first_printed() -> None:
    scenario = scenario_named("first_guadalcanal")
    state = start(scenario, None, options())
    fletchers = [key for key, card in state.scene.cards.items() if card.key == "fletcher"]
    assert fletchers and {state.scene.cards[key].radar for key in fletchers} == {"F3"}
    printed = start(scenario, None, options(fletcher_f3=False))
    assert {printed.scene.cards[key].radar for key in fletchers} == {"F1"}
    others = [key for key in state.scene.cards if key not in fletchers]
    assert [key for key in others if printed.scene.cards[key] != state.scene.cards[key]] == []


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5", "NoF-BASE-3", "NoF-BASE-H2")
def test_the_lines_of_the_card_rule_and_not_the_charts_flat_reductions() -> None:
    battle = Battle().division("a", "USN", ["Helena"], 3).division("b", "IJN", ["Kagero"], 6)
    card = battle.opening().scene.cards["helena"]
    for level, line in ((1, card.light), (2, card.moderate), (3, card.heavy)):
        state = with_changes(battle.opening(), "helena", structure=level)
        assert (firepower(state, state.ships["helena"]), slowest_kn(state, state.divisions["a"])) == line
    flat = battle.setting("card_damage_lines", False).opening()
    percent = flat.scene.charts.damage_by_chart
    for level in range(5):
        assert flat.scene.power["helena"][level] == (card.firepower * percent.firepower_percent[level] + 50) // 100
        assert flat.scene.knots["helena"][level] == (card.speed_kn * percent.speed_percent[level] + 50) // 100


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5")
@pytest.mark.parametrize(
    ("name", "by_card", "by_chart"),
    [("South Dakota", (8, 27), (11, 20)), ("Hiei", (9, 22), (8, 23)), ("Nagara", (4, 32), (3, 26))],
)
def test_the_card_is_always_right_and_its_option_changes_what_a_ship_can_do(
    name: str, by_card: tuple[int, int], by_chart: tuple[int, int]
) -> None:
    for rules, line in ((True, by_card), (False, by_chart)):
        battle = Battle().division("a", "USN", [name], 3).division("b", "IJN", ["Kagero"], 6)
        state = battle.setting("card_damage_lines", rules).opening()
        ship = name.lower().replace(" ", "-")
        state = with_changes(state, ship, structure=1)
        assert (firepower(state, state.ships[ship]), slowest_kn(state, state.divisions["a"])) == line


@pytest.mark.rule("NoF-GUN-4", "NoF-GUN-5")
def test_the_option_of_the_cards_changes_firepower_and_speed_of_many_ships() -> None:
    battle = Battle()
    battle.special.append(("rounds", "", 12))
    card, chart = (battle.setting("card_damage_lines", rules).opening().scene for rules in (True, False))
    assert sum(card.power[name] != chart.power[name] for name in card.power) >= 20
    assert sum(card.knots[name] != chart.knots[name] for name in card.knots) >= 140


@pytest.mark.rule("NoF-LOA-H1")
def test_a_loaded_ship_has_1_less_firepower_while_she_is_undamaged() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 3)
    battle.division("b", "IJN", ["Kagero"], 6, traits=("loaded", "run")).division("c", "IJN", ["Kuroshio"], 6)
    state = battle.opening()
    assert state.ships["kagero"].loaded and not state.ships["kuroshio"].loaded
    assert firepower(state, state.ships["kuroshio"]) == 3
    assert firepower(state, state.ships["kagero"]) == 2
    hurt = with_changes(state, "kagero", structure=1)
    assert firepower(hurt, hurt.ships["kagero"]) == state.scene.cards["kagero"].light[0]


@pytest.mark.rule("NoF-SPT-H2")
def test_the_scenario_says_how_good_the_lookouts_are() -> None:
    assert start(scenario_named("savo_island"), None, options()).scene.lookouts == {"IJN": 2, "USN": 0}
    assert start(scenario_named("kolombangara"), None, options()).scene.lookouts == {"IJN": 1, "USN": 0}


@pytest.mark.rule("NoF-LOS-5", "NoF-START-4", "NoF-START-5")
def test_the_night_has_guadalcanal_and_henderson_field_at_band_1() -> None:
    state = start(scenario_named("the_night"), None, options())
    assert state.islands == {"guadalcanal": 1}
    assert [division.band for division in state.divisions.values() if "land" in division.traits] == [1]
    assert state.mission == "ijn_bombardment"


@pytest.mark.rule("NoF-AI-H1")
@pytest.mark.parametrize(("usn", "ijn"), [(False, False), (False, True), (True, False), (True, True)])
def test_an_option_for_each_side_puts_it_under_the_solitaire_chart(usn: bool, ijn: bool) -> None:
    state = start(scenario_named("savo_island"), None, options(chart_USN=usn, chart_IJN=ijn))
    assert sorted(state.scene.charted) == ["IJN"] * ijn + ["USN"] * usn


@pytest.mark.rule("NoF-CAM-H1")
def test_a_campaign_begins_at_its_bases_with_a_card_for_every_ship() -> None:
    state = start(scenario_named("campaign"), None, options())
    assert state.campaign is not None and state.campaign.rounds == 12
    assert not at_sea(state) and not state.divisions and not state.ships
    assert {"kongo", "washington", "henderson-field"} <= state.scene.cards.keys()
    assert set(state.scene.owner.values()) == {"USN", "IJN"}


@pytest.mark.rule("NoF-SUR-H1")
def test_surprise_comes_from_the_scenario() -> None:
    assert start(scenario_named("savo_island"), None, options()).scene.surprise == {"USN": 2}
    assert start(scenario_named("vella_gulf"), None, options()).scene.surprise == {"IJN": 2}


# ---------------------------------------------------------------------- what cannot be played


def test_every_scenario_can_be_played() -> None:
    assert SCENARIOS
    assert {path.stem: check_scenario(load_scenario(path), None) for path in SCENARIOS} == {
        path.stem: [] for path in SCENARIOS
    }


def faults(scenario: Scenario) -> str:
    found = check_scenario(scenario, None)
    with pytest.raises(ValueError, match=scenario.key):
        start(scenario, None, options())
    return "; ".join(found)


def savo(changes: dict[str, object]) -> Scenario:
    """Savo Island with its first force changed."""
    scenario = scenario_named("savo_island")
    forces = list(scenario.forces)
    forces[0] = forces[0].but(**changes)
    return scenario.but(forces=tuple(forces))


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"at": (0,)}, "one band"),
        ({"at": (11,)}, "one band"),
        ({"at": (3, 4)}, "one band"),
        ({"formation": "wedge"}, "formation"),
        ({"units": ()}, "1 to 6 ships"),
        ({"units": (Unit(name="Bismarck"),)}, "Bismarck"),
        ({"units": (Unit(name="Chicago"),)}, "two divisions"),
        ({"units": (Unit(name="Chokai", changes={"wings": 2}),)}, "wings"),
        ({"traits": ("land",)}, "land"),
        ({"units": (Unit(name="Henderson Field"),)}, "land"),
    ],
)
def test_a_division_that_cannot_be_placed_is_named(changes: dict[str, object], word: str) -> None:
    assert word in faults(savo(changes))


@pytest.mark.rule("NoF-DIV-H1")
def test_a_division_of_seven_is_refused() -> None:
    names = ("Chokai", "Aoba", "Kinugasa", "Kako", "Furutaka", "Atago", "Takao")
    assert "this one 7" in faults(savo({"units": tuple(Unit(name=name) for name in names)}))


@pytest.mark.parametrize(
    ("special", "word"),
    [
        (("surprised", "GER", 2), "side"),
        (("surprised", "USN", 0), "last turn"),
        (("visibility", "fog", 3), "visibility"),
        (("island", "tulagi", 4), "savo"),
        (("island", "savo", 11), "band"),
        (("island", "guadalcanal", 4), "Guadalcanal"),
        (("rounds", "", 0), "round"),
        (("rounds", "", 3), "names none"),
        (("weather", "", 1), "expected one of"),
    ],
)
def test_a_special_rule_nobody_knows_or_out_of_range_is_refused(special: tuple[str, str, int], word: str) -> None:
    assert word in faults(scenario_named("savo_island").but(special=(special,)))


@pytest.mark.parametrize(
    ("condition", "value"), [("visibility", "noon"), ("visibility", ""), ("lookouts", "1812"), ("mission", "cruise")]
)
def test_a_condition_nobody_knows_is_refused(condition: str, value: str) -> None:
    scenario = scenario_named("savo_island")
    scenario = scenario.but(conditions={**scenario.conditions, condition: value})
    assert f"conditions.{condition}" in faults(scenario)


def test_a_scenario_has_the_two_navies_each_with_ships_and_at_least_one_turn_and_no_map() -> None:
    scenario = scenario_named("savo_island")
    usn, ijn = scenario.sides
    assert "sides" in faults(scenario.but(sides=(usn, ijn.but(key="GER"))))
    assert "nation" in faults(scenario.but(sides=(usn.but(nation="Mars"), ijn)))
    assert "USN has none" in faults(scenario.but(forces=only(scenario, "IJN")))
    assert "turns" in faults(scenario.but(turns=0))
    assert "map" in faults(scenario.but(map="savo_sound"))
    sheet = MapSheet(key="x", title="x", columns=1, rows=1, terrain=bytes(10_000))
    assert "map" in "; ".join(check_scenario(scenario, sheet))


def only(scenario: Scenario, side: str) -> tuple[Force, ...]:
    """Return the forces of one side."""
    return tuple(force for force in scenario.forces if force.side == side)


@pytest.mark.rule("NoF-PH-H1")
def test_every_battle_begins_with_phase_1_of_turn_1() -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 3).division("b", "IJN", ["Kagero"], 6)
    state: State = battle.opening()
    assert (state.cursor.turn, state.outcome) == (0, None)
    state, _ = battle.open_phase(state, "orders", 2, 4)
    assert state.first == "USN"
