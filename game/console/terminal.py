"""The terminal: reading and printing lines, and whether a window can be opened."""

from __future__ import annotations

import ctypes
import io
import os
import select
import stat
import sys
from collections.abc import Callable

from game.before_display import prepare_display
from game.console.table import CLEAR_SCREEN, RULE_LINE
from game.program import repair
from game.words import tr, trn

PIPE_PATIENCE_S = 0.5  # fail at once on a closed or full pipe
TITLE, ICON_OF_AN_ERROR = "Fighting Instructions", 0x10
NOT_A_SCREEN = ("offscreen", "dummy")


class Nothing(io.TextIOBase):
    """A stream for a program without a console: always empty, discards every line, and is no terminal."""

    def write(self, text: str) -> int:
        return len(text)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return ""


def open_streams() -> None:
    """Give the process the standard streams it lacks: a windowed program on Windows has none."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Nothing())


def is_interactive() -> bool:
    """Return whether input and output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def is_piped() -> bool:
    """Return whether orders come from a pipe: it has data, or its writer still holds it open. False for input that has
    ended and for input that is not a pipe. If a pipe cannot be checked without waiting, it counts as a player only when
    a side is named.
    """
    try:
        if not stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode):
            return False
        ready, _, _ = select.select([sys.stdin], [], [], PIPE_PATIENCE_S)
    except (OSError, ValueError, AttributeError):
        return False
    waiting = getattr(sys.stdin.buffer, "peek", lambda _: b"")  # a raw byte stream cannot be peeked into
    return not ready or bool(waiting(1))


def ask(prompt: str) -> str | None:
    """Return one typed line without its end; None when input has ended.

    Piped input is echoed, so a transcript reads well.
    """
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            return None
    line = sys.stdin.readline()
    print(prompt + line.rstrip("\n"), flush=True)
    return line.rstrip("\n") if line else None


def say(line: str) -> None:
    """Print one line on standard output, at once."""
    print(line, flush=True)


def complain(message: str) -> None:
    """Print one message on standard error; without one, show a message box."""
    print(tr("error: {message}", message=message), file=sys.stderr, flush=True)
    if isinstance(sys.stderr, Nothing) and sys.platform == "win32":
        ctypes.windll.user32.MessageBoxW(None, message, TITLE, ICON_OF_AN_ERROR)


def wipe() -> None:
    """Hide everything that was on the screen; in a pipe, print a line across."""
    print(CLEAR_SCREEN if sys.stdout.isatty() else RULE_LINE, end="" if sys.stdout.isatty() else "\n", flush=True)


def faces_from(
    ask_line: Callable[[str], str | None], say_line: Callable[[str], None]
) -> Callable[[int, int], list[int]]:
    """Return a function that asks for real dice: (count, sides) -> faces. Raises EOFError when input ends."""

    def faces(count: int, sides: int) -> list[int]:
        while True:
            line = ask_line(
                trn(
                    "Roll one die with {sides} sides and type the result: ",
                    "Roll {count} dice with {sides} sides and type the results: ",
                    count,
                    sides=sides,
                )
            )
            if line is None:
                raise EOFError
            words = line.replace(",", " ").split()
            found = [int(word) for word in words if word.isdigit() and 1 <= int(word) <= sides]
            if len(found) == count == len(words):
                return found
            say_line(tr("Expected {count} numbers from 1 to {sides}, separated by spaces.", count=count, sides=sides))

    return faces


def why_no_window() -> str:
    """Return why no window can be opened here; empty when one can.

    A driver chosen by SDL_VIDEODRIVER is assumed to work.
    """
    if os.environ.get("SDL_VIDEODRIVER"):
        return ""
    prepare_display()
    try:
        import pygame
    except ImportError as error:
        return tr("pygame-ce is not installed ({error}); {repair}", error=error, repair=repair())
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
    except pygame.error as error:
        return tr("no display can be opened ({error})", error=error)
    if driver in NOT_A_SCREEN:
        pygame.display.quit()
        return tr("no display (neither DISPLAY nor WAYLAND_DISPLAY leads to a screen)")
    return ""
