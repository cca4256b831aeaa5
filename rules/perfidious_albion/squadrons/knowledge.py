"""What a side may know (2.1): squadrons under markers, dummies, secret purchases, the cargo of merchants.

A squadron under a marker is one stand-in ship on the table; its ships exist only in its owner's purchases. Dummies
look the same. A marker is replaced as soon as the enemy sees it, or when a torpedo marker or another ship touches it.
"""

from __future__ import annotations

from rules.kernel import inches
from rules.kernel.flow import Illegal
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.losses import REVEALED
from rules.perfidious_albion.records.events import Revealed
from rules.perfidious_albion.records.state import (
    Purchase,
    Ship,
    Squadron,
    State,
    afloat,
    enemy_of,
    on_table,
    place,
    works_of,
)
from rules.perfidious_albion.ships.model_outlines import at_rest, base_of
from rules.perfidious_albion.ships.unit_catalogue import commission
from rules.perfidious_albion.squadrons.cohesion import can_see
from rules.perfidious_albion.squadrons.formation import place_squadron
from rules.perfidious_albion.squadrons.land import pieces_near

MARKER = "marker"  # the card of a stand-in
MARKER_NAME = "Marker"
STAND_IN = "-marker"  # ends the id of a squadron's stand-in ship
STAND_IN_SPEED = 40  # on its card; for a slower squadron the difference is lost propulsion
SOMETHING = "?"  # in a guess: stands for all the enemy has still to deploy
CLEAR_MILS = 2000  # a marker stays at least this far from other ships


# ---------------------------------------------------------------------- what a side may know


def known_state(state: State, side: str) -> State:
    """Return the position as a side knows it; applied to such a position it changes nothing. Side "" knows all.

    Hidden: what is under the enemy's markers, what he bought and has not placed, the cargo of his merchants. Rules:
    PA-2.1-30, PA-2.1-31, PA-2.1-37, PA-SET-H2.
    """
    if side not in state.scene.sides or state.outcome is not None:
        return state
    foe = enemy_of(state, side)
    changed = state
    if state.cargo_total and side == state.scene.attacker:
        changed = changed.but(ships={key: _cargo_unknown(state, ship, foe) for key, ship in state.ships.items()})
    if any(squadron.hidden and squadron.side == foe for squadron in state.squadrons.values()):
        changed = changed.but(
            squadrons={key: _as_marker(found, foe) for key, found in state.squadrons.items()},
            ships={key: _blank(ship, foe) for key, ship in changed.ships.items()},
        )
    if state.bought.get(foe) and not state.scene.options["open_forces"]:
        left = (
            (SOMETHING,) if state.waiting.get(foe) else ()
        )  # the other side sees by the turns that something is left to place
        changed = changed.but(bought={**state.bought, foe: ()}, waiting={**state.waiting, foe: left})
    if state.held_back and state.deployer == foe:
        changed = changed.but(held_back="")
    return changed


def is_stand_in(ship: Ship) -> bool:
    """Return whether a ship is the stand-in of a squadron under a marker. Rule: PA-2.1-30."""
    return ship.id.endswith(STAND_IN)


def _as_marker(squadron: Squadron, foe: str) -> Squadron:
    if squadron.side != foe or not squadron.hidden:
        return squadron
    return squadron.but(name=MARKER_NAME, flagship=False, dummy=False, patrol=False, half_lost=False)


def _blank(ship: Ship, foe: str) -> Ship:
    return ship.but(props_lost=0) if ship.side == foe and is_stand_in(ship) else ship


