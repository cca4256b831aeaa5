"""Melee: who rolls how many dice, needs, the loser, walls and squares, guns taken, leaders."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.commands import Fight, FollowUp
from rules.battles_for_empire.conduct import conduct_terms
from rules.battles_for_empire.events import Captured, Hit, LeaderFell, MeleeFought, Moved, NoWayBack, Recoiled
from rules.battles_for_empire.followup import follow_up
from rules.battles_for_empire.melee import open_melee, owed_fights
from rules.battles_for_empire.melee_needs import Strike, strikes
from rules.battles_for_empire.state import State, with_unit
from rules.kernel.flow import Command, Done
from rules.kernel.odds import odds
from tests.battles_for_empire.field import After, Field, give, list_offers, refusals, rules_of, ruling, system
from tests.battles_for_empire.shooting import fire


def fight(
    foe: str = "dv_spr", kind: str = "br_line", formation: str = "", *, rounds: int = 1, facing: str = "E", **body: Any
) -> Field:
    """Return a unit "a" at 0805 that "x" charged from 0905, its front; `body` is of "a"."""
    field = Field().unit("a", kind, 805, facing, formation, **body)
    side = "na" if field.forces[0].side == "br" else "br"
    return field.unit("x", foe, 905, "W", side=side).contact("x", "a", rounds=rounds)


def melee_dice(state: State, name: str = "a") -> dict[str, tuple[int, int]]:
    """Return dice and needs of all units in the melee around a unit; a square's rolls one by one."""
    onset, reply = strikes(state, state.units[name])
    found: list[Strike] = [*onset, *reply]
    return {f"{strike.unit}>{'+'.join(strike.against)}": (strike.dice, strike.need) for strike in found}


def labels(state: State, unit: str) -> list[str]:
    """Return the terms of a unit's need."""
    onset, reply = strikes(state, state.units["a"])
    return [term.label for strike in (*onset, *reply) if strike.unit == unit for term in strike.terms]


def melee(state: State, *faces: int, unit: str = "a") -> After:
    return give(state, Fight(state.initiative, unit), *faces)


# ---------------------------------------------------------------------- dice and needs


@pytest.mark.rule("BFE-MEL-H1", "BFE-MEL-H4", "BFE-PUB-7")
def test_ansar_need_five_and_a_british_line_four_with_four_dice_each() -> None:
    assert melee_dice(fight().at("melee")) == {"x>a": (4, 5), "a>x": (4, 4)}


@pytest.mark.rule("BFE-MEL-H1")
def test_boers_and_bad_troops_need_six() -> None:
    assert melee_dice(fight("br_line", "bo_81", "skirmish").at("melee"))["a>x"] == (4, 6)
    assert melee_dice(fight("dv_spr", "eg_83").at("melee"))["a>x"] == (4, 6)


@pytest.mark.rule("BFE-MEL-H2", "BFE-14.1-9")
def test_shaken_disordered_and_low_each_make_it_one_worse_up_to_six() -> None:
    needs = [
        melee_dice(fight(**body).at("melee"))["a>x"][1]
        for body in ({"shaken": True}, {"disordered": 2}, {"low": True}, {"shaken": True, "disordered": 2, "low": True})
    ]
    assert needs == [5, 5, 5, 6]
    pairs = ({"shaken": True, "low": True}, {"disordered": 2, "low": True}, {"shaken": True, "disordered": 2})
    assert [melee_dice(fight(**body).at("melee"))["a>x"][1] for body in pairs] == [6, 6, 6]
    assert melee_dice(fight(shaken=True).option(shaken_unhindered=True).at("melee"))["a>x"][1] == 4


@pytest.mark.rule("BFE-MEL-H2")
def test_skirmishers_are_worse_against_close_order() -> None:
    assert melee_dice(fight(formation="skirmish").at("melee"))["a>x"] == (4, 5)
    loose = (
        Field().unit("a", "br_line", 805, "E", "skirmish").unit("x", "pa_trb", 905, "W", "skirmish").contact("x", "a")
    )
    assert melee_dice(loose.at("melee"))["a>x"] == (4, 4)


