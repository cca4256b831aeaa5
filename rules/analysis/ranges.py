"""How far apart the sides were when an order was given: near, middle or far, in the board's own measure."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel import hexes, inches
from rules.kernel.datafile import load_yaml
from rules.kernel.flow import GameState
from rules.kernel.record import Record
from rules.kernel.system import System
from rules.kernel.view import Place, View

TABLE = Path(__file__).parent / "tables" / "ranges.yaml"
HEX, BANDS = "hex", "bands"


class Measure(Record, frozen=True, forbid_unknown_fields=True):
    """How one kind of board counts distance: its word for one and for several, and where middle and far begin."""

    one: str
    many: str
    near: int  # at most so many are near
    middle: int  # at most so many are middle


@cache
def measures() -> dict[str, Measure]:
    """Return the measures of each kind of board, by its unit. Raises DataError."""
    return load_yaml(TABLE, dict[str, Measure])


def range_of(system: System, state: GameState, side: str) -> str:
    """ "within 2 hexes", "3 to 6 hexes", "beyond 6 hexes": from a side's pieces to the nearest of the enemy's.

    All pieces count, seen or not. Empty if a side has nothing on the board.
    """
    view = system.view(state, "")
    measure = measures()[_unit(system, view)]
    ours = [piece.at for piece in view.pieces if piece.side == side and piece.at and not piece.ghost]
    theirs = [piece.at for piece in view.pieces if piece.side not in (side, "") and piece.at and not piece.ghost]
    if not ours or not theirs:
        return ""
    apart = min(_whole_distance(system.board, one, other) for one in ours for other in theirs)
    if apart <= measure.near:
        return f"within {measure.near} {measure.one if measure.near == 1 else measure.many}"
    if apart <= measure.middle:
        return f"{measure.near + 1} to {measure.middle} {measure.many}"
    return f"beyond {measure.middle} {measure.many}"


def _unit(system: System, view: View) -> str:
    return HEX if system.board == HEX else "band" if view.ground is None else view.ground.unit


def _whole_distance(board: str, one: Place, other: Place) -> int:
    """Return whole hexes or bands; on a table whole units, a part of one counting as one."""
    if board == HEX:
        return hexes.distance(one[0], other[0])
    if board == BANDS:
        return abs(one[0] - other[0])
    return -(-inches.distance((one[0], one[1]), (other[0], other[1])) // 1000)
