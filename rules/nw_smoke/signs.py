"""The signs of the win chance in the hex game."""

from __future__ import annotations

from rules.kernel.chance import in_general, with_time
from rules.kernel.worth import worth
from rules.nw_smoke.state import State, firepower
from rules.nw_smoke.victory import points_of
from rules.nw_smoke.worth import terms
from rules.nws.pieces import enemy_of
from rules.nws.signs import COUNT, standing

SIGNS = 2 * COUNT + 1


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, and how long it will go on."""
    turns = state.scene.scenario.turns
    return with_time(standing(state, side, points_of, firepower), max(0, turns + 1 - state.cursor.turn), turns)


def basics(state: State, side: str) -> tuple[int, ...]:
    """The signs of the general curve: points and worth a ship, and how long it will go on."""
    turns = state.scene.scenario.turns
    lead = points_of(state, side) - points_of(state, enemy_of(state, side))
    left = max(0, turns + 1 - state.cursor.turn)
    return in_general(lead, worth(terms(state, side)), len(state.ships), left, turns)
