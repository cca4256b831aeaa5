"""The window's entry points to games between two computers: a new one, a saved one, a turn file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.app import App
from game.library import Entry
from game.network.board_scene import place_of
from game.network.file_scene import open_turn, show_file_game
from game.network.ledger import BY_FILE
from game.network.opening import CannotPlay, read_game
from game.network.setup_scene import NetworkResumeScene, NetworkSetupScene
from game.scenes.start import show_message
from game.stack import Push
from game.ui import widgets as ui
from game.words import tr
from rules.kernel.logbook import LogbookError

__all__ = ["open_saved_game", "open_setup", "open_turn"]


def open_setup(app: App, entry: Entry, options: Mapping[str, bool]) -> None:
    """Open the page for hosting or joining a new game."""
    app.change(Push(NetworkSetupScene(app, entry, options)))


def open_saved_game(app: App, path: Path) -> None:
    """Resume a saved game: by file at once; live, from the page where both ends reconnect."""
    try:
        session, ledger, _ = read_game(path, place_of(app))
        if ledger.terms.trust == BY_FILE:
            show_file_game(app, path)
        else:
            app.change(Push(NetworkResumeScene(app, path, session)))
    except (CannotPlay, LogbookError) as error:
        show_message(app, tr("This game cannot be opened"), ui.escape(str(error)), "save_error")
