"""Nothing on any board flashes more than three times a second over more than a small part of it: WCAG 2.3.1."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.scenes.openers import AllScreens
from game.scenes.replay import SPEEDS, ReplayScene
from game.settings import Settings
from game.stack import Push
from tests.conftest import SOAK
from tests.game.flicker import AREA, SECOND, Flicker
from tests.pictures import settle, whole

STEP_MS = 33
NORMAL, VERY_FAST = 1, len(SPEEDS) - 1
BATTLES = {  # in the middle of the firing: game, share of it that has been played
    "nw_smoke/first_guadalcanal": 0.4,
    "nights_of_fury/first_guadalcanal": 0.5,
    "quickfire/yellow_sea": 0.5,
    "battles_for_empire/abu_klea": 0.4,
    "perfidious_albion/roads_at_midnight": 0.6,
}
LONG_S = 10


@pytest.mark.parametrize(("hertz", "side", "bad"), [(2, 300, False), (5, 300, True), (5, 100, False)])
def test_the_count_itself(hertz: int, side: int, bad: bool) -> None:
    """A blinking square: rarely enough, too often, too small to matter."""
    screen, seen = pygame.Surface((640, 480)), Flicker()
    for now in range(0, 2 * SECOND, 20):
        screen.fill((10, 12, 20))
        if now * hertz * 2 // SECOND % 2:
            screen.fill((230, 220, 200), (50, 50, side, side))
        seen.look(now, screen)
    assert seen.most == hertz
    assert (seen.worst > AREA) is bad


def test_a_slow_rise_is_one_change() -> None:
    screen, seen = pygame.Surface((64, 64)), Flicker()
    for now in range(0, SECOND, 20):
        screen.fill((now // 5,) * 3)
        seen.look(now, screen)
    assert seen.most == 0 and len([one for one in seen.turned if one[1].any()]) == 1


@pytest.mark.skipif(not SOAK, reason="a part of make soak")
@pytest.mark.parametrize("speed", [NORMAL, VERY_FAST], ids=["normal", "very fast"])
@pytest.mark.parametrize("game", BATTLES)
def test_no_battle_flashes(game: str, speed: int, tmp_path: Path) -> None:
    session = whole(game)
    pygame.display.init()
    pygame.font.init()
    settings = Settings(window=(1280, 720), motion="full")
    app = App(find_folders(str(tmp_path)), settings, [], AllScreens)
    scene = ReplayScene(app, session)
    scene.number = round(BATTLES[game] * len(session.steps))
    app.change(Push(scene))
    settle(app)
    scene.speed, scene.playing, began = speed, True, scene.number
    seen = Flicker()
    for now in range(SECOND, SECOND * (1 + LONG_S), STEP_MS):
        app.touched_ms = now
        scene.tick(now)
        settle(app, 0)
        seen.look(now, app.surface)
    while app.scenes:
        app.scenes.pop().on_close()
    print(f"{game} at {SPEEDS[speed][0]}: {scene.number - began} orders, at most {seen.most} flashes a second, "
          f"more than three on {seen.worst} pixels of {AREA} allowed")  # fmt: skip
    assert scene.number > began
    assert seen.worst <= AREA
