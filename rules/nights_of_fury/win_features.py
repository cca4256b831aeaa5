"""The signs of the win chance in the game of range bands."""

from __future__ import annotations

from rules.kernel.chance import in_time
from rules.nights_of_fury.points import outcome, points_of
from rules.nights_of_fury.sequence import SEQUENCE
from rules.nights_of_fury.state import State, firepower
from rules.nws.win_features import side_status


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return how a side stands, and how long it will go on."""
    phase = SEQUENCE[state.cursor.phase].name
    return in_time(side_status(state, side, points_of, firepower, outcome, phase, state.turns))
