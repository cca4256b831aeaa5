"""Samples of what a side does not know: unseen divisions have moved at random; every enemy that could see us does."""

from __future__ import annotations

from rules.kernel.dice import Dice
from rules.kernel.hexes import FACINGS, neighbour
from rules.nw_smoke.movement import allowance
from rules.nw_smoke.spotting import visual_contact
from rules.nw_smoke.state import Division, State
from rules.nws.determinize import sample_state

MOST_STEPS = 12  # of a division long out of sight: it stays near the battle


def determinize(known: State, side: str, dice: Dice) -> State:
    """Return one possible position. Rolls dice of its own."""
    return sample_state(known, side, dice, _random_drift, visual_contact)


def _random_drift(state: State, division: Division, turns: int, dice: Dice) -> Division:
    """Return the run of some turns from where she was last seen, each hex ahead or one point to a side, never onto
    land.
    """
    at, facing = division.hex, division.facing
    for _ in range(min(turns * allowance(state, division), MOST_STEPS)):
        facing = (facing + dice.roll(1, 3)[0] - 2) % len(FACINGS)
        ahead = neighbour(at, facing)
        if ahead and state.scene.sea[ahead]:
            at = ahead
    return division.but(hex=at, facing=facing, track=(at,))
