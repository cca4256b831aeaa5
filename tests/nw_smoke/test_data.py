"""The data of the hex game agree with themselves, with the printed checklist and with the formulas behind ratings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.hexes import FACINGS, distance, on_map
from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.nw_smoke import SYSTEM
from rules.nw_smoke.charts import Helm, load_charts
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.gunnery import shot
from rules.nw_smoke.movement import move_points, walk_plot
from rules.nw_smoke.state import SIGHTED
from rules.nw_smoke.torpedoes import check_launch
from rules.nws.commands import Launch
from rules.nws.pieces import FORMATIONS
from rules.nws.roster import ShipClass, load_roster, ship_card
from tests.nw_smoke.battle import Battle

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "nw_smoke"
SCENARIO_FILES = sorted((ROOT / "maps" / "nw_smoke").glob("*.yaml"))
SEED_IDS = (
    *(f"NW-SMK-{number}" for number in range(1, 17)),
    *(f"NW-HS-{number}" for number in range(1, 11)),
    *(f"NW-EV-{number}" for number in range(1, 4)),
    "NW-PH-1",
)
OPTIONS = (
    "smoke_advanced",
    "heavy_seas_dice",
    "evasion",
    "smoke_blocks_all_fire",
    "star_shell",
    "damage_control_six",
    "hidden_movement",
)
MAP_SIZES = {"savo_sound": (70, 50), "lunga_roads": (30, 24), "vella_gulf": (40, 36), "kula_gulf": (44, 36)}


def half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def book() -> Rulebook:
    return load_rulebook(HOME / "rulebook.yaml")


def scenarios() -> list[Scenario]:
    return [load_scenario(path) for path in SCENARIO_FILES]


def classes() -> dict[str, ShipClass]:
    """Return every class of ship; this game has no targets on land."""
    return {key: card for key, card in load_roster().classes.items() if card.type != "LAND"}


# ---------------------------------------------------------------------- rulebook


def test_every_line_of_the_printed_checklist_is_a_seed_rule_and_nothing_else_is() -> None:
    printed = [rule.id for rule in book().rules.values() if rule.provenance is Provenance.SEED]
    assert sorted(printed) == sorted(SEED_IDS)


def test_the_options_are_those_agreed_and_all_are_on() -> None:
    options = book().options
    assert tuple(options) == OPTIONS
    assert all(option.default for option in options.values())


# ---------------------------------------------------------------------- charts


def test_the_charts_by_number_have_no_gap() -> None:
    charts = load_charts()
    assert len(charts.hexes_by_speed) == 61
    assert len(charts.gun_columns) == 21
    assert len(charts.gun_steps) == 25
    for values in (charts.hexes_by_speed, charts.gun_columns, charts.gun_steps):
        assert list(values) == sorted(values)


@pytest.mark.rule("NW-MOV-H1", "NW-EV-H1")
def test_speed_gives_hexes_and_evading_halves_them_upwards() -> None:
    charts = load_charts()
    assert [charts.hexes_by_speed[knots] for knots in (4, 5, 14, 15, 24, 25, 34, 35, 60)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert charts.evading_hexes == tuple((hexes + 1) // 2 for hexes in range(5))


@pytest.mark.rule("NW-GUN-H1")
def test_the_gunnery_chart_makes_the_printed_needs() -> None:
    charts = load_charts()

    def need(firepower: int, hexes: int) -> int:
        return charts.gunnery.base - charts.gun_columns[firepower] + charts.gun_steps[hexes]

    assert (need(1, 1), need(4, 4), need(6, 6), need(8, 5), need(11, 24), need(15, 0)) == (7, 6, 6, 4, 11, -1)


@pytest.mark.rule("NW-GUN-H2")
def test_every_gun_and_size_on_a_card_has_its_charts() -> None:
    charts = load_charts()
    for card in classes().values():
        assert charts.gun_reach[card.gun] < len(charts.gun_steps)
        assert 0 < card.firepower < len(charts.gun_columns)
        assert all(card.size in row for row in charts.spotting.range.values())
        assert card.radar == "F0" or card.radar in charts.radar


@pytest.mark.rule("NW-SPT-H1")
def test_a_larger_ship_is_never_seen_later_and_better_weather_never_hides() -> None:
    rows = list(load_charts().spotting.range.values())
    for row in rows:
        assert row["S"] <= row["M"] <= row["L"]
    for better, worse in zip(rows, rows[1:], strict=False):
        assert all(better[size] >= worse[size] for size in "SML")


@pytest.mark.rule("NW-TOR-H1", "NW-TOR-H3", "NW-TOR-H7")
def test_every_torpedo_has_needs_a_speed_and_effects() -> None:
    charts = load_charts()
    torpedo = charts.torpedo
    kinds = {card.torpedo for card in classes().values() if card.torpedo}
    assert kinds == set(torpedo.need) == set(charts.torpedo_by_hexes.running_hexes) == set(torpedo.effect)
    assert charts.torpedo_reach == {"T93": 16, "T90": 10, "Mk15": 8, "Mk9": 8, "Old": 6}
    for kind in kinds:
        assert list(torpedo.need[kind]) == sorted(torpedo.need[kind])
        assert all(list(torpedo.effect[kind][size]) == sorted(torpedo.effect[kind][size]) for size in "SML")


@pytest.mark.rule("NW-HS-3", "NW-HS-4", "NW-HS-5", "NW-HS-6", "NW-HS-7", "NW-HS-8")
def test_the_die_of_heavy_seas_is_as_printed() -> None:
    smoke = load_charts().smoke
    assert [smoke.heavy_seas[face] for face in range(1, 7)] == ["blocked", *["partial"] * 2, *["clear"] * 3]
    assert (smoke.partial_spotting, smoke.partial_attack) == (2, -1)


@pytest.mark.rule("NW-PH-1", "NW-EV-1")
def test_the_phase_numbers_are_as_printed() -> None:
    numbers = {verb.title: phase.number for phase in SYSTEM.sequence for verb in phase.verbs.values()}
    assert (numbers["Evade"], numbers["Move"], numbers["Declare smoke"]) == (3, 3, 7)


@pytest.mark.rule("NW-VP-H1")
def test_the_shares_of_victory_round_halves_up_as_printed() -> None:
    victory = load_charts().victory

    def points(value: int) -> list[int]:
        keys = ("light", "moderate", "heavy", "out_of_action", "sunk")
        return [half_up(value * victory.shares[key][0], victory.shares[key][1]) for key in keys]

    assert points(12) == [2, 3, 6, 9, 12]
    assert points(4) == [1, 1, 2, 3, 4]
    assert points(9) == [1, 2, 5, 7, 9]
    assert points(47) == [6, 12, 24, 35, 47]
    assert set(victory.by_level) < set(victory.shares)


def test_every_number_of_a_die_has_a_result() -> None:
    charts = load_charts()
    assert set(charts.smoke.heavy_seas) == set(charts.damage_control.trouble) == set(range(1, 7))


# ---------------------------------------------------------------------- ships


# ---------------------------------------------------------------------- scenarios


@pytest.mark.rule("NW-HS-1")
def test_one_scenario_is_fought_in_heavy_seas() -> None:
    assert [scenario.key for scenario in scenarios() if scenario.conditions["seas"] == "heavy"] == ["gale_off_savo"]


@pytest.mark.parametrize("path", SCENARIO_FILES, ids=lambda path: path.stem)
def test_every_scenario_can_be_set_up(path: Path) -> None:
    scenario = load_scenario(path)
    charts = load_charts()
    columns, rows = MAP_SIZES[scenario.map]
    assert (path.parent / f"{scenario.map}.tmx").exists()
    assert scenario.conditions["visibility"] in charts.spotting.range
    assert scenario.conditions["lookouts"] in charts.spotting.lookouts
    names = [unit.name for force in scenario.forces for unit in force.units]
    assert len(names) == len(set(names))
    for force in scenario.forces:
        assert force.facing in FACINGS
        assert force.formation in charts.torpedo.formation
        assert len(force.units) <= charts.movement.division_ships, force.id
        assert all(on_map(h, columns, rows) for h in force.at)
        cards = [ship_card(unit.name, unit.kind, scenario.date) for unit in force.units]
        assert {card.side for card in cards} == {force.side}, force.id
        assert force.speed <= min(charts.hexes_by_speed[card.speed_kn] for card in cards), force.id


@pytest.mark.parametrize("path", SCENARIO_FILES, ids=lambda path: path.stem)
def test_the_sides_of_a_scenario_begin_apart(path: Path) -> None:
    scenario = load_scenario(path)
    one, two = (side.key for side in scenario.sides)
    mine = [force.at[0] for force in scenario.forces if force.side == one]
    theirs = [force.at[0] for force in scenario.forces if force.side == two]
    assert min(distance(a, b) for a in mine for b in theirs) >= 2


def test_the_numbers_that_shape_the_position_are_those_of_the_charts() -> None:
    charts = load_charts()
    assert set(charts.torpedo.formation) == set(FORMATIONS)
    assert set(charts.spotting.night) < set(charts.spotting.range)


def test_other_numbers_in_the_charts_make_another_game() -> None:
    battle = Battle().division("a", "USN", ["Nicholas"], 2020, "N", speed=4)
    state = battle.division("b", "IJN", ["Kagero"], 2022, "N", speed=2).knows("USN", "b", SIGHTED).at("gunnery")
    fire, launch = Fire("USN", "nicholas", "kagero"), Launch("USN", "nicholas", "kagero")
    assert "NW-GUN-H6" in {modifier.rule for modifier in shot(state, fire).modifiers}  # astern
    assert {illegal.rule for illegal in check_launch(state, launch)} == {"NW-TOR-H2"}
    charts = state.scene.charts.but(
        evading_hexes=(0, 1, 1, 1, 1),
        helm=Helm(at_start=1, entering=2, cost=1),
        gunnery_by_hexes=state.scene.charts.gunnery_by_hexes.but(bow_stern_sectors=(0,)),
        torpedo_by_hexes=state.scene.charts.torpedo_by_hexes.but(closed_sectors=(0,)),
        spotting=state.scene.charts.spotting.but(night=()),
    )
    other = state.but(scene=state.scene.but(charts=charts))
    assert {modifier.rule for modifier in shot(other, fire).modifiers} == set()
    assert not check_launch(other, launch)
    division = other.divisions["a"]
    assert move_points(other, division.but(evading=True)) == 1
    assert walk_plot(other, division, "RFRRFRRR").cost == 3
