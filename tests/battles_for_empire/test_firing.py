"""Fire: needs and dice, targets, protection, what hits do, closing fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.battles_for_empire.aiming import aim_terms, protection, targets
from rules.battles_for_empire.commands import Charge, Fire
from rules.battles_for_empire.conduct import column_of
from rules.battles_for_empire.events import (
    BecameShaken,
    ChargerStopped,
    ContactEnded,
    Destroyed,
    Hit,
    VolleyFired,
)
from rules.battles_for_empire.firing import end_fire_phase
from rules.battles_for_empire.state import State
from rules.kernel.flow import Event
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.odds import odds
from tests.battles_for_empire.field import Field, give, in_hand, list_offers, refusals, ruling, system
from tests.battles_for_empire.shooting import aim, fire, next_turn, refused_rules


def line(hexes: int = 4, kind: str = "br_line", formation: str = "", **body: Any) -> Field:
    return Field().unit("a", kind, 505, "E", formation, **body).unit("x", "dv_spr", 505 + 100 * hexes, "W")


# ---------------------------------------------------------------------- needs


@pytest.mark.rule("BFE-FIR-H2", "BFE-PUB-7", "BFE-PUB-23")
def test_a_british_line_that_stands_needs_four_at_four_hexes_with_four_dice() -> None:
    shot = aim(line().at("fire"))
    assert (shot.need, shot.dice, shot.base) == (4, 4, 5)


@pytest.mark.rule("BFE-FIR-H2", "BFE-FIR-H3", "BFE-MF-9", "BFE-14.1-8")
def test_moved_needs_five_and_low_six_and_shaken_on_top_no_more_than_six() -> None:
    needs = [
        aim(line(moved=1).at("fire")).need,
        aim(line(moved=1, low=True).at("fire")).need,
        aim(line(moved=1, low=True, shaken=True).at("fire")).need,
    ]
    assert needs == [5, 6, 6]


@pytest.mark.rule("BFE-FIR-H2")
def test_the_need_never_falls_below_two() -> None:
    state = Field().unit("a", "br_line", 505).unit("x", "dv_spr", 605, "E").at("fire")
    assert aim(state).need == 2
    best = Field().unit("a", "mg_max", 505).unit("x", "dv_spr", 605, "E").at("fire")
    assert aim(best).need == 2
    assert fire(state, 1, 1, 2, 6).unit("x").kills == 2


@pytest.mark.rule("BFE-13.8-14", "BFE-MF-3", "BFE-FIR-H1")
def test_the_gardner_needs_five_at_five_hexes_four_at_two_six_at_nine() -> None:
    needs = [aim(line(hexes, "mg_gar").at("fire"), dice=6).need for hexes in (5, 2, 9)]
    assert needs == [5, 4, 6]
    assert aim(line(5, "mg_gar", pivoted=True).at("fire"), dice=6).need == 6


@pytest.mark.rule("BFE-PUB-23", "BFE-FIR-H3")
def test_first_second_and_third_rate_differ_by_one_each() -> None:
    assert [aim(line(4, kind).at("fire")).need for kind in ("br_line", "in_sep", "eg_83")] == [4, 5, 6]


@pytest.mark.rule("BFE-FIR-H1", "BFE-FIR-H3")
def test_ranges_are_close_effective_and_long() -> None:
    assert [aim(line(hexes).at("fire")).need for hexes in (2, 3, 6, 7, 8)] == [3, 4, 4, 5, 5]
    assert refused_rules(line(9).at("fire")) == ["BFE-FIR-H1"]


@pytest.mark.rule("BFE-FIR-H3")
def test_shaken_and_disordered_firers_are_worse_by_one_each() -> None:
    assert aim(line(shaken=True).at("fire")).need == 5
    assert aim(line(shaken=True, disordered=2).at("fire")).need == 6
    assert aim(line(shaken=True).option(shaken_unhindered=True).at("fire")).need == 4


@pytest.mark.rule("BFE-FIR-H3")
def test_from_outside_its_front_a_target_is_easier_but_not_a_square_or_skirmishers() -> None:
    needs = []
    for kind, formation in (("dv_spr", "mass"), ("dv_rif", "skirmish")):
        for facing in ("W", "E"):
            state = Field().unit("a", "br_line", 505).unit("x", kind, 905, facing, formation).at("fire")
            needs.append(aim(state).need)
    assert needs == [4, 3, 5, 5]
    square = Field().unit("x", "bo_81", 505, "E", "skirmish").unit("a", "br_line", 905, "E", "square").at("fire", "na")
    assert "from outside its front" not in [term.label for term in aim(square, "x", "a").terms]


@pytest.mark.rule("BFE-FIR-H4")
def test_only_the_largest_protection_counts() -> None:
    rocks = Field().unit("a", "br_line", 505).unit("x", "bo_81", 905, "W", "skirmish").ground("rough", 905).at("fire")
    assert protection(rocks, rocks.units["a"], rocks.units["x"])[0] == 2
    assert aim(rocks).need == 6


@pytest.mark.rule("BFE-FIR-H4", "BFE-FIR-H10")
def test_what_protects() -> None:
    def cover(field: Field) -> int:
        state = field.at("fire")
        return protection(state, state.units["a"], state.units["x"])[0]

    found = {
        "open": cover(line()),
        "skirmish": cover(Field().unit("a", "br_line", 505).unit("x", "dv_rif", 905, "W", "skirmish")),
        "crew": cover(Field().unit("a", "br_line", 505).unit("x", "dv_gun", 905, "W")),
        "scrub": cover(line().ground("scrub", 905)),
        "ground": cover(Field().unit("a", "br_line", 505).unit("x", "dv_spr", 905, "W", ground=True)),
        "crest": cover(line().hill(1, 905)),
        "trench": cover(line().ground("trench", 905)),
        "buildings": cover(line().ground("buildings", 905)),
        "wall": cover(line().wall(905, 4, 5)),
        "zareba": cover(line().wall(905, 4, 5, kind="zareba")),
        "wall on the far side": cover(line().wall(905, 1, 2)),
    }
    assert found == {
        "open": 0,
        "skirmish": 1,
        "crew": 1,
        "scrub": 1,
        "ground": 1,
        "crest": 1,
        "trench": 2,
        "buildings": 2,
        "wall": 2,
        "zareba": 1,
        "wall on the far side": 0,
    }


@pytest.mark.rule("BFE-FIR-H4", "BFE-FIR-H3")
def test_every_term_of_the_need_names_its_rule() -> None:
    state = line(7, moved=1, low=True, shaken=True, disordered=2).ground("scrub", 1205).at("fire")
    terms = aim_terms(state, state.units["a"], state.units["x"])
    assert sum_modifiers(terms) == -5
    assert [term.rule for term in terms] == [
        "BFE-FIR-H3",
        "BFE-FIR-H3",
        "BFE-MF-9",
        "BFE-14.1-8",
        "BFE-FIR-H3",
        "BFE-FIR-H3",
        "BFE-FIR-H4",
    ]


# ---------------------------------------------------------------------- targets


@pytest.mark.rule("BFE-FIR-H5")
def test_the_nearest_enemy_is_the_target() -> None:
    state = line(6).unit("y", "dv_spr", 906, "W").at("fire")
    assert targets(state, state.units["a"]) == ("y",)
    assert refused_rules(line(6).unit("y", "dv_spr", 907, "W").at("fire")) == ["BFE-FIR-H5"]


@pytest.mark.rule("BFE-FIR-H5")
def test_any_enemy_within_two_hexes_may_be_chosen_before_all_others() -> None:
    state = line(2).unit("y", "dv_spr", 605, "W").unit("z", "dv_spr", 804, "W").at("fire")
    assert targets(state, state.units["a"]) == ("x", "y")


@pytest.mark.rule("BFE-FIR-H5", "BFE-PUB-18")
def test_skirmishers_may_be_passed_by_for_the_nearest_of_the_others_but_stop_the_fire_behind_them() -> None:
    beside = line(6).unit("y", "dv_rif", 904, "W", "skirmish").unit("z", "dv_spr", 1206, "W").at("fire")
    assert targets(beside, beside.units["a"]) == ("x", "y")
    before = line(6).unit("y", "dv_rif", 905, "W", "skirmish").unit("z", "dv_spr", 1206, "W").at("fire")
    assert targets(before, before.units["a"]) == ("y", "z")


@pytest.mark.rule("BFE-FIR-H5")
def test_units_in_melee_are_no_targets() -> None:
    state = line(4).unit("b", "br_line", 806, "E").contact("x", "b").at("fire")
    assert refused_rules(state) == ["BFE-FIR-H5"]


@pytest.mark.rule("BFE-FIR-H11")
def test_by_night_all_fire_reaches_four_hexes() -> None:
    near, far = line(4).rule("night", "", 2).at("fire"), line(5).rule("night", "", 2).at("fire")
    evening = line(5).rule("night", "", 3).at("fire")
    assert (refused_rules(near), refused_rules(far), refused_rules(evening)) == ([], ["BFE-FIR-H1"], [])


@pytest.mark.rule("BFE-TER-H1")
def test_natives_gone_to_ground_in_scrub_are_not_seen_beyond_four_hexes() -> None:
    def scrub_at(hexes: int) -> State:
        field = Field().unit("a", "br_line", 505).unit("x", "dv_spr", 505 + 100 * hexes, "W", ground=True)
        return field.ground("scrub", 505 + 100 * hexes).at("fire")

    assert refused_rules(scrub_at(4)) == []
    assert refused_rules(scrub_at(5)) == ["BFE-TER-H1"]


@pytest.mark.rule("BFE-FIR-H12", "BFE-FRM-H4")
def test_a_square_fires_two_stands_at_each_of_two_targets() -> None:
    field = (
        Field().unit("a", "br_line", 805, "E", "square").unit("x", "dv_spr", 1005, "W").unit("y", "dv_spr", 605, "E")
    )
    first = fire(field.at("fire"), 1, 1)
    state = first.state.but(cursor=first.state.cursor.but(queue=("br", "na")))
    assert not state.units["a"].fired
    assert refused_rules(state) == ["BFE-FIR-H12"]
    second = fire(state, 1, 1, target="y").state
    assert second.units["a"].fired
    assert next_turn(second).units["a"].aimed == ""


@pytest.mark.rule("BFE-FIR-H12")
def test_each_half_of_a_square_says_which_of_its_two_targets_it_fires_at() -> None:
    field = (
        Field().unit("a", "br_line", 805, "E", "square").unit("x", "dv_spr", 1005, "W").unit("y", "dv_spr", 605, "E")
    )
    state = field.at("fire")
    assert [fact.label for fact in aim(state).facts] == ["2 stands of the square, its first target of two this turn"]
    fired = fire(state, 1, 1).state
    assert "its second target of two" in aim(fired, target="y").facts[0].label


@pytest.mark.rule("BFE-ELG-7", "BFE-ELG-8", "BFE-ELG-9", "BFE-MF-14", "BFE-PUB-28")
def test_a_volley_says_which_stands_fire() -> None:
    """Only front rank stands can fire; Pathan and Boer infantry in skirmish order fire two ranks."""

    def facts(kind: str, formation: str) -> list[tuple[str, str]]:
        target = "dv_spr" if kind == "br_line" else "br_line"
        field = Field().unit("a", kind, 805, "E", formation).unit("x", target, 1005, "W")
        return [(fact.label, fact.rule) for fact in aim(field.at("fire")).facts]

    assert facts("br_line", "line") == [("front rank: 4 stands", "BFE-ELG-7")]
    assert facts("bo_81", "skirmish")[0] == ("skirmish order: 4 stands in two ranks", "BFE-ELG-9")
    moved = Field().unit("a", "pa_trb", 805, "E", "skirmish", turned=True, formed_skirmish=True)
    lines = [fact.rule for fact in aim(moved.unit("x", "br_line", 1005, "W").at("fire")).facts]
    assert lines[:1] == ["BFE-ELG-8"] and "BFE-MF-14" in lines


@pytest.mark.rule("BFE-FIR-H12")
def test_a_square_that_fired_once_has_fired_when_the_phase_is_over() -> None:
    field = Field().unit("a", "br_line", 805, "E", "square").unit("x", "dv_spr", 1005, "W")
    room = ruling(fire(field.at("fire"), 1, 1).state)
    end_fire_phase(room)
    assert (room.state.units["a"].fired, room.state.units["a"].aimed) == (True, "")


@pytest.mark.rule("BFE-FIR-H9", "BFE-FIR-H12")
def test_a_square_that_is_charged_fires_its_closing_fire_once() -> None:
    field = (
        Field().unit("a", "br_line", 805, "E", "square").unit("x", "dv_spr", 905, "W", charged="a").contact("x", "a")
    )
    field.unit("y", "dv_spr", 705, "E", charged="a").contact("y", "a").unit("f", "br_line", 106)
    after = fire(field.at("fire"), 1)
    assert after.unit("a").fired and after.unit("a").aimed == ""
    state = after.state.but(cursor=after.state.cursor.but(queue=("br", "na")))
    assert refused_rules(state, target="y") == ["BFE-SEQ-H4"]


# ---------------------------------------------------------------------- what hits do


@pytest.mark.rule("BFE-FIR-H7", "BFE-PUB-7")
def test_each_hit_is_a_kill_and_one_shakes() -> None:
    after = fire(line().at("fire"), 4, 1, 1, 3)
    assert (after.unit("x").kills, after.unit("x").shaken) == (1, True)
    assert [event.kills for event in after.of(Hit)] == [1]
    assert len(after.of(BecameShaken)) == 1


@pytest.mark.rule("BFE-FIR-H7")
def test_by_option_it_takes_two_hits_to_shake() -> None:
    field = line().option(shaken_at_two=True)
    assert not fire(field.at("fire"), 4, 1, 1, 3).unit("x").shaken
    assert fire(field.at("fire"), 4, 4, 1, 3).unit("x").shaken


@pytest.mark.rule("BFE-PUB-9")
def test_a_unit_is_removed_at_eight_kills() -> None:
    field = Field().unit("a", "br_line", 505).unit("x", "dv_spr", 905, "W", kills=7)
    after = fire(field.at("fire"), 4, 4, 1, 1)
    assert (after.unit("x").lost, after.unit("x").kills) == ("destroyed", 9)
    assert [(event.unit, event.hex) for event in after.of(Destroyed)] == [("x", 905)]
    assert after.state.fallen == ((905, 2, "na"),)


@pytest.mark.rule("BFE-PUB-8")
def test_by_option_at_four() -> None:
    field = Field().unit("a", "br_line", 505).unit("x", "dv_spr", 905, "W", kills=3).option(first_edition_kills=True)
    assert fire(field.at("fire"), 4, 1, 1, 1).unit("x").lost == "destroyed"


@pytest.mark.rule("BFE-FIR-H8", "BFE-PUB-4")
def test_a_gun_is_lost_with_its_second_kill() -> None:
    field = Field().unit("a", "br_line", 505).unit("x", "dv_gun", 905, "W")
    assert fire(field.at("fire"), 5, 1, 1, 1).unit("x").lost == ""
    assert fire(field.at("fire"), 5, 5, 1, 1).unit("x").lost == "destroyed"


@pytest.mark.rule("BFE-CON-H1", "BFE-FIR-H7")
def test_the_fourth_kill_makes_a_unit_unsure() -> None:
    state = line().at("fire")
    target = state.units["x"].but(kills=3)
    assert column_of(state, target) == "bold"
    assert column_of(state, target.but(kills=4)) == "unsure"
    assert column_of(state, target.but(kills=4, shaken=True)) == "shaken"


@pytest.mark.rule("BFE-PUB-7")
def test_a_shot_tells_before_the_next_unit_throws() -> None:
    field = Field().unit("a", "br_line", 505).unit("x", "bo_81", 905, "W", "skirmish")
    state = field.at("fire")
    assert aim(state, "x", "a").need == 4
    after = fire(state, 5, 1, 1, 1)
    assert aim(after.state, "x", "a").need == 5
    assert after.of(VolleyFired)[0].kind == "volley"


# ---------------------------------------------------------------------- closing fire


def charged_field(kind: str = "br_line", formation: str = "", h: int = 605, **body: Any) -> Field:
    """Ansar who charged the unit "a" this turn."""
    return (
        Field().unit("a", kind, 505, "E", formation, **body).unit("x", "dv_spr", h, "W", charged="a").contact("x", "a")
    )


def stop_reason(events: tuple[Event, ...]) -> str:
    return "stopped" if any(isinstance(event, ChargerStopped) for event in events) else "came on"


@pytest.mark.rule("BFE-FIR-H9", "BFE-PUB-25")
def test_closing_fire_of_a_line_is_two_dice_at_three_and_stops_four_times_in_nine() -> None:
    state = charged_field().at("fire")
    shot = aim(state)
    assert (shot.kind, shot.dice, shot.need) == ("closing", 2, 3)
    found = odds(system().but(outcome_class=stop_reason), state, Fire("br", "a", "x", 0))
    assert found.exact
    assert found.of("stopped") == pytest.approx(float(Fraction(4, 9)))


@pytest.mark.rule("BFE-FIR-H9", "BFE-FIR-H7")
def test_the_odds_of_closing_fire_tell_the_kills_of_the_charger_it_stops() -> None:
    found = odds(system(), charged_field().at("fire"), Fire("br", "a", "x", 0))
    assert found.of("2 Kills, stopped") == pytest.approx(4 / 9)
    assert (found.of("1 Kill"), found.of("miss")) == (pytest.approx(4 / 9), pytest.approx(1 / 9))


@pytest.mark.rule("BFE-FIR-H9")
def test_two_hits_stop_the_charger_who_stands_shaken_where_he_is() -> None:
    after = fire(charged_field().at("fire"), 3, 3)
    assert (after.unit("x").hex, after.unit("x").shaken, after.unit("x").kills) == (605, True, 2)
    assert after.state.contacts == ()
    assert len(after.of(ChargerStopped)) == len(after.of(ContactEnded)) == 1


@pytest.mark.rule("BFE-FIR-H9")
def test_one_hit_does_not_but_by_option() -> None:
    assert len(fire(charged_field().at("fire"), 3, 2).state.contacts) == 1
    assert fire(charged_field().option(closing_stop_one=True).at("fire"), 3, 2).state.contacts == ()


@pytest.mark.rule("BFE-FIR-H9")
def test_a_charge_on_the_flank_is_not_fired_at() -> None:
    flank = charged_field(h=504)  # north of the line that faces east
    assert refused_rules(flank.at("fire")) == ["BFE-FIR-H9", "BFE-FIR-H9"]
    assert list_offers(flank.at("fire"), "fire", "a") == []


@pytest.mark.rule("BFE-FIR-H9")
def test_nor_when_an_old_enemy_is_in_contact_too() -> None:
    field = charged_field().unit("y", "dv_spr", 604, "W").contact("y", "a", turn=1, rounds=1)
    assert list_offers(field.at("fire"), "fire", "a") == []


@pytest.mark.rule("BFE-FIR-H9")
def test_of_two_chargers_one_is_fired_at() -> None:
    field = charged_field().unit("y", "dv_spr", 604, "W", charged="a").contact("y", "a")
    assert list_offers(field.at("fire"), "fire", "a") == [Fire("br", "a", "x", 0), Fire("br", "a", "y", 0)]


@pytest.mark.rule("BFE-FIR-H9", "BFE-MF-12")
def test_the_charger_himself_does_not_fire() -> None:
    field = Field().unit("a", "br_line", 505).unit("x", "bo_81", 605, "W", "skirmish", charged="a").contact("x", "a")
    assert refused_rules(field.at("fire", "na"), "x", "a", "na") == ["BFE-MF-12", "BFE-FIR-H9"]


@pytest.mark.rule("BFE-CHG-7", "BFE-CHG-8")
def test_camelry_that_was_charged_is_shaken_before_any_fire() -> None:
    for traits, shaken in (((), True), (("dismounted",), False)):
        field = Field().unit("c", "cam_br", 805, "W", traits=traits).unit("x", "dv_spr", 505, "E")
        state = in_hand(field.at("movement", "na"), "x", 4)
        after = give(state, Charge("na", "x", "c"))
        assert after.unit("c").shaken is shaken


@pytest.mark.rule("BFE-FIR-H5")
def test_what_is_offered_is_allowed_and_nothing_else_is() -> None:
    field = line(3).unit("b", "br_line", 507, "E", "skirmish").unit("y", "dv_rif", 908, "W", "skirmish")
    state = field.unit("g", "mg_gar", 503).unit("z", "dv_gun", 1206, "W").at("fire")
    listed = set(list_offers(state, "fire"))
    every = {
        Fire("br", unit, target, dice)
        for unit in state.units
        for target in state.units
        for dice in (0, 2, 3, 4, 5, 6, 7)
    }
    assert listed == {command for command in every if not refusals(state, command)}
