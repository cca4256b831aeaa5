"""The stack of screens: what the app asks of the one on top, and the changes of the stack a screen may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import pygame

from game.ui.widget import Widget


class Shown(Protocol):
    """One screen as the app sees it; game/scene.py has the class they are all made of."""

    title: str

    def build(self) -> Widget:
        """Return the root widget of this screen, made again."""

    def on_enter(self) -> None:
        """Handle coming to the top; the widgets are in the tree."""

    @property
    def meaning(self) -> object:
        """What decides, besides the page itself, what a press means."""

    def on_leave(self) -> None:
        """Handle no longer being on top."""

    def on_close(self) -> None:
        """Handle being taken off the stack for good."""

    def key(self, event: pygame.Event) -> bool:
        """Handle a key no widget has used; return True when this screen has used it."""

    def before_click(self, pos: tuple[int, int]) -> bool:
        """Handle a press of the left button before any widget knows. Return True when this screen has used it."""

    def tick(self, now_ms: int) -> None:
        """Advance the time; called before each drawing."""

    @property
    def animating(self) -> bool:
        """Return whether frames are wanted even when nothing happens."""

    @property
    def waiting_ms(self) -> int | None:
        """Milliseconds until it wants its next tick when nothing happens; None = no tick needed."""


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top."""

    scene: Shown


@dataclass(frozen=True, slots=True)
class Pop:
    """Take the top scene off."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a scene in the place of the top one."""

    scene: Shown


@dataclass(frozen=True, slots=True)
class Home:
    """Back to the first scene."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program."""


Change = Push | Pop | Replace | Home | Quit
