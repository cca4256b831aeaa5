"""Long things: a list or table with a chosen row, and a log that renders only what is seen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.ui import richtext
from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.scroll import Scrolled
from game.ui.widget import Pos

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


@dataclass(frozen=True)
class Heading:
    """A table column: its name, its share of the width, and left or right. Figures go right, in lining figures."""

    name: str = ""
    share: int = 1
    right: bool = False


class Table(Scrolled):
    """Rows of cells with a chosen row. `on_choose(row)` on a change, `on_open(row)` on Enter or a second click.

    `ListBox` is the table with one column and no headings. Rows are tuples of plain text.
    """

    kind = "table"
    focusable = True
    focus_on_click = True

    def __init__(
        self,
        headings: Sequence[Heading],
        rows: Sequence[Sequence[str]] = (),
        id: str = "",
        *,
        on_choose: Callable[[int], None] | None = None,
        on_open: Callable[[int], None] | None = None,
        empty: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.headings = list(headings)
        self.rows = [tuple(row) for row in rows]
        self.on_choose, self.on_open, self.empty = on_choose, on_open, empty
        self.row = -1
        self._over = -1

    def set_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """New rows; the chosen row is kept if it still exists."""
        self.rows = [tuple(row) for row in rows]
        self.row = min(self.row, len(self.rows) - 1)
        self.invalidate()
        self.relayout()

    def head(self) -> int:
        return self.row_height() if any(h.name for h in self.headings) else 0

    def row_height(self) -> int:
        return self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(4)

    def content_height(self) -> int:
        return self.head() + self.row_height() * max(1, len(self.rows)) + 2 * self.px(3)

    def natural_width(self) -> int:
        return self.px(220)

    def least_width(self) -> int:
        return self.px(90)

    def height_at(self, width: int) -> int:
        return self.content_height()

    def arrange(self) -> None:
        self.offset = min(self.offset, self.most)

    def choose(self, row: int, *, tell: bool = False) -> None:
        """Chooses a row (-1: none) and brings it into view."""
        row = min(len(self.rows) - 1, max(-1, row))
        if row != self.row:
            self.row = row
            self.invalidate()
            if tell and row >= 0 and self.on_choose is not None:
                self.on_choose(row)
        if row >= 0 and self.rect.h:
            top = self.px(3) + row * self.row_height()
            self.scroll_to(min(top, max(self.offset, top + self.head() + self.row_height() + self.px(3) - self.rect.h)))

    def spoken(self) -> str:
        return " · ".join(self.rows[self.row]) if 0 <= self.row < len(self.rows) else ""

    def value_now(self) -> int:
        return self.row

    def _cells(self) -> list[tuple[int, int]]:
        room = self.rect.w - 2 * self.px(9) - self.bar_width()
        total = sum(h.share for h in self.headings)
        x, cells = self.rect.x + self.px(9), []
        for heading in self.headings:
            wide = room * heading.share // total
            cells.append((x, wide - self.px(8)))
            x += wide
        return cells

    def _row_top(self, row: int) -> int:
        return self.rect.y + self.px(3) + self.head() + row * self.row_height() - self.offset

    def paint(self, surface: pygame.Surface) -> None:
        palette, thin = self.palette, max(1, self.px(1))
        draw_frame(surface, self.rect, Frame(palette.field, palette.panel_border, self.px(5), thin))
        before = surface.get_clip()
        inside = self.rect.inflate(-2 * thin, -2 * thin)
        surface.set_clip(inside.clip(before))
        if not self.rows:
            self._line(surface, (self.empty,), self._row_top(0), "italic", "ink_faint")
        first = max(0, self.offset // self.row_height())
        for number in range(first, min(len(self.rows), first + self.rect.h // self.row_height() + 2)):
            top = self._row_top(number)
            if number in (self.row, self._over):
                bar = pygame.Rect(inside.x + self.px(3), top, inside.w - 2 * self.px(3) - self.bar_width(), 0)
                bar.h = self.row_height()
                draw_frame(surface, bar, Frame(self.colour("selected" if number == self.row else "raised"), None, 4))
            role = "medium" if number == self.row else "text"
            self._line(surface, self.rows[number], top, role, "ink" if self.enabled else "ink_faint")
        if self.head():
            strip = pygame.Rect(inside.x, inside.y, inside.w, self.head())
            surface.fill(palette.field, strip)
            names = tuple(h.name for h in self.headings)
            self._line(surface, names, inside.y + self.px(2), "bold", "ink_faint")
            line = (inside.x + self.px(6), strip.bottom - 1, inside.w - 2 * self.px(6), 1)
            surface.fill(palette.panel_rule, line)
        surface.set_clip(before)

    def _line(self, surface: pygame.Surface, cells: Sequence[str], top: int, role: str, ink: str) -> None:
        book, px = self.tree.book, self.size_px("body")
        y = top + self.px(4)
        for text, heading, (x, wide) in zip(cells, self.headings, self._cells(), strict=False):
            kind = {"medium": "figures_bold", "text": "figures"}.get(role, role) if heading.right else role
            fitted = book.fit(text, kind, px, wide)
            left = x + wide - book.width(fitted, kind, px) if heading.right else x
            surface.blit(book.render(fitted, kind, px, self.colour(ink)), (left, y))

    def hidden_text(self) -> str:
        """The row under the pointer, if one of its cells is cut."""
        row = self._over if self._over >= 0 else self.row
        if not 0 <= row < len(self.rows):
            return ""
        book, px = self.tree.book, self.size_px("body")
        pairs = zip(self.rows[row], self._cells(), strict=False)
        cut = any(book.width(text, "medium", px) > wide for text, (_, wide) in pairs)
        return richtext.escape(" · ".join(self.rows[row])) if cut else ""

    def row_at(self, pos: Pos) -> int:
        """The row under a point of the screen, or -1."""
        if not self.rect.collidepoint(pos) or pos[1] < self.rect.y + self.head():
            return -1
        row = (pos[1] - self._row_top(0)) // self.row_height()
        return row if 0 <= row < len(self.rows) else -1

    def mouse_move(self, pos: Pos) -> None:
        over = -1 if self.on_bar(pos) else self.row_at(pos)
        if over != self._over:
            self._over = over
            self.tree.close_tip()
            self.invalidate()

    def mouse_leave(self) -> None:
        self._over = -1

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if super().mouse_down(pos, button) or button != 1:
            return button == 1
        row = self.row_at(pos)
        if row >= 0 and row == self.row:
            self.press()
        elif row >= 0:
            self.choose(row, tell=True)
        return True

    def press(self) -> None:
        if self.row >= 0 and self.on_open is not None:
            self.on_open(self.row)

    def key(self, event: pygame.Event) -> bool:
        page = max(1, self.rect.h // self.row_height() - 1)
        moves = {
            pygame.K_UP: max(0, self.row - 1),
            pygame.K_DOWN: self.row + 1,
            pygame.K_PAGEUP: max(0, self.row - page),
            pygame.K_PAGEDOWN: self.row + page,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.rows) - 1,
        }
        if event.key not in moves:
            return False
        self.choose(moves[event.key], tell=True)
        return True


class ListBox(Table):
    """One column of plain text."""

    kind = "list"

    def __init__(
        self,
        items: Sequence[str] = (),
        id: str = "",
        *,
        on_choose: Callable[[int], None] | None = None,
        on_open: Callable[[int], None] | None = None,
        empty: str = "",
        **box: Unpack[Box],
    ) -> None:
        rows = [(item,) for item in items]
        super().__init__([Heading()], rows, id, on_choose=on_choose, on_open=on_open, empty=empty, **box)

    def set_items(self, items: Sequence[str]) -> None:
        self.set_rows([(item,) for item in items])


@dataclass(frozen=True)
class LogEntry:
    """A log line in markup. `detail` (markup) opens below it; `link` and `link_text` stand at the right."""

    text: str
    detail: str = ""
    link: str = ""
    link_text: str = ""
    colour: str = "ink"


class LogView(Scrolled):
    """Thousands of entries, of which only the seen are wrapped to the pixel and drawn.

    Follows the end while it is at the end. Up and Down move a mark, Enter or a click opens and closes an entry,
    L or a click follows its link: `on_link(link)`, else the tree's.
    """

    kind = "log"
    focusable = True
    focus_on_click = True

    def __init__(
        self,
        entries: Sequence[LogEntry] = (),
        id: str = "",
        *,
        on_link: Callable[[str], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.entries = list(entries)
        self.on_link = on_link
        self.row = -1
        self.opened: set[int] = set()
        self.follow = True
        self._tops: list[int] = [0]  # top of each entry and the end, in pixels
        self._measure: tuple[int, float] = (-1, 0.0)

    def append(self, *entries: LogEntry) -> None:
        """Adds entries at the end; cost does not grow with the length of the log."""
        self.entries.extend(entries)
        if self._measure[0] >= 0 and self.attached:
            self._extend()
            self.scroll_to(self.most if self.follow else self.offset)
        self.invalidate()

    def set_entries(self, entries: Sequence[LogEntry]) -> None:
        self.entries = list(entries)
        self.opened.clear()
        self.row = -1
        self._measure = (-1, 0.0)
        self.invalidate()
        self.relayout()

    # heights: one line for the text where it fits, more where it wraps; details only when open

    def _text_width(self, entry: LogEntry) -> int:
        link = self.tree.book.width(entry.link_text, "medium", self.size_px("small")) + self.px(12)
        return max(self.px(60), self.rect.w - self.px(30) - (link if entry.link_text else 0))

    def _text_block(self, entry: LogEntry) -> richtext.Block:
        return richtext.wrap(self.tree.book, richtext.parse(entry.text), self.size_px("body"), self._text_width(entry))

    def _detail_block(self, entry: LogEntry) -> richtext.Block:
        px, wide = self.size_px("small"), max(self.px(60), self.rect.w - self.px(42))
        return richtext.wrap(self.tree.book, richtext.parse(entry.detail), px, wide)

    def _entry_height(self, number: int) -> int:
        entry = self.entries[number]
        tall = self._text_block(entry).height + self.px(7)
        return tall + self._detail_block(entry).height + self.px(3) if number in self.opened else tall

    def _extend(self) -> None:
        for number in range(len(self._tops) - 1, len(self.entries)):
            self._tops.append(self._tops[-1] + self._entry_height(number))

    def _measured(self) -> None:
        now = (self.rect.w, self.tree.scale)
        if self._measure != now:
            self._measure = now
            self._tops = [0]
        self._extend()

    def content_height(self) -> int:
        return self._tops[-1]

    def natural_width(self) -> int:
        return self.px(260)

    def least_width(self) -> int:
        return self.px(120)

    def height_at(self, width: int) -> int:
        return self.px(160)

    def arrange(self) -> None:
        self._measured()
        self.offset = self.most if self.follow else min(self.offset, self.most)

    def scrolled(self) -> None:
        self.follow = self.offset >= self.most

    def toggle(self, number: int) -> None:
        """Opens or closes an entry's detail; nothing happens to one without."""
        if not self.entries[number].detail:
            return
        self.opened ^= {number}
        change = self._entry_height(number) - (self._tops[number + 1] - self._tops[number])
        self._tops[number + 1 :] = [top + change for top in self._tops[number + 1 :]]
        self.follow = False
        self.offset = min(self.offset, self.most)
        self.invalidate()

    def spoken(self) -> str:
        if not 0 <= self.row < len(self.entries):
            return f"{len(self.entries)} entries"
        entry = self.entries[self.row]
        words = richtext.plain(richtext.parse(entry.text))
        return f"{words} — {richtext.plain(richtext.parse(entry.detail))}" if self.row in self.opened else words

    def value_now(self) -> int:
        return self.row

    def seen(self) -> range:
        """The entries in view."""
        first = max(0, bisect_right(self._tops, self.offset) - 1)
        last = bisect_right(self._tops, self.offset + self.rect.h)
        return range(first, min(last, len(self.entries)))

    def _entry_rect(self, number: int) -> pygame.Rect:
        top = self.rect.y + self._tops[number] - self.offset
        return pygame.Rect(
            self.rect.x, top, self.rect.w - self.bar_width(), self._tops[number + 1] - self._tops[number]
        )

    def _link_rect(self, number: int) -> pygame.Rect:
        entry, rect = self.entries[number], self._entry_rect(number)
        px = self.size_px("small")
        wide = self.tree.book.width(entry.link_text, "medium", px)
        tall = self.tree.book.line_height("medium", px)
        return pygame.Rect(rect.right - wide - self.px(4), rect.y + self.px(3), wide, tall)

    def paint(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        for number in self.seen():
            self._paint_entry(surface, number)
        surface.set_clip(before)

    def _paint_entry(self, surface: pygame.Surface, number: int) -> None:
        book, palette, entry, rect = self.tree.book, self.palette, self.entries[number], self._entry_rect(number)
        if number == self.row:
            draw_frame(surface, rect, Frame(palette.field, None, self.px(4)))
        block = self._text_block(entry)
        y = rect.y + self.px(2)
        richtext.paint(surface, book, block, (rect.x + self.px(16), y), self.size_px("body"), palette, entry.colour)
        if entry.detail:
            mark = pygame.Rect(rect.x + self.px(2), y + self.px(6), self.px(9), self.px(9))
            draw_mark(surface, mark, "down" if number in self.opened else "right", palette.ink_faint)
        if entry.link_text:
            link = self._link_rect(number)
            surface.blit(book.render(entry.link_text, "medium", self.size_px("small"), palette.link), link.topleft)
        if number in self.opened:
            at = (rect.x + self.px(24), y + block.height + self.px(2))
            px = self.size_px("small")
            richtext.paint(surface, book, self._detail_block(entry), at, px, palette, "ink_soft")

    def entry_at(self, pos: Pos) -> int:
        """The entry under a point of the screen, or -1."""
        number = bisect_right(self._tops, pos[1] - self.rect.y + self.offset) - 1
        return number if 0 <= number < len(self.entries) else -1

    def _follow_link(self, link: str) -> None:
        receiver = self.on_link or self.tree.on_link
        if receiver is not None:
            receiver(link)

    def _link_at(self, number: int, pos: Pos) -> str:
        entry, rect = self.entries[number], self._entry_rect(number)
        if entry.link and self._link_rect(number).inflate(6, 6).collidepoint(pos):
            return entry.link
        block = self._text_block(entry)
        places = [(block, self.px(16), self.px(2))]
        if number in self.opened:
            places.append((self._detail_block(entry), self.px(24), self.px(4) + block.height))
        for text, dx, dy in places:
            for link, place in text.link_rects():
                if place.move(rect.x + dx, rect.y + dy).collidepoint(pos):
                    return link
        return ""

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if super().mouse_down(pos, button) or button != 1:
            return button == 1
        number = self.entry_at(pos)
        if number < 0:
            return True
        link = self._link_at(number, pos)
        if link:
            self._follow_link(link)
            return True
        self.row = number
        self.toggle(number)
        self.invalidate()
        return True

    def press(self) -> None:
        if self.row >= 0:
            self.toggle(self.row)

    def key(self, event: pygame.Event) -> bool:
        step = {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key)
        if step is None:
            if event.key == pygame.K_l and self.row >= 0 and self.entries[self.row].link:
                self._follow_link(self.entries[self.row].link)
                return True
            return self.page_key(event.key)
        if not self.entries:
            return False
        start = len(self.entries) if self.row < 0 else self.row
        self.row = min(len(self.entries) - 1, max(0, start + step))
        rect = self._entry_rect(self.row)
        if rect.top < self.rect.top:
            self.scroll_to(self.offset - (self.rect.top - rect.top))
        elif rect.bottom > self.rect.bottom:
            self.scroll_to(self.offset + rect.bottom - self.rect.bottom)
        self.invalidate()
        return True
