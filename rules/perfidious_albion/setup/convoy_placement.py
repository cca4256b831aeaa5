"""The convoy in its box (2.1): merchants and half their escorts are placed before anything else."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb, for_me
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import ChooseForMe, Deploy
from rules.perfidious_albion.records.events import CargoDestroyed
from rules.perfidious_albion.records.state import State
from rules.perfidious_albion.setup import deploying, lines
from rules.perfidious_albion.setup.placement_rules import box_stage, is_convoy, items_in


def open_convoy(r: Ruling) -> None:
    """List what each side has to place. Rule: PA-2.1-42."""
    r.set(waiting=deploying.all_waiting(r.state))


def offer_in_box(state: State, side: str) -> Iterator[Offer]:
    """Yield squadrons for the entry box while it is being filled. Rule: PA-2.1-42."""
    if box_stage(state, side):
        yield from deploying.offer_deploy(state, side)


def check_in_box(state: State, command: Deploy) -> tuple[Illegal, ...]:
    """Return every reason against a deployment in the entry box. Rule: PA-2.1-42."""
    if not box_stage(state, command.side):
        return (Illegal("the convoy and half its escorts are in the entry box", "PA-2.1-42"),)
    return deploying.check_deploy(state, command)


def owed_in_box(state: State, side: str) -> tuple[Illegal, ...]:
    """Return that the convoy and half its escorts must still be placed. Rule: PA-2.1-42."""
    return deploying.owed_deploy(state, side) if box_stage(state, side) else ()


def close_convoy(r: Ruling) -> None:
    """Leave merchants that find no room in the box in port; their cargo counts as destroyed.

    Rules: PA-2.1-42, PA-SET-H1.
    """
    state: State = r.state
    (side,) = lines.convoy_player(state)
    stuck = [label for label in state.waiting[side] if is_convoy(state, side, label)]
    laden = [item for label in stuck for item in items_in(state, side, label) if item.cargo]
    left = tuple(what for what in state.waiting[side] if what not in stuck)
    lost = state.cargo_destroyed + sum(item.cargo for item in laden)
    r.state = state.but(waiting={**state.waiting, side: left}, cargo_destroyed=lost)
    for item in laden:
        r.note(CargoDestroyed(rule="PA-SET-H1", ship=item.id, points=item.cargo))


def sensible_in_box(state: State, side: str) -> Deploy | None:
    """Return the next squadron of the convoy, at the first place it may take."""
    return deploying.sensible_deploy(state, side) if box_stage(state, side) else None


IN_BOX = Verb(Deploy, "Place the convoy", "PA-2.1-42", offer_in_box, check_in_box, deploying.do_deploy)
IN_BOX_FOR_ME = for_me(
    ChooseForMe,
    IN_BOX,
    sensible_in_box,
    "PA-SET-H1",
    "Deploy next for me",
    "nothing more of the convoy goes into the entry box",
)
