"""The window as a tree of names for screen readers. Pure functions: widgets in, plain data out; nothing is sent here.
Every node has a number derived from its path (the ids and kinds above it), so that a rebuilt screen is reported as the
same screen. One node is live: it holds announcements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from game.reader.roles import LIVE, PRESSED, ROLES, ROOT, ROWS, SILENT, THROUGH
from game.ui.accessible_text import AccessibleRows, spoken_text
from game.ui.markup import words_of
from game.ui.tree import Tree
from game.ui.widget import Widget
from game.words import language, tr

MOST_PATHS = 20_000  # most numbers remembered; with more, those no longer shown are forgotten
AGAIN = " "  # appended when the same text is announced twice, or the second time would be silent

Rect = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Node:
    """One thing on the screen. Rectangles are x, y, width, height in pixels of the window."""

    role: str
    name: str = ""
    value: str = ""
    more: str = ""  # its tooltip, or why it is unavailable
    rect: Rect = (0, 0, 0, 0)
    children: tuple[int, ...] = ()
    can: tuple[str, ...] = ()  # click, focus, set
    on: bool | None = None  # a tick box
    chosen: bool | None = None  # is a row, tab or option selected?
    number: tuple[float, float, float, float] | None = None  # value, least, most, step
    place: tuple[int, int] | None = None  # index in its list, from 0, and the list's length
    urgent: bool = False  # urgency of the live node
    still: bool = False  # the live node, if its text is reported with the focus instead
    barred: bool = False  # unavailable; `more` says why
    caret: int | None = None  # caret in the text of a field: index of the next character
    language: str = ""  # language of the window and everything in it

    def as_json(self) -> dict[str, object]:
        """Return its fields that differ from the defaults, for JSON."""
        every = ((name, getattr(self, name)) for name in FIELDS)
        fields = {name: value for name, value in every if value not in ("", (), None, False) or name == "on"}
        return fields if self.caret is None else {**fields, "caret": self.caret}


FIELDS = tuple(one.name for one in fields(Node))


@dataclass(frozen=True, slots=True)
class Picture:
    """The whole tree of a screen: nodes by number, with ROOT at the top, and the focus."""

    nodes: dict[int, Node]
    focus: int
    behind: dict[int, tuple[Widget, int]] = field(default_factory=dict, compare=False)  # number -> widget, row or -1

    def faults(self) -> list[str]:
        """Return faults that would break a screen reader: missing children, children with two parents, a missing
        focus.
        """
        hung = [child for node in self.nodes.values() for child in node.children]
        found = [f"child {child} does not exist" for child in hung if child not in self.nodes]
        found += [f"{child} has two parents" for child, times in sorted(Counter(hung).items()) if times > 1]
        loose = set(self.nodes) - set(hung) - {ROOT}
        found += [f"{child} has no parent" for child in sorted(loose)]
        return found + ([] if self.focus in self.nodes else [f"the focus {self.focus} does not exist"])


def changed_nodes(before: Picture | None, now: Picture) -> dict[int, Node]:
    """Return new and changed nodes; all of them if nothing was sent before."""
    if before is None:
        return now.nodes
    return {key: node for key, node in now.nodes.items() if before.nodes.get(key) != node}


class Painter:
    """Makes pictures of a tree and remembers the number of each path."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._numbers: dict[str, int] = {}
        self._last = LIVE
        self.words, self._urgent = "", False

    def say(self, words: str, urgent: bool) -> None:
        """Put a text into the live node."""
        self.words = words + AGAIN if words == self.words else words
        self._urgent = urgent

    def picture(self, tree: Tree, scene: str = "") -> Picture:
        """Return the current screen; if a dialog or menu is open over it, only that."""
        tree.ensure_layout()
        if len(self._numbers) > MOST_PATHS:
            self._numbers.clear()
        made = _Made({}, {}, self)
        layers = tree.layers
        first = next((number for number in reversed(range(len(layers))) if layers[number].modal), 0)
        tops: list[int] = []
        for number, layer in enumerate(layers):
            if number >= first:
                tops += made.add_widget(layer, f"{scene}/{number}", 0)
        name = " - ".join(word for word in (scene if scene != self.title else "", self.title) if word)
        made.nodes[LIVE] = Node("live", self.words, urgent=self._urgent)
        made.nodes[ROOT] = Node("window", name, rect=(0, 0, *tree.size), children=(*tops, LIVE), language=language())
        return Picture(made.nodes, made.focus_of(tree.focused), made.behind)

    def number(self, path: str) -> int:
        """Return the number of a path, always the same one."""
        if path not in self._numbers:
            self._last += 1
            self._numbers[path] = self._last
        return self._numbers[path]


