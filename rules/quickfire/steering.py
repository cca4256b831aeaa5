"""Phase 2, Movement: how far a ship may move, what her helm and rudder allow, land in the way."""

from __future__ import annotations

from functools import cache

from rules.kernel.derived import derived
from rules.kernel.flow import Illegal
from rules.kernel.inches import Point, move, point_in_polygon
from rules.quickfire.charts import MM, load_charts
from rules.quickfire.commands import Move
from rules.quickfire.line_of_fire import Stretch, coast, crosses
from rules.quickfire.plots import ON_THE_SPOT, Course, Helm, boxes_of, course_of, jammed_plot, plots
from rules.quickfire.state import Ship, State, afloat, is_stopped, open_boxes, place


def ships_to_move(state: State, side: str) -> list[Ship]:
    """Return a side's ships that have still to move; stopped ships do not."""
    return [ship for ship in afloat(state, side) if not ship.moved and not is_stopped(ship)]


def own_ship(state: State, side: str, name: str) -> Ship | Illegal:
    """Return a side's own ship on the table, or what is wrong with the name."""
    ship = state.ships.get(name)
    if ship is None or ship.side != side or ship.gone:
        return Illegal(f"{side} has no ship called {name!r} on the table", "QF-MOV-H2")
    return ship


def cannot_move(state: State, ship: Ship) -> list[Illegal]:
    """Return why a ship has no move to make: stopped, or moved already. Rule: QF-MOV-1."""
    name = state.scene.names[ship.id]
    if is_stopped(ship):
        return [Illegal(f"{name} is stopped: all her speed boxes are struck out", "QF-MOV-1", ship.id)]
    if ship.moved:
        return [Illegal(f"{name} has moved this turn", "QF-MOV-H2", ship.id)]
    return []


def limits(state: State, ship: Ship) -> tuple[int, int]:
    """Return the least and most boxes a ship may run: near last turn's number, never more than are left.

    Rules: QF-MOV-H2, QF-MOV-H3.
    """
    change = state.scene.charts.movement.change_boxes
    most = min(open_boxes(ship), ship.ran + change)
    return min(max(0, ship.ran - change), most), most


def helm_of(state: State, ship: Ship) -> Helm:
    """Return what the helm of a ship allows; a light vessel turns further. Rule: QF-MOV-H4."""
    return _helm(state.scene.cards[ship.id].light_vessel)


