"""The rolls of an order before it is given, with the same records as the real rolls.

The order is carried out on a copy, with the worst dice, and its rolls are noted on the way. So a preview cannot differ
from the roll that follows, and no game calculates a sum twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from rules.kernel.breakdown import Breakdown
from rules.kernel.dice import TapeDice
from rules.kernel.flow import Command, GameState, carry_out, check
from rules.kernel.ruling import Rolled, Ruling
from rules.kernel.system import System

MOST_THROWS = 24  # followed by one order; a round of every gun of a ship asks for fewer


def previews(system: Any, state: GameState, command: Command) -> tuple[Breakdown, ...]:
    """Return the rolls of one legal command, in order, in this position: the main one and those of its kind or its
    colours.

    If it rolls only later (running torpedoes), return those rolls as if they happened now.
    """

    def add_preview(ruling: Ruling) -> None:
        carry_out(ruling, command)

    def later(ruling: Ruling) -> None:
        carry_out(ruling, command)
        system.delayed_outcome(ruling, command)

    found = _main(_throws(system, state, add_preview))
    if found or system.delayed_outcome is None:
        return found
    return _main(_throws(system, state, later))


def breakdowns(system: System, state: GameState, command: Command) -> tuple[Breakdown, ...]:
    """Return the rolls of a command, each with all its parts; none when it is illegal."""
    if check(system, state, command):
        return ()
    return previews(system, state, command)


class _Enough(Exception):
    """The limit of previewed rolls has been reached."""


class _Foresight(Ruling):
    """A trial ruling: every die falls against the order, and the rolls are noted."""

    __slots__ = ("wanted",)

    def __init__(self, system: System, state: GameState) -> None:
        super().__init__(system, state, TapeDice(()))
        self.wanted: list[Breakdown] = []

    def throw(
        self,
        wanted: Breakdown,
        to: tuple[str, ...] = (),
        says: Callable[[int], str] | None = None,
        alike: tuple[tuple[int, ...], ...] = (),
        partly: Mapping[str, str] | None = None,
    ) -> Rolled:
        """Return the dice of a breakdown, each on its worst face."""
        if len(self.wanted) == MOST_THROWS:
            raise _Enough
        self.wanted.append(wanted)
        self.dice = TapeDice((wanted.sides if wanted.low else 1,) * wanted.count)
        return super().throw(wanted, to, says, alike, partly)


def _throws(system: System, state: GameState, play: Callable[[Ruling], None]) -> list[Breakdown]:
    """Return every roll on the way."""
    ruling = _Foresight(system, state)
    with suppress(_Enough):
        play(ruling)
    return ruling.wanted


def _main(throws: list[Breakdown]) -> tuple[Breakdown, ...]:
    """Return the first roll that needs something, or else the first, and all of its rule or, like it, of a colour."""
    main = next((throw for throw in throws if throw.need is not None or not throw.count), throws[0] if throws else None)
    if main is None:
        return ()
    return tuple(throw for throw in throws if throw.rule == main.rule or (throw.die and main.die))
