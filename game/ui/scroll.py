"""Scrolling: an offset with a bar and keys, and a view of one tall child."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.ui.brush import Frame, draw_frame
from game.ui.widget import Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class Scrolled(Widget):
    """The common base of scrolling widgets: an offset, a bar with a thumb, wheel, PageUp, PageDown, Home and End."""

    clips = True
    reacts = True

    def __init__(self, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.offset = 0
        self._grip: int | None = None

    def content_height(self) -> int:
        return 0

    @property
    def most(self) -> int:
        """Return the largest offset in pixels."""
        return max(0, self.content_height() - self.rect.h)

    def bar_width(self) -> int:
        return self.px(9) if self.most else 0

    def scroll_to(self, offset: int) -> None:
        """Scroll to a pixel offset, clamped to the content."""
        offset = min(self.most, max(0, offset))
        if offset != self.offset:
            self.offset = offset
            self.on_scroll()
            self.invalidate()

    def on_scroll(self) -> None:
        """Note that the offset changed."""

    def thumb(self) -> pygame.Rect:
        edge = self.px(3)
        room = self.rect.h - 2 * edge
        tall = max(self.px(24), room * self.rect.h // max(1, self.content_height()))
        y = self.rect.y + edge + (room - tall) * self.offset // max(1, self.most)
        return pygame.Rect(self.rect.right - self.px(8), y, self.px(5), tall)

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        super().draw(surface, area)
        if self.visible and self.most:
            tone = self.palette.ink_faint if self.hovered or self._grip is not None else self.palette.panel_border
            draw_frame(surface, self.thumb(), Frame(tone, radius=self.px(3)))

    def on_bar(self, pos: Pos) -> bool:
        return bool(self.most) and pos[0] >= self.rect.right - self.px(11)

    def hit(self, pos: Pos) -> Widget | None:
        return self if self.visible and self.rect.collidepoint(pos) and self.on_bar(pos) else super().hit(pos)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if button != 1 or not self.on_bar(pos):
            return False
        thumb = self.thumb()
        self._grip = pos[1] - thumb.y if thumb.collidepoint(pos[0], pos[1]) else thumb.h // 2
        self.mouse_drag(pos)
        return True

    def mouse_drag(self, pos: Pos) -> None:
        if self._grip is not None:
            room = max(1, self.rect.h - self.thumb().h)
            self.scroll_to((pos[1] - self._grip - self.rect.y) * self.most // room)

    def mouse_up(self, pos: Pos, button: int) -> None:
        self._grip = None
        self.invalidate()

    def wheel(self, dx: float, dy: float) -> bool:
        before = self.offset
        self.scroll_to(self.offset - round(dy * self.px(48)))
        return self.offset != before

    def page_key(self, key: int) -> bool:
        """Scroll by PageUp, PageDown, Home or End; return true if the key was used."""
        steps = {
            pygame.K_PAGEUP: self.offset - self.rect.h * 9 // 10,
            pygame.K_PAGEDOWN: self.offset + self.rect.h * 9 // 10,
            pygame.K_HOME: 0,
            pygame.K_END: self.most,
        }
        if key not in steps or not self.most:
            return False
        self.scroll_to(steps[key])
        return True


class ScrollView(Scrolled):
    """Shows one child that may be taller than itself; follows the focus; arrow and Page keys scroll when focused.
    `steady`: always keep room for the bar, so that nothing moves sideways when it appears.
    """

    kind = "scroll"

    def __init__(self, child: Widget, id: str = "", *, steady: bool = False, **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.steady = steady
        self.child = child
        self._tall = self._wide = 0  # the child's size in pixels, set by arrange
        self.add(child)

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return bool(self.most) and not any(w.focusable for w in self.child.walk())

    def content_height(self) -> int:
        return self._tall

    def natural_width(self) -> int:
        return self.child.wanted_width() + self.px(12)

    def least_width(self) -> int:
        return self.child.smallest_width() + self.px(12)

    def height_at(self, width: int) -> int:
        return self.child.wanted_height(width - self.px(12) if self.steady else width)

    def arrange(self) -> None:
        before = self._tall, self.offset
        self._wide, self._tall = self.rect.w, self.child.wanted_height(self.rect.w)
        if self.steady or self._tall > self.rect.h:
            self._wide = self.rect.w - self.px(12)
            self._tall = self.child.wanted_height(self._wide)
        self.offset = min(self.offset, self.most)
        self.on_scroll()
        if before != (self._tall, self.offset):
            self.invalidate()  # the bar is drawn beside the child, which only reserves its own room

    def on_scroll(self) -> None:
        tall = max(self._tall, self.rect.h)
        self.child.place(pygame.Rect(self.rect.x, self.rect.y - self.offset, self._wide, tall))

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll so that a screen rectangle is visible."""
        if rect.top < self.rect.top:
            self.scroll_to(self.offset - (self.rect.top - rect.top) - self.px(6))
        elif rect.bottom > self.rect.bottom:
            self.scroll_to(self.offset + min(rect.bottom - self.rect.bottom, rect.top - self.rect.top) + self.px(6))

    def key(self, event: pygame.Event) -> bool:
        if self.is_focused and event.key in (pygame.K_UP, pygame.K_DOWN):
            self.scroll_to(self.offset + self.px(40) * (1 if event.key == pygame.K_DOWN else -1))
            return True
        return self.page_key(event.key)
