"""Reasons in words: what an order changes, term by term, in victory points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command
from rules.kernel.seat import Imagined
from rules.kernel.worth import Term, changes

HUNDREDTHS = 100  # of a victory point: what scores are told in
TOLD = 3  # terms in a reason
SAMPLES = 4  # of the dice, where an order throws any


def points(hundredths: int | Fraction) -> str:
    """Hundredths of a point as a signed number of points: "+1.2"; as many figures as tell anything."""
    value = float(hundredths) / HUNDREDTHS
    return f"{value:+.0f}" if abs(value) >= 100 else f"{value:+.1f}" if abs(value) >= 1 else f"{value:+.2f}"


def because(now: Imagined, command: Command, stream: int, throws: bool) -> str:
    """What an order changes on average: "our guns +1.2, theirs -0.4"; empty when no term changes.

    throws: whether it throws dice, so that it is looked at more than once. Throws thinking dice of the seed `stream`.
    """
    before = now.terms()
    count = SAMPLES if throws else 1
    after = [now.imagine(command, SeededDice(stream + number)).terms() for number in range(count)]
    return in_words(mean_changes(before, after))


def mean_changes(before: Sequence[Term], after: Sequence[Sequence[Term]]) -> list[Term]:
    """What becomes of each term on average, the greatest change first."""
    total: dict[str, Term] = {}
    for terms in after:
        for term in changes(before, terms):
            had = total.get(term.key)
            total[term.key] = term if had is None else term.but(value=had.value + term.value)
    found = [term.but(value=round(term.value / len(after))) for term in total.values()]
    return sorted((term for term in found if term.value), key=lambda term: -abs(term.value))


def in_words(changed: Iterable[Term]) -> str:
    """The weightiest changes: "our guns +1.2, theirs -0.4"."""
    return ", ".join(f"{term.label} {points(term.value)}" for term in list(changed)[:TOLD])
