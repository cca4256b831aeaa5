"""The torpedo room of a fort: one medium marker a turn, from the shore, within 45 degrees of its facing."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.default_hooks import filter_legal
from rules.kernel.flow import Illegal, Offer
from rules.kernel.inches import Point
from rules.perfidious_albion.records.commands import Launch
from rules.perfidious_albion.records.state import Fort, State, TorpedoMarker, is_struck, place
from rules.perfidious_albion.torpedoes import laying
from rules.perfidious_albion.torpedoes.aiming import MOST_BEARINGS, lead_bearings
from rules.perfidious_albion.torpedoes.markers import SINGLE, shore

SHORE_REACH = 6000  # milli-inches from the fort to open water


def _angle_off(fort: Fort, towards: int) -> int:
    return abs((towards - fort.facing + 180) % 360 - 180)


def launch_point(state: State, fort: Fort, towards: int) -> Point | None:
    """Return the place where the line of a bearing from the fort reaches open water. Rule: PA-SHO-H4."""
    return shore(state, place(fort), towards, SHORE_REACH)


def _launch_faults(state: State, fort: Fort) -> list[Illegal]:
    """Return every reason that keeps a fort from launching now. Rules: PA-SHO-H4, PA-SEQ-H3."""
    name = state.scene.names[fort.id]
    room = state.scene.forts[fort.number].torpedo_room
    if room is None:
        return [Illegal(f"{name} has no torpedo room", "PA-SHO-H4", fort.id)]
    reasons = []
    if is_struck(fort, room.section, room.level):
        reasons.append(Illegal(f"the torpedo room of {name} is destroyed", "PA-DMG-H7", fort.id))
    if fort.launched:
        reasons.append(Illegal(f"{name} has laid its marker this turn", "PA-SHO-H4", fort.id))
    if laying.at_work(state, fort.side):
        reasons.append(Illegal(f"another squadron is laying its markers; {name} comes later", "PA-SEQ-H3", fort.id))
    return reasons


def offers(state: State, side: str) -> Iterator[Offer]:
    """Yield a few markers for every fort with torpedoes and an enemy in their way. Rule: PA-SHO-H4."""
    ashore = state.scene.charts.ashore
    kind = ashore.torp_room_weapon
    for fort in state.forts.values():
        if fort.side != side or fort.gone or not fort.loaded or _launch_faults(state, fort):
            continue
        room = state.scene.forts[fort.number].torpedo_room
        assert room is not None
        listed = (Launch(side, fort.id, room.key, towards, fort.loaded) for towards in lead_bearings(state, fort, kind))
        bearings = filter_legal(state, listed, check)[:MOST_BEARINGS]
        commands = tuple(command.but(count=count) for command in bearings for count in dict.fromkeys((fort.loaded, 1)))
        if commands:
            yield Offer("launch", f"{state.scene.names[fort.id]}: torpedoes", "PA-SHO-H4", fort.id, commands)


def check(state: State, command: Launch) -> tuple[Illegal, ...]:
    """Return every reason against a fort's marker. Rule: PA-SHO-H4."""
    fort = state.forts[command.ship]
    name, most = state.scene.names[fort.id], state.scene.charts.ashore.torp_room_degrees
    if fort.side != command.side or fort.gone:
        side = state.scene.names.get(command.side, command.side)
        return (Illegal(f"{side} has no fort called {command.ship!r:.40} on the table", "PA-SHO-H4"),)
    reasons = _launch_faults(state, fort)
    room = state.scene.forts[fort.number].torpedo_room
    if room is None:
        return tuple(reasons)
    if command.mount != room.key:
        reasons.append(
            Illegal(f"the torpedo room of {name} is {room.key}, not {command.mount!r}", "PA-SHO-H4", fort.id)
        )
    reasons += laying.too_many(fort, command.count, fort.loaded, f"{name} has")
    wrong = laying.bearing_faults(fort, command.bearing, "PA-SHO-H4")
    if wrong:
        reasons += wrong
    elif (angle := _angle_off(fort, command.bearing)) > most:
        text = f"{command.bearing:03} is {angle} degrees off the way {name} faces; {most} at most"
        reasons.append(Illegal(text, "PA-SHO-H4", fort.id))
    else:
        start = launch_point(state, fort, command.bearing)
        reasons += laying.no_room(
            state, fort, start, command.bearing, state.scene.charts.ashore.torp_room_weapon, SINGLE
        )
    return tuple(reasons)


def marker_of(state: State, command: Launch) -> TorpedoMarker:
    """Return the marker that a fort's legal launch lays. Rule: PA-SHO-H4."""
    fort, kind = state.forts[command.ship], state.scene.charts.ashore.torp_room_weapon
    start = launch_point(state, fort, command.bearing)
    assert start is not None
    return laying.marker_from(state, fort, kind, start, command.bearing, SINGLE, command.count)
