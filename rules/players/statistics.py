"""The statistics of a match.

Score with its interval, the score of pairs, and the sequential test (SPRT) with its stop rule. A pair is one seed of
the dice played twice with sides changed, so that neither the side nor the seed's luck favours a player. A draw counts a
half.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt

from rules.kernel.odds import wilson
from rules.kernel.record import Record

ERROR = 0.05  # error of both kinds in the sequential test
LEAST_PAIRS = 10  # least pairs before the sequential test may stop a match
LEAST_VARIANCE = 0.01  # of the score of a pair: a run of equal pairs proves less than it seems


class MatchResult(Record, frozen=True):
    """The result of a match so far for its first player."""

    wins: int
    draws: int
    losses: int
    score: float  # share of the points, 0..1
    low: float  # Wilson, 95 per cent
    high: float
    pair_margin: float  # 95 per cent half width of the interval of the score, from the pairs
    llr: float  # log of the likelihood ratio of the two hypotheses, from the pairs
    verdict: str  # passed, failed, open

    @property
    def games(self) -> int:
        """Games that ended."""
        return self.wins + self.draws + self.losses

    @property
    def elo(self) -> int:
        """The difference in rating points that corresponds to the score, at most 800 either way."""
        share = min(max(self.score, 0.01), 0.99)
        return round(-400 * log10(1 / share - 1))


def match_result(results: Sequence[float], null: float, hope: float) -> MatchResult:
    """Return the statistics of games by their results (1 win, 0.5 draw, 0 loss); each two games are a pair of one seed.

    null, hope: the two scores between which the test decides, with error probability ERROR.
    """
    games = len(results)
    wins, draws = sum(result == 1 for result in results), sum(result == 0.5 for result in results)
    score = sum(results) / games if games else 0.5
    centre, half = wilson(score * games, games) if games else (0.5, 0.5)
    pairs = [(first + second) / 2 for first, second in zip(results[::2], results[1::2], strict=False)]
    ratio = likelihood(pairs, null, hope)
    bound = log((1 - ERROR) / ERROR)
    verdict = "open" if len(pairs) < LEAST_PAIRS or abs(ratio) < bound else "passed" if ratio > 0 else "failed"
    margin = 1.96 * sqrt(variance(pairs) / len(pairs)) if pairs else 0.5
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return MatchResult(wins, draws, games - wins - draws, score, low, high, margin, ratio, verdict)


def variance(pairs: Sequence[float]) -> float:
    """Return the variance of the score of a pair."""
    if len(pairs) < 2:
        return 0.25
    mean = sum(pairs) / len(pairs)
    return sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)


def likelihood(pairs: Sequence[float], null: float, hope: float) -> float:
    """Return the log likelihood ratio of `hope` against `null` for the mean score, with pair scores taken as normal."""
    if not pairs:
        return 0.0
    mean = sum(pairs) / len(pairs)
    spread = max(variance(pairs), LEAST_VARIANCE)
    return len(pairs) * (hope - null) * (2 * mean - null - hope) / (2 * spread)
