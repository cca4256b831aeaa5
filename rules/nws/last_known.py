"""What a side remembers in both games: divisions out of contact, with the ships it has not seen elsewhere since."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.nws.pieces import D, V


def out_of_contact(
    seen: Mapping[str, Any],
    opening: Mapping[str, D],
    fresh: Callable[[str, D], V],
    foe: str,
    divisions: Mapping[str, D],
    ships: Mapping[str, V],
) -> Iterator[tuple[str, D, tuple[V, ...]]]:
    """Yield (id to put it under, division, its ships) where each was last seen, else where it began.

    seen: division -> its last glimpse; fresh: a ship as she began; ships: those placed already, which are left out and
    to which the caller adds as this goes on.
    """
    memories = [(glimpse.division, glimpse.ships) for glimpse in seen.values()]
    remembered = {name for division, _ in memories for name in division.ships}
    for division in opening.values():
        began = tuple(fresh(name, division) for name in division.ships if name not in remembered)
        if division.side == foe and began:
            memories.append((division, began))
    for division, then in memories:
        left = tuple(ship for ship in then if ship.id not in ships)
        if left:
            yield division.id if division.id not in divisions else f"{left[0].id}-lost", division, left
