"""The page *Two computers*: open a game and send its line, or join with a pasted line."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.app import App
from game.library import Entry
from game.network.channel import new_code
from game.network.console import TRUST
from game.network.line import Line
from game.network.messages import GUEST, HOST, Setup
from game.network.opening import Place, offer_of
from game.network.play_scene import NetworkPlayScene
from game.network.wire import DEFAULT_PORT, LOOPBACK, invitation, parse_invitation
from game.program import COMMAND
from game.scenes.game_pages import OneGamePage
from game.scenes.page import page_footer, page_header
from game.stack import Replace
from game.ui import widgets as ui
from game.ui.clipboard import write_clipboard
from game.version import VERSION
from game.words import tr, tr_noop
from game.workshop.designs import with_designs
from rules.kernel.session import Session

WAYS = tr_noop(
    "To be reached from outside your home: forward a port in your router, join a private network (Tailscale, ZeroTier "
    "and the like) with the other player, or use IPv6. The address in the line must be the one they reach you by. "
    "Nothing listens before you press Open, and no longer than the game."
)
PROMISE = tr_noop(
    "The code in the line works for one game. A lost connection is restored automatically. If a program ends, the game "
    "goes on with {command} host --resume and {command} join --resume."
)


class NetworkSetupScene(OneGamePage):
    """Open or join a game of one battle. The page waits for the other computer and then shows the board."""

    title = tr_noop("Two computers")

    def __init__(self, app: App, entry: Entry, options: Mapping[str, bool]) -> None:
        super().__init__(app)
        self.entry, self.options = entry, dict(options)
        self.system = app.systems[entry.system]
        self.side = 0
        self.address, self.port = LOOPBACK, str(DEFAULT_PORT)
        self.pasted = ""
        self.line: Line | None = None
        self.told = ""  # the line to send
        self.status = ""
        self._pump = self.pump

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Open at the left, join at the right, what is proved below."""
        self.status_label = ui.Label(self.status, "net_status", role="bold")
        parts = [ui.Row(self._open_panel(), self._join_panel(), gap=16), self._about()]
        centre = ui.ScrollView(ui.Column(*parts, gap=14, pad=(24, 16)), "net_scroll")
        bottom = page_footer(self.status_label)
        return ui.Dock(
            centre, top=page_header(self.entry.title, tr("Two computers"), self.back), bottom=bottom, id="net_page"
        )

    def _open_panel(self) -> ui.Widget:
        if self.told:
            line = ui.TextInput(self.told, "net_line")
            copy = ui.Button(tr("Copy"), self._copy, "net_copy", style="primary")
            words = ui.Label(tr("Send this line to the other player. They paste it on the same page and press Join."))
            return ui.Panel(words, line, copy, title=tr("Waiting"), gap=10, stretch=1)
        names = [side.name for side in self.entry.scenario.sides]
        chosen = ui.DropDown(names, self.side, id="net_side", on_change=self._chose_side, width=220)
        address = ui.TextInput(self.address, "net_address", on_change=self._typed_address, limit=60)
        port = ui.TextInput(self.port, "net_port", on_change=self._typed_port, limit=5)
        button = ui.Button(tr("Open"), self.open, "net_open", style="primary")
        button.set_enabled(self.line is None, tr("The page waits for the other computer."))
        return ui.Panel(
            ui.labelled(ui.Label(tr("You play")), chosen, 130),
            ui.labelled(ui.Label(tr("Address")), address, 130),
            ui.labelled(ui.Label(tr("Port")), port, 130),
            ui.Label(
                tr("127.0.0.1: this computer only. 0.0.0.0: every network of this computer."),
                size="small",
                colour="ink_soft",
            ),
            button,
            title=tr("Open a game"),
            gap=10,
            stretch=1,
        )

    def _copy(self) -> None:
        self._say(tr("Copied.") if write_clipboard(self.told) else tr("The clipboard cannot be reached."))

    def _join_panel(self) -> ui.Widget:
        field = ui.TextInput(
            self.pasted,
            "net_paste",
            hint=tr("the line you were sent"),
            on_change=self._typed_line,
            on_submit=lambda _: self.join(),
        )
        button = ui.Button(tr("Join"), self.join, "net_join", style="primary")
        button.set_enabled(self.line is None, tr("The page waits for the other computer."))
        words = ui.Label(tr("Battle, rules and sides are those of the player who opened the game."), size="small")
        return ui.Panel(field, words, button, title=tr("Join a game"), gap=10, stretch=1)

    def _about(self) -> ui.Widget:
        return ui.Panel(
            ui.Label(tr(TRUST)),
            ui.Label(tr(WAYS), colour="ink_soft"),
            ui.Label(tr(PROMISE, command=COMMAND), colour="ink_soft"),
            title=tr("What is proved, and what is not"),
            gap=8,
        )

    def _chose_side(self, index: int) -> None:
        self.side = index

    def _typed_address(self, text: str) -> None:
        self.address = text

    def _typed_port(self, text: str) -> None:
        self.port = text

    def _typed_line(self, text: str) -> None:
        self.pasted = text

    # ------------------------------------------------------------------ opening and joining

    def _place(self) -> Place:
        return Place(self.app.systems, self.app.shelves.sheet, self.app.folders.saves, VERSION)

    def _offer(self) -> Setup:
        scenario = with_designs(self.entry.scenario, self.system, self.app.folders.own)
        sheet = self.app.shelves.sheet(self.entry.system, scenario.map)
        session = Session(self.system, scenario, sheet, self.options, begin=False)
        return offer_of(session, scenario.sides[self.side].key)

    def open(self) -> None:
        """Listen for the other player."""
        if not self.port.isdigit() or int(self.port) > 65_535:
            return self._say(tr("The port must be a number from 0 to 65,535."))
        code, line = new_code(), Line(HOST, self._place())
        try:
            line.begin(self.address.strip(), int(self.port), True, code, self._offer())
        except OSError as error:
            return self._say(tr("This address cannot be used: {why}.", why=error.strerror or error))
        self.told = invitation(self.address.strip(), line.port, code)
        self._wait(line, tr("Waiting for the other player."))

    def join(self) -> None:
        """Call the other player's computer."""
        if self.line is not None:
            return
        try:
            host, port, code = parse_invitation(self.pasted)
        except ValueError as error:
            return self._say(tr("This is no such line: {why}.", why=error))
        self._wait(Line(GUEST, self._place()).begin(host, port, False, code), tr("Calling the other computer."))

    def _wait(self, line: Line, words: str) -> None:
        self.line, self.status = line, words
        self.app.background.append(self._pump)
        self.app.rebuild()

    def _say(self, words: str) -> None:
        self.status = words
        self.status_label.set_text(words)

    # ------------------------------------------------------------------ waiting

    def pump(self) -> None:
        """Take what has come; show the board when the game has begun."""
        line = self.line
        if line is None:
            return
        for news in line.pump():
            if news.text:
                self._say(news.text)
        if line.fault or (line.peer is not None and line.is_over):
            reason = line.fault or (line.peer.reason if line.peer is not None else "")
            self._give_up()
            self.status = tr("There is no game: {why}.", why=reason)
            self.app.rebuild()
        elif line.peer is not None and line.peer.ledger.count and self.app.scene is self:
            self.line = None
            self.app.background.remove(self._pump)
            self.app.change(Replace(NetworkPlayScene(self.app, line)))

    def _give_up(self) -> None:
        if self.line is not None:
            self.app.background.remove(self._pump)
            self.line.close()
            self.line, self.told = None, ""

    def closed(self) -> None:
        """Stop listening when the page is left."""
        self._give_up()

    def key(self, event: pygame.Event) -> bool:
        """Esc goes back."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return False
