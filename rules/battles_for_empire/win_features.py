"""The signs of the win chance in Battles for Empire: losses by break points, units fit to fight, morale, ground."""

from __future__ import annotations

from rules.battles_for_empire.evaluation import terms
from rules.battles_for_empire.sequence import SEQUENCE
from rules.battles_for_empire.state import State, in_play, stamina
from rules.battles_for_empire.victory import ledger, result
from rules.kernel.chance import HUNDRED, SideStatus, count_of, in_time

KEYS = ("taken", "lost", "nerve", "theirs", "ground", "together", "contacts", "pieces")
SUMS = ("units", "stamina", "shaken", "low", "disordered")
SIGNS = count_of(len(KEYS) + len(SUMS))
BREAK = 10  # of a term: a thousandth of a side's break point
STAMINA = 4  # about what a unit has
REST = {"second movement": 85, "fire": 60, "melee": 30, "end": 5}  # hundredths of a turn


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return how a side stands, and how long it will go on."""
    values = {term.key: term.value for term in terms(state, side)}
    ours = {key: values.get(key, 0) // BREAK for key in KEYS} | _sums(state, side)
    foe, turns = _enemy(state, side), state.scene.scenario.turns
    lead = 0
    for score in ledger(state):
        limit = max(1, state.scene.break_points[_enemy(state, score.side)])
        lead += (1 if score.side == side else -1) * 1000 * score.points // limit
    ended = result(state.but(cursor=state.cursor.but(turn=turns)))
    winner = ended.winner if ended is not None else ""
    left = HUNDRED * max(0, turns - state.cursor.turn) + REST.get(SEQUENCE[state.cursor.phase].name, HUNDRED)
    return in_time(SideStatus(ours, lead, (winner == side) - (winner == foe), left, turns))


def _sums(state: State, side: str) -> dict[str, int]:
    """Return what a side has on the field less what the other has, in thousandths of all units."""
    sums, every = dict.fromkeys(SUMS, 0), max(1, len(state.units))
    for unit in state.units.values():
        if not in_play(unit):
            continue
        sign = 1000 if unit.side == side else -1000
        sums["units"] += sign
        sums["stamina"] += sign * (stamina(state, unit) - unit.kills) // STAMINA
        sums["shaken"] -= sign * bool(unit.shaken)
        sums["low"] -= sign * bool(unit.low)
        sums["disordered"] -= sign * bool(unit.disordered)
    return {name: value // every for name, value in sums.items()}


def _enemy(state: State, side: str) -> str:
    a, b = state.scene.sides
    return b if side == a else a
