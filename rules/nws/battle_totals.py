"""What is counted in both NWS games.

When a battle is over: points, ships out of action or sunk, levels of damage. Of one order: levels, torpedoes that hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel.flow import Command
from rules.kernel.objective import Metrics
from rules.kernel.record import AnyState
from rules.kernel.ruling import Ruling
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.pieces import Division, Position, Vessel, damage_level, is_able


def tally_by(points: Callable[[AnyState, str], int]) -> Metrics:
    """Return the counts of a game with its own ledger. points: a side's victory points."""
    return Metrics(
        points=points,
        losses=_losses,
        unit=("ship", "ships"),
        fate="out of action or sunk",
        mark=("level of damage", "levels of damage"),
    )


def _losses(state: Position[Vessel, Division], side: str) -> tuple[int, int]:
    """Return (ships out of action or sunk, levels of damage: four for a ship that is lost). Who left is not lost."""
    ships = [ship for ship in state.ships.values() if state.scene.owner[ship.id] == side]
    gone = [ship for ship in ships if ship.gone != "left" and not is_able(ship)]
    return len(gone), sum(OUT_OF_ACTION if ship in gone else min(OUT_OF_ACTION, damage_level(ship)) for ship in ships)


def counted_by(torpedoes: Callable[[Ruling, Command], int]) -> Mapping[str, Callable[[Any, Ruling, Any], int]]:
    """Return what can be counted of one order. torpedoes: that hit, should the salvo arrive in this position."""
    return {"structure": _levels_waiting, "torpedoes": lambda _before, r, command: torpedoes(r, command)}


def _levels_waiting(before: AnyState, r: Ruling, _command: Command) -> int:
    """Return the structure levels of the hits that wait since the order was given."""
    return sum(hit.structure for hit in r.state.hits[len(before.hits) :])
