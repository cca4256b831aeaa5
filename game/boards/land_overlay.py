"""The arc of fire of the selected unit: each range band outlined and hatched, more widely with distance.

Reachable hexes are tinted and the arc of fire is hatched, so that both stay readable where they overlap.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import drawing_tools, hex_layout
from game.boards.draw_items import Item, Sprite
from game.boards.drawing_tools import ChartInk
from rules.kernel.hexes import AXIAL_STEPS, OFF_GRID, Hex, on_map, translate
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece

_GAPS = (9, 14, 20, 28)  # pixels between the strokes of each range band, the nearest first
HATCH = 120  # alpha of the strokes


def sextant(h: Hex, facing: int, reach: int) -> Iterator[tuple[Hex, int]]:
    """Yield the hexes of the 60-degree sector around a corner, with their distance, up to a range."""
    (aq, ar), (bq, br) = AXIAL_STEPS[facing % 6], AXIAL_STEPS[(facing + 1) % 6]
    for far in range(1, reach + 1):
        for share in range(far + 1):
            there = translate(h, aq * (far - share) + bq * share, ar * (far - share) + br * share)
            if there != OFF_GRID:
                yield there, far


def arc_hexes(piece: Piece, sheet: MapSheet) -> dict[Hex, int]:
    """Return hex -> range band (0 nearest) for every hex of the map in the unit's arc."""
    stand = piece.stand
    if stand is None or not stand.arc or not stand.reach:
        return {}
    turns = {1: (0,), 3: (-1, 0, 1), 6: range(6)}.get(stand.arc, (0,))
    found: dict[Hex, int] = {}
    for turn in turns:
        for h, far in sextant(piece.at[0], piece.facing + turn, stand.reach[-1]):
            if on_map(h, sheet.columns, sheet.rows):
                found[h] = next(band for band, last in enumerate(stand.reach) if far <= last)
    return found


def arc_items(piece: Piece, sheet: MapSheet, inks: ChartInk, zoom: float) -> list[Item]:
    """Return the arc as hatched hexes under the counters, with outlined bands."""
    held = arc_hexes(piece, sheet)
    if not held:
        return []
    tone = (255, 236, 170) if inks.dark else (196, 62, 34)
    bands = sorted({min(band, len(_GAPS) - 1) for band in held.values()})
    strokes = [
        _hatching([h for h, band in held.items() if min(band, len(_GAPS) - 1) == number], _GAPS[number], tone, zoom)
        for number in bands
    ]
    return [*strokes, *rims(held, (*tone, 190), zoom)]


def _hatching(cells: list[Hex], gap: int, tone: tuple[int, int, int], zoom: float) -> Sprite:
    """Return slanting strokes over some hexes, the same raster on the whole board."""
    shapes = [[(x * zoom, y * zoom) for x, y in hex_layout.corners(h)] for h in cells]
    box = drawing_tools.bounds([point for shape in shapes for point in shape], 2)
    made, mask = drawing_tools.layer(box.size), drawing_tools.layer(box.size)
    for shape in shapes:
        pygame.draw.polygon(mask, (255, 255, 255, 255), [(x - box.x, y - box.y) for x, y in shape])
    start = (-(box.x + box.y)) % gap - box.height
    for x in range(start, box.width + box.height, gap):
        pygame.draw.aaline(made, (*tone, HATCH), (x + box.height, 0), (x, box.height))
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return Sprite(made, box.x, box.y)


def rims(held: dict[Hex, int], ink: drawing_tools.Ink, zoom: float) -> Iterator[Item]:
    """Yield a line where one band ends and the next, or nothing, begins."""
    sides = []
    for h, band in held.items():
        corner = hex_layout.corners(h)
        for direction, (dq, dr) in enumerate(AXIAL_STEPS):
            if held.get(translate(h, dq, dr), 9) > band:
                sides.append((corner[direction - 1], corner[direction]))
    if not sides:
        return
    box = drawing_tools.bounds([(x * zoom, y * zoom) for pair in sides for x, y in pair], 4)
    made = drawing_tools.layer(box.size)
    for (ax, ay), (bx, by) in sides:
        start, end = (ax * zoom - box.x, ay * zoom - box.y), (bx * zoom - box.x, by * zoom - box.y)
        drawing_tools.line(made, ink, start, end, max(1.3, 1.6 * zoom))
    yield Sprite(made, box.x, box.y)
