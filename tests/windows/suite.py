"""The part of the tests that can run with Windows' Python under Wine: suite.yaml says which, and what fails why."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path

import yaml

from tests.conftest import ROOT
from tests.windows.programs import Programs, at_once

LAST_WORDS_S = 10
LISTED = Path(__file__).parent / "suite.yaml"


def suite(programs: Programs) -> str:
    """Run each group of files in a process of its own, two at a time; nothing fails that is not listed."""
    listed = yaml.safe_load(LISTED.read_text("utf-8"))
    known = {name for part in listed["known"].values() for name in part}
    leave_out = [word for name in listed["left_out"] for word in ("--ignore", name)]

    def run_group(number: int, group: list[str]) -> list[str]:
        words: list[object] = [
            "-m",
            "pytest",
            "-p",
            "no:xdist",
            "-p",
            "no:cacheprovider",
            "-m",
            "not window",
            "-rfE",
            "--tb=no",
        ]
        words += ["-o", "faulthandler_timeout=300", "--basetemp", programs.scratch / f"suite{number}"]
        env = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        said = programs.scratch / f"suite{number}.txt"
        command = programs.windows.command(*words, *group, *leave_out)
        with said.open("wb") as out, subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=out) as cat:
            running = subprocess.Popen(
                command, cwd=ROOT, env=programs.windows.environment(env),
                stdin=subprocess.DEVNULL, stdout=cat.stdin, stderr=subprocess.STDOUT,
            )  # fmt: skip
            running.wait(timeout=3600)
            assert cat.stdin is not None
            cat.stdin.close()
            with suppress(subprocess.TimeoutExpired):  # a process of joblib may outlive the tests and hold the pipe
                cat.wait(LAST_WORDS_S)
            cat.kill()
        return said.read_text("utf-8", "replace").splitlines() or [f"{group}: nothing was said"]

    groups = at_once(
        *(lambda number=number, group=group: run_group(number, group) for number, group in enumerate(listed["groups"]))
    )
    wrong = [line.split(" ")[1] for lines in groups for line in lines if line.startswith(("FAILED ", "ERROR "))]
    new = [name for name in wrong if name.partition("[")[0] not in known and name not in known]
    counts = [pairs(lines[-1]) for lines in groups]
    passed = sum(count.get("passed", 0) for count in counts)
    programs.windows.stop()
    ends = "; ".join(lines[-1] for lines in groups)
    assert not new and all(count.get("passed") for count in counts) and passed > listed["passed"], f"{new} {ends}"
    mended = sorted(known - set(wrong) - {name.partition("[")[0] for name in wrong})
    more = f", listed in vain: {mended}" if mended else ""
    return f"{passed:,} tests passed, {len(wrong)} failed as listed{more}; {ends}"


def pairs(line: str) -> dict[str, int]:
    """Return the counts in the last line of pytest: what happened -> how often."""
    words = line.strip("= ").replace(",", "").split()
    return {other: int(one) for one, other in zip(words, words[1:], strict=False) if one.isdigit()}
