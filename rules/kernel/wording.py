"""Words for numbers: a count with its noun, in the singular or the plural."""

from __future__ import annotations

HISSING = ("s", "x", "ch", "sh")  # nouns that end so take -es


def some(count: int, one: str, many: str = "") -> str:
    """A count with its noun: `1 choice`, `2 hexes`, `1,200 points`; `many` is a plural without -s or -es: dice."""
    if count == 1:
        return f"1 {one}"
    return f"{count:,} {many or one + ('es' if one.endswith(HISSING) else 's')}"
