"""A ship launches torpedoes: one marker from one mount, or from all the tubes of a boat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Launch
from rules.perfidious_albion.records.state import Ship, State, TorpedoMarker
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.grids import SECTIONS, Tube
from rules.perfidious_albion.squadrons.cohesion import own_ship
from rules.perfidious_albion.torpedoes import aiming, fort_torpedoes, laying
from rules.perfidious_albion.torpedoes.markers import SINGLE, wedges_of

ALL = "all"  # the mount of a boat that launches from all her tubes


def offer_launch(state: State, side: str) -> Iterator[Offer]:
    """Yield a few launches for every ship and fort with torpedoes and an enemy in their way. Rules: PA-6.1-1."""
    for ship in state.ships.values():
        if ship.side != side or ship.gone or not ship.loaded or ship.boats > 1 or laying.launch_refusals(state, ship):
            continue
        commands = _launches(state, ship.id)
        if commands:
            yield Offer("launch", f"{state.scene.names[ship.id]}: torpedoes", "PA-6.1-1", ship.id, commands)
    yield from fort_torpedoes.offers(state, side)


@derived(*aiming.LYING, "ships[id].loaded", "ships[id].launched")
def _launches(state: State, name: str) -> tuple[Launch, ...]:
    return tuple(_few_launches(state, state.ships[name]))


def _few_launches(state: State, ship: Ship) -> Iterator[Launch]:
    loaded = list(tubes.ready(state, ship))
    if not loaded:
        return
    if state.scene.cards[ship.id].torpedo_craft and len(loaded) > 1:
        kind = loaded[0][0].kind
        total = sum(count for tube, _, count in loaded if tube.kind == kind)
        plans = [(ALL, loaded[0][0], total, aiming.offered_bearings(state, ship, loaded[0][0]))]
    else:
        plans = []
        for tube, key, count in loaded:
            bearings = tuple(
                towards
                for towards in aiming.offered_bearings(state, ship, tube)
                if aiming.key_towards(ship, tube, towards) == key
            )
            plans.append((tube.key, tube, count, bearings))
    for mount, tube, most, bearings in plans:
        if _too_fast(state, ship, tube):
            continue
        for towards, along in product(bearings, aiming.places_along(state, ship, tube)):
            if wedges_of(state, aiming.launch_point(state, ship, tube, towards, along), towards, tube.kind, SINGLE):
                for count in dict.fromkeys((most, 1)):
                    yield Launch(ship.side, ship.id, mount, towards, count, along)


def _too_fast(state: State, ship: Ship, tube: Tube) -> list[Illegal]:
    """Return why a ship's bow tube cannot launch at her speed; boats always can. Rule: PA-6.1-8."""
    most = state.scene.charts.torpedoes.bow_tube_speed
    if tube.arc != tubes.AHEAD or state.scene.cards[ship.id].torpedo_craft or ship.speed <= most:
        return []
    name = state.scene.names[ship.id]
    return [Illegal(f"{name} ran at {ship.speed}; bow tubes are used at {most} or less", "PA-6.1-8", ship.id)]


