"""Ships, forts and targets: the cards with their grids, read from units/*.yaml and checked box by box.

Rules: PA-TAB-H7, PA-STK-H1, PA-STK-H2, PA-2.1-65, PA-2.1-67, PA-8-1, PA-8-2, PA-8-3, PA-8-4, PA-8-5, PA-8-6, PA-8-7,
PA-8-8, PA-8-9, PA-8-11, PA-8-12, PA-PEN-H3, PA-PEN-H4.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record, shared_fields
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.card_builder import card_of
from rules.perfidious_albion.ships.dockyard import DESIGN, design_card
from rules.perfidious_albion.ships.shipcard import FortCard, PrintedFort, PrintedTarget, ShipCard, TargetBox, TargetCard
from rules.perfidious_albion.ships.shiprow import ShipRow, place_fault, row_faults

UNITS = Path(__file__).parents[1] / "units"
CHANGEABLE = (("speed", 1), ("unstable", 0), ("fire_prone", 0), ("reloads", 0))  # card values, least value
PLACED = ("boats", "cq", "cargo", "flagship", "x", "y", "heading")  # what a scenario says of one ship besides her card


class _FortRow(PrintedFort, frozen=True, forbid_unknown_fields=True, kw_only=True):
    grid: tuple[str, ...]


class _TargetRow(PrintedTarget, frozen=True, forbid_unknown_fields=True, kw_only=True):
    values: dict[str, int]
    objects: dict[str, str]
    grid: tuple[str, ...]


class _ShipFile(Record, frozen=True, forbid_unknown_fields=True):
    ships: dict[str, ShipRow]


class _FortFile(Record, frozen=True, forbid_unknown_fields=True):
    forts: dict[int, _FortRow]


class _TargetFile(Record, frozen=True, forbid_unknown_fields=True):
    targets: dict[int, _TargetRow]


class Roster(Record, frozen=True, kw_only=True):
    """All classes by key, the class of every ship by name, forts and targets by number."""

    classes: dict[str, ShipCard]
    ships: dict[str, str]
    forts: dict[int, FortCard]
    targets: dict[int, TargetCard]


@cache
def load_roster() -> Roster:
    """Read units/*.yaml. Raises DataError naming file, line, field and what was expected."""
    ships: dict[str, ShipRow] = {}
    problems: list[Problem] = []
    for path in sorted(UNITS.glob("ships*.yaml")):
        source = source_at(path)
        for key, row in source.read(_ShipFile).ships.items():
            problems += [source.problem(("ships", key, *field), text) for field, text in row_faults(row)]
            if key in ships:
                problems.append(source.problem(("ships", key), f"{key!r} stands in two files"))
            ships[key] = row
    forts = source_at(UNITS / "forts.yaml")
    targets = source_at(UNITS / "targets.yaml")
    fort_rows, target_rows = forts.read(_FortFile).forts, targets.read(_TargetFile).targets
    for number, fort in fort_rows.items():
        problems += _grid_problems(forts, ("forts", number), fort.grid, grids.OF_FORTS, True)
    for number, target in target_rows.items():
        problems += _grid_problems(targets, ("targets", number), target.grid, grids.OF_TARGETS, False)
    if problems:
        raise DataError(problems)
    return Roster(
        classes={key: card_of(key, row) for key, row in ships.items()},
        ships={name: key for key, row in ships.items() for name in row.ships},
        forts={number: _fort(number, row) for number, row in fort_rows.items()},
        targets={number: _target(number, row) for number, row in target_rows.items()},
    )


def ship_card(key: str, changes: Mapping[str, int] | None = None) -> ShipCard:
    """Return the card of a class, a ship's name or `design:NAME`, with a scenario's changes (speed, unstable, reloads
    ...).

    What a scenario says of one ship besides her card (PLACED: boats, cq, cargo ...) is skipped here. Raises
    ValueError for a class or value that does not exist.
    """
    return changed_card(_find_card(key), changes)


def changed_card(card: ShipCard, changes: Mapping[str, int] | None) -> ShipCard:
    """Return a card with a scenario's changes. Raises ValueError for a value that does not exist."""
    least = dict(CHANGEABLE)
    for field, value in (changes or {}).items():
        if field in PLACED:
            continue
        if field not in least:
            raise ValueError(_unknown("card value", field, [*least, *PLACED]))
        if value < least[field]:
            raise ValueError(f"{card.title}: {field} must be at least {least[field]}; found {value}.")
        if field == "reloads":
            card = card.but(tubes=tuple(tube.but(reloads=value) for tube in card.tubes))
        elif field == "speed":
            card = card.but(speed=value)
        else:
            card = card.but(**{field: bool(value)})
    return card


def fort_card(number: int) -> FortCard:
    """Return a fort's card. Raises ValueError for a number that does not exist."""
    forts = load_roster().forts
    if number not in forts:
        raise ValueError(f"No fort has the number {number}; there are {', '.join(map(str, forts))}.")
    return forts[number]


def target_card(number: int) -> TargetCard:
    """Return a bombardment target's card. Raises ValueError for a number that does not exist."""
    targets = load_roster().targets
    if number not in targets:
        raise ValueError(f"No bombardment target has the number {number}; there are {', '.join(map(str, targets))}.")
    return targets[number]


def _find_card(key: str) -> ShipCard:
    if key.startswith(DESIGN):
        return design_card(key.removeprefix(DESIGN))
    roster = load_roster()
    wanted = roster.ships.get(key, key)
    if wanted not in roster.classes:
        raise ValueError(_unknown("class or ship", key, [*roster.classes, *roster.ships]))
    return roster.classes[wanted]


def _unknown(what: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"No {what} is called {name!r}." + (f" Did you mean {near[0]!r}?" if near else "")


def _fort(number: int, row: _FortRow) -> FortCard:
    boxes, _ = grids.parse_grid(row.grid, grids.OF_FORTS)
    standing = grids.standing(boxes)
    return FortCard(
        **shared_fields(row, PrintedFort),
        number=number,
        grid=boxes,
        gun_boxes=tuple(box for box in standing if box.guns),
        magazines=tuple(box for box in standing if box.has(grids.MAG)),
        outline=tuple(box for box in standing if not box.has(grids.FIRE)),
        torpedo_room=next((box for box in standing if box.has(grids.TORP)), None),
    )


def _target(number: int, row: _TargetRow) -> TargetCard:
    boxes, _ = grids.parse_grid(row.grid, grids.OF_TARGETS, guns=False)
    cells: list[TargetBox | None] = []
    for box in boxes:
        if box is None:
            cells.append(None)
            continue
        name = box.contents[0]
        cells.append(TargetBox(box.section, box.level, name, row.objects[name], row.values.get(name, 0)))
    return TargetCard(**shared_fields(row, PrintedTarget), number=number, cells=tuple(cells))


def _grid_problems(
    source: Source, path: tuple[str | int, ...], rows: tuple[str, ...], allowed: frozenset[str], guns: bool
) -> list[Problem]:
    _, faults = grids.parse_grid(rows, allowed, guns)
    return [source.problem((*path, *place_fault(fault)[0]), fault.message) for fault in faults]
