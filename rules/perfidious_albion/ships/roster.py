"""Ships, forts and targets: the cards with their grids, read from units/*.yaml and checked box by box.

Rules: PA-TAB-H7, PA-STK-H1, PA-STK-H2, PA-2.1-65, PA-2.1-67, PA-8-1, PA-8-2, PA-8-3, PA-8-4, PA-8-5, PA-8-6, PA-8-7,
PA-8-8, PA-8-9, PA-8-11, PA-8-12, PA-PEN-H3, PA-PEN-H4.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.kernel.datafile import DataError, Problem, Source, located
from rules.kernel.record import Record
from rules.perfidious_albion.records.charts import QUALITIES, load_charts, size_of
from rules.perfidious_albion.ships import grids
from rules.perfidious_albion.ships.grids import Box, Tube
from rules.perfidious_albion.ships.shiprow import ShipRow, placed, row_faults, torpedoes_in

UNITS = Path(__file__).parents[1] / "units"
DESIGN = "design:"
CHANGEABLE = (("speed", 1), ("unstable", 0), ("fire_prone", 0), ("reloads", 0))  # card values, least value
PLACED = ("boats", "cq", "cargo", "flagship", "x", "y", "heading")  # what a scenario says of one ship besides her card


class PropRoom(Record, frozen=True):
    """A propulsion room: where it is and the speed units it supplies."""

    section: int
    level: int
    units: int


class ShipCard(Record, frozen=True, kw_only=True):
    """A ship's card. type: BB CA CL DD TB AP, for words and drawing. flotation, pv, boxes: of one boat of a pair.

    turrets (place, barrels), funnels and mounts: places in thousandths of the length from the bow, for the silhouette.
    The armour of a magazine is printed with the slope of the deck in it. Rule: PA-PEN-H4.
    """

    key: str
    title: str
    type: str
    nation: str
    completed: int
    tons: int
    speed: int
    flotation: int
    size: int  # 1 large .. 3 small
    tech: int
    bow_level: int
    unstable: bool
    ram: bool
    fire_prone: bool
    shallow: bool
    torpedo_craft: bool
    merchant: bool
    spar: bool
    default_cq: int
    prop_units: tuple[int, ...]
    pv: dict[int, int]  # [crew quality]
    boxes: int
    grid: tuple[Box | None, ...]  # sixty, level by level
    gun_boxes: tuple[Box, ...]
    tubes: tuple[Tube, ...]
    cargo_boxes: tuple[Box, ...]
    prop_boxes: tuple[PropRoom, ...]
    magazines: tuple[Box, ...]
    towers: tuple[Box, ...]
    funnel_boxes: tuple[Box, ...]  # those that count (FUN)
    length_ft: int
    beam_ft: int
    turrets: tuple[tuple[int, int], ...]
    funnels: tuple[int, ...]
    mounts: tuple[int, ...]
    qf_lb: int
    guns: str
    armour: str
    source: str

    def box(self, section: int, level: int) -> Box | None:
        """The box at section (1 bow .. 10 stern) and level (1 top .. 6); None where there is none."""
        return grids.at(self.grid, section, level)

    def tube(self, key: str) -> Tube | None:
        """The tubes of a box, by section/level."""
        return next((tube for tube in self.tubes if tube.key == key), None)

    @property
    def standing(self) -> tuple[Box, ...]:
        """The boxes there are, from the top, bow to stern."""
        return grids.standing(self.grid)


class FortCard(Record, frozen=True, kw_only=True):
    """A fort: its grid, the length of its structure track, the sections where a hit may flash to a magazine."""

    number: int
    title: str
    structure: int
    fire_track: tuple[str, ...]
    grid: tuple[Box | None, ...]
    gun_boxes: tuple[Box, ...]
    magazines: tuple[Box, ...]
    flash: tuple[int, ...]  # sections with a flash arrow
    outline: tuple[Box, ...]  # what counts as structure
    torpedo_room: Box | None
    guns: str
    source: str

    def box(self, section: int, level: int) -> Box | None:
        """The box at section and level; None where there is none."""
        return grids.at(self.grid, section, level)

    @property
    def standing(self) -> tuple[Box, ...]:
        """The boxes there are, from the top, section 1 to 10."""
        return grids.standing(self.grid)


class TargetBox(Record, frozen=True):
    """A box of a bombardment target: what stands there and what it scores; a penalty object scores 0 here."""

    section: int
    level: int
    object: str  # h k t N
    title: str
    points: int

    @property
    def key(self) -> str:
        """section/level."""
        return f"{self.section}/{self.level}"


class TargetCard(Record, frozen=True, kw_only=True):
    """A bombardment target: its boxes, structure, and the penalties for the first, second and third wrong object."""

    number: int
    title: str
    mission: str  # the heading of its chart
    structure: int
    fire_track: tuple[str, ...]
    penalties: tuple[int, ...]
    cells: tuple[TargetBox | None, ...]  # sixty, level by level
    source: str

    def box(self, section: int, level: int) -> TargetBox | None:
        """The box at section and level; None where there is none."""
        inside = 1 <= section <= grids.SECTIONS and 1 <= level <= grids.LEVELS
        return self.cells[grids.bit_index(section, level)] if inside else None


class _FortRow(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    title: str
    structure: int
    fire_track: tuple[str, ...]
    flash: tuple[int, ...]
    guns: str
    source: str
    grid: tuple[str, ...]


class _TargetRow(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    title: str
    mission: str
    structure: int
    fire_track: tuple[str, ...]
    penalties: tuple[int, ...]
    values: dict[str, int]
    objects: dict[str, str]
    source: str
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
        source = located(path)
        for key, row in source.read(_ShipFile).ships.items():
            problems += [source.problem(("ships", key, *field), text) for field, text in row_faults(row)]
            if key in ships:
                problems.append(source.problem(("ships", key), f"{key!r} stands in two files"))
            ships[key] = row
    forts = located(UNITS / "forts.yaml")
    targets = located(UNITS / "targets.yaml")
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
    """The card of a class, a ship's name or `design:NAME`, with a scenario's changes (speed, unstable, reloads ...).

    What a scenario says of one ship besides her card (PLACED: boats, cq, cargo ...) is passed over here. Raises
    ValueError for a class or value that does not exist.
    """
    card = _found(key)
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
    """A fort's card. Raises ValueError for a number that does not exist."""
    forts = load_roster().forts
    if number not in forts:
        raise ValueError(f"No fort has the number {number}; there are {', '.join(map(str, forts))}.")
    return forts[number]


