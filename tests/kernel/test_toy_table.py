"""Continuous choices: a game in inches runs on the same kernel as one on bands."""

from __future__ import annotations

import pytest

from rules.kernel.dice import SeededDice
from rules.kernel.flow import offers, state_digest
from rules.kernel.session import Session, Step
from tests.conftest import below, draw, stroll
from tests.kernel.toy_table import REACH, SYSTEM, Go, scenario


@pytest.mark.parametrize("seed", range(10))
def test_a_game_of_sampled_commands_is_played_to_its_end_and_replays(seed: int) -> None:
    session = Session(SYSTEM, scenario(), seed=seed)
    for _ in stroll(session, SeededDice(seed)):
        pass
    assert session.over and session.verify() == ""


def test_every_command_drawn_from_a_domain_is_legal_and_differs() -> None:
    session, thought = Session(SYSTEM, scenario()), SeededDice(1)
    (offer, done) = offers(SYSTEM, session.state)
    assert offer.domain is not None and (offer.commands, done.verb) == ((), "done")
    drawn = [draw(offer, thought) for _ in range(300)]
    assert [command for command in drawn if session.check(command)] == []
    assert len({str(command) for command in drawn}) > 250


def test_a_point_out_of_reach_is_refused_with_the_distance_and_the_limit() -> None:
    session = Session(SYSTEM, scenario())
    assert session.check(Go("red", 1000 + REACH, 5000)) == ()
    (reason,) = session.check(Go("red", 1001 + REACH, 5000))
    assert reason.reason == "out of reach: 6001 thousandths of an inch, limit 6000"


def test_one_thousandth_of_an_inch_is_another_position() -> None:
    first, second = Session(SYSTEM, scenario()), Session(SYSTEM, scenario())
    assert isinstance(first.submit(Go("red", 2000, 5000)), Step)
    assert isinstance(second.submit(Go("red", 2001, 5000)), Step)
    assert state_digest(first.state) != state_digest(second.state)


def test_thinking_dice_are_others_than_those_of_the_game() -> None:
    session, thought = Session(SYSTEM, scenario(), seed=4), SeededDice(9)
    for _ in range(50):
        assert 0 <= below(thought, 7) < 7
    assert isinstance(session.dice, SeededDice) and session.dice.n == 0
