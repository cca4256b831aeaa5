"""Our pictures as AccessKit trees. Only this module uses that library, which may be missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from game.reader.link import Message
from game.reader.roles import ROOT

try:
    import accesskit
except ImportError:  # optional: without it the game runs, but no screen reader can read it
    accesskit = None

Adapter = Any  # an AccessKit object; the library has no types
WORD = re.compile(r"\S+\s*|\s+")


def available() -> bool:
    """Return whether the library is installed."""
    return accesskit is not None


def adapter_for(on: Callable[[], None], act: Callable[[object], None], off: Callable[[], None]) -> Adapter | None:
    """Return the adapter for Linux, None without the library. Handlers are called from its threads and must not run
    Python.
    """
    if accesskit is None or not hasattr(accesskit, "unix"):
        return None
    return accesskit.unix.Adapter(on, act, off)


class SentNodes:
    """All nodes sent so far; nodes no longer in the tree are dropped."""

    def __init__(self) -> None:
        self.nodes: dict[int, Message] = {}
        self.focus = ROOT

    @property
    def whole(self) -> bool:
        """Return whether there is a tree to show."""
        return ROOT in self.nodes

    def take(self, message: Message) -> None:
        """Update nodes and focus. Raises ValueError for a tree that would break a screen reader."""
        nodes = {**self.nodes, **{int(key): node for key, node in message["nodes"].items()}}
        hung, waiting = {ROOT}, [ROOT]
        while waiting:
            for child in nodes[waiting.pop()].get("children", ()):
                if child in hung or child not in nodes:
                    raise ValueError(f"the picture is broken at node {child}")
                hung.add(child)
                waiting.append(child)
        if message["focus"] not in hung:
            raise ValueError(f"the focus {message['focus']} does not exist")
        self.nodes = {key: nodes[key] for key in hung}
        self.focus = message["focus"]

    def update(self, keys: Any) -> object:
        """Return the changes as an AccessKit update."""
        update = accesskit.TreeUpdate(self.focus)
        update.nodes = [(int(key), build_tree(self.nodes[int(key)])) for key in keys if int(key) in self.nodes]
        update.tree = accesskit.Tree(ROOT)
        return update


def _roles() -> dict[str, object]:
    role = accesskit.Role
    return {
        "board": role.LIST_BOX,
        "button": role.BUTTON,
        "check": role.CHECK_BOX,
        "combo": role.COMBO_BOX,
        "dialog": role.DIALOG,
        "field": role.TEXT_INPUT,
        "group": role.GROUP,
        "image": role.IMAGE,
        "item": role.LIST_BOX_OPTION,
        "label": role.LABEL,
        "link": role.LINK,
        "list": role.LIST_BOX,
        "live": role.STATUS,
        "log": role.LIST_BOX,
        "menu": role.MENU,
        "menu_item": role.MENU_ITEM,
        "progress": role.PROGRESS_INDICATOR,
        "run": role.TEXT_RUN,
        "slider": role.SLIDER,
        "tab": role.TAB,
        "tabs": role.TAB_LIST,
        "text": role.LABEL,
        "window": role.WINDOW,
    }


def build_tree(data: Message) -> Any:
    """Return one node as an AccessKit node."""
    role = data["role"]
    node = accesskit.Node(_roles().get(role, accesskit.Role.GROUP))
    name, value = data.get("name", ""), data.get("value", "")
    if role in ("label", "text"):
        node.set_value(name)  # screen readers read the value of a label
    elif role == "run":
        _letters(node, name)
    else:
        node.set_label(name)
        if value:
            node.set_value(value)
    if data.get("language"):
        node.set_language(data["language"])
    if "caret" in data:
        _caret(node, data)
    if data.get("more"):
        node.set_description(data["more"])
    x, y, wide, high = data.get("rect", (0, 0, 0, 0))
    node.set_bounds(accesskit.Rect(x, y, x + wide, y + high))
    node.set_children(list(data.get("children", ())))
    for word in data.get("can", ()):
        node.add_action(_actions()[word])
    if role == "slider" and "number" in data:
        _measure(node, data["number"])
    _state(node, data)
    if role == "live" and not data.get("still"):
        node.set_live(accesskit.Live.ASSERTIVE if data.get("urgent") else accesskit.Live.POLITE)
    return node


def _letters(node: Any, text: str) -> None:
    """Set a text with the length of each character in bytes, and of each word in characters with the following
    spaces.
    """
    node.set_value(text)
    node.set_character_lengths([len(letter.encode()) for letter in text])
    node.set_word_lengths([len(word) for word in WORD.findall(text)])


def _caret(node: Any, data: Message) -> None:
    """Set the caret of a field in the text of its only child; a screen reader may move it."""
    at = accesskit.TextPosition(data["children"][-1], data["caret"])
    node.set_text_selection(accesskit.TextSelection(at, at))
    node.add_action(accesskit.Action.SET_TEXT_SELECTION)


def _measure(node: Any, number: tuple[float, float, float, float]) -> None:
    value, low, high, step = number
    node.set_numeric_value(value)
    node.set_min_numeric_value(low)
    node.set_max_numeric_value(high)
    node.set_numeric_value_step(step)
    node.add_action(accesskit.Action.INCREMENT)
    node.add_action(accesskit.Action.DECREMENT)


def _state(node: Any, data: Message) -> None:
    if data.get("on") is not None:
        node.set_toggled(accesskit.Toggled.TRUE if data["on"] else accesskit.Toggled.FALSE)
    if data.get("chosen") is not None:
        node.set_selected(bool(data["chosen"]))
    if data.get("barred"):
        node.set_disabled()
    at, total = data.get("place") or (-1, 0)
    if at >= 0:
        node.set_position_in_set(at)
    elif total:
        node.set_size_of_set(total)


def _actions() -> Message:
    action = accesskit.Action
    return {"click": action.CLICK, "focus": action.FOCUS, "set": action.SET_VALUE}


def request_data(request: Any) -> Message:
    """Return a screen reader's request: focus, click, set, move the caret, increase or decrease a slider."""
    action = accesskit.Action
    words = (
        (action.CLICK, "click"),
        (action.FOCUS, "focus"),
        (action.SET_VALUE, "set"),
        (action.INCREMENT, "more"),
        (action.DECREMENT, "less"),
    )
    value = request.data[1] if request.data is not None else None
    if request.action == action.SET_TEXT_SELECTION and isinstance(value, accesskit.TextSelection):
        return {"act": "caret", "node": request.target, "value": value.focus.character_index}
    found = next((word for known, word in words if known == request.action), "")
    return {"act": found, "node": request.target, "value": value if isinstance(value, str | float | int) else None}
