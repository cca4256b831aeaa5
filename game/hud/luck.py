"""Luck so far: successful rolls compared with the average."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from game.words import tr, trn
from rules.kernel.ruling import Rolled


@dataclass(frozen=True, slots=True)
class Luck:
    """Successes beyond the average, and the share of games that would have had fewer."""

    rolls: int
    successes: int
    expected: float
    percentile: float  # 0 to 1; 0.5 is neither lucky nor unlucky

    @property
    def words(self) -> str:
        """Return the luck in one line."""
        if not self.rolls:
            return tr("no to-hit rolls yet")
        rank, ending = self._rank()
        return tr(
            "{hits} hits in {words}, {rank}{ending} percentile",
            hits=self._percent_text(),
            words=trn("{count} roll", "{count} rolls", self.rolls),
            rank=rank,
            ending=ending,
        )

    @property
    def brief(self) -> str:
        """Return a shorter line for the bar below, without the number of rolls."""
        if not self.rolls:
            return self.words
        rank, ending = self._rank()
        return tr("{hits} hits, {rank}{ending} percentile", hits=self._percent_text(), rank=rank, ending=ending)

    @property
    def surplus(self) -> float:
        """Return the hits beyond the average, with sign."""
        return self.successes - self.expected

    def _percent_text(self) -> str:
        return _with_sign(self.surplus)

    def _rank(self) -> tuple[int, str]:
        rank = round(100 * self.percentile)
        return rank, "th" if 10 < rank % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")


@cache
def ways(count: int, sides: int) -> dict[int, int]:
    """Return for each sum the number of ways to roll it."""
    found = {0: 1}
    for _ in range(count):
        more: dict[int, int] = {}
        for total, number in found.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + number
        found = more
    return found


def trials(rolled: Rolled) -> Iterator[tuple[float, bool]]:
    """Yield (chance, whether it succeeded) of a roll with a number needed; for a dice pool, of every die."""
    throw = rolled.breakdown
    if throw.need is None or not rolled.faces:
        return
    count = 1 if throw.pool else throw.count
    fell = ways(count, throw.sides)
    p = sum(number for total, number in fell.items() if throw.makes(total)) / sum(fell.values())
    for fallen in rolled.faces if throw.pool else (sum(rolled.faces),):
        yield p, throw.makes(fallen)


def luck(rolls: Iterable[Rolled]) -> Luck:
    """Return the luck in rolls with a number needed; a total that reaches it is a success."""
    spread = [1.0]  # probability of 0, 1, 2 ... successes
    expected, successes, count = 0.0, 0, 0
    for p, succeeded in (trial for rolled in rolls for trial in trials(rolled)):
        expected += p
        successes += succeeded
        count += 1
        spread = [
            (spread[n] * (1 - p) if n < len(spread) else 0.0) + (spread[n - 1] * p if n else 0.0)
            for n in range(len(spread) + 1)
        ]
    below = sum(spread[:successes])
    here = spread[successes] if successes < len(spread) else 0.0
    return Luck(count, successes, expected, below + here / 2 if count else 0.5)


def difference_words(found: Sequence[tuple[str, Luck]]) -> str:
    """Return the luckier side's luck minus the other's: "Difference: Japan +2.1 hits"."""
    (name, more), (_, less) = sorted(found, key=lambda one: -one[1].surplus)
    return tr("Difference: {name} {hits} hits", name=name, hits=_with_sign(more.surplus - less.surplus))


def _with_sign(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")