@dataclass
class _Made:
    """A picture being built."""

    nodes: dict[int, Node]
    behind: dict[int, tuple[Widget, int]]
    painter: Painter
    field_words: str = ""  # the last label: the name of a following field without its own

    def add_widget(self, widget: Widget, above: str, nth: int) -> list[int]:
        """Return the numbers of a widget's nodes: its own, or its children's if it only arranges them."""
        role = ROLES.get(widget.kind, THROUGH)
        if not widget.visible or role == SILENT:
            return []
        path = f"{above}/{widget.kind}:{widget.id or nth}"
        if role == THROUGH and not widget.focusable:
            return list(self._below(widget, path))
        key = self.painter.number(path)
        if key in self.nodes:  # two siblings with the same id
            path = f"{path}+{nth}"
            key = self.painter.number(path)
        self.nodes[key] = Node("")  # inserted before its children
        below = tuple(self._below(widget, path))
        rows = widget.accessible_rows()
        kind = "group" if role == THROUGH else role
        listed = tuple(self._rows(widget, rows, kind, path)) if rows is not None else ()
        if widget.kind == "text_input":
            listed = (self._add_text_run(widget, path),)
        self.nodes[key] = self._node(widget, kind, below + listed, rows)
        self.behind[key] = (widget, -1)
        return [key]

    def _add_text_run(self, widget: Widget, path: str) -> int:
        """Return the text node of a field, which is read by characters and words."""
        key = self.painter.number(f"{path}/run")
        self.nodes[key] = Node("run", widget.value_text(), rect=_rect(widget))
        return key

    def _below(self, widget: Widget, path: str) -> Iterator[int]:
        seen: dict[str, int] = {}
        for child in widget.children:
            nth = seen.get(child.kind, 0)
            seen[child.kind] = nth + 1
            if widget.shows(child):
                yield from self.add_widget(child, path, nth)

    def _node(self, widget: Widget, role: str, children: tuple[int, ...], rows: AccessibleRows | None) -> Node:
        value, on, chosen = widget.value_text(), None, None
        now = widget.value_now()
        if role == "check":
            on = bool(now)
        elif role == "button":
            chosen = now if isinstance(now, bool) else getattr(widget, "chosen", None)
        elif role in ("progress", "image") and widget.label:
            value = spoken_text(widget.spoken_text())
        can = [word for word, is_so in (("focus", widget.focusable), ("click", role in PRESSED)) if is_so]
        if role in ("slider", "field") and widget.enabled:
            can.append("set")
        return Node(
            role,
            self._name(widget, role),
            value,
            self._extra_text(widget),
            _rect(widget),
            children,
            tuple(can),
            on,
            chosen,
            _number(widget) if role == "slider" else None,
            (-1, rows.total) if rows is not None else None,
            barred=not widget.enabled,
            caret=widget.caret if widget.kind == "text_input" else None,  # type: ignore[attr-defined]
        )

    def _name(self, widget: Widget, role: str) -> str:
        name = widget.accessible_name()
        if role == "label":
            self.field_words = name
        if role in ("slider", "field", "combo") and (not name or (role != "field" and not widget.label)):
            return self.field_words
        if role == "group" and not name:
            return _headline(widget)
        if role in ("list", "log", "tabs") and not widget.label and (not name or widget.kind in BY_THEIR_PANEL):
            return _panel_name(widget) or ("phases" if widget.kind == "phase_ribbon" else "list")
        return name

    def _extra_text(self, widget: Widget) -> str:
        if not widget.enabled:
            why = words_of(widget.reason) or tr("unavailable now")
            return spoken_text(tr("not available: {why}", why=why))
        words = spoken_text(words_of(widget.more_text()))
        return words if words != widget.accessible_name() else ""

    def _rows(self, widget: Widget, rows: AccessibleRows, role: str, path: str) -> Iterator[int]:
        for at, text in enumerate(rows.texts):
            number = rows.first + at
            key = self.painter.number(f"{path}/row:{rows.keys[at] if rows.keys else number}")
            if key in self.nodes:
                continue
            more = rows.states[at] if rows.states else ""
            chosen = number == rows.chosen
            kind = ROWS.get(role, "item")
            can = ("click", "focus") if widget.focusable or kind in ("tab", "link") else ()
            self.nodes[key] = Node(
                kind, text, "", more, _rect(widget), (), can, None, chosen, None, (number, rows.total)
            )
            self.behind[key] = (widget, number)
            yield key

    def focus_of(self, widget: Widget | None) -> int:
        """Return the focused node: the selected row of a list, otherwise the widget, otherwise the window."""
        if widget is None:
            return ROOT
        mine = {row: key for key, (owner, row) in self.behind.items() if owner is widget}
        rows = widget.accessible_rows()
        chosen = rows.chosen if rows is not None else -1
        return mine.get(chosen, mine.get(-1, ROOT))


BY_THEIR_PANEL = ("table", "list", "log", "tabs", "phase_ribbon")  # their text is that of the selected row


def _panel_name(widget: Widget) -> str:
    """Return the name of the titled panel or dialog that contains a widget."""
    above = (node for node in widget.ancestors() if node.kind in ("panel", "modal"))
    return next((node.accessible_name() for node in above if node.accessible_name()), "")


def _headline(widget: Widget) -> str:
    """Return the name of a panel without a title: its first text in a heading style."""
    for node in widget.walk():
        if node.kind == "label" and node.visible and node.style.title:  # type: ignore[attr-defined]
            return node.accessible_name()
    return ""


def _rect(widget: Widget) -> Rect:
    return (widget.rect.x, widget.rect.y, widget.rect.w, widget.rect.h)


def _number(widget: Widget) -> tuple[float, float, float, float]:
    """Return value, least, most and step of a slider."""
    low, high, step = (float(getattr(widget, name, 0)) for name in ("low", "high", "step"))
    return float(widget.value_now() or 0), low, high, step
