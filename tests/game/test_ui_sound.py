"""Sound: every effect can be made, is bounded, and a machine without a device is silent, not broken."""

from __future__ import annotations

from array import array

import pytest

from game.sound import CLASSES, EFFECTS, RATE, SoundBox, samples


@pytest.mark.parametrize("effect", sorted(EFFECTS))
def test_an_effect_is_audible_as_long_as_it_says_and_ends_in_silence(effect: str) -> None:
    wave = array("h", samples(effect))
    assert len(wave) == int(EFFECTS[effect][1] * RATE)
    assert 20_000 < max(map(abs, wave)) < 32_768
    assert abs(wave[-1]) < 700


def test_every_effect_belongs_to_a_class_with_a_volume() -> None:
    assert {group for group, _ in EFFECTS.values()} == set(CLASSES)


def test_an_open_device_plays_and_a_class_at_volume_nought_does_not() -> None:
    box = SoundBox()
    assert box.audible and box.play("click")
    box.set_volume("table", 0)
    assert not box.play("click")
    with pytest.raises(KeyError, match="no sound class 'whales'"):
        box.set_volume("whales", 1)


def test_without_an_audio_device_the_game_is_silent_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    box = SoundBox()
    assert not box.audible and box.notice.startswith("No sound")
    assert not box.play("gun")
