"""The arc of fire of the selected unit: the hexes of its sextants, a tone to each range band, weaker with distance."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.boards import hex_layout, ink
from game.boards.hex_layout import HEXES
from game.boards.ink import ChartInk
from game.boards.items import Item, Sprite, centred
from rules.kernel.hexes import AXIAL_STEPS, OFF_GRID, Hex, on_map, translate
from rules.kernel.scenario import MapSheet
from rules.kernel.view import Piece

_ALPHA = (66, 42, 26, 16)  # of each range band, the nearest first


def sextant(h: Hex, facing: int, reach: int) -> Iterator[tuple[Hex, int]]:
    """The hexes between the two directions beside a corner, with their distance, out to a reach."""
    (aq, ar), (bq, br) = AXIAL_STEPS[facing % 6], AXIAL_STEPS[(facing + 1) % 6]
    for far in range(1, reach + 1):
        for share in range(far + 1):
            there = translate(h, aq * (far - share) + bq * share, ar * (far - share) + br * share)
            if there != OFF_GRID:
                yield there, far


def arc_hexes(piece: Piece, sheet: MapSheet) -> dict[Hex, int]:
    """Hex -> range band (0 nearest) of all that the unit's arc holds on the map."""
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
    """The arc as lit hexes under the counters, its rim drawn out."""
    held = arc_hexes(piece, sheet)
    if not held:
        return []
    tone = (255, 236, 170) if inks.dark else (196, 62, 34)
    tiles = [_lit(zoom, (*tone, alpha)) for alpha in _ALPHA]
    items: list[Item] = []
    for h, band in held.items():
        x, y = HEXES.centre((h,))
        items.append(centred(tiles[min(band, len(tiles) - 1)], x * zoom, y * zoom))
    return [*items, *_rims(held, tone, zoom)]


def _lit(zoom: float, fill: ink.Ink) -> pygame.Surface:
    radius = hex_layout.RADIUS * zoom
    made = ink.layer((radius * 2 + 4, radius * 2 + 4))
    middle = made.get_width() / 2
    pygame.draw.polygon(made, fill, [(middle + x * zoom, middle + y * zoom) for x, y in hex_layout.CORNERS])
    return made


def _rims(held: dict[Hex, int], tone: tuple[int, int, int], zoom: float) -> Iterator[Item]:
    """A line where one band ends and the next, or nothing, begins."""
    sides = []
    for h, band in held.items():
        corner = hex_layout.corners(h)
        for direction, (dq, dr) in enumerate(AXIAL_STEPS):
            if held.get(translate(h, dq, dr), 9) > band:
                sides.append((corner[direction - 1], corner[direction]))
    if not sides:
        return
    box = ink.bounds([(x * zoom, y * zoom) for pair in sides for x, y in pair], 4)
    made = ink.layer(box.size)
    for (ax, ay), (bx, by) in sides:
        start, end = (ax * zoom - box.x, ay * zoom - box.y), (bx * zoom - box.x, by * zoom - box.y)
        ink.line(made, (*tone, 190), start, end, max(1.3, 1.6 * zoom))
    yield Sprite(made, box.x, box.y)
