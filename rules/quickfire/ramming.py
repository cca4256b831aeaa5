"""Phase 2, Movement: ramming, from the course that brings a ship upon her enemy to the verb."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.kernel.flow import Illegal, Offer
from rules.kernel.inches import distance_squared, in_relative_arc
from rules.kernel.ruling import Ruling
from rules.quickfire.commands import Ram
from rules.quickfire.contact import first_contact, outline, touch
from rules.quickfire.plots import Helm, along, boxes_of, plots, runs
from rules.quickfire.state import Ship, State, afloat, enemy_of, place
from rules.quickfire.steering import KEPT, ashore, cannot_move, choices, course, helm_of, limits, own_ship, waiting
from rules.quickfire.track import haul_out, travel


def _runs_in(state: State, ship: Ship) -> tuple[str, ...]:
    """The plots by which a ship may ram: as far as she can run, with a straight run in at the end (QF-RAM-H2)."""
    most, least = limits(state, ship)[1], state.scene.charts.movement.ram_least_boxes
    if most < least:
        return ()
    if ship.helm:
        return tuple(plot for plot in choices(state, ship, most) if runs(plot)[-1].boxes >= least)
    return _straight_in(most, least, helm_of(state, ship))


@cache
def _straight_in(most: int, least: int, helm: Helm) -> tuple[str, ...]:
    return tuple(plot for plot in plots(most, helm) if not runs(plot)[-1].turn and runs(plot)[-1].boxes >= least)


def offer_rams(state: State, side: str) -> Iterator[Offer]:
    """Every enemy that a ship can reach so as to ram her."""
    for ship in waiting(state, side):
        if not _runs_in(state, ship):
            continue
        reach = limits(state, ship)[1] * state.scene.box[ship.id]
        foes = ram_targets(state, ship, reach)
        commands = tuple(Ram(side, ship.id, foe.id) for foe in foes if ram_plot(state, ship, foe))
        if commands:
            yield Offer("ram", f"{state.scene.names[ship.id]}: ram", "QF-RAM-H2", ship.id, commands)


def ram_plot(state: State, ship: Ship, target: Ship) -> str:
    """The plot by which a ship rams her target, that with the fewest turns; "" when there is none. Rule: QF-RAM-H2.

    She must touch her target first of all ships, at the end of a straight run and ahead of her, and keep off land.
    Worked out once for the position: every move empties the scratch.
    """
    key = ("ram", ship.id, target.id)
    found: str | None = state.scratch.get(key)
    if found is None:
        ways = (plot for plot in _ways_to(state, ship, target) if _clear_way(state, ship, target, plot))
        found = state.scratch[key] = next(ways, "")
    return found


def _clear_way(state: State, ship: Ship, target: Ship, plot: str) -> bool:
    track = course(state, ship, plot)
    met = first_contact(state, ship, track)
    return met is not None and met.other == target.id and met.leg == len(track.legs) - 1 and not ashore(state, track)


def _ways_to(state: State, ship: Ship, target: Ship) -> tuple[str, ...]:
    """The plots by which a ship would ram her target were nobody else there. Kept for as long as neither moves."""
    most = limits(state, ship)[1]
    key = (KEPT, "ram", ship.id, ship.x, ship.y, ship.facing, ship.helm, most, *place(target), target.facing, target.id)
    found: tuple[str, ...] | None = state.scratch.get(key)
    if found is None:
        ways = (plot for plot in _runs_in(state, ship) if _comes_upon(state, ship, target, plot))
        found = state.scratch[key] = tuple(ways)
    return found


def _comes_upon(state: State, ship: Ship, target: Ship, plot: str) -> bool:
    charts = state.scene.charts.movement
    leg = course(state, ship, plot).legs[-1]
    run = touch(state, ship, leg, target, outline(state, target))
    if run < charts.ram_least_boxes * state.scene.box[ship.id]:
        return False
    front = charts.ram_front_degrees
    return in_relative_arc(along(leg, run), leg.heading, -front, front, place(target))


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
    if not _runs_in(state, ship):
        least, most = charts.ram_least_boxes, limits(state, ship)[1]
        reasons.append(Illegal(f"{name} can run {most} boxes; a ram takes {least}", "QF-RAM-H2", ship.id))
    elif not ram_plot(state, ship, target):
        who, least = state.scene.names[target.id], charts.ram_least_boxes
        words = f"no course of {name} meets {who} ahead after a straight run of {least} boxes, and nobody else before"
        reasons.append(Illegal(words, "QF-RAM-H2", ship.id))
    return tuple(reasons)


def do_ram(r: Ruling, command: Ram) -> None:
    """Steer at a ship and strike, if the dice allow. Throws the dice of the ram. Rules: QF-RAM-H2, QF-RAM-H3."""
    state: State = r.state
    plot = ram_plot(state, state.ships[command.ship], state.ships[command.target])
    ship = haul_out(r, command.ship)
    travel(r, ship, course(r.state, ship, plot), boxes_of(plot), target=command.target)


def ram_targets(state: State, ship: Ship, reach: int) -> list[Ship]:
    """Enemy ships within so many thousandths of a millimetre of a ship's outline."""
    scene = state.scene
    found = []
    for foe in afloat(state, enemy_of(state, ship.side)):
        most = reach + (scene.length[ship.id] + scene.beam[ship.id] + scene.length[foe.id] + scene.beam[foe.id]) // 2
        if distance_squared(place(ship), place(foe)) <= most * most:
            found.append(foe)
    return found
