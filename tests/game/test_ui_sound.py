"""Sound: every effect can be made, is bounded, and a machine without a device is silent, not broken."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.skins import SKINS, load_skin
from game.sound import (
    AMBIENCE,
    BATTLE,
    BETWEEN_MS,
    CLASSES,
    EFFECTS,
    FAREWELL,
    FOLDER,
    RATE,
    RECORDED,
    TUNES,
    SoundBox,
    samples,
)


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
    silent = []
    for sound in sorted(named):
        pygame.mixer.stop()  # every channel may be busy with what was played before
        silent += [] if box.play(sound) else [sound]
    assert silent == []


def test_every_file_is_there_is_used_and_all_are_small_enough_to_ship() -> None:
    files = {path.stem: path.stat().st_size for path in FOLDER.glob("*.ogg")}
    assert set(files) == {file for _, file in RECORDED.values()} | set(AMBIENCE) | {*TUNES, FAREWELL, BATTLE}
    assert sum(files.values()) < 12_000_000


def loudness(number: int) -> float:
    """Return how loud what is played in a channel is, whatever fades there."""
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
    with pytest.raises(KeyError, match="unknown sound class 'whales'"):
        box.set_volume("whales", 1)


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[SoundBox]:
    """Provide a box whose device is missing from the start, or one whose device goes away while everything is heard."""
    pygame.mixer.quit()
    if request.param == "missing":
        monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    made = SoundBox()
    if request.param == "vanished":
        assert made.play("gun") and made.play_music(BATTLE) and made.current_tune == BATTLE
        made.surround(("sea_calm", "wind"))
        pygame.mixer.quit()
    yield made
    monkeypatch.undo()
    pygame.mixer.quit()


USES: dict[str, Callable[[SoundBox], object]] = {
    "effect played before": lambda box: box.play("gun"),
    "heavy effect": lambda box: box.play("explosion"),
    "effect made here": lambda box: box.play("bell"),
    "other surroundings": lambda box: box.surround(("sea_heavy",)),
    "no surroundings": lambda box: box.surround(()),
    "tune": lambda box: box.play_music(FAREWELL),
    "next tune": lambda box: box.play_music(),
    "tune that is heard": lambda box: box.current_tune,
    "tune fades": lambda box: box.fade_music(),
    "no music": lambda box: box.set_musical(False),
    "another window": lambda box: box.set_away(True),
    "our window again": lambda box: box.set_away(False),
    "mute": lambda box: (box.set_muted(True), box.set_muted(False)),
    "volumes": lambda box: [box.set_volume(group, 0.5) for group in CLASSES],
    "battle begins": lambda box: box.play_in_battle(),
    "battle music is due": lambda box: (box.play_in_battle(), box.tick(pygame.time.get_ticks() + 2 * BETWEEN_MS)),
    "guns die away": lambda box: (box.play("explosion"), box.tick(pygame.time.get_ticks() + 2 * BETWEEN_MS)),
}


@pytest.mark.parametrize("box", ["missing", "vanished"], indirect=True)
@pytest.mark.parametrize("use", USES)
def test_without_a_device_every_use_is_silence_and_no_error(box: SoundBox, use: str) -> None:
    USES[use](box)
    assert not box.play("gun") and not box.play_music() and not box.current_tune
    assert not box.audible and box.notice


@pytest.mark.parametrize("box", ["missing"], indirect=True)
def test_a_missing_device_is_told(box: SoundBox) -> None:
    assert box.notice.startswith("No audio device")


@pytest.mark.parametrize("box", ["vanished"], indirect=True)
def test_a_device_that_goes_away_is_told(box: SoundBox) -> None:
    assert box.audible
    box.play("gun")
    assert box.notice == "The audio device was disconnected. The game is silent."


def test_a_pygame_built_without_its_mixer_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Missing:
        def __getattr__(self, name: str) -> object:
            raise NotImplementedError("mixer module not available")

    monkeypatch.setattr(pygame, "mixer", Missing())
    assert not SoundBox().play("gun")
