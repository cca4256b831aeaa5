"""What is counted in Quickfire when a battle is over: points, ships out of action, speed and gunnery boxes struck."""

from __future__ import annotations

from rules.kernel.objective import Metrics
from rules.quickfire.roster import BATTERIES
from rules.quickfire.state import BOXES, State, open_boxes, out_of_action, rof
from rules.quickfire.victory import points_of


def _losses(state: State, side: str) -> tuple[int, int]:
    """Return (ships out of action, speed and gunnery boxes struck on all logs; of a ship that is gone all of hers)."""
    lost = struck = 0
    for ship in state.ships.values():
        if ship.side != side:
            continue
        out, card = out_of_action(state, ship), state.scene.cards[ship.id]
        lost += out
        guns = sum(card.rof(name) for name in BATTERIES)
        away = out and bool(ship.gone)
        left = 0 if away else open_boxes(ship) + sum(rof(state, ship, name) for name in BATTERIES)
        struck += BOXES + guns - left
    return lost, struck


TALLY = Metrics(
    points=points_of,
    losses=_losses,
    unit=("ship", "ships"),
    fate="out of action",
    mark=("speed or gunnery box struck", "speed and gunnery boxes struck"),
)