def target_card(number: int) -> TargetCard:
    """A bombardment target's card. Raises ValueError for a number that does not exist."""
    targets = load_roster().targets
    if number not in targets:
        raise ValueError(f"No bombardment target has the number {number}; there are {', '.join(map(str, targets))}.")
    return targets[number]


def _found(key: str) -> ShipCard:
    if key.startswith(DESIGN):
        from rules.perfidious_albion.ships.dockyard import design_card

        return design_card(key.removeprefix(DESIGN))
    roster = load_roster()
    wanted = roster.ships.get(key, key)
    if wanted not in roster.classes:
        raise ValueError(_unknown("class or ship", key, [*roster.classes, *roster.ships]))
    return roster.classes[wanted]


def _unknown(what: str, name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"No {what} is called {name!r}." + (f" Did you mean {near[0]!r}?" if near else "")


# ---------------------------------------------------------------------- from row to card


def card_of(key: str, row: ShipRow) -> ShipCard:
    """The card of a row that has no faults. Rules: PA-TAB-H6, PA-STK-H1, PA-STK-H2."""
    boxes, _ = grids.parse_grid(row.grid, grids.OF_SHIPS)
    standing = grids.standing(boxes)
    tubes = tuple(_tube(row, box) for box in standing if torpedoes_in(box))
    props = [box for box in standing if box.has(grids.PROP)]
    turrets = sorted(
        (_along(box.section), box.guns.count)
        for box in standing
        if box.guns and box.guns.arc and box.guns.letter != "Q"
    )
    funnels = row.drawn_funnels or tuple(
        sorted({_along(box.section) for box in standing if box.has(grids.FUN) or box.has(grids.LOW_FUN)})
    )
    card = ShipCard(
        key=key,
        title=row.title,
        type=row.type,
        nation=row.nation,
        completed=row.completed,
        tons=row.tons,
        speed=row.speed,
        flotation=row.flotation,
        size=size_of(row.tons),
        tech=row.tech,
        bow_level=row.bow_level,
        unstable=row.unstable,
        ram=row.ram,
        fire_prone=row.fire_prone,
        shallow=row.shallow,
        torpedo_craft=row.torpedo_craft,
        merchant=row.merchant,
        spar=row.spar,
        default_cq=row.default_cq,
        prop_units=row.prop_units,
        pv=dict(zip(QUALITIES, row.pv, strict=True)),
        boxes=len(standing),
        grid=boxes,
        gun_boxes=tuple(box for box in standing if box.guns),
        tubes=tubes,
        cargo_boxes=tuple(box for box in standing if box.has(grids.CARGO)),
        prop_boxes=tuple(
            PropRoom(box.section, box.level, units) for box, units in zip(props, row.prop_units, strict=False)
        ),
        magazines=tuple(box for box in standing if box.has(grids.MAG)),
        towers=tuple(box for box in standing if box.has(grids.CT)),
        funnel_boxes=tuple(box for box in standing if box.has(grids.FUN)),
        length_ft=row.length_ft,
        beam_ft=row.beam_ft,
        turrets=tuple(turrets),
        funnels=funnels,
        mounts=tuple(sorted({_along(tube.section) for tube in tubes if tube.trainable})),
        qf_lb=row.qf_lb,
        guns=row.guns,
        armour=row.armour,
        source=row.source,
    )
    if any(row.pv):
        return card
    from rules.perfidious_albion.ships.points import ship_values

    return card.but(pv=ship_values(card))


def _along(section: int) -> int:
    """The middle of a section in thousandths of the length from the bow."""
    return section * 100 - 50


def _tube(row: ShipRow, box: Box) -> Tube:
    name = torpedoes_in(box)
    trainable = name in grids.LAUNCHERS
    kind, barrels = grids.LAUNCHERS[name] if trainable else (grids.ROOMS[name], 1)
    rule = load_charts().torpedoes
    reloads = row.reloads if row.reloads >= 0 else rule.room_reloads if row.tons > rule.reload_tons else 0
    return Tube(
        key=box.key,
        level=box.level,
        section=box.section,
        kind=kind,
        arc=row.tubes.get(box.key, "R"),
        barrels=barrels,
        trainable=trainable,
        reloads=reloads,
    )


def _fort(number: int, row: _FortRow) -> FortCard:
    boxes, _ = grids.parse_grid(row.grid, grids.OF_FORTS)
    standing = grids.standing(boxes)
    return FortCard(
        number=number,
        title=row.title,
        structure=row.structure,
        fire_track=row.fire_track,
        grid=boxes,
        gun_boxes=tuple(box for box in standing if box.guns),
        magazines=tuple(box for box in standing if box.has(grids.MAG)),
        flash=row.flash,
        outline=tuple(box for box in standing if not box.has(grids.FIRE)),
        torpedo_room=next((box for box in standing if box.has(grids.TORP)), None),
        guns=row.guns,
        source=row.source,
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
    return TargetCard(
        number=number,
        title=row.title,
        mission=row.mission,
        structure=row.structure,
        fire_track=row.fire_track,
        penalties=row.penalties,
        cells=tuple(cells),
        source=row.source,
    )


def _grid_problems(
    source: Source, path: tuple[str | int, ...], rows: tuple[str, ...], allowed: frozenset[str], guns: bool
) -> list[Problem]:
    _, faults = grids.parse_grid(rows, allowed, guns)
    return [source.problem((*path, *placed(fault)[0]), fault.message) for fault in faults]
