"""The page of the player's mistakes and the board of one of them: an order is a try, and the answer follows it."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.app import App
from game.scenes.mistake import MistakeReview, MistakeScene, MistakesScene
from tests.game.screens import app_in, find_widget, press, show, words
from tests.pictures import a_mistake


def open_mistakes(tmp_path: Path) -> tuple[App, MistakesScene]:
    session, mistake = a_mistake()
    app = app_in(tmp_path)
    scene = MistakesScene(app, session, walk=MistakeReview(session, mistake.side, [mistake]))
    show(app, scene)
    return app, scene


def board_of(app: App) -> MistakeScene:
    scene = app.scenes[-1]
    assert isinstance(scene, MistakeScene)
    return scene


def wait(app: App, scene: MistakeScene) -> None:
    for now in range(0, 600_000, 500):
        scene.tick(now)
        if scene.verdict is not None:
            return
        assert scene._weighing is not None
        scene._weighing._thread.join(0.5)
    raise AssertionError("no verdict came")


def test_the_list_says_when_and_how_much_and_not_what_was_better(tmp_path: Path) -> None:
    app, scene = open_mistakes(tmp_path)
    mistake = scene.walk.mistakes_found[0]
    board = MistakeScene(app, scene.walk, mistake)
    text = words(app, "mistakes_page")
    assert f"Turn {mistake.turn}, {mistake.phase}" in text and "14 ± 12 points" in text
    assert f"{board.retry.words(mistake.weighing.chosen)}: cost 14" in text, "which order it was"
    assert board.retry.words(mistake.weighing.best) not in text
    assert not find_widget(app, "mistakes_bar").visible, "nothing is looked for any more"


def test_an_order_is_a_try_and_only_then_is_the_answer_told(tmp_path: Path) -> None:
    app, page = open_mistakes(tmp_path)
    press(app, pygame.K_RETURN)
    scene = board_of(app)
    mistake, steps = scene.mistake, len(scene.session.steps)
    best = scene.retry.words(mistake.weighing.best)
    assert "find a better order." in words(app, "mistake_card")
    assert best not in words(app, "mistake_card")
    assert scene.submit(mistake.weighing.best)
    wait(app, scene)
    app.frame()
    assert best in words(app, "mistake_card") and "Right." in words(app, "mistake_card")
    assert len(scene.session.steps) == steps, "a try is not carried out"
    assert len(page.session.steps) > steps
    press(app, pygame.K_ESCAPE)
    assert app.scenes[-1] is page
    assert "✓" in page._tile(mistake).title
    assert find_widget(app, f"mistake_{mistake.number}") is not None


def test_the_order_of_then_is_no_answer(tmp_path: Path) -> None:
    app, _ = open_mistakes(tmp_path)
    press(app, pygame.K_RETURN)
    scene = board_of(app)
    assert scene.submit(scene.mistake.weighing.chosen)
    wait(app, scene)
    assert scene.verdict is not None and not scene.verdict.right
    assert scene.mistake.number not in scene.walk.right


def test_the_board_is_left_while_a_try_is_weighed_and_the_thread_ends(tmp_path: Path) -> None:
    app, page = open_mistakes(tmp_path)
    press(app, pygame.K_RETURN)
    scene = board_of(app)
    scene.submit(scene.mistake.weighing.chosen)
    weighing = scene._weighing
    press(app, pygame.K_ESCAPE)
    assert app.scenes[-1] is page
    assert weighing is not None and weighing.is_done
