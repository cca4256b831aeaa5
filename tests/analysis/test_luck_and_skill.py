"""`analyse` on all cores: the cost of an order does not depend on which process computed it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.table.analysis_job import Analyst, compare_in_process, open_game
from rules.analysis.mistakes import analysed_step
from tests.analysis.test_luck import game
from tests.conftest import SOAK
from tests.console.run import run_main


@pytest.fixture
def saved_path(tmp_path: Path) -> Path:
    session = game("nw_smoke", orders=12)
    path = tmp_path / "battle.game"
    session.keep_in(path)
    session.close()
    return path


@pytest.mark.skipif(not SOAK, reason="make soak: rollouts of eleven orders, twice")
def test_an_analysis_is_the_same_on_one_core_and_on_two(tmp_path: Path, saved_path: Path) -> None:
    one, two = (run_main(tmp_path, "analyse", str(saved_path), "--apart", "--json", "--jobs", jobs) for jobs in "12")
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    assert one.stdout == two.stdout
    assert len(json.loads(one.stdout)["decisions"]) > 4


def test_another_process_gets_the_game_itself_and_finds_what_is_found_here(saved_path: Path) -> None:
    session = open_game(saved_path)
    analyst = Analyst(session, None)
    for _ in analyst.look():
        pass
    budget = analyst.budget.but(pairs=4, first=2, shortlist=2, looked_at=8)
    numbers = [number for number, _ in analyst.orders_left()]
    number = next(number for number in numbers if analysed_step(session, number, budget) is not None)
    here, there = (
        analysed_step(session, number, budget),
        compare_in_process(saved_path.read_bytes(), None, number, budget),
    )
    assert here == there and there is not None
    analyst.settle(number, budget.pairs, there)
    assert number not in [one for one, _ in analyst.orders_left()] and analyst.found.decisions[0].number == number
