"""What a position is worth to a side, term by term: computer players weigh the terms and give them as reasons.

House judgement, no rule of any game. A game supplies `System.terms`. Its numbers are in tables/worth.yaml; numbers of
rules are read from the rule's own chart.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from rules.kernel.record import Record

ExpectedChange: TypeAlias = tuple[int | Fraction, int, int]  # mean, least and most change of a score
WORTH_FILE = "worth.yaml"  # among a game's tables: judgement, so a saved game does not depend on it


class EvalTerm(Record, frozen=True):
    """One thing that counts for or against a side, in hundredths of a victory point.

    key: the same in every position of a game, for whoever compares two; label: words for players ("our guns");
    rule: the rule that makes it count, where there is one.
    """

    key: str
    label: str
    value: int
    rule: str = ""


def evaluate(terms: Iterable[EvalTerm]) -> int:
    """Return the sum of terms, in hundredths of a victory point."""
    return sum(term.value for term in terms)


def term_changes(before: Iterable[EvalTerm], after: Iterable[EvalTerm]) -> list[EvalTerm]:
    """Return the change of each term, the greatest first; unchanged terms are left out."""
    was = {term.key: term for term in before}
    now = {term.key: term for term in after}
    found = []
    for key in dict.fromkeys((*was, *now)):
        term = now.get(key) or was[key].but(value=0)
        change = term.value - (was[key].value if key in was else 0)
        if change:
            found.append(term.but(value=change))
    return sorted(found, key=lambda term: -abs(term.value))