@pytest.mark.rule("BFE-MEL-H2", "BFE-PUB-21")
def test_attackers_across_a_wall_or_into_buildings_are_worse_and_across_a_trench_are_not() -> None:
    wall = fight().wall(805, 1, kind="wall").at("melee")
    laager = fight().wall(805, 1, kind="laager").at("melee")
    zareba = fight().wall(805, 1, kind="zareba").at("melee")
    buildings, trench = fight().ground("buildings", 805).at("melee"), fight().ground("trench", 805).at("melee")
    assert [melee_dice(state)["x>a"][1] for state in (wall, laager, zareba, buildings, trench)] == [6, 6, 5, 6, 5]


@pytest.mark.rule("BFE-PUB-21")
def test_a_defender_who_strikes_back_at_an_attacker_in_buildings_or_behind_a_wall_pays_nothing() -> None:
    house, wall = fight().ground("buildings", 905).at("melee"), fight().wall(905, 4).at("melee")
    assert [melee_dice(state)["a>x"][1] for state in (house, wall)] == [4, 4]


@pytest.mark.rule("BFE-MEL-H2")
def test_a_unit_struck_in_flank_or_rear_is_worse() -> None:
    assert melee_dice(fight(facing="SSW").at("melee"))["a>x"] == (4, 5)
    assert melee_dice(fight(facing="W").at("melee"))["a>x"] == (4, 5)
    assert melee_dice(fight(formation="square", facing="W").at("melee"))["a>x"] == (3, 4)


@pytest.mark.rule("BFE-PUB-15", "BFE-MEL-H3")
def test_impetus_is_for_the_first_round_of_horse_and_of_the_wildest_foot_but_never_of_boers() -> None:
    def need(kind: str, rounds: int, formation: str = "") -> int:
        field = Field().unit("a", "dv_spr" if kind == "lancer" else "br_line", 805)
        side = "br" if kind == "lancer" else "na"
        field.unit("x", kind, 905, "W", formation, side=side).contact("x", "a", rounds=rounds)
        return melee_dice(field.at("melee"))["x>a"][1]

    assert [need("lancer", 0), need("lancer", 1)] == [3, 4]
    assert [need("dv_hor", 0), need("dv_bej", 0), need("zu_ibu", 0), need("pa_ghz", 0)] == [4, 4, 4, 4]
    assert [need("dv_spr", 0), need("dv_bej", 1)] == [5, 5]
    assert [need("bo_mtd", 0), need("bo_mtd", 1)] == [6, 6]


@pytest.mark.rule("BFE-PUB-15")
def test_the_impetus_of_horse_is_lost_on_foot() -> None:
    field = Field().unit("a", "dv_spr", 805).unit("x", "hussar", 905, "W", traits=("dismounted",)).contact("x", "a")
    assert "impetus" not in [
        term.label for strike in strikes(field.at("melee"), field.at("melee").units["a"])[0] for term in strike.terms
    ]


@pytest.mark.rule("BFE-MEL-H2", "BFE-MEL-H3")
def test_horse_against_a_square_is_two_worse() -> None:
    assert melee_dice(fight("dv_hor", "br_line", "square", rounds=0).at("melee"))["x>a"] == (4, 6)


@pytest.mark.rule("BFE-FIR-H10")
def test_a_unit_charged_on_the_ground_is_worse_in_the_first_round() -> None:
    assert melee_dice(fight(rounds=0, ground=True).at("melee"))["a>x"][1] == 5
    assert melee_dice(fight(rounds=1, ground=True).at("melee"))["a>x"][1] == 4


@pytest.mark.rule("BFE-MEL-H4")
def test_two_ansar_units_on_one_front_throw_four_and_two_dice() -> None:
    state = fight().unit("y", "dv_spr", 906, "W").contact("y", "a", rounds=1).at("melee")
    first, second = strikes(state, state.units["a"])[0]
    assert [first.dice, second.dice] == [4, 2]
    assert (first.facts, [fact.label for fact in second.facts]) == ((), ["not the first at this front: 2 dice"])


