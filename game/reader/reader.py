"""Output for a screen reader or our own voice: the screen after each change, and announcements. If nobody listens it
costs one check of a flag in each frame. Any failure here is logged once and switches this off; the game continues.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pygame

from game.reader.accesskit_tree import available
from game.reader.in_process_link import InsideLink
from game.reader.link import ChildLink, Link, Message, NoLink
from game.reader.picture import AGAIN, Node, Painter, Picture, changed_nodes
from game.reader.roles import LIVE, ROOT, WORDS
from game.ui.accessible_text import spoken_text
from game.ui.text_input import TextInput
from game.ui.tree import Tree
from game.ui.widget import Widget
from game.words import tr


@dataclass
class FocusAnnouncements:
    """Announcements added to the descriptions of nodes. A node keeps its text until the focus has been elsewhere for a
    whole picture, because every change to the focused node is spoken, including the removal.
    """

    words: dict[int, str] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    def over(self, picture: Picture, words: str) -> Picture:
        """Return the picture with `words` (empty: nothing new) added to the focused node."""
        here = picture.focus
        self.words = {key: said for key, said in self.words.items() if key in picture.nodes and key not in self.left}
        self.left = {key for key in self.words if key != here}
        if words:
            self.words[here] = words
        nodes = dict(picture.nodes)
        for key, carried in self.words.items():
            nodes[key] = replace(nodes[key], more=append_announcement(nodes[key].more, carried))
        nodes[LIVE] = replace(nodes[LIVE], still=True)
        return Picture(nodes, picture.focus, picture.behind)

    def drop(self) -> None:
        """Forget the announcement."""
        self.words, self.left = {}, set()


def append_announcement(more: str, words: str) -> str:
    """Return a description with an announcement added; an inaudible character lets a repeated text be spoken."""
    plain = words.rstrip(AGAIN)
    if plain and plain.rstrip(".") in more:
        return more + AGAIN + words[len(plain) :]
    if not more:
        return words
    return f"{plain.rstrip('.')}. {more}{words[len(plain) :]}"


EVENT = pygame.USEREVENT + 11
MODES = ("auto", "on", "off")
MOST_SAID = 1200  # most characters announced at once; the rest is in the log
LOG = "screen_reader.txt"
HUSH = (pygame.K_LCTRL, pygame.K_RCTRL)


class Reader:
    """The screen-reader output of one window. It is silent until `start`."""

    def __init__(self, title: str, logs: Path) -> None:
        self.painter = Painter(title)
        self.carried = FocusAnnouncements()
        self.logs = logs
        self.link: Link = NoLink()
        self.mode, self.voice = "off", False
        self.listened = False  # a screen reader is connected
        self.voice_fault = ""  # why there is no voice
        self.fault = ""  # why output is switched off
        self.order: list[str] | None = None  # replaces the helper process in tests
        self._before: Picture | None = None
        self._told: list[str] = []
        self._urgent = False
        self._tip: object = None
        self._seen: tuple[object, ...] = ()
        self._spoken = self._page = ""

    # ------------------------------------------------------------------ on and off

    def start(self, mode: str, voice: bool, window: Callable[[], int] | None = None) -> None:
        """Start, or restart with other settings. `window`: hides the window and returns its handle, where screen
        readers need that.
        """
        self.stop()
        self.mode, self.voice = mode, voice
        self.fault = self.voice_fault = ""
        reading = mode == "on" or (mode == "auto" and available() and (sys.platform != "linux" or has_bus()))
        try:
            if sys.platform == "linux" and (reading or voice):
                self.link = ChildLink(self._on_message, self._switch_off, self.order)
            elif sys.platform in ("win32", "darwin") and reading and available() and window is not None:
                self.link = InsideLink(self._on_message, window())
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # the library's panics are not Exceptions
            self._switch_off(f"{type(error).__name__}: {error}")
        if voice:
            self.link.send({"voice": True})
            if sys.platform != "linux":
                self.voice_fault = tr("The built-in voice works on Linux only. Use your system's screen reader here.")

    def stop(self) -> None:
        """Stop all output."""
        self.link.close()
        self.link = NoLink()
        self.listened, self._before, self._seen = False, None, ()
        self.carried.drop()

    @property
    def active(self) -> bool:
        """Return whether a screen reader or our own voice is on."""
        return self.listened or self.speaking

    @property
    def speaking(self) -> bool:
        """Return whether our own voice speaks."""
        return self.voice and not self.voice_fault and not self.fault

    def state(self) -> str:
        """Return the state in a sentence, for the settings."""
        if self.fault:
            return tr("Off for this session: {fault}.", fault=self.fault)
        if self.mode == "off":
            return tr("Off.")
        if not available():
            return tr("The accesskit package is missing, so screen readers do not work.")
        if self.listened:
            return tr("A screen reader is connected.")
        if sys.platform == "linux" and not has_bus():
            return tr("There is no session bus, so screen readers do not work.")
        return tr("No screen reader has connected yet.")

    def _switch_off(self, why: str) -> None:
        """Switch output off for this session and log the reason once."""
        if self.fault:
            return
        self.fault = why
        self.listened = False
        try:
            with (self.logs / LOG).open("a", encoding="utf-8") as log:
                log.write(f"{datetime.now():%Y-%m-%d %H:%M:%S} screen reader output was switched off: {why}\n")
        except OSError:
            pass  # the log cannot be written; the settings still show the reason

    # ------------------------------------------------------------------ output

    def say(self, *words: str, urgent: bool = False) -> None:
        """Announce a text; dropped if nobody listens."""
        if self.active:
            self._told += [spoken_text(word) for word in words if word]
            self._urgent = self._urgent or urgent

    def silence(self) -> None:
        """Stop speaking."""
        if self.speaking:
            self.link.send({"silence": True})

    def focus_changed(self, focused: bool) -> None:
        """Report that the window got or lost the keyboard focus."""
        self._run_guarded(lambda: self.link.send({"window": focused}))

    def look(self, tree: Tree, scene: str, changed: bool) -> None:
        """Report what has changed since the last frame."""
        if isinstance(self.link, InsideLink):
            self._run_guarded(self.link.look)
        if not self.active:
            return
        if tree.tip is not self._tip:
            self._tip = tree.tip
            if tree.tip is not None and tree.tip.tone == "bad":
                self.say(tree.tip.spoken_text())
        now = (tree.focused, tree.top, tree.root)
        if not changed and not self._told and now == self._seen:
            return
        self._run_guarded(lambda: self._tell(tree, scene, now))

    def _run_guarded(self, action: Callable[[], None]) -> None:
        """Run an action; if it fails, switch reading aloud off, and nothing else."""
        try:
            action()
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # the library's panics are not Exceptions
            self._switch_off(f"{type(error).__name__}: {error}")
            self.stop()

    def _tell(self, tree: Tree, scene: str, now: tuple[object, ...]) -> None:
        if tree.focused is None and now[1:] != self._seen[1:]:
            first_focus(tree)
        self._seen = (tree.focused, tree.top, tree.root)
        words = ". ".join(word.rstrip(".") for word in self._told)[-MOST_SAID:]
        if words:
            self.painter.say(words, self._urgent)
        self._told, self._urgent = [], False
        picture = self.painter.picture(tree, scene)
        faults = picture.faults()
        if faults:
            raise ValueError(f"the picture of {scene} is broken: {faults[0]}")
        heard = self.carried.over(picture, self.painter.words if words else "") if self.link.carries else picture
        fresh = changed_nodes(self._before, heard)
        if self.listened and (fresh or self._before is None or self._before.focus != heard.focus):
            nodes = {str(key): node.as_json() for key, node in fresh.items()}
            self.link.send({"nodes": nodes, "focus": heard.focus, "all": self._before is None})
        self._before = heard
        if self.speaking:
            self._speak(words, picture)

    def _speak(self, words: str, picture: Picture) -> None:
        """Speak with our own voice: the page, the last announcement and the focus, each if it has changed."""
        here = node_text(picture.nodes[picture.focus]) if picture.focus != ROOT else picture.nodes[ROOT].name
        page = picture.nodes[ROOT].name.partition(" - ")[0]
        turned = page if self._page not in ("", page) else ""
        parts = [turned, words, here if here != self._spoken or turned else ""]
        self._spoken, self._page = here, page
        text = ". ".join(part.rstrip(".") for part in parts if part)
        if text:
            self.link.send({"say": text})

    # ------------------------------------------------------------------ requests

    def _on_message(self, message: dict[str, object]) -> None:
        """Turn a line of the helper process into an event; runs on another thread."""
        with suppress(pygame.error):  # the window may be gone
            pygame.event.post(pygame.event.Event(EVENT, told=message))

    def handle(self, message: dict[str, object], tree: Tree) -> None:
        """Handle an event: a screen reader connects, leaves, presses or selects; the helper process has died."""
        if "on" in message:
            self.listened, self._before = bool(message["on"]) and self.mode != "off", None
            self._seen = ()
        elif "voice" in message:
            self.voice_fault = str(message["voice"])
            self._seen = ()
        elif "gone" in message:
            self._on_exit(message["gone"])
        elif "act" in message:
            self._act(message, tree)

    def _on_exit(self, code: object) -> None:
        self.listened, self._before = False, None
        if isinstance(self.link, ChildLink) and self.link.restart():
            if self.voice:
                self.link.send({"voice": True})
            return
        self._switch_off(f"the helper process has ended twice (code {code})")

    def _act(self, message: Message, tree: Tree) -> None:
        behind = self._before.behind if self._before is not None else {}
        widget, row = behind.get(message.get("node", -1), (None, -1))
        if widget is None or not widget.is_attached or not widget.is_shown:
            return
        action, value = message.get("act"), message.get("value")
        if action == "focus":
            focus(tree, widget, row)
        elif action == "click":
            press(widget, row)
        elif action in ("set", "more", "less", "caret"):
            change(widget, str(action), value)


def has_bus() -> bool:
    """Return whether there is a session bus for screen readers."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    run = os.environ.get("XDG_RUNTIME_DIR", "")
    return bool(run) and (Path(run) / "bus").exists()


