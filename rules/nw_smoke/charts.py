"""The charts: every number of the rules, read once from tables/*.yaml and laid out for quick look-up.

Numbers that are equal in both NWS games are in the shared charts; the rules of this game that use them are
NW-GUN-H1, NW-GUN-H3 to NW-GUN-H8, NW-GUN-H10 to NW-GUN-H12, NW-GUN-H14 to NW-GUN-H16 (gunnery), NW-EV-H2 to NW-EV-H4,
NW-FRM-H1 and NW-FRM-H2 (evading, formations), NW-TOR-H1, NW-TOR-H4 to NW-TOR-H9 (torpedoes), NW-SPT-H6, NW-SPT-H12 and
NW-GUN-H9 (radar grades), NW-DMG-H1 to NW-DMG-H5, NW-DC-H1 and NW-DC-H2 (damage), NW-LOA-H1, NW-VP-H1 and NW-VP-H3.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.kernel.table import Chart
from rules.nws import charts as nws
from rules.nws.charts import Sighting, chart_values, check_sizes, load_shared

Verdict: TypeAlias = Literal["blocked", "partial", "clear"]
_T = TypeVar("_T", bound=Record)

TABLES = Path(__file__).parent / "tables"


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
    yards_per_hex: int


class Spotting(Sighting, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Eyes, radar, searchlights and star shell, in hexes. What lookouts, gun flashes and fires add counts by night."""

    always_within: int


class GunneryByHexes(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Gunnery numbers of this game only: range steps, gun ranges, the sectors ahead and astern, heavy seas."""

    steps: Chart
    reach: dict[str, int]  # [gun class] -> hexes
    bow_stern_sectors: tuple[int, ...]
    heavy_seas_small_firer: int


class TorpedoByHexes(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Torpedo numbers of this game only: distance, running time, launch sectors, changes of the target."""

    hexes_per_distance: int
    running_hexes: dict[str, int]  # [kind] -> hexes a turn
    closed_sectors: tuple[int, ...]
    moved_hexes: int
    turned_steps: int


class Smoke(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Smoke and heavy seas."""

    makers: tuple[str, ...]
    heavy_seas: dict[int, Verdict]  # [die 1..6]
    partial_spotting: int
    partial_attack: int


class Charts(nws.Charts, frozen=True, kw_only=True):
    """Every chart of the game, and the look-ups that play uses again and again.

    radar_range, gun_reach and torpedo_reach are in hexes; gun_steps goes by hexes 0..24.
    """

    movement: Movement
    spotting: Spotting
    gunnery_by_hexes: GunneryByHexes
    torpedo_by_hexes: TorpedoByHexes
    smoke: Smoke
    hexes_by_speed: tuple[int, ...]  # [knots 0..60]
    evading_hexes: tuple[int, ...]  # [hexes ordered 0..4]
    helm: Helm


def bands(hexes: int) -> int:
    """Return the torpedo chart's distance: half the hexes, rounded up (NW-TOR-H1)."""
    return -(-hexes // load_charts().torpedo_by_hexes.hexes_per_distance)


@cache
def load_charts() -> Charts:
    """Read the files in tables/ and the shared charts. Raises DataError with file, line and field."""
    shared = load_shared()
    movement = _read("movement", Movement)
    spotting = _read("spotting", Spotting)
    gunnery = _read("gunnery", GunneryByHexes)
    torpedo = _read("torpedoes", TorpedoByHexes)
    check_sizes(source_at(TABLES / "spotting.yaml"), spotting, "hexes")
    return Charts(
        **shared.everything(),
        movement=movement,
        spotting=spotting,
        gunnery_by_hexes=gunnery,
        torpedo_by_hexes=torpedo,
        smoke=_read("smoke", Smoke),
        hexes_by_speed=chart_values(movement.hexes_by_speed),
        evading_hexes=chart_values(movement.evading_hexes),
        helm=Helm(movement.start_free_turns, movement.free_turns, movement.turn_cost),
        radar_range=spotting.radar_range,
        gun_steps=chart_values(gunnery.steps),
        gun_reach=gunnery.reach,
        torpedo_reach={
            kind: torpedo.hexes_per_distance * (len(need) - 1) for kind, need in shared.torpedo.need.items()
        },
    )


def _read(name: str, shape: type[_T]) -> _T:
    return source_at(TABLES / f"{name}.yaml").read(shape)