@pytest.mark.rule("BFE-MEL-H4")
def test_a_unit_that_attacks_while_another_attacks_it_fights_with_half_its_dice_and_says_so() -> None:
    state = fight().unit("y", "br_line", 1005, "W").contact("y", "x", rounds=1).at("melee")
    (strike,) = strikes(state, state.units["a"])[0]
    assert (strike.dice, [fact.label for fact in strike.facts]) == (
        2,
        ["half its dice: it attacks one enemy while another attacks it"],
    )


@pytest.mark.rule("BFE-MEL-H4")
def test_units_on_the_flank_throw_all_their_dice() -> None:
    state = fight().unit("y", "dv_spr", 804, "SSE").contact("y", "a", rounds=1).at("melee")
    assert [strike.dice for strike in strikes(state, state.units["a"])[0]] == [4, 4]


@pytest.mark.rule("BFE-MEL-H4")
def test_columns_and_deep_masses_throw_two_dice() -> None:
    assert melee_dice(fight(formation="column").at("melee"))["a>x"][0] == 2
    field = Field().unit("a", "br_line", 805).unit("x", "dv_spr", 905, "W", "deep").contact("x", "a", rounds=1)
    assert melee_dice(field.at("melee"))["x>a"][0] == 2


@pytest.mark.rule("BFE-MEL-H4")
def test_a_square_throws_three_dice_at_each_attacker() -> None:
    state = fight(formation="square").unit("y", "dv_spr", 705, "E").contact("y", "a", rounds=1).at("melee")
    assert melee_dice(state) == {"x>a": (4, 5), "y>a": (4, 5), "a>x": (3, 4), "a>y": (3, 4)}


@pytest.mark.rule("BFE-MG-H1")
def test_a_crew_throws_one_die_that_needs_a_six() -> None:
    assert melee_dice(fight(kind="mg_gar").at("melee"))["a>x"] == (1, 6)


@pytest.mark.rule("BFE-MEL-H4")
def test_a_unit_in_two_melees_throws_half_its_dice_in_each() -> None:
    state = fight().unit("b", "br_line", 1004, "W").contact("b", "x", rounds=1).at("melee")
    assert melee_dice(state)["x>a"][0] == 2
    assert melee_dice(state, "x")["x>b"][0] == 2


@pytest.mark.rule("BFE-MEL-H10")
def test_kills_are_spread_evenly_an_odd_one_on_the_first() -> None:
    state = fight().unit("y", "dv_spr", 906, "W").contact("y", "a", rounds=1).at("melee")
    after = melee(state, 1, 1, 1, 1, 1, 1, 4, 4, 4, 1)
    assert [after.unit(name).kills for name in ("x", "y")] == [2, 1]


# ---------------------------------------------------------------------- the result


@pytest.mark.rule("BFE-MEL-H5")
def test_the_side_that_takes_more_kills_is_shaken_and_recoils_two_hexes() -> None:
    after = melee(fight().at("melee"), 5, 5, 1, 1, 4, 1, 1, 1)
    line = after.unit("a")
    assert (line.kills, line.shaken, line.moved) == (2, True, 2)
    assert [(event.unit, len(event.path)) for event in after.of(Recoiled)] == [("a", 3)]
    assert after.state.contacts == ()
    assert [(event.given, event.taken) for event in after.of(MeleeFought)] == [(1, 2)]


@pytest.mark.rule("BFE-MEL-H5")
def test_all_attackers_fall_back_when_they_lose() -> None:
    state = fight().unit("y", "dv_spr", 906, "W").contact("y", "a", rounds=1).at("melee")
    after = melee(state, 1, 1, 1, 1, 1, 1, 4, 4, 1, 1)
    assert [(after.unit(name).shaken, after.unit(name).moved) for name in ("x", "y")] == [(True, 2), (True, 2)]


