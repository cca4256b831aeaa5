"""Positions for teaching: damage, fires, markers, turn and phase set before a battle begins.

Each change names a part of the game's state and a JSON value of the right type. So any position can be written in a
scenario's file, and every rule treats it as if it had been reached in play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import get_type_hints

import msgspec

from rules.kernel.datafile import DataError, Problem, strict_json
from rules.kernel.flow import GameState
from rules.kernel.limits import Limits, fault_of
from rules.kernel.record import Record
from rules.kernel.scenario import StartCondition

NEVER = ("scene", "memo", "outcome")  # parts of a state without start conditions
FIXED = ("id", "side")  # fields of a record that say who it is


def apply_overrides(state: GameState, changes: Sequence[StartCondition], limits: Limits | None = None) -> GameState:
    """Return the state with its start conditions. Raise DataError naming each condition that is impossible.

    limits: which conditions a record of this game may have; checked for the whole position.
    """
    problems = []
    for number, change in enumerate(changes):
        try:
            state = _apply_condition(state, change)
        except (ValueError, TypeError, DataError) as error:
            problems.append(Problem("", 0, 0, f"position[{number}]", str(error)))
    if not problems and limits is not None:
        problems = [
            Problem("", 0, 0, f"position[{number}]", f"{change.id}, {change.field}: {fault}")
            for number, change in enumerate(changes)
            if (fault := _beyond(state, change, limits))
        ]
    if problems:
        raise DataError(problems)
    return state


def _beyond(state: GameState, change: StartCondition, limits: Limits) -> str:
    """Return why a record may have no start condition; empty if it may."""
    if not change.id or not change.field:
        return ""
    limit = limits(state, change.part, change.id, change.field)
    return fault_of(limit, getattr(getattr(state, change.part)[change.id], change.field)) if limit is not None else ""


def _apply_condition(state: GameState, change: StartCondition) -> GameState:
    part = change.part
    if part in NEVER or part not in state.__struct_fields__:
        known = ", ".join(name for name in state.__struct_fields__ if name not in NEVER)
        raise ValueError(f"a start position cannot set {part!r}; expected one of {known}")
    found = getattr(state, part)
    value = strict_json(change.value.encode("utf-8"))
    if not change.id and not change.field:
        return state.but(**{part: _as(type(state), part, value)})
    if not change.id:
        return state.but(**{part: _with(found, change.field, value)})
    if not isinstance(found, Mapping) or change.id not in found:
        near = ", ".join(list(found)[:12]) if isinstance(found, Mapping) else "no records by name"
        raise ValueError(f"{part} has no {change.id!r}; there are {near}")
    return state.but(**{part: {**found, change.id: _with(found[change.id], change.field, value)}})


def _with(record: object, field: str, value: object) -> Record:
    if not isinstance(record, Record):
        raise ValueError(f"expected a record with a field {field!r}")
    if field in FIXED or field not in record.__struct_fields__:
        known = ", ".join(name for name in record.__struct_fields__ if name not in FIXED)
        raise ValueError(f"no field is called {field!r}; expected one of {known}")
    return record.but(**{field: _as(type(record), field, value)})


def _as(kind: type, field: str, value: object) -> object:
    """Return the value as the type of the field. Raises ValueError."""
    try:
        return msgspec.convert(value, get_type_hints(kind)[field])
    except msgspec.ValidationError as error:
        raise ValueError(f"{field}: {error}") from error


def plain_fields(record: Record) -> Iterator[tuple[str, int | bool | str]]:
    """Yield the fields of a record that can be set by hand: numbers, marks and words."""
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name not in FIXED and isinstance(value, int | bool | str):
            yield name, value
