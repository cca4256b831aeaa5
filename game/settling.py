"""A dead time after a change of page or position: a second press on the same spot, or on the main button, is
ignored.
"""

from __future__ import annotations

import pygame

SETTLE_MS = 600
NEAR = 3  # pixels the mouse may move between two presses on the same spot
MAIN_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)


class Settling:
    """Watches the meaning of a press. `ms`: length of the dead time; 0 switches it off, for tests without a clock."""

    def __init__(self) -> None:
        self.ms = SETTLE_MS
        self._meaning: object = None
        self._until = 0
        self._spot: tuple[int, int] | None = None  # place of the last press of the left button

    def look(self, meaning: object, now_ms: int) -> None:
        """Start the dead time if the meaning has changed since the last call."""
        if meaning != self._meaning:
            if self._meaning is not None:
                self._until = now_ms + self.ms
            self._meaning = meaning

    def holds(self, now_ms: int) -> bool:
        """Return whether the dead time is running."""
        return now_ms < self._until

    def swallows(self, event: pygame.Event, now_ms: int) -> bool:
        """Return whether a press comes too soon after a change and must be ignored."""
        if event.type == pygame.KEYDOWN:
            return event.key in MAIN_KEYS and self.holds(now_ms)
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        spot, self._spot = self._spot, event.pos
        near = spot is not None and max(abs(spot[0] - event.pos[0]), abs(spot[1] - event.pos[1])) <= NEAR
        return near and self.holds(now_ms)
