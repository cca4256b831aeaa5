"""The sheet's rules on moving and firing: by firearm, then by training and formation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.charging import barred_from_charging
from rules.battles_for_empire.commands import Charge, Dismount, Face, Fire, Form, Move
from rules.battles_for_empire.eligibility import fire_stance
from rules.battles_for_empire.state import FACINGS, State
from tests.battles_for_empire.field import Field, allowed, in_hand, rules_of
from tests.battles_for_empire.shooting import aimed, field_side, marched, refused

W, E = 4, 1


def against(kind: str, formation: str = "", **body: Any) -> Field:
    """Return a unit "a" of a kind facing east, and a distant enemy "x" in its arc, 4 hexes away."""
    field = Field().unit("a", kind, 805, "E", formation, **body)
    side = field_side(field, "a")
    enemy = "dv_spr" if side == "br" else "br_line"
    return field.unit("x", enemy, 1205, "W")


def may(state: State) -> bool:
    return not refused(state, side=state.units["a"].side)


@pytest.mark.rule("BFE-MF-1")
def test_weapon_class_and_formation_decide_whether_one_may_move_and_fire() -> None:
    told = {}
    for kind, formation in (("br_line", ""), ("bo_81", ""), ("pa_trb", "skirmish"), ("zu_rif", "mass"), ("af_reg", "")):
        state = against(kind, formation, moved=1, full=3, allowance=2).at("fire")
        found = fire_stance(state, state.units["a"])
        told[kind] = (bool(found.refusal), found.half)
    assert told == {
        "br_line": (False, False),
        "bo_81": (False, False),
        "pa_trb": (False, True),
        "zu_rif": (True, False),
        "af_reg": (True, False),
    }


@pytest.mark.rule("BFE-MF-2")
def test_a_machine_gun_that_moved_does_not_fire() -> None:
    state = marched(against("mg_gar"), "a", 1, Move("br", "a", 905, E))
    assert refused(state, dice=6)[0] == "BFE-MF-2"


@pytest.mark.rule("BFE-MF-2")
def test_a_limbered_machine_gun_does_not_fire() -> None:
    assert refused(against("mg_gar", limbered=True).at("fire"), dice=6) == ["BFE-MF-2"]


@pytest.mark.rule("BFE-MF-3", "BFE-MG-H3")
def test_a_machine_gun_may_pivot_by_any_angle_and_fire_as_moving() -> None:
    field = Field().unit("a", "mg_gar", 805, "W").unit("x", "dv_spr", 1305, "W")
    still, turned = field.at("fire"), marched(field, "a", 1, Face("br", "a", E))
    assert refused(still, dice=6) == ["BFE-FRM-H2"]
    assert refused(turned, dice=6) == []
    assert aimed(turned, dice=6).need == 6
    assert [term.rule for term in aimed(turned).terms] == ["BFE-MF-3"]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.rule("BFE-MF-3", "BFE-MG-H3")
def test_a_pivot_to_any_facing_costs_one(facing: int) -> None:
    there = {0: 802, 1: 1105, 2: 1006, 3: 808, 4: 505, 5: 604}[facing]
    field = Field().unit("a", "mg_gar", 805, FACINGS[(facing + 3) % 6]).unit("x", "dv_spr", there, "W")
    turned = marched(field, "a", 1, Face("br", "a", facing))
    assert refused(turned, dice=6) == []
    assert (-1, "BFE-MF-3") in [(term.value, term.rule) for term in aimed(turned).terms]


@pytest.mark.rule("BFE-MF-4")
def test_formed_foot_with_muzzle_loaders_fires_if_it_stood_still() -> None:
    assert may(against("nnc", "line").at("fire"))


@pytest.mark.rule("BFE-MF-5")
def test_massed_foot_with_muzzle_loaders_fires_if_it_stood_still() -> None:
    assert may(against("zu_rif", "mass").at("fire", "na"))


@pytest.mark.rule("BFE-MF-6")
def test_any_move_keeps_muzzle_loaders_from_firing() -> None:
    state = marched(against("zu_rif", "mass"), "a", 3, Move("na", "a", 905, E))
    assert refused(state, side="na") == ["BFE-MF-6"]


@pytest.mark.rule("BFE-MF-7")
def test_a_change_of_formation_keeps_formed_muzzle_loaders_from_firing() -> None:
    state = marched(against("nnc", "skirmish"), "a", 3, Form("br", "a", "line"))
    assert refused(state) == ["BFE-MF-7"]


@pytest.mark.rule("BFE-MF-8")
def test_a_wheel_or_a_change_of_facing_keeps_formed_muzzle_loaders_from_firing() -> None:
    state = marched(
        Field().unit("a", "zu_rif", 805, "W", "mass").unit("x", "br_line", 1205), "a", 3, Face("na", "a", E)
    )
    assert refused(state, side="na") == ["BFE-MF-7"]
    wheeled = marched(against("nnc", "line"), "a", 3, Face("br", "a", 0), Face("br", "a", E))
    assert refused(wheeled) == ["BFE-MF-7"]


@pytest.mark.rule("BFE-MF-9")
def test_breech_loaders_move_their_full_allowance_and_fire_at_one_less() -> None:
    field = Field().unit("a", "br_line", 505, "E").unit("x", "dv_spr", 1205, "W")
    state = marched(field, "a", 3, Move("br", "a", 806, E))
    assert (state.units["a"].moved, refused(state)) == (3, [])
    assert (aimed(state).need, aimed(state).dice) == (5, 4)
    assert (aimed(field.at("fire")).hexes, aimed(state).hexes) == (7, 4)
    assert "moved" in [term.label for term in aimed(state).terms]


@pytest.mark.parametrize("kind", ["br_line", "eg_98", "bo_81"])
@pytest.mark.rule("BFE-MF-9")
def test_europeans_recruits_and_boers_alike_move_and_fire(kind: str) -> None:
    still, moved = against(kind).at("fire"), against(kind, moved=3, full=3).at("fire")
    assert aimed(moved).need == aimed(still).need + 1
    assert aimed(moved).dice == aimed(still).dice


@pytest.mark.rule("BFE-MF-9")
def test_natives_with_breech_loaders_stand_still_to_fire() -> None:
    assert refused(against("af_reg", moved=1).at("fire", "na"), side="na") == ["BFE-MF-9"]
    assert may(against("af_reg").at("fire", "na"))


@pytest.mark.rule("BFE-MF-10")
def test_that_move_may_be_a_change_of_formation_or_facing() -> None:
    formed = marched(against("br_line"), "a", 3, Form("br", "a", "skirmish"))
    turned = marched(
        Field().unit("a", "br_line", 805, "SSE").unit("x", "dv_spr", 1205, "W"), "a", 3, Face("br", "a", E)
    )
    for state in (formed, turned):
        assert refused(state) == []
        assert (aimed(state).need, aimed(state).dice) == (5, 4)


@pytest.mark.rule("BFE-MF-10", "BFE-ELG-5")
def test_that_move_may_be_dismounting() -> None:
    state = marched(against("hussar"), "a", 5, Dismount("br", "a"))
    assert refused(state) == []
    still = against("hussar", traits=("dismounted",)).at("fire")
    assert aimed(state).need == aimed(still).need + 1
    assert aimed(state).dice == 4


@pytest.mark.rule("BFE-MF-11")
def test_boers_pay_for_moving_too() -> None:
    state = against("bo_81", moved=1, full=2, allowance=1).at("fire", "na")
    assert [(term.value, term.rule) for term in aimed(state).terms if term.label == "moved"] == [(-1, "BFE-MF-11")]


@pytest.mark.rule("BFE-BASE-5")
def test_before_the_sheet_boers_stood_still_to_fire() -> None:
    field = against("bo_81", moved=1).option(boers_move_and_fire=False)
    assert refused(field.at("fire", "na"), side="na") == ["BFE-BASE-5"]
    assert may(against("bo_81").option(boers_move_and_fire=False).at("fire", "na"))


@pytest.mark.rule("BFE-MF-12")
def test_no_unit_charges_and_fires_in_one_turn() -> None:
    state = against("br_line", charged="x").at("fire")
    assert "BFE-MF-12" in refused(state)


@pytest.mark.rule("BFE-MF-13", "BFE-MF-14", "BFE-MF-15")
def test_moving_muzzle_loading_skirmishers_fire_after_half_a_move_with_half_their_stands_at_one_less() -> None:
    field = against("pa_trb", "skirmish")
    still = field.at("fire", "na")
    one = marched(field, "a", 3, Move("na", "a", 905, E))
    two = marched(field, "a", 3, Move("na", "a", 1005, E))
    assert (aimed(still).dice, aimed(one).dice) == (4, 2)
    assert [(term.value, term.rule) for term in aimed(one).terms if term.label == "moved"] == [(-1, "BFE-MF-15")]
    assert (refused(one, side="na"), refused(two, side="na")) == ([], ["BFE-MF-13"])


@pytest.mark.rule("BFE-MF-13", "BFE-MF-14")
def test_of_three_hexes_muzzle_loading_skirmishers_may_use_one_and_fire_two_dice() -> None:
    state = against("pa_trb", "skirmish", moved=1, full=3, allowance=2).at("fire", "na")
    assert (aimed(state).dice, aimed(state).need) == (2, 6)


@pytest.mark.rule("BFE-MF-16")
def test_the_half_move_may_be_a_step_back_or_a_turn() -> None:
    back = marched(against("pa_trb", "skirmish"), "a", 3, Move("na", "a", 705, E))
    turned = marched(
        Field().unit("a", "pa_trb", 805, "NNE", "skirmish").unit("x", "br_line", 1005, "W"), "a", 3, Face("na", "a", E)
    )
    for state in (back, turned):
        assert refused(state, side="na") == []
        assert aimed(state).dice == 2


@pytest.mark.rule("BFE-MF-17")
def test_a_half_move_that_ends_in_contact_is_a_charge_and_bars_fire() -> None:
    field = Field().unit("a", "pa_trb", 805, "E", "skirmish").unit("x", "br_line", 1005, "W")
    state = marched(field, "a", 3, Charge("na", "a", "x"))
    assert "BFE-MF-12" in refused(state, side="na")


@pytest.mark.rule("BFE-MF-18")
def test_a_unit_that_takes_up_skirmish_order_fires_as_moving_skirmishers() -> None:
    state = marched(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"))
    assert refused(state) == []
    found = fire_stance(state, state.units["a"])
    assert (found.moved, found.half, found.rule) == (True, True, "BFE-MF-18")
    pathans = marched(against("pa_trb", "mass"), "a", 3, Form("na", "a", "skirmish"))
    assert aimed(pathans).dice == 2


@pytest.mark.rule("BFE-MF-19")
def test_after_a_further_move_it_does_not_fire() -> None:
    after = marched(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"), Move("br", "a", 905, E))
    before = marched(against("nnc", "line"), "a", 3, Move("br", "a", 905, E), Form("br", "a", "skirmish"))
    there, back = Face("br", "a", 0), Face("br", "a", E)
    turned = marched(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"), there, back)
    assert [refused(state) for state in (after, before, turned)] == [["BFE-MF-19"]] * 3


@pytest.mark.rule("BFE-MF-13", "BFE-MF-19")
def test_of_a_longer_move_too_nothing_may_go_with_the_change_however_little_of_it_is_used() -> None:
    state = marched(against("nnc", "line"), "a", 6, Form("br", "a", "skirmish"), Move("br", "a", 905, E))
    assert (state.units["a"].moved, state.units["a"].full) == (1, 6)
    assert refused(state) == ["BFE-MF-19"]


@pytest.mark.rule("BFE-MF-20")
def test_most_natives_in_skirmish_order_fire_after_the_change_or_after_nothing() -> None:
    changed = marched(against("dv_rif", "mass"), "a", 4, Form("na", "a", "skirmish"))
    assert refused(changed, side="na") == []
    assert aimed(changed).dice == 2
    driven = against("dv_rif", "skirmish", moved=2).at("fire", "na")
    assert refused(driven, side="na") == ["BFE-MF-20"]
    assert may(against("dv_rif", "skirmish").at("fire", "na"))


@pytest.mark.rule("BFE-MF-21")
def test_most_natives_do_not_move_while_in_skirmish_order() -> None:
    state = in_hand(against("dv_rif", "skirmish").at("movement", "na"), "a", 3)
    assert rules_of(allowed(state, Move("na", "a", 905, E))) == ["BFE-MF-21"]
    assert "BFE-MF-21" in rules_of(barred_from_charging(state, state.units["a"]))


@pytest.mark.parametrize("kind", ["pa_trb", "bo_81"])
@pytest.mark.rule("BFE-MF-22")
def test_pathans_and_boers_move_in_skirmish_order_and_fire(kind: str) -> None:
    state = in_hand(against(kind, "skirmish").at("movement", "na"), "a", 3)
    assert allowed(state, Move("na", "a", 905, E)) == ()
    after = marched(against(kind, "skirmish"), "a", 3, Move("na", "a", 905, E))
    assert allowed(after, Fire("na", "a", "x", 0)) == ()


@pytest.mark.rule("BFE-MF-6", "BFE-MF-9")
def test_a_recoil_counts_as_moving() -> None:
    state = against("br_line", moved=2, shaken=True).at("fire")
    assert "moved" in [term.label for term in aimed(state).terms]
