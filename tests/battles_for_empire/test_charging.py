"""Charging: contact, who may charge, camelry, leaving a melee."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.charging import charge_path
from rules.battles_for_empire.commands import Charge, Conduct, Fire, Move
from rules.battles_for_empire.events import BecameShaken, CamelryShaken, Charged, ContactEnded
from rules.battles_for_empire.state import Contact, State, is_engaged
from rules.kernel.hexes import neighbour
from tests.battles_for_empire.field import After, Field, give, in_hand, list_offers, refusals, rules_of
from tests.battles_for_empire.shooting import to_fire


def beside(
    kind: str, target: str, *, allowance: int = 4, facing: str = "W", field: Field | None = None, **body: Any
) -> State:
    """Return an active unit d three hexes from a target t: 805 and 1105."""
    made = (field or Field()).unit("d", kind, 805, "E", side="na").unit("t", target, 1105, facing, side="br", **body)
    return in_hand(made.at("movement", "na"), "d", allowance)


def charge(state: State) -> After:
    """Let d charge t."""
    return give(state, Charge("na", "d", "t"))


# ---------------------------------------------------------------------- contact


@pytest.mark.rule("BFE-CHG-1")
def test_a_charge_is_a_move_into_contact() -> None:
    after = charge(beside("dv_spr", "br_line"))
    unit = after.unit("d")
    assert unit.hex in {neighbour(1105, d) for d in range(6)}
    assert after.state.contacts == (Contact("d", "t", 2),)
    assert (unit.charged, unit.allowance, after.state.in_hand) == ("t", 0, "")
    assert [(event.unit, event.target) for event in after.of(Charged)] == [("d", "t")]


@pytest.mark.rule("BFE-CHG-1")
def test_an_ordinary_move_next_to_an_enemy_is_no_contact() -> None:
    state = beside("dv_spr", "br_line")
    after = give(state, Move("na", "d", neighbour(1105, 4), 1))
    assert after.state.contacts == () and after.unit("d").charged == ""


@pytest.mark.rule("BFE-CHG-1", "BFE-MAN-H8")
def test_the_whole_way_must_be_paid_for() -> None:
    assert refusals(beside("dv_spr", "br_line", allowance=2), Charge("na", "d", "t")) == ()
    near = beside("dv_spr", "br_line", allowance=1)
    assert rules_of(refusals(near, Charge("na", "d", "t"))) == ["BFE-CHG-1"]
    assert list_offers(near, "charge") == []


@pytest.mark.rule("BFE-MAN-H9")
def test_a_charge_from_the_next_hex_costs_one() -> None:
    field = Field().unit("d", "dv_spr", neighbour(1105, 1), "W").unit("t", "br_line", 1105, "W")
    state = in_hand(field.at("movement", "na"), "d", 1)
    way = charge_path(state, state.units["d"], state.units["t"])
    assert way is not None and way.cost == 1 and len(way.path) == 1
    after = charge(state)
    assert is_engaged(after.state, after.unit("d")) and after.unit("d").facing == 4
    spent = in_hand(field.at("movement", "na"), "d", 0)
    assert rules_of(refusals(spent, Charge("na", "d", "t"))) == ["BFE-CHG-1"]


@pytest.mark.rule("BFE-MF-12", "BFE-MAN-H9")
def test_who_charges_from_the_next_hex_does_not_fire_either() -> None:
    """The sheet: a unit may not charge and fire in the same turn. Two orders: the charge, then the fire."""
    field = Field().unit("d", "br_line", neighbour(1105, 1), "W").unit("t", "dv_spr", 1105, "W")
    after = give(in_hand(field.at("movement"), "d", 1), Charge("br", "d", "t"))
    assert after.unit("d").charged == "t"
    assert "BFE-MF-12" in rules_of(refusals(to_fire(after.state), Fire("br", "d", "t", 0)))


@pytest.mark.rule("BFE-MAN-H8")
def test_the_target_stands_before_the_charger_and_a_line_has_to_wheel_for_that() -> None:
    field = Field().unit("a", "br_line", 805, "E").unit("t", "dv_spr", neighbour(805, 4), "E")
    state = in_hand(field.at("movement"), "a", 3)
    way = charge_path(state, state.units["a"], state.units["t"])
    assert way is not None and way.cost == 2, "two corners on the spot"
    after = give(state, Charge("br", "a", "t"))
    unit = after.unit("a")
    assert neighbour(unit.hex, unit.facing) == after.unit("t").hex or (
        neighbour(unit.hex, (unit.facing + 1) % 6) == after.unit("t").hex
    )


@pytest.mark.rule("BFE-MAN-H8", "BFE-FRM-H6")
def test_a_charge_takes_the_flank_when_it_can() -> None:
    assert charge(beside("dv_spr", "br_line", allowance=6)).of(Charged)[0].flank in ("flank", "rear")
    assert charge(beside("dv_spr", "br_line", allowance=2)).of(Charged)[0].flank == "front"


@pytest.mark.rule("BFE-MAN-H8")
def test_two_units_may_be_in_contact_with_one_front() -> None:
    field = Field().unit("t", "br_line", 1105, "W").unit("d", "dv_spr", 905, "E").unit("e", "dv_spr", 906, "E")
    field.unit("f", "dv_spr", 805, "E").unit("n", "br_line", neighbour(1105, 0), "W")
    field.unit("s", "br_line", neighbour(1105, 3), "W")
    state = give(in_hand(field.at("movement", "na"), "d", 1), Charge("na", "d", "t")).state
    state = give(in_hand(state, "e", 1), Charge("na", "e", "t")).state
    assert {contact.attacker for contact in state.contacts} == {"d", "e"}
    third = in_hand(state, "f", 2)
    assert rules_of(refusals(third, Charge("na", "f", "t"))) == ["BFE-CHG-1"]


# ---------------------------------------------------------------------- who may charge


@pytest.mark.rule("BFE-CHG-4")
@pytest.mark.parametrize("target", ["br_line", "gun_fld", "mg_gar", "hussar", "br_rif", "cam_br"])
def test_a_mounted_unit_may_charge_any_type_of_unit(target: str) -> None:
    assert refusals(beside("dv_hor", target), Charge("na", "d", "t")) == ()


@pytest.mark.rule("BFE-CHG-4")
def test_a_mounted_unit_may_charge_a_square() -> None:
    field = Field().unit("d", "dv_hor", 805, "E").unit("t", "br_line", 1105, "W", "square")
    assert refusals(in_hand(field.at("movement", "na"), "d", 4), Charge("na", "d", "t")) == ()


@pytest.mark.rule("BFE-CHG-5", "BFE-CHG-6")
@pytest.mark.parametrize(("kind", "rule"), [("cam_br", "BFE-CHG-5"), ("cam_eg", "BFE-CHG-6")])
def test_imperial_and_recruit_camelry_never_starts_a_charge(kind: str, rule: str) -> None:
    field = Field().unit("c", kind, 805, "E").unit("x", "dv_spr", 905, "W")
    state = in_hand(field.at("movement"), "c", 4)
    assert rules_of(refusals(state, Charge("br", "c", "x"))) == [rule]
    assert list_offers(state, "charge") == []


@pytest.mark.rule("BFE-CHG-5")
def test_the_camel_corps_on_foot_charges_like_other_foot() -> None:
    field = Field().unit("c", "cam_br", 805, "E", traits=("dismounted",)).unit("x", "dv_spr", 905, "W")
    assert refusals(in_hand(field.at("movement"), "c", 3), Charge("br", "c", "x")) == ()


@pytest.mark.rule("BFE-CHG-9")
def test_native_camelry_charges() -> None:
    assert refusals(beside("dv_cam", "br_line"), Charge("na", "d", "t")) == ()


@pytest.mark.rule("BFE-CHG-7", "BFE-CHG-8")
@pytest.mark.parametrize("kind", ["cam_br", "cam_eg"])
def test_camelry_that_is_charged_is_shaken_at_once(kind: str) -> None:
    after = charge(beside("dv_spr", kind))
    assert after.unit("t").shaken
    assert after.of(BecameShaken)[0].rule == "BFE-CHG-7"
    assert [(event.unit, event.by) for event in after.of(CamelryShaken)] == [("t", "d")]


@pytest.mark.parametrize("body", [{}, {"rallied": True}, {"taken_up": True}, {"moved": 2}, {"low": True}])
@pytest.mark.rule("BFE-CHG-7", "BFE-CHG-8")
def test_camelry_that_is_charged_is_shaken_whatever_it_did_before(body: dict[str, Any]) -> None:
    """The sheet: if charged themselves, they immediately become Shaken. It knows no exception."""
    after = charge(beside("dv_spr", "cam_br", **body))
    assert after.unit("t").shaken and len(after.of(CamelryShaken)) == 1


@pytest.mark.rule("BFE-CHG-7")
def test_camels_held_behind_their_dismounted_riders_frighten_nobody() -> None:
    field = Field().unit("d", "dv_spr", 905, "E").unit("t", "cam_br", 1105, "W", traits=("dismounted",))
    after = charge(in_hand(field.at("movement", "na"), "d", 4))
    assert not after.unit("t").shaken and after.of(CamelryShaken) == []


@pytest.mark.rule("BFE-CHG-7")
def test_other_horse_and_foot_are_not_shaken_by_a_charge() -> None:
    for kind in ("hussar", "br_line"):
        assert not charge(beside("dv_spr", kind)).unit("t").shaken


@pytest.mark.rule("BFE-BASE-4")
def test_without_the_sheets_exception_camelry_charges_and_is_not_shaken() -> None:
    field = Field().unit("c", "cam_br", 805, "E").unit("x", "dv_spr", 905, "W").option(camelry_exception=False)
    assert refusals(in_hand(field.at("movement"), "c", 4), Charge("br", "c", "x")) == ()
    assert not charge(beside("dv_spr", "cam_br", field=Field().option(camelry_exception=False))).unit("t").shaken


@pytest.mark.rule("BFE-PUB-16")
def test_mounted_boers_shun_formed_and_massed_targets_with_the_option() -> None:
    def refused_rules(target: str, formation: str, shy: bool) -> list[str]:
        field = Field().unit("d", "bo_mtd", 805, "E").unit("t", target, 1105, "W", formation)
        state = in_hand(field.option(boer_mounted_shy=shy).at("movement", "na"), "d", 5)
        return rules_of(refusals(state, Charge("na", "d", "t")))

    assert refused_rules("br_line", "line", False) == []
    assert refused_rules("br_line", "line", True) == ["BFE-PUB-16"]
    assert refused_rules("br_line", "skirmish", True) == []


@pytest.mark.rule("BFE-CON-H7")
def test_shaken_units_do_not_charge() -> None:
    field = Field().unit("d", "dv_spr", 905, "E", shaken=True).unit("t", "br_line", 1105, "W")
    state = in_hand(field.at("movement", "na"), "d", 4)
    assert rules_of(refusals(state, Charge("na", "d", "t"))) == ["BFE-CON-H7"]


@pytest.mark.rule("BFE-MAN-H8")
def test_guns_and_squares_do_not_charge() -> None:
    for kind, formation in (("gun_fld", ""), ("mg_gar", ""), ("br_line", "square")):
        field = Field().unit("a", kind, 805, "E", formation).unit("x", "dv_spr", 905, "W")
        assert "BFE-MAN-H8" in rules_of(refusals(in_hand(field.at("movement"), "a", 1), Charge("br", "a", "x")))


@pytest.mark.rule("BFE-MF-21")
def test_natives_in_skirmish_order_do_not_charge() -> None:
    field = Field().unit("d", "dv_rif", 905, "E", "skirmish").unit("t", "br_line", 1105, "W")
    state = in_hand(field.at("movement", "na"), "d", 4)
    assert rules_of(refusals(state, Charge("na", "d", "t"))) == ["BFE-MF-21"]


@pytest.mark.rule("BFE-MF-12", "BFE-MF-17")
def test_a_charge_is_remembered_for_the_fire_phase() -> None:
    assert charge(beside("dv_spr", "br_line")).unit("d").charged == "t"


@pytest.mark.rule("BFE-CHG-1")
def test_a_charge_at_friends_or_nobody_is_refused() -> None:
    state = beside("dv_spr", "br_line")
    assert rules_of(refusals(state, Charge("na", "d", "d"))) == ["BFE-CHG-1"]
    assert rules_of(refusals(state, Charge("na", "d", "nobody"))) == ["BFE-CHG-1"]
    assert rules_of(refusals(state, Charge("na", "nobody", "t"))) == ["BFE-CHG-1"]


# ---------------------------------------------------------------------- leaving a melee


def in_melee(kind: str, shaken: bool = False) -> Field:
    """Return a British unit a that spears x charged last turn."""
    field = Field().unit("a", kind, 805, "E", shaken=shaken).unit("x", "dv_spr", 905, "W")
    return field.contact("x", "a", 1, 1)


@pytest.mark.rule("BFE-CHG-2")
def test_a_unit_in_contact_does_not_move_of_its_own_will() -> None:
    state = in_hand(in_melee("br_line").at("movement"), "a", 3)
    assert rules_of(refusals(state, Move("br", "a", 705, 1))) == ["BFE-CHG-2"]
    assert "BFE-CHG-2" in rules_of(refusals(state, Charge("br", "a", "x")))
    assert list_offers(state, "move") == []


@pytest.mark.rule("BFE-CHG-2")
def test_nor_does_a_charger_once_it_is_in_contact() -> None:
    field = Field().unit("d", "dv_spr", 805, "E").unit("t", "br_line", 905, "W").contact("d", "t", 1, 1)
    assert rules_of(refusals(field.at("movement", "na"), Conduct("na", "d"))) == ["BFE-CHG-2"]


@pytest.mark.rule("BFE-CHG-3", "BFE-MAN-H13")
def test_imperial_horse_may_leave_a_melee_in_its_own_movement() -> None:
    state = give(in_melee("hussar").at("movement"), Conduct("br", "a"), 3).state
    assert state.units["a"].allowance == 5
    goal = next(command for command in list_offers(state, "move") if isinstance(command, Move))
    after = give(state, goal)
    assert after.state.contacts == () and len(after.of(ContactEnded)) == 1


@pytest.mark.rule("BFE-CHG-3")
def test_recruits_on_horses_leave_a_melee_too_unless_the_option_holds_them() -> None:
    free, held = in_melee("col_mtd"), in_melee("col_mtd").option(recruits_held=True)
    assert refusals(free.at("movement"), Conduct("br", "a")) == ()
    assert rules_of(refusals(held.at("movement"), Conduct("br", "a"))) == ["BFE-CHG-2"]
    assert refusals(in_melee("hussar").option(recruits_held=True).at("movement"), Conduct("br", "a")) == ()


@pytest.mark.rule("BFE-CHG-2", "BFE-CHG-3")
def test_mounted_boers_in_contact_are_held_like_everybody_but_imperial_horse() -> None:
    """The sheet: with the exception of Imperial mounted units nobody moves until there is no more contact."""
    field = Field().unit("d", "bo_mtd", 805, "E").unit("t", "br_line", 905, "W").contact("t", "d", 1, 1)
    assert rules_of(refusals(field.at("movement", "na"), Conduct("na", "d"))) == ["BFE-CHG-2"]
    held = in_hand(field.at("movement", "na"), "d", 5)
    assert list_offers(held, "move") == [] and rules_of(refusals(held, Move("na", "d", 705, 1))) == ["BFE-CHG-2"]


@pytest.mark.rule("BFE-MAN-H13")
def test_shaken_horse_and_native_horse_may_not() -> None:
    shaken = give(in_melee("hussar", shaken=True).at("movement"), Conduct("br", "a"), 6).state
    assert shaken.units["a"].allowance == 0 and list_offers(shaken, "move") == []
    native = Field().unit("d", "dv_hor", 805, "E").unit("t", "br_line", 905, "W").contact("d", "t", 1, 1)
    assert rules_of(refusals(native.at("movement", "na"), Conduct("na", "d"))) == ["BFE-CHG-2"]


@pytest.mark.rule("BFE-CHG-2", "BFE-CHG-3")
def test_horse_in_melee_does_not_charge_somebody_else_before_it_is_out() -> None:
    field = in_melee("hussar").unit("y", "dv_spr", 803, "W")
    state = give(field.at("movement"), Conduct("br", "a"), 3).state
    assert rules_of(refusals(state, Charge("br", "a", "y"))) == ["BFE-CHG-2"]
