"""Lessons on the screen: the list, a whole lesson by mouse and one by keyboard, mistakes, leaving and coming back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.courses import CourseLesson, open_courses
from game.folders import find_folders
from game.scenes.course import CourseScene
from game.scenes.lesson import LessonScene, open_lesson
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.title import TitleScene
from game.settings import Settings
from game.stack import Push
from game.teach.progress import load_progress
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.flow import Done
from tests.conftest import SOAK
from tests.game.play_table import Hands
from tests.pictures import without_painting

FIRST = "nw_smoke/learn_in_five_minutes"
LECTURES = {lecture.name: lecture for lecture in open_courses(SYSTEMS).lectures}
SOME = [*LECTURES] if SOAK else [*LECTURES][::4]  # test_teach goes through every one
FIRSTS = [name for name, lecture in LECTURES.items() if lecture.lesson.order == 1]
SIZES = [((1280, 720), 1.0), ((1920, 1080), 2.0), ((1280, 720), 1.5)]
if SOAK:
    SIZES += [((1920, 1080), 1.0), ((1024, 600), 1.0)]


class School(Hands):
    """An app with a title page and hands to learn with."""

    frame_ms, frames = 100, 2

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0, motion: str = "off"):
        pygame.font.init()
        self.app = App(
            find_folders(str(folder)),
            Settings(window=size, ui_scale=scale, motion=motion, scenes="off"),
            [],
            AllScreens,
        )
        self.app.change(Push(TitleScene(self.app)))

    def begin(self, name: str) -> LessonScene:
        """Open a lesson."""
        open_lesson(self.app, LECTURES[name])
        self.wait()
        return self.lesson

    @property
    def lesson(self) -> LessonScene:
        """The lesson on the screen."""
        assert isinstance(self.app.scene, LessonScene)
        return self.app.scene

    def is_shown(self, id: str) -> bool:
        """Return whether a widget is on the screen."""
        return any(w.id == id and w.is_shown for layer in self.app.tree.layers for w in layer.walk())

    def words(self, id: str) -> str:
        """Return what a widget says."""
        return self.app.tree.find(id).spoken_text()

    def at(self, place: tuple[int, ...]) -> tuple[int, int]:
        """Return a place on the screen."""
        x, y = self.lesson.board.screen_of(place)
        return round(x), round(y)


Opened = Callable[..., School]


@pytest.fixture
def school(tmp_path: Path) -> Opened:
    return lambda **how: School(tmp_path, **how)


def by_mouse(learner: School) -> None:
    """Do what the present step asks for with the mouse alone, clicking only what a newcomer is told to click."""
    scene = learner.lesson
    guide = scene.guide
    step = guide.step
    assert step is not None
    if step.ask is not None:
        right = next(n for n, answer in enumerate(step.ask.answers) if answer.right)
        learner.press(f"answer_{right + 1}")
        learner.press("lesson_on")
        return
    if not step.must:
        learner.press("lesson_on")
        return
    command = guide.wanted_command
    if type(command) is Done:
        learner.press("end_phase")
        return
    sketch = scene.hand.sketch(command)
    piece = scene.hand.find(sketch.piece)
    if piece is not None and scene.hand.piece != piece.id:
        learner.click(learner.at(piece.at))
        assert scene.hand.piece == piece.id
    target = scene.hand.find(sketch.target)
    goal = target.at if target is not None else sketch.at
    if target is not None or (goal and goal != (piece.at if piece is not None else ())):
        learner.click(learner.at(goal))
        assert scene.hand.armed_command is not None
        assert guide.step is step, "the first click gives nothing"
        learner.click(learner.at(goal))
        return
    buttons = [w.id for w in learner.app.tree.root.walk() if w.id.startswith("do_") and w.is_shown]
    wanted = f"do_{str(type(command).__struct_config__.tag)}"
    learner.press(next(id for id in buttons if id.startswith(wanted)))
    if scene.hand.armed_command is not None:
        learner.press("aim_give")


@pytest.mark.parametrize("name", FIRSTS)
@pytest.mark.sweep(keep=2)
def test_answers_keep_their_places_when_one_is_found_wrong(name: str, school: Opened) -> None:
    learner = school(scale=1.5)
    guide = learner.begin(name).guide
    asked = next((n for n, step in enumerate(guide.lesson.steps) if step.ask is not None), None)
    if asked is None:
        return
    learner.lesson._go(lambda: guide.go_to(asked))
    learner.wait()
    step = guide.step
    assert step is not None and step.ask is not None
    ids = [f"answer_{number + 1}" for number in range(len(step.ask.answers))]
    places = [learner.app.tree.find(id).rect.copy() for id in ids]
    for number, answer in enumerate(step.ask.answers):
        if not answer.right:
            learner.press(ids[number])
            assert learner.words(ids[number]).startswith("✗")
            assert [learner.app.tree.find(id).rect for id in ids] == places


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("name", FIRSTS)
def test_the_first_lesson_of_each_game_can_be_done_with_the_mouse_alone(school: Opened, name: str) -> None:
    learner = school()
    scene = learner.begin(name)
    for _ in range(40):
        if scene.guide.is_finished:
            break
        before = scene.guide.index
        by_mouse(learner)
        assert scene.guide.index > before, scene.card.word.spoken_text()
    assert scene.guide.is_finished
    assert learner.is_shown("lesson_odds")
    assert load_progress(learner.app.folders.settings).is_finished(name)


def by_keys(learner: School) -> None:
    """Do what the present step asks for with the keyboard alone."""
    scene = learner.lesson
    step = scene.guide.step
    assert step is not None
    if step.ask is not None:
        right = next(n for n, answer in enumerate(step.ask.answers) if answer.right)
        learner.key(pygame.K_1 + right, typed=str(right + 1))
        learner.key(pygame.K_RETURN)
    elif not step.must or type(scene.guide.wanted_command) is Done:
        learner.key(pygame.K_RETURN)
    else:
        learner.key(pygame.K_s, typed="s")
        assert scene.guide.step is step
        learner.key(pygame.K_RETURN)


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("name", SOME)
def test_every_lesson_can_be_done_by_keys_alone_and_what_it_points_out_is_in_the_window(
    school: Opened, name: str
) -> None:
    learner = school()
    scene = learner.begin(name)
    for _ in range(60):
        for place in (*scene.glow.show_.places, *filter(None, map(scene._where, scene.glow.show_.pieces))):
            assert scene.pane.canvas.rect.collidepoint(learner.at(place)), (scene.guide.index, place)
        if scene.guide.is_finished:
            break
        before = scene.guide.index
        by_keys(learner)
        assert scene.guide.index > before, (scene.guide.index, scene.card.word.spoken_text())
    assert scene.guide.is_finished


def test_a_division_is_moved_with_the_keyboard_cursor_in_a_lesson(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    for _ in range(3):
        by_keys(learner)
    learner.key(pygame.K_SPACE, typed=" ")
    assert scene.hand.piece == "helena"
    learner.key(pygame.K_k, typed="k")
    while scene.pane.cursor is not None and scene.pane.cursor > (1711,):
        learner.key(pygame.K_UP)
    learner.key(pygame.K_RETURN)
    assert scene.hand.armed_command is not None and scene.guide.index == 4
    learner.key(pygame.K_RETURN)
    assert scene.guide.index == 5


def test_a_wrong_move_is_answered_gently_and_not_carried_out(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    for _ in range(3):
        by_mouse(learner)
    before = scene.session.digest()
    learner.click(learner.at((1714,)))
    learner.click(learner.at((1712,)))
    learner.click(learner.at((1712,)))
    assert scene.session.digest() == before
    assert "three hexes straight ahead" in learner.words("lesson_word")
    learner.click(learner.at((1710,)))
    assert "Four hexes ahead is too far" in learner.words("lesson_word")
    assert learner.app.tree.tip is not None, "and the umpire says why, where it was clicked"
    by_mouse(learner)
    assert scene.guide.index == 5
    assert not learner.is_shown("lesson_strip")


def test_a_phase_cannot_be_ended_where_the_lesson_does_not_ask_for_it(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    before = scene.session.digest()
    learner.press("end_phase")
    scene.end_phase()
    assert scene.session.digest() == before
    assert "read on" in learner.words("lesson_word")


def test_steps_go_back_and_on_with_the_position(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    for _ in range(7):
        by_mouse(learner)
    after_fire = scene.session.digest()
    learner.key(pygame.K_PAGEUP)
    assert scene.session.digest() != after_fire
    assert scene.guide.task is not None
    learner.key(pygame.K_PAGEDOWN)
    assert scene.session.digest() == after_fire
    for _ in range(20):
        learner.key(pygame.K_PAGEUP)
    assert scene.guide.number[0] == 1


def test_an_order_can_be_typed_in_a_lesson(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    for _ in range(3):
        by_keys(learner)

    def type_order(text: str) -> str:
        scene.screen.field.set_text("")
        learner.app.handle(pygame.Event(pygame.TEXTINPUT, text=text))
        learner.key(pygame.K_RETURN)
        return learner.words("typed_answer")

    learner.key(pygame.K_COLON, typed=":")
    learner.wait()
    assert "Refused" in type_order("move helena FFFF")
    assert "Given" not in type_order("evade helena")
    assert scene.guide.index == 4
    type_order("move helena FFF")
    assert scene.guide.index == 5


def test_a_lesson_left_half_way_is_gone_on_with_where_it_was(school: Opened) -> None:
    learner = school()
    scene = learner.begin(FIRST)
    for _ in range(4):
        by_mouse(learner)
    index, digest = scene.guide.index, scene.session.digest()
    learner.key(pygame.K_ESCAPE)
    learner.key(pygame.K_ESCAPE) if not learner.is_shown("menu_leave") else None
    learner.press("menu_leave")
    assert isinstance(learner.app.scene, TitleScene)
    again = learner.begin(FIRST)
    assert (again.guide.index, again.session.digest()) == (index, digest)
    again.open_menu()
    learner.wait()
    learner.press("menu_restart")
    assert again.guide.index == 0


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("name", FIRSTS)
def test_a_lesson_becomes_a_free_game_from_its_position(school: Opened, name: str) -> None:
    learner = school()
    scene = learner.begin(name)
    for _ in range(3):
        by_keys(learner)
    digest, side = scene.session.digest(), scene.guide.side
    learner.press("lesson_free")
    learner.press("free_begin")
    game = learner.app.scene
    assert isinstance(game, PlayScene) and not isinstance(game, LessonScene)
    assert game.session.digest() == digest
    assert game.session.players[side] == "human" and set(game.session.players.values()) == {"human", "greedy"}
    assert game.session.log is not None, "it is kept on disk"
    assert not game.session.study
    assert game.session.verify() == ""


@pytest.mark.parametrize("name", ["nights_of_fury/counting_points", "nights_of_fury/a_first_battle"])
def test_playing_on_is_offered_only_where_something_is_left_to_play(school: Opened, name: str) -> None:
    learner = school()
    scene = learner.begin(name)
    assert learner.app.tree.find("lesson_free").enabled is (scene.session.scenario.turns > 1)
    scene.guide.go_to(len(scene.guide.lesson.steps))
    learner.app.rebuild()
    learner.wait()
    assert scene.session.over and not learner.app.tree.find("lesson_free").enabled
    scene.ask_play_on()
    learner.wait()
    assert learner.is_shown("free_not") and not learner.is_shown("free_begin")


def test_an_open_list_makes_way_when_the_lesson_shows_how(school: Opened) -> None:
    learner = school()
    scene = learner.begin("nights_of_fury/learn_in_five_minutes")
    while scene.guide.task is None:
        learner.key(pygame.K_RETURN)
    rect = scene.pane.canvas.rect
    chosen: list[str] = []
    learner.app.tree.open(ui.Menu([ui.MenuItem("an order", lambda: chosen.append("an order"))], anchor=rect))
    learner.key(pygame.K_LSHIFT)
    assert learner.app.tree.top is not learner.app.tree.root
    learner.key(pygame.K_s, typed="s")
    assert learner.app.tree.top is learner.app.tree.root
    assert scene.shown_how
    index = scene.guide.index
    learner.key(pygame.K_RETURN)
    assert chosen == []
    assert scene.guide.index > index or scene.guide.is_finished


def test_the_glow_of_the_points_goes_round_their_heading_too(school: Opened) -> None:
    learner = school()
    scene = learner.begin("nights_of_fury/a_first_battle")
    learner.key(pygame.K_RETURN)
    assert "points" in scene.glow.show_.parts
    [frame] = scene.glow._frames()
    assert frame.contains(learner.app.tree.find("points_title").rect)
    assert frame.contains(learner.app.tree.find("points").rect)


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize(("size", "scale"), SIZES)
@pytest.mark.parametrize("name", FIRSTS)
def test_no_step_of_a_lesson_has_a_widget_outside_its_parent(
    school: Opened, name: str, size: tuple[int, int], scale: float
) -> None:
    learner = school(size=size, scale=scale)
    without_painting(learner.app)
    scene = learner.begin(name)
    for _ in range(40):
        assert learner.app.tree.misplaced_widgets() == []
        rect = scene.pane.canvas.rect
        assert rect.w > 200 and rect.h > (180 if scale == 1.0 else 60)
        if scene.guide.is_finished:
            break
        if scene.guide.task is not None:
            scene.show_me()
            learner.wait()
            assert learner.app.tree.misplaced_widgets() == []
            scene.shown_how = False
        by_keys(learner)


def test_what_glows_breathes_and_stands_still_where_motion_is_off(school: Opened) -> None:
    learner = school(motion="full")
    scene = learner.begin(FIRST)
    assert scene.glow.is_lit and scene.waiting_ms is not None
    pictures = set()
    for _ in range(12):
        learner.wait(times=1)
        pictures.add(pygame.image.tobytes(learner.app.surface, "RGB"))
    assert len(pictures) > 3
    scene.glow.still, learner.app.settings.motion = True, "off"
    learner.wait()
    still = {pygame.image.tobytes(learner.app.surface, "RGB") for _ in range(3) if learner.wait() is None}
    assert len(still) == 1


# --- the list -----------------------------------------------------------------------------------------------------


def test_the_title_leads_to_the_lessons_and_the_first_is_marked(school: Opened) -> None:
    learner = school()
    learner.press("learn")
    assert isinstance(learner.app.scene, CourseScene)
    first = LECTURES[FIRST]
    assert "start here" in learner.words(f"lesson_{first.key}")
    learner.key(pygame.K_RETURN)
    assert learner.lesson.lecture == first


def test_each_game_on_the_title_page_leads_to_its_own_lessons(school: Opened) -> None:
    learner = school()
    learner.press("learn_quickfire")
    assert isinstance(learner.app.scene, CourseScene)
    assert learner.app.scene.system == "quickfire"
    learner.press("course_nights_of_fury")
    assert learner.app.scene.system == "nights_of_fury"
    learner.key(pygame.K_ESCAPE)
    assert isinstance(learner.app.scene, TitleScene)


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_beside_each_lesson_stands_the_board_it_begins_on(school: Opened, system: str) -> None:
    learner = school()
    learner.app.screens.course(system)
    learner.wait()
    scene = learner.app.scene
    assert isinstance(scene, CourseScene)
    course = scene.courses.of(system)
    assert sum(widget.kind == "picture" for widget in scene.page.walk()) == len(course)
    for lecture in course:
        picture = scene._picture(lecture, (104, 66))
        assert len({tuple(picture.get_at((x, y))) for x in range(0, 104, 3) for y in range(0, 66, 3)}) > 5


def test_what_is_done_is_ticked_and_the_next_is_offered(school: Opened) -> None:
    learner = school()
    learner.press("learn")
    learner.key(pygame.K_RETURN)
    learner.lesson.guide.go_to(99)
    learner.lesson.step_back()
    learner.lesson.step_on()
    learner.wait()
    course = open_courses(SYSTEMS).of("nw_smoke")
    learner.key(pygame.K_RETURN)
    if len(course) > 1:
        assert learner.lesson.lecture == course[1]
        learner.lesson.open_menu()
        learner.wait()
        learner.press("menu_leave")
    assert isinstance(learner.app.scene, CourseScene)
    assert learner.words(f"lesson_{course[0].key}").startswith("1  Learn in five minutes · ★★★")
    assert "1 of" in learner.words("course_nw_smoke")


@pytest.mark.parametrize(("size", "scale"), SIZES)
def test_the_list_of_lessons_has_no_widget_outside_its_parent(
    school: Opened, size: tuple[int, int], scale: float
) -> None:
    learner = school(size=size, scale=scale)
    learner.app.change(Push(CourseScene(learner.app)))
    for key in learner.app.systems:
        learner.app.scene.choose(key)  # type: ignore[attr-defined]
        learner.wait()
        assert learner.app.tree.misplaced_widgets() == []


def test_a_lesson_that_cannot_be_begun_is_told_in_plain_words(school: Opened) -> None:
    learner = school()
    good = LECTURES[FIRST]
    lesson = good.lesson.but(steps=(good.lesson.steps[0].but(do="dance"), *good.lesson.steps[1:]))
    open_lesson(learner.app, CourseLesson(good.system, "broken", lesson, good.path))
    learner.wait()
    assert isinstance(learner.app.scene, TitleScene)
    assert "dance" in " ".join(w.spoken_text() for w in learner.app.tree.top.walk())
