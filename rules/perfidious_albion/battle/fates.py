"""What has become of every ship, fort and battery: for reports and for what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.fate import UnitFate
from rules.kernel.flow import Command
from rules.kernel.objective import Metrics
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.battle.victory import FATE_WORDS, points_of
from rules.perfidious_albion.damage.losses import EXITED, REVEALED
from rules.perfidious_albion.records.events import GunsFired
from rules.perfidious_albion.records.state import Battery, Fort, State
from rules.perfidious_albion.squadrons.knowledge import is_stand_in


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


def _straddles(_before: State, r: Ruling, _command: Command) -> int:
    """Return the straddles of an order, those for certain too."""
    return sum(event.straddles for event in r.events if isinstance(event, GunsFired))


COUNTED: Mapping[str, Callable[[State, Ruling, Command], int]] = {"straddles": _straddles}


def fates(state: State) -> tuple[UnitFate, ...]:
    """Return every ship, fort, battery and target of both sides; what leaves by the exit box is no loss.

    Rules: PA-3.2-4, PA-2.1-49, PA-2.1-72, PA-TAB-H8.
    """
    names = state.scene.names
    ships = tuple(
        UnitFate(
            id=ship.id,
            side=ship.side,
            name=names[ship.id],
            fate="escaped" if ship.gone == EXITED else FATE_WORDS.get(ship.gone, ship.gone),
            lost=ship.gone not in ("", EXITED),
            strength=0 if ship.gone else ship.boats,
            note="withdrawing" if ship.morale and not ship.gone else "",
        )
        for ship in state.ships.values()
        if ship.gone != REVEALED and not is_stand_in(ship)
    )
    works: list[Fort | Battery] = [*state.forts.values(), *state.batteries.values()]
    ashore = tuple(
        UnitFate(
            id=work.id, side=work.side, name=names[work.id], fate="destroyed" if work.gone else "", lost=bool(work.gone)
        )
        for work in works
    )
    target = state.target
    if target is not None:
        ashore += (UnitFate(id="target", side=target.side, name=names.get("target", "Target")),)
    return ships + ashore
