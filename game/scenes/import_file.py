"""Open a file from somebody else: check, import and open it, or say why that is impossible."""

from __future__ import annotations

from pathlib import Path

from game.app import App
from game.courses import CourseLesson
from game.file_types import yaml_kind
from game.hud.menus import dialog
from game.library import MAP_SUFFIX, Entry, Shelves
from game.map_guard import tiled_advice
from game.maps import load_map
from game.program import COMMAND
from game.scenes import start
from game.scenes.puzzle import open_puzzle
from game.table.sharing import SCRIPT, SHARED, put_at
from game.teach.puzzles import Task
from game.ui import widgets as ui
from game.words import tr
from game.workshop.battle_archive import PARCEL, pack, unpack
from game.workshop.user_files import copy_map, take_in
from rules.kernel.datafile import DataError
from rules.kernel.lesson import load_lesson
from rules.kernel.puzzle import load_shelf
from rules.kernel.storage import NotSaved

SAVED = ".game"
TURN = ".turn"  # suffix of a game by file between two computers


def open_file(app: App, path: Path) -> None:
    """Open a battle, lesson, puzzle, script, map or saved game; otherwise say why not, with file and line."""
    try:
        _open(app, path)
    except (DataError, NotSaved, OSError) as error:
        start.show_message(app, tr("{path} cannot be used", path=path.name), ui.escape(str(error)), "sent_error")


def _open(app: App, path: Path) -> None:
    kind = yaml_kind(path) if path.suffix == SCRIPT else path.suffix
    if kind == SAVED:
        start.open_saved(app, path)
    elif kind == TURN:
        app.screens.turn_file(path)
    elif kind == MAP_SUFFIX:
        _keep_map(app, path)
    elif kind == PARCEL:
        _to_sides(app, unpack(path, app.folders.own))
    elif kind == "lesson":
        lesson = load_lesson(path, app.systems)
        app.screens.lesson(CourseLesson(lesson.system, path.stem, lesson, path, own=True))
    elif kind == "study":
        app.screens.study(path)
    elif kind == "puzzles":
        _to_puzzle(app, path)
    elif kind == "script":
        start.open_script(app, path)
    elif kind in ("scenario", "data") and path.suffix == SCRIPT:
        _to_sides(app, take_in(path, app.folders.own))
    else:
        words = tiled_advice(path) or tr(
            "expected a battle, lesson, puzzle or script (.yaml), a packed battle (.zip), a saved game (.game), a turn "
            "by file (.turn) or a map (.tmx)"
        )
        start.show_message(
            app, tr("{path} cannot be used", path=path.name), ui.escape(f"{path}: {words}"), "sent_error"
        )


def _to_puzzle(app: App, path: Path) -> None:
    """Open the first puzzle of a file; its battle must be shipped or one of the player's own."""
    shelf = load_shelf(path)
    if shelf.system not in app.systems or not shelf.puzzles:
        words = tr("it is for a game that is not installed ({system})", system=shelf.system)
        start.show_message(
            app, tr("{path} cannot be used", path=path.name), ui.escape(f"{path}: {words}"), "sent_error"
        )
        return
    open_puzzle(app, Task(shelf.system, shelf, shelf.puzzles[0], path, Shelves(app.folders.own)))


def _to_sides(app: App, entry: Entry) -> None:
    app.reload_own_files()
    app.screens.sides(entry)


def _keep_map(app: App, path: Path) -> None:
    """Copy a map to the maps of its game, for the battle builder."""
    sheet = load_map(path)
    fitting = [key for key, system in app.systems.items() if system.board == "hex" and sheet.ground == _ground(key)]
    kept = [copy_map(path, app.folders.own / key) for key in fitting]
    words = (
        tr("It is saved as {kept} and is available in the battle builder.", kept=ui.escape(str(kept[0])))
        if kept
        else tr("No game uses this kind of map.")
    )
    start.show_message(app, sheet.title, words, "sent_map")


def _ground(system: str) -> str:
    return "land" if system == "battles_for_empire" else "sea"


def export_battle(app: App, entry: Entry) -> None:
    """Write one of the player's battles as one file to send, and show its path."""
    try:
        ending, data = pack(entry)
        folder = app.folders.saves / SHARED
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = put_at(folder / f"{entry.key}{ending}", data)
    except (DataError, NotSaved, OSError) as error:
        start.show_message(app, tr("Cannot write the file"), ui.escape(str(error)), "sent_file")
        return
    words = tr(
        "**{path}**\ncontains the whole battle. To play it, drop the file on the window or type {command} play FILE.",
        path=ui.escape(str(path)),
        command=ui.escape(COMMAND),
    )
    start.show_message(app, tr("Send a battle"), words, "sent_file")


def ask_for_file(app: App) -> None:
    """Ask for a file by its path."""
    field = ui.TextInput("", "sent_path", hint=tr("path of a file: /home/me/battle.yaml"))

    def take(text: str) -> None:
        if text.strip():
            app.tree.close(modal)
            open_file(app, Path(text.strip()).expanduser())

    field.on_submit = take
    words = tr(
        "A battle, lesson, script, map, saved game or turn by file. A battle is copied to your own folder; existing "
        "files are not overwritten."
    )
    buttons = ((tr("Cancel"), "sent_cancel", None), (tr("Open"), "sent_open", lambda: take(field.text)))
    modal = dialog(app, tr("Open file"), ui.Column(ui.Label(words), field, gap=8), buttons, "sent", 560)
    app.tree.focus(field)
