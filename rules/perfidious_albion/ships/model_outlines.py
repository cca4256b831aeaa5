"""Models and bases on the table (chapter 4.1 of the house rules): their outlines, the tips of a hull."""

from __future__ import annotations

from functools import cache

from rules.kernel.inches import Path, Point, Polygon, move, offset, rectangle
from rules.perfidious_albion.records.charts import Handling
from rules.perfidious_albion.records.state import Ship, State, place


def handling(state: State, ship: Ship) -> Handling:
    """Return model, base and handling of a ship's size. Rules: PA-TAB-H4, PA-TAB-H6."""
    return state.scene.charts.movement.sizes[state.scene.cards[ship.id].size]


def model_length(state: State, ship: Ship) -> int:
    """Return the length of a ship's model in milli-inches. Rule: PA-TAB-H4."""
    return handling(state, ship).model_mils[0]


def base_size(state: State, ship: Ship) -> tuple[int, int]:
    """Return length and width of a ship's base in milli-inches; a pair stands on one of its own. Rule: PA-TAB-H4."""
    moves = state.scene.charts.movement
    return moves.pair_base_mils if ship.boats > 1 else handling(state, ship).base_mils


@cache
def _tips(heading: int, length: int) -> tuple[Point, Point]:
    return move((0, 0), heading, -(length // 2)), move((0, 0), heading, length // 2)


def tips(at: Point, heading: int, length: int) -> Path:
    """Return stern tip and bow tip of a hull whose middle is at a place. Rule: PA-TOR-H3."""
    (ax, ay), (bx, by) = _tips(heading, length)
    x, y = at
    return (ax + x, ay + y), (bx + x, by + y)


def hull_of(state: State, ship: Ship) -> Path:
    """Return stern tip and bow tip of a ship where she is."""
    return tips(place(ship), ship.heading, model_length(state, ship))


def at_rest(state: State, ship: Ship) -> Ship:
    """Return a ship with hull and trace set as for one that has not moved. Rules: PA-TOR-H3, PA-MIN-H1."""
    stern, bow = hull_of(state, ship)
    return ship.but(hull=(stern, bow), track=(stern, place(ship), bow))


@cache
def _outline(heading: int, length: int, width: int, right: int) -> Polygon:
    return rectangle(offset((0, 0), heading, 0, right), heading, length, width)


def outline_at(at: Point, heading: int, length: int, width: int, right: int = 0) -> Polygon:
    """Return a rectangle of a length and width with its middle at a place, or `right` to starboard of it."""
    x, y = at
    return tuple((px + x, py + y) for px, py in _outline(heading, length, width, right))


def base_of(state: State, ship: Ship) -> Polygon:
    """Return the outline of a ship's base where she is. Rule: PA-TAB-H4."""
    return outline_at(place(ship), ship.heading, *base_size(state, ship))


def beams(state: State, ship: Ship) -> tuple[int, ...]:
    """Return each model's offset to starboard on a base: one in the middle, or two abreast.

    Rules: PA-TAB-H4, PA-TAB-H8.
    """
    if ship.boats < 2:
        return (0,)
    aside = state.scene.charts.movement.pair_base_mils[1] // 4
    return -aside, aside


def models_at(state: State, ship: Ship, at: Point, heading: int) -> tuple[Polygon, ...]:
    """Return the outlines of the models of a ship, or of both boats of a pair, if placed there. Rule: PA-TAB-H4."""
    length, width = handling(state, ship).model_mils
    return tuple(outline_at(at, heading, length, width, right) for right in beams(state, ship))


def models_of(state: State, ship: Ship) -> tuple[Polygon, ...]:
    """Return the outlines of a ship's models where she is."""
    return models_at(state, ship, place(ship), ship.heading)
