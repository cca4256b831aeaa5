"""Captions for sounds: every effect has words, shown over the board for a while, if switched on."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.sound_captions import SHOWN_MS, TUNES_TOLD, WORDS
from game.scenes.title import TitleScene
from game.sound import BATTLE, CLASSES, EFFECTS, FAREWELL, LOWERED_MS, RECORDED, TUNES, SoundBox
from tests.game.screens import app_in, find_widget, show
from tests.game.test_ui_sound import loudness
from tests.pictures import screen


def test_every_effect_has_words_but_the_click_of_a_button() -> None:
    assert set(WORDS) == {*EFFECTS, *RECORDED}
    assert [effect for effect, words in WORDS.items() if not words] == ["click"]


def test_sounds_are_told_over_the_board_and_go_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [10_000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    app = screen("hex_night", "1280", tmp_path)
    app.settings.sound_captions = True
    moving = app.scene.moving  # type: ignore[attr-defined]
    moving.sound.play("gun")
    moving.sound.play("splash")
    strip, label = app.tree.find("sound_captions"), app.tree.find("sound_caption")
    assert strip.is_shown and label.spoken_text() == "Heard: a gun, a splash"
    app.frame()
    assert app.tree.misplaced_widgets() == []
    assert app.scene.board.rect.contains(strip.rect)  # type: ignore[attr-defined]
    clock[0] += SHOWN_MS
    app.frame()
    assert not strip.visible


def test_without_the_setting_nothing_is_told(tmp_path: Path) -> None:
    app = screen("hex_night", "1280", tmp_path)
    app.scene.moving.sound.play("gun")  # type: ignore[attr-defined]
    assert not app.tree.find("sound_captions").visible


def test_the_caption_does_not_depend_on_a_device_or_on_the_volume(tmp_path: Path) -> None:
    app = screen("hex_night", "1280", tmp_path)
    app.settings.sound_captions = True
    app.sound.set_muted(True)
    app.scene.moving.sound.play("explosion")  # type: ignore[attr-defined]
    assert app.tree.find("sound_caption").spoken_text() == "Heard: an explosion"


def test_every_tune_has_words_and_is_told_where_sounds_are_told(tmp_path: Path) -> None:
    assert set(TUNES_TOLD) == {*TUNES, FAREWELL, BATTLE}
    app = app_in(tmp_path)
    app.settings.sound_captions = True
    pygame.mixer.music.stop()  # of another test
    show(app, TitleScene(app))
    app.frame()
    label = find_widget(app, "tune")
    assert label.is_shown and "“Old Hundredth” (1551)" in label.spoken_text()
    place = label.rect.copy()
    pygame.mixer.music.stop()
    app.frame()
    assert label.spoken_text() == " " and label.rect == place, "in silence nothing moves"
    app.sound.play_music(FAREWELL)
    app.frame()
    assert "a bugle alone" in label.spoken_text()
    app.settings.sound_captions = False
    app.rebuild()
    assert not find_widget(app, "tune").is_shown
    pygame.mixer.music.stop()


def test_music_and_the_sea_sink_under_heavy_guns_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [5000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    box = SoundBox()
    pygame.mixer.stop()  # the sea of another test may still be fading
    box.surround(("sea_calm",))
    box.play_music()
    music, sea = pygame.mixer.music.get_volume(), loudness(0)
    box.play("gun")
    assert pygame.mixer.music.get_volume() == music, "a light gun is not loud"
    assert box.play("big_gun")
    assert pygame.mixer.music.get_volume() < music / 2 and loudness(0) < sea / 2
    box.tick(clock[0] + LOWERED_MS - 1)
    assert pygame.mixer.music.get_volume() < music / 2
    box.tick(clock[0] + LOWERED_MS)
    assert (pygame.mixer.music.get_volume(), loudness(0)) == (music, sea)
    pygame.mixer.music.stop()
    box.surround(())


def test_every_volume_is_in_view_on_the_settings_page_of_a_low_window(tmp_path: Path) -> None:
    app = app_in(tmp_path, (1280, 720))
    app.screens.settings()
    app.frame()
    for kind in CLASSES:
        assert pygame.Rect(0, 0, 1280, 720).contains(find_widget(app, f"volume_{kind}").rect), kind
