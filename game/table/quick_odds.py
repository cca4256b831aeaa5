"""Odds within a short time: as exact as possible; slow cases are sampled, with fewer samples if necessary."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from rules.kernel.flow import Command
from rules.kernel.odds import MAX_OUTCOMES, SAMPLES, Odds
from rules.kernel.seat import Seat

COUNT_S = 0.25  # seconds of work after which exact counting stops
SAMPLE_S = 0.07  # further seconds after which sampling stops


def quick_odds(seat: Seat, command: Command) -> Odds:
    """Return the odds of a command, with at most about a third of a second of work."""
    return seat.odds(command, MAX_OUTCOMES, SAMPLES, odds_patience())


def patience(seconds: float) -> Callable[[], bool]:
    """Return a function that tells whether this much processor time has passed since."""
    begun = thread_time()
    return lambda: thread_time() - begun > seconds


def odds_patience() -> Callable[[bool], bool]:
    """Return a function that tells whether time is up, for counting or for sampling."""
    begun: list[float] = [thread_time()]

    def is_out_of_time(sampling: bool) -> bool:
        if sampling and len(begun) == 1:
            begun.append(thread_time())
        return thread_time() - begun[-1] > (SAMPLE_S if sampling else COUNT_S)

    return is_out_of_time
