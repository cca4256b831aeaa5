"""Steering: which courses a ship may run: helm, speed, jammed rudder, lost tower, orders a shaken crew still obeys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.inches import Point, Polygon, bounds, bounds_touch, distance_squared
from rules.kernel.plurals import count_noun
from rules.perfidious_albion.damage.speeds import engine_speed, limits, top_speed
from rules.perfidious_albion.damage.weather import land_of, sea_at
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.state import BEARINGS, Ship, State, edge_depth, on_table, place
from rules.perfidious_albion.sailing.courses import (
    STOP,
    Helm,
    Track,
    extent,
    inches,
    jammed_course,
    legs,
    length_of,
    list_courses,
    track_of,
    turns_of,
)
from rules.perfidious_albion.ships.model_outlines import handling, hull_of, model_length, tips
from rules.perfidious_albion.squadrons.cohesion import nearest_mate
from rules.perfidious_albion.squadrons.knowledge import is_stand_in, marker_bars
from rules.perfidious_albion.squadrons.land import enters_shape, pieces_near

STEADY = "steady"  # in Ship.acted: her orders did not get through, she keeps course and speed (PA-DMG-H5)
ASTRAY = "shaken"  # in Ship.acted: detached, the crew only tries to rejoin (PA-MOR-H5)
WITHDRAWING = "withdrawing"


def helm_of(state: State, ship: Ship) -> Helm:
    """Return what the helm of a ship allows. Rules: PA-MOV-H3, PA-MOV-H4."""
    how, moves = handling(state, ship), state.scene.charts.movement
    return Helm(how.straight_mils, how.most_degrees // moves.turn_degrees, moves.turn_degrees, moves.step_mils)


def track_for(state: State, ship: Ship, course: str) -> Track:
    """Return the path of a course from where a ship is. Rule: PA-MOV-H5."""
    return track_of(place(ship), ship.heading, course, state.scene.charts.movement.turn_degrees)


def speed_of(state: State, course: str) -> int:
    """Return the speed units a course runs. Rule: PA-TAB-H2."""
    return length_of(course) // state.scene.charts.movement.mils_per_speed


# ---------------------------------------------------------------------- why a course may not be run


def course_faults(state: State, ship: Ship, course: str) -> list[Illegal]:
    """Return every reason against a course; empty when it may be run.

    Rules: PA-MOV-H1, PA-MOV-H2, PA-MOV-H3, PA-MOV-H4, PA-MOV-H5, PA-MOV-H7, PA-MOV-H9, PA-DMG-H5, PA-MOR-H3, PA-MOR-H5.
    """
    moves, name = state.scene.charts.movement, state.scene.names[ship.id]
    if not legs(course):
        words = f"a course is written 3.5R2R1: inches straight on, L or R for 45 degrees, inches; found {course!r:.40}"
        return [Illegal(words, "PA-MOV-H5", ship.id)]
    if any(leg.run % moves.step_mils for leg in legs(course)):
        return [Illegal(f"courses are laid in quarters of an inch; found {course}", "PA-MOV-H5", ship.id)]
    length = length_of(course)
    if length % moves.mils_per_speed:
        words = f"a course adds up to half inches, one for a unit of speed; {course} adds up to {inches(length)}"
        return [Illegal(words, "PA-MOV-H5", ship.id)]
    if STEADY in ship.acted:
        wanted = standing_course(state, ship)
        if course == wanted:
            return []
        words = f"{name}'s orders did not reach the engines and the helm: she keeps on, {wanted}"
        return [Illegal(words, "PA-DMG-H5", ship.id)]
    found = [*_speed_faults(state, ship, length), *_helm_faults(state, ship, course)]
    return found or _order_faults(state, ship, course)


def _speed_faults(state: State, ship: Ship, length: int) -> Iterator[Illegal]:
    moves, name = state.scene.charts.movement, state.scene.names[ship.id]
    speed = length // moves.mils_per_speed
    least, most = limits(state, ship)
    if speed > most:
        top, how = top_speed(state, ship), handling(state, ship)
        why, rule = f"she ran {ship.speed} and gains at most {how.speed_up}", "PA-MOV-H1"
        if most == top:
            why, rule = f"that is all she can do now in a {sea_at(state, place(ship))} sea", "PA-MOV-H7"
            if engine_speed(state, ship) == top:
                why, rule = "that is all her engines give now", "PA-MOV-H2" if not ship.props_lost else "PA-5.8-8"
        yield Illegal(f"{name} runs at most {count_noun(most, 'unit')}, {inches(most * moves.mils_per_speed)} inches; "
                      f"this course takes {speed}: {why}", rule, ship.id)  # fmt: skip
    if speed < least:
        how = handling(state, ship)
        far = inches(least * moves.mils_per_speed)
        yield Illegal(f"{name} runs at least {count_noun(least, 'unit')}, {far} inches; this course "
                      f"takes {speed}: she ran {ship.speed} and slows by at most {how.slow_down}",
                      "PA-MOV-H2", ship.id)  # fmt: skip


def _helm_faults(state: State, ship: Ship, course: str) -> Iterator[Illegal]:
    helm, name = helm_of(state, ship), state.scene.names[ship.id]
    if ship.steering:
        wanted = jammed_course(length_of(course), ship.helm, helm.straight)
        if legs(course) != legs(wanted):
            way = f"to {ship.helm}" if ship.helm in ("port", "starboard") else "straight on"
            yield Illegal(f"the rudder of {name} is jammed {way}: she runs {wanted}", "PA-MOV-H9", ship.id)
        return
    turned = turns_of(course)
    if turned > helm.turns:
        most, wanted_degrees = helm.turns * helm.degrees, turned * helm.degrees
        words = f"{name} turns at most {most} degrees in a move; this course turns {wanted_degrees}"
        yield Illegal(words, "PA-MOV-H4", ship.id)
    if any(leg.turn and leg.run < helm.straight for leg in legs(course)):
        words = f"{name} runs {inches(helm.straight)} inches straight before each turn"
        yield Illegal(words, "PA-MOV-H3", ship.id)


def _order_faults(state: State, ship: Ship, course: str) -> list[Illegal]:
    """Allow a withdrawing ship only courses to her base line, and a detached one only courses to her squadron."""
    if not (ship.morale == WITHDRAWING or ASTRAY in ship.acted) or ship.steering:
        return []
    goal = _rejoins(state, ship)
    obedient = _obedient(state, ship.id, goal)
    if not obedient or _orders(state, ship, goal)(course):
        return []
    name, example = state.scene.names[ship.id], obedient[0]
    if ship.morale == WITHDRAWING:
        edge = state.baseline.get(ship.side, "")
        words = f"{name} withdraws: she goes to the {edge} edge, for instance by {example}"
        return [Illegal(words, "PA-MOR-H3", ship.id)]
    mate = nearest_mate(state, ship)
    near = state.scene.names[mate.id] if mate is not None else "her squadron"
    words = f"{name} is detached and only tries to rejoin: she must end nearer to {near}, for instance {example}"
    return [Illegal(words, "PA-MOR-H5", ship.id)]


def _orders(state: State, ship: Ship, goal: Point | None) -> Callable[[str], bool]:
    """Return a test of whether a shaken crew will still run a course. Rules: PA-MOR-H3, PA-MOR-H5."""
    here = place(ship)
    if ship.morale != WITHDRAWING:
        apart = distance_squared(here, goal) if goal else 0
        return lambda course: not goal or distance_squared(track_for(state, ship, course).end, goal) < apart
    edge = state.baseline.get(ship.side, "")
    stay = state.scene.charts.damage.withdraw_stay_mils if state.scene.options["withdrawing_stays"] else 0
    if stay and edge and edge_depth(state, edge, here) <= stay:

        def stays(course: str) -> bool:
            track = track_for(state, ship, course)
            return on_table(state, *track.points) and edge_depth(state, edge, track.end) <= stay

        return stays
    helm, home = helm_of(state, ship), BEARINGS.get(edge, ship.heading)
    length = limits(state, ship).most * state.scene.charts.movement.mils_per_speed
    turns = min(helm.turns, length // helm.straight)
    best = min(off_bearing(ship.heading + way * helm.degrees, home) for way in range(-turns, turns + 1))

    def obeys(course: str) -> bool:
        return length_of(course) == length and off_bearing(track_for(state, ship, course).heading, home) == best

    return obeys


def _rejoins(state: State, ship: Ship) -> Point | None:
    """Return the place of the ship that a detached one must come nearer to."""
    mate = nearest_mate(state, ship) if ASTRAY in ship.acted else None
    return place(mate) if mate is not None else None


def off_bearing(heading: int, bearing: int) -> int:
    """Return degrees between a heading and a bearing, 0 to 180."""
    apart = (heading - bearing) % 360
    return min(apart, 360 - apart)


@derived("ships[id]", "terrain", "sea", "baseline", "cursor")
def _obedient(state: State, name: str, goal: Point | None) -> tuple[str, ...]:
    """Return the courses on offer that a shaken crew will run and that touch no land."""
    ship = state.ships[name]
    obeys = _orders(state, ship, goal)
    return _off_shore(state, ship, tuple(way for way in _open_sea(state, ship) if obeys(way)))


# ---------------------------------------------------------------------- land and edges


def keel_path(state: State, ship: Ship, track: Track) -> tuple[Point, ...]:
    """Return what may touch ground on a track: the path of the ship's middle, then her bow at its end.

    Rule: PA-TER-H1.
    """
    return (*track.points, tips(track.end, track.heading, model_length(state, ship))[1])


def runs_ashore(state: State, ship: Ship, track: Track) -> bool:
    """Return whether a track enters land. Rule: PA-TER-H1."""
    near = pieces_near(land_of(state), place(ship), length_of_track(track) + model_length(state, ship))
    return bool(near) and _enters(state, ship, track, near)


def length_of_track(track: Track) -> int:
    """Return an upper bound of the milli-inches from start to any place of a track."""
    return sum(abs(bx - ax) + abs(by - ay) for (ax, ay), (bx, by) in zip(track.points, track.points[1:], strict=False))


# ---------------------------------------------------------------------- the courses on offer


@cache
def _commands(side: str, ship: str, courses: tuple[str, ...]) -> tuple[Steer, ...]:
    return tuple(Steer(side, ship, course) for course in courses)


def legal_steers(state: State, ship: Ship) -> tuple[Steer, ...]:
    """Return a choice of legal courses for a ship; none runs ashore or off the table if another one is possible."""
    if STEADY in ship.acted:
        return _commands(ship.side, ship.id, (standing_course(state, ship),))
    if is_stand_in(ship):
        return _commands(ship.side, ship.id, _marker_courses(state, ship.id))
    return _commands(ship.side, ship.id, _courses(state, ship.id, _rejoins(state, ship)))


@derived("ships[id]", "terrain", "sea", "baseline", "boxes", "cursor")
def _courses(state: State, name: str, goal: Point | None) -> tuple[str, ...]:
    ship = state.ships[name]
    ways = _open_sea(state, ship)
    if (ship.morale == WITHDRAWING or ASTRAY in ship.acted) and not ship.steering:
        ways = _obedient(state, name, goal) or ways
    least, most = limits(state, ship)
    reach = most * state.scene.charts.movement.mils_per_speed + INCH * 2
    return _off_shore(state, ship, _on_the_table(state, ship, reach, ways)) or ways


def _off_shore(state: State, ship: Ship, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Return the courses that enter no land. The bounding box of a course shows quickly that no land is near."""
    if not land_of(state) or not ways:
        return ways
    (x, y), hull = place(ship), model_length(state, ship)
    near = pieces_near(land_of(state), (x, y), max(length_of(way) for way in ways) + hull)
    if not near:
        return ways
    degrees, found = state.scene.charts.movement.turn_degrees, []
    for way in ways:
        west, east, north, south = extent(way, ship.heading, degrees)
        box = x + west - hull, y + north - hull, x + east + hull, y + south + hull
        shapes = tuple(shape for shape in near if bounds_touch(box, bounds(shape)))
        if not shapes or not _enters(state, ship, track_for(state, ship, way), shapes):
            found.append(way)
    return tuple(found)


