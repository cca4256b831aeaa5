"""Squadron cohesion (2.4, 3.3): who is in formation, who is detached, who acts with whom; who sees whom."""

from __future__ import annotations

from rules.kernel import inches
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.weather import land_of
from rules.perfidious_albion.records.charts import cohesion_mils
from rules.perfidious_albion.records.events import CameOutOfFormation, Rejoined
from rules.perfidious_albion.records.state import Battery, Fort, Ship, State, Target, place, works_of
from rules.perfidious_albion.ships.pieces import inches_up
from rules.perfidious_albion.squadrons.land import enters_shape

Seen = Ship | Fort | Battery | Target | inches.Point

# ---------------------------------------------------------------------- sight


def is_view_blocked(state: State, a: inches.Point, b: inches.Point) -> bool:
    """Return whether land lies between two places. Land on which one of them stands does not count. Rule: PA-TER-H1."""
    return bool(land_of(state)) and (_is_blocked(state, a, b) if a <= b else _is_blocked(state, b, a))


@derived("terrain", "cursor")
def _is_blocked(state: State, a: inches.Point, b: inches.Point) -> bool:
    return any(
        enters_shape(a, b, shape) and not inches.point_in_polygon(a, shape) and not inches.point_in_polygon(b, shape)
        for shape in land_of(state)
    )


def can_see(state: State, a: Seen, b: Seen) -> bool:
    """Return whether two pieces or places see each other: within visibility, with no land between.

    Rules: PA-2.1-24, PA-TER-H1.
    """
    here, there = (thing if isinstance(thing, tuple) else place(thing) for thing in (a, b))
    return inches.within_reach(here, there, state.visibility) and not is_view_blocked(state, here, there)


def is_flagship(state: State, ship: Ship) -> bool:
    """Return whether a ship flies her side's flag: the first ship of the flagship's squadron."""
    squadron = state.squadrons[ship.squadron]
    return squadron.flagship and squadron.ships[0] == ship.id


# ---------------------------------------------------------------------- formation


def mates_of(state: State, ship: Ship) -> list[Ship]:
    """Return the other ships of her squadron that are still in the battle."""
    return [
        mate
        for name in state.squadrons[ship.squadron].ships
        if name != ship.id and (mate := state.ships.get(name)) is not None and not mate.gone
    ]


def nearest_mate(state: State, ship: Ship) -> Ship | None:
    """Return the nearest ship of her squadron; None when she is alone. Rule: PA-2.4-3."""
    return min(mates_of(state, ship), key=lambda mate: inches.distance_squared(place(ship), place(mate)), default=None)


def in_formation(state: State, ship: Ship) -> bool:
    """Return whether a ship is within the cohesion distance of any other ship of her squadron, or is the only one left.

    Rules: PA-2.4-1, PA-2.4-2, PA-2.4-3, PA-3.3-1.
    """
    reach = cohesion_mils(ship.cq)
    mates = mates_of(state, ship)
    return not mates or any(inches.within_reach(place(ship), place(mate), reach) for mate in mates)


def mark_detached(r: Ruling) -> None:
    """Mark the detached ships at the beginning of a turn. No dice. Rules: PA-2.4-2, PA-3.3-1."""
    state: State = r.state
    ships = dict(state.ships)
    for ship in state.ships.values():
        if ship.gone:
            continue
        detached = not in_formation(state, ship)
        if detached == ship.detached:
            continue
        ships[ship.id] = ship.but(detached=detached)
        mate = nearest_mate(state, ship)
        if detached and mate is not None:
            away, limit = inches_up(inches.distance(place(ship), place(mate))), inches_up(cohesion_mils(ship.cq))
            r.note(CameOutOfFormation(rule="PA-2.4-2", ship=ship.id, away=away, limit=limit))
        else:
            r.note(Rejoined(rule="PA-2.4-3", ship=ship.id))
    r.state = state.but(ships=ships)


# ---------------------------------------------------------------------- who acts together


@derived("squadrons.side", "squadrons.ships", "ships.side", "ships.gone", "ships.detached", "forts", "batteries")
def units_of(state: State, side: str) -> tuple[str, ...]:
    """Return the units a side activates one at a time: squadrons, detached ships, forts, batteries.

    Rule: PA-SEQ-H4.
    """
    squadrons = tuple(
        key for key, squadron in state.squadrons.items() if squadron.side == side and _ships_in_formation(state, key)
    )
    alone = tuple(key for key, ship in state.ships.items() if ship.side == side and ship.detached and not ship.gone)
    return (*squadrons, *alone, *(work.id for work in works_of(state, side)))


def is_unit(state: State, side: str, unit: str) -> bool:
    """Return whether a side has a squadron with ships, a detached ship or a work of this name to activate."""
    squadron = state.squadrons.get(unit)
    if squadron is not None:
        return squadron.side == side and bool(ships_of_unit(state, unit))
    ship = state.ships.get(unit)
    if ship is not None:
        return ship.side == side and ship.detached and not ship.gone
    work = state.forts.get(unit) or state.batteries.get(unit)
    return work is not None and work.side == side and not work.gone


def ships_of_unit(state: State, unit: str) -> tuple[Ship, ...]:
    """Return the ships of a unit: a squadron's ships in formation, or one detached ship."""
    ships = state.ships
    return tuple([ships[name] for name in _ships_in_formation(state, unit)])


@derived("squadrons.ships", "ships.gone", "ships.detached")
def _ships_in_formation(state: State, unit: str) -> tuple[str, ...]:
    squadron = state.squadrons.get(unit)
    if squadron is None:
        ship = state.ships.get(unit)
        return (unit,) if ship is not None and ship.detached and not ship.gone else ()
    found = ((name, state.ships.get(name)) for name in squadron.ships)
    return tuple(name for name, ship in found if ship is not None and not ship.gone and not ship.detached)


def unit_of(ship: Ship) -> str:
    """Return the unit with which a ship acts this turn: her squadron, or herself if detached."""
    return ship.id if ship.detached else ship.squadron


def has_acted(state: State, unit: str) -> bool:
    """Return whether a squadron, detached ship, fort or battery has acted this turn."""
    if unit in state.squadrons:
        return state.squadrons[unit].acted
    thing: Ship | Fort | Battery | None = state.ships.get(unit) or state.forts.get(unit) or state.batteries.get(unit)
    return thing is None or thing.eased


def own_ship(state: State, side: str, name: str, rule: str, acting: bool = True) -> Ship | Illegal:
    """Return a side's ship on the table by name, with `acting` only of the active squadron; else why there is none.

    Rule: PA-SEQ-H4.
    """
    ship = state.ships.get(name)
    if ship is None or ship.side != side or ship.gone:
        return Illegal(f"{state.scene.names.get(side, side)} has no ship called {name!r:.40} on the table", rule)
    if acting and (not state.active or unit_of(ship) != state.active):
        words = f"{state.scene.names[ship.id]} is not active now; activate her squadron first"
        return Illegal(words, "PA-SEQ-H4", ship.id)
    return ship
