"""Arcs of fire: which boxes bear on a point, and whether a point lies on the bow or the stern line of a ship."""

from __future__ import annotations

from functools import lru_cache

from rules.kernel.inches import Point, in_arc, in_relative_arc
from rules.perfidious_albion.records.charts import arcs_of, load_charts
from rules.perfidious_albion.records.state import Battery, Ship, place
from rules.perfidious_albion.ships.grids import Box

BOW, STERN = "bow", "stern"


def box_bears(ship: Ship, box: Box, there: Point) -> bool:
    """Return whether the guns of a box bear on a point: the edges of an arc belong to it.

    Rules: PA-GUN-H22, PA-GUN-H23.
    """
    assert box.guns is not None
    return _bears(place(ship), ship.heading, box.guns.arc, box.section, there)


@lru_cache(maxsize=8192)
def _bears(here: Point, heading: int, arc: str, section: int, there: Point) -> bool:
    return any(in_relative_arc(here, heading, *edges, there) for edges in arcs_of(arc, section))


def battery_bears(battery: Battery, there: Point) -> bool:
    """Return whether a point lies within the arc of a battery, 45 degrees either side. Rule: PA-2.2-4."""
    arc = load_charts().ashore.battery_arc
    return in_arc(place(battery), battery.facing - arc, battery.facing + arc, there)


def rake(target: Ship, firer: Point) -> str:
    """Return bow or stern when the firer lies within 30 degrees of that line of the target, else nothing. Rule:
    PA-HIT-H2.
    """
    degrees = load_charts().gunnery.rake_degrees
    here = place(target)
    if in_relative_arc(here, target.heading, -degrees, degrees, firer):
        return BOW
    if in_relative_arc(here, target.heading, 180 - degrees, 180 + degrees, firer):
        return STERN
    return ""
