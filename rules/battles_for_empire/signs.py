"""The signs of the win chance in Battles for Empire: losses by break points, units fit to fight, nerve, ground."""

from __future__ import annotations

from rules.battles_for_empire.state import State, in_play, stamina
from rules.battles_for_empire.victory import ledger
from rules.battles_for_empire.worth import terms
from rules.kernel.chance import in_general, with_time
from rules.kernel.worth import worth

KEYS = ("taken", "lost", "nerve", "theirs", "ground", "together", "contacts", "pieces")
SUMS = ("units", "stamina", "shaken", "low", "disordered")
COUNT = len(KEYS) + len(SUMS)
SIGNS = 2 * COUNT + 1
BREAK = 100  # of a side's break point: so points are hundredths of it, whatever the forces


def signs(state: State, side: str) -> tuple[int, ...]:
    """How a side stands, and how long it will go on."""
    values = {term.key: term.value for term in terms(state, side)}
    found = {key: values.get(key, 0) for key in KEYS}
    sums = dict.fromkeys(SUMS, 0)
    for unit in state.units.values():
        if not in_play(unit):
            continue
        sign = 1 if unit.side == side else -1
        sums["units"] += sign
        sums["stamina"] += sign * (stamina(state, unit) - unit.kills)
        sums["shaken"] += sign * bool(unit.shaken)
        sums["low"] += sign * bool(unit.low)
        sums["disordered"] += sign * bool(unit.disordered)
    return with_time({**found, **sums}, *_time(state))


def basics(state: State, side: str) -> tuple[int, ...]:
    """The signs of the general curve: points and worth in hundredths of a break point, and how long it will go on."""
    points = 0
    for score in ledger(state):
        limit = max(1, state.scene.break_points[_enemy(state, score.side)])
        points += (1 if score.side == side else -1) * BREAK * score.points // limit
    return in_general(points, worth(terms(state, side)), BREAK, *_time(state))


def _enemy(state: State, side: str) -> str:
    a, b = state.scene.sides
    return b if side == a else a


def _time(state: State) -> tuple[int, int]:
    """(turns left, this one included; turns in all)."""
    turns = state.scene.scenario.turns
    return max(0, turns + 1 - state.cursor.turn), turns
