"""A text field: caret, selection by keys and mouse, clipboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.ui.accessible_text import spoken_text
from game.ui.brush import Frame, draw_frame
from game.ui.clipboard import read_clipboard, write_clipboard
from game.ui.richtext import escape
from game.ui.widget import LEAST_TARGET, Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

BLINK_MS = 530
AGAIN_MS = 400  # a second press within this time selects the word, a third the whole line
LEFT = (pygame.K_LEFT, pygame.K_HOME)
MOVES = (*LEFT, pygame.K_RIGHT, pygame.K_END)
CLIPBOARD = (pygame.K_a, pygame.K_c, pygame.K_u, pygame.K_v, pygame.K_x)


def word_at(text: str, at: int) -> tuple[int, int]:
    """Return start and end of the word around a caret, or of the run of other characters if there is no word."""
    if not text:
        return 0, 0
    kind = text[min(at, len(text) - 1)].isalnum()
    first = last = min(at, len(text) - 1)
    while first > 0 and text[first - 1].isalnum() == kind:
        first -= 1
    while last < len(text) and text[last].isalnum() == kind:
        last += 1
    return first, last


def word_end(text: str, at: int, step: int) -> int:
    """Return the caret after moving by one word to the left (`step` -1) or right (1)."""
    while 0 <= at + min(step, 0) < len(text) and not text[at + min(step, 0)].isalnum():
        at += step
    while 0 <= at + min(step, 0) < len(text) and text[at + min(step, 0)].isalnum():
        at += step
    return at


class TextInput(Widget):
    """One line of text. With the focus it uses every key except Tab and Escape; Enter calls `on_submit(text)`. Text
    comes from TEXTINPUT and TEXTEDITING events, so that dead keys and input methods work. The selection is between
    `anchor` and `caret`: made by Shift and arrow keys, by dragging, by a double click (word), or by Ctrl+A (all).
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
        self.caret = self.anchor = len(self.text)
        self.composing = ""
        self._lit = True
        self._shift = 0
        self._presses, self._pressed_at, self._pressed_ms = 0, -1, 0
        self._whole: tuple[int, int] = (0, 0)  # range that stays selected while dragging from a double click

    def set_text(self, text: str) -> None:
        """Replace the text without calling `on_change`; the caret goes to the end."""
        self.text = text[: self.limit]
        self.caret = self.anchor = len(self.text)
        self.invalidate()

    def replace_text(self, text: str) -> None:
        """Replace the whole text, as if it had been typed."""
        self._edit(text[: self.limit], min(len(text), self.limit))

    def put_caret(self, at: int) -> None:
        """Put the caret before a character."""
        self._edit(self.text, min(len(self.text), max(0, at)))

    @property
    def selection(self) -> tuple[int, int]:
        """Return start and end of the selection; equal if nothing is selected."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def select(self, anchor: int, caret: int) -> None:
        """Select from `anchor` to `caret`."""
        self._edit(self.text, caret)
        self.anchor = anchor

    def natural_width(self) -> int:
        return self.px(180)

    def least_width(self) -> int:
        return self.px(60)

    def height_at(self, width: int) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(6))

    def spoken_text(self) -> str:
        return self.text or self.hint

    def accessible_name(self) -> str:
        return spoken_text(self.label or self.hint)

    def value_text(self) -> str:
        return self.text

    def hidden_text(self) -> str:
        """Return the text, if the field is too narrow for it."""
        wide = self.tree.book.width(self.text, "text", self.size_px("body"))
        return escape(self.text) if wide > self.rect.w - 2 * self.px(8) else ""

    def value_now(self) -> str:
        return self.text

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        self.composing = ""
        if not focused:
            self.anchor = self.caret
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

    # ------------------------------------------------------------------ changing

    def _edit(self, text: str, caret: int) -> None:
        """Set text and caret without a selection."""
        self.caret = self.anchor = caret
        self._lit = True
        self.invalidate()
        if text != self.text:
            self.text = text
            if self.on_change is not None:
                self.on_change(text)

    def _replace(self, text: str, first: int, last: int) -> None:
        self._edit(self.text[:first] + text + self.text[last:], first + len(text))

    def on_text_typed(self, text: str) -> bool:
        self.composing = ""
        first, last = self.selection
        room = self.limit - len(self.text) + last - first
        if self.enabled:
            self._replace("".join(sign for sign in text if sign.isprintable())[:room], first, last)
        return True

    def on_text_composing(self, text: str, start: int) -> bool:
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
        by_word = bool(event.mod & pygame.KMOD_CTRL)
        if event.key in MOVES:
            self._move(event.key, by_word, bool(event.mod & pygame.KMOD_SHIFT))
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._take_out(-1 if event.key == pygame.K_BACKSPACE else 1, by_word)
        elif by_word:
            return event.key in CLIPBOARD and self._clipboard(event.key)  # others are the screen's
        return True

    def _move(self, key: int, by_word: bool, holding: bool) -> None:
        step = -1 if key in LEFT else 1
        first, last = self.selection
        if key in (pygame.K_HOME, pygame.K_END):
            to = 0 if key == pygame.K_HOME else len(self.text)
        elif by_word:
            to = word_end(self.text, self.caret, step)
        elif first != last and not holding:
            to = first if step < 0 else last
        else:
            to = min(len(self.text), max(0, self.caret + step))
        self.select(self.anchor if holding else to, to)

    def _take_out(self, step: int, by_word: bool) -> None:
        first, last = self.selection
        if first == last:
            to = word_end(self.text, self.caret, step) if by_word else min(len(self.text), max(0, self.caret + step))
            first, last = min(self.caret, to), max(self.caret, to)
        if self.enabled and first != last:
            self._replace("", first, last)

    def _clipboard(self, key: int) -> bool:
        first, last = self.selection
        if key == pygame.K_a:
            self.select(0, len(self.text))
        elif key == pygame.K_u:
            if self.enabled:
                self._replace("", 0, self.caret)
        elif key == pygame.K_v:
            if text := read_clipboard():
                self.on_text_typed(text)
        elif key == pygame.K_c:
            write_clipboard(self.text[first:last] or self.text)
        elif key == pygame.K_x and first != last and self.enabled and write_clipboard(self.text[first:last]):
            self._replace("", first, last)  # not deleted if it could not be copied
        return True

    # ------------------------------------------------------------------ the mouse

    def _letter_at(self, pos: Pos) -> int:
        """Return the caret position nearest to a point."""
        book, px = self.tree.book, self.size_px("body")
        target = pos[0] - self.rect.x - self.px(8) + self._shift
        return min(range(len(self.text) + 1), key=lambda n: abs(book.width(self.text[:n], "text", px) - target))

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if button != 1:
            return False
        at, now = self._letter_at(pos), self.tree.now_ms
        again = self._presses and now - self._pressed_ms <= AGAIN_MS and abs(pos[0] - self._pressed_at) <= self.px(4)
        self._presses = self._presses % 3 + 1 if again else 1
        self._pressed_ms, self._pressed_at = now, pos[0]
        self.pressed = True
        if self._presses == 1:
            holding = self.is_focused and pygame.display.get_init() and pygame.key.get_mods() & pygame.KMOD_SHIFT
            self.select(self.anchor if holding else at, at)
            self._whole = (self.anchor, self.anchor)
        else:
            self._whole = word_at(self.text, at) if self._presses == 2 else (0, len(self.text))
            self.select(*self._whole)
        return True

    def mouse_drag(self, pos: Pos) -> None:
        if self.pressed:
            at, (first, last) = self._letter_at(pos), self._whole
            self.select(last if at < first else first, at if at < first else max(at, last))

    def mouse_up(self, pos: Pos, button: int) -> None:
        self.pressed = False

    # ------------------------------------------------------------------ painting

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        line = palette.focus if self.is_focused else palette.panel_border
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
        if not self.is_focused:
            to_caret = 0
        self._shift = max(0, min(self._shift, to_caret), to_caret - inside.w + self.px(2))
        if self.is_focused and not self.composing and self.anchor != self.caret:
            left, right = (inside.x - self._shift + book.width(self.text[:n], "text", px) for n in self.selection)
            surface.fill(palette.selected, (left, y, right - left, book.line_height("text", px)))
        if whole:
            ink = palette.ink if self.enabled else palette.ink_faint
            if not self.is_focused:
                whole = book.fit(whole, "text", px, inside.w)
            surface.blit(book.render(whole, "text", px, ink), (inside.x - self._shift, y))
        if self.composing:
            start = inside.x - self._shift + book.width(self.text[: self.caret], "text", px)
            surface.fill(palette.focus, (start, y + round(px * 1.1), to_caret + inside.x - self._shift - start, 2))
        if self.is_focused and self._lit:
            x = inside.x - self._shift + to_caret
            surface.fill(palette.ink, (x, y + self.px(2), max(1, self.px(1)), round(px * 1.08)))
        surface.set_clip(before)
