"""The settings page: changes apply and are saved at once, the player's own keys, and files from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.folders import find_folders
from game.hud import keychange
from game.hud.keymap import ACTIONS, Keys
from game.scenes.openers import AllScreens
from game.scenes.play import PlayScene
from game.scenes.rules import RulebookScene
from game.scenes.settings import SettingsScene
from game.settings import load_settings
from tests.conftest import begin
from tests.game.screens import GAME, HUMANS, app_in, find_widget, press, show


@pytest.mark.parametrize("scale", [0.75, 2.0, 2.5])
def test_the_settings_can_be_used_at_every_size_they_offer(scale: float, tmp_path: Path) -> None:
    app = app_in(tmp_path, (1280, 720), scale)
    show(app, SettingsScene(app))
    assert app.tree.misplaced_widgets() == []


def test_settings_are_in_force_and_on_disk_at_once(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, SettingsScene(app))
    find_widget(app, "palette").select(3, tell=True)
    find_widget(app, "motion").select(2, tell=True)
    find_widget(app, "volume_guns").set(35, tell=True)
    app.frame()
    find_widget(app, "confirm_end").press()
    find_widget(app, "muted").press()
    assert app.tree.palette.name == "high_contrast"
    assert app.sound.volumes["guns"] == pytest.approx(0.35)
    assert app.sound.muted
    kept, notice = load_settings(app.folders.settings)
    assert notice == ""
    assert (kept.palette, kept.motion, kept.volumes, kept.confirm_end, kept.muted) == (
        "high_contrast",
        "off",
        {"guns": 35},
        False,
        True,
    )


def test_a_new_size_is_applied_when_the_slider_is_let_go(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, SettingsScene(app))
    slider = find_widget(app, "ui_scale")
    slider.pressed = True
    slider.set(150, tell=True)
    app.frame()
    assert app.tree.scale == 1.0
    slider.pressed = False
    app.frame()
    assert app.tree.scale == 1.5
    assert load_settings(app.folders.settings)[0].ui_scale == 1.5
    assert find_widget(app, "ui_scale").value == 150


def test_going_back_brings_the_screen_one_came_from(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    book = show(app, RulebookScene(app, "nw_smoke"))
    show(app, SettingsScene(app))
    find_widget(app, "ui_scale").set(125, tell=True)
    press(app, pygame.K_ESCAPE)
    assert app.scene is book
    assert app.tree.scale == 1.25


def test_a_disk_that_refuses_the_settings_is_told(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    show(app, SettingsScene(app))
    (tmp_path / "settings").rename(tmp_path / "gone")
    (tmp_path / "settings").write_text("in the way")
    find_widget(app, "confirm_end").press()
    assert "not saved" in find_widget(app, "saved").spoken_text()


def test_a_key_that_does_something_else_already_is_refused_in_words(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    scene = show(app, SettingsScene(app))
    assert isinstance(scene, SettingsScene)
    scene.ask_key(False)
    press(app, pygame.K_l, typed="l")
    assert find_widget(app, "key_refusal").spoken_text().startswith("L is used for: line of sight.")
    assert app.settings.keys == {}
    press(app, pygame.K_n, typed="n")
    assert app.settings.keys == {"next_unit": "n"}
    assert load_settings(app.folders.settings)[0].keys == {"next_unit": "n"}
    assert Keys(app.settings.keys).keys_of("next_unit") == "N"


def test_a_default_that_was_given_away_cannot_be_taken_back_silently() -> None:
    chosen = keychange.with_key({}, "sight", "j")
    chosen = keychange.with_key(chosen, "log", "l")
    with pytest.raises(ValueError, match="L is used for: larger or smaller log"):
        keychange.without_override(chosen, "sight")
    assert keychange.without_override(keychange.without_override(chosen, "log"), "sight") == {}


def test_no_two_actions_share_a_key_as_delivered() -> None:
    keys = [key for action in ACTIONS for key in keychange.keys_now({}, action)]
    assert len(keys) == len(set(keys))


def test_a_players_own_key_wins_over_a_default_that_came_later() -> None:
    pressed = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_x, mod=0, unicode="x")
    assert Keys({}).action_of(pressed) == "scan"
    assert Keys({"sight": "x"}).action_of(pressed) == "sight"


def test_new_keys_reach_a_game_that_is_already_open(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    play = show(app, PlayScene(app, begin(GAME), HUMANS))
    assert isinstance(play, PlayScene)
    settings = show(app, SettingsScene(app))
    assert isinstance(settings, SettingsScene)
    assert settings.give_key("sight", "j") == ""
    assert play.keys.keys_of("sight") == "J"


def test_a_settings_file_with_foreign_words_still_opens_the_program(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    (folders.settings / "settings.json").write_text('{"palette": "tartan", "motion": "odd", "volumes": {"pipes": 300}}')
    settings, _ = load_settings(folders.settings)
    app = App(folders, settings, [], AllScreens)
    show(app, SettingsScene(app))
    app.apply_settings()
    assert (settings.palette, settings.motion) == ("auto", "full")


def test_settings_of_an_older_version_are_read_without_what_is_gone(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    (folders.settings / "settings.json").write_text('{"ui_scale": 1.25, "cards_seen": ["NW-SMK-3"]}')
    settings, notice = load_settings(folders.settings)
    assert (settings.ui_scale, settings.rule_cards, notice) == (1.25, True, "")


# --- Full screen where the display does not have it ---


def test_a_display_without_full_screen_keeps_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path)
    set_mode, size = pygame.display.set_mode, app.surface.get_size()

    def refusing(wanted: tuple[int, int], flags: int = 0) -> pygame.Surface:
        if flags & pygame.FULLSCREEN:
            raise pygame.error("no full screen")
        return set_mode(wanted, flags)

    monkeypatch.setattr(pygame.display, "set_mode", refusing)
    app.toggle_fullscreen()
    assert app.surface.get_size() == size and not app.settings.fullscreen
