"""Terrain: the ground under a unit, hills, dongas and fords, walls and zarebas on the hexsides."""

from __future__ import annotations

from rules.battles_for_empire.charts import Ground
from rules.battles_for_empire.events import BecameDisordered
from rules.battles_for_empire.formations import sextants
from rules.battles_for_empire.movement_costs import Mover, Steps, seen_between
from rules.battles_for_empire.state import Body, State, card, with_unit
from rules.kernel.hexes import Hex, neighbour
from rules.kernel.ruling import Ruling

OPEN_ORDER = ("skirmish", "mass", "deep")  # formations that go through rough ground (BFE-TER-H2, BFE-PUB-17)


def ground_at(state: State, h: Hex) -> Ground:
    """Return the ground of a hex: costs, protection, what it hides (BFE-TER-H1)."""
    return state.scene.charts.ground[state.scene.country.sheet.ground_at(h)]


def ground_word(state: State, h: Hex) -> str:
    """Return the name of the ground of a hex: open, scrub, rough, wood, donga, trench, buildings, river, ford, road."""
    return state.scene.country.sheet.ground_at(h)


def level_at(state: State, h: Hex) -> int:
    """Return the hill level of a hex, 0 on the flat (BFE-TER-H3)."""
    return state.scene.country.sheet.level_at(h)


def obstacle_between(state: State, a: Hex, b: Hex) -> str:
    """Return what stands on the hexside between two hexes: wall, laager, zareba, or nothing (BFE-TER-H5)."""
    return state.scene.country.obstacles.get((a, b), "")


def obstacle_towards(state: State, h: Hex, from_hex: Hex) -> str:
    """Return the obstacle of its own that a unit in `h` has towards `from_hex`: the one its line to that hex crosses.

    Empty when it has none in that direction. Rule: BFE-TER-H5.
    """
    if h == from_hex:
        return ""
    bits = _towards(h, from_hex)
    for beyond, kind in state.scene.country.inside.get(h, ()):
        if beyond in bits:
            return kind
    return ""


def _towards(h: Hex, from_hex: Hex) -> tuple[Hex, ...]:
    """Return the neighbours of `h` through which a line to `from_hex` may leave it."""
    found = []
    for k in sextants(h, from_hex):
        for direction in (k, (k + 1) % 6):
            found.append(neighbour(h, direction))
    return tuple(dict.fromkeys(found))


def is_sheltered(state: State, h: Hex) -> bool:
    """Return whether a unit there stands behind a wall or laager of its own, or in buildings (BFE-CON-H2)."""
    scene = state.scene
    if scene.charts.ground[scene.country.sheet.ground_at(h)].conduct:
        return True
    return any(scene.charts.sides[kind].conduct for _, kind in scene.country.inside.get(h, ()))


def in_view(state: State, a: Hex, b: Hex) -> bool:
    """Return whether terrain leaves the view clear from hex to hex.

    No dense ground in between, no higher hill (BFE-TER-H3). A line along a hexside is blocked only when both hexes
    beside it are. Units never block the view.
    """
    return seen_between(state.scene.country, min(a, b), max(a, b))


def mover_of(state: State, unit: Body) -> Mover:
    """Return which column of the movement chart a unit uses (BFE-TER-H1, BFE-TER-H2)."""
    if card(state, unit).arm in ("gun", "mg"):
        return "guns"
    if unit.mounted:
        return "mounted"
    return "open" if unit.formation in OPEN_ORDER else "formed"


def steps_of(state: State, unit: Body) -> dict[Hex, Steps]:
    """Return every step of the map for this unit as it is formed now."""
    return state.scene.country.steps[mover_of(state, unit)]


def disorder(r: Ruling, name: str, why: str) -> None:
    """Disorder a unit on broken ground until the end of its next own movement phase. No dice. Rule: BFE-TER-H4."""
    unit: Body = r.state.units[name]
    if unit.lost or unit.disordered == r.state.cursor.turn:
        return
    r.state = with_unit(r.state, unit.but(disordered=r.state.cursor.turn))
    r.note(BecameDisordered(rule="BFE-PUB-30", unit=name, why=why))


def defile(state: State, h: Hex) -> bool:
    """Return whether a hex is a defile: formed troops cannot enter the hexes on two sides of it that face each other.

    There a native mass may deepen to one stand in front (BFE-PUB-27).
    """
    steps = state.scene.country.steps["formed"].get(h)
    if steps is None:
        return False
    return any(steps[direction] is None and steps[direction + 3] is None for direction in range(3))
