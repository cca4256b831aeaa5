"""Puzzles: every proof is counted again, a broken one is named and not offered, and an answer counts once."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from game.table.order_builder import OrderBuilder
from game.teach.puzzle_record import BEGINNER, PuzzleRecord, load_puzzling, save_puzzling
from game.teach.puzzles import (
    LONGEST,
    Task,
    brief_labels,
    check_shelf,
    daily,
    lesson_of_puzzle,
    open_tasks,
    set_up,
    shelf_files,
    why_not,
    why_not_rolled,
)
from release.makers.puzzle_mining import mine
from rules import SYSTEMS
from rules.kernel.datafile import DataError, source_at
from rules.kernel.lesson import is_accepted, model_order
from rules.kernel.puzzle import Answered, best_orders, chance_gap, choices, load_shelf, text_of
from rules.kernel.seat import Seat
from rules.kernel.system import format_command, parse_command
from tests.capabilities import PUBLISHED
from tests.conftest import MAPS, SOAK, begin

FILES = [path for system in SYSTEMS for path in shelf_files(system)]
SHELVES = [path for path in FILES if not load_shelf(path).rolled]
ROLLED = [path for path in FILES if path not in SHELVES]
A_GAME = 50  # exact puzzles of every game, at least


def tasks_of(path: Path) -> list[Task]:
    return [task for task in open_tasks([path.parent.name])[0] if task.path == path]


def puzzle_name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("path", SHELVES, ids=puzzle_name)
def test_every_proof_stands_when_it_is_counted_anew(path: Path) -> None:
    number, faults = check_shelf(path)
    assert faults == []
    assert number == len(tasks_of(path))


@pytest.mark.parametrize("path", SHELVES, ids=puzzle_name)
def test_no_shelf_is_empty(path: Path) -> None:
    assert tasks_of(path)


@pytest.mark.parametrize("system", PUBLISHED)
def test_every_game_has_its_puzzles_and_no_two_are_one(system: str) -> None:
    found, problems = open_tasks([system])
    assert problems == ()
    tasks = [task for task in found if not task.shelf.rolled]
    assert len(tasks) >= A_GAME
    positions = [(task.position.scenario, task.position.dice, task.position.played, task.shelf.ask) for task in tasks]
    assert len(set(positions)) == len(positions)
    assert len({task.position.scenario for task in tasks}) > 2


@pytest.mark.parametrize("path", SHELVES, ids=puzzle_name)
def test_the_best_order_is_not_simply_the_first_and_beats_the_rest_plainly(path: Path) -> None:
    for task in tasks_of(path):
        right = best_orders(task.chances)
        assert chance_gap(task.chances) >= Fraction(1, 20), task.name
        assert len(right) * 3 <= len(task.chances), task.name
        assert next(iter(task.chances)) not in right, task.name


def some_task() -> Task:
    return tasks_of(MAPS / "puzzles" / "nw_smoke" / "which_target.yaml")[0]


def alter_puzzle(tmp_path: Path, old: str, new: str) -> Path:
    source = some_task().path
    folder = tmp_path / "puzzles" / "nw_smoke"
    folder.mkdir(parents=True, exist_ok=True)
    text = source.read_text("utf-8")
    assert old in text
    (folder / source.name).write_text(text.replace(old, new, 1), "utf-8")
    return folder / source.name


def test_a_proof_that_does_not_hold_is_named_with_its_order(tmp_path: Path) -> None:
    order, chance = next(iter(some_task().position.proof.items()))
    other = "1/7" if chance != "1/7" else "1/8"
    path = alter_puzzle(tmp_path, f'"{order}": "{chance}"', f'"{order}": "{other}"')
    _, faults = check_shelf(path)
    assert any(f"`{order}`: {other} in the proof, {chance} counted" in fault for fault in faults)
    task = next(task for task in open_tasks(["nw_smoke"], tmp_path)[0])
    assert why_not(task) != []


def test_an_order_that_is_no_longer_legal_breaks_the_puzzle(tmp_path: Path) -> None:
    line = some_task().position.played[0]
    path = alter_puzzle(tmp_path, f'- "{line}"', '- "sail to the moon"')
    assert any("order 1, `sail to the moon`" in fault for fault in check_shelf(path)[1])


@pytest.mark.parametrize(
    ("new", "where"),
    [('"17/12"', "expected a chance"), ('"often"', "expected a chance"), ('"1/0"', "expected a chance")],
)
def test_a_chance_that_is_none_is_named_with_line_and_field(tmp_path: Path, new: str, where: str) -> None:
    order, chance = next(iter(some_task().position.proof.items()))
    path = alter_puzzle(tmp_path, f'"{order}": "{chance}"', f'"{order}": {new}')
    with pytest.raises(DataError, match=where) as caught:
        load_shelf(path)
    assert caught.value.problems[0].line > 1
    assert open_tasks(["nw_smoke"], tmp_path)[1] != ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_as_a_lesson_it_takes_every_best_order_and_no_other(system: str) -> None:
    for task in open_tasks([system])[0][::17]:
        lecture = lesson_of_puzzle(task)
        step = next(step for step in lecture.lesson.steps if step.must)
        session = set_up(task)
        seat = Seat(session, session.actor)
        wanted = model_order(session.system, step, session.actor)
        taken = {
            order
            for order in task.chances
            if is_accepted(seat, wanted, step, parse_command(session.system, seat.side, order))
        }
        assert taken == set(best_orders(task.chances))
        assert {format_command(c) for offer in seat.offers() for c in offer.commands} >= set(task.chances)


@pytest.mark.parametrize("system", SYSTEMS)
def test_before_the_answer_no_order_tells_its_dice(system: str) -> None:
    """The odds are hidden until one has answered: the orders name who and at whom, and not "4 dice, 3+"."""
    for task in open_tasks([system])[0][::5]:
        session = set_up(task)
        hand = OrderBuilder(session, session.actor)
        hand.blind = True
        said = [hand.label(parse_command(session.system, session.actor, order)) for order in task.chances]
        told = [step.say for step in lesson_of_puzzle(task).lesson.steps if step.must]
        for words in (*said, *told):
            assert not re.search(r"\b\d+ dic?e\b|\d\+(\s|$)|\d %", words), (task.name, words)


def test_the_puzzle_of_a_day_is_the_same_all_day_and_not_the_same_every_day() -> None:
    tasks = open_tasks(SYSTEMS)[0]
    month = [daily(tasks, date(2026, 11, day)) for day in range(1, 31)]
    assert daily(tasks, date(2026, 11, 3)) == month[2]
    assert len({task.name for task in month if task is not None}) > 20
    assert daily((), date(2026, 11, 3)) is None


def test_only_the_first_answer_to_a_puzzle_counts(tmp_path: Path) -> None:
    record = PuzzleRecord()
    record.answer("a/b/c", BEGINNER, False)
    assert (record.rating, record.streak) == (BEGINNER - 20, 0)
    record.answer("a/b/c", BEGINNER, True)
    assert record.rating == BEGINNER - 20
    assert record.is_solved("a/b/c")
    record.answer("a/b/d", BEGINNER, True)
    record.answer("a/b/e", BEGINNER, True)
    assert (record.streak, record.longest) == (2, 2)
    assert record.rating > BEGINNER - 20
    assert save_puzzling(tmp_path, record) == ""
    assert load_puzzling(tmp_path) == record
    (tmp_path / "puzzles.json").write_text("{", "utf-8")
    assert load_puzzling(tmp_path) == PuzzleRecord()
    assert (tmp_path / "puzzles.broken").exists()


def test_mining_finds_the_same_puzzles_from_the_same_seed(tmp_path: Path) -> None:
    source = some_task().path
    texts = []
    for name in ("one", "other"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(source.read_text("utf-8").partition("\npuzzles:")[0] + "\npuzzles: []\n", "utf-8")
        assert mine(path, load_shelf(path), 1, 9, 60) == 1
        texts.append(path.read_text("utf-8"))
    assert texts[0] == texts[1]
    assert check_shelf(path) == (1, [])


# --- positions: chances by rollouts -----------------------------------------------------------------------------------


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("path", ROLLED, ids=puzzle_name)
def test_the_best_orders_of_a_position_win_ten_points_more_than_any_other(path: Path) -> None:
    for task in tasks_of(path):
        assert chance_gap(task.chances) >= Fraction(1, 10), task.name
        assert len(best_orders(task.chances)) == 1 and len(task.chances) >= 2, task.name
        assert task.position.games >= 40, task.name
        assert why_not(task) == []


@pytest.mark.parametrize("path", ROLLED, ids=puzzle_name)
def test_no_two_positions_of_a_shelf_ask_of_the_very_same_orders(path: Path) -> None:
    asked = [frozenset(task.chances) for task in tasks_of(path)]
    assert len(set(asked)) == len(asked)


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("path", ROLLED, ids=puzzle_name)
def test_a_position_stands_when_it_is_rolled_with_other_dice(path: Path) -> None:
    assert why_not_rolled(tasks_of(path)[0], 24) == []


def a_position(tmp_path: Path) -> Task:
    """Return a position of a real game, its orders those that are offered; the proof is made up."""
    exact = some_task()
    session = set_up(exact)
    orders = [format_command(c) for offer in Seat(session, session.actor).offers() for c in offer.commands][:24]
    proof = dict.fromkeys(orders, "0.400") | {orders[1]: "0.700"}
    why = {"brings": {"their ships": "-1.20"}, "reply": Answered('A fires at "B"', 9, 2, 12)}
    position = exact.position.but(key="made-up", piece="", games=60, proof=proof, **why)
    folder = tmp_path / "puzzles" / "nw_smoke"
    folder.mkdir(parents=True)
    path = folder / "positions.yaml"
    path.write_text("system: nw_smoke\ntheme: x\nask: y\nteaches: z\nrolled: true\npuzzles: []\n", "utf-8")
    path.write_text(text_of(source_at(path), (position,)), "utf-8")
    return open_tasks(["nw_smoke"], tmp_path)[0][0]


def test_a_rolled_proof_is_written_read_and_told_as_a_chance_to_win(tmp_path: Path) -> None:
    task = a_position(tmp_path)
    assert task.position.games == 60 and best_orders(task.chances) == (list(task.chances)[1],)
    answer = lesson_of_puzzle(task).lesson.steps[-1].say
    assert "70 %" in answer and "99 % confidence" in answer and "60 test games" in answer
    assert "their ships −1.20" in answer
    assert 'A fires at "B": after the second-best order in 9 of 12 test games' in answer


@pytest.mark.skipif(not SOAK, reason="games enough to prove it untrue take a quarter of a minute: make soak")
def test_a_rolled_proof_that_is_untrue_is_named(tmp_path: Path) -> None:
    """The proof says that one shot wins thirty points more than all others: other dice do not confirm it."""
    task = a_position(tmp_path)
    assert any("points in 30 games" in fault for fault in why_not_rolled(task, 30))


def test_orders_that_are_offered_otherwise_break_a_rolled_proof(tmp_path: Path) -> None:
    task = a_position(tmp_path)
    _, *others = task.position.proof
    fewer = task.position.but(proof={order: task.position.proof[order] for order in others} | {"done nothing": "0.1"})
    found = why_not(Task(task.system, task.shelf, fewer, task.path))
    assert found == ["`done nothing` is no longer offered"]


def test_of_a_verb_those_of_one_unit_or_of_all_may_be_chosen() -> None:
    session = begin("nw_smoke/savo_island", 1)
    seat = Seat(session, session.actor)
    offer = next(offer for offer in seat.offers() if offer.piece and offer.commands)
    others = [one for one in seat.offers() if one.verb == offer.verb and one.piece not in ("", offer.piece)]
    assert others
    of_one, of_all = choices(seat, offer.verb, offer.piece), choices(seat, offer.verb)
    assert set(offer.commands) <= set(of_one) < set(of_all)
    assert not any(command in of_one for other in others for command in other.commands)


def test_orders_that_differ_anywhere_are_told_apart_in_a_question() -> None:
    """The same charge at one and at the other of two units of a name; two ways of a ship to the same heading."""
    charge = "British hussars or dragoons charges Boer commando, mounted{} · 3:2, uphill"
    one, other = brief_labels([charge.format(""), charge.format(" 2")])
    assert one != other and "mounted 2" in other and "British hussars" in other and len(other) <= LONGEST
    ways = [f"Harusame: ahead 2, wheel to starboard, ahead {n}, wheel to port; 8 boxes, heading 045°" for n in (2, 3)]
    assert brief_labels(ways) == ways, "shortened they would be the same"
    assert brief_labels(["fires at Murakumo"]) == ["fires at Murakumo"]


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_question_offers_two_orders_by_the_same_words(system: str) -> None:
    for task in open_tasks([system])[0]:
        if task.shelf.rolled and task.position.stake is not None:
            session = set_up(task)
            seat = Seat(session, session.actor)
            labels = [seat.sketch(parse_command(session.system, session.actor, order)).label for order in task.chances]
            assert len(set(brief_labels(labels))) == len(labels), task.name
