"""The pages *Two computers*: open a game and send its line, join with a pasted line, or reconnect in a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pygame

from game.app import App
from game.library import Entry
from game.network.board_scene import place_of
from game.network.by_file import TRUST as TRUST_BY_FILE
from game.network.channel import new_code
from game.network.console import TRUST
from game.network.file_scene import write_invitation
from game.network.line import Line
from game.network.messages import GUEST, HOST, Setup
from game.network.network_session import NetworkSession
from game.network.opening import CannotPlay, offer_of
from game.network.play_scene import NetworkPlayScene
from game.network.private import met_at
from game.network.wire import DEFAULT_PORT, LOOPBACK, invitation, parse_address, parse_invitation
from game.scenes.game_pages import OneGamePage
from game.scenes.import_file import ask_for_file
from game.scenes.page import page_footer, page_header
from game.scenes.saves import progress, saved_games
from game.stack import Replace
from game.ui import widgets as ui
from game.ui.clipboard import write_clipboard
from game.words import tr, tr_noop, trn
from game.workshop.designs import with_designs
from rules.kernel.logbook import LogbookError
from rules.kernel.session import Session

WAYS = tr_noop(
    "To be reached from outside your home: forward a port in your router, join a private network (Tailscale, ZeroTier "
    "and the like) with the other player, or use IPv6. The address in the line must be the one they reach you by. "
    "Nothing listens before you press the button, and no longer than the game."
)
PROMISE = tr_noop(
    "The code in the line works for one game. A lost connection is restored automatically. If a program ends, open the "
    "game again in *Saved games*."
)
ALONE = tr_noop("127.0.0.1: this computer only. 0.0.0.0: every network of this computer.")
MOST_LOOKED_AT = 60  # most saved games in which the page looks for those left early


class WaitingPage(OneGamePage):
    """A page that opens a line, waits for the other computer and then shows the board."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.address, self.port = LOOPBACK, str(DEFAULT_PORT)
        self.line: Line | None = None
        self.invitation_line = ""  # the line to send to the other player
        self.status = ""
        self._pump = self.pump

    def page(self, title: str, *parts: ui.Widget) -> ui.Widget:
        """Return the page's frame with its status line at the bottom."""
        self.status_label = ui.Label(self.status, "net_status", role="bold")
        centre = ui.ScrollView(ui.Column(*parts, gap=14, pad=(24, 16)), "net_scroll")
        header = page_header(title, tr("Two computers"), self.back)
        return ui.Dock(centre, top=header, bottom=page_footer(self.status_label), id="net_page")

    def where(self) -> tuple[ui.Widget, ...]:
        """Return the fields for address and port of this computer."""
        address = ui.TextInput(self.address, "net_address", on_change=partial(setattr, self, "address"), limit=60)
        port = ui.TextInput(self.port, "net_port", on_change=partial(setattr, self, "port"), limit=5)
        return (
            ui.form_row(ui.Label(tr("Address")), address, 130),
            ui.form_row(ui.Label(tr("Port")), port, 130),
            ui.Label(tr(ALONE), size="small", colour="ink_soft"),
        )

    def button(self, text: str, act: str, id: str) -> ui.Button:
        """Return a button that opens a line."""
        made = ui.Button(text, getattr(self, act), id, style="primary")
        made.set_enabled(self.line is None, tr("The page waits for the other computer."))
        return made

    def port_typed(self) -> int | None:
        """Return the typed port; None, with a message, if it is not valid."""
        if self.port.isdecimal() and int(self.port) <= 65_535:
            return int(self.port)
        self.say(tr("The port must be a number from 0 to 65,535."))
        return None

    def unusable(self, error: OSError) -> None:
        """Show why an address cannot be used."""
        self.say(tr("This address cannot be used: {why}.", why=error.strerror or error))

    def wait(self, line: Line, words: str) -> None:
        """Wait for the other computer."""
        self.line, self.status = line, words
        self.app.background.append(self._pump)
        self.app.rebuild()

    def say(self, words: str) -> None:
        """Show a message in the status line."""
        self.status = words
        self.status_label.set_text(words)

    def pump(self) -> None:
        """Receive messages; show the board when the two ends are connected."""
        line = self.line
        if line is None:
            return
        for news in line.pump():
            if news.text:
                self.say(news.text)
        peer = line.peer
        if line.fault or (peer is not None and line.is_over):
            reason = line.fault or (peer.reason if peer is not None else "")
            self._give_up()
            self.status = tr("There is no game: {why}.", why=reason)
            self.app.rebuild()
        elif peer is not None and peer.ledger.count and peer.is_live and self.app.scene is self:
            self.line = None
            self.app.background.remove(self._pump)
            self.app.change(Replace(NetworkPlayScene(self.app, line)))

    def _give_up(self) -> None:
        if self.line is not None:
            self.app.background.remove(self._pump)
            self.line.close()
            self.line, self.invitation_line = None, ""

    def on_close(self) -> None:
        """Stop listening when the page is left."""
        self._give_up()

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False


