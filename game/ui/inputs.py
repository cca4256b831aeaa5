"""Fields to fill in: a text input, a slider, and a drop-down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.buttons import Pressable
from game.ui.popups import Menu, MenuItem
from game.ui.richtext import escape
from game.ui.telling import said
from game.ui.widget import LEAST_TARGET, Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

BLINK_MS = 530


class TextInput(Widget):
    """One line of text. Swallows every key but Tab and Escape while it has the focus; Enter calls `on_submit(text)`.

    Text comes from TEXTINPUT and TEXTEDITING events, so that dead keys and input methods work.
    """

    kind = "text_input"
    focusable = True
    focus_on_click = True
    reacts = True

    def __init__(
        self,
        text: str = "",
        id: str = "",
        *,
        hint: str = "",
        limit: int = 200,
        on_change: Callable[[str], None] | None = None,
        on_submit: Callable[[str], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.text, self.hint, self.limit = text[:limit], hint, limit
        self.on_change, self.on_submit = on_change, on_submit
        self.caret = len(self.text)
        self.composing = ""
        self._lit = True
        self._shift = 0

    def set_text(self, text: str) -> None:
        """Replaces the text without calling `on_change`; the caret goes to the end."""
        self.text = text[: self.limit]
        self.caret = len(self.text)
        self.invalidate()

    def retyped(self, text: str) -> None:
        """Other text altogether, as if it had been typed."""
        self._edit(text[: self.limit], min(len(text), self.limit))

    def put_caret(self, at: int) -> None:
        """The caret before another letter."""
        self._edit(self.text, min(len(self.text), max(0, at)))

    def natural_width(self) -> int:
        return self.px(180)

    def least_width(self) -> int:
        return self.px(60)

    def height_at(self, width: int) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(6))

    def spoken(self) -> str:
        return self.text or self.hint

    def told_name(self) -> str:
        return said(self.label or self.hint)

    def told_value(self) -> str:
        return self.text

    def hidden_text(self) -> str:
        """The text, if the field is too narrow for it."""
        wide = self.tree.book.width(self.text, "text", self.size_px("body"))
        return escape(self.text) if wide > self.rect.w - 2 * self.px(8) else ""

    def value_now(self) -> str:
        return self.text

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        self.composing = ""
        if not pygame.display.get_init():
            return
        if focused:
            pygame.key.set_text_input_rect(self.rect)
            pygame.key.start_text_input()
        else:
            pygame.key.stop_text_input()

    def tick(self, now_ms: int) -> None:
        lit = now_ms // BLINK_MS % 2 == 0
        if lit != self._lit:
            self._lit = lit
            self.invalidate()

    def _edit(self, text: str, caret: int) -> None:
        self.caret = caret
        self._lit = True
        self.invalidate()
        if text != self.text:
            self.text = text
            if self.on_change is not None:
                self.on_change(text)

    def text_typed(self, text: str) -> bool:
        self.composing = ""
        text = "".join(sign for sign in text if sign.isprintable())[: self.limit - len(self.text)]
        if self.enabled:
            self._edit(self.text[: self.caret] + text + self.text[self.caret :], self.caret + len(text))
        return True

    def text_composing(self, text: str, start: int) -> bool:
        self.composing = text
        self.invalidate()
        return True

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_TAB:
            return False
        if event.key == pygame.K_ESCAPE:
            if self.tree.top is not self.tree.root:
                return False
            self.tree.focus(None)
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            if self.on_submit is not None:
                self.on_submit(self.text)
            return True
        if pygame.K_F1 <= event.key <= pygame.K_F12:
            return False
        if event.mod & pygame.KMOD_CTRL:
            return self._clipboard(event.key)  # other keys with Ctrl are the screen's: undo, save
        if self.enabled:
            self._edit_key(event.key)
        return True

    def _edit_key(self, key: int) -> None:
        text, at = self.text, self.caret
        if key == pygame.K_BACKSPACE and at:
            self._edit(text[: at - 1] + text[at:], at - 1)
        elif key == pygame.K_DELETE:
            self._edit(text[:at] + text[at + 1 :], at)
        elif key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END):
            moved = {pygame.K_LEFT: at - 1, pygame.K_RIGHT: at + 1, pygame.K_HOME: 0, pygame.K_END: len(text)}[key]
            self._edit(text, min(len(text), max(0, moved)))

    def _clipboard(self, key: int) -> bool:
        if key not in (pygame.K_a, pygame.K_c, pygame.K_u, pygame.K_v, pygame.K_x):
            return False
        if not pygame.display.get_init() or not pygame.display.get_surface():
            return True
        if key == pygame.K_c:
            pygame.scrap.put_text(self.text)
        elif key == pygame.K_v and pygame.scrap.has_text():
            self.text_typed(pygame.scrap.get_text())
        elif key == pygame.K_u:
            self._edit(self.text[self.caret :], 0)
        return True

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if button != 1:
            return False
        book, px = self.tree.book, self.size_px("body")
        target = pos[0] - self.rect.x - self.px(8) + self._shift
        best = min(range(len(self.text) + 1), key=lambda n: abs(book.width(self.text[:n], "text", px) - target))
        self._edit(self.text, best)
        return True

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        line = palette.focus if self.focused else palette.panel_border
        draw_frame(surface, self.rect, Frame(palette.field, line, self.px(5), max(1, self.px(1))))
        inside = self.rect.inflate(-2 * self.px(8), 0)
        y = self.rect.centery - book.line_height("text", px) // 2
        before = surface.get_clip()
        surface.set_clip(inside.inflate(4, 0).clip(before))
        if not self.text and not self.composing:
            hint = book.fit(self.hint, "italic", px, inside.w)
            surface.blit(book.render(hint, "italic", px, palette.ink_faint), (inside.x, y))
        whole = self.text[: self.caret] + self.composing + self.text[self.caret :]
        to_caret = book.width(self.text[: self.caret] + self.composing, "text", px)
        if not self.focused:
            to_caret = 0
        self._shift = max(0, min(self._shift, to_caret), to_caret - inside.w + self.px(2))
        if whole:
            ink = palette.ink if self.enabled else palette.ink_faint
            if not self.focused:
                whole = book.fit(whole, "text", px, inside.w)
            surface.blit(book.render(whole, "text", px, ink), (inside.x - self._shift, y))
        if self.composing:
            start = inside.x - self._shift + book.width(self.text[: self.caret], "text", px)
            surface.fill(palette.focus, (start, y + round(px * 1.1), to_caret + inside.x - self._shift - start, 2))
        if self.focused and self._lit:
            x = inside.x - self._shift + to_caret
            surface.fill(palette.ink, (x, y + self.px(2), max(1, self.px(1)), round(px * 1.08)))
        surface.set_clip(before)


class Slider(Widget):
    """A value between `low` and `high` in steps. `on_change(value)`; Left, Right, Home, End; shows `unit` behind."""

    kind = "slider"
    focusable = True
    reacts = True

    def __init__(
        self,
        value: float,
        low: float,
        high: float,
        id: str = "",
        *,
        step: float = 1,
        unit: str = "",
        on_change: Callable[[float], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.low, self.high, self.step, self.unit = low, high, step, unit
        self.value = min(high, max(low, value))
        self.on_change = on_change

    def set(self, value: float, *, tell: bool = False) -> None:
        """Sets the nearest step; calls `on_change` only if `tell`."""
        steps = round((min(self.high, max(self.low, value)) - self.low) / self.step)
        value = min(self.high, self.low + steps * self.step)
        if value != self.value:
            self.value = value
            self.invalidate()
            if tell and self.on_change is not None:
                self.on_change(value)

    def natural_width(self) -> int:
        return self.px(200)

    def least_width(self) -> int:
        return self.px(90)

    def height_at(self, width: int) -> int:
        return max(LEAST_TARGET, self.px(26))

    def spoken(self) -> str:
        return f"{self.value:g}{self.unit}"

    def told_value(self) -> str:
        return said(self.spoken())

    def value_now(self) -> float:
        return self.value

    def track(self) -> pygame.Rect:
        book, px = self.tree.book, self.size_px("body")
        room = max(book.width(f"{v:g}{self.unit}", "figures", px) for v in (self.low, self.high, self.high - self.step))
        height = self.px(6)
        wide = self.rect.w - room - self.px(28)
        return pygame.Rect(self.rect.x + self.px(9), self.rect.centery - height // 2, max(1, wide), height)

    def paint(self, surface: pygame.Surface) -> None:
        palette, track, thin = self.palette, self.track(), max(1, self.px(1))
        share = (self.value - self.low) / max(1e-9, self.high - self.low)
        knob_x = track.x + round(track.w * share)
        draw_frame(surface, track, Frame(palette.raised, palette.panel_border, track.h // 2, thin))
        done = pygame.Rect(track.x, track.y, max(track.h, knob_x - track.x), track.h)
        tone = palette.accent if self.enabled else palette.ink_faint
        draw_frame(surface, done, Frame(tone, None, track.h // 2))
        side = self.px(18)
        knob = pygame.Rect(knob_x - side // 2, self.rect.centery - side // 2, side, side)
        fill = palette.accent_hover if self.hovered or self.pressed else tone
        draw_frame(surface, knob, Frame(fill, palette.panel, side // 2, max(2, self.px(2))))
        book, px = self.tree.book, self.size_px("body")
        wide = book.width(self.spoken(), "figures", px)
        y = self.rect.centery - book.line_height("figures", px) // 2
        surface.blit(book.render(self.spoken(), "figures", px, palette.ink), (self.rect.right - wide, y))

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if button != 1:
            return False
        if not self.enabled:
            self.tree.refuse(self)
            return True
        self.pressed = True
        self.mouse_drag(pos)
        return True

    def mouse_drag(self, pos: Pos) -> None:
        if self.pressed:
            track = self.track()
            self.set(self.low + (pos[0] - track.x) / track.w * (self.high - self.low), tell=True)

    def mouse_up(self, pos: Pos, button: int) -> None:
        self.pressed = False
        self.invalidate()

    def key(self, event: pygame.Event) -> bool:
        moves = {
            pygame.K_LEFT: self.value - self.step,
            pygame.K_RIGHT: self.value + self.step,
            pygame.K_HOME: self.low,
            pygame.K_END: self.high,
        }
        if event.key not in moves:
            return False
        if self.enabled:
            self.set(moves[event.key], tell=True)
        return True


class DropDown(Pressable):
    """One choice of several. Enter or a click opens the list; Up and Down change it. `on_change(index)`."""

    kind = "drop_down"

    def __init__(
        self,
        options: Sequence[str],
        index: int = 0,
        on_change: Callable[[int], None] | None = None,
        id: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.options, self.index, self.on_change = list(options), index, on_change

    def select(self, index: int, *, tell: bool = False) -> None:
        """Chooses an option; calls `on_change` only if `tell`. Out of range is kept at the ends."""
        index = min(len(self.options) - 1, max(0, index))
        if index != self.index:
            self.index = index
            self.invalidate()
            if tell and self.on_change is not None:
                self.on_change(index)

    def activate(self) -> None:
        items = [
            MenuItem(name, partial(self.select, number, tell=True), ticked=number == self.index)
            for number, name in enumerate(self.options)
        ]
        menu = Menu(items, anchor=self.rect, least_width=self.rect.w)
        menu.row = self.index
        self.tree.open(menu)

    def natural_width(self) -> int:
        px = self.size_px("body")
        return max((self.tree.book.width(name, "text", px) for name in self.options), default=0) + self.px(46)

    def least_width(self) -> int:
        return min(self.natural_width(), self.px(80))

    def height_at(self, width: int) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(6))

    def hidden_text(self) -> str:
        wide = self.tree.book.width(self.spoken(), "text", self.size_px("body"))
        return self.spoken() if wide > self.rect.w - self.px(36) else ""

    def spoken(self) -> str:
        return self.options[self.index] if self.options else ""

    def told_value(self) -> str:
        return said(self.spoken())

    def value_now(self) -> int:
        return self.index

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        fill = palette.hover if self.hovered and self.enabled else palette.field
        draw_frame(surface, self.rect, Frame(fill, palette.panel_border, self.px(5), max(1, self.px(1))))
        ink = palette.ink if self.enabled else palette.ink_faint
        text = book.fit(self.spoken(), "text", px, self.rect.w - self.px(36))
        y = self.rect.centery - book.line_height("text", px) // 2
        surface.blit(book.render(text, "text", px, ink), (self.rect.x + self.px(9), y))
        side = self.px(12)
        arrow = pygame.Rect(self.rect.right - side - self.px(9), self.rect.centery - side // 2, side, side)
        draw_mark(surface, arrow, "down", palette.ink_soft if self.enabled else palette.ink_faint)

    def key(self, event: pygame.Event) -> bool:
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key)
        if step is None:
            return False
        if self.enabled:
            self.select(self.index + step, tell=True)
        return True
