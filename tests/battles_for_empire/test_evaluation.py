"""The evaluation of the land game: the value of positions, and what a greedy player does."""

from __future__ import annotations

from typing import Any

import pytest

from game.library import get_scenario, open_map
from rules.battles_for_empire import SYSTEM
from rules.battles_for_empire.commands import Charge, Conduct, Fire, Rapid
from rules.battles_for_empire.evaluation import TERMS, expected_kills, is_melee_unit, judge_position, judged_like
from rules.battles_for_empire.hit_effects import CAPTURED, DESTROYED, lose_unit
from rules.battles_for_empire.state import State, with_unit
from rules.battles_for_empire.victory import result
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import offers
from rules.kernel.ruling import Ruling
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.kernel.system import format_command
from rules.players.captain import CaptainPlayer
from tests.battles_for_empire.field import Field, in_hand, system
from tests.battles_for_empire.test_formations import FOE, ring_of_units

score = SYSTEM.score


def duel() -> Field:
    """Return a line facing east, spearmen three hexes before it."""
    return Field().unit("a", "br_line", 808, "E").unit("x", "dv_spr", 1107, "W")


def worth(state: State, side: str = "br") -> int:
    return score(state, side)


def after(state: State, command: object, *faces: int) -> State:
    found: State = adjudicate(system(), state, command, TapeDice(faces), False).state  # type: ignore[arg-type]
    return found


def with_unit_fields(state: State, name: str, **body: object) -> State:
    return with_unit(state, state.units[name].but(**body))


def test_losses_are_weighed_by_the_break_point_of_the_side_that_suffers_them() -> None:
    few, many = duel().rule("break", "na", 4).at("fire"), duel().rule("break", "na", 20).at("fire")
    gain_few = worth(with_unit_fields(few, "x", kills=2)) - worth(few)
    gain_many = worth(with_unit_fields(many, "x", kills=2)) - worth(many)
    assert gain_few > 3 * gain_many > 0


def test_a_removed_unit_costs_more_than_its_last_kill() -> None:
    state = duel().at("fire")
    seven, gone = with_unit_fields(state, "x", kills=7), with_unit_fields(state, "x", lost="destroyed", hex=0)
    assert worth(gone) - worth(seven) > worth(seven) - worth(with_unit_fields(state, "x", kills=6))


@pytest.mark.parametrize("name", ["shaken", "low"])
def test_damage_to_a_unit_is_good_for_its_enemy(name: str) -> None:
    state = duel().at("fire")
    assert worth(with_unit_fields(state, "a", **{name: True})) < worth(state)
    assert worth(with_unit_fields(state, "x", **{name: True})) > worth(state)


def test_to_shake_spearmen_is_worth_more_when_they_are_near() -> None:
    near, far = duel().at("fire"), Field().unit("a", "br_line", 208, "E").unit("x", "dv_spr", 1803, "W").at("fire")
    assert worth(with_unit_fields(near, "x", shaken=True)) - worth(near) > worth(
        with_unit_fields(far, "x", shaken=True)
    ) - worth(far)


def test_natives_without_firearms_want_to_be_near_and_regulars_do_not() -> None:
    state = Field().unit("a", "br_line", 808, "E").unit("x", "dv_spr", 1606, "W").at("movement", "na")
    assert worth(with_unit_fields(state, "x", hex=1307), "na") > worth(state, "na")
    assert is_melee_unit(state, state.units["x"]) and not is_melee_unit(state, state.units["a"])


def test_spearmen_meet_those_who_fire_at_them_with_their_front() -> None:
    state = duel().at("movement", "na")
    assert worth(state, "na") > worth(with_unit_fields(state, "x", facing=1), "na")


def test_a_charge_that_can_be_made_is_worth_making() -> None:
    state = in_hand(duel().at("movement", "na"), "x", 4)
    assert score(after(state, Charge("na", "x", "a")), "na") > score(state, "na")


