"""Formations: the ships' places when a squadron is placed or revealed: line ahead, in several columns if necessary."""

from __future__ import annotations

from rules.kernel.inches import Point, Polygon, bounds, bounds_touch, convex_meet, offset, polygons_meet
from rules.perfidious_albion.damage.weather import land_of
from rules.perfidious_albion.records.state import Ship, State, afloat, on_table
from rules.perfidious_albion.ships.model_outlines import base_of

IN_LINE, IN_COLUMNS = 8, 4  # ships of a column: at sea, and in a convoy's box
COLUMN_MILS = 2000  # from column to column
SHAPES = (8, 4, 3, 2, 1)  # ships in a column, in the order a revealed squadron tries them


def stations(lead: Point, heading: int, count: int, spacing: int, column: int) -> list[Point]:
    """Return the places of `count` ships.

    The first at `lead`, the others astern of her, further columns to starboard.
    """
    return [
        offset(lead, heading, -spacing * (number % column), COLUMN_MILS * (number // column)) for number in range(count)
    ]


def draw_up(state: State, ships: list[Ship], lead: Point, heading: int, column: int = IN_LINE) -> list[Ship]:
    """Return the ships of a squadron at their stations, on one heading."""
    spacing = state.scene.charts.movement.spacing_mils
    places = stations(lead, heading, len(ships), spacing, column)
    return [ship.but(x=x, y=y, heading=heading % 360) for ship, (x, y) in zip(ships, places, strict=True)]


def on_land(state: State, shape: Polygon) -> bool:
    """Return whether an outline touches land."""
    here = bounds(shape)
    return any(bounds_touch(here, bounds(land)) and polygons_meet(shape, land) for land in land_of(state))


def overlapping_ship(state: State, ship: Ship, others: list[Ship]) -> Ship | None:
    """Return the first other ship whose base the ship's base would touch."""
    base = base_of(state, ship)
    reach = 4000
    for other in others:
        if abs(other.x - ship.x) < reach and abs(other.y - ship.y) < reach and convex_meet(base, base_of(state, other)):
            return other
    return None


def count_misplaced(state: State, ships: list[Ship], but: tuple[str, ...] = ()) -> int:
    """Return how many of the ships would be off the table, on land or on another's base; `but` are ignored."""
    others = [ship for ship in afloat(state) if ship.id not in but]
    found = 0
    for ship in ships:
        base = base_of(state, ship)
        found += not on_table(state, *base) or on_land(state, base) or overlapping_ship(state, ship, others) is not None
    return found


def place_squadron(
    state: State, ships: list[Ship], lead: Point, heading: int, ignore: tuple[str, ...] = ()
) -> list[Ship]:
    """Return the squadron drawn up at its marker, in the first formation that fits, else in the one that fits best.

    No ship is left off the table. Rule: PA-2.1-30.
    """
    best, least = ships, len(ships) + 1
    for column in SHAPES:
        for mirrored in (False, True):
            drawn = draw_up(state, ships, lead, heading, column)
            drawn = [_mirror(ship, lead, heading) for ship in drawn] if mirrored else drawn
            count = count_misplaced(state, drawn, ignore)
            if count < least:
                best, least = drawn, count
            if not least:
                return best
    margin = 1000
    width, height = state.scene.width, state.scene.height
    return [
        ship.but(x=max(margin, min(width - margin, ship.x)), y=max(margin, min(height - margin, ship.y)))
        for ship in best
    ]


def _mirror(ship: Ship, lead: Point, heading: int) -> Ship:
    """Return a ship's station if further columns are to port."""
    dx, dy = ship.x - lead[0], ship.y - lead[1]
    ahead_x, ahead_y = offset((0, 0), heading, 1000, 0)
    along = (dx * ahead_x + dy * ahead_y) // 1000
    across = (-dx * ahead_y + dy * ahead_x) // 1000
    x, y = offset(lead, heading, along, -across)
    return ship.but(x=x, y=y)
