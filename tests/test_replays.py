"""Golden playthroughs: whole games, every position of which must come out as it did when they were recorded.

`python -m tests.test_replays --update` plays and records them anew, one for each scenario; with the key of a system
behind it, those of that system alone. Files of other names are
kept as they are; they hold up bugs that were mended.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.script import load_script, record_script, run_script
from tests.conftest import ROOT, begin, games, map_named, scenario_named, stroll

REPLAYS = ROOT / "tests" / "replays"
FILES = sorted(REPLAYS.rglob("*.yaml"))


def golden(game: str) -> Path:
    """Where the golden playthrough of a scenario stands."""
    system, _, key = game.partition("/")
    return REPLAYS / system / f"{key}.yaml"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(REPLAYS).as_posix())
def test_a_golden_game_comes_out_as_it_did(path: Path) -> None:
    result = run_script(load_script(path), SYSTEMS, scenario_named, map_named)
    assert result.failures == (), f"{path}: if the rules were changed on purpose: python -m tests.test_replays --update"


@pytest.mark.parametrize("game", games())
def test_every_scenario_has_a_golden_game(game: str) -> None:
    path = golden(game)
    assert path.is_file(), "python -m tests.test_replays --update"
    script = load_script(path)
    assert (script.system, script.scenario) == tuple(game.split("/"))
    assert any("outcome" in pattern for step in script.steps for pattern in step.expect), "it is not played to its end"


def test_every_golden_game_is_of_a_scenario_that_exists() -> None:
    known = {golden(game) for game in games()}
    strangers = [path for path in FILES if path not in known]
    assert [path for path in strangers if not path.name.startswith("bug_")] == []


def update(system: str = "") -> None:
    """Play and record every golden game anew, or those of one system."""
    for game in games():
        if system not in ("", game.partition("/")[0]):
            continue
        session = begin(game, seed=1942)
        for _ in stroll(session, SeededDice(1943)):
            pass
        path = golden(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(record_script(session, f"Golden game: {session.scenario.title}"), "utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}: {len(session.steps)} commands\n")


if __name__ == "__main__":
    if sys.argv[1:2] != ["--update"]:
        sys.exit("python -m tests.test_replays --update [SYSTEM]")
    update(*sys.argv[2:3])
