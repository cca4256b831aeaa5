"""Weather: the sea where a ship is, and storms that swamp her (4.1 of the sheet)."""

from __future__ import annotations

from rules.kernel.derived import derived
from rules.kernel.inches import Point, Polygon, edges, point_in_polygon, segment_distance_squared
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.flooding import take_floods
from rules.perfidious_albion.records.charts import STORM, calmer_sea
from rules.perfidious_albion.records.events import RodeOut, Swamped
from rules.perfidious_albion.records.state import Ship, State, place
from rules.perfidious_albion.ships.conditions import LAND_KINDS
from rules.perfidious_albion.ships.crew import crew_test


@derived("terrain")
def land_of(state: State) -> tuple[Polygon, ...]:
    """Return the land on the table: islands, peninsulas, coastlines. Rule: PA-TER-H1."""
    return tuple(piece.shape for piece in state.terrain if piece.kind in LAND_KINDS)


def sea_at(state: State, at: Point) -> str:
    """Return the sea at a place: one grade calmer within 30 inches of land. Rule: PA-2.1-13."""
    return state.sea if state.sea == state.scene.charts.weather.grades[0] else _sea(state, at)


@derived("sea", "terrain", "cursor")
def _sea(state: State, at: Point) -> str:
    return calmer_sea(state.sea) if _is_calm_here(state, at) else state.sea


def _is_calm_here(state: State, at: Point) -> bool:
    land = land_of(state)
    if state.scene.options["calm_everywhere"]:
        return bool(land)
    return near_land(land, at, state.scene.charts.weather.land_calming_mils)


def near_land(land: tuple[Polygon, ...], at: Point, reach: int) -> bool:
    """Return whether land is at most `reach` milli-inches from a place; exact."""
    for shape in land:
        if point_in_polygon(at, shape):
            return True
        for a, b in edges(shape):
            numerator, denominator = segment_distance_squared(at, a, b)
            if numerator <= reach * reach * denominator:
                return True
    return False


def in_danger(state: State, ship: Ship) -> bool:
    """Return whether a storm may swamp a ship: bow at level 4, unstable also at level 3. Rules: PA-4.1-1, PA-4.1-5."""
    card, weather = state.scene.cards[ship.id], state.scene.charts.weather
    low = card.bow_level in weather.swamp_bow_unstable if card.unstable else card.bow_level == weather.swamp_bow
    return low and sea_at(state, place(ship)) == STORM


def storm_test(r: Ruling, ship_id: str) -> None:
    """Roll a D6 before a low ship moves in a storm; on a 6 she takes a Crew Test, and a failure floods her.

    Rolls one D6, and another on a 6. Rules: PA-4.1-1, PA-4.1-2, PA-4.1-3, PA-4.1-4, PA-4.1-5.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    if not in_danger(state, ship):
        return
    need = state.scene.charts.weather.swamp_die

    def says(total: int) -> str:
        return "takes in water" if total >= need else "takes in no water"

    rolled = r.roll(f"{state.scene.names[ship_id]} in the storm", 1, 6, "PA-4.1-1", target=need, says=says)
    if rolled.total < need:
        return
    missed = crew_test(r, state, ship, "keep the sea out", "PA-4.1-2")
    if missed <= 0:
        r.note(RodeOut(rule="PA-4.1-2", ship=ship_id))
        return
    r.note(Swamped(rule="PA-4.1-3", ship=ship_id, floods=missed))
    take_floods(r, ship_id, missed, "PA-4.1-3", "swamped by the storm")
