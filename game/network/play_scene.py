"""The board of a game between two computers: what the other does is shown as it comes, one talks in the bar below."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic

from game.app import App
from game.hud import cards, menus
from game.network.ledger import side_of
from game.network.line import Line
from game.network.messages import (
    ACCEPT_DRAW,
    ASK_UNDO,
    CHAT,
    LEAVE,
    MAX_CHAT_LETTERS,
    OFFER_DRAW,
    REFUSE_DRAW,
    REFUSE_UNDO,
    RESIGN,
)
from game.network.network_session import Elsewhere, NetworkSession
from game.network.peer import News, Peer, State
from game.scenes.play import PlayScene
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.dice import RollPending
from rules.kernel.flow import Command
from rules.kernel.session import Step
from rules.players import Player

SAID = {
    REFUSE_UNDO: tr_noop("They do not agree to take it back."),
    ACCEPT_DRAW: tr_noop("They agree to a draw."),
    REFUSE_DRAW: tr_noop("They decline the draw."),
    RESIGN: tr_noop("They resign."),
    LEAVE: tr_noop("They have left."),
}


class NetworkTable(Table):
    """A table whose other side sits at another computer."""

    peer: Peer

    @property
    def my_turn(self) -> bool:
        """Whether orders may be given here now: not while one waits for its dice."""
        return super().my_turn and self.peer.state is State.MINE and not self.peer.undo_asked


class NetworkPlayScene(PlayScene):
    """The board of one end. The game moves in the main loop whatever is on top; the board shows it when it is free."""

    def __init__(self, app: App, line: Line) -> None:
        peer = line.peer
        assert peer is not None
        session = peer.ledger.session
        assert isinstance(session, NetworkSession)
        self.net, self.peer = line, peer
        self.my_side = side_of(peer.ledger, peer.role)
        self.shown: list[Step] = list(session.steps)
        self.chat = ""
        self.note = ""
        self.waiting_since = monotonic()
        self._pump = self.pump
        seats = {note.key: None if note.key == self.my_side else Elsewhere() for note in session.scenario.sides}
        super().__init__(app, session, seats)
        app.background.append(self._pump)

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return a table that asks the end whether orders may be given."""
        table = NetworkTable(self.session, players)
        table.peer = self.peer
        return table

    def first_cards(self, brief: bool) -> list[ui.Widget | None]:
        """Return the cards at the head of the right column: who is waited for, where it is not this side's turn."""
        found = super().first_cards(brief)
        if self.session.over or self.my_turn or self.director.lent:
            return found
        name = self.director.name(self.session.actor)
        words = tr("The other computer adds its part of the dice.")
        if self.peer.state is not State.ASKED:
            words = tr("The other player chooses at the other computer.")
        return [cards.prompt_card(self.hand.view, self.book, name, words, brief), *found[1:]]

    # ------------------------------------------------------------------ the bar below the board

    def below(self) -> ui.Widget:
        """Return who is waited for, what they say, and what one may ask."""
        self.status_label = ui.Label(self.status(), "net_status", role="bold", align="centre", min_width=210)
        self.chat_label = ui.Label(self.chat or self.note, "net_chat", colour="ink_soft", align="centre", stretch=1)
        field = ui.TextInput(
            "", "net_say", hint=tr("say something"), limit=MAX_CHAT_LETTERS, on_submit=self._say, width=220
        )
        ask = ui.Button(tr("Ask"), self.open_asking, "net_ask")
        return ui.Row(self.status_label, self.chat_label, field, ask, gap=10, pad=(10, 4))

    def status(self) -> str:
        """Return whose turn it is, and how long one has waited."""
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

    def _tell(self, words: str) -> None:
        self.chat = words
        self.chat_label.set_text(words)

    def open_asking(self) -> None:
        """Show what one may ask of the other player."""
        words = ui.Label(tr("The other player must agree to a take-back and to a draw."))
        buttons = (
            (tr("Close"), "net_close", None),
            (tr("Take back"), "net_undo", self._ask_undo),
            (tr("Offer draw"), "net_draw", self.peer.offer_draw),
            (tr("Resign"), "net_resign", self.peer.resign),
        )
        menus.dialog(self.app, tr("Ask the other player"), words, buttons, "net_asking", 560)

    def _ask_undo(self) -> None:
        why = self.peer.ask_undo()
        self._tell(tr("Not possible: {why}.", why=why) if why else tr("You ask to take your order back."))

    # ------------------------------------------------------------------ the wire

    def pump(self) -> None:
        """Take what has come, whatever is on top."""
        place = self.peer.state, self.peer.ledger.count
        for news in self.net.pump():
            self._hear(news)
        if (self.peer.state, self.peer.ledger.count) != place:
            self.waiting_since = monotonic()

    def _hear(self, news: News) -> None:
        if news.kind == CHAT:
            self._tell(tr("They: {text}", text=news.text))
        elif news.kind == ASK_UNDO:
            self._ask(tr("They ask to take their last order back."), self.peer.answer_undo)
        elif news.kind == OFFER_DRAW:
            self._ask(tr("They offer a draw."), self.peer.answer_draw)
        elif news.kind in SAID:
            self._tell(tr(SAID[news.kind]))
        elif news.kind == "stopped":
            text = tr("{why}. Both logs are kept.", why=news.text)
            menus.dialog(
                self.app, tr("The game has stopped"), ui.Label(text), ((tr("Close"), "net_stopped", None),), "net_stop"
            )
        elif news.kind == "parted":
            self._tell(news.text)

    def _ask(self, words: str, answer: object) -> None:
        assert callable(answer)
        buttons = (
            (tr("Decline"), "net_no", lambda: answer(False)),
            (tr("Accept"), "net_yes", lambda: answer(True)),
        )
        menus.dialog(self.app, tr("The other player asks"), ui.Label(words), buttons, "net_asked")

    # ------------------------------------------------------------------ orders

    def carry_out(self, command: Command, by_itself: bool = False) -> bool:
        """Give an order; one that rolls is shown when the other computer has answered."""
        try:
            return super().carry_out(command, by_itself)
        except RollPending:
            self.hand.drop()
            self.show_choice()
            return True
        finally:
            self.shown = list(self.session.steps)

    def undo(self) -> None:
        """Take the last order back."""
        super().undo()
        self.shown = list(self.session.steps)

    def _computer(self) -> None:
        """Let the captain command this side for a while; the other side is never chosen for here."""
        if self.session.actor != self.my_side or self.peer.state is not State.MINE:
            return
        try:
            super()._computer()
        except RollPending:
            self.director.owed = None
        else:
            self.shown = list(self.session.steps)

    def tick(self, now_ms: int) -> None:
        """Show what has come, when nothing else is being shown."""
        self.status_label.set_text(self.status())
        if not self.moving.running and self.session.steps != self.shown:
            before, self.shown = self.shown, list(self.session.steps)
            came = self.table.catch_up(before)
            if came is None:
                self.show_all()
            else:
                self.show(came)
        super().tick(now_ms)

    def closed(self) -> None:
        """Stop listening when the game is left; everything is on disk."""
        if self.peer.is_live:
            self.peer.say("", LEAVE)
        self.app.background.remove(self._pump)
        super().closed()
        self.net.close()
