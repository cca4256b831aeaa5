"""The first start: four questions, asked once, not if a folder or a game is named; settings change every answer."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.scenes.openers import AllScreens
from game.scenes.settings import SettingsScene
from game.scenes.startup import first_scenes
from game.scenes.title import TitleScene
from game.scenes.welcome import PRESETS, WelcomeScene
from game.settings import Settings, load_settings
from game.stack import Push
from tests.game.screens import press as key

SIZES = (((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 2.0))


def fresh(folder: Path, window: tuple[int, int] = (1280, 720), scale: float = 1.0) -> App:
    settings, _ = load_settings(find_folders(str(folder)).settings)
    settings.window, settings.ui_scale = window, scale
    return App(find_folders(str(folder)), settings, [], AllScreens)


def open_welcome(app: App, **given: str) -> App:
    wanted = {"scenario": None, "side": None, "opponent": None, "seed": None, "resume": None, "user_dir": None}
    for scene in first_scenes(app, Namespace(**{**wanted, **given})):
        app.change(Push(scene))
    app.frame()
    return app


def press(app: App, id: str) -> None:
    app.tree.ensure_layout()
    widget = app.tree.find(id)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.event.Event(kind, pos=widget.rect.center, button=1))
    app.frame()


def test_the_first_start_asks_and_no_later_one(tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path))
    assert isinstance(app.scene, WelcomeScene)
    press(app, "begin")
    assert isinstance(app.scene, TitleScene)
    assert isinstance(open_welcome(fresh(tmp_path)).scene, TitleScene)


@pytest.mark.parametrize("given", [{"user_dir": "/somewhere"}, {"scenario": "nw_smoke/little_and_gregory"}])
def test_who_names_a_folder_or_a_game_is_not_asked(given: dict[str, str], tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path), **given)
    assert not any(isinstance(scene, WelcomeScene) for scene in app.scenes)


def test_every_answer_is_kept_at_once_and_changed_in_the_settings(tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path))
    for id in ("speech_2", "size_1", "colours_2", "motion_2"):
        press(app, id)
    kept, notice = load_settings(app.folders.settings)
    assert notice == ""
    lines = (kept.reader, kept.voice, kept.ui_scale, kept.palette, kept.colour_safe, kept.motion)
    assert lines == ("off", False, 1.25, "high_contrast", True, "off")
    assert app.tree.palette.name == "high_contrast_safe" and app.tree.scale == 1.25
    app.change(Push(SettingsScene(app)))
    app.frame()
    assert all(
        app.tree.find(id).focusable for id in ("reader", "voice", "ui_scale", "palette", "colour_safe", "motion")
    )


@pytest.mark.parametrize("number", range(3))
def test_a_preset_answers_all_four(number: int, tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path))
    press(app, f"preset_{number}")
    scene = app.scene
    assert isinstance(scene, WelcomeScene) and scene.answers() == PRESETS[number][2]
    app.reader.stop()


def test_keys_alone_answer_and_go_on(tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path))
    key(app, pygame.K_DOWN)
    key(app, pygame.K_TAB)
    key(app, pygame.K_RETURN)
    assert app.settings.palette == "high_contrast" and isinstance(app.scene, WelcomeScene)
    key(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, TitleScene)


@pytest.mark.parametrize(("window", "scale"), SIZES)
def test_the_page_has_room_at_every_size(window: tuple[int, int], scale: float, tmp_path: Path) -> None:
    app = open_welcome(fresh(tmp_path, window, scale))
    assert app.tree.misplaced_widgets() == []
    assert [w.id for w in app.tree.ring() if w.id.startswith(("speech", "size", "colours", "motion", "preset"))]


def test_defaults_are_the_first_preset(tmp_path: Path) -> None:
    app = fresh(tmp_path)
    app.settings = Settings()
    assert WelcomeScene(app).answers() == PRESETS[0][2]
