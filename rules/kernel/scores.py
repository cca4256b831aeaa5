"""Victory points as a ledger: both sides' lines added up, who is ahead, and the grade that a ratio of points earns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rules.kernel.view import Score, ScoreLine

Ratio = tuple[int, int]  # numerator, denominator


def ledger_of(
    sides: tuple[str, str], names: Mapping[str, str], lines: Callable[[str], Iterable[ScoreLine]]
) -> tuple[Score, Score]:
    """Return both sides' victory points, line by line, in the order of the sides. lines: what a side has earned."""
    a, b = sides
    return score_of(a, names[a], lines(a)), score_of(b, names[b], lines(b))


def score_of(side: str, name: str, lines: Iterable[ScoreLine]) -> Score:
    """Return one side's score: its lines and their sum."""
    ledger = tuple(lines)
    return Score(side, name, sum(line.points for line in ledger), ledger)


def larger_first(ledger: tuple[Score, Score]) -> tuple[Score, Score]:
    """Return the larger score, then the other; in order when they are equal."""
    one, two = ledger
    return (one, two) if one.points >= two.points else (two, one)


def ratio_grade(steps: Iterable[Ratio], least_divisor: int, larger: int, smaller: int) -> int:
    """Return the grade of a victory: the number of the last step whose ratio the scores reach; the first step is 0.

    The smaller score counts as at least the least divisor.
    """
    divisor, grade = max(smaller, least_divisor), 0
    for number, (top, bottom) in enumerate(steps):
        if larger * bottom >= top * divisor:
            grade = number
    return grade
