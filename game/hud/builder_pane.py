"""The board of the battle builder: counters are dragged on it, and ships and units from the roster onto it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.boards.board import Board
from game.hit_test import Hit
from game.hud.board_pane import BoardPane
from game.hud.turn_handle import TurnHandle
from game.ui import widgets as ui
from rules.kernel.view import Place


class BuilderPane(BoardPane):
    """`on_carry(piece, from, to)` while a counter is dragged, `on_drop` when it is let go at another place.

    `on_let_go` in any case, after it. The `handle` before a chosen counter is dragged round it and turns it.
    """

    on_drop: Callable[[str, Place, Place], None] = staticmethod(lambda piece, start, end: None)
    on_carry: Callable[[str, Place, Place], None] = staticmethod(lambda piece, start, end: None)
    on_let_go: Callable[[], None] = staticmethod(lambda: None)
    _held: Hit | None = None
    _begun: Place | None = None  # where it was pressed

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
        """Leave what is carried or turned as it was."""
        self._held, self.handle.held = None, False

    STIR = 8  # pixels a press may wander and still be a click

    def at(self, pos: ui.Pos) -> Place | None:
        """Return the place under a point of the screen, whatever counter stands there; None off the board."""
        if not self.canvas.rect.collidepoint(pos):
            return None
        hit = self.board.hit(pos)
        return None if hit.minimap else hit.under or hit.place

    def hover_at(self, pos: ui.Pos) -> None:
        """Note that something dragged from elsewhere is over the board here."""
        if self.canvas.rect.collidepoint(pos):
            self._on_move(pos)


class DragList(ui.ListBox):
    """A list out of which a row is dragged: `on_drag(row, pos)` while it is outside, `on_drop(row, pos)` at the end."""

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
