"""Mutants: one operator or number of the rules is changed at a time, and the tests must notice.

    python -m tests.trust.mutants --count 400 --seed 1            # a sample of all of rules/
    python -m tests.trust.mutants --count 20 rules/quickfire      # of some files or folders
    python -m tests.trust.mutants --list rules/nws/lights.py      # what could be changed there

The change is made in a copy of the repository, never here. The tests run are those that reach the changed line, as
`tests.trust.reach` has written down; what none of these notices meets all tests of its game and the golden games. It
may be stopped at any time: every verdict is in out/mutants.jsonl when it is known; the same seed goes on behind it.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out" / "mutants.jsonl"
REACH = "out/reach-*.json"
LINKED = ("maps", "assets")
SHARED = {"nws": ("tests/nw_smoke", "tests/nights_of_fury"), "analysis": ("tests/report",)}
MOST_TESTS = 60
NEAR = 12  # lines: a statement is hardly longer
TOLD = ("explain", "sheet", "sketch", "panel", "marks", "counters", "view", "words", "telling", "signs", "cards")
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "FUZZ_GAMES": "2", "KILLS": "1"}
PATIENCE = 60.0  # seconds of the chosen tests, as they took in a full run
SECONDS = 240  # a mutant's tests may take; one that hangs is noticed

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the `number`-th place of a file that can be changed."""

    path: str  # from the root, with /
    number: int
    line: int
    what: str


@dataclass
class Verdict:
    """What came of a mutant: killed, survived, or untested (no test reaches the line)."""

    mutant: Mutant
    fate: str
    seconds: float
    tests: int


class Changer(ast.NodeTransformer):
    """Counts the places that can be changed, and changes the wanted one."""

    def __init__(self, wanted: int = -1) -> None:
        self.wanted = wanted
        self.found: list[tuple[int, str]] = []

    def _here(self, node: ast.AST, what: str) -> bool:
        self.found.append((getattr(node, "lineno", 0), what))
        return len(self.found) - 1 == self.wanted

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Bodies alone: signatures and decorators stay as they are."""
        node.body = [self.visit(item) for item in node.body]
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Types are no rules."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """< becomes <=, == becomes !=, and so on."""
        for place, operator in enumerate(node.ops):
            other = OTHER.get(type(operator))
            if other is not None and self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
                node.ops[place] = other()  # type: ignore[call-overload]
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """`and` becomes `or`."""
        other = OTHER[type(node.op)]
        if self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()  # type: ignore[assignment]
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """+ becomes -, * becomes //."""
        other = OTHER.get(type(node.op))
        words = isinstance(node.left, ast.Constant | ast.JoinedStr) and not isinstance(
            getattr(node.left, "value", 0), int
        )
        if other is not None and not words and self._here(node, f"{ast.unparse(node)[:60]}: {other.__name__}"):
            node.op = other()  # type: ignore[assignment]
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """`not x` becomes `x`."""
        if isinstance(node.op, ast.Not) and self._here(node, f"{ast.unparse(node)[:60]}: without not"):
            return self.visit(node.operand)
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A number grows by one; a truth turns over."""
        if isinstance(node.value, bool):
            if self._here(node, f"{node.value}: {not node.value}"):
                return ast.copy_location(ast.Constant(not node.value), node)
        elif isinstance(node.value, int) and self._here(node, f"{node.value}: {node.value + 1}"):
            return ast.copy_location(ast.Constant(node.value + 1), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Words are no rules."""
        return node


def places(path: Path) -> list[Mutant]:
    """Everything that can be changed in a file."""
    changer = Changer()
    changer.visit(ast.parse(path.read_text("utf-8")))
    name = path.relative_to(ROOT).as_posix()
    return [Mutant(name, number, line, what) for number, (line, what) in enumerate(changer.found)]


