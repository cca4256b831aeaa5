"""Night actions: searchlights, detached ships that fire at whatever flashes, ships surprised at anchor."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import distance_squared, in_relative_arc
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Lights
from rules.perfidious_albion.records.events import FiredAtRandom, HeldFire, LightsOn, NotManned
from rules.perfidious_albion.records.state import Ship, State, afloat, place, with_ship
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.pieces import piece_name
from rules.perfidious_albion.squadrons.cohesion import own_ship, unit_of
from rules.perfidious_albion.squadrons.sighting import land_between, lit_up, sees_an_enemy

NERVES, SURPRISE = "night", "surprise"  # words in Ship.acted: the test was made this turn
SHADOWS, DARK = "shadows", "dark"  # in Ship.acted: her crew failed it, and fired at random or at nothing
PORT, STARBOARD = (180, 360), (0, 180)

# ---------------------------------------------------------------------- searchlights


def offer_lights(state: State, side: str) -> Iterator[Offer]:
    """Yield the ships of the squadron in action that may turn their searchlights on."""
    for ship in afloat(state, side):
        command = Lights(side, ship.id)
        if state.night and unit_of(ship) == state.active and not check_lights(state, command):
            yield Offer("lights", f"{piece_name(state, ship.id)}: searchlights on", "PA-3.4-2", ship.id, (command,))


def check_lights(state: State, command: Lights) -> tuple[Illegal, ...]:
    """Return every reason against searchlights: by day, none left, on already, fired already.

    Rules: PA-3.4-2, PA-NGT-H1.
    """
    ship = own_ship(state, command.side, command.ship, "PA-3.4-2")
    if isinstance(ship, Illegal):
        return (ship,)
    name, found = piece_name(state, ship.id), []
    if not state.night:
        found.append(Illegal("searchlights may be used only at night", "PA-3.4-4", ship.id))
    if not ship.lights:
        why = "has lost her searchlights" if ship.lights_out else "has no searchlight"
        found.append(Illegal(f"{name} {why}", "PA-3.4-2", ship.id))
    if ship.lit:
        found.append(Illegal(f"{name} has her searchlights on", "PA-NGT-H1", ship.id))
    if ship.fired:
        found.append(Illegal(f"{name} has fired; lights are declared before", "PA-NGT-H1", ship.id))
    return tuple(found)


def do_lights(r: Ruling, command: Lights) -> None:
    """Turn a ship's searchlights on for this turn. No dice. Rules: PA-3.4-2, PA-3.4-6, PA-NGT-H1."""
    state: State = r.state
    r.state = with_ship(state, state.ships[command.ship].but(lit=True))
    r.note(LightsOn(rule="PA-NGT-H1", ship=command.ship))


LIGHTS = Verb(Lights, "Searchlights", "PA-NGT-H1", offer_lights, check_lights, do_lights)


# ---------------------------------------------------------------------- nerves


def must_test(state: State, ship: Ship) -> bool:
    """Return whether a crew must test: detached at night, no enemy in normal visibility, and some ship is showing.

    Rules: PA-3.4-7, A-51.
    """
    return (
        state.night
        and ship.detached
        and not ship.gone
        and NERVES not in ship.acted
        and not ship.fired
        and not sees_an_enemy(state, ship)
        and bool(flash_targets(state, ship))
    )