@pytest.mark.rule("BFE-MEL-H5")
def test_a_unit_that_was_shaken_recoils_four_and_horse_four_or_six() -> None:
    shaken = melee(fight(shaken=True).at("melee"), 5, 1, 1, 1, 1, 1, 1, 1)
    horse = melee(fight(kind="hussar").at("melee"), 5, 1, 1, 1, 1, 1, 1, 1)
    broken = melee(fight(kind="hussar", shaken=True).at("melee"), 5, 1, 1, 1, 1, 1, 1, 1)
    assert [after.unit("a").moved for after in (shaken, horse, broken)] == [4, 4, 6]


@pytest.mark.rule("BFE-MEL-H5")
def test_equal_kills_keep_the_contact_for_another_round_next_turn() -> None:
    after = melee(fight().at("melee"), 5, 1, 1, 1, 4, 1, 1, 1)
    assert [(contact.attacker, contact.rounds) for contact in after.state.contacts] == [("x", 2)]
    assert not after.unit("a").shaken
    assert rules_of(refusals(after.state, Fight("br", "a"))) == ["BFE-SEQ-H5"]


@pytest.mark.rule("BFE-MEL-H6")
def test_behind_a_wall_a_line_holds_when_it_loses_first_and_recoils_four_when_it_loses_again() -> None:
    field = fight().wall(805, 1)
    first = melee(field.at("melee"), 6, 6, 1, 1, 1, 1, 1, 1)
    assert (first.unit("a").hex, first.unit("a").shaken) == (805, True)
    assert len(first.state.contacts) == 1
    room = ruling(first.state)
    open_melee(room)
    second = melee(room.state, 6, 6, 1, 1, 1, 1, 1, 1)
    assert second.unit("a").moved == 4


@pytest.mark.rule("BFE-MEL-H6")
def test_so_does_a_square_and_a_unit_in_buildings() -> None:
    square = melee(fight(formation="square").at("melee"), 5, 5, 1, 1, 1, 1, 1)
    house = melee(fight().ground("buildings", 805).at("melee"), 6, 6, 1, 1, 1, 1, 1, 1)
    assert [(after.unit("a").hex, after.unit("a").shaken) for after in (square, house)] == [(805, True), (805, True)]


@pytest.mark.rule("BFE-MEL-H6")
@pytest.mark.parametrize(("walls", "holds"), [((1, 4), True), ((1,), False)])
def test_a_wall_towards_one_of_two_victors_does_not_hold_a_unit(walls: tuple[int, ...], holds: bool) -> None:
    field = fight().wall(805, *walls).unit("y", "dv_spr", 706, "E").contact("y", "a", rounds=1)
    after = melee(field.at("melee"), 6, 6, 1, 1, 6, 6, 1, 1, 1, 1, 1, 1)
    assert after.unit("a").shaken
    assert (after.unit("a").hex == 805) is holds


@pytest.mark.rule("BFE-MEL-H7")
def test_a_unit_that_cannot_fall_back_takes_one_kill_more() -> None:
    field = fight()
    for name, h in (("p", 704), ("q", 705), ("r", 706), ("s", 806)):
        field.unit(name, "br_line", h)
    after = melee(field.at("melee"), 5, 5, 1, 1, 1, 1, 1, 1)
    assert (after.unit("a").hex, after.unit("a").kills) == (805, 3)
    assert [event.rule for event in after.of(Hit)] == ["BFE-MEL-H1", "BFE-MEL-H7"]
    assert [(event.unit, event.rule) for event in after.of(NoWayBack)] == [("a", "BFE-MEL-H7")]


@pytest.mark.rule("BFE-MEL-H8", "BFE-MG-H1")
def test_a_machine_gun_that_loses_is_captured_whatever_its_kills() -> None:
    after = melee(fight(kind="mg_gar").at("melee"), 5, 1, 1, 1, 1)
    assert after.unit("a").lost == "captured"
    assert [(event.unit, event.by) for event in after.of(Captured)] == [("a", "x")]
    assert after.state.contacts == ()


