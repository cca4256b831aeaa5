"""A ship's profile as one flat shape, for counters: type and size are recognisable at sixty pixels.

Lengths are fractions of her length, the bow at +0.5; heights are fractions of her masthead's height.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.layout import Point
from game.ui.theme import Colour
from rules.kernel.view import Hull

FINE = 4
LONGEST_FT = 730
CREAM: Colour = (240, 236, 220)
LOST: Colour = (150, 150, 148)
EDGE: Colour = (14, 18, 26)
SEA: Colour = (206, 222, 232)
FLAME: Colour = (255, 150, 50)
LISTS = (0.0, 0.0, 2.0, 4.5, 7.0)  # degrees, by damage
# Freeboard and masthead as fractions of the length
HEIGHTS = {"BB": (0.075, 0.31), "CA": (0.062, 0.25), "CL": (0.056, 0.23), "DD": (0.052, 0.21), "APD": (0.052, 0.21),
           "AP": (0.088, 0.27), "AV": (0.08, 0.25), "PT": (0.06, 0.18)}  # fmt: skip
TALLER = ((120, 1.22), (80, 1.32), (60, 1.5), (0, 1.7))  # heights are exaggerated in small pictures
ESCORTS = ("DD", "APD", "PT")
MERCHANTS = ("AP", "AV")


def length_of(hull: Hull, side: float) -> float:
    """Return the length in pixels of a ship on a counter `side` pixels large."""
    return (0.32 + 0.62 * min(1.0, hull.length_ft / LONGEST_FT)) * 0.94 * side


@lru_cache(maxsize=256)
def side_view(hull: Hull, size: tuple[int, int], side: int, left: bool) -> pygame.Surface:
    """Return a ship on the water in a picture of `size`, for a counter `side` pixels large; `left`: the bow is at the
    left.
    """
    wide, high = size[0] * FINE, size[1] * FINE
    low, length = high - 3 * FINE, min(length_of(hull, side) * FINE, 0.95 * wide)
    board, mast = HEIGHTS.get(hull.type, HEIGHTS["CL"])
    taller = next(factor for least, factor in TALLER if side >= least)
    unit = min(length * taller, (low - 2 * FINE) / mast)
    shape = drawing_tools.layer((wide, high))
    tone = LOST if hull.damage >= len(LISTS) - 1 else CREAM

    def at(x: float, y: float) -> Point:
        return wide / 2 + x * length, low - y * unit

    for part in _parts(hull, board, mast):
        pygame.draw.polygon(shape, tone, [at(x, y) for x, y in part])
    for start, end, thick in _lines(hull, board, mast):
        drawing_tools.line(shape, tone, at(*start), at(*end), thick * FINE)
    made = drawing_tools.layer((wide, high))
    edge = pygame.mask.from_surface(shape).to_surface(setcolor=EDGE, unsetcolor=(0, 0, 0, 0))
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1)):
        made.blit(edge, (dx * FINE, dy * FINE))
    made.blit(shape, (0, 0))
    if hull.fire:
        _burn(made, at, board, mast)
    lean = LISTS[min(hull.damage, len(LISTS) - 1)]
    if lean:
        turned = pygame.transform.rotozoom(made, -lean, 1.0)
        made = drawing_tools.layer((wide, high))
        made.blit(turned, turned.get_rect(center=(wide // 2, high // 2)))
    made.fill((0, 0, 0, 0), (0, round(low), wide, high))
    drawing_tools.line(made, (*SEA, 200), (wide / 2 - length * 0.56, low), (wide / 2 + length * 0.56, low), FINE * 1.2)
    made = pygame.transform.flip(made, True, False) if left else made
    return pygame.transform.smoothscale(made, size)


def _parts(hull: Hull, board: float, mast: float) -> Iterator[tuple[Point, ...]]:
    """Yield hull, houses, tower, funnels and turrets as polygons."""
    kind, deck = hull.type, board * 0.9
    if kind in ESCORTS:  # a raised forecastle
        aft = (-0.48, 0.0), (-0.5, board * 0.75), (0.16, board * 0.8)
        yield (*aft, (0.18, board * 1.35), (0.5, board * 1.75), (0.485, 0))
    elif kind in MERCHANTS:  # high at both ends
        yield ((-0.5, board * 1.25), (-0.38, board * 1.2), (-0.36, board * 0.85), (0.33, board * 0.85),
               (0.36, board * 1.25), (0.5, board * 1.5), (0.485, 0), (-0.46, 0))  # fmt: skip
    else:
        aft = (-0.485, 0.0), (-0.5, board * 0.85), (0.1, board * 0.95)
        yield (*aft, (0.35, board * 1.15), (0.5, board * 1.4), (0.488, 0))
    stacks = [0.5 - place / 1000 for place in (hull.funnels or ((500,) if kind in MERCHANTS else (430, 560)))]
    first, last = max(stacks), min(stacks)
    yield _box((first + last) / 2, first - last + (0.12 if kind in ESCORTS else 0.2), deck, board * 1.5)
    if kind in ("BB", "CA", "CL", *ESCORTS):
        wide, top = {"BB": (0.085, 0.98), "CA": (0.075, 0.62), "CL": (0.06, 0.55)}.get(kind, (0.05, 0.55))
        x = first + (0.1 if kind not in ESCORTS else 0.085)
        yield ((x - wide / 2, deck), (x + wide / 2, deck), (x + wide * 0.3, mast * top), (x - wide * 0.3, mast * top))
        if kind == "BB":  # the pagoda's platforms
            yield _box(x, wide * 1.1, mast * 0.55, mast * 0.62)
            yield _box(x, wide * 0.9, mast * 0.78, mast * 0.84)
            yield _box(last - 0.11, 0.06, deck, mast * 0.5)
    thick = {"BB": 0.055, "CA": 0.05, "CL": 0.04}.get(kind, 0.034)
    rake = 0.025 if kind in ESCORTS else 0.012
    for x in stacks:
        top = mast * (0.62 if kind in ("BB", "CA") else 0.68)
        yield ((x - thick / 2, deck), (x + thick / 2, deck), (x + thick / 2 - rake, top), (x - thick / 2 - rake, top))
    if kind in MERCHANTS:
        return
    for place, step in _turrets(hull):
        wide, tall = {"BB": (0.075, 0.075), "CA": (0.055, 0.05), "CL": (0.04, 0.036)}.get(kind, (0.026, 0.034))
        yield _box(place, wide, deck, deck + (tall if not step else tall * 1.9))


def _lines(hull: Hull, board: float, mast: float) -> Iterator[tuple[Point, Point, float]]:
    """Yield masts, derricks and barrels: start, end, pixels."""
    kind = hull.type
    stacks = [0.5 - place / 1000 for place in (hull.funnels or (430, 560))]
    first, last = max(stacks), min(stacks)
    if kind in MERCHANTS:
        for x in (-0.24, 0.24):
            yield (x, board), (x, mast), 1.6
            yield (x - 0.05, mast * 0.86), (x + 0.05, mast * 0.86), 1.0
            for way in (-0.13, 0.13):
                yield (x, board * 1.3), (x + way, mast * 0.8), 1.0
        return
    fore = first + (0.1 if kind not in ESCORTS else 0.075)
    if kind == "CA":  # a tripod
        for foot in (-0.045, 0.0, 0.04):
            yield (fore + foot, mast * 0.5), (fore, mast), 1.3
    else:
        yield (fore, board), (fore, mast), 1.2
    yield (last - 0.1, board), (last - 0.1, mast * (0.85 if kind in ("CA", "CL") else 0.7)), 1.2
    reach, thick = {"BB": (0.075, 2.0), "CA": (0.055, 1.5), "CL": (0.045, 1.2)}.get(kind, (0.032, 1.0))
    for place, step in _turrets(hull):
        ahead = 1 if place > -0.04 else -1
        y = board * 0.9 + ({"BB": 0.045, "CA": 0.03}.get(kind, 0.024) * (2.2 if step else 1.0))
        wide = {"BB": 0.03, "CA": 0.024}.get(kind, 0.012)
        yield (place + ahead * wide, y), (place + ahead * (wide + reach), y + 0.012), thick


def _turrets(hull: Hull) -> Iterator[tuple[float, bool]]:
    """Yield the place of every turret, and whether it is superfiring (higher, behind another)."""
    places = [place for place, _ in hull.turrets]
    for place in places:
        ahead = 1 if place < 540 else -1
        yield 0.5 - place / 1000, any(0 < (place - other) * ahead < 120 for other in places)


def _box(x: float, wide: float, low: float, top: float) -> tuple[Point, ...]:
    return (x - wide / 2, low), (x + wide / 2, low), (x + wide / 2, top), (x - wide / 2, top)


def _burn(made: pygame.Surface, at: object, board: float, mast: float) -> None:
    """Draw flames amidships and the smoke above them."""
    assert callable(at)
    unit = at(0, 0)[1] - at(0, mast)[1]
    for step in range(9):
        x, y = at(-0.02 - 0.035 * step, board + mast * 0.11 * step)
        drawing_tools.disc(made, (24, 22, 24, 215 - 20 * step), (x, y), unit * (0.12 + 0.022 * step))
    for dx, size in ((0.0, 0.15), (0.05, 0.1), (-0.05, 0.11)):
        drawing_tools.disc(made, FLAME, at(dx, board * 1.3), unit * size)
        drawing_tools.disc(made, (255, 226, 120), at(dx, board * 1.15), unit * size * 0.5)
