"""Skipping of phases: the notice before a skip, and the marks and menu of each phase on the ribbon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.app import App
from game.table.auto_pass import MARKS, MODES, AutoPass
from game.table.order_builder import OrderBuilder
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.flow import Command, Phase
from rules.kernel.view import PhaseMark

HOLD_MS = 1200
FIRST_MS = 6000  # the first line explains how to stop


class AutoSkip:
    """Gives automatic orders, one at a time, and handles clicks on the ribbon."""

    def __init__(self, app: App, table: Table, stopping: AutoPass, submit: Callable[[Command], bool]) -> None:
        self.app, self.table, self.stopping, self.submit = app, table, stopping, submit
        self.changed: Callable[[], None] = lambda: None
        self.stopped: Callable[[], None] = lambda: None  # the player stops in the phase about to be skipped
        self._line: ui.RichText | None = None
        self._strip: ui.Panel | None = None
        self._state: object = None  # the position whose phase is about to be skipped
        self._until = 0
        self._first = False  # this player has not seen a skip before
        self._other: OrderBuilder | None = None  # of the side that does not look

    def widget(self) -> ui.Widget:
        """Build the notice of the phase about to be skipped, with the button that stops the skip."""
        self._line = ui.RichText("", "skip_line", width=460)
        stop = ui.Button(tr("Stop here"), self.stop_here, "stop_here", size="small", align="centre")
        self._strip = ui.Panel(ui.Row(self._line, stop, gap=12), id="skip_strip", visible=False, pad=(14, 7))
        if self.holding:
            self._show(self._words())
        return self._strip

    @property
    def due(self) -> bool:
        """Return whether an automatic order is due in this position."""
        table = self.table
        may = self.app.settings.pass_phases and table.my_turn and table.hand.armed_command is None
        return may and self.stopping.passing(table.hand) is not None

    @property
    def skips(self) -> bool:
        """Return whether the phase is about to be skipped."""
        return self.due and self.stopping.passing(self.table.hand) == self.table.hand.done

    @property
    def is_unsettled(self) -> bool:
        """Return whether the main button has just changed its meaning, or its phase is about to be skipped."""
        return self.app.settling.holds(self.app.clock()) or (self.table.stopping is not None and self.due)

    @property
    def holding(self) -> bool:
        """Return whether the notice of a phase about to be skipped is shown."""
        return self._state is not None and self._state is self.table.session.state

    def due_for(self, side: str) -> Command | None:
        """Return the order that ends the phase of a side not at the screen, if it would be skipped; otherwise None."""
        if not self.app.settings.pass_phases:
            return None
        if self._other is None or self._other.side != side:
            self._other = OrderBuilder(self.table.session, side)
        self._other.refresh()
        return self.stopping.passing(self._other)

    def go_on(self, now_ms: int) -> bool:
        """Give the automatic order of this position, after a notice for a skip. Return False if the player must act."""
        table, stopping = self.table, self.stopping
        command = stopping.passing(table.hand) if self.due else None
        skips = command is not None and command == table.hand.done
        if skips and not self.holding:
            self._hold(now_ms)
        if skips and now_ms < self._until:
            return True
        words = stopping.skip_words(table.hand) if skips else ""
        self._release()
        if command is None:
            return False
        if words:
            table.feed.note(words, len(table.session.steps) + 1)
        if not self.submit(command):
            self.keep_open()  # refused for a reason unknown to the offers: leave it to the player
            return False
        return True

    def _hold(self, now_ms: int) -> None:
        """Show the notice for a moment; the first one explains how to stop."""
        self._state = self.table.session.state
        self._first, settings = not self.app.settings.skip_explained, self.app.settings
        self._until = now_ms + (FIRST_MS if self._first else HOLD_MS)
        self._show(self._words())
        self.app.reader.say(self.stopping.skip_words(self.table.hand))
        if self._first:
            settings.skip_explained = True
            self.app.save_settings()

    def _words(self) -> str:
        words = ui.escape(self.stopping.skip_words(self.table.hand))
        if self._first:
            words += "\n" + tr("A click on a phase in the row above lets you choose where the game stops.")
        return words

    def _show(self, words: str) -> None:
        if self._line is not None and self._strip is not None:
            self._line.set_text(words)
            self._strip.set_visible(bool(words))

    def _release(self) -> None:
        if self._state is not None:
            self._state = None
            self._show("")

    def stop_here(self) -> None:
        """Stop in the phase about to be skipped."""
        if self.holding:
            self.keep_open()

    def keep_open(self) -> None:
        """Ask the player in this position, which the program would have passed over."""
        self.stopping.hold()
        self._release()
        self.stopped()

    def mark_names(self, names: Sequence[str], marks: Sequence[PhaseMark]) -> list[str]:
        """Return the names of the ribbon with marks where the game stops."""
        return [f"{name}{self._mark(mark)}" for name, mark in zip(names, marks, strict=True)]

    def _mark(self, mark: PhaseMark) -> str:
        phase = self.stopping.phase_called(mark.title)
        return MARKS.get(self.stopping.mode(phase), "") if phase is not None and phase.verbs else ""

    def menu(self, number: int, rect: pygame.Rect) -> None:
        """Open the menu of a phase in the ribbon: stop there or skip it."""
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
        """Set the mode of a phase, for this and every later game."""
        self.stopping.choose(phase, mode)
        self.app.save_settings()
        self.changed()
