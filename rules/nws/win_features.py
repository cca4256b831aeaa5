"""The features of the win chance in both NWS games: points, guns, tubes, hulls, fires, as whole numbers.

None depends on sightings or on divisions, so joining divisions does not change the chance.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.chance import HUNDRED, SideStatus, count_of
from rules.kernel.record import AnyState
from rules.kernel.view import Outcome
from rules.nws.pieces import Division, Position, Vessel, damage_level, enemy_of, is_able

NAMES = ("guns", "tubes", "water", "value", "struck", "structure", "flotation", "fires", "wrecks")
SIGNS = count_of(len(NAMES))
OUT = 4  # damage levels: out of action
REST = {"spotting": 90, "gunnery": 80, "torpedoes": 30, "smoke": 10, "damage control": 5, "end": 0}  # of a turn


def side_status(
    state: Position[Vessel, Division],
    side: str,
    points: Callable[[AnyState, str], int],
    power: Callable[..., int],
    outcome: Callable[[AnyState, str], Outcome],
    phase: str,
    turns: int,
) -> SideStatus:
    """Return the situation of a side. points, power, outcome: of a side, of a ship, of the battle if it ended now."""
    scene, foe = state.scene, enemy_of(state, side)
    worth = sum(card.pv for card in scene.cards.values())
    fleet = max(1, len(state.ships))
    guns = max(1, sum(levels[0] for levels in scene.power.values()))
    tubes = max(1, sum(card.salvos for card in scene.cards.values()))
    sums = dict.fromkeys(NAMES, 0)
    for ship in state.ships.values():
        if ship.gone:
            continue
        sign = 1 if scene.owner[ship.id] == side else -1
        card = scene.cards[ship.id]
        sums["fires"] -= sign * 1000 * ship.fire // fleet
        sums["structure"] -= sign * 1000 * ship.structure // (OUT * fleet)
        sums["flotation"] -= sign * 1000 * ship.flotation // (OUT * fleet)
        sums["wrecks"] -= sign * 1000 * (not is_able(ship)) // fleet
        if is_able(ship):
            sums["value"] += sign * 1000 * card.pv * (OUT - min(damage_level(ship), OUT)) // (OUT * max(1, worth))
            sums["guns"] += sign * 1000 * power(state, ship) // guns
            sums["tubes"] += sign * 1000 * ship.salvos // tubes
    for salvo in state.salvos:
        if is_able(state.ships[salvo.target]):
            sign = 1 if salvo.side == side else -1
            sums["water"] += sign * 1000 * scene.cards[salvo.target].pv // max(1, worth)
    for hit in state.hits:
        sign = -1 if scene.owner[hit.target] == side else 1
        blows = min(OUT, hit.structure + hit.flotation)
        sums["struck"] += sign * 1000 * blows * scene.cards[hit.target].pv // (OUT * max(1, worth))
    lead = 1000 * (points(state, side) - points(state, foe)) // max(1, worth)
    winner = outcome(state, "").winner
    ahead = (winner == side) - (winner == foe)
    left = HUNDRED * max(0, turns - state.cursor.turn) + REST.get(phase, HUNDRED)
    return SideStatus(sums, lead, ahead, left, turns)