def changed(path: Path, number: int) -> str:
    """The file's text with one place changed; remarks are lost, which nobody runs."""
    tree = Changer(number).visit(ast.parse(path.read_text("utf-8")))
    return ast.unparse(ast.fix_missing_locations(tree))


def sample(given: list[str], count: int, seed: int) -> list[Mutant]:
    """So many places of the files and folders named (all of rules/ when none is), at random by the seed."""
    roots = [ROOT / name for name in given] or [ROOT / "rules"]
    files = [path for root in roots for path in ([root] if root.is_file() else sorted(root.rglob("*.py")))]
    every = [mutant for path in files for mutant in places(path)]
    return random.Random(seed).sample(every, min(count, len(every)))


# --- which tests ------------------------------------------------------------------------------------------------------


Reach = dict[str, dict[int, list[tuple[float, str]]]]  # file -> line -> (seconds, test), the cheapest first


def reach() -> Reach:
    """What the last run under `tests.trust.reach` wrote down, all its processes together; empty without one."""
    found: Reach = {}
    for path in sorted(ROOT.glob(REACH)):
        told = json.loads(path.read_text("utf-8"))
        costs = list(zip(told["seconds"], told["tests"], strict=True))
        for file, lines in told["lines"].items():
            for line, tests in lines.items():
                found.setdefault(file, {}).setdefault(int(line), []).extend(costs[number] for number in tests)
    return found


def chosen_tests(mutant: Mutant, reached: Reach) -> list[str]:
    """The tests to run, the cheapest first, while their time lasts: those that reach the line, or the last line above
    it that is reached (an expression of several lines), or, for what runs at import, any of the module."""
    if not reached:
        return []
    lines = reached.get(mutant.path, {})
    above = [line for line in lines if mutant.line - NEAR <= line <= mutant.line]
    near = lines[max(above)] if above else [pair for tests in lines.values() for pair in tests[:2]]
    left, chosen = PATIENCE, []
    for seconds, test in sorted(set(near))[: MOST_TESTS if above else 2 * MOST_TESTS]:
        if left > 0:
            chosen.append(test)
            left -= seconds
    return chosen


def homes(path: str) -> list[str]:
    """The folders with the tests of a module's game, and the golden games."""
    package = Path(path).parts[1]
    found = [name for name in (f"tests/{package}", *SHARED.get(package, ())) if (ROOT / name).is_dir()]
    return [*found, "tests/test_replays.py", "tests/test_trust.py", "tests/test_sheets_kept.py"]


# --- running ----------------------------------------------------------------------------------------------------------


def copy_of_the_repository(folder: Path) -> Path:
    """All that git keeps, in another folder; maps and assets are links."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name and Path(name).parts[0] not in LINKED and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    compileall.compile_dir(folder, quiet=2, workers=2)  # once: only what is changed is compiled again
    return folder


def culprit(folder: Path, tests: list[str], seconds: float) -> str:
    """The first test that fails, or what else went wrong; empty when all pass."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "-p", "no:xdist"]
    child = subprocess.Popen(
        [*words, *tests],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        told, _ = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        return "no end"
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.M)
    return "" if child.returncode == 0 else found[1] if found else f"exit code {child.returncode}"


def judged(folder: Path, mutant: Mutant, tests: list[str], sound: dict[str, bool], seconds: float) -> Verdict:
    """Change, test, change back. A test that fails while nothing is changed is left out from then on."""
    began, target = time.monotonic(), folder / mutant.path
    left = [test for test in tests if sound.get(test, True)]
    if not left:
        return Verdict(mutant, "untested", 0.0, 0)
    while True:
        target.write_text(changed(ROOT / mutant.path, mutant.number), "utf-8")
        try:
            failing = culprit(folder, left, seconds) if left else ""
        finally:
            shutil.copy2(ROOT / mutant.path, target)
        if failing in left and failing not in sound:
            sound[failing] = not culprit(folder, [failing], seconds)
        if sound.get(failing, True):
            break
        print(f"left out, it fails while nothing is changed: {failing}", flush=True)
        left.remove(failing)
    return Verdict(mutant, "killed" if failing else "survived", time.monotonic() - began, len(left))


