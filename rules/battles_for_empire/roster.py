"""The troops (BFE-PCS-H1): fifty types of unit, and the card a unit carries in a battle."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.battles_for_empire.charts import load_charts
from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record

UNITS = Path(__file__).parent / "units"
FAMILIES = {"imperial": "Imperial regulars", "colonial": "Colonial Recruits", "native": "Natives", "boer": "Boers"}
ARMS = ("foot", "horse", "camel", "gun", "mg")
GRADES = ("elite", "steady", "brittle")
FORMS = ("line", "column", "skirmish", "square", "mass", "deep", "mounted", "stand")
FOUR_STANDS, ONE_STAND = 4, 1
MELEE_NEEDS = (4, 5, 6)
CHANGEABLE: dict[str, tuple[int, ...]] = {  # card values a scenario may change
    "rate": (1, 2, 3),
    "melee": MELEE_NEEDS,
    "limbered": (0, 3, 5),
}


class _TypeRow(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One type as it stands in types.yaml."""

    title: str
    short: str
    family: str
    arm: str
    forms: tuple[str, ...]
    rate: int
    weapon: str = ""
    melee: int
    grade: str = "steady"
    chart: str
    rapid: bool = False
    impetus: bool = False
    can_dismount: bool = False
    on_foot: str = ""
    may_charge: bool = True
    two_ranks: bool = False
    skirmish_moves: bool = True
    mixed: bool = False
    limbered: int = 0
    note: str = ""
    source: str


class UnitType(Record, frozen=True, kw_only=True):
    """A unit's card.

    family: imperial, colonial, native, boer. arm: foot, horse, camel, gun, mg: also the figures to draw. forms: the
    formations it may take up, the first is its usual one. rate: of fire, 1 best to 3. weapon: a code of the fire or the
    artillery chart, "" for spears and swords. melee: its need. chart: its conduct chart. rapid: may Rapid Fire.
    impetus: an edge in the first round after a charge; horse and camels have it only while mounted. on_foot: key of the
    card it carries dismounted, "" its own. may_charge: False for Imperial and Colonial camelry, while mounted.
    two_ranks: two ranks fire in skirmish order (BFE-ELG-8, BFE-ELG-9). skirmish_moves: may move in skirmish order
    (BFE-MF-21, BFE-MF-22). mixed: half of its eligible stands fire (BFE-PUB-28). limbered: hexes limbered where they
    differ from the chart's, else 0.
    """

    key: str
    title: str
    short: str
    family: str
    arm: str
    forms: tuple[str, ...]
    rate: int
    weapon: str
    melee: int
    grade: str
    chart: str
    stands: int
    rapid: bool
    impetus: bool
    can_dismount: bool
    on_foot: str
    may_charge: bool
    two_ranks: bool
    skirmish_moves: bool
    mixed: bool
    limbered: int
    note: str
    source: str

    @property
    def imperial(self) -> bool:
        """Return whether the sheet's word Imperial covers it: regulars and Colonial Recruits."""
        return self.family in ("imperial", "colonial")

    @property
    def is_drilled(self) -> bool:
        """Return whether it may move and fire with breech-loaders: Europeans, Colonial Recruits, Boers (BFE-MF-9)."""
        return self.family != "native"

    @property
    def artillery(self) -> bool:
        """Return whether it is a gun, not a machine gun."""
        return self.arm == "gun"


class Roster(Record, frozen=True, kw_only=True):
    """All types by key."""

    types: dict[str, UnitType]


@cache
def load_roster() -> Roster:
    """Read units/types.yaml. Raises DataError naming file, line and field."""
    source = source_at(UNITS / "types.yaml")
    rows = source.read(dict[str, _TypeRow])
    problems = [problem for key, row in rows.items() for problem in _problems(source, key, row, rows)]
    if problems:
        raise DataError(problems)
    return Roster(types={key: _card(key, row) for key, row in rows.items()})


def unit_card(key: str, changes: Mapping[str, int] | None = None) -> UnitType:
    """Return the card of a type, with a scenario's changes: {"limbered": 5} for horse artillery, {"rate": 3}.

    Raises KeyError with a sentence for the player when there is no such type, ValueError for an impossible change.
    Rules: BFE-PCS-H1.
    """
    types = load_roster().types
    if key not in types:
        raise KeyError(_unknown("type of unit", key, types))
    for field, value in (changes or {}).items():
        if field not in CHANGEABLE:
            raise ValueError(_unknown("card value", field, CHANGEABLE))
        if value not in CHANGEABLE[field]:
            wanted = ", ".join(str(number) for number in CHANGEABLE[field])
            raise ValueError(f"{key}: {field} must be one of {wanted}; found {value}.")
    return types[key].but(**dict(changes or {}))


def _card(key: str, row: _TypeRow) -> UnitType:
    stands = ONE_STAND if row.arm in ("gun", "mg") else FOUR_STANDS  # BFE-PUB-4
    return UnitType(key=key, stands=stands, **{name: getattr(row, name) for name in row.__struct_fields__})


def _problems(source: Source, key: str, row: _TypeRow, rows: Mapping[str, _TypeRow]) -> list[Problem]:
    charts, found = load_charts(), []
    weapons: tuple[str, ...] = ("", *charts.weapons)
    if row.arm == "gun":
        weapons = tuple(charts.artillery.pieces)
    elif row.arm == "mg":
        weapons = tuple(code for code, weapon in charts.weapons.items() if weapon.moving == "pivot")
    allowed: dict[str, tuple[object, ...]] = {
        "family": tuple(FAMILIES),
        "arm": ARMS,
        "rate": tuple(charts.fire.rate),
        "weapon": weapons,
        "melee": MELEE_NEEDS,
        "grade": GRADES,
        "chart": tuple(charts.conduct),
        "on_foot": ("", *rows),
    }
    for field, words in allowed.items():
        if getattr(row, field) not in words:
            wanted = ", ".join(str(word) or "nothing" for word in words)
            found.append(source.problem((key, field), f"expected one of {wanted}"))
    for number, form in enumerate(row.forms):
        if form not in FORMS:
            found.append(source.problem((key, "forms", number), f"expected one of {', '.join(FORMS)}"))
    if not row.forms:
        found.append(source.problem((key, "forms"), "expected at least one formation"))
    if row.can_dismount and not row.on_foot and len(row.forms) < 2:
        message = "a unit that can dismount needs a formation on foot or a card on_foot"
        found.append(source.problem((key, "can_dismount"), message))
    return found


def _unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"No {what} is called {name!r}.{hint}"
