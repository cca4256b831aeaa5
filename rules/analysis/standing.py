"""What a position of a game is worth to a side: the share of a victory it may expect, a draw counted half.

Analysis after a game looks at what was true, both sides' cards on the table. Where a battle has a fit for each side
their two opinions of the one position are averaged, so that what one side may expect and what the other may add to one.
Damage that is rolled and waits for the end of its phase counts from the throw on: it is that throw's luck, and nobody's
order at the end of the phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.ruling import Ruling
from rules.kernel.system import System
from rules.kernel.usual import sides_of

Value = Callable[[Any], float]  # of a position: what the first side may expect, 0..1


def value_of(system: System, state: Any) -> Value | None:
    """What the first side of this battle may expect in any position of it; None where nobody can tell."""
    chance = system.chance
    if chance is None or chance.source(state.scene.scenario) is None:
        return None
    one, other = sides_of(state)

    def expected(position: Any) -> float:
        outcome = position.outcome
        if outcome is not None:
            return 0.5 if not outcome.winner else float(outcome.winner == one)
        position = marked(system, position)
        mine, theirs = chance.shares(position, one), chance.shares(position, other)
        assert mine is not None and theirs is not None, "the same source as at the beginning"
        return (mine[0] + mine[1] / 2 + theirs[2] + theirs[1] / 2) / 2

    return expected


def marked(system: System, position: Any) -> Any:
    """The position with all damage marked that waits for the end of a phase; as it is where that wants dice."""
    if system.mark_waiting is None or not position.hits:
        return position
    ruling = Ruling(system, position, TapeDice(()))
    try:
        system.mark_waiting(ruling)
    except NeedDice:
        return position
    return ruling.state
