"""Scenes: one screen each. The app keeps a stack of scenes; a scene requests a change of the stack, see
game/stack.py.
"""

from __future__ import annotations

import pygame

from game.app import App
from game.ui.widget import Widget


class Scene:
    """One screen: a widget tree that it builds, keys of its own, and time.

    `build` makes a new root widget each time the scene comes to the top, so a scene keeps its data apart from widgets.
    `key` gets keys that no widget has used.
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
        """Handle a key that no widget has used; return true if this scene used it."""
        return False

    def before_click(self, pos: tuple[int, int]) -> bool:
        """Handle a press of the left button before any widget. Return true if this screen used it."""
        return False

    @property
    def meaning(self) -> object:
        """Return a value that changes whenever a press may mean something else, for example with every order."""
        return None

    def tick(self, now_ms: int) -> None:
        """Advance the time; called before each drawing."""

    @property
    def animating(self) -> bool:
        """Return whether frames are needed even without input."""
        return False

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the scene's next tick without input; None if none is needed."""
        return None
