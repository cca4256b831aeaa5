"""Sounds: effects and ambience; without an audio device there is silence, never an error. Short effects are synthesised
at first use. Long or rich ones are OGG files of our own synthesis, see `assets/sounds/make.sh`; a missing or broken
file is skipped.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pygame

from game.mixer import AMBIENT, Mixer
from game.words import tr

RATE = 22_050  # sample rate of synthesised effects; the device runs at twice that, in stereo
FADE_MS = 1500
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"
Wave = Callable[[float, float, random.Random], float]

# Effect -> (class, seconds). A player sets a volume for each class.
EFFECTS: dict[str, tuple[str, float]] = {
    "hit": ("guns", 0.5),
    "torpedo": ("sea", 0.9),
    "bell": ("signals", 1.6),
    "drum": ("signals", 0.5),
    "dice": ("table", 0.5),
    "click": ("table", 0.05),
}
# Effect -> (class, file without its ending)
RECORDED: dict[str, tuple[str, str]] = {
    "gun": ("guns", "gun_light"),
    "big_gun": ("guns", "gun_near"),
    "far_gun": ("guns", "gun_far"),
    "explosion": ("guns", "explosion"),
    "volley": ("guns", "volley"),
    "splash": ("sea", "splash"),
    "sinking": ("sea", "sinking"),
    "creak": ("sea", "creak"),
    "marching": ("signals", "marching"),
}
# Ambience -> its fraction of the volume of its class
AMBIENCE: dict[str, float] = {"sea_calm": 0.5, "sea_heavy": 0.65, "wind": 0.4}
# Tunes played in turn on the title page and between battles: `release/music.py`
TUNES = ("old_hundredth", "god_save_the_king")
FAREWELL = "taps"  # after a battle lost by a single player
BATTLE = "night_watch"  # played quietly from time to time during a battle
BEFORE_MS, BETWEEN_MS = 20_000, 180_000  # time without it: at the start of a battle, and after each playing
HEAVY = ("big_gun", "explosion", "sinking")  # music and ambience are lowered under these
REST_MS = {"creak": 9000, "marching": 4000}  # least milliseconds before the same frequent effect is played again
LOWERED, LOWERED_MS = 0.35, 1500  # lowered to this fraction, for this time
CLASSES = ("guns", "sea", "signals", "table", "ambience", "music", "battle")
VOLUMES = dict.fromkeys(CLASSES, 0.7) | {
    "ambience": 0.5,
    "music": 0.4,
    "battle": 0.2,
}  # default volumes


def _tone(hertz: float, at: float) -> float:
    return math.sin(2 * math.pi * hertz * at)


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


_SHAPES: dict[str, tuple[Wave, float]] = {  # (wave function, smoothing 0 to 1)
    "hit": (_hit, 0.2),
    "torpedo": (_torpedo, 0.8),
    "bell": (_bell, 0.0),
    "drum": (_drum, 0.5),
    "dice": (_dice, 0.25),
    "click": (_click, 0.0),
}


@cache
def samples(effect: str) -> bytes:
    """Return an effect as signed 16-bit mono at 22,050 Hz; the same bytes every time.

    KeyError for an unknown effect.
    """
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


def group_of(effect: str) -> str:
    """Return the class of an effect. KeyError for an unknown one."""
    return RECORDED[effect][0] if effect in RECORDED else EFFECTS[effect][0]


def _double_rate(mono: bytes) -> bytes:
    """Convert mono sound at our rate to stereo at the device's rate."""
    found = array("h", mono)
    return array("h", (value for value in found for _ in range(4))).tobytes()


