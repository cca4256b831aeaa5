"""The signs of the win chance in Perfidious Albion: points, what ships have lost, guns that bear, ships afloat."""

from __future__ import annotations

from rules.kernel.chance import in_general, with_time
from rules.kernel.worth import worth
from rules.perfidious_albion.battle.victory import points_of
from rules.perfidious_albion.records.state import State, afloat, enemy_of
from rules.perfidious_albion.shown.worth import terms

KEYS = ("points", "reached", "lost", "dealt", "given", "taken", "torpedoes", "places")
COUNT = len(KEYS) + 1
SIGNS = 2 * COUNT + 1


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, and how long it will go on."""
    values = {term.key: term.value for term in terms(state, side)}
    ships = len(afloat(state, side)) - len(afloat(state, enemy_of(state, side)))
    return with_time({**{key: values.get(key, 0) for key in KEYS}, "ships": ships}, *_time(state))


def basics(state: State, side: str) -> tuple[int, ...]:
    """The signs of the general curve: points and worth a ship, and how long it will go on."""
    lead = points_of(state, side) - points_of(state, enemy_of(state, side))
    return in_general(lead, worth(terms(state, side)), len(state.ships), *_time(state))


def _time(state: State) -> tuple[int, int]:
    """(turns left, this one included; turns in all)."""
    turns = state.scene.scenario.turns
    return max(0, turns + 1 - state.cursor.turn), turns
