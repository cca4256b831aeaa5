"""Arrows and rings drawn over a board: they stay on their places when the board moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

from game.hud.board_pane import BoardPane
from game.ui import widgets as ui
from rules.kernel.view import Place

WIDE = 5  # unscaled width of a line
HEAD = 20  # length of an arrow's head
RING = 30  # smallest radius of a ring
DARK = (8, 12, 18)


class Annotations(ui.Widget):
    """A layer over a whole screen that lets every click through."""

    kind = "chalk"

    def __init__(self, pane: BoardPane, id: str = "chalk") -> None:
        super().__init__(id)
        self.pane = pane
        self.arrows: Sequence[tuple[Place, Place]] = ()
        self.rings: Sequence[Place] = ()
        self.begun: Place | None = None  # start of the arrow being drawn

    def hit(self, pos: ui.Pos) -> ui.Widget | None:
        return None

    def draw_all(self, arrows: Sequence[tuple[Place, Place]], rings: Sequence[Place], begun: Place | None) -> None:
        """Set the arrows and rings to draw, and the start of one being drawn."""
        self.arrows, self.rings, self.begun = arrows, rings, begun
        if self.is_attached:
            self.tree.mark(self.pane.canvas.rect)

    def paint(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.pane.canvas.rect.clip(before))
        for place in (*self.rings, *([self.begun] if self.begun is not None else [])):
            self._ring(surface, place)
        for start, end in self.arrows:
            self._arrow(surface, start, end)
        surface.set_clip(before)

    def _ring(self, surface: pygame.Surface, place: Place) -> None:
        middle = self._at(place)
        outline = self.pane.board.outline_of(place)
        far = max((hypot(x - middle[0], y - middle[1]) for x, y in outline), default=0)
        radius = max(self.px(RING), round(far))
        pygame.draw.circle(surface, DARK, middle, radius + 2, self.px(WIDE) + 4)
        pygame.draw.circle(surface, self.palette.focus, middle, radius, self.px(WIDE))

    def _arrow(self, surface: pygame.Surface, start: Place, end: Place) -> None:
        (x, y), (to_x, to_y) = self._at(start), self._at(end)
        long = hypot(to_x - x, to_y - y)
        if long < 1:
            return
        ahead, head = ((to_x - x) / long, (to_y - y) / long), min(self.px(HEAD), long)
        neck = (to_x - ahead[0] * head, to_y - ahead[1] * head)
        side = (-ahead[1] * head * 0.55, ahead[0] * head * 0.55)
        tip = [(to_x, to_y), (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1])]
        for colour, more in ((DARK, 4), (self.palette.focus, 0)):
            pygame.draw.line(surface, colour, (x, y), neck, self.px(WIDE) + more)
            pygame.draw.polygon(surface, colour, tip, more)
            if not more:
                pygame.draw.polygon(surface, colour, tip)

    def _at(self, place: Place) -> tuple[int, int]:
        found = self.pane.board.screen_of(place)
        return round(found[0]), round(found[1])
