"""Rating a ship: the publisher's formulas for Size and armour, for new ships."""

from __future__ import annotations

from functools import cache

from rules.kernel.datafile import source_at
from rules.kernel.record import Record
from rules.kernel.table import Chart
from rules.quickfire.charts import QUARTER, TABLES


class Formulas(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """tables/ships.yaml: Size by tons, armour by vitals and upperworks."""

    tons_per_point: int
    whole_points_from: int
    quarters_below: tuple[tuple[int, int], ...]  # (tons, quarters of Size below that)
    large_tons: int
    completed_before: int
    old_ship: int
    vitals: Chart
    upperworks: Chart
    base: tuple[tuple[int, int], ...]  # [base] -> heavy, light armour in half points


@cache
def load_formulas() -> Formulas:
    """Read tables/ships.yaml. Raises DataError."""
    return source_at(TABLES / "ships.yaml").read(Formulas)


def size_quarters_of(tons: int, completed: int) -> int:
    """Return Size in quarters of a point by displacement and year of completion. Rules: QF-SHIP-2."""
    rule = load_formulas()
    if tons < rule.whole_points_from:
        return next(quarters for below, quarters in rule.quarters_below if tons < below)
    points = (2 * tons + rule.tons_per_point) // (2 * rule.tons_per_point)
    old = rule.old_ship if tons > rule.large_tons and completed < rule.completed_before else 0
    return (points + old) * QUARTER


def armour_base(vitals: int, upperworks: int) -> int:
    """Return the armour base 0..11 of values for vitals (0..19) and upperworks (0..17). Rules: QF-SHIP-3."""
    rule = load_formulas()
    return (rule.vitals[vitals] or 0) + (rule.upperworks[upperworks] or 0)


def armour_of(base: int) -> tuple[int, int]:
    """Return heavy and light armour, in half points, of an armour base. Rules: QF-SHIP-3."""
    return load_formulas().base[base]
