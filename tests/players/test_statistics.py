"""What a match shows: intervals, pairs, and when the sequential test stops."""

from __future__ import annotations

import pytest

from rules.players.statistics import likelihood, match_result


def test_a_match_is_counted_with_its_interval() -> None:
    found = match_result([1, 0.5, 1, 0] * 25, 0.5, 0.55)
    assert (found.wins, found.draws, found.losses, found.games) == (50, 25, 25, 100)
    assert found.score == pytest.approx(0.625)
    assert found.low == pytest.approx(0.527, abs=0.001) and found.high == pytest.approx(0.714, abs=0.001)
    assert found.elo == 89


def test_the_test_decides_neither_early_nor_without_cause() -> None:
    assert match_result([1, 0] * 9, 0.5, 0.55).verdict == "open", "too few pairs"
    assert match_result([1, 1] * 20, 0.5, 0.55).verdict == "passed"
    assert match_result([0, 0] * 20, 0.5, 0.55).verdict == "failed"
    assert match_result([1, 0, 0.5, 0.5] * 200, 0.5, 0.55).verdict == "failed", (
        "equal players are not five points apart"
    )
    assert match_result([1, 0, 1, 0, 1, 1, 0, 0, 1, 0.5] * 4, 0.5, 0.55).verdict == "open"


def test_pairs_that_agree_prove_more_than_pairs_that_differ() -> None:
    assert likelihood([0.6, 0.6] * 10, 0.5, 0.55) > likelihood([1.0, 0.2] * 10, 0.5, 0.55) > 0