@pytest.mark.rule("BFE-MEL-H9")
def test_by_option_victorious_natives_follow_up() -> None:
    faces = (5, 5, 1, 1, 1, 1, 1, 1)
    stays = melee(fight().at("melee"), *faces)
    follows = melee(fight().option(followup=True).at("melee"), *faces)
    assert (stays.unit("x").hex, follows.unit("x").hex) == (905, 805)
    assert [event.rule for event in follows.of(Moved)] == ["BFE-MEL-H9"]


@pytest.mark.rule("BFE-MEL-H9")
def test_horse_does_not_follow_over_a_wall() -> None:
    walled = fight("dv_hor").option(followup=True).wall(805, 1)
    assert melee(walled.at("melee"), 6, 6, 1, 1, 1, 1, 1, 1).unit("x").hex == 905
    shaken = fight("dv_hor", shaken=True).option(followup=True).wall(805, 1)
    after = melee(shaken.at("melee"), 6, 6, 1, 1, 1, 1, 1, 1)
    assert (after.unit("a").moved, after.unit("x").hex) == (4, 905)


@pytest.mark.rule("BFE-MEL-H9")
def test_imperial_victors_are_asked_and_boers_guns_squares_and_camelry_are_not() -> None:
    def follows(kind: str, formation: str = "") -> list[Command]:
        field = Field().unit("a", kind, 805, "E", formation).option(followup=True)
        foe = "br_line" if field.forces[0].side == "na" else "dv_spr"
        state = field.unit("x", foe, 905, "W").contact("x", "a", rounds=1).at("melee", field.forces[0].side)
        victor = state.units["a"]
        empty = with_unit(state, state.units["x"].but(hex=1205)).but(contacts=())
        room = ruling(empty)
        follow_up(room, 905, [victor.id])
        return list_offers(room.state, "follow")

    assert follows("br_line") == [FollowUp("br", "a")]
    assert follows("nnc", "line") == [FollowUp("br", "a")]
    assert [follows(kind) for kind in ("bo_81", "mg_gar", "cam_br")] == [[], [], []]
    assert follows("br_line", "square") == []


@pytest.mark.rule("BFE-MEL-H9", "BFE-CHG-2")
def test_a_victor_still_in_contact_with_another_enemy_does_not_follow() -> None:
    """Once a unit is in melee contact it may not voluntarily move until there is no more contact with the enemy."""
    field = fight().option(followup=True).unit("b", "br_line", 906, "NNW").contact("b", "x", rounds=1)
    after = melee(field.at("melee"), 5, 5, 1, 1, 1, 1)
    assert (after.unit("a").hex != 805, after.unit("x").hex) == (True, 905)


@pytest.mark.rule("BFE-MEL-H5")
def test_when_both_sides_of_a_melee_are_destroyed_nobody_falls_back() -> None:
    field = Field().unit("a", "br_line", 805, "E", kills=7).unit("x", "dv_spr", 905, "W", kills=7)
    after = melee(field.contact("x", "a", rounds=1).at("melee"), 5, 1, 1, 1, 4, 4, 1, 1)
    assert [after.unit(name).lost for name in ("a", "x")] == ["destroyed", "destroyed"]
    lone = Field().unit("a", "br_line", 805, "E", kills=7).unit("x", "dv_spr", 905, "W")
    beaten = melee(lone.contact("x", "a", rounds=1).at("melee"), 5, 1, 1, 1, 4, 4, 1, 1)
    assert (beaten.unit("a").lost, beaten.unit("x").shaken, beaten.unit("x").moved) == ("destroyed", False, 0)


@pytest.mark.rule("BFE-PUB-9", "BFE-MEL-H5")
def test_a_unit_destroyed_in_melee_leaves_the_attackers_free() -> None:
    after = melee(fight(kills=7).at("melee"), 5, 5, 1, 1, 1, 1, 1, 1)
    assert after.unit("a").lost == "destroyed"
    assert after.state.contacts == ()
    assert not after.unit("x").shaken


