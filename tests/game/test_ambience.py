"""The sea around a battle: it moves while a player is there, rests otherwise, and never moves when motion is off."""

from __future__ import annotations

from pathlib import Path

from game.hud.ambience import AWAKE_MS, EACH_MS, LISTENING_MS
from game.scenes.play import PlayScene
from tests.conftest import begin
from tests.game.screens import app_in, show


def battle(folder: Path, game: str = "quickfire/lesson_duel") -> PlayScene:
    """Return a battle in the open on the screen, drawn once."""
    app, session = app_in(folder), begin(game)
    scene = show(app, PlayScene(app, session, {side.key: "human" for side in session.scenario.sides}))
    assert isinstance(scene, PlayScene)
    return scene


def test_the_sea_moves_some_seconds_after_a_touch_then_lies_still(tmp_path: Path) -> None:
    scene = battle(tmp_path)
    board, sea = scene.board, scene.sea
    sea.tick(1000, 1000, "full", False)
    moved = board.moment
    for now in range(1000, 1000 + AWAKE_MS, 500):
        sea.tick(now, 1000, "full", False)
    assert board.moment > moved + 4000
    assert sea.waiting_ms == EACH_MS
    still = board.moment
    sea.tick(1000 + AWAKE_MS + 500, 1000, "full", False)
    assert (board.moment, sea.waiting_ms) == (still, None)
    sea.tick(90_000, 1000, "full", True)
    assert still < board.moment <= still + 200  # what is shown moves it on, from where it stood


def test_with_motion_off_the_sea_is_a_still_picture(tmp_path: Path) -> None:
    scene = battle(tmp_path)
    scene.sea.tick(1000, 1000, "full", False)
    scene.sea.tick(1200, 1000, "full", False)
    assert scene.board.moment
    scene.sea.tick(1400, 1000, "off", True)
    assert (scene.board.moment, scene.sea.waiting_ms) == (0, None)


def test_the_sea_is_heard_while_somebody_listens(tmp_path: Path) -> None:
    scene = battle(tmp_path)
    scene.sea.tick(1000, 1000, "full", False)
    assert scene.app.sound.around == ("sea_calm",)
    scene.sea.tick(1000 + LISTENING_MS, 1000, "full", False)
    assert scene.app.sound.around == ()
    scene.sea.tick(1000, 1000, "full", False)
    scene.on_leave()
    assert scene.app.sound.around == ()


def test_a_battlefield_on_land_hears_the_wind_and_is_never_drawn_for_nothing(tmp_path: Path) -> None:
    scene = battle(tmp_path, "battles_for_empire/the_wells")
    scene.sea.tick(1000, 1000, "full", True)
    assert (scene.board.moment, scene.sea.waiting_ms, scene.app.sound.around) == (0, None, ("wind",))
