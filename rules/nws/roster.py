"""The ships: classes with their ratings and drawings, names with their class, and the card a ship carries on a date.

A target on land (an airfield, a battery) has a card too, of type LAND: no speed, no torpedoes, no radar.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record

UNITS = Path(__file__).parent / "units"
LAND = "LAND"  # the type of a land target's card
_MONTH = re.compile("19[0-9]{2}-(0[1-9]|1[0-2])")
RADAR_GRADES = ("F0", "F1", "F2", "F3")
Line = tuple[int, int]  # firepower, speed in knots


class _ClassRow(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One class as it stands in classes.yaml."""

    title: str
    side: str
    nation: str
    type: str
    size: str
    speed_kn: int
    guns: str
    tubes: str
    firepower: int
    gun: str
    defence: int
    torpedo: str
    salvos: int
    reload: bool
    radar: str
    light: Line
    moderate: Line
    heavy: Line
    lines: str = ""  # why the damage lines are not the percentages of the table, in the words of naval history
    pv: int
    length_ft: int
    beam_ft: int
    turrets: tuple[tuple[int, int], ...]
    funnels: tuple[int, ...]
    mounts: tuple[int, ...]
    source: str


class ShipClass(_ClassRow, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ship card.

    type: BB CA CL DD APD AP AV PT LAND. size and gun: S M L (gun also H). torpedo: its kind, empty without tubes.
    light, moderate, heavy: firepower and knots at that damage. turrets (place, barrels), funnels and torpedo mounts:
    places in thousandths of the length from the bow.
    """

    key: str

    def firepower_at(self, level: int) -> int:
        """Return firepower at a damage level 0..4; 4 is out of action."""
        return self._line(level)[0]

    def speed_at(self, level: int) -> int:
        """Return speed in knots at a damage level 0..4; 4 is out of action."""
        return self._line(level)[1]

    def _line(self, level: int) -> Line:
        return ((self.firepower, self.speed_kn), self.light, self.moderate, self.heavy, (0, 0))[level]


class OwnLines(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Damage lines of one ship that are not those of her class, and why."""

    light: Line
    moderate: Line
    heavy: Line
    lines: str


class NamedShip(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A ship by name: its class, and what differs from it.

    arrived: the month, as "1942-10", in which she first served in the waters of the campaign; empty: from its start.
    """

    kind: str
    radar_from: dict[str, str] = {}  # "1942-10" -> "F3": the grade carried from a date on
    damage: OwnLines | None = None
    arrived: str = ""


class RadarLimit(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Before a date no ship of a side counts as more than this radar grade, except some classes."""

    side: str
    before: str
    at_most: str
    except_kinds: tuple[str, ...] = ()


class _RosterFile(Record, frozen=True, forbid_unknown_fields=True):
    radar_limits: tuple[RadarLimit, ...]
    ships: dict[str, NamedShip]


class Roster(Record, frozen=True, kw_only=True):
    """All classes by key, all ships by name."""

    classes: dict[str, ShipClass]
    ships: dict[str, NamedShip]
    radar_limits: tuple[RadarLimit, ...]


@cache
def load_roster() -> Roster:
    """Read units/classes.yaml and units/roster.yaml. Raises DataError naming file, line and field."""
    class_source, ship_source = source_at(UNITS / "classes.yaml"), source_at(UNITS / "roster.yaml")
    rows = class_source.read(dict[str, _ClassRow])
    sheet = ship_source.read(_RosterFile)
    problems = [*_class_problems(class_source, rows), *_ship_problems(ship_source, sheet, rows)]
    if problems:
        raise DataError(problems)
    classes = {
        key: ShipClass(key=key, **{name: getattr(row, name) for name in _ClassRow.__struct_fields__})
        for key, row in rows.items()
    }
    return Roster(classes=classes, ships=sheet.ships, radar_limits=sheet.radar_limits)


def _class_problems(source: Source, rows: dict[str, _ClassRow]) -> list[Problem]:
    allowed = {
        "side": ("USN", "IJN"),
        "type": ("BB", "CA", "CL", "DD", "APD", "AP", "AV", "PT", "LAND"),
        "size": ("S", "M", "L"),
        "gun": ("S", "M", "L", "H"),
        "torpedo": ("", "T93", "T90", "Mk15", "Mk9", "Old"),
        "radar": RADAR_GRADES,
    }
    problems = []
    for key, row in rows.items():
        for field, words in allowed.items():
            if getattr(row, field) not in words:
                wanted = ", ".join(word or "nothing" for word in words)
                problems.append(source.problem(f"{key}.{field}", f"expected one of {wanted}"))
        if bool(row.torpedo) != bool(row.salvos):
            problems.append(source.problem(f"{key}.salvos", "a ship has salvos exactly when it has torpedoes"))
    return problems


def _ship_problems(source: Source, sheet: _RosterFile, rows: dict[str, _ClassRow]) -> list[Problem]:
    problems = []
    for name, ship in sheet.ships.items():
        if ship.kind not in rows:
            problems.append(source.problem(("ships", name, "kind"), _unknown("class", ship.kind, rows)))
        if ship.arrived and not _MONTH.fullmatch(ship.arrived):
            found = f'expected a year and month such as "1942-10"; found {ship.arrived!r}'
            problems.append(source.problem(("ships", name, "arrived"), found))
        for date, grade in ship.radar_from.items():
            if grade not in RADAR_GRADES:
                problems.append(source.problem(("ships", name, "radar_from", date), "expected F0, F1, F2 or F3"))
    return problems


def ship_card(name: str, kind: str, date: str, changes: Mapping[str, int] | None = None) -> ShipClass:
    """Return the card a ship carries on a date ("1942-11-13"), with the values a scenario changes.

    `kind` names its class; empty means the class of that name in the roster. The radar grade is the class's, or the
    ship's own from the dates in the roster on, within what the side had on that date. A damaged ship never has more
    firepower or speed than the changed card gives her undamaged. Raises ValueError for a name or class that does not
    exist.
    """
    roster = load_roster()
    ship = roster.ships.get(name)
    wanted = kind or (ship.kind if ship else "")
    if not wanted:
        raise ValueError(f"{_unknown('ship', name, roster.ships)} A ship not in the roster needs its class as `kind`.")
    if wanted not in roster.classes:
        raise ValueError(_unknown("class", wanted, roster.classes))
    card = roster.classes[wanted]
    if ship is not None and ship.damage is not None and ship.kind == wanted:
        own = ship.damage
        card = card.but(light=own.light, moderate=own.moderate, heavy=own.heavy, lines=own.lines)
    grade = _radar_on(roster, card, ship, date)
    if changes:
        card = card.but(**changes)
        printed = (card.firepower, card.speed_kn)
        lines = {"light": card.light, "moderate": card.moderate, "heavy": card.heavy}
        card = card.but(**{level: tuple(map(min, line, printed)) for level, line in lines.items()})
    return card if grade == card.radar else card.but(radar=grade)


@cache
def arrivals() -> dict[str, str]:
    """Return ship by name -> the month in which she first served in the waters of the campaign; "" from its start."""
    return {name: ship.arrived for name, ship in load_roster().ships.items()}


def _radar_on(roster: Roster, card: ShipClass, ship: NamedShip | None, date: str) -> str:
    grade = card.radar
    if ship is not None and ship.kind == card.key:
        for start in sorted(ship.radar_from):
            grade = ship.radar_from[start] if start <= date else grade
    for limit in roster.radar_limits:
        if limit.side == card.side and date < limit.before and card.key not in limit.except_kinds:
            grade = min(grade, limit.at_most)
    return grade


def _unknown(what: str, name: str, known: dict[str, NamedShip] | dict[str, ShipClass] | dict[str, _ClassRow]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"No {what} is called {name!r}.{hint}"
