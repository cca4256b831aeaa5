"""The evaluation of the hex game: every term appears for its reason, and not without it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from game.library import get_scenario, open_map
from rules.kernel.dice import TapeDice
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.nw_smoke import SYSTEM
from rules.nw_smoke.commands import Evade, Fire, MakeSmoke, Move
from rules.nw_smoke.expected_value import expected_value
from rules.nw_smoke.state import SIGHTED, State
from rules.nws.commands import Launch
from rules.nws.pieces import with_division, with_ship
from rules.players import make_player, take_turn
from tests.nw_smoke.battle import Battle

score = SYSTEM.score


def term(state: State, side: str, key: str) -> int:
    return next((each.value for each in SYSTEM.terms(state, side) if each.key == key), 0)


def test_the_stronger_side_seeks_the_enemy_out_of_reach_and_where_there_is_none_nothing_is_weighed() -> None:
    def at(hex_: int) -> State:
        battle = Battle().division("a", "USN", ["Hobart", "Canberra"], hex_, "NE", speed=2)
        return battle.division("b", "IJN", ["Kagero"], 4010, "NE", speed=2).knows("USN", "b", SIGHTED).at("orders")

    far, near = at(1010), at(1510)
    keys = {each.key for each in SYSTEM.terms(far, "USN") if each.value < 0} & {
        key for key in (each.key for each in SYSTEM.terms(far, "USN")) if term(far, "USN", key) < term(near, "USN", key)
    }
    assert keys, "one of the terms draws her to the enemy"
    alone = far.but(divisions={key: one for key, one in far.divisions.items() if key == "a"})
    assert all(term(alone, "USN", key) == 0 for key in keys)


def meeting(*ijn: str, at: int = 2010, facing: str = "N") -> Battle:
    """Return an old transport and some Japanese destroyers abeam of her, three hexes off, each in sight
    of the other.
    """
    battle = Battle().division("us", "USN", ["Little"], 2013, facing, 3)
    battle.division("ij", "IJN", list(ijn or ("Yudachi", "Murakumo")), at, "SE", 3)
    return battle.knows("USN", "ij", SIGHTED).knows("IJN", "us", SIGHTED)


def test_what_the_enemy_can_do_is_feared_though_nobody_knows_what_he_sees() -> None:
    state = meeting().at("gunnery")
    guess = SYSTEM.known_state(state, "USN")
    assert guess.contacts["IJN"] == {}
    for key in ("their_guns", "their_tubes"):
        assert term(guess, "USN", key) == term(state, "USN", key) < 0


def test_after_the_last_round_no_gun_promises_anything() -> None:
    battle = meeting()
    state = battle.at("torpedoes")
    over = state.but(cursor=state.cursor.but(turn=state.scene.scenario.turns))
    assert term(state, "IJN", "guns") > 0
    assert term(over, "IJN", "guns") == term(over, "USN", "their_guns") == 0


def test_a_salvo_is_worth_what_those_before_it_leave_and_nothing_at_a_wreck() -> None:
    battle = meeting()
    state = battle.at("torpedoes", "IJN")
    first = battle.do(state, Launch("IJN", "yudachi", "little"))[0]
    second = battle.do(first, Launch("IJN", "murakumo", "little"))[0]
    alone = battle.do(state, Launch("IJN", "murakumo", "little"))[0]
    one, other = term(first, "IJN", "water"), term(alone, "IJN", "water")
    assert max(one, other) < term(second, "IJN", "water") < one + other
    wreck = with_ship(state, state.ships["little"].but(structure=4))
    launched = battle.do(wreck, Launch("IJN", "yudachi", "little"))[0]
    assert score(launched, "IJN") < score(wreck, "IJN")


def test_the_outgunned_evade_and_the_stronger_do_not() -> None:
    battle = meeting()
    state = battle.at("movement", "USN")
    evading = battle.do(state, Evade("USN", "us"))[0]
    assert score(SYSTEM.known_state(evading, "USN"), "USN") > score(SYSTEM.known_state(state, "USN"), "USN")
    ours = battle.at("movement", "IJN")
    assert score(battle.do(ours, Evade("IJN", "ij"))[0], "IJN") < score(ours, "IJN")


def test_the_outgunned_promise_themselves_something_of_smoke() -> None:
    battle = meeting()
    state = battle.at("smoke", "USN")
    assert score(battle.do(state, MakeSmoke("USN", "us"))[0], "USN") > score(state, "USN")
    ours = battle.at("smoke", "IJN")
    assert score(battle.do(ours, MakeSmoke("IJN", "ij"))[0], "IJN") <= score(ours, "IJN")


def test_a_place_is_judged_by_where_the_enemy_will_be_when_the_guns_fire() -> None:
    """The stronger enemy has still to move: a place out of his range now is in range after his move."""
    state = meeting(at=2001).at("movement", "USN")
    moved = with_division(state, state.divisions["us"].but(moved=True))
    both = with_division(moved, moved.divisions["ij"].but(moved=True))
    assert term(moved, "USN", "their_guns") < term(both, "USN", "their_guns")


def test_a_light_on_the_enemy_is_worth_the_night_it_takes_from_him() -> None:
    state = meeting().at("spotting", "IJN")
    lit = with_ship(state, state.ships["murakumo"].but(lights="little"))
    assert term(lit, "IJN", "guns") > term(state, "IJN", "guns")


@pytest.mark.parametrize("level", [0, 2, 4])
def test_a_shot_is_weighed_over_every_way_all_its_dice_can_fall(level: int) -> None:
    battle = meeting()
    state = battle.at("gunnery", "IJN")
    state = with_ship(state, state.ships["little"].but(structure=level))
    command = Fire("IJN", "yudachi", "little")
    change = expected_value(state, command)
    assert change is not None and change[1] <= change[0] <= change[2]
    total, weight = Fraction(0), Fraction(0)
    for faces in product(range(1, 7), repeat=4):
        after = adjudicate(SYSTEM, state, command, TapeDice(faces), move_on=False).state
        marked = term(after, "IJN", "struck") - term(state, "IJN", "struck")
        total, weight = total + marked, weight + 1
    assert abs(total / weight - change[0]) < 2  # hundredths of a point: terms are whole numbers


def test_every_shot_that_may_hit_is_worth_more_than_none() -> None:
    state = meeting(at=2001).at("gunnery", "IJN")
    change = expected_value(state, Fire("IJN", "yudachi", "little"))
    assert change is not None and change[0] > 0


def test_only_shots_are_weighed_without_playing_them() -> None:
    assert expected_value(meeting().at("movement", "USN"), Move("USN", "us", "F")) is None


def test_in_eight_battles_no_wreck_is_torpedoed_and_the_weaker_side_makes_smoke() -> None:
    counts: Counter[str] = Counter()
    scenario = get_scenario("nw_smoke", "little_and_gregory")
    for seed in range(8):
        session = Session(SYSTEM, scenario, open_map("nw_smoke", scenario.map), seed=seed)
        players = {side: make_player("greedy", seed + number) for number, side in enumerate(("USN", "IJN"))}
        smoked = False
        while not session.over:
            before, side = session.state, session.actor
            command = take_turn(players[side], Seat(session, side)).choice.command
            if isinstance(command, Launch):
                counts["launches"] += 1
                counts["at wrecks"] += before.ships[command.target].structure >= 4
            smoked |= isinstance(command, MakeSmoke) and side == "USN"
            counts["evasions"] += isinstance(command, Evade)
        counts["smoked"] += smoked
    assert counts["launches"] > 16 and counts["at wrecks"] == 0, counts
    assert counts["smoked"] >= 4, counts
    assert counts["evasions"] >= 8, counts


def test_a_salvo_that_arrives_after_the_last_turn_is_thrown_away() -> None:
    battle = meeting(at=2007)  # six hexes off: it arrives in the next turn
    state = battle.at("torpedoes", "IJN")
    last = state.but(cursor=state.cursor.but(turn=state.scene.scenario.turns))
    order = Launch("IJN", "yudachi", "little")
    assert score(battle.do(last, order)[0], "IJN") < score(last, "IJN")
    assert score(battle.do(state, order)[0], "IJN") > score(state, "IJN")


def test_a_ship_that_limps_off_the_map_is_worth_no_less_than_one_before_its_edge() -> None:
    """The way from the enemy once counted only up to the edge, so cripples stopped in front of it."""
    battle = Battle().division("us", "USN", ["Little"], 2013, "N", 3).division("ij", "IJN", ["Yudachi"], 2040, "N", 3)
    state = battle.knows("USN", "ij", SIGHTED).at("movement")
    state = with_ship(state, state.ships["little"].but(structure=3))
    worths = []
    for hex_ in (2018, 2016, 2014, 2012, 2010):
        worths.append(score(with_division(state, state.divisions["us"].but(hex=hex_, moved=True)), "USN"))
    assert worths == sorted(worths)
    rest = {key: one for key, one in state.divisions.items() if key != "us"}
    gone = with_ship(state, state.ships["little"].but(gone="left")).but(divisions=rest)
    assert score(gone, "USN") >= worths[-1]
