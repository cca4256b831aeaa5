"""`make trust`: measure every row of the table, print it, and keep it in tests/TRUST.md.

The whole run takes a day of two cores, so rows may be measured singly, each at the share there is time for:
`python -m tests.trust --only R11 --share 0.2 --keep`. The kept table holds the last run of each row with its own
command, date and commit.
"""

from __future__ import annotations

import argparse
import platform
import re
import subprocess
import sys
import time

from tests.trust.table import QUICK, ROOT, ROWS, WHOLE, Row, Scale, Told, measure, window_tools

KEPT = ROOT / "tests" / "TRUST.md"
WORDS = {True: "yes", False: "NO", None: "not measured"}


def line(row: Row, result: Told) -> str:
    """Return a row as a line of the table, as far as every run prints it."""
    return f"| {row.key} | {row.asked} | {result.figure} | {WORDS[result.good]} | {result.seconds:.0f} s |"


def commit() -> str:
    """Return which version was measured."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


HEAD = "| row | asked | this run | good | time |"
KEPT_HEAD = (
    "# Trust: what was measured\n\n"
    "Each row as it was measured last, at the share of the whole run that its command names (all of it where none is\n"
    "named); what each row does is in tests/trust/table.py.\n\n"
    "Of the places of rules/ that could be changed the mutants are drawn from all but those that no test could\n"
    "notice: each class of them is recognised by a rule, with its reason, in tests/trust/changes.py, and the row says\n"
    "how many places it leaves out; single ones, found by reading, are in equivalent.yaml beside it.\n"
    "A mutant counts as killed by a test of `make test`, or by what `make soak` and `make trust` keep as counts and\n"
    "fingerprints (tests/test_as_kept.py), never by the clock.\n\n"
    f"{HEAD} command | when (UTC), commit, Python |\n|---|---|---|---|---|---|---|\n"
)


def command(row: Row, scale: Scale) -> str:
    """Return the command that measures this row again."""
    share = {WHOLE.name: "", QUICK.name: " --quick"}.get(scale.name, f" --share {scale.name}")
    return f"`python -m tests.trust --only {row.key.split(',')[0].split('-')[0]}{share}`"


def kept_table(pairs: list[tuple[Row, Told]], scale: Scale, before: str) -> str:
    """Return the kept table with these rows in it; the others stay as they were kept."""
    rows = {tuple(line.split(" | ")[:2]): line for line in before.splitlines() if line.startswith("| ")}
    when = f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())}, {commit()}, {platform.python_version()}"
    rows |= {
        (f"| {row.key}", row.asked): f"{line(row, found)} {command(row, scale)} | {when} |" for row, found in pairs
    }
    return KEPT_HEAD + "".join(f"{rows[place]}\n" for row in ROWS if (place := (f"| {row.key}", row.asked)) in rows)


def main(words: list[str]) -> int:
    """Run. Return 1 if a row is not good; the last line says whether the window was not tested."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.trust", description="Measure the table R1 to R25, K, S and N."
    )
    asked.add_argument("--quick", action="store_true", help="a small part of each, for two cores")
    asked.add_argument("--only", metavar="ROW", action="append", help="only this row, as R11 (may be given again)")
    asked.add_argument("--share", type=float, help="so large a part of the whole run: 0.1")
    asked.add_argument("--keep", action="store_true", help="write the rows into tests/TRUST.md")
    args = asked.parse_args(words)
    scale = QUICK if args.quick else Scale(f"{args.share}", args.share) if args.share else WHOLE
    rows = [row for row in ROWS if not args.only or any(key in re.split(", |-", row.key) for key in args.only)]
    print(f"{HEAD}\n|---|---|---|---|---|", flush=True)
    pairs: list[tuple[Row, Told]] = []
    for row in rows:
        pairs.append((row, measure(row, scale)))
        print(line(*pairs[-1]), flush=True)
        if args.keep or scale is WHOLE:
            KEPT.write_text(kept_table(pairs[-1:], scale, KEPT.read_text("utf-8") if KEPT.is_file() else ""), "utf-8")
    bad = [row.key for row, found in pairs if found.good is False]
    unmeasured = [row.key for row, found in pairs if found.good is None]
    print(f"{len(pairs)} rows: {len(bad)} not good {bad}, {len(unmeasured)} not measured {unmeasured}")
    if not window_tools():
        print("THE WINDOW WAS NOT TESTED: sudo apt-get install xvfb xdotool x11-utils")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
