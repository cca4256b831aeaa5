"""The signs of the win chance in the hex game."""

from __future__ import annotations

from rules.kernel.chance import in_time
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.state import State, firepower
from rules.nw_smoke.victory import outcome, points_of
from rules.nws.win_features import side_status


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return how a side stands, and how long it will go on."""
    phase, turns = SEQUENCE[state.cursor.phase].name, state.scene.scenario.turns
    return in_time(side_status(state, side, points_of, firepower, outcome, phase, turns))
