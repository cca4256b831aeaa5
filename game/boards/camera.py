"""The camera over a board: fixed zoom steps, whole-pixel scrolling, zoom at the cursor.

A camera is a frozen value; every movement returns a new one. It draws nothing. `scroll` is the
top left pixel of the view on the zoomed world, so at any zoom the chart is blitted at whole pixels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.boards.hex_layout import Point

if TYPE_CHECKING:
    from typing import Self

STEPS = (0.14, 0.2, 0.28, 0.4, 0.55, 0.75, 1.0, 1.2, 1.4, 1.7, 2.0)  # screen pixels for one world unit
FINEST = 200  # zoom steps per unit when a view is framed around something
SLACK = 0.3  # the largest part of the view that may lie beside the map


@dataclass(frozen=True)
class Camera:
    """`view`: x, y, width, height on the screen in pixels. `world`: left, top, right, bottom in world units."""

    view: tuple[int, int, int, int]
    world: tuple[float, float, float, float]
    zoom: float = 1.0
    scroll: tuple[int, int] = (0, 0)
    largest: float = 1.0  # a small map is not enlarged beyond this zoom to fit

    def to_screen(self, point: Point) -> Point:
        """Return world to screen pixels, not rounded."""
        x = point[0] * self.zoom - self.scroll[0] + self.view[0]
        return x, point[1] * self.zoom - self.scroll[1] + self.view[1]

    def to_world(self, pos: Point) -> Point:
        """Return screen pixels to world."""
        x = (pos[0] - self.view[0] + self.scroll[0]) / self.zoom
        return x, (pos[1] - self.view[1] + self.scroll[1]) / self.zoom

    def visible(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of the visible part, in world units."""
        x, y, width, height = self.view
        return *self.to_world((x, y)), *self.to_world((x + width, y + height))

    def fills_view(self) -> bool:
        """Return true when the sheet of paper fills the view."""
        left, top, right, bottom = self.visible()
        world = self.world
        return left >= world[0] and top >= world[1] and right <= world[2] and bottom <= world[3]

    def steps(self) -> tuple[float, ...]:
        """Return the zoom steps, with the one at which the whole map just fits among them."""
        fitting = self.fit_zoom()
        return tuple(sorted({fitting, *(step for step in STEPS if step > fitting * 1.12)}))

    def fit_zoom(self) -> float:
        """Return the zoom at which the whole map just fits the view, at most `largest`."""
        left, top, right, bottom = self.world
        across, down = self.view[2] / (right - left), self.view[3] / (bottom - top)
        return max(0.02, min(self.largest, across, down))

    def fit_map(self) -> Self:
        """Return a camera that shows the whole map, centred."""
        left, top, right, bottom = self.world
        return replace(self, zoom=self.fit_zoom()).centred_on(((left + right) / 2, (top + bottom) / 2))

    def framing(self, points: Iterable[Point], margin: float, pad: float = 0.0) -> Self:
        """Return a camera that shows all these points, with a margin in world units and `pad` pixels around them."""
        xs, ys = zip(*points, strict=True)
        width, height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
        room = min((self.view[2] - 2 * pad) / width, (self.view[3] - 2 * pad) / height)
        room = int(room * FINEST) / FINEST
        zoom = max(self.fit_zoom(), min(STEPS[-1], room))
        return replace(self, zoom=zoom).centred_on(((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2))

    def pan(self, dx: float, dy: float) -> Self:
        """Return the camera after dragging the chart dx, dy pixels right and down."""
        return self._scroll_to(self.scroll[0] - dx, self.scroll[1] - dy)

    def zoomed_at(self, pos: Point, clicks: int) -> Self:
        """Return a camera zoomed in (positive steps) or out; the point under `pos` stays as far as the map's edge
        allows.
        """
        steps = self.steps()
        nearest = min(range(len(steps)), key=lambda index: abs(steps[index] - self.zoom))
        zoom = steps[max(0, min(len(steps) - 1, nearest + clicks))]
        x, y = self.to_world(pos)
        moved = replace(self, zoom=zoom)
        return moved._scroll_to(x * zoom - pos[0] + self.view[0], y * zoom - pos[1] + self.view[1])

    def centred_on(self, point: Point) -> Self:
        """Return a camera of the same zoom with a world point in the middle, as far as the map's edge allows."""
        return self._scroll_to(point[0] * self.zoom - self.view[2] / 2, point[1] * self.zoom - self.view[3] / 2)

    def resize(self, view: tuple[int, int, int, int]) -> Self:
        """Return a camera with the same middle and zoom in another screen rectangle; never smaller than the whole
        map.
        """
        x, y, width, height = self.view
        middle = self.to_world((x + width / 2, y + height / 2))
        moved = replace(self, view=view)
        return replace(moved, zoom=max(self.zoom, moved.fit_zoom())).centred_on(middle)

    def _scroll_to(self, x: float, y: float) -> Self:
        left, top, right, bottom = (edge * self.zoom for edge in self.world)
        across = _clamp_scroll(x, left, right, self.view[2])
        return replace(self, scroll=(across, _clamp_scroll(y, top, bottom, self.view[3])))


def _clamp_scroll(start: float, low: float, high: float, length: int) -> int:
    """Return the scroll along one axis, held so that the map stays in view; a map smaller than the view stays whole."""
    slack = SLACK * length
    first, last = sorted((low - slack, high - length + slack))
    if high - low <= length:
        first, last = high - length, low
    if high - low <= length and abs(first - last) < 2:
        return round((first + last) / 2)
    return round(max(first, min(last, start)))
