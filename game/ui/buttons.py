"""Things to press: buttons, toggles, tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import Frame, draw_frame, draw_mark
from game.ui.widget import LEAST_TARGET, Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class Pressable(Widget):
    """A click or Enter calls `activate`; a disabled one says its reason instead."""

    focusable = True
    reacts = True

    def __init__(self, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.on_refused: Callable[[str], None] | None = None
        self.meaning: object = None  # the command of a press, if the text does not identify it

    def stands_for(self, other: Widget) -> bool:
        if not isinstance(other, Pressable) or type(other) is not type(self) or not self.id:
            return False
        return other.id == self.id and other.meaning == self.meaning and other.spoken_text() == self.spoken_text()

    def activate(self) -> None:
        """Do what a press does when enabled."""

    def press(self) -> None:
        if self.enabled:
            self.activate()
            return
        if self.on_refused is not None:
            self.on_refused(self.reason)
        self.tree.refuse(self)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        if button != 1:
            return False
        self.pressed = True
        self.invalidate()
        return True

    def mouse_up(self, pos: Pos, button: int) -> None:
        self.pressed = False
        self.invalidate()
        if self.rect.collidepoint(pos):
            self.press()


CHOSEN = "▸ "  # mark before a selected option
RIGHT, WRONG = "✓ ", "✗ "  # marks before an answer: right, wrong


class Button(Pressable):
    """A button. `style`: primary (accent), plain (raised), quiet (text only, for tool bars), icon (one symbol,
    square).
    """

    kind = "button"

    def __init__(
        self,
        text: str,
        on_press: Callable[[], None] | None = None,
        id: str = "",
        *,
        style: str = "plain",
        size: str = "body",
        on_refused: Callable[[str], None] | None = None,
        name: str = "",
        chosen: bool | None = None,
        note: str = "",
        sign: str = CHOSEN,
        **box: Unpack[Box],
    ) -> None:
        """`chosen`: show the mark of a selected option; room for it is always kept. None: no mark or room. `sign`: that
        mark; for an answer RIGHT or WRONG, in the same room. `note`: a small second line.
        """
        super().__init__(id, **box)
        self.text, self.on_press, self.style, self.size = text, on_press, style, size
        self.chosen, self.note, self.sign = chosen, note, sign
        self.brief_note = ""
        self.on_refused = on_refused
        self.name = name  # name for a screen reader if the text is only a symbol
        self.faded = False  # temporarily drawn as disabled, see `set_faded`

    def set_text(self, text: str) -> None:
        if text != self.text:
            self.text = text
            self.invalidate()
            self.relayout()

    def set_faded(self, faded: bool) -> None:
        """Draw it as disabled while presses are not accepted yet, or normally again."""
        if faded != self.faded:
            self.faded = faded
            self.invalidate()

    def set_note(self, note: str, brief: str = "") -> None:
        """Set the second line, empty for none; `brief`: used if the whole does not fit."""
        if (note, brief) != (self.note, self.brief_note):
            self.note, self.brief_note = note, brief
            self.invalidate()
            self.relayout()

    def activate(self) -> None:
        if self.on_press is not None:
            self.on_press()

    @property
    def role(self) -> str:
        return "bold" if self.style == "primary" else "medium"

    def natural_width(self) -> int:
        if self.style == "icon":
            return self.height_at(0)
        pad = {"primary": 22, "quiet": 7}.get(self.style, 14)
        book = self.tree.book
        wide = book.width(self.text, self.role, self.size_px(self.size))
        wide = max(wide, book.width(self.note, "text", self.size_px("small"))) + 2 * self.px(pad) + self._mark()
        return max(LEAST_TARGET, wide)

    def _mark(self) -> int:
        """Return the room at the left for the mark of a selected option, in pixels."""
        if self.chosen is None:
            return 0
        signs = (CHOSEN,) if self.sign == CHOSEN else (RIGHT, WRONG)
        return max(self.tree.book.width(sign, self.role, self.size_px(self.size)) for sign in signs)

    def least_width(self) -> int:
        return min(self.natural_width(), max(LEAST_TARGET, self.px(44)))

    def height_at(self, width: int) -> int:
        pad = {"primary": 9, "quiet": 3}.get(self.style, 6)
        book = self.tree.book
        lines = len(self._lines(width)) if width and self.style != "icon" else 1
        tall = lines * book.line_height(self.role, self.size_px(self.size)) + 2 * self.px(pad)
        more = book.line_height("text", self.size_px("small")) - 2 * self.px(pad - 2) if self.note else 0
        return max(LEAST_TARGET, tall + max(0, more))

    def hidden_text(self) -> str:
        px, book = self.size_px(self.size), self.tree.book
        if self.name:
            return self.name
        room = self.rect.w - self.px(6) - self._mark()
        lines = self._lines(self.rect.w)
        cut = any(book.width(line, self.role, px) > room for line in lines)
        return self.text if cut or len(lines) * book.line_height(self.role, px) > self.rect.h + self.px(2) else ""

    def _lines(self, width: int) -> tuple[str, ...]:
        """Return the text, in several lines if it does not fit into one at this width."""
        room = width - self.px(6) - self._mark()
        return self.tree.book.lines(self.text, self.role, self.size_px(self.size), max(1, room))

    def spoken_text(self) -> str:
        return self.name or f"{self.sign if self.chosen else ''}{self.text}{f', {self.note}' if self.note else ''}"

    def _colours(self) -> tuple[str, str | None, str]:
        if not self.enabled or self.faded:
            return "ink_faint", None if self.style == "quiet" else "field", "panel_rule"
        if self.style == "primary":
            return "accent_ink", "accent_hover" if self.hovered else "accent", ""
        if self.style == "quiet":
            return ("ink", "hover", "") if self.hovered else ("ink_soft", None, "")
        return "ink", "hover" if self.hovered or self.pressed else "raised", "panel_border"

    def paint(self, surface: pygame.Surface) -> None:
        ink, fill, line = self._colours()
        if fill is not None:
            edge = self.colour(line) if line else None
            frame = Frame(self.colour(fill), edge, self.px(6), max(1, self.px(1)))
            draw_frame(surface, self.rect, frame)
        book, px = self.tree.book, self.size_px(self.size)
        mark = self._mark()
        room = self.rect.w - self.px(6) - mark
        lines = [book.fit(line, self.role, px, room) for line in self._lines(self.rect.w)]
        lines = lines[: max(1, self.rect.h // book.line_height(self.role, px))]
        wide = max(book.width(line, self.role, px) for line in lines)
        drop = 1 if self.pressed and self.enabled else 0
        tall, small = len(lines) * book.line_height(self.role, px), self.size_px("small")
        under = book.line_height("text", small) if self.note else 0
        y = self.rect.centery - (tall + under) // 2 + drop
        x = self.rect.centerx - (wide + mark) // 2
        if self.note:
            free = self.rect.w - self.px(6)
            fits = not self.brief_note or book.width(self.note, "text", small) <= free
            note = book.fit(self.note if fits else self.brief_note, "text", small, free)
            left = self.rect.centerx - book.width(note, "text", small) // 2
            surface.blit(book.render(note, "text", small, self.colour(ink)), (left, y + tall))
        for number, line in enumerate(lines):
            left = x + mark + (wide - book.width(line, self.role, px)) // 2
            down = y + number * book.line_height(self.role, px)
            surface.blit(book.render(line, self.role, px, self.colour(ink)), (left, down))
        if self.chosen:
            ink = "gold" if self.sign == CHOSEN else "good" if self.sign == RIGHT else "bad"
            surface.blit(book.render(self.sign, self.role, px, self.colour(ink)), (x, y))


class Toggle(Pressable):
    """A box with a tick and a label. `on_change(on)`."""

    kind = "toggle"

    def __init__(
        self,
        text: str,
        on: bool = False,
        on_change: Callable[[bool], None] | None = None,
        id: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.text, self.on, self.on_change = text, on, on_change

    def set(self, on: bool) -> None:
        """Set it without calling `on_change`."""
        if on != self.on:
            self.on = on
            self.invalidate()

    def activate(self) -> None:
        self.set(not self.on)
        if self.on_change is not None:
            self.on_change(self.on)

    def natural_width(self) -> int:
        return self.px(28) + self.tree.book.width(self.text, "text", self.size_px("body")) + self.px(4)

    def least_width(self) -> int:
        return min(self.natural_width(), self.px(60))

    def height_at(self, width: int) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("text", self.size_px("body")) + 2 * self.px(3))

    def hidden_text(self) -> str:
        return self.text if self.natural_width() - self.px(4) > self.rect.w else ""

    def spoken_text(self) -> str:
        return self.text

    def value_now(self) -> bool:
        return self.on

    def paint(self, surface: pygame.Surface) -> None:
        side = self.px(18)
        square = pygame.Rect(self.rect.x + self.px(1), self.rect.centery - side // 2, side, side)
        live = self.enabled
        fill = "accent" if self.on and live else "hover" if self.hovered else "field"
        line = None if self.on and live else self.colour("ink_faint")
        draw_frame(surface, square, Frame(self.colour(fill), line, self.px(4), max(1, self.px(1))))
        if self.on:
            mark = square.inflate(-self.px(5), -self.px(5))
            draw_mark(surface, mark, "tick", self.colour("accent_ink" if live else "ink_faint"))
        book, px = self.tree.book, self.size_px("body")
        text = book.fit(self.text, "text", px, self.rect.w - self.px(28))
        y = self.rect.centery - book.line_height("text", px) // 2
        drawn = book.render(text, "text", px, self.colour("ink" if live else "ink_faint"))
        surface.blit(drawn, (self.rect.x + self.px(28), y))


class Tabs(Widget):
    """Pages behind tabs: `Tabs([("Ships", page), …])`. Left and Right change the page; `on_change(index)`."""

    kind = "tabs"
    focusable = True
    reacts = True

    def __init__(
        self,
        pages: Sequence[tuple[str, Widget]],
        id: str = "",
        *,
        on_change: Callable[[int], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.names = [name for name, _ in pages]
        self.pages = [page for _, page in pages]
        self.index = 0
        self.on_change = on_change
        self._over = -1
        self.add(*self.pages)
        self._show()

    def _show(self) -> None:
        for number, page in enumerate(self.pages):
            page.visible = number == self.index

    def select(self, index: int) -> None:
        """Show a page. IndexError if there is no such page."""
        if not 0 <= index < len(self.pages):
            raise IndexError(f"tabs {self.id!r} have pages 0 to {len(self.pages) - 1}, not {index}")
        if index == self.index:
            return
        self.index = index
        self._show()
        self.invalidate()
        self.relayout()
        if self.on_change is not None:
            self.on_change(index)

    def head(self) -> int:
        return max(LEAST_TARGET, self.tree.book.line_height("medium", self.size_px("body")) + 2 * self.px(6))

    def tab_rects(self) -> list[pygame.Rect]:
        """Return the tabs on the screen; they shrink together when there is no room."""
        px = self.size_px("body")
        wides = [self.tree.book.width(name, "bold", px) + 2 * self.px(14) for name in self.names]
        total = sum(wides)
        if total > self.rect.w > 0:
            wides = [wide * self.rect.w // total for wide in wides]
        x, rects = self.rect.x, []
        for wide in wides:
            rects.append(pygame.Rect(x, self.rect.y, wide, self.head()))
            x += wide
        return rects

    def natural_width(self) -> int:
        px = self.size_px("body")
        head = sum(self.tree.book.width(name, "bold", px) + 2 * self.px(14) for name in self.names)
        return max([head, *(page.wanted_width() for page in self.pages)])

    def least_width(self) -> int:
        return max((page.smallest_width() for page in self.pages), default=0)

    def height_at(self, width: int) -> int:
        return self.head() + self.px(8) + max((page.wanted_height(width) for page in self.pages), default=0)

    def arrange(self) -> None:
        top = self.head() + self.px(8)
        room = pygame.Rect(self.rect.x, self.rect.y + top, self.rect.w, max(0, self.rect.h - top))
        self.pages[self.index].place(room)

    def spoken_text(self) -> str:
        return self.names[self.index]

    def accessible_rows(self) -> AccessibleRows:
        return rows_of(len(self.names), self.index, lambda number: self.names[number])

    def press_row(self, row: int) -> None:
        self.select(row)

    def value_now(self) -> int:
        return self.index

    def paint(self, surface: pygame.Surface) -> None:
        book, px, thick = self.tree.book, self.size_px("body"), max(2, self.px(3))
        base = self.rect.y + self.head()
        surface.fill(self.palette.panel_rule, (self.rect.x, base - max(1, self.px(1)), self.rect.w, max(1, self.px(1))))
        for number, (name, rect) in enumerate(zip(self.names, self.tab_rects(), strict=True)):
            chosen = number == self.index
            role = "bold" if chosen else "text"
            ink = "ink" if chosen or number == self._over else "ink_soft"
            text = book.fit(name, role, px, rect.w - self.px(8))
            x = rect.centerx - book.width(text, role, px) // 2
            surface.blit(book.render(text, role, px, self.colour(ink)), (x, rect.y + self.px(5)))
            if chosen:
                surface.fill(self.palette.accent, (rect.x + self.px(4), base - thick, rect.w - self.px(8), thick))

    def mouse_move(self, pos: Pos) -> None:
        over = next((i for i, rect in enumerate(self.tab_rects()) if rect.collidepoint(pos)), -1)
        if over != self._over:
            self._over = over
            self.invalidate()

    def mouse_leave(self) -> None:
        self._over = -1

    def mouse_down(self, pos: Pos, button: int) -> bool:
        for number, rect in enumerate(self.tab_rects()):
            if button == 1 and rect.collidepoint(pos):
                self.select(number)
                return True
        return False

    def key(self, event: pygame.Event) -> bool:
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if step is None or not self.is_focused:
            return False
        self.select((self.index + step) % len(self.pages))
        return True
