"""Advice by button or key: the Captain's order is selected and shown with its reason; only the player gives it."""

from __future__ import annotations

import pygame

from game.app import App
from game.hud.cards import CardActions, commit_bar
from game.hud.pointer import Pointer
from game.hud.status_bar import StatusBar
from game.table.advisor import AdvisedOrder, Advisor
from game.table.prompts import end_words
from game.table.table import Table
from game.ui import widgets as ui
from game.ui.markup import words_of
from game.words import capital, tr


class AdviceButton:
    """The advice button of one table. The advised order is selected and then confirmed or cancelled like any other."""

    def __init__(self, app: App, table: Table, pointer: Pointer, offered: bool) -> None:
        """`offered`: this is a game, not a lesson, a puzzle or a line being tried."""
        self.app, self.table, self.pointer, self.offered = app, table, pointer, offered
        self.counsel = Advisor(table.session)
        self.given: AdvisedOrder | None = None

    # ------------------------------------------------------------------ asking

    def why_not(self) -> str:
        """Return why there is no advice now; empty if there is."""
        if not self.offered:
            return tr("No advice in this game.")
        if not self.app.settings.advice:
            return tr("Advice is switched off in the settings.")
        return "" if self.table.my_turn else tr("It is not your turn.")

    def show_button(self, tray: StatusBar) -> None:
        """Show the button beside undo; it keeps its place when disabled."""
        tray.advice.set_visible(self.offered and self.app.settings.advice and not self.table.director.watching)
        why = self.why_not()
        tray.advice.set_enabled(not why, why)

    def ask(self) -> None:
        """Ask what the Captain would do."""
        why = self.why_not()
        if why:
            self.pointer.desk.tell(why)
        elif not self.counsel.thinking:
            self.pointer.desk.skip()
            self.counsel.begin(self.table.side)
            self._tip(tr("*The Captain is thinking …*"))

    @property
    def waiting(self) -> bool:
        """Return whether the Captain is thinking."""
        return self.counsel.thinking

    def settle(self) -> None:
        """Select the Captain's order once it is ready; called in every frame."""
        if not self.counsel.ready:
            return
        self.app.tree.close_tip()
        counselled = self.counsel.settle()
        if counselled is None or not self.table.my_turn:
            return
        self.lay(counselled)

    def lay(self, counselled: AdvisedOrder) -> None:
        """Select the advised order and scroll it into view. Ending the phase is left to the main button."""
        pointer, hand = self.pointer, self.table.hand
        self.given = counselled
        pointer.tool, pointer.sight, pointer.preview = "", None, None
        pointer.pane.hide_cursor()  # Enter confirms, wherever the cursor was
        if counselled.ends:
            hand.disarm()
        else:
            hand.lay(counselled.command)
        pointer.desk.show_choice()
        pointer.bring_back()
        self.app.reader.say(*(words_of(line) for line in (self._order(), self.words())))

    def _order(self) -> str:
        hand = self.table.hand
        return hand.label(hand.armed_command) if hand.armed_command is not None else end_words(hand)

    def stop(self) -> None:
        """Stop when the game is left."""
        self.counsel.stop()

    def _tip(self, words: str) -> None:
        self.app.tree.show_tip(pygame.Rect(self.app.tree.pointer, (1, 1)), words)

    # ------------------------------------------------------------------ showing

    def words(self) -> str:
        """Return the Captain's reason for the selected order, as markup; empty for any other order."""
        given, hand = self.given, self.table.hand
        if given is None or given.state is not self.table.session.state or not self.table.my_turn:
            return ""
        if hand.armed_command != (None if given.ends else given.command):
            return ""
        return tr("{gold:**The Captain**}: {why}.", why=ui.escape(capital(given.why)))

    def bar(self, actions: CardActions) -> ui.Widget | None:
        """Return the buttons for the selected order, with the Captain's reason if it is his."""
        words, hand = self.words(), self.table.hand
        if not words or hand.armed_command is not None:
            return commit_bar(hand, actions, words)
        give = ui.Button(tr("Confirm"), self.pointer.desk.end_phase, "aim_give", style="primary", align="centre")
        cancel = ui.Button(tr("Cancel"), self._drop, "aim_cancel", style="quiet", align="centre")
        return commit_bar(hand, actions, words, end_words(hand), (cancel, give))

    def _drop(self) -> None:
        self.given = None
        self.pointer.desk.show_choice()
