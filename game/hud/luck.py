"""Luck so far: how often the dice gave what was needed, against what they give on average."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from rules.kernel.ruling import Rolled
from rules.kernel.wording import some


@dataclass(frozen=True, slots=True)
class Luck:
    """Successes beyond expectation, and the share of all players who would have had less."""

    rolls: int
    successes: int
    expected: float
    percentile: float  # 0 to 1; 0.5 is neither lucky nor unlucky

    @property
    def words(self) -> str:
        """In one line."""
        if not self.rolls:
            return "no dice with a need yet"
        rank = round(100 * self.percentile)
        ending = "th" if 10 < rank % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
        hits = f"{self.successes - self.expected:+.1f}".replace("-", "−")
        return f"{hits} hits in {some(self.rolls, 'roll')}, {rank}{ending} percentile"


@cache
def chance(count: int, sides: int, least: int) -> float:
    """The probability that `count` dice show `least` or more together."""
    ways = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + number
        ways = more
    good = sum(number for total, number in ways.items() if total >= least)
    return good / sum(ways.values())


def luck(rolls: Iterable[Rolled]) -> Luck:
    """The luck in rolls that had a need: a total that makes it is a success."""
    spread = [1.0]  # probability of 0, 1, 2 ... successes
    expected, successes, count = 0.0, 0, 0
    for rolled in rolls:
        if rolled.target is None:
            continue
        wanted = rolled.target - (rolled.total - sum(rolled.faces))
        p = chance(len(rolled.faces), rolled.sides, wanted + rolled.low)
        p = 1 - p if rolled.low else p
        expected += p
        successes += rolled.made
        count += 1
        spread = [
            (spread[n] * (1 - p) if n < len(spread) else 0.0) + (spread[n - 1] * p if n else 0.0)
            for n in range(len(spread) + 1)
        ]
    below = sum(spread[:successes])
    here = spread[successes] if successes < len(spread) else 0.0
    return Luck(count, successes, expected, below + here / 2 if count else 0.5)
