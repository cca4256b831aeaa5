"""The course of an order as a small arrow: its legs as they lie on the board, its start a dot."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, pi, sin

import pygame

from game.ui import widgets as ui
from game.words import tr

TALL, WIDE = 46, 120  # unscaled units
HEAD = 9  # of the arrow's head
Point = tuple[float, float]


class Course(ui.Widget):
    """Legs from the first point to the last, fitted into its room as they lie to each other."""

    kind = "course"

    def __init__(self, points: Sequence[Point], id: str = "course") -> None:
        super().__init__(id, align="start")
        self.points = tuple(points)

    def natural_width(self) -> int:
        return self.px(WIDE)

    def height_at(self, width: int) -> int:
        return self.px(TALL)

    def spoken_text(self) -> str:
        return tr("a course with {count} legs", count=len(self.points) - 1)

    def fit_points(self) -> list[Point]:
        """Return the points inside the widget, the longer way filling it."""
        xs, ys = zip(*self.points, strict=True)
        edge = self.px(HEAD)
        room_x, room_y = max(1, self.rect.w - 2 * edge), max(1, self.rect.h - 2 * edge)
        span_x, span_y = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(room_x / span_x if span_x > 1 else 1e9, room_y / span_y if span_y > 1 else 1e9)
        scale = scale if scale < 1e9 else 1.0
        left = self.rect.centerx - scale * (max(xs) + min(xs)) / 2
        top = self.rect.centery - scale * (max(ys) + min(ys)) / 2
        return [(left + scale * x, top + scale * y) for x, y in self.points]

    def paint(self, surface: pygame.Surface) -> None:
        points, ink = self.fit_points(), self.palette.gold
        thick = max(2, self.px(3))
        for one, other in zip(points, points[1:], strict=False):
            pygame.draw.line(surface, ink, one, other, thick)
        pygame.draw.circle(surface, ink, points[0], self.px(4))
        end = points[-1]
        start = next((p for p in reversed(points[:-1]) if hypot(p[0] - end[0], p[1] - end[1]) > 1), None)
        if start is None:
            return
        way = atan2(end[1] - start[1], end[0] - start[0])
        size = self.px(HEAD)
        wings = [(end[0] - size * cos(way + turn), end[1] - size * sin(way + turn)) for turn in (pi / 6, -pi / 6)]
        pygame.draw.polygon(surface, ink, [end, *wings])
