"""Contact: outlines that touch during a move, collisions, rams that hit or miss."""

from __future__ import annotations

from typing import NamedTuple

from rules.kernel.inches import (
    Point,
    Polygon,
    distance,
    segment_meets_circle,
)
from rules.kernel.modifiers import Modifier
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.quickfire.charts import load_charts
from rules.quickfire.damage import count_out, speed_hits
from rules.quickfire.events import Collided, ContactAvoided, Rammed, RamMissed
from rules.quickfire.line_of_fire import outline_at
from rules.quickfire.plots import Course, Leg, point_along
from rules.quickfire.state import Ship, State, is_stopped, place

FINE = 100  # precision of a place of contact in thousandths of a millimetre


class Contact(NamedTuple):
    """The first ship met on a course: the leg, the distance along it in thousandths of a millimetre, and the ship."""

    leg: int
    run: int
    other: str


# ---------------------------------------------------------------------- outlines


def outline(state: State, ship: Ship) -> Polygon:
    """Return a ship's outline where she is. Rule: QF-RAM-H5."""
    return outline_at((ship.x, ship.y), ship.facing, state.scene.length[ship.id], state.scene.beam[ship.id])


def first_contact(state: State, ship: Ship, course: Course, spare: tuple[str, ...] = ()) -> Contact | None:
    """Return the first ship whose outline is touched on a course, or None. Rule: QF-RAM-H1.

    Ships in `spare`, and ships touched already at the start of the course, do not count.
    """
    near = _near(state, ship, course, spare)
    if not near:
        return None
    here = outline(state, ship)
    others = [(other, outline(state, other)) for other in near]
    others = [(other, shape) for other, shape in others if _are_apart(here, shape)]
    for number, leg in enumerate(course.legs):
        met = [
            (run, other.id) for other, shape in others if (run := contact_distance(state, ship, leg, other, shape)) >= 0
        ]
        if met:
            run, name = min(met)
            return Contact(number, run, name)
    return None


def _near(state: State, ship: Ship, course: Course, spare: tuple[str, ...]) -> list[Ship]:
    """Return the ships near enough to a course to be touched."""
    scene = state.scene
    xs = [ship.x, *(leg.end[0] for leg in course.legs)]
    ys = [ship.y, *(leg.end[1] for leg in course.legs)]
    west, east, north, south = min(xs), max(xs), min(ys), max(ys)
    mine = scene.length[ship.id] + scene.beam[ship.id]
    found = []
    for other in state.ships.values():
        reach = (mine + scene.length[other.id] + scene.beam[other.id]) // 2
        if (
            west - reach <= other.x <= east + reach
            and north - reach <= other.y <= south + reach
            and not other.gone
            and other.id != ship.id
            and other.id not in spare
        ):
            found.append(other)
    return found


def contact_distance(state: State, ship: Ship, leg: Leg, other: Ship, shape: Polygon) -> int:
    """Return how far along a leg the outline of another ship is touched, in thousandths of a millimetre.

    -1 when it is not.
    """
    scene = state.scene
    reach = (scene.length[ship.id] + scene.beam[ship.id] + scene.length[other.id] + scene.beam[other.id]) // 2
    if not segment_meets_circle(leg.start, leg.end, (place(other), reach)):
        return -1
    base = outline_at((0, 0), leg.heading, scene.length[ship.id], scene.beam[ship.id])
    if _are_apart(_swept_water(base, leg.start, leg.end), shape):
        return -1
    low, high = 0, distance(leg.start, leg.end)
    while high - low > FINE:
        middle = (low + high) // 2
        if _are_apart(_swept_water(base, leg.start, point_along(leg, middle)), shape):
            low = middle
        else:
            high = middle
    return high if low else 0


def _are_apart(p: Polygon, q: Polygon) -> bool:
    """Return whether two clockwise outlines have no point in common: all of one is outside some edge of the other."""
    return _outside(p, q) or _outside(q, p)


def _outside(p: Polygon, q: Polygon) -> bool:
    ax, ay = p[-1]
    for bx, by in p:
        ux, uy = bx - ax, by - ay
        side = ux * ay - uy * ax
        for x, y in q:
            if ux * y - uy * x >= side:
                break
        else:
            return True
        ax, ay = bx, by
    return False


