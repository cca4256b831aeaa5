"""Mutants: one operator or number of the rules is changed at a time, and the tests must notice.

    python -m tests.trust.mutants --count 400 --seed 1            # a sample of all of rules/
    python -m tests.trust.mutants --count 20 rules/quickfire      # of some files or folders
    python -m tests.trust.mutants --list rules/nws/lights.py      # what could be changed there

The change is made in a copy of the repository, never here. The tests run are those that reach the changed line, by the
data of `make coverage`; without them the golden games and the tests of the module's own folder. It may be stopped at
any time: every verdict is in out/mutants.jsonl when it is known, and a run with the same seed goes on behind it.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out" / "mutants.jsonl"
DATA = ROOT / ".coverage"
COPIED = ("rules", "game", "tests", "main.py", "pyproject.toml")
LINKED = ("maps", "assets")
MOST_TESTS = 40
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


def tests_by_line(path: str) -> dict[int, list[str]]:
    """Line -> the tests that ran it, as `file::function`, from the data of `make coverage`."""
    if not DATA.exists():
        return {}
    data = CoverageData(str(DATA))
    data.read()
    found = {}
    for line, contexts in data.contexts_by_lineno(str(ROOT / path)).items():
        found[line] = [node for node in map(node_of, contexts) if node]
    return found


def node_of(context: str) -> str:
    """`tests.quickfire.test_gunnery.test_x` as pytest names it; empty when it is no test."""
    module, _, function = context.rpartition(".")
    path = Path(*module.split(".")).with_suffix(".py")
    known = function.startswith("test_") and (ROOT / path).is_file()
    return f"{path.as_posix()}::{function}" if known else ""


def chosen_tests(mutant: Mutant, by_line: dict[int, list[str]]) -> list[str]:
    """The tests to run: those that reach the line, those of the module's own folder first."""
    home = f"tests/{Path(mutant.path).parts[1]}/"
    if not by_line:
        folder = [home] if (ROOT / home).is_dir() else ["tests/kernel/"]
        return [*folder, "tests/test_replays.py"]
    near = sorted(set(by_line.get(mutant.line, [])), key=lambda node: (not node.startswith(home), node))
    return near[:MOST_TESTS]


# --- running ----------------------------------------------------------------------------------------------------------


def copy_of_the_repository(folder: Path) -> Path:
    """What the tests need, in another folder; maps and assets are links."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    return folder


def noticed(folder: Path, tests: list[str], seconds: float) -> bool:
    """Whether the tests fail, or hang."""
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "FUZZ_GAMES": "2", "KILLS": "1"}
    child = subprocess.Popen(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return child.wait(seconds) in (1, 2)
    except subprocess.TimeoutExpired:
        return True
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def judged(folder: Path, mutant: Mutant, seconds: float) -> Verdict:
    """Change, test, change back."""
    began = time.monotonic()
    tests = chosen_tests(mutant, tests_by_line(mutant.path))
    if not tests:
        return Verdict(mutant, "untested", 0.0, 0)
    target = folder / mutant.path
    target.write_text(changed(ROOT / mutant.path, mutant.number), "utf-8")
    try:
        fate = "killed" if noticed(folder, tests, seconds) else "survived"
    finally:
        shutil.copy(ROOT / mutant.path, target)
    return Verdict(mutant, fate, time.monotonic() - began, len(tests))


def known(seed: int) -> dict[tuple[str, int, str], str]:
    """What earlier runs with this seed have found."""
    if not OUT.exists():
        return {}
    rows = [json.loads(line) for line in OUT.read_text("utf-8").splitlines() if line.strip()]
    return {(row["path"], row["line"], row["what"]): row["fate"] for row in rows if row["seed"] == seed}


def verdicts(mutants: list[Mutant], seed: int, seconds: float) -> Iterator[Verdict]:
    """One after the other, each kept as it comes."""
    OUT.parent.mkdir(exist_ok=True)
    found = known(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = copy_of_the_repository(Path(name))
        for mutant in mutants:
            before = found.get((mutant.path, mutant.line, mutant.what))
            if before is not None:
                yield Verdict(mutant, before, 0.0, 0)
                continue
            verdict = judged(folder, mutant, seconds)
            row = {**asdict(mutant), "fate": verdict.fate, "seconds": round(verdict.seconds, 1), "seed": seed}
            with OUT.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            yield verdict


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
    for verdict in verdicts(mutants, args.seed, args.seconds):
        fates[verdict.fate] = fates.get(verdict.fate, 0) + 1
        if verdict.fate != "killed":
            print(f"{verdict.fate}: {verdict.mutant.path}:{verdict.mutant.line}: {verdict.mutant.what}", flush=True)
    done = sum(fates.values())
    share = 100 * fates.get("killed", 0) / done if done else 0.0
    print(f"{done} mutants, {share:.1f} % killed, {fates}")
    return 0 if share >= args.bar else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
