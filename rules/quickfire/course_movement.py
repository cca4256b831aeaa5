"""Phase 2, Movement: moving a ship along her course: contact on the way, the edge of the table, turning points."""

from __future__ import annotations

from rules.kernel.inches import Point, distance
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import MM
from rules.quickfire.contact import collide, first_contact, strike
from rules.quickfire.events import LeftTable, LineLeft, Moved
from rules.quickfire.plots import Course, Leg, length_of, point_along
from rules.quickfire.sinking import remove_ship
from rules.quickfire.state import Ship, State, Waypoint, closed_up, place


def haul_out(r: Ruling, name: str) -> Ship:
    """Remove a ship that leaves the line; the one astern of her follows the ship ahead of her.

    Rule: QF-MOV-H7.
    """
    state: State = r.state
    ship = state.ships[name]
    if not ship.ahead:
        return ship
    alone = ship.but(ahead="", waypoints=())
    r.state = state.but(ships={**state.ships, **closed_up(state, ship), name: alone})
    r.note(LineLeft(rule="QF-MOV-H7", ship=name, ahead=ship.ahead))
    return alone


def travel(
    r: Ruling, ship: Ship, track: Course, boxes: int, spare: tuple[str, ...] = (), target: str = "", passed: int = 0
) -> None:
    """Move a ship along a course, up to the first contact or the edge of the table.

    `spare`: ships she cannot run into; `target`: the ship she means to ram; `passed`: waypoints she passes. Rolls the
    dice of a collision or a ram. Rules: QF-MOV-H7, QF-RAM-H1, QF-VP-H4.
    """
    met = first_contact(r.state, ship, track, spare)
    edge = _edge(r.state, track)
    if met is not None and (edge is None or (met.leg, met.run) < edge[:2]):
        back = max(0, met.run - r.state.scene.charts.movement.collision_back_mm * MM)
        _place(r, ship, _cut(track, met.leg, back), boxes, False, passed)
        if met.other == target:
            strike(r, ship.id, target)
        else:
            collide(r, ship.id, met.other)
    elif edge is not None:
        leg, run, side = edge
        _place(r, ship, _cut(track, leg, run), boxes, False, passed)
        result = "escaped" if _escapes(r.state, r.state.ships[ship.id], side) else "withdrawn"
        remove_ship(r, ship.id, result)
        r.note(LeftTable(rule="QF-VP-H4", ship=ship.id, edge=side, result=result))
    else:
        _place(r, ship, track, boxes, True, passed)


def _cut(track: Course, leg: int, run: int) -> Course:
    """Return a course cut off at a distance along one of its legs."""
    last = track.legs[leg]
    end = point_along(last, run)
    return Course((*track.legs[:leg], Leg(last.start, end, last.heading)), last.heading)


def under_way(state: State, ship: Ship, track: Course, boxes: int, passed: int) -> State:
    """Return a position with a ship at the end of her course and her turning points passed on to the ship astern.

    No dice.
    """
    x, y = track.end
    points: tuple[Point, ...] = (place(ship), *(leg.end for leg in track.legs if leg.end != leg.start))
    after = ship.but(
        x=x, y=y, facing=track.facing, ran=boxes, moved=True, track=points, waypoints=ship.waypoints[passed:]
    )
    ships = {**state.ships, ship.id: after}
    turned = _turning_points(ship, track)
    if turned:
        for other in state.ships.values():
            if other.ahead == ship.id:
                ships[other.id] = other.but(waypoints=(*other.waypoints, *turned))
    return state.but(ships=ships)


def _place(r: Ruling, ship: Ship, track: Course, boxes: int, whole: bool, passed: int) -> None:
    """Put a ship at the end of her course and report it."""
    length = length_of(track.legs)
    ran = boxes if whole else -(-(length - len(track.legs)) // r.state.scene.box[ship.id])  # each leg is rounded up
    r.state = under_way(r.state, ship, track, ran, min(passed, len(track.legs) - 1 + whole))
    r.note(
        Moved(
            rule="QF-MOV-H2",
            ship=ship.id,
            boxes=ran,
            millimetres=(length + MM // 2) // MM,
            facing=track.facing,
            track=r.state.ships[ship.id].track,
        )
    )


def _turning_points(ship: Ship, track: Course) -> tuple[Waypoint, ...]:
    found, heading = [], ship.facing
    for leg in track.legs:
        if leg.heading != heading:
            found.append(Waypoint(*leg.start, leg.heading))
            heading = leg.heading
    if track.facing != heading:
        found.append(Waypoint(*track.end, track.facing))
    return tuple(found)


# ---------------------------------------------------------------------- the edge of the table


def _edge(state: State, track: Course) -> tuple[int, int, str] | None:
    """Return where a course leaves the table: (leg, thousandths of a millimetre along it, edge), or None."""
    width, height = state.scene.width, state.scene.height
    for number, leg in enumerate(track.legs):
        (ax, ay), (bx, by) = leg.start, leg.end
        if 0 <= bx <= width and 0 <= by <= height:
            continue
        length = distance(leg.start, leg.end)
        ways = []
        if bx < 0:
            ways.append((length * ax // (ax - bx), "west"))
        if bx > width:
            ways.append((length * (width - ax) // (bx - ax), "east"))
        if by < 0:
            ways.append((length * ay // (ay - by), "north"))
        if by > height:
            ways.append((length * (height - ay) // (by - ay), "south"))
        run, side = min(ways)
        return number, run, side
    return None


def _escapes(state: State, ship: Ship, edge: str) -> bool:
    """Return whether a ship that leaves by this edge at this place uses her side's exit. Rule: QF-VP-H4."""
    scene = state.scene
    for way in scene.exits[ship.side]:
        if way == edge:
            return True
        north_south, _, east_west = way.partition("_")
        in_half = {
            "north": 2 * ship.y <= scene.height,
            "south": 2 * ship.y >= scene.height,
            "east": 2 * ship.x >= scene.width,
            "west": 2 * ship.x <= scene.width,
        }
        if east_west and ((edge == north_south and in_half[east_west]) or (edge == east_west and in_half[north_south])):
            return True
    return False
