"""The line for typed orders: everything that can be clicked can be typed, and is refused for the same reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.console.matching import Unclear, read_order
from game.hud.cards import why_words
from game.ui import widgets as ui
from rules.kernel.system import spell

if TYPE_CHECKING:
    from game.scenes.play import PlayScene


class OrderLine:
    """Opens, reads and closes the typing line of a play screen."""

    def __init__(self, play: PlayScene) -> None:
        self.play = play
        self.wanted = False

    def want(self) -> None:
        """Open the line for typed orders at the next tick, so that the key itself is not typed into it."""
        self.wanted = True

    def open(self) -> None:
        self.wanted = False
        self.play.screen.typing.set_visible(True)
        self.play.screen.field.set_text("")
        names = ", ".join(dict.fromkeys(deed.verb for deed in self.play.hand.deeds))
        self.play.screen.answer.set_text(f"*Now possible: {names or 'nothing'}, done. Enter gives it, Esc closes.*")
        self.play.app.tree.ensure_layout()
        self.play.app.tree.focus(self.play.screen.field)

    def close(self) -> None:
        self.play.app.tree.focus(None)
        self.play.screen.typing.set_visible(False)

    def typed(self, text: str) -> None:
        if not text.strip():
            self.close()
            return
        if not self.play.my_turn:
            self.play.screen.answer.set_text("{bad:It is not your turn.}")
            return
        seat, state = self.play.hand.seat, self.play.session.state
        names = self.play.system.names(self.play.system.guess(state, self.play.hand.side))
        try:
            command, exact = read_order(self.play.system, seat, names, text)
        except Unclear as error:
            self.play.screen.answer.set_text(f"{{bad:{ui.escape(str(error))}}}")
            return
        reasons = seat.check(command)
        if reasons:
            self.play.screen.answer.set_text(f"{{bad:Refused.}} {why_words(self.play.book, reasons)}")
            return
        label = self.play.hand.label(command)
        if not exact:
            self.play.screen.field.set_text(spell(command))
            self.play.screen.answer.set_text(f"{{gold:Short for:}} {ui.escape(label)}. *Enter gives it.*")
            return
        if not self.play.submit(command):
            return
        self.play.screen.field.set_text("")
        self.play.screen.answer.set_text(f"{{good:Given:}} {ui.escape(label)}")
