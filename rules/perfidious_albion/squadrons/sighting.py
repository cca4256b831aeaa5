"""Sight: land in the way, visibility by day and night, burning ships, searchlights and the ships they light up."""

from __future__ import annotations

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.inches import Point, distance, distance_squared, within_reach
from rules.kernel.sight import trace_table
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.state import Battery, Ship, State, enemy_of, place
from rules.perfidious_albion.ships.conditions import LAND_KINDS
from rules.perfidious_albion.ships.pieces import Thing, inches_up, name_of, piece_name
from rules.perfidious_albion.squadrons.cohesion import can_see, is_view_blocked


def land_between(state: State, a: Point, b: Point) -> str:
    """Return the land on the straight line between two points, or ""; a grazed coast does not block.

    Land on which one of the two points lies does not count: works are on it. Rules: PA-TER-H1, PA-GUN-H25.
    """
    return _name_of_land(state, a, b) if is_view_blocked(state, a, b) else ""


@derived("terrain", "cursor")
def _name_of_land(state: State, a: Point, b: Point) -> str:
    lands = [land for land in state.terrain if land.kind in LAND_KINDS]
    sight = trace_table(a, b, (), tuple(land.shape for land in lands), ends=False)
    return lands[sight.blockers[0]].name


@derived("night", "terrain", "ships", "cursor")
def lit_up(state: State) -> dict[str, str]:
    """Return the ships lit by enemy searchlights, each with the ship whose light it is.

    One light for each of the nearest enemies. Rules: PA-3.4-2, PA-3.4-4, PA-NGT-H1, PA-NGT-H2, A-22.
    """
    found: dict[str, str] = {}
    if not state.night:
        return found
    reach = state.scene.charts.night.searchlight_mils
    for ship in state.ships.values():
        if not ship.lit or not ship.lights or ship.gone:
            continue
        here = place(ship)
        near = [
            (distance_squared(here, place(foe)), foe.id)
            for foe in state.ships.values()
            if foe.side != ship.side and not foe.gone and within_reach(here, place(foe), reach)
        ]
        near = [entry for entry in sorted(near) if not land_between(state, here, place(state.ships[entry[1]]))]
        for _, foe in near[: ship.lights]:
            found.setdefault(foe, ship.id)
    return found


def shows_light(state: State, thing: Thing) -> bool:
    """Return whether a ship or work is visible in the dark: it burns, uses a searchlight, or is lit by one.

    Rule: PA-GUN-H17.
    """
    burns = not isinstance(thing, Battery) and thing.fires > 0
    uses = isinstance(thing, Ship) and thing.lit
    return burns or uses or (isinstance(thing, Ship) and thing.id in lit_up(state))


def seen_at(state: State, thing: Thing) -> tuple[int, str]:
    """Return the distance at which a ship or work may be engaged now, and the rule.

    More at night if it burns or uses a searchlight.
    """
    reach, rule = state.visibility, "PA-GUN-H25"
    if not state.night:
        return reach, rule
    night = state.scene.charts.night
    if not isinstance(thing, Battery) and thing.fires:
        return reach + night.burning_mils, "PA-3.4-5"
    if isinstance(thing, Ship) and thing.lit:
        return reach + night.light_user_mils, "PA-3.4-6"
    if isinstance(thing, Ship) and reach < night.searchlight_mils and thing.id in lit_up(state):
        return night.searchlight_mils, "PA-NGT-H2"
    return reach, rule


def in_sight(state: State, shooter: Thing, target: Thing) -> bool:
    """Return whether a target is in sight: the quick form of `why_unseen`."""
    here, there = place(shooter), place(target)
    return within_reach(here, there, seen_at(state, target)[0]) and not is_view_blocked(state, here, there)


def why_unseen(state: State, shooter: Thing, target: Thing) -> tuple[Illegal, ...]:
    """Return what keeps a target out of sight: distance or land. Rules: PA-GUN-H25, PA-TER-H1, PA-3.4-5, PA-3.4-6."""
    here, there = place(shooter), place(target)
    who, piece = piece_name(state, name_of(target)), name_of(shooter)
    found = []
    reach, rule = seen_at(state, target)
    if not within_reach(here, there, reach):
        how = "seen" if reach == state.visibility else "engaged"
        found.append(
            Illegal(
                f"{who} is {inches_up(distance(here, there))} away and {how} to {reach // INCH} inches", rule, piece
            )
        )
    land = land_between(state, here, there)
    if land:
        found.append(Illegal(f"{piece_name(state, land)} lies between her and {who}", "PA-TER-H1", piece))
    return tuple(found)


def sees_an_enemy(state: State, ship: Ship) -> bool:
    """Return whether a ship has an enemy ship within normal visibility. Rules: PA-3.4-7, A-51."""
    foe = enemy_of(state, ship.side)
    return any(other.side == foe and not other.gone and can_see(state, ship, other) for other in state.ships.values())
