"""The features of the win chance in Perfidious Albion: points, losses of ships, guns that bear, ships afloat."""

from __future__ import annotations

from rules.kernel.chance import HUNDRED, SideStatus, count_of, in_time
from rules.perfidious_albion.battle.victory import points_of, result
from rules.perfidious_albion.damage.losses import value_of
from rules.perfidious_albion.records.state import State, afloat, enemy_of
from rules.perfidious_albion.sequence import SEQUENCE
from rules.perfidious_albion.shown.evaluation import terms
from rules.perfidious_albion.squadrons.cohesion import has_acted, unit_of

KEYS = ("reached", "lost", "dealt", "given", "taken", "torpedoes", "places")
SIGNS = count_of(len(KEYS) + 1)
POINT = 100  # of a term
FULL = 1000  # limit of a feature, in thousandths of the value of all ships


def win_features(state: State, side: str) -> tuple[int, ...]:
    """Return the features of a side's standing, and how much of the battle is left."""
    foe, turns = enemy_of(state, side), state.scene.scenario.turns
    values = {term.key: term.value for term in terms(state, side)}
    worth = max(1, sum(value_of(state, ship) for ship in state.ships.values()))
    ours = {key: _share(values.get(key, 0) // POINT, worth) for key in KEYS}
    fleet = max(1, len(state.ships))
    ours["ships"] = 1000 * (len(afloat(state, side)) - len(afloat(state, foe))) // fleet
    lead = _share(points_of(state, side) - points_of(state, foe), worth)
    ended = result(state.but(cursor=state.cursor.but(turn=turns)))
    winner = ended.winner if ended is not None else ""
    left = HUNDRED * max(0, turns - state.cursor.turn) + _rest(state)
    return in_time(SideStatus(ours, lead, (winner == side) - (winner == foe), left, turns))


def _share(points: int, worth: int) -> int:
    return max(-FULL, min(FULL, FULL * points // worth))


def _rest(state: State) -> int:
    """Return how much of this turn is left, in hundredths: by the ships that have not acted."""
    phase = SEQUENCE[state.cursor.phase].name
    if phase != "action":
        return 0 if phase == "end" else HUNDRED
    ships = [ship for side in state.scene.sides for ship in afloat(state, side)]
    waiting = sum(not has_acted(state, unit_of(ship)) for ship in ships)
    return HUNDRED * waiting // max(1, len(ships))
