"""Sound: every effect can be made, is bounded, and a machine without a device is silent, not broken."""

from __future__ import annotations

from array import array
from pathlib import Path

import pygame
import pytest

from game.skins import SKINS, load_skin
from game.sound import AMBIENCE, BATTLE, CLASSES, EFFECTS, FAREWELL, FOLDER, RATE, RECORDED, TUNES, SoundBox, samples


@pytest.mark.parametrize("effect", sorted(EFFECTS))
def test_an_effect_is_audible_as_long_as_it_says_and_ends_in_silence(effect: str) -> None:
    wave = array("h", samples(effect))
    assert len(wave) == int(EFFECTS[effect][1] * RATE)
    assert 20_000 < max(map(abs, wave)) < 32_768
    assert abs(wave[-1]) < 700


def test_every_effect_belongs_to_a_class_with_a_volume() -> None:
    effects = {group for group, _ in (*EFFECTS.values(), *RECORDED.values())}
    assert effects | {"ambience", "music", "battle"} == set(CLASSES)


def test_every_sound_a_skin_names_can_be_played() -> None:
    box = SoundBox()
    named = {
        sound
        for path in SKINS.glob("*.yaml")
        for cue in load_skin(path.stem).cues.values()
        for sound in (cue.sound, cue.sound_at_end)
        if sound
    }
    assert [sound for sound in sorted(named) if not box.play(sound)] == []


def test_every_file_is_there_is_used_and_all_are_small_enough_to_ship() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.ogg")}
    assert set(files) == {file for _, file in RECORDED.values()} | set(AMBIENCE) | {*TUNES, FAREWELL, BATTLE}
    assert sum(files.values()) < 12_000_000


def loudness(number: int) -> float:
    """How loud what is played in a channel is, whatever fades there."""
    sound = pygame.mixer.Channel(number).get_sound()
    return sound.get_volume() if sound is not None else 0.0


def test_the_sea_goes_on_until_another_is_wanted() -> None:
    box = SoundBox()
    box.surround(("sea_calm", "wind"))
    assert [pygame.mixer.Channel(number).get_busy() for number in (0, 1)] == [True, True]
    box.set_muted(True)
    assert loudness(0) == 0
    box.set_muted(False)
    box.set_volume("ambience", 1)
    assert loudness(0) == pytest.approx(AMBIENCE["sea_calm"], abs=0.01)
    first = pygame.mixer.Channel(0).get_sound()
    box.surround(("sea_heavy",))
    assert pygame.mixer.Channel(0).get_sound() is not first
    with pytest.raises(KeyError):
        box.surround(("whales",))


def test_a_broken_or_missing_file_is_silence_and_no_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("game.sound.FOLDER", tmp_path)
    (tmp_path / "gun_near.ogg").write_bytes(b"not a sound")
    box = SoundBox()
    assert not box.play("big_gun")
    assert not box.play("volley")
    box.surround(("sea_calm",))
    assert box.play("bell")


def test_an_open_device_plays_and_a_class_at_volume_nought_does_not() -> None:
    box = SoundBox()
    assert box.audible and box.play("click")
    box.set_volume("table", 0)
    assert not box.play("click")
    with pytest.raises(KeyError, match="no sound class 'whales'"):
        box.set_volume("whales", 1)


def test_without_an_audio_device_the_game_is_silent_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    box = SoundBox()
    assert not box.audible and box.notice.startswith("No sound")
    assert not box.play("gun")