def check_launch(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Return every reason against a ship's or fort's marker.

    Rules: PA-6.1-3, PA-6.1-4, PA-6.1-5, PA-6.1-8, PA-6.1-10, PA-6.1-11, PA-6.1-12, PA-SEQ-H3, PA-TOR-H2.
    """
    if command.ship in state.forts:
        return fort_torpedoes.check(state, command)
    ship = own_ship(state, command.side, command.ship, "PA-6.1-1", acting=False)
    if isinstance(ship, Illegal):
        return (ship,)
    name, card = state.scene.names[ship.id], state.scene.cards[ship.id]
    reasons = laying.launch_refusals(state, ship)
    if ship.boats > 1:
        text = f"{name} is a pair on one base: it lays a marker of double width, by salvo"
        return (*reasons, Illegal(text, "PA-6.1-11", ship.id))
    tube, there = _mount(state, ship, command)
    if tube is None:
        has = ", ".join(found.key for found in card.tubes) or "none"
        text = f"{name} has no torpedo mount {command.mount!r}; she has {has}"
        return (*reasons, Illegal(text, "PA-6.1-12", ship.id))
    wrong = laying.bearing_faults(ship, command.bearing)
    if not wrong and not aiming.can_bear(state, ship, tube, command.bearing):
        wrong = [_off_limits(state, ship, tube, command.bearing)]
    if not wrong:
        reasons += laying.too_many(ship, command.count, there, f"mount {command.mount} of {name} has")
        start = aiming.launch_point(state, ship, tube, command.bearing, command.along)
        reasons += laying.no_room(state, ship, start, command.bearing, tube.kind, SINGLE)
    return (*reasons, *wrong, *_place_faults(state, ship, tube, command.along), *_too_fast(state, ship, tube))


def _place_faults(state: State, ship: Ship, tube: Tube, along: int) -> list[Illegal]:
    """Return what is wrong with a place along the side. Rules: PA-6.1-4, PA-TOR-H2."""
    name = state.scene.names[ship.id]
    if not 0 <= along <= SECTIONS:
        text = f"a place along the side of {name} is a section, 1 to {SECTIONS}, or 0 for the mount's own; not {along}"
        return [Illegal(text, "PA-6.1-4", ship.id)]
    if along and (tube.arc != tubes.TRAINABLE or state.scene.cards[ship.id].torpedo_craft):
        text = f"mount {tube.key} of {name} is no trainable tube of a larger ship: it launches where it stands"
        return [Illegal(text, "PA-TOR-H2", ship.id)]
    return []


def _mount(state: State, ship: Ship, command: Launch) -> tuple[Tube | None, int]:
    """Return the mount of a launch and how many torpedoes it has ready. For all of a boat's tubes it is the first."""
    card = state.scene.cards[ship.id]
    if command.mount == ALL and card.torpedo_craft and card.tubes:
        loaded = list(tubes.ready(state, ship))
        kind = loaded[0][0].kind if loaded else card.tubes[0].kind
        first = next(tube for tube in card.tubes if tube.kind == kind)
        return first, sum(count for tube, _, count in loaded if tube.kind == kind)
    tube = card.tube(command.mount)
    if tube is None:
        return None, 0
    key = aiming.key_towards(ship, tube, command.bearing)
    return tube, next((count for _, name, count in tubes.ready(state, ship) if name == key), 0)


def _off_limits(state: State, ship: Ship, tube: Tube, towards: int) -> Illegal:
    name = state.scene.names[ship.id]
    if tube.arc == tubes.TRAINABLE:
        most = state.scene.charts.torpedoes.trainable_degrees
        text = f"mount {tube.key} of {name} trains {most} degrees either side of the beam; {towards:03} lies outside"
        return Illegal(text, "PA-6.1-4", ship.id)
    may = " or ".join(f"{found:03}" for found in aiming.fixed_bearings(ship, tube))
    return Illegal(f"mount {tube.key} of {name} is fixed: it launches on {may}, not {towards:03}", "PA-6.1-3", ship.id)


def marker_of(state: State, command: Launch) -> TorpedoMarker:
    """Return the marker that a legal launch lays. Rules: PA-6.1-7, PA-TOR-H2, PA-SHO-H4."""
    if command.ship in state.forts:
        return fort_torpedoes.marker_of(state, command)
    ship = state.ships[command.ship]
    tube, _ = _mount(state, ship, command)
    assert tube is not None
    start = aiming.launch_point(state, ship, tube, command.bearing, command.along)
    return laying.marker_from(
        state, ship, tube.kind, start, command.bearing, SINGLE, command.count, tube.arc == tubes.AHEAD
    )


def do_launch(r: Ruling, command: Launch) -> None:
    """Lay a ship's or fort's marker. Rolls nothing. Rules: PA-6.1-1, PA-6.1-7, PA-6.1-12."""
    state: State = r.state
    laid = marker_of(state, command)
    if command.ship in state.forts:
        fort = state.forts[command.ship]
        fired = fort.but(loaded=fort.loaded - command.count, launched=True)
        r.set(forts={**state.forts, fort.id: fired})
        laying.lay(r, laid, "PA-SHO-H4")
        laying.hand_over(r, "")
        return
    ship = state.ships[command.ship]
    tube, _ = _mount(state, ship, command)
    assert tube is not None
    laying.draw(
        r,
        (ship,),
        tube.kind,
        command.count,
        aiming.key_towards(ship, tube, command.bearing),
        command.mount == ALL,
    )
    laying.lay_from_ship(r, laid)


LAUNCH = Verb(Launch, "Launch torpedoes", "PA-6.1-1", offer_launch, check_launch, do_launch)
