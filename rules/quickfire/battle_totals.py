"""What is counted in Quickfire.

When a battle is over: points, ships out of action, speed and gunnery boxes struck. Of one order: its hits by codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.flow import Command
from rules.kernel.objective import Metrics
from rules.kernel.ruling import Ruling
from rules.quickfire.roster import BATTERIES
from rules.quickfire.state import BOXES, State, open_boxes, out_of_action, rof
from rules.quickfire.victory import points_of


def _losses(state: State, side: str) -> tuple[int, int]:
    """Return (ships out of action, speed and gunnery boxes lost on all logs; all of them for a ship that is gone)."""
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


def _marked_codes(*wanted: str) -> Callable[[State, Ruling, Command], int]:
    """Return a count of the codes of hits that wait since an order; of all codes, blast too, where none is named."""

    def count(before: State, r: Ruling, _command: Command) -> int:
        waiting = r.state.hits[len(before.hits) :]
        found = [*(hit.codes for hit in waiting), *(() if wanted else (hit.blast for hit in waiting))]
        return sum(number for codes in found for code, number in codes.items() if not wanted or code in wanted)

    return count


COUNTED: Mapping[str, Callable[[State, Ruling, Command], int]] = {
    "hits": _marked_codes(),
    "speed": _marked_codes("S"),
    "gunnery": _marked_codes("Gh", "Gl"),
}
