"""Sample what a side does not know in both NWS games: where unseen enemies are now, and what they see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.kernel.dice import Dice
from rules.kernel.record import AnyState
from rules.nws.pieces import (
    UNSEEN,
    Division,
    Position,
    Vessel,
    contact,
    divisions_of,
    enemy_of,
    is_land_target,
    is_surprised,
)

S = TypeVar("S", bound=Position[Vessel, Division])


def sample_state(
    known: S, side: str, dice: Dice, wander: Callable[[S, Any, int, Dice], object], finds: Callable[[S, Any, Any], int]
) -> S:
    """Return one possible position, drawn with dice, from what a side knows.

    wander: moves an unseen division for its turns out of sight. finds: what a watcher sees of a target.
    """
    if not known.scene.options["hidden_movement"]:
        return known
    foe = enemy_of(known, side)
    divisions: dict[str, Any] = dict(known.divisions)
    for key, division in known.divisions.items():
        if division.side == foe and not is_land_target(division) and contact(known, side, key) == UNSEEN:
            divisions[key] = wander(known, division, _turns_unseen(known, side, key), dice)
    state = known.but(divisions=divisions)
    found = (
        {}
        if is_surprised(state, foe)
        else {mine.id: _draw_place(state, foe, mine, finds) for mine in _own(state, side)}
    )
    return state.but(contacts={**state.contacts, foe: {key: level for key, level in found.items() if level}})


def _own(state: S, side: str) -> list[Division]:
    return [division for division in divisions_of(state, side) if not is_land_target(division)]


def _draw_place(state: S, foe: str, mine: Division, finds: Callable[[S, object, object], int]) -> int:
    return max((finds(state, watcher, mine) for watcher in divisions_of(state, foe)), default=UNSEEN)


def _turns_unseen(known: AnyState, side: str, key: str) -> int:
    """Return the turns since a division was last seen; since the start when it never was."""
    glimpse = known.seen[side].get(key)
    return max(0, int(known.cursor.turn) - (glimpse.turn if glimpse is not None else 0))
