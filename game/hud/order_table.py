"""A table on a page with order buttons: text and figures in each row, then small buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.boards.side_view import side_view
from game.hud.ship_card import CardTable, Portrait
from game.ui import widgets as ui
from game.ui.theme import mix
from game.words import tr
from rules.kernel.view import Cell, Hull, Panel

WIDE = 620
HEADINGS = 190  # unscaled width of the column of headings


def order_dialog(
    name: str, orders: Sequence[tuple[str, str]], hull: Hull | None, order: Callable[[str], None]
) -> ui.Modal:
    """Return a dialog with a button for each order; pressing one closes it and selects the order, to be confirmed.
    `orders`: (text, the order as typed); text before a colon is the heading of a line of buttons.
    """
    lines: dict[str, list[tuple[str, str]]] = {}
    for words, typed in orders:
        head, _, short = words.rpartition(": ")
        lines.setdefault(head, []).append((short, typed))
    holder: list[ui.Modal] = []

    def choose(typed: str) -> Callable[[], None]:
        def press() -> None:
            holder[0].tree.close(holder[0])
            order(typed)

        return press

    parts: list[ui.Widget] = []
    if hull is not None:
        parts += [Portrait(hull, "order_portrait"), ui.Label(hull.name, "order_words", colour="ink_soft", size="small")]
    number = 0
    for head, listed in lines.items():
        buttons: list[ui.Widget] = []
        for short, typed in listed:
            buttons.append(ui.Button(short, choose(typed), f"order_{number}", size="small", name=f"{head}: {short}"))
            number += 1
        label = ui.Label(head[:1].upper() + head[1:], width=HEADINGS, align="centre")
        parts.append(ui.Row(label, ui.Flow(*buttons, gap=5, stretch=1, width=10), gap=10))
    shut = ui.Button(tr("Close"), lambda: holder[0].tree.close(holder[0]), "order_close")
    holder.append(ui.Modal(name, ui.Column(*parts, gap=6), (shut,), id="order_dialog", dialog_width=WIDE))
    return holder[0]


if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

GAP = 5
MOST_BUTTONS = 6  # most orders of a row shown as buttons; more, or those of a ship, open in a dialog
QUICK = {"−": "sell", "+": "add"}  # orders that are given at once
SHIP = (66, 20)  # unscaled size of a ship in a row
PICTURED = 560  # rows have pictures from this unscaled width
MAIN = "! "  # prefix of the usual order


class OrderTable(CardTable):
    """Rows as on a card, each with a button for every order that the panel gives it. If the header has one entry more
    than the rows, the last is the heading of the buttons.
    """

    kind = "order_table"

    def __init__(self, panel: Panel, order: Callable[[str], None], id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(panel, id, **box)
        self.buttons: list[list[ui.Button]] = []
        for row, orders in enumerate(panel.orders):
            name = panel.rows[row][0].text if row < len(panel.rows) and panel.rows[row] else ""
            if len(orders) > MOST_BUTTONS or (orders and len(panel.hulls) > row):
                hull = panel.hulls[row] if row < len(panel.hulls) else None
                quick = {words: text for words, text in orders if words in QUICK}
                opened = partial(self._open, name, tuple(one for one in orders if one[0] not in QUICK), hull, order)
                made = [
                    ui.Button(
                        words,
                        partial(_at_once, order, quick.get(words, "")),
                        f"{id}_{row}_{key}",
                        size="small",
                        enabled=words in quick,
                        reason=tr("None bought.")
                        if key == "sell"
                        else tr("Not enough points, or no squadron for her."),
                        name=f"{name}: {words}",
                        min_width=34,
                    )
                    for words, key in QUICK.items()
                    if quick or hull is not None
                ]
                made.append(ui.Button("…", opened, f"{id}_{row}_buy", size="small", name=tr("{name}: buy", name=name)))
                self.buttons.append(made)
                self.add(*made)
                continue
            made = [
                ui.Button(
                    words.removeprefix(MAIN),
                    partial(order, text),
                    f"{id}_{row}_{number}",
                    style="primary" if words.startswith(MAIN) else "plain",
                    size="small",
                    name=words.removeprefix(MAIN) if words.startswith(MAIN) else f"{name}: {words}",
                )
                for number, (words, text) in enumerate(orders)
            ]
            self.buttons.append(made)
            self.add(*made)

    def _open(
        self, name: str, orders: tuple[tuple[str, str], ...], hull: Hull | None, order: Callable[[str], None]
    ) -> None:
        """Show every order of a row in a dialog."""
        self.tree.open(order_dialog(name, orders, hull, order))

    @property
    def has_pictures(self) -> bool:
        """Return whether there is room for a picture of each ship."""
        return bool(self.panel.hulls) and self.rect.w >= self.px(PICTURED)

    def _labels(self) -> int:
        return super()._labels() + (self.px(SHIP[0] + 6) if self.has_pictures else 0)

    def _row(
        self, surface: pygame.Surface, row: Sequence[Cell], y: int, left: int, places: Sequence[tuple[int, int]]
    ) -> None:
        """Draw a row; a ship's row has her picture before her name."""
        if not self.has_pictures:
            super()._row(surface, row, y, left, places)
            return
        hull = self.panel.hulls[(y - self.rect.y) // self._line() - any(self.panel.header)]
        size = self.px(SHIP[0]), min(self.px(SHIP[1]), self._line() - 2)
        ground = pygame.Rect(self.rect.x, y + 1, *size)
        pygame.draw.rect(
            surface, mix(self.palette.ink_faint, self.palette.desk, 0.35), ground, border_radius=self.px(3)
        )
        surface.blit(side_view(hull, size, self.px(SHIP[0]), False), ground)
        super()._row(surface, (Cell(""), *row[1:]), y, left, places)
        self._write(surface, row[0].text, "text", "ink", ground.right + self.px(6), y, left - size[0] - self.px(6))

    def _line(self) -> int:
        return self.tree.book.line_height("text", self.size_px("body")) + self.px(9)

    def _room(self) -> int:
        """Return the width of the widest row of buttons, or of their heading."""
        gap = self.px(GAP)
        extra = len(self.panel.header) > max((len(row) for row in self.panel.rows), default=0)
        word = self.tree.book.width(self.panel.header[-1], "bold", self.size_px("body")) if extra else 0
        return max([word, *(sum(one.wanted_width() + gap for one in made) for made in self.buttons)])

    def natural_width(self) -> int:
        return super().natural_width() + self._room()

    def least_width(self) -> int:
        return super().least_width() + self._room()

    def _columns(self, left: int) -> list[tuple[int, int]]:
        """Return columns as wide as each needs; if there is no room, drop the first ones, then shrink the widest."""
        book, px, gap = self.tree.book, self.size_px("body"), self.px(14)
        count = max((len(row) for row in self.panel.rows), default=1) - 1
        texts = [list(self.panel.header[1 : count + 1]), *([cell.text for cell in row[1:]] for row in self.panel.rows)]
        needs = [
            max((book.width(line[n], "figures_bold", px) + gap for line in texts if n < len(line)), default=0)
            for n in range(count)
        ]
        room = self.rect.w - left - self._room() - gap
        if self.panel.hulls:
            for n in range(count):
                if sum(needs) > room:
                    needs[n] = 0
        while needs and sum(needs) > room and max(needs) > gap:
            needs[needs.index(max(needs))] -= max(1, min(8, sum(needs) - room))
        spare = max(0, room - sum(needs)) // max(1, count)
        wide = [need + min(spare, self.px(40)) if need else 0 for need in needs]
        return [(self.rect.x + left + sum(wide[:n]), wide[n]) for n in range(count)]

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        if len(self.panel.header) <= max((len(row) for row in self.panel.rows), default=0):
            return
        word, px = self.panel.header[-1], self.size_px("body")
        x = self.rect.right - self.tree.book.width(word, "bold", px)
        self._write(surface, word, "bold", "ink_soft", x, self.rect.y, self.rect.right - x)

    def arrange(self) -> None:
        line, gap = self._line(), self.px(GAP)
        top = self.rect.y + (line if any(self.panel.header) and self.panel.rows else 0)
        for number, made in enumerate(self.buttons):
            x = self.rect.right - sum(one.wanted_width() + gap for one in made) + gap
            for button in made:
                wide = button.wanted_width()
                tall = min(button.wanted_height(wide), line - self.px(2))
                button.place(pygame.Rect(x, top + number * line, wide, tall))
                x += wide + gap


def _at_once(order: Callable[[str], None], text: str) -> None:
    """Give an order at once, if it can be undone: the first call selects it, the second gives it."""
    order(text)
    order(text)
