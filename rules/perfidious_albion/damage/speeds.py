"""Speed: the most a ship can run now, and how far she may change it in a move (chapter 4.4 of the house rules)."""

from __future__ import annotations

from typing import NamedTuple

from rules.perfidious_albion.damage.weather import sea_at
from rules.perfidious_albion.records.state import Ship, State, place
from rules.perfidious_albion.ships.model_outlines import handling
from rules.perfidious_albion.ships.pieces import is_listing


class Limits(NamedTuple):
    """Least and most speed units a ship may run in a move."""

    least: int
    most: int


def engine_speed(state: State, ship: Ship) -> int:
    """Return the speed a ship's engines and hull still give, in a calm: less lost rooms and funnels, less when she
    lists.

    Rules: PA-5.8-8, PA-5.8-9, PA-FLO-H6.
    """
    speed = max(0, state.scene.cards[ship.id].speed - ship.props_lost - ship.funnels_lost)
    if is_listing(state, ship):
        share, of = state.scene.charts.damage.listing_speed
        speed = speed * share // of
    return speed


def top_speed(state: State, ship: Ship) -> int:
    """Return the most a ship can run now, in the sea where she is. Rules: PA-MOV-H7, PA-5.8-9, PA-FLO-H6."""
    share, of = handling(state, ship).sea_limit[sea_at(state, place(ship))]
    return engine_speed(state, ship) * share // of


def limits(state: State, ship: Ship) -> Limits:
    """Return least and most speed of a ship's next move: near her last, never above her top speed.

    Rules: PA-MOV-H1, PA-MOV-H2, PA-MOV-H7.
    """
    how = handling(state, ship)
    most = min(top_speed(state, ship), ship.speed + how.speed_up)
    return Limits(min(max(0, ship.speed - how.slow_down), most), most)