def _swept_water(base: Polygon, start: Point, end: Point) -> Polygon:
    """Return the area a hull covers when it runs straight ahead, from its stern at the start to its bow at the end."""
    (ax, ay), (bx, by) = start, end
    (px, py), (sx, sy), (tx, ty), (qx, qy) = base
    return (bx + px, by + py), (bx + sx, by + sy), (ax + tx, ay + ty), (ax + qx, ay + qy)


# ---------------------------------------------------------------------- collision


def _clears(total: int) -> str:
    return "gets clear" if total >= load_charts().movement.collision_need else "fails"


def collide(r: Ruling, name: str, other_name: str) -> None:
    """Resolve an accidental contact of two ships: either may get clear, otherwise both are damaged.

    Each ship under way rolls two dice. Rule: QF-RAM-H1.
    """
    state: State = r.state
    charts, names = state.scene.charts.movement, state.scene.names
    clear = False
    for here, there in ((name, other_name), (other_name, name)):
        if is_stopped(state.ships[here]):
            continue
        what = f"{names[here]} tries to get clear of {names[there]}"
        need = charts.collision_need
        rolled = r.roll(what, 2, 6, "QF-RAM-H1", target=need, says=_clears)
        clear = clear or rolled.total >= need
    if clear:
        r.note(ContactAvoided(rule="QF-RAM-H1", ship=name, other=other_name))
        return
    sizes = [state.scene.cards[key].size_quarters for key in (name, other_name)]
    least, more = charts.collision_speed_hits, charts.collision_lighter_hits
    hits, other_hits = (more if mine < its else least for mine, its in (sizes, sizes[::-1]))
    r.note(Collided(rule="QF-RAM-H1", ship=name, other=other_name, hits=hits, other_hits=other_hits))
    speed_hits(r, name, hits, "QF-RAM-H1")
    speed_hits(r, other_name, other_hits, "QF-RAM-H1")
    count_out(r)


# ---------------------------------------------------------------------- ramming


def ram_need(state: State, target: Ship) -> int:
    """Return the highest total of two dice at which a ram hits. Rule: QF-RAM-H3."""
    static = target.ran <= state.scene.charts.torpedo.static_boxes
    return state.scene.charts.movement.ram_need["static" if static else "moving"]


def own_hits(face: int) -> int:
    """Return the speed hits a ram costs the rammer: half a die, rounded up. Rule: QF-RAM-H4."""
    return (face + 1) // 2


def _hits_words(total: int) -> str:
    return count_noun(total, "speed hit")


def _half_words(face: int) -> str:
    return count_noun(own_hits(face), "speed hit")


def strike(r: Ruling, name: str, target_name: str) -> None:
    """Resolve a ram in contact: hit or miss. Rolls two dice, and one for each ship if it hits.

    Rules: QF-RAM-H3, QF-RAM-H4.
    """
    state: State = r.state
    names, cards, charts = state.scene.names, state.scene.cards, state.scene.charts.movement
    need = ram_need(state, state.ships[target_name])

    def says(total: int) -> str:
        return "strikes" if total <= need else "misses"

    what = f"{names[name]} rams {names[target_name]}"
    rolled = r.roll(what, 2, 6, "QF-RAM-H3", target=need, low=True, says=says)
    if rolled.total > need:
        r.note(RamMissed(rule="QF-RAM-H3", ship=name, target=target_name))
        return
    larger = cards[name].size_quarters >= cards[target_name].size_quarters
    more = (Modifier(charts.ram_bonus, "rammer as large or larger", "QF-RAM-H4"),) if larger else ()
    hits = r.roll(f"damage to {names[target_name]}", 1, 6, "QF-RAM-H4", more, says=_hits_words).total
    half = r.roll(f"damage to {names[name]}, halved, halves up", 1, 6, "QF-RAM-H4", says=_half_words)
    own = own_hits(half.total)
    r.note(Rammed(rule="QF-RAM-H4", ship=name, target=target_name, hits=hits, own_hits=own))
    speed_hits(r, target_name, hits, "QF-RAM-H4")
    speed_hits(r, name, own, "QF-RAM-H4")
    count_out(r)
