"""Formations: facing to a corner, arcs in sextants, flanks and rear, closed rings, stacking.

A unit faces a corner of its hex: facing k is the corner between directions k and k + 1. Its front hexes lie in these
two directions, its flanks in k - 1 and k + 2, its rear in k + 3 and k + 4. Sextant k is everything between the two
directions; a hex on a direction itself belongs to both sextants it parts.
"""

from __future__ import annotations

from functools import cache, lru_cache

from rules.battles_for_empire.state import OF_A_SIDE, Body, State, card, in_play, is_single_stand, on_field
from rules.kernel.derived import derived
from rules.kernel.hexes import AXIAL_STEPS, Hex, axial, distance, neighbour, on_map, true_heading

FRONT, FLANK, REAR = "front", "flank", "rear"
CLOSE_ORDER = ("line", "column", "square", "mounted")  # formed
MASSES = ("mass", "deep")
NOWHERE: frozenset[Hex] = frozenset()
NEIGHBOURS_IN_A_RING = 2  # a unit that encloses something has units of the ring on both sides
_RING_LIMIT = 60  # hexes: what a ring of units encloses is never larger

# ---------------------------------------------------------------------- arcs


@cache
def _sextants(dq: int, dr: int) -> tuple[int, ...]:
    found = []
    for k in range(6):
        (q1, r1), (q2, r2) = AXIAL_STEPS[k], AXIAL_STEPS[(k + 1) % 6]
        turn = q1 * r2 - r1 * q2
        a = (dq * r2 - dr * q2) * turn
        b = (q1 * dr - r1 * dq) * turn
        if a >= 0 and b >= 0:
            found.append(k)
    return tuple(found)


def sextants(here: Hex, there: Hex) -> tuple[int, ...]:
    """Return the sextants of `here` that hold `there`: one, or two on a direction itself (BFE-FRM-H2).

    None in one hex.
    """
    if here == there:
        return ()
    q, r = axial(here)
    q2, r2 = axial(there)
    return _sextants(q2 - q, r2 - r)


def in_sextant(here: Hex, facing: int, there: Hex) -> bool:
    """Return whether a hex lies in the front sextant of a facing: 2, 3, 4, 5 ... hexes at range 1, 2, 3, 4
    (BFE-FRM-H2).
    """
    return facing in sextants(here, there)


def arc_of(state: State, unit: Body) -> int:
    """Return how many sextants a unit covers: 1 front, 3 in skirmish order, 6 in a company square
    (BFE-FRM-H1 to H4).
    """
    return state.scene.charts.formations[unit.formation].arc


def arc_holds(state: State, unit: Body, there: Hex) -> bool:
    """Return whether a hex lies in a unit's arc. Rules: BFE-FRM-H2, BFE-FRM-H3, BFE-FRM-H4."""
    arc = arc_of(state, unit)
    if arc == 6:
        return unit.hex != there
    beside = arc // 2
    return any((k - unit.facing + beside) % 6 <= 2 * beside for k in sextants(unit.hex, there))


# ---------------------------------------------------------------------- front, flank, rear


def front_hexes(unit: Body) -> tuple[Hex, ...]:
    """Return the two hexes before a unit, six around a company square (BFE-FRM-H6)."""
    return _before(unit.hex, -1 if unit.formation == "square" else unit.facing)


@cache
def _before(h: Hex, facing: int) -> tuple[Hex, ...]:
    if facing < 0:
        return tuple(neighbour(h, direction) for direction in range(6))
    return neighbour(h, facing), neighbour(h, (facing + 1) % 6)


def attack_aspect(state: State, unit: Body, from_hex: Hex) -> str:
    """Return from where something in `from_hex` attacks a unit: front, flank or rear.

    A company square has no flanks, nor has a unit of a closed ring towards the outside. A line on a
    direction between two of these counts as the one nearer the front. Rules: BFE-FRM-H4, BFE-FRM-H5, BFE-FRM-H6.
    """
    if unit.formation == "square" or unit.hex == from_hex:
        return FRONT
    offs = [(k - unit.facing) % 6 for k in sextants(unit.hex, from_hex)]
    if any(off == 0 for off in offs):
        return FRONT
    if in_ring(state, unit) and outside(state, unit, from_hex):
        return FRONT
    return FLANK if any(off in (1, 5) for off in offs) else REAR


def is_formed(unit: Body) -> bool:
    """Return True for line, column, square, or mounted: in close order."""
    return unit.formation in CLOSE_ORDER


def is_massed(unit: Body) -> bool:
    """Return True for a native mass, ordinary or deep."""
    return unit.formation in MASSES


def open_order(unit: Body) -> bool:
    """Return skirmishers."""
    return unit.formation == "skirmish"


# ---------------------------------------------------------------------- rings


def stands_firm(state: State, unit: Body) -> bool:
    """Return whether a unit can be part of a ring: formed, or a gun."""
    return in_play(unit) and (is_formed(unit) or is_single_stand(state, unit))


