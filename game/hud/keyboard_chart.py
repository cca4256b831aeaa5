"""A chart that works by keyboard as by mouse: arrow keys move from stop to stop, Enter opens the stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.ui import widgets as ui


class KeyboardChart(ui.Widget):
    """A chart with stops: each has a number (the argument of `on_press`), a position and a text."""

    on_press: Callable[[int], None] | None = None
    mark = -1  # index of the current stop; -1: none yet

    def stops(self) -> Sequence[tuple[int, int, str]]:
        """Return x, number and text of each stop, from left to right."""
        raise NotImplementedError

    def has_stops(self) -> bool:
        """Return whether there are any stops, without computing them."""
        raise NotImplementedError

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.on_press is not None and self.has_stops()

    def value_text(self) -> str:
        stops = self.stops()
        return stops[self.mark][2] if 0 <= self.mark < len(stops) else ""

    def key(self, event: pygame.Event) -> bool:
        last = len(self.stops()) - 1
        now = self.mark if self.mark >= 0 else last
        wanted = {
            pygame.K_LEFT: now - 1,
            pygame.K_RIGHT: now + 1,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }.get(event.key)
        if wanted is None or self.on_press is None:
            return False
        self.mark = min(last, max(0, wanted))
        self.invalidate()
        self.tree.show_tip(self.rect, ui.escape(self.value_text()))
        return True

    def press(self) -> None:
        stops = self.stops()
        if self.on_press is not None and stops:
            self.on_press(stops[min(self.mark, len(stops) - 1)][1])

    def paint_mark(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the mark of the current stop while the chart has the focus."""
        stops = self.stops()
        if self.is_focused and 0 <= self.mark < len(stops):
            surface.fill(self.palette.focus, (stops[self.mark][0] - self.px(1), area.y, max(2, self.px(2)), area.h))
