"""Positions to ask about: of a few orders one is plainly the best, by games played to their end, and proved again.

Near the end of a battle one order often decides it, and to play on costs little: nobody has to believe a curve. Nearly
every order has equals, and many lie so close that no honest number of games tells them apart. So a position is asked as
a choice: the best order of one unit, and some that are worse by ten points or more; what lies between is left out. The
best beats each of the others by as much with 99 per cent certainty, on dice that chose none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import ceil

from rules.analysis.mistakes import Reply, reply_avoided
from rules.analysis.weigh import Budget, Rolling, chance_of, difference, ranked_among
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.worth import Term, changes
from rules.players.player import below
from rules.players.reasons import mean_changes

GAP = 0.10  # of win chance, by which the best beats every other
CERTAIN = 2.33  # standard errors: 99 in 100, one side
LEAST, MOST = 2, 4  # orders among which one chooses
LOOKED_AT = 9  # orders rolled out
UNITS = 1  # of a position, whose orders are looked at
GLANCE, LOOK = 6, 16  # rollouts of each: a turn further, before most positions are given up; to the end, for the choice
CONTRAST, HOPE = 0.12, 0.20  # an order less far behind is left out: after a glance, after a look
FEWEST, FULL = 40, 240  # fresh rollouts of each
TO_THE_END = 1000  # turns
ROLLING = Budget(rollouts=FULL, first=GLANCE, shortlist=LOOKED_AT, horizon=TO_THE_END)
SHORT = ROLLING.but(horizon=0)  # for the glance: the curve tells more than as few ends of games
OPEN = (0.05, 0.95)  # win chances between which an order can turn a battle
TOLD_TERMS = 3  # of what the best order brings
TOLD = 40  # endings of which it is told what the best order brings


class Found(Record, frozen=True):
    """A position worth asking about."""

    piece: str  # the unit whose orders are asked
    chances: Mapping[Command, float]  # the best first
    best: Command
    gap: float  # of the best to the next, by fresh dice
    error: float  # one standard error of it
    n: int  # fresh rollouts of each
    brings: tuple[Term, ...] = ()  # what the best order leaves at the end more than the next, on average
    reply: Reply | None = None  # what the enemy does after the next, and less often after the best

    @property
    def holds(self) -> bool:
        """Whether the gap is as wide as asked, with 99 per cent certainty."""
        return self.gap - CERTAIN * self.error >= GAP


def find(seat: Seat, seed: int, verbs: Collection[str] = ()) -> Found | None:
    """The position as one to ask about; None where it is none. Throws thinking dice only.

    verbs: only units that have one of these orders to give; none named: all.
    """
    chance = chance_of(seat.now(), seat.side)
    if chance is not None and not OPEN[0] <= chance <= OPEN[1]:
        return None
    for piece, orders in units_of(seat, seed, verbs)[:UNITS]:
        rolling = Rolling(seat, SHORT, seed)
        asked = asked_about(seat, orders, seed)
        if len(asked) < LEAST:
            continue
        rolled: dict[Command, list[float]] = {command: [] for command in asked}
        _roll(rolling, rolled, GLANCE)
        promising = choice_of(rolled, CONTRAST)
        if not promising:
            continue
        looked_at: dict[Command, list[float]] = {command: [] for command in promising}
        to_the_end = Rolling(seat, ROLLING, seed)
        for many in (GLANCE, LOOK):
            _roll(to_the_end, looked_at, many)
            choice = choice_of(looked_at, HOPE)
            if not choice:
                break
        found = proved(seat, piece, choice, seed + 1) if choice else None
        if found is not None:
            return told(seat, found, seed)
    return None


def units_of(seat: Seat, seed: int, verbs: Collection[str] = ()) -> list[tuple[str, list[Command]]]:
    """Who has something to choose, in any order: (piece, all its orders, and the end of the phase).

    Nobody's orders, such as who acts first, belong together under no piece.
    """
    orders: dict[str, list[Command]] = {}
    offered = seat.offers()
    able = {offer.piece for offer in offered if not verbs or offer.verb in verbs} | {""}
    for offer in offered:
        if offer.piece in able:
            orders.setdefault(offer.piece, []).extend(offer.commands)
    ends = [command for command in orders.get("", []) if type(command) is Done]
    listed = {piece: dict.fromkeys((*given, *ends)) for piece, given in orders.items()}
    units = [(piece, [*given]) for piece, given in listed.items() if len(given) >= LEAST]
    dice = SeededDice(seed)
    return sorted(units, key=lambda _: below(dice, 1 << 30))


def asked_about(seat: Seat, orders: Sequence[Command], seed: int) -> tuple[Command, ...]:
    """Orders to be rolled out: what looks best, and others of its kind at even steps down to what looks worst.

    Those next to the best at first sight are nearly as good: nothing can be asked of them. Throws thinking dice.
    """
    ranked = ranked_among(seat, orders, ROLLING, seed)
    alike = [command for command in ranked[1:] if type(command) is type(ranked[0])]
    others = [command for command in ranked[1:] if type(command) is not type(ranked[0])]
    few = min(LOOKED_AT - min(len(others), 3) - 1, len(alike))
    steps = [alike[(number + 1) * len(alike) // few - 1] for number in range(few)]
    return tuple(dict.fromkeys((*ranked[:1], *steps, *others)))[:LOOKED_AT]


def _roll(rolling: Rolling, rolled: dict[Command, list[float]], many: int) -> None:
    """Rollouts of every order until each has so many."""
    for command, values in rolled.items():
        while len(values) < many:
            values.append(rolling.play(command, len(values)))


def choice_of(rolled: Mapping[Command, Sequence[float]], hope: float) -> tuple[Command, ...]:
    """The best order and some that are plainly worse, one of them at least of its own kind; empty where there are none.

    That something is better than to do nothing is no question; that nothing is better than something may be one.
    """
    ranked = sorted(rolled, key=lambda command: -_mean(rolled[command]))
    best = ranked[0]
    worse = [c for c in ranked[1:] if _mean(rolled[best]) - _mean(rolled[c]) >= hope]
    alike = [command for command in worse if type(command) is type(best)]
    if type(best) is Done:
        alike = [command for command in worse if type(command) is not Done]
    if len(alike) < LEAST - 1:
        return ()
    others = [command for command in worse if command not in alike]
    return (best, *alike[1 - MOST :], *others)[:MOST]


def proved(seat: Seat, piece: str, choice: Sequence[Command], seed: int) -> Found | None:
    """The choice rolled by fresh dice; None where the best is not as far ahead as asked. The number of rollouts is
    settled once, from the first ones."""
    fresh = Rolling(seat, ROLLING, seed)
    rolled: dict[Command, list[float]] = {command: [] for command in choice}
    for many in (LOOK, FEWEST):
        _roll(fresh, rolled, many)
        gap, error = _next(rolled, choice[0])
        if gap < GAP:
            return None
    many = needed(gap, error, FEWEST)
    if many > FULL:
        return None
    _roll(fresh, rolled, many)
    gap, error = _next(rolled, choice[0])
    chances = {command: _mean(values) for command, values in rolled.items()}
    found = Found(piece, chances, choice[0], gap, error, many)
    return found if found.holds else None


def told(seat: Seat, found: Found, seed: int) -> Found:
    """A position with what the best order brings and which reply it avoids, against the next best."""
    _, rival, *_ = sorted(found.chances, key=lambda command: -found.chances[command])
    rolling = Rolling(seat, ROLLING, seed + 2)
    share = Fraction(1, TOLD)
    ends = {
        command: [(share, rolling.ending(command, number).terms()) for number in range(TOLD)]
        for command in (found.best, rival)
    }
    brings = changes(mean_changes((), ends[rival]), mean_changes((), ends[found.best]))
    return found.but(brings=tuple(brings), reply=reply_avoided(seat, rival, found.best, seed))


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
