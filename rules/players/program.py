"""Run a program that exchanges lines of JSON with the game, within bounds of time and memory.

Two threads read and write, so neither side can block the game; selectors cannot wait for pipes on Windows, and an
asyncio loop would have to move between the threads that ask.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread

from rules.kernel.datafile import MAX_JSON_BYTES

SEARCHED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where the packed program finds its own libraries
NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows opens a window for a console program
MOST_WAITING = 16  # waiting lines in each direction
LOOK_S = 0.1  # interval at which a waiting thread checks whether to stop
GRACE_S = 0.3  # allowed for ending after its input ends, and again after a request


class NoLine(Exception):
    """No line came. str() is a sentence for the player."""


class Silent(NoLine):
    """Time is up; the program is still running."""


class Program:
    """A running program. Raises OSError when it cannot be started."""

    def __init__(self, path: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, path] if is_run_by_python(path) else [path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=their_environment(os.environ),
            creationflags=NO_CONSOLE,
            start_new_session=True,  # a process group of its own, to end everything it starts
        )
        self._told: Queue[bytes | None] = Queue(MOST_WAITING)
        self._heard: Queue[bytes] = Queue(MOST_WAITING)
        self._closed = Event()
        self._ended = "it has ended"  # why no more lines come, once the reader has stopped
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        Thread(target=self._write, daemon=True).start()

    def send(self, message: Mapping[str, object]) -> bool:
        """Send a line without waiting. Return False if too many lines are waiting: the program does not read."""
        try:
            self._told.put_nowait(json.dumps(message).encode() + b"\n")
        except Full:
            return False
        return True

    def receive(self, wait_s: float) -> bytes:
        """Return the next line. Raises Silent after `wait_s`, NoLine if the program has ended."""
        if not self._reader.is_alive() and self._heard.empty():
            raise NoLine(self._ended)
        try:
            return self._heard.get(timeout=max(0.0, wait_s))
        except Empty:
            raise Silent("no answer") from None

    def end(self) -> None:
        """End the program and every process it has started: by closing its input, then by signals."""
        if self._closed.is_set():
            return
        self._closed.set()
        with suppress(Full):  # it does not read: signals will end it
            self._told.put_nowait(None)
        self._reader.join(GRACE_S)
        self._signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.wait()

    def _signal(self, number: int) -> None:
        if os.name == "nt":
            words = ["taskkill", "/F", "/T", "/PID", str(self._process.pid)]
            with suppress(OSError):  # no taskkill, or it failed: only the program itself is ended
                subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, creationflags=NO_CONSOLE)
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # all have ended; macOS raises the second
            os.killpg(self._process.pid, number)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            while not self._closed.is_set() and (line := lines.readline(MAX_JSON_BYTES + 1)):
                if len(line) > MAX_JSON_BYTES:
                    self._ended = f"a line of more than {MAX_JSON_BYTES:,} bytes"
                    return
                while not self._closed.is_set():  # a program that sends more than asked for has to wait
                    with suppress(Full):
                        self._heard.put(line, timeout=LOOK_S)
                        break

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as into:  # OSError: it has ended
            while (line := self._told.get()) is not None:
                into.write(line)
                into.flush()


def is_run_by_python(path: str) -> bool:
    """Return whether a file is run with the game's Python, as Windows ignores `#!`. A packed game has no Python."""
    return path.lower().endswith(".py") and not getattr(sys, "frozen", False) and os.path.isfile(path)


def their_environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for an external program, without the library paths of the packed game."""
    found = dict(ours)
    for name in SEARCHED if getattr(sys, "frozen", False) else ():
        found.pop(name, None)
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
    return found
