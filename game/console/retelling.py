"""The verbs `share --as report` and `share --as film`: a whole game told again. They need pygame to paint the board."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pygame

from game.console import terminal
from game.console.playing import shelves
from game.console.share import fault_of, shared_session
from game.console.speech import plain
from game.folders import find_folders
from game.hud.story import eyes_allowed
from game.report.film import FORMATS, film_bytes
from game.report.notes import BadNotes, Notes, notes_of, read_notes
from game.report.page import TooLarge, report_bytes
from game.scenes.who import who
from game.settings import load_settings
from game.sharing import KINDS, CannotShare, put_at
from game.ui.fonts import FontBook
from game.words import tr
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved
from rules.players import HUMAN


def report_verb(args: Namespace) -> int:
    """`share --as report`: one HTML file. 1 when it cannot be made or written, 2 for a mistake on the command line."""

    def made(session: Session, eyes: str) -> bytes:
        notes = read_notes(Path(args.notes)) if args.notes else _kept_notes(args, session)
        return report_bytes(session, eyes, notes, players_in_words(session), FontBook())

    return _retold(args, (KINDS["report"],), made)


def _kept_notes(args: Namespace, session: Session) -> Notes:
    """What the player wrote about this battle in the window."""
    settings, _ = load_settings(find_folders(args.user_dir).settings)
    return notes_of("\n\n".join(settings.notes.get(f"{session.system.key}/{session.scenario.key}", ())))


def film_verb(args: Namespace) -> int:
    """`share --as film`: an animated WebP or GIF. 1 when it cannot be made or written, 2 for a mistake in the words."""

    def made(session: Session, eyes: str) -> bytes:
        ending = Path(args.out).suffix if args.out else KINDS["film"]
        return film_bytes(session, eyes, ending, FontBook())

    return _retold(args, tuple(FORMATS), made)


def players_in_words(session: Session) -> dict[str, str]:
    """Side -> which computer played it; nothing for a person."""
    return {side: "" if kind == HUMAN else who(kind)[0] for side, kind in session.players.items()}


def _retold(args: Namespace, endings: tuple[str, ...], made: Callable[[Session, str], bytes]) -> int:
    out = Path(args.out) if args.out else Path(f"{Path(args.file).stem}{endings[0]}")
    if out.suffix not in endings:
        terminal.complain(
            tr("expected a file that ends in {names}, found {out}", names=" or ".join(endings), out=f"{out.name!r}")
        )
        return 2
    pygame.font.init()
    try:
        session = shared_session(Path(args.file), shelves(args))
        eyes = fault = fault_of(args, session)
        if not fault:
            eyes, fault = whose(session, args.side or "")
        if fault:
            terminal.complain(fault)
            return 2
        if args.to is not None:
            session = session.branch(args.to + 1)
        path = put_at(out, made(session, eyes))
    except (BadNotes, CannotShare, TooLarge, NotSaved) as error:
        terminal.complain(plain(str(error)))
        return 1
    except OSError as error:
        terminal.complain(tr("{out} cannot be written: {strerror}", out=out, strerror=error.strerror))
        return 1
    terminal.say(tr("{path} written", path=path))
    return 0


def whose(session: Session, side: str) -> tuple[str, str]:
    """(the eyes a game is told with, why it cannot be told so): those asked for, else the most there may be.

    While a game with hidden things is not over, nobody but those who play it may look, each with their own eyes.
    """
    allowed = eyes_allowed(session)
    if side and side not in allowed:
        names = {note.key: note.name for note in session.scenario.sides}
        return "", tr("the game is not over: what {names} knows is not told before its end", names=names[side])
    return side or allowed[0], ""
