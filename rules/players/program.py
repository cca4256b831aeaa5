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

SEARCHED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # where the packed program has its own libraries found
NO_CONSOLE: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows opens one for a program of text
MOST_WAITING = 16  # lines that wait, in each direction
LOOK_S = 0.1  # how often a waiting thread looks whether it is to stop
GRACE_S = 0.3  # to end when its input ends, and again when it is asked to


class NoLine(Exception):
    """No line came. str() is a plain sentence."""


class Silent(NoLine):
    """The time is over; the program still runs."""


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
            start_new_session=True,  # a process group of its own, to end all that it starts
        )
        self._told: Queue[bytes | None] = Queue(MOST_WAITING)
        self._heard: Queue[bytes] = Queue(MOST_WAITING)
        self._closed = Event()
        self._ended = "it has ended"  # why no more lines come, once the reader has stopped
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        Thread(target=self._write, daemon=True).start()

    def send(self, message: Mapping[str, object]) -> bool:
        """Send a line without waiting. Return False if too many lines wait already: the program does not read."""
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
        """End the program and every process it has started: by the end of its input, then by signals."""
        if self._closed.is_set():
            return
        self._closed.set()
        with suppress(Full):  # it does not read: the signals end it
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
            with suppress(OSError):  # there is none, or it fails: the program alone is ended then
                subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, creationflags=NO_CONSOLE)
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # all have ended; macOS says so by the second
            os.killpg(self._process.pid, number)

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            while not self._closed.is_set() and (line := lines.readline(MAX_JSON_BYTES + 1)):
                if len(line) > MAX_JSON_BYTES:
                    self._ended = f"a line of more than {MAX_JSON_BYTES:,} bytes"
                    return
                while not self._closed.is_set():  # a program that sends more than it is asked for has to wait
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
    """Return whether a file is run with the Python of the game: Windows ignores `#!`. A packed game has none."""
    return path.lower().endswith(".py") and not getattr(sys, "frozen", False) and os.path.isfile(path)


def their_environment(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the environment for a program of somebody else without the places where ours finds its libraries."""
    found = dict(ours)
    for name in SEARCHED if getattr(sys, "frozen", False) else ():
        found.pop(name, None)
        before = found.pop(f"{name}_ORIG", None)
        if before is not None:
            found[name] = before
    return found
