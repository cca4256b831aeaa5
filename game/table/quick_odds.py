"""Odds while one waits for them: as exact as can be had at once; what is slow to play out, from fewer samples."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from rules.kernel.flow import Command
from rules.kernel.odds import MAX_OUTCOMES, SAMPLES, Odds
from rules.kernel.seat import Seat

COUNT_S = 0.25  # seconds of work after which the ways are no longer counted
SAMPLE_S = 0.07  # and after which, from then on, no more samples are taken


def quick_odds(seat: Seat, command: Command) -> Odds:
    """Return the odds of a command, in about a third of a second of work at most."""
    return seat.odds(command, MAX_OUTCOMES, SAMPLES, odds_patience())


def patience(seconds: float) -> Callable[[], bool]:
    """Return what tells whether so much work has been done since."""
    begun = thread_time()
    return lambda: thread_time() - begun > seconds


def odds_patience() -> Callable[[bool], bool]:
    """Return whether patience is at its end: for counting, and then for sampling."""
    begun: list[float] = [thread_time()]

    def is_out_of_time(sampling: bool) -> bool:
        if sampling and len(begun) == 1:
            begun.append(thread_time())
        return thread_time() - begun[-1] > (SAMPLE_S if sampling else COUNT_S)

    return is_out_of_time
