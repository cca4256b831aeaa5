"""The puzzle rush: three minutes or three wrong answers, a clock that stands between puzzles, the best on record."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.folders import find_folders
from game.scenes.puzzles import PuzzlesScene
from game.scenes.rush import RushScene
from game.teach.puzzle_record import PuzzleRecord, load_puzzling
from game.teach.puzzles import open_tasks
from game.teach.repetition import clock, load_repetition, puzzle_card
from game.teach.rush import LENGTH_MS, MOST_WRONG, Rush, new_rush
from main import main
from rules.kernel.puzzle import best_orders
from rules.kernel.system import parse_command
from tests.game.test_teach_scenes import School

TASKS = open_tasks(["quickfire"])[0]


def test_three_wrong_answers_or_three_minutes_end_it() -> None:
    rush = Rush(iter(TASKS))
    for _ in range(MOST_WRONG):
        assert rush.next_task() is not None
        rush.answer(False)
    assert rush.is_over and rush.next_task() is None
    slow = Rush(iter(TASKS), used_ms=LENGTH_MS - 1)
    assert not slow.is_over and slow.standing().startswith("0:01 left")
    slow.used_ms += 1
    slow.answer(True)
    assert slow.is_over and slow.right == 0 and slow.standing().startswith("0:00 left")


def test_a_rush_asks_puzzles_with_exact_odds_the_easier_ones_first() -> None:
    asked = [*new_rush(TASKS).tasks]
    assert {task.name for task in asked} == {task.name for task in TASKS if not task.shelf.rolled}
    levels = [task.difficulty // 100 for task in asked]
    assert levels == sorted(levels)


def test_the_best_is_kept() -> None:
    record = PuzzleRecord()
    assert "best rush so far" in Rush(iter(()), right=4).result(record) and record.rush == 4
    assert Rush(iter(()), right=2).result(record) == "2 right. Your best rush: 4." and record.rush == 4


def begin(folder: Path) -> School:
    """Open a rush of Quickfire with the mouse."""
    learner = School(folder)
    learner.app.screens.puzzles("quickfire")
    learner.wait()
    learner.press("puzzle_rush")
    return learner


def give(learner: School, right: bool) -> None:
    """Give an order that is best, or one that is not."""
    scene = learner.app.scene
    assert isinstance(scene, RushScene)
    best = best_orders(scene.task.chances)
    order = next(order for order in scene.task.chances if (order in best) == right)
    scene.submit(parse_command(scene.session.system, scene.guide.side, order))
    learner.wait()


def test_in_the_window_the_next_puzzle_follows_at_once_until_the_third_wrong_answer(tmp_path: Path) -> None:
    learner = begin(tmp_path)
    first = learner.app.scene
    assert isinstance(first, RushScene) and "3:00 left" in learner.words("lesson_count")
    assert not learner.is_shown("lesson_show") and not learner.is_shown("lesson_on")
    give(learner, True)
    assert learner.app.scene is not first and "1 right · 0 of 3 wrong" in learner.words("lesson_count")
    missed = learner.app.scene
    assert isinstance(missed, RushScene)
    for _ in range(MOST_WRONG):
        give(learner, False)
    assert isinstance(learner.app.scene, PuzzlesScene) and learner.is_shown("rush_over_close")
    folder = learner.app.folders.settings
    assert load_puzzling(folder).rush == 1 and load_puzzling(folder).rating == PuzzleRecord().rating
    assert puzzle_card(missed.task) in load_repetition(folder, clock()).cards
    learner.press("rush_over_close")
    assert "best rush 1" in learner.words("puzzle_hint")


def test_in_the_window_the_clock_runs_only_while_a_puzzle_is_there_and_ends_it(tmp_path: Path) -> None:
    learner = begin(tmp_path)
    scene = learner.app.scene
    assert isinstance(scene, RushScene)
    used = scene.rush.used_ms
    learner.clock += 60_000
    give(learner, True)  # the time until the next puzzle is there
    assert scene.rush.used_ms < used + 60_000
    learner.wait(milliseconds=LENGTH_MS // 2, times=3)
    assert isinstance(learner.app.scene, PuzzlesScene) and load_puzzling(learner.app.folders.settings).rush == 1


def test_by_typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n"))
    assert main(["--user-dir", str(tmp_path), "puzzles", "rush", "quickfire"]) == 0
    output = capsys.readouterr().out
    assert "3 of 3 wrong" in output or "Your best rush" in output
    kept = load_puzzling(find_folders(str(tmp_path)).settings)
    assert f"{kept.rush} right" in output
