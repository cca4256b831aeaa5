"""Positions in which some orders are plainly better than all others: by rollouts, and proved again with fresh dice.

Every order offered is rolled out, and orders of equal worth form groups: there are nearly always several that do. A
position is worth asking about where the orders of the best group beat every other by ten points of win chance, and the
worst of the group is better than the best of the rest by as much with 99 per cent certainty, on fresh dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from rules.analysis.weigh import Budget, Rolling, difference, orders_of
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command
from rules.kernel.record import Record
from rules.kernel.seat import Seat

GAP = 0.10  # of win chance, by which the best group beats the rest
CERTAIN = 2.33  # standard errors: 99 in 100, one side
LEAST, MOST = 3, 24  # orders among which one chooses
GROUP = 4  # orders of the best group at most, and at most half of all
GLANCE, LOOK = 4, 12  # rollouts of each order: before most positions are given up, before the groups are made
HOPE = 0.14  # a gap smaller than this after LOOK is not proved in reasonable time
FEWEST, FULL = 40, 400  # fresh rollouts of the two that stand next to the gap
ROLLING = Budget(rollouts=FULL, first=GLANCE, shortlist=MOST, horizon=2)


class Found(Record, frozen=True):
    """A position worth asking about: the chance of every order, those of the best group first and all the same."""

    chances: Mapping[Command, float]
    best: tuple[Command, ...]
    gap: float  # of the worst of the best group to the best of the rest, by fresh dice
    error: float  # one standard error of it
    n: int  # fresh rollouts of each

    @property
    def holds(self) -> bool:
        """Whether the gap is as wide as asked, with 99 per cent certainty."""
        return self.gap - CERTAIN * self.error >= GAP


def find(seat: Seat, seed: int) -> Found | None:
    """The position as one to ask about; None where it is none. Throws thinking dice only."""
    orders = orders_of(seat.offers(), 0, SeededDice(seed))
    if not LEAST <= len(orders) <= MOST or any(offer.domain is not None for offer in seat.offers()):
        return None
    rolling = Rolling(seat, ROLLING, seed)
    rolled: dict[Command, list[float]] = {command: [] for command in orders}
    _roll(rolling, rolled, GLANCE)
    if parted(rolled, HOPE / 2) is None:
        return None
    _roll(rolling, rolled, LOOK)
    split = parted(rolled, HOPE)
    return proved(seat, rolled, *split, seed + 1) if split is not None else None


def _roll(rolling: Rolling, rolled: dict[Command, list[float]], many: int) -> None:
    """Rollouts of every order until each has so many."""
    for command, values in rolled.items():
        while len(values) < many:
            values.append(rolling.play(command, len(values)))


def parted(
    rolled: Mapping[Command, Sequence[float]], least: float
) -> tuple[tuple[Command, ...], tuple[Command, ...]] | None:
    """(the best group, the rest) at the widest gap among the best few; None where no gap is as wide as that."""
    ranked = sorted(rolled, key=lambda command: -_mean(rolled[command]))
    most = min(GROUP, len(ranked) // 2)
    gaps = [(_mean(rolled[ranked[at - 1]]) - _mean(rolled[ranked[at]]), at) for at in range(1, most + 1)]
    widest, at = max(gaps)
    return (tuple(ranked[:at]), tuple(ranked[at:])) if widest >= least else None


def proved(
    seat: Seat,
    rolled: Mapping[Command, Sequence[float]],
    best: Sequence[Command],
    rest: Sequence[Command],
    seed: int,
) -> Found | None:
    """The gap by fresh dice: every order of the best group against the next two; None where it is too narrow."""
    fresh = Rolling(seat, ROLLING, seed)
    rivals = sorted(rest, key=lambda command: -_mean(rolled[command]))[:2]
    values: dict[Command, list[float]] = {command: [] for command in (*best, *rivals)}
    many = FEWEST
    while True:
        _roll(fresh, values, many)
        worst = min(best, key=lambda command: _mean(values[command]))
        rival = max(rivals, key=lambda command: _mean(values[command]))
        gap, error = difference(values[worst], values[rival])
        if many >= FULL or gap < HOPE - error:
            break
        wanted = needed(gap, error, many)
        if wanted <= many:
            break
        many = min(FULL, wanted)
    told = {command: _mean(values.get(command, rolled[command])) for command in (*best, *rest)}
    top = _mean([chance for command in best for chance in values[command]])
    chances = {c: top if c in best else min(told[c], _mean(values[rival])) for c in told}
    found = Found(chances, tuple(best), gap, error, many)
    return found if found.holds else None


def needed(gap: float, error: float, many: int) -> int:
    """How many rollouts would prove a gap like this: settled once, from the first ones."""
    if gap <= GAP:
        return many
    return max(many, ceil(many * (CERTAIN * error / (gap - GAP)) ** 2))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def gap_now(seat: Seat, best: Sequence[Command], rest: Sequence[Command], seed: int, many: int) -> tuple[float, float]:
    """(gap, its standard error) of a position proved before, by so many rollouts with dice of another seed."""
    fresh = Rolling(seat, ROLLING, seed)
    rolled: dict[Command, list[float]] = {command: [] for command in (*best, *rest)}
    _roll(fresh, rolled, many)
    worst = min(best, key=lambda command: _mean(rolled[command]))
    rival = max(rest, key=lambda command: _mean(rolled[command]))
    return difference(rolled[worst], rolled[rival])
