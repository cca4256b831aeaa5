"""When the program fails: one file with everything needed to find out why, a plain screen, and a game that is safe.

The file is a script: its head are remarks, its body replays the game up to the order that failed.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType

import pygame

from game.app import App
from game.ui.fonts import FontBook
from game.ui.theme import NIGHT
from game.version import VERSION
from rules.kernel.flow import Command
from rules.kernel.ruling import Ruling
from rules.kernel.script import record_script
from rules.kernel.session import Session
from rules.kernel.system import spell

LAST_COMMANDS = 50
MARK = "stopped.txt"  # beside the reports: the report the player has not been told of yet
UNSEEN = ("dummy", "offscreen", "")  # video drivers nobody can look at
DESK, INK, SOFT = NIGHT.paper, NIGHT.ink, NIGHT.ink_soft


def current_session(app: App) -> Session | None:
    """The game on the screen, or nearest under it."""
    found = (getattr(scene, "session", None) for scene in reversed(app.scenes))
    return next((session for session in found if isinstance(session, Session)), None)


# --- the report -------------------------------------------------------------------------------------------------------


def report_text(error: BaseException, session: Session | None) -> str:
    """The whole report. Whatever part of it fails is left out and named; never raises."""
    lines = ["Fighting Instructions stopped unexpectedly. Please send this file to whoever looks after the program."]
    lines += [f"version: {VERSION} · Python {sys.version.split()[0]} · pygame {pygame.version.ver} · {sys.platform}"]
    parts: list[tuple[str, Callable[[], list[str]]]] = [
        ("game", lambda: _game_lines(session)),
        ("traceback", lambda: _traceback_lines(error)),
    ]
    for name, make in parts:
        try:
            lines += make()
        except Exception as failure:  # the report must be written whatever is broken
            lines.append(f"{name}: could not be told ({type(failure).__name__}: {failure})")
    remarks = "".join(f"# {line}\n" if line else "#\n" for text in lines for line in text.split("\n"))
    return f"{remarks}\n{_script(error, session)}"


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
        lines.append(f"  {step.number} {step.actor or '-'}: {spell(step.command)}{dice}")
    return lines


def _traceback_lines(error: BaseException) -> list[str]:
    told = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    return ["traceback:", *(f"  {line}" for line in told.rstrip().split("\n"))]


def _script(error: BaseException, session: Session | None) -> str:
    if session is None:
        return ""
    try:
        attempt, dice = attempted(error.__traceback__)
        return record_script(session, inline=True, attempt=attempt, attempt_dice=dice)
    except Exception as failure:  # a game that cannot be told as a script is still in its own file
        return f"# the game cannot be written as a script: {type(failure).__name__}: {failure}\n"


def attempted(trace: TracebackType | None) -> tuple[Command | None, tuple[int, ...]]:
    """The command that was being carried out when the rules failed, and the faces thrown for it so far."""
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
    """Write the report into a new file `crash-<date>-<time>.yaml` of `folder` and mark it as untold. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"crash-{datetime.now():%Y%m%d-%H%M%S}"
    text = report_text(error, session)
    for number in range(1, 1000):
        path = folder / (f"{stem}.yaml" if number == 1 else f"{stem}-{number}.yaml")
        try:
            with path.open("x", encoding="utf-8", errors="replace") as file:
                file.write(text)
        except FileExistsError:
            continue
        kept = f"{session.log.path}" if session is not None and session.log is not None else ""
        (folder / MARK).write_text(f"{path}\n{kept}\n", encoding="utf-8")
        return path
    raise OSError(f"there are a thousand reports in {folder} already")


def last_stop(folder: Path) -> str:
    """What to tell the player about the last run when it stopped unexpectedly, once; empty when it did not."""
    mark = folder / MARK
    try:
        report, kept, *_ = [*mark.read_text(encoding="utf-8").split("\n"), "", ""]
        mark.unlink()
    except (OSError, UnicodeDecodeError):
        return ""
    saved = f" Your game is safe up to the last order: {Path(kept).name} among the saved games." if kept else ""
    return f"The program stopped unexpectedly last time.{saved} What happened is written in {report}."


# --- telling the player -----------------------------------------------------------------------------------------------


def on_crash(app: App, error: Exception) -> int:
    """Write the report, let go of every game file, tell the player on the screen or in words. Returns the exit code.

    Nothing in here raises: whatever fails in turn is told on the terminal as well.
    """
    session = current_session(app)
    lines = ["The program has made a mistake and must stop.", f"{type(error).__name__}: {error}"[:300], ""]
    lines += _keeping(session)
    try:
        lines.append(f"What happened is written in {write_report(error, session, app.folders.logs)}")
    except Exception as failure:
        lines.append(f"The report could not be written: {failure}")
        traceback.print_exception(type(error), error, error.__traceback__)
    for scene in app.scenes:
        with suppress(Exception):
            scene.closed()
        found = getattr(scene, "session", None)
        if isinstance(found, Session):
            with suppress(Exception):
                found.close()
    print("\n".join(lines), file=sys.stderr)
    with suppress(Exception):  # a broken display must not hide the first error; it has been printed
        _show([*lines, "", "Press any key to close."])
    return 1


def _keeping(session: Session | None) -> list[str]:
    if session is None or session.over and session.log is None:
        return []
    if session.log is None or session.not_saved:
        return [f"This game was not being kept: {session.not_saved or 'it has no file'}.", ""]
    return [
        f"Your game is saved up to the last order, in {session.log.path}",
        "Start the program again and go on with it from the title page.",
        "",
    ]


def _show(lines: Iterable[str]) -> None:
    """A plain screen that waits for a key. Raises when there is no display or no letters to write with."""
    surface = pygame.display.get_surface()
    if surface is None or pygame.display.get_driver() in UNSEEN:
        return
    book = FontBook()
    edge = surface.get_width() // 8
    surface.set_clip(None)
    surface.fill(DESK)
    y = surface.get_height() // 6
    for number, line in enumerate(lines):
        role, px, ink = ("title", 30, INK) if not number else ("text", 19, SOFT)
        for part in _wrapped(partial(_width, book, role, px), line, surface.get_width() - 2 * edge):
            surface.blit(book.render(part, role, px, ink), (edge, y))
            y += book.line_height(role, px) + (12 if not number else 4)
    pygame.display.flip()
    pygame.event.clear()
    while True:
        event = pygame.event.wait(1000)
        if event.type in (pygame.QUIT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            return


def _width(book: FontBook, role: str, px: int, text: str) -> int:
    return book.width(text, role, px)


def _wrapped(width_of: Callable[[str], int], line: str, room: int) -> list[str]:
    """A line broken at blanks, and long paths anywhere, so that nothing runs off the screen."""
    parts, rest = [], line
    while len(rest) > 1 and width_of(rest) > room:
        cut = max(1, len(rest) * room // max(1, width_of(rest)))
        blank = rest.rfind(" ", 0, cut + 1)
        cut = blank if blank > 0 else cut
        parts.append(rest[:cut])
        rest = rest[cut:].lstrip()
    return [*parts, rest]
