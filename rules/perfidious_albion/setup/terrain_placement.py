"""Terrain (2.1): who picks first, and pieces chosen and placed by the sides in turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rules.kernel.default_hooks import filter_legal
from rules.kernel.derived import derived
from rules.kernel.flow import Illegal, Offer, Verb, for_me, other_side_next
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.charts import INCH
from rules.perfidious_albion.records.commands import ChooseForMe, PickTerrain
from rules.perfidious_albion.records.events import PickedFirst, TerrainPlaced
from rules.perfidious_albion.records.state import State, Terrain, enemy_of, on_table
from rules.perfidious_albion.setup import deployment_areas
from rules.perfidious_albion.ships.conditions import LAND_KINDS
from rules.perfidious_albion.squadrons.initiative import dice_for_initiative

TENTH = INCH // 10
AT_EDGE = ("peninsula", "coastline")  # kinds that lie against an edge of the table
GRID = 120  # tenths of an inch from one place offered to the next
TURN_STEP = 15  # degrees in the steps of which a piece may be turned
FAR = 2000  # tenths of an inch: no table is so large
LIMITS = {"fleet": (0, 1), "convoy": (1, 2)}  # PA-2.1-20, PA-2.1-40, A-19: items of each player, least and most


# ---------------------------------------------------------------------- who picks first


def open_terrain(r: Ruling) -> None:
    """Choose who picks first: two dice; in a bombardment the attacker. Rules: PA-2.1-7, PA-2.1-57, PA-SET-H1."""
    state: State = r.state
    bombardment = state.scene.mission == "bombardment"
    picker = state.scene.attacker if bombardment else dice_for_initiative(r, "PA-2.1-7")
    r.set(picker=picker)
    r.note(PickedFirst(rule="PA-2.1-57" if bombardment else "PA-2.1-7", side=picker))


def by_picker(state: State) -> tuple[str, ...]:
    """Return the side that picks first, then the other (PA-2.1-6)."""
    return state.picker, enemy_of(state, state.picker)


# ---------------------------------------------------------------------- terrain


def items_of(state: State, side: str) -> int:
    """Return how many items of terrain a side has placed."""
    return sum(piece.side == side for piece in state.terrain)


def limits_of(state: State, side: str) -> tuple[int, int]:
    """Return the least and the most items a side may place. Rules: PA-2.1-20, PA-2.1-40, PA-2.1-57, PA-2.1-58, A-19."""
    if state.scene.mission == "bombardment":
        return (1, 1) if side == state.scene.attacker else (0, 2)
    return LIMITS[state.scene.mission]


def _limit_rule(state: State, side: str) -> str:
    if state.scene.mission == "bombardment":
        return "PA-2.1-57" if side == state.scene.attacker else "PA-2.1-58"
    return {"fleet": "PA-2.1-20", "convoy": "PA-2.1-40"}[state.scene.mission]


def piece_of(state: State, command: PickTerrain) -> Terrain:
    """Return the terrain a command places; its shape must be of the catalogue."""
    shape = deployment_areas.load_shapes()[command.shape]
    corners = deployment_areas.place_shape(shape, (command.x * TENTH, command.y * TENTH), command.turn)
    number = sum(piece.kind == shape.kind for piece in state.terrain) + 1
    name = f"{shape.kind} {number}" if number > 1 else f"the {shape.kind}"
    return Terrain(kind=shape.kind, name=name, shape=corners, side=command.side)


def offer_terrain(state: State, side: str) -> Iterator[Offer]:
    """Yield every shape at a few free places. Rules: PA-2.1-6, PA-2.1-8."""
    if items_of(state, side) >= limits_of(state, side)[1]:
        return
    for key, shape in deployment_areas.load_shapes().items():
        commands = places(state, side, key)
        if commands:
            yield Offer("terrain", f"Place {shape.title}", "PA-2.1-6", "", commands)


@derived("terrain", "boxes")
def places(state: State, side: str, key: str) -> tuple[PickTerrain, ...]:
    """Return free places for a shape on a grid of 12 inches, or along the edges if it must lie there."""
    width, height = state.scene.width // TENTH, state.scene.height // TENTH
    shape = deployment_areas.load_shapes()[key]
    across, down = range(GRID // 2, width, GRID), range(GRID // 2, height, GRID)
    if shape.kind in AT_EDGE:
        top = -min(y for _, y in shape.corners) // TENTH
        spots = [*((x, top, 0) for x in across), *((x, height - top, 180) for x in across)]
        spots += [*((width - top, y, 90) for y in down), *((top, y, 270) for y in down)]
    else:
        spots = [(x, y, TURN_STEP * ((x + y) % 12)) for y, x in product(down, across)]
    return filter_legal(state, (PickTerrain(side, key, *spot) for spot in spots), check_terrain)


def check_terrain(state: State, command: PickTerrain) -> tuple[Illegal, ...]:
    """Return every reason against a piece of terrain.

    Rules: PA-2.1-3, PA-2.1-4, PA-2.1-5, PA-2.1-8, PA-2.1-41, PA-2.1-57, PA-2.1-58, PA-2.1-20, PA-2.1-40, PA-SET-H1.
    """
    charts, side = state.scene.charts.victory, command.side
    if command.shape not in deployment_areas.load_shapes():
        known = ", ".join(deployment_areas.load_shapes())
        return (Illegal(f"the catalogue has {known}; not {command.shape[:40]!r}", "PA-2.1-3"),)
    if not (0 <= command.x <= FAR and 0 <= command.y <= FAR):
        return (Illegal("a place is given in tenths of an inch on the table", "PA-SET-H1"),)
    if command.turn % TURN_STEP or not 0 <= command.turn < 360:
        return (Illegal(f"a piece is turned by steps of {TURN_STEP} degrees, less than 360", "PA-SET-H1"),)
    reasons = []
    least, most = limits_of(state, side)
    if items_of(state, side) >= most:
        text = f"{state.scene.names[side]} may place {most} item{'s' * (most != 1)} of terrain"
        reasons.append(Illegal(text, _limit_rule(state, side)))
    piece = piece_of(state, command)
    if not on_table(state, *piece.shape):
        reasons.append(Illegal("part of it would lie off the table", "PA-SET-H1"))
    if piece.kind in AT_EDGE and not deployment_areas.touches_edge(state, piece.shape):
        reasons.append(Illegal(f"a {piece.kind} lies against an edge of the table", "PA-SET-H1"))
    for other in state.terrain:
        if not deployment_areas.is_apart(piece.shape, other.shape, charts.terrain_apart_mils):
            reasons.append(Illegal(f"it would lie closer than 6 inches to {other.name}", "PA-2.1-8"))
    for box in state.boxes:
        if not deployment_areas.is_apart(piece.shape, deployment_areas.box_shape(box), charts.box_terrain_mils):
            reasons.append(Illegal(f"it would lie in the {box.kind} box or within 6 inches of it", "PA-2.1-41"))
    if state.scene.mission == "bombardment" and side == state.scene.attacker:
        reasons += _first_land(state, piece)
    return tuple(reasons)


def _first_land(state: State, piece: Terrain) -> list[Illegal]:
    """Return why a piece cannot be the attacker's first item in a bombardment. Rule: PA-2.1-57."""
    charts, reasons = state.scene.charts.victory, []
    if piece.kind not in LAND_KINDS:
        reasons.append(Illegal(f"the attacker picks land: {', '.join(LAND_KINDS)}; not {piece.kind}", "PA-2.1-57"))
    if piece.kind == "island" and not deployment_areas.near_edge(state, piece.shape, charts.island_edge_mils):
        reasons.append(Illegal("the island must be within 6 inches of an edge", "PA-2.1-57"))
    for corner in deployment_areas.table_shape(state):
        if not deployment_areas.is_apart((corner,), piece.shape, charts.corner_mils):
            reasons.append(Illegal("it would lie within 12 inches of a corner of the table", "PA-2.1-57"))
    return reasons


