"""What a ship can have suffered before a battle begins."""

from __future__ import annotations

from rules.kernel.limits import Limit
from rules.nw_smoke.state import State
from rules.nws.damage_limits import limit_of


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return how far a field may go; None where nothing is said. Rules: NW-DMG-H1, NW-TOR-H1."""
    return limit_of(state, id, field, "NW-DMG-H1", "NW-TOR-H1") if part == "ships" else None