class SoundBox:
    """Plays effects by name, and ambience continuously. `notice` is empty, or says why there is no sound."""

    def __init__(self, volumes: dict[str, float] | None = None, *, enabled: bool = True) -> None:
        self.volumes = VOLUMES | (volumes or {})
        self.muted = False
        self.mixer = Mixer(enabled=enabled)
        self.around: tuple[str, ...] = ()  # current ambience
        self.musical = True  # music is on in the settings
        self.battle = False  # during a battle: only its own tune
        self._next_ms = 0  # time of its next playing
        self.tune = ""  # current or last tune
        self._lowered_until = 0  # music and ambience are lowered until this time, in milliseconds
        self._away = False  # another window has the keyboard
        self._rests: dict[str, int] = {}  # effect of REST_MS -> time from which it may be played again
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}

    @property
    def notice(self) -> str:
        """Return why there is no sound; empty if a device is open."""
        return self.mixer.notice

    @property
    def audible(self) -> bool:
        """Return whether a device is open."""
        return not self.notice

    def set_volume(self, group: str, volume: float) -> None:
        """Set the volume, 0 to 1, of a class of effects. KeyError names an unknown class."""
        if group not in CLASSES:
            raise KeyError(
                tr("unknown sound class {group}; expected {names}", group=f"{group!r}", names=", ".join(CLASSES))
            )
        self.volumes[group] = min(1.0, max(0.0, volume))
        if group == "ambience":
            self._level_ambience()
        elif group in ("music", "battle"):
            self._level_music()

    def set_muted(self, muted: bool) -> None:
        """Mute or unmute everything."""
        self.muted = muted
        self._level_ambience()
        self._level_music()

    def set_musical(self, musical: bool) -> None:
        """Set whether music is played at all."""
        self.musical = musical
        if not musical:
            self.fade_music()

    def play_music(self, tune: str = "") -> bool:
        """Play a tune once; without a name, the next of TUNES unless one is playing. Return whether it is audible."""
        from_battle, self.battle = self.battle, tune == BATTLE
        if not self.audible or not self.musical or self.muted or self.volumes[self._music] <= 0:
            return False
        if not tune and self._busy and not from_battle:
            return True
        after = TUNES.index(self.tune) + 1 if self.tune in TUNES else 0
        self.tune = tune or TUNES[after % len(TUNES)]
        return self.mixer.ask(self._start_tune, False)

    def _start_tune(self) -> bool:
        """Load and start the tune. Raises pygame.error or OSError if its file or the device fails."""
        pygame.mixer.music.load(FOLDER / f"{self.tune}.ogg")
        self._level_music()
        pygame.mixer.music.play(fade_ms=FADE_MS)
        if self._away:
            pygame.mixer.music.pause()
        return True

    @property
    def _busy(self) -> bool:
        """Return whether a tune is playing."""
        return self.mixer.ask(lambda: pygame.mixer.music.get_busy(), False)

    @property
    def _music(self) -> str:
        """Return the sound class of the current tune."""
        return "battle" if self.battle else "music"

    def fade_music(self) -> None:
        """Fade the tune out."""
        self.mixer.ask(lambda: pygame.mixer.music.fadeout(FADE_MS), None)

    def play_in_battle(self) -> None:
        """Switch to battle music: other tunes fade, and its own is played from time to time."""
        if not self.battle:
            self.fade_music()
            self.battle, self._next_ms = True, pygame.time.get_ticks() + BEFORE_MS

    def set_away(self, away: bool) -> None:
        """Pause the tune while another window has the keyboard focus."""
        self._away = away
        self.mixer.ask(lambda: pygame.mixer.music.pause() if away else pygame.mixer.music.unpause(), None)

    @property
    def current_tune(self) -> str:
        """Return the tune now playing; empty: none."""
        wanted = self.audible and self.musical and not self.muted and self.volumes[self._music] > 0
        return self.tune if wanted and self._busy else ""

    @property
    def share(self) -> float:
        """Return the current volume factor of music and ambience under gunfire."""
        return LOWERED if self._lowered_until else 1.0

    def tick(self, now_ms: int) -> None:
        """Restore music and ambience after gunfire; play the battle's tune when it is due."""
        if self.battle and now_ms >= self._next_ms and not self._away and not self._busy:
            self._next_ms = now_ms + BETWEEN_MS
            self.play_music(BATTLE)
        if self._lowered_until and now_ms >= self._lowered_until:
            self._lowered_until = 0
            self._level_music()
            self._level_ambience()

    def _lower(self) -> None:
        self._lowered_until = pygame.time.get_ticks() + LOWERED_MS
        self._level_music()
        self._level_ambience()

    def _level_music(self) -> None:
        volume = 0.0 if self.muted else self.volumes[self._music] * self.share
        self.mixer.ask(lambda: pygame.mixer.music.set_volume(volume), None)

    def play(self, effect: str) -> bool:
        """Start an effect; return whether it is audible. Raises KeyError for an unknown effect."""
        volume = self.volumes[group_of(effect)]
        if self.muted or not self.audible or volume <= 0:
            return False
        now = pygame.time.get_ticks()
        if now < self._rests.get(effect, now):
            return False
        sound = self._sound(effect, RECORDED[effect][1] if effect in RECORDED else "")
        if sound is None:
            return False
        if not self.mixer.ask(lambda: _start(sound, volume), False):
            return False
        if effect in REST_MS:
            self._rests[effect] = now + REST_MS[effect]
        if effect in HEAVY:
            self._lower()
        return True

    def surround(self, names: tuple[str, ...]) -> None:
        """Cross-fade to these sounds of AMBIENCE. Raises KeyError for an unknown one."""
        wanted = tuple(name for name in names if AMBIENCE[name])[:AMBIENT]
        if wanted == self.around:
            return
        for number in range(AMBIENT):
            if self.around[number : number + 1] != wanted[number : number + 1]:
                self.mixer.ask(partial(_fade, number), None)
        self.around = wanted
        self._level_ambience()

    def _level_ambience(self) -> None:
        """Start missing ambience and set its volume; load nothing inaudible. The volume is set on the sound, because
        the channel's may be fading another one.
        """
        volume = 0.0 if self.muted or not self.audible else self.volumes["ambience"]
        for number, name in enumerate(self.around if self.audible else ()):
            sound = self._sound(name, name) if volume else self._sounds.get(name)
            if sound is not None:
                self.mixer.ask(partial(_level, number, sound, volume * AMBIENCE[name] * self.share), None)

    def _sound(self, name: str, file: str) -> pygame.mixer.Sound | None:
        """Return a loaded sound; None if its file is missing or cannot be read."""
        if name not in self._sounds:
            self._sounds[name] = self.mixer.ask(lambda: _load(name, file), None)
        return self._sounds[name]


# --- calls to the device, made only through `Mixer.ask`
# -------------------------------------------------------------------


def _load(name: str, file: str) -> pygame.mixer.Sound:
    """Return an effect from its file, or synthesise it if it has none. Raises pygame.error, OSError."""
    return (
        pygame.mixer.Sound(FOLDER / f"{file}.ogg") if file else pygame.mixer.Sound(buffer=_double_rate(samples(name)))
    )


def _start(sound: pygame.mixer.Sound, volume: float) -> bool:
    """Start an effect; return False if every channel is busy. Raises pygame.error."""
    sound.set_volume(volume)
    return sound.play() is not None


def _fade(number: int) -> None:
    """Fade out an ambience channel. Raises pygame.error."""
    pygame.mixer.Channel(number).fadeout(FADE_MS)


def _level(number: int, sound: pygame.mixer.Sound, volume: float) -> None:
    """Set the volume of an ambience sound, and start it if needed. Raises pygame.error."""
    channel = pygame.mixer.Channel(number)
    sound.set_volume(volume)
    if volume and channel.get_sound() is not sound:
        channel.play(sound, loops=-1, fade_ms=FADE_MS)