def known(seed: int) -> dict[tuple[str, int, str], str]:
    """What earlier runs with this seed have noticed; the others are tried again."""
    if not OUT.exists():
        return {}
    rows = [json.loads(line) for line in OUT.read_text("utf-8").splitlines() if line.strip()]
    return {
        (row["path"], row["line"], row["what"]): row["fate"]
        for row in rows
        if row["seed"] == seed and row["fate"] == "killed"
    }


def verdicts(mutants: list[Mutant], seed: int, seconds: float) -> Iterator[Verdict]:
    """One after the other, each kept as it comes."""
    OUT.parent.mkdir(exist_ok=True)
    found, reached = known(seed), reach()
    with tempfile.TemporaryDirectory() as name:
        folder = copy_of_the_repository(Path(name))
        sound: dict[str, bool] = {}
        for mutant in mutants:
            before = found.get((mutant.path, mutant.line, mutant.what))
            if before is not None:
                yield Verdict(mutant, before, 0.0, 0)
                continue
            verdict = judged(folder, mutant, chosen_tests(mutant, reached), sound, seconds)
            if verdict.fate != "killed":  # what is remembered from an earlier test is reached by that one alone
                verdict = judged(folder, mutant, homes(mutant.path), sound, 4 * seconds)
            row = {**asdict(mutant), "fate": verdict.fate, "seconds": round(verdict.seconds, 1), "seed": seed}
            with OUT.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            yield verdict


def part(path: str) -> str:
    """What a module of rules/ is for: what a player is told, what a computer prefers, or the rules themselves."""
    name, folders = Path(path).stem, set(Path(path).parts)
    if folders & {"players", "analysis"} or "worth" in name or name in ("captain", "hunch", "suppose"):
        return "preferences"
    if folders & {"shown"} or any(word in name for word in TOLD):
        return "words and pictures"
    return "rules"


def by_part(judged: list[Verdict]) -> Iterator[str]:
    """How many of each part were noticed."""
    for which in ("rules", "preferences", "words and pictures"):
        fates = [verdict.fate for verdict in judged if part(verdict.mutant.path) == which]
        if fates:
            killed = fates.count("killed")
            yield f"{which}: {killed} of {len(fates)} killed ({100 * killed / len(fates):.1f} %)"


def main(words: list[str]) -> int:
    """Run and report. 1 when fewer than `--bar` of a hundred were noticed."""
    asked = argparse.ArgumentParser(
        prog="python -m tests.trust.mutants", description="Change the rules, run the tests."
    )
    asked.add_argument("paths", nargs="*", help="files or folders (default: rules)")
    asked.add_argument("--count", type=int, default=400)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=SECONDS, help="for the tests of one mutant")
    asked.add_argument("--bar", type=float, default=95.0, help="of a hundred that must be noticed")
    asked.add_argument("--list", action="store_true", help="only tell what could be changed")
    args = asked.parse_args(words)
    mutants = sample(args.paths, args.count, args.seed)
    if args.list:
        print("\n".join(f"{m.path}:{m.line}: {m.what}" for m in sorted(mutants, key=lambda m: (m.path, m.number))))
        return 0
    fates: dict[str, int] = {}
    every = []
    for verdict in verdicts(mutants, args.seed, args.seconds):
        fates[verdict.fate] = fates.get(verdict.fate, 0) + 1
        every.append(verdict)
        if verdict.fate != "killed":
            print(f"{verdict.fate}: {verdict.mutant.path}:{verdict.mutant.line}: {verdict.mutant.what}", flush=True)
    done = sum(fates.values())
    share = 100 * fates.get("killed", 0) / done if done else 0.0
    print("\n".join(by_part(every)))
    print(f"{done} mutants, {share:.1f} % killed, {fates}")
    return 0 if share >= args.bar else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
