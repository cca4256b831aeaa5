"""`make trust`: measure every row of the table, print it, and keep the last whole run in tests/TRUST.md."""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import time
from pathlib import Path

from tests.trust.table import QUICK, ROOT, ROWS, WHOLE, Row, Scale, Told, measured, window_tools

KEPT = ROOT / "tests" / "TRUST.md"
WORDS = {True: "yes", False: "NO", None: "not measured"}


def line(row: Row, told: Told) -> str:
    """A row as a line of the table."""
    return f"| {row.key} | {row.asked} | {told.figure} | {WORDS[told.good]} | {told.seconds:.0f} s |"


def commit() -> str:
    """Which version was measured."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def head(scale: Scale) -> str:
    """What stands over the table."""
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    command = {WHOLE.name: "make trust", QUICK.name: "make trust QUICK=1"}.get(
        scale.name, f"python -m tests.trust --share {scale.name}"
    )
    return (
        "# Trust: what was measured\n\n"
        f"`{command}`, {when} UTC, commit {commit()}, Python {platform.python_version()} on {platform.system()}. "
        "Kept by the last whole run; what each row does is in tests/trust/table.py.\n\n"
        "| row | asked | this run | good | time |\n|---|---|---|---|---|"
    )


def main(words: list[str]) -> int:
    """Run. 1 when a row is not good; the last line says when the window was not tested."""
    asked = argparse.ArgumentParser(prog="python -m tests.trust", description="Measure the table R1 to R25.")
    asked.add_argument("--quick", action="store_true", help="a small part of each, for two cores")
    asked.add_argument("--only", metavar="ROW", action="append", help="only this row, as R11 (may be given again)")
    asked.add_argument("--share", type=float, help="so large a part of the whole run: 0.1")
    asked.add_argument("--keep", metavar="FILE", help="write the table to this file too")
    args = asked.parse_args(words)
    scale = QUICK if args.quick else Scale(f"{args.share}", args.share) if args.share else WHOLE
    rows = [row for row in ROWS if not args.only or any(key in row.key.split(", ") for key in args.only)]
    print(head(scale), flush=True)
    told = []
    for row in rows:
        told.append((row, measured(row, scale)))
        print(line(*told[-1]), flush=True)
    table = "\n".join([head(scale), *(line(*pair) for pair in told)]) + "\n"
    if args.keep:
        Path(args.keep).write_text(table, "utf-8")
    elif scale is WHOLE and not args.only:
        KEPT.write_text(table, "utf-8")
    bad = [row.key for row, found in told if found.good is False]
    unmeasured = [row.key for row, found in told if found.good is None]
    print(f"{len(told)} rows: {len(bad)} not good {bad}, {len(unmeasured)} not measured {unmeasured}")
    if not window_tools():
        print("THE WINDOW WAS NOT TESTED: sudo apt-get install xvfb xdotool x11-utils")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
