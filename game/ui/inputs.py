"""Input fields: a slider and a drop-down. The text field is in `text_input`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui.accessible_text import spoken_text
from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.buttons import Pressable
from game.ui.popups import Menu, MenuItem
from game.ui.widget import LEAST_TARGET, Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class Slider(Widget):
    """A slider between `low` and `high` in steps. `on_change(value)`; keys Left, Right, Home, End; `unit` is shown
    after the value.
    """

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
        """Set the nearest step; call `on_change` only if `tell`."""
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

    def spoken_text(self) -> str:
        return f"{self.value:g}{self.unit}"

    def value_text(self) -> str:
        return spoken_text(self.spoken_text())

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
        wide = book.width(self.spoken_text(), "figures", px)
        y = self.rect.centery - book.line_height("figures", px) // 2
        surface.blit(book.render(self.spoken_text(), "figures", px, palette.ink), (self.rect.right - wide, y))

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
    """A drop-down list. Enter or a click opens it; Up and Down change the choice. `on_change(index)`."""

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
        """Choose an option; call `on_change` only if `tell`. An index out of range is clamped."""
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
        wide = self.tree.book.width(self.spoken_text(), "text", self.size_px("body"))
        return self.spoken_text() if wide > self.rect.w - self.px(36) else ""

    def spoken_text(self) -> str:
        return self.options[self.index] if self.options else ""

    def value_text(self) -> str:
        return spoken_text(self.spoken_text())

    def value_now(self) -> int:
        return self.index

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        fill = palette.hover if self.hovered and self.enabled else palette.field
        draw_frame(surface, self.rect, Frame(fill, palette.panel_border, self.px(5), max(1, self.px(1))))
        ink = palette.ink if self.enabled else palette.ink_faint
        text = book.fit(self.spoken_text(), "text", px, self.rect.w - self.px(36))
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
