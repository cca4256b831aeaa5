"""The charts both games use: every number that is equal in both, read once from tables/*.yaml.

Each game holds these records in its own charts, beside the numbers that are its own, and cites its own rules for them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from rules.kernel.datafile import DataError, Source, source_at
from rules.kernel.record import Record
from rules.kernel.table import Chart, Step

Trouble: TypeAlias = Literal["nothing", "structure_if_fire", "flotation_if_flooded"]
Ratio: TypeAlias = tuple[int, int]  # numerator, denominator
FiveLevels: TypeAlias = tuple[int, int, int, int, int]  # by damage level: none, Light, Moderate, Heavy, out of action
SixFaces: TypeAlias = tuple[int, int, int, int, int, int]
_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"
SIZES = ("S", "M", "L")


class Penetration(Record, frozen=True, forbid_unknown_fields=True):
    """What a gun class loses against armour."""

    gun: str
    defence_from: int
    defence_to: int
    value: int


class Gunnery(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gunnery: 2d6 + modifiers against need = base - column + range step + defence. Range steps and reach differ."""

    base: int
    columns: tuple[Step, ...]  # by firepower now
    level_per_margin: int
    max_levels: int
    fire_need: dict[str, int]  # ["light"]
    flotation_need: dict[str, int | None]
    flotation_gain: int
    natural_miss: int
    natural_hit: int
    natural_hit_limit: int
    night: int
    bow_stern_limit: int
    bow_stern_small: int
    bow_stern_big: int
    firer_on_fire: int
    target_evading: int
    firer_evading: int
    firer_dispersed: int
    radar_from_bands: int
    penetration: tuple[Penetration, ...]
    size: dict[str, dict[str, int]]  # [gun class][size of the target]; what is not named is 0
    crowd_free: int
    crowd_each: int
    small_gun: str
    small_gun_from_defence: int
    small_gun_most_levels: int
    loaded_firepower: int


class Torpedo(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Torpedoes: needs by distance, modifiers to the roll of 2d6, duds, effect, reload."""

    need: dict[str, tuple[int, ...]]  # [kind][distance d]; beyond the last it is out of reach
    no_launch_from_level: int
    target_evading: int
    target_changed: int
    target_slow: int
    slow_kn: int
    size: dict[str, int]
    unseen_launch: int
    natural_miss: int
    formation: dict[str, int]
    two_hits_margin: int
    dud_kinds: tuple[str, ...]
    dud_sides: tuple[str, ...]
    dud_until: str  # month, as "1943-07"
    duds_until: int
    duds_after: int
    effect: dict[str, dict[str, SixFaces]]  # [kind][size][result - 1] -> flotation levels
    soft_hull: int
    soft_below: int
    structure_from: int
    structure_gain: int
    reload_turns: int


class RadarGrade(Record, frozen=True, forbid_unknown_fields=True):
    """A radar grade: contact on this or less, bonus at a sighted target, blind fire (None: no). Ranges differ."""

    contact: int
    sighted: int
    blind_fire: int | None


class Radar(Record, frozen=True, forbid_unknown_fields=True):
    """The radar grades; F0, no radar, is not among them."""

    grades: dict[str, RadarGrade]


class DamageControl(Record, frozen=True, forbid_unknown_fields=True):
    """Damage control, one d6 a ship: fire out on this or less; on `trouble_on` a second die."""

    fire_out: dict[str, int]
    trouble_on: int
    trouble: dict[int, Trouble]
    trouble_levels: int


class Damage(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Damage levels, damage control, and wrecks: one d6 + flotation level + `wreck_burning` when it burns."""

    firepower_percent: FiveLevels
    speed_percent: FiveLevels
    control: DamageControl
    wreck_die: int
    wreck_burning: int
    wreck_need: int


class RatioStep(Record, frozen=True, forbid_unknown_fields=True):
    """A grade of victory: from this ratio of the scores (numerator, denominator) on."""

    title: str
    least: Ratio


class Victory(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Victory points and the ratio."""

    shares: dict[str, Ratio]  # of a ship's point value: (numerator, denominator)
    by_level: tuple[str, ...]  # key into shares by the damage level of a ship afloat
    least_divisor: int
    ratios: tuple[RatioStep, ...]


class Sighting(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Eyes, radar, searchlights and star shell. Distances are in hexes or bands, and each game's own."""

    visibility: dict[str, str]  # key -> title
    night: tuple[str, ...]  # the visibilities of the night
    range: dict[str, dict[str, int]]  # [visibility][size of the target]
    lookouts: dict[str, dict[str, int]]  # ["1942"]["IJN"]
    flash: int
    burning: int
    least: int  # no visual range falls below it
    radar_range: dict[str, int]  # [grade]; F0, no radar, is not in it
    searchlight: int  # furthest target
    star_from: int
    star_to: int
    star_need: int


class Shared(Record, frozen=True, kw_only=True):
    """Every chart that is equal in both games, and the look-ups that play uses often."""

    gunnery: Gunnery
    torpedo: Torpedo
    radar: dict[str, RadarGrade]  # [grade]; F0 is not in it
    damage: Damage
    damage_control: DamageControl
    victory: Victory
    gun_columns: tuple[int, ...]  # [firepower 0..20]; [0] is never used, such a ship cannot fire

    def everything(self) -> dict[str, Any]:
        """Return these charts by name; each game adds its own and builds one record."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class Charts(Shared, frozen=True, kw_only=True):
    """The charts both games have; the numbers in the last five differ."""

    spotting: Sighting
    radar_range: dict[str, int]  # [grade] -> hexes or bands
    gun_steps: tuple[int, ...]  # [hexes or bands]
    gun_reach: dict[str, int]  # [gun class] -> hexes or bands
    torpedo_reach: dict[str, int]  # [kind] -> hexes or bands


@cache
def load_shared() -> Shared:
    """Read the five files in tables/. Raises DataError with file, line and field."""
    gunnery, damage = _read("gunnery", Gunnery), _read("damage", Damage)
    return Shared(
        gunnery=gunnery,
        torpedo=_read("torpedoes", Torpedo),
        radar=_read("radar", Radar).grades,
        damage=damage,
        damage_control=damage.control,
        victory=_read("victory", Victory),
        gun_columns=chart_values(Chart("", "gunnery columns", gunnery.columns)),
    )


def _read(name: str, shape: type[_T]) -> _T:
    return source_at(TABLES / f"{name}.yaml").read(shape)


def chart_values(chart: Chart) -> tuple[int, ...]:
    """Return a chart as a tuple by index; below its first row the first value holds. Raises ValueError for a null."""
    found = tuple(value for value in chart.spread() if value is not None)
    if len(found) != chart.rows[-1].last + 1:
        raise ValueError(f"chart {chart.title!r} has a row without a value; every row needs a whole number")
    return found


def check_sizes(source: Source, spotting: Sighting, unit: str) -> None:
    """Raise DataError when a row of the visual range chart lacks a size or a title. unit: "hexes"."""
    problems = []
    for key, row in spotting.range.items():
        if tuple(row) != SIZES:
            why = f"expected {unit} for sizes S, M and L; found {', '.join(row)}"
            problems.append(source.problem(f"range.{key}", why))
        if key not in spotting.visibility:
            problems.append(source.problem(f"range.{key}", "no title: add it under visibility", at_key=True))
    if problems:
        raise DataError(problems)
