"""Sharing a position as a script or as text, and playing on from such a script, without a window."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from game.file_types import yaml_kind
from game.library import Shelves
from game.table.speech import board_lines, strip_controls
from game.words import tr
from rules import SYSTEMS
from rules.kernel.lesson import load_any
from rules.kernel.script import record_script, run_script
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved, write_whole
from rules.kernel.study import BrokenStudy, load_study, play_line

SHARED = "shared"  # the subfolder of saved games for shared positions
SCRIPT = ".yaml"
SHIPPED = Shelves()
KINDS = {"picture": ".png", "script": SCRIPT, "text": ".txt", "report": ".html", "film": ".webp", "print": ".pdf"}
MOST_NAMES = 10_000  # most numbers tried after a name


class CannotShare(Exception):
    """A script does not lead to a playable position. str() is a plain sentence."""


def as_script(session: Session) -> str:
    """Return the game so far as the YAML of a script: the whole scenario, every order and its dice, including hidden
    information.
    """
    turn = session.state.cursor.turn
    return record_script(session, tr("{title}, turn {turn}", title=session.scenario.title, turn=turn), inline=True)


def as_text(session: Session, side: str) -> str:
    """Return the position as text, as far as a side may know it; side "" knows everything."""
    view = Seat(session, side).view()
    names = {note.key: note.name for note in session.scenario.sides}
    lines = [
        f"{session.scenario.title}, {session.system.title}",
        tr("Seen by {name}.", name=names.get(side, tr("the referee"))),
        "",
        *board_lines(view, session.system.board),
        "",
        view.outcome.title
        if view.outcome is not None
        else tr("{name} to act.", name=names.get(session.actor, tr("nobody"))),
    ]
    return "\n".join(strip_controls(line) for line in lines) + "\n"


def write_shared(folder: Path, session: Session, kind: str, data: bytes) -> Path:
    """Write a shared position to a new file `YYYYMMDD-HHMMSS-<scenario>.<ending>`. Raises NotSaved or OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{session.scenario.key}"
    return put_at(folder / f"{stem}{KINDS[kind]}", data)


def put_at(path: Path, data: bytes) -> Path:
    """Write a new file: `path`, or if it exists the first free of `name-2`, `name-3` ... Return its path. Raises
    NotSaved or OSError.
    """
    for number in range(1, MOST_NAMES):
        found = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        if not found.exists():
            write_whole(found, data)
            return found
    raise NotSaved(tr("{parent} has no free name like {path}; choose another name", parent=path.parent, path=path.name))


def session_of(path: Path, shelves: Shelves = SHIPPED) -> Session:
    """Return the session at the end of a script, lesson or study, to be played on.

    Raises CannotShare, or DataError for the file.
    """
    if yaml_kind(path) == "study":
        try:
            played = play_line(load_study(path, SYSTEMS), "", SYSTEMS, shelves.scenario, shelves.sheet)
        except BrokenStudy as error:
            raise CannotShare(tr("{path} does not reach a position: {names}", path=path.name, names=error)) from error
        return played.branch(len(played.steps))
    result = run_script(load_any(path, SYSTEMS), SYSTEMS, shelves.scenario, shelves.sheet)
    if result.failures or result.session is None:
        raise CannotShare(
            tr("{path} does not reach a position: {names}", path=path.name, names="; ".join(result.failures[:3]))
        )
    session: Session = result.session
    return session.branch(len(session.steps))
