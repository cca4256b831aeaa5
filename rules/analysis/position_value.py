"""What a position of a game is worth to a side: the share of a victory it may expect, a draw counted half.

Analysis after a game uses the true position, with nothing hidden. If a battle has a fit for each side, the two values
of the position are averaged, so that both sides' expectations add up to one. Damage that is rolled but marked only at
the end of its phase counts from the roll on: it is the luck of that roll, not an effect of the order that ended the
phase.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.default_hooks import sides_of
from rules.kernel.dice import Dice, NeedDice, SeededDice, TapeDice
from rules.kernel.flow import GameState
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.kernel.system import System

FALLS = 8  # of the dice that damage wants which waits
WAITING, FAR = 0x3A17 << 20, 100_000  # those dice: their seed, and how far apart they begin

Value = Callable[[object], float]  # of a position: what the first side may expect, 0..1


def value_of(system: System, state: GameState) -> Value | None:
    """Return what the first side of this battle may expect in any position of it; None where nobody can tell."""
    chance = system.chance
    if chance is None or chance.source(state.scene.scenario) is None:
        return None
    one, other = sides_of(state)

    def expected_value(position: AnyState) -> float:
        outcome = position.outcome
        if outcome is not None:
            return 0.5 if not outcome.winner else float(outcome.winner == one)
        found = [_share(one, other, seen) for seen in with_pending_damage(system, position)]
        return sum(found) / len(found)

    def _share(one: str, other: str, position: GameState) -> float:
        mine, theirs = chance.shares(position, one), chance.shares(position, other)
        assert mine is not None and theirs is not None, "the same source as at the beginning"
        return (mine[0] + mine[1] / 2 + theirs[2] + theirs[1] / 2) / 2

    return expected_value


def with_pending_damage(system: System, position: AnyState) -> tuple[AnyState, ...]:
    """Return the position with all damage marked that waits for the end of a phase.

    Where that wants dice, FALLS of them.
    """
    if system.apply_pending_damage is None or not position.hits:
        return (position,)
    try:
        return (_mark(system, position, TapeDice(())),)
    except NeedDice:
        return tuple(_mark(system, position, SeededDice(WAITING, number * FAR)) for number in range(FALLS))


def _mark(system: System, position: GameState, dice: Dice) -> object:
    ruling = Ruling(system, position, dice)
    assert system.apply_pending_damage is not None
    system.apply_pending_damage(ruling)
    return ruling.state
