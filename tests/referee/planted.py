"""`python -m tests.referee.planted [SYSTEM ...]`: how many errors planted in a copy of the rules the referee finds.

`planted.yaml` names for each error a game in which it shows; where that game has changed, others are searched. A game
counts only if the referee agrees with the rules as they are on it. `--update` writes the games that were found into
it, and the result into PLANTED.md. Exit code 1 when fewer than 18 of 20 are found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
PLANTED = Path(__file__).with_suffix(".yaml")
TABLE = Path(__file__).with_name("PLANTED.md")
MUST_FIND = 18
SEARCHED = ("--scripts", "8", "--games", "40", "--captains", "5")  # where the game that is named shows nothing
INTRO = """# Errors planted in a copy of the rules

`python -m tests.referee.planted --update` of {day}, commit {commit}: each error of `planted.yaml` alone in a copy of
`rules/`; found means that the referee differs with the program on a game.

| game | found | seconds |
|---|---|---|
"""


def is_found(system: str, error: dict[str, Any]) -> str:
    """Return the game in which the referee differs with a copy of the rules in which one file is changed; "" for none.

    Raises ValueError where the file does not hold the old words.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "rules"
        shutil.copytree(ROOT / "rules", copy, ignore=shutil.ignore_patterns("__pycache__"))
        file = copy / error["file"]
        text = file.read_text("utf-8")
        if text.count(error["old"]) < 1:
            raise ValueError(f"{error['file']}: expected {error['old']!r}")
        file.write_text(text.replace(error["old"], error["new"], 1), "utf-8")
        known = ("--game", error["game"]) if error.get("game") else ()
        found = _differs(folder, system, known) if known else ""
        found = found or _differs(folder, system, SEARCHED)
    return "" if found and _differs(str(ROOT), system, ("--game", found)) else found


def _differs(folder: str, system: str, which: tuple[str, ...]) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.referee", "--system", system, "--first", *which],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    output = re.search(r"^\w+: differs: (.*)$", done.stdout, re.MULTILINE)
    if done.stderr:
        print(f"  {done.stderr.splitlines()[-1]}", flush=True)
    return output[1] if output else ""


def main() -> int:
    """Plant every error of these systems; tell which are found."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.planted")
    parser.add_argument("systems", nargs="*")
    parser.add_argument("--update", action="store_true", help="write the games found and the table")
    parser.add_argument("--only", default="", help="only errors that have this in their name")
    args = parser.parse_args()
    text = PLANTED.read_text("utf-8")
    planted = yaml.safe_load(text)
    rows, poor = [], False
    for system in args.systems or planted:
        found, begun, missed = 0, time.perf_counter(), []
        for error in planted[system]:
            if args.only not in error["why"]:
                continue
            game = is_found(system, error)
            found += bool(game)
            print(f"{system}: {'found' if game else 'MISSED'}: {error['why']} ({game})", flush=True)
            missed += [] if game else [error["why"]]
            if args.update and game and game != error.get("game"):
                text = _with_game(text, error, game)
                PLANTED.write_text(text, "utf-8")
        rows.append(
            f"| {system} | {found} of {len(planted[system])}{' (missed: ' + '; '.join(missed) + ')' if missed else ''} "
            f"| {time.perf_counter() - begun:.0f} |"
        )
        print(rows[-1])
        poor = poor or found < MUST_FIND
    if args.update and not args.systems and not args.only:
        commit = subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True).strip()
        TABLE.write_text(INTRO.format(day=time.strftime("%Y-%m-%d"), commit=commit) + "\n".join(rows) + "\n", "utf-8")
    return int(poor)


def _with_game(text: str, error: dict[str, Any], game: str) -> str:
    """Return the list with the game of an error."""
    lines = text.splitlines(keepends=True)
    for place, line in enumerate(lines):
        if f'why: "{error["why"]}"' in line:
            bare = re.sub(r', game: "[^"]*"', "", line)
            lines[place] = bare.rstrip()[:-1] + f', game: "{game}"}}\n'
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main())
