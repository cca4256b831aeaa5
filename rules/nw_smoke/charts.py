"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up.

The numbers that are one in both NWS games stand in the shared charts; the rules of this game that use them are
NW-GUN-H1, NW-GUN-H3 to NW-GUN-H8, NW-GUN-H10 to NW-GUN-H12, NW-GUN-H14 to NW-GUN-H16 (gunnery), NW-EV-H2 to NW-EV-H4,
NW-FRM-H1 and NW-FRM-H2 (evading, formations), NW-TOR-H1, NW-TOR-H4 to NW-TOR-H9 (torpedoes), NW-SPT-H6, NW-SPT-H12 and
NW-GUN-H9 (radar grades), NW-DMG-H1 to NW-DMG-H5, NW-DC-H1 and NW-DC-H2 (damage), NW-LOA-H1, NW-VP-H1 and NW-VP-H3.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from rules.kernel.datafile import DataError, located
from rules.kernel.record import Record
from rules.kernel.table import Chart
from rules.nws.charts import (
    Damage,
    DamageControl,
    Gunnery,
    RadarGrade,
    Torpedo,
    Victory,
    load_shared,
    values,
)

Verdict: TypeAlias = Literal["blocked", "partial", "clear"]
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
    radar_range: dict[str, int]  # [grade]; F0, no radar, is not in it
    searchlight: int
    star_from: int
    star_to: int
    star_need: int


class GunneryByHexes(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is this game's own in gunnery: range steps, reach, the sectors ahead and astern, heavy seas."""

    steps: Chart
    reach: dict[str, int]  # [gun class] -> hexes
    bow_stern_sectors: tuple[int, ...]
    heavy_seas_small_firer: int


class TorpedoByHexes(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is this game's own in torpedoes: distance, running, the sectors of a launch, what a target changed."""

    hexes_per_distance: int
    running_hexes: dict[str, int]  # [kind] -> hexes a turn
    closed_sectors: tuple[int, ...]
    moved_hexes: int
    turned_steps: int


class Smoke(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Smoke and heavy seas."""

    laid_in_phase: int
    cleared_in_phase: int
    delay_turns: int
    makers: tuple[str, ...]
    heavy_seas: dict[int, Verdict]  # [die 1..6]
    partial_spotting: int
    partial_attack: int


class Charts(Record, frozen=True, kw_only=True):
    """Every chart of the game, and the look-ups that play uses again and again.

    gunnery, torpedo, damage, victory and radar are the charts both NWS games share.
    """

    movement: Movement
    spotting: Spotting
    gunnery: Gunnery
    gunnery_by_hexes: GunneryByHexes
    torpedo: Torpedo
    torpedo_by_hexes: TorpedoByHexes
    damage: Damage
    damage_control: DamageControl
    smoke: Smoke
    victory: Victory
    hexes_by_speed: tuple[int, ...]  # [knots 0..60]
    evading_hexes: tuple[int, ...]  # [hexes ordered 0..4]
    helm: Helm
    radar: dict[str, RadarGrade]  # [grade]; F0 is not in it
    radar_range: dict[str, int]  # [grade] -> hexes
    gun_columns: tuple[int, ...]  # [firepower 0..20]; [0] is never used, such a ship cannot fire
    gun_steps: tuple[int, ...]  # [hexes 0..24]
    gun_reach: dict[str, int]  # [gun class] -> hexes
    torpedo_reach: dict[str, int]  # [kind] -> hexes


def bands(hexes: int) -> int:
    """The torpedo chart's distance: half the hexes, rounded up (NW-TOR-H1)."""
    return -(-hexes // load_charts().torpedo_by_hexes.hexes_per_distance)


@cache
def load_charts() -> Charts:
    """Read the files in tables/ and the shared charts. Raises DataError with file, line and field."""
    shared = load_shared()
    movement = _read("movement", Movement)
    spotting = _read("spotting", Spotting)
    gunnery = _read("gunnery", GunneryByHexes)
    torpedo = _read("torpedoes", TorpedoByHexes)
    _check_sizes(spotting)
    return Charts(
        movement=movement,
        spotting=spotting,
        gunnery=shared.gunnery,
        gunnery_by_hexes=gunnery,
        torpedo=shared.torpedo,
        torpedo_by_hexes=torpedo,
        damage=shared.damage,
        damage_control=shared.damage.control,
        smoke=_read("smoke", Smoke),
        victory=shared.victory,
        hexes_by_speed=values(movement.hexes_by_speed),
        evading_hexes=values(movement.evading_hexes),
        helm=Helm(movement.start_free_turns, movement.free_turns, movement.turn_cost),
        radar=shared.radar,
        radar_range=spotting.radar_range,
        gun_columns=shared.gun_columns,
        gun_steps=values(gunnery.steps),
        gun_reach=gunnery.reach,
        torpedo_reach={
            kind: torpedo.hexes_per_distance * (len(need) - 1) for kind, need in shared.torpedo.need.items()
        },
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
