"""Line ahead: the ships of a squadron that have not moved follow, each in the wake of the ship ahead of her.

It is a quick way to give ordinary courses (chapter 4.4 of the house rules), not a rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import Point, bearing, distance, move
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Follow
from rules.perfidious_albion.records.state import Ship, State, on_table
from rules.perfidious_albion.sailing.collision import crossed_ships
from rules.perfidious_albion.sailing.course_search import good_courses
from rules.perfidious_albion.sailing.movement import can_move, run_course
from rules.perfidious_albion.sailing.steering import standing_course, track_for
from rules.perfidious_albion.squadrons.cohesion import is_unit, ships_of_unit
from rules.perfidious_albion.squadrons.knowledge import is_stand_in

STEP_DEGREES = 5  # headings are reported in these
LOOKED_AT = 12  # courses of which the first is taken that crosses nobody's base


def followers(state: State, unit: str) -> list[tuple[Ship, Ship]]:
    """Return who has still to move and can follow, each with the ship ahead of her.

    None before the leader has moved.
    """
    found = []
    ahead: Ship | None = None
    for ship in ships_of_unit(state, unit):
        if not can_move(state, ship) or is_stand_in(ship):
            continue
        if not ship.moved:
            if ahead is None:
                return []
            found.append((ship, ahead))
        ahead = ship
    return found


def offer_follow(state: State, side: str) -> Iterator[Offer]:
    """Yield following for the other ships of the active squadron once its leader has moved."""
    if state.active and is_unit(state, side, state.active):
        line = followers(state, state.active)
        if line:
            label = f"{len(line)} follow in line"
            yield Offer("follow", label, "PA-MOV-H5", "", (Follow(side, state.active),))


def check_follow(state: State, command: Follow) -> tuple[Illegal, ...]:
    """Return every reason against following. Rules: PA-SEQ-H4, PA-SEQ-H5."""
    if not state.active or command.squadron != state.active or not is_unit(state, command.side, state.active):
        return (Illegal(f"{command.squadron!r:.40} is not active", "PA-SEQ-H4"),)
    if not followers(state, state.active):
        return (Illegal("there is nobody who could follow: the leader moves first, the others after her", "PA-SEQ-H5"),)
    return ()


def do_follow(r: Ruling, command: Follow) -> None:
    """Run every ship that has not moved as near as she can to her station in the leader's wake.

    Rolls what the moves roll. Rules: PA-MOV-H5, PA-SEQ-H5.
    """
    for ship, ahead in followers(r.state, command.squadron):
        now, leader = r.state.ships[ship.id], r.state.ships[ahead.id]
        if not now.gone and not now.moved:
            run_course(r, ship.id, follow_course(r.state, now, leader))


FOLLOW = Verb(Follow, "Follow in line", "PA-MOV-H5", offer_follow, check_follow, do_follow)


def follow_course(state: State, ship: Ship, ahead: Ship) -> str:
    """Return the legal course that ends nearest to a ship's station, touching nobody's base if that can be."""
    if ahead.gone:
        return standing_course(state, ship)
    at, heading = station_astern(state, ahead)
    courses = good_courses(state, ship, at, heading)[:LOOKED_AT]
    for course in courses:
        track = track_for(state, ship, course)
        if on_table(state, *track.points) and not crossed_ships(state, ship, track):
            return course
    return courses[0]


def station_astern(state: State, ahead: Ship) -> tuple[Point, int]:
    """Return the place and heading in the wake of a ship that has moved.

    At the set distance back along the way she came.
    """
    left = state.scene.charts.movement.spacing_mils
    path = ahead.track[-2:0:-1]  # from where she is back to where she was
    heading = ahead.heading
    for here, before in zip(path, path[1:], strict=False):
        if here == before:
            continue
        heading = round(bearing(before, here) / STEP_DEGREES) * STEP_DEGREES % 360
        run_here = distance(here, before)
        if run_here >= left:
            return move(here, heading, -left), heading
        left -= run_here
    return move(path[-1] if path else (ahead.x, ahead.y), heading, -left), heading