def test_a_second_attacker_on_one_enemy_is_welcome() -> None:
    one = duel().unit("y", "dv_spr", 909, "W").contact("x", "a").at("fire", "na")
    two = duel().unit("y", "dv_spr", 909, "W").contact("x", "a").contact("y", "a").at("fire", "na")
    assert score(two, "na") > score(one, "na")


def test_hexes_in_hand_are_worth_a_part_of_what_they_can_bring() -> None:
    state = Field().unit("a", "br_line", 208, "E").unit("x", "dv_spr", 1606, "W").at("movement", "na")
    held = in_hand(state, "x", 3)
    gone = with_unit(held, held.units["x"].but(hex=1307, allowance=0))
    assert score(state, "na") < score(held, "na") < score(gone, "na")


def test_troops_with_rifles_want_the_enemy_before_their_front() -> None:
    state = duel().at("movement")
    assert worth(state) > worth(with_unit_fields(state, "a", facing=4))


def test_riflemen_in_range_want_cover() -> None:
    open_, rocks = Field(), Field().ground("rough", 1107)
    for field in (open_, rocks):
        field.unit("a", "br_line", 808, "E").unit("x", "bo_81", 1107, "W")
    assert score(rocks.at("movement", "na"), "na") > score(open_.at("movement", "na"), "na")


def test_rapid_fire_near_is_worth_more_than_a_volley() -> None:
    state = duel().at("fire")
    volley = after(state, Fire("br", "a", "x", 0), 6, 5, 1, 1)
    rapid = after(state, Rapid("br", "a", "x"), 6, 5, 5, 6, 1, 1, 2, 2, 2, 3, 3, 4)
    assert worth(rapid) > worth(volley) > worth(state)


def test_a_shaken_unit_is_worth_rallying() -> None:
    state = Field().unit("a", "br_line", 808, "E", shaken=True).unit("x", "dv_spr", 1407, "W").at("movement")
    assert worth(after(state, Conduct("br", "a"), 4)) > worth(state) >= worth(after(state, Conduct("br", "a"), 1))


def test_a_mule_beside_a_unit_without_cartridges_is_worth_having() -> None:
    near = Field().unit("a", "br_line", 808, "E", low=True).unit("x", "dv_spr", 1607, "W").unit("m", "mule", 708)
    far = Field().unit("a", "br_line", 808, "E", low=True).unit("x", "dv_spr", 1607, "W").unit("m", "mule", 208)
    assert worth(near.at("movement")) > worth(far.at("movement"))


def test_a_position_without_an_enemy_is_worth_a_number_too() -> None:
    state = duel().at("fire")
    assert worth(with_unit(state, state.units["x"].but(lost="destroyed", hex=0))) > 0


def test_an_attacker_who_runs_ahead_of_the_others_meets_all_the_fire_alone() -> None:
    """A hex nearer is worth less to the foremost attacker if the others are far behind."""

    def last_hex(*others: int) -> int:
        field = Field().unit("a", "br_line", 208, "E").unit("x", "dv_spr", 1008, "W")
        for number, h in enumerate(others):
            field.unit(f"y{number}", "dv_spr", h, "W")
        far = field.at("movement", "na")
        return score(with_unit(far, far.units["x"].but(hex=908)), "na") - score(far, "na")

    assert 0 < last_hex(1908, 1909) < last_hex(1009, 1010)


@pytest.mark.parametrize(("battle", "orders"), [("the_wells", 60), ("kambula", 10), ("abu_klea", 10)])
def test_what_is_taken_from_a_position_judged_before_is_what_judging_anew_finds(battle: str, orders: int) -> None:
    """Rings, contacts, morale, places: whatever an order changes, no outdated value is left in the sums."""
    scenario = get_scenario(SYSTEM.key, battle)
    session = Session(SYSTEM, scenario, open_map(SYSTEM.key, scenario.map), seed=3)
    captain, looked = CaptainPlayer(3), 0
    while not session.over and len(session.steps) < orders:
        state, side = session.state, session.actor
        known = judge_position(state.but(in_hand=""), side)
        for offer in offers(SYSTEM, state):
            for command in offer.commands[::7]:
                after: Any = adjudicate(SYSTEM, state, command, SeededDice(looked), False).state
                for position in (after, after.but(in_hand="")):
                    assert judged_like(known, position).values == judge_position(position, side).values, format_command(
                        command
                    )
                    looked += 1
        session.submit(captain.choose(Seat(session, side)).command)
    assert looked > 100


