"""Movement (3.1, chapter 4.4 of the house rules).

The Steer command, and everything that may happen to a ship during her move. The order inside a move: how far the ground
lets her go, then on that path torpedo markers, minefields, collisions, the ram.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import Point
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.losses import EXITED, OFF_TABLE, lose_ship
from rules.perfidious_albion.damage.speeds import engine_speed
from rules.perfidious_albion.damage.weather import land_of
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.events import LeftTable, Moved, Stopped
from rules.perfidious_albion.records.state import EDGES, Ship, State, on_table, place, with_ship
from rules.perfidious_albion.sailing import steering
from rules.perfidious_albion.sailing.collision import resolve_collisions
from rules.perfidious_albion.sailing.courses import Track, count_turns, cut_track, length_of, turns_of
from rules.perfidious_albion.sailing.grounding import first_touch, ground_ship, held_by, run_ashore
from rules.perfidious_albion.sailing.ram_hits import strike_home
from rules.perfidious_albion.ships.model_outlines import at_rest, model_length, tips
from rules.perfidious_albion.squadrons.cohesion import own_ship, ships_of_unit
from rules.perfidious_albion.squadrons.knowledge import marker_bars, sight_markers
from rules.perfidious_albion.torpedoes.mines import meet_mines
from rules.perfidious_albion.torpedoes.passage import meet_markers

ANCHORED, DRIFTING, AGROUND = "anchored", "drifting", "aground"
GROUND = "ground"  # what ended a way: rocks, a sandbar or shallow water that holds her

# ---------------------------------------------------------------------- who has to move


def can_move(state: State, ship: Ship) -> bool:
    """Return whether a ship can run at all: not aground, and with engines that turn. Rules: PA-TER-H5, PA-MOV-H6."""
    return ship.stopped != AGROUND and engine_speed(state, ship) > 0


def to_move(state: State, unit: str) -> list[Ship]:
    """Return the ships of a squadron in action that have still to move. Rule: PA-SEQ-H5."""
    return [ship for ship in ships_of_unit(state, unit) if not ship.moved and can_move(state, ship)]


def offer_steer(state: State, side: str) -> Iterator[Offer]:
    """Yield a choice of courses for every ship in action that has not moved."""
    for ship in to_move(state, state.active):
        courses = steering.legal_steers(state, ship) if ship.side == side else ()
        if courses:
            yield Offer("steer", f"Move {state.scene.names[ship.id]}", "PA-MOV-H5", ship.id, courses, usual=True)


def check_steer(state: State, command: Steer) -> tuple[Illegal, ...]:
    """Return every reason against a course. Rules: PA-MOV-H1 to PA-MOV-H9, PA-SEQ-H5, PA-TER-H5."""
    ship = own_ship(state, command.side, command.ship, "PA-MOV-H5")
    if isinstance(ship, Illegal):
        return (ship,)
    name = state.scene.names[ship.id]
    if ship.stopped == AGROUND:
        return (Illegal(f"{name} is aground: she cannot run until she is got off", "PA-TER-H5", ship.id),)
    if ship.moved:
        return (Illegal(f"{name} has moved this turn", "PA-SEQ-H5", ship.id),)
    if not can_move(state, ship):
        return (Illegal(f"{name} has no propulsion left: she drifts", "PA-MOV-H6", ship.id),)
    faults = steering.course_faults(state, ship, command.course)
    if faults:
        return tuple(faults)
    return tuple(marker_bars(state, ship, steering.track_for(state, ship, command.course).points))


def do_steer(r: Ruling, command: Steer) -> None:
    """Run a course. Rolls what torpedoes, mines, ground and other ships roll. Rules: PA-SEQ-H5, PA-MOV-H5."""
    run_course(r, command.ship, command.course)


STEER = Verb(Steer, "Move", "PA-MOV-H5", offer_steer, check_steer, do_steer)


# ---------------------------------------------------------------------- the move


class Passage(NamedTuple):
    """How far a ship really gets: her track, and what ended it: "", land, ground, or an edge of the table."""

    track: Track
    ended: str


def run_course(r: Ruling, ship_id: str, course: str, target: str = "", spar: bool = False, why: str = "") -> None:
    """Take a ship along a course and through all that happens on it; `target`: the ship she means to strike.

    why: told behind the course, where no order of hers gave it.

    What lies beyond the place where she grounds she never meets.
    Rules: PA-SEQ-H5, PA-3.1-1, PA-3.1-3, PA-6.4-1, PA-6.5-1, PA-TAB-H2, PA-MOV-H6, PA-MOV-H8.
    """
    state: State = r.state
    ship = state.ships[ship_id]
    way = way_of(state, ship, steering.track_for(state, ship, course))
    held = held_by(r, ship, way.track)
    if held is not None:
        way = Passage(cut_track(way.track, held.far), GROUND)
    _place(r, ship, way, course, why)
    meet_markers(r, ship_id)
    if not r.state.ships[ship_id].gone:
        meet_mines(r, ship_id)
    if r.state.ships[ship_id].gone:
        return
    if way.ended in EDGES:
        _leave(r, ship_id, way)
        return
    if held is not None:
        ground_ship(r, ship_id, held.piece)
    elif way.ended:
        run_ashore(r, ship_id)
    if not r.state.ships[ship_id].gone:
        resolve_collisions(r, ship_id, ship, way.track, spare=(target,) if target else ())
    if target and not _stopped_short(r.state, ship_id, way):
        strike_home(r, ship_id, target, spar)
    if not r.state.ships[ship_id].gone:
        sight_markers(r)


def lie_still(r: Ruling, ship_id: str) -> None:
    """Leave a ship that cannot move where she is: drifting or aground she may still meet torpedoes and mines.

    Rules: PA-MOV-H6, PA-TOR-H3, PA-MIN-H1.
    """
    state: State = r.state
    ship = at_rest(state, state.ships[ship_id])
    stopped = AGROUND if ship.stopped == AGROUND else DRIFTING
    r.state = with_ship(state, ship.but(speed=0, turned=0, stopped=stopped))
    meet_markers(r, ship_id)
    if not r.state.ships[ship_id].gone:
        meet_mines(r, ship_id)


def run_straight_on(r: Ruling, ship_id: str) -> None:
    """Run a ship without orders straight on as she did. Rule: PA-SEQ-H5."""
    run_course(r, ship_id, steering.standing_course(r.state, r.state.ships[ship_id]), why=", without orders")


def _stopped_short(state: State, ship_id: str, way: Passage) -> bool:
    ship = state.ships[ship_id]
    return bool(ship.gone) or ship.stopped == AGROUND or place(ship) != way.track.end


def _place(r: Ruling, ship: Ship, way: Passage, course: str, why: str) -> None:
    """Put a ship at the end of her move, with her trace, and log it."""
    state: State = r.state
    track, speed = way.track, steering.speed_of(state, course)
    hull = tips(track.end, track.heading, model_length(state, ship))
    degrees = state.scene.charts.movement.turn_degrees
    after = ship.but(
        x=track.end[0],
        y=track.end[1],
        heading=track.heading,
        speed=speed,
        hull=hull,
        track=steering.trace_of(state, ship, track),
        turned=(count_turns(track) if way.ended else turns_of(course)) * degrees,
        moved=True,
        stopped="" if speed else ANCHORED,
    )
    r.state = with_ship(state, after)
    if not length_of(course) and ship.speed:
        r.note(Stopped(rule="PA-MOV-H6", ship=ship.id))
    elif length_of(course):
        moved = Moved(
            rule="PA-TAB-H2", ship=ship.id, speed=speed, heading=track.heading, course=course, track=track.points
        )
        r.note(moved.but(why=why))


# ---------------------------------------------------------------------- where a track ends


def way_of(state: State, ship: Ship, track: Track) -> Passage:
    """Return how far a track goes: to its end, to the first land it enters, or to the edge of the table.

    Rules: PA-TER-H1, PA-MOV-H8.
    """
    land = first_touch(state, ship, track, land_of(state))
    edge = _edge(state, track)
    if land is not None and (edge is None or land <= edge[0]):
        return Passage(cut_track(track, land), "land")
    if edge is not None:
        return Passage(cut_track(track, edge[0]), edge[1])
    return Passage(track, "")


def _edge(state: State, track: Track) -> tuple[Fraction, str] | None:
    """Return where a track first leaves the table: how many legs along, and by which edge."""
    width, height = state.scene.width, state.scene.height
    for number, ((ax, ay), (bx, by)) in enumerate(zip(track.points, track.points[1:], strict=False)):
        if on_table(state, (bx, by)):
            continue
        ways = []
        if bx < 0:
            ways.append((Fraction(ax, ax - bx), "west"))
        if bx > width:
            ways.append((Fraction(width - ax, bx - ax), "east"))
        if by < 0:
            ways.append((Fraction(ay, ay - by), "north"))
        if by > height:
            ways.append((Fraction(height - ay, by - ay), "south"))
        far, edge = min(ways)
        return number + far, edge
    return None


def _leave(r: Ruling, ship_id: str, way: Passage) -> None:
    """Take a ship off the table: lost, unless she is of the convoy's side and goes by the exit box. Rule: PA-2.1-48."""
    state: State = r.state
    by_exit = leaves_by_exit(state, state.ships[ship_id], way.track.end)
    rule = "PA-2.1-49" if by_exit else "PA-MOV-H8"
    r.note(LeftTable(rule=rule, ship=ship_id, edge=way.ended, by_exit=by_exit))
    lose_ship(r, ship_id, EXITED if by_exit else OFF_TABLE, rule)


def leaves_by_exit(state: State, ship: Ship, at: Point) -> bool:
    """Return whether a ship of the side that runs a convoy leaves the table here by the exit box.

    Rules: PA-2.1-49, A-64.
    """
    if ship.side == state.scene.attacker:
        return False
    if state.scene.options["escorts_lost_at_exit"] and not state.scene.cards[ship.id].merchant:
        return False
    return any(
        box.west <= at[0] <= box.west + box.size and box.north <= at[1] <= box.north + box.size
        for box in state.boxes
        if box.kind == "exit"
    )
