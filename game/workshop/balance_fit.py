"""How much help makes a battle even: a logistic curve of games won against help, told by all games played of it.

Games are dear and say little each, so none is thrown away: those played under other help, too far this way or that, lie
on the same curve. How sure it is where the curve passes one half is counted on a grid of curves.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

UNHELPED = [step / 8 for step in range(-32, 33)]  # log odds of the first side without help
SPREAD = 1.5  # of those before any game: skirmishes of equal points were won between 10 and 90 times in a hundred
USUAL, STEPS = 0.05, 4  # log odds for each step of help, and how far it may be off, in half octaves


class Tried(NamedTuple):
    """Games under the same help: steps of it for the first side (below 0: the second), how many, how many it won."""

    bonus: int
    games: int
    won: float  # a draw is half


class BalanceCurve(NamedTuple):
    """One curve that may be true, and how much it is believed."""

    unhelped: float
    slope: float
    weight: float

    def share(self, bonus: int) -> float:
        """Return what the first side wins under some help, 0 to 1."""
        return 1 / (1 + exp(-self.unhelped - self.slope * bonus))


def curves(tried: Iterable[Tried]) -> list[BalanceCurve]:
    """Return all curves after the games that were tried; their weights add up to 1."""
    found = []
    rows = list(tried)
    for unhelped in UNHELPED:
        for step in range(-STEPS, STEPS + 1):
            one = BalanceCurve(
                unhelped, USUAL * 2 ** (step / 2), exp(-((unhelped / SPREAD) ** 2 + (step / 2) ** 2) / 2)
            )
            weight = one.weight
            for row in rows:
                share = one.share(row.bonus)
                weight *= share**row.won * (1 - share) ** (row.games - row.won)
            found.append(one._replace(weight=weight))
    total = sum(one.weight for one in found)
    return [one._replace(weight=one.weight / total) for one in found]


def best_help(tilts: Iterable[int], tried: Iterable[Tried]) -> tuple[int, float]:
    """Return the help that is most likely even, and what the first side should win with it, 0 to 1.

    Least in the mean square off one half over all curves; of equals the least help.
    """
    known = [one for one in curves(tried) if one.weight > 1e-6]

    def distance_from_even(bonus: int) -> tuple[float, int]:
        return sum(one.weight * (one.share(bonus) - 0.5) ** 2 for one in known), abs(bonus)

    best = min(tilts, key=distance_from_even)
    return best, sum(one.weight * one.share(best) for one in known)