def roll_nerves(r: Ruling, ship_id: str) -> str | None:
    """Roll the Crew Test of a detached ship at night.

    Return None when she passes or need not test, else her random target. An empty name: no target. Rolls a Crew Test,
    then a D10. Rules: PA-3.4-7, PA-3.4-10, PA-3.4-11.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    if not must_test(state, ship):
        return None
    _remember(r, ship_id, NERVES)
    if crew_test(r, state, ship, "hold fire at shadows", "PA-3.4-7") <= 0:
        return None
    marks = flash_targets(r.state, r.state.ships[ship_id])
    note = ", ".join(f"{number} {piece_name(state, mark)}" for number, mark in enumerate(marks, start=1)) or "nobody"

    def says(total: int) -> str:
        return piece_name(state, marks[total - 1]) if total <= len(marks) else "no fire"

    what = f"{piece_name(state, ship_id)} fires at random, counting outwards"
    face = r.roll(what, 1, state.scene.charts.night.random_die, "PA-3.4-10", note=note, says=says).total
    target = marks[face - 1] if face <= len(marks) else ""
    _remember(r, ship_id, SHADOWS if target else DARK)
    if target:
        r.note(FiredAtRandom(rule="PA-3.4-10", ship=ship_id, target=target))
    else:
        r.note(HeldFire(rule="PA-3.4-11", ship=ship_id))
    return target


def _remember(r: Ruling, ship_id: str, word: str) -> None:
    ship: Ship = r.state.ships[ship_id]
    r.state = with_ship(r.state, ship.but(acted=(*ship.acted, word)))


def lost_its_head(state: State, ship: Ship) -> tuple[Illegal, ...]:
    """Return whether a crew failed its test this turn: it fired at a random ship or not at all; it is done firing."""
    name = piece_name(state, ship.id)
    if SHADOWS in ship.acted:
        return (Illegal(f"the crew of {name} failed its test and fires at shadows", "PA-3.4-7", ship.id),)
    if DARK in ship.acted:
        return (Illegal(f"the crew of {name} failed its test and rolled no fire", "PA-3.4-11", ship.id),)
    return ()


def flash_targets(state: State, ship: Ship) -> list[str]:
    """Return the ships, friends included, a nervous crew may fire at, the nearest first, on the side where the guns
    flash.

    Rules: PA-3.4-8, PA-3.4-9, PA-3.4-10.
    """
    lit = lit_up(state)
    side = flash_side(state, ship)
    here = place(ship)
    found = []
    for other in afloat(state):
        shows = other.id in state.fired_this_turn or other.lit or other.id in lit or other.fires > 0
        if other.id == ship.id or not shows or land_between(state, here, place(other)):
            continue
        if side is None or in_relative_arc(here, ship.heading, *side, place(other)):
            found.append((distance_squared(here, place(other)), other.id))
    return [name for _, name in sorted(found)]


def flash_side(state: State, ship: Ship) -> tuple[int, int] | None:
    """Return the arc, port or starboard, with more gun flashes this turn; on a tie, that of the nearest flash.

    None when no other ship has fired. Rule: PA-3.4-8.
    """
    here = place(ship)
    flashes = [
        (distance_squared(here, place(other)), other)
        for other in afloat(state)
        if other.id != ship.id and other.id in state.fired_this_turn
    ]
    if not flashes:
        return None
    counts = [
        sum(in_relative_arc(here, ship.heading, *arc, place(other)) for _, other in flashes)
        for arc in (PORT, STARBOARD)
    ]
    if counts[0] != counts[1]:
        return PORT if counts[0] > counts[1] else STARBOARD
    nearest = min(flashes, key=lambda flash: (flash[0], flash[1].id))[1]
    return PORT if in_relative_arc(here, ship.heading, *PORT, place(nearest)) else STARBOARD


# ---------------------------------------------------------------------- surprise


def man_guns(r: Ruling, ship_id: str) -> bool:
    """Return whether a ship surprised at anchor mans her guns: a Crew Test at -1 before her first fire, once a turn.

    Rolls a Crew Test. Rule: PA-NGT-H3.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    if not ship.surprised:
        return True
    caught = Modifier(state.scene.charts.night.surprised_modifier, "surprised", "PA-NGT-H3")
    ready = crew_test(r, state, ship, "man her guns in time", "PA-NGT-H3", (caught,)) <= 0
    acted = ship.acted if ready else (*ship.acted, SURPRISE)
    r.state = with_ship(r.state, r.state.ships[ship_id].but(surprised=not ready, acted=acted))
    if not ready:
        r.note(NotManned(rule="PA-NGT-H3", ship=ship_id))
    return ready
