"""Phases that go on by themselves, and what a player has said of each: the marks and the menu of the ribbon above."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.app import App
from game.table.auto_pass import MARKS, MODES, AutoPass
from game.table.table import Table
from game.ui import widgets as ui
from rules.kernel.flow import Command, Phase
from rules.kernel.view import PhaseMark


class AutoSkip:
    """Gives the orders that give themselves, one at a time, and answers a click on the ribbon."""

    def __init__(self, app: App, table: Table, stopping: AutoPass, submit: Callable[[Command], bool]) -> None:
        self.app, self.table, self.stopping, self.submit = app, table, stopping, submit
        self.changed: Callable[[], None] = lambda: None

    @property
    def due(self) -> bool:
        """Whether an order gives itself in this position."""
        table = self.table
        may = self.app.settings.pass_phases and table.my_turn and table.hand.armed is None
        return may and self.stopping.passing(table.hand) is not None

    @property
    def unsettled(self) -> bool:
        """Whether the main button has only just come to mean what it says, or its phase is about to be skipped."""
        return self.app.settling.holds(self.app.clock()) or (self.table.stopping is not None and self.due)

    def go_on(self) -> bool:
        """Give what gives itself in this position. False where the player is waited for."""
        table, stopping = self.table, self.stopping
        command = stopping.passing(table.hand) if self.due else None
        if command is None:
            return False
        if not self.submit(command):
            stopping.hold()  # refused for a reason the offers did not know: the player is asked
            return False
        return True

    def marked(self, names: Sequence[str], marks: Sequence[PhaseMark]) -> list[str]:
        """The names of the ribbon with the marks of where the game stops."""
        return [f"{name}{self._mark(mark)}" for name, mark in zip(names, marks, strict=True)]

    def _mark(self, mark: PhaseMark) -> str:
        phase = self.stopping.phase_called(mark.title)
        return MARKS.get(self.stopping.mode(phase), "") if phase is not None and phase.verbs else ""

    def menu(self, number: int, rect: pygame.Rect) -> None:
        """A phase of the ribbon was pressed: what shall happen in it."""
        marks = self.table.hand.view.phases
        phase = self.stopping.phase_called(marks[number].title) if number < len(marks) else None
        if phase is None or not phase.verbs:
            return
        now = self.stopping.mode(phase)
        items = [
            ui.MenuItem(f"{'✓ ' if mode == now else ''}{words}", partial(self.choose, phase, mode))
            for mode, words in MODES.items()
        ]
        ui.open_menu(self.app.tree, rect.bottomleft, items)

    def choose(self, phase: Phase, mode: str) -> None:
        """Say it of a phase, for this and every later game."""
        self.stopping.choose(phase, mode)
        self.app.save_settings()
        self.changed()
