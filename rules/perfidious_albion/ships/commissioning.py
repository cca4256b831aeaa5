"""Commissioning: a card becomes a ship, whole and loaded, ready to be placed on the table."""

from __future__ import annotations

from rules.kernel.inches import Point
from rules.perfidious_albion.records.charts import load_charts
from rules.perfidious_albion.records.state import Fort, Ship
from rules.perfidious_albion.ships.shipcard import FortCard, ShipCard
from rules.perfidious_albion.ships.tubes import full_load, reserve_torpedoes


def slug(name: str) -> str:
    """Return an id: a name as one would type it."""
    return name.lower().replace(" ", "-").replace("'", "").replace(".", "")


def commission(
    name: str,
    side: str,
    squadron: str,
    card: ShipCard,
    at: Point,
    heading: int,
    speed: int,
    cq: int = 0,
    boats: int = 1,
) -> Ship:
    """Return a ship, or a pair of boats, as she comes into the battle: whole, loaded, with her searchlights.

    `cq` 0 is the quality on her card. Rules: PA-3.4-2, PA-STK-H1, PA-STK-H2, PA-STK-H3, PA-TAB-H8.
    """
    return Ship(
        id=slug(name),
        side=side,
        squadron=squadron,
        cq=cq or card.default_cq,
        x=at[0],
        y=at[1],
        heading=heading % 360,
        speed=speed,
        boats=boats,
        lights=len(card.towers),
        loaded=full_load(card, boats),
        reloads=reserve_torpedoes(card, boats),
    )


def fort(key: str, name: str, side: str, card: FortCard, cq: int, at: Point, facing: int) -> Fort:
    """Return a fort as it comes into the battle: whole, its torpedo room loaded. Rules: PA-2.2-11, PA-SHO-H4."""
    charts = load_charts()
    tubes = charts.ashore.torp_room_tubes if card.torpedo_room is not None else 0
    reloads = tubes * charts.torpedoes.room_reloads
    (x, y), number = at, card.number
    return Fort(
        id=key, side=side, name=name, number=number, cq=cq, x=x, y=y, facing=facing, loaded=tubes, reloads=reloads
    )
