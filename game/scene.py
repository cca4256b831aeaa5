"""Scenes: one screen each. The app keeps a stack of them; a scene asks for a change of it, see game/stack.py."""

from __future__ import annotations

import pygame

from game.app import App
from game.ui.widget import Widget


class Scene:
    """One screen: a widget tree that it builds, keys of its own, and time.

    `build` makes the root widget again each time the scene comes to the top, so a scene keeps its own data and draws it
    from scratch. `key` sees keys that no widget has taken.
    """

    title = ""

    def __init__(self, app: App) -> None:
        self.app = app

    def build(self) -> Widget:
        """Return the root widget of this screen."""
        raise NotImplementedError

    def on_enter(self) -> None:
        """Handle coming to the top; its widgets are in the tree."""

    def on_leave(self) -> None:
        """Handle no longer being on top."""

    def on_close(self) -> None:
        """Handle being taken off the stack for good."""

    def key(self, event: pygame.Event) -> bool:
        """Return a key nobody has taken; True when this scene has used it."""
        return False

    def before_click(self, pos: tuple[int, int]) -> bool:
        """Handle a press of the left button before any widget knows. Return True when this screen has used it."""
        return False

    @property
    def meaning(self) -> object:
        """What decides, besides the page itself, what a press means: it changes with every order."""
        return None

    def tick(self, now_ms: int) -> None:
        """Advance the time; called before each drawing."""

    @property
    def animating(self) -> bool:
        """Return whether frames are wanted even when nothing happens."""
        return False

    @property
    def waiting_ms(self) -> int | None:
        """Milliseconds until this scene wants its next tick when nothing happens; None = no tick needed."""
        return None
