"""Changing keys: which keys may be used, which are taken, and a field that waits for a key press."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.hud.keymap import ACTIONS, key_name
from game.ui import widgets as ui
from game.ui.brush import Frame, draw_frame
from game.words import tr, tr_noop

TAKEN = {
    "f11": tr_noop("full screen"),
    "tab": tr_noop("moving the focus"),
    "shift+tab": tr_noop("moving the focus"),
}
MODIFIERS = ("shift", "ctrl", "alt", "meta", "super", "lock", "altgr", "gui")


def spoken_key(key: str) -> str:
    """Return a key as it is shown: `ctrl+z` is Ctrl+Z."""
    if len(key) == 1:
        return key.upper()
    return "+".join(part.capitalize() for part in key.split("+"))


def keys_now(chosen: Mapping[str, str], action: str) -> tuple[str, ...]:
    """Return the keys of an action: the player's own, or the default."""
    return tuple(chosen.get(action, ACTIONS[action][0]).split())


def why_not(chosen: Mapping[str, str], action: str, key: str) -> str:
    """Return why a key cannot be given to an action, in a sentence; empty when it can."""
    shown = spoken_key(key)
    if key in TAKEN:
        return tr("{key} is reserved for {what}; press another key.", key=shown, what=tr(TAKEN[key]))
    if " " in key or not key:
        return tr("{key} cannot be used here; press another key.", key=shown or tr("This key"))
    for other, (_, words) in ACTIONS.items():
        if other != action and key in keys_now(chosen, other):
            return tr(
                "{key} is used for: {what}. Change that key first, or press another key here.",
                key=shown,
                what=tr(words),
            )
    if key in keys_now(chosen, action):
        return tr("{key} does this already.", key=shown)
    return ""


def with_key(chosen: Mapping[str, str], action: str, key: str, *, add: bool = False) -> dict[str, str]:
    """Return the player's keys after a change; keys equal to the default are left out. Raises ValueError with the
    reason.
    """
    reason = why_not(chosen, action, key)
    if reason:
        raise ValueError(reason)
    keys = f"{' '.join(keys_now(chosen, action))} {key}" if add else key
    changed = {**chosen, action: keys}
    return {name: keys for name, keys in changed.items() if name in ACTIONS and keys != ACTIONS[name][0]}


def without_override(chosen: Mapping[str, str], action: str) -> dict[str, str]:
    """Return the player's keys with one action back at its default. Raises ValueError if another action has that key
    now.
    """
    rest = {name: keys for name, keys in chosen.items() if name != action}
    for key in ACTIONS[action][0].split():
        for other, (_, words) in ACTIONS.items():
            if other != action and key in keys_now(rest, other):
                text = tr("{key} is used for: {what}. Change that key first.", key=spoken_key(key), what=tr(words))
                raise ValueError(text)
    return rest


class KeyCatcher(ui.Widget):
    """Waits for a key press and passes on its name; Escape cancels."""

    kind = "key_catcher"
    focusable = True
    focus_on_click = True

    def __init__(self, on_key: Callable[[str], None], on_cancel: Callable[[], None], id: str = "catcher") -> None:
        super().__init__(id)
        self.on_key, self.on_cancel = on_key, on_cancel

    def natural_width(self) -> int:
        return self.px(240)

    def height_at(self, width: int) -> int:
        return self.px(44)

    def spoken_text(self) -> str:
        return tr("press a key")

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        draw_frame(surface, self.rect, Frame(palette.field, palette.focus, self.px(6), max(1, self.px(2))))
        text = book.fit(tr("press the new key"), "italic", px, self.rect.w - self.px(16))
        wide, tall = book.width(text, "italic", px), book.line_height("italic", px)
        at = (self.rect.centerx - wide // 2, self.rect.centery - tall // 2)
        surface.blit(book.render(text, "italic", px, palette.ink_soft), at)

    def key(self, event: pygame.Event) -> bool:
        name = key_name(event)
        if event.key == pygame.K_ESCAPE:
            self.on_cancel()
        elif not any(word in pygame.key.name(event.key).lower() for word in MODIFIERS):
            self.on_key(name)
        return True
