"""Ramming and spar torpedoes (chapter 4.6 of the house rules, 6.2): the course that ends on an enemy, the blow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from rules.kernel.flow import Illegal, Offer
from rules.kernel.inches import Point, distance_squared, edges, move
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.charts import MEDIUM, SPAR
from rules.perfidious_albion.cohesion import ships_of_unit
from rules.perfidious_albion.collision import UPPER_HULL, nearest_hull, section_near
from rules.perfidious_albion.commands import Ram
from rules.perfidious_albion.courses import Leg, legs, length_of, text_of
from rules.perfidious_albion.crew import crew_test
from rules.perfidious_albion.damage import devastate
from rules.perfidious_albion.events import Rammed, RamMissed, SparStruck
from rules.perfidious_albion.flooding import has_hull, strike, take_floods
from rules.perfidious_albion.models import model_length, models_of
from rules.perfidious_albion.speeds import limits
from rules.perfidious_albion.state import Ship, State, afloat, enemy_of, is_struck, place, with_ship
from rules.perfidious_albion.steering import STEADY, course_faults, legal_steers, runs_ashore, track_for

BOW_SECTION = 1


class Approach(NamedTuple):
    """A course that brings the bow upon a target, and where it touches her model first."""

    course: str
    touch: Point


# ---------------------------------------------------------------------- the course


def approach(state: State, ship: Ship, target: Ship) -> Approach | None:
    """The course by which a ship comes upon her target, that with the fewest turns; None when she cannot.

    The last leg is laid so that her bow ends on the target's model. Rule: PA-RAM-H1.
    """
    key = ("ram", ship, target.id, place(target), target.heading)
    if key not in state.scratch:
        state.scratch[key] = _find(state, ship, target)
    found: Approach | None = state.scratch[key]
    return found


def _find(state: State, ship: Ship, target: Ship) -> Approach | None:
    moves, (least, most) = state.scene.charts.movement, limits(state, ship)
    reach = most * moves.mils_per_speed + model_length(state, ship) + model_length(state, target)
    if not most or distance_squared(place(ship), place(target)) > reach * reach:
        return None
    for start in _beginnings(state, ship):
        turns = legs(start) if start else ()
        at, heading = place(ship), ship.heading
        for leg in turns:
            at = move(at, heading, leg.run)
            heading = (heading + leg.turn * moves.turn_degrees) % 360
        run = sum(leg.run for leg in turns)
        for last, touch in _last_legs(state, ship, target, at, heading):
            whole = run + last
            if whole % moves.mils_per_speed or not least * moves.mils_per_speed <= whole <= most * moves.mils_per_speed:
                continue
            course = text_of((*turns, Leg(last, 0)))
            if not course_faults(state, ship, course) and not runs_ashore(state, ship, track_for(state, ship, course)):
                return Approach(course, touch)
    return None


def _beginnings(state: State, ship: Ship) -> tuple[str, ...]:
    """What may stand before the last leg: nothing, or the turns of the courses on offer, fewest turns first."""
    found: dict[str, None] = {"": None}
    for steer in legal_steers(state, ship):
        parts = [leg for leg in legs(steer.course) if leg.turn]
        if parts:
            found[text_of(tuple(parts))] = None
    return tuple(sorted(found, key=lambda text: (len(legs(text)) if text else 0, length_of(text) if text else 0, text)))


def _last_legs(state: State, ship: Ship, target: Ship, at: Point, heading: int) -> Iterator[tuple[int, Point]]:
    """Lengths of a last leg in quarter inches that end with the bow on a model of the target, shortest first."""
    step, half = state.scene.charts.movement.step_mils, model_length(state, ship) // 2
    far = limits(state, ship).most * state.scene.charts.movement.mils_per_speed + half
    tip = move(at, heading, far)
    for shape in models_of(state, target):
        marks = _crossings(at, tip, shape)
        if len(marks) < 2:
            continue
        first, last = int(min(marks) * far), int(max(marks) * far)
        if last < half:
            continue
        touch = move(at, heading, first)
        run = -(-max(0, first - half) // step) * step
        # the hull is as long as she is: it lies on the target until her stern has passed
        while run - half <= last:
            yield run, touch
            run += step


def _crossings(a: Point, b: Point, shape: tuple[Point, ...]) -> set[Fraction]:
    """How far along a-b, 0 to 1, it cuts the outline of a convex shape."""
    found = set()
    for c, d in edges(shape):
        run = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        if run == 0:
            continue
        far = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), run)
        side = Fraction((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]), run)
        if 0 <= far <= 1 and 0 <= side <= 1:
            found.add(far)
    return found


# ---------------------------------------------------------------------- the verb


def has_spar(state: State, ship: Ship) -> bool:
    """Whether a ship carries a spar torpedo she has not used. Rules: PA-6.2-1, PA-SPR-H1."""
    return state.scene.cards[ship.id].spar and not ship.spar_spent


def offer_ram(state: State, side: str) -> Iterator[Offer]:
    """Every enemy that a ship in action, not yet moved, can reach with her bow."""
    for ship in ships_of_unit(state, state.active):
        if ship.side != side or ship.moved:
            continue
        foes = [foe for foe in afloat(state, enemy_of(state, side)) if not _bars(state, ship, foe)]
        commands = [Ram(side, ship.id, foe.id) for foe in foes]
        if has_spar(state, ship):
            commands += [Ram(side, ship.id, foe.id, True) for foe in foes]
        if commands:
            yield Offer("ram", f"{state.scene.names[ship.id]}: ram", "PA-RAM-H1", ship.id, tuple(commands))


def check_ram(state: State, command: Ram) -> tuple[Illegal, ...]:
    """Every reason against ramming. Rules: PA-RAM-H1, PA-SPR-H1, PA-SEQ-H5."""
    from rules.perfidious_albion.movement import own_ship

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
    """Why a ship cannot ram another now, in words; nothing when she can. Rule: PA-RAM-H1."""
    from rules.perfidious_albion.knowledge import is_stand_in
    from rules.perfidious_albion.movement import can_move

    name, who = state.scene.names[ship.id], state.scene.names[target.id]
    if not can_move(state, ship):
        return f"{name} cannot move"
    if is_stand_in(ship) or is_stand_in(target):
        return "a marker on the table neither rams nor is rammed"
    if STEADY in ship.acted or approach(state, ship, target) is None:
        return f"no course of {name} ends with her bow on {who}"
    return ""


def do_ram(r: Ruling, command: Ram) -> None:
    """Run at an enemy and strike, if the dice allow. Throws the dice of the move, then two Crew Tests.

    Rules: PA-RAM-H1, PA-RAM-H2, PA-RAM-H3, PA-RAM-H4, PA-RAM-H5, PA-SPR-H1.
    """
    from rules.perfidious_albion.movement import run

    state: State = r.state
    found = approach(state, state.ships[command.ship], state.ships[command.target])
    assert found is not None
    run(r, command.ship, found.course, command.target, command.spar)


# ---------------------------------------------------------------------- the blow


def ram_floods(state: State, ship: Ship) -> int:
    """The floods a ship's ram costs her target: speed x tons / 40,000, at most six, one more with a ram bow.

    Rule: PA-RAM-H4.
    """
    moves, card = state.scene.charts.movement, state.scene.cards[ship.id]
    return min(moves.ram_most, -(-ship.speed * card.tons // moves.ram_divisor)) + (moves.ram_bow if card.ram else 0)


def strike_home(r: Ruling, ship_id: str, target_id: str, spar: bool) -> None:
    """A ship whose course ended on an enemy's model: does she strike, and what comes of it.

    Throws her Crew Test, then her target's if that may evade, then the damage. Rules: PA-RAM-H1, PA-RAM-H2, PA-RAM-H3.
    """
    state: State = r.state
    ship, target, names = state.ships[ship_id], state.ships[target_id], state.scene.names
    moves = state.scene.charts.movement
    if target.gone:
        return
    if spar:
        r.state = with_ship(r.state, ship.but(spar_spent=True))
    if crew_test(r, state, ship, f"strikes {names[target_id]}", "PA-RAM-H1") > 0:
        r.note(RamMissed(rule="PA-RAM-H1", ship=ship_id, target=target_id, why="her helmsman misjudges it"))
        return
    if target.speed >= moves.ram_evade_speed:
        bonus = moves.ram_evade_slower if target.speed < ship.speed else 0
        if crew_test(r, state, target, f"gets out of {names[ship_id]}'s way", "PA-RAM-H2", bonus) <= 0:
            r.note(RamMissed(rule="PA-RAM-H2", ship=ship_id, target=target_id, why="the target gets out of the way"))
            return
    section = section_near(state, target, _touch(state, ship, target))
    if spar:
        r.note(SparStruck(rule="PA-SPR-H1", ship=ship_id, target=target_id, section=section))
        strike(r, target_id, section, UPPER_HULL, SPAR, "PA-6.2-1", by=ship_id)
        return
    _stove_in(r, ship_id, target_id, section)


def _touch(state: State, ship: Ship, target: Ship) -> Point:
    """Where the bow came upon the target: the first place of her hull line, run back a move, that lies on the model."""
    at, reach = place(ship), model_length(state, ship)
    behind, ahead = move(at, ship.heading, -2 * reach), move(at, ship.heading, reach // 2)
    found = []
    for shape in models_of(state, target):
        marks = _crossings(behind, ahead, shape)
        if marks:
            found.append(min(marks))
    if not found:
        return place(target)
    far = min(found)
    return behind[0] + round(far * (ahead[0] - behind[0])), behind[1] + round(far * (ahead[1] - behind[1]))


def _stove_in(r: Ruling, ship_id: str, target_id: str, section: int) -> None:
    """The damage of a ram to both. Rules: PA-RAM-H4, PA-RAM-H5."""
    state: State = r.state
    ship, moves = state.ships[ship_id], state.scene.charts.movement
    ram_bow = state.scene.cards[ship_id].ram
    floods = ram_floods(state, ship)
    own = -(-floods // moves.ram_back_divisor["ram" if ram_bow else "plain"])
    r.note(Rammed(rule="PA-RAM-H4", ship=ship_id, target=target_id, section=section, floods=floods, own_floods=own))
    bonus = moves.ram_bow_spread if ram_bow else 0
    strike(r, target_id, section, UPPER_HULL, MEDIUM, "PA-RAM-H4", floods=floods, bonus=bonus, by=ship_id)
    if r.state.ships[ship_id].gone:
        return
    take_floods(r, ship_id, own, "PA-RAM-H5", "her own bow crushed")
    bows = nearest_hull(state, ship, BOW_SECTION)
    if (
        not ram_bow
        and has_hull(state, ship, bows, UPPER_HULL)
        and not is_struck(r.state.ships[ship_id], bows, UPPER_HULL)
    ):
        devastate(r, ship_id, bows, UPPER_HULL, "PA-RAM-H5", "ram")
