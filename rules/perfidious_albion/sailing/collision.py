"""Collisions (4.4): bases that cross during a move, the distance of the models, both crews' tests, the damage."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rules.kernel import inches
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.devastation import strike
from rules.perfidious_albion.damage.flooding import BLOW, Blow, has_hull
from rules.perfidious_albion.records.events import Collided, CollisionAvoided
from rules.perfidious_albion.records.state import SECTIONS, Ship, State, place
from rules.perfidious_albion.sailing.courses import Track
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.model_outlines import base_of, base_size, hull_of, models_at, models_of, outline_at
from rules.perfidious_albion.squadrons.knowledge import is_stand_in

FINE = 10  # milli-inches to which the place of a contact is found
SHAPES = 4096  # pairs of shapes whose measurements are kept: odds measure the same ones again and again
UPPER_HULL = 5  # the level where floods of collisions and rams fall


class Stretch(NamedTuple):
    """A straight part of a track and the heading held on it; a turn on the spot is a stretch of no length."""

    start: inches.Point
    end: inches.Point
    heading: int


# ---------------------------------------------------------------------- shapes


def stretches(track: Track) -> tuple[Stretch, ...]:
    """Return the straight parts of a track, and the last turn when it ends with one."""
    found = [
        Stretch(a, b, heading) for a, b, heading in zip(track.points, track.points[1:], track.headings, strict=False)
    ]
    if not found or track.heading != found[-1].heading:
        found.append(Stretch(track.end, track.end, track.heading))
    return tuple(found)


def swept_base(state: State, ship: Ship, stretch: Stretch) -> inches.Polygon:
    """Return the ground a ship's base covers on a stretch; exact. Rule: PA-4.4-3."""
    size = base_size(state, ship)
    before, after = (outline_at(at, stretch.heading, *size) for at in (stretch.start, stretch.end))
    return inches.convex_hull((*before, *after)) if stretch.start != stretch.end else before


@lru_cache(maxsize=SHAPES)
def overlap(p: inches.Polygon, q: inches.Polygon) -> bool:
    """Return whether two convex shapes cover common ground; edges that only touch do not. Rules: PA-4.4-2, PA-4.4-3."""
    return inches.convex_overlap(p, q)


@lru_cache(maxsize=SHAPES)
def gap_squared(p: inches.Polygon, q: inches.Polygon) -> Fraction:
    """Return the square of the distance between the nearest parts of two convex shapes; exact. Rule: PA-4.4-1."""
    if inches.convex_meet(p, q):
        return Fraction(0)
    pairs = [(corner, edge) for corner in p for edge in inches.edges(q)] + [
        (corner, edge) for corner in q for edge in inches.edges(p)
    ]
    return min(Fraction(*inches.segment_distance_squared(corner, a, b)) for corner, (a, b) in pairs)


def nearer_than(ones: tuple[inches.Polygon, ...], others: tuple[inches.Polygon, ...], limit: int) -> bool:
    """Return whether any two of these models are less than so many milli-inches apart. Rules: PA-4.4-1, PA-COL-H2."""
    return any(gap_squared(one, other) < limit * limit for one in ones for other in others)


# ---------------------------------------------------------------------- who is met


def crossed_ships(state: State, ship: Ship, track: Track, spare: tuple[str, ...] = ()) -> tuple[tuple[str, int], ...]:
    """Return the ships whose bases a ship's base crosses on a track, in the order met, each with the stretch where it
    begins.

    `ship` is where she was. Bases that already overlapped before she moved are crossed again if her centre comes nearer
    to the other's; touching bases are no crossing. Rules: PA-4.4-2, PA-4.4-3.
    """
    if len(track.points) < 2:
        return ()
    xs, ys = [x for x, _ in track.points], [y for _, y in track.points]
    west, east, north, south = min(xs), max(xs), min(ys), max(ys)
    own = sum(base_size(state, ship))
    here = base_of(state, ship)
    found = []
    for other in state.ships.values():
        if other.gone or other.id == ship.id or other.id in spare:
            continue
        far = (own + sum(base_size(state, other))) // 2
        if not (west - far <= other.x <= east + far and north - far <= other.y <= south + far):
            continue
        there = base_of(state, other)
        lay_across = overlap(here, there)
        for number, stretch in enumerate(stretches(track)):
            if lay_across and not closes(ship, other, stretch):
                continue
            if overlap(swept_base(state, ship, stretch), there):
                run = inches.distance(stretch.start, place(other))
                found.append((number, run, other.id))
                break
    return tuple((name, number) for number, _, name in sorted(found))


def closes(ship: Ship, other: Ship, stretch: Stretch) -> bool:
    """Return whether a ship's middle comes nearer to another's on a stretch than it was before she moved.

    Rule: PA-4.4-3.
    """
    away, whole = inches.segment_distance_squared(place(other), stretch.start, stretch.end)
    return away < whole * inches.distance_squared(place(ship), place(other))


