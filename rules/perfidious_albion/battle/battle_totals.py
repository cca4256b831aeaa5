"""What is counted in Perfidious Albion when a battle is over: points, ships lost, boxes devastated and floods."""

from __future__ import annotations

from rules.kernel.objective import Metrics
from rules.perfidious_albion.battle.victory import points_of
from rules.perfidious_albion.damage.losses import EXITED, REVEALED
from rules.perfidious_albion.records.state import State


def _losses(state: State, side: str) -> tuple[int, int]:
    """Return (ships lost in any way, boxes devastated and floods: of a ship that is lost all her boxes)."""
    lost = struck = 0
    for ship in state.ships.values():
        if ship.side != side or ship.gone == REVEALED:
            continue
        gone = ship.gone not in ("", EXITED)
        lost += gone
        struck += state.scene.cards[ship.id].boxes if gone else ship.struck.bit_count() + ship.floods
    return lost, struck


TALLY = Metrics(
    points=points_of,
    losses=_losses,
    unit=("ship", "ships"),
    fate="sunk, taken or off the table",
    mark=("box devastated or flood", "boxes devastated and floods"),
)
