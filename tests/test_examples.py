"""The worked examples of the sheets: scripts, each played as it is reported. The lessons have a test of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.script import load_script, run_script
from tests.conftest import ROOT, map_named, scenario_named

FILES = sorted((ROOT / "tests" / "scripts").rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_script_goes_as_it_says(path: Path) -> None:
    result = run_script(load_script(path), SYSTEMS, scenario_named, map_named)
    assert result.failures == ()


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_system_is_taught_by_scripts(key: str) -> None:
    assert [path for path in FILES if load_script(path).system == key]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_script_shows_something_and_proves_something(path: Path) -> None:
    script = load_script(path)
    assert any(step.do for step in script.steps)
    assert any(step.expect or step.refuse for step in script.steps)
    assert script.rule or any(step.rule for step in script.steps)
