"""Handling of a crash of the window: write a report, show a plain screen, keep the game safe."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import pygame

from game.app import App
from game.crash_report import attempted_command, crash_notice, report_text, session_of, write_report
from game.ui.fonts import FontBook
from game.ui.theme import NIGHT
from game.words import tr
from rules.kernel.session import Session

__all__ = ["attempted_command", "current_session", "crash_notice", "on_crash", "report_text", "write_report"]

UNSEEN = ("dummy", "offscreen", "")  # video drivers without a visible screen
DESK, INK, SOFT = NIGHT.paper, NIGHT.ink, NIGHT.ink_soft


def current_session(app: App) -> Session | None:
    """Return the game on the screen, or of the nearest scene below it."""
    found = (getattr(scene, "session", None) for scene in reversed(app.scenes))
    return next((session for session in found if isinstance(session, Session)), None)


# --- telling the player -----------------------------------------------------------------------------------------------


def on_crash(app: App, error: Exception) -> int:
    """Write the report, close every game file, tell the player on the screen or the terminal. Return the exit code.
    Never raises: failures in here are reported on the terminal as well.
    """
    session = current_session(app) or session_of(error)
    lines = [tr("The program has stopped because of an error."), f"{type(error).__name__}: {error}"[:300], ""]
    lines += _saved_game_lines(session)
    try:
        lines.append(tr("The error report is in {path}", path=write_report(error, session, app.folders.logs)))
    except Exception as failure:
        lines.append(tr("The report could not be written: {failure}", failure=failure))
        traceback.print_exception(type(error), error, error.__traceback__)
    for scene in app.scenes:
        with suppress(Exception):
            scene.on_close()
        found = getattr(scene, "session", None)
        if isinstance(found, Session):
            with suppress(Exception):
                found.close()
    print("\n".join(lines), file=sys.stderr)
    with suppress(Exception):  # a broken display must not hide the first error; it has been printed
        _show([*lines, "", tr("Press any key to close.")])
    return 1


def _saved_game_lines(session: Session | None) -> list[str]:
    if session is None or session.over and session.log is None:
        return []
    if session.log is None or session.not_saved:
        return [tr("This game was not saved: {words}.", words=session.not_saved or tr("it has no file")), ""]
    return [
        tr("Your game is saved up to the last order in {path}", path=session.log.path),
        tr("Start the program again and resume from the title page."),
        "",
    ]


def _show(lines: Iterable[str]) -> None:
    """Show a plain screen that waits for a key. Raises if there is no display or no font."""
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
        for part in _wrap_line(partial(_width, book, role, px), line, surface.get_width() - 2 * edge):
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


def _wrap_line(width_of: Callable[[str], int], line: str, room: int) -> list[str]:
    """Return a line wrapped at blanks (long paths anywhere), so that nothing runs off the screen."""
    parts, rest = [], line
    while len(rest) > 1 and width_of(rest) > room:
        cut = max(1, len(rest) * room // max(1, width_of(rest)))
        blank = rest.rfind(" ", 0, cut + 1)
        cut = blank if blank > 0 else cut
        parts.append(rest[:cut])
        rest = rest[cut:].lstrip()
    return [*parts, rest]
