"""Music: every OGG file matches its score; one switch, one volume; music in a battle, muted, and without a device."""

from __future__ import annotations

import math
from array import array
from pathlib import Path

import pygame
import pytest

from game.sound import BATTLE, BEFORE_MS, BETWEEN_MS, FAREWELL, FOLDER, TUNES, SoundBox
from release.music import RELEASE, SCORES, Note, Score, notes_of, part_of, pitch
from rules.kernel.datafile import load_yaml

HEARD_S = 0.12  # of each note that is listened to
SEMITONE = 2 ** (1 / 12)


def strength(wave: array[int], hertz: float, rate: int) -> float:
    """Return how much of one pitch there is (Goertzel)."""
    turn = 2 * math.cos(math.tau * hertz / rate)
    before = last = 0.0
    for value in wave:
        before, last = last, value + turn * last - before
    return before * before + last * last - turn * before * last


def solo(score: Score) -> list[Note]:
    """Return the tones of the verses that one instrument plays alone."""
    count = sum(len(part_of(score.parts[part])) for verse in score.verses if len(verse) == 1 for part in verse)
    return list(notes_of(score))[:count]


@pytest.mark.parametrize("tune", [*TUNES, FAREWELL, BATTLE])
def test_the_shipped_file_plays_the_notes_of_its_score(tune: str) -> None:
    SoundBox()
    score = load_yaml(SCORES / f"{tune}.yaml", Score)
    rate, _, ears = pygame.mixer.get_init()  # type: ignore[misc]
    heard = array("h", pygame.mixer.Sound(FOLDER / f"{tune}.ogg").get_raw())[::ears]
    notes = list(notes_of(score))
    assert len(heard) / rate == pytest.approx(max(note.at + note.seconds for note in notes) + 1, abs=0.1)
    for note in solo(score):
        start = int((note.at + note.seconds - RELEASE - HEARD_S) * rate)
        wave = heard[start : start + int(HEARD_S * rate)]
        best = max(range(-3, 4), key=lambda step: strength(wave, note.hertz * SEMITONE**step, rate))
        assert best == 0, f"{tune}: at {note.at:.2f} s it sounds {best:+} semitones"


def test_every_score_names_the_dated_print_and_its_voices_end_together() -> None:
    found = {path.stem: load_yaml(path, Score) for path in SCORES.glob("*.yaml")}
    assert set(found) == {*TUNES, FAREWELL, BATTLE}
    for tune, score in found.items():
        years = [int(word.strip(",;()")) for word in score.print.split() if word.strip(",;()").isdigit()]
        assert tune == BATTLE or min(years) < 1900
        beats = {part: sum(long for _, long in part_of(words)) for part, words in score.parts.items()}
        for verse in score.verses:
            assert len({beats[part] for part in verse}) == 1, beats
    assert found[BATTLE].print.startswith("none; our own"), "no tune of anybody else's without its print"


def test_a_note_is_read_as_musicians_name_it() -> None:
    assert pitch("A", "", 4) == 440
    assert pitch("C", "", 4) == pytest.approx(261.63, abs=0.01)
    assert part_of("A4 | F#4:1.5") == [(440, 1.0), (pytest.approx(369.99, abs=0.01), 1.5)]
    with pytest.raises(ValueError, match="'H4' is not a note"):
        part_of("A4 H4")


def test_tunes_take_turns_and_a_battle_ends_them() -> None:
    box = SoundBox()
    assert box.play_music() and box.tune == TUNES[0]
    assert box.play_music() and box.tune == TUNES[0]  # one that is heard is not cut off
    pygame.mixer.music.stop()
    assert box.play_music() and box.tune == TUNES[1]
    assert box.play_music(FAREWELL) and box.tune == FAREWELL
    pygame.mixer.music.stop()
    assert box.play_music() and box.tune == TUNES[0]
    assert pygame.mixer.music.get_busy()
    box.set_musical(False)
    pygame.mixer.music.stop()  # as at the end of fading out
    assert not box.play_music()


def test_volume_mute_and_another_window() -> None:
    box = SoundBox({"music": 0.5})
    assert box.play_music()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.5, abs=0.01)
    box.set_muted(True)
    assert pygame.mixer.music.get_volume() == 0
    box.set_muted(False)
    box.set_volume("music", 1)
    assert pygame.mixer.music.get_volume() == pytest.approx(1, abs=0.01)
    box.set_away(True)
    assert not pygame.mixer.music.get_busy()
    box.set_away(False)
    assert pygame.mixer.music.get_busy()
    pygame.mixer.music.stop()
    box.set_volume("music", 0)
    assert not box.play_music()


def test_without_a_device_or_a_file_there_is_silence_and_no_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("game.sound.FOLDER", tmp_path)
    assert not SoundBox().play_music()
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    box = SoundBox()
    assert not box.play_music()
    box.fade_music()
    box.set_away(True)
    box.set_musical(False)


def test_in_battle_a_tune_of_its_own_is_heard_now_and_then_at_its_own_volume(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: clock[0])
    box = SoundBox({"music": 0.8, "battle": 0.2})
    assert box.play_music() and box.tune == TUNES[0]
    box.play_in_battle()
    pygame.mixer.music.stop()  # as at the end of fading out
    box.tick(clock[0] + BEFORE_MS - 1)
    assert not pygame.mixer.music.get_busy(), "a battle begins in silence"
    box.tick(clock[0] + BEFORE_MS)
    assert box.current_tune == BATTLE and pygame.mixer.music.get_volume() == pytest.approx(0.2, abs=0.01)
    pygame.mixer.music.stop()
    clock[0] += BEFORE_MS
    box.play_in_battle()  # back from a page: the music does not start again
    box.tick(clock[0] + BETWEEN_MS - 1)
    assert not pygame.mixer.music.get_busy()
    box.tick(clock[0] + BETWEEN_MS)
    assert box.current_tune == BATTLE
    assert box.play_music() and box.tune in TUNES, "the battle is left: other tunes, at their own volume"
    assert pygame.mixer.music.get_volume() == pytest.approx(0.8, abs=0.01)
    pygame.mixer.music.stop()
    box.play_in_battle()
    box.set_volume("battle", 0)
    box.tick(clock[0] + 10 * BETWEEN_MS)
    assert not pygame.mixer.music.get_busy(), "off by choice"
