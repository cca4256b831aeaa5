"""What is at stake in a position: counted as in the ledger, in words, and chosen so that it separates the orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.folders import find_folders
from game.teach.puzzle_record import load_puzzling
from game.teach.puzzles import (
    Task,
    available_puzzles,
    check_shelf,
    lesson_of_puzzle,
    open_tasks,
    question_of,
    set_up,
    shelf_files,
    why_not,
    why_not_rolled,
)
from main import main
from release.makers.mining_positions import play_carelessly
from release.makers.small_battles import small_battle
from rules import SYSTEMS
from rules.analysis.puzzle_search import (
    LEAST,
    LOOKED_AT,
    ROLLING,
    asked_about,
    best_objective,
    paired_difference,
    stakes_of,
    units_of,
)
from rules.analysis.rollouts import rank_orders
from rules.kernel.datafile import DataError, source_at
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Done
from rules.kernel.objective import Objective, final_metrics
from rules.kernel.puzzle import load_shelf, text_of
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.nw_smoke.commands import Fire
from tests.capabilities import BUILDABLE
from tests.conftest import begin, stroll

GAMES = 24


def objective_tasks() -> list[Task]:
    return [task for task in open_tasks(["nw_smoke"])[0] if task.position.stake is not None]


@pytest.mark.parametrize("system", BUILDABLE)
def test_the_counts_of_a_battle_are_those_of_its_ledger_and_mirror_each_other(system: str) -> None:
    scenario, sheet = small_battle(system, 3)
    session = Session(SYSTEMS[system], scenario, sheet, seed=3)
    one, other = (side.key for side in scenario.sides)
    assert final_metrics(session.system.metrics, session.state, one) == {}, "nothing is counted before the end"
    play_carelessly(session, 3)
    ours, theirs = (final_metrics(session.system.metrics, session.state, side) for side in (one, other))
    points = {score.side: score.points for score in Seat(session, "").view().scores}
    assert ours["ahead"] == points[one] - points[other] == -theirs["ahead"]
    assert (ours["lost"], ours["hurt"]) == (theirs["taken"], theirs["done"])
    assert (theirs["lost"], theirs["hurt"]) == (ours["taken"], ours["done"])
    assert ours["result"] + theirs["result"] == 2
    assert ours["result"] == {one: 2, "": 1, other: 0}[session.state.outcome.winner]
    assert ours["hurt"] + ours["done"] > 0, "somebody was hit"


def test_a_small_battle_is_small_soon_over_and_the_same_every_time() -> None:
    for system in BUILDABLE:
        scenario, _ = small_battle(system, 5)
        assert scenario == small_battle(system, 5)[0] != small_battle(system, 6)[0]
        assert scenario.turns <= 5
        assert 2 <= sum(len(force.units) for force in scenario.forces) <= 16


@pytest.mark.parametrize(
    ("stake", "words"),
    [
        (Objective(count="result", least=2), "win this battle"),
        (Objective(count="result", least=1), "hold them to a draw or better"),
        (Objective(count="ahead", least=8), "end the battle at least 8 points ahead"),
        (Objective(count="ahead", least=0), "end the battle level or ahead"),
        (Objective(count="ahead", least=-1), "end the battle no more than 1 point behind"),
        (Objective(count="taken", least=1), "have at least 1 ship of theirs out of action or sunk by the end"),
        (Objective(count="lost", most=0), "have no ship of yours out of action or sunk by the end"),
        (Objective(count="lost", most=2), "have no more than 2 ships of yours out of action or sunk by the end"),
        (Objective(count="done", least=5), "inflict at least 5 levels of damage by the end"),
        (Objective(count="hurt", most=1), "end the battle with no more than 1 level of damage"),
        (Objective(count="hurt", most=0), "end the battle without any levels of damage"),
    ],
)
def test_a_stake_is_told_in_plain_words(stake: Objective, words: str) -> None:
    assert stake.words(SYSTEMS["nw_smoke"].metrics) == words
    assert list(stake.faults()) == []


def test_a_stake_is_met_by_at_least_or_at_most_as_much() -> None:
    end = {"result": 1, "ahead": -2, "lost": 1, "hurt": 4, "taken": 0, "done": 3}
    assert Objective(count="result", least=1).holds(end) and not Objective(count="result", least=2).holds(end)
    assert Objective(count="ahead", least=-2).holds(end) and not Objective(count="ahead", least=-1).holds(end)
    assert Objective(count="hurt", most=4).holds(end) and not Objective(count="hurt", most=3).holds(end)


def some_orders() -> tuple[Fire, Fire, Fire]:
    a, b, c = (Fire(side="USN", ship="little", target=name) for name in ("a", "b", "c"))
    return a, b, c


def test_of_all_stakes_the_one_is_taken_that_parts_the_orders_most() -> None:
    """Always three hits, or six or none: asking for six separates the orders more than asking to be ahead."""
    bold, steady, third = some_orders()
    ended = {
        bold: [{"ahead": n % 2, "done": hits} for n, hits in enumerate((6, 6, 6, 0, 6, 6, 0, 6))],
        steady: [{"ahead": 0, "done": 3} for _ in range(8)],
        third: [{"ahead": 0, "done": 3} for _ in range(8)],
    }
    found = best_objective(ended, 0.1, 0.3)  # type: ignore[arg-type]
    assert found is not None
    assert found.stake == Objective(count="done", least=6)
    assert found.choice[0] == bold and set(found.choice) == {bold, steady, third}
    assert found.gap == 0.75


def test_orders_of_equal_worth_are_no_question_and_one_as_good_as_the_best_is_left_out() -> None:
    bold, steady, third = some_orders()
    ended = {command: [{"done": hits} for hits in (1, 2, 3, 4)] for command in (bold, steady, third)}
    assert best_objective(ended, 0.1, 0.3) is None  # type: ignore[arg-type]
    ended[third] = [{"done": 0} for _ in range(4)]
    found = best_objective(ended, 0.1, 0.6)  # type: ignore[arg-type]
    assert found is not None and found.choice[1:] == (third,), "the twin of the best is not among them"


def test_that_something_is_better_than_nothing_is_no_question() -> None:
    bold, *_ = some_orders()
    ended = {bold: [{"done": 4 * (n < 6)} for n in range(8)], Done("USN"): [{"done": 0}] * 8}
    assert best_objective(ended, 0.1, 0.3) is None


def test_a_gap_of_few_games_is_never_certain() -> None:
    stake = Objective(count="done", least=1)
    gap, error = paired_difference(stake, [{"done": 1}] * 6, [{"done": 0}] * 6)
    assert gap == 1.0 and error > 0.15
    assert paired_difference(stake, [{"done": 1}] * 60, [{"done": 0}] * 60)[1] < error / 3


def test_large_points_are_asked_in_hundreds() -> None:
    bold, *_ = some_orders()
    asked = {stake.least for stake in stakes_of({bold: [{"ahead": points} for points in (0, 2345, 12345)]})}
    assert asked == {2400, 12400}


# --- on the shelf -----------------------------------------------------------------------------------------------------


def write_shelf(tmp_path: Path, task: Task, old: str, new: str) -> Path:
    """Return a shelf with only this puzzle, one text in it changed."""
    folder = tmp_path / "puzzles" / "nw_smoke"
    folder.mkdir(parents=True)
    path = folder / "positions.yaml"
    text = text_of(source_at(task.path), (task.position,))
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    battles = task.path.parent / "battles"
    (folder / "battles").symlink_to(battles)
    return path


def stake_line(task: Task) -> str:
    lines = text_of(source_at(task.path), (task.position,)).splitlines()
    return next(line for line in lines if line.startswith("  stake:"))


def test_the_stake_is_asked_for_and_its_chances_are_told_in_the_answer() -> None:
    task = objective_tasks()[0]
    assert task.position.stake is not None
    words = task.position.stake.words(SYSTEMS[task.system].metrics)
    assert words in question_of(task)
    steps = lesson_of_puzzle(task).lesson.steps
    question = next(step for step in steps if step.must)
    assert words in question.say and "Captains play both sides to the end" in question.say
    session = set_up(task)
    points = {score.side: score.points for score in Seat(session, session.actor).view().scores}
    ahead = Seat(session, session.actor).metrics_so_far()["ahead"]
    assert ahead == points.pop(session.actor) - sum(points.values())
    now = Seat(session, session.actor).metrics_so_far()[task.position.stake.count]
    assert f"So far: {now}. " in question.say
    assert f"Chances to {words}" in steps[-1].say
    assert all("reaches it in about" in wrong.say for wrong in question.wrong)


def test_a_stake_is_written_as_it_was_read(tmp_path: Path) -> None:
    task = objective_tasks()[0]
    path = write_shelf(tmp_path, task, "rolled: true", "rolled: true")
    assert load_shelf(path).puzzles == (task.position,)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  stake: {count: glory, least: 1}", "expected one of result, ahead"),
        ("  stake: {count: hurt, least: 1}", "expected `most` and nothing else"),
        ("  stake: {count: ahead}", "expected `least` and nothing else"),
        ("  stake: {count: result, least: 3}", "2, a victory, or 1, a draw or better"),
    ],
)
def test_a_stake_that_is_none_is_named_with_line_and_field(tmp_path: Path, line: str, said: str) -> None:
    task = objective_tasks()[0]
    path = write_shelf(tmp_path, task, stake_line(task), line)
    with pytest.raises(DataError, match=said) as caught:
        load_shelf(path)
    [problem] = caught.value.problems
    assert problem.field == "puzzles[0].stake"
    assert path.read_text("utf-8").splitlines()[problem.line - 1] == line
    assert check_shelf(path)[1] != [] and open_tasks(["nw_smoke"], tmp_path)[0] == ()


def test_a_stake_that_no_longer_holds_is_named(tmp_path: Path) -> None:
    """The task is so easy that every order fulfils it: none is better."""
    task = objective_tasks()[0]
    path = write_shelf(tmp_path, task, stake_line(task), "  stake: {count: ahead, least: -100000}")
    [untrue] = open_tasks(["nw_smoke"], tmp_path)[0]
    assert path == untrue.path
    [fault] = why_not_rolled(untrue, GAMES)
    assert "leads by 0 " in fault and f"in {GAMES} games" in fault


def test_a_stake_found_untrue_is_not_offered_until_it_is_another_or_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`puzzles check --all` names it; then it is in no list, is no puzzle of the day and never the next puzzle."""
    one, two = objective_tasks()[:2]
    path = write_shelf(tmp_path, one, stake_line(one), "  stake: {count: ahead, least: -100000}")
    folders = ["--user-dir", str(tmp_path / "own")]
    monkeypatch.setattr("game.console.puzzles.shelf_files", lambda system: [path])
    monkeypatch.setattr("game.console.puzzles.open_tasks", lambda systems: open_tasks(systems, tmp_path))
    assert main([*folders, "puzzles", "list", "nw_smoke"]) == 0 and "not available" not in capsys.readouterr().out
    assert main([*folders, "puzzles", "check", "nw_smoke", "--all"]) == 1
    assert one.position.key in capsys.readouterr().out
    [untrue] = open_tasks(["nw_smoke"], tmp_path)[0]
    record = load_puzzling(find_folders(str(tmp_path / "own")).settings)
    assert available_puzzles([untrue, two], record) == (two,)
    assert main([*folders, "puzzles", "list", "nw_smoke"]) == 0
    assert "1 puzzle is wrong and not available" in capsys.readouterr().out
    mended = replace(untrue, position=one.position)
    assert available_puzzles([mended], record) == (mended,), "another stake is another puzzle"
    record.note_new_proof(untrue.name, untrue.mark, holds=True)
    assert available_puzzles([untrue], record) == (untrue,)


