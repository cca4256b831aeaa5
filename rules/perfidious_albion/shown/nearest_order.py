"""Pointing at the table: the order of a kind that ends nearest to a place, for kinds with too many orders to list.

A course ends there; torpedoes run towards it; a squadron, work or field is placed there; terrain is moved there, and
land that must lie against an edge slides to the nearest one.
"""

from __future__ import annotations

from rules.kernel.flow import Command
from rules.kernel.inches import Point, bearing, move
from rules.kernel.view import Place
from rules.perfidious_albion.records.commands import Deploy, Launch, PickTerrain, Salvo, Steer
from rules.perfidious_albion.records.state import SECTIONS, Ship, State, place
from rules.perfidious_albion.sailing.course_search import course_to
from rules.perfidious_albion.sailing.movement import to_move
from rules.perfidious_albion.setup.deploying import has_heading
from rules.perfidious_albion.setup.deployment_areas import load_shapes
from rules.perfidious_albion.setup.terrain_placement import AT_EDGE, piece_of
from rules.perfidious_albion.ships.grids import Tube
from rules.perfidious_albion.ships.tubes import TRAINABLE
from rules.perfidious_albion.torpedoes.aiming import can_bear, fixed_bearings, is_trainable, launch_point

TENTH = 100  # milli-inches in the tenths that set-up commands are given in
STEP = 5  # degrees
FAR = 12_000  # milli-inches: a line long enough to measure bearings from
NEAR_ENOUGH = 60  # degrees within which a fixed tube is chosen


def nearest_command(state: State, command: Command, at: Place, facing: int | None) -> Command | None:
    """Return an order like `command`, but ending nearest to a place and near a heading.

    None for an order without a place. In the set-up it may be illegal there: its check says why. Rules: PA-MOV-H5,
    PA-6.1-3, PA-6.1-4, PA-6.1-5, PA-2.1-6, PA-2.1-22.
    """
    match command:
        case Steer(side=side, ship=name):
            ship = state.ships.get(name)
            if ship is None or ship.side != side or ship not in to_move(state, state.active):
                return None
            return Steer(side, name, course_to(state, ship, (at[0], at[1]), facing))
        case Launch() | Salvo():
            return _towards(state, command, (at[0], at[1]), facing)
        case Deploy(side=side, what=what):
            heading = command.heading
            if facing is not None and has_heading(state, side, what):
                heading = facing // STEP * STEP % 360
            return command.but(x=_tenths(at[0]), y=_tenths(at[1]), heading=heading)
        case PickTerrain(shape=shape) if shape in load_shapes():
            turn = command.turn if facing is None else facing
            return _against_edge(state, command.but(x=_tenths(at[0]), y=_tenths(at[1]), turn=turn))
    return None


def _towards(state: State, command: Launch | Salvo, at: Point, facing: int | None) -> Command | None:
    """Return a launch towards a place; from a fixed tube on its nearest bearing.

    A trainable mount of a larger ship launches from the section chosen, or, if a heading is given, from where along the
    side the torpedoes pass nearest to the place. Rules: PA-6.1-3, PA-6.1-4, PA-6.1-5.
    """
    ship = state.ships.get(command.ship)
    thing = ship or state.forts.get(command.ship)
    if thing is None or place(thing) == at:
        return None
    towards = round(bearing(place(thing), at)) % 360
    tube = state.scene.cards[ship.id].tube(command.mount) if ship is not None and isinstance(command, Launch) else None
    if ship is not None and tube is not None and tube.arc != TRAINABLE and not can_bear(state, ship, tube, towards):
        nearest = min(fixed_bearings(ship, tube), key=lambda found: _apart(found, towards))
        towards = nearest if _apart(nearest, towards) <= NEAR_ENOUGH else towards
    if tube is not None and ship is not None and isinstance(command, Launch) and is_trainable(state, ship, tube):
        return _along_the_side(state, ship, tube, command, at, towards if facing is None else facing, facing is None)
    return command.but(bearing=towards)


def _along_the_side(
    state: State, ship: Ship, tube: Tube, command: Launch, at: Point, towards: int, aim: bool
) -> Launch:
    """Return a launch whose line passes nearest to a place: by its bearing (`aim`), or by its place along the side."""
    if aim:
        start = launch_point(state, ship, tube, towards, command.along)
        return command.but(bearing=round(bearing(start, at)) % 360)

    def miss(along: int) -> int:
        start = launch_point(state, ship, tube, towards, along)
        end = move(start, towards, FAR)
        return abs((end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0]))

    nearest = min(range(SECTIONS + 1), key=miss)
    return command.but(bearing=towards, along=0 if miss(nearest) == miss(0) else nearest)


def _apart(a: int, b: int) -> int:
    return min((a - b) % 360, (b - a) % 360)


def _tenths(mils: int) -> int:
    return max(0, (mils + TENTH // 2) // TENTH)


def _against_edge(state: State, command: PickTerrain) -> PickTerrain:
    """Return terrain that must touch an edge, slid to the nearest one. Rule: PA-SET-H1."""
    piece = piece_of(state, command)
    if piece.kind not in AT_EDGE:
        return command
    xs, ys = [x for x, _ in piece.shape], [y for _, y in piece.shape]
    slides = ((-min(xs), 0), (state.scene.width - max(xs), 0), (0, -min(ys)), (0, state.scene.height - max(ys)))
    across, down = min(slides, key=lambda slide: abs(slide[0]) + abs(slide[1]))
    return command.but(x=max(0, command.x + across // TENTH), y=max(0, command.y + down // TENTH))
