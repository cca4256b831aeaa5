"""Two presses on one pixel, 0 to 550 ms apart, give at most one order or change of page."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.scenes.title import TitleScene
from game.settling import SETTLE_MS
from game.stack import Home, Push
from game.ui import widgets as ui
from tests.conftest import begin
from tests.game.play_table import Table
from tests.game.screens import app_in

GAPS = (0, 150, 350, 550)
GAMES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/dash_to_chifu",
)


def table(folder: Path, game: str, passing: bool = True) -> Table:
    """Return both sides at one screen, with the dead time."""
    session = begin(game, seed=4)
    players = {note.key: "human" for note in session.scenario.sides}
    return Table(folder, players, session=session, passing=passing, settle_ms=SETTLE_MS)


def press(app: App, pos: tuple[int, int]) -> None:
    app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
    app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", GAMES)
def test_a_double_press_of_the_main_button_ends_one_phase(game: str, tmp_path: Path) -> None:
    hand = table(tmp_path, game)
    seen = 0
    for number in range(80):
        hand.wait(400, 3)
        if hand.session.over:
            break
        if hand.app.scene is not hand.play:
            press(hand.app, hand.app.tree.find("sit_down").rect.center if "sit_down" in hand.ids() else (640, 400))
            hand.key(pygame.K_RETURN)
            continue
        hand.play.skip()
        before, scene = len(hand.session.steps), hand.app.scene
        hand.app.tree.ensure_layout()
        pos = hand.app.tree.find("end_phase").rect.center
        press(hand.app, pos)
        once = len(hand.session.steps)
        changed = hand.app.scene is not scene
        hand.clock += GAPS[number % len(GAPS)]
        press(hand.app, pos)
        assert len(hand.session.steps) == once, "the second press ended another phase"
        assert not (changed and once > before)
        seen += once > before
        if hand.app.tree.top is not hand.app.tree.root:
            hand.wait(700, 2)
            anyway = hand.app.tree.find("end_anyway")
            press(hand.app, anyway.rect.center)
            once = len(hand.session.steps)
            press(hand.app, anyway.rect.center)
            assert len(hand.session.steps) == once, "the second press gave another order"
            seen += once > before
        elif once == before and not changed and hand.play.my_turn:
            hand.play.submit(hand.play.hand.actions[0].commands[0])
    assert seen >= 1


def test_the_main_button_looks_disabled_until_it_takes_presses(tmp_path: Path) -> None:
    hand = table(tmp_path, "nw_smoke/little_and_gregory", passing=False)
    hand.wait(400, 3)
    assert not hand.play.tray.end.faded
    hand.play.submit(hand.play.hand.actions[0].commands[0])
    hand.app._note_what_is_shown()
    hand.wait(40)
    assert hand.play.tray.end.faded
    steps = len(hand.session.steps)
    hand.key(pygame.K_SPACE)
    hand.press("end_phase")
    assert len(hand.session.steps) == steps
    hand.wait(400, 2)
    assert not hand.play.tray.end.faded
    hand.press("end_phase")
    assert len(hand.session.steps) > steps or "end_anyway" in hand.ids()


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("gap", GAPS)
def test_a_double_press_on_any_button_of_the_first_pages_changes_one_page(gap: int, tmp_path: Path) -> None:
    app = app_in(tmp_path)
    app.settling.ms = SETTLE_MS
    now = [1000]
    app.clock = lambda: now[0]
    app.change(Push(TitleScene(app)))
    app.frame()
    ids = [w.id for w in app.tree.root.walk() if isinstance(w, ui.Button) and w.is_shown and w.enabled and w.id]
    assert len(ids) >= 5
    for id in [id for id in ids if not id.startswith("quit")]:
        now[0] += 2000
        app.frame()
        app.tree.ensure_layout()
        pos = app.tree.find(id).rect.center
        press(app, pos)
        depth, scene = len(app.scenes), app.scene
        now[0] += gap
        press(app, pos)
        assert (len(app.scenes), app.scene) == (depth, scene), id
        if app.tree.top is not app.tree.root:
            app.tree.close(app.tree.layers[1])
        app.change(Home())
