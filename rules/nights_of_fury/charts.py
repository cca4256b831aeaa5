"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up.

Numbers that are equal in both NWS games are in the shared charts; the rules of this game that use them are
NoF-GUN-1 to NoF-GUN-3, NoF-GUN-6, NoF-GUN-H1, NoF-GUN-H3 to NoF-GUN-H13 (gunnery), NoF-EV-H2 to NoF-EV-H4,
NoF-FRM-H1 and NoF-FRM-H3 (evading, formations), NoF-TOR-H1, NoF-TOR-H2, NoF-TOR-H4 to NoF-TOR-H8 (torpedoes),
NoF-SPT-H6 (radar grades), NoF-DMG-H1 to NoF-DMG-H5, NoF-DC-1 to NoF-DC-4, NoF-DC-H1 (damage), NoF-LOA-H1,
NoF-VP-2 to NoF-VP-8 and NoF-VP-H1.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.kernel.table import Chart
from rules.nws import charts as nws
from rules.nws.charts import FiveLevels, Ratio, Sighting, chart_values, check_sizes, load_shared

_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"


class Movement(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Divisions, the order of play and the Movement Table: one d6, the need or more moves a division one band."""

    order_die: int  # NoF-PH-H2
    need: Chart  # by the knots of the slowest able ship; 1 needs no die, None cannot move
    die: int
    echelon: int  # added to the need
    bands: int
    yards_per_band: int
    division_ships: int
    home: dict[str, int]  # [side] -> the band of its flag
    smoke_makers: tuple[str, ...]  # ship types


class Spotting(Sighting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Eyes, radar, searchlights and star shell, in bands."""

    smoke: int  # added to the visual range to and from a division that makes smoke
    beyond: int  # bands beyond the range at which a division may still be sighted ...
    beyond_need: int  # ... on this or more on one d6


class Islands(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Islands: whether and where one stands in a battle of the campaign, and what it does to radar.

    In an Interception or a Meeting Engagement there is none (NoF-ISL-1, NoF-ISL-2). In a bombardment Guadalcanal stands
    at its end with Henderson Field on it, and the United States start a band further (NoF-START-3, NoF-START-5).
    """

    names: dict[str, str]  # [savo, florida, guadalcanal] -> name
    chance: dict[str, int]  # [battle type] -> an island on this or less; 0 never, and no die
    band: dict[int, int]  # [die 1..6] -> its band
    which: dict[int, str]  # [die 1..6] -> savo or florida
    guadalcanal_band: int
    bombardment_start: dict[str, int]  # [side] -> band, where it differs from the flag's, when Guadalcanal stands
    contact: int  # added to the number radar needs at a division in an island's band
    targeting_grades: int  # grades by which radar counts lower as gun radar past an island


class GunneryByBands(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gunnery numbers of this game only: range steps, gun ranges, smoke."""

    steps: Chart  # by bands
    reach: dict[str, int]  # [gun class] -> bands
    land_reach: dict[str, int]  # [gun class] -> bands, at a land target
    target_smoking: int
    firer_smoking: int


class TorpedoByBands(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Torpedo numbers of this game only: when a salvo arrives."""

    arrival: Chart  # by bands at launch: turns later


class DamageByChart(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Damage numbers of this game only: reductions without the cards' lines, fires ashore."""

    firepower_percent: FiveLevels  # [damage level]
    speed_percent: FiveLevels
    land_fire_out: int  # on this or less on one d6


class Bonus(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points for each ship of a side that leaves the chart at a band in a mission.

    A type on none of the lines earns nothing, as destroyers in a bombardment (NoF-CAM-2). The lines `added` are those
    that the sheet changed: without them the earlier ones hold (NoF-BASE-5, NoF-BASE-H3).
    """

    rule: str
    missions: tuple[str, ...]
    side: str
    band: int
    types: tuple[str, ...]
    loaded: bool = False  # only loaded ships
    points: int
    added: bool = False  # only with the bonus lines as amended (option new_bonuses)


class Points(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Point values of this game only: land targets, and ships that leave the chart at the right end."""

    land_shares: dict[str, Ratio]  # of a land target's point value: (numerator, denominator)
    bonuses: tuple[Bonus, ...]


class Charts(nws.Charts, frozen=True, kw_only=True):
    """Every chart of the game, and the look-ups that play uses again and again.

    radar_range, gun_reach and torpedo_reach are in bands; gun_steps goes by bands 0..9.
    """

    movement: Movement
    spotting: Spotting
    islands: Islands
    gunnery_by_bands: GunneryByBands
    damage_by_chart: DamageByChart
    points: Points
    move_need: tuple[int | None, ...]  # [knots 0..60]; 1 needs no die, None cannot move
    land_reach: dict[str, int]  # [gun class] -> bands, at a land target
    arrival: tuple[int, ...]  # [bands 0..9] -> turns later


@cache
def load_charts() -> Charts:
    """Read the files in tables/ and the shared charts. Raises DataError with file, line and field."""
    shared = load_shared()
    movement = _read("movement", Movement)
    spotting = _read("spotting", Spotting)
    gunnery = _read("gunnery", GunneryByBands)
    torpedo = _read("torpedoes", TorpedoByBands)
    check_sizes(source_at(TABLES / "spotting.yaml"), spotting, "bands")
    return Charts(
        **shared.everything(),
        movement=movement,
        spotting=spotting,
        islands=_read("islands", Islands),
        gunnery_by_bands=gunnery,
        damage_by_chart=_read("damage", DamageByChart),
        points=_read("victory", Points),
        move_need=movement.need.spread(),
        radar_range=spotting.radar_range,
        gun_steps=chart_values(gunnery.steps),
        gun_reach=gunnery.reach,
        land_reach=gunnery.land_reach,
        torpedo_reach={kind: len(need) - 1 for kind, need in shared.torpedo.need.items()},
        arrival=chart_values(torpedo.arrival),
    )


def _read(name: str, shape: type[_T]) -> _T:
    return source_at(TABLES / f"{name}.yaml").read(shape)
