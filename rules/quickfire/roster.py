"""The ships: classes with ratings and drawings, names with their class, and the card of a ship in a battle."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record, shared_fields
from rules.quickfire.charts import HALF, QUARTER, load_charts

UNITS = Path(__file__).parent / "units"
HEAVY, LIGHT = "heavy", "light"
BATTERIES = (HEAVY, LIGHT)
CHANGEABLE = (  # card values a scenario may change, with their minimum
    ("size_quarters", 1),
    ("armour_heavy", 0),
    ("armour_light", 0),
    ("gunnery_heavy", 0),
    ("gunnery_light", 0),
    ("rof_heavy", 0),
    ("rof_light", 0),
    ("torpedo", 0),
    ("speed", 1),
    ("repair", 0),
)
_QUARTERS = {"¼": 1, "½": 2, "¾": 3}
_HALVES = {"0": 0, "½": 1}


class _Printed(Record, frozen=True, kw_only=True):
    """What a class's row in its file and a ship's card have in common."""

    title: str
    completed: int
    nation: str
    type: str
    target: str
    boat_guns: str
    torpedo: int
    speed: int
    protected: bool
    repair: int
    guns: str
    tubes: str
    tons: int
    knots: str
    vitals: int
    upperworks: int
    length_ft: int
    beam_ft: int
    turrets: tuple[tuple[int, int], ...]
    funnels: tuple[int, ...]
    mounts: tuple[int, ...]
    source: str


class _ClassRow(_Printed, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One class as written in ships.yaml. Pairs are heavy, light."""

    size: str
    armour: tuple[str, str]
    gunnery: tuple[int, int]
    rof: tuple[int, int]


class _ShipFile(Record, frozen=True, forbid_unknown_fields=True):
    classes: dict[str, _ClassRow]
    ships: dict[str, str]  # name -> class


class ShipCard(_Printed, frozen=True, kw_only=True):
    """A ship's ratings. type: BB CA CL DD PG, for texts and drawing.

    target: capital, cruiser or light, the column of the torpedo table. Size in quarters of a point, armour in half
    points. boat_guns: "only" (nothing else to fire), "yes", "no". speed in millimetres a turn with all eight boxes.
    protected: +P, easier repair of speed hits. vitals, upperworks: the plate values behind the armour, 0 when rated by
    hand. turrets (place, barrels), funnels and torpedo mounts: places in thousandths of the length from the bow.
    """

    key: str
    size_quarters: int
    armour_heavy: int
    armour_light: int
    gunnery_heavy: int
    gunnery_light: int
    rof_heavy: int
    rof_light: int
    light_vessel: bool

    def gunnery(self, battery: str) -> int:
        """Return the Gunnery rating of a battery, heavy or light."""
        return self.gunnery_heavy if battery == HEAVY else self.gunnery_light

    def armour(self, battery: str) -> int:
        """Return the armour rating, in half points, against a battery, heavy or light."""
        return self.armour_heavy if battery == HEAVY else self.armour_light

    def rof(self, battery: str) -> int:
        """Return the ROF rating of an undamaged battery, heavy or light."""
        return self.rof_heavy if battery == HEAVY else self.rof_light

    @property
    def box_length(self) -> int:
        """Thousandths of a millimetre in one speed box, without optional rule 201."""
        return self.speed * 1000 // load_charts().movement.boxes


class Roster(Record, frozen=True, kw_only=True):
    """All classes by key, and the class of every ship by name."""

    classes: dict[str, ShipCard]
    ships: dict[str, str]


def size_text(quarters: int) -> str:
    """Return a Size as printed: "15", "½", "¼"."""
    whole, rest = divmod(quarters, QUARTER)
    return (str(whole) if whole else "") + ("", "¼", "½", "¾")[rest] or "0"


def armour_text(halves: int) -> str:
    """Return an armour rating as printed: "11", "½"."""
    whole, rest = divmod(halves, HALF)
    return (str(whole) if whole else "") + ("½" if rest else "") or "0"


def is_light_vessel(size_quarters: int, armour_heavy: int, armour_light: int) -> bool:
    """Return whether boat guns may fire at a ship: Size 1 or smaller, less than one point of armour.

    Rules: QF-BG-2.
    """
    rule = load_charts().boat_guns
    return size_quarters <= rule.light_size_quarters and max(armour_heavy, armour_light) <= rule.light_armour_halves


