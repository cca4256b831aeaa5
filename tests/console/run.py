"""Runs main.py as a player would: a process of its own, without a display, with a user folder of its own.

On POSIX the process is a fork of one that has imported the program and run nothing: most of a short run is imports.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import main

HOME = Path(__file__).resolve().parents[2]
PATIENCE_S = 240
HIDDEN = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
STREAMS = ("stdin", "stdout", "stderr")
IMPORTED = ["main", "game.console.dispatch", "game.console.playing", "game.library", "rules", "rules.players"]


def run_makers(user: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Output and exit code of one command of the makers."""
    return _run([sys.executable, "-m", "release.makers", "--user-dir", str(user), *words])


def run_main(user: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Output and exit code of one run. `typed` is piped in; without it input has ended already."""
    given = ["--user-dir", str(user), *words]
    command = [sys.executable, str(HOME / "main.py"), *given]
    if os.name == "nt" or typed or "balance" in words:  # orders come from a pipe; balance starts processes of its own
        return _run(command, typed)
    with TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in STREAMS]
        for path in files:
            path.touch()
        forks = multiprocessing.get_context("forkserver")
        forks.set_forkserver_preload(IMPORTED)
        process = forks.Process(target=_main, args=(given, _environment(), [str(path) for path in files]))
        process.start()
        process.join(PATIENCE_S)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(command, PATIENCE_S)
        out, err = (path.read_text("utf-8") for path in files[1:])
        return subprocess.CompletedProcess(command, process.exitcode, out, err)


def _run(command: list[str], typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        env=_environment(),
        cwd=HOME,
        check=False,
    )


def _environment() -> dict[str, str]:
    return {**{name: value for name, value in os.environ.items() if name not in HIDDEN}, "PYTHONIOENCODING": "utf-8"}


def _main(words: list[str], environment: Mapping[str, str], files: list[str]) -> None:
    """Be the process: streams from and to files, then what the command line does."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(HOME)
    for number, (name, path) in enumerate(zip(STREAMS, files, strict=True)):
        handle = os.open(path, os.O_RDONLY if name == "stdin" else os.O_WRONLY)
        os.dup2(handle, number)
        raw = io.FileIO(number, "r" if name == "stdin" else "w", closefd=False)
        buffer = io.BufferedReader(raw) if name == "stdin" else io.BufferedWriter(raw)
        setattr(sys, name, io.TextIOWrapper(buffer, encoding="utf-8"))
    sys.argv = ["main.py", *words]
    sys.exit(main.main(words))


def saved_in(user: Path) -> Path:
    """Return the one game in a user folder."""
    (path,) = (user / "saves").glob("*.game")
    return path
