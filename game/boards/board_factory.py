"""Make the board a system is played on: a map sheet of hexes, a row of range bands, or a table."""

from __future__ import annotations

from game.boards.band_board import BandBoard
from game.boards.board import Board
from game.boards.hex_board import HexBoard
from game.boards.table_board import TableBoard
from game.ui.fonts import FontBook
from game.ui.theme import Palette
from game.words import tr
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Ground


def make_board(
    kind: str,
    sheet: MapSheet | None,
    ground: Ground | None,
    theme: Palette,
    fonts: FontBook,
    ui_scale: float = 1.0,
) -> Board:
    """Return the board of a system whose `board` is `kind`: hex needs the sheet; bands and table need the ground of a
    view.

    ValueError names what is missing.
    """
    if kind == "hex" and sheet is not None:
        return HexBoard(sheet, theme, fonts, ui_scale=ui_scale)
    if kind == "bands" and ground is not None:
        return BandBoard(ground, theme, fonts, ui_scale=ui_scale)
    if kind == "table" and ground is not None:
        return TableBoard(ground, theme, fonts, ui_scale=ui_scale)
    wanted = {"hex": tr("a map sheet"), "bands": tr("the ground of its bands"), "table": tr("the ground of its table")}
    raise ValueError(f"a {kind!r} board needs {wanted.get(kind, 'to be one of ' + ', '.join(wanted))}")
