"""The way to screen readers on Windows and macOS: in the game's own process, for there a window belongs to its process.

NOT TRIED: written after AccessKit's sources and its example for pygame, never run on either system. The handlers are C
functions that put what they are given in a queue; the queue is looked at in each frame. Whatever fails switches it off.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from game.reader.accesskit_tree import Told, request_data

try:
    import accesskit
except ImportError:
    accesskit = None

ON, OFF = "on", "off"


class InsideLink:
    """The adapter of this process. `window`: its handle; it must not have been shown yet."""

    carries = False

    def __init__(self, heard: Callable[[dict[str, object]], None], window: int) -> None:
        self.heard = heard
        self.nodes = Told()
        self.asked: deque[object] = deque()
        self.on = False
        self._update: Any = None
        self.adapter = self._adapter(window)

    def _adapter(self, window: int) -> Any:
        on, act = partial(self.asked.append, ON), self.asked.append
        if sys.platform == "win32":
            return accesskit.windows.SubclassingAdapter(window, on, act)
        accesskit.macos.add_focus_forwarder_to_window_class("SDLWindow")
        return accesskit.macos.SubclassingAdapter.for_window(window, on, act)

    def look(self) -> None:
        """Handle what has been asked since the last frame."""
        while self.asked:
            item = self.asked.popleft()
            if item == ON:
                self.on = True
                self.heard({"on": True})
            else:
                self.heard(request_data(item))

    def send(self, message: dict[str, object]) -> None:
        """Tell a line; ValueError for a broken picture, and whatever the library throws."""
        if "nodes" in message:
            self.nodes.take(message)
            update = self.nodes.update(message["nodes"])
            events = self.adapter.update_if_active(lambda: update)
        elif "window" in message and sys.platform == "darwin":
            events = self.adapter.update_view_focus_state(bool(message["window"]))
        else:
            return
        if events is not None:
            events.raise_events()

    def close(self) -> None:
        """Stop telling the reader anything."""
        self.on = False
