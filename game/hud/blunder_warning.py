"""The blunder warning: an order is checked before it is carried out, and the player may take it back."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.app import App
from game.hud.menus import dialog
from game.table.tutor import Advice, Tutor
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.session import Session

WIDTH = 460


class BlunderWarning:
    """Checks orders before they are given. `give`: carries an order out."""

    def __init__(self, app: App, session: Session, give: Callable[[Command], object]) -> None:
        self.app = app
        self.tutor = Tutor(session, lambda: app.settings.tutor)
        self.give = give

    def holds(self, command: Command) -> bool:
        """Return whether an order must wait: it is being checked, and is then given or asked about."""
        if self.tutor.thinking:
            return True
        if not self.tutor.wants(command):
            return False
        self.tutor.begin(command)
        self.app.tree.show_tip(pygame.Rect(self.app.tree.pointer, (1, 1)), tr("*Checking for blunders …*"))
        return True

    @property
    def waiting(self) -> bool:
        """Return whether an order is being checked."""
        return self.tutor.thinking

    def settle(self) -> None:
        """Give the checked order, or ask about it; called in every frame."""
        if not self.tutor.ready:
            return
        command, advice = self.tutor.settle()
        if advice is None:
            self.give(command)
        else:
            self.ask(advice)

    def ask(self, advice: Advice) -> None:
        """Ask once: rethink, continue, or show a hint."""
        body = ui.RichText(advice.words, "tutor_words")
        dialog(
            self.app,
            tr("Blunder warning"),
            body,
            (
                (tr("Hint"), "tutor_hint", lambda: self.hint(advice)),
                (tr("Continue"), "tutor_anyway", lambda: self.give(advice.command)),
                (tr("Rethink"), "tutor_rethink", None),
            ),
            "tutor",
            WIDTH,
        )

    def hint(self, advice: Advice) -> None:
        """Show where to look."""
        body = ui.RichText(advice.hint, "tutor_hint_words")
        anyway = (tr("Continue"), "tutor_anyway", lambda: self.give(advice.command))
        dialog(self.app, tr("Hint"), body, (anyway, (tr("Rethink"), "tutor_rethink", None)), "tutor", WIDTH)

    def stop(self) -> None:
        """Stop when the game is left."""
        self.tutor.stop()
