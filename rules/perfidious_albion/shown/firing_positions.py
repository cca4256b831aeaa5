"""Weapons brought to bear: the positions in which a side could fire, one for each of its units (PA-SEQ-H4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.squadrons.cohesion import ships_of_unit, units_of


def brought_to_bear(state: State, side: str) -> Iterator[State]:
    """Yield the position once for each unit of a side, that unit in action and its ships where they are, ready to fire.

    For what they could do to me (PA-SEQ-H5): nothing is moved, and what has been fired this turn does not count.
    """
    for unit in units_of(state, side):
        ready = {
            ship.id: ship.but(moved=True, fired=(), targets=(), eased=False) for ship in ships_of_unit(state, unit)
        }
        forts = {key: fort.but(fired=(), targets=()) for key, fort in state.forts.items() if key == unit}
        guns = {key: battery.but(fired=(), targets=()) for key, battery in state.batteries.items() if key == unit}
        yield state.but(
            active=unit,
            ships={**state.ships, **ready},
            forts={**state.forts, **forts},
            batteries={**state.batteries, **guns},
        )
