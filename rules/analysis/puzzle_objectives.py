"""Which stake parts the orders of a position: what is asked of the end, so that one order reaches it far more often.

The win chance of a whole battle seldom turns on one order; what one ends with does. From games played to their end
after every order the stake is taken at which the best order is furthest ahead, for the number of games, of the next of
its kind. That choice is believed by nobody: the position is proved by games that had no part in it (puzzle_search.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from rules.kernel.flow import Command, Done
from rules.kernel.objective import BAD, COUNTS, Objective
from rules.kernel.record import Record

Counts = Mapping[str, int]  # what was counted at the end of one game

LEAST_ORDERS, MOST_ORDERS = 2, 4  # among which one chooses
LIKELY = (0.2, 0.98)  # how often the best order meets it: neither a miracle nor a matter of course
WIDE = 1000  # points: where counts are so large, stakes are whole hundreds
ROUND = 100


class ObjectiveResult(Record, frozen=True):
    """A stake, and the choice of orders it makes: the best first, then such as reach it far less often."""

    stake: Objective
    choice: tuple[Command, ...]
    gap: float  # of the best to the next
    clear: float  # standard errors by which that gap is wider than asked


def stakes_of(ended: Mapping[Command, Sequence[Counts]]) -> Iterator[Objective]:
    """Yield every stake that some of these games meet and some do not."""
    games = [counts for values in ended.values() for counts in values]
    for count in COUNTS:
        found = sorted({_round(counts[count]) for counts in games if count in counts})
        if count in BAD:
            yield from (Objective(count=count, most=most) for most in found[:-1])
        else:
            yield from (Objective(count=count, least=least) for least in found[1:])


def _round(value: int) -> int:
    return value if abs(value) < WIDE else -(-value // ROUND) * ROUND


def shares_of(stake: Objective, ended: Mapping[Command, Sequence[Counts]]) -> dict[Command, float]:
    """Return how often the games after each order met a stake."""
    return {command: sum(map(stake.holds, values)) / max(1, len(values)) for command, values in ended.items()}


def best_objective(ended: Mapping[Command, Sequence[Counts]], least: float, behind: float) -> ObjectiveResult | None:
    """Return the stake that parts these orders best, where the next is at least `behind` behind; None where there is
    none.

    least: the gap that is to be proved, beyond which a gap is clear.
    """
    found: ObjectiveResult | None = None
    for stake in stakes_of(ended):
        shares = shares_of(stake, ended)
        choice = choice_of(shares, behind)
        if not choice or not LIKELY[0] <= shares[choice[0]] <= LIKELY[1]:
            continue
        best, rival = choice[0], max(choice[1:], key=lambda command: shares[command])
        gap, error = paired_difference(stake, ended[best], ended[rival])
        clear = (gap - least) / error
        if found is None or clear > found.clear:
            found = ObjectiveResult(stake, choice, gap, clear)
    return found


def choice_of(shares: Mapping[Command, float], behind: float) -> tuple[Command, ...]:
    """Return the best order and some that are plainly worse, one of them at least of its own kind; empty where there
    are none.

    Those less than `behind` behind are left out: they are as good, or nobody knows. That something is better than to
    do nothing is no question; that nothing is better than something may be one.
    """
    ranked = sorted(shares, key=lambda command: -shares[command])
    best = ranked[0]
    worse = [command for command in ranked[1:] if shares[best] - shares[command] >= behind]
    alike = [command for command in worse if type(command) is type(best)]
    if type(best) is Done:
        alike = [command for command in worse if type(command) is not Done]
    if len(alike) < LEAST_ORDERS - 1:
        return ()
    others = [command for command in worse if command not in alike]
    return (best, *alike[1 - MOST_ORDERS :], *others)[:MOST_ORDERS]


def paired_difference(stake: Objective, better: Sequence[Counts], worse: Sequence[Counts]) -> tuple[float, float]:
    """Return (how much more often one met the stake than the other, under the same dice; one standard error of it).

    Never quite certain: as if one game more had gone the other way for either.
    """
    gaps = [stake.holds(one) - stake.holds(other) for one, other in zip(better, worse, strict=False)]
    mean = sum(gaps) / len(gaps)
    seen = [*gaps, 1, -1]
    middle = sum(seen) / len(seen)
    spread = sum((gap - middle) ** 2 for gap in seen) / (len(seen) - 1)
    return mean, sqrt(spread / len(gaps))
