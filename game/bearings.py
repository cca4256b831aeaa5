"""Headings: the angle between two, and which of several end positions of a move the player most likely means."""

from __future__ import annotations

from rules.kernel import hexes
from rules.kernel.view import Piece, Sketch


def turn_between(a: int, b: int, whole: int) -> int:
    """Return the smaller turn from one facing to another; `whole`: number of facings in a full turn."""
    turn = abs(a - b) % whole
    return min(turn, whole - turn)


def likeliness(sketch: Sketch, here: Piece) -> tuple[int, int]:
    """Return a sort key for the end positions of a move on hexes: the one most likely meant is the smallest.

    A unit usually keeps its facing; if it cannot, it faces the way it marches; between two such ways it turns less.
    """
    if sketch.facing is None or sketch.facing == here.facing:
        return -1, 0
    turn = turn_between(sketch.facing, here.facing, 6)
    if len(sketch.path) < 2:
        return turn, turn
    ahead = hexes.facing_towards(sketch.path[-2][0], sketch.path[-1][0])
    corner = int(here.stand is not None)  # facing k of a stand is the corner between directions k and k + 1
    return turn_between(2 * sketch.facing + corner, 2 * ahead, 12), turn