def first_focus(tree: Tree) -> None:
    """Return the first focus for a screen reader: the board, otherwise the first control that is not "back"."""
    ring = list(tree.ring())
    wanted = [widget for widget in ring if widget.kind == "canvas"] or [one for one in ring if one.id != "back"] or ring
    if wanted:
        tree.focus(wanted[0])


def node_text(node: Node) -> str:
    """Return a node as spoken by our own voice: name, role, value, state and description."""
    state = [] if node.on is None else [tr("on") if node.on else tr("off")]
    state += [tr("chosen")] if node.chosen and node.role == "button" else []
    if node.place is not None and node.place[0] >= 0:
        state.append(tr("{number} of {count}", number=node.place[0] + 1, count=node.place[1]))
    parts = (node.name, tr(WORDS[node.role]) if node.role in WORDS else "", node.value, *state, node.more)
    return ", ".join(part for part in parts if part)


def focus(tree: Tree, widget: Widget, row: int) -> None:
    """Move the focus to a widget, and to one of its rows."""
    if widget.focusable:
        tree.focus(widget)
    choose = getattr(widget, "choose", None)
    if row >= 0 and choose is not None:
        choose(row, tell=True)


def press(widget: Widget, row: int) -> None:
    """Do the same as Enter; for a row, the same as a click."""
    rows = widget.accessible_rows() if row >= 0 else None
    if row < 0:
        widget.press()
    elif rows is not None and row < rows.total:
        if not widget.enabled:
            widget.tree.refuse(widget)
        else:
            widget.press_row(row)


def change(widget: Widget, action: str, value: object) -> None:
    """Set a slider, a text field or its caret; say why a disabled one cannot be changed."""
    setter, step = getattr(widget, "set", None), getattr(widget, "step", 0)
    if not widget.enabled:
        widget.tree.refuse(widget)
    elif widget.kind == "slider" and setter is not None:
        now = float(widget.value_now() or 0)
        wanted = {"more": now + step, "less": now - step}.get(action, value)
        if isinstance(wanted, int | float):
            setter(float(wanted), tell=True)
    elif isinstance(widget, TextInput):
        if action == "caret" and isinstance(value, int):
            widget.put_caret(value)
        elif isinstance(value, str):
            widget.replace_text(value)
