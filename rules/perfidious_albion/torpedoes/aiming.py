"""Where a torpedo marker may be laid: launch points and bearings of every kind of tube, and the enemies it may hit.

Bearings are whole degrees clockwise from north; relative ones clockwise from the bow.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel import inches
from rules.perfidious_albion.records.state import Fort, Ship, State, place
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.grids import SECTIONS, Tube
from rules.perfidious_albion.ships.model_outlines import base_size, model_length, models_of

LYING = (  # what a launch depends on besides the tubes
    "ships.side", "ships.gone", "ships.x", "ships.y", "ships.heading", "ships.speed", "ships.stopped",
    "ships.boats", "ships.struck", "ships.squadron", "squadrons.deployed", "terrain",
)  # fmt: skip
STARBOARD_BEAM, PORT_BEAM = 90, 270
STEP = 15  # degrees between offered bearings
MOST_BEARINGS = 6
SPURT = 4  # speed units by which an enemy is expected to speed up
MARGIN = 1500  # milli-inches: half a ship and a little
ENDS = (2, 9)  # sections abreast of which a trainable mount is offered besides its own
NEAR_MISS = 3000  # milli-inches: a marker is worth laying if an enemy comes this near to its middle line


def relative(ship: Ship, towards: int) -> int:
    """Return a bearing clockwise from the bow, 0..359."""
    return (towards - ship.heading) % 360


def off_beam(ship: Ship, towards: int) -> int:
    """Return degrees between a bearing and the nearer perpendicular to the hull."""
    turned = relative(ship, towards)
    return min(abs(turned - STARBOARD_BEAM), abs(turned - PORT_BEAM), abs(turned - PORT_BEAM + 360))


def can_bear(state: State, ship: Ship, tube: Tube, towards: int) -> bool:
    """Return whether a mount can launch along a bearing. Rules: PA-6.1-3, PA-6.1-4, PA-6.1-5, PA-TOR-H2."""
    if state.scene.cards[ship.id].torpedo_craft:
        return True
    if tube.arc == tubes.TRAINABLE:
        return off_beam(ship, towards) <= state.scene.charts.torpedoes.trainable_degrees
    return towards in fixed_bearings(ship, tube)


def is_trainable(state: State, ship: Ship, tube: Tube) -> bool:
    """Return whether a mount may lay its marker anywhere along the side: a trainable one of a larger ship.

    Rule: PA-6.1-4.
    """
    return tube.arc == tubes.TRAINABLE and not state.scene.cards[ship.id].torpedo_craft


def fixed_bearings(ship: Ship, tube: Tube) -> tuple[int, ...]:
    """Return the bearings of fixed tubes: starboard and port beam, ahead, or astern. Rule: PA-6.1-3."""
    turns = {tubes.BROADSIDE: (STARBOARD_BEAM, PORT_BEAM), tubes.AHEAD: (0,), tubes.ASTERN: (180,)}[tube.arc]
    return tuple((ship.heading + turn) % 360 for turn in turns)


def key_towards(ship: Ship, tube: Tube, towards: int) -> str:
    """Return the name in `loaded` of the tube that launches along a bearing: in a broadside room, on that side."""
    if tube.arc != tubes.BROADSIDE:
        return tube.key
    return tube.key + ("S" if relative(ship, towards) < 180 else "P")


def launch_point(state: State, ship: Ship, tube: Tube, towards: int, along: int = 0) -> inches.Point:
    """Return the middle of the narrow end: at the base's edge, or for boats at the model.

    `along`: the section abreast of which a trainable mount lays its marker; 0: its own.
    Rules: PA-6.1-2, PA-6.1-4, PA-6.1-6, PA-TOR-H2.
    """
    if state.scene.cards[ship.id].torpedo_craft:
        return boat_point(state, (ship,), towards)
    length, width = base_size(state, ship)
    if tube.arc in (tubes.AHEAD, tubes.ASTERN):
        return inches.move(place(ship), ship.heading, length // 2 if tube.arc == tubes.AHEAD else -(length // 2))
    hull = model_length(state, ship)
    ahead = hull // 2 - hull * (2 * (along or tube.section) - 1) // (2 * SECTIONS)
    half = state.scene.charts.torpedoes.marker_narrow_mils // 2
    right = (
        width // 2 + half * inches.sine(off_beam(ship, towards)) // inches.SCALE
    )  # so that no corner of the marker lies on the ship
    return inches.offset(place(ship), ship.heading, ahead, right if relative(ship, towards) < 180 else -right)


def boat_point(state: State, boats: tuple[Ship, ...], towards: int) -> inches.Point:
    """Return the middle of the foremost narrow end across a bearing that still touches each boat, or one of each pair.

    Rules: PA-6.1-6, PA-TOR-H2.
    """
    x, y = (sum(place(boat)[axis] for boat in boats) // len(boats) for axis in (0, 1))
    foremost = min(max(_reach(model, (x, y), towards) for model in models_of(state, boat)) for boat in boats)
    return inches.offset(
        (x, y), towards, foremost - 2, 0
    )  # two milli-inches inside the model, so that rounding leaves no gap


def _reach(model: inches.Polygon, start: inches.Point, towards: int) -> int:
    """Return how far along a bearing from a point a model reaches, rounded down."""
    east, south = inches.direction(towards)
    return max((east * (x - start[0]) + south * (y - start[1])) // inches.SCALE for x, y in model)


# ---------------------------------------------------------------------- targets


def run_of(ship: Ship) -> int:
    """Return how far a ship is expected to move this turn, in milli-inches."""
    return 0 if ship.stopped in ("drifting", "aground") else (ship.speed + SPURT) * 500


def enemies(state: State, side: str) -> Iterator[Ship]:
    """Yield the enemy ships on the table."""
    for ship in state.ships.values():
        squadron = state.squadrons.get(ship.squadron)
        if ship.side != side and not ship.gone and (squadron is None or squadron.deployed):
            yield ship


def reach_of(state: State, kind: str) -> int:
    """Return how far torpedoes of a kind run, second turn included, in milli-inches."""
    weapon = state.scene.charts.torpedoes.weapons[kind]
    return weapon.reach_mils * weapon.turns


def may_meet(state: State, side: str, start: inches.Point, towards: int, kind: str) -> bool:
    """Return whether a marker laid here is worth offering: an enemy who holds her course would come near it."""
    reach = reach_of(state, kind)
    far = inches.move(start, towards, reach)
    return any(
        inches.segment_meets_circle(start, far, (ahead_of(foe, part), NEAR_MISS))
        for foe in enemies(state, side)
        if inches.within_reach(start, place(foe), reach + run_of(foe) + NEAR_MISS)
        for part in (0, 1, 2)
    )


def ahead_of(foe: Ship, part: int) -> inches.Point:
    """Return where a ship is now, half way through the turn, or at its end (part 0, 1, 2) if she holds course and
    speed.
    """
    run = 0 if foe.stopped in ("drifting", "aground") else foe.speed * 500
    return inches.move(place(foe), foe.heading, run * part // 2)


def lead_bearings(state: State, thing: Ship | Fort, kind: str) -> tuple[int, ...]:
    """Return bearings, in steps of 15 degrees, towards enemies in reach, now and later this turn, nearest first."""
    reach, here = reach_of(state, kind), place(thing)
    found: dict[int, None] = {}
    near = [
        foe for foe in enemies(state, thing.side) if inches.distance(here, place(foe)) <= reach + run_of(foe) + MARGIN
    ]
    for foe in sorted(near, key=lambda foe: (inches.distance(here, place(foe)), foe.id)):
        for part in (1, 0, 2):
            there = ahead_of(foe, part)
            if there != here and inches.distance(here, there) <= reach + MARGIN:
                found[(inches.bearing(here, there) + STEP // 2) // STEP * STEP % 360] = None
    return tuple(found)


def offered_bearings(state: State, ship: Ship, tube: Tube) -> tuple[int, ...]:
    """Return the offered bearings of a mount: a few of the possible ones. Rules: PA-6.1-3, PA-6.1-4, PA-6.1-5."""
    free = tube.arc == tubes.TRAINABLE or state.scene.cards[ship.id].torpedo_craft
    if free:
        return tuple(
            towards for towards in lead_bearings(state, ship, tube.kind) if can_bear(state, ship, tube, towards)
        )[:MOST_BEARINGS]
    return tuple(
        towards
        for towards in fixed_bearings(ship, tube)
        if may_meet(state, ship.side, launch_point(state, ship, tube, towards), towards, tube.kind)
    )


def places_along(state: State, ship: Ship, tube: Tube) -> tuple[int, ...]:
    """Return the offered places of a mount along the side.

    Its own section, and for a trainable one also forward and aft. Rule: PA-6.1-4.
    """
    if tube.arc != tubes.TRAINABLE or state.scene.cards[ship.id].torpedo_craft:
        return (0,)
    return (0, *(section for section in ENDS if section != tube.section))