@cache
def load_roster() -> Roster:
    """Read units/ships.yaml. Raises DataError naming file, line and field."""
    source = source_at(UNITS / "ships.yaml")
    sheet = source.read(_ShipFile)
    problems = [*_class_problems(source, sheet), *_ship_problems(source, sheet)]
    if problems:
        raise DataError(problems)
    return Roster(classes={key: _card(key, row) for key, row in sheet.classes.items()}, ships=sheet.ships)


def ship_card(name: str, kind: str = "", changes: Mapping[str, int] | None = None) -> ShipCard:
    """Return a ship's card: her class's (`kind`, or the roster's for her name) with a scenario's changes.

    `changes`: card values by name, e.g. rof_light: 4 (size_quarters in quarters, armour in half points). Raises
    ValueError for a name, class or value that does not exist. Rules: QF-SHIP-1, QF-SHIP-5, QF-SHIP-H1.
    """
    roster = load_roster()
    wanted = kind or roster.ships.get(name, "")
    if not wanted:
        raise ValueError(f"{_unknown('ship', name, roster.ships)} A ship not in the roster needs its class as `kind`.")
    if wanted not in roster.classes:
        raise ValueError(_unknown("class", wanted, roster.classes))
    card, least = roster.classes[wanted], dict(CHANGEABLE)
    for field, value in (changes or {}).items():
        if field not in least:
            raise ValueError(_unknown("card value", field, least))
        if value < least[field]:
            raise ValueError(f"{name}: {field} must be at least {least[field]}; found {value}.")
    changed = card.but(**dict(changes or {}))
    light = is_light_vessel(changed.size_quarters, changed.armour_heavy, changed.armour_light)
    return changed.but(light_vessel=light)


def _card(key: str, row: _ClassRow) -> ShipCard:
    size = _quarters(row.size)
    heavy, light = (_half_points(word) for word in row.armour)
    return ShipCard(
        key=key,
        size_quarters=size,
        armour_heavy=heavy,
        armour_light=light,
        gunnery_heavy=row.gunnery[0],
        gunnery_light=row.gunnery[1],
        rof_heavy=row.rof[0],
        rof_light=row.rof[1],
        light_vessel=is_light_vessel(size, heavy, light),
        **shared_fields(row, _Printed),
    )


def _quarters(word: str) -> int:
    return _QUARTERS[word] if word in _QUARTERS else int(word) * QUARTER


def _half_points(word: str) -> int:
    return _HALVES[word] if word in _HALVES else int(word) * HALF


def _class_problems(source: Source, sheet: _ShipFile) -> list[Problem]:
    allowed: dict[str, tuple[object, ...]] = {
        "type": ("BB", "CA", "CL", "DD", "PG"),
        "target": ("capital", "cruiser", "light"),
        "boat_guns": ("only", "yes", "no"),
        "speed": load_charts().movement.speed_ratings,
    }
    problems = []
    for key, row in sheet.classes.items():
        for field, words in allowed.items():
            if getattr(row, field) not in words:
                wanted = ", ".join(str(word) for word in words)
                problems.append(source.problem(("classes", key, field), f"expected one of {wanted}"))
        if not (row.size in _QUARTERS or row.size.isdigit()):
            problems.append(source.problem(("classes", key, "size"), "expected a whole number, ¼, ½ or ¾"))
        for number, word in enumerate(row.armour):
            if not (word in _HALVES or word.isdigit()):
                message = "expected a whole number or ½"
                problems.append(source.problem(("classes", key, "armour", number), message))
        if row.boat_guns == "only" and any((*row.gunnery, *row.rof)):
            message = "a ship with boat guns only has no Gunnery and no ROF"
            problems.append(source.problem(("classes", key, "boat_guns"), message))
        for number, rof in enumerate(row.rof):
            if not 0 <= rof <= 6 or bool(rof) != bool(row.gunnery[number]):
                message = "expected 1 to 6 for a battery with Gunnery, 0 for one without"
                problems.append(source.problem(("classes", key, "rof", number), message))
    return problems


def _ship_problems(source: Source, sheet: _ShipFile) -> list[Problem]:
    return [
        source.problem(("ships", name), _unknown("class", kind, sheet.classes))
        for name, kind in sheet.ships.items()
        if kind not in sheet.classes
    ]


def _unknown(what: str, name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"No {what} is called {name!r}.{hint}"
