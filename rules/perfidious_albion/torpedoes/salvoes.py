"""Salvoes of torpedo boats and destroyers: a pair, or boats of one squadron, lay a double-width marker."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import segment_meets_polygon
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Salvo
from rules.perfidious_albion.records.state import Ship, State, TorpedoMarker
from rules.perfidious_albion.ships import tubes
from rules.perfidious_albion.ships.model_outlines import models_of
from rules.perfidious_albion.squadrons.cohesion import own_ship
from rules.perfidious_albion.torpedoes import laying
from rules.perfidious_albion.torpedoes.aiming import LYING, boat_point, offered_bearings
from rules.perfidious_albion.torpedoes.markers import DOUBLE, wedges_of


def offer_salvo(state: State, side: str) -> Iterator[Offer]:
    """Yield a few double-width markers for every pair, and for every boat with another of her squadron alongside.

    Rule: PA-6.1-11.
    """
    for ship in state.ships.values():
        if ship.side != side or ship.gone or not ship.loaded or not state.scene.cards[ship.id].torpedo_craft:
            continue
        if laying.launch_refusals(state, ship):
            continue
        commands = _salvoes(state, ship.id)
        if commands:
            yield Offer("salvo", f"{state.scene.names[ship.id]}: salvo of torpedoes", "PA-6.1-11", ship.id, commands)


@derived(*LYING, "ships.loaded", "ships.launched", "ships.detached", "squadrons.ships")
def _salvoes(state: State, name: str) -> tuple[Salvo, ...]:
    return tuple(_few_salvoes(state, state.ships[name]))


def _few_salvoes(state: State, ship: Ship) -> Iterator[Salvo]:
    own = list(tubes.ready(state, ship))
    if not own:
        return
    kind = own[0][0].kind
    boats = _flotilla(state, ship)
    if ship.boats > 1:
        mates: list[tuple[str, int]] = [("", 0)]
    else:
        after = boats[boats.index(ship) + 1 :] if ship in boats else []
        mates = [(mate.id, _ready(state, (mate,), kind)) for mate in after if mate.boats == 1]
    bearings = offered_bearings(state, ship, own[0][0]) if mates else ()
    for mate, theirs in mates:
        most = _ready(state, (ship,), kind) + theirs
        for towards in bearings:
            if not _salvo_place_faults(state, ship, mate, towards, kind):
                for count in dict.fromkeys((most, 1, _ready(state, boats, kind))):
                    yield Salvo(ship.side, ship.id, mate, towards, count)


def _flotilla(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the boats of a squadron that can add their torpedoes to a salvo, in order. Rules: PA-6.1-11, PA-6.1-12."""
    cards = state.scene.cards
    found = (state.ships[name] for name in state.squadrons[ship.squadron].ships if name in state.ships)
    return tuple(
        boat
        for boat in found
        if boat.id == ship.id or (not boat.gone and not boat.detached and cards[boat.id].torpedo_craft)
    )


def _ready(state: State, boats: tuple[Ship, ...], kind: str) -> int:
    return sum(count for boat in boats for tube, _, count in tubes.ready(state, boat) if tube.kind == kind)


def _kind_of(state: State, ship: Ship) -> str:
    """Return the kind of torpedo in a salvo: that of the first loaded tube."""
    loaded = next(tubes.ready(state, ship), None)
    if loaded is not None:
        return loaded[0].kind
    return state.scene.cards[ship.id].tubes[0].kind


