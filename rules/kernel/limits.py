"""Limits of start conditions: the highest value of a field of a ship's or unit's record, and its rule."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.record import AnyState, Record


class Limit(Record, frozen=True, kw_only=True):
    """The highest value of a field. A mark counts 0 or 1."""

    why: str  # why no further, as the end of a sentence
    rule: str
    least: int = 0
    most: int | None = None
    boxes: int | None = None  # of a mask: the bits there are
    words: tuple[str, ...] = ()  # of a word: those there are


# (state, part, id, field) -> its limit; None where there is none
Limits = Callable[[AnyState, str, str, str], "Limit | None"]


def fault_of(limit: Limit, value: object) -> str:
    """Return why a value is impossible, in a sentence with its rule; empty if it is possible."""
    if isinstance(value, str):
        known = ", ".join(word or "nothing" for word in limit.words)
        if value in limit.words:
            return ""
        return f"expected one of {known}, found {value!r}: {limit.why} ({limit.rule})"
    if not isinstance(value, int):
        return ""
    if value < limit.least:
        return f"expected at least {limit.least}, found {value} ({limit.rule})"
    if limit.most is not None and value > limit.most:
        return f"expected at most {limit.most}, found {int(value)}: {limit.why} ({limit.rule})"
    if limit.boxes is not None and value & ~limit.boxes:
        return f"there is no such box: {limit.why} ({limit.rule})"
    return ""