@pytest.mark.rule("BFE-SEQ-H5")
def test_every_melee_must_be_fought_before_the_phase_ends() -> None:
    state = fight().at("melee")
    assert list_offers(state, "fight") == [Fight("br", "a")]
    assert rules_of(owed_fights(state, "br")) == ["BFE-SEQ-H5"]
    assert rules_of(refusals(state, Done("br"))) == ["BFE-SEQ-H5"]
    assert owed_fights(melee(state, 5, 1, 1, 1, 4, 1, 1, 1).state, "br") == ()
    for name in ("x", "nobody", ""):
        assert rules_of(refusals(state, Fight("br", name))) == ["BFE-SEQ-H5"]


def who_won(events: tuple[Any, ...]) -> str:
    return next(event.result for event in events if isinstance(event, MeleeFought))


@pytest.mark.rule("BFE-MEL-H1", "BFE-MEL-H5")
def test_a_round_of_ansar_against_a_steady_line_goes_mostly_to_the_line() -> None:
    found = odds(system().but(outcome_class=who_won), fight().at("melee"), Fight("br", "a"))
    shares = [found.of(word) for word in ("the charged unit loses", "drawn", "the attackers lose")]
    assert shares == pytest.approx([0.20, 0.25, 0.56], abs=0.06)


# ---------------------------------------------------------------------- leaders


@pytest.mark.rule("BFE-LDR-H2", "BFE-PUB-32")
def test_a_leader_has_one_missed_die_thrown_again() -> None:
    state = fight().unit("l", "leader_1", 805).at("melee")
    after = melee(state, 5, 1, 1, 1, 4, 1, 1, 1, 4)
    assert [(event.given, event.taken) for event in after.of(MeleeFought)] == [(2, 1)]


@pytest.mark.rule("BFE-LDR-H2")
def test_with_no_miss_there_is_nothing_to_throw_again() -> None:
    after = melee(fight().unit("l", "leader_1", 805).at("melee"), 1, 1, 1, 1, 4, 4, 4, 4)
    assert after.of(MeleeFought)[0].given == 4


@pytest.mark.rule("BFE-LDR-H3", "BFE-LDR-H4")
def test_a_leader_whose_unit_loses_a_melee_falls_on_a_six() -> None:
    state = fight().unit("l", "leader_1", 805).at("melee")
    falls = melee(state, 5, 5, 1, 1, 1, 1, 1, 1, 1, 6)
    lives = melee(state, 5, 5, 1, 1, 1, 1, 1, 1, 1, 5)
    assert [(event.leader, event.unit) for event in falls.of(LeaderFell)] == [("l", "a")]
    assert (falls.state.leaders["l"].down, falls.state.leaders["l"].shocked) == (True, 3)
    assert not lives.state.leaders["l"].down
    assert lives.state.leaders["l"].hex == lives.unit("a").hex


@pytest.mark.rule("BFE-LDR-H3")
def test_a_leader_falls_on_a_six_when_his_unit_takes_three_kills_in_one_shot() -> None:
    field = Field().unit("a", "br_line", 805).unit("x", "dv_spr", 1205, "W")
    field.unit("l", "leader_1", 1205, side="na")
    state = field.at("fire")
    assert fire(state, 4, 4, 4, 1, 6).state.leaders["l"].down
    assert not fire(state, 4, 4, 4, 1, 5).state.leaders["l"].down
    assert not fire(state, 4, 4, 1, 1).state.leaders["l"].down


@pytest.mark.rule("BFE-LDR-H4")
def test_his_command_suffers_in_the_next_turn_and_only_then() -> None:
    field = Field().unit("a", "br_line", 805).unit("l", "leader_1", 805, down=True, shocked=3)
    lines = []
    for turn in (2, 3, 4):
        field.turn = turn
        state = field.at("movement")
        lines.append([term.rule for term in conduct_terms(state, state.units["a"])].count("BFE-LDR-H4"))
    assert lines == [0, 1, 0]
