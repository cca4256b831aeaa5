"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from rules.kernel.datafile import DataError, located
from rules.kernel.record import Record
from rules.kernel.table import Chart

Verdict: TypeAlias = Literal["blocked", "partial", "clear"]
Trouble: TypeAlias = Literal["nothing", "structure_if_fire", "flotation_if_flooded"]
Ratio: TypeAlias = tuple[int, int]
SixLevels: TypeAlias = tuple[int, int, int, int, int, int]
_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"
SIZES = ("S", "M", "L")


class Helm(NamedTuple):
    """What turning costs: turns free in the starting hex and in each hex entered, hexes for every other (NW-MOV-H2)."""

    at_start: int
    entering: int
    cost: int


class Movement(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Movement and evading, in hexes a turn."""

    hexes_by_speed: Chart
    evading_hexes: Chart
    initiative_die: int
    speed_change: int
    free_turns: int
    start_free_turns: int
    turn_cost: int
    stacking: int
    division_ships: int
    heavy_seas_size: str
    heavy_seas_small_loses: int
    heavy_seas_least: int
    evading_declared_in_phase: int
    yards_per_hex: int
    minutes_per_turn: int


class Radar(Record, frozen=True, forbid_unknown_fields=True):
    """A radar grade: hexes searched, contact on this or less, bonus at a sighted target, blind fire (None: no)."""

    range: int
    contact: int
    sighted: int
    blind_fire: int | None


class Spotting(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Eyes, radar, searchlights and star shell, in hexes."""

    visibility: dict[str, str]  # key -> title
    night: tuple[str, ...]  # the visibilities of the night
    range: dict[str, dict[str, int]]  # [visibility][size of the target]
    lookouts: dict[str, dict[str, int]]  # ["1942"]["IJN"], night only
    flash: int  # night only
    burning: int  # night only
    always_within: int
    least: int
    radar: dict[str, Radar]  # [grade]; F0, no radar, is not in it
    searchlight: int
    star_from: int
    star_to: int
    star_need: int


class Penetration(Record, frozen=True, forbid_unknown_fields=True):
    """What a gun class loses against armour."""

    gun: str
    defence_from: int
    defence_to: int
    value: int


class Gunnery(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gunnery: need, reach, modifiers to the roll of 2d6, results."""

    base: int
    columns: Chart
    steps: Chart
    reach: dict[str, int]  # [gun class] -> hexes
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
    bow_stern_sectors: tuple[int, ...]
    firer_on_fire: int
    target_evading: int
    firer_evading: int
    firer_dispersed: int
    radar_from_bands: int
    penetration: tuple[Penetration, ...]
    size: dict[str, dict[str, int]]  # [gun class][size of the target]; what is not named is 0
    crowd_free: int
    crowd_each: int
    heavy_seas_small_firer: int
    small_gun: str
    small_gun_from_defence: int
    small_gun_most_levels: int
    loaded_firepower: int


class Torpedo(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Torpedoes: need, running, modifiers to the roll of 2d6, duds, effect, reload."""

    hexes_per_distance: int
    need: dict[str, tuple[int, ...]]  # [kind][distance d]
    running_hexes: dict[str, int]  # [kind] -> hexes a turn
    closed_sectors: tuple[int, ...]
    no_launch_from_level: int
    salvos_per_turn: int
    target_evading: int
    target_changed: int
    moved_hexes: int
    turned_steps: int
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
    effect: dict[str, dict[str, SixLevels]]  # [kind][size][result - 1] -> flotation levels
    soft_hull: int
    soft_below: int
    structure_from: int
    structure_gain: int
    reload_turns: int
    reloads: int


class DamageControl(Record, frozen=True, forbid_unknown_fields=True):
    """Damage control, one d6 a ship: fire out on this or less; on `trouble_on` a second die."""

    fire_out: dict[str, int]
    trouble_on: int
    trouble: dict[int, Trouble]
    trouble_levels: int


class Damage(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Damage levels, damage control, and wrecks: one d6 + flotation level + `wreck_burning` when it burns."""

    last_level: int
    firepower_percent: tuple[int, int, int, int, int]  # [damage level]
    speed_percent: tuple[int, int, int, int, int]
    control: DamageControl
    wreck_die: int
    wreck_burning: int
    wreck_need: int


class Smoke(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Smoke and heavy seas."""

    laid_in_phase: int
    cleared_in_phase: int
    delay_turns: int
    makers: tuple[str, ...]
    heavy_seas: dict[int, Verdict]  # [die 1..6]
    partial_spotting: int
    partial_attack: int


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


class Charts(Record, frozen=True, kw_only=True):
    """Every chart of the game, and the look-ups that play uses again and again."""

    movement: Movement
    spotting: Spotting
    gunnery: Gunnery
    torpedo: Torpedo
    damage: Damage
    damage_control: DamageControl
    smoke: Smoke
    victory: Victory
    hexes_by_speed: tuple[int, ...]  # [knots 0..60]
    evading_hexes: tuple[int, ...]  # [hexes ordered 0..4]
    helm: Helm
    radar: dict[str, Radar]  # [grade]; F0 is not in it
    gun_columns: tuple[int, ...]  # [firepower 0..20]; [0] is never used, such a ship cannot fire
    gun_steps: tuple[int, ...]  # [hexes 0..24]
    gun_reach: dict[str, int]  # [gun class] -> hexes
    torpedo_reach: dict[str, int]  # [kind] -> hexes


def bands(hexes: int) -> int:
    """The torpedo chart's distance: half the hexes, rounded up (NW-TOR-H1)."""
    return -(-hexes // load_charts().torpedo.hexes_per_distance)


@cache
def load_charts() -> Charts:
    """Read the seven files in tables/. Raises DataError with file, line and field."""
    movement = _read("movement", Movement)
    spotting = _read("spotting", Spotting)
    gunnery = _read("gunnery", Gunnery)
    torpedo = _read("torpedoes", Torpedo)
    damage = _read("damage", Damage)
    _check_sizes(spotting)
    return Charts(
        movement=movement,
        spotting=spotting,
        gunnery=gunnery,
        torpedo=torpedo,
        damage=damage,
        damage_control=damage.control,
        smoke=_read("smoke", Smoke),
        victory=_read("victory", Victory),
        hexes_by_speed=_values(movement.hexes_by_speed),
        evading_hexes=_values(movement.evading_hexes),
        helm=Helm(movement.start_free_turns, movement.free_turns, movement.turn_cost),
        radar=spotting.radar,
        gun_columns=_values(gunnery.columns),
        gun_steps=_values(gunnery.steps),
        gun_reach=gunnery.reach,
        torpedo_reach={kind: torpedo.hexes_per_distance * (len(need) - 1) for kind, need in torpedo.need.items()},
    )


def _read(name: str, shape: type[_T]) -> _T:
    return located(TABLES / f"{name}.yaml").read(shape)


def _check_sizes(spotting: Spotting) -> None:
    """Raises DataError when a row of the visual range chart lacks a size or a title."""
    source = located(TABLES / "spotting.yaml")
    problems = []
    for key, row in spotting.range.items():
        if tuple(row) != SIZES:
            problems.append(
                source.problem(f"range.{key}", f"expected hexes for sizes S, M and L; found {', '.join(row)}")
            )
        if key not in spotting.visibility:
            problems.append(source.problem(f"range.{key}", "no title: add it under visibility", at_key=True))
    if problems:
        raise DataError(problems)


def _values(chart: Chart) -> tuple[int, ...]:
    """A chart as a tuple by index; below its first row the first value holds. Raises ValueError for a null."""
    values = tuple(value for value in chart.spread() if value is not None)
    if len(values) != chart.rows[-1].last + 1:
        raise ValueError(f"chart {chart.title!r} has a row without a value; every row needs a whole number")
    return values
