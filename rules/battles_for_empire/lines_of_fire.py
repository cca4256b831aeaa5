"""Clear paths: what masks a line of fire fully or half, what fire goes over, and which enemies it may pass."""

from __future__ import annotations

from rules.battles_for_empire.formations import arc_holds
from rules.battles_for_empire.state import FIRING, STANDING, Body, State, card, is_single_stand
from rules.battles_for_empire.terrain import ground_at, level_at
from rules.kernel.derived import derived
from rules.kernel.hexes import Cell, Hex, axial, distance, line, on_map

NONE, HALF, WHOLE = 0, 1, 2  # how much of a line of stands has a clear path


def shot_past(state: State, unit: Body) -> bool:
    """Return whether fire may pass an enemy to reach a farther one.

    Skirmishers, natives gone to ground, guns (BFE-PUB-18).
    """
    if unit.formation == "skirmish" or is_single_stand(state, unit):
        return True
    return unit.ground and card(state, unit).family == "native"


def stops_fire(state: State, unit: Body) -> bool:
    """Return whether troops stop fire that passes through their hex: all do.

    With `fire_over_skirmishers` those that fire may pass do not. Rules: BFE-ELG-12, BFE-ELG-13, BFE-PUB-18.
    """
    return not (state.scene.options["fire_over_skirmishers"] and shot_past(state, unit))


@derived(*STANDING)
def masking(state: State) -> frozenset[Hex]:
    """Return the hexes whose troops stop fire."""
    return frozenset(
        unit.hex for unit in state.units.values() if not unit.lost and unit.hex > 0 and stops_fire(state, unit)
    )


def fire_clearance(state: State, a: Hex, b: Hex, overhead: bool = False) -> int:
    """Return how clear the path of fire from hex to hex is: NONE, HALF or WHOLE.

    The line runs between the centres. A masked hex on it stops all fire; a line along a hexside with one masked hex
    masks the stands on that side; with both sides masked somewhere nothing is left. `overhead`: artillery that stands
    higher fires over lower troops and dense ground.
    Rules: BFE-ELG-11 to BFE-ELG-14, BFE-FIR-H6, BFE-PUB-18, BFE-TER-H3.
    """
    return _path(state, a, b, overhead)


@derived(*STANDING)
def _path(state: State, a: Hex, b: Hex, overhead: bool) -> int:
    troops = masking(state)
    masked_sides: list[int] = []
    for cell in line(a, b)[1:-1]:
        stopped = [h for h in cell if _masks(state, troops, a, b, h, overhead)]
        if len(stopped) == len(cell):
            return NONE
        masked_sides += [_side_of(a, b, h) for h in stopped]
    if not masked_sides:
        return WHOLE
    return HALF if len(set(masked_sides)) == 1 else NONE


def masked_by(state: State, a: Hex, b: Hex, overhead: bool = False) -> tuple[Hex, ...]:
    """Return the hexes that mask a line of fire, for explanations."""
    troops = masking(state)
    cells: tuple[Cell, ...] = line(a, b)[1:-1]
    return tuple(h for cell in cells for h in cell if _masks(state, troops, a, b, h, overhead))


def _masks(state: State, troops: frozenset[Hex], a: Hex, b: Hex, h: Hex, overhead: bool) -> bool:
    """Return whether a hex between stops fire: higher ground, troops, dense ground; artillery fires over lower ones."""
    sheet = state.scene.country.sheet
    if not on_map(h, sheet.columns, sheet.rows):
        return False
    eye, here = level_at(state, a), level_at(state, h)
    if here > max(eye, level_at(state, b)):
        return True
    if h not in troops and not ground_at(state, h).blocks:
        return False
    return not (overhead and eye > here)


def _side_of(a: Hex, b: Hex, h: Hex) -> int:
    """Return on which side of the line a hex lies: 1 or -1."""
    (aq, ar), (bq, br), (q, r) = axial(a), axial(b), axial(h)
    return 1 if (bq - aq) * (r - ar) - (br - ar) * (q - aq) > 0 else -1


def nearest_targets(state: State, unit: Body, most: int) -> tuple[str, ...]:
    """Return enemies a unit must or may fire at within `most` hexes: the nearest, or all of those within 2 hexes.

    In its arc, with a clear path for its stands; a single stand needs the whole of it. Those in melee and those hidden
    by scrub are left out. Skirmishers, natives gone to ground and guns may be passed by for the nearest of the others.
    Rules: BFE-ELG-11, BFE-FRM-H2, BFE-FRM-H3, BFE-FIR-H5, BFE-FIR-H6, BFE-FIR-H12, BFE-PUB-18, BFE-TER-H1.
    """
    return _marks(state, unit.id, most)


@derived(*FIRING)
def _marks(state: State, name: str, most: int) -> tuple[str, ...]:
    """Return the enemies that can matter for a path, the nearest first."""
    unit = state.units[name]
    alone = is_single_stand(state, unit)
    overhead = alone and card(state, unit).arm == "gun"
    press, limit = state.scene.charts.fire.press_hexes, most
    found = []
    for hexes, place, target in _enemies_within(state, unit, most):
        if hexes > limit:
            break
        if out_of_view(state, target, hexes) or not arc_holds(state, unit, target.hex):
            continue
        clear = fire_clearance(state, unit.hex, target.hex, overhead)
        if clear == NONE or (clear == HALF and alone):
            continue
        found.append((place, target.id))
        if hexes <= press:
            limit = min(limit, press)
        elif not shot_past(state, target):
            limit = hexes
    return tuple(name for _, name in sorted(found))


def _enemies_within(state: State, unit: Body, most: int) -> list[tuple[int, int, Body]]:
    """Return the enemies within so many hexes that are in no melee, the nearest first: (hexes, place in the list,
    enemy).
    """
    side, here = unit.side, unit.hex
    fighting = {name for contact in state.contacts for name in (contact.attacker, contact.defender)}
    found = []
    for place, target in enumerate(state.units.values()):
        if target.side == side or target.hex <= 0 or target.lost or target.id in fighting:
            continue
        hexes = distance(here, target.hex)
        if 0 < hexes <= most and target.id != unit.aimed:
            found.append((hexes, place, target))
    found.sort(key=lambda each: each[:2])
    return found


def out_of_view(state: State, target: Body, hexes: int) -> bool:
    """Return whether a unit gone to ground is hidden by the ground it lies in: scrub, beyond 4 hexes (BFE-TER-H1)."""
    hides = ground_at(state, target.hex).hides_beyond
    return target.ground and 0 < hides < hexes
