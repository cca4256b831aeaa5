"""The program under Wine and from source here: run to the end, kept waiting for words, killed; and how long to wait."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from release.windows import Windows
from tests.conftest import ROOT

NAME = "fighting-instructions"
HAN = "pa th 海戰 ü"
IDLE_S = 120  # the longest time a program may do nothing
MOST_WORK_S = 120  # so much of a processor may it use; on a busy machine that takes longer by the clock
TICKS = os.sysconf("SC_CLK_TCK")
Done = subprocess.CompletedProcess[str]
T = TypeVar("T")


class Programs:
    """The program under Wine, from source or packed in a folder, and the same from source on this system."""

    def __init__(self, windows: Windows, packed: Path | None, scratch: Path) -> None:
        self.windows, self.packed, self.scratch = windows, packed, scratch

    def words(self, *words: object, console: bool = True) -> tuple[object, ...]:
        """Return the words of a verb for Wine."""
        if self.packed is None:
            return ("main.py", *words)
        return (self.packed / ("fi.exe" if console else f"{NAME}.exe"), *words)

    def verb(self, *words: object, timeout: int = 1800, **more: object) -> Done:
        """Run a verb under Wine. The output has the line ends of this system."""
        done = self.windows.run(*self.words(*words), env={"SDL_AUDIODRIVER": "dummy"}, timeout=timeout, **more)
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.replace("\r", ""), done.stderr.replace("\r", "")
        )

    def here(self, *words: object, **more: Any) -> Done:
        """Run the same verb from source on this system."""
        command = [sys.executable, "main.py", *map(str, words)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, **more)

    def both(self, *words: object) -> tuple[Done, Done]:
        """Run a verb under Wine and here, at the same time."""
        one, other = at_once(lambda: self.verb(*words), lambda: self.here(*words))
        return one, other

    @contextmanager
    def waiting(self, *words: object, wine: bool = True) -> Iterator[subprocess.Popen[str]]:
        """Provide a verb that waits for what is written to its input; it is killed at the end."""
        command = self.windows.command(*self.words(*words)) if wine else [sys.executable, "main.py", *map(str, words)]
        env = self.windows.environment() if wine else None
        with subprocess.Popen(
            command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            encoding="utf-8", errors="replace",
        ) as program:  # fmt: skip
            try:
                yield program
            finally:
                program.kill()


def at_once(*tasks: Callable[[], T], workers: int = 2) -> tuple[T, ...]:
    """Return what tasks return, as many of them at a time as the machine has processors for."""
    with ThreadPoolExecutor(workers) as pool:
        return tuple(pool.map(lambda task: task(), tasks))


def say(program: subprocess.Popen[str], *lines: str) -> None:
    """Type lines."""
    assert program.stdin is not None
    program.stdin.write("".join(f"{line}\n" for line in lines))
    program.stdin.flush()


def until(happened: Callable[[], bool], what: str, program: subprocess.Popen[Any]) -> None:
    """Wait for what a program does. Raises AssertionError when it has ended, rests, or has worked in vain.

    Its work is counted, not the time: on a busy machine everything takes longer.
    """
    worked, since = 0.0, time.monotonic()
    while not happened():
        assert program.poll() is None, f"{what}: the program has ended"
        work = work_of(program.pid)
        if work > worked:
            worked, since = work, time.monotonic()
        assert work < MOST_WORK_S, f"{what}: not after {work:.0f} s of work"
        assert time.monotonic() - since < IDLE_S, f"{what}: the program has rested for {IDLE_S} s, after {work:.0f} s"
        time.sleep(0.1)


def work_of(process: int) -> float:
    """Return how many seconds of a processor a program has used; 0 when it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def saved_in(user: Path) -> list[Path]:
    """Return the saved games in a player's folder."""
    return sorted((user / "saves").glob("*.game"))


def lines_of(user: Path) -> int:
    """Return how many lines the saved games of a folder have."""
    return sum(path.read_bytes().count(b"\n") for path in saved_in(user))


def ended_well(done: Done, *words: str) -> str:
    """Return the output of a program that has ended without a fault and says certain words."""
    said = done.stdout + done.stderr
    assert done.returncode == 0 and all(word in said for word in words), said
    return done.stdout


def check_refusal(done: Done, words: Sequence[str]) -> None:
    """Check that a program said a plain sentence with certain words, and nothing about a mistake of its own."""
    said = " ".join((done.stdout + done.stderr).split())
    assert all(word in said for word in words), said
    assert "Traceback" not in said and "error in the program" not in said, said