def test_a_ring_that_opens_is_seen_by_whoever_judged_it_closed() -> None:
    """The lines that stay have flanks again when one of them marches off."""
    state = with_unit_fields(ring_of_units(), FOE[0], hex=1308)
    known = judge_position(state, "br")
    opened = with_unit_fields(state, "r0", hex=1016)
    assert judged_like(known, opened).values == judge_position(opened, "br").values != known.values
    assert judged_like(judge_position(opened, "br"), state).values == known.values


@pytest.mark.rule("BFE-VIC-H3")
def test_the_last_enemy_near_is_worth_killing_to_a_side_that_wins_by_leaving_the_field() -> None:
    """Eight units far from their exit, one enemy near.

    Destroying him must not look like a loss because of their way.
    """
    field = Field().rule("exit", "br", 3).zone("wells", "br", "exit", 2016).rule("break", "br", 6)
    for number in range(8):
        field.unit(f"a{number}", "br_line", 304 + 100 * number, "E")
    field.unit("x", "dv_spr", 707, "W", kills=7).unit("y", "dv_spr", 2001, "W").rule("break", "na", 20)
    state = field.at("fire")
    gone = with_unit_fields(state, "x", lost="destroyed", hex=0)
    assert worth(gone) > worth(state)
    pieces = [next(term.value for term in SYSTEM.terms(one, "br") if term.key == "pieces") for one in (state, gone)]
    assert pieces[0] == pieces[1]


def test_the_last_enemy_in_range_is_worth_destroying_though_nobody_is_left_to_fire_at() -> None:
    """At Abu Klea the Captain refused a volley at the only target in reach: five shots then had no target."""
    field = Field().rule("break", "br", 6).unit("x", "dv_spr", 707, "W", kills=7).unit("y", "dv_spr", 2001, "W")
    for number in range(5):
        field.unit(f"a{number}", "br_line", 305 + number, "E")
    before = field.rule("break", "na", 20).at("fire")
    ruling = Ruling(system(), before, TapeDice(()))
    lose_unit(ruling, "x", DESTROYED, "BFE-PUB-9")
    found = {key: value for (key, _, _), value in zip(TERMS, judge_position(ruling.state, "br").values, strict=True)}
    known = {key: value for (key, _, _), value in zip(TERMS, judge_position(before, "br").values, strict=True)}
    assert known["ground"] > 0 and found["ground"] == known["ground"]
    assert worth(ruling.state) > worth(before)


@pytest.mark.rule("BFE-VIC-H3")
@pytest.mark.parametrize("near", [(), (1909,), (1811, 1709)])
def test_a_unit_bound_for_its_exit_is_worth_more_with_every_hex_and_most_when_it_has_left(
    near: tuple[int, ...],
) -> None:
    """The enemies are as dangerous at the exit as a hex before it."""
    field = Field().unit("a", "br_line", 1010, "E").rule("exit", "br", 3).zone("wells", "br", "exit", 2009, 2010, 2011)
    for number, h in enumerate(near):
        field.unit(f"x{number}", "dv_spr", h, "E")
    state = field.unit("y", "dv_spr", 101, "W").at("movement")
    way = [1010, 1110, 1210, 1310, 1410, 1510, 1610, 1710, 1810, 1910, 2010] if not near else [1910, 2010]
    worths = [worth(with_unit_fields(state, "a", hex=h)) for h in way]
    assert worths == sorted(worths)
    assert worth(with_unit_fields(state, "a", lost="exited", hex=0)) > worths[-1]


