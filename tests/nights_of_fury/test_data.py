"""The data of the range-band game agree with themselves, with the printed checklist and with the tables behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.nights_of_fury.charts import load_charts
from rules.nights_of_fury.state import FIRST, LAST
from rules.nws.pieces import FORMATIONS
from rules.nws.roster import ShipClass, load_roster, ship_card

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "nights_of_fury"
SCENARIO_FILES = sorted((ROOT / "maps" / "nights_of_fury").glob("*.yaml"))
BATTLE_FILES = [path for path in SCENARIO_FILES if path.stem != "campaign"]
PRINTED = {
    "AI": 14,
    "GUN": 10,
    "CARD": 1,
    "FORM": 5,
    "DC": 5,
    "VP": 13,
    "CAM": 6,
    "ISL": 14,
    "START": 6,
    "LOS": 5,
    "BASE": 5,
}
OFF_BY_DEFAULT = {"chart_IJN", "chart_USN", "islands_block", "starshell_cancels_night", "bombardment_savo_too"}


def book() -> Rulebook:
    return load_rulebook(HOME / "rulebook.yaml")


def battles() -> list[Scenario]:
    return [load_scenario(path) for path in BATTLE_FILES]


def fleet() -> dict[str, ShipClass]:
    """Return every class of ship that floats."""
    return {key: card for key, card in load_roster().classes.items() if card.type != "LAND"}


# ---------------------------------------------------------------------- rulebook


def test_every_line_of_the_printed_checklist_is_a_seed_rule_and_nothing_else_is() -> None:
    printed = [rule.id for rule in book().rules.values() if rule.provenance is Provenance.SEED]
    assert sorted(printed) == sorted(f"NoF-{key}-{n}" for key, last in PRINTED.items() for n in range(1, last + 1))


def test_every_amendment_can_be_switched_off_and_is_on() -> None:
    rulebook = book()
    assert {key for key, option in rulebook.options.items() if not option.default} == OFF_BY_DEFAULT
    amended = {rule.amends: rule.option for rule in rulebook.rules.values() if rule.amends.startswith("NoF-BASE-")}
    assert set(amended) == {f"NoF-BASE-{number}" for number in range(1, 6)}
    for base, option in amended.items():
        assert rulebook[base].option == option
        assert rulebook.options[option].default


# ---------------------------------------------------------------------- charts


@pytest.mark.rule("NoF-MOV-H1", "NoF-MOV-H3", "NoF-AI-9")
def test_the_movement_table_is_slower_for_slower_ships() -> None:
    charts = load_charts()
    wanted = {0: None, 5: None, 6: 5, 11: 5, 12: 4, 17: 4, 18: 3, 24: 3, 25: 2, 31: 2, 32: 1, 60: 1}
    assert {knots: charts.move_need[knots] for knots in wanted} == wanted
    assert charts.movement.echelon == 1
    assert all(card.speed_kn < len(charts.move_need) for card in fleet().values())


@pytest.mark.rule("NoF-BAND-H1", "NoF-MOV-H2", "NoF-START-1", "NoF-START-2")
def test_ten_bands_lie_between_the_flags() -> None:
    movement = load_charts().movement
    assert (movement.bands, movement.yards_per_band) == (10, 2000)
    assert movement.home == {"IJN": LAST, "USN": FIRST}


@pytest.mark.rule("NoF-GUN-H1")
@pytest.mark.parametrize(
    ("firepower", "needs"),
    [
        (1, range(7, 17)),
        (2, range(6, 16)),
        (3, range(5, 15)),
        (4, range(4, 14)),
        (5, range(3, 13)),
        (6, range(3, 13)),
        (7, range(2, 12)),
        (8, range(2, 12)),
        (9, range(1, 11)),
        (11, range(1, 11)),
        (12, range(10)),
        (14, range(10)),
        (15, range(-1, 9)),
    ],
)
def test_the_gunnery_table_against_defence_0(firepower: int, needs: range) -> None:
    charts = load_charts()
    column = charts.gun_columns[firepower]
    assert [charts.gunnery.base - column + step for step in charts.gun_steps] == list(needs)


@pytest.mark.rule("NoF-GUN-H2", "NoF-LAND-H2")
def test_every_gun_has_its_reach_at_sea_and_at_the_land() -> None:
    charts = load_charts()
    assert charts.gun_reach == {"S": 6, "M": 7, "L": 8, "H": 9}
    assert charts.land_reach == {"S": 3, "M": 4, "L": 5, "H": 8}
    for card in load_roster().classes.values():
        assert charts.gun_reach[card.gun] < len(charts.gun_steps)
        assert card.radar == "F0" or card.radar in charts.radar


@pytest.mark.rule("NoF-SPT-H1", "NoF-SPT-H2", "NoF-SPT-H3")
def test_the_visual_ranges() -> None:
    spotting = load_charts().spotting
    rows = {key: tuple(row[size] for size in "SML") for key, row in spotting.range.items()}
    assert rows == {"C": (4, 5, 6), "N": (3, 4, 5), "D": (2, 3, 3), "Q": (1, 1, 2)}
    assert {year: row["IJN"] for year, row in spotting.lookouts.items()} == {"1942": 2, "1943": 1}
    assert (spotting.flash, spotting.burning) == (2, 4)
    assert set(spotting.night) == set(spotting.range)


@pytest.mark.rule("NoF-SPT-H5", "NoF-SPT-H6", "NoF-GUN-H6", "NoF-GUN-H7")
def test_the_radar_grades() -> None:
    charts = load_charts()
    data = {
        grade: (charts.radar_range[grade], radar.contact, radar.sighted, radar.blind_fire)
        for grade, radar in charts.radar.items()
    }
    assert data == {"F1": (5, 3, 0, None), "F2": (6, 4, 0, -2), "F3": (9, 5, 1, -1)}


@pytest.mark.rule("NoF-TOR-H1", "NoF-TOR-H3", "NoF-TOR-H7")
def test_every_torpedo_has_needs_an_arrival_and_effects() -> None:
    charts = load_charts()
    kinds = {card.torpedo for card in fleet().values() if card.torpedo}
    assert kinds == set(charts.torpedo.need) == set(charts.torpedo.effect)
    assert charts.torpedo_reach == {"T93": 8, "T90": 5, "Mk15": 4, "Mk9": 4, "Old": 3}
    assert charts.arrival == (0, 0, 0, 1, 1, 1, 2, 2, 2, 2)


@pytest.mark.rule(
    "NoF-ISL-1",
    "NoF-ISL-2",
    "NoF-ISL-3",
    "NoF-ISL-4",
    "NoF-ISL-5",
    "NoF-ISL-6",
    "NoF-ISL-7",
    "NoF-ISL-8",
    "NoF-ISL-9",
    "NoF-ISL-10",
    "NoF-ISL-11",
    "NoF-ISL-H1",
)
def test_the_dice_of_the_islands_are_as_printed() -> None:
    islands = load_charts().islands
    assert islands.chance == {
        "interception": 0,
        "meeting": 0,
        "ijn_bombardment": 5,
        "usn_transport": 4,
        "ijn_transport": 4,
    }
    assert islands.band == {1: 4, 2: 5, 3: 6, 4: 6, 5: 7, 6: 7}
    assert [islands.which[face] for face in range(1, 7)] == ["savo"] * 4 + ["florida"] * 2


@pytest.mark.rule("NoF-START-3", "NoF-START-4", "NoF-START-5", "NoF-CAM-6")
def test_guadalcanal_stands_at_band_1_and_pushes_the_united_states_to_band_2() -> None:
    islands = load_charts().islands
    assert (islands.guadalcanal_band, islands.bombardment_start) == (1, {"USN": 2})
    assert set(islands.chance) == {"interception", "meeting", "ijn_bombardment", "ijn_transport", "usn_transport"}


@pytest.mark.rule("NoF-VP-2", "NoF-VP-3", "NoF-VP-4", "NoF-VP-5", "NoF-VP-6", "NoF-VP-8", "NoF-VP-9", "NoF-VP-10")
def test_the_shares_of_a_point_value_are_as_printed() -> None:
    charts = load_charts()
    keys = ("none", "light", "moderate", "heavy", "out_of_action", "sunk")
    assert [charts.victory.shares[key] for key in keys] == [(0, 1), (1, 8), (1, 4), (1, 2), (3, 4), (1, 1)]
    assert [charts.points.land_shares[key] for key in keys[:5]] == [(0, 1), (1, 8), (1, 4), (1, 2), (1, 1)]


@pytest.mark.rule("NoF-CAM-1", "NoF-CAM-2", "NoF-CAM-3", "NoF-CAM-4", "NoF-CAM-5")
def test_the_bonus_lines_are_as_printed() -> None:
    bonuses = load_charts().points.bonuses

    def bonus_points(mission: str, side: str, band: int, kind: str, loaded: bool = False, old: bool = False) -> int:
        return sum(
            bonus.points
            for bonus in bonuses
            if mission in bonus.missions
            and (bonus.side, bonus.band) == (side, band)
            and kind in bonus.types
            and (loaded or not bonus.loaded)
            and not (old and bonus.added)
        )

    assert [bonus_points("ijn_bombardment", "IJN", 1, kind) for kind in ("BB", "BC", "CA", "CL", "DD")] == [
        5,
        5,
        5,
        5,
        0,
    ]
    assert bonus_points("ijn_bombardment", "IJN", 1, "CL", old=True) == 0
    assert bonus_points("ijn_transport", "IJN", 1, "AP") == 5
    assert bonus_points("ijn_transport", "IJN", 1, "DD", loaded=True) == 3
    assert bonus_points("ijn_transport", "IJN", 1, "DD") == 0
    assert bonus_points("ijn_transport", "IJN", 10, "AP") == 0
    assert (bonus_points("usn_transport", "USN", 10, "AP"), bonus_points("usn_transport", "USN", 1, "AP")) == (5, 0)
    assert (bonus_points("meeting", "USN", 10, "AP"), bonus_points("meeting", "IJN", 1, "AP")) == (5, 5)
    assert bonus_points("interception", "IJN", 1, "CA") == 0


@pytest.mark.rule("NoF-BASE-3", "NoF-BASE-H2")
def test_without_the_cards_lines_each_level_takes_a_quarter() -> None:
    damage = load_charts().damage_by_chart
    assert damage.firepower_percent == damage.speed_percent == (100, 75, 50, 25, 0)


def test_the_numbers_that_shape_the_position_are_those_of_the_charts() -> None:
    charts = load_charts()
    assert set(charts.torpedo.formation) == set(FORMATIONS)
    assert set(charts.damage_control.trouble) == set(range(1, 7))


# ---------------------------------------------------------------------- ships


@pytest.mark.rule("NoF-CARD-1", "NoF-BASE-4")
@pytest.mark.parametrize("date", ["1942-08-07", "1942-11-13", "1943-08-06"])
def test_every_fletcher_has_radar_f3(date: str) -> None:
    fletchers = [name for name, ship in load_roster().ships.items() if ship.kind == "fletcher"]
    assert len(fletchers) >= 6
    assert {ship_card(name, "", date).radar for name in fletchers} == {"F3"}


@pytest.mark.rule("NoF-LAND-H1")
def test_the_cards_ashore() -> None:
    field, battery = ship_card("Henderson Field", "", "1942-10-13"), ship_card("Gun Battery", "", "1942-10-13")
    assert (field.type, field.defence, field.pv, field.firepower, field.size) == ("LAND", 2, 20, 0, "L")
    assert (battery.type, battery.defence, battery.pv, battery.firepower, battery.gun) == ("LAND", 1, 4, 2, "S")


# ---------------------------------------------------------------------- scenarios


def test_the_scenarios_stand_in_order_the_small_one_first_and_the_campaign_last() -> None:
    found = sorted((load_scenario(path) for path in SCENARIO_FILES), key=lambda scenario: scenario.order)
    assert [scenario.order for scenario in found] == list(range(1, 15))
    assert (found[0].key, found[-1].key) == ("little_and_gregory", "campaign")
    assert found[-1].special == (("rounds", "", 12),)
    assert found[-1].forces == ()


@pytest.mark.rule("NoF-DIV-H1")
@pytest.mark.parametrize("path", BATTLE_FILES, ids=lambda path: path.stem)
def test_every_battle_can_be_set_up(path: Path) -> None:
    scenario, charts = load_scenario(path), load_charts()
    assert scenario.conditions["visibility"] in charts.spotting.range
    assert scenario.conditions["lookouts"] in charts.spotting.lookouts
    assert scenario.conditions["mission"] in ("", *charts.islands.chance)
    names = [unit.name for force in scenario.forces for unit in force.units]
    assert len(names) == len(set(names))
    for force in scenario.forces:
        assert force.formation in FORMATIONS
        assert 1 <= len(force.units) <= charts.movement.division_ships, force.id
        assert len(force.at) == 1
        assert FIRST <= force.at[0] <= LAST
        cards = [ship_card(unit.name, unit.kind, scenario.date) for unit in force.units]
        assert {card.side for card in cards} == {force.side}, force.id
        assert all((card.type == "LAND") == ("land" in force.traits) for card in cards)


@pytest.mark.parametrize("path", BATTLE_FILES, ids=lambda path: path.stem)
def test_each_side_begins_nearer_to_its_own_flag(path: Path) -> None:
    forces = load_scenario(path).forces
    assert max(force.at[0] for force in forces if force.side == "USN") < min(
        force.at[0] for force in forces if force.side == "IJN"
    )


def test_what_is_loaded_or_on_a_run_has_points_to_earn() -> None:
    for scenario in battles():
        runs = [force for force in scenario.forces if "run" in force.traits]
        assert not runs or scenario.conditions["mission"] in ("ijn_transport", "usn_transport"), scenario.key
        shelling = [force for force in scenario.forces if "bombardment" in force.traits]
        assert bool(shelling) == (scenario.conditions["mission"] == "ijn_bombardment")
