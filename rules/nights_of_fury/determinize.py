"""Samples of what a side does not know: unseen divisions have changed bands at random.

Every enemy that could see us does.
"""

from __future__ import annotations

from rules.kernel.dice import Dice
from rules.nights_of_fury.movement import need_to_move
from rules.nights_of_fury.spotting import sighting_margin
from rules.nights_of_fury.state import FIRST, LAST, SIGHTED, Division, State
from rules.nws.determinize import sample_state
from rules.nws.pieces import UNSEEN

MOST_TURNS = 4  # of a division long out of sight: it stays near the battle


def determinize(known: State, side: str, dice: Dice) -> State:
    """Return one possible position. Rolls dice of its own."""
    return sample_state(known, side, dice, _random_drift, _finds)


def _random_drift(state: State, division: Division, turns: int, dice: Dice) -> Division:
    """Return a band nearer, further or none for each turn since she was last seen."""
    band = division.band
    if need_to_move(state, division):
        for _ in range(min(turns, MOST_TURNS)):
            band = min(LAST, max(FIRST, band + dice.roll(1, 3)[0] - 2))
    return division.but(band=band)


def _finds(state: State, watcher: Division, target: Division) -> int:
    inside = sighting_margin(state, watcher, target)
    return SIGHTED if inside is not None and inside >= 0 else UNSEEN
