"""Water and land of a chart: depth tints, contours, hatched coasts and hills, painted from smooth lines at any scale.

All boards use it: the hex chart derives its lines from hexes, the table from its outlines and fixed noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.boards import drawing_tools
from game.boards.contours import Loop
from game.boards.drawing_tools import Box, ChartInk
from game.boards.layout import Point
from game.ui.theme import Colour, mix

CLEAR: Colour = (255, 0, 255)  # drawn in transparent colour in a mask of dry land


@dataclass(frozen=True)
class WaterContours:
    """The smooth lines of a chart in world units: `depths` the largest first, `coasts`, `forms` of the hills."""

    depths: tuple[Loop, ...]
    coasts: tuple[Loop, ...]
    forms: tuple[Loop, ...] = ()


def paint(
    surface: pygame.Surface, waters: WaterContours, inks: ChartInk, scale: float, origin: tuple[int, int]
) -> None:
    """Fill a surface whose top left corner is at `origin` of the world scaled to `scale` pixels a unit."""
    surface.fill(inks.tints[0])
    box = _visible_box(surface, scale, origin)

    def to_pixels(loop: Loop) -> list[Point]:
        return _loop_pixels(loop, box, scale, origin)

    for loop in waters.depths:
        points = to_pixels(loop)
        if len(points) < 3:
            continue
        pygame.draw.polygon(surface, inks.tints[loop.level + (0 if loop.hole else 1)], points)
        if loop.level % 2 == 0:
            drawing_tools.hairline(surface, inks.contour, points, closed=True)
    shores = [(loop, points) for loop in waters.coasts if len(points := to_pixels(loop)) >= 3]
    _hatch(surface, inks, scale, origin[1], [points for _, points in shores])
    for loop, points in shores:
        pygame.draw.polygon(surface, inks.tints[4] if loop.hole else inks.land_low, points)
    forms = [(loop, to_pixels(loop)) for loop in waters.forms] if shores else []
    if forms:
        _hills(surface, inks, forms, [points for loop, points in shores if not loop.hole])
    for _, points in shores:
        drawing_tools.polyline(surface, inks.coast, points, max(2.0, min(5.0, 2.6 * scale)), closed=True)


def _visible_box(surface: pygame.Surface, scale: float, origin: tuple[int, int]) -> Box:
    """Return the part of the world that a surface shows, with a margin."""
    width, height = surface.get_size()
    reach = 40 / scale + 40
    left, top = origin[0] / scale - reach, origin[1] / scale - reach
    return left, top, (origin[0] + width) / scale + reach, (origin[1] + height) / scale + reach


def _loop_pixels(loop: Loop, box: Box, scale: float, origin: tuple[int, int]) -> list[Point]:
    """Return the points of a loop on a surface, clipped to a box of the world."""
    if not drawing_tools.overlaps(loop.box, box):
        return []
    return [(x * scale - origin[0], y * scale - origin[1]) for x, y in drawing_tools.clip_polygon(loop.points, box)]


def dry(
    size: tuple[int, int], waters: WaterContours, sheet: Box, scale: float, origin: tuple[int, int]
) -> pygame.Surface:
    """Return a mask of a part of the zoomed world with its corner at `origin`: black outside the sea, transparent on
    it.

    `sheet` is the water's rectangle in pixels of the zoomed world.
    """
    made = pygame.Surface(size, 0, 32)
    made.set_colorkey(CLEAR, pygame.RLEACCEL)
    left, top, right, bottom = (round(edge) for edge in sheet)
    made.fill(CLEAR, (left - origin[0], top - origin[1], right - left, bottom - top))
    box = _visible_box(made, scale, origin)
    for loop in waters.coasts:
        if len(points := _loop_pixels(loop, box, scale, origin)) >= 3:
            pygame.draw.polygon(made, CLEAR if loop.hole else (0, 0, 0), points)
    return made


def _hills(
    surface: pygame.Surface, inks: ChartInk, loops: list[tuple[Loop, list[Point]]], land: list[list[Point]]
) -> None:
    """Draw form lines, on land only: narrow inlets stay water."""
    made = drawing_tools.layer(surface.get_size())
    for loop, points in sorted(loops, key=lambda pair: -pair[0].area):
        if len(points) < 3:
            continue
        level = loop.level - 1 if loop.hole else loop.level
        tone = inks.land_low if level < 0 else mix(inks.land, inks.form, 0.1 * level)
        pygame.draw.polygon(made, tone, points)
        drawing_tools.hairline(made, inks.form, points, closed=True)
    mask = drawing_tools.layer(surface.get_size())
    for points in land:
        pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    made.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(made, (0, 0))


def _hatch(surface: pygame.Surface, inks: ChartInk, scale: float, top: int, shores: list[list[Point]]) -> None:
    """Draw horizontal strokes along the coast; land is painted over their inner part."""
    if not shores:
        return
    strokes = drawing_tools.layer(surface.get_size())
    reach = max(10.0, 22 * min(scale, 1.8))
    for share, alpha in ((1.0, 90), (0.74, 140), (0.45, 200)):
        for points in shores:
            drawing_tools.polyline(strokes, (*inks.hatch, alpha), points, 2 * reach * share, closed=True)
    gap, width = (8, 2) if scale > 0.7 else (6, 2)
    for y in range(-(top % gap) - gap, surface.get_height(), gap):
        strokes.fill((0, 0, 0, 0), (0, y + width, surface.get_width(), gap - width))
    surface.blit(strokes, (0, 0))
