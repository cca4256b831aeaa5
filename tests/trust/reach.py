"""Which tests run which line of the rules: what `make mutants` chooses its tests by.

    python -m pytest -p tests.trust.reach -n 2 -m "not window"

A plugin of pytest for Python 3.12 and later (`sys.monitoring`; a line costs once a test, not each time it runs). Every
process of the run writes out/reach-*.json: `seconds` of each test, and for each file of rules/ and each line the tests
that ran it, at most `KEPT`, those that cost least. What a test runs in a process of its own is not seen.
"""

from __future__ import annotations

import heapq
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out"
RULES = str(ROOT / "rules") + os.sep
KEPT = 60
ABROAD = 5.0  # factor on the time of a test of another folder
WHOLE_GAMES = ("tests/test_replays.py", "tests/trust/")  # golden games and counts notice much and always count as near


class Reach:
    """What has been run so far, test by test."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self.seconds: dict[str, float] = {}
        self.tests: dict[tuple[str, int], list[tuple[float, str]]] = {}

    def watch_function(self, code: CodeType, _offset: int) -> Any:
        """Watch the lines of a function when it begins, if it is one of the rules."""
        if str(code.co_filename).startswith(RULES):  # None when the interpreter is going down
            self.lines.add((code.co_filename, code.co_firstlineno))
            sys.monitoring.set_local_events(sys.monitoring.COVERAGE_ID, code, sys.monitoring.events.LINE)  # type: ignore[attr-defined]
        return sys.monitoring.DISABLE  # type: ignore[attr-defined]

    def ran(self, code: CodeType, line: int) -> Any:
        """Note the first run of a line of the rules in this test."""
        self.lines.add((code.co_filename, line))
        return sys.monitoring.DISABLE  # type: ignore[attr-defined]

    def begins(self) -> None:
        """A test begins: every line counts again."""
        self.lines = set()
        sys.monitoring.restart_events()  # type: ignore[attr-defined]

    def ends(self, test: str, seconds: float) -> None:
        """A test has ended: its lines are its own."""
        self.seconds[test] = round(seconds, 3)
        lines, self.lines = self.lines, set()  # a thread may still be running
        for place in lines:
            home = f"tests/{Path(place[0][len(RULES) :]).parts[0]}/"
            cost = (seconds + 0.05) * (1 if test.startswith((home, *WHOLE_GAMES)) else ABROAD)
            kept = self.tests.setdefault(place, [])
            (heapq.heappush if len(kept) < KEPT else heapq.heappushpop)(kept, (-cost, test))

    def as_data(self) -> dict[str, Any]:
        """As it is written: tests by their number, the cheapest first."""
        names = list(self.seconds)
        number = {name: place for place, name in enumerate(names)}
        lines: dict[str, dict[str, list[int]]] = {}
        for (file, line), kept in self.tests.items():
            inside = Path(file).relative_to(ROOT).as_posix()
            lines.setdefault(inside, {})[str(line)] = [number[test] for _, test in sorted(kept, reverse=True)]
        words = ["git", "rev-parse", "HEAD"]
        commit = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        return {"tests": names, "seconds": list(self.seconds.values()), "lines": lines, "commit": commit}


REACH = pytest.StashKey[Reach]()


def pytest_configure(config: pytest.Config) -> None:
    """Begin to watch."""
    if sys.version_info < (3, 12):
        raise pytest.UsageError("tests.trust.reach needs Python 3.12 or later (sys.monitoring)")
    reach = config.stash[REACH] = Reach()
    tool, events = sys.monitoring.COVERAGE_ID, sys.monitoring.events
    sys.monitoring.use_tool_id(tool, "reach")
    sys.monitoring.register_callback(tool, events.PY_START, reach.watch_function)
    sys.monitoring.register_callback(tool, events.LINE, reach.ran)
    sys.monitoring.set_events(tool, events.PY_START)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """One test, with what is set up for it."""
    reach = item.config.stash[REACH]
    reach.begins()
    item.user_properties.clear()
    yield
    reach.ends(item.nodeid, sum(seconds for key, seconds in item.user_properties if key == "seconds"))  # type: ignore[misc]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Set-up, call and what comes after cost time, all three."""
    item.user_properties.append(("seconds", call.duration))
    yield


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write what was found; a process that ran no test (that of xdist itself) writes nothing."""
    reach = config.stash.get(REACH, None)
    if reach is None or not reach.seconds:
        return
    sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, 0)  # type: ignore[attr-defined]
    sys.monitoring.free_tool_id(sys.monitoring.COVERAGE_ID)  # type: ignore[attr-defined]
    OUT.mkdir(exist_ok=True)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "all")
    (OUT / f"reach-{worker}.json").write_text(json.dumps(reach.as_data()), "utf-8")
