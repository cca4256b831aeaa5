"""The signs of the win chance in the hex game."""

from __future__ import annotations

from rules.kernel.chance import with_time
from rules.nw_smoke.state import State, firepower
from rules.nw_smoke.victory import points_of
from rules.nws.signs import COUNT, standing

SIGNS = 2 * COUNT + 1


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, and how long it will go on."""
    turns = state.scene.scenario.turns
    return with_time(standing(state, side, points_of, firepower), max(0, turns + 1 - state.cursor.turn), turns)
