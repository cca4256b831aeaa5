"""The geometry of a table, in world units: the longer side has 3,200, whatever the table's own unit.

Places are (x, y) in thousandths of the unit, y to the south; headings are degrees clockwise from north.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from game.boards.layout import Layout, Point
from rules.kernel.view import Ground, Hull, Place

LONGER_SIDE = 3200.0
THOUSAND = 1000
PER_FOOT = {"mm": 304.8 / 3000, "inch": 12 / 3000}  # model length for each foot of a ship, at 1:3000
FINE_STEP = {"mm": 1000, "inch": 125}  # places under the cursor are rounded to this step


@dataclass(frozen=True)
class Tabletop:
    """A table's size and unit, and conversion between its places and world units."""

    ground: Ground

    @property
    def share(self) -> float:
        """Return the world units of one thousandth of the table's unit."""
        return LONGER_SIDE / max(1, *self.ground.size)

    @property
    def size(self) -> Point:
        """Return width and height of the table in world units."""
        return self.ground.size[0] * self.share, self.ground.size[1] * self.share

    def world(self, place: Place) -> Point:
        """Return a place in world units. A place that is not a point counts as the table's corner."""
        x, y = (*place, 0, 0)[:2]
        return x * self.share, y * self.share

    def length(self, thousandths: float) -> float:
        """Return a distance in world units."""
        return thousandths * self.share

    def layout(self, radius: float = 30.0) -> Layout:
        """Return the layout for ornaments, motions and effects.

        Splashes and smoke are `radius` world units large.
        """
        return Layout(self.world, bearing, radius, self.share, CELL, self.size)

    def place(self, point: Point) -> Place | None:
        """Return the place at a world point, rounded to the ruler's step; None outside the table."""
        x, y = (value / self.share for value in point)
        if not (0 <= x <= self.ground.size[0] and 0 <= y <= self.ground.size[1]):
            return None
        return self.nearest_place((round(x), round(y)))

    def nearest_place(self, place: Place) -> Place:
        """Return a place rounded to the ruler's step and kept on the table."""
        step = FINE_STEP.get(self.ground.unit, THOUSAND)
        x, y = (
            max(0, min(limit, round(value / step) * step)) for value, limit in zip(place, self.ground.size, strict=True)
        )
        return x, y

    def model(self, hull: Hull) -> float:
        """Return the length of a ship's model in world units."""
        return self.length(hull.length_ft * PER_FOOT.get(self.ground.unit, 0.1) * THOUSAND)

    def steps(self) -> tuple[int, int]:
        """Return the small and large graduations of frame and scale bar, in thousandths."""
        if self.ground.unit == "inch":
            if max(self.ground.size) < 40_000:
                return 1_000, 6_000
            return (1_000, 12_000) if max(self.ground.size) < 100_000 else (6_000, 24_000)
        span = max(self.ground.size)
        large = next((step for step in (10_000, 50_000, 100_000, 200_000, 500_000) if span / step <= 20), 1_000_000)
        return large // 4 if large % 4 == 0 else large // 5, large

    def words(self, thousandths: int) -> str:
        """Return a distance as a number of units, without needless digits."""
        return f"{thousandths / THOUSAND:.2f}".rstrip("0").rstrip(".")


def bearing(degrees: float) -> Point:
    """Return the unit step along a heading, y south."""
    angle = math.radians(degrees)
    return math.sin(angle), -math.cos(angle)


def degrees(dx: float, dy: float) -> int:
    """Return the heading of a step, 0..359."""
    return round(math.degrees(math.atan2(dx, -dy))) % 360


CELL = tuple((30.0 * x, 30.0 * y) for x, y in map(bearing, range(0, 360, 15)))
