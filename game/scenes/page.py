"""The common parts of screens before a battle: top bar, tiles, pictures of boards, ships."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.app import App
from game.boards.board_factory import make_board
from game.boards.silhouette import portrait
from game.ui import richtext
from game.ui import widgets as ui
from game.ui.accessible_text import spoken_text
from game.ui.brush import Frame, draw_frame
from game.words import tr
from rules.kernel.scenario import MapSheet
from rules.kernel.system import System
from rules.kernel.view import Hull, View

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


def dots(difficulty: int) -> str:
    """Return difficulty 1..5 as full and empty dots."""
    full = max(0, min(5, difficulty))
    return "●" * full + "○" * (5 - full)


NOTE_LINES = 4  # least width of a page's note, however narrow the window


def page_header(title: str, note: str, on_back: Callable[[], None], *right: ui.Widget) -> ui.Widget:
    """Return the bar at the top of a screen: back, title, a note, and further widgets at the right."""
    note_label = ui.Label(
        note, "page_note", role="title_italic", size="large", colour="ink_faint", align="centre", stretch=1, width=10
    )
    note_label.lines = NOTE_LINES
    note_label.tooltip = ui.escape(note)  # if there is no room for everything
    title_label = ui.Label(title, "page_title", role="title", size="heading", align="centre")
    title_label.lines = NOTE_LINES
    return ui.Panel(
        ui.Row(
            ui.Button(
                tr("◀ Back"),
                on_back,
                "back",
                name=tr("Back"),
                style="quiet",
                align="centre",
                tooltip=tr("Previous screen. *Esc*"),
            ),
            title_label,
            note_label,
            *right,
            gap=16,
        ),
        frame="bar",
        pad=(20, 8),
    )


def menu_button(buttons: Sequence[ui.Button], style: str = "plain", size: str = "body") -> ui.Button:
    """Return one button that opens a list of several buttons for which there is no room."""
    more = ui.Button(tr("More …"), id="more", style=style, size=size, align="start" if style == "plain" else "centre")

    def ask() -> None:
        ui.open_menu(more.tree, more.rect.bottomleft, [ui.MenuItem(one.text, one.on_press) for one in buttons])

    more.on_press = ask
    return more


def page_footer(*children: ui.Widget) -> ui.Widget:
    """Return the bar at the bottom of a screen."""
    return ui.Panel(ui.Row(*children, gap=14), frame="bar", pad=(20, 10))


class Tile(ui.Pressable):
    """A big button: a title in Garamond, a note at its right, text below. The selected one of a list has a bar.

    `on_press()`; with `on_focus`, keyboard focus alone calls that, so that a page shows the focused tile.
    """

    kind = "tile"
    focus_on_click = True  # arrow keys continue from the clicked tile

    def __init__(
        self,
        title: str,
        text: str = "",
        on_press: Callable[[], None] | None = None,
        id: str = "",
        *,
        note: str = "",
        chosen: bool = False,
        faint: bool = False,
        size: str = "title",
        on_focus: Callable[[], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.title, self.text, self.note, self.size = title, text, note, size
        self.on_press, self.on_focus = on_press, on_focus
        self.chosen, self.faint = chosen, faint
        self._block: tuple[object, richtext.Block] | None = None

    def set_chosen(self, chosen: bool) -> None:
        """Show or hide the bar of the selected tile."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.invalidate()

    def set_words(self, text: str, note: str) -> None:
        """Set the text under the title and the note beside it."""
        if (text, note) != (self.text, self.note):
            self.text, self.note, self._block = text, note, None
            self.invalidate()
            self.relayout()

    def activate(self) -> None:
        if self.on_press is not None:
            self.on_press()

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        if focused and self.on_focus is not None and self.tree.focus_visible:
            self.on_focus()

    def spoken_text(self) -> str:
        words = richtext.plain(richtext.parse(self.text)).replace("\n", " ")
        return " · ".join(part for part in (self.title, self.note, words) if part)

    def value_now(self) -> bool:
        return self.chosen

    def accessible_name(self) -> str:
        return spoken_text(" · ".join(part for part in (self.title, self.note) if part))

    def more_text(self) -> str:
        return "\n".join(part for part in (self.text, self.tooltip) if part)

    def _words(self, width: int) -> richtext.Block:
        key = (width, self.size_px("body"), self.text)
        if self._block is None or self._block[0] != key:
            runs = richtext.parse(self.text)
            self._block = key, richtext.wrap(self.tree.book, runs, self.size_px("body"), max(1, width))
        return self._block[1]

    def _inner(self, width: int) -> int:
        return width - self.px(30)

    def natural_width(self) -> int:
        book = self.tree.book
        note = book.width(self.note, "bold_italic", self.size_px("body")) + self.px(14) if self.note else 0
        return book.width(self.title, "title", self.size_px(self.size)) + note + self.px(32)

    def least_width(self) -> int:
        return min(self.px(120), self.natural_width())

    def height_at(self, width: int) -> int:
        line = self.tree.book.line_height("title", self.size_px(self.size)) * len(self._titles(width))
        block = self._words(self._inner(width))
        words = block.lines * block.line_height + self.px(2) if self.text else 0
        return line + words + self.px(18)

    def _titles(self, width: int) -> tuple[str, ...]:
        """Return the lines of the title in a tile of this width."""
        book = self.tree.book
        note = book.width(self.note, "bold_italic", self.size_px("body")) + self.px(12) if self.note else 0
        return book.lines(self.title, "title", self.size_px(self.size), max(1, self._inner(width) - note))

    def hidden_text(self) -> str:
        px = self.size_px(self.size)
        cut = any(
            self.tree.book.width(line, "title", px) > self._inner(self.rect.w) for line in self._titles(self.rect.w)
        )
        return richtext.escape(self.title) if cut else ""

    def paint(self, surface: pygame.Surface) -> None:
        palette, book = self.palette, self.tree.book
        lit = self.enabled and (self.hovered or self.pressed)
        fill = palette.selected if self.chosen else palette.hover if lit else palette.raised
        edge = palette.gold if self.chosen else palette.panel_rule
        if self.faint:
            fill = palette.selected if self.chosen else palette.field
        draw_frame(surface, self.rect, Frame(fill, edge, self.px(6), max(1, self.px(1))))
        if self.chosen:
            bar = pygame.Rect(self.rect.x + self.px(4), self.rect.y + self.px(7), self.px(4), self.rect.h - self.px(14))
            draw_frame(surface, bar, Frame(palette.accent, None, self.px(2)))
        x, y, room = self.rect.x + self.px(16), self.rect.y + self.px(8), self._inner(self.rect.w)
        px, small = self.size_px(self.size), self.size_px("body")
        ink = palette.ink_faint if self.faint or not self.enabled else palette.ink
        note_wide = book.width(self.note, "bold_italic", small)
        for line in self._titles(self.rect.w):
            surface.blit(book.render(book.fit(line, "title", px, room), "title", px, ink), (x, y))
            y += book.line_height("title", px)
        y -= book.line_height("title", px)
        if self.note:
            drop = round(px * 0.94) - round(small * 0.94)
            note = book.render(self.note, "bold_italic", small, palette.gold if not self.faint else ink)
            surface.blit(note, (x + room - note_wide, y + drop))
        if self.text:
            at = (x, y + book.line_height("title", px) + self.px(2))
            tone = "ink_faint" if self.faint or not self.enabled else "ink_soft"
            richtext.paint(surface, book, self._words(room), at, small, palette, tone)


