"""A chart on a page: a ground with its coasts and names, and marks on it, painted once for a size and a palette."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.boards.board_factory import make_board
from game.ui import widgets as ui
from rules.kernel.view import Panel, View

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

HIGHEST = 0.46  # of the window
EDGE = 0.02  # of the ground: what of its edge is left out


class ChartPanel(ui.Widget):
    """The ground of a panel with its marks, as wide as there is room, in its own proportions."""

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
