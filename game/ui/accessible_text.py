"""Text of widgets for screen readers: words without symbols, and rows of widgets that have rows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.words import Catalogue, in_use, tr, tr_noop

MOST_ROWS = 50  # most rows of a list reported: those around the selected one
IN_WORDS = {
    "…": "",
    "»": "",
    "·": ",",
    "•": ",",
    "→": " to ",
    "−": "-",
    "±": tr_noop("plus or minus "),
    "×": " by ",
    "≥": tr_noop(" at least "),
    "≤": tr_noop(" at most "),
    "●": tr_noop("errata sheet,"),
    "◐": tr_noop("public source,"),
    "○": tr_noop("house rule,"),
    "⚀": "1", "⚁": "2", "⚂": "3", "⚃": "4", "⚄": "5", "⚅": "6",
}  # fmt: skip
DOTS = re.compile("[●○]{2,}|[★☆]{2,}")
HEADLINE = re.compile(r"(?m)^== ")  # phase headings in the log


@dataclass(frozen=True, slots=True)
class AccessibleRows:
    """Rows of a list, a table, a log, tabs, a menu or a board: those from `first`, of `total`; -1: none is selected."""

    texts: tuple[str, ...]
    chosen: int = -1  # number among all rows
    first: int = 0
    total: int = 0
    keys: tuple[str, ...] = ()  # id of each row, if its number is not enough: a counter, a place
    states: tuple[str, ...] = ()  # description of each row, such as why it cannot be selected


def visible_rows(total: int, chosen: int, most: int = MOST_ROWS) -> range:
    """Return the numbers of the rows to report: all, or `most` around the selected one (without one, the last)."""
    if total <= most:
        return range(total)
    middle = chosen if chosen >= 0 else total - 1
    first = min(max(0, middle - most // 2), total - most)
    return range(first, first + most)


def rows_of(total: int, chosen: int, text: Callable[[int], str]) -> AccessibleRows:
    """Return rows identified by their number."""
    seen = visible_rows(total, chosen)
    return AccessibleRows(tuple(spoken_text(text(number)) for number in seen), chosen, seen.start, total)


def with_headings(headings: Sequence[str], cells: Sequence[str]) -> str:
    """Return a row of a table as text, each cell after the first preceded by its column's name."""
    parts = []
    for number, cell in enumerate(cells):
        heading = headings[number] if number and number < len(headings) else ""
        if cell:
            parts.append(f"{heading} {cell}".strip())
    return ", ".join(parts)


def _dots(found: re.Match[str]) -> str:
    full, count = len(found.group().rstrip("○☆")), len(found.group())
    if found.group()[0] in "★☆":
        return tr("{full} of {count} stars", full=full, count=count)
    return tr("{full} of {count}", full=full, count=count)


def _sign(sign: str) -> str:
    if sign in IN_WORDS:
        return tr(IN_WORDS[sign]) if IN_WORDS[sign] else ""
    return "" if unicodedata.category(sign) in ("So", "Co", "Cf") or sign in "▸▶◀" else sign


def spoken_text(text: str) -> str:
    """Return text without symbols: those that a voice would spell or skip are replaced by words or left out."""
    return _spoken_text(text, in_use())


@lru_cache(maxsize=8192)
def _spoken_text(text: str, _language: Catalogue) -> str:
    text = DOTS.sub(_dots, HEADLINE.sub("", text))
    words = "".join(map(_sign, text))
    words = re.sub(r"\s*\n\s*", ". ", words.strip())
    words = re.sub(r"\s+", " ", words)
    return re.sub(r"(?:\s*[,.])*\s*([,.])(?=\s|$)", r"\1", words).strip(" ,")
