"""The signs of the win chance in the game of range bands."""

from __future__ import annotations

from rules.kernel.chance import in_general, with_time
from rules.kernel.worth import worth
from rules.nights_of_fury.points import points_of
from rules.nights_of_fury.state import State, firepower
from rules.nights_of_fury.worth import terms
from rules.nws.pieces import enemy_of
from rules.nws.signs import COUNT, standing

SIGNS = 2 * COUNT + 1


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, and how long it will go on."""
    left = max(0, state.turns + 1 - state.cursor.turn)
    return with_time(standing(state, side, points_of, firepower), left, state.turns)


def basics(state: State, side: str) -> tuple[int, ...]:
    """The signs of the general curve: points and worth a ship, and how long it will go on."""
    lead = points_of(state, side) - points_of(state, enemy_of(state, side))
    left = max(0, state.turns + 1 - state.cursor.turn)
    return in_general(lead, worth(terms(state, side)), len(state.ships), left, state.turns)
