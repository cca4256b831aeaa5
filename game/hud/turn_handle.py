"""The handle before the bow or front of a chosen counter: dragged round it, the counter turns towards the hand."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

import pygame

from game.boards.board import Board
from game.ui import widgets as ui
from game.ui.theme import Colour
from rules.kernel.view import Place

OUT, ROUND, GRASP = 66, 9, 15  # pixels: from the middle of the counter, its own size, and how near a press must be
DOTS = 5
DARK: Colour = (8, 12, 18)


class TurnHandle:
    """`on_turn(facing)` while it is dragged to another facing, `on_turned()` when it is let go."""

    on_turn: Callable[[int], None] = staticmethod(lambda facing: None)
    on_turned: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self) -> None:
        self.place: Place | None = None  # of the chosen counter; None: there is no handle
        self.facing = 0
        self.held = False

    def set(self, place: Place | None, facing: int) -> None:
        """Set the counter it belongs to; None takes it away."""
        self.place, self.facing = place, facing

    def spot(self, board: Board) -> ui.Pos | None:
        """Return where it is on the screen; None when there is none."""
        ahead = board.bearing(self.facing) if self.place is not None else None
        if self.place is None or ahead is None:
            return None
        x, y = board.screen_of(self.place)
        out = OUT * board.ui_scale
        return round(x + ahead[0] * out), round(y + ahead[1] * out)

    def press(self, board: Board, pos: ui.Pos) -> bool:
        """Return whether a press takes it up."""
        spot = self.spot(board)
        near = GRASP * board.ui_scale
        self.held = spot is not None and hypot(pos[0] - spot[0], pos[1] - spot[1]) <= near
        return self.held

    def drag(self, board: Board, pos: ui.Pos) -> bool:
        """Turn the counter while the handle is held. Return True when the handle used the move."""
        if not self.held or self.place is None:
            return False
        facing = board.facing_to(self.place, pos)
        if facing is not None and facing != self.facing:
            self.on_turn(facing)
        return True

    def release(self) -> bool:
        """Let go; return True when it was held."""
        held, self.held = self.held, False
        if held:
            self.on_turned()
        return held

    def paint(self, surface: pygame.Surface, board: Board) -> None:
        """Draw dots from the counter, and a disc with an arrow head."""
        spot = self.spot(board)
        if spot is None or self.place is None:
            return
        theme, big = board.theme, round(ROUND * board.ui_scale)
        x, y = board.screen_of(self.place)
        for number in range(DOTS - 2, DOTS):
            at = (round(x + (spot[0] - x) * number / DOTS), round(y + (spot[1] - y) * number / DOTS))
            pygame.draw.circle(surface, DARK, at, max(2, big // 3))
            pygame.draw.circle(surface, theme.focus, at, max(1, big // 4))
        pygame.draw.circle(surface, DARK, spot, big + 2)
        pygame.draw.circle(surface, theme.focus, spot, big)
        dx, dy = board.bearing(self.facing) or (0.0, -1.0)
        sharp = ((0.8, 0.0), (-0.6, 0.5), (-0.25, 0.0), (-0.6, -0.5))  # ahead, aside: notched, or it points three ways
        head = [(spot[0] + (dx * ahead - dy * aside) * big, spot[1] + (dy * ahead + dx * aside) * big)
                for ahead, aside in sharp]  # fmt: skip
        pygame.draw.polygon(surface, DARK, head)
