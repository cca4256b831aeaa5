"""The line for typed orders: everything that can be clicked can also be typed, and is refused for the same reasons."""

from __future__ import annotations

from game.app import App
from game.hud.pointer import PointerHost
from game.hud.screen import Screen
from game.table.input_matching import Unclear, read_order
from game.table.rule_citations import why_words
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.system import format_command


class OrderLine:
    """Opens, reads and closes the typing line of a play screen."""

    screen: Screen

    def __init__(self, app: App, table: Table, desk: PointerHost) -> None:
        self.app, self.table, self.desk = app, table, desk
        self.wanted = False

    def open_next_tick(self) -> None:
        """Open the line for typed orders at the next tick, so that the key itself is not typed into it."""
        self.wanted = True

    def open(self) -> None:
        self.wanted = False
        self.screen.typing.set_visible(True)
        self.screen.field.set_text("")
        names = ", ".join(dict.fromkeys(action.verb for action in self.table.hand.actions))
        self.screen.answer.set_text(
            tr("*Possible now: {words}, done. Enter: give the order. Esc: close.*", words=names or tr("nothing"))
        )
        self.app.tree.ensure_layout()
        self.app.tree.focus(self.screen.field)

    def close(self) -> bool:
        """Close the line. Return false if it was not open."""
        if not self.screen.typing.visible:
            return False
        self.app.tree.focus(None)
        self.screen.typing.set_visible(False)
        return True

    def submit_text(self, text: str) -> None:
        if not text.strip():
            self.close()
            return
        if not self.table.my_turn:
            self.screen.answer.set_text(tr("{bad:It is not your turn.}"))
            return
        system, seat, names = self.table.session.system, self.table.seat, self.table.names()
        try:
            command, exact = read_order(system, seat, names, text)
        except Unclear as error:
            self.screen.answer.set_text(f"{{bad:{ui.escape(str(error))}}}")
            return
        reasons = seat.check(command)
        if reasons:
            self.screen.answer.set_text(tr("{bad:Refused.} {why_words}", why_words=why_words(system.rulebook, reasons)))
            return
        label = self.table.hand.label(command)
        if not exact:
            self.screen.field.set_text(format_command(command))
            self.screen.answer.set_text(
                tr("{gold:Short for:} {label}. *Enter: give the order.*", label=ui.escape(label))
            )
            return
        if not self.desk.submit(command):
            return
        self.screen.field.set_text("")
        self.screen.answer.set_text(tr("{good:Done:} {label}", label=ui.escape(label)))
