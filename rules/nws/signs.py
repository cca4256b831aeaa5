"""What tells who is winning in both NWS games: points, guns, tubes, hulls, fires. Whole numbers, for the win chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.nws.pieces import Division, Position, Vessel, able, contact, damage_level, enemy_of, on_land

COUNT = 11  # signs of `standing`


def standing(
    state: Position[Vessel, Division], side: str, points: Callable[[Any, str], int], power: Callable[[Any, Any], int]
) -> Mapping[str, int]:
    """How the sides stand, ours less theirs. points, power: of a side, of a ship, as the game counts them."""
    foe = enemy_of(state, side)
    found = {"points": points(state, side) - points(state, foe)}
    sums = dict.fromkeys(("guns", "tubes", "able", "value", "structure", "flotation", "fires", "wrecks"), 0)
    for ship in state.ships.values():
        sign = 1 if state.scene.owner[ship.id] == side else -1
        card = state.scene.cards[ship.id]
        if ship.gone:
            continue
        sums["wrecks"] += sign * (not able(ship))
        sums["fires"] += sign * ship.fire
        sums["structure"] += sign * ship.structure
        sums["flotation"] += sign * ship.flotation
        if able(ship):
            sums["able"] += sign
            sums["value"] += sign * card.pv * (4 - min(damage_level(ship), 4)) // 4
            sums["guns"] += sign * power(state, ship)
            sums["tubes"] += sign * ship.salvos
    ours = [division for division in state.divisions.values() if division.side == side and not on_land(division)]
    known = sum(bool(contact(state, side, key)) for key, other in state.divisions.items() if other.side == foe)
    return {**found, **sums, "evading": sum(division.evading for division in ours), "known": known}
