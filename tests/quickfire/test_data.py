"""The data of Quickfire agree with the publisher's few printed numbers, with themselves and with the ship formulas."""

from __future__ import annotations

import re
from itertools import product
from math import dist
from pathlib import Path

import pytest

from rules.kernel.rulebook import Provenance, Rulebook, load_rulebook
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.quickfire.charts import (
    BANDS,
    band_of_square,
    codes_text,
    fire_column,
    hit_code,
    hits_on,
    load_charts,
    sinking_number,
    torpedo_need,
)
from rules.quickfire.ratings import armour_base, armour_of, size_quarters_of
from rules.quickfire.roster import armour_text, load_roster, ship_card, size_text
from rules.quickfire.setup import start

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "rules" / "quickfire"
SCENARIO_FILES = sorted((ROOT / "maps" / "quickfire").glob("*.yaml"))
TWO_DICE = [sum(faces) for faces in product(range(1, 7), repeat=2)]
THREE_DICE = list(product(range(1, 7), repeat=3))


def book() -> Rulebook:
    return load_rulebook(HOME / "rulebook.yaml")


def scenario(key: str) -> Scenario:
    return load_scenario(ROOT / "maps" / "quickfire" / f"{key}.yaml")


def band(millimetres_times_1000: int) -> str:
    return band_of_square(millimetres_times_1000**2)


# ---------------------------------------------------------------------- Battery Fire


@pytest.mark.rule("QF-FIRE-3", "QF-FIRE-6", "QF-FIRE-H1")
def test_sixteen_against_eleven_is_the_entry_of_125_per_cent_and_hits_on_seven_or_less() -> None:
    assert fire_column(16, 22) == (125, 7)


@pytest.mark.rule("QF-FIRE-H1")
def test_the_entry_is_the_highest_step_that_gunnery_over_armour_reaches() -> None:
    assert fire_column(17, 22) == (150, 8)
    assert fire_column(17, 36) == (75, 5)
    assert fire_column(17, 1) == (600, 12)
    assert fire_column(2, 22) == (0, 0)
    for gunnery, halves in product(range(1, 41), range(1, 45)):
        reached = [line for line in load_charts().gunnery.battery if gunnery / (halves / 2) * 100 >= line.percent]
        assert fire_column(gunnery, halves) == ((reached[-1].percent, reached[-1].need) if reached else (0, 0))


@pytest.mark.rule("QF-FIRE-5", "QF-FIRE-6", "QF-FIRE-H2")
def test_the_lines_of_four_and_six_score_one_hit_and_the_line_of_nine_two() -> None:
    assert (hits_on(4), hits_on(6), hits_on(9)) == (1, 1, 2)
    assert [hits_on(total) for total in range(2, 13)] == sorted(hits_on(total) for total in range(2, 13))


@pytest.mark.rule("QF-FIRE-7")
def test_even_totals_are_speed_hits_and_odd_ones_gunnery_hits_of_the_battery_that_fired() -> None:
    for total in range(2, 13):
        assert hit_code(total, "heavy") == ("S" if total % 2 == 0 else "Gh")
        assert hit_code(total, "light") == ("S" if total % 2 == 0 else "Gl")


@pytest.mark.rule("QF-FIRE-H1", "QF-FIRE-H2")
def test_the_125_entry_hits_on_21_of_36_throws_nine_of_them_speed_and_twelve_gunnery() -> None:
    hit = [total for total in TWO_DICE if total <= 7]
    assert len(hit) == 21
    assert sum(hits_on(total) for total in hit if hit_code(total, "heavy") == "S") == 9
    assert sum(hits_on(total) for total in hit if hit_code(total, "heavy") == "Gh") == 12
    assert sum(hits_on(total) for total in TWO_DICE) == 49  # of 36 rolls at 600 per cent: 1.361 hits each


# ---------------------------------------------------------------------- ranges, blast


@pytest.mark.rule("QF-RNG-1", "QF-RNG-H1")
def test_a_distance_on_a_boundary_belongs_to_the_nearer_range() -> None:
    found = [band(mm * 1000) for mm in (0, 100, 101, 600, 601, 1200, 1201)]
    assert found == ["point_blank", "point_blank", "short", "short", "long", "long", ""]
    assert band(100_001) == "short"


