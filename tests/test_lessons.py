"""Every lesson is a test: played as it is taught, with every order it accepts and every mistake it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.lesson import LINK, Lesson, load_lesson, read_lesson, try_lesson
from rules.players import PLAYERS
from tests.conftest import MAPS, map_named, scenario_named

FILES = sorted((MAPS / "lessons").rglob("*.yaml"))
MOST_LETTERS = 420  # of a text on the card, which holds four lines at 1280 x 720
each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(MAPS / "lessons").as_posix())


def lesson_failures(lesson: Lesson) -> tuple[str, ...]:
    return try_lesson(lesson, SYSTEMS, scenario_named, map_named)


@pytest.mark.sweep(keep=10)
@each
def test_a_lesson_goes_as_it_is_told(path: Path) -> None:
    assert lesson_failures(load_lesson(path)) == ()


@each
def test_a_lesson_lies_in_the_folder_of_its_game(path: Path) -> None:
    assert load_lesson(path).system == path.parent.name


@each
def test_who_takes_over_when_a_lesson_is_played_on_is_a_computer_player(path: Path) -> None:
    assert load_lesson(path).opponent in PLAYERS


@each
def test_a_lesson_proves_something_and_names_its_rules(path: Path) -> None:
    lesson = load_lesson(path)
    assert any(step.expect or step.refuse or step.wrong for step in lesson.steps)
    assert lesson.rule or any(LINK.search(step.say) for step in lesson.steps)
    assert lesson.learned


@each
def test_dice_the_learner_throws_are_weighed(path: Path) -> None:
    """A learner who rolls in a lesson sees the exact odds, at least once."""
    lesson = load_lesson(path)
    throws = any(step.must and step.dice and not step.do.startswith("done") for step in lesson.steps)
    assert not throws or any(step.odds for step in lesson.steps)


@each
def test_no_step_says_more_than_fits_under_the_board(path: Path) -> None:
    lesson = load_lesson(path)
    assert [step.say for step in lesson.steps if len(LINK.sub("Rule-1", step.say)) > MOST_LETTERS] == []


@pytest.mark.parametrize("key", sorted({path.parent.name for path in FILES}))
def test_a_course_begins_with_five_minutes_and_has_an_order(key: str) -> None:
    course = sorted(
        (load_lesson(path).order, path.stem, load_lesson(path)) for path in FILES if path.parent.name == key
    )
    assert [order for order, _, _ in course] == list(range(1, len(course) + 1))
    assert course[0][2].minutes <= 5


# --- files that are wrong ---------------------------------------------------------------------------------------------

GOOD = """system: nw_smoke
title: "A trial"
idea: "Nothing."
order: 1
side: USN
scenario: little_and_gregory
dice: [1, 6]
steps:
- say: "End the phase."
  do: done
  must: true
"""


def lesson_refusal(text: str) -> str:
    with pytest.raises(DataError) as caught:
        read_lesson(text)
    return str(caught.value)


def test_the_trial_is_sound() -> None:
    assert lesson_failures(read_lesson(GOOD)) == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("order: 1\n", "", "order"),
        ("order: 1", "order: first", "order"),
        ("  must: true\n", "", "at least one step with `must: true`"),
        ("order: 1", "order: 1\nminutes: 900", "expected 1 to 120 minutes, found 900"),
        ('- say: "End the phase."\n  do', "- do", "needs `do`, what is to be given, and `say`"),
        ("must: true", "must: true\n  show: {parts: [chimney]}", "expected one of ribbon"),
        ("must: true", "must: true\n  wrong: [{say: no}]", "expected exactly one of like, on, at"),
        ("must: true", "must: true\n  wrong: [{say: no, on: a, refuse: [X]}]", "refuse needs `like`"),
        ("must: true", 'must: true\n  wrong: [{say: no, like: "move *", refuse: [X]}]', "written out, without *"),
        ("must: true", "must: true\n- {say: x, also: [done]}", "belong to an order of the learner"),
        ("must: true", "must: true\n  refuse: [X]", "cannot be refused"),
        (
            "must: true",
            "must: true\n- ask: {question: Q, answers: [{text: a, right: true}]}",
            "expected 2 to 4 answers",
        ),
        ("must: true", "must: true\n- ask: {question: Q, answers: [{text: a}, {text: b}]}", "one answer with `right"),
        ("must: true", "must: perhaps", "must"),
        ("must: true", "must: true\n  colour: red", "colour"),
        ("steps:", "steps: [", "lesson:"),
    ],
)
def test_a_lesson_file_that_is_wrong_is_refused_with_its_field(old: str, new: str, message: str) -> None:
    assert old in GOOD
    text = lesson_refusal(GOOD.replace(old, new))
    assert message in text
    assert text.startswith("lesson:")


@pytest.mark.parametrize(("count", "well"), [(1, False), (2, True), (3, True), (4, True), (5, False)])
def test_a_question_has_two_to_four_answers(count: int, well: bool) -> None:
    answers = ", ".join(f"{{text: a{number}{', right: true' if not number else ''}}}" for number in range(count))
    text = GOOD.replace("must: true", f"must: true\n- ask: {{question: Q, answers: [{answers}]}}")
    if well:
        assert len(read_lesson(text).steps) == 2
    else:
        assert f"expected 2 to 4 answers, found {count}" in lesson_refusal(text)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("side: USN", "side: moon", "no side is called 'moon'"),
        ("side: USN", "side: IJN", "the learner, IJN, must act, but USN does"),
        ("dice: [1, 6]", "dice: [1]", "beginning: 1 more die"),
        ("dice: [1, 6]", "dice: [1, 6, 6]", "were given but not rolled"),
        ("do: done", "do: dance", "`dance` is no command"),
        ("must: true", "must: true\n  show: {pieces: [kraken]}", "sees no counter 'kraken'"),
        ("the phase.", "the phase. [[NW-NOWHERE]]", "no rule is called 'NW-NOWHERE'"),
        ("the phase.", "the phase, or fire star shell.", "names the order 'Fire star shell'"),
        ("the phase.", "the phase, or **Evade**.", "names the order 'Evade', which cannot be given now"),
        ("must: true", 'must: true\n  show: {parts: ["verb:launch"]}', "names the order 'Launch torpedoes'"),
        ("must: true", 'must: true\n  also: ["move *"]', "name nothing that can be given"),
        ("must: true", 'must: true\n  wrong: [{like: "evade usn-transports", say: no}]', "is refused by NW-EV-1"),
        ("must: true", "must: true\n  wrong: [{like: done, say: no}]", "`done` is what the step accepts"),
        (
            "must: true",
            'must: true\n  wrong: [{like: "evade usn-transports", say: no, refuse: [NW-SMK-1]}]',
            "is not refused by NW-SMK-1",
        ),
        (
            "must: true",
            'must: true\n  also: ["speed usn-transports *"]\n- {by: IJN, do: done}',
            "which it accepts too: `done` is refused",
        ),
    ],
)
def test_a_lesson_that_does_not_hold_is_told_why(old: str, new: str, fault: str) -> None:
    assert old in GOOD
    assert fault in " ".join(lesson_failures(read_lesson(GOOD.replace(old, new))))
