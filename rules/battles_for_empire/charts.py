"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up.

A hex is three inches (BFE-PCS-H2). Conduct: BFE-CON-H1 to BFE-CON-H3, BFE-CON-H8, BFE-PUB-11 to BFE-PUB-13. Formations,
manoeuvre, ground: BFE-FRM-H1, BFE-MAN-H3, BFE-MAN-H4, BFE-TER-H1 to BFE-TER-H6, BFE-PUB-21. Melee: BFE-MEL-H1,
BFE-MEL-H2. Leaders BFE-LDR-H1, arrivals BFE-PUB-31, breaking BFE-VIC-H1. The fire charts are in fire_charts.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

from rules.battles_for_empire.fire_charts import (
    Artillery,
    Closing,
    Fire,
    FireFile,
    MachineGun,
    Rapid,
    Stamina,
    Weapon,
)
from rules.kernel.datafile import DataError, Problem, Source, source_at
from rules.kernel.record import Record

_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"
COLUMNS = ("bold", "unsure", "shaken")
ROWS = ("<1", "1", "2", "3", "4", "5", "6", "7+")  # dice after modifiers, as the conduct charts print them
INCHES_PER_HEX = 3
_RESULT = re.compile(r"(?P<word>recoil )?(?P<foot>\d+)/(?P<mounted>\d+)(?P<rush> rush)?")


# ---------------------------------------------------------------------- conduct


class Result(Record, frozen=True, forbid_unknown_fields=True):
    """What a conduct chart says: hexes for foot and for mounted; falter has none."""

    kind: Literal["move", "falter", "recoil"]
    foot: int = 0
    mounted: int = 0
    rush: bool = False

    @property
    def text(self) -> str:
        """The result as it is printed: "3/5", "Falter", "Recoil 2/4", "5/8 rush"."""
        if self.kind == "falter":
            return "Falter"
        pair = f"{self.foot}/{self.mounted}"
        return f"Recoil {pair}" if self.kind == "recoil" else f"{pair} rush" if self.rush else pair


