"""Lists and tables of plain text with a selected row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.ui import richtext
from game.ui.accessible_text import AccessibleRows, rows_of, with_headings
from game.ui.brush import Frame, draw_frame
from game.ui.scroll import Scrolled
from game.ui.theme import mix
from game.ui.widget import LEAST_TARGET, Pos

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


@dataclass(frozen=True)
class Heading:
    """A table column: its name and its share of the width; with `right` it holds numbers and is as wide as they are."""

    name: str = ""
    share: int = 1
    right: bool = False


class Table(Scrolled):
    """A table with a selected row. `on_choose(row)`: selection changed; `on_open(row)`: Enter or a second click.
    `ListBox` is a table with one column and no headings. Rows are tuples of plain text. `lit`: highlighted rows.
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
        lit: Collection[int] = (),
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.headings = list(headings)
        self.lit = frozenset(lit)
        self.rows = [tuple(row) for row in rows]
        self.on_choose, self.on_open, self.empty = on_choose, on_open, empty
        self.row = -1
        self._over = -1

    def set_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Set new rows; keep the selected row if it still exists."""
        self.rows = [tuple(row) for row in rows]
        self.row = min(self.row, len(self.rows) - 1)
        self.invalidate()
        self.relayout()

    def head(self) -> int:
        return self.row_height() if any(h.name for h in self.headings) else 0

    def row_height(self) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(4))

    def content_height(self) -> int:
        return self.head() + self.row_height() * max(1, len(self.rows)) + 2 * self.px(3)

    def natural_width(self) -> int:
        return max(self.px(220), self.least_width())

    def least_width(self) -> int:
        figures = sum(self._figure_width(n) for n, h in enumerate(self.headings) if h.right)
        return figures + self.px(75) * sum(not h.right for h in self.headings) + self.px(28)

    def height_at(self, width: int) -> int:
        return self.content_height()

    def arrange(self) -> None:
        self.offset = min(self.offset, self.most)

    def choose(self, row: int, *, tell: bool = False) -> None:
        """Select a row (-1: none) and scroll it into view."""
        row = min(len(self.rows) - 1, max(-1, row))
        changed = row != self.row
        if changed:
            self.row = row
            self.invalidate()
        if row >= 0 and self.rect.h:
            top = self.px(3) + row * self.row_height()
            self.scroll_to(min(top, max(self.offset, top + self.head() + self.row_height() + self.px(3) - self.rect.h)))
        if changed and tell and row >= 0 and self.on_choose is not None:
            self.on_choose(row)  # last, because the callback may rebuild the screen without this list

    def spoken_text(self) -> str:
        return " · ".join(self.rows[self.row]) if 0 <= self.row < len(self.rows) else ""

    def value_now(self) -> int:
        return self.row

    def value_text(self) -> str:
        return "" if self.rows else self.empty or "empty"

    def accessible_rows(self) -> AccessibleRows:
        names = [heading.name for heading in self.headings]
        return rows_of(len(self.rows), self.row, lambda number: with_headings(names, self.rows[number]))

    def press_row(self, row: int) -> None:
        """Select a row; open it if it is already selected."""
        if row == self.row:
            self.press()
        else:
            self.choose(row, tell=True)

    def _cells(self) -> list[tuple[int, int]]:
        figures = {n: self._figure_width(n) for n, h in enumerate(self.headings) if h.right}
        room = max(0, self.rect.w - 2 * self.px(9) - self.bar_width() - sum(figures.values()))
        total = sum(h.share for h in self.headings if not h.right)
        x, cells = self.rect.x + self.px(9), []
        for number, heading in enumerate(self.headings):
            wide = figures.get(number, room * heading.share // max(1, total))
            cells.append((x, wide - self.px(10)))
            x += wide
        return cells

    def _figure_width(self, column: int) -> int:
        """Return the width of a column of numbers: its widest cell (of the first 300) or its name."""
        book, px = self.tree.book, self.size_px("body")
        name = book.width(self.headings[column].name, "bold", px)
        wides = (book.width(row[column], "figures_bold", px) for row in self.rows[:300] if column < len(row))
        return max(name, *wides, 0) + self.px(16)

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
            if number in self.lit:
                self._light(surface, pygame.Rect(inside.x, top, inside.w - self.bar_width(), self.row_height()))
            role = "bold" if number in self.lit else "medium" if number == self.row else "text"
            self._line(surface, self.rows[number], top, role, "ink" if self.enabled else "ink_faint")
        if self.head():
            strip = pygame.Rect(inside.x, inside.y, inside.w, self.head()).inflate(-2 * self.px(5), 0)
            surface.fill(palette.field, strip)
            names = tuple(h.name for h in self.headings)
            self._line(surface, names, inside.y + self.px(2), "bold", "ink_faint")
            line = (strip.x, strip.bottom - 1, strip.w, 1)
            surface.fill(palette.panel_rule, line)
        surface.set_clip(before)

    def _light(self, surface: pygame.Surface, row: pygame.Rect) -> None:
        """Highlight a row: a gold frame and a bar at its left."""
        gold, edge = self.palette.gold, self.px(3)
        frame = row.inflate(-2 * edge, 0)
        draw_frame(surface, frame, Frame(mix(self.palette.field, gold, 0.26), gold, self.px(4), max(1, self.px(1))))
        surface.fill(gold, (frame.x, frame.y + self.px(3), max(2, self.px(4)), frame.h - 2 * self.px(3)))

    def _line(self, surface: pygame.Surface, cells: Sequence[str], top: int, role: str, ink: str) -> None:
        book, px = self.tree.book, self.size_px("body")
        y = top + self.px(4)
        for text, heading, (x, wide) in zip(cells, self.headings, self._cells(), strict=False):
            figures = {"medium": "figures_bold", "bold": "figures_bold", "text": "figures"}
            kind = figures.get(role, role) if heading.right else role
            fitted = book.fit(text, kind, px, wide)
            left = x + wide - book.width(fitted, kind, px) if heading.right else x
            surface.blit(book.render(fitted, kind, px, self.colour(ink)), (left, y))

    def hidden_text(self) -> str:
        """Return the text of the row under the pointer, if one of its cells is cut."""
        row = self._over if self._over >= 0 else self.row
        if not 0 <= row < len(self.rows):
            return ""
        book, px = self.tree.book, self.size_px("body")
        pairs = zip(self.rows[row], self._cells(), strict=False)
        cut = any(book.width(text, "medium", px) > wide for text, (_, wide) in pairs)
        return richtext.escape(" · ".join(self.rows[row])) if cut else ""

    def row_at(self, pos: Pos) -> int:
        """Return the row under a point of the screen, or -1."""
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
