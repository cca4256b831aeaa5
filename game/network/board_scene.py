"""The board of a game against another computer: the common base of live games and games by file."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.app import App
from game.hud import cards, menus
from game.network.ledger import side_of
from game.network.messages import OTHER
from game.network.network_session import End, NetworkSession, RemotePlayer
from game.network.opening import Place
from game.network.peer import State
from game.scenes.play import PlayScene
from game.scenes.start import play_on, show_message
from game.table.director import Director
from game.table.table import ActionResult, Table
from game.ui import widgets as ui
from game.version import VERSION
from game.words import tr, trn
from rules.kernel.dice import RollPending
from rules.kernel.flow import Command
from rules.kernel.session import Step
from rules.players import CAPTAIN, HUMAN, Player


def place_of(app: App) -> Place:
    """Return this computer's games, maps and folders."""
    return Place(app.systems, app.shelves.sheet, app.folders.saves, VERSION)


class TwoDirector(Director):
    """The director of a game between two computers: this computer never chooses for the other side."""

    @property
    def computer_to_act(self) -> bool:
        """Return whether a computer player of this computer has the move."""
        return super().computer_to_act and not isinstance(self.players[self.session.actor], RemotePlayer)


class TwoTable(Table):
    """A table whose other side is played at another computer."""

    peer: End

    @property
    def my_turn(self) -> bool:
        """Return whether orders may be given here now; not while one waits for its dice."""
        return super().my_turn and not self.peer.why_not_give()


class TwoComputersScene(PlayScene):
    """The board scene; the other side's actions are shown when the board is free."""

    left_out = frozenset({"menu_concede", "menu_share", "menu_lesson", "menu_puzzle", "menu_builder"})

    def __init__(self, app: App, peer: End, shown: int) -> None:
        """`shown`: number of steps the player has already seen; later ones are shown as scenes."""
        session = peer.ledger.session
        assert isinstance(session, NetworkSession)
        self.peer = peer
        self.my_side = side_of(peer.ledger, peer.role)
        self.their_side = side_of(peer.ledger, OTHER[peer.role])
        self.shown: list[Step] = list(session.steps)
        super().__init__(app, session, {self.my_side: None, self.their_side: RemotePlayer()})
        self.table.shown_steps = dict.fromkeys(self.table.shown_steps, shown)
        self._behind = shown < len(session.steps)

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return a table that asks its peer whether orders may be given."""
        assert players is not None
        table = TwoTable(self.session, director=TwoDirector(self.session, players))
        table.peer = self.peer
        return table

    def waiting_words(self) -> str:
        """Return what this side waits for while it is not its turn."""
        raise NotImplementedError

    def first_cards(self, brief: bool) -> list[ui.Widget | None]:
        """Return the top cards of the right column: what this side waits for while it is not its turn."""
        found = super().first_cards(brief)
        if self.session.over or self.my_turn or self.director.lent:
            return found
        name = self.director.name(self.session.actor)
        return [cards.prompt_card(self.hand.view, self.book, name, self.waiting_words(), brief), *found[1:]]

    # ------------------------------------------------------------------ orders

    def carry_out(self, command: Command, by_itself: bool = False) -> bool:
        """Give an order; one with dice is shown when the other computer has answered."""
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

    def _act_for_other(self, act: Callable[[], ActionResult | None]) -> None:
        """Let the Captain command this side for a while."""
        if self.peer.state is not State.MINE:
            return
        try:
            super()._act_for_other(act)
        except RollPending:
            self.director.owed = None
        else:
            self.shown = list(self.session.steps)

    def tick(self, now_ms: int) -> None:
        """Show new steps when nothing else is being shown."""
        if self._behind:
            self._behind = False
            self._stage_scenes(())
            self.show_all()
        if not self.moving.running and self.session.steps != self.shown:
            self._show_steps()
        super().tick(now_ms)

    def _show_steps(self) -> None:
        """Show new steps, first this side's own order that waited for its dice."""
        before, steps = self.shown, self.session.steps
        pending, self.table.pending = self.table.pending, None
        if pending is not None and len(steps) > len(before) and steps[: len(before)] == before:
            self.shown = steps[: len(before) + 1]
            return self.show(pending(steps[len(before)]))
        self.shown = list(steps)
        result = self.table.catch_up(before)
        if result is None:
            self.show_all()
        else:
            self.show(result)
        return None

    # ------------------------------------------------------------------ the other player does not come back

    def ask_take_over(self) -> None:
        """Ask whether the Captain should command the other side from now on."""
        words = tr(
            "The game continues on this computer only, in a new file. The Captain commands {side}. Dice and orders are "
            "proved up to the last order of both players. The present game does not change.",
            side=self.director.name(self.their_side),
        )
        buttons = ((tr("Cancel"), "net_alone_no", None), (tr("Play on alone"), "net_alone_yes", self.take_over))
        menus.dialog(self.app, tr("Let the Captain take over?"), ui.Label(words), buttons, "net_alone")

    def take_over(self) -> None:
        """Continue against the Captain in a branch of the game with its own dice."""
        app, session, orders = self.app, self.session, self.peer.ledger.count
        twin = play_on(app, session, len(session.steps), {self.my_side: HUMAN, self.their_side: CAPTAIN})
        words = trn(
            "Both computers have proved {count} line. The dice from here on are those of this computer alone.",
            "Both computers have proved {count} lines. The dice from here on are those of this computer alone.",
            orders,
        )
        if not twin.not_saved:
            show_message(app, tr("Alone from here"), words, "net_proved")
