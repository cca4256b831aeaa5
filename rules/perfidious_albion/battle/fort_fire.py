"""The works range fire: every fort and battery of a side that has still to act, in one order."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb, other_side_next
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.battle.activation import end_activation, waiting_units
from rules.perfidious_albion.battle.gun_laying import ALL
from rules.perfidious_albion.battle.gunnery import best_orders, open_fire
from rules.perfidious_albion.records.commands import WorksFire
from rules.perfidious_albion.records.events import Activated, WorksSilent
from rules.perfidious_albion.records.state import State


def waiting_works(state: State, side: str) -> tuple[str, ...]:
    """Return the forts and batteries of a side that have still to act. Rule: PA-SHO-H9."""
    return tuple(unit for unit in waiting_units(state, side) if unit in state.forts or unit in state.batteries)


def offer_works(state: State, side: str) -> Iterator[Offer]:
    """Yield all works at once, when there is more than one to act. Rule: PA-SHO-H9."""
    command = WorksFire(side)
    if not check_works(state, command):
        count = len(waiting_works(state, side))
        yield Offer("works", f"{count} works fire by range, each at its best target", "PA-SHO-H9", "", (command,))


def check_works(state: State, command: WorksFire) -> tuple[Illegal, ...]:
    """Return every reason against it: a squadron in action, or fewer than two works left.

    Rules: PA-SHO-H9, PA-SEQ-H4.
    """
    names = state.scene.names
    if state.active:
        return (Illegal(f"{names.get(state.active, state.active)} is active; end its activation first", "PA-SEQ-H4"),)
    if len(waiting_works(state, command.side)) < 2:
        side = names.get(command.side, command.side)
        return (Illegal(f"{side} does not have two works that must still act", "PA-SHO-H9"),)
    return ()


def do_works(r: Ruling, command: WorksFire) -> None:
    """Let each work fire all its guns at its best target in range; then it is the other side's turn.

    Rolls what the fire rolls. Rules: PA-SHO-H9, PA-SEQ-H4.
    """
    silent = 0
    for work in waiting_works(r.state, command.side):
        r.set(active=work)
        orders = best_orders(r.state, work)
        if orders:
            r.note(Activated(rule="PA-SHO-H9", side=command.side, squadron=work))
            open_fire(r, work, ALL, orders[0].target)
        else:
            silent += 1
        end_activation(r, work)
    if silent:
        r.note(WorksSilent(rule="PA-SHO-H9", side=command.side, count=silent))
    other_side_next(r)


WORKS = Verb(WorksFire, "Ranging fire of works", "PA-SHO-H9", offer_works, check_works, do_works)
