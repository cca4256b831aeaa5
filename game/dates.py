"""Dates in long form."""

from __future__ import annotations

import re

from game.words import tr, tr_noop

MONTHS = (
    *(tr_noop("January"), tr_noop("February"), tr_noop("March"), tr_noop("April"), tr_noop("May"), tr_noop("June")),
    *(
        tr_noop("July"),
        tr_noop("August"),
        tr_noop("September"),
        tr_noop("October"),
        tr_noop("November"),
        tr_noop("December"),
    ),
)


def long_date(date: str) -> str:
    """Return `1942-10-11` as 11 October 1942; anything else unchanged."""
    parts = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})", date)
    if parts is None:
        return date
    year, month, day = (int(part) for part in parts.groups())
    return tr("{day} {month} {year}", day=day, month=tr(MONTHS[month - 1]), year=year)
