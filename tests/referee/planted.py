"""`python -m tests.referee.planted [SYSTEM ...]`: how many errors planted in a copy of the rules the referee finds.

Exit code 1 when it finds fewer than 18 of 20.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
PLANTED = Path(__file__).with_suffix(".yaml")
MUST_FIND = 18
GAMES = 60  # of which each error must show in one


def is_found(system: str, file: str, old: str, new: str) -> bool:
    """Return whether the referee differs with a copy of the rules in which one file is changed.

    Raises ValueError where the file does not hold the old words.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "rules"
        shutil.copytree(ROOT / "rules", copy, ignore=shutil.ignore_patterns("__pycache__"))
        text = (copy / file).read_text("utf-8")
        if old not in text:
            raise ValueError(f"{file}: expected {old!r}")
        (copy / file).write_text(text.replace(old, new, 1), "utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "tests.referee", "--system", system, "--games", str(GAMES), "--first"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    return "DIFFERENCE" in done.stdout


def main(systems: list[str]) -> int:
    """Plant every error of these systems; tell which are found."""
    planted = yaml.safe_load(PLANTED.read_text("utf-8"))
    poor = False
    for system in systems or planted:
        found = 0
        for error in planted[system]:
            seen = is_found(system, error["file"], error["old"], error["new"])
            found += seen
            print(f"{system}: {'found' if seen else 'MISSED'}: {error['why']}", flush=True)
        print(f"{system}: {found} of {len(planted[system])} found")
        poor = poor or found < MUST_FIND
    return int(poor)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
