"""The link to the helper process for screen readers: started, written to and read without ever waiting for it. Its
messages arrive as pygame events. If it dies or accepts no more lines, it is started once more, then given up.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from game.reader.process_name import FOLDER, named_process, remove_copy

Message = dict[str, Any]  # one line of JSON between the two processes, parsed
STARTS = 2
BACKLOG = 400  # more waiting lines mean that it hangs
PACKAGE = __name__.rpartition(".")[0]
ABOVE = Path(__file__).resolve().parents[PACKAGE.count(".") + 1]  # the folder with the program's packages


class Link(Protocol):
    """A receiver of messages for screen readers; sending never waits or fails."""

    carries: bool  # announcements are sent as part of the description of the focused node

    def send(self, message: Message) -> None:
        """Send a line."""

    def close(self) -> None:
        """Close the link."""


class NoLink:
    """No screen reader is listening."""

    carries = False

    def send(self, message: Message) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def command() -> list[str]:
    """Return the command that starts the helper process: a module, or in a packed program a verb."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "reader-child"]
    return [sys.executable, "-m", f"{PACKAGE}.child"]


class ChildLink:
    """The helper process on Linux. `heard` is called with each of its lines, from another thread: it must only post
    events.
    """

    carries = True

    def __init__(
        self, heard: Callable[[Message], None], died: Callable[[str], None], order: list[str] | None = None
    ) -> None:
        self.heard, self.died = heard, died
        self.order = order or command()
        self.started = 0
        self.closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: str | None = None  # folder of its own executable
        self._spoke = False
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._start()

    @property
    def pid(self) -> int:
        """Return the process id; 0 if there is none."""
        return self._process.pid if self._process is not None else 0

    def _start(self) -> None:
        self.started += 1
        self._lines = SimpleQueue()
        path = os.pathsep.join(part for part in (str(ABOVE), os.environ.get("PYTHONPATH", "")) if part)
        plain = self.order, {**os.environ, "PYTHONPATH": path}
        order, env = named_process(*plain) if self.started == 1 or self._spoke else plain  # a failing import is skipped
        self._folder = env.get(FOLDER)
        try:
            self._process = subprocess.Popen(
                order, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env
            )
        except OSError as error:
            remove_copy(self._folder)
            if order is not self.order:
                self._start()
                return
            self._process = None
            self.died(f"it cannot be started: {error}")
            return
        process, lines = self._process, self._lines
        Thread(target=_write, args=(process, lines), daemon=True).start()
        Thread(target=self._read, args=(process,), daemon=True).start()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                message = json.loads(line)
            except ValueError:
                continue
            if isinstance(message, dict):
                self._spoke = True
                self.heard(message)
        process.wait()
        if not self.closed:
            self.heard({"gone": process.returncode})

    def restart(self) -> bool:
        """Restart the process after it died. Return false if it was restarted too often."""
        self._drop()
        if self.closed or self.started >= STARTS:
            return False
        self._start()
        return self._process is not None

    def send(self, message: Message) -> None:
        if self._process is None:
            return
        if self._lines.qsize() > BACKLOG:
            self._process.kill()  # its exit is reported by the reading thread
            return
        self._lines.put(json.dumps(message).encode() + b"\n")

    def _drop(self) -> None:
        process, self._process = self._process, None
        self._lines.put(None)
        if process is not None and process.poll() is None:
            process.kill()
        remove_copy(self._folder)

    def close(self) -> None:
        self.closed = True
        self._drop()


def _write(process: subprocess.Popen[bytes], lines: SimpleQueue[bytes | None]) -> None:
    assert process.stdin is not None
    try:
        while (line := lines.get()) is not None:
            process.stdin.write(line)
            process.stdin.flush()
        process.stdin.close()
    except OSError:
        pass  # it has died: the reading thread reports that