def test_a_puzzle_whose_proof_leaves_less_than_ten_points_is_not_offered(tmp_path: Path) -> None:
    task = objective_tasks()[0]
    (first, most), (_, next_best), *_ = task.position.proof.items()
    path = write_shelf(tmp_path, task, f'"{first}": "{most}"', f'"{first}": "{float(next_best) + 0.05:.3f}"')
    [close] = open_tasks(["nw_smoke"], tmp_path)[0]
    assert why_not(close) == ["the best order is only 5.0% better than the next"]
    assert any("5.0% better" in fault for fault in check_shelf(path)[1])


def test_counted_puzzles_have_no_stake(tmp_path: Path) -> None:
    source = next(path for path in shelf_files("nw_smoke") if not load_shelf(path).rolled)
    text = source.read_text("utf-8").replace("  proof:", "  stake: {count: ahead, least: 1}\n  proof:", 1)
    path = tmp_path / source.name
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match="expected none where chances are counted"):
        load_shelf(path)


# --- Which orders a position is asked with: the best at first sight, then others of its kind down to the worst ---


def test_what_looks_best_is_asked_beside_the_worst_of_its_kind() -> None:
    session, seen = begin("nw_smoke/little_and_gregory", seed=4), 0
    for _ in stroll(session, SeededDice(4), 60):
        if session.over:
            break
        seat = Seat(session, session.actor)
        for _, orders in units_of(seat, 9):
            ranked = rank_orders(seat, orders, ROLLING, 9)
            alike = [command for command in ranked[1:] if type(command) is type(ranked[0])]
            if len(alike) < 12:
                continue
            seen += 1
            asked = asked_about(seat, orders, 9)
            assert asked[0] == ranked[0] and alike[-1] in asked
            places = [alike.index(command) for command in asked[1:] if command in alike]
            assert places == sorted(places) and len(set(places)) == len(places)
            assert len(asked) <= LOOKED_AT and places[0] >= len(alike) // LOOKED_AT - 1, "not those next to the best"
    assert seen > 3


def test_only_units_with_an_order_of_the_verbs_asked_for_are_looked_at() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=4)
    for _ in stroll(session, SeededDice(4), 40):
        seat = Seat(session, session.actor)
        for verb in {offer.verb for offer in seat.offers()}:
            able = {offer.piece for offer in seat.offers() if offer.verb == verb} | {""}
            assert {piece for piece, _ in units_of(seat, 1, (verb,))} <= able
        units = units_of(seat, 1)
        assert all(len(set(orders)) == len(orders) >= LEAST for _, orders in units)
