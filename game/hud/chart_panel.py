"""A chart on a page: ground, coasts, names and marks, painted once for a size and a palette.

The ships of each side stand beside it, by type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.boards.board_factory import make_board
from game.boards.side_view import length_of, side_view
from game.ui import widgets as ui
from game.ui.richtext import escape
from game.words import tr
from rules.kernel.view import Hull, Panel, View

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

HIGHEST = 0.46  # largest fraction of the window's height
EDGE = 0.02  # margin of the ground that is cropped
SHIP_PX, ROW_PX, COUNT_PX = 54, 26, 32  # unscaled: of a list of ships, the picture, a row, its number


class ChartPanel(ui.Widget):
    """The ground of a panel with its marks, as wide as the room allows, in its own proportions."""

    kind = "picture"

    def __init__(self, panel: Panel, view: View, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.panel, self.view = panel, view
        self._painted: tuple[object, pygame.Surface] | None = None

    def height_at(self, width: int) -> int:
        ground = self.panel.ground
        return min(width * ground.size[1] // ground.size[0], round(self.tree.size[1] * HIGHEST)) if ground else 0

    def spoken_text(self) -> str:
        return "; ".join((self.panel.title, *(mark.text for mark in self.panel.marks if mark.text)))

    def paint(self, surface: pygame.Surface) -> None:
        key = (self.rect.size, self.palette, self.tree.scale)
        if self._painted is None or self._painted[0] != key:
            self._painted = (key, self._picture())
        surface.blit(self._painted[1], self.rect)

    def _picture(self) -> pygame.Surface:
        made, ground = pygame.Surface(self.rect.size), self.panel.ground
        assert ground is not None
        board = make_board("table", None, ground, self.palette, self.tree.book, self.tree.scale)
        board.plain()
        board.set_view(self.view.but(pieces=(), markers=self.panel.marks, ground=ground))
        board.resize(made.get_rect())
        wide, high = ground.size
        inner = (round(wide * EDGE), round(high * EDGE)), (round(wide * (1 - EDGE)), round(high * (1 - EDGE)))
        board.frame(inner, 0.0)
        board.draw(made)
        return made


class FleetList(ui.Widget):
    """The ships of a side by type: a picture of one from the side, their number, and what they are called."""

    kind = "picture"

    def __init__(self, ships: Sequence[tuple[Hull, str, str]], left: bool, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.ships, self.left = ships, left

    def natural_width(self) -> int:
        return self.px(SHIP_PX + 150)

    def least_width(self) -> int:
        return self.px(SHIP_PX + 40)

    def height_at(self, width: int) -> int:
        return self.px(ROW_PX) * len(self.ships)

    def spoken_text(self) -> str:
        return ", ".join(f"{count} {words}" for _, count, words in self.ships)

    def _words(self) -> list[str]:
        """Return what every type is called; where not all have room, its letters: BB, CA."""
        book, px, room = self.tree.book, self.size_px("small"), self.rect.w - self.px(SHIP_PX + COUNT_PX)
        if all(book.width(words, "text", px) <= room for *_, words in self.ships):
            return [words for *_, words in self.ships]
        return [hull.type for hull, *_ in self.ships]

    def hidden_text(self) -> str:
        return escape(self.spoken_text())

    def paint(self, surface: pygame.Surface) -> None:
        book, px, side = self.tree.book, self.size_px("small"), self.px(SHIP_PX)
        for row, ((hull, count, _), words) in enumerate(zip(self.ships, self._words(), strict=True)):
            middle = self.rect.y + self.px(ROW_PX) * row + self.px(ROW_PX) // 2
            picture = side_view(hull, (max(8, round(length_of(hull, side))), self.px(ROW_PX - 4)), side, self.left)
            surface.blit(
                picture, picture.get_rect(midbottom=(self.rect.x + side // 2, middle + self.px(ROW_PX) // 2 - 2))
            )
            y = middle - book.line_height("text", px) // 2
            number = book.render(count, "bold", px, self.palette.ink)
            end = self.rect.x + side + self.px(COUNT_PX - 8)
            surface.blit(number, (end - number.get_width(), y))
            surface.blit(book.render(words, "text", px, self.palette.ink_soft), (end + self.px(8), y))


def fleet_panel(panel: Panel, name: str, left: bool) -> ui.Panel:
    """Return the ships of a side beside a chart. left: which way their bows point."""
    ships = [
        (hull, row[1].text, row[2].text)
        for row, hull in zip(panel.rows, panel.hulls, strict=True)
        if row[0].text == name
    ]
    made: ui.Widget = FleetList(ships, left, f"page_{panel.id}_{name}") if ships else ui.Label(tr("No ships ready."))
    return ui.Panel(made, title=name, note=tr("ready"), gap=4, pad=(10, 8), width=10, stretch=2)
