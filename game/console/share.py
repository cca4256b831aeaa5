"""The verb `share`: a position of a saved game, script or lesson as script or text; pictures: pictures.py."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from game.console import terminal
from game.console.eyes import viewer_of
from game.console.playing import shelves
from game.console.write_result import report_write
from game.library import Shelves
from game.table.sharing import CannotShare, as_script, as_text, session_of
from game.table.speech import strip_controls
from game.words import tr
from rules import SYSTEMS
from rules.kernel.session import Session, load_session
from rules.kernel.storage import write_whole


def share_verb(args: Namespace) -> int:
    """`share`: write a position to a file, or print it. 1 if the file has none, 2 for a wrong side or number."""
    return share_as(args, _words)


def share_as(args: Namespace, data_of: Callable[[Session, str, str], bytes]) -> int:
    """Share a position; `data_of(session, side, kind)` returns the data to write."""
    try:
        session = shared_session(Path(args.file), shelves(args))
    except CannotShare as error:
        terminal.complain(strip_controls(str(error)))
        return 1
    eyes = fault = fault_of(args, session)
    if not fault:
        eyes, fault = viewer_of(session, args.side or "", args.everything, all_sides=args.kind == "script")
    if fault:
        terminal.complain(fault)
        return 2
    if args.to is not None:
        session = session.branch(args.to + 1)
    data = data_of(session, eyes, args.kind)
    if not args.out:
        terminal.say(strip_controls(data.decode("utf-8")).rstrip())
        return 0
    return report_write(Path(args.out), data, _overwrite)


def _overwrite(path: Path, data: bytes) -> Path:
    """Write the data over the file at `path`, if there is one."""
    write_whole(path, data)
    return path


def shared_session(path: Path, maps: Shelves) -> Session:
    """Return the session of a saved game, a script or a lesson. Raises CannotShare, SaveError, NotSaved or
    DataError.
    """
    if path.suffix == ".yaml":
        return session_of(path, maps)
    return load_session(path, SYSTEMS, maps.sheet, write=False)


def fault_of(args: Namespace, session: Session) -> str:
    """Return what is wrong with the given side or number of orders; empty if nothing is."""
    if args.side and args.side not in session.players:
        return tr("unknown side {side}; expected {names}", side=f"{args.side!r}", names=" or ".join(session.players))
    if args.to is not None and not 0 <= args.to < len(session.steps):
        return tr("expected a number of orders from 0 to {count}, found {to}", count=len(session.steps) - 1, to=args.to)
    if args.kind == "picture" and not args.out:
        return tr("a picture needs --out FILE.png")
    return ""


def _words(session: Session, side: str, kind: str) -> bytes:
    return (as_script(session) if kind == "script" else as_text(session, side)).encode("utf-8")
