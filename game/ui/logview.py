"""A log of thousands of entries that renders only the visible ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.ui import richtext
from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.markup import LogEntry, words_of
from game.ui.popups import MenuItem, open_menu
from game.ui.scroll import Scrolled
from game.ui.widget import Pos
from game.words import tr

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class LogView(Scrolled):
    """A log of one-line entries; only visible ones are measured and drawn. It follows the end while scrolled to the
    end. Up and Down move a mark, Enter or a click opens an entry in full or closes it. The link of the entry under the
    pointer or the mark is shown; L or a click follows it: `on_link(link)`, otherwise the tree's. If there are several,
    L asks which.
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
        size: str = "body",
        **box: Unpack[Box],
    ) -> None:
        """`size`: size of the text."""
        super().__init__(id, **box)
        self.size = size
        self.entries = list(entries)
        self.on_link = on_link
        self.row = -1
        self._over = -1  # the entry under the pointer
        self.opened: set[int] = set()
        self.follow = True
        self._blocks: dict[tuple[str, int, int], richtext.Block] = {}
        self._tops: list[int] = [0]  # top of each entry, and the end, in pixels
        self._measure: tuple[int, float] = (-1, 0.0)

    def append(self, *entries: LogEntry) -> None:
        """Add entries at the end; cost does not grow with the length of the log."""
        self.entries.extend(entries)
        if self._measure[0] >= 0 and self.is_attached:
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

    # heights: one line for the text; the whole text and the detail only when open

    def _wrap(self, markup: str, px: int, width: int) -> richtext.Block:
        key = (markup, px, width)
        if key not in self._blocks:
            if len(self._blocks) > 500:
                self._blocks.clear()
            self._blocks[key] = richtext.wrap(self.tree.book, richtext.parse(markup), px, width)
        return self._blocks[key]

    def _whole(self, number: int) -> richtext.Block:
        room = max(self.px(60), self.rect.w - self.px(26))
        return self._wrap(self.entries[number].text, self.size_px(self.size), room)

    def _text_block(self, number: int) -> richtext.Block:
        whole = self._whole(number)
        if number in self.opened:
            return whole
        return richtext.shorten(self.tree.book, whole, self.size_px(self.size), 1)

    def _is_cut(self, number: int) -> bool:
        """Return whether the text of a closed entry is cut."""
        return number not in self.opened and self._whole(number).lines > 1

    def hidden_text(self) -> str:
        """Return the text of the entry under the pointer, if its line is cut."""
        over = self._over
        return self.entries[over].text if 0 <= over < len(self.entries) and self._is_cut(over) else ""

    def _detail_block(self, entry: LogEntry) -> richtext.Block:
        return self._wrap(entry.detail, self.size_px("small"), max(self.px(60), self.rect.w - self.px(42)))

    def _entry_height(self, number: int) -> int:
        tall = self._pad() + self.tree.book.line_height("text", self.size_px(self.size))
        if number not in self.opened:
            return tall
        more = self._detail_block(self.entries[number]).height if self.entries[number].detail else 0
        return self._text_block(number).height + self._pad() + more + self.px(3)

    def _pad(self) -> int:
        """Return the gap between two entries in pixels."""
        return self.px(7 if self.size == "body" else 3)

    def _extend(self) -> None:
        for number in range(len(self._tops) - 1, len(self.entries)):
            self._tops.append(self._tops[-1] + self._entry_height(number))

    def _remeasure(self) -> None:
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
        self._remeasure()
        self.offset = self.most if self.follow else min(self.offset, self.most)

    def on_scroll(self) -> None:
        self.follow = self.offset >= self.most

    def toggle(self, number: int) -> None:
        """Open or close an entry, if it has more to show."""
        if not self.entries[number].detail and number not in self.opened and not self._is_cut(number):
            return
        self.opened ^= {number}
        change = self._entry_height(number) - (self._tops[number + 1] - self._tops[number])
        self._tops[number + 1 :] = [top + change for top in self._tops[number + 1 :]]
        self.follow = False
        self.offset = min(self.offset, self.most)
        self.invalidate()

    def spoken_text(self) -> str:
        if not 0 <= self.row < len(self.entries):
            return tr("{count} entries", count=len(self.entries))
        entry = self.entries[self.row]
        words = richtext.plain(richtext.parse(entry.text))
        return f"{words} — {richtext.plain(richtext.parse(entry.detail))}" if self.row in self.opened else words

    def value_now(self) -> int:
        return self.row

    def accessible_rows(self) -> AccessibleRows:
        """Return the entries around the marked one, otherwise the last ones; open ones with their detail."""
        return rows_of(len(self.entries), self.row, self._entry_text)

    def _entry_text(self, number: int) -> str:
        entry = self.entries[number]
        words = words_of(entry.text)
        return f"{words}. {words_of(entry.detail)}" if number in self.opened else words

    def press_row(self, row: int) -> None:
        """Mark an entry, and open or close it."""
        self.row = row
        self.toggle(row)
        self.invalidate()

    def entries_in_view(self) -> range:
        """Return the entries in view."""
        first = max(0, bisect_right(self._tops, self.offset) - 1)
        last = bisect_right(self._tops, self.offset + self.rect.h)
        return range(first, min(last, len(self.entries)))

    def _entry_rect(self, number: int) -> pygame.Rect:
        top = self.rect.y + self._tops[number] - self.offset
        return pygame.Rect(
            self.rect.x, top, self.rect.w - self.bar_width(), self._tops[number + 1] - self._tops[number]
        )

    def _shows_link(self, number: int) -> bool:
        return bool(self.entries[number].link_text) and number in (self._over, self.row)

    def _link_rect(self, number: int) -> pygame.Rect:
        entry, rect = self.entries[number], self._entry_rect(number)
        px = self.size_px("small")
        wide = self.tree.book.width(entry.link_text, "medium", px)
        tall = self.tree.book.line_height("medium", px)
        return pygame.Rect(rect.right - wide - self.px(4), rect.y + self._pad() // 2, wide, tall)

    def paint(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        shown = self.entries_in_view()
        if self.follow and len(shown) > 1 and self._entry_rect(shown[0]).y < self.rect.y:
            shown = shown[1:]  # while following the end, avoid a half line at the top
        for number in shown:
            self._paint_entry(surface, number)
        surface.set_clip(before)

    def _paint_entry(self, surface: pygame.Surface, number: int) -> None:
        book, palette, entry, rect = self.tree.book, self.palette, self.entries[number], self._entry_rect(number)
        if number == self.row:
            draw_frame(surface, rect, Frame(palette.field, None, self.px(4)))
        block = self._text_block(number)
        y = rect.y + self._pad() // 3
        richtext.paint(surface, book, block, (rect.x + self.px(16), y), self.size_px(self.size), palette, entry.colour)
        if entry.detail or self._is_cut(number):
            mark = pygame.Rect(rect.x + self.px(2), y + self.px(6), self.px(9), self.px(9))
            draw_mark(surface, mark, "down" if number in self.opened else "right", palette.ink_faint)
        if self._shows_link(number):
            link = self._link_rect(number)
            draw_frame(surface, link.inflate(self.px(12), 0), Frame(palette.field, None, self.px(4)))
            surface.blit(book.render(entry.link_text, "medium", self.size_px("small"), palette.link), link.topleft)
        if number in self.opened and entry.detail:
            at = (rect.x + self.px(24), y + block.height + self.px(2))
            px = self.size_px("small")
            richtext.paint(surface, book, self._detail_block(entry), at, px, palette, "ink_soft")

    def entry_at(self, pos: Pos) -> int:
        """Return the entry under a point of the screen, or -1."""
        number = bisect_right(self._tops, pos[1] - self.rect.y + self.offset) - 1
        return number if 0 <= number < len(self.entries) else -1

    def _follow_link(self, link: str) -> None:
        receiver = self.on_link or self.tree.on_link
        if receiver is not None:
            receiver(link)

    def _links(self, number: int) -> list[tuple[str, str]]:
        """Return (text, link) of every link of an entry, those of its detail only while it is open."""
        entry = self.entries[number]
        texts = (entry.text, entry.detail) if number in self.opened else (entry.text,)
        found = [(entry.link_text or entry.link, entry.link)] if entry.link else []
        return found + [(run.text, run.link) for text in texts for run in richtext.parse(text) if run.link]

    def _choose_link(self, links: list[tuple[str, str]]) -> None:
        """Follow the only link, or ask which."""
        if len(links) == 1:
            self._follow_link(links[0][1])
            return
        rect = self._link_rect(self.row)
        open_menu(self.tree, rect.bottomleft, [MenuItem(words, partial(self._follow_link, to)) for words, to in links])

    def _link_at(self, number: int, pos: Pos) -> str:
        entry, rect = self.entries[number], self._entry_rect(number)
        if (
            entry.link_text
            and number in (self._over, self.row)
            and self._link_rect(number).inflate(6, 6).collidepoint(pos)
        ):
            return entry.link
        block = self._text_block(number)
        places = [(block, self.px(16), self._pad() // 3)]
        if number in self.opened:
            places.append((self._detail_block(entry), self.px(24), self.px(4) + block.height))
        for text, dx, dy in places:
            for link, place in text.link_rects():
                if place.move(rect.x + dx, rect.y + dy).collidepoint(pos):
                    return link
        return ""

    def mouse_move(self, pos: Pos) -> None:
        over = -1 if self.on_bar(pos) else self.entry_at(pos)
        if over != self._over:
            self._over = over
            self.tree.close_tip()
            self.invalidate()

    def mouse_leave(self) -> None:
        self._over = -1

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
            if event.key == pygame.K_l and self.row >= 0 and self._links(self.row):
                self._choose_link(self._links(self.row))
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
