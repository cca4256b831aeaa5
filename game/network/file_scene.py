"""A game by file in the window: the invitation, the board, sending and opening turns."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path

from game.app import App
from game.hud import menus
from game.network.board_scene import TwoComputersScene, place_of
from game.network.by_file import (
    SUFFIX,
    TRUST,
    Accepted,
    FilePeer,
    Invitation,
    Turn,
    TwoFutures,
    find_game,
    invite,
    next_file,
    open_file,
    resume_by_file,
    unpack,
)
from game.network.messages import Setup
from game.network.opening import CannotPlay, build
from game.network.peer import State
from game.scenes.import_file import ask_for_file
from game.scenes.start import show_message
from game.stack import Push
from game.table.sharing import SHARED, put_at
from game.ui import widgets as ui
from game.ui.clipboard import write_clipboard
from game.words import tr
from rules.kernel.logbook import LogbookError
from rules.kernel.storage import NotSaved, read_file

MAX_KEPT = 1 << 20
FAULTS = (CannotPlay, LogbookError, NotSaved, OSError)


def _folder(app: App) -> Path:
    """Return the folder for files to send."""
    folder = app.folders.saves / SHARED
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _show_failure(app: App, path: Path, error: Exception) -> None:
    show_message(app, tr("{path} cannot be used", path=path.name), ui.escape(str(error)), "turn_error")


def _show_written(app: App, path: Path, words: str) -> None:
    """Show the path of a file to send."""
    body = ui.Column(
        ui.RichText(f"**{ui.escape(str(path))}**", "turn_path"),
        ui.Label(words),
        ui.Label(tr(TRUST), size="small"),
        gap=8,
    )
    buttons = ((tr("Copy path"), "turn_copy", partial(write_clipboard, str(path))), (tr("Close"), "turn_close", None))
    menus.dialog(app, tr("Send this file"), body, buttons, "turn_written", 600)


def write_invitation(app: App, offer: Setup) -> None:
    """Write the invitation to a game by file, and say where it is."""
    try:
        path = invite(offer, place_of(app), _folder(app) / f"{offer.scenario['key']}-invitation{SUFFIX}")
    except FAULTS as error:
        show_message(app, tr("Cannot write the file"), ui.escape(str(error)), "turn_error")
        return
    words = tr("Send this invitation to the other player. They open it and send you their answer. Open that here.")
    _show_written(app, path, words)


def show_file_game(app: App, path: Path, turn: Path | None = None) -> None:
    """Show the board of a saved game by file, and open a turn in it. Raises CannotPlay, LogbookError."""
    peer = resume_by_file(path, place_of(app))
    session = peer.ledger.session
    seen = len(session.steps)
    try:
        content = unpack(turn) if turn is not None and not seen else None
        if turn is not None and isinstance(content, Turn):
            peer.take(content, turn.name)
    except CannotPlay:
        session.close()
        raise
    if not session.steps:  # the host has not opened the guest's answer yet: it can be written again
        _answer(app, peer)
        return
    scene = FilePlayScene(app, peer, seen)
    app.change(Push(scene))
    if turn is not None and seen:
        scene.take(turn)


def _answer(app: App, peer: FilePeer) -> None:
    """Write the guest's answer to an invitation."""
    session = peer.ledger.session
    try:
        path = next_file(peer, _folder(app) / f"{session.scenario.key}-answer{SUFFIX}")
    except FAULTS as error:
        show_message(app, tr("Cannot write the file"), ui.escape(str(error)), "turn_error")
        return
    finally:
        session.close()
    _show_written(app, path, tr("Send this answer to the player who invited you. Then open the turn they send you."))


def open_turn(app: App, path: Path) -> None:
    """Open an invitation, an answer or a turn that was received; say why if it cannot be used."""
    try:
        content = unpack(path)
        if isinstance(content, Invitation):
            _ask_to_accept(app, path, content)
        elif isinstance(content, Accepted):
            peer, _ = open_file(path, place_of(app))
            app.change(Push(FilePlayScene(app, peer, 0)))
        else:
            _open_in_game(app, path, content)
    except FAULTS as error:
        _show_failure(app, path, error)


