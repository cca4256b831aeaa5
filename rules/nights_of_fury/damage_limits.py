"""What a ship can have suffered before a battle begins."""

from __future__ import annotations

from rules.kernel.limits import Limit
from rules.nights_of_fury.state import State
from rules.nws.damage_limits import limit_of


def limits(state: State, part: str, id: str, field: str) -> Limit | None:
    """Return how far a field may go; None where nothing is said. Rules: NoF-DMG-H1, NoF-TOR-H1."""
    return limit_of(state, id, field, "NoF-DMG-H1", "NoF-TOR-H1") if part == "ships" else None
