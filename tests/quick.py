"""`make quick`: the tests nearest to what was changed, in seconds. `make test` runs everything.

    python -m tests.quick [COMMIT]      (what differs from COMMIT; default: from the last commit, new files included)

For a module: the test files that import it, or import a module of tests/ that does. For a data file or a module that no
test imports: the tests in the folder of its game. A changed test file is run itself. Slow sweeps are left out.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_architecture import ROOT, TESTS, imports_of, module_of, name_of

SLOW = {"game/test_layout.py", "game/test_game_menu.py", "game/test_monkey.py", "test_fuzz.py", "test_durability.py"}


def changed_since(commit: str) -> list[Path]:
    """Return the files of the checkout that differ from a commit, new ones included."""
    differ = ("git", "diff", "--name-only", commit)
    untracked = ("git", "ls-files", "--others", "--exclude-standard")
    names = [
        name
        for words in (differ, untracked)
        for name in subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    ]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def tests_for(changed: list[Path]) -> list[Path]:
    """Return the test files nearest to these files, in order of their names."""
    imported = {path: {name for _, name in imports_of(path)} for path in TESTS}
    found: set[Path] = set()
    todo = [path for path in changed if path.suffix == ".py"]
    seen = set(todo)
    while todo:
        path = todo.pop()
        if path.name.startswith("test_"):
            found.add(path)
        if path in TESTS and path.name == "conftest.py":
            continue  # all tests import it: run what is closer
        module = module_of(path)
        users = {test for test, names in imported.items() if any(f"{name}.".startswith(f"{module}.") for name in names)}
        helpers = {test for test in users if not test.name.startswith("test_")} - seen
        found |= users - helpers
        seen |= helpers
        todo += helpers
        if not users:
            found |= near(path)
    for path in changed:
        if path.suffix != ".py":
            found |= near(path)
    return sorted(path for path in found if path.name.startswith("test_") and name_of(path)[6:] not in SLOW)


def near(path: Path) -> set[Path]:
    """Return the tests in the folder of tests/ that is named like a folder a file is in, the innermost first."""
    for part in reversed(path.relative_to(ROOT).parts[:-1]):
        if part != "tests" and (found := set((ROOT / "tests" / part).glob("test_*.py"))):
            return found
    return set()


def main() -> int:
    """Run them and return the exit code of pytest; 0 where nothing was changed."""
    files = tests_for(changed_since(sys.argv[1] if len(sys.argv) > 1 else "HEAD"))
    if not files:
        print("nothing was changed that a test is near to")
        return 0
    print(*map(name_of, files), sep="\n", flush=True)
    return int(pytest.main(["-q", "-m", "not window", "--maxfail=10", *map(str, files)]))


if __name__ == "__main__":
    sys.exit(main())
