"""Boards and counters of all five games draw at every size of picture from 1 to 200 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from game.app import App
from game.boards.band_board import BandBoard
from game.boards.board import Board
from game.boards.board_factory import make_board
from game.boards.counter_board import CounterBoard
from game.boards.table_board import TableBoard
from game.hud.screenshot import as_picture
from game.scenes.page import setup_picture
from game.ui.fonts import FontBook
from game.ui.theme import DAY, NIGHT
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.view import Badge, Piece, View
from tests.conftest import SOAK, begin, games, stroll

BATTLES = (
    [*games()]
    if SOAK
    else [next(game for game in games() if game.startswith(f"{key}/") and "campaign" not in game) for key in SYSTEMS]
)
SIZES = range(1, 201) if SOAK else (1, 7, 20, 84)
SIDES = range(1, 201) if SOAK else (*range(1, 24, 2), 20, 24, 34, 61, 120)
ORDERS, EVERY = (400, 20) if SOAK else (60, 50)


@cache
def positions(game: str) -> list[tuple[Session, View]]:
    """Return positions of a random game as the referee and its sides see them."""
    session = begin(game, seed=4)
    found: list[tuple[Session, View]] = []
    for number, _ in enumerate(stroll(session, SeededDice(8), ORDERS)):
        if number % EVERY == 0:
            found += [
                (session, Seat(session, side).view()) for side in ("", *(note.key for note in session.scenario.sides))
            ]
    return found


def pieces_of(game: str) -> Iterator[Piece]:
    """Yield every counter of a game once, as it is, crowded with badges, as a ghost and unknown."""
    badges = tuple(
        Badge(kind=kind, letter=kind[:2].upper(), tip="") for kind in ("fire", "smoke", "low", "shaken", "moved")
    )
    seen: set[Piece] = set()
    for _, view in positions(game):
        for piece in view.pieces:
            bare = piece.but(id="", at=(), name="", tag="", tip="", text="", facing=piece.facing % 2)
            if bare not in seen and (SOAK or len(seen) < 3):
                seen.add(bare)
                yield from (
                    piece,
                    piece.but(ghost=True, ready=True),
                    piece.but(badges=badges, name="", tag="夜"),
                    piece.but(known=False),
                )


def hand(game: str) -> App:
    """Return the parts of a program that `setup_picture` needs."""
    scale = 0.75 if game.startswith("b") else 1.0
    return cast(App, SimpleNamespace(palette=NIGHT, book=FontBook(), tree=SimpleNamespace(scale=scale)))


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("game", BATTLES)
def test_every_board_draws_with_its_counters_at_every_size(game: str) -> None:
    app = hand(game)
    for number, (session, view) in enumerate(positions(game)[:: 1 if SOAK else 3]):
        for size in SIZES:
            for shape in ((size, size), (200, size)):
                made = setup_picture(app, session.system, session.sheet, view, shape, near=bool((number + size) % 2))
                assert made.get_size() == shape


def press_of(game: str, piece: Piece, side: int, selected: bool) -> list[pygame.Surface]:
    """Return the pictures of a counter at a size, from the press its board uses."""
    board = board_of(game)
    if isinstance(board, TableBoard):
        return [board.fleet.models.model(piece, side, selected).picture, board.fleet.letters.picture(piece, selected)]
    assert isinstance(board, CounterBoard)
    wides = (0, 2 * side, max(1, side // 2)) if isinstance(board, BandBoard) else (0,)
    return [board.press.counter(piece, side, selected, wide).picture for wide in wides]


@cache
def board_of(game: str) -> Board:
    """Return the board of a game with its first position on it."""
    session, view = positions(game)[0]
    board = make_board(session.system.board, session.sheet, view.ground, DAY, FontBook())
    board.set_view(view)
    return board


@pytest.mark.parametrize("game", BATTLES)
def test_every_counter_draws_at_every_size(game: str) -> None:
    for piece in pieces_of(game):
        for side in SIDES:
            for made in press_of(game, piece, side, selected=bool(side % 2)):
                assert made.get_bounding_rect().w > 0, f"nothing is seen of {piece.id} at {side} pixels"


@pytest.mark.parametrize("game", BATTLES)
def test_a_whole_position_is_a_picture_of_any_size(game: str) -> None:
    session, _ = positions(game)[-1]
    for size in SIZES if SOAK else SIZES[::3]:
        as_picture(session, "", DAY, FontBook(), (size, size))


@pytest.mark.parametrize("game", BATTLES)
def test_a_counter_too_small_for_a_face_is_a_dot_in_its_sides_colour(game: str) -> None:
    board = board_of(game)
    if isinstance(board, CounterBoard):
        piece = next(piece for piece in pieces_of(game) if not piece.ghost and piece.known)
        made, colour = press_of(game, piece, 9, selected=False)[0], board.sides[piece.side]
        assert made.get_at((made.get_width() // 2, made.get_height() // 2))[:3] == colour
