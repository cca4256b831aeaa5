"""Flat-topped hexes known by their printed number: neighbours, distance, bearing sectors and lines, in integers only.

A hex is its printed number, column * 100 + row (hex 1605 is column 16, row 5; columns and rows run 1..99). The same
number is the index into a flat ``bytearray`` of length ``FLAT`` that holds one byte of terrain or smoke for each hex.
EVEN columns (counted from 1) are shifted down half a hex: Tiled's hexagonal orientation, stagger axis x, stagger index
odd (Tiled counts columns from 0). Facings run clockwise 0..5 = N, NE, SE, S, SW, NW. The number 0 is never a hex: it
stands for "off the grid". ``parity`` is 1 for an odd column (high) and 0 for an even one (shifted down).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import TypeAlias

Hex: TypeAlias = int
Cell: TypeAlias = tuple[int, ...]
"""One step of a line: one hex, or the two hexes on either side of a hexside."""

FLAT = 10_000
LAST = 99
OFF_GRID: Hex = 0
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
_POINTS = ("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW")
AXIAL_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_STEP_OFFSETS = ((-1, 100, 101, 1, -99, -100), (-1, 99, 100, 1, -100, -101))
_TIE_NEARER_THE_BEAM = (1, 1, 2, 4, 5, 5)
_SHARED_OFFSETS = tuple(range(-FLAT, FLAT + 1))

# A line is fixed by its delta and the parity of its first column. The flat difference b - a is not a delta (column +1,
# row -50 and row +50 look alike), so rows get a stride of 200: key(a, b) = LINE_TO[b] - LINE_FROM[a] is unique.
LINE_TO = tuple(2 * (200 * (flat // 100) + flat % 100) for flat in range(FLAT))
LINE_FROM = tuple(key - (flat // 100 & 1) for flat, key in enumerate(LINE_TO))


def hex_number(col: int, row: int) -> Hex:
    """Return the hex in a column and row, both 1..99. Raises ValueError when it lies off the grid."""
    if not (1 <= col <= LAST and 1 <= row <= LAST):
        raise ValueError(f"column {col}, row {row} is not a hex: both must be 1 to {LAST}")
    return col * 100 + row


def column(h: Hex) -> int:
    """Return the column of a hex, counted from 1."""
    return h // 100


def row(h: Hex) -> int:
    """Return the row of a hex, counted from 1."""
    return h % 100


def label(h: Hex) -> str:
    """Return the number as printed on the map, always four digits: hex 705 is '0705'."""
    return f"{h:04d}"


def on_map(h: Hex, columns: int = LAST, rows: int = LAST) -> bool:
    """Return true when the number is a hex of a map that is ``columns`` wide and ``rows`` deep."""
    return 1 <= h // 100 <= columns and 1 <= h % 100 <= rows


def axial(h: Hex) -> tuple[int, int]:
    """Return axial coordinates (q, r): hex 0101 is (0, 0), SE is (+1, 0), S is (0, +1)."""
    q = h // 100 - 1
    return q, h % 100 - 1 - q // 2


def from_axial(q: int, r: int) -> Hex:
    """Return the hex at axial coordinates (q, r), or 0 when that lies outside columns and rows 1..99."""
    col, row_ = q + 1, r + q // 2 + 1
    return col * 100 + row_ if 1 <= col <= LAST and 1 <= row_ <= LAST else OFF_GRID


def translate(h: Hex, dq: int, dr: int) -> Hex:
    """Return the hex reached from ``h`` by an axial displacement, or 0 when that lies off the grid."""
    q, r = axial(h)
    return from_axial(q + dq, r + dr)


def step_offsets(parity: int) -> tuple[int, ...]:
    """Return six flat offsets, one for each facing, for a step out of a column of that parity (1 odd, 0 even).

    To follow a path given as facings from any start, add ``step_offsets(column(h) & 1)[facing]`` at each hex; the
    caller must check the map's edge. ``walk`` does the same and checks the edge.
    """
    return _STEP_OFFSETS[parity]


def neighbour(h: Hex, facing: int) -> Hex:
    """Return the hex next to ``h`` in a facing 0..5; 0 outside columns and rows 1..99. It may lie off a smaller map."""
    there = h + _STEP_OFFSETS[h // 100 & 1][facing]
    return there if 1 <= there // 100 <= LAST and there % 100 else OFF_GRID


def walk(start: Hex, facings: Iterable[int]) -> tuple[Hex, ...]:
    """Return the hexes entered by steps in these facings, without the start.

    Raises ValueError when one leaves the grid.
    """
    path = []
    here = start
    for facing in facings:
        there = neighbour(here, facing)
        if there == OFF_GRID:
            raise ValueError(
                f"a step {FACINGS[facing]} from hex {label(here)} leaves the grid of {LAST} x {LAST} hexes"
            )
        path.append(there)
        here = there
    return tuple(path)


def turn(facing: int, steps: int) -> int:
    """Return the facing after turning so many 60-degree steps, clockwise when positive."""
    return (facing + steps) % 6


def distance(a: Hex, b: Hex) -> int:
    """Return hexes from a to b: 0 in the same hex, 1 next to it."""
    return _steps(LINE_TO[b] - LINE_FROM[a])


@cache
def _steps(key: int) -> int:
    """Return the distance of the delta `key`, as in `line_offsets`."""
    delta, parity = key >> 1, key & 1
    dq = (delta + 100) // 200
    dr = delta - dq * 200 - (1 - parity + dq) // 2
    return max(abs(dq), abs(dr), abs(dq + dr))


def _delta(a: Hex, b: Hex) -> tuple[int, int]:
    aq, ar = axial(a)
    bq, br = axial(b)
    return bq - aq, br - ar


def _headings(a: Hex, b: Hex) -> tuple[int, int]:
    """Return the facing whose sector holds ``b``, twice; or the two facings of a tie, the anticlockwise one first."""
    if a == b:
        raise ValueError(f"there is no bearing from hex {label(a)} to itself; settle the same hex before asking")
    dq, dr = _delta(a, b)
    ds = -dq - dr
    pulls = (ds - dr, dq - dr, dq - ds, dr - ds, dr - dq, ds - dq)  # twice the cosine along each facing, scaled alike
    most = max(pulls)
    found = [facing for facing in range(6) if pulls[facing] == most]
    if found == [0, 5]:
        return 5, 0
    return found[0], found[-1]


def bearing_sector(a: Hex, facing: int, b: Hex) -> int:
    """Return the 60-degree sector, 0..5 clockwise, in which ``b`` lies for a unit in ``a`` with that facing.

    Sector 0 is ahead, centred on the facing; 3 is astern; 1 and 2 are the starboard beam, 5 and 4 the port beam. A
    line exactly between two sectors counts as the one nearer the beam (1 over 0, 2 over 3, 5 over 0, 4 over 3), which
    favours the firer; exactly abeam it counts as the forward one (1 to starboard, 5 to port). Port and starboard mirror
    each other. Raises ValueError when ``a`` is ``b``.
    """
    first, second = _headings(a, b)
    if first == second:
        return (first - facing) % 6
    return _TIE_NEARER_THE_BEAM[(first - facing) % 6]


def facing_towards(a: Hex, b: Hex) -> int:
    """Return the facing that points most nearly from ``a`` to ``b``; of two equally good ones, the anticlockwise.

    Raises ValueError when ``a`` is ``b``.
    """
    return _headings(a, b)[0]


def true_heading(facing: int, north_deg: int = 0, *, corner: bool = False) -> str:
    """Return a facing 0..5 by the true compass: the name of its hexside, else the nearest of sixteen points.

    ``north_deg``: where north lies on the sheet, clockwise from its top edge. ``corner``: the facing is towards the
    corner between that hexside and the next one clockwise, as units of a land battle stand.
    """
    if not north_deg and not corner:
        return FACINGS[facing % 6]
    degrees = 60 * facing + (30 if corner else 0) - north_deg
    return _POINTS[(2 * degrees + 22) // 45 % 16]


def column_spans(h: Hex, radius: int, columns: int = LAST, rows: int = LAST) -> Iterator[tuple[Hex, Hex]]:
    """Return for each column, west to east, the first and last hex of the map within ``radius`` hexes of ``h``."""
    q, r = axial(h)
    for dq in range(max(-radius, -q), min(radius, columns - 1 - q) + 1):
        middle = r + (q + dq) // 2 + 1
        first = max(1, middle + max(-radius, -dq - radius))
        last = min(rows, middle + min(radius, radius - dq))
        if first <= last:
            yield (q + dq + 1) * 100 + first, (q + dq + 1) * 100 + last


def within(h: Hex, radius: int, columns: int = LAST, rows: int = LAST) -> tuple[Hex, ...]:
    """Return the hexes of the map at most ``radius`` away, ``h`` with them, in the order of their numbers."""
    spans = column_spans(h, radius, columns, rows)
    return tuple(found for first, last in spans for found in range(first, last + 1))


def ring(h: Hex, radius: int, columns: int = LAST, rows: int = LAST) -> tuple[Hex, ...]:
    """Return the hexes of the map exactly ``radius`` away, clockwise from due north; those off the map are left out."""
    if radius == 0:
        return (h,) if on_map(h, columns, rows) else ()
    q, r = axial(h)
    r -= radius
    found = []
    for side in range(6):
        dq, dr = AXIAL_STEPS[(side + 2) % 6]
        for _ in range(radius):
            found.append(from_axial(q, r))
            q, r = q + dq, r + dr
    return tuple(there for there in found if on_map(there, columns, rows))


def centre(h: Hex) -> tuple[int, int]:
    """Return the middle of a hex on an exact lattice: x in quarters of the hex width, y in halves of the hex height.

    The origin is the top left corner of the map's bounding box, x runs east and y south, so hex 0101 has its middle at
    (2, 1). Pixels are x * width // 4 and y * height // 2 for tiles of that width and height.
    """
    col, row_ = divmod(h, 100)
    return 3 * col - 1, 2 * row_ - (col & 1)


def corners(h: Hex) -> tuple[tuple[int, int], ...]:
    """Return the six corners on the lattice of ``centre``, clockwise from the north-east one.

    Side f is corner f-1 to f.
    """
    x, y = centre(h)
    return (x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1)


@lru_cache(maxsize=1 << 14)
def line(a: Hex, b: Hex) -> tuple[Cell, ...]:
    """Return the cells a straight line from middle to middle passes, in order, both ends included.

    Every hex whose inside the line enters is a cell of its own, corners clipped included; a corner only touched is not.
    Where the line runs exactly along a hexside the cell holds both hexes, the lower number first. The line from b to a
    is the same line reversed. Along the map's edge one hex of such a pair may lie off the map; off the grid it is 0.
    """
    cells = _cells(LINE_TO[b] - LINE_FROM[a])
    return tuple(tuple(sorted(_on_grid(a + offset) for offset in cell)) for cell in cells)


def _on_grid(flat: int) -> Hex:
    return flat if flat % 100 else OFF_GRID


@cache
def _cells(key: int) -> tuple[Cell, ...]:
    return tuple(_walk_line(key))


@cache
def line_offsets(key: int) -> tuple[Cell, tuple[tuple[int, int], ...]]:
    """Return the compiled line for key = LINE_TO[b] - LINE_FROM[a], the end hexes left out, as flat offsets from ``a``.

    Returns (offsets of the single hexes in order, offset pairs of the ties). Compiled once for each delta and parity.
    """
    inner = tuple(_walk_line(key))[1:-1]
    singles = tuple(cell[0] for cell in inner if len(cell) == 1)
    return singles, tuple((cell[0], cell[1]) for cell in inner if len(cell) == 2)


def _walk_line(key: int) -> Iterator[Cell]:
    """Yield the cells of a line as flat offsets, found exactly.

    On the lattice of ``centre`` a hex with its middle at (x, y) from the start is entered when the line passes nearer
    to its middle than to its outermost corner across the line: |cross| < widest. At |cross| == widest the line runs
    along a side, if two corners are outermost together, or only touches a corner.
    """
    delta, parity = key >> 1, key & 1
    dq = (delta + 100) // 200
    q0 = 1 - parity
    dr = delta - dq * 200 - (q0 + dq) // 2
    dx, dy = 3 * dq, 2 * dr + dq
    yield (0,)
    if dx == dy == 0:
        return
    reaches = [abs(dx * y - dy * x) for x, y in ((1, -1), (2, 0), (1, 1))]
    widest = max(reaches)
    along_sides = reaches.count(widest) == 2
    length = dx * dx + 3 * dy * dy
    found: dict[int, list[int]] = {}
    for q, r in _near(dq, dr):
        x, y = 3 * q, 2 * r + q
        ahead = dx * x + 3 * dy * y
        off = abs(dx * y - dy * x)
        if 0 < ahead < length and (off < widest or (along_sides and off == widest)):
            found.setdefault(ahead, []).append(_SHARED_OFFSETS[FLAT + 100 * q + r + (q0 + q) // 2])
    for ahead in sorted(found):
        yield tuple(sorted(found[ahead]))
    yield (_SHARED_OFFSETS[FLAT + 100 * dq + dr + (q0 + dq) // 2],)


def _near(dq: int, dr: int) -> Iterator[tuple[int, int]]:
    """Yield axial places that a line to (dq, dr) can pass: in each column it crosses, those beside the line."""
    if dq == 0:
        step = 1 if dr > 0 else -1
        yield from ((0, r) for r in range(0, dr + step, step))
        return
    step = 1 if dq > 0 else -1
    margin = abs(2 * dr + dq) // (3 * abs(dq)) + 2
    for q in range(0, dq + step, step):
        middle = dr * q // dq
        yield from ((q, r) for r in range(middle - margin, middle + margin + 1))
