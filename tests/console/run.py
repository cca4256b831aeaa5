"""Runs main.py as a player would: a process of its own, without a display, with a user folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
PATIENCE_S = 240


def run_makers(user: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Output and exit code of one command of the makers."""
    return _run([sys.executable, "-m", "release.makers", "--user-dir", str(user), *words])


def run_main(user: Path, *words: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """Output and exit code of one run. `typed` is piped in; without it input has ended already."""
    return _run([sys.executable, str(HOME / "main.py"), "--user-dir", str(user), *words], typed)


def _run(command: list[str], typed: str | None = None) -> subprocess.CompletedProcess[str]:
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        command,
        input=typed or "",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE_S,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        cwd=HOME,
        check=False,
    )


def saved_in(user: Path) -> Path:
    """Return the one game in a user folder."""
    (path,) = (user / "saves").glob("*.game")
    return path
