"""The geometry of a board: what markers, motions and overlays need from any board."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules.kernel.view import Place

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board's geometry in world units, y south."""

    centre: Callable[[Place], Point]  # the middle of a place
    bearing: Callable[[int], Point]  # the unit step of a facing
    radius: float  # radius of a cell: sets the size of smoke, splashes and shells
    unit: float  # unit of the values of cones, arcs and rings: one hex, one band, a thousandth of a table's unit
    cell: tuple[Point, ...]  # the corners of a cell around its middle
    size: Point  # rectangle of the whole board

    def reach(self, value: int) -> float:
        """Return a marker's value in world units."""
        return value * self.unit


def along(path: Sequence[Point], share: float) -> tuple[Point, Point]:
    """Return the point at a fraction 0..1 of a polyline's length, and the unit direction there."""
    lengths = [math.dist(a, b) for a, b in zip(path, path[1:], strict=False)]
    left = max(0.0, min(1.0, share)) * sum(lengths)
    for (ax, ay), (bx, by), length in zip(path, path[1:], lengths, strict=False):
        if length and left <= length:
            part = left / length
            return (ax + (bx - ax) * part, ay + (by - ay) * part), ((bx - ax) / length, (by - ay) / length)
        left -= length
    return path[-1], (0.0, -1.0)
