"""The fate of the units of a battle, for reports, wrecks and markers."""

from __future__ import annotations

from rules.kernel.record import Record

# fate -> kind of marker it leaves where the unit was last seen
FATES = {
    "sunk": "wreck",
    "blown up": "wreck",
    "scuttled": "wreck",
    "destroyed": "fallen",
    "killed": "fallen",
    "captured": "captured",
    "surrendered": "captured",
    "off the table": "departed",
    "withdrew": "departed",
    "escaped": "departed",
}
LOSSES = tuple(fate for fate in FATES if fate not in ("withdrew", "escaped"))  # those that cost a unit


class UnitFate(Record, frozen=True, kw_only=True):
    """One unit: whose it is, its name, what has become of it, and whether that counts as a loss.

    id: as in the position; fate: of FATES, or "" while it is in play; strength: boats that share a counter, of which
    some may be lost; chapter: the round of a campaign; past:
    whether that is over; note: what a unit in play has done.
    """

    id: str
    side: str
    name: str
    fate: str = ""
    lost: bool = False
    strength: int = 1
    chapter: int = 0
    past: bool = False
    note: str = ""
