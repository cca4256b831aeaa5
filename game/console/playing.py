"""The verb `play`: sets up a game, saves it, and plays it by typing or reports a game between computers."""

from __future__ import annotations

import secrets
from argparse import Namespace
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from game.console import terminal
from game.console.table import SpokenTable
from game.console.text import play as play_text
from game.file_types import yaml_kind
from game.folders import find_folders
from game.library import Entry, Library, NoSuchScenario, Shelves, open_library, why_unplayable
from game.program import COMMAND
from game.recent_games import record_played
from game.saving import save_new, where_kept
from game.table.sharing import SCRIPT, CannotShare, session_of
from game.table.speech import strip_controls
from game.teach.adaptive_opponent import matched_players, note_result
from game.version import VERSION
from game.words import tr, tr_noop
from game.workshop.battle_archive import PARCEL, unpack
from game.workshop.designs import with_designs
from game.workshop.user_files import take_in
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.dice import AskedDice
from rules.kernel.logbook import LogbookError
from rules.kernel.scenario import Scenario
from rules.kernel.session import TABLE, SaveError, Session, load_session
from rules.players import CAPTAIN, HUMAN, Player, charted_options, close_players, is_built_in, is_player, make_player


class Refused(Exception):
    """The command line asks for something impossible. str() is a plain sentence; the exit code is 2."""


def play_verb(args: Namespace) -> int:
    """`play`: play by typing, or report the game if no person has a seat. 0 on success, 1 if it could not be saved."""
    return play(args)


def play(args: Namespace, entry: Entry | None = None) -> int:
    """Play by typing, or report the game if no person has a seat. `entry`: start a new game of this battle.

    0 on success, 1 if the game could not be saved.
    """
    session = (
        _new_session(args, entry)
        if entry is not None
        else _of_file(args)
        if args.file
        else _resume_session(args)
        if args.resume
        else _new_session(args, chosen_entry(args))
    )
    if session.log is not None:
        record_played(session.log.path)
    watching = not any(kind == HUMAN for kind in session.players.values())
    table = SpokenTable(
        session, make_players(session), terminal.ask, terminal.say, terminal.wipe,
        reasons=watching and not args.quiet, tutor=args.tutor,
    )  # fmt: skip
    if watching:
        table.say(tr("No terminal: two computer players play the game."))
        table.say_all(table.opening(""))
    if session.readonly or session.notice:
        table.say(session.readonly or session.notice)
    table.say(tr("{kept}. Seed {seed}.", kept=where_kept(session), seed=session.seed))
    try:
        play_text(table)
    except (EOFError, KeyboardInterrupt):
        table.say("")
    finally:
        close_players(table.players.values())
        kept, go_on = where_kept(session), _resume_hint(session)
        session.close()
    if session.over and (moved := note_result(find_folders(args.user_dir).settings, session)):
        table.say(moved)
    if not session.over:
        table.say(
            tr(
                "The game stops in turn {turn}. {kept}.{go_on}",
                turn=session.state.cursor.turn,
                kept=kept,
                go_on=go_on,
            )
        )
    if not session.not_saved:
        return 0
    terminal.complain(strip_controls(kept))
    return 1


def _resume_hint(session: Session) -> str:
    """Return the command that continues the game; empty if it has no file, or the file is incomplete."""
    again = tr_noop(' To continue: {command} play --text --resume "{path}"')
    return tr(again, command=COMMAND, path=session.log.path) if session.log and not session.not_saved else ""


def make_players(session: Session, thinking: int = 0, *, without_reasons: bool = False) -> dict[str, Player | None]:
    """Return the players of a game: None for a person. Random choices of computer players follow from the game's seed
    and `thinking`. `without_reasons`: their reasons are not needed. Raises ValueError for a player this program does
    not have.
    """
    return {
        side: None
        if kind == HUMAN
        else make_player(kind, session.seed * 1000 + thinking * 10 + number, without_reasons=without_reasons)
        for number, (side, kind) in enumerate(session.players.items())
    }


def shelves(args: Namespace) -> Shelves:
    """Return the folders with this player's own battles and maps."""
    return Shelves(find_folders(getattr(args, "user_dir", None)).own)


def _of_file(args: Namespace) -> Session:
    """Start from a file somebody sent: a battle is checked, copied into the player's folder and begun; a game or script
    is continued.

    Raises Refused; DataError with file, line and field; NotSaved.
    """
    path = Path(args.file)
    if path.suffix == PARCEL or (path.suffix == SCRIPT and yaml_kind(path) not in ("lesson", "script")):
        entry = (unpack if path.suffix == PARCEL else take_in)(path, find_folders(args.user_dir).own)
        terminal.say(strip_controls(f"{entry.title}: {entry.path}"))
        return _new_session(args, entry)
    args.resume = args.file
    return _resume_session(args)


def chosen_entry(args: Namespace) -> Entry:
    """Return the battle asked for, or the first. Raises Refused, DataError."""
    library = open_library(SYSTEMS).with_own(SYSTEMS, find_folders(args.user_dir).own)
    if not library.entries:
        raise Refused(tr("no battle to play; run `check` to find errors in the files under maps/"))
    try:
        return library.find(args.scenario) if args.scenario else _first_playable(library)
    except NoSuchScenario as error:
        broken = library.problems_of(args.scenario or "")
        if broken:
            raise DataError(broken) from error
        raise Refused(str(error)) from error