@pytest.mark.rule("QF-RNG-1", "QF-RNG-3")
def test_a_cable_is_a_tenth_of_a_mile() -> None:
    moves = load_charts().movement
    assert (moves.mm_per_mile, moves.mm_per_cable * 10) == (330, 330)


@pytest.mark.rule("QF-BLAST-1", "QF-BLAST-H1")
def test_blast_is_low_odds_at_every_range_and_rate_of_fire() -> None:
    """The guide: this table is used to cover low-odds critical hits. Exact, of all 216 rolls of three dice: fewer
    than one round in ten; of rounds that count with a rate of fire of 4 or more fewer than one in seven."""
    guns = load_charts().gunnery
    found = {
        (name, rate): [
            sum(dice) in guns.blast[name] for dice in THREE_DICE if dice[0] + guns.rof_modifier["A"][name] <= rate
        ]
        for name in BANDS
        for rate in range(1, 7)
    }
    assert {name: (sum(found[name, 4]), len(found[name, 4])) for name in BANDS} == {
        "point_blank": (20, 144),
        "short": (10, 144),
        "long": (10, 108),
    }
    assert all(10 * sum(rounds) < 216 for rounds in found.values())
    assert all(7 * sum(rounds) < len(rounds) for (_, rate), rounds in found.items() if rate >= 4)


@pytest.mark.rule("QF-BLAST-H1")
def test_nearer_ranges_never_make_blast_rarer_and_sums_of_seven_or_more_do_nothing() -> None:
    chart = load_charts().gunnery.blast
    fires = {name: sum("F" in chart[name].get(sum(dice), {}) for dice in THREE_DICE) for name in BANDS}
    assert fires == {"point_blank": 17, "short": 7, "long": 1}
    for name in BANDS:
        assert sum("E" in chart[name].get(sum(dice), {}) for dice in THREE_DICE) == 4
        assert sum("D" in chart[name].get(sum(dice), {}) for dice in THREE_DICE) == 6
        assert max(chart[name]) <= 6
    assert codes_text(chart["short"][5]) == "D, F"
    assert codes_text(chart["short"].get(9, {})) == "n/e"


# ---------------------------------------------------------------------- damage, torpedoes, boat guns, sinking


@pytest.mark.rule("QF-DMG-4", "QF-DMG-5")
def test_repairs_succeed_on_five_to_seven_and_with_protection_on_five_to_ten() -> None:
    damage = load_charts().damage
    assert damage.repair == (5, 6, 7)
    assert damage.repair_protected == (5, 6, 7, 8, 9, 10)
    assert (sum(total in damage.repair for total in TWO_DICE), len(TWO_DICE)) == (15, 36)
    assert sum(total in damage.repair_protected for total in TWO_DICE) == 27


@pytest.mark.rule("QF-DMG-H1", "QF-DMG-H2")
def test_every_total_of_two_dice_has_its_line_of_explosions_and_fires() -> None:
    damage = load_charts().damage
    assert sorted(damage.explosion) == list(range(2, 13))
    assert damage.explosion[7] == {}
    assert set(damage.fire_out) & set(damage.fire_explodes) == set()
    mean = sum(damage.explosion[total].get("S", 0) for total in TWO_DICE)
    assert mean == 56  # of 36 rolls: 1.56 speed hits an explosion


@pytest.mark.rule("QF-TOR-1", "QF-TOR-6", "QF-TOR-H1")
def test_a_rating_of_four_hits_a_moving_capital_ship_on_five_or_less() -> None:
    assert torpedo_need("capital", "moving", 4) == 5
    assert torpedo_need("cruiser", "moving", 1) == 0
    assert torpedo_need("capital", "moving", 11) == torpedo_need("capital", "moving", 8)
    for kind, rating in product(("capital", "cruiser", "light"), range(1, 9)):
        assert torpedo_need(kind, "static", rating) > torpedo_need(kind, "moving", rating)


@pytest.mark.rule("QF-BG-4", "QF-BG-H1")
def test_a_five_of_the_boat_guns_is_one_torpedo_hit() -> None:
    result = load_charts().boat_guns.result
    assert result[5] == {"T": 1}
    assert sorted(result) == list(range(1, 7))


