"""A captain's weights made better by matches: simultaneous perturbation (SPSA), as chess programs are tuned.

Each round draws a sign for every weight, plays the captain moved one way against the captain moved the other way, on
the same dice with sides changed, and moves the weights a little towards the better of the two. Whole numbers only, so
the same games give the same weights on every machine. What comes out is a proposal: a match must accept it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.kernel.dice import SeededDice
from rules.kernel.policy import Weights

LEAST_STEP = 30  # thousandths: how far a weight of nothing is moved
SHIFT = 25  # hundredths of a weight by which it is moved either way in the first round
GAIN = 15  # hundredths of the step a won pair moves a weight
SETTLES = 1000  # rounds after which steps have halved

Shifts = dict[str, tuple[int, ...]]
Matches = list[tuple[Weights, Weights, int]]  # (one, other, number of the round)
Results = Callable[[Matches], Sequence[int]]  # hundredths of the points that `one` made in each, 0..100


def steps(weights: Weights, number: int) -> Shifts:
    """How far each weight is moved either way in a round."""
    share = SHIFT * SETTLES
    return {
        kind: tuple(max(LEAST_STEP, abs(value)) * share // (100 * (SETTLES + number)) + 1 for value in values)
        for kind, values in weights.items()
    }


def signs(weights: Weights, seed: int, number: int) -> Shifts:
    """A sign for every weight. Throws one die of two sides for each."""
    dice = SeededDice((seed << 20) + number)
    return {
        kind: tuple(3 - 2 * face for face in dice.roll(len(values), 2)) if values else ()
        for kind, values in weights.items()
    }


def moved(weights: Weights, by: Shifts, way: Shifts, hundredths: int) -> Weights:
    """Weights moved by a share of their steps."""
    return {
        kind: tuple(
            value + round(step * sign * hundredths / 100)
            for value, step, sign in zip(values, by[kind], way[kind], strict=True)
        )
        for kind, values in weights.items()
    }


def tuned(weights: Weights, results: Results, rounds: int, seed: int, together: int) -> Iterator[Weights]:
    """The weights after each batch of rounds. `results` plays a batch of (one, other, round): hundredths of points.

    together: rounds played at a time, from the same weights.
    """
    for first in range(0, rounds, together):
        numbers = range(first, first + together)
        drawn = [(steps(weights, number), signs(weights, seed, number), number) for number in numbers]
        matches = [(moved(weights, by, way, 100), moved(weights, by, way, -100), number) for by, way, number in drawn]
        for (by, way, _), points in zip(drawn, results(matches), strict=True):
            weights = moved(weights, by, way, GAIN * (2 * points - 100) // 100)
        yield weights