@pytest.mark.rule("BFE-VIC-H3")
@pytest.mark.parametrize("turn", [1, 2, 12])
def test_a_unit_that_steps_into_a_place_to_be_held_is_worth_more_than_in_front_of_it(turn: int) -> None:
    """It was worth nothing once, so the computer never held the village that wins the battle."""
    field = Field().rule("hold", "br", 2).zone("objective village", "br", "setup", 509, 510)
    for number, h in enumerate((1009, 1010, 1011)):
        field.unit(f"a{number}", "br_line", h, "E")
    state = field.unit("y", "dv_spr", 2001, "W").at("movement")
    state = state.but(cursor=state.cursor.but(turn=turn))
    worths = [worth(with_unit_fields(state, "a0", hex=h)) for h in (1009, 909, 809, 709, 609, 509)]
    assert worths == sorted(set(worths))
    both = with_unit_fields(with_unit_fields(state, "a0", hex=509), "a1", hex=510)
    assert worth(both) > worth(with_unit_fields(both, "a1", hex=610))
    assert worth(with_unit_fields(both, "a2", hex=609)) == worth(with_unit_fields(both, "a2", hex=709)), (
        "two are enough"
    )


def test_the_village_of_maiwand_can_be_held() -> None:
    """Its zone once belonged to a side that is not in the battle, so it could not be held."""
    scenario = get_scenario(SYSTEM.key, "maiwand")
    state = Session(SYSTEM, scenario, open_map(SYSTEM.key, scenario.map), seed=1).state
    for number, unit in enumerate([unit for unit in state.units.values() if unit.side == "indian"][:5]):
        state = with_unit_fields(state, unit.id, hex=409 + number)
    over = state.but(cursor=state.cursor.but(turn=scenario.turns))
    found = result(over)
    assert found is not None and found.winner == "indian"
    stray = scenario.but(
        special=tuple(("hold", "afghan", 5) if line[0] == "hold" else line for line in scenario.special)
    )
    assert any(
        "no zone of side 'afghan'" in fault
        for fault in SYSTEM.check_scenario(stray, open_map(SYSTEM.key, scenario.map))
    )


@pytest.mark.rule("BFE-ELG-11", "BFE-ELG-12")
def test_a_machine_gun_behind_its_own_company_promises_nothing() -> None:
    """The Gardner of Abu Klea turned towards enemies behind its own companies, and never fired."""
    field = Field().unit("g", "mg_gar", 808, "E", "stand").unit("a", "br_line", 1009, "E")
    state = field.unit("x", "dv_spr", 1309, "W").at("movement")
    before = with_unit_fields(state, "a", hex=1005)
    assert expected_kills(before, before.units["g"]) > 0
    masked = with_unit_fields(before, "a", hex=909)
    assert expected_kills(masked, masked.units["g"]) == 0
    assert judged_like(judge_position(before, "br"), masked).values == judge_position(masked, "br").values


@pytest.mark.rule("BFE-VIC-H3")
def test_a_gun_that_has_to_be_kept_wants_a_company_in_every_gap_when_spearmen_are_near() -> None:
    field = Field().unit("g", "mg_gar", 808, "E", "stand").unit("x", "dv_spr", 1109, "W").unit("a", "br_line", 101, "E")
    for number, h in enumerate((807, 908, 809, 709, 708)):
        field.unit(f"b{number}", "br_line", h, "E")

    def closing_brings() -> int:
        gap = field.at("movement")
        return worth(with_unit_fields(gap, "a", hex=909)) - worth(gap)

    other = closing_brings()
    field.rule("keep", "g", 0)
    assert closing_brings() > other + 300


@pytest.mark.rule("BFE-VIC-H3")
def test_to_lose_the_gun_that_has_to_be_kept_is_worse_than_to_lose_another() -> None:
    field = Field().unit("g", "mg_gar", 808, "E", "stand").unit("a", "br_line", 1009, "E")
    free = field.unit("x", "dv_spr", 1309, "W").at("fire")
    kept = field.rule("keep", "g", 0).at("fire")
    lost = [worth(with_unit_fields(state, "g", lost=CAPTURED, hex=0)) - worth(state) for state in (free, kept)]
    assert lost[1] < 3 * lost[0] < 0
