"""What computer players see in a position of Quickfire: exact shots, hits by what they leave, no free shot held."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from game.library import get_scenario, open_map
from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.flow import Command, Done, offers
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.players import make_player, take_turn
from rules.quickfire import SYSTEM
from rules.quickfire.commands import Fire, Launch
from rules.quickfire.hunch import hunch
from rules.quickfire.state import Hit, State, with_ship
from rules.quickfire.worth import struck_worth
from tests.quickfire.duel import FR, US, massena_and_ohio


def term(state: State, side: str, key: str) -> int:
    return next((each.value for each in SYSTEM.terms(state, side) if each.key == key), 0)


def mean(state: State, command: Command, key: str) -> Fraction:
    """The mean of what a command does to a term, over every way its dice can fall."""
    total, pending = Fraction(0), [((), Fraction(1))]
    before = term(state, command.side, key)
    while pending:
        tape, weight = pending.pop()
        try:
            after = adjudicate(SYSTEM, state, command, TapeDice(tape), move_on=False).state
            total += weight * (term(after, command.side, key) - before)
        except NeedDice as need:
            ways = need.sides**need.count
            faces = product(range(1, need.sides + 1), repeat=need.count)
            pending += [((*tape, *more), weight / ways) for more in faces]
    return total


@pytest.mark.parametrize("battery", ["heavy", "light"])
@pytest.mark.parametrize("hits", [0, 5, 7])
def test_a_round_is_weighed_over_every_way_its_three_dice_can_fall(battery: str, hits: int) -> None:
    state = massena_and_ohio().at("gunnery_1")
    state = with_ship(state, state.ships["ohio"].but(speed_hits=hits))
    command = Fire(FR, "massena", battery, "ohio")
    told = hunch(state, command)
    assert told is not None and told[1] <= told[0] <= told[2]
    assert told[0] > 0, "a round that may hit is worth more than none"
    assert abs(mean(state, command, "struck") - told[0]) < 2  # hundredths of a point: terms are whole numbers


def test_hits_that_wait_count_as_made_when_the_next_round_is_weighed() -> None:
    state = massena_and_ohio().at("gunnery_1")
    hit = Hit(ship="massena", target="ohio", codes={"S": 6}, rule="QF-FIRE-7")
    state = state.but(hits=(hit,))
    command = Fire(FR, "massena", "heavy", "ohio")
    told = hunch(state, command)
    assert told is not None
    assert abs(mean(state, command, "struck") - told[0]) < 2


def test_hits_are_worth_what_they_leave_of_a_ship() -> None:
    state = massena_and_ohio().at("gunnery_1")
    ohio = state.ships["ohio"]
    one, last = struck_worth(state, ohio, ({"S": 1},)), struck_worth(state, ohio.but(speed_hits=7), ({"S": 1},))
    assert last > one > 0, "the last box puts her out of action"
    silent = ohio.but(heavy_hits=6)
    assert struck_worth(state, silent, ({"Gh": 1},)) < struck_worth(state, ohio, ({"Gh": 1},))


def test_after_the_last_turn_of_gunfire_no_gun_promises_anything() -> None:
    state = massena_and_ohio().at("gunnery_1")
    last = state.cursor.but(turn=state.scene.scenario.turns)
    assert term(state, US, "taken") < 0 < term(state, US, "given")
    over = massena_and_ohio().at("torpedoes")
    over = over.but(cursor=over.cursor.but(turn=state.scene.scenario.turns))
    assert term(over, US, "taken") == term(over, US, "given") == 0
    assert term(state.but(cursor=last), US, "given") > 0


def test_only_rounds_and_torpedoes_are_weighed_without_playing_them() -> None:
    assert hunch(massena_and_ohio().at("gunnery_1"), Done(FR)) is None


def test_computers_hold_no_free_shot() -> None:
    """Four duels: no gunnery phase is closed with a legal round left, and no torpedo attack is left out."""
    scenario, held, fired = get_scenario("quickfire", "lesson_duel"), [], 0
    for seed in range(4):
        session = Session(SYSTEM, scenario, open_map("quickfire", scenario.map), seed=seed)
        players = {note.key: make_player("greedy", seed + number) for number, note in enumerate(scenario.sides)}
        while not session.over:
            before, side = session.state, session.actor
            command = take_turn(players[side], Seat(session, side)).choice.command
            fired += isinstance(command, Fire)
            if isinstance(command, Done):
                left = [each for offer in offers(SYSTEM, before) for each in offer.commands]
                held += [each for each in left if isinstance(each, Fire | Launch)]
    assert fired > 100 and held == []
