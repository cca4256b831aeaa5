"""Popups: menus (context menus, lists of a drop-down) and modal dialogs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.layout import Column, Panel, Row, Spacer
from game.ui.scroll import Scrolled, ScrollView
from game.ui.text import RichText
from game.ui.widget import LEAST_TARGET, Host, Pos, Widget
from game.words import tr


@dataclass(frozen=True)
class MenuItem:
    """A line of a menu. With a `reason` it is disabled and shows why. `keys`: its shortcut, shown at the right."""

    text: str
    on_choose: Callable[[], None] | None = None
    keys: str = ""
    reason: str = ""
    ticked: bool = False


class Menu(Scrolled):
    """A popup list: `tree.open(Menu(items, anchor=rect))`, or `open_menu(tree, pos, items)` for a context menu."""

    kind = "menu"
    focusable = True
    closes_outside = True

    def __init__(
        self, items: Sequence[MenuItem], *, anchor: pygame.Rect, id: str = "menu", least_width: int = 0
    ) -> None:
        super().__init__(id)
        self.items, self.anchor, self.least_px = list(items), pygame.Rect(anchor), least_width
        self.row = 0

    def row_height(self) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(5))

    def content_height(self) -> int:
        return self.row_height() * len(self.items) + 2 * self.px(5)

    def natural_width(self) -> int:
        book, px = self.tree.book, self.size_px("body")
        wides = [book.width(i.text, "text", px) + book.width(i.keys, "italic", px) + self.px(30) for i in self.items]
        return max(self.least_px, self.px(150), max(wides, default=0) + self.px(48))

    def bleed(self) -> int:
        return self.px(12) if self.is_attached else 0

    def place(self, rect: pygame.Rect) -> None:
        edge = self.px(6)
        room = rect.inflate(-2 * edge, -2 * edge)
        below, above = room.bottom - self.anchor.bottom, self.anchor.top - room.top
        tall = min(self.content_height(), max(below, above))
        own = pygame.Rect(self.anchor.x, self.anchor.bottom + self.px(2), min(room.w, self.natural_width()), tall)
        if tall > below:
            own.bottom = self.anchor.top - self.px(2)
        super().place(own.clamp(room))
        self._show_row()

    def bar_width(self) -> int:
        return self.px(10) if self.most else 0

    def spoken_text(self) -> str:
        return self.items[self.row].text if self.items else ""

    def value_now(self) -> int:
        return self.row

    def accessible_rows(self) -> AccessibleRows:
        return rows_of(len(self.items), self.row, self._item_text)

    def _item_text(self, number: int) -> str:
        item = self.items[number]
        state = (
            tr("chosen") if item.ticked else "",
            tr("not available: {reason}", reason=item.reason) if item.reason else "",
            item.keys,
        )
        return ", ".join(part for part in (item.text, *state) if part)

    def press_row(self, row: int) -> None:
        """Choose an item."""
        self.row = row
        self.press()

    def row_rect(self, row: int) -> pygame.Rect:
        top = self.rect.y + self.px(5) + row * self.row_height() - self.offset
        return pygame.Rect(self.rect.x + self.px(5), top, self.rect.w - 2 * self.px(5), self.row_height())

    def _show_row(self) -> None:
        rect = self.row_rect(self.row)
        if rect.top < self.rect.top:
            self.scroll_to(self.offset - (self.rect.top - rect.top))
        elif rect.bottom > self.rect.bottom:
            self.scroll_to(self.offset + rect.bottom - self.rect.bottom)

    def paint(self, surface: pygame.Surface) -> None:
        palette, book, px = self.palette, self.tree.book, self.size_px("body")
        thin = max(1, self.px(1))
        frame = Frame(
            palette.panel, palette.panel_border, self.px(6), thin, shadow=self.px(6), shadow_ink=palette.shadow
        )
        draw_frame(surface, self.rect, frame)
        before = surface.get_clip()
        surface.set_clip(self.rect.inflate(-2, -2).clip(before))
        for number, item in enumerate(self.items):
            rect = self.row_rect(number)
            if not rect.colliderect(self.rect):
                continue
            if number == self.row:
                draw_frame(surface, rect, Frame(palette.selected, None, self.px(4)))
            ink = palette.ink if not item.reason else palette.ink_soft if number == self.row else palette.ink_faint
            y = rect.centery - book.line_height("text", px) // 2
            if item.ticked:
                side = self.px(11)
                draw_mark(surface, pygame.Rect(rect.x + self.px(6), rect.centery - side // 2, side, side), "tick", ink)
            keys_wide = book.width(item.keys, "italic", px)
            text = book.fit(item.text, "text", px, rect.w - self.px(34) - keys_wide)
            surface.blit(book.render(text, "text", px, ink), (rect.x + self.px(24), y))
            if item.keys:
                tone = palette.ink_soft if number == self.row else palette.ink_faint
                keys_at = (rect.right - keys_wide - self.px(8), y)
                surface.blit(book.render(item.keys, "italic", px, tone), keys_at)
        surface.set_clip(before)

    def _row_at(self, pos: Pos) -> int | None:
        row = (pos[1] - self.rect.y - self.px(5) + self.offset) // self.row_height()
        return row if 0 <= row < len(self.items) else None

    def mouse_move(self, pos: Pos) -> None:
        row = self._row_at(pos)
        if row is not None and row != self.row and not self.on_bar(pos):
            self.row = row
            self.invalidate()

    def mouse_down(self, pos: Pos, button: int) -> bool:
        return super().mouse_down(pos, button) or button == 1

    def mouse_up(self, pos: Pos, button: int) -> None:
        if self._grip is not None:
            super().mouse_up(pos, button)
        elif self.rect.collidepoint(pos) and self._row_at(pos) is not None:
            self.row = self._row_at(pos) or 0
            self.press()

    def press(self) -> None:
        if not self.items:
            return
        item = self.items[self.row]
        tree = self.tree
        if item.reason:
            tree.show_tip(self.row_rect(self.row), item.reason, tone="bad")
            return
        tree.close(self)
        if item.on_choose is not None:
            item.on_choose()

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.tree.close(self)
            return True
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key)
        if event.key in (pygame.K_HOME, pygame.K_END):
            self.row = 0 if event.key == pygame.K_HOME else len(self.items) - 1
        elif step is not None:
            self.row = (self.row + step) % max(1, len(self.items))
        else:
            return bool(event.key == pygame.K_TAB)
        self._show_row()
        self.invalidate()
        return True


def open_menu(tree: Host, pos: Pos, items: Sequence[MenuItem]) -> Menu:
    """Open a context menu at a point of the screen and return it."""
    menu = Menu(items, anchor=pygame.Rect(pos, (1, 1)))
    tree.open(menu)
    return menu


class Modal(Widget):
    """A dialog in the middle; everything behind it is dimmed and disabled until `tree.close(modal)`.

    `body` scrolls if it is too tall. Escape calls `on_cancel` and closes; None means it cannot be cancelled.
    """

    kind = "modal"
    modal = True

    def __init__(
        self,
        title: str,
        body: Widget,
        buttons: Sequence[Widget] = (),
        *,
        id: str = "modal",
        dialog_width: float = 460,
        on_cancel: Callable[[], None] | None = lambda: None,
    ) -> None:
        super().__init__(id)
        self.title, self.on_cancel, self.dialog_width = title, on_cancel, dialog_width
        view = ScrollView(body, stretch=1)
        parts: list[Widget] = [view]
        if buttons:
            parts.append(Row(Spacer(), *buttons, gap=10))
        self.panel = Panel(*parts, title=title, frame="cartouche", gap=14, pad=(22, 18))
        self.add(self.panel)

    def arrange(self) -> None:
        edge = self.px(24)
        room = self.rect.inflate(-2 * edge, -2 * edge)
        wide = min(room.w, self.px(self.dialog_width))
        own = pygame.Rect(0, 0, wide, min(room.h, self.panel.wanted_height(wide)))
        own.center = self.rect.center
        self.panel.place(own)

    def spoken_text(self) -> str:
        return self.title

    def mouse_down(self, pos: Pos, button: int) -> bool:
        return True

    def key(self, event: pygame.Event) -> bool:
        if event.key == pygame.K_ESCAPE and self.on_cancel is not None:
            tree, cancel = self.tree, self.on_cancel
            tree.close(self)
            cancel()
            return True
        return False


def message(title: str, markup: str, buttons: Sequence[Widget], id: str = "message") -> Modal:
    """Return a dialog with a paragraph of rich text."""
    return Modal(title, Column(RichText(markup)), buttons, id=id)
