"""Synthesise the music: `python -m release.music` renders assets/sounds/scores/*.yaml to OGG; needs SoX 14.4. A score
names the dated print of its tune. Each part is a row of notes: `F#4:1.5` is F sharp above middle C for a beat and a
half (by default one beat); bar lines are ignored. A verse lists its parts with their instruments.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tempfile
import wave
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

SOUNDS = Path(__file__).resolve().parent.parent / "assets" / "sounds"
SCORES = SOUNDS / "scores"
RATE = 22_050
TABLE = 2048  # samples of one period
ATTACK, RELEASE = 0.05, 0.14  # seconds
GAP = 0.06  # seconds of silence between notes
REST = 1.5  # seconds of silence between verses
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
NOTE = re.compile(r"([A-G])(#|b)?(\d)(?::(\d*\.?\d+))?")
# Volumes of the partials, from the fundamental upwards
INSTRUMENTS = {
    "horn": (1.0, 0.62, 0.4, 0.22, 0.12, 0.06, 0.03),
    "brass": (1.0, 0.8, 0.62, 0.45, 0.3, 0.2, 0.12, 0.07),
    "bugle": (0.8, 1.0, 0.75, 0.5, 0.36, 0.24, 0.15, 0.09),
    "organ": (0.55, 0.42, 0.12, 0.2, 0.0, 0.06, 0.0, 0.06),
}


class Score(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tune as in its file. `verses`: for each, part -> instrument; `parts`: part -> its notes."""

    title: str
    by: str
    print: str
    entered: str
    beats_a_minute: int
    verses: tuple[dict[str, str], ...]
    parts: dict[str, str]


class Note(NamedTuple):
    """One tone: start and length in seconds, pitch in hertz."""

    at: float
    seconds: float
    hertz: float
    instrument: str


def pitch(letter: str, sign: str, octave: int) -> float:
    """Return the frequency of a note in hertz, in equal temperament, A4 = 440."""
    step = STEPS[letter] + {"#": 1, "b": -1}.get(sign, 0) + 12 * (octave - 4) - 9
    return 440 * 2 ** (step / 12)


def part_of(words: str) -> list[tuple[float, float]]:
    """Return the notes of a part as (hertz, beats). Raises ValueError for an invalid one."""
    found = []
    for word in words.replace("|", " ").split():
        read = NOTE.fullmatch(word)
        if read is None:
            raise ValueError(f"{word!r} is not a note; expected one like F#4 or F#4:1.5")
        letter, sign, octave, beats = read.groups()
        found.append((pitch(letter, sign or "", int(octave)), float(beats or 1)))
    return found


def notes_of(score: Score) -> Iterator[Note]:
    """Yield every tone of the tune, verse by verse."""
    beat, begin = 60 / score.beats_a_minute, 0.5
    for verse in score.verses:
        longest = 0.0
        for part, instrument in verse.items():
            at = 0.0
            for hertz, beats in part_of(score.parts[part]):
                yield Note(begin + at, beats * beat - GAP, hertz, instrument)
                at += beats * beat
            longest = max(longest, at)
        begin += longest + REST


def _one_wave(instrument: str) -> list[float]:
    turns = [math.tau * index / TABLE for index in range(TABLE)]
    partials = list(enumerate(INSTRUMENTS[instrument], start=1))
    return [sum(loud * math.sin(number * turn) for number, loud in partials) for turn in turns]


def render_tune(score: Score) -> array[int]:
    """Return the tune as signed 16-bit mono at 22,050 Hz, always the same."""
    notes = list(notes_of(score))
    length = int((max(note.at + note.seconds for note in notes) + 1) * RATE)
    heard = [0.0] * length
    waves = {name: _one_wave(name) for name in INSTRUMENTS}
    for note in notes:
        _sound(heard, note, waves[note.instrument])
    loudest = max(map(abs, heard))
    return array("h", (round(26_000 * value / loudest) for value in heard))


def _sound(heard: list[float], note: Note, one_wave: list[float]) -> None:
    """Add one tone with attack, decay and release."""
    first, count = int(note.at * RATE), int(note.seconds * RATE)
    swell, away, step = int(ATTACK * RATE), int(RELEASE * RATE), note.hertz * TABLE / RATE
    for index in range(count):
        loud = min(1.0, index / swell, (count - index) / away) * (1 - 0.3 * index / count)
        heard[first + index] += loud * one_wave[int(index * step) % TABLE]


def render(path: Path) -> None:
    """Write the OGG file of a score, with the reverb of a small hall, beside the other sounds."""
    score = load_yaml(path, Score)
    with tempfile.TemporaryDirectory() as folder:
        dry = Path(folder) / "dry.wav"
        with wave.open(str(dry), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", ""))
            file.writeframes(render_tune(score).tobytes())
        hall = (
            "rate",
            "44100",
            "channels",
            "2",
            "gain",
            "-8",
            "reverb",
            "38",
            "60",
            "90",
            "norm",
            "-4",
            "fade",
            "0",
            "-0",
            "0.8",
        )
        subprocess.run(["sox", "-D", "-R", dry, "-C", "1", SOUNDS / f"{path.stem}.ogg", *hall], check=True)


if __name__ == "__main__":
    for found in sorted(SCORES.glob("*.yaml")):
        render(found)
        print(found.stem, (SOUNDS / f"{found.stem}.ogg").stat().st_size, file=sys.stdout)
