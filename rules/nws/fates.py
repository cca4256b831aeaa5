"""What has become of every ship of a battle: for reports and for what lies on the board."""

from __future__ import annotations

from rules.kernel.fate import UnitFate
from rules.kernel.record import AnyState

WORDS = {"left": "withdrew"}  # where the position has another word


def fates(state: AnyState) -> tuple[UnitFate, ...]:
    """Return every ship and land target of both sides; only a ship that is sunk is lost."""
    return tuple(
        UnitFate(
            id=ship.id,
            side=state.scene.owner[ship.id],
            name=state.scene.names[ship.id],
            fate=WORDS.get(ship.gone, ship.gone),
            lost=ship.gone == "sunk",
        )
        for ship in state.ships.values()
    )
