"""Phase 2, Movement: ramming: the course to the enemy, and the command."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import SCALE, cosine, direction, distance_squared, in_relative_arc, sine
from rules.kernel.plurals import count_noun
from rules.kernel.ruling import Ruling
from rules.quickfire.commands import Ram
from rules.quickfire.contact import contact_distance, first_contact, outline
from rules.quickfire.course_movement import haul_out, travel
from rules.quickfire.plots import Helm, Leg, boxes_of, last_leg, parse_plot, plots, point_along
from rules.quickfire.state import LYING, Ship, State, afloat, enemy_of, place
from rules.quickfire.steering import cannot_move, choices, course, helm_of, land_hit, limits, own_ship, ships_to_move


def _runs_in(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the plots by which a ship may ram: as far as she can run, with the last boxes straight (QF-RAM-H2)."""
    charts, most = state.scene.charts.movement, limits(state, ship)[1]
    if most < charts.ram_least_boxes:
        return ()
    if ship.helm:
        return tuple(plot for plot in choices(state, ship, most) if _is_steady(plot, charts.ram_straight_boxes))
    return _straight_in(most, charts.ram_straight_boxes, helm_of(state, ship))


@cache
def _straight_in(most: int, straight: int, helm: Helm) -> tuple[str, ...]:
    return tuple(plot for plot in plots(most, helm) if _is_steady(plot, straight))


def _is_steady(plot: str, straight: int) -> bool:
    last = parse_plot(plot)[-1]
    return not last.turn and last.boxes >= straight


def offer_rams(state: State, side: str) -> Iterator[Offer]:
    """Yield ramming every enemy that a ship can reach."""
    for ship in ships_to_move(state, side):
        if not _runs_in(state, ship):
            continue
        reach = limits(state, ship)[1] * state.scene.box[ship.id]
        foes = ram_targets(state, ship, reach)
        commands = tuple(Ram(side, ship.id, foe.id) for foe in foes if ram_plot(state, ship, foe))
        if commands:
            yield Offer("ram", f"{state.scene.names[ship.id]}: ram", "QF-RAM-H2", ship.id, commands)


def ram_plot(state: State, ship: Ship, target: Ship) -> str:
    """Return the plot by which a ship rams her target, that with the fewest turns; "" when there is none. Rule:
    QF-RAM-H2.

    She must touch her target first of all ships, after a straight run and ahead of her, and keep off land.
    """
    return _ram_plot(state, ship.id, target.id)


@derived(*LYING, "ships.helm", "ships.speed_hits", "ships.ran")
def _ram_plot(state: State, name: str, target_name: str) -> str:
    ship, target = state.ships[name], state.ships[target_name]
    first = _first_way(state, name, target_name)
    if not first or _clear_way(state, ship, target, first):
        return first
    ways = (plot for plot in _runs_in(state, ship) if _comes_upon(state, ship, target, plot))
    return next((plot for plot in ways if _clear_way(state, ship, target, plot)), "")


@derived(*(f"ships[id,id].{part}" for part in ("x", "y", "facing", "helm", "speed_hits", "ran")))
def _first_way(state: State, name: str, target_name: str) -> str:
    """Return the first plot by which a ship would ram if no other ship were there."""
    ship, target = state.ships[name], state.ships[target_name]
    return next((plot for plot in _runs_in(state, ship) if _comes_upon(state, ship, target, plot)), "")


def _clear_way(state: State, ship: Ship, target: Ship, plot: str) -> bool:
    track = course(state, ship, plot)
    met = first_contact(state, ship, track)
    return met is not None and met.other == target.id and met.leg == len(track.legs) - 1 and not land_hit(state, track)


def _comes_upon(state: State, ship: Ship, target: Ship, plot: str) -> bool:
    charts, box = state.scene.charts.movement, state.scene.box[ship.id]
    leg = last_leg(place(ship), ship.facing, plot, box, charts.turn_degrees)
    last = parse_plot(plot)[-1].boxes
    least = max(charts.ram_straight_boxes, charts.ram_least_boxes - boxes_of(plot) + last) * box
    if not _may_come_upon(state, ship, target, leg, least, last * box):
        return False
    run = contact_distance(state, ship, leg, target, outline(state, target))
    front = charts.ram_front_degrees
    return run >= least and in_relative_arc(point_along(leg, run), leg.heading, -front, front, place(target))


def _may_come_upon(state: State, ship: Ship, target: Ship, leg: Leg, least: int, most: int) -> bool:
    """Return, by a quick test, whether the target may be touched ahead, between two distances along a leg."""
    scene, front = state.scene, state.scene.charts.movement.ram_front_degrees
    reach = (scene.length[ship.id] + scene.beam[ship.id] + scene.length[target.id] + scene.beam[target.id]) // 2
    dx, dy = target.x - leg.start[0], target.y - leg.start[1]
    east, south = direction(leg.heading)
    ahead = (dx * east + dy * south) // SCALE
    aside = abs(dx * south - dy * east) // SCALE
    return least <= ahead <= most + reach and aside * cosine(front) <= reach * sine(front)


def check_ram(state: State, command: Ram) -> tuple[Illegal, ...]:
    """Return every reason against ramming. Rule: QF-RAM-H2."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    reasons = cannot_move(state, ship)
    target = state.ships.get(command.target)
    if target is None or target.side == ship.side or target.gone:
        words = f"there is no enemy ship called {command.target!r} on the table"
        return (*reasons, Illegal(words, "QF-RAM-H2", ship.id))
    name, charts = state.scene.names[ship.id], state.scene.charts.movement
    if not _runs_in(state, ship):
        least, most = charts.ram_least_boxes, limits(state, ship)[1]
        reasons.append(Illegal(f"{name} can run {count_noun(most, 'box')}; a ram takes {least}", "QF-RAM-H2", ship.id))
    elif not ram_plot(state, ship, target):
        who, least = state.scene.names[target.id], charts.ram_least_boxes
        words = f"no course of {name} meets {who} ahead after {least} boxes, the last straight, and nobody else before"
        reasons.append(Illegal(words, "QF-RAM-H2", ship.id))
    return tuple(reasons)


def do_ram(r: Ruling, command: Ram) -> None:
    """Steer at a ship and ram her, if the dice allow. Rolls the dice of the ram. Rules: QF-RAM-H2, QF-RAM-H3."""
    state: State = r.state
    plot = ram_plot(state, state.ships[command.ship], state.ships[command.target])
    ship = haul_out(r, command.ship)
    travel(r, ship, course(r.state, ship, plot), boxes_of(plot), target=command.target)


RAM = Verb(Ram, "Ram", "QF-RAM-H2", offer_rams, check_ram, do_ram)


def ram_targets(state: State, ship: Ship, reach: int) -> list[Ship]:
    """Return the enemy ships within `reach` thousandths of a millimetre of a ship's outline."""
    scene = state.scene
    found = []
    for foe in afloat(state, enemy_of(state, ship.side)):
        most = reach + (scene.length[ship.id] + scene.beam[ship.id] + scene.length[foe.id] + scene.beam[foe.id]) // 2
        if abs(ship.x - foe.x) <= most and distance_squared(place(ship), place(foe)) <= most * most:
            found.append(foe)
    return found
