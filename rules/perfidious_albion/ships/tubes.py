"""Torpedo tubes: what is loaded, what is in stock, which are still there.

A mount is named by its box, section/level. A broadside room has a tube on each side, and `loaded` counts each: 3/6P to
port, 3/6S to starboard. A pair of boats counts the tubes of both.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.perfidious_albion.records.state import Ship, State, is_struck
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.ships.shipcard import ShipCard

BROADSIDE, AHEAD, ASTERN, TRAINABLE = "B", "F", "A", "R"
SIDES = ("P", "S")


def mount_keys(tube: Tube) -> tuple[str, ...]:
    """Return a mount's names in `loaded`: one, or one for each side of a broadside room."""
    return tuple(tube.key + side for side in SIDES) if tube.arc == BROADSIDE else (tube.key,)


def mount_of(key: str) -> str:
    """Return the mount of a name in `loaded`."""
    return key.rstrip("PS")


def full_load(card: ShipCard, boats: int = 1) -> tuple[tuple[str, int], ...]:
    """Return every tube loaded, as at the beginning of a battle. Rule: PA-STK-H3."""
    return tuple((key, tube.barrels * boats) for tube in card.tubes for key in mount_keys(tube))


def reserve_torpedoes(card: ShipCard, boats: int = 1) -> tuple[tuple[str, int], ...]:
    """Return the reload torpedoes of each mount. Rules: PA-6.3-1, PA-STK-H1, PA-STK-H2."""
    return tuple((tube.key, tube.torpedoes * tube.reloads * boats) for tube in card.tubes if tube.reloads)


def room_for(ship: Ship, tube: Tube) -> int:
    """Return how many torpedoes the remaining tubes can hold under each of the mount's names.

    A devastated box holds none; in a pair only the boat that was hit has lost it.
    """
    return tube.barrels * (ship.boats - is_struck(ship, tube.section, tube.level))


def in_tubes(ship: Ship, tube: Tube, key: str) -> int:
    """Return the torpedoes ready to launch under one of a mount's names."""
    return min(dict(ship.loaded).get(key, 0), room_for(ship, tube))


def ready(state: State, ship: Ship) -> Iterator[tuple[Tube, str, int]]:
    """Yield mount, name and number of every tube with torpedoes in it that has not fired this turn. Rule: PA-6.1-12."""
    for tube in state.scene.cards[ship.id].tubes:
        for key in mount_keys(tube):
            count = in_tubes(ship, tube, key)
            if count and key not in ship.launched:
                yield tube, key, count


def spend_torpedoes(ship: Ship, key: str, count: int) -> Ship:
    """Return the ship with torpedoes gone from a tube, which has fired this turn."""
    loaded = tuple((name, number - count if name == key else number) for name, number in ship.loaded)
    return ship.but(loaded=loaded, launched=(*ship.launched, key))
