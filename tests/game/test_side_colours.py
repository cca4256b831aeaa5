"""A side whose key is a colour has that colour, whatever the order of the sides."""

from __future__ import annotations

import pytest

from game.boards.hex_board import HexBoard
from game.boards.make import make_board
from game.console.bench_measure import blank_sheet
from game.ui.fonts import FontBook
from game.ui.theme import palette_named


@pytest.mark.parametrize("keys", [["red", "blue"], ["blue", "red"]])
def test_red_is_red_and_blue_is_blue(keys: list[str]) -> None:
    theme = palette_named("night")
    board = make_board("hex", blank_sheet(), None, theme, FontBook())
    assert isinstance(board, HexBoard)
    board._colour_sides(keys)
    assert board.sides == {"red": theme.side_b, "blue": theme.side_a}


def test_other_sides_go_by_order() -> None:
    theme = palette_named("night")
    board = make_board("hex", blank_sheet(), None, theme, FontBook())
    assert isinstance(board, HexBoard)
    board._colour_sides(["USN", "IJN"])
    assert board.sides == {"USN": theme.side_a, "IJN": theme.side_b}
