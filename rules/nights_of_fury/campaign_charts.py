"""The numbers of the campaign, read once from tables/campaign.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rules.kernel.datafile import DataError, source_at
from rules.kernel.record import Record

TABLE = Path(__file__).parent / "tables" / "campaign.yaml"


class Kind(Record, frozen=True, forbid_unknown_fields=True):
    """What a code of the force table stands for: a type of ship, its group, its name for one and for many."""

    type: str
    group: str
    one: str
    many: str


class Group(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A group of ships that sails together: its names, its tag, and the traits of its divisions."""

    IJN: str
    USN: str
    tag: str
    traits: tuple[str, ...]


class RadarBonus(Record, frozen=True, forbid_unknown_fields=True):
    """Added to the roll for contact when a ship of a side carries a radar grade."""

    grade: str
    side: str
    value: int


class SlowBonus(Record, frozen=True, forbid_unknown_fields=True):
    """Added to the roll for contact when ships of a kind sail."""

    code: str
    value: int


class NotBefore(Record, frozen=True, forbid_unknown_fields=True):
    """A row of the force table that counts from a month on; before it, another one does."""

    force: str
    die: int
    month: str
    instead: int


class CampaignCharts(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Missions, battles, contact, weather, forces, divisions, unopposed rounds, dawn and repair."""

    months: tuple[str, ...]
    mission_die: int
    missions: dict[str, dict[int, str]]  # [side][die]
    mission_titles: dict[str, str]
    battles: dict[str, dict[str, str]]  # [Japanese mission][United States mission]
    battle_titles: dict[str, str]
    contact_die: int
    contact_need: int
    contact_radar: RadarBonus
    contact_slow: SlowBonus
    visibility_die: int
    visibility: dict[int, str]  # [die]
    force_die: int
    kinds: dict[str, Kind]  # [code]
    forces: dict[str, dict[int, dict[str, int]]]  # [force][die][code] -> ships
    force_of: dict[str, dict[str, str]]  # [side][mission] -> force
    not_before: tuple[NotBefore, ...]
    groups: dict[str, Group]
    bombardment_groups: tuple[str, ...]
    turns: int
    turns_with_transports: int
    unopposed_run_die: int
    unopposed_run_each: int
    unopposed_transports: int
    unopposed_transport_each: int
    unopposed_phases: int
    unopposed_bands: int
    field: str
    dawn_die: int
    dawn_below: int
    dawn_from_level: int
    dawn_left_at: int
    dawn_flotation: dict[int, int]  # [die]
    repair_rounds: dict[int, int]  # [damage level]
    field_recovers: int


@cache
def load_campaign() -> CampaignCharts:
    """Read tables/campaign.yaml. Raises DataError with file, line and field."""
    source = source_at(TABLE)
    charts = source.read(CampaignCharts)
    problems = [
        source.problem(f"kinds.{code}.group", f"expected one of {', '.join(charts.groups)}")
        for code, kind in charts.kinds.items()
        if kind.group not in charts.groups
    ]
    problems += [
        source.problem(("forces", force, str(die)), f"unknown kinds of ships: {', '.join(strange)}")
        for force, rows in charts.forces.items()
        for die, row in rows.items()
        if (strange := [code for code in row if code not in charts.kinds])
    ]
    if problems:
        raise DataError(problems)
    return charts
