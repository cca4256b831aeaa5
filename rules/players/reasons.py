"""Reasons as text: what an order changes, term by term, in victory points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.kernel.evaluation import EvalTerm, term_changes

HUNDREDTHS = 100  # of a victory point: the unit of scores
TOLD = 3  # terms in a reason


def points_text(hundredths: int | Fraction) -> str:
    """Return hundredths of a point as a signed number of points, with the figures that matter: "+1.2"."""
    value = float(hundredths) / HUNDREDTHS
    return f"{value:+.0f}" if abs(value) >= 100 else f"{value:+.1f}" if abs(value) >= 1 else f"{value:+.2f}"


def compare_words(points: float) -> str:
    """Return how many victory points a rejected order brings beyond the chosen one: "0.33 points less"."""
    if not points:
        return "as good"
    return f"{points_text(round(abs(points) * HUNDREDTHS))[1:]} points {'more' if points > 0 else 'less'}"


def mean_changes(before: Sequence[EvalTerm], after: Sequence[tuple[Fraction, Sequence[EvalTerm]]]) -> list[EvalTerm]:
    """Return the mean change of each term, the greatest first.

    after: the terms after each outcome of the dice, with the outcome's probability.
    """
    total: dict[str, tuple[EvalTerm, Fraction]] = {}
    for share, terms in after:
        for term in term_changes(before, terms):
            had = total[term.key][1] if term.key in total else Fraction(0)
            total[term.key] = (term, had + share * term.value)
    found = [term.but(value=round(value)) for term, value in total.values()]
    return sorted((term for term in found if term.value), key=lambda term: -abs(term.value))


def in_words(changed: Iterable[EvalTerm]) -> str:
    """Return the greatest changes, and all others as one: "our guns +1.2, theirs -0.4, others +0.2"."""
    terms = list(changed)
    told = [f"{term.label} {points_text(term.value)}" for term in terms[:TOLD]]
    rest = sum(term.value for term in terms[TOLD:])
    return ", ".join([*told, f"others {points_text(rest)}"] if rest else told)
