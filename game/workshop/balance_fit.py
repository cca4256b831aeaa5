"""How much handicap balances a battle: a logistic curve of the win rate against the handicap, fitted to all games
played. Games are expensive and each says little, so all are used: games with other handicaps lie on the same curve. The
uncertainty of the point where the curve crosses one half is computed on a grid of curves.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

UNHELPED = [step / 8 for step in range(-32, 33)]  # log odds of the first side without handicap
SPREAD = 1.5  # prior of these: skirmishes of equal points were won between 10 and 90 per cent
USUAL, STEPS = 0.05, 4  # log odds for each handicap step, and its uncertainty in half octaves


class Tried(NamedTuple):
    """Games with the same handicap: steps for the first side (below 0: the second), number of games, games it won."""

    bonus: int
    games: int
    won: float  # a draw counts half


class BalanceCurve(NamedTuple):
    """One possible curve and its probability."""

    unhelped: float
    slope: float
    weight: float

    def share(self, bonus: int) -> float:
        """Return the first side's win rate with a handicap, 0 to 1."""
        return 1 / (1 + exp(-self.unhelped - self.slope * bonus))


def curves(tried: Iterable[Tried]) -> list[BalanceCurve]:
    """Return all curves with their weights after the games played; the weights add up to 1."""
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
    """Return the handicap with the least mean square deviation from one half over all curves (of equals, the smallest),
    and the first side's expected win rate with it, 0 to 1.
    """
    known = [one for one in curves(tried) if one.weight > 1e-6]

    def distance_from_even(bonus: int) -> tuple[float, int]:
        return sum(one.weight * (one.share(bonus) - 0.5) ** 2 for one in known), abs(bonus)

    best = min(tilts, key=distance_from_even)
    return best, sum(one.weight * one.share(best) for one in known)
