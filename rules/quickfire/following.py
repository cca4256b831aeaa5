"""Phase 2, Movement: following in line ahead, and taking station astern of a friend."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import bearing, distance, distance_squared, in_relative_arc
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM
from rules.quickfire.commands import Follow, Join, Lead
from rules.quickfire.contact import first_contact
from rules.quickfire.course_movement import travel, under_way
from rules.quickfire.events import LineJoined
from rules.quickfire.plots import Course, Leg, point_along
from rules.quickfire.state import Ship, State, Waypoint, afloat, place, with_ship
from rules.quickfire.steering import cannot_move, land_hit, limits, own_ship, ships_to_move


def follow_course(state: State, ship: Ship) -> tuple[Course, int, int] | Illegal:
    """Return how a ship follows the one ahead: (course, boxes begun, waypoints passed), or why she cannot.

    She runs to her set distance from the ship ahead, as far as her boxes and last turn's speed allow. Rule: QF-MOV-H7.
    """
    name, ahead = state.scene.names[ship.id], state.ships.get(ship.ahead)
    if ahead is None or ahead.gone:
        return Illegal(f"{name} follows nobody", "QF-MOV-H7", ship.id)
    leader = state.scene.names[ahead.id]
    if not ahead.moved:
        return Illegal(f"{leader}, ahead of {name}, has not moved yet", "QF-MOV-H7", ship.id)
    if ship.helm:
        return Illegal(f"{name} cannot follow: her rudder is jammed", "QF-MOV-H6", ship.id)
    trail = [place(ship), *((point.x, point.y) for point in ship.waypoints), place(ahead)]
    total = sum(distance(a, b) for a, b in zip(trail, trail[1:], strict=False))
    scene, (least, most) = state.scene, limits(state, ship)
    box = scene.box[ship.id]
    run = max(least * box, min(most * box, total - scene.station[ship.id]))
    room = total - (scene.length[ship.id] + scene.length[ahead.id]) // 2
    if run and run > room:
        words = f"{name} must run {least} boxes, {run // MM} mm, and {leader} lies {max(0, room) // MM} mm ahead"
        return Illegal(words, "QF-MOV-H7", ship.id)
    if not run:
        return Course((Leg(trail[0], trail[0], ship.facing),), ship.facing), 0, 0
    legs, facing, passed, left = [], ship.facing, 0, run
    for number, (a, b) in enumerate(zip(trail, trail[1:], strict=False)):
        length = distance(a, b)
        leg = Leg(a, b, facing)
        if left < length or number == len(ship.waypoints):
            legs.append(Leg(a, point_along(leg, left), facing))
            break
        legs.append(leg)
        left -= length
        facing = ship.waypoints[number].facing
        passed += 1
    track = Course(tuple(legs), facing)
    land = land_hit(state, track)
    if land:
        return Illegal(f"{name} would run onto {land}", "QF-MOV-H8", ship.id)
    return track, max(1, -(-(run - len(trail)) // box)), passed  # each leg of the wake is rounded up


def offer_follow(state: State, side: str) -> Iterator[Offer]:
    """Yield following for every ship whose next ahead has moved."""
    for ship in ships_to_move(state, side):
        if ship.ahead and _can_follow(state, ship.id):
            names = state.scene.names
            label = f"{names[ship.id]}: follow {names[ship.ahead]}"
            yield Offer("follow", label, "QF-MOV-H7", ship.id, (Follow(side, ship.id),))


@derived("ships")
def _can_follow(state: State, name: str) -> bool:
    """Return whether a ship that has still to move can follow the one ahead."""
    return not isinstance(follow_course(state, state.ships[name]), Illegal)


def check_follow(state: State, command: Follow) -> tuple[Illegal, ...]:
    """Return every reason against following. Rule: QF-MOV-H7."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    reasons = cannot_move(state, ship)
    found = follow_course(state, ship)
    return (*reasons, found) if isinstance(found, Illegal) else tuple(reasons)


def do_follow(r: Ruling, command: Follow) -> None:
    """Follow in succession: along the track of the ship ahead, turning where she turned. Rule: QF-MOV-H7."""
    ship = r.state.ships[command.ship]
    found = follow_course(r.state, ship)
    assert not isinstance(found, Illegal)
    track, boxes, passed = found
    line = (ship.ahead, *(other.id for other in r.state.ships.values() if other.ahead == ship.id))
    travel(r, ship, track, boxes, line, passed=passed)


def contact_in_line(state: State, leader: str) -> tuple[str, str] | None:
    """Return the first ship of the line astern that would run into another by following, and that other ship.

    Contacts within a line do not count, as in `do_follow`. No dice.
    """
    ship = astern(state, leader)
    while ship is not None:
        found = follow_course(state, ship)
        if isinstance(found, Illegal):
            return None
        track, boxes, passed = found
        behind = astern(state, ship.id)
        met = first_contact(state, ship, track, (ship.ahead, *((behind.id,) if behind else ())))
        if met is not None:
            return ship.id, met.other
        state = under_way(state, ship, track, boxes, passed)
        ship = astern(state, ship.id)
    return None


FOLLOW = Verb(Follow, "Follow in line", "QF-MOV-H7", offer_follow, check_follow, do_follow)


# ---------------------------------------------------------------------- the line astern