def do_terrain(r: Ruling, command: PickTerrain) -> None:
    """Place the item; then the other side picks, if it may. No dice. Rules: PA-2.1-6, PA-2.1-57."""
    state: State = r.state
    piece = piece_of(state, command)
    r.state = state.but(terrain=(*state.terrain, piece))
    r.note(TerrainPlaced(rule="PA-2.1-6", side=command.side, kind=piece.kind, name=piece.name))
    other_side_next(r)


def owed_terrain(state: State, side: str) -> tuple[Illegal, ...]:
    """Return the least a side must place, as long as there is room. Rules: PA-2.1-40, PA-2.1-57, PA-2.1-58."""
    least = limits_of(state, side)[0]
    if items_of(state, side) >= least or not any(True for _ in offer_terrain(state, side)):
        return ()
    return (Illegal(f"{state.scene.names[side]} must place an item of terrain", _limit_rule(state, side)),)


def sensible_terrain(state: State, side: str) -> PickTerrain | None:
    """Return a sensible piece: a coast for the attacker of a base, else islands and shoals near the middle."""
    if items_of(state, side) >= limits_of(state, side)[1]:
        return None
    attacks = state.scene.mission == "bombardment" and side == state.scene.attacker
    kinds = ("long_coastline", "coastline", "cape") if attacks else ("island", "sandbar", "rocks", "shallows")
    middle = state.scene.width // TENTH // 2, state.scene.height // TENTH // 2
    start = len(state.terrain)
    wanted = (*kinds[start % len(kinds) :], *kinds) if not attacks else kinds
    for key in wanted:
        free = places(state, side, key)
        if free:
            return min(free, key=lambda at: (abs(at.x - middle[0]) + abs(at.y - middle[1]), at.x, at.y, at.turn))
    return None


TERRAIN = Verb(PickTerrain, "Place terrain", "PA-2.1-6", offer_terrain, check_terrain, do_terrain)
TERRAIN_FOR_ME = for_me(
    ChooseForMe, TERRAIN, sensible_terrain, "PA-SET-H1", "Place piece for me", "there is no piece left to place"
)