class NetworkSetupScene(WaitingPage):
    """Open or join a game of one battle."""

    title = tr_noop("Two computers")

    def __init__(self, app: App, entry: Entry, options: Mapping[str, bool]) -> None:
        super().__init__(app)
        self.entry, self.options = entry, dict(options)
        self.system = app.systems[entry.system]
        self.side = 0
        self.pasted = ""
        self.they_offer = False  # the listening end is the guest
        self.left_early = _left_early(app)

    def build(self) -> ui.Widget:
        """Build the page: open at the left, join at the right; by file, and what is proved, below."""
        first = ui.Row(self._open_panel(), self._join_panel(), gap=16)
        return self.page(self.entry.title, first, self._file_panel(), self._about_panel())

    def _open_panel(self) -> ui.Widget:
        if self.invitation_line:
            line = ui.TextInput(self.invitation_line, "net_line")
            copy = ui.Button(tr("Copy"), self._copy, "net_copy", style="primary")
            words = ui.Label(tr("Send this line to the other player. They paste it on the same page and press Join."))
            return ui.Panel(words, line, copy, title=tr("Waiting"), gap=10, stretch=1)
        names = [side.name for side in self.entry.scenario.sides]
        chosen = ui.DropDown(names, self.side, id="net_side", on_change=partial(setattr, self, "side"), width=220)
        other = ui.Toggle(
            tr("The other player joins with this battle"), self.they_offer, partial(setattr, self, "they_offer"),
            "net_they_offer",
        )  # fmt: skip
        return ui.Panel(
            ui.form_row(ui.Label(tr("You play")), chosen, 130),
            *self.where(),
            other,
            self.button(tr("Open"), "open", "net_open"),
            title=tr("Open a game"),
            gap=10,
            stretch=1,
        )

    def _copy(self) -> None:
        self.say(tr("Copied.") if write_clipboard(self.invitation_line) else tr("The clipboard cannot be reached."))

    def _join_panel(self) -> ui.Widget:
        field = ui.TextInput(
            self.pasted,
            "net_paste",
            hint=tr("the line you were sent"),
            on_change=partial(setattr, self, "pasted"),
            on_submit=lambda _: self.join(),
        )
        words = ui.Label(tr("The player who offers the battle chooses battle, rules and sides."), size="small")
        mine = ui.Button(tr("Join with this battle"), self.join_offering, "net_join_offering", style="quiet")
        mine.set_enabled(self.line is None, tr("The page waits for the other computer."))
        mine.tooltip = tr(
            "If your computer cannot be reached: the other player opens the game, and this battle is played."
        )
        join = self.button(tr("Join"), "join", "net_join")
        return ui.Panel(field, words, ui.Row(join, mine, gap=10), title=tr("Join a game"), gap=10, stretch=1)

    def _file_panel(self) -> ui.Widget:
        write = ui.Button(tr("Write an invitation"), self.invite, "net_invite")
        read = ui.Button(tr("Open a turn …"), partial(ask_for_file, self.app), "net_turn")
        words = tr(
            "Send each other one small file per turn, by mail or however you like. You can also drop a file you were "
            "sent on this window. Your side is the one chosen above."
        )
        return ui.Panel(
            ui.Label(words),
            ui.Row(write, read, gap=10),
            ui.Label(tr(TRUST_BY_FILE), colour="ink_soft"),
            title=tr("By file"),
            gap=8,
        )

    def _about_panel(self) -> ui.Widget:
        return ui.Panel(
            ui.Label(tr(TRUST)),
            ui.Label(tr(WAYS), colour="ink_soft"),
            ui.RichText(tr(PROMISE), colour="ink_soft"),
            ui.Label(self.left_early, "net_left", colour="ink_soft"),
            title=tr("What is proved, and what is not"),
            gap=8,
        )

    # ------------------------------------------------------------------ opening and joining

    def _offer(self) -> Setup:
        scenario = with_designs(self.entry.scenario, self.system, self.app.folders.own)
        sheet = self.app.shelves.sheet(self.entry.system, scenario.map)
        session = Session(self.system, scenario, sheet, self.options, begin=False)
        return offer_of(session, scenario.sides[self.side].key)

    def invite(self) -> None:
        """Write the invitation to a game by file."""
        write_invitation(self.app, self._offer())

    def open(self) -> None:
        """Listen for the other player."""
        port = self.port_typed()
        if port is None:
            return None
        code, line = new_code(), Line(GUEST if self.they_offer else HOST, place_of(self.app))
        offer = None if self.they_offer else self._offer()
        try:
            line.begin(self.address.strip(), port, True, code, offer)
        except OSError as error:
            return self.unusable(error)
        self.invitation_line = invitation(self.address.strip(), line.port, code)
        self.wait(line, tr("Waiting for the other player."))
        return None

    def join(self) -> None:
        """Call the other player's computer and play the battle they offer."""
        self._call(GUEST)

    def join_offering(self) -> None:
        """Call the other player's computer and offer this battle."""
        self._call(HOST)

    def _call(self, role: str) -> None:
        if self.line is not None:
            return None
        try:
            host, port, code = parse_invitation(self.pasted)
        except ValueError as error:
            return self.say(tr("This is not a valid line: {why}.", why=error))
        line = Line(role, place_of(self.app))
        line.begin(host, port, False, code, self._offer() if role == HOST else None)
        self.wait(line, tr("Calling the other computer."))
        return None


