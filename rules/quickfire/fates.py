"""The fate of every ship, for reports and for the table."""

from __future__ import annotations

from rules.kernel.fate import UnitFate
from rules.quickfire.state import State
from rules.quickfire.victory import LOST

WORDS = {"withdrawn": "withdrew"}  # where the position uses another word


def fates(state: State) -> tuple[UnitFate, ...]:
    """Return the fate of every ship of both sides. Rules: QF-SNK-2, QF-STR-H1, QF-VP-H1."""
    return tuple(
        UnitFate(
            id=ship.id,
            side=ship.side,
            name=state.scene.names[ship.id],
            fate=WORDS.get(ship.gone, ship.gone),
            lost=ship.gone in LOST,
        )
        for ship in state.ships.values()
    )
