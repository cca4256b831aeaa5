"""Studies: a game with notes, drawings and other lines in one text; what is wrong in it is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.dice import SeededDice
from rules.kernel.session import Session
from rules.kernel.study import (
    BrokenStudy,
    Study,
    StudyNote,
    _faults,
    lesson_of,
    line_of,
    load_study,
    play_line,
    read_study,
    study_of,
    text_of_study,
)
from tests.conftest import begin, map_named, scenario_named, stroll


def game(orders: int = 12, seed: int = 3) -> Session:
    session = begin("nw_smoke/little_and_gregory", seed=seed)
    for _ in stroll(session, SeededDice(5), orders):
        pass
    return session


def play_study(study: Study, line: str = "") -> Session:
    return play_line(study, line, SYSTEMS, scenario_named, map_named)


def annotated_study() -> tuple[Session, Study]:
    """Return a study with a comment, a bookmark, an arrow, a ring, and another line with a comment of its own."""
    session = game()
    study = study_of(session, "What if")
    study = study.with_note(StudyNote(at=4, say='She "might" turn.', bookmark=True, rings=((1605,),)))
    study = study.with_note(StudyNote(at=6, arrows=(((1605,), (1708,)),)))
    twin = session.branch(7, seed=99)
    for _ in stroll(twin, SeededDice(8), 5):
        pass
    study = study.but(at=4, lines=(line_of(twin, 6, "Otherwise"),))
    return session, study.with_note(StudyNote(at=8, line="Otherwise", say="Better."))


def test_a_study_is_one_text_that_gives_itself_back() -> None:
    session, study = annotated_study()
    text = text_of_study(study, session)
    again = read_study(text)
    assert (again.notes, again.lines, again.at, again.title) == (study.notes, study.lines, study.at, study.title)
    assert play_study(again).digest() == session.digest()
    assert text_of_study(again, play_study(again)) == text


def test_a_line_leaves_the_game_where_it_says_and_ends_elsewhere() -> None:
    session, study = annotated_study()
    other = play_study(study, "Otherwise")
    line = study.line("Otherwise")
    assert line is not None and len(other.steps) == 1 + line.after + len(line.steps)
    shared = slice(0, line.after + 1)
    assert [s.command for s in other.steps[shared]] == [s.command for s in session.steps[shared]]


def test_a_note_in_the_same_place_takes_the_place_of_the_one_before_and_an_empty_one_takes_it_away() -> None:
    _, study = annotated_study()
    study = study.with_note(StudyNote(at=4, say="No."))
    assert study.note(4).say == "No." and study.bookmarks() == ()
    assert study.with_note(StudyNote(at=4)).note(4).empty
    assert study.note(8, "Otherwise").say == "Better."


def test_it_plays_as_a_lesson_that_stops_at_every_note() -> None:
    session, study = annotated_study()
    lesson = lesson_of(study, "", "USN")
    said = [step for step in lesson.steps if step.say]
    assert [step.say for step in said] == ['She "might" turn.', "Look at this."]
    assert said[0].show.places == ((1605,),)
    assert sum(bool(step.do) for step in lesson.steps) == len(session.steps) - 1
    assert [step.say for step in lesson_of(study, "Otherwise", "USN").steps if step.say][-1] == "Better."


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("at: 4\n", "at: 400\n", "at: expected 0 to"),
        ("{at: 8, line", "{at: 800, line", "notes[2].at: expected 0 to"),
        ('line: "Otherwise"', 'line: "Nowhere"', "no line is called 'Nowhere'"),
        ("  after: 6", "  after: 600", "lines[0].after: expected 0 to"),
        ("bookmark: true", "bookmark: 7", "bookmark"),
        ("rings: [[1605]]", "rings: [[sea]]", "rings"),
        ('name: "Otherwise"', 'name: ""', "lines[0].name"),
        ("notes:\n", "notes: 3\nmore:\n", "notes"),
    ],
)
def test_what_is_wrong_is_named_with_its_field_and_line(old: str, new: str, words: str, tmp_path: Path) -> None:
    session, study = annotated_study()
    text = text_of_study(study, session)
    assert text.count(old) >= 1
    path = tmp_path / "a.yaml"
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(DataError) as caught:
        load_study(path)
    said = str(caught.value)
    assert words in said and "a.yaml:" in said


def test_a_line_that_is_refused_says_at_which_step_and_why() -> None:
    _, study = annotated_study()
    line = study.lines[0]
    broken = study.but(lines=(line.but(steps=(line.steps[0].but(do="fire nobody nothing", dice=()),)),))
    with pytest.raises(BrokenStudy, match="the line 'Otherwise' cannot be played: step 7"):
        play_study(broken, "Otherwise")


def test_a_note_has_so_many_arrows_and_rings_and_no_more_of_both_together() -> None:
    _, study = annotated_study()
    rings, arrows = ((1605,),) * 300, (((1605,), (1708,)),) * 201
    full, over = StudyNote(at=4, rings=rings, arrows=arrows[:200]), StudyNote(at=4, rings=rings, arrows=arrows)
    assert list(_faults(study.but(notes=(full,)))) == []
    assert [where for where, _ in _faults(study.but(notes=(over,)))] == ["notes[0]"]


@pytest.mark.parametrize(
    ("field", "marks", "found"),
    [
        ("notes[0].rings[0]", "rings: [[]]", "[]"),
        ("notes[0].rings[1]", "rings: [[1708], [1, 2, 3, 4]]", "[1, 2, 3, 4]"),
        ("notes[0].arrows[0][1]", "arrows: [[[1605], []]]", "[]"),
        ("notes[0].rings[0]", "rings: [[1, 2]]", "[1, 2]"),
    ],
)
def test_a_place_that_is_none_on_the_board_is_refused_with_line_and_field(
    field: str, marks: str, found: str, tmp_path: Path
) -> None:
    study = study_of(begin("nw_smoke/little_and_gregory"), "marks")
    path = tmp_path / "marks.yaml"
    text = text_of_study(study, begin("nw_smoke/little_and_gregory")).replace(
        "notes: []", f"notes:\n- {{at: 0, {marks}}}"
    )
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_study(path, SYSTEMS)
    line = text[: text.index(marks)].count("\n") + 1
    assert f"marks.yaml:{line}:" in str(error.value)
    assert f"{field}: expected a place, [hex], found {found}" in str(error.value)
