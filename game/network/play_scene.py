"""The board of a live game between two computers: the other's actions are shown as they arrive; chat is in the bar
below.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from game.app import App
from game.hud import menus
from game.network.board_scene import TwoComputersScene
from game.network.line import Line
from game.network.messages import (
    ACCEPT_DRAW,
    ASK_UNDO,
    CHAT,
    LEAVE,
    MAX_CHAT_LETTERS,
    OFFER_DRAW,
    PING,
    REFUSE_DRAW,
    REFUSE_UNDO,
    RESIGN,
)
from game.network.peer import News, Peer, State
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.view import Place

TALK_LINES = 12  # latest messages shown in the tooltip of the chat line
FARTHEST = 100_000  # pixels: places farther out are not drawn
SAID = {
    REFUSE_UNDO: tr_noop("They do not agree to the undo."),
    ACCEPT_DRAW: tr_noop("They agree to a draw."),
    REFUSE_DRAW: tr_noop("They decline the draw."),
    RESIGN: tr_noop("They resign."),
    LEAVE: tr_noop("They have left."),
}


class NetworkPlayScene(TwoComputersScene):
    """The board of one end. The game runs in the main loop whatever screen is on top; the board shows it when it is
    free.
    """

    peer: Peer

    def __init__(self, app: App, line: Line) -> None:
        peer = line.peer
        assert peer is not None
        self.net = line
        self.talk: list[str] = []  # chat messages, the latest last
        self.waiting_since = monotonic()
        self._pump = self.pump
        super().__init__(app, peer, len(peer.ledger.session.steps))
        app.background.append(self._pump)

    def waiting_words(self) -> str:
        """Return what this side waits for while it is not its turn."""
        if self.peer.state is State.ASKED:
            return tr("The other computer adds its part of the dice.")
        return tr("The other player chooses at the other computer.")

    # ------------------------------------------------------------------ the bar below the board

    def below(self) -> ui.Widget:
        """Return the bar: status, chat, and a button for requests."""
        self.status_label = ui.Label(self.status(), "net_status", role="bold", align="centre", min_width=210)
        self.chat_label = ui.Label(self.chat, "net_chat", colour="ink_soft", align="centre", stretch=1)
        self.chat_label.tooltip = self._talk_words()
        field = ui.TextInput(
            "", "net_say", hint=tr("say something"), limit=MAX_CHAT_LETTERS, on_submit=self._say, width=220
        )
        self.ask_button = ui.Button(tr("Ask"), self.open_asking, "net_ask")
        return ui.Row(self.status_label, self.chat_label, field, self.ask_button, gap=10, pad=(10, 4))

    def status(self) -> str:
        """Return whose turn it is, and for how long."""
        peer = self.peer
        waited = int(monotonic() - self.waiting_since)
        clock = f"{waited // 60}:{waited % 60:02d}"
        if peer.state in (State.STOPPED, State.OVER) and peer.reason:
            return tr("Over: {why}", why=peer.reason)
        match peer.state:
            case State.MINE:
                return tr("Your turn {clock}", clock=clock)
            case State.THEIRS:
                return tr("They think {clock}", clock=clock)
            case State.ASKED:
                return tr("Waiting for dice {clock}", clock=clock)
            case State.OVER:
                return tr("The game is over")
            case _:
                return tr("Connection lost {clock}", clock=clock)

    def _say(self, text: str) -> None:
        if text.strip():
            self.peer.say(text.strip())
            self._tell(tr("You: {text}", text=text.strip()))
        field = self.app.tree.find("net_say")
        if isinstance(field, ui.TextInput):
            field.set_text("")

    @property
    def chat(self) -> str:
        """Return the latest chat messages."""
        return self.talk[-1] if self.talk else ""

    def _talk_words(self) -> str:
        return ui.escape("\n".join(self.talk))

    def _tell(self, words: str) -> None:
        self.talk = [*self.talk, words][-TALK_LINES:]
        self.chat_label.set_text(words)
        self.chat_label.tooltip = self._talk_words()

    def open_asking(self) -> None:
        """Show the requests to the other player, or, if they are gone, the way to play on without them."""
        buttons: list[tuple[str, str, Callable[[], object] | None]] = [(tr("Close"), "net_close", None)]
        if self.peer.is_live and self.peer.state is not State.OVER:
            words = tr("The other player must agree to an undo and to a draw.")
            buttons += [
                (tr("Undo"), "net_undo", self._ask_undo),
                (tr("Offer draw"), "net_draw", self.offer_draw),
                (tr("Resign"), "net_resign", self.ask_resign),
            ]
        else:
            words = tr("The other player is not there. If they do not come back, the Captain can play their side.")
            buttons.append((tr("Captain takes over"), "net_captain", self.ask_take_over))
        menus.dialog(self.app, tr("Ask the other player"), ui.Label(words), buttons, "net_asking", 560)

    def offer_draw(self) -> None:
        """Offer a draw."""
        self.peer.offer_draw()
        self._tell(tr("You offer a draw."))

    def _answer_draw(self, agree: bool) -> None:
        self.peer.answer_draw(agree)
        if agree:
            self._show_end(tr("A draw was agreed."), "")

    def ask_resign(self) -> None:
        """Ask whether to resign."""
        buttons = ((tr("Fight on"), "net_resign_no", None), (tr("Resign"), "net_resign_yes", self.resign))
        words = ui.Label(tr("The game ends at both computers. You read the report of the current position."))
        menus.dialog(self.app, tr("Resign?"), words, buttons, "net_resigning")

    def resign(self) -> None:
        """Resign and open the report."""
        self.peer.resign()
        self.app.screens.report(self.session, self.my_side)

    def _ask_undo(self) -> None:
        why = self.peer.ask_undo()
        self._tell(tr("Not possible: {why}.", why=why) if why else tr("You ask to undo your order."))

    # ------------------------------------------------------------------ the connection

    def pump(self) -> None:
        """Receive messages, whatever screen is on top."""
        place = self.peer.state, self.peer.ledger.count
        for news in self.net.pump():
            self._handle_news(news)
        if (self.peer.state, self.peer.ledger.count) != place:
            self.waiting_since = monotonic()

    def _handle_news(self, news: News) -> None:
        if news.kind == CHAT:
            self._tell(tr("They: {text}", text=news.text))
        elif news.kind == ASK_UNDO:
            self._ask(tr("They ask to undo their last order."), self.peer.answer_undo)
        elif news.kind == OFFER_DRAW:
            self._ask(tr("They offer a draw."), self._answer_draw)
        elif news.kind == PING:
            self._show_ping(news.text)
        elif news.kind in SAID:
            self._tell(tr(SAID[news.kind]))
            if self.peer.state is State.OVER and not self.session.over:
                self._show_end(tr(SAID[news.kind]), self.their_side if news.kind == RESIGN else "")
        elif news.kind == "met" and self.talk:
            self._tell(tr("Connected again: both logs are the same."))
        elif news.kind == "stopped":
            text = tr("{why}. Both logs are kept.", why=news.text)
            menus.dialog(
                self.app, tr("The game has stopped"), ui.Label(text), ((tr("Close"), "net_stopped", None),), "net_stop"
            )
        elif news.kind == "parted":
            self._tell(news.text)

    def _show_end(self, words: str, loser: str) -> None:
        """Say that the players ended the game early."""
        report = (tr("Open report"), "net_report", lambda: self.app.screens.report(self.session, loser))
        buttons = ((tr("Close"), "net_over_close", None), report)
        menus.dialog(self.app, tr("The game is over"), ui.Label(words), buttons, "net_over")

    def _ask(self, words: str, answer: Callable[[bool], object]) -> None:
        buttons = (
            (tr("Decline"), "net_no", lambda: answer(False)),
            (tr("Accept"), "net_yes", lambda: answer(True)),
        )
        menus.dialog(self.app, tr("The other player asks"), ui.Label(words), buttons, "net_asked")

    # ------------------------------------------------------------------ pointing at the board

    def ping(self, place: Place) -> None:
        """Point at a place of the board: it is marked at both computers."""
        self.peer.say(" ".join(map(str, place[: len(self.board.first_place)])), PING)
        super().ping(place)

    def _show_ping(self, text: str) -> None:
        """Show where the other player points, if the place is on this board."""
        try:
            place = tuple(int(part[:9]) for part in text.split())
            if not 1 <= len(place) <= len(self.board.first_place):
                return
            x, y = self.board.screen_of(place)
        except (ValueError, LookupError, ArithmeticError, TypeError):
            return
        if max(abs(x), abs(y)) < FARTHEST:
            self.show_ping(place, self.director.name(self.their_side))
            self._tell(tr("They point at the board."))

    def tick(self, now_ms: int) -> None:
        """Update the clock."""
        self.status_label.set_text(self.status())
        self.ask_button.set_enabled(not self.session.over, tr("The game is over."))
        super().tick(now_ms)

    def on_close(self) -> None:
        """Stop listening when the game is left; everything is saved."""
        if self.peer.is_live:
            self.peer.say("", LEAVE)
        self.app.background.remove(self._pump)
        super().on_close()
        self.net.close()