@derived(*OF_A_SIDE)
def _walls(state: State, side: str) -> frozenset[Hex]:
    """Return the hexes that formed units and guns of a side hold."""
    return frozenset(unit.hex for unit in state.units.values() if unit.side == side and stands_firm(state, unit))


@lru_cache(maxsize=1 << 12)
def _enclosed_hexes(walls: frozenset[Hex], start: Hex, columns: int, rows: int) -> frozenset[Hex]:
    """Return the hexes of a map enclosed with `start` by `walls`; empty if `start` is not enclosed."""
    seen, queue = {start}, [start]
    while queue:
        h = queue.pop()
        for direction in range(6):
            there = neighbour(h, direction)
            if there in walls or there in seen:
                continue
            if not on_map(there, columns, rows) or len(seen) > _RING_LIMIT:
                return frozenset()
            seen.add(there)
            queue.append(there)
    return frozenset(seen)


def in_ring(state: State, unit: Body) -> bool:
    """Return whether a line is part of a closed ring of formed units and guns: a multi-company square (BFE-FRM-H5).

    It faces outward, and the hexes behind it are enclosed on every side.
    """
    return bool(inner(state, unit))


def inner(state: State, unit: Body) -> frozenset[Hex]:
    """Return the hexes a unit encloses with others while it faces outward. Empty when it is part of no ring."""
    if unit.formation != "line":
        return NOWHERE
    return _shut_in_by(state, unit.side, unit.hex, unit.facing)


@derived(*OF_A_SIDE)
def _shut_in_by(state: State, side: str, h: Hex, facing: int) -> frozenset[Hex]:
    """Return the hexes a unit in this hex and facing would enclose together with others.

    Empty when it is part of no ring.
    """
    walls, front, sheet = _walls(state, side), _before(h, facing), state.scene.country.sheet
    if all(there in walls for there in front):
        return NOWHERE
    if sum(1 for there in _before(h, -1) if there in walls) < NEIGHBOURS_IN_A_RING:
        return NOWHERE
    for back in (3, 4):
        behind = neighbour(h, (facing + back) % 6)
        if behind in walls:
            continue
        shut = _enclosed_hexes(walls, behind, sheet.columns, sheet.rows)
        if shut and not any(there in shut for there in front):
            return shut
    return NOWHERE


def outside(state: State, unit: Body, h: Hex) -> bool:
    """Return whether a hex lies outside the ring a unit is part of."""
    return h not in inner(state, unit)


# ---------------------------------------------------------------------- stacking


def room_for(state: State, unit: Body, h: Hex) -> bool:
    """Return whether a unit may stay in a hex: one unit of four stands and one single stand, or two single stands.

    Units still hidden there count for their own side. Rule: BFE-FRM-H7.
    """
    fours = singles = 0
    for name in on_field(state).get(h, ()):
        if name == unit.id:
            continue
        other = state.units[name]
        if other.side != unit.side:
            return False
        if is_single_stand(state, other):
            singles += 1
        else:
            fours += 1
    fours += sum(1 for marker in state.markers.values() if marker.hex == h and marker.side == unit.side)
    return fours + singles < 2 if is_single_stand(state, unit) else fours == 0 and singles < 2


def nearest_enemy(state: State, side: str, h: Hex) -> Hex:
    """Return the hex of the nearest enemy unit on the field, of several the lowest number; 0 when there is none."""
    best, found = 1 << 30, 0
    for unit in state.units.values():
        if unit.side != side and not unit.lost and unit.hex > 0:
            away = distance(h, unit.hex)
            if away < best or (away == best and unit.hex < found):
                best, found = away, unit.hex
    return found


def facing_to(here: Hex, there: Hex, now: int) -> int:
    """Return the facing whose front holds `there`; of two the one nearer to the facing now. Unchanged in one hex."""
    held = sextants(here, there)
    if not held or now in held:
        return now
    return min(held, key=lambda k: (min((k - now) % 6, (now - k) % 6), k))


def facing_word(state: State, facing: int) -> str:
    """Return the compass name of a facing 0 to 5, such as `SSE`, on a map whose north may be turned.

    Any other number stays a number. Corners have the name of the nearest compass point.
    """
    return true_heading(facing, north_of(state), corner=True) if 0 <= facing < 6 else str(facing)


def north_of(state: State) -> int:
    """Return where north lies on the sheet, in degrees clockwise from its top edge."""
    sheet = state.scene.sheet
    return sheet.north_deg if sheet is not None else 0


def facing_words(state: State) -> str:
    """Return the six facings of the sheet, in the order of their numbers."""
    return ", ".join(facing_word(state, facing) for facing in range(6))


def formations_for(state: State, unit: Body) -> tuple[str, ...]:
    """Return the formations a unit may be in as it is now, mounted or on foot (BFE-FRM-H1)."""
    return tuple(name for name in card(state, unit).forms if (name == "mounted") == unit.mounted)
