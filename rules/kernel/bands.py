"""Range bands 1..N in a row: distance, the bands between two, and a step toward or away."""

from __future__ import annotations

from typing import TypeAlias

Band: TypeAlias = int
FIRST: Band = 1


def distance(a: Band, b: Band) -> int:
    """Return the number of bands from ``a`` to ``b``; 0 in the same band."""
    return abs(a - b)


def between(a: Band, b: Band) -> tuple[Band, ...]:
    """Return the bands strictly between two, in the order met on the way from ``a`` to ``b``."""
    return tuple(range(a + 1, b)) if a <= b else tuple(range(a - 1, b, -1))


def clamp(band: int, last: Band) -> Band:
    """Return the band itself, or the nearest of 1..last. Raises ValueError when there is no band at all."""
    if last < FIRST:
        raise ValueError(f"a row of {last} bands has no band: it needs at least one")
    return min(max(band, FIRST), last)