def offer_lead(state: State, side: str) -> Iterator[Offer]:
    """Yield letting the rest of the line follow, for each ship that has moved with a ship astern that can follow."""
    for ship in ships_to_move(state, side):
        if ship.ahead and _can_follow(state, ship.id):
            label = f"{state.scene.names[ship.ahead]}: the line follows"
            yield Offer("lead", label, "QF-MOV-H7", ship.ahead, (Lead(side, ship.ahead),), usual=True)


def check_lead(state: State, command: Lead) -> tuple[Illegal, ...]:
    """Return every reason why the line astern of a ship cannot follow her. Rule: QF-MOV-H7."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    next_astern = astern(state, ship.id)
    if next_astern is None:
        return (Illegal(f"no ship follows {state.scene.names[ship.id]}", "QF-MOV-H7", ship.id),)
    return check_follow(state, Follow(command.side, next_astern.id))


def do_lead(r: Ruling, command: Lead) -> None:
    """Let the ships astern follow one after another, until one cannot or has moved. Rule: QF-MOV-H7.

    Rolls dice only when ships touch.
    """
    ship = astern(r.state, command.ship)
    while ship is not None and not check_follow(r.state, Follow(command.side, ship.id)):
        do_follow(r, Follow(command.side, ship.id))
        ship = astern(r.state, ship.id)


LEAD = Verb(Lead, "Lead the line", "QF-MOV-H7", offer_lead, check_lead, do_lead)


def astern(state: State, name: str) -> Ship | None:
    """Return the ship on the table that follows another in line ahead, or None."""
    return next((other for other in state.ships.values() if other.ahead == name and not other.gone), None)


# ---------------------------------------------------------------------- taking station


def offer_join(state: State, side: str) -> Iterator[Offer]:
    """Yield taking station on every friend that a single ship is astern of."""
    near, turn = state.scene.charts.movement.join_mm * MM, state.scene.charts.movement.turn_degrees
    led = {ship.ahead for ship in state.ships.values()}
    for ship in ships_to_move(state, side):
        if ship.ahead or ship.helm:
            continue
        commands = tuple(
            Join(side, ship.id, friend.id)
            for friend in afloat(state, side)
            if friend.id not in led
            and -near <= ship.x - friend.x <= near
            and -near <= ship.y - friend.y <= near
            and abs((friend.facing - ship.facing + 180) % 360 - 180) <= turn
            and not _cannot_join(state, ship, friend)
        )
        if commands:
            yield Offer("join", f"{state.scene.names[ship.id]}: take station", "QF-MOV-H10", ship.id, commands)


def check_join(state: State, command: Join) -> tuple[Illegal, ...]:
    """Return every reason against taking station. Rules: QF-MOV-H10, QF-MOV-H6."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    name, reasons = state.scene.names[ship.id], cannot_move(state, ship)
    if ship.ahead:
        ahead = state.scene.names[ship.ahead]
        reasons.append(Illegal(f"{name} follows {ahead} already", "QF-MOV-H10", ship.id))
    if ship.helm:
        reasons.append(Illegal(f"{name} cannot follow: her rudder is jammed", "QF-MOV-H6", ship.id))
    friend = state.ships.get(command.ahead)
    if friend is None or friend.side != ship.side or friend.gone:
        words = f"{command.side} has no ship called {command.ahead!r} on the table"
        return (*reasons, Illegal(words, "QF-MOV-H10", ship.id))
    why = _cannot_join(state, ship, friend)
    if why:
        words = f"{name} cannot take station on {state.scene.names[friend.id]}: {why}"
        reasons.append(Illegal(words, "QF-MOV-H10", ship.id))
    return tuple(reasons)


def _cannot_join(state: State, ship: Ship, friend: Ship) -> str:
    """Return why a ship cannot take station astern of a friend; "" when she can. Rule: QF-MOV-H10."""
    charts = state.scene.charts.movement
    if friend.id == ship.id:
        return "a ship does not follow herself"
    if distance_squared(place(ship), place(friend)) > (charts.join_mm * MM) ** 2:
        return f"she is more than {charts.join_mm} mm away"
    end = charts.join_degrees
    if place(ship) == place(friend) or not in_relative_arc(
        place(friend), friend.facing, 180 - end, 180 + end, place(ship)
    ):
        return f"she does not lie within {end} degrees of her stern"
    turn = (friend.facing - ship.facing) % 360
    if min(turn, 360 - turn) > charts.turn_degrees:
        return f"their headings differ by {min(turn, 360 - turn)} degrees"
    if any(other.ahead == friend.id for other in state.ships.values()):
        return "another ship follows her"
    ahead = friend
    while ahead.ahead:
        ahead = state.ships[ahead.ahead]
        if ahead.id == ship.id:
            return "she leads that line"
    return ""


def do_join(r: Ruling, command: Join) -> None:
    """Take station: straight to where the ship ahead is now, then on her course. No dice. Rule: QF-MOV-H10."""
    ship, friend = r.state.ships[command.ship], r.state.ships[command.ahead]
    course = bearing(place(ship), place(friend))
    points = (Waypoint(ship.x, ship.y, course), Waypoint(friend.x, friend.y, friend.facing))
    r.state = with_ship(r.state, ship.but(ahead=friend.id, waypoints=points))
    r.note(LineJoined(rule="QF-MOV-H10", ship=ship.id, ahead=friend.id))


JOIN = Verb(Join, "Take station", "QF-MOV-H10", offer_join, check_join, do_join)
