"""Odds while one waits for them: as exact as can be had at once; what is slow to play out, from fewer samples.

How long one command takes is measured by playing it out; a quick one is weighed as everywhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from rules.kernel.flow import Command
from rules.kernel.odds import LEAVES, SAMPLES, Odds

QUICK = 0.00015  # seconds: what is played out in less is weighed in full
PATIENCE = 0.15  # seconds that one command may take to be weighed
LEAST = 20  # samples, however slow
TRIALS = 3

Weigh = Callable[[Command, int, int], Odds]  # a command, most ways to be counted, samples if there are more


def weighed(weigh: Weigh, command: Command) -> Odds:
    """The odds of a command: in full where it is quickly played out, else from as many samples as patience allows."""
    found, cost = _trial(weigh, command)
    if found.exact:
        return found  # it throws nothing
    if cost > QUICK:
        cost = min([cost, *(_trial(weigh, command)[1] for _ in range(TRIALS - 1))])  # the first may have had to wait
    if cost <= QUICK:
        return weigh(command, LEAVES, SAMPLES)
    most = max(LEAST, min(SAMPLES, int(PATIENCE / cost / 2)))
    return weigh(command, most, most)  # the count may be given up after as many


def _trial(weigh: Weigh, command: Command) -> tuple[Odds, float]:
    """One way the dice may fall, and the seconds it took."""
    start = perf_counter()
    return weigh(command, 0, 1), perf_counter() - start
