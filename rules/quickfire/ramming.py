"""Phase 2, Movement: ramming, from the course that brings a ship upon her enemy to the verb."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer
from rules.kernel.inches import distance, distance_squared, in_relative_arc, segment_meets_circle
from rules.kernel.ruling import Ruling
from rules.quickfire.commands import Ram
from rules.quickfire.contact import first_contact
from rules.quickfire.plots import along, boxes_of, course_of
from rules.quickfire.state import Ship, State, afloat, enemy_of, place
from rules.quickfire.steering import ashore, cannot_move, choices, course, limits, own_ship, waiting
from rules.quickfire.track import haul_out, travel


def _ram_plots(state: State, ship: Ship) -> tuple[str, ...]:
    most = limits(state, ship)[1]
    return choices(state, ship, most) if most >= state.scene.charts.movement.ram_least_boxes else ()


def offer_rams(state: State, side: str) -> Iterator[Offer]:
    """Every enemy that a ship can reach so as to ram her."""
    for ship in waiting(state, side):
        plot_list = _ram_plots(state, ship)
        if not plot_list:
            continue
        reach = limits(state, ship)[1] * state.scene.box[ship.id]
        foes = ram_targets(state, ship, reach)
        commands = tuple(Ram(side, ship.id, foe.id) for foe in foes if ram_plot(state, ship, foe))
        if commands:
            yield Offer("ram", f"{state.scene.names[ship.id]}: ram", "QF-RAM-H2", ship.id, commands)


def ram_plot(state: State, ship: Ship, target: Ship) -> str:
    """The plot by which a ship rams; "" when there is none, or land lies in the way."""
    plot = ram_course(state, ship, target, _ram_plots(state, ship))
    return "" if plot and ashore(state, course(state, ship, plot)) else plot


def check_ram(state: State, command: Ram) -> tuple[Illegal, ...]:
    """Every reason against ramming. Rule: QF-RAM-H2."""
    ship = own_ship(state, command.side, command.ship)
    if isinstance(ship, Illegal):
        return (ship,)
    reasons = cannot_move(state, ship)
    target = state.ships.get(command.target)
    if target is None or target.side == ship.side or target.gone:
        words = f"there is no enemy ship called {command.target!r} on the table"
        return (*reasons, Illegal(words, "QF-RAM-H2", ship.id))
    name, charts = state.scene.names[ship.id], state.scene.charts.movement
    if not _ram_plots(state, ship):
        least, most = charts.ram_least_boxes, limits(state, ship)[1]
        reasons.append(Illegal(f"{name} can run {most} boxes; a ram takes {least}", "QF-RAM-H2", ship.id))
    elif not ram_plot(state, ship, target):
        words = f"no course of {name} meets {state.scene.names[target.id]} ahead after {charts.ram_least_boxes} boxes"
        reasons.append(Illegal(words, "QF-RAM-H2", ship.id))
    return tuple(reasons)


def do_ram(r: Ruling, command: Ram) -> None:
    """Steer at a ship and strike, if the dice allow. Throws the dice of the ram. Rules: QF-RAM-H2, QF-RAM-H3."""
    state: State = r.state
    plot = ram_plot(state, state.ships[command.ship], state.ships[command.target])
    ship = haul_out(r, command.ship)
    travel(r, ship, course(r.state, ship, plot), boxes_of(plot), target=command.target)


def ram_course(state: State, ship: Ship, target: Ship, choices: tuple[str, ...]) -> str:
    """The first of the plots that brings a ship upon her target as a ram must; "" when none does. Rule: QF-RAM-H2.

    She must have run so many boxes before she touches, touch nobody else first, and have the target ahead. Worked out
    once for the position: every move empties the scratch.
    """
    key = ("ram", ship.id, target.id)
    found: str | None = state.scratch.get(key)
    if found is None:
        found = state.scratch[key] = next((plot for plot in choices if _rams(state, ship, target, plot)), "")
    return found


def _rams(state: State, ship: Ship, target: Ship, plot: str) -> bool:
    scene, charts = state.scene, state.scene.charts.movement
    course = course_of(place(ship), ship.facing, plot, scene.box[ship.id], charts.turn_degrees)
    reach = (scene.length[ship.id] + scene.beam[ship.id] + scene.length[target.id] + scene.beam[target.id]) // 2
    if not any(segment_meets_circle(leg.start, leg.end, (place(target), reach)) for leg in course.legs):
        return False
    met = first_contact(state, ship, course)
    if met is None or met.other != target.id:
        return False
    run = met.run + sum(distance(leg.start, leg.end) for leg in course.legs[: met.leg])
    if run < charts.ram_least_boxes * scene.box[ship.id]:
        return False
    leg = course.legs[met.leg]
    front = charts.ram_front_degrees
    return in_relative_arc(along(leg, met.run), leg.heading, -front, front, place(target))


def ram_targets(state: State, ship: Ship, reach: int) -> list[Ship]:
    """Enemy ships within so many thousandths of a millimetre of a ship's outline."""
    scene = state.scene
    found = []
    for foe in afloat(state, enemy_of(state, ship.side)):
        most = reach + (scene.length[ship.id] + scene.beam[ship.id] + scene.length[foe.id] + scene.beam[foe.id]) // 2
        if distance_squared(place(ship), place(foe)) <= most * most:
            found.append(foe)
    return found
