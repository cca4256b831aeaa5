"""A hand at the real window: pointer and keys of the X server through xdotool, at the pace of an experienced user."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from tests.workshop.test_builder import Builder

CLICK_S, LETTER_S = 1.2, 0.15  # of somebody who looks where he presses, and types with two fingers
PATIENCE_S = 1500
HEARD_S = 20  # that a press or a letter may take through a busy machine until the program has it
NAMES = {pygame.K_RETURN: "Return", pygame.K_ESCAPE: "Escape", pygame.K_DOWN: "Down", pygame.K_END: "End"}


class RealHand(Builder):
    """The builder's hand, but every press and letter comes from outside through the display."""

    def __init__(self, folder: Path, system: str, size: tuple[int, int] = (1280, 720)) -> None:
        self._ticking = pygame.time.Clock()  # without one the program's own clock stands still
        self._came: list[pygame.Event] = []  # since the hand last did something
        super().__init__(folder, system, size)

    def wait(self) -> None:
        """What a person's next look takes."""
        self.frames(CLICK_S)

    def frames(self, seconds: float) -> None:
        """The program goes on by itself so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.frame()

    def frame(self) -> None:
        """One turn of the program's loop."""
        for event in pygame.event.get():
            self._came.append(event)
            self.app.handle(event)
        self.app.frame()
        self._ticking.tick(60)

    def until(self, what: str, happened: Callable[[], object], patience: float = PATIENCE_S) -> None:
        """The program goes on until something has happened."""
        end = time.monotonic() + patience
        while not happened():
            assert time.monotonic() < end, f"waited {patience} s for {what}"
            self.frame()
        self.frames(0.3)

    def wait_for_event(self, kind: int, *words: str) -> None:
        """Let the display do something, and the program go on until it has come: a person looks whether it did."""
        self._came.clear()
        xdotool(*words)
        end = time.monotonic() + HEARD_S
        while not any(event.type == kind for event in self._came):
            assert time.monotonic() < end, f"{' '.join(words)} did not come in {HEARD_S} s"
            self.frame()

    def press(self, at: tuple[int, int], to: tuple[int, int] | None = None) -> None:
        """A click, or a drag to another point."""
        self.clicks += 1
        xdotool("mousemove", *map(str, at))
        self.frames(0.1)
        self.wait_for_event(pygame.MOUSEBUTTONDOWN, "mousedown", "1")
        if to is not None:
            for share in range(1, 9):
                between = (at[0] + (to[0] - at[0]) * share // 8, at[1] + (to[1] - at[1]) * share // 8)
                xdotool("mousemove", *map(str, between))
                self.frames(0.06)
        self.frames(0.08)
        self.wait_for_event(pygame.MOUSEBUTTONUP, "mouseup", "1")
        self.wait()

    def key(self, code: int, mod: int = 0) -> None:
        """A key by its place on the keyboard."""
        self.keys += 1
        name = NAMES.get(code) or pygame.key.name(code)
        self.wait_for_event(pygame.KEYUP, "key", f"ctrl+{name}" if mod & pygame.KMOD_CTRL else name)
        self.wait()

    def type(self, text: str) -> None:
        """Letter by letter."""
        for letter in text:
            self.keys += 1
            self.wait_for_event(pygame.TEXTINPUT, "type", letter)
            self.frames(LETTER_S)
        self.wait()

    def search(self, text: str) -> None:
        """Into the roster's field, in place of what stands there."""
        self.click("roster_search")
        self.key(pygame.K_END)
        self.key(pygame.K_u, pygame.KMOD_CTRL)
        self.type(text)

    def picture(self, path: object) -> None:
        """What the window shows."""
        self.frames(0.2)
        pygame.image.save(self.app.surface, str(path))


def xdotool(*words: str) -> None:
    """Let the pointer or the keyboard of the display do something."""
    subprocess.run(["xdotool", *words], check=True, capture_output=True)
