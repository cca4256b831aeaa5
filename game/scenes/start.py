"""Starting and resuming games: from the command line, from the screens, and from files in any condition."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path

from game.app import App
from game.hud.game_history import why_unseen
from game.hud.menus import dialog
from game.hud.table_dice import ask_for_dice
from game.library import Entry, NoSuchScenario
from game.recent_games import record_played
from game.saving import save_new
from game.stack import Home
from game.table.analysis_job import AnalysisUnavailable, open_game
from game.table.player_types import player_type
from game.table.sharing import SCRIPT, CannotShare, session_of
from game.teach.adaptive_opponent import matched_players
from game.teach.guided import guided_file, load_guided
from game.ui import widgets as ui
from game.version import VERSION
from game.words import tr
from game.workshop.designs import with_designs
from rules.kernel.datafile import DataError, Problem
from rules.kernel.dice import Dice, TableDice
from rules.kernel.logbook import LogbookBusy, LogbookError
from rules.kernel.ruling import DiceWanted
from rules.kernel.session import SaveError, Session, load_session
from rules.players import CAPTAIN, CHART, HUMAN, PLAYERS, charted_options, is_built_in

USUAL = CAPTAIN  # the default computer player


class CannotStart(Exception):
    """A scenario that cannot be played. str() is a plain sentence."""


# --- new games --------------------------------------------------------------------------------------------------------


def why_not(app: App, entry: Entry) -> str:
    """Return why a scenario of the library cannot be played; empty if it can."""
    problems = app.shelves.why_unplayable(app.systems[entry.system], entry)
    return f"{entry.path.name}: {'; '.join(_problem_line(problem, entry) for problem in problems)}" if problems else ""


def _problem_line(problem: Problem, entry: Entry) -> str:
    """Return a problem of a scenario without the file's name, which heads the list; for a problem of its map, with
    it.
    """
    if problem.file != str(entry.path):
        return tr("its map cannot be read: {why}", why=problem)
    return ": ".join(part for part in (problem.field, problem.message) if part)


def new_game(
    app: App,
    entry: Entry,
    options: Mapping[str, bool],
    players: Mapping[str, str],
    seed: int | None,
    dice: Dice | None = None,
) -> Session:
    """Return a new game at its first decision, saved in a new file in the folder of saved games. `seed` None: random.
    `dice`: replaces the seeded dice; with real dice the game has not begun yet, see `begin_at_table`. If saving fails,
    the game continues and `session.not_saved` says why. Raises CannotStart if the scenario or its map has errors.
    """
    fault = why_not(app, entry)
    if fault:
        raise CannotStart(fault)
    if CHART in players.values() and app.systems[entry.system].solitaire is None:
        raise CannotStart(tr("{title} has no solitaire chart to play against.", title=app.systems[entry.system].title))
    now = datetime.now()
    session = Session(
        app.systems[entry.system],
        with_designs(entry.scenario, app.systems[entry.system], app.folders.own),
        app.shelves.sheet(entry.system, entry.scenario.map),
        {**options, **charted_options(app.systems[entry.system], players)},
        seed=secrets.randbits(31) if seed is None else seed,
        dice=dice,
        players=matched_players(app.folders.settings, players),
        begin=not isinstance(dice, TableDice),
        game=VERSION,
        started=now.isoformat(timespec="seconds"),
    )
    if session.steps:
        save_new(session, app.folders.saves, now)
    return session


def start_guided(app: App, system: str) -> None:
    """Start the guided battle of a game, or show why it cannot be started."""
    try:
        battle = load_guided(guided_file(system))
        entry = battle.entry(app.shelves.library([system]).find(f"{system}/{battle.scenario}"))
        sides = [side.key for side in entry.scenario.sides]
        players = {side: HUMAN if side == battle.side else battle.opponent for side in sides}
        session = new_game(app, entry, entry.scenario.options, players, None)
    except (DataError, NoSuchScenario, CannotStart) as error:
        show_message(app, tr("This battle cannot be played"), ui.escape(str(error)), "cannot_start")
        return
    start_game(app, session)


def start_game(app: App, session: Session, *, replace: bool = False) -> None:
    """Open the board of a game on top, or in place of the screen it was started from."""
    known, strangers = _known_players(session)
    app.screens.play(session, known, replace=replace)
    notes = [note for note in (session.notice, strangers) if note]
    if session.not_saved:
        notes.append(tr("This game is not saved: {why}. You can still play on.", why=session.not_saved))
    if notes:
        show_message(app, tr("Before you resume"), "\n".join(ui.escape(note) for note in notes))


def begin_at_table(app: App, session: Session, *, replace: bool = False) -> None:
    """Begin a game with real dice: ask for the rolls before the first decision, save the game, and open its board."""
    dice = session.dice
    assert isinstance(dice, TableDice)

    def go() -> None:
        try:
            session.open()
        except DiceWanted as need:
            ask_for_dice(app, session.system.rulebook, dice, need.wanted, go, lambda: None)
            return
        save_new(session, app.folders.saves, datetime.now())
        start_game(app, session, replace=replace)

    go()


def play_on(app: App, session: Session, number: int, players: dict[str, str], *, new_dice: bool = True) -> Session:
    """Start a new game with the first `number` steps of another in a new file, open its board, and return it."""
    twin = session.branch(number, secrets.randbits(31) if new_dice else None)
    now = datetime.now()
    twin.players = players
    twin.header = twin.header.but(players=players, started=now.isoformat(timespec="seconds"))
    save_new(twin, app.folders.saves, now)
    app.change(Home())
    start_game(app, twin)
    return twin


def _known_players(session: Session) -> tuple[dict[str, str], str]:
    """Return the player of each side; an unknown computer player is replaced by a person."""
    known, strangers = {}, []
    for side in session.scenario.sides:
        kind = session.players.get(side.key, HUMAN)
        if kind != HUMAN and not is_built_in(kind):
            strangers.append(tr("No computer player {kind} here; you play {side}.", kind=repr(kind), side=side.name))
            kind = HUMAN
        known[side.key] = kind
    return known, " ".join(strangers)


# --- saved games ------------------------------------------------------------------------------------------------------


def show_message(app: App, title: str, markup: str, id: str = "told") -> None:
    """Show a dialog with a paragraph and a button to close it."""
    modal = dialog(app, title, ui.RichText(markup), ((tr("Close"), f"{id}_close", None),), id)
    app.tree.focus(next(widget for widget in modal.walk() if widget.id == f"{id}_close"))


def open_saved(app: App, path: Path) -> None:
    """Resume a saved game or continue from a script, or say why not and what can be done instead."""
    if path.suffix == SCRIPT:
        open_script(app, path)
        return
    try:
        session = load_session(path, app.systems, app.shelves.sheet)
    except SaveError as error:
        show_message(app, tr("This game cannot be opened"), ui.escape(_without_folder(error, path)), "save_error")
    except LogbookBusy:
        words = tr(
            "**{file}** is open in another window of the game. Here you can only watch what has been played so far.",
            file=ui.escape(path.name),
        )
        _ask(app, path, tr("Open in another window"), words, copy=False)
    except LogbookError as error:
        words = tr("The game can be opened but not saved: {why}", why=ui.escape(_without_folder(error, path)))
        _ask(app, path, tr("Cannot continue this file"), words, copy=True)
    else:
        if session.log is not None:
            record_played(path)
        _continue_with(app, path, session)


def open_script(app: App, path: Path) -> None:
    """Run a script and ask who plays on from there; or say why that is impossible."""
    try:
        session = session_of(path, app.shelves)
    except (DataError, CannotShare, OSError) as error:
        show_message(app, tr("This script cannot be played"), ui.escape(str(error)), "script_error")
        return
    if session.over:
        show_message(app, tr("This battle is over"), tr("The script plays the game to its end."), "script_error")
        return
    sides = session.scenario.sides
    kinds = [HUMAN, *PLAYERS]
    chosen = {side.key: HUMAN if side.key == session.actor else USUAL for side in sides}
    rows = []
    for side in sides:
        box = ui.DropDown([player_type(kind)[0] for kind in kinds], kinds.index(chosen[side.key]), id=f"who_{side.key}")
        box.on_change = lambda index, key=side.key: chosen.__setitem__(key, kinds[index])
        rows.append(ui.form_row(ui.Label(side.name), box, 130))
    words = tr(
        "**{battle}**, turn {turn}: who plays each side?",
        battle=ui.escape(session.scenario.title),
        turn=session.state.cursor.turn,
    )
    buttons = (
        (tr("Cancel"), "script_cancel", None),
        (tr("Play on"), "script_begin", lambda: _play_on_script(app, session, chosen)),
    )
    dialog(app, tr("Play on from here"), ui.Column(ui.RichText(words), *rows, gap=9), buttons, "script_dialog", 460)


def _play_on_script(app: App, session: Session, players: dict[str, str]) -> None:
    play_on(app, session, len(session.steps), dict(players))


def _continue_with(app: App, path: Path, session: Session) -> None:
    if session.header.network is not None and not session.over:
        session.close()
        app.screens.two_again(path)
    elif session.readonly:
        words = tr("{why}\nThe file is unchanged.", why=ui.escape(session.readonly))
        _ask(app, path, tr("Only part of this game can be played"), words, copy=True)
    elif session.over:
        session.close()
        words = tr("{result}. The game is over.", result=ui.escape(session.state.outcome.title))
        more = ((tr("Open report"), "ask_report", partial(_report, app, path)),)
        _ask(app, path, tr("This battle is over"), words, copy=False, more=more)
    else:
        start_game(app, session)


def _ask(
    app: App,
    path: Path,
    title: str,
    words: str,
    *,
    copy: bool,
    more: tuple[tuple[str, str, Callable[[], None]], ...] = (),
) -> None:
    buttons: list[tuple[str, str, Callable[[], None] | None]] = [(tr("Cancel"), "ask_cancel", None), *more]
    buttons.append((tr("Watch"), "ask_watch", partial(watch, app, path)))
    if copy:
        buttons.append((tr("Resume as a new game"), "ask_copy", partial(resume_as_new, app, path)))
    modal = dialog(app, title, ui.RichText(words), buttons, "ask", 540)
    app.tree.focus(next(widget for widget in modal.walk() if widget.id == buttons[-1][1]))


def _read(app: App, path: Path) -> Session | None:
    """Return a game opened for reading only; None after saying why it cannot be opened."""
    try:
        session = load_session(path, app.systems, app.shelves.sheet, write=False)
    except (SaveError, LogbookError) as error:
        show_message(app, tr("This game cannot be opened"), ui.escape(_without_folder(error, path)), "save_error")
        return None
    if unseen := why_unseen(session):
        show_message(app, tr("This game cannot be watched"), ui.escape(f"{unseen[:1].upper()}{unseen[1:]}."), "unseen")
        return None
    return session


def watch(app: App, path: Path) -> None:
    """Show a saved game as a replay; its file is only read."""
    session = _read(app, path)
    if session is not None:
        app.screens.replay(session)


def analyse(app: App, path: Path) -> None:
    """Analyse a saved game; its file is only read. Refused if the rules differ from those it was played under."""
    try:
        session = open_game(path, app.shelves.sheet)
    except (SaveError, LogbookError, AnalysisUnavailable) as error:
        show_message(app, tr("This game cannot be analysed"), ui.escape(_without_folder(error, path)), "save_error")
        return
    app.screens.analysis(session)


def _report(app: App, path: Path) -> None:
    session = _read(app, path)
    if session is not None:
        app.screens.report(session)


def resume_as_new(app: App, path: Path) -> None:
    """Continue from the last valid command in a new file; the old one is unchanged."""
    damaged = _read(app, path)
    if damaged is None:
        return
    session = damaged.branch(len(damaged.steps))
    if session.over:
        show_message(app, tr("This battle is over"), tr("Its last valid order ends the game. You can watch it."))
        return
    save_new(session, app.folders.saves, datetime.now())
    kept = session.log.path.name if session.log is not None else ""
    session.notice = (
        tr("The game continues in a new file, {kept}. {file} is unchanged.", kept=kept, file=path.name) if kept else ""
    )
    start_game(app, session)


def _without_folder(error: Exception, path: Path) -> str:
    """Return an error's sentence with the file's name instead of its full path."""
    return str(error).replace(str(path), path.name)
