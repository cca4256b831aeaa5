"""Crash reports: one file with everything needed to find the cause. With a game it is a script: comments at the top,
then the game replayed up to the order that failed.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from game.version import VERSION
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.ruling import Ruling
from rules.kernel.script import record_script
from rules.kernel.session import Session
from rules.kernel.system import format_command

LAST_COMMANDS = 50
MARK = "stopped.txt"  # file beside the reports: names the report the player has not been told of yet


def session_of(error: BaseException) -> Session | None:
    """Return the game in progress where an error came from; None if there was none."""
    found, trace = None, error.__traceback__
    while trace is not None:
        held = trace.tb_frame.f_locals
        here = (held.get("session"), held.get("self"), getattr(held.get("self"), "session", None))
        found = next((item for item in here if isinstance(item, Session) and item.steps), found)
        trace = trace.tb_next
    return found


def report_text(error: BaseException, session: Session | None) -> str:
    """Return the whole report. A part that fails is replaced by a note; never raises."""
    lines = ["Fighting Instructions stopped unexpectedly. Please send this file to the maintainers of the program."]
    lines += [f"version: {VERSION} · Python {sys.version.split()[0]} · {_pygame()} · {sys.platform}"]
    parts: list[tuple[str, Callable[[], list[str]]]] = [
        ("game", lambda: _game_lines(session)),
        ("traceback", lambda: _traceback_lines(error)),
    ]
    for name, make in parts:
        try:
            lines += make()
        except Exception as failure:  # the report must be written whatever is broken
            lines.append(f"{name}: not available ({type(failure).__name__}: {failure})")
    lines.append(f"command line: {' '.join(sys.argv)}")
    remarks = "".join(f"# {line}\n" if line else "#\n" for text in lines for line in text.split("\n"))
    return _without_home(f"{remarks}\n{_script(error, session)}")


def _without_home(text: str) -> str:
    """Write the home folder as ~: the report is sent to others, and its path holds the user's name."""
    try:
        home = str(Path.home())
    except RuntimeError:
        return text
    return text.replace(home, "~") if len(home) > 1 else text


def _pygame() -> str:
    """Return the version of pygame, when it has been loaded: text play needs none."""
    loaded = sys.modules.get("pygame")
    return f"pygame {loaded.version.ver}" if loaded is not None else "no pygame"


def _game_lines(session: Session | None) -> list[str]:
    if session is None:
        return ["game: none"]
    kept = session.log.path if session.log is not None else "nowhere"
    lines = [
        f"system: {session.system.key}",
        f"scenario: {session.scenario.key}",
        f"seed: {session.seed}",
        f"options: {session.options}",
        f"players: {session.players}",
        f"kept in: {kept}{f' ({session.not_saved})' if session.not_saved else ''}",
        f"commands: {len(session.steps)}, turn {session.state.cursor.turn}, {session.actor or 'nobody'} to act",
        f"digest: {session.digest()}",
        f"last {min(LAST_COMMANDS, len(session.steps))} commands:",
    ]
    for step in session.steps[-LAST_COMMANDS:]:
        dice = f"  dice {' '.join(map(str, step.faces))}" if step.faces else ""
        lines.append(f"  {step.number} {step.actor or '-'}: {format_command(step.command)}{dice}")
    return lines


def _traceback_lines(error: BaseException) -> list[str]:
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return ["traceback:", *(f"  {line}" for line in text.rstrip().split("\n"))]


def _script(error: BaseException, session: Session | None) -> str:
    if session is None:
        return ""
    try:
        attempt, dice = attempted_command(error.__traceback__)
        return record_script(session, inline=True, attempt=attempt, attempt_dice=dice)
    except Exception as failure:  # a game that cannot be written as a script is still in its own file
        return f"# the game cannot be written as a script: {type(failure).__name__}: {failure}\n"


def attempted_command(trace: TracebackType | None) -> tuple[Command | None, tuple[int, ...]]:
    """Return the command during which the rules failed, and the dice rolled for it so far."""
    command: Command | None = None
    faces: tuple[int, ...] = ()
    while trace is not None:
        frame = trace.tb_frame
        found, ruling = frame.f_locals.get("command"), frame.f_locals.get("ruling")
        if frame.f_code.co_name == "_play" and isinstance(found, Command):
            command, faces = found, ()
        if command is not None and isinstance(ruling, Ruling):
            faces = tuple(ruling.faces)
        trace = trace.tb_next
    return command, faces


def write_report(error: BaseException, session: Session | None, folder: Path) -> Path:
    """Write the report into a new file in `folder` and mark it as not yet shown. Raises OSError. The file is
    `crash-<date>-<time>.yaml`, a script; it ends in .txt if there was no game to replay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"crash-{datetime.now():%Y%m%d-%H%M%S}"
    text, ending = report_text(error, session), ".yaml" if session is not None else ".txt"
    for number in range(1, 1000):
        path = folder / (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}")
        try:
            with path.open("x", encoding="utf-8", errors="replace") as file:
                file.write(text)
        except FileExistsError:
            continue
        kept = f"{session.log.path}" if session is not None and session.log is not None else ""
        (folder / MARK).write_text(f"{path}\n{kept}\n", encoding="utf-8")
        return path
    raise OSError(tr("{folder} holds 1,000 crash reports; delete some", folder=folder))


def crash_notice(folder: Path) -> str:
    """Return, once, what to tell the player if the last run stopped unexpectedly; empty if it did not."""
    mark = folder / MARK
    try:
        report, kept, *_ = [*mark.read_text(encoding="utf-8").split("\n"), "", ""]
        mark.unlink()
    except (OSError, UnicodeDecodeError):
        return ""
    lines = [
        tr("The program stopped unexpectedly last time."),
        tr("Your game is saved up to the last order: {file} in Saved games.", file=Path(kept).name) if kept else "",
        tr("The error report is in {report}.", report=report),
    ]
    return " ".join(words for words in lines if words)
