"""The buttons for watching two computer players: pause, step, speed."""

from __future__ import annotations

from collections.abc import Callable

from game.hud.screen import Screen
from game.table.director import SPEEDS, Director
from game.words import tr


class SpectatorControls:
    """The controls of a spectator. `screen`: where the buttons are; `shown`: called after a change."""

    def __init__(self, director: Director, screen: Callable[[], Screen], shown: Callable[[], None]) -> None:
        self.director, self.screen, self.shown = director, screen, shown

    def pause(self) -> None:
        """Pause the computer players, or let them continue."""
        self.director.paused = not self.director.paused
        self.screen().pause.set_text(tr("Continue") if self.director.paused else tr("Pause"))
        self.shown()

    def step(self) -> None:
        """Play one decision, then pause."""
        if not self.director.paused:
            self.pause()
        self.director.single = True

    def next_speed(self) -> None:
        """Choose the next speed."""
        self.director.speed = (self.director.speed + 1) % len(SPEEDS)
        self.screen().speed.set_text(tr("Speed: {speed}", speed=tr(SPEEDS[self.director.speed][0])))
