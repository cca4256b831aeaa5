"""Captions for sounds: every effect has words, they stand over the board for a while, where they are wanted."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.sound_captions import SHOWN_MS, WORDS
from game.sound import EFFECTS, RECORDED
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
    assert strip.shown and label.spoken() == "Heard: a gun, a splash"
    app.frame()
    assert app.tree.misplaced() == []
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
    assert app.tree.find("sound_caption").spoken() == "Heard: an explosion"
