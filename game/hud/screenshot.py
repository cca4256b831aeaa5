"""A position as a picture: the board as a side may see it, drawn without a window."""

from __future__ import annotations

from io import BytesIO

import pygame

from game.boards.board_factory import make_board
from game.hud.screen import cartouche
from game.ui.fonts import FontBook
from game.ui.theme import Palette
from rules.kernel.seat import Seat
from rules.kernel.session import Session

PICTURE = (1920, 1200)  # pixels
MARGIN = 3.0  # margin around the counters: hexes, bands or tens of the unit


def as_picture(
    session: Session, side: str, palette: Palette, book: FontBook, size: tuple[int, int] = PICTURE
) -> pygame.Surface:
    """Return a picture of the board as a side may see it, framed around the counters."""
    view = Seat(session, side).view()
    board = make_board(session.system.board, session.sheet, view.ground, palette, book, min(size) / 800)
    cartouche(board, view, session.scenario)
    board.set_view(view)
    board.resize(pygame.Rect((0, 0), size))
    places = [piece.at for piece in view.pieces if piece.at]
    if places:
        board.frame(places, MARGIN)
    made = pygame.Surface(size)
    board.draw(made)
    return made


def picture_bytes(picture: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    stream = BytesIO()
    pygame.image.save(picture, stream, "position.png")
    return stream.getvalue()
