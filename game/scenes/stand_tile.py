"""A land unit in an order of battle: its stands as at the start, and its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.boards import land_figures
from game.boards.land_counters import TOKENS
from game.ui import richtext
from game.ui import widgets as ui
from rules.kernel.view import Piece

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

FIELD = (40, 30)  # pixels of the picture at a UI scale of 1
UP = (0.0, -1.0)


class StandTile(ui.Widget):
    """One unit, leader or mule: its stands from above, facing up, and its name."""

    kind = "stands"

    def __init__(self, piece: Piece, colour: str, id: str = "", **box: Unpack[Box]) -> None:
        """`colour`: the palette token of its side."""
        super().__init__(id, **box)
        self.piece, self.token = piece, colour

    def spoken_text(self) -> str:
        return f"{self.piece.name}, {self.piece.text}" if self.piece.text else self.piece.name

    def natural_width(self) -> int:
        return self.px(210)

    def least_width(self) -> int:
        return self.px(150)

    def height_at(self, width: int) -> int:
        return self.px(FIELD[1] + 4)

    def hidden_text(self) -> str:
        wide = self.tree.book.width(self.piece.name, "text", self.size_px("body"))
        return richtext.escape(self.piece.name) if wide > self.rect.right - self._name_x() else ""

    def _name_x(self) -> int:
        return self.rect.x + self.px(FIELD[0] + 8)

    def paint(self, surface: pygame.Surface) -> None:
        book, px = self.tree.book, self.size_px("body")
        colour = self.palette.colour(self.token)
        field = pygame.Rect(self.rect.x, 0, self.px(FIELD[0]), self.px(FIELD[1]))
        field.centery = self.rect.centery
        pygame.draw.rect(surface, colour, field, border_radius=self.px(3))
        if self.piece.stand is not None and self.piece.known:
            inner = field.inflate(-self.px(4), -self.px(4))
            if self.piece.stand.figure in TOKENS:
                pygame.draw.aacircle(surface, land_figures.BASE, inner.center, inner.height / 2)
            surface.blit(land_figures.draw_stands(self.piece.stand, inner.size, UP, colour), inner)
        name = book.fit(self.piece.name, "text", px, max(8, self.rect.right - self._name_x()))
        y = self.rect.centery - book.line_height("text", px) // 2
        surface.blit(book.render(name, "text", px, self.palette.ink), (self._name_x(), y))
