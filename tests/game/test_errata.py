"""The errata desk on the screen."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.scenes.errata import ErrataScene
from game.scenes.openers import AllScreens
from game.scenes.rules import RulebookScene
from game.settings import Settings
from game.stack import Push
from game.ui import widgets as ui

FURY = "nights_of_fury/night"


def desk(folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> tuple[App, ErrataScene]:
    """Return the desk, opened at the exhibit about night."""
    app = App(find_folders(folder), Settings(window=size, ui_scale=scale, scenes="off"), [], AllScreens)
    scene = ErrataScene(app)
    app.change(Push(scene))
    scene.open_case(FURY)
    app.tree.draw(app.surface)
    return app, scene


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 640), 1.0), ((1280, 720), 1.0), ((1920, 1080), 1.0), ((1920, 1080), 1.5)]
)
def test_an_exhibit_shows_both_halves_with_their_odds(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app, scene = desk(tmp_path, size, scale)
    charts = [widget for widget in scene.words.walk() if isinstance(widget, ui.BarChart)]
    assert [[bar.label for bar in chart.bars] for chart in charts] == [["miss", "light", "moderate"]] * 2
    assert [round(chart.bars[0].share, 4) for chart in charts] == [0.4167, 0.5833]
    assert all(widget.rect.right <= scene.detail.rect.right for widget in scene.words.walk())


def test_the_change_of_each_outcome_is_told_in_points(tmp_path: Path) -> None:
    _, scene = desk(tmp_path)
    changed = next(widget for widget in scene.words.walk() if widget.id == "exhibit_changed")
    assert "miss 41.7 % → 58.3 % (+16.7)" in changed.spoken_text()


def test_the_arrows_choose_and_escape_leaves(tmp_path: Path) -> None:
    app, scene = desk(tmp_path)
    before = scene.chosen
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_UP, mod=0, unicode=""))
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_DOWN, mod=0, unicode=""))
    assert scene.chosen == before
    scene.key(pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    assert not app.scenes


def test_a_rule_leads_into_its_rulebook(tmp_path: Path) -> None:
    app, scene = desk(tmp_path)
    scene.follow("rule:NoF-GUN-6")
    assert isinstance(app.scene, RulebookScene) and app.scene.chosen == "NoF-GUN-6"
