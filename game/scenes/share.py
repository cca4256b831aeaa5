"""Dialogs to share a position as picture, script or text, and to play on from a script shared by somebody else."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.app import App
from game.hud.menus import dialog
from game.hud.screenshot import as_picture, picture_bytes
from game.library import LESSONS
from game.scenes import start
from game.scenes.progress_page import make_film, make_report
from game.table.sharing import SHARED, as_script, as_text, write_shared
from game.ui import widgets as ui
from game.words import tr
from game.workshop.lesson_export import lesson_text
from game.workshop.puzzle_export import NoPuzzle, write_puzzle
from game.workshop.user_files import free_path, key_of, write_new
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved

MOST_LISTED = 6  # most scripts of the shared folder offered by name


def share_dialog(app: App, session: Session, side: str) -> None:
    """Show the ways to share the position as a side sees it; each button writes one file and shows its path."""
    words = tr(
        "Files are saved in **{saves}**.\n**Picture** and **text** show what you may see. The **script** "
        "is the whole game, hidden facts included: play it again, continue from here, or make a lesson of "
        "it. The **report** is a web page with maps, dice, rules and your notes. The **film** is a "
        "half-minute animation. Report and film show only what you may know until the game is over.",
        saves=ui.escape(str(app.folders.saves / SHARED)),
    )
    buttons = (
        (tr("Close"), "share_close", None),
        (tr("Text"), "share_text", partial(_share, app, session, side, "text")),
        (tr("Picture"), "share_picture", partial(_share, app, session, side, "picture")),
        (tr("Script"), "share_script", partial(_share, app, session, side, "script")),
        (tr("Film"), "share_film", partial(make_film, app, session, side)),
        (tr("Report"), "share_report", partial(make_report, app, session, side)),
    )
    dialog(app, tr("Share this position"), ui.RichText(words, "share_words"), buttons, "share", 620)


def _share(app: App, session: Session, side: str, kind: str) -> None:
    if kind == "picture":
        data = picture_bytes(as_picture(session, side, app.palette, app.book))
    else:
        data = (as_script(session) if kind == "script" else as_text(session, side)).encode("utf-8")
    try:
        path = write_shared(app.folders.saves / SHARED, session, kind, data)
    except (NotSaved, OSError) as error:
        start.show_message(app, tr("Cannot write the file"), ui.escape(str(error)), "shared")
        return
    start.show_message(
        app, tr("Saved"), tr("The {kind} was saved as\n**{path}**", kind=kind, path=ui.escape(str(path))), "shared"
    )


def lesson_dialog(app: App, session: Session, side: str) -> None:
    """Ask for a name, and write the game so far as one of the player's own lessons."""
    field = ui.TextInput(session.scenario.title, "lesson_title", limit=80)
    shelf = app.folders.own / LESSONS / session.system.key

    def write(title: str) -> None:
        app.tree.close(modal)
        path = free_path(shelf / f"{key_of(title)}.yaml")
        learner = side or session.actor or session.scenario.sides[0].key
        try:
            write_new(path, lesson_text(session, title.strip() or session.scenario.title, learner, path.name))
        except NotSaved as error:
            start.show_message(app, tr("Not saved"), ui.escape(str(error)), "lesson_written")
            return
        words = tr(
            "**{path}**\nThe lesson is now under Lessons. Replace the words in capitals with any text editor.",
            path=ui.escape(str(path)),
        )
        start.show_message(app, tr("New lesson"), words, "lesson_written")

    field.on_submit = write
    words = tr("The battle with all orders and dice so far becomes a lesson. The learner must find your last order.")
    buttons = ((tr("Cancel"), "lesson_cancel", None), (tr("Save"), "lesson_write", lambda: write(field.text)))
    modal = dialog(app, tr("Make a lesson"), ui.Column(ui.Label(words), field, gap=8), buttons, "lesson_made", 560)
    app.tree.focus(field)


def puzzle_dialog(app: App, session: Session) -> None:
    """Write the position as one of the player's own puzzles, or say why it is not a puzzle."""
    title = f"{session.scenario.title} {len(session.steps)}"
    try:
        path, theme = write_puzzle(session, title, app.shelves)
    except (NoPuzzle, NotSaved) as error:
        start.show_message(app, tr("No puzzle found"), ui.escape(str(error)), "puzzle_written")
        return
    words = tr(
        "**{theme}**: all odds are calculated. The puzzle is now under Puzzles, saved as\n{path}",
        theme=ui.escape(theme),
        path=ui.escape(str(path)),
    )
    start.show_message(app, tr("New puzzle"), words, "puzzle_written")


def import_dialog(app: App) -> None:
    """Ask for a script: one from the shared folder, or any by its path."""
    folder = app.folders.saves / SHARED
    found = sorted(folder.glob("*.yaml"), reverse=True)[:MOST_LISTED] if folder.is_dir() else []
    field = ui.TextInput("", "import_path", hint=tr("path of a script: /home/me/position.yaml"))

    def take(text: str) -> None:
        if text.strip():
            app.tree.close(modal)
            start.open_script(app, Path(text.strip()).expanduser())

    field.on_submit = take
    listed = [ui.Button(path.name, partial(take, str(path)), f"import_{n}") for n, path in enumerate(found)]
    body = ui.Column(
        ui.Label(tr("A script contains a game and its dice. The program plays it, and you continue where it ends.")),
        *listed,
        field,
        gap=8,
    )
    buttons = ((tr("Cancel"), "import_cancel", None), (tr("Open"), "import_open", lambda: take(field.text)))
    modal = dialog(app, tr("Play a script"), body, buttons, "import", 560)
    app.tree.focus(field)