@pytest.mark.rule("QF-SNK-H1", "QF-SNK-2")
def test_larger_ships_sink_on_lower_numbers() -> None:
    sizes = (1, 2, 4, 8, 12, 16, 24, 28, 36, 40, 48, 52, 60, 64)
    assert [sinking_number(size) for size in sizes] == [11, 10, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3]


@pytest.mark.rule("QF-MOV-1", "QF-MOV-2", "QF-MOV-H1")
def test_there_are_four_speeds_of_eight_boxes() -> None:
    moves = load_charts().movement
    assert (moves.speed_ratings, moves.boxes) == ((40, 50, 60, 80), 8)
    lengths = {card.speed: card.box_length for card in load_roster().classes.values()}
    assert lengths == {50: 6250, 60: 7500, 80: 10_000}
    assert ship_card("Vizcaya", changes={"speed": 40}).box_length == 5000


# ---------------------------------------------------------------------- ships


@pytest.mark.rule("QF-SHIP-2")
def test_size_goes_by_tons_and_old_large_ships_count_one_less() -> None:
    assert [size_quarters_of(tons, 1900) for tons in (13_105, 375, 1499, 150, 4000)] == [52, 2, 4, 1, 16]
    assert (size_quarters_of(6000, 1886), size_quarters_of(6000, 1888), size_quarters_of(5000, 1880)) == (20, 24, 20)
    assert [size_text(quarters) for quarters in (52, 4, 2, 1)] == ["13", "1", "½", "¼"]


@pytest.mark.rule("QF-SHIP-3")
def test_armour_comes_from_vitals_and_upperworks_by_two_charts() -> None:
    assert armour_base(15, 14) == 7 + 2
    assert armour_base(19, 15) == 11
    found = [tuple(armour_text(halves) for halves in armour_of(base)) for base in (11, 9, 6, 4, 0)]
    assert found == [("11", "22"), ("9", "18"), ("6", "11"), ("3", "5"), ("½", "½")]


@pytest.mark.rule("QF-SHIP-1", "QF-SHIP-2", "QF-SHIP-3", "QF-SHIP-H1")
def test_every_ship_is_rated_by_the_formulas() -> None:
    for card in load_roster().classes.values():
        assert card.size_quarters == size_quarters_of(card.tons, card.completed), card.key
        assert (card.armour_heavy, card.armour_light) == armour_of(armour_base(card.vitals, card.upperworks)), card.key


@pytest.mark.rule("QF-FIRE-6", "QF-SHIP-H1")
def test_massena_and_ohio_carry_the_printed_ratings() -> None:
    assert ship_card("Massena").gunnery_heavy == 16
    assert armour_text(ship_card("Ohio").armour_heavy) == "11"


@pytest.mark.rule("QF-SHIP-4", "QF-DMG-5")
def test_three_ships_have_speed_protection() -> None:
    assert [key for key, card in load_roster().classes.items() if card.protected] == [
        "tsesarevich",
        "massena",
        "bouvet",
    ]


@pytest.mark.rule("QF-FIRE-8", "QF-BG-5", "QF-BG-H3")
def test_ships_with_guns_have_boat_guns_too_and_boats_have_nothing_else() -> None:
    for card in load_roster().classes.values():
        assert card.boat_guns == ("yes" if card.gunnery_light else "only"), card.key
        assert card.light_vessel == (card.boat_guns == "only"), card.key
        assert card.target == ("light" if card.light_vessel else "capital" if card.type == "BB" else "cruiser")


def test_the_roster_holds_the_fleets_of_the_era_with_what_their_drawings_need() -> None:
    roster = load_roster()
    assert len(roster.classes) >= 26 and len(roster.ships) >= 45
    for card in roster.classes.values():
        assert 0.09 < card.beam_ft / card.length_ft < 0.23, card.key
        places = [*(place for place, _ in card.turrets), *card.funnels, *card.mounts]
        assert all(50 < place < 950 for place in places), card.key
        assert card.funnels == tuple(sorted(card.funnels)) and card.source, card.key
        assert 1880 < card.completed < 1906


