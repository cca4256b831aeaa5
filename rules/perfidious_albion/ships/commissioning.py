"""Commissioning: a card becomes a ship, whole and loaded, ready to be placed on the table."""

from __future__ import annotations

from rules.kernel.inches import Point
from rules.perfidious_albion.records.state import Ship
from rules.perfidious_albion.ships.conditions import slug
from rules.perfidious_albion.ships.shipcard import ShipCard
from rules.perfidious_albion.ships.tubes import full, stock


def ship_id(name: str) -> str:
    """A ship's id: her name as one would type it."""
    return slug(name)


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
    """A ship, or a pair of boats, as she comes into the battle: whole, loaded, with her searchlights.

    `cq` 0 is the quality on her card. Rules: PA-3.4-2, PA-STK-H1, PA-STK-H2, PA-STK-H3, PA-TAB-H8.
    """
    return Ship(
        id=ship_id(name),
        side=side,
        squadron=squadron,
        cq=cq or card.default_cq,
        x=at[0],
        y=at[1],
        heading=heading % 360,
        speed=speed,
        boats=boats,
        lights=len(card.towers),
        loaded=full(card, boats),
        reloads=stock(card, boats),
    )
