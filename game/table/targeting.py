"""Order of several possible targets."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.breakdown import Breakdown
from rules.kernel.flow import Command
from rules.kernel.seat import Seat

MOST_WEIGHED = 40  # with more commands than this, the nearest target comes first


def target_of(command: Command) -> str:
    """Return the target of a command; empty if it has none."""
    return str(getattr(command, "target", ""))


def command_worth(seat: Seat, command: Command) -> float:
    """Return a command's value: its expected damage, otherwise the promise of its first roll."""
    expected = seat.now().expected_value(command)
    if expected is not None:
        return float(expected[0])
    return next((_expected_result(throw) for throw in seat.breakdowns(command) if throw.need is not None), 0.0)


def _expected_result(throw: Breakdown) -> float:
    """Return the average hits of a dice pool; for a sum, how far the number needed is below the average."""
    need = throw.on_dice
    assert need is not None
    if throw.pool:
        return throw.count * max(0, min(throw.sides, need if throw.low else throw.sides + 1 - need)) / throw.sides
    middle = throw.count * (throw.sides + 1) / 2
    return (need - middle if throw.low else middle - need) / 100


def best_first(seat: Seat, commands: Iterable[Command], before: str = "") -> tuple[Command, ...]:
    """Sort commands: those against the unit targeted `before` first, then by value."""
    listed = tuple(commands)
    if len(listed) < 2 or len(listed) > MOST_WEIGHED:
        return listed
    return tuple(sorted(listed, key=lambda command: (target_of(command) != before, -command_worth(seat, command))))