def _cargo_unknown(state: State, ship: Ship, foe: str) -> Ship:
    """Return an enemy merchant with her expected cargo: an equal share of all cargo at sea. Rule: PA-2.1-37."""
    if ship.side != foe or ship.gone or not state.scene.cards[ship.id].merchant:
        return ship
    carriers = sum(state.scene.cards[other.id].merchant for other in afloat(state, foe))
    left = max(0, state.cargo_total - state.cargo_exited - state.cargo_destroyed)
    return ship.but(cargo=ship.cargo_lost + left // max(1, carriers))


# ---------------------------------------------------------------------- sight


def ships_with_crews(state: State, side: str) -> list[Ship]:
    """Return a side's ships and markers afloat without dummies, which see nothing and pass on no signal.

    Rules: PA-2.1-24, PA-2.1-25, PA-2.1-30, PA-2.1-31.
    """
    return [ship for ship in afloat(state, side) if not state.squadrons[ship.squadron].dummy]


def _lookouts(state: State, side: str) -> list[inches.Point]:
    """Return what a side sees from: its ships, the markers of squadrons, its forts and batteries."""
    return [place(thing) for thing in (*works_of(state, side), *ships_with_crews(state, side))]


def sight_markers(r: Ruling) -> None:
    """Replace every marker that the enemy sees, or that something has touched, by its ships. No dice.

    All markers in sight are found before the first is replaced; the ships revealed may then see others. Rules:
    PA-2.1-30, PA-2.1-31, PA-SET-H3.
    """
    while True:
        state: State = r.state
        found = [
            squadron for squadron in state.squadrons.values() if squadron.hidden and _is_uncovered(state, squadron)
        ]
        if not found:
            return
        for squadron in found:
            _reveal(r, squadron)


def _is_uncovered(state: State, squadron: Squadron) -> bool:
    ship = state.ships[squadron.ships[0]]
    if ship.floods or ship.fires or ship.struck:
        return True
    at, base = place(ship), base_of(state, ship)
    edges = tuple(zip(base, base[1:] + base[:1], strict=True))
    for marker in state.markers.values():
        if any(inches.segment_meets_polygon(a, b, wedge) for wedge in marker.wedges for a, b in edges):
            return True
    return any(can_see(state, at, eye) for eye in _lookouts(state, enemy_of(state, squadron.side)))


def _reveal(r: Ruling, squadron: Squadron) -> None:
    """Put the models in the marker's place; remove a dummy. Rules: PA-2.1-30, PA-2.1-31."""
    state: State = r.state
    stand_in = state.ships[squadron.ships[0]]
    gone = stand_in.but(gone=REVEALED, fires=0)
    found: list[Ship] = []
    if not squadron.dummy:
        found = place_squadron(
            state, embarked_ships(state, squadron.id), place(stand_in), stand_in.heading, (stand_in.id,)
        )
        found = [at_rest(state, _after_run(ship, stand_in)) for ship in found]
        found[:1] = [ship.but(floods=stand_in.floods, fires=stand_in.fires) for ship in found[:1]]  # none in a guess
    shown = squadron.but(hidden=False, dummy=False, ships=tuple(ship.id for ship in found))
    r.state = state.but(
        ships={**state.ships, gone.id: gone, **{ship.id: ship for ship in found}},
        squadrons={**state.squadrons, squadron.id: shown},
    )
    rule = "PA-2.1-31" if squadron.dummy else "PA-2.1-30"
    r.note(Revealed(rule=rule, side=squadron.side, squadron=squadron.id, dummy=squadron.dummy))
    r.reveal("a marker")


def _after_run(ship: Ship, stand_in: Ship) -> Ship:
    return ship.but(speed=stand_in.speed, moved=stand_in.moved, turned=stand_in.turned, stopped=stand_in.stopped)


def purchases_in(state: State, squadron_id: str) -> list[Purchase]:
    """Return the purchases of a squadron on the table, in order."""
    return [found for bought in state.bought.values() for found in bought if found.at == squadron_id and found.id]


def embarked_ships(state: State, squadron_id: str) -> list[Ship]:
    """Return the ships bought for a squadron on the table, undamaged and laden, all at one place. Rule: PA-2.1-36."""
    side = state.squadrons[squadron_id].side
    found = []
    for item in purchases_in(state, squadron_id):
        card = state.scene.cards[item.id]
        ship = commission(item.id, side, squadron_id, card, (0, 0), 0, 0, item.quality, item.count)
        found.append(ship.but(id=item.id, cargo=item.cargo))
    return found


# ---------------------------------------------------------------------- how a marker may move


def marker_bars(state: State, ship: Ship, track: inches.Path) -> tuple[Illegal, ...]:
    """Return why the marker of a hidden squadron may not run along a track.

    It may meet no land, shoals, mines, torpedoes or ships, nothing that would require a test, and may not leave the
    table. Empty for models. Rules: PA-SET-H3, PA-2.1-30.
    """
    if not is_stand_in(ship):
        return ()
    legs = tuple(zip(track, track[1:], strict=False)) or ((track[0], track[0]),)
    reasons = []
    if not on_table(state, *track):
        reasons.append("leave the table")
    lands = pieces_near(tuple(piece.shape for piece in state.terrain), track[0], sum(_span(leg) for leg in legs))
    if any(inches.segment_meets_polygon(a, b, shape) for shape in lands for a, b in legs):
        reasons.append("cross land or foul ground")
    for field in state.fields.values():
        if any(inches.segment_meets_circle(a, b, ((field.x, field.y), field.radius)) for a, b in legs):
            reasons.append(f"cross {state.scene.names.get(field.id, 'a minefield')}")
    wedges = [wedge for marker in state.markers.values() for wedge in marker.wedges]
    if any(inches.segment_meets_polygon(a, b, wedge) for wedge in wedges for a, b in legs):
        reasons.append("cross a torpedo marker")
    here = place(ship)
    west, east = min(x for x, _ in track) - CLEAR_MILS, max(x for x, _ in track) + CLEAR_MILS
    north, south = min(y for _, y in track) - CLEAR_MILS, max(y for _, y in track) + CLEAR_MILS
    others = [place(other) for other in afloat(state) if west <= other.x <= east and north <= other.y <= south]
    others = [other for other in others if not inches.within_reach(here, other, CLEAR_MILS)]  # herself among them
    if any(_near(a, b, other) for other in others for a, b in legs):
        reasons.append("pass within 2 inches of another ship")
    return tuple(Illegal(f"a marker may not {what}; show the squadron first", "PA-SET-H3", ship.id) for what in reasons)


def _span(leg: tuple[inches.Point, inches.Point]) -> int:
    """Return an upper bound of a leg's length."""
    (ax, ay), (bx, by) = leg
    return abs(bx - ax) + abs(by - ay)


def _near(a: inches.Point, b: inches.Point, at: inches.Point) -> bool:
    numerator, denominator = inches.segment_distance_squared(at, a, b)
    return numerator < CLEAR_MILS * CLEAR_MILS * denominator
