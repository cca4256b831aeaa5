"""Words for numbers and lists: a count with its noun, in the singular or the plural; names in a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

HISSING = ("s", "x", "ch", "sh")  # nouns that end so take -es


def count_noun(count: int, one: str, many: str = "") -> str:
    """Return a count with its noun: `1 choice`, `2 hexes`, `1,200 points`.

    `many` is a plural without -s or -es: dice.
    """
    if count == 1:
        return f"1 {one}"
    return f"{count:,} {many or one + ('es' if one.endswith(HISSING) else 's')}"


def begin_sentence(words: str) -> str:
    """Return words begun with a capital, but for a name that is written with its second letter as one: `uVe`."""
    return words if words[1:2].isupper() else words[:1].upper() + words[1:]


def join_words(names: Sequence[str], most: int = 0) -> str:
    """Return names as a list in words: `Hood, Renown and Furious`.

    Of more than most + 1 only the first `most`; 0 = all. Names with commas of their own stand apart by semicolons:
    `66th Foot, A and B; Jacob's Rifles, left wing`.
    """
    if most and len(names) > most + 1:
        names = (*names[:most], f"{len(names) - most} more")
    if len(names) < 2:
        return "".join(names)
    if any("," in name for name in names):
        return "; ".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def plot_text(plot: str, unit: str = "") -> str:
    """Return a plot as helm orders: FFL or 2L is `ahead 2, wheel to port`. `unit` stands behind every number.

    F goes one place ahead, a number so far; L and R turn once to port or starboard.
    """
    parts = []
    for part, found in groupby(re.findall(r"F|L|R|[\d.]+", plot)):
        count = len(list(found))
        if part in ("L", "R"):
            times = {1: "", 2: "twice "}.get(count, f"{count} times ")
            parts.append(f"wheel {times}to {'port' if part == 'L' else 'starboard'}")
        elif part == "F":
            parts.append(f"ahead {count}{unit}" if count > 1 or unit else "ahead")
        else:
            parts.append(f"ahead {part}{unit}")
    return ", ".join(parts)