@pytest.mark.rule("QF-SHIP-5")
def test_a_scenario_may_change_ratings_but_not_invent_them() -> None:
    worn = ship_card("Sevastopol", changes={"rof_heavy": 3, "rof_light": 4, "repair": 0})
    assert (worn.rof_heavy, worn.rof_light, worn.repair, worn.armour_heavy) == (3, 4, 0, 18)
    assert not ship_card("Furor", changes={"size_quarters": 8}).light_vessel
    for name, kind, changes, words in (
        ("Ohoi", "", {}, "Did you mean 'Ohio'?"),
        ("Ohio", "ohoi", {}, "Did you mean 'ohio'?"),
        ("Ohio", "", {"rof_heavi": 1}, "Did you mean 'rof_heavy'?"),
        ("Ohio", "", {"speed": 0}, "at least 1"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            ship_card(name, kind, changes)


# ---------------------------------------------------------------------- rulebook, captions, skin


def test_what_the_guide_states_is_marked_seed_and_names_its_heading() -> None:
    headings = {
        "Gunfire & Hits",
        "ROF Table Details",
        "Battery Fire Table Details",
        "Battery Fire Example #1",
        "Blast Damage Table",
        "Damage Table",
        "Torpedo Hit Table",
        "Torpedo Hit Example",
        "Boat Gun Fire",
        "Boat Gun Fire Example",
        "Sinking Table",
    }
    seed = [rule for rule in book().rules.values() if rule.provenance is Provenance.SEED]
    assert {rule.section for rule in seed} == headings
    assert {rule.source for rule in seed} == {"War Times Journal, Quickfire Combat Chart Guide"}


def test_what_other_pages_of_the_publisher_state_names_them() -> None:
    for rule in book().rules.values():
        if rule.provenance is Provenance.PUBLIC:
            assert rule.source.startswith("War Times Journal, Quickfire "), rule.id


def test_every_numbered_optional_rule_is_a_switch_that_is_off() -> None:
    options = book().options
    numbered = {option.rule for option in options.values() if option.rule.startswith("QF-OPT-")}
    assert numbered == {f"QF-OPT-{number}" for number in ("101", "201", "301", "301-66", "302", "303", "304")}
    assert [key for key, option in options.items() if option.default] == ["striking"]


# ---------------------------------------------------------------------- scenarios


def start_positions(key: str) -> list[tuple[str, float, float, str]]:
    """Return (ship, x, y, side) of a scenario as it begins, in millimetres."""
    options = {name: option.default for name, option in book().options.items()}
    state = start(scenario(key), None, {**options, **scenario(key).options})
    return [(ship.id, ship.x / 1000, ship.y / 1000, ship.side) for ship in state.ships.values()]


def nearest(key: str) -> float:
    ships = start_positions(key)
    return min(dist(a[1:3], b[1:3]) for a in ships for b in ships if a[3] != b[3])


def test_the_sides_begin_as_far_apart_as_they_should() -> None:
    assert nearest("lesson_duel") == 400
    assert 850 <= nearest("west_indies") <= 950
    assert 950 <= nearest("yellow_sea") <= 1050
    assert 600 <= nearest("tsushima_opening") <= 750
    assert nearest("open_door") >= 495  # a mile and a half


@pytest.mark.rule("QF-SHIP-5")
def test_the_published_limits_of_worn_ships_hold() -> None:
    ships = {unit.name: unit.changes for force in scenario("dash_to_chifu").forces for unit in force.units}
    assert ships["Sevastopol"] == {"rof_heavy": 3, "rof_light": 4, "repair": 0}
    spain = [force for force in scenario("open_door").forces if force.id == "spa-cruisers"]
    for unit in spain[0].units:
        assert unit.changes["rof_light"] == 4 and unit.changes["repair"] in (1, 2), unit.name
    assert [unit.changes.get("speed") for unit in spain[0].units] == [None, 40, None, None]


@pytest.mark.rule("QF-VP-1")
def test_off_santiago_the_published_levels_are_results_of_the_scenario() -> None:
    conditions = scenario("open_door").conditions
    assert conditions["at once 1"].startswith("usa;") and conditions["at once 1"].endswith("sunk spain all")
    assert conditions["at end 1"].endswith("sunk usa 1 capital & away spain 2 cruiser")