@cache
def _helm(light_vessel: bool) -> Helm:
    charts = load_charts().movement
    degrees = charts.most_degrees_light if light_vessel else charts.most_degrees
    return Helm(charts.straight_boxes, degrees // charts.turn_degrees, charts.turn_degrees)


def choices(state: State, ship: Ship, boxes: int) -> tuple[str, ...]:
    """Return the plots of a number of boxes that helm and rudder allow. Rules: QF-MOV-H4, QF-MOV-H6."""
    if ship.helm:
        return (jammed_plot(boxes, ship.helm, state.scene.charts.movement.rudder_boxes),)
    return plots(boxes, helm_of(state, ship))


def course(state: State, ship: Ship, plot: str) -> Course:
    """Return the course of a plot from where a ship is."""
    degrees = state.scene.charts.movement.turn_degrees
    return course_of(place(ship), ship.facing, plot, state.scene.box[ship.id], degrees)


def land_hit(state: State, track: Course) -> str:
    """Return the land a course runs onto; "" when none. Rule: QF-MOV-H8."""
    for name, corners in state.scene.land:
        stretches = coast(corners)
        if any(crosses(leg.start, leg.end, stretches) for leg in track.legs):
            return name
        if point_in_polygon(track.legs[0].start, corners):
            return name
    return ""


@cache
def _commands(side: str, ship: str, least: int, most: int, helm: Helm) -> tuple[Move, ...]:
    return tuple(Move(side, ship, plot) for boxes in range(most, least - 1, -1) for plot in plots(boxes, helm))


def legal_moves(state: State, ship: Ship) -> tuple[Move, ...]:
    """Return every plot a ship may run: within her limits, or, if land leaves none of those, the longest shorter ones.

    Rules: QF-MOV-H3, QF-MOV-H5, QF-MOV-H8.
    """
    least, most = limits(state, ship)
    spot = _on_the_spot(ship.side, ship.id) if may_turn_on_the_spot(ship) else ()
    return (*_legal_runs(state, ship, least, most), *spot) if spot else _legal_runs(state, ship, least, most)


def may_turn_on_the_spot(ship: Ship) -> bool:
    """Return whether a ship may turn in place: she did not move last turn and her rudder is undamaged.

    Rule: QF-MOV-H5.
    """
    return not ship.ran and not ship.helm


@cache
def _on_the_spot(side: str, ship: str) -> tuple[Move, ...]:
    return tuple(Move(side, ship, plot) for plot in ON_THE_SPOT)


def _legal_runs(state: State, ship: Ship, least: int, most: int) -> tuple[Move, ...]:
    if state.scene.land:
        return _moves_by_land(state, ship.id, least, most)
    return _open_sea(state, ship, least, most)


def _open_sea(state: State, ship: Ship, least: int, most: int) -> tuple[Move, ...]:
    if not ship.helm:
        return _commands(ship.side, ship.id, least, most, helm_of(state, ship))
    ways = (plot for boxes in range(most, least - 1, -1) for plot in choices(state, ship, boxes))
    return tuple(Move(ship.side, ship.id, plot) for plot in ways)


@derived("ships[id].x", "ships[id].y", "ships[id].facing", "ships[id].helm", "ships[id].side")
def _moves_by_land(state: State, name: str, least: int, most: int) -> tuple[Move, ...]:
    ship = state.ships[name]
    shore = _shore_in_reach(state, ship, most * state.scene.box[ship.id] + MM)
    if not shore:
        return _open_sea(state, ship, least, most)
    if ship.helm:
        plot_list = [plot for boxes in range(most, -1, -1) for plot in choices(state, ship, boxes)]
        clear = {plot for plot in plot_list if plot == "0" or not land_hit(state, course(state, ship, plot))}
    else:
        clear = _clear_plots(state, ship, most, shore)
    found = tuple(command for command in _open_sea(state, ship, least, most) if command.plot in clear)
    if found:
        return found
    longest = max(boxes_of(plot) for plot in clear)
    return tuple(command for command in _open_sea(state, ship, longest, longest) if command.plot in clear)


def _shore_in_reach(state: State, ship: Ship, reach: int) -> tuple[Stretch, ...]:
    """Return the stretches of coast within a ship's reach, in thousandths of a millimetre."""
    west, east, north, south = ship.x - reach, ship.x + reach, ship.y - reach, ship.y + reach
    return tuple(
        stretch
        for _, corners in state.scene.land
        for stretch in coast(corners)
        if west <= stretch.east and stretch.west <= east and north <= stretch.south and stretch.north <= south
    )


@cache
def _step(heading: int, length: int) -> Point:
    return move((0, 0), heading, length)


def _clear_plots(state: State, ship: Ship, most: int, shore: tuple[Stretch, ...]) -> set[str]:
    """Return every plot of at most `most` boxes that touches no coast.

    Each straight part is tested once, not once for each plot.
    """
    helm, box = helm_of(state, ship), state.scene.box[ship.id]
    found = {"0"}

    def clear(at: Point, facing: int, left: int) -> int:
        for boxes in range(left, 0, -1):
            dx, dy = _step(facing, boxes * box)
            if not crosses(at, (at[0] + dx, at[1] + dy), shore):
                return boxes
        return 0

    def grow(text: str, at: Point, facing: int, left: int, steps: int) -> None:
        if text:
            found.add(text)
        ahead = clear(at, facing, left)
        found.update(f"{text}{boxes}" for boxes in range(1, ahead + 1))
        if steps == helm.steps:
            return
        for boxes in range(helm.straight, ahead + 1):
            dx, dy = _step(facing, boxes * box)
            end = at[0] + dx, at[1] + dy
            grow(f"{text}{boxes}L", end, (facing - helm.degrees) % 360, left - boxes, steps + 1)
            grow(f"{text}{boxes}R", end, (facing + helm.degrees) % 360, left - boxes, steps + 1)

    grow("", place(ship), ship.facing, most, 0)
    return found
