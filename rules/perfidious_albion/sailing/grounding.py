"""Going aground (4.5): land, rocks, sandbars and shallow water on a ship's way, and getting her off again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.inches import Point, Polygon, first_entry, move, point_in_polygon
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.damage.flooding import take_floods
from rules.perfidious_albion.records.commands import Refloat
from rules.perfidious_albion.records.events import PassedFoulGround, RanAground, Refloated, StuckFast
from rules.perfidious_albion.records.state import Ship, State, Terrain, place, with_ship
from rules.perfidious_albion.sailing.courses import Track
from rules.perfidious_albion.sailing.steering import keel_path, length_of_track
from rules.perfidious_albion.ships.crew import crew_test
from rules.perfidious_albion.ships.model_outlines import at_rest, model_length
from rules.perfidious_albion.squadrons.cohesion import own_ship, ships_of_unit
from rules.perfidious_albion.squadrons.land import enters_shape, pieces_near

AGROUND = "aground"
STRUCK, TRIED = "struck ground", "refloat"  # in Ship.acted: ran aground this turn; has tried to get off
ROCKS, SANDBAR, SHALLOW, LAND = "rocks", "sandbar", "shallow", "land"

# ---------------------------------------------------------------------- where a track touches ground


def first_touch(state: State, ship: Ship, track: Track, shapes: tuple[Polygon, ...]) -> Fraction | None:
    """Return how many legs along a track a ship first enters one of the shapes; her bow counts where she ends. None:
    never.

    Rule: PA-TER-H1.
    """
    near = pieces_near(shapes, place(ship), length_of_track(track) + model_length(state, ship))
    if not near:
        return None
    path = keel_path(state, ship, track)
    last = len(track.headings)
    for number, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        touched = [enters(a, b, shape) for shape in near if a != b]
        found = [far for far in touched if far is not None]
        if found:
            return Fraction(last) if number == last else number + min(found)
    return None


def enters(a: Point, b: Point, shape: Polygon) -> Fraction | None:
    """Return how far along a-b, 0 to 1, it first enters the inside of a shape; None when it does not."""
    return first_entry(a, b, shape) if enters_shape(a, b, shape) else None


def foul_ground(state: State, ship: Ship) -> Iterator[Terrain]:
    """Yield the pieces of the table that may hold a ship: rocks, sandbars, and shallow water unless her draft is
    shallow.

    Rules: PA-TER-H2, PA-TER-H3, PA-TER-H4.
    """
    shallow = state.scene.cards[ship.id].shallow
    for piece in state.terrain:
        if piece.kind in (ROCKS, SANDBAR) or (piece.kind == SHALLOW and not shallow):
            yield piece


# ---------------------------------------------------------------------- the test


def ground_modifier(state: State, ship: Ship) -> int:
    """Return what her tons add to the grounding die: one for each whole thousand. Rule: PA-4.5-1."""
    return int(state.scene.cards[ship.id].tons // state.scene.charts.movement.ground_tons_per_point)


def runs_aground(state: State, ship: Ship, die: int) -> bool:
    """Return whether a natural roll puts a ship aground: never if it is at most her crew quality.

    Rules: PA-4.5-1, PA-4.5-2, PA-4.5-3, PA-4.5-4.
    """
    if die <= ship.cq and not state.scene.options["crew_blind_grounding"]:
        return False
    return die + ground_modifier(state, ship) >= state.scene.charts.movement.ground_need


class Held(NamedTuple):
    """The foul ground that holds a ship, and how many legs along her track she came into it."""

    piece: Terrain
    far: Fraction


def held_by(r: Ruling, ship: Ship, track: Track) -> Held | None:
    """Test for every piece of foul ground on a ship's track, in the order she meets them, until one holds her.

    `ship` is where she was. Rolls one D10 a piece.
    Rules: PA-4.5-1, PA-4.5-2, PA-4.5-3, PA-TER-H2, PA-TER-H3, PA-TER-H4.
    """
    state: State = r.state
    met = []
    for piece in foul_ground(state, ship):
        far = first_touch(state, ship, track, (piece.shape,))
        if far is None and len(track.points) == 1 and point_in_polygon(track.points[0], piece.shape):
            far = Fraction(0)
        if far is not None:
            met.append(Held(piece, far))
    ways = sorted(met, key=lambda held: (held.far, held.piece.name))
    return next((held for held in ways if _test(r, ship.id, held.piece)), None)


def _test(r: Ruling, ship_id: str, piece: Terrain) -> bool:
    state: State = r.state
    ship, need = state.ships[ship_id], state.scene.charts.movement.ground_need
    add = ground_modifier(state, ship)
    modifiers = (Modifier(add, f"{state.scene.cards[ship_id].tons} tons", "PA-4.5-1"),) if add else ()
    safe = 0 if state.scene.options["crew_blind_grounding"] else ship.cq
    note = f"aground on {need} or more" + (f", but a roll of {safe} or less never is" if safe else "")
    what = f"{state.scene.names[ship_id]} over {piece.name}"
    sides = state.scene.charts.movement.ground_die
    rolled = r.roll(what, 1, sides, "PA-4.5-1", modifiers, need, note, says=_says(state, ship, add))
    if runs_aground(state, ship, rolled.faces[0]):
        return True
    rule = "PA-4.5-2" if rolled.total >= need else "PA-4.5-3"
    r.note(PassedFoulGround(rule=rule, ship=ship_id, ground=piece.name))
    return False


def _says(state: State, ship: Ship, add: int) -> Callable[[int], str]:
    return lambda total: "aground" if runs_aground(state, ship, total - add) else "she passes"


def ground_ship(r: Ruling, ship_id: str, piece: Terrain) -> None:
    """Run a ship aground where she entered foul ground; rocks also hole her. Rule: PA-TER-H5."""
    _run_aground(r, ship_id, piece.kind)
    r.note(RanAground(rule="PA-4.5-3", ship=ship_id, ground=piece.name))
    if piece.kind == ROCKS:
        take_floods(r, ship_id, r.state.scene.charts.movement.rocks_floods, "PA-TER-H2", "holed by rocks")


def _run_aground(r: Ruling, ship_id: str, ground: str) -> None:
    ship: Ship = r.state.ships[ship_id]
    after = ship.but(speed=0, stopped=AGROUND, aground_on=ground, acted=(*ship.acted, STRUCK))
    r.state = with_ship(r.state, after)


def run_ashore(r: Ruling, ship_id: str) -> None:
    """Ground a ship whose track entered land, where she touched it. Rules: PA-TER-H1, PA-TER-H5."""
    _run_aground(r, ship_id, LAND)
    r.note(RanAground(rule="PA-TER-H1", ship=ship_id, ground="the shore"))


def flood_grounded(r: Ruling, ship_id: str) -> None:
    """Add floods every turn to a ship aground on rocks until she is free. No dice. Rule: PA-TER-H2."""
    ship: Ship = r.state.ships[ship_id]
    if ship.aground_on == ROCKS:
        take_floods(r, ship_id, r.state.scene.charts.movement.rocks_floods_each_turn, "PA-TER-H2", "pounding on rocks")


# ---------------------------------------------------------------------- getting off


def offer_refloat(state: State, side: str) -> Iterator[Offer]:
    """Yield every ship in action that is aground and has not tried yet."""
    for ship in ships_of_unit(state, state.active):
        if ship.side == side and ship.stopped == AGROUND and not _too_late(ship):
            label = f"Get {state.scene.names[ship.id]} off"
            yield Offer("refloat", label, "PA-TER-H6", ship.id, (Refloat(side, ship.id),))


def check_refloat(state: State, command: Refloat) -> tuple[Illegal, ...]:
    """Return every reason against getting a ship off now. Rules: PA-TER-H6, PA-SEQ-H4."""
    ship = own_ship(state, command.side, command.ship, "PA-TER-H6")
    if isinstance(ship, Illegal):
        return (ship,)
    name = state.scene.names[ship.id]
    if ship.stopped != AGROUND:
        return (Illegal(f"{name} is not aground", "PA-TER-H6", ship.id),)
    late = _too_late(ship)
    return (Illegal(f"{name} {late}; she may try next turn", "PA-TER-H6", ship.id),) if late else ()


def _too_late(ship: Ship) -> str:
    """Return why a ship may not refloat any more this turn; nothing when she may."""
    if STRUCK in ship.acted:
        return "ran aground this turn"
    if TRIED in ship.acted:
        return "has tried to get off this turn"
    return "has fired this turn, and getting off comes before that" if ship.fired else ""


def do_refloat(r: Ruling, command: Refloat) -> None:
    """Roll a Crew Test at -2 in place of movement: the ship is free, or stuck fast. Rolls one D6. Rule: PA-TER-H6.

    From a shore she is hauled off by her own length and lies with her bow to the open water.
    """
    state: State = r.state
    ship = state.ships[command.ship]
    hard = Modifier(state.scene.charts.movement.refloat_modifier, "hard aground", "PA-TER-H6")
    tried = ship.but(moved=True, acted=(*ship.acted, TRIED))
    if crew_test(r, state, ship, "refloat her", "PA-TER-H6", (hard,)) > 0:
        r.state = with_ship(r.state, tried)
        r.note(StuckFast(rule="PA-TER-H6", ship=ship.id))
        return
    free = tried.but(stopped="anchored", aground_on="")
    if ship.aground_on == LAND:
        x, y = move(place(ship), ship.heading, -model_length(state, ship))
        free = free.but(x=x, y=y, heading=(ship.heading + 180) % 360)
    r.state = with_ship(r.state, at_rest(state, free))
    r.note(Refloated(rule="PA-TER-H6", ship=ship.id))


REFLOAT = Verb(Refloat, "Refloat", "PA-TER-H6", offer_refloat, check_refloat, do_refloat)
