"""A study in the window: opened where it says, written down at once, drawn on, branched, played as a lesson."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.console.dispatch import dispatch
from game.hit_test import Hit
from game.scenes.import_file import open_file
from game.scenes.lesson import LessonScene
from game.scenes.replay import ReplayScene
from game.scenes.study import StudyScene, TryScene
from game.stack import Pop
from main import parser
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.storage import lock_for
from rules.kernel.study import load_study, text_of_study
from tests.conftest import begin, stroll
from tests.game.screens import app_in, find_widget, press, show, words
from tests.kernel.test_study import annotated_study, game


def open_study(tmp_path: Path) -> tuple[App, StudyScene]:
    session, study = annotated_study()
    path = tmp_path / "mine.yaml"
    path.write_text(text_of_study(study, session), "utf-8")
    app = app_in(tmp_path)
    open_file(app, path)
    app.frame()
    return app, on_top(app)


def on_top(app: App) -> StudyScene:
    scene = app.scenes[-1]
    assert isinstance(scene, StudyScene)
    return scene


def test_it_opens_at_the_same_place_with_what_was_thought_there(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    assert scene.number == 5, "after four orders, as the file says"
    assert 'She "might" turn.' in words(app, "study_panel") and "Bookmark" in words(app, "study_panel")
    assert scene.chalk.rings == ((1605,),)


def test_a_note_is_on_the_disk_at_once_and_read_again(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    scene.go(3)
    press(app, pygame.K_c)
    find_widget(app, "study_field").set_text("Wait: here.")
    find_widget(app, "study_keep").press()
    app.frame()
    assert load_study(scene.path).note(2).say == "Wait: here."
    assert load_study(scene.path).at == 2, "it opens again where one was"
    press(app, pygame.K_b)
    assert load_study(scene.path).bookmarks() == (2, 4)


def test_rings_and_arrows_are_drawn_by_clicks_and_wiped(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    scene.go(2)
    press(app, pygame.K_r)
    scene.click(Hit(place=(1708,)), (0, 0))
    press(app, pygame.K_a)
    scene.click(Hit(place=(1605,)), (0, 0))
    scene.click(Hit(place=(1708,)), (0, 0))
    note = load_study(scene.path).note(1)
    assert note.rings == ((1708,),) and note.arrows == (((1605,), (1708,)),)
    before = app.surface.copy()
    app.tree.mark_all()
    app.tree.draw(app.surface)
    with_chalk = pygame.image.tobytes(app.surface, "RGB")
    scene.wipe()
    app.tree.mark_all()
    app.tree.draw(app.surface)
    assert before.get_size() == app.surface.get_size()
    assert pygame.image.tobytes(app.surface, "RGB") != with_chalk
    assert load_study(scene.path).note(1).empty


def test_other_orders_become_a_line_of_the_study(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    scene.go(3)
    press(app, pygame.K_l)
    trial = app.scenes[-1]
    assert isinstance(trial, TryScene)
    for _ in range(2):
        seat = Seat(trial.session, trial.session.actor)
        commands = [c for offer in seat.offers() for c in offer.commands]
        trial.carry_out(next((c for c in commands if type(c) is Done), commands[0]))
    given = [step.command for step in trial.session.steps[3:]]
    find_widget(app, "try_keep").press()
    app.frame()
    study = load_study(scene.path)
    assert len(study.lines) == 2 and study.lines[-1].after == 2
    now = on_top(app)
    assert now.line == study.lines[-1].name
    assert [step.command for step in now.session.steps[3:]] == given
    assert [step.command for step in now.main.steps] == [step.command for step in scene.main.steps]


def test_it_plays_as_a_lesson(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    scene.as_lesson()
    app.frame()
    assert isinstance(app.scenes[-1], LessonScene)
    assert "might" in words(app, "lesson_card")


def test_a_study_of_a_saved_game_is_a_new_file_and_the_game_stays(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = game()
    session.study = True
    show(app, ReplayScene(app, session))
    find_widget(app, "study_it").press()
    app.frame()
    scene = on_top(app)
    assert scene.path.exists() and len(session.steps) == len(scene.main.steps)
    assert scene.main.digest() == session.digest()


def test_a_battle_still_being_fought_in_the_dark_is_not_studied(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    session = begin("nw_smoke/little_and_gregory")
    session.players = {"USN": "human", "IJN": "captain"}
    for _ in stroll(session, SeededDice(5), 3):
        pass
    show(app, ReplayScene(app, session))
    assert not find_widget(app, "study_it").enabled


@pytest.mark.parametrize("text", ["notes: []\nsteps: []\n", "steps: 3\nnotes: 4\n", "notes: [{at: x}]\nsteps: []"])
def test_a_bad_file_is_told_with_its_line_and_nothing_is_opened(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text, "utf-8")
    app = app_in(tmp_path)
    show(app, ReplayScene(app, game()))
    open_file(app, path)
    app.frame()
    assert "bad.yaml" in words(app, "study_error")
    assert isinstance(app.scenes[-1], ReplayScene) and not isinstance(app.scenes[-1], StudyScene)


def test_by_typing_a_study_is_told_with_its_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, study = annotated_study()
    path = tmp_path / "mine.yaml"
    path.write_text(text_of_study(study, session), "utf-8")
    assert dispatch(parser().parse_args(["study", str(path)])) == 0
    output = capsys.readouterr().out
    assert '>> She "might" turn.' in output and ">> alternative line from here: Otherwise" in output
    assert dispatch(parser().parse_args(["study", str(path), "--line", "Otherwise"])) == 0
    assert ">> Better." in capsys.readouterr().out
    assert dispatch(parser().parse_args(["study", str(path), "--line", "None such"])) == 2
    session.keep_in(tmp_path / "a.game")
    session.close()
    assert (
        dispatch(
            parser().parse_args(["study", str(tmp_path / "a.game"), "--everything", "--out", str(tmp_path / "n.yaml")])
        )
        == 0
    )
    assert load_study(tmp_path / "n.yaml").notes == ()


def test_two_windows_on_one_study_both_keep_their_notes(tmp_path: Path) -> None:
    """The second one is reported at once, and writes a copy."""
    one, first = open_study(tmp_path)
    two = app_in(tmp_path / "other")
    open_file(two, first.path)
    second = on_top(two)
    assert not first.file.note and "Another window has this study open" in words(two, "study_panel")
    second.change(second.note.but(say="of the second"))
    first.change(first.note.but(say="of the first"))
    assert load_study(first.path).note(*first.place).say == "of the first"
    assert second.path != first.path and second.path.name in words(two, "study_panel")
    assert load_study(second.path).note(*second.place).say == "of the second"
    assert not first.not_saved + second.not_saved


def test_a_study_that_another_program_has_changed_is_not_overwritten(tmp_path: Path) -> None:
    _, scene = open_study(tmp_path)
    path, theirs = scene.path, scene.path.read_text("utf-8") + "# theirs\n"
    scene.change(scene.note.but(say="one"))
    path.write_text(theirs, "utf-8")
    scene.change(scene.note.but(say="two"))
    assert path.read_text("utf-8") == theirs and load_study(scene.path).note(*scene.place).say == "two"
    scene.change(scene.note.but(say="three"))
    assert [file.name for file in sorted(tmp_path.glob("mine*.yaml"))] == ["mine-2.yaml", "mine.yaml"]


def test_the_file_of_a_study_is_free_again_once_it_is_left_and_not_while_its_lines_are_shown(tmp_path: Path) -> None:
    app, scene = open_study(tmp_path)
    scene._rebuild("", 2)
    assert on_top(app) is not scene and not on_top(app).file.note
    with pytest.raises(BlockingIOError):
        lock_for(scene.path)
    app.change(Pop())
    assert lock_for(scene.path) is not None
