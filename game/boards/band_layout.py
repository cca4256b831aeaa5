"""Where range bands lie on the screen: columns from end to end, a strip of sky above, lanes for each side's divisions.

The sheet is as large as the board's rectangle, so at zoom 1 all of it is visible. World units are its pixels, counted
from the chart's corner inside the paper margin. Band 1 is at the left; band 0 and the band after the last are the
waters beyond the two ends, where a division leaves the chart. Lanes 0, 1, 2 lie below the middle line and belong to the
side whose flag is at band 1; -1, -2, -3 lie above it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.boards.layout import Layout, Point
from rules.kernel.view import Place

MARGIN = 13  # pixels of paper around the chart, at a UI scale of 1
SKY, SKY_SHARE = 112, 0.145  # height of the sky, and the largest part of the sheet it takes
FOOT = 31  # scale of yards below the sea
HEAD = 31  # room for the bands' numbers below the horizon
END_SHARE = 0.78  # the waters beyond an end, in columns
STRAIT = 70  # height of the strip in the middle that islands lie in
OPEN_STRAIT = 20  # the same without islands
LEAST_LANES = 3
LARGEST, SMALLEST = 104, 26  # a counter's height
GAP = 10  # between the counters of neighbouring bands: room for a bow
WIDEST = 1.9  # its width, in heights
LEAST_PX = 24  # the least width of a counter on the smallest sheet

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class BandLayout:
    """The geometry of a sheet of a size in pixels. `above`, `below`: lanes of each half; `islands`: any in the
    middle?
    """

    sheet: tuple[int, int]
    bands: int = 10
    above: int = LEAST_LANES
    below: int = LEAST_LANES
    islands: bool = False
    ui: float = 1.0

    @cached_property
    def unit(self) -> float:
        """Return the UI scale, reduced if the sheet is too small for it."""
        return min(self.ui, self.sheet[0] / 760, self.sheet[1] / 470)

    @cached_property
    def margin(self) -> int:
        """Return the width of the paper around the chart."""
        return round(MARGIN * self.unit)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Return the size of the chart inside the margin."""
        return max(1, self.sheet[0] - 2 * self.margin), max(1, self.sheet[1] - 2 * self.margin)

    def world(self) -> Box:
        """Return the whole sheet."""
        return -self.margin, -self.margin, self.size[0] + self.margin, self.size[1] + self.margin

    # The large parts

    @cached_property
    def horizon(self) -> float:
        """Return the y where the sky ends and the sea begins."""
        return min(SKY * self.unit, SKY_SHARE * self.size[1])

    @cached_property
    def shore(self) -> float:
        """Return the y where the sea ends and the scale begins."""
        return self.size[1] - FOOT * self.unit

    @cached_property
    def column(self) -> float:
        """Return the width of a band."""
        return self.size[0] / (self.bands + 2 * END_SHARE)

    @cached_property
    def first(self) -> float:
        """Return the left edge of band 1."""
        return END_SHARE * self.column

    @cached_property
    def strait(self) -> tuple[float, float]:
        """Return top and bottom of the strip between the two halves."""
        top, low = self.horizon + HEAD * self.unit, self.shore
        high = STRAIT * self.unit if self.islands else OPEN_STRAIT * self.unit
        high = max(high, 0.15 * (low - top)) if self.islands else min(high, 0.05 * (low - top))
        middle = top + (low - top - high) * self.above / (self.above + self.below)
        return middle, middle + high

    @cached_property
    def middle(self) -> float:
        """Return the y of the middle line."""
        return sum(self.strait) / 2

    @cached_property
    def lane(self) -> float:
        """Return the height of a lane."""
        top = self.horizon + HEAD * self.unit
        high, low = self.strait
        return (self.shore - low + high - top) / (self.above + self.below)

    @cached_property
    def counter(self) -> int:
        """Return the height of a counter at zoom 1, in pixels."""
        fitting = min(LARGEST * self.unit, self.column - 13 * self.unit, self.lane - 7 * self.unit)
        return round(max(SMALLEST * self.unit, fitting, LEAST_PX))

    @cached_property
    def counter_wide(self) -> int:
        """Return the width of a counter: ships are long, and bands are wider than lanes are high."""
        return max(self.counter, round(min(WIDEST * self.counter, self.column - GAP * self.unit)))

    # Places

    def band_box(self, band: int) -> Box:
        """Return a band from the horizon to the scale; 0 and the one after the last are the waters beyond the ends."""
        if band < 1:
            return 0, self.horizon, self.first, self.shore
        start = self.first + (band - 1) * self.column
        return start, self.horizon, self.size[0] if band > self.bands else start + self.column, self.shore

    def cell(self, place: Place) -> Box:
        """Return the part of a band that one lane takes.

        A place without a lane is in the strait; a lane beyond the last counts as the last.
        """
        left, _, right, _ = self.band_box(place[0])
        high, low = self.strait
        if len(place) < 2:
            return left, high, right, low
        lane = min(self.below - 1, max(-self.above, place[1]))
        top = (low if lane >= 0 else high) + lane * self.lane
        return left, top, right, top + self.lane

    def centre(self, place: Place) -> Point:
        """Return the middle of a place."""
        left, top, right, bottom = self.cell(place)
        return (left + right) / 2, (top + bottom) / 2

    def place_at(self, point: Point) -> Place | None:
        """Return the place under a point; None in the sky and off the sheet. Between lanes, the nearest one."""
        x, y = point
        if not (0 <= x <= self.size[0] and self.horizon <= y <= self.size[1]):
            return None
        band = min(self.bands + 1, max(0, int((x - self.first) // self.column) + 1))
        high, low = self.strait
        if y >= self.middle:
            return band, min(self.below - 1, max(0, int((y - low) // self.lane)))
        return band, max(-self.above, min(-1, -1 - int((high - y) // self.lane)))

    def nearest_place(self, place: Place) -> Place:
        """Return a place if it exists, otherwise the nearest one."""
        lane = place[1] if len(place) > 1 else 0
        return min(self.bands + 1, max(0, place[0])), min(self.below - 1, max(-self.above, lane))

    def layout(self) -> Layout:
        """Return the layout for markers and motions: facing 0 is towards the last band, 1 towards the first."""
        x, y = self.counter_wide / 2, self.counter / 2
        cell = ((-x, -y), (x, -y), (x, y), (-x, y))
        return Layout(self.centre, bearing, self.counter * 0.62, self.column, cell, self.size)


def bearing(facing: int) -> Point:
    """Return the direction of a facing: 0 towards the last band, anything else towards the first."""
    return (-1.0, 0.0) if facing else (1.0, 0.0)
