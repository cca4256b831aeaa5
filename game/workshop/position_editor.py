"""The position editor: the start condition of a counter, and the phase in which the battle starts. Everything is stored
in `position` of the scenario, which battles, scripts and lessons share.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from rules.kernel.datafile import DataError, strict_json
from rules.kernel.flow import GameState
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario, StartCondition
from rules.kernel.scenario_overrides import plain_fields
from rules.kernel.system import System

CURSOR = "cursor"
_PHASE = re.compile("[0-9]{1,3}")
UNITS = ("ships", "units", "divisions", "squadrons", "leaders", "mules")  # parts with counters and ships


@dataclass(frozen=True)
class Trait:
    """One field of one record that can be set: its path and current value."""

    part: str
    id: str
    field: str
    value: int | bool | str


def traits_of(state: GameState, ids: tuple[str, ...]) -> Iterator[Trait]:
    """Return the start conditions that these ships and counters can have."""
    for part in UNITS:
        found = getattr(state, part, {})
        for id in ids:
            record = found.get(id) if isinstance(found, Mapping) else None
            if isinstance(record, Record):
                yield from (Trait(part, id, name, value) for name, value in plain_fields(record))


def with_trait(scenario: Scenario, trait: Trait, value: int | bool | str) -> Scenario:
    """Return the scenario with a field set to a value."""
    kept = [one for one in scenario.position if (one.part, one.id, one.field) != (trait.part, trait.id, trait.field)]
    one = StartCondition(part=trait.part, id=trait.id, field=trait.field, value=json.dumps(value))
    return scenario.but(position=(*kept, one))


def read_value(text: str, like: int | bool | str) -> int | bool | str | None:
    """Return typed text as a value of the same kind; None if it is not valid."""
    if isinstance(like, bool):
        return {"yes": True, "no": False}.get(text.strip().lower())
    if isinstance(like, int):
        digits = text.strip().removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None
    return text


def set_to(scenario: Scenario, trait: Trait) -> Trait:
    """Return the trait as set by the scenario, even if invalid; unchanged if the value set has another type."""
    candidates = (
        one.value for one in scenario.position if (one.part, one.id, one.field) == (trait.part, trait.id, trait.field)
    )
    for value in candidates:
        with suppress(DataError, UnicodeEncodeError):
            found = strict_json(value.encode("utf-8"))
            if isinstance(found, int | bool | str) and type(found) is type(trait.value):
                return replace(trait, value=found)
    return trait


def boxes_text(mask: int, wide: int) -> str:
    """Return the boxes of a mask as text: section/level, with `wide` sections in a level."""
    if mask < 0:
        return str(mask)
    return " ".join(f"{at % wide + 1}/{at // wide + 1}" for at in range(mask.bit_length()) if mask >> at & 1)


def read_boxes(text: str, wide: int, high: int) -> int | None:
    """Return the mask of boxes typed as section/level, for `wide` sections and `high` levels; None if invalid."""
    mask = 0
    for word in text.replace(",", " ").split():
        section, _, level = word.partition("/")
        both = ((section, wide), (level, high))
        if not all(part.isascii() and part.isdecimal() and 1 <= int(part[:3]) <= most for part, most in both):
            return None
        mask |= 1 << ((int(level) - 1) * wide + int(section) - 1)
    return mask


def start_phase(scenario: Scenario) -> int:
    """Return the index of the phase in which the battle starts."""
    set_to = {one.field: one.value for one in scenario.position if one.part == CURSOR}
    return int(set_to["phase"]) + 1 if _PHASE.fullmatch(set_to.get("phase", "")) else 0


def begun_in(scenario: Scenario, system: System, phase: int) -> Scenario:
    """Return the scenario starting in another phase of its first turn."""
    kept = tuple(one for one in scenario.position if one.part != CURSOR)
    if phase <= 0:
        return scenario.but(position=kept)
    skipped = json.dumps([0] * len(system.sequence))
    values = {"turn": "1", "phase": str(phase - 1), "skipped": skipped}
    return scenario.but(position=(*kept, *(StartCondition(part=CURSOR, field=f, value=v) for f, v in values.items())))


def without_lost(scenario: Scenario, ids: set[str]) -> Scenario:
    """Return the battle without overrides of counters that are no longer there."""
    return scenario.but(
        position=tuple(one for one in scenario.position if not one.id or one.part not in UNITS or one.id in ids)
    )
