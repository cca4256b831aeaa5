"""Odds: exact, by playing a command against every extension of a tape of dice; sampled when the tree is large.

There is no second copy of any probability: what is counted is the very code that will be played.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

from rules.kernel.dice import NeedDice, SeededDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.record import Record
from rules.kernel.session import adjudicate
from rules.kernel.system import System

LEAVES = 2000  # above this the tree is sampled
SAMPLES = 600


class Chance(Record, frozen=True):
    """One class of outcome and its probability."""

    label: str
    probability: float
    margin: float = 0.0  # half width of the 95 per cent interval; 0 when exact


class Odds(Record, frozen=True):
    """The distribution of a command's outcome."""

    chances: tuple[Chance, ...]
    exact: bool
    leaves: int

    def of(self, label: str) -> float:
        """The probability of one class; 0 when it cannot happen."""
        return next((chance.probability for chance in self.chances if chance.label == label), 0.0)


def odds(system: System, state: Any, command: Command, limit: int = LEAVES, samples: int = SAMPLES) -> Odds:
    """The distribution of `system.measure` over every way the dice of this one command can fall.

    The sequence of play is not moved on. Exact up to `limit` ways, else sampled `samples` times, with the interval.
    """
    weights: dict[str, Fraction] = {}
    leaves = 0
    pending: deque[tuple[tuple[int, ...], Fraction]] = deque([((), Fraction(1))])
    while pending:
        tape, weight = pending.popleft()  # breadth first: a tree that is too large is soon known to be
        try:
            ruling = adjudicate(system, state, command, TapeDice(tape), move_on=False)
        except NeedDice as need:
            share = weight / need.sides**need.count
            if leaves + len(pending) + need.sides**need.count > limit:
                return _sampled(system, state, command, samples)
            extensions = product(range(1, need.sides + 1), repeat=need.count)
            pending.extend(((*tape, *faces), share) for faces in extensions)
            continue
        leaves += 1
        label = system.measure(tuple(ruling.events))
        weights[label] = weights.get(label, Fraction(0)) + weight
    chances = tuple(Chance(label, float(weight)) for label, weight in sorted(weights.items()))
    return Odds(chances, True, leaves)


def _sampled(system: System, state: Any, command: Command, samples: int) -> Odds:
    dice = SeededDice(0x0DD5)
    counts: dict[str, int] = {}
    for _ in range(samples):
        ruling = adjudicate(system, state, command, dice, move_on=False)
        label = system.measure(tuple(ruling.events))
        counts[label] = counts.get(label, 0) + 1
    chances = tuple(
        Chance(label, count / samples, wilson(count, samples)[1]) for label, count in sorted(counts.items())
    )
    return Odds(chances, False, samples)


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Centre and half width of the 95 per cent Wilson interval of a proportion. (0.5, 0.5) without trials."""
    if trials == 0:
        return 0.5, 0.5
    z = 1.959964
    share = hits / trials
    scale = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / scale
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return centre, half
