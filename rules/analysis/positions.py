"""Positions to ask about: of a few orders one is plainly the best, by rollouts, and proved again with fresh dice.

Nearly every order has equals, and many lie so close that no honest number of rollouts tells them apart. So a
position is asked as a choice: the best of the orders looked at, and some of those that are worse by ten points of win
chance or more; what lies between is left out. The best beats each of the others by as much with 99 per cent certainty,
on dice that chose none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from rules.analysis.weigh import Budget, Rolling, chance_of, difference, orders_of, ranked_of
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.record import Record
from rules.kernel.seat import Seat

GAP = 0.10  # of win chance, by which the best beats every other
CERTAIN = 2.33  # standard errors: 99 in 100, one side
LEAST, MOST = 3, 5  # orders among which one chooses
LOOKED_AT = 9  # orders rolled out
GLANCE, LOOK = 5, 16  # rollouts of each: before most positions are given up, before the choice is made
OPEN = (0.2, 0.85)  # win chances between which a single order can turn a battle
HOPE = 0.15  # an order less far behind is left out
FEWEST, FULL = 40, 300  # fresh rollouts of each
ROLLING = Budget(rollouts=FULL, first=GLANCE, shortlist=LOOKED_AT, horizon=2)


class Found(Record, frozen=True):
    """A position worth asking about."""

    chances: Mapping[Command, float]  # the best first
    best: Command
    gap: float  # of the best to the next, by fresh dice
    error: float  # one standard error of it
    n: int  # fresh rollouts of each

    @property
    def holds(self) -> bool:
        """Whether the gap is as wide as asked, with 99 per cent certainty."""
        return self.gap - CERTAIN * self.error >= GAP


def find(seat: Seat, seed: int) -> Found | None:
    """The position as one to ask about; None where it is none. Throws thinking dice only."""
    if len(orders_of(seat.offers(), 0, SeededDice(seed))) < LEAST:
        return None
    chance = chance_of(seat.now(), seat.side)
    if chance is not None and not OPEN[0] <= chance <= OPEN[1]:
        return None
    rolling = Rolling(seat, ROLLING, seed)
    rolled: dict[Command, list[float]] = {command: [] for command in asked_about(seat, seed)}
    first, *_, last = rolled.items()  # what looks best, and what looks worst
    _roll(rolling, dict((first, last)), GLANCE)
    if abs(_mean(first[1]) - _mean(last[1])) < HOPE / 2:
        return None
    for many in (GLANCE, LOOK):
        _roll(rolling, rolled, many)
        if len(choice_of(rolled)) < LEAST:
            return None
    return proved(seat, choice_of(rolled), seed + 1)


def asked_about(seat: Seat, seed: int) -> tuple[Command, ...]:
    """Orders to be rolled out: what looks best, and others of its kind at even steps down to what looks worst.

    Those next to the best at first sight are nearly as good: nothing can be asked of them. Throws thinking dice.
    """
    ranked = ranked_of(seat, ROLLING, seed)
    alike = [command for command in ranked[1:] if type(command) is type(ranked[0])]
    few = min(LOOKED_AT - 2, len(alike))
    steps = [alike[(number + 1) * len(alike) // few - 1] for number in range(few)]
    others = [command for command in ranked[1:] if type(command) is not type(ranked[0])]
    return tuple(dict.fromkeys((*ranked[:1], *steps, *others)))[:LOOKED_AT]


def _roll(rolling: Rolling, rolled: dict[Command, list[float]], many: int) -> None:
    """Rollouts of every order until each has so many."""
    for command, values in rolled.items():
        while len(values) < many:
            values.append(rolling.play(command, len(values)))


def choice_of(rolled: Mapping[Command, Sequence[float]]) -> tuple[Command, ...]:
    """The best order and some that are plainly worse, two of them at least of its own kind; empty where there are none.

    That something is better than to do nothing is no question.
    """
    ranked = sorted(rolled, key=lambda command: -_mean(rolled[command]))
    best = ranked[0]
    worse = [c for c in ranked[1:] if _mean(rolled[best]) - _mean(rolled[c]) >= HOPE]
    alike = [command for command in worse if type(command) is type(best)]
    if type(best) is Done:
        alike = [command for command in worse if type(command) is not Done]
    if len(alike) < LEAST - 1:
        return ()
    others = [command for command in worse if command not in alike]
    return (best, *(*alike, *others)[: MOST - 1])


def proved(seat: Seat, choice: Sequence[Command], seed: int) -> Found | None:
    """The choice rolled by fresh dice; None where the best is not as far ahead as asked. The number of rollouts is
    settled once, from the first ones."""
    fresh = Rolling(seat, ROLLING, seed)
    rolled: dict[Command, list[float]] = {command: [] for command in choice}
    _roll(fresh, rolled, FEWEST)
    gap, error = _next(rolled, choice[0])
    if gap < HOPE - error:
        return None
    many = needed(gap, error, FEWEST)
    if many > FULL:
        return None
    _roll(fresh, rolled, many)
    gap, error = _next(rolled, choice[0])
    found = Found({command: _mean(values) for command, values in rolled.items()}, choice[0], gap, error, many)
    return found if found.holds else None


def _next(rolled: Mapping[Command, Sequence[float]], best: Command) -> tuple[float, float]:
    """(by how much the best beats the next, one standard error of it)."""
    rival = max((command for command in rolled if command != best), key=lambda command: _mean(rolled[command]))
    return difference(rolled[best], rolled[rival])


def needed(gap: float, error: float, many: int) -> int:
    """How many rollouts would prove a gap like this."""
    if gap <= GAP:
        return FULL + 1
    return max(many, ceil(1.2 * many * (CERTAIN * error / (gap - GAP)) ** 2))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def gap_now(seat: Seat, best: Command, rest: Sequence[Command], seed: int, many: int) -> tuple[float, float]:
    """(gap, its standard error) of a position proved before, by so many rollouts with dice of another seed."""
    rolled: dict[Command, list[float]] = {command: [] for command in (best, *rest)}
    _roll(Rolling(seat, ROLLING, seed), rolled, many)
    return _next(rolled, best)
