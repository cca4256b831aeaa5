"""Course search: the legal course that ends nearest to a place the player points at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rules.kernel.inches import SCALE, Point, direction, distance
from rules.perfidious_albion.damage.speeds import limits
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import Steer
from rules.perfidious_albion.records.state import Ship, State, place
from rules.perfidious_albion.sailing.courses import Helm, Leg, legs, length_of, text_of
from rules.perfidious_albion.sailing.steering import (
    ASTRAY,
    STEADY,
    WITHDRAWING,
    helm_of,
    legal_steers,
    off_bearing,
    runs_ashore,
    track_for,
)

MOST_TURNS = 3  # more turns than this are not looked for; they can be typed
LOOKED_AT = 40  # courses that are looked at for land in their way, the best ones
COARSE = 4  # steps of a quarter inch by which a first leg is varied when others follow
HEADING_COST = INCH // 9  # milli-inches that one degree off the wished heading counts for: 45 degrees, five inches


class _Bounds(NamedTuple):
    """Least and most milli-inches of a course, and the step of its sum."""

    least: int
    most: int
    unit: int


def course_to(state: State, ship: Ship, at: Point, facing: int | None = None) -> str:
    """Return the legal course that ends nearest to a place, and on a heading near `facing` where one is given.

    Of equals, that with the fewest turns, then the one nearest her present speed. Rules: PA-MOV-H1 to PA-MOV-H5.
    """
    return good_courses(state, ship, at, facing)[0]


def good_courses(state: State, ship: Ship, at: Point, facing: int | None = None) -> tuple[str, ...]:
    """Return legal courses that end near a place, the best first; none runs ashore where another does not."""
    if ship.steering or STEADY in ship.acted or ASTRAY in ship.acted or ship.morale == WITHDRAWING:
        return _of_the_offered(state, ship, at, facing)
    helm, unit = helm_of(state, ship), state.scene.charts.movement.mils_per_speed
    least, most = limits(state, ship)
    bounds = _Bounds(least * unit, most * unit, unit)
    found = dict.fromkeys((*_courses(ship, at, helm, bounds), *(steer.course for steer in legal_steers(state, ship))))
    ranked = sorted((_cost(state, ship, course, at, facing), course) for course in found)
    near = [course for _, course in ranked[:LOOKED_AT]]
    clear = tuple(course for course in near if not runs_ashore(state, ship, track_for(state, ship, course)))
    return clear or tuple(near)


def _of_the_offered(state: State, ship: Ship, at: Point, facing: int | None) -> tuple[str, ...]:
    offered: tuple[Steer, ...] = legal_steers(state, ship)
    return tuple(sorted((steer.course for steer in offered), key=lambda way: _cost(state, ship, way, at, facing)))


def _cost(state: State, ship: Ship, course: str, at: Point, facing: int | None) -> tuple[int, int, int, str]:
    track = track_for(state, ship, course)
    off = off_bearing(track.heading, facing) * HEADING_COST if facing is not None else 0
    speed = length_of(course) // state.scene.charts.movement.mils_per_speed
    return distance(track.end, at) + off, len(legs(course)), abs(speed - ship.speed), course


def _courses(ship: Ship, at: Point, helm: Helm, bounds: _Bounds) -> Iterator[str]:
    """Yield courses of every pattern of turns, their last two legs laid so as to end near a place."""
    start = place(ship)
    for run in _straight(start, ship.heading, at, bounds):
        yield text_of((Leg(run, 0),))
    for count in range(1, min(helm.turns, MOST_TURNS) + 1):
        for turns in product((-1, 1), repeat=count):
            for first in _first_legs(turns, helm, bounds):
                yield from _finish_courses(start, ship.heading, turns, first, at, helm, bounds)


def _straight(start: Point, heading: int, at: Point, bounds: _Bounds) -> Iterator[int]:
    ux, uy = direction(heading)
    along = ((at[0] - start[0]) * ux + (at[1] - start[1]) * uy) // SCALE
    for length in (along // bounds.unit * bounds.unit, -(-along // bounds.unit) * bounds.unit):
        yield min(max(length, bounds.least), bounds.most)


def _first_legs(turns: tuple[int, ...], helm: Helm, bounds: _Bounds) -> Iterator[tuple[int, ...]]:
    """Yield the legs before the last two: none for one turn, one that varies for two, a short one more for three."""
    if len(turns) == 1:
        yield ()
        return
    spare = bounds.most - len(turns) * helm.straight
    for more in range(0, max(0, spare) + 1, helm.step * COARSE):
        yield (helm.straight + more, *(helm.straight for _ in turns[2:]))


def _finish_courses(
    start: Point, heading: int, turns: tuple[int, ...], first: tuple[int, ...], at: Point, helm: Helm, bounds: _Bounds
) -> Iterator[str]:
    """Yield the pattern with its last two legs solved for the place, rounded to quarters, the sum to whole units of
    speed.
    """
    x, y = start
    for run, turn in zip(first, turns, strict=False):
        ux, uy = direction(heading)
        x, y = x + run * ux // SCALE, y + run * uy // SCALE
        heading += turn * helm.degrees
    ax, ay = direction(heading)
    bx, by = direction(heading + turns[-1] * helm.degrees)
    dx, dy = at[0] - x, at[1] - y
    whole = ax * by - ay * bx
    exact = (dx * by - dy * bx) * SCALE // whole, (ax * dy - ay * dx) * SCALE // whole
    used, step = sum(first), helm.step
    for shift in (0, 1):
        before = max(helm.straight, (exact[0] // step + shift) * step)
        for total in _totals(used + before, used + before + max(0, exact[1]), bounds):
            legs_before = tuple(Leg(run, turn) for run, turn in zip(first, turns, strict=False))
            yield text_of((*legs_before, Leg(before, turns[-1]), Leg(total - used - before, 0)))


def _totals(least: int, wished: int, bounds: _Bounds) -> Iterator[int]:
    """Yield sums of a course near the one wished: whole units of speed, within the ship's limits."""
    for total in (wished // bounds.unit * bounds.unit, -(-wished // bounds.unit) * bounds.unit):
        held = min(max(total, bounds.least), bounds.most)
        if held >= least:
            yield held