class NetworkResumeScene(WaitingPage):
    """Reconnect to the other player in a saved game; either of the two may listen."""

    title = tr_noop("Resume")

    def __init__(self, app: App, path: Path, session: NetworkSession) -> None:
        super().__init__(app)
        self.path, self.battle, self.system = path, session.scenario.title, session.system
        met = met_at(path)
        self.there = ""
        if met is not None and met.listens:
            self.address, self.port = met.host, str(met.port)
        elif met is not None:
            self.there = f"[{met.host}]:{met.port}" if ":" in met.host else f"{met.host}:{met.port}"

    def build(self) -> ui.Widget:
        """Build the page: wait at the left, call at the right."""
        wait = ui.Panel(
            *self.where(),
            self.button(tr("Wait"), "open", "net_open"),
            title=tr("Wait for the other"),
            gap=10,
            stretch=1,
        )
        there = ui.TextInput(
            self.there, "net_there", hint=tr("address:port"), on_change=partial(setattr, self, "there"),
            on_submit=lambda _: self.call(),
        )  # fmt: skip
        call = ui.Panel(
            there, self.button(tr("Call"), "call", "net_call"), title=tr("Call the other"), gap=10, stretch=1
        )
        words = tr("One of you waits and the other calls. No code is needed: the two programs know each other.")
        return self.page(
            self.battle, ui.Label(words), ui.Row(wait, call, gap=16), ui.Label(tr(WAYS), colour="ink_soft")
        )

    def open(self) -> None:
        """Listen for the other player."""
        port = self.port_typed()
        if port is not None:
            self._meet(self.address.strip(), port, True, tr("Waiting for the other player."))

    def call(self) -> None:
        """Call the other player's computer."""
        try:
            host, port = parse_address(self.there.strip())
        except ValueError as error:
            return self.say(tr("This is not a valid line: {why}.", why=error))
        self._meet(host, port, False, tr("Calling the other computer."))
        return None

    def _meet(self, host: str, port: int, listens: bool, words: str) -> None:
        if self.line is not None:
            return None
        line = Line("", place_of(self.app))
        try:
            line.resume(self.path, host, port, listens)
        except OSError as error:
            return self.unusable(error)
        except (CannotPlay, LogbookError) as error:
            return self.say(str(error))
        self.wait(line, words)
        return None


def _left_early(app: App) -> str:
    """Return a text with the number of this player's games left before turn 2, which exposes a search for good
    openings.
    """
    rows = [row for row in saved_games(app.folders.saves)[:MOST_LOOKED_AT] if row.trust and not row.problem]
    known = [progress(row.path, row.stamp, app.shelves) for row in rows]
    left = sum(not far.over and far.turn < 2 for far in known)
    words = trn(
        "Of {count} game between two computers saved here, {left} was left before turn 2.",
        "Of {count} games between two computers saved here, {left} were left before turn 2.",
        len(known),
        left=left,
    )
    return words if known else ""
