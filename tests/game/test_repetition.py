"""Missed questions come back when they are due: cards and clocks, damaged files, the lessons page, text play."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.folders import find_folders
from game.scenes.course import CourseScene
from game.scenes.due import StepScene
from game.scenes.puzzle import PuzzleScene, open_puzzle
from game.stack import Pop
from game.teach import repetition
from game.teach.guide import Guide
from game.teach.progress import load_progress
from game.teach.puzzles import open_tasks
from game.teach.repetition import (
    FILE,
    Repetition,
    due_now,
    due_sentence,
    load_repetition,
    note_answer,
    note_new_rule,
    puzzle_card,
    short_lesson,
    step_card,
)
from main import main
from rules import SYSTEMS
from rules.kernel.flow import Done
from rules.kernel.puzzle import best_orders
from rules.kernel.system import format_command, parse_command
from tests.game.test_teach_scenes import FIRST, FIRSTS, LECTURES, School, by_keys, by_mouse

START = datetime(2026, 11, 27, 12, tzinfo=UTC)
DAY = timedelta(days=1)
CARD = "rule:nw_smoke/NW-GUN-H1"
RULE = SYSTEMS["nw_smoke"].rulebook["NW-GUN-H1"]


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(repetition, "clock", clock)
    return clock


def test_what_is_missed_comes_back_tomorrow_and_then_later_and_later() -> None:
    record = Repetition()
    assert record.answer(CARD, False, START)
    assert record.due(START) == [] and record.due(START + DAY) == [CARD]
    now, waits = START, []
    for _ in range(5):
        now = record.cards[CARD].due
        assert record.answer(CARD, True, now)
        waits.append((record.cards[CARD].due - now).days)
    assert waits == sorted(waits) and waits[0] >= 1 and waits[-1] > 2 * waits[0]
    assert record.answer(CARD, False, now + DAY)
    assert (record.cards[CARD].due - now).days < waits[-1]


def test_right_answers_before_the_day_and_mistakes_of_the_same_day_count_nothing() -> None:
    record = Repetition()
    assert not record.answer(CARD, True, START) and not record.cards
    record.answer(CARD, False, START)
    before = record.cards[CARD]
    assert not record.answer(CARD, True, START) and not record.answer(CARD, False, START)
    assert record.cards[CARD] == before


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=400), timedelta(days=4000)])
def test_a_clock_set_back_loses_nothing(clock: Clock, tmp_path: Path, back: timedelta) -> None:
    for rule in ("NW-GUN-H1", "NW-MOV-H1"):
        note_new_rule(tmp_path, "nw_smoke", rule)
        clock.now += DAY
    clock.now += DAY - back
    record = load_repetition(tmp_path, clock.now)
    assert len(record.cards) == 2
    assert max(card.reviewed for card in record.cards.values()) <= clock.now
    assert {card.due - card.reviewed for card in record.cards.values()} == {DAY}
    clock.now += 2 * DAY
    assert len(due_now(tmp_path, None)) == 2
    assert note_answer(tmp_path, CARD, True) == ""
    assert load_repetition(tmp_path, clock.now).cards[CARD].due > clock.now


GOOD = '{"reviewed": "2026-11-27T12:00:00Z", "due": "2026-11-28T12:00:00Z", "stability": 1.0, "difficulty": 5.0}'


def test_due_dates_survive_a_restart(clock: Clock, tmp_path: Path) -> None:
    note_new_rule(tmp_path, "nw_smoke", "NW-GUN-H1")
    first = load_repetition(tmp_path, clock.now)
    note_new_rule(tmp_path, "nw_smoke", "NW-GUN-H1")
    assert load_repetition(tmp_path, clock.now) == first and set(first.cards) == {CARD}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"surprise": 1}',
        f'{{"cards": {{"a": {GOOD.replace("1.0", "-1")}}}}}',
        f'{{"cards": {{"a": {GOOD.replace("5.0", "99")}}}}}',
        f'{{"cards": {{"a": {GOOD.replace("2026-11-28", "9999-11-28")}}}}}',
        f'{{"cards": {{"a": {GOOD.replace("12:00:00Z", "12:00:00")}}}}}',
        f'{{"cards": {{"a": {GOOD.replace("1.0", "1e999")}}}}}',
    ],
)
def test_a_damaged_file_is_put_aside_and_told_on_the_page_and_by_typing(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    learner = School(tmp_path)
    folder = learner.app.folders.settings
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(text, "utf-8")
    learner.app.screens.course("nw_smoke")
    learner.wait()
    told = learner.words("put_aside")
    assert FILE in told and "repetition.broken" in told
    assert (folder / "repetition.broken").read_text("utf-8") == text
    assert main(["--user-dir", str(tmp_path), "lessons"]) == 0
    assert "repetition.broken" in capsys.readouterr().out


def test_a_good_file_is_read() -> None:
    assert Repetition(cards={"a": repetition.Card(START, START + DAY, 1.0, 5.0)}).due(START + DAY) == ["a"]


def test_cards_of_what_is_not_there_any_more_are_passed_over(clock: Clock, tmp_path: Path) -> None:
    for card in ("lesson:nw_smoke/gone#12345678", "puzzle:nw_smoke/gone/1", "rule:nw_smoke/GONE", "nonsense", CARD):
        note_answer(tmp_path, card, False)
    clock.now += DAY
    assert [task.card for task in due_now(tmp_path, None)] == [CARD]


def test_every_task_of_every_lesson_can_be_asked_alone() -> None:
    for lecture in LECTURES.values():
        for index, step in enumerate(lecture.lesson.steps):
            if not (step.must or step.ask is not None):
                continue
            guide = Guide(short_lesson(lecture, index).lesson, SYSTEMS[lecture.system])
            assert guide.step == step and guide.number == (1, 2)
            if step.must:
                guide.give(guide.wanted_command)
            else:
                assert step.ask is not None
                guide.answer(next(n for n, answer in enumerate(step.ask.answers) if answer.right))
                guide.advance()
            assert guide.is_finished and guide.stars == 3, (lecture.name, index)


# --- stars ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "stars"), [("well", 3), ("shown", 2), ("wrong", 1)])
def test_a_lesson_has_three_stars_without_help_two_with_it_one_with_mistakes(
    clock: Clock, tmp_path: Path, how: str, stars: int
) -> None:
    learner = School(tmp_path)
    scene = learner.begin(FIRST)
    while scene.guide.task is None:
        by_mouse(learner)
    first = scene.guide.index
    if how == "shown":
        learner.press("lesson_show")
    if how == "wrong":
        scene.submit(parse_command(scene.session.system, "USN", "speed helena 3"))
    while not scene.guide.is_finished:
        by_mouse(learner)
    text = "★" * stars + "☆" * (3 - stars)
    assert text in learner.words("lesson_text")
    folder = learner.app.folders.settings
    assert load_progress(folder).stars_of(FIRST) == stars
    clock.now += DAY
    cards = [task.card for task in due_now(folder, None)]
    assert cards == ([] if stars == 3 else [step_card(LECTURES[FIRST], first)])
    learner.app.change(Pop())
    learner.app.screens.course("nw_smoke")
    learner.wait()
    assert text in learner.app.tree.find("lesson_learn_in_five_minutes").note  # type: ignore[attr-defined]
    assert f"{stars} of 3 stars" in learner.app.tree.find("lesson_learn_in_five_minutes").accessible_name()


def test_a_mistake_counts_after_a_lesson_was_left_and_the_best_stars_stay(clock: Clock, tmp_path: Path) -> None:
    learner = School(tmp_path)
    scene = learner.begin(FIRST)
    while scene.guide.task is None:
        by_mouse(learner)
    scene.submit(parse_command(scene.session.system, "USN", "speed helena 3"))
    learner.app.change(Pop())
    scene = learner.begin(FIRST)
    while not scene.guide.is_finished:
        by_mouse(learner)
    assert load_progress(learner.app.folders.settings).stars_of(FIRST) == 1
    scene.restart()
    while not scene.guide.is_finished:
        by_mouse(learner)
    assert load_progress(learner.app.folders.settings).stars_of(FIRST) == 3


# --- the lessons page -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIRSTS)
def test_the_lessons_page_offers_what_is_due_in_one_sentence_and_asks_it(
    clock: Clock, tmp_path: Path, name: str
) -> None:
    learner = School(tmp_path)
    lecture = LECTURES[name]
    index = next(n for n, step in enumerate(lecture.lesson.steps) if step.must and step.do != "done")
    folder = learner.app.folders.settings
    note_answer(folder, step_card(lecture, index), False)
    rule = next(iter(lecture.lesson.rule))
    note_new_rule(folder, lecture.system, rule)
    learner.app.screens.course(lecture.system)
    learner.wait()
    assert learner.words("due") == "Nothing to repeat today. Next on 28 November 2026."
    assert not learner.is_shown("repeat")
    clock.now += DAY
    learner.app.rebuild()
    learner.wait()
    assert learner.words("due") == "To repeat today: 1 step of a lesson and 1 rule."
    learner.press("repeat")
    assert isinstance(learner.app.scene, StepScene)
    by_mouse(learner)
    assert learner.lesson.guide.is_finished and "comes back on" in learner.words("lesson_text")
    learner.press("lesson_on")
    learner.press("due_show")
    assert learner.words("due_rule") == SYSTEMS[lecture.system].rulebook[rule].summary
    learner.press("due_right")
    assert isinstance(learner.app.scene, CourseScene)
    assert "Nothing to repeat today" in learner.words("due") and not due_now(folder, None)


def test_a_step_that_goes_wrong_again_comes_back_tomorrow_and_one_left_stays_due(clock: Clock, tmp_path: Path) -> None:
    learner = School(tmp_path)
    lecture, folder = LECTURES[FIRST], learner.app.folders.settings
    index = next(n for n, step in enumerate(lecture.lesson.steps) if step.must)
    card = step_card(lecture, index)
    note_answer(folder, card, False)
    clock.now += DAY
    learner.app.screens.course("nw_smoke")
    learner.wait()
    learner.press("repeat")
    learner.app.change(Pop())
    learner.wait()
    assert isinstance(learner.app.scene, CourseScene) and len(due_now(folder, None)) == 1
    learner.press("repeat")
    scene = learner.lesson
    scene.submit(parse_command(scene.session.system, "USN", "speed helena 3"))
    by_keys(learner)
    assert scene.guide.is_finished
    found = load_repetition(folder, clock.now).cards[card]
    assert found.reviewed == clock.now and found.due == clock.now + DAY
    assert load_progress(folder).finished == []


def test_a_puzzle_answered_wrongly_comes_back_and_a_right_answer_sends_it_away(clock: Clock, tmp_path: Path) -> None:
    learner = School(tmp_path)
    folder = learner.app.folders.settings
    task = next(task for task in open_tasks(["quickfire"])[0] if not task.shelf.rolled)
    wrong = next(order for order in task.chances if order not in best_orders(task.chances))
    right = best_orders(task.chances)[0]

    def give(order: str) -> None:
        scene = learner.app.scene
        assert isinstance(scene, PuzzleScene)
        scene.submit(parse_command(scene.session.system, scene.guide.side, order))

    open_puzzle(learner.app, task)
    give(wrong)
    give(right)
    learner.app.change(Pop())
    assert list(load_repetition(folder, clock.now).cards) == [puzzle_card(task)]
    clock.now += DAY
    learner.app.screens.course("quickfire")
    learner.wait()
    assert learner.words("due") == "To repeat today: 1 puzzle."
    learner.press("repeat")
    give(right)
    learner.press("lesson_on")
    learner.press("lesson_on")
    assert isinstance(learner.app.scene, CourseScene) and not due_now(folder, None)


# --- by typing --------------------------------------------------------------------------------------------------------


def type_lessons(monkeypatch: pytest.MonkeyPatch, folder: Path, lines: list[str], *words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["--user-dir", str(folder), "lessons", *words]) == 0


@pytest.mark.parametrize("name", FIRSTS)
def test_a_lesson_is_played_by_typing_and_what_was_shown_is_repeated(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    guide, lines = Guide(LECTURES[name].lesson, SYSTEMS[LECTURES[name].system]), []
    missed: list[str] = []
    while not guide.is_finished:
        step = guide.step
        assert step is not None
        if step.must:
            order = format_command(guide.wanted_command)
            if not missed and type(guide.wanted_command) is not Done:
                lines.append("show")
                missed.append(order)
            lines.append(order)
            guide.give(guide.wanted_command)
            continue
        if step.ask is not None:
            right = next(n for n, answer in enumerate(step.ask.answers) if answer.right)
            guide.answer(right)
            lines.append(str(right + 1))
        else:
            lines.append("")
        guide.advance()
    type_lessons(monkeypatch, tmp_path, [*lines[:3], "quit"], "play", name)
    type_lessons(monkeypatch, tmp_path, lines[3:], "play", name)
    output = capsys.readouterr().out
    assert f"Type: {missed[0]}" in output and "[[" not in output and "**" not in output
    assert load_progress(find_folders(str(tmp_path)).settings).stars_of(name) == 2
    type_lessons(monkeypatch, tmp_path, [], "list")
    assert f"  **   1. {LECTURES[name].lesson.title}" in capsys.readouterr().out
    clock.now += DAY
    type_lessons(monkeypatch, tmp_path, missed, "repeat")
    output = capsys.readouterr().out
    assert "To repeat today: 1 step of a lesson." in output and "It comes back on" in output
    assert due_now(find_folders(str(tmp_path)).settings, None) == []


def test_a_rule_is_asked_by_typing(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = find_folders(str(tmp_path)).settings
    folder.mkdir(parents=True, exist_ok=True)
    note_new_rule(folder, "nw_smoke", RULE.id)
    clock.now += DAY
    assert due_sentence(folder, due_now(folder, None)) == "To repeat today: 1 rule."
    type_lessons(monkeypatch, tmp_path, ["", "n"], "repeat")
    assert RULE.summary in capsys.readouterr().out
    clock.now += DAY
    assert [task.rule for task in due_now(folder, None)] == [RULE]
