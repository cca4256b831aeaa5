"""Ramming and spar torpedoes (chapter 4.6 of the house rules, 6.2): the course to the enemy and the attack."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import Point, cuts, move, off_course, segment_meets_circle, within_reach
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.speeds import limits
from rules.perfidious_albion.records.commands import Ram
from rules.perfidious_albion.records.state import Ship, State, afloat, enemy_of, place
from rules.perfidious_albion.sailing.courses import Leg, legs, length_of, text_of
from rules.perfidious_albion.sailing.movement import can_move, run_course
from rules.perfidious_albion.sailing.steering import STEADY, course_faults, legal_steers, runs_ashore, track_for
from rules.perfidious_albion.ships.model_outlines import base_size, model_length, models_of
from rules.perfidious_albion.squadrons.cohesion import own_ship, ships_of_unit
from rules.perfidious_albion.squadrons.knowledge import is_stand_in


class Approach(NamedTuple):
    """A course that brings the bow upon a target, and where it touches her model first."""

    course: str
    touch: Point


# ---------------------------------------------------------------------- the course


def approach(state: State, ship: Ship, target: Ship) -> Approach | None:
    """Return the course by which a ship comes upon her target, that with the fewest turns; None when she cannot.

    The last leg is laid so that her bow ends on the target's model. Rule: PA-RAM-H1.
    """
    moves = state.scene.charts.movement
    most = limits(state, ship).most
    reach = most * moves.mils_per_speed + model_length(state, ship) + model_length(state, target)
    return _approach(state, ship.id, target.id) if most and within_reach(place(ship), place(target), reach) else None


@derived("ships", "squadrons", "terrain", "sea", "baseline", "boxes", "cursor")
def _approach(state: State, name: str, victim: str) -> Approach | None:
    ship, target = state.ships[name], state.ships[victim]
    moves, (least, most) = state.scene.charts.movement, limits(state, ship)
    for start in _beginnings(tuple(steer.course for steer in legal_steers(state, ship))):
        turns, run = legs(start), length_of(start)
        before = track_for(state, ship, start)
        for last, touch in _last_legs(state, ship, target, before.end, before.heading):
            whole = run + last
            if whole % moves.mils_per_speed or not least * moves.mils_per_speed <= whole <= most * moves.mils_per_speed:
                continue
            course = text_of((*turns, Leg(last, 0)))
            if not course_faults(state, ship, course) and not runs_ashore(state, ship, track_for(state, ship, course)):
                return Approach(course, touch)
    return None


@cache
def _beginnings(courses: tuple[str, ...]) -> tuple[str, ...]:
    """Return what may precede the last leg: nothing, or the turns of the courses on offer, fewest turns first."""
    turning = (tuple(leg for leg in legs(course) if leg.turn) for course in courses)
    found = dict.fromkeys(("", *(text_of(parts) for parts in turning if parts)))
    return tuple(sorted(found, key=lambda text: (len(legs(text)), length_of(text), text)))


def _last_legs(state: State, ship: Ship, target: Ship, at: Point, heading: int) -> Iterator[tuple[int, Point]]:
    """Yield lengths of a last leg in quarter inches that end with the bow on a model of the target, shortest first."""
    there, near = place(target), base_size(state, target)[0]
    if off_course(at, heading, there) > near:
        return
    step, half = state.scene.charts.movement.step_mils, model_length(state, ship) // 2
    far = limits(state, ship).most * state.scene.charts.movement.mils_per_speed + half
    tip = move(at, heading, far)
    if not segment_meets_circle(at, tip, (there, near)):
        return
    for shape in models_of(state, target):
        marks = [Fraction(*cut) for cut in cuts(at, tip, shape)]
        if len(marks) < 2:
            continue
        first, last = int(min(marks) * far), int(max(marks) * far)
        if last < half:
            continue
        touch = move(at, heading, first)
        run = -(-max(0, first - half) // step) * step
        # her hull lies on the target until her stern has passed
        while run - half <= last:
            yield run, touch
            run += step


# ---------------------------------------------------------------------- the verb


def has_spar(state: State, ship: Ship) -> bool:
    """Return whether a ship carries a spar torpedo she has not used. Rules: PA-6.2-1, PA-SPR-H1."""
    return state.scene.cards[ship.id].spar and not ship.spar_spent


def offer_ram(state: State, side: str) -> Iterator[Offer]:
    """Yield every enemy that a ship in action, not yet moved, can reach with her bow."""
    moves = state.scene.charts.movement
    for ship in ships_of_unit(state, state.active):
        if ship.side != side or ship.moved:
            continue
        longest = max(size.model_mils[0] for size in moves.sizes.values())
        reach = limits(state, ship).most * moves.mils_per_speed + model_length(state, ship) + longest
        near = [foe for foe in afloat(state, enemy_of(state, side)) if within_reach(place(ship), place(foe), reach)]
        foes = [foe for foe in near if not _bars(state, ship, foe)]
        commands = [Ram(side, ship.id, foe.id) for foe in foes]
        if has_spar(state, ship):
            commands += [Ram(side, ship.id, foe.id, True) for foe in foes]
        if commands:
            yield Offer("ram", f"{state.scene.names[ship.id]}: ram", "PA-RAM-H1", ship.id, tuple(commands))


def check_ram(state: State, command: Ram) -> tuple[Illegal, ...]:
    """Return every reason against ramming. Rules: PA-RAM-H1, PA-SPR-H1, PA-SEQ-H5."""
    ship = own_ship(state, command.side, command.ship, "PA-RAM-H1")
    if isinstance(ship, Illegal):
        return (ship,)
    name = state.scene.names[ship.id]
    if ship.moved:
        return (Illegal(f"{name} has moved this turn", "PA-SEQ-H5", ship.id),)
    target = state.ships.get(command.target)
    if target is None or target.side == ship.side or target.gone:
        words = f"there is no enemy ship called {command.target!r:.40} on the table"
        return (Illegal(words, "PA-RAM-H1", ship.id),)
    reasons = [Illegal(words, "PA-RAM-H1", ship.id) for words in (_bars(state, ship, target),) if words]
    if command.spar and not has_spar(state, ship):
        reasons.append(Illegal(f"{name} has no spar torpedo ready", "PA-SPR-H1", ship.id))
    return tuple(reasons)


def _bars(state: State, ship: Ship, target: Ship) -> str:
    """Return why a ship cannot ram another now; empty when she can. Rule: PA-RAM-H1."""
    name, who = state.scene.names[ship.id], state.scene.names[target.id]
    if not can_move(state, ship):
        return f"{name} cannot move"
    if is_stand_in(ship) or is_stand_in(target):
        return "a marker on the table neither rams nor is rammed"
    if STEADY in ship.acted or approach(state, ship, target) is None:
        return f"no course of {name} ends with her bow on {who}"
    return ""


def do_ram(r: Ruling, command: Ram) -> None:
    """Run at an enemy and ram her, if the Crew Tests allow. Rolls the dice of the move, then two Crew Tests.

    Rules: PA-RAM-H1, PA-RAM-H2, PA-RAM-H3, PA-RAM-H4, PA-RAM-H5, PA-SPR-H1.
    """
    state: State = r.state
    found = approach(state, state.ships[command.ship], state.ships[command.target])
    assert found is not None
    run_course(r, command.ship, found.course, command.target, command.spar)


RAM = Verb(Ram, "Ram", "PA-RAM-H1", offer_ram, check_ram, do_ram)
