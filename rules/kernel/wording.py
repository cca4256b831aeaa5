"""Words for numbers and lists: a count with its noun, in the singular or the plural; names in a row."""

from __future__ import annotations

from collections.abc import Sequence

HISSING = ("s", "x", "ch", "sh")  # nouns that end so take -es


def some(count: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 choice`, `2 hexes`, `1,200 points`; `many` is a plural without -s or -es: dice."""
    if count == 1:
        return f"1 {one}"
    return f"{count:,} {many or one + ('es' if one.endswith(HISSING) else 's')}"


def listed(names: Sequence[str], most: int = 0) -> str:
    """Names as one says them: `Hood, Renown and Furious`. Of more than most + 1 only the first `most`; 0 = all."""
    if most and len(names) > most + 1:
        names = (*names[:most], f"{len(names) - most} more")
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]
