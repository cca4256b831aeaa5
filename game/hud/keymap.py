"""The keys of the play screen: what each does, its default, and the action behind a key event."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.ui.latin import latin_key, sign_of
from game.words import tr_noop

# action -> (default keys, what it does). Several keys are separated by a space.
ACTIONS: dict[str, tuple[str, str]] = {
    "next_unit": ("tab space", tr_noop("next unit that can act (Tab: on the board only)")),
    "previous_unit": ("shift+tab shift+space", tr_noop("previous unit that can act")),
    "next_panel": ("f6 ctrl+tab", tr_noop("next panel: board, orders, log, bars")),
    "previous_panel": ("shift+f6 ctrl+shift+tab", tr_noop("previous panel")),
    "end_phase": ("return enter", tr_noop("give the selected order, or end the phase")),
    "give_all": ("shift+return", tr_noop("give the order to the whole division")),
    "force_end": ("ctrl+return", tr_noop("end the phase")),
    "undo": ("ctrl+z", tr_noop("undo the last order")),
    "redo": ("ctrl+y ctrl+shift+z", tr_noop("redo the last order")),
    "cancel": ("escape", tr_noop("cancel, or open the menu")),
    "next_way": ("r", tr_noop("next heading or path; ruler if nothing is selected")),
    "previous_way": ("shift+r", tr_noop("previous heading or path")),
    "rule": ("f1", tr_noop("rule for the item under the cursor")),
    "sight": ("l", tr_noop("line of sight")),
    "advice": ("a", tr_noop("advice: propose the Captain's order, to confirm or cancel")),
    "threats": ("t", tr_noop("threats to the selected counter")),
    "ping": (".", tr_noop("point at the place under the cursor; the other player sees it (also middle click)")),
    "hide": ("h", tr_noop("hide counters (hold)")),
    "log": ("g", tr_noop("larger or smaller log")),
    "centre": ("c", tr_noop("centre on the selected counter")),
    "fit": ("0", tr_noop("whole board")),
    "all": ("9", tr_noop("show all counters")),
    "zoom_in": ("+ = keypad+", tr_noop("zoom in")),
    "zoom_out": ("- keypad-", tr_noop("zoom out")),
    "left": ("left", tr_noop("pan west")),
    "right": ("right", tr_noop("pan east")),
    "up": ("up", tr_noop("pan north")),
    "down": ("down", tr_noop("pan south")),
    "cursor_left": ("ctrl+left", tr_noop("keyboard cursor west")),
    "cursor_right": ("ctrl+right", tr_noop("keyboard cursor east")),
    "cursor_up": ("ctrl+up", tr_noop("keyboard cursor north")),
    "cursor_down": ("ctrl+down", tr_noop("keyboard cursor south")),
    "cursor_mode": ("k", tr_noop("keyboard cursor: arrows move, Enter selects")),
    "scan": ("x", tr_noop("read the surroundings of the cursor aloud")),
    "pieces": ("p", tr_noop("list counters with bearing and distance")),
    "odds": ("o", tr_noop("read the odds aloud")),
    "changed": ("w", tr_noop("read the latest events aloud")),
    "menu_here": ("m", tr_noop("all orders under the cursor")),
    "type": (": /", tr_noop("type an order")),
    "understood": ("u", tr_noop("close the rule card")),
    "save": ("ctrl+s", tr_noop("where this game is saved")),
    "help": ("? f2", tr_noop("list of keys")),
}


def key_name(event: pygame.Event) -> str:
    """Return a key event as a word: `ctrl+z`, `space`, `?`. Characters typed with Shift are named by the character."""
    mods = getattr(event, "mod", 0)
    typed = getattr(event, "unicode", "")
    if typed and typed.isprintable() and not typed.isalnum() and typed != " " and not mods & pygame.KMOD_CTRL:
        return typed
    code = latin_key(event)
    name = sign_of(code) or pygame.key.name(code).lower().replace("[", "keypad").replace("]", "")
    front = "ctrl+" if mods & (pygame.KMOD_CTRL | pygame.KMOD_META) else ""
    return f"{front}{'shift+' if mods & pygame.KMOD_SHIFT else ''}{name}"


class Keys:
    """The keys in use: the player's own choices, then the defaults."""

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        self.chosen = dict(chosen or {})
        own = {key: action for action in ACTIONS for key in self.chosen.get(action, "").split()}
        left = {action: default for action, (default, _) in ACTIONS.items() if action not in self.chosen}
        self._actions = {key: action for action, default in left.items() for key in default.split()} | own

    def action_of(self, event: pygame.Event) -> str:
        """Return the action of a key; empty if it has none."""
        return self._actions.get(key_name(event), "")

    def keys_of(self, action: str) -> str:
        """Return the keys of an action, for display."""
        keys = self.chosen.get(action, ACTIONS[action][0]).split()
        return " or ".join(
            "+".join(part.capitalize() for part in key.split("+")) if len(key) > 1 else key.upper() for key in keys
        )
