"""Sound effects made from the standard library at first use; silent, and never an error, without an audio device."""

from __future__ import annotations

import math
import os
import random
import sys
from array import array
from collections.abc import Callable
from functools import cache

import pygame

RATE = 22_050
Wave = Callable[[float, float, random.Random], float]

# Effect -> (class, seconds). A player sets a volume for each class.
EFFECTS: dict[str, tuple[str, float]] = {
    "gun": ("guns", 0.45),
    "big_gun": ("guns", 1.1),
    "splash": ("sea", 0.7),
    "hit": ("guns", 0.5),
    "torpedo": ("sea", 0.9),
    "bell": ("signals", 1.6),
    "drum": ("signals", 0.5),
    "dice": ("table", 0.5),
    "click": ("table", 0.05),
}
CLASSES = ("guns", "sea", "signals", "table")


def _tone(hertz: float, at: float) -> float:
    return math.sin(2 * math.pi * hertz * at)


def _gun(at: float, _length: float, rng: random.Random) -> float:
    return rng.uniform(-1, 1) * math.exp(-11 * at) + 0.7 * _tone(95 - 60 * at, at) * math.exp(-9 * at)


def _big_gun(at: float, _length: float, rng: random.Random) -> float:
    return 0.8 * rng.uniform(-1, 1) * math.exp(-5 * at) + _tone(52 - 14 * at, at) * math.exp(-3.4 * at)


def _splash(at: float, length: float, rng: random.Random) -> float:
    return rng.uniform(-1, 1) * math.sin(math.pi * min(1.0, at / length)) ** 2 * math.exp(-2.2 * at)


def _hit(at: float, _length: float, rng: random.Random) -> float:
    ring = _tone(410, at) + 0.6 * _tone(923, at) + 0.4 * _tone(1510, at)
    return 0.5 * ring * math.exp(-10 * at) + rng.uniform(-1, 1) * math.exp(-26 * at)


def _torpedo(at: float, length: float, rng: random.Random) -> float:
    beat = 0.5 + 0.5 * _tone(23, at)
    return 0.7 * (rng.uniform(-1, 1) * beat + 0.5 * _tone(140, at)) * math.sin(math.pi * at / length)


def _bell(at: float, _length: float, _rng: random.Random) -> float:
    partials = ((660, 1.0, 2.6), (1328, 0.6, 3.4), (1790, 0.35, 4.8), (2640, 0.2, 6.5))
    return 0.5 * sum(loud * _tone(hertz, at) * math.exp(-fade * at) for hertz, loud, fade in partials)


def _drum(at: float, _length: float, rng: random.Random) -> float:
    return _tone(110 - 70 * min(at, 0.3), at) * math.exp(-9 * at) + 0.4 * rng.uniform(-1, 1) * math.exp(-40 * at)


def _dice(at: float, _length: float, rng: random.Random) -> float:
    knocks = (0.0, 0.07, 0.13, 0.22, 0.28, 0.37)
    return sum(rng.uniform(-1, 1) * math.exp(-90 * (at - t)) * (1 - t) for t in knocks if at >= t)


def _click(at: float, _length: float, _rng: random.Random) -> float:
    return _tone(1900, at) * math.exp(-110 * at)


_SHAPES: dict[str, tuple[Wave, float]] = {  # the wave and how much it is smoothed, 0 to 1
    "gun": (_gun, 0.72),
    "big_gun": (_big_gun, 0.9),
    "splash": (_splash, 0.6),
    "hit": (_hit, 0.2),
    "torpedo": (_torpedo, 0.8),
    "bell": (_bell, 0.0),
    "drum": (_drum, 0.5),
    "dice": (_dice, 0.25),
    "click": (_click, 0.0),
}


@cache
def samples(effect: str) -> bytes:
    """An effect as signed 16-bit mono at 22,050 Hz; the same bytes every time. KeyError for an unknown effect."""
    wave, smooth = _SHAPES[effect]
    length = EFFECTS[effect][1]
    rng = random.Random(effect)
    count = int(length * RATE)
    raw, held = [], 0.0
    for index in range(count):
        held = smooth * held + (1 - smooth) * wave(index / RATE, length, rng)
        raw.append(held)
    loudest = max(map(abs, raw)) or 1.0
    fade = RATE // 100
    ends = [min(1.0, (count - index) / fade) for index in range(count)]
    return array("h", (round(28_000 * value / loudest * end) for value, end in zip(raw, ends, strict=True))).tobytes()


def _device_likely() -> bool:
    """False on a Linux machine with neither a card nor a sound server, where asking only brings noise on stderr."""
    if sys.platform != "linux" or "SDL_AUDIODRIVER" in os.environ or "PULSE_SERVER" in os.environ:
        return True
    runtime = os.environ.get("XDG_RUNTIME_DIR", "/nonexistent")
    return any(os.path.exists(path) for path in ("/dev/snd", f"{runtime}/pulse", f"{runtime}/pipewire-0"))


class SoundBox:
    """Plays effects by name. `notice` is empty, or says in a sentence why there is no sound."""

    def __init__(self, volumes: dict[str, float] | None = None, *, enabled: bool = True) -> None:
        self.volumes = {name: 0.7 for name in CLASSES} | (volumes or {})
        self.muted = False
        self.notice = "" if enabled else "Sound is switched off."
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        if enabled:
            self._open()

    def _open(self) -> None:
        if not _device_likely():
            self.notice = "No audio device was found, so the game is silent."
            return
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
        except pygame.error as problem:
            self.notice = f"No sound: {problem}. The game goes on in silence."

    @property
    def audible(self) -> bool:
        """Whether a device is open."""
        return not self.notice

    def set_volume(self, group: str, volume: float) -> None:
        """Volume 0 to 1 of a class of effects. KeyError names an unknown class."""
        if group not in CLASSES:
            raise KeyError(f"no sound class {group!r}; there are {', '.join(CLASSES)}")
        self.volumes[group] = min(1.0, max(0.0, volume))

    def play(self, effect: str) -> bool:
        """Starts an effect; True if it can be heard. KeyError for an unknown effect, silence otherwise."""
        group = EFFECTS[effect][0]
        volume = self.volumes[group]
        if self.muted or not self.audible or volume <= 0:
            return False
        if effect not in self._sounds:
            self._sounds[effect] = pygame.mixer.Sound(buffer=samples(effect))
        self._sounds[effect].set_volume(volume)
        return self._sounds[effect].play() is not None
