"""The numbers of the solitaire chart, read once from tables/solitaire.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from rules.kernel.datafile import DataError, source_at
from rules.kernel.record import Record

Action: TypeAlias = Literal["close", "hold", "increase", "evade", "disengage"]

TABLE = Path(__file__).parent / "tables" / "solitaire.yaml"


class Row(Record, frozen=True, forbid_unknown_fields=True):
    """One row of the chart: totals up to `last` give this action."""

    last: int
    action: Action
    title: str


class Odds(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A modifier by firepower: own to the enemy's at least, or at most, as `own` to `enemy`."""

    own: int
    enemy: int
    at_least: bool
    value: int
    label: str


class Solitaire(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The solitaire chart: rows, modifiers, detaching, and what its ships fire, launch and light."""

    die: int
    rows: tuple[Row, ...]
    damage: dict[str, int]  # ["light"]
    heavy_as_printed: int
    nations: dict[str, int]  # [navy]
    near: dict[int, int]  # [bands]
    far_from: int
    far: int
    odds: tuple[Odds, ...]
    torpedoes_from: int
    torpedoes_left: int
    torpedoes_spent: int
    run: int
    bombardment: int
    bombardment_bands: int
    detach_die: int
    detach_add: int
    detach_need: int
    detach_from_level: int
    move_need: int
    worth_base: int
    launch_need: dict[str, int]  # [navy]
    searchlight_nations: tuple[str, ...]
    searchlight_die: int
    searchlight_need: int

    def row_of(self, total: int) -> int:
        """Return the row, 0 first, that a total falls into."""
        return next(number for number, row in enumerate(self.rows) if total <= row.last)


@cache
def load_solitaire() -> Solitaire:
    """Read tables/solitaire.yaml. Raises DataError with file, line and field."""
    source = source_at(TABLE)
    chart = source.read(Solitaire)
    lasts = [row.last for row in chart.rows]
    if lasts != sorted(set(lasts)):
        raise DataError([source.problem("rows", "each row must end at a higher total than the row before")])
    return chart
