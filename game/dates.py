"""Dates as one writes them."""

from __future__ import annotations

import re

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def long_date(date: str) -> str:
    """`1942-10-11` as one writes it, 11 October 1942; anything else as it is."""
    parts = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})", date)
    return f"{int(parts[3])} {MONTHS[int(parts[2]) - 1]} {int(parts[1])}" if parts else date
