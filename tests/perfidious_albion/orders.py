"""Orders one after another through a Session, from a position built by a test.

For rules with effects beyond one order.
"""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Dice, TapeDice
from rules.kernel.flow import Command, Event, Illegal
from rules.kernel.session import Session, Step
from rules.perfidious_albion.records.state import State
from tests.perfidious_albion.sea import ThenAlways, system


def session(state: State, *faces: int, rest: int = 0) -> Session:
    """Return a game in this position. Its dice show these faces, and then always `rest` if it is given."""

    def start(*_: Any) -> State:
        return state

    dice: Dice = ThenAlways(faces, rest) if rest else TapeDice(faces)
    return Session(system().but(start=start), state.scene.scenario, options=state.scene.options, dice=dice, begin=False)


def order(game: Session, *commands: Command) -> tuple[Event, ...]:
    """Give legal orders one after another; return all events."""
    rows: tuple[Event, ...] = ()
    for command in commands:
        done = game.submit(command)
        assert isinstance(done, Step), [f"{reason.rule}: {reason.reason}" for reason in done]
        rows += done.events
    return rows


def refuses(game: Session, command: Command) -> list[str]:
    """Return the rules that refuse an order now; the game stays as it is."""
    done = game.submit(command)
    assert not isinstance(done, Step), f"{command} was carried out"
    return [reason.rule for reason in done if isinstance(reason, Illegal)]