def check_salvo(state: State, command: Salvo) -> tuple[Illegal, ...]:
    """Return every reason against a double-width marker of a pair, or of two boats of a squadron side by side.

    Rules: PA-6.1-5, PA-6.1-6, PA-6.1-10, PA-6.1-11, PA-6.1-12, PA-SEQ-H3.
    """
    ship = own_ship(state, command.side, command.ship, "PA-6.1-1", acting=False)
    if isinstance(ship, Illegal):
        return (ship,)
    name, card = state.scene.names[ship.id], state.scene.cards[ship.id]
    if not card.torpedo_craft or not card.tubes:
        return (Illegal(f"{name} is no torpedo boat or destroyer with tubes", "PA-6.1-11", ship.id),)
    reasons = laying.launch_refusals(state, ship)
    mate = _mate_fault(state, ship, command.other)
    wrong = laying.bearing_faults(ship, command.bearing)
    if mate is not None or wrong:
        return (*reasons, *wrong, *((mate,) if mate is not None else ()))
    kind = _kind_of(state, ship)
    reasons += _salvo_place_faults(state, ship, command.other, command.bearing, kind)
    there = _ready(state, _flotilla(state, ship), kind)
    return (*reasons, *laying.too_many(ship, command.count, there, "the boats of the squadron have"))


def _mate_fault(state: State, ship: Ship, other: str) -> Illegal | None:
    """Return what is wrong with the second boat of a salvo, if anything. Rules: PA-6.1-6, PA-6.1-11."""
    name = state.scene.names[ship.id]
    if ship.boats > 1:
        if not other:
            return None
        return Illegal(f"{name} is a pair on one base and needs no other boat", "PA-6.1-11", ship.id)
    mate = state.ships.get(other)
    if mate is None or mate.id == ship.id:
        return Illegal(f"{name} needs a second boat of the squadron for a salvo", "PA-6.1-6", ship.id)
    named = state.scene.names[mate.id]
    if mate.boats > 1:
        return Illegal(f"{named} is a pair on one base and launches by itself", "PA-6.1-11", ship.id)
    if mate not in _flotilla(state, ship):
        return Illegal(f"{named} is no boat in formation with {name}", "PA-6.1-6", ship.id)
    return None


def _salvo_place_faults(state: State, ship: Ship, other: str, towards: int, kind: str) -> list[Illegal]:
    """Return whether the narrow end of a double-width marker touches both boats and has room. Rule: PA-6.1-6."""
    boats = (ship, state.ships[other]) if other else (ship,)
    start = boat_point(state, boats, towards)
    wedges = wedges_of(state, start, towards, kind, DOUBLE)
    if not wedges:
        return laying.no_room(state, ship, start, towards, kind, DOUBLE)
    left, right = wedges[0][0], wedges[0][1]
    if all(any(segment_meets_polygon(left, right, model) for model in models_of(state, boat)) for boat in boats):
        return []
    names = " and ".join(state.scene.names[boat.id] for boat in boats)
    text = f"the narrow end of a marker on {towards:03} cannot touch both {names}"
    return [Illegal(text, "PA-6.1-6", ship.id)]


def marker_of(state: State, command: Salvo) -> TorpedoMarker:
    """Return the marker that a legal salvo lays. Rules: PA-6.1-6, PA-6.1-7, PA-6.1-11."""
    ship = state.ships[command.ship]
    start = boat_point(state, _boats_named(state, command), command.bearing)
    return laying.marker_from(state, ship, _kind_of(state, ship), start, command.bearing, DOUBLE, command.count)


def _boats_named(state: State, command: Salvo) -> tuple[Ship, ...]:
    ship = state.ships[command.ship]
    return (ship, state.ships[command.other]) if command.other else (ship,)


def do_salvo(r: Ruling, command: Salvo) -> None:
    """Lay a double-width marker; the boats named use their torpedoes first. Rules: PA-6.1-6, PA-6.1-11, PA-6.1-12."""
    laid, named = marker_of(r.state, command), _boats_named(r.state, command)
    rest = tuple(boat for boat in _flotilla(r.state, named[0]) if boat not in named)
    laying.draw(r, (*named, *rest), laid.kind, command.count)
    laying.lay_from_ship(r, laid)


SALVO = Verb(Salvo, "Launch a salvo", "PA-6.1-11", offer_salvo, check_salvo, do_salvo)
