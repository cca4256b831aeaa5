"""The buttons of who watches two computers play: pause, a step, how fast."""

from __future__ import annotations

from collections.abc import Callable

from game.hud.screen import Screen
from game.table.director import SPEEDS, Director
from game.words import tr


class SpectatorControls:
    """`screen`: the one on which the buttons stand; `shown`: after a change."""

    def __init__(self, director: Director, screen: Callable[[], Screen], shown: Callable[[], None]) -> None:
        self.director, self.screen, self.shown = director, screen, shown

    def pause(self) -> None:
        """Stop the computer players, or let them go on."""
        self.director.paused = not self.director.paused
        self.screen().pause.set_text(tr("Continue") if self.director.paused else tr("Pause"))
        self.shown()

    def step(self) -> None:
        """Play one decision, then pause."""
        if not self.director.paused:
            self.pause()
        self.director.single = True

    def next_speed(self) -> None:
        """Choose the next speed of watching."""
        self.director.speed = (self.director.speed + 1) % len(SPEEDS)
        self.screen().speed.set_text(tr("Speed: {speed}", speed=tr(SPEEDS[self.director.speed][0])))