def closest(state: State, ship: Ship, other: Ship, track: Track) -> tuple[bool, inches.Point, int]:
    """Return whether the models come nearer than half an inch on a track, and the first place and heading where they
    do.

    Rules: PA-4.4-1, PA-COL-H2.
    """
    limit, there = state.scene.charts.movement.collision_mils, models_of(state, other)
    for stretch in stretches(track):
        swept = _swept_models(state, ship, stretch, stretch.end)
        if not nearer_than(swept, there, limit):
            continue
        low, high = 0, inches.distance(stretch.start, stretch.end)
        while high - low > FINE:
            middle = (low + high) // 2
            if nearer_than(_swept_models(state, ship, stretch, _along(stretch, middle)), there, limit):
                high = middle
            else:
                low = middle
        return True, _along(stretch, high), stretch.heading
    return False, track.end, track.heading


def _swept_models(state: State, ship: Ship, stretch: Stretch, end: inches.Point) -> tuple[inches.Polygon, ...]:
    before = models_at(state, ship, stretch.start, stretch.heading)
    if end == stretch.start:
        return before
    after = models_at(state, ship, end, stretch.heading)
    return tuple(inches.convex_hull((*a, *b)) for a, b in zip(before, after, strict=True))


def _along(stretch: Stretch, run: int) -> inches.Point:
    length = inches.distance(stretch.start, stretch.end)
    if run >= length:
        return stretch.end
    (ax, ay), (bx, by) = stretch.start, stretch.end
    return ax + (bx - ax) * run // length, ay + (by - ay) * run // length


# ---------------------------------------------------------------------- what comes of it


def resolve_collisions(r: Ruling, ship_id: str, before: Ship, track: Track, spare: tuple[str, ...] = ()) -> None:
    """Resolve every base a ship crossed on her track: both crews test, and the models may strike.

    `before` is the ship where she was. Rolls a D6 for each ship of a pair, then what the damage rolls. A squadron
    that is still a marker on the table touches nobody.
    Rules: PA-4.4-1, PA-4.4-3, PA-COL-H1, PA-COL-H2, PA-COL-H3, PA-COL-H4.
    """
    if is_stand_in(before):
        return
    for other, _ in crossed_ships(r.state, before, track, spare):
        state: State = r.state
        if state.ships[ship_id].gone:
            return
        if state.ships[other].gone or is_stand_in(state.ships[other]):
            continue
        _risk(r, ship_id, other, track)


def _risk(r: Ruling, ship_id: str, other_id: str, track: Track) -> None:
    state: State = r.state
    ship, other, names = state.ships[ship_id], state.ships[other_id], state.scene.names
    same = Modifier(state.scene.charts.movement.collision_same_squadron, "both in one squadron", "PA-COL-H1")
    changes = (same,) if ship.squadron == other.squadron else ()
    clear = False
    for one, two in ((ship, other), (other, ship)):
        missed = crew_test(r, state, one, f"keep clear of {names[two.id]}", "PA-COL-H1", changes)
        clear = clear or missed <= 0
    near, at, heading = closest(state, ship, other, track) if not clear else (False, track.end, 0)
    if not near:
        r.note(CollisionAvoided(rule="PA-COL-H1" if clear else "PA-COL-H2", ship=ship_id, other=other_id))
        return
    cards, divisor = state.scene.cards, state.scene.charts.movement.collision_divisor
    speeds = ship.speed + other.speed
    floods, other_floods = (max(1, -(-speeds * cards[by].tons // divisor)) for by in (other_id, ship_id))
    r.note(Collided(rule="PA-COL-H2", ship=ship_id, other=other_id, floods=floods, other_floods=other_floods))
    sections = (
        section_near(state, ship.but(x=at[0], y=at[1], heading=heading), place(other)),
        section_near(state, other, at),
    )
    blows = (ship_id, sections[0], floods, other_id), (other_id, sections[1], other_floods, ship_id)
    for name, section, taken, striker in blows:
        if not r.state.ships[name].gone:
            blow = Blow(taken, weight_of_blow(state, striker))
            strike(r, name, section, UPPER_HULL, BLOW, "PA-COL-H3", blow)


def weight_of_blow(state: State, striker: str) -> tuple[Modifier, ...]:
    """Return what the tons of the ship that strikes add to the flooding targets of the one that is struck.

    Rule: PA-COL-H4.
    """
    tons = state.scene.cards[striker].tons
    spread = next(add for least, add in state.scene.charts.movement.blow_spread if tons >= least)
    return (Modifier(spread, f"a blow of {tons:,} tons", "PA-COL-H4"),) if spread else ()


def section_near(state: State, ship: Ship, at: inches.Point) -> int:
    """Return the section of a hull nearest to a place, with a box at the level of the blow.

    Rules: PA-COL-H3, PA-RAM-H3.
    """
    (sx, sy), (bx, by) = hull_of(state, ship)
    along = (at[0] - bx) * (sx - bx) + (at[1] - by) * (sy - by)
    whole = (sx - bx) ** 2 + (sy - by) ** 2
    section = min(SECTIONS, max(1, -(-SECTIONS * along // whole)))
    return nearest_hull(state, ship, section)


def nearest_hull(state: State, ship: Ship, section: int) -> int:
    """Return the section, or the nearest that has a box of the hull there: small ships are shorter than the grid."""
    there = [number for number in range(1, SECTIONS + 1) if has_hull(state, ship, number, UPPER_HULL)]
    return min(there, key=lambda number: (abs(number - section), number), default=section)
