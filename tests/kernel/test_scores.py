"""Victory points as a ledger, and the grade of a ratio."""

from __future__ import annotations

import pytest

from rules.kernel.scores import larger_first, ledger_of, ratio_grade
from rules.kernel.view import Score, ScoreLine

LINES = {"A": [ScoreLine("one", 3, "R-1"), ScoreLine("two", 4, "R-1")], "B": [ScoreLine("three", 9, "R-2")]}
STEPS = ((0, 1), (3, 2), (2, 1), (4, 1))  # nothing, half as much again, twice, four times


def test_a_ledger_adds_up_the_lines_of_both_sides_in_their_order() -> None:
    one, two = ledger_of(("A", "B"), {"A": "Ayes", "B": "Bees"}, LINES.__getitem__)
    assert (one.name, one.points, len(one.lines)) == ("Ayes", 7, 2)
    assert (two.name, two.points, len(two.lines)) == ("Bees", 9, 1)


def test_the_larger_score_comes_first_and_equal_ones_stay_in_order() -> None:
    low, high = Score("A", "Ayes", 7, ()), Score("B", "Bees", 9, ())
    assert larger_first((low, high)) == (high, low)
    assert larger_first((low, high.but(points=7)))[0].side == "A"


@pytest.mark.parametrize(
    ("larger", "smaller", "grade"), [(5, 4, 0), (6, 4, 1), (7, 4, 1), (8, 4, 2), (16, 4, 3), (1, 0, 0), (4, 0, 3)]
)
def test_the_grade_is_the_last_step_whose_ratio_is_reached_against_at_least_one_point(
    larger: int, smaller: int, grade: int
) -> None:
    assert ratio_grade(STEPS, 1, larger, smaller) == grade