def _new_session(args: Namespace, entry: Entry) -> Session:
    """Return a new game of a battle. Raises Refused."""
    scenario = entry.scenario
    problems = shelves(args).why_unplayable(SYSTEMS[entry.system], entry)
    if problems:
        raise Refused(
            tr(
                "{entry} cannot be played: {names}",
                entry=entry.name,
                names="; ".join(str(problem) for problem in problems),
            )
        )
    folders = find_folders(args.user_dir)
    if folders.notice:
        terminal.say(folders.notice)
    dice = _real_dice() if args.referee else None
    now = datetime.now()
    players = matched_players(folders.settings, seats(args, scenario))
    try:
        charted = charted_options(SYSTEMS[scenario.system], players)
    except ValueError as error:
        raise Refused(str(error)) from error
    session = Session(
        SYSTEMS[scenario.system],
        with_designs(scenario, SYSTEMS[scenario.system], shelves(args).own),
        shelves(args).sheet(scenario.system, scenario.map),
        charted,
        seed=secrets.randbits(31) if args.seed is None else args.seed,
        dice=dice,
        players=players,
        game=VERSION,
        started=now.isoformat(timespec="seconds"),
    )
    save_new(session, folders.saves, now)
    if session.not_saved:
        terminal.complain(session.not_saved)
    return session


def _first_playable(library: Library) -> Entry:
    """Return the first playable battle of the list; the first of all if none is playable."""
    good = (entry for entry in library.entries if not why_unplayable(SYSTEMS[entry.system], entry))
    return next(good, library.entries[0])


def _real_dice() -> AskedDice:
    """Return dice whose results are typed at the terminal."""
    return AskedDice(terminal.faces_from(terminal.ask, terminal.say))


def _resume_session(args: Namespace) -> Session:
    path = Path(args.resume)
    if path.suffix == SCRIPT:
        return _from_script(args, path)
    try:
        session = load_session(path, SYSTEMS, shelves(args).sheet)
    except (SaveError, LogbookError) as error:
        raise Refused(str(error)) from error
    if session.readonly and not args.from_here:
        raise Refused(
            tr(
                '{readonly} In text mode: {command} play --text --resume "{path}" --from-here. Watch it with: '
                '{command} replay "{path}"',
                readonly=session.readonly,
                command=COMMAND,
                path=path,
            )
        )
    if args.from_here:
        session = _from_here(session, args)
    _seat_players(session, args)
    if session.header.dice == TABLE:
        session.dice = _real_dice()
    return session


def _from_here(session: Session, args: Namespace) -> Session:
    """Return a new game, in a file of its own, that begins where the orders of a saved game end. Raises Refused."""
    twin = session.branch(len(session.steps))
    session.close()
    if twin.over:
        raise Refused(tr("This battle is over: its last valid order ends it. You can watch it."))
    now = datetime.now()
    twin.header = twin.header.but(started=now.isoformat(timespec="seconds"))
    save_new(twin, find_folders(args.user_dir).saves, now)
    return twin


def _seat_players(session: Session, args: Namespace) -> None:
    """Give a side whose computer player this program lacks to a person. Raises Refused for options a saved game cannot
    take: it keeps its dice, and never starts a program.
    """
    refused = ""
    for side in session.scenario.sides:
        kind = session.players.get(side.key, "")
        if kind != HUMAN and not is_built_in(kind):
            words = tr_noop("No computer player {kind} here; you play {side}.")
            text = tr(words, kind=repr(kind or "nobody"), side=side.name)
            session.notice = f"{session.notice} {text}".strip()
            session.players[side.key] = HUMAN
    asked = [
        name
        for name, given in (
            ("--side", args.side is not None),
            ("--opponent", args.opponent is not None),
            ("--seed", args.seed is not None),
            ("--referee", args.referee and session.header.dice != TABLE),
        )
        if given
    ]
    if asked:
        refused = tr(
            "a saved game has its own players and dice; leave out {names}. Its players: {players}",
            names=", ".join(asked),
            players=", ".join(f"{side} {kind}" for side, kind in session.players.items()),
        )
    elif HUMAN not in session.players.values():
        refused = tr(
            'two computers play this game. Watch it with: {command} replay "{path}"',
            command=COMMAND,
            path=session.path,
        )
    if refused:
        session.close()
        raise Refused(refused)


def _from_script(args: Namespace, path: Path) -> Session:
    """Return a new game that begins where a script ends."""
    try:
        session = session_of(path, shelves(args))
    except CannotShare as error:
        raise Refused(str(error)) from error
    if args.seed is not None:
        session = session.branch(len(session.steps), args.seed)
    dice = _real_dice() if args.referee else None
    if dice is not None:
        session.dice, session.header = dice, session.header.but(dice=TABLE)
    session.players = dict(seats(args, session.scenario))
    now = datetime.now()
    session.header = session.header.but(players=session.players, started=now.isoformat(timespec="seconds"))
    save_new(session, find_folders(args.user_dir).saves, now)
    return session


def seats(args: Namespace, scenario: Scenario) -> Mapping[str, str]:
    """Return the player of each side: a person if there is a terminal or a side was named, otherwise computers. Raises
    Refused.
    """
    keys = [side.key for side in scenario.sides]
    asked = args.side is not None or args.opponent == HUMAN or args.referee
    person = asked or terminal.is_interactive() or terminal.is_piped()
    mine = keys[0]
    if args.side is not None:
        called = {side.key: {side.key.casefold(), side.name.casefold()} for side in scenario.sides}
        fitting = [key for key in keys if any(name.startswith(args.side.casefold()) for name in called[key])]
        if len(fitting) != 1:
            raise Refused(tr("unknown side {side}; expected {names}", side=f"{args.side!r}", names=" or ".join(keys)))
        mine = fitting[0]
    other = args.opponent or CAPTAIN
    if other != HUMAN and not is_player(other):
        raise Refused(tr("unknown player or program {other}", other=f"{other!r}"))
    return {key: (HUMAN if person else other) if key == mine else other for key in keys}
