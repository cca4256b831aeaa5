"""The guide of a lesson and the record of it, without a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.courses import CourseLesson, open_courses
from game.teach.guide import ForcedDice, Guide, LessonBroken, lesson_markup
from game.teach.progress import FILE, Progress, load_progress, save_progress
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.flow import Done
from rules.kernel.lesson import read_lesson
from rules.kernel.system import parse_command

FIRST = "nw_smoke/learn_in_five_minutes"
LECTURES = {lecture.name: lecture for lecture in open_courses(SYSTEMS).lectures}


def guide(name: str = FIRST) -> Guide:
    lecture = LECTURES[name]
    return Guide(lecture.lesson, SYSTEMS[lecture.system])


def do(learner: Guide) -> None:
    """Do what the present step asks for, as the lesson shows it."""
    step = learner.step
    assert step is not None
    if step.must:
        learner.give(learner.wanted_command)
        return
    if step.ask is not None:
        assert learner.answer(next(n for n, answer in enumerate(step.ask.answers) if answer.right))
    assert learner.advance()


@pytest.mark.sweep(keep=15)
@pytest.mark.parametrize("lecture", LECTURES.values(), ids=LECTURES)
def test_every_lesson_can_be_gone_through_to_its_end_and_back(lecture: CourseLesson) -> None:
    learner = Guide(lecture.lesson, SYSTEMS[lecture.system])
    at_step = {}
    while not learner.is_finished:
        at_step[learner.index] = learner.session.digest()
        before = learner.number
        do(learner)
        assert learner.number == (before[0] + 1, before[1])
    assert learner.number[0] == learner.number[1]
    while learner.back():
        assert learner.session.digest() == at_step[learner.index], learner.index
    assert learner.number[0] == 1


def test_one_cannot_go_on_before_the_task_is_done() -> None:
    learner = guide()
    learner.go_to(2)
    assert learner.task is not None
    assert not learner.advance()
    assert "Do the task first" in learner.why_not_continue()
    learner.give(Done("USN"))
    assert learner.number[0] == 4
    assert learner.back() and learner.advance(), "what was done once is done again by going on"
    assert learner.number[0] == 4


def test_an_order_the_rules_forbid_is_caught_with_its_rule() -> None:
    learner = guide()
    learner.go_to(4)
    wrong = learner.wrong(parse_command(learner.system, "USN", "move helena FFFF"))
    assert wrong.startswith("Helena must move 3 hexes") and "(rule:NW-ORD-H1" in wrong
    assert learner.task is not None, "nothing was carried out"


def test_a_legal_order_that_is_not_meant_is_not_carried_out_and_answered() -> None:
    learner = guide()
    learner.go_to(4)
    before = learner.session.digest()
    wrong = learner.wrong(parse_command(learner.system, "USN", "evade helena"))
    assert wrong.startswith("Evading would halve her speed")
    assert learner.session.digest() == before


def test_a_click_that_leads_nowhere_is_answered_by_the_lesson() -> None:
    learner = guide()
    learner.go_to(4)
    assert "Four hexes ahead is too far" in learner.wrong_at("", (1710,))
    assert learner.wrong_at("", (101,)) == ""


def test_nothing_can_be_given_where_nothing_is_asked() -> None:
    learner = guide()
    assert "read on" in learner.wrong(Done("USN"))
    learner.go_to(11)
    assert "Choose one" in learner.wrong(Done("USN"))


def test_an_order_as_good_as_the_one_shown_is_taken() -> None:
    learner = guide("quickfire/learn_in_five_minutes")
    learner.go_to(2)
    command = parse_command(learner.system, "usa", "move ohio 8R")
    assert learner.wrong(command) == ""
    learner.give(command)
    while not learner.is_finished:
        do(learner)


def test_a_wrong_answer_does_not_open_the_way_on() -> None:
    learner = guide()
    learner.go_to(11)
    assert not learner.answer(0)
    assert not learner.advance()
    assert learner.answer(1)
    assert learner.advance() and learner.index == 12


def test_the_exact_odds_are_kept_for_the_end() -> None:
    learner = guide()
    learner.go_to(99)
    assert learner.is_finished
    (weighed,) = learner.weighed.values()
    assert weighed.odds.exact
    assert weighed.odds.of("miss") == pytest.approx(5 / 12)


def test_beginning_again_forgets_what_was_done() -> None:
    learner = guide()
    first = learner.session.digest()
    learner.go_to(99)
    learner.restart()
    assert learner.session.digest() == first
    learner.go_to(2)
    assert learner.why_not_continue()


def test_forced_dice_fall_as_given_and_then_by_chance() -> None:
    dice = ForcedDice((6, 1))
    assert dice.roll(2, 6) == (6, 1)
    assert all(1 <= face <= 6 for face in dice.roll(20, 6))


def test_a_rule_in_the_words_becomes_a_link_with_its_badge() -> None:
    system = SYSTEMS["nw_smoke"]
    assert lesson_markup(system, "See [[NW-GUN-H6]].") == "See [○\u00a0NW-GUN-H6](rule:NW-GUN-H6)."


@pytest.mark.parametrize(
    ("old", "new"),
    [("do: done", "do: dance"), ("do: move fubuki F", "do: move fubuki FFFFF"), ("map: lunga_roads", "map: nowhere")],
)
def test_a_lesson_that_does_not_hold_says_so_and_does_not_crash(old: str, new: str) -> None:
    text = LECTURES[FIRST].path.read_text("utf-8")
    broken = read_lesson(text.replace(old, new, 1))
    with pytest.raises((LessonBroken, DataError)):
        learner = Guide(broken, SYSTEMS["nw_smoke"])
        learner.go_to(99)


# --- the courses and the record -----------------------------------------------------------------------------------


def test_lessons_stand_in_their_order_and_lead_to_the_next() -> None:
    courses = open_courses(SYSTEMS)
    course = courses.of("nw_smoke")
    assert [one.lesson.order for one in course] == sorted(one.lesson.order for one in course)
    assert courses.after(course[-1]) is None
    for one, following in zip(course, course[1:], strict=False):
        assert courses.after(one) == following


def test_a_broken_lesson_is_left_out_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "lessons" / "nw_smoke"
    folder.mkdir(parents=True)
    good = LECTURES[FIRST].path.read_text("utf-8")
    (folder / "good.yaml").write_text(good, "utf-8")
    (folder / "bad.yaml").write_text("steps: 3", "utf-8")
    (folder / "stray.yaml").write_text(good.replace("system: nw_smoke", "system: quickfire", 1), "utf-8")
    courses = open_courses(SYSTEMS, tmp_path)
    assert [one.key for one in courses.lectures] == ["good"]
    assert {Path(problem.file).name for problem in courses.problems} == {"bad.yaml", "stray.yaml"}


def test_progress_is_kept(tmp_path: Path) -> None:
    progress = Progress()
    progress.leave(FIRST, 4)
    assert save_progress(tmp_path, progress) == ""
    assert load_progress(tmp_path).left_at == {FIRST: 4}
    progress.finish(FIRST, 3)
    progress.finish(FIRST, 2)
    assert save_progress(tmp_path, progress) == ""
    found = load_progress(tmp_path)
    assert found.is_finished(FIRST) and found.finished == [FIRST] and not found.left_at


@pytest.mark.parametrize("text", ["", "[]", "{", '{"finished": 3}', '{"surprise": 1}', "\x00\x01"])
def test_a_damaged_record_is_put_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert load_progress(tmp_path) == Progress()
    assert (tmp_path / FILE).with_suffix(".broken").exists()
    assert save_progress(tmp_path, Progress(finished=[FIRST])) == ""


def test_a_record_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    assert "not saved" in save_progress(tmp_path / "nowhere" / "else", Progress())
