"""The audio device: open it and guard every call to it, because it may be missing or disconnected."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TypeVar

import pygame

from game.words import tr

RATE, CHANNELS, AMBIENT = 44_100, 24, 3
FAILURES = (pygame.error, OSError, NotImplementedError)  # the last one: pygame built without a mixer
Result = TypeVar("Result")


def is_device_likely() -> bool:
    """Return false on a Linux machine with neither a sound card nor a sound server: trying there only fills stderr."""
    if sys.platform != "linux" or "SDL_AUDIODRIVER" in os.environ or "PULSE_SERVER" in os.environ:
        return True
    runtime = os.environ.get("XDG_RUNTIME_DIR", "/nonexistent")
    return any(os.path.exists(path) for path in ("/dev/snd", f"{runtime}/pulse", f"{runtime}/pipewire-0"))


class Mixer:
    """The only access to `pygame.mixer`. `notice` is empty, or says why there is no sound."""

    def __init__(self, *, enabled: bool = True) -> None:
        self.notice = "" if enabled else tr("Sound is switched off.")
        if enabled:
            self._open()

    def _open(self) -> None:
        if not is_device_likely():
            self.notice = tr("No audio device found. The game is silent.")
            return
        try:
            pygame.mixer.init(RATE, -16, 2, 1024)
            pygame.mixer.set_num_channels(CHANNELS)
            pygame.mixer.set_reserved(AMBIENT)
        except FAILURES as problem:
            words = str(problem).rstrip(".")
            self.notice = tr("No audio device can be used: {problem}. The game is silent.", problem=words)

    def ask(self, action: Callable[[], Result], otherwise: Result) -> Result:
        """Return `action()`; return `otherwise` without a device, or if the action fails.

        A disconnected device is not used again; `notice` says so.
        """
        if self.notice:
            return otherwise
        try:
            return action()
        except FAILURES:
            if not pygame.mixer.get_init():
                self.notice = tr("The audio device was disconnected. The game is silent.")
            return otherwise
