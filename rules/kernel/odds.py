"""Odds: exact, by playing a command against every extension of a tape of dice; sampled when the tree is large.

No probability has a second copy: the same code is used in play.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, sqrt
from typing import TypeVar

from rules.kernel.dice import Dice, NeedDice, SeededDice, TapeDice
from rules.kernel.flow import Command, GameState
from rules.kernel.record import Record
from rules.kernel.ruling import DiceWanted
from rules.kernel.session import adjudicate
from rules.kernel.system import System

T = TypeVar("T")
MAX_OUTCOMES = 2000  # above this the tree is sampled
SAMPLES = 600
LEAST_SAMPLES = 20  # however short the time

Tired = Callable[[bool], bool]  # whether patience is at its end: for counting (False), or for sampling (True)


class Chance(Record, frozen=True):
    """One class of outcome and its probability."""

    label: str
    probability: float
    margin: float = 0.0  # half width of the 95 per cent interval; 0 when exact


class Odds(Record, frozen=True):
    """The distribution of a command's outcome."""

    chances: tuple[Chance, ...]
    exact: bool
    leaves: int  # ways the dice can fall, or samples

    def of(self, label: str) -> float:
        """Return the probability of one class; 0 when it cannot happen."""
        return next((chance.probability for chance in self.chances if chance.label == label), 0.0)


def odds(
    system: System,
    state: object,
    command: Command,
    limit: int = MAX_OUTCOMES,
    samples: int = SAMPLES,
    tired: Tired | None = None,
) -> Odds:
    """Return the distribution of `system.outcome_class` over every way the dice of this one command can fall.

    The sequence of play is not moved on. Exact up to `limit` ways, else sampled `samples` times, with the interval.
    `tired` may cut both short: then it is sampled, and less often, but never less than LEAST_SAMPLES times.
    """

    def outcome(dice: Dice) -> str:
        return system.outcome_class(tuple(adjudicate(system, state, command, dice, move_on=False).events))

    return _odds(outcome, limit, samples, tired)


def delayed_odds(
    system: System, state: object, command: Command, limit: int = MAX_OUTCOMES, samples: int = SAMPLES
) -> Odds:
    """Return the distribution of a command's later result (running torpedoes), as if it happened now in this position.

    No chances if nothing is rolled later, or if it is unknown.
    """
    resolve = system.delayed_outcome
    if resolve is None:
        return Odds((), True, 0)

    def outcome(dice: Dice) -> str:
        return resolve(adjudicate(system, state, command, dice, move_on=False), command)

    found = _odds(outcome, limit, samples)
    return found if len(found.chances) > 1 else Odds((), True, 0)


def chance_of(
    system: System,
    state: GameState,
    command: Command,
    least: Mapping[str, int],
    limit: int = MAX_OUTCOMES,
    *,
    first_roll: bool = False,
) -> Fraction | None:
    """Return the exact chance that a command brings so much of everything asked for, counted in the position after it.

    least: names of `system.counted`. first_roll: it decides alone. None where more than `limit` ways would have to be
    distinguished.
    """

    def comes(dice: Dice) -> bool:
        ruling = adjudicate(system, state, command, _FirstRoll(dice) if first_roll else dice, move_on=False)
        return all(system.counted[name](state, ruling, command) >= number for name, number in least.items())

    found = enumerate_outcomes(comes, limit)
    return None if found is None else sum((weight for came, weight, _ in found if came), Fraction(0))


class _FirstRoll:
    """Dice of which the first roll is given; what the others show is of no account."""

    def __init__(self, given: Dice) -> None:
        self.given: Dice | None = given

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        given, self.given = self.given, None
        return (1,) * count if given is None else given.roll(count, sides)


def _odds(outcome: Callable[[Dice], str], limit: int, samples: int, tired: Tired | None = None) -> Odds:
    found = _count_exactly(outcome, limit, tired)
    if found is None:
        return _sample(outcome, samples, tired)
    weights, ways = found
    return Odds(tuple(Chance(label, float(weight)) for label, weight in sorted(weights.items())), True, ways)


def _count_exactly(
    outcome: Callable[[Dice], str], limit: int, tired: Tired | None = None
) -> tuple[dict[str, Fraction], int] | None:
    """Return (the chance of each class, in how many ways the dice can fall); None when there are too many to count."""
    found = enumerate_outcomes(outcome, limit, tired)
    if found is None:
        return None
    weights: dict[str, Fraction] = {}
    for label, weight, _ in found:
        weights[label] = weights.get(label, Fraction(0)) + weight
    return weights, sum(many for _, _, many in found)


def enumerate_outcomes(
    outcome: Callable[[Dice], T], limit: int, tired: Tired | None = None, fallen: tuple[int, ...] = ()
) -> list[tuple[T, Fraction, int]] | None:
    """Return (outcome, its chance, how many results of the dice it stands for) for every result of the dice.

    fallen: faces already rolled; the others follow. None when more than `limit` ways had to be distinguished.
    """
    found: list[tuple[T, Fraction, int]] = []
    pending: deque[tuple[tuple[int, ...], Fraction, int]] = deque([(fallen, Fraction(1), 1)])
    while pending:
        if tired is not None and tired(False):
            return None
        tape, weight, many = pending.popleft()  # breadth first: a tree that is too large is soon known to be
        try:
            result = outcome(TapeDice(tape))
        except NeedDice as need:
            groups = _groups(need)
            if len(found) + len(pending) + _falls(len(groups), need) > limit:
                return None
            for faces, times in _extensions(groups, need):
                share = weight * Fraction(times, need.sides**need.count)
                pending.append(((*tape, *faces), share, many * times))
            continue
        found.append((result, weight, many))
    return found


def _groups(need: NeedDice) -> tuple[tuple[int, ...], ...]:
    """Return the groups of faces of a pool that mean the same; empty when every face, and the order, may matter."""
    return need.wanted.alike if isinstance(need, DiceWanted) else ()


def _falls(groups: int, need: NeedDice) -> int:
    """Return in how many different ways the dice can fall."""
    return comb(need.count + groups - 1, need.count) if groups else need.sides**need.count


def _extensions(groups: tuple[tuple[int, ...], ...], need: NeedDice) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield (faces, how many falls of the dice they stand for): of a pool one fall for each number of dice of each
    group.
    """
    if not groups:
        yield from ((faces, 1) for faces in product(range(1, need.sides + 1), repeat=need.count))
        return
    for drawn in combinations_with_replacement(groups, need.count):
        times, left = 1, need.count
        for group in groups:
            held = drawn.count(group)
            times *= comb(left, held) * len(group) ** held
            left -= held
        yield tuple(group[0] for group in drawn), times


def _sample(outcome: Callable[[Dice], str], samples: int, tired: Tired | None = None) -> Odds:
    dice = SeededDice(0x0DD5)
    counts: dict[str, int] = {}
    made = 0
    while made < samples and (made < LEAST_SAMPLES or tired is None or not tired(True)):
        label = outcome(dice)
        counts[label] = counts.get(label, 0) + 1
        made += 1
    chances = tuple(Chance(label, count / made, wilson(count, made)[1]) for label, count in sorted(counts.items()))
    return Odds(chances, False, made)


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """Centre and half width of the 95 per cent Wilson interval of a proportion. (0.5, 0.5) without trials."""
    if trials == 0:
        return 0.5, 0.5
    z = 1.959964
    share = hits / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return centre, half
