"""The sheet's rules on moving and firing: by firearm, then by training and formation."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.charging import barred_from_charging
from rules.battles_for_empire.commands import Charge, Dismount, Face, Fire, Form, Move
from rules.battles_for_empire.eligibility import fire_stance
from rules.battles_for_empire.state import FACINGS, State
from tests.battles_for_empire.field import Field, in_hand, refusals, rules_of
from tests.battles_for_empire.shooting import aim, field_side, march, refused_rules

W, E = 4, 1


def against(kind: str, formation: str = "", **body: Any) -> Field:
    """Return a unit "a" of a kind facing east, and a distant enemy "x" in its arc, 4 hexes away."""
    field = Field().unit("a", kind, 805, "E", formation, **body)
    side = field_side(field, "a")
    enemy = "dv_spr" if side == "br" else "br_line"
    return field.unit("x", enemy, 1205, "W")


def may(state: State) -> bool:
    return not refused_rules(state, side=state.units["a"].side)


@pytest.mark.rule("BFE-MF-1")
def test_weapon_class_and_formation_decide_whether_one_may_move_and_fire() -> None:
    data = {}
    for kind, formation in (("br_line", ""), ("bo_81", ""), ("pa_trb", "skirmish"), ("zu_rif", "mass"), ("af_reg", "")):
        state = against(kind, formation, moved=1, full=3, allowance=2).at("fire")
        found = fire_stance(state, state.units["a"])
        data[kind] = (bool(found.refusal), found.half)
    assert data == {
        "br_line": (False, False),
        "bo_81": (False, False),
        "pa_trb": (False, True),
        "zu_rif": (True, False),
        "af_reg": (True, False),
    }


@pytest.mark.rule("BFE-MF-2")
def test_a_machine_gun_that_moved_does_not_fire() -> None:
    state = march(against("mg_gar"), "a", 1, Move("br", "a", 905, E))
    assert refused_rules(state, dice=6)[0] == "BFE-MF-2"


@pytest.mark.rule("BFE-MF-2")
def test_a_limbered_machine_gun_does_not_fire() -> None:
    assert refused_rules(against("mg_gar", limbered=True).at("fire"), dice=6) == ["BFE-MF-2"]


@pytest.mark.rule("BFE-MF-3", "BFE-MG-H3")
def test_a_machine_gun_may_pivot_by_any_angle_and_fire_as_moving() -> None:
    field = Field().unit("a", "mg_gar", 805, "W").unit("x", "dv_spr", 1305, "W")
    still, turned = field.at("fire"), march(field, "a", 1, Face("br", "a", E))
    assert refused_rules(still, dice=6) == ["BFE-FRM-H2"]
    assert refused_rules(turned, dice=6) == []
    assert aim(turned, dice=6).need == 6
    assert [term.rule for term in aim(turned).terms] == ["BFE-MF-3"]


@pytest.mark.parametrize("facing", range(6))
@pytest.mark.rule("BFE-MF-3", "BFE-MG-H3")
def test_a_pivot_to_any_facing_costs_one(facing: int) -> None:
    there = {0: 802, 1: 1105, 2: 1006, 3: 808, 4: 505, 5: 604}[facing]
    field = Field().unit("a", "mg_gar", 805, FACINGS[(facing + 3) % 6]).unit("x", "dv_spr", there, "W")
    turned = march(field, "a", 1, Face("br", "a", facing))
    assert refused_rules(turned, dice=6) == []
    assert (-1, "BFE-MF-3") in [(term.value, term.rule) for term in aim(turned).terms]


@pytest.mark.rule("BFE-MF-4")
def test_formed_foot_with_muzzle_loaders_fires_if_it_stood_still() -> None:
    assert may(against("nnc", "line").at("fire"))


@pytest.mark.rule("BFE-MF-5")
def test_massed_foot_with_muzzle_loaders_fires_if_it_stood_still() -> None:
    assert may(against("zu_rif", "mass").at("fire", "na"))


@pytest.mark.rule("BFE-MF-6")
def test_any_move_keeps_muzzle_loaders_from_firing() -> None:
    state = march(against("zu_rif", "mass"), "a", 3, Move("na", "a", 905, E))
    assert refused_rules(state, side="na") == ["BFE-MF-6"]


@pytest.mark.rule("BFE-MF-7")
def test_a_change_of_formation_keeps_formed_muzzle_loaders_from_firing() -> None:
    state = march(against("nnc", "skirmish"), "a", 3, Form("br", "a", "line"))
    assert refused_rules(state) == ["BFE-MF-7"]


@pytest.mark.rule("BFE-MF-8")
def test_a_wheel_or_a_change_of_facing_keeps_formed_muzzle_loaders_from_firing() -> None:
    state = march(Field().unit("a", "zu_rif", 805, "W", "mass").unit("x", "br_line", 1205), "a", 3, Face("na", "a", E))
    assert refused_rules(state, side="na") == ["BFE-MF-7"]
    wheeled = march(against("nnc", "line"), "a", 3, Face("br", "a", 0), Face("br", "a", E))
    assert refused_rules(wheeled) == ["BFE-MF-7"]


@pytest.mark.rule("BFE-MF-9")
def test_breech_loaders_move_their_full_allowance_and_fire_at_one_less() -> None:
    field = Field().unit("a", "br_line", 505, "E").unit("x", "dv_spr", 1205, "W")
    state = march(field, "a", 3, Move("br", "a", 806, E))
    assert (state.units["a"].moved, refused_rules(state)) == (3, [])
    assert (aim(state).need, aim(state).dice) == (5, 4)
    assert (aim(field.at("fire")).hexes, aim(state).hexes) == (7, 4)
    assert "moved" in [term.label for term in aim(state).terms]


@pytest.mark.parametrize("kind", ["br_line", "eg_98", "bo_81"])
@pytest.mark.rule("BFE-MF-9")
def test_europeans_recruits_and_boers_alike_move_and_fire(kind: str) -> None:
    still, moved = against(kind).at("fire"), against(kind, moved=3, full=3).at("fire")
    assert aim(moved).need == aim(still).need + 1
    assert aim(moved).dice == aim(still).dice


@pytest.mark.rule("BFE-MF-9")
def test_natives_with_breech_loaders_stand_still_to_fire() -> None:
    assert refused_rules(against("af_reg", moved=1).at("fire", "na"), side="na") == ["BFE-MF-9"]
    assert may(against("af_reg").at("fire", "na"))


@pytest.mark.rule("BFE-MF-10")
def test_that_move_may_be_a_change_of_formation_or_facing() -> None:
    formed = march(against("br_line"), "a", 3, Form("br", "a", "skirmish"))
    turned = march(Field().unit("a", "br_line", 805, "SSE").unit("x", "dv_spr", 1205, "W"), "a", 3, Face("br", "a", E))
    for state in (formed, turned):
        assert refused_rules(state) == []
        assert (aim(state).need, aim(state).dice) == (5, 4)


@pytest.mark.rule("BFE-MF-10", "BFE-ELG-5")
def test_that_move_may_be_dismounting() -> None:
    state = march(against("hussar"), "a", 5, Dismount("br", "a"))
    assert refused_rules(state) == []
    still = against("hussar", traits=("dismounted",)).at("fire")
    assert aim(state).need == aim(still).need + 1
    assert aim(state).dice == 4


@pytest.mark.rule("BFE-MF-11")
def test_boers_pay_for_moving_too() -> None:
    state = against("bo_81", moved=1, full=2, allowance=1).at("fire", "na")
    assert [(term.value, term.rule) for term in aim(state).terms if term.label == "moved"] == [(-1, "BFE-MF-11")]


@pytest.mark.rule("BFE-BASE-5")
def test_before_the_sheet_boers_stood_still_to_fire() -> None:
    field = against("bo_81", moved=1).option(boers_move_and_fire=False)
    assert refused_rules(field.at("fire", "na"), side="na") == ["BFE-BASE-5"]
    assert may(against("bo_81").option(boers_move_and_fire=False).at("fire", "na"))


@pytest.mark.rule("BFE-MF-12")
def test_no_unit_charges_and_fires_in_one_turn() -> None:
    state = against("br_line", charged="x").at("fire")
    assert "BFE-MF-12" in refused_rules(state)


@pytest.mark.rule("BFE-MF-13", "BFE-MF-14", "BFE-MF-15")
def test_moving_muzzle_loading_skirmishers_fire_after_half_a_move_with_half_their_stands_at_one_less() -> None:
    field = against("pa_trb", "skirmish")
    still = field.at("fire", "na")
    one = march(field, "a", 3, Move("na", "a", 905, E))
    two = march(field, "a", 3, Move("na", "a", 1005, E))
    assert (aim(still).dice, aim(one).dice) == (4, 2)
    assert [(term.value, term.rule) for term in aim(one).terms if term.label == "moved"] == [(-1, "BFE-MF-15")]
    assert (refused_rules(one, side="na"), refused_rules(two, side="na")) == ([], ["BFE-MF-13"])


@pytest.mark.rule("BFE-MF-13", "BFE-MF-14")
def test_of_three_hexes_muzzle_loading_skirmishers_may_use_one_and_fire_two_dice() -> None:
    state = against("pa_trb", "skirmish", moved=1, full=3, allowance=2).at("fire", "na")
    assert (aim(state).dice, aim(state).need) == (2, 6)


@pytest.mark.rule("BFE-MF-16")
def test_the_half_move_may_be_a_step_back_or_a_turn() -> None:
    back = march(against("pa_trb", "skirmish"), "a", 3, Move("na", "a", 705, E))
    turned = march(
        Field().unit("a", "pa_trb", 805, "NNE", "skirmish").unit("x", "br_line", 1005, "W"), "a", 3, Face("na", "a", E)
    )
    for state in (back, turned):
        assert refused_rules(state, side="na") == []
        assert aim(state).dice == 2


@pytest.mark.rule("BFE-MF-17")
def test_a_half_move_that_ends_in_contact_is_a_charge_and_bars_fire() -> None:
    field = Field().unit("a", "pa_trb", 805, "E", "skirmish").unit("x", "br_line", 1005, "W")
    state = march(field, "a", 3, Charge("na", "a", "x"))
    assert "BFE-MF-12" in refused_rules(state, side="na")


@pytest.mark.rule("BFE-MF-18")
def test_a_unit_that_takes_up_skirmish_order_fires_as_moving_skirmishers() -> None:
    state = march(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"))
    assert refused_rules(state) == []
    found = fire_stance(state, state.units["a"])
    assert (found.moved, found.half, found.rule) == (True, True, "BFE-MF-18")
    pathans = march(against("pa_trb", "mass"), "a", 3, Form("na", "a", "skirmish"))
    assert aim(pathans).dice == 2


@pytest.mark.rule("BFE-MF-19")
def test_after_a_further_move_it_does_not_fire() -> None:
    after = march(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"), Move("br", "a", 905, E))
    before = march(against("nnc", "line"), "a", 3, Move("br", "a", 905, E), Form("br", "a", "skirmish"))
    there, back = Face("br", "a", 0), Face("br", "a", E)
    turned = march(against("nnc", "line"), "a", 3, Form("br", "a", "skirmish"), there, back)
    assert [refused_rules(state) for state in (after, before, turned)] == [["BFE-MF-19"]] * 3


@pytest.mark.rule("BFE-MF-13", "BFE-MF-19")
def test_of_a_longer_move_too_nothing_may_go_with_the_change_however_little_of_it_is_used() -> None:
    state = march(against("nnc", "line"), "a", 6, Form("br", "a", "skirmish"), Move("br", "a", 905, E))
    assert (state.units["a"].moved, state.units["a"].full) == (1, 6)
    assert refused_rules(state) == ["BFE-MF-19"]


@pytest.mark.rule("BFE-MF-20")
def test_most_natives_in_skirmish_order_fire_after_the_change_or_after_nothing() -> None:
    changed = march(against("dv_rif", "mass"), "a", 4, Form("na", "a", "skirmish"))
    assert refused_rules(changed, side="na") == []
    assert aim(changed).dice == 2
    driven = against("dv_rif", "skirmish", moved=2).at("fire", "na")
    assert refused_rules(driven, side="na") == ["BFE-MF-20"]
    assert may(against("dv_rif", "skirmish").at("fire", "na"))


@pytest.mark.rule("BFE-MF-21")
def test_most_natives_do_not_move_while_in_skirmish_order() -> None:
    state = in_hand(against("dv_rif", "skirmish").at("movement", "na"), "a", 3)
    assert rules_of(refusals(state, Move("na", "a", 905, E))) == ["BFE-MF-21"]
    assert "BFE-MF-21" in rules_of(barred_from_charging(state, state.units["a"]))


@pytest.mark.parametrize("kind", ["pa_trb", "bo_81"])
@pytest.mark.rule("BFE-MF-22")
def test_pathans_and_boers_move_in_skirmish_order_and_fire(kind: str) -> None:
    state = in_hand(against(kind, "skirmish").at("movement", "na"), "a", 3)
    assert refusals(state, Move("na", "a", 905, E)) == ()
    after = march(against(kind, "skirmish"), "a", 3, Move("na", "a", 905, E))
    assert refusals(after, Fire("na", "a", "x", 0)) == ()


@pytest.mark.rule("BFE-MF-6", "BFE-MF-9")
def test_a_recoil_counts_as_moving() -> None:
    state = against("br_line", moved=2, shaken=True).at("fire")
    assert "moved" in [term.label for term in aim(state).terms]
