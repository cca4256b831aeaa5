"""Mutants: one operator or number of the rules is changed at a time, and the tests must notice.

    python -m tests.trust.mutants --count 400 --seed 1            # a sample of all of rules/
    python -m tests.trust.mutants --count 20 rules/quickfire      # of some files or folders
    python -m tests.trust.mutants --list rules/nws/lights.py      # what could be changed there

What can be changed, and which places are not drawn because no test could notice, is in `tests.trust.changes`; the
places that were found by hand to change nothing are in tests/trust/equivalent.yaml, each with its reason. The tests run
are those that reach the changed line by the record of `tests.trust.reach`, the fastest first; if none of them fails,
more of those that reach its file. How they are run is in `tests.trust.judging`.

It may be stopped at any time: every verdict is in out/mutants.jsonl when it is known. The same seed draws the same
places while their functions stand, whatever changes elsewhere, and goes on where it was; `--again` tries those that
survived once more.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import yaml

from rules import SYSTEMS
from tests.trust.changes import CLASSES, ROOT, Mutant, places
from tests.trust.judging import Answer, Bench, Copy, on_the_bench

OUT = ROOT / "out" / "mutants.jsonl"
REACH = "out/reach-*.json"
EQUIVALENT = Path(__file__).with_name("equivalent.yaml")
SHARED = {"nws": ("nw_smoke", "nights_of_fury"), "analysis": ("report",)}
FOR_ALL = "tests/test_"  # beside a game's own: what is asked of every game, and so of what they share
COUNT, SEED, BAR = 400, 1, 95.0
MOST_TESTS = 150
AS_KEPT = "tests/test_as_kept.py"
NEAR = 12  # lines: a statement is hardly longer
PATIENCE = 15.0  # seconds of the chosen tests, as they took in a full run; as much again of further ones
SECONDS = 240  # of processor time a mutant's tests may take; one that hangs is noticed
NOT_KILLED = ("survived", "untested")


@dataclass
class Verdict:
    """The result for a mutant: killed, survived, or untested (no test reaches the line)."""

    mutant: Mutant
    fate: str
    by: str  # the test that noticed
    seconds: float
    tests: int


# --- which places -----------------------------------------------------------------------------------------------------


def drawable(given: list[str]) -> tuple[list[Mutant], Counter[str]]:
    """Return (places that can be drawn, how many of each unheard class cannot), of the files and folders named, all of
    rules/ when none is."""
    roots = [ROOT / name for name in given] or [ROOT / "rules"]
    files = [path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("*.py")))]
    every = [mutant for path in files for mutant in places(path)]
    return [mutant for mutant in every if not mutant.unheard], Counter(m.unheard for m in every if m.unheard)


def lot(mutant: Mutant, seed: int) -> str:
    """Return the rank of a place in the sample, by its name and the seed only: edits elsewhere do not change it."""
    return hashlib.sha256(f"{seed} {mutant.name}".encode()).hexdigest()


def sample(given: list[str], count: int, seed: int) -> list[Mutant]:
    """So many places at random by the seed, those of equivalent.yaml left out."""
    every, same = drawable(given)[0], equivalent()
    return [m for m in sorted(every, key=lambda m: lot(m, seed)) if m.name not in same][:count]


@cache
def equivalent() -> dict[str, str]:
    """Return the changes that change nothing, found by hand: name of the mutant -> why."""
    rows = yaml.safe_load(EQUIVALENT.read_text("utf-8")) or []
    return {f"{row['file']} {row['in']} {row['change']} {row.get('nth', 0)}": row["why"] for row in rows}


# --- which tests ------------------------------------------------------------------------------------------------------


Reach = dict[str, dict[int, list[tuple[float, str]]]]  # file -> line -> (seconds, test), the cheapest first


def reach() -> Reach:
    """Return what the last run under `tests.trust.reach` wrote down, all its processes together, its lines where they
    stand today; empty without one."""
    found: Reach = {}
    for path in sorted(ROOT.glob(REACH)):
        result = json.loads(path.read_text("utf-8"))
        costs = list(zip(result["seconds"], result["tests"], strict=True))
        for file, lines in result["lines"].items():
            today = moved_lines(file, result.get("commit", ""))
            for line, tests in lines.items():
                number = today.get(int(line), 0) if today else int(line)
                found.setdefault(file, {}).setdefault(number, []).extend(costs[number] for number in tests)
    return found


def test_times() -> dict[str, float]:
    """Return every test of that run -> the seconds it took."""
    rows = [json.loads(path.read_text("utf-8")) for path in sorted(ROOT.glob(REACH))]
    return {test: seconds for run in rows for test, seconds in zip(run["tests"], run["seconds"], strict=True)}


def moved_lines(file: str, commit: str) -> dict[int, int]:
    """Line of a commit -> line of today, of all that stands in both; empty when nothing has changed or is known."""
    words = ["git", "show", f"{commit}:{file}"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False) if commit else None
    if done is None or done.returncode or not (ROOT / file).is_file():
        return {}
    old, new = done.stdout.splitlines(), (ROOT / file).read_text("utf-8").splitlines()
    if old == new:
        return {}
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.a + step + 1: block.b + step + 1 for block in blocks for step in range(block.size)}


class Chooser:
    """Chooses tests for a place: those known to reach it, and those of its game that are newer than what is known."""

    def __init__(self, reached: Reach, known: Container[str], collected: list[str], patience: float) -> None:
        self.reached, self.there, self.patience = reached, set(collected), patience
        self.new = [test for test in collected if test not in known]

    def near(self, mutant: Mutant) -> list[str]:
        """Return the new tests of its game; then those that reach the line, or the last line above it that is reached
        (an expression of several lines), or, for what runs at import, any of the module."""
        lines = self.reached.get(mutant.path, {})
        above = [line for line in lines if mutant.line - NEAR <= line <= mutant.line]
        tests = lines[max(above)] if above else [pair for tests in lines.values() for pair in tests[:2]]
        return self._new(mutant) + self._cheapest(tests, self.patience, ())

    def wider(self, mutant: Mutant, tried: list[str]) -> list[str]:
        """Others that come to the file at all, the nearest lines first."""
        lines = self.reached.get(mutant.path, {})
        order = sorted(lines, key=lambda line: abs(line - mutant.line))[:60]
        return self._cheapest([pair for line in order for pair in lines[line]], self.patience, tried)

    def _cheapest(self, tests: list[tuple[float, str]], left: float, tried: list[str] | tuple[()]) -> list[str]:
        chosen: list[str] = []
        for seconds, test in sorted(set(tests)):
            if left > 0 and len(chosen) < MOST_TESTS and test in self.there and test not in tried:
                chosen.append(test)
                left -= seconds
        return chosen

    def _new(self, mutant: Mutant) -> list[str]:
        package = Path(mutant.path).parts[1]
        homes = (*(f"tests/{name}/" for name in (package, *SHARED.get(package, ()))), FOR_ALL)
        return [test for test in self.new if test.startswith(homes) and not test.startswith(AS_KEPT)][:MOST_TESTS]

    def as_kept(self, mutant: Mutant) -> list[str]:
        """Counts and fingerprints of its game; where several share it, two tenths of each."""
        package = Path(mutant.path).parts[1]
        games = [key for key in SYSTEMS if key in (package, *SHARED.get(package, ()))] or list(SYSTEMS)
        ends = tuple(f"[{key}-{part}]" for key in games for part in (range(10) if len(games) == 1 else (0, 5)))
        found = [test for test in sorted(self.there) if test.startswith(AS_KEPT) and test.endswith(ends)]
        return sorted(found, key=lambda test: "shown" not in test)  # that is cheap and sees most


# --- judging ----------------------------------------------------------------------------------------------------------


class Judge:
    """The bench, the copy, and which tests fail while nothing is changed."""

    def __init__(self, bench: Bench, folder: Path, patience: float) -> None:
        self.bench, self.copy = bench, Copy(folder)
        self.bench.usual = test_times()
        self.chooser = Chooser(reach(), self.bench.usual, list(bench.items), patience)
        self.sound: dict[str, bool] = {}

    def judge(self, mutant: Mutant) -> Verdict:
        """Try the nearest tests, then wider ones.

        For a change that runs at import, or was not reached, in a new process.
        """
        began, near = time.monotonic(), self.chooser.near(mutant)
        if not near:
            near = self.chooser.wider(mutant, [])
        if not near:
            return Verdict(mutant, "untested", "", 0.0, 0)
        answer, reached = Answer("", False, 0), False
        if mutant.late:
            answer = self._ask(self.bench, mutant, near)
            reached = answer.reached
        if not answer.culprit and reached:
            answer = self._ask(self.bench, mutant, self.chooser.as_kept(mutant))
        if not answer.culprit and reached:
            answer = self._ask(self.bench, mutant, self.chooser.wider(mutant, near))
        if not answer.culprit and not reached:
            answer = self._ask(self.copy, mutant, [*near[-80:], *self.chooser.as_kept(mutant)])
        fate = "killed" if answer.culprit else "survived"
        return Verdict(mutant, fate, answer.culprit, time.monotonic() - began, len(near))

    def _ask(self, where: Bench | Copy, mutant: Mutant, tests: list[str]) -> Answer:
        """Run tests; one that also fails without the change is left out from then on."""
        while left := [test for test in tests if self.sound.get(test, True)]:
            answer = where.ask(mutant, left, SECONDS)
            if answer.culprit in left and answer.culprit not in self.sound:
                self.sound[answer.culprit] = not where.ask(None, [answer.culprit], SECONDS).culprit
            if self.sound.get(answer.culprit, True):
                return answer
            print(f"left out, it fails while nothing is changed: {answer.culprit}", flush=True)
        return Answer("", True, 0)


def known_verdicts() -> dict[str, str]:
    """Name of a mutant -> what became of it when it was judged last."""
    if not OUT.is_file():
        return {}
    rows = [json.loads(line) for line in OUT.read_text("utf-8").splitlines() if line.strip()]
    return {row["name"]: row["fate"] for row in rows if "name" in row}


def judge_all(bench: Bench, mutants: list[Mutant], patience: float) -> None:
    """Judge mutants one after another and store each verdict at once."""
    OUT.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        judge = Judge(bench, Path(name), patience)
        for number, mutant in enumerate(mutants, 1):
            verdict = judge.judge(mutant)
            row = {"name": mutant.name, **asdict(mutant), "fate": verdict.fate, "by": verdict.by}
            row |= {"seconds": round(verdict.seconds, 1), "tests": verdict.tests}
            with OUT.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            text = f"{verdict.mutant.path}:{verdict.mutant.line}: {verdict.mutant.what}"
            print(f"{number} {verdict.fate} {verdict.seconds:.1f} s {text} {verdict.by}", flush=True)


# --- what came of it --------------------------------------------------------------------------------------------------


def part(path: str) -> str:
    """Return which folder of rules/ a module is in."""
    return Path(path).parts[1]


def standing(given: list[str], count: int, seed: int) -> tuple[int, int, list[Mutant]]:
    """Return (killed, judged, those that live) of the sample, by the last word on each."""
    fates = known_verdicts()
    judged = [mutant for mutant in sample(given, count, seed) if mutant.name in fates]
    alive = [mutant for mutant in judged if fates[mutant.name] in NOT_KILLED]
    return len(judged) - len(alive), len(judged), alive


def left_out() -> str:
    """Return how many places of rules/ are not drawn, class by class, and how many were found by hand to change
    nothing.
    """
    every, unheard = drawable([])
    whole = len(every) + unheard.total()
    classes = ", ".join(f"{unheard[name]} {name}" for name in CLASSES if unheard[name])
    return f"{len(every)} of {whole} places are drawn from; not {classes}; {len(equivalent())} by hand"


def report(given: list[str], count: int, seed: int) -> Iterator[str]:
    """Yield the figures, folder by folder, and what lives."""
    killed, judged, alive = standing(given, count, seed)
    fates = known_verdicts()
    for name in sorted({part(mutant.path) for mutant in sample(given, count, seed)}):
        of = [m for m in sample(given, count, seed) if part(m.path) == name and m.name in fates]
        yield f"{name}: {sum(fates[m.name] == 'killed' for m in of)} of {len(of)} killed"
    yield from (f"alive: {m.path}:{m.line}: in {m.scope or 'the module'}: {m.what} ({m.nth})" for m in alive)
    yield left_out()
    yield f"{killed} of {judged} judged mutants killed ({100 * killed / judged if judged else 0:.1f} %)"


def main(words: list[str]) -> int:
    """Run and report. 1 when fewer than `--bar` of a hundred were noticed."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.trust.mutants", description="Change the rules, run the tests."
    )
    asked.add_argument("paths", nargs="*", help="files or folders (default: rules)")
    asked.add_argument("--count", type=int, default=COUNT)
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--patience", type=float, default=PATIENCE, help="seconds of tests for one mutant")
    asked.add_argument("--bar", type=float, default=BAR, help="of a hundred that must be noticed")
    asked.add_argument("--list", action="store_true", help="only tell what could be changed")
    asked.add_argument("--told", action="store_true", help="only tell what came of it so far")
    asked.add_argument("--again", action="store_true", help="try those that survived once more, and no others")
    asked.add_argument("--all", action="store_true", help="try those that were killed once more, too")
    asked.add_argument("--tests", nargs="*", default=["tests"], help="collect only these files and folders of tests")
    args = asked.parse_args(words)
    mutants = sample(args.paths, args.count, args.seed)
    if args.list:
        print("\n".join(f"{m.path}:{m.line}: {m.what}" for m in sorted(mutants, key=lambda m: (m.path, m.number))))
        return 0
    fates = {} if args.all else known_verdicts()
    wanted = [m for m in mutants if (fates.get(m.name) in NOT_KILLED) == args.again and fates.get(m.name) != "killed"]
    if wanted and not args.told:
        on_the_bench(lambda bench: judge_all(bench, wanted, args.patience), args.tests)
    print("\n".join(report(args.paths, args.count, args.seed)))
    killed, judged, _ = standing(args.paths, args.count, args.seed)
    return 0 if judged and 100 * killed / judged >= args.bar else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
