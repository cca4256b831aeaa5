"""A game of the toy in progress: given commands, at its first fire phase, or played to its end."""

from __future__ import annotations

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done, offers
from rules.kernel.session import Session, Step
from tests.kernel import toy
from tests.kernel.toy import SYSTEM
from tests.kernel.toy_pieces import Hide

SYSTEMS = {"toy": SYSTEM}


def no_map(system: str, name: str) -> None:
    raise AssertionError("the toy has no maps")


def give(session: Session, *commands: Command) -> Step:
    for command in commands:
        answer = session.submit(command)
        assert isinstance(answer, Step), answer
    return session.steps[-1]


def in_fire_phase(seed: int = 5) -> Session:
    session = Session(SYSTEM, toy.scenario(red=2, blue=4), seed=seed)
    give(session, Hide("red", 2), Done("red"), Hide("blue", 4), Done("blue"))
    return session


def played_out(seed: int) -> Session:
    """Return a whole game in which the first or the last choice is always taken."""
    session = Session(SYSTEM, toy.scenario(), seed=seed)
    thought = SeededDice(seed)
    while not session.over:
        choices = [command for offer in offers(SYSTEM, session.state) for command in offer.commands]
        give(session, choices[thought.roll(1, len(choices))[0] - 1])
    return session
