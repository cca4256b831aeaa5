"""Games by their capabilities, as test parameters: a new game runs the tests of what it has."""

from __future__ import annotations

from rules import SYSTEMS

PUBLISHED = ("battles_for_empire", "nights_of_fury", "nw_smoke", "perfidious_albion", "quickfire")
"""The games of this program that have baselines: kept counts, kept games, kept sheets, puzzles, fitted chances."""


def with_slots(*slots: str) -> list[str]:
    """Return the keys of the games whose `System` fills all these slots, in order of the alphabet."""
    return sorted(key for key, system in SYSTEMS.items() if all(getattr(system, slot) for slot in slots))


BUILDABLE = with_slots("editor_schema", "unit_catalogue")
WITH_CHANCE = with_slots("chance")
WITH_SHEET = with_slots("sheet")
