"""What is counted in both NWS games when a battle is over: points, ships out of action or sunk, levels of damage."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.objective import Metrics
from rules.kernel.record import AnyState
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