def _open_in_game(app: App, path: Path, turn: Turn) -> None:
    for scene in app.scenes:
        if isinstance(scene, FilePlayScene) and scene.peer.ledger.terms.game == turn.game:
            return scene.take(path)
    log = find_game(turn.game, place_of(app))
    if log is None:
        raise CannotPlay(tr("{name} belongs to a game that is not on this computer", name=path.name))
    show_file_game(app, log, path)
    return None


def _ask_to_accept(app: App, path: Path, content: Invitation) -> None:
    session = build(content.setup, None, place_of(app))
    notes = session.scenario.sides
    words = tr(
        "**{battle}**, {game}. You play {side}.",
        battle=ui.escape(session.scenario.title),
        game=ui.escape(session.system.title),
        side=ui.escape(next(note.name for note in notes if note.key != content.setup.side)),
    )
    body = ui.Column(ui.RichText(words), ui.Label(tr(TRUST), size="small"), gap=8)
    buttons = (
        (tr("Cancel"), "invited_no", None),
        (tr("Accept"), "invited_yes", partial(_accept, app, path)),
    )
    menus.dialog(app, tr("You are invited"), body, buttons, "invited", 560)


def _accept(app: App, path: Path) -> None:
    try:
        peer, _ = open_file(path, place_of(app))
    except FAULTS as error:
        _show_failure(app, path, error)
    else:
        _answer(app, peer)


class FilePlayScene(TwoComputersScene):
    """The board of one end of a game by file."""

    peer: FilePeer

    def waiting_words(self) -> str:
        """Return what this side waits for while it is not its turn."""
        return tr("Send your turn. Then open the turn the other player sends you.")

    @property
    def _sends(self) -> bool:
        """Return whether there is a complete turn to send."""
        return self.peer.state is not State.MINE

    def below(self) -> ui.Widget:
        """Return the bar: whose turn it is, and buttons for the two files."""
        self.status_label = ui.Label(self.status(), "turn_status", role="bold", align="centre", stretch=1)
        self.send_button = ui.Button(tr("Send my turn"), self.send, "turn_send")
        buttons = (
            self.send_button,
            ui.Button(tr("Open a turn …"), partial(ask_for_file, self.app), "turn_open"),
            ui.Button(tr("Captain takes over"), self.ask_take_over, "net_captain", style="quiet"),
        )
        self._show_sending()
        return ui.Row(self.status_label, *buttons, gap=10, pad=(10, 4))

    def _show_sending(self) -> None:
        self.status_label.set_text(self.status())
        self.send_button.set_enabled(self._sends, tr("It is your turn: give your orders first."))

    def status(self) -> str:
        """Return whose turn it is."""
        states = {
            State.MINE: tr("Your turn"),
            State.THEIRS: tr("Their turn: send yours, open theirs"),
        }
        return states.get(self.peer.state, tr("The game is over: send your last turn"))

    def show_all(self) -> None:
        """Update the screen, and whether there is a turn to send."""
        super().show_all()
        self._show_sending()

    def send(self) -> None:
        """Write this side's turn and show its path."""
        name = f"{self.session.scenario.key}-{self.peer.role}-{self.peer.ledger.count}{SUFFIX}"
        try:
            path = next_file(self.peer, _folder(self.app) / name)
        except FAULTS as error:
            show_message(self.app, tr("Cannot write the file"), ui.escape(str(error)), "turn_error")
            return
        _show_written(self.app, path, tr("Send this turn to the other player. They drop it on their window."))

    def take(self, path: Path) -> None:
        """Open a turn of the other player and show it as scenes."""
        try:
            content = unpack(path)
            count = self.peer.take(content, path.name) if isinstance(content, Turn) else 0
        except TwoFutures as error:
            self._two_futures(path, error)
        except CannotPlay as error:
            _show_failure(self.app, path, error)
        else:
            if not count:
                show_message(self.app, tr("Nothing new"), tr("This turn was opened before."), "turn_known")

    def _two_futures(self, path: Path, error: TwoFutures) -> None:
        """Keep the second version of a turn, and report that there are two."""
        kept = path
        with suppress(NotSaved, OSError):
            kept = put_at(_folder(self.app) / f"two-futures-{path.name}", read_file(path, MAX_KEPT))
        words = ui.RichText(f"{ui.escape(str(error))}\n{tr('A copy is kept: **{path}**', path=ui.escape(str(kept)))}")
        menus.dialog(
            self.app, tr("Two files for one turn"), words, ((tr("Close"), "futures_close", None),), "futures", 600
        )
