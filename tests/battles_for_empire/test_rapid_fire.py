"""Section 14.1 of the sheet: Rapid Fire, low ammunition and the mules that end it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.battles_for_empire.commands import Fire, Rapid, Resupply
from rules.battles_for_empire.events import RanLow, Resupplied, VolleyFired
from rules.battles_for_empire.melee_needs import strikes
from rules.battles_for_empire.state import State
from rules.kernel.flow import Event
from rules.kernel.odds import odds
from rules.kernel.ruling import Rolled
from tests.battles_for_empire.field import After, Field, give, list_offers, refusals, rules_of, system
from tests.battles_for_empire.shooting import aim, fire, next_turn


def line(kind: str = "br_line", formation: str = "", **body: Any) -> Field:
    """Return a unit "a" and an enemy 4 hexes to its east; a 1st Rate line in the open needs 4."""
    field = Field().unit("a", kind, 805, "E", formation, **body)
    enemy = "dv_spr" if field.forces[0].side == "br" else "br_line"
    return field.unit("x", enemy, 1205, "W")


def rapid(state: State, *faces: int) -> After:
    return give(state, Rapid(state.units["a"].side, "a", "x"), *faces)


def no_rapid(state: State) -> list[str]:
    """Return the rules against Rapid Fire."""
    return rules_of(refusals(state, Rapid(state.units["a"].side, "a", "x")))


def throws(after: After) -> list[int]:
    return [len(roll.faces) for roll in after.of(Rolled)]


@pytest.mark.rule("BFE-14.1-1", "BFE-BASE-3")
def test_every_rapid_fire_looks_into_the_pouches() -> None:
    assert throws(rapid(line().at("fire"), 4, 4, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2)) == [8, 6]


@pytest.mark.rule("BFE-14.1-2")
def test_all_missed_dice_are_thrown_again() -> None:
    assert throws(rapid(line().at("fire"), 6, 5, 4, 1, 2, 3, 3, 1, 2, 3, 4, 5, 6)) == [8, 5]


@pytest.mark.rule("BFE-14.1-3")
def test_a_one_among_them_leaves_the_unit_low_on_ammunition() -> None:
    after = rapid(line().at("fire"), 6, 5, 4, 3, 2, 2, 2, 2, 6, 6, 1, 6, 6)
    assert after.unit("a").low
    assert [event.unit for event in after.of(RanLow)] == ["a"]


@pytest.mark.rule("BFE-14.1-3")
def test_a_one_on_the_first_throw_does_not() -> None:
    assert not rapid(line().at("fire"), 6, 5, 4, 1, 1, 1, 1, 1, 6, 2, 3, 4, 5).unit("a").low


@pytest.mark.rule("BFE-14.1-3")
def test_by_option_a_one_of_the_first_throw_empties_the_pouches_too() -> None:
    field = line().option(any_one_empties=True)
    assert rapid(field.at("fire"), 6, 5, 4, 1, 2, 2, 2, 2, 6, 2, 3, 4, 5).unit("a").low
    assert not rapid(field.at("fire"), 6, 5, 4, 2, 2, 2, 2, 2, 6, 2, 3, 4, 5).unit("a").low
    lines = [type(event).__name__ for event in rapid(field.at("fire"), *(1,) * 16).events]
    assert lines.index("VolleyFired") < lines.index("RanLow")


@pytest.mark.rule("BFE-RAP-H3")
def test_by_option_all_recruits_rapid_fire_as_the_sheet_excludes_natives_and_boers_only() -> None:
    for kind in ("nnc", "bashi"):
        assert no_rapid(line(kind, "line").at("fire")) == ["BFE-RAP-H3"]
        assert no_rapid(line(kind, "line").option(recruits_rapid=True).at("fire")) == []
    assert no_rapid(line("mg_gar").option(recruits_rapid=True).at("fire")) == ["BFE-RAP-H3"]
    assert no_rapid(line("dv_rif").option(recruits_rapid=True).at("fire", "na")) == ["BFE-14.1-12"]


@pytest.mark.rule("BFE-14.1-4")
def test_controlled_fire_makes_no_check() -> None:
    after = fire(line().at("fire"), 1, 1, 1, 6)
    assert throws(after) == [4]
    assert not after.unit("a").low


@pytest.mark.rule("BFE-14.1-5")
def test_a_unit_that_is_low_is_marked() -> None:
    after = rapid(line().at("fire"), 6, 5, 4, 3, 2, 2, 2, 2, 6, 6, 1, 6, 6)
    assert after.state.units["a"].low
    assert system().captions["RanLow"].text


@pytest.mark.rule("BFE-14.1-6")
def test_the_mark_stays_until_a_mule_comes() -> None:
    state = line(low=True).unit("m", "mule", 806).at("fire")
    for _ in range(10):
        state = next_turn(state)
    assert state.units["a"].low
    end = line(low=True).unit("m", "mule", 806).at("end")
    after = give(end, Resupply("br", "a", "m"))
    assert not after.unit("a").low
    assert [(event.unit, event.mule) for event in after.of(Resupplied)] == [("a", "m")]


@pytest.mark.rule("BFE-14.1-7")
def test_a_unit_that_is_low_may_fire() -> None:
    assert refusals(line(low=True).at("fire"), Fire("br", "a", "x", 0)) == ()


@pytest.mark.rule("BFE-14.1-8", "BFE-RAP-H2")
def test_it_fires_at_one_less() -> None:
    assert (aim(line().at("fire")).need, aim(line(low=True).at("fire")).need) == (4, 5)
    assert aim(line(low=True).option(low_fire_two=True).at("fire")).need == 6


@pytest.mark.rule("BFE-14.1-9")
def test_it_fights_hand_to_hand_at_one_less() -> None:
    needs = []
    for low in (False, True):
        field = Field().unit("a", "br_line", 805, "E", low=low).unit("x", "dv_spr", 905, "W", charged="a")
        state = field.contact("x", "a").at("melee")
        needs.append(strikes(state, state.units["a"])[1][0].need)
    assert needs == [4, 5]


@pytest.mark.rule("BFE-14.1-10")
def test_a_unit_that_did_not_run_low_is_unaffected() -> None:
    after = rapid(line().at("fire"), 6, 5, 4, 3, 2, 2, 2, 2, 6, 6, 2, 6, 6)
    assert not after.unit("a").low
    assert aim(next_turn(after.state)).need == 4


@pytest.mark.rule("BFE-14.1-11")
def test_it_may_rapid_fire_again_next_turn() -> None:
    after = rapid(line().at("fire"), 3, 3, 3, 3, 3, 3, 3, 6, 6, 6, 2, 6, 6, 6, 6)
    assert no_rapid(next_turn(after.state)) == []


@pytest.mark.rule("BFE-14.1-11", "BFE-RAP-H2")
def test_a_unit_that_is_low_may_not() -> None:
    assert no_rapid(line(low=True).at("fire")) == ["BFE-14.1-11"]


@pytest.mark.rule("BFE-14.1-12")
def test_natives_do_not_rapid_fire() -> None:
    state = line("dv_rif").at("fire", "na")
    assert list_offers(state, "rapid") == []
    assert no_rapid(state) == ["BFE-14.1-12"]


@pytest.mark.rule("BFE-14.1-13")
def test_boers_usually_do_not_rapid_fire() -> None:
    state = line("bo_81").at("fire", "na")
    assert list_offers(state, "rapid") == []
    assert no_rapid(state) == ["BFE-14.1-13"]


@pytest.mark.rule("BFE-14.1-14")
def test_a_scenario_or_an_option_may_give_it_to_boers() -> None:
    by_scenario = line("bo_81").rule("permit", "boer_rapid_fire", 2).at("fire", "na")
    too_early = line("bo_81").rule("permit", "boer_rapid_fire", 3).at("fire", "na")
    by_option = line("bo_81").option(boer_rapid_fire=True).at("fire", "na")
    assert (no_rapid(by_scenario), no_rapid(by_option), no_rapid(too_early)) == ([], [], ["BFE-14.1-13"])
    assert list_offers(by_scenario, "rapid", "a") == [Rapid("na", "a", "x")]


@pytest.mark.rule("BFE-14.1-15")
def test_a_scenario_may_start_any_unit_low() -> None:
    state = line("dv_rif", "skirmish").rule("start_low", "a").at("fire", "na")
    assert state.units["a"].low
    assert "low on ammunition" in [term.label for term in aim(state).terms]


@pytest.mark.rule("BFE-RAP-H1", "BFE-PUB-24")
def test_rapid_fire_is_two_dice_a_stand_at_any_range() -> None:
    near, far = line().at("fire"), Field().unit("a", "br_line", 505).unit("x", "dv_spr", 1305, "W").at("fire")
    assert (aim(near, rapid=True).dice, aim(far, rapid=True).dice) == (8, 8)
    assert aim(line().option(rapid_half_more=True).at("fire"), rapid=True).dice == 6
    assert no_rapid(far) == []


@pytest.mark.rule("BFE-RAP-H2")
def test_the_hits_of_the_shot_that_empties_the_pouches_stand() -> None:
    after = rapid(line().at("fire"), 6, 5, 4, 3, 2, 2, 2, 2, 1, 6, 6, 6, 6)
    assert (after.unit("a").low, after.unit("x").kills) == (True, 3)
    assert after.of(VolleyFired)[0].kind == "rapid"


@pytest.mark.rule("BFE-RAP-H3")
def test_machine_guns_and_the_mounted_never_rapid_fire() -> None:
    assert "BFE-RAP-H3" in no_rapid(line("mg_gar").at("fire"))
    assert "BFE-RAP-H3" in no_rapid(line("hussar").at("fire"))
    assert no_rapid(line("hussar", traits=("dismounted",)).at("fire")) == []


@pytest.mark.rule("BFE-RAP-H7")
def test_closing_fire_is_rapid_only_by_option_and_then_half_of_the_rapid_dice() -> None:
    contact = Field().unit("a", "br_line", 805, "E").unit("x", "dv_spr", 905, "W", charged="a").contact("x", "a")
    assert no_rapid(contact.at("fire")) == ["BFE-RAP-H7"]
    assert list_offers(contact.at("fire"), "rapid", "a") == []
    state = contact.option(rapid_closing=True).at("fire")
    assert no_rapid(state) == []
    after = rapid(state, 1, 2, 3, 3, 1, 6)  # half of eight dice; two hits stop the charge; two misses again, and a 1
    assert (after.of(VolleyFired)[0].kind, after.state.contacts, after.unit("a").low) == ("closing", (), True)
    low = contact.option(rapid_closing=True).rule("start_low", "a").at("fire")
    assert no_rapid(low) == ["BFE-14.1-11"]


@pytest.mark.rule("BFE-RAP-H3")
def test_a_scenario_may_forbid_it_until_a_turn() -> None:
    assert no_rapid(line().rule("no_rapid", "br", 3).at("fire")) == ["BFE-RAP-H3"]
    assert no_rapid(line().rule("no_rapid", "br", 2).at("fire")) == []


@pytest.mark.rule("BFE-RAP-H3")
def test_irregulars_without_drill_do_not_rapid_fire() -> None:
    assert no_rapid(line("bashi").at("fire")) == ["BFE-RAP-H3"]


@pytest.mark.rule("BFE-RAP-H4")
def test_resupply_of_what_does_not_exist_is_refused() -> None:
    state = line(low=True).unit("m", "mule", 806, lost=True).unit("n", "mule", 807).at("end")
    for unit, mule in (("a", "m"), ("a", "nobody"), ("x", "n"), ("", "n")):
        assert rules_of(refusals(state, Resupply("br", unit, mule))) == ["BFE-RAP-H4"]
    served = line().unit("m", "mule", 806).at("end")
    assert rules_of(refusals(served, Resupply("br", "a", "m"))) == ["BFE-14.1-6"]


@pytest.mark.rule("BFE-14.1-2")
def test_without_misses_nothing_is_thrown_again() -> None:
    assert throws(rapid(line("br_line", "column").at("fire"), 4, 6)) == [2]


@pytest.mark.rule("BFE-14.1-2")
def test_by_option_dice_thrown_again_score() -> None:
    after = rapid(line("br_line", "column").option(rerolls_score=True).at("fire"), 4, 3, 4)
    assert after.unit("x").kills == 2


@pytest.mark.rule("BFE-RAP-H6")
def test_guns_rapid_fire_only_by_option() -> None:
    assert no_rapid(line("gun_fld").at("fire")) == ["BFE-RAP-H6"]
    state = line("gun_fld").option(guns_rapid=True).at("fire")
    assert no_rapid(state) == []
    assert aim(state, rapid=True).dice == 6


@pytest.mark.rule("BFE-RAP-H4", "BFE-PUB-32")
def test_one_mule_serves_one_of_two_units_each_end_phase() -> None:
    field = Field().unit("a", "br_line", 805, low=True).unit("b", "br_line", 807, low=True).unit("m", "mule", 806)
    state = field.at("end")
    assert len(list_offers(state, "resupply")) == 2
    after = give(state, Resupply("br", "a", "m")).state
    assert [unit.low for unit in (after.units["a"], after.units["b"])] == [False, True]
    assert rules_of(refusals(after, Resupply("br", "b", "m"))) == ["BFE-RAP-H4"]
    assert list_offers(after, "resupply") == []


@pytest.mark.rule("BFE-RAP-H4")
def test_no_resupply_far_from_the_mule_after_a_move_or_in_melee() -> None:
    far = line(low=True).unit("m", "mule", 605).at("end")
    moved = line(low=True, moved=1).unit("m", "mule", 806).at("end")
    fighting = line(low=True).unit("m", "mule", 806).unit("y", "dv_spr", 905, "W").contact("y", "a").at("end")
    spent = line(low=True).unit("m", "mule", 806, loads=0).at("end")
    for state in (far, moved, fighting, spent):
        assert rules_of(refusals(state, Resupply("br", "a", "m"))) == ["BFE-RAP-H4"]
        assert list_offers(state, "resupply") == []


@pytest.mark.rule("BFE-RAP-H4")
def test_loads_are_counted_where_the_scenario_counts_them() -> None:
    after = give(line(low=True).unit("m", "mule", 806, loads=2).at("end"), Resupply("br", "a", "m"))
    assert after.state.mules["m"].loads == 1


@pytest.mark.rule("BFE-RAP-H5")
def test_a_mule_is_lost_on_a_six_when_its_unit_takes_three_kills_in_one_shot() -> None:
    field = Field().unit("a", "br_line", 1205, "W").unit("m", "mule", 1205).unit("x", "bo_81", 805, "E", "skirmish")
    state = field.at("fire", "na")
    lost = fire(state, 6, 6, 6, 1, 6, unit="x", target="a")
    safe = fire(state, 6, 6, 6, 1, 5, unit="x", target="a")
    few = fire(state, 6, 6, 1, 1, unit="x", target="a")
    assert [after.state.mules["m"].lost for after in (lost, safe, few)] == [True, False, False]


def went_low(events: tuple[Event, ...]) -> str:
    return "low" if any(isinstance(event, RanLow) for event in events) else "enough"


@pytest.mark.rule("BFE-14.1-3", "BFE-FIR-H2")
def test_a_full_line_at_four_hexes_means_two_hits_by_volley_and_four_by_rapid_fire() -> None:
    state = line().at("fire")
    slow, fast = aim(state), aim(state, rapid=True)
    assert (slow.need, slow.dice, fast.need, fast.dice) == (4, 4, 4, 8)
    assert [Fraction(7 - shot.need, 6) * shot.dice for shot in (slow, fast)] == [2, 4]
    column = line("br_line", "column").at("fire")
    found = odds(system().but(outcome_class=went_low), column, Rapid("br", "a", "x"))
    assert found.exact
    assert found.of("low") == pytest.approx(1 - (11 / 12) ** 2)
    whole = odds(system().but(outcome_class=went_low), state, Rapid("br", "a", "x"))
    assert whole.of("low") == pytest.approx(1 - (11 / 12) ** 8)
    assert whole.exact