def _enters(state: State, ship: Ship, track: Track, shapes: tuple[Polygon, ...]) -> bool:
    path = keel_path(state, ship, track)
    return any(enters_shape(a, b, shape) for shape in shapes for a, b in zip(path, path[1:], strict=False) if a != b)


@derived("ships", "terrain", "sea", "fields", "markers", "cursor")
def _marker_courses(state: State, name: str) -> tuple[str, ...]:
    """Return the courses of a squadron under a marker: it may touch nothing. Rule: PA-SET-H3."""
    ship = state.ships[name]
    ways = _open_sea(state, ship)
    return tuple(way for way in ways if not marker_bars(state, ship, track_for(state, ship, way).points))


def _open_sea(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the courses on offer if nothing lies in the way."""
    least, most = limits(state, ship)
    helm, unit = helm_of(state, ship), state.scene.charts.movement.mils_per_speed
    if ship.steering:
        return tuple(jammed_course(speed * unit, ship.helm, helm.straight) for speed in range(most, least - 1, -1))
    return list_courses(least, most, ship.speed, helm, unit)


def _on_the_table(state: State, ship: Ship, reach: int, ways: tuple[str, ...]) -> tuple[str, ...]:
    """Return the courses within reach that stay on the table; all where she may leave it. Rule: PA-MOV-H8."""
    (x, y), scene = place(ship), state.scene
    if reach <= x <= scene.width - reach and reach <= y <= scene.height - reach:
        return ways
    convoy = any(box.kind == "exit" for box in state.boxes) and ship.side != scene.attacker
    if ship.morale == WITHDRAWING or convoy:
        return ways
    degrees, found = scene.charts.movement.turn_degrees, []
    for way in ways:
        west, east, north, south = extent(way, ship.heading, degrees)
        if x + west >= 0 and x + east <= scene.width and y + north >= 0 and y + south <= scene.height:
            found.append(way)
    return tuple(found)


def standing_course(state: State, ship: Ship) -> str:
    """Return what a ship without orders runs: straight on at her last speed, or as near to it as she can.

    Rule: PA-SEQ-H5.
    """
    least, most = limits(state, ship)
    length = min(max(ship.speed, least), most) * state.scene.charts.movement.mils_per_speed
    helm = helm_of(state, ship)
    if is_stand_in(ship):
        straight = track_for(state, ship, inches(length)).points
        ways = legal_steers(state, ship) if marker_bars(state, ship, straight) else ()
        return ways[0].course if ways else STOP if marker_bars(state, ship, straight) else inches(length)
    if ship.steering:
        return jammed_course(length, ship.helm, helm.straight)
    if STEADY not in ship.acted and (ship.morale == WITHDRAWING or ASTRAY in ship.acted):
        obedient = _obedient(state, ship.id, _rejoins(state, ship))
        if obedient:
            return obedient[0]
    return inches(length) if length else STOP


def trace_of(state: State, ship: Ship, track: Track) -> tuple[Point, ...]:
    """Return the trace of a track: starting stern tip, the path, final bow tip. Rules: PA-TOR-H3, PA-MIN-H1."""
    return (hull_of(state, ship)[0], *track.points, tips(track.end, track.heading, model_length(state, ship))[1])