# --- boards as pictures -----------------------------------------------------------------------------------------------


def setup_picture(
    app: App, system: System, sheet: MapSheet | None, view: View, size: tuple[int, int], near: bool = False
) -> pygame.Surface:
    """Return a picture of the board with the counters of a view, without ornaments, framed to show all counters.
    `near`: as close as possible, with small counters, so that smoke and other marks around them are visible.
    """
    board = make_board(
        system.board, sheet, view.ground, app.palette, app.book, (0.6 if near else 0.85) * app.tree.scale
    )
    board.plain()
    board.set_view(view)
    board.resize(pygame.Rect((0, 0), size))
    marks = [place for mark in view.markers if near and mark.kind != "wake" for place in mark.places]
    board.frame([*(piece.at for piece in view.pieces), *marks], 1.2 if near and system.board == "hex" else 3)
    made = pygame.Surface(size)
    board.draw(made)
    return made


class PaintedPicture(ui.Widget):
    """A picture that is painted when first visible, at its current size."""

    kind = "picture"

    def __init__(
        self, paint: Callable[[tuple[int, int]], pygame.Surface], words: str, id: str = "", **box: Unpack[Box]
    ):
        super().__init__(id, **box)
        self._paint, self.words = paint, words

    def spoken_text(self) -> str:
        return self.words

    def paint(self, surface: pygame.Surface) -> None:
        thin = max(1, self.px(1))
        inside = self.rect.inflate(-2 * thin, -2 * thin)
        if inside.w < 8 or inside.h < 8:
            return
        surface.fill(self.palette.panel_border, self.rect)
        surface.blit(self._paint(inside.size), inside)


# --- ships ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _portrait(hull: Hull, size: tuple[int, int]) -> pygame.Surface:
    return portrait(hull, size)


class ShipTile(ui.Widget):
    """One ship of an order of battle: seen from above, to the same scale as the others, with type and name."""

    kind = "ship"

    def __init__(self, hull: Hull, longest_ft: int, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.hull, self.longest_ft = hull, longest_ft

    def spoken_text(self) -> str:
        return f"{self.hull.type} {self.hull.name}"

    def natural_width(self) -> int:
        return self.px(190)

    def least_width(self) -> int:
        return self.px(150)

    def height_at(self, width: int) -> int:
        return self.px(24)

    def hidden_text(self) -> str:
        wide = self.tree.book.width(self.hull.name, "text", self.size_px("body"))
        return richtext.escape(self.hull.name) if wide > self.rect.right - self._name_x() else ""

    def _name_x(self) -> int:
        return self.rect.x + self.px(102)

    def paint(self, surface: pygame.Surface) -> None:
        book, px = self.tree.book, self.size_px("body")
        share = (self.hull.length_ft / max(1, self.longest_ft)) ** 0.6  # small ships keep their details
        length = max(8, round(self.px(66) * share))
        picture = _portrait(self.hull, (length, self.px(18)))
        surface.blit(picture, (self.rect.x + self.px(68) - length, self.rect.centery - picture.get_height() // 2))
        y = self.rect.centery - book.line_height("text", px) // 2
        kind = book.render(self.hull.type, "bold", self.size_px("small"), self.palette.ink_faint)
        surface.blit(kind, (self.rect.x + self.px(74), y + self.px(1)))
        name = book.fit(self.hull.name, "text", px, self.rect.right - self._name_x())
        surface.blit(book.render(name, "text", px, self.palette.ink), (self._name_x(), y))
