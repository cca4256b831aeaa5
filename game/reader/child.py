"""The helper process that serves screen readers on Linux and speaks with our own voice: JSON lines in, JSON lines out.
It is separate from the game because the adapter can deadlock: then this process hangs, and the game continues without
it. Its handlers do not run Python: they are C functions that put their argument into a queue.

In:  {"nodes": {number: node}, "focus": number, "all": whether these are all nodes}
     {"window": focused?}   {"say": words}   {"silence": true}   {"voice": on?}
Out: {"on": is a screen reader listening?}   {"voice": "", or why there is none}
     {"act": focus|click|set|caret|more|less, "node": number, "value": ...}
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from functools import partial
from queue import SimpleQueue
from threading import Thread

from game.reader.accesskit_tree import Adapter, SentNodes, adapter_for, request_data
from game.reader.process_name import FOLDER, remove_copy
from game.reader.voice import Silent, Voice, open_voice

Queue = SimpleQueue[object]
ON, OFF, END = "on", "off", "end"


class Child:
    """The nodes received so far, and the adapter that passes them on. The adapter is not called while it is off."""

    def __init__(self, adapter: Adapter | None) -> None:
        self.adapter = adapter
        self.nodes = SentNodes()
        self.on = False
        self.begun = False  # all nodes were sent since a screen reader connected
        self.focused = True  # does the window have the focus?
        self.voice: Voice = Silent()

    def handle_line(self, message: dict[str, object]) -> None:
        """Handle one line from the game."""
        if "nodes" in message:
            self.nodes.take(message)
            self._send(message)
        elif "window" in message:
            self.focused = bool(message["window"])
            if self.adapter is not None and self.begun:
                self.adapter.update_window_focus_state(self.focused)
        elif "say" in message:
            self._speak(str(message["say"]))
        elif "silence" in message:
            self._speak("")
        elif "voice" in message:
            self.voice.close()
            self.voice = open_voice() if message["voice"] else Silent()
            tell({"voice": self.voice.why_not})

    def _speak(self, words: str) -> None:
        """Speak, or stop speaking; report a failing voice once."""
        before = self.voice.why_not
        if words:
            self.voice.say(words)
        else:
            self.voice.silence()
        if self.voice.why_not != before:
            tell({"voice": self.voice.why_not})

    def set_listening(self, on: bool) -> None:
        """Note that a screen reader connected or left: the game sends everything again, or stops."""
        self.on, self.begun = on, False
        tell({"on": on})

    def _send(self, message: dict[str, object]) -> None:
        if self.adapter is None or not self.on or not (self.begun or message.get("all")):
            return
        update = self.nodes.update(message["nodes"])
        self.adapter.update_if_active(lambda: update)
        if not self.begun:
            self.begun = True
            self.adapter.update_window_focus_state(self.focused)


def tell(message: dict[str, object]) -> None:
    """Send a line to the game."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def read_lines(queue: Queue) -> None:
    """Put lines from the game into the queue until it closes the pipe."""
    for line in sys.stdin:
        queue.put(line)
    queue.put(END)


def main() -> None:
    """Serve until the game closes the pipe."""
    queue: Queue = SimpleQueue()
    Thread(target=read_lines, args=(queue,), daemon=True).start()
    child = Child(adapter_for(partial(queue.put, ON), queue.put, partial(queue.put, OFF)))
    tell({"ready": child.adapter is not None})
    while (item := queue.get()) != END:
        if item in (ON, OFF):
            child.set_listening(item == ON)
        elif isinstance(item, str):
            child.handle_line(json.loads(item))
        else:
            tell(request_data(item))
    child.voice.close()
    remove_copy(os.environ.get(FOLDER))
    sys.stdout.flush()
    os._exit(0)  # do not wait for the adapter's threads


def reader_verb(_args: Namespace) -> int:
    """Run `main` as a verb, because a packed program cannot start a module."""
    main()
    return 0


if __name__ == "__main__":
    main()