class Morale(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Modifiers of the manoeuvre die, and when a unit is Unsure."""

    die: int
    elite: int
    brittle: int
    skirmish_melee: int
    wall: int
    lost_friend: int
    lost_friend_hexes: int
    leader_hexes: int
    shocked: int
    unsure_divisor: int  # a unit with its Kills divided by this, or more, is Unsure


class _ConductRows(Record, frozen=True, forbid_unknown_fields=True):
    """One conduct chart as it is printed: eight rows, below 1 to 7 and more."""

    title: str
    bold: tuple[str, ...]
    unsure: tuple[str, ...]
    shaken: tuple[str, ...]


class _ConductFile(Record, frozen=True, forbid_unknown_fields=True):
    morale: Morale
    charts: dict[str, _ConductRows]


# ---------------------------------------------------------------------- formations, manoeuvre, ground


class Formation(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A formation: sextants it covers, stands that fire and that fight."""

    title: str
    arc: int  # sextants: 1, 3 or 6
    fire: int  # stands in the front rank
    each_target: int  # of them at any one target
    melee: int  # dice against one enemy; a square against each
    close: bool  # formed or massed: a skirmisher is at a loss against it


class Manoeuvre(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What marching costs, in hexes of the allowance; how far single pieces go."""

    form: dict[str, int]  # [family]; 0 is the whole turn
    face: int
    mount: int
    half_divisor: int  # side-steps, steps back, muzzle-loading skirmishers that fire
    manhandled: int
    limbered: int
    limber: int
    leader: int
    mule: int
    square: int
    ring: int
    road_column: int
    contacts_on_front: int
    contacts_on_other_hex: int


class Ground(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A kind of ground: hexes it costs to enter (None: no entry), what it gives and hides.

    Rules: BFE-TER-H1, BFE-PUB-17.
    """

    title: str
    foot: int | None
    mounted: int | None
    guns: int | None
    formed: bool  # line, column and square may enter
    protection: int
    blocks: bool = False  # the line of sight
    hides_beyond: int = 0  # units gone to ground there are not seen beyond so many hexes; 0: it hides nobody
    disorders: bool = False
    melee: int = 0  # added to the need of those who attack into it
    conduct: int = 0  # added to the manoeuvre die of those in it


class Side(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An obstacle on a hexside: what crossing it costs more (None: no crossing), what it gives."""

    title: str
    foot: int
    mounted: int | None
    guns: int | None
    protection: int
    melee: int
    conduct: int


class Hill(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hill level: what climbing it costs more, and the crest's protection against fire from below."""

    foot: int
    mounted: int
    guns: int
    crest: int


class Country(Record, frozen=True, forbid_unknown_fields=True):
    """The ground, hexsides and hills of a field."""

    ground: dict[str, Ground]
    sides: dict[str, Side]
    hill: Hill


class _MarchFile(Record, frozen=True, forbid_unknown_fields=True):
    formations: dict[str, Formation]
    manoeuvre: Manoeuvre


# ---------------------------------------------------------------------- melee, leaders, arrivals, victory


class Melee(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Melee. Modifiers are added to the need: more is worse."""

    low: int
    shaken: int
    disordered: int
    skirmish: int
    across: int  # over a wall or a laager, into buildings
    flank_or_rear: int
    impetus: int
    mounted_at_square: int
    prone: int
    least: int
    most: int
    further_attacker_dice: int  # each after the first on one front
    crew_dice: int
    crew_need: int
    recoil: Result
    recoil_shaken: Result
    trapped_kills: int


class LeaderChart(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Leaders: what they are worth and when they fall."""

    ratings: tuple[int, ...]
    rerolls: int
    kills: int
    falls_on: int


class Hidden(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hidden natives: who reveals them from how far."""

    near: int
    scout: int
    dummies_divisor: int


class _ArrivalFile(Record, frozen=True, forbid_unknown_fields=True):
    horns: dict[str, dict[str, tuple[int, ...]]]
    hidden: Hidden


class Grade(Record, frozen=True, forbid_unknown_fields=True):
    """A grade of victory: the winner lost less than this part of his break point (numerator, denominator)."""

    title: str
    below: tuple[int, int]


class Victory(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points in halves, and the grades of victory, best first; the last holds for everything else."""

    initiative_die: int
    unit_halves: int
    single_halves: int
    grades: tuple[Grade, ...]


class Charts(Record, frozen=True, kw_only=True):
    """Every chart of the game."""

    conduct: dict[str, dict[str, tuple[Result, ...]]]  # [chart][column][row]: 0 below 1, 1 to 6, 7 and more
    conduct_titles: dict[str, str]
    morale: Morale
    formations: dict[str, Formation]
    manoeuvre: Manoeuvre
    ground: dict[str, Ground]
    sides: dict[str, Side]
    hill: Hill
    weapons: dict[str, Weapon]
    fire: Fire
    closing: Closing
    machine_gun: MachineGun
    rapid: Rapid
    stamina: Stamina
    artillery: Artillery
    melee: Melee
    leaders: LeaderChart
    horns: dict[str, dict[str, tuple[int, ...]]]  # [I, II, III][edge] -> totals of two dice
    hidden: Hidden
    victory: Victory


def horn_edge(charts: Charts, chart: str, total: int) -> str:
    """Return the edge a waiting unit enters by: left horn, chest, right horn, loins, or none. Rules: BFE-PUB-31."""
    return next(edge for edge, totals in charts.horns[chart].items() if total in totals)


@cache
def load_charts() -> Charts:
    """Read the files in tables/. Raises DataError with file, line and field."""
    conduct = _read("conduct", _ConductFile)
    march = _read("manoeuvre", _MarchFile)
    country = _read("terrain", Country)
    fire = _read("fire", FireFile)
    arrivals = _read("arrivals", _ArrivalFile)
    _check_horns(arrivals.horns)
    return Charts(
        conduct=_conduct(conduct.charts),
        conduct_titles={key: chart.title for key, chart in conduct.charts.items()},
        morale=conduct.morale,
        formations=march.formations,
        manoeuvre=march.manoeuvre,
        ground=country.ground,
        sides=country.sides,
        hill=country.hill,
        weapons=fire.weapons,
        fire=fire.fire,
        closing=fire.closing,
        machine_gun=fire.machine_gun,
        rapid=fire.rapid,
        stamina=fire.stamina,
        artillery=_read("artillery", Artillery),
        melee=_read("melee", Melee),
        leaders=_read("leaders", LeaderChart),
        horns=arrivals.horns,
        hidden=arrivals.hidden,
        victory=_read("victory", Victory),
    )


def _source(name: str) -> Source:
    return source_at(TABLES / f"{name}.yaml")


def _read(name: str, shape: type[_T]) -> _T:
    return _source(name).read(shape)


def _conduct(charts: Mapping[str, _ConductRows]) -> dict[str, dict[str, tuple[Result, ...]]]:
    """Return the printed rows as results. Raises DataError for a row that is missing or cannot be read."""
    source = _source("conduct")
    problems: list[Problem] = []
    found: dict[str, dict[str, tuple[Result, ...]]] = {}
    for key, chart in charts.items():
        found[key] = {}
        for column in COLUMNS:
            words: tuple[str, ...] = getattr(chart, column)
            if len(words) != len(ROWS):
                message = f"expected {len(ROWS)} rows, {ROWS[0]} to {ROWS[-1]}; found {len(words)}"
                problems.append(source.problem(("charts", key, column), message))
            results = [parse_result(word) for word in words]
            for number, result in enumerate(results):
                if result is None:
                    message = "expected 3/5, falter, recoil 2/4 or 5/8 rush"
                    problems.append(source.problem(("charts", key, column, number), message))
            found[key][column] = tuple(result for result in results if result is not None)
    if problems:
        raise DataError(problems)
    return found


def parse_result(word: str) -> Result | None:
    """Return a printed conduct result: "3/5", "falter", "recoil 2/4", "5/8 rush"; None when it is none of these."""
    if word == "falter":
        return Result("falter")
    match = _RESULT.fullmatch(word)
    if match is None or (match["word"] and match["rush"]):
        return None
    kind: Literal["move", "recoil"] = "recoil" if match["word"] else "move"
    return Result(kind, int(match["foot"]), int(match["mounted"]), bool(match["rush"]))


def _check_horns(horns: Mapping[str, Mapping[str, tuple[int, ...]]]) -> None:
    """Raise DataError when a Zulu arrival chart does not name every total of two dice exactly once."""
    source = _source("arrivals")
    problems = [
        source.problem(("horns", key), "expected every total of two dice, 2 to 12, exactly once")
        for key, edges in horns.items()
        if sorted(total for totals in edges.values() for total in totals) != list(range(2, 13))
    ]
    if problems:
        raise DataError(problems)
