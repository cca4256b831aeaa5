"""The verbs `share --as report` and `share --as film`: a whole game retold. They need pygame to paint the board."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pygame

from game.console import terminal
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.console.share import fault_of, shared_session
from game.console.write_result import report_write
from game.file_types import yaml_kind
from game.folders import find_folders
from game.report.film import FORMATS, film_bytes
from game.report.notes import BadNotes, Notes, notes_of, read_notes
from game.report.page import TooLarge, report_bytes
from game.report.study_notes import merge_notes, notes_of_study
from game.settings import load_settings
from game.table.player_types import player_type
from game.table.sharing import KINDS, SCRIPT, CannotShare
from game.table.speech import strip_controls
from game.ui.fonts import FontBook
from game.words import tr
from rules import SYSTEMS
from rules.kernel.session import Session
from rules.kernel.study import load_study
from rules.players import HUMAN


def report_verb(args: Namespace) -> int:
    """`share --as report`: one HTML file. 1 when it cannot be made or written, 2 for a mistake on the command line."""

    def make_page(session: Session, eyes: str) -> bytes:
        notes = _notes_in(Path(args.notes), session) if args.notes else _kept_notes(args, session)
        if _is_study(Path(args.file)):
            notes = merge_notes(notes_of_study(load_study(Path(args.file), SYSTEMS), session), notes)
        return report_bytes(session, eyes, notes, players_in_words(session), FontBook())

    return _export_game(args, (KINDS["report"],), make_page)


def _is_study(path: Path) -> bool:
    return path.suffix == SCRIPT and yaml_kind(path) == "study"


def _notes_in(path: Path, session: Session) -> Notes:
    """Return the notes in a text, or in a study of this game. Raises BadNotes, DataError."""
    return notes_of_study(load_study(path, SYSTEMS), session) if _is_study(path) else read_notes(path)


def _kept_notes(args: Namespace, session: Session) -> Notes:
    """Return the notes the player wrote about this battle in the window."""
    settings, _ = load_settings(find_folders(args.user_dir).settings)
    return notes_of("\n\n".join(settings.notes.get(f"{session.system.key}/{session.scenario.key}", ())))


def film_verb(args: Namespace) -> int:
    """`share --as film`: an animated WebP or GIF. 1 when it cannot be made or written, 2 for a mistake on the command
    line.
    """

    def make_film(session: Session, eyes: str) -> bytes:
        ending = Path(args.out).suffix if args.out else KINDS["film"]
        return film_bytes(session, eyes, ending, FontBook())

    return _export_game(args, tuple(FORMATS), make_film)


def players_in_words(session: Session) -> dict[str, str]:
    """Return side -> name of its computer player; empty for a person."""
    return {side: "" if kind == HUMAN else player_type(kind)[0] for side, kind in session.players.items()}


def _export_game(args: Namespace, endings: tuple[str, ...], made: Callable[[Session, str], bytes]) -> int:
    out = Path(args.out) if args.out else Path(f"{Path(args.file).stem}{endings[0]}")
    if out.suffix not in endings:
        terminal.complain(
            tr("expected a file ending in {names}, found {out}", names=" or ".join(endings), out=f"{out.name!r}")
        )
        return 2
    if not out.parent.is_dir():
        return report_write(out, b"")  # reported before the work begins
    pygame.font.init()
    try:
        session = shared_session(Path(args.file), shelves(args))
        eyes = fault = fault_of(args, session)
        if not fault:
            eyes, fault = viewer_of(session, args.side or "", args.everything)
        if fault:
            terminal.complain(fault)
            return 2
        if args.to is not None:
            session = session.branch(args.to + 1)
        data = made(session, eyes)
    except (BadNotes, CannotShare, TooLarge) as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    return report_write(out, data)
