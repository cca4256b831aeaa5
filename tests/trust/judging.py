"""How a mutant is judged: by tests in a process that has everything imported and one function changed, or, where what
is changed runs at import, by pytest begun again in a copy of the repository.

`Bench` is a plugin of pytest: after the collection of all tests it forks a child for each mutant, which puts the
changed code into the living functions, runs the chosen tests and stops at the first that fails. Values cached by
`functools.cache` are cleared first. A change that the chosen tests never run is reported as `reached` False.
"""

from __future__ import annotations

import ast
import functools
import gc
import json
import os
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.trust.changes import ROOT, Mutant, change_module

LINKED = ("maps", "assets")
HANGS = 8.0  # seconds of processor time beyond four times what a test took in a full run
ENVIRONMENT = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "FUZZ_GAMES": "2", "KILLS": "1", "AS_KEPT": "1"}
MARK = "mutant_was_run"


@dataclass(frozen=True)
class Answer:
    """The result of the tests for one change.

    The first that failed (or another error), whether the change was run, and how many tests were.
    """

    culprit: str
    reached: bool
    tests: int


# --- in a child with everything imported ------------------------------------------------------------------------------


class Marker(ast.NodeTransformer):
    """Notes when a function is called that holds the changed line."""

    def __init__(self, line: int) -> None:
        self.line = line

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Return a statement before all others; the text of the documentation may come second, nobody runs it."""
        self.generic_visit(node)
        if node.body[0].lineno <= self.line <= (node.end_lineno or 0):
            node.body.insert(0, ast.parse(f"__import__('sys').modules['__main__'].{MARK} = True").body[0])
        return node


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and all within it, always in the same order."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def place_of(code: CodeType) -> tuple[str, str, int]:
    """Return which function a code is: its file from the root, its name, its first line."""
    return os.path.relpath(code.co_filename, ROOT), code.co_qualname, code.co_firstlineno


def put_in(mutant: Mutant, living: dict[tuple[str, str, int], list[FunctionType]]) -> None:
    """Replace the code of every loaded function of the file, one of them changed."""
    file = str(ROOT / mutant.path)
    tree = ast.fix_missing_locations(Marker(mutant.line).visit(change_module(mutant)))
    for code in codes(compile(tree, file, "exec", dont_inherit=True)):
        for function in living.get(place_of(code), ()):
            if len(function.__code__.co_freevars) == len(code.co_freevars):
                function.__code__ = code


class Bench:
    """All tests collected, all modules imported; `work` is called with this bench once that is so."""

    def __init__(self, work: Callable[[Bench], None]) -> None:
        self.work = work
        self.items: dict[str, pytest.Item] = {}
        self.living: dict[tuple[str, str, int], list[FunctionType]] = {}
        self.usual: dict[str, float] = {}  # seconds of a test in a full run
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests."""
        self.items = {item.nodeid: item for item in session.items}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(f"{ROOT}/rules/"):
                self.living.setdefault(place_of(thing.__code__), []).append(thing)
            elif isinstance(thing, functools._lru_cache_wrapper) and str(thing.__module__).startswith("rules"):
                thing.cache_clear()
        gc.collect()
        gc.freeze()
        self.work(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop at the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def ask(self, mutant: Mutant | None, tests: list[str], seconds: float) -> Answer:
        """Run these tests in a child with the change (or none) made."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._answer(mutant, [self.items[test] for test in tests if test in self.items], writing)
        os.close(writing)
        result = b""
        until = time.monotonic() + 4 * seconds  # of the clock: each test has its own limit of processor time
        while (left := until - time.monotonic()) > 0 and select.select([reading], [], [], left)[0]:
            more = os.read(reading, 65_536)
            result += more
            if not more:
                break
        os.close(reading)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not result:
            return Answer("no end, or the process died", True, len(tests))
        return Answer(**json.loads(result))

    def _answer(self, mutant: Mutant | None, items: list[pytest.Item], writing: int) -> None:
        """In the child: never returns."""
        try:
            os.setpgid(0, 0)  # a group of its own, to be ended with all it has started
            nothing = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nothing, number)
            main: Any = sys.modules["__main__"]
            setattr(main, MARK, mutant is None)
            if mutant is not None:
                put_in(mutant, self.living)
            count = 0
            for item, following in zip(items, [*items[1:], None], strict=True):
                count += 1
                signal.setitimer(signal.ITIMER_PROF, HANGS + 4 * self.usual.get(item.nodeid, 1.0))  # then it is killed
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if self.failed:
                    break
            data = {"culprit": self.failed, "reached": getattr(main, MARK), "tests": count}
        except BaseException as error:
            data = {"culprit": f"{type(error).__name__}: {error}"[:200], "reached": True, "tests": 0}
        os.write(writing, json.dumps(data).encode())
        os._exit(0)


def on_the_bench(work: Callable[[Bench], None], tests: list[str]) -> int:
    """Collect the tests, import everything, and work. Returns pytest's exit code."""
    os.environ |= {key: ENVIRONMENT[key] for key in ("FUZZ_GAMES", "KILLS", "AS_KEPT")}
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=sys", "-m", "not window", *tests]
    return int(pytest.main(words, plugins=[Bench(work)]))


# --- begun again ------------------------------------------------------------------------------------------------------


class Copy:
    """All that git keeps, in another folder; maps and assets are links. Made when it is first asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _make_copy(self) -> None:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        folders = set()
        for name in listed.split("\0"):
            if name and Path(name).parts[0] not in LINKED and (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)
                folders.add(Path(name).parent)
        for name in LINKED:
            (self.folder / name).symlink_to(ROOT / name)
        for folder in folders:  # what is compiled here is compiled there
            if (ROOT / folder / "__pycache__").is_dir():
                shutil.copytree(ROOT / folder / "__pycache__", self.folder / folder / "__pycache__")

    def ask(self, mutant: Mutant | None, tests: list[str], seconds: float) -> Answer:
        """Change, test, change back."""
        if not (self.folder / "rules").is_dir():
            self._make_copy()
        target = self.folder / mutant.path if mutant else None
        if mutant and target:
            target.write_text(ast.unparse(change_module(mutant)), "utf-8")
        try:
            return Answer(self._culprit(tests, seconds), True, len(tests))
        finally:
            if mutant and target:
                shutil.copy2(ROOT / mutant.path, target)

    def _culprit(self, tests: list[str], seconds: float) -> str:
        words = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
        child = subprocess.Popen(
            [*words, "-p", "no:xdist", *tests],
            cwd=self.folder,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            process_group=0,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5)),
        )
        try:
            text, _ = child.communicate(timeout=10 * seconds)  # wall-clock time: the machine may be busy
        except subprocess.TimeoutExpired:
            return "no end"
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", text, re.M)
        return "" if child.returncode == 0 else found[1] if found else f"exit code {child.returncode}"
