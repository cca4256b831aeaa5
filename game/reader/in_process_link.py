"""The link to screen readers on Windows and macOS: inside the game's process, because a window belongs to its process
there. NOT TESTED: written from AccessKit's sources and its pygame example, never run on either system. Handlers are C
functions that put their argument into a queue, which is read in every frame. Any failure switches it off.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from game.reader.accesskit_tree import SentNodes, request_data

try:
    import accesskit
except ImportError:
    accesskit = None

ON, OFF = "on", "off"


class InsideLink:
    """The adapter of this process. `window`: the handle of a window not shown yet."""

    carries = False

    def __init__(self, heard: Callable[[dict[str, object]], None], window: int) -> None:
        self.heard = heard
        self.nodes = SentNodes()
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
        """Handle requests since the last frame."""
        while self.asked:
            item = self.asked.popleft()
            if item == ON:
                self.on = True
                self.heard({"on": True})
            else:
                self.heard(request_data(item))

    def send(self, message: dict[str, object]) -> None:
        """Send a line. Raises ValueError for a broken picture, and any error of the library."""
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
        """Stop sending."""
        self.on = False
