"""Keeps the figures of the last whole runs: `python -m tests.windows [--packed] --keep` writes RUNS.md."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tests.conftest import ROOT

RUNS = Path(__file__).with_name("RUNS.md")
TITLE = """# The last whole runs with Windows' Python, under Wine

Wine is not Windows: nothing was run on Windows itself. Written by the commands below with `KEEP=1`.
"""


def keep(figures: Sequence[tuple[str, str, float]], packed: bool) -> None:
    """Write one run in the place of the last one of its kind."""
    command = f"make test-windows{' PACKED=1' if packed else ''}"
    parts = re.split(r"^(?=## )", RUNS.read_text("utf-8") if RUNS.is_file() else TITLE, flags=re.MULTILINE)
    others = [part.rstrip("\n") for part in parts[1:] if not part.startswith(f"## `{command}`\n")]
    ours = table(command, figures)
    RUNS.write_text("\n\n".join([TITLE.rstrip("\n"), *sorted([*others, ours])]) + "\n", "utf-8")


def table(command: str, figures: Sequence[tuple[str, str, float]]) -> str:
    """Return a run as a table under a heading."""
    commit = _last_line("git", "rev-parse", "--short=10", "HEAD")
    changed = (
        " and what was not committed yet" if _last_line("git", "status", "--porcelain", "--untracked-files=no") else ""
    )
    when = f"{date.today():%d %B %Y}, commit {commit}{changed}, {_last_line('wine', '--version')}"
    rows = [f"| {part} | {text.replace('|', '/')} | {seconds:.0f} |" for part, text, seconds in figures]
    return "\n".join([f"## `{command}`", "", f"{when}.", "", "| part | result | seconds |", "|---|---|---|", *rows])


def _last_line(*words: str) -> str:
    """Return the last line a program says."""
    lines = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split("\n")
    return next((line for line in reversed(lines) if line), "")
