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


def step_toward(band: Band, other: Band, steps: int = 1) -> Band:
    """Return the band reached from ``band`` by so many steps toward ``other``, never beyond it."""
    if band <= other:
        return min(band + _whole(steps), other)
    return max(band - _whole(steps), other)


def away(band: Band, other: Band, last: Band, steps: int = 1, level: int = 1) -> Band:
    """Return the band reached by so many steps away from ``other``, stopped at 1 or ``last``.

    From the same band "away" has no side of its own: ``level`` says which (+1 to the higher bands, -1 to the lower).
    """
    side = level if band == other else band - other
    return clamp(band + _whole(steps) * (1 if side > 0 else -1), last)


def _whole(steps: int) -> int:
    if steps < 0:
        raise ValueError(f"{steps} steps: give a number of bands from 0 up, and turn the direction round instead")
    return steps
