"""The stack of screens: the interface of a screen for the app, and the stack changes that a screen may request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import pygame

from game.ui.widget import Widget


class Shown(Protocol):
    """One screen as the app sees it; game/scene.py has the base class."""

    title: str

    def build(self) -> Widget:
        """Return a new root widget of this screen."""

    def on_enter(self) -> None:
        """Handle coming to the top; the widgets are in the tree."""

    @property
    def meaning(self) -> object:
        """Return a value that changes whenever a press may mean something else."""

    def on_leave(self) -> None:
        """Handle no longer being on top."""

    def on_close(self) -> None:
        """Handle being taken off the stack for good."""

    def key(self, event: pygame.Event) -> bool:
        """Handle a key no widget has used; return true if this screen used it."""

    def before_click(self, pos: tuple[int, int]) -> bool:
        """Handle a press of the left button before any widget. Return true if this screen used it."""

    def tick(self, now_ms: int) -> None:
        """Advance the time; called before each drawing."""

    @property
    def animating(self) -> bool:
        """Return whether frames are needed even without input."""

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until its next tick without input; None if none is needed."""


@dataclass(frozen=True, slots=True)
class Push:
    """Put a scene on top."""

    scene: Shown


@dataclass(frozen=True, slots=True)
class Pop:
    """Take the top scene off."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the top scene."""

    scene: Shown


@dataclass(frozen=True, slots=True)
class Home:
    """Return to the first scene."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the program."""


Change = Push | Pop | Replace | Home | Quit
