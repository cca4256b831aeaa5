"""Keys for players who use a screen reader: the cursor's surroundings, the counters, the odds, recent changes. The same
text is also shown, beside the cursor or as a list, for sighted keyboard players.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pygame

from game.app import App
from game.hud.pointer import Pointer
from game.table.board_text import chance_lines, changes, piece_list, scan_lines
from game.table.table import Table
from game.ui import widgets as ui
from game.ui.accessible_text import spoken_text
from game.words import tr
from rules.kernel.view import Place

MOST_SHOWN = 16  # lines shown beside the cursor; all are spoken


class AudioNavigation:
    """The actions of these keys at one table."""

    def __init__(self, app: App, table: Table, pointer: Pointer) -> None:
        self.app, self.table, self.pointer = app, table, pointer

    def place(self) -> Place | None:
        """Return the reference place: the cursor, the selected counter, or the first one."""
        hand, cursor = self.table.hand, self.pointer.pane.cursor
        if cursor is not None:
            return cursor
        piece = hand.find(hand.piece) or next((piece for piece in hand.view.pieces if piece.at), None)
        return piece.at if piece is not None else None

    def next_unit(self, step: int) -> None:
        """Move to the next counter that can act and read it."""
        self.pointer.next_unit(step)
        piece = self.table.hand.find(self.table.hand.piece)
        if self.app.reader.active and piece is not None and piece.at:
            self.pointer.put_cursor(piece.at)

    def scan(self) -> None:
        """Read the surroundings: six hex rows, bands, or bearings."""
        place = self.place()
        if place is None:
            self._tell([tr("The board is empty.")])
        else:
            self._tell(scan_lines(self.table.hand, place))

    def pieces(self) -> None:
        """List all counters; the cursor moves to the one chosen."""
        place = self.place()
        found = piece_list(self.table.hand, place) if place is not None else []
        if not found:
            self._tell([tr("The board is empty.")])
            return
        items = [ui.MenuItem(words, partial(self._go, piece.at)) for words, piece in found]
        menu = ui.open_menu(self.app.tree, self.pointer.pane.canvas.rect.move(24, 24).topleft, items)
        menu.label = tr("Counters")

    def _go(self, place: Place) -> None:
        self.pointer.put_cursor(place)

    def odds(self) -> None:
        """Read the possible results of the selected order with their probabilities."""
        hidden = [tr("Odds are hidden until you answer.")]
        self._tell(hidden if self.table.blind else chance_lines(self.table.hand, self.table.odds))

    def read_changes(self) -> None:
        """Read what has happened since the player's last order."""
        self._tell(changes(self.table))

    def _tell(self, lines: Iterable[str]) -> None:
        texts = [line.strip() for line in lines]
        self.app.reader.say(*map(spoken_text, texts))
        more = (
            tr("\n{ink_faint:{count} more lines in the log}", count=len(texts) - MOST_SHOWN)
            if len(texts) > MOST_SHOWN
            else ""
        )
        anchor = self._anchor()
        self.app.tree.show_tip(anchor, "\n".join(map(ui.escape, texts[:MOST_SHOWN])) + more)

    def _anchor(self) -> pygame.Rect:
        place = self.place()
        rect = self.pointer.pane.canvas.rect
        if place is None:
            return pygame.Rect(rect.center, (1, 1))
        x, y = self.pointer.pane.board.screen_of(place)
        return pygame.Rect(round(x), round(y) + 20, 1, 1)
