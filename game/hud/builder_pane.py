"""The board of the battle builder: counters are dragged on it, and ships and units from the roster onto it."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

import pygame

from game.boards.board import Board
from game.hit_test import Hit
from game.hud.board_pane import BoardPane
from game.ui import widgets as ui
from game.ui.theme import Colour
from rules.kernel.view import Place

OUT, ROUND, GRASP = 66, 9, 15  # pixels: distance from the counter's middle, size, and reach of a press
DOTS = 5
DARK: Colour = (8, 12, 18)


class TurnHandle:
    """The handle that turns a counter: `on_turn(facing)` while it is dragged, `on_turned()` when it is released."""

    on_turn: Callable[[int], None] = staticmethod(lambda facing: None)
    on_turned: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self) -> None:
        self.place: Place | None = None  # place and facing of the chosen counter; None: no handle
        self.facing = 0
        self.held = False

    def set(self, place: Place | None, facing: int) -> None:
        """Set the counter it belongs to; None removes it."""
        self.place, self.facing = place, facing

    def spot(self, board: Board) -> ui.Pos | None:
        """Return its place on the screen; None if there is none."""
        ahead = board.bearing(self.facing) if self.place is not None else None
        if self.place is None or ahead is None:
            return None
        x, y = board.screen_of(self.place)
        out = OUT * board.ui_scale
        return round(x + ahead[0] * out), round(y + ahead[1] * out)

    def press(self, board: Board, pos: ui.Pos) -> bool:
        """Return whether a press takes hold of it."""
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
        """Release the handle; return true if it was held."""
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


class BuilderPane(BoardPane):
    """The builder's board: `on_carry(piece, from, to)` while a counter is dragged, `on_drop` when it is dropped at
    another place, then `on_let_go` in any case. Dragging the `handle` of a chosen counter turns it.
    """

    on_drop: Callable[[str, Place, Place], None] = staticmethod(lambda piece, start, end: None)
    on_carry: Callable[[str, Place, Place], None] = staticmethod(lambda piece, start, end: None)
    on_let_go: Callable[[], None] = staticmethod(lambda: None)
    _held: Hit | None = None
    _begun: Place | None = None  # where the press was

    def __init__(self, board: Board, has_wheel: Callable[[int], bool]) -> None:
        super().__init__(board, has_wheel)
        self.handle = TurnHandle()

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        super()._paint(surface, rect)
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        self.handle.paint(surface, self.board)
        surface.set_clip(clip)

    def _on_press(self, pos: ui.Pos, button: int) -> bool:
        if button == 1 and self.handle.press(self.board, pos):
            return True
        used = super()._on_press(pos, button)
        hit = self.board.hit(pos)
        self._held = hit if button == 1 and hit.piece and not hit.minimap else None
        self._begun = self.at(pos)
        return used

    def _on_release(self, pos: ui.Pos, button: int) -> None:
        if button == 1 and self.handle.release():
            return
        held, self._held = self._held, None
        start = self._down[1] if self._down is not None else pos
        end = self.at(pos)
        far = abs(pos[0] - start[0]) + abs(pos[1] - start[1]) > self.STIR
        if held is None or held.piece is None or held.place is None or end is None or not far:
            self.on_let_go()
            super()._on_release(pos, button)
            return
        self._down = None
        self.on_let_go()
        self.on_drop(held.piece, self._begun or held.place, end)

    def _on_move(self, pos: ui.Pos) -> None:
        if self.handle.drag(self.board, pos):
            return
        super()._on_move(pos)
        held, start = self._held, self._down[1] if self._down is not None else pos
        here = self.at(pos)
        far = abs(pos[0] - start[0]) + abs(pos[1] - start[1]) > self.STIR
        if held is not None and held.piece and held.place is not None and here is not None and far:
            self.on_carry(held.piece, self._begun or held.place, here)

    def let_go(self) -> None:
        """Cancel dragging or turning."""
        self._held, self.handle.held = None, False

    STIR = 8  # pixels the mouse may move during a click

    def at(self, pos: ui.Pos) -> Place | None:
        """Return the place under a screen point, ignoring counters; None off the board."""
        if not self.canvas.rect.collidepoint(pos):
            return None
        hit = self.board.hit(pos)
        return None if hit.minimap else hit.under or hit.place

    def hover_at(self, pos: ui.Pos) -> None:
        """Note that something dragged from elsewhere is over this point of the board."""
        if self.canvas.rect.collidepoint(pos):
            self._on_move(pos)


class DragList(ui.ListBox):
    """A list whose rows can be dragged out: `on_drag(row, pos)` while outside, `on_drop(row, pos)` at the end."""

    on_drag: Callable[[int, ui.Pos], None] = staticmethod(lambda row, pos: None)
    on_drop: Callable[[int, ui.Pos], None] = staticmethod(lambda row, pos: None)
    _lifted = -1

    def mouse_down(self, pos: ui.Pos, button: int) -> bool:
        self._lifted = -1 if self.on_bar(pos) else self.row_at(pos)
        return super().mouse_down(pos, button)

    def mouse_drag(self, pos: ui.Pos) -> None:
        if self._lifted < 0:
            super().mouse_drag(pos)
        elif not self.rect.collidepoint(pos):
            self.on_drag(self._lifted, pos)

    def mouse_up(self, pos: ui.Pos, button: int) -> None:
        lifted, self._lifted = self._lifted, -1
        super().mouse_up(pos, button)
        if lifted >= 0 and not self.rect.collidepoint(pos):
            self.on_drop(lifted, pos)
