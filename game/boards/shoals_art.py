"""Foul ground on a table's chart: rocks awash, sandbars and shallow water, drawn with chart symbols."""

from __future__ import annotations

import math
import random
from functools import cache

import pygame

from game.boards import drawing_tools
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point
from game.boards.table_layout import Tabletop
from game.boards.table_waters import smooth
from game.ui.theme import Colour, mix
from rules.kernel.view import Ground

ROCKS, SANDBAR, SHALLOW = "rocks", "sandbar", "shallow"
APART = {ROCKS: 34.0, SANDBAR: 11.0, SHALLOW: 30.0}  # world units between the signs
DANGER = (7.0, 6.0)  # the dotted line around foul ground: world units on and off


@cache
def shoals(ground: Ground) -> tuple[tuple[str, str, tuple[Point, ...], tuple[Point, ...]], ...]:
    """Return (kind, name, smooth outline, places of its symbols) of every piece of foul ground, in world units."""
    top = Tabletop(ground)
    found = []
    for kind, name, corners in ground.foul:
        if len(corners) < 3:
            continue
        outline = tuple(smooth([top.world(corner) for corner in corners]))
        found.append((kind, name, outline, tuple(_scatter_places(kind, outline))))
    return tuple(found)


def _scatter_places(kind: str, outline: tuple[Point, ...]) -> list[Point]:
    """Return evenly scattered places inside an outline, the same on every machine."""
    step = APART.get(kind, 24.0)
    left, top = min(x for x, _ in outline), min(y for _, y in outline)
    right, bottom = max(x for x, _ in outline), max(y for _, y in outline)
    draw = random.Random(round(left) * 7 + round(top))
    found = []
    for row in range(max(1, round((bottom - top) / step)) + 1):
        for column in range(max(1, round((right - left) / step)) + 1):
            x = left + (column + 0.5 * (row % 2) + draw.uniform(-0.28, 0.28)) * step
            y = top + (row + draw.uniform(-0.28, 0.28)) * step
            if inside((x, y), outline) and _clear_of_edge((x, y), outline, step * 0.3):
                found.append((x, y))
    return found or [_middle(outline)]


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Return whether a point lies in a closed line."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            within = not within
    return within


def _clear_of_edge(point: Point, corners: tuple[Point, ...], least: float) -> bool:
    return all(math.dist(point, corner) > least for corner in corners)


def _middle(corners: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def paint(surface: pygame.Surface, ground: Ground, inks: ChartInk, scale: float, origin: tuple[int, int]) -> None:
    """Draw the foul ground of a table on a part of its chart, at `scale` pixels a world unit."""
    width, height = surface.get_size()
    seen = (-60.0, -60.0, width + 60.0, height + 60.0)
    for kind, _, outline, signs in shoals(ground):
        points = [(x * scale - origin[0], y * scale - origin[1]) for x, y in outline]
        box = (
            min(x for x, _ in points),
            min(y for _, y in points),
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        if not drawing_tools.overlaps(box, seen):
            continue
        _ground(surface, kind, points, inks)
        on, off = (max(3.0, part * scale) for part in DANGER)
        drawing_tools.draw_dashes(surface, _tone(kind, inks), [*points, points[0]], max(1.5, 2.2 * scale), on, off)
        for x, y in signs:
            at = (x * scale - origin[0], y * scale - origin[1])
            if seen[0] < at[0] < seen[2] and seen[1] < at[1] < seen[3]:
                _draw_sign(surface, kind, at, scale, inks)


def _tone(kind: str, inks: ChartInk) -> Colour:
    return mix(inks.coast, inks.tints[2], 0.35) if kind != SHALLOW else mix(inks.contour, inks.coast, 0.25)


def _ground(surface: pygame.Surface, kind: str, points: list[Point], inks: ChartInk) -> None:
    """Draw the water over foul ground: a pale tint over shoals, sand-coloured over a bar."""
    tint = inks.tints[4] if kind == SHALLOW else inks.tints[3]
    if kind == SANDBAR:
        tint = mix(inks.land_low, inks.tints[3], 0.3)
    pygame.draw.polygon(surface, tint, points)


def _draw_sign(surface: pygame.Surface, kind: str, at: Point, scale: float, inks: ChartInk) -> None:
    """Draw one symbol: a rock awash, a grain of sand, or the short strokes of a shoal."""
    tone = _tone(kind, inks)
    if kind == SANDBAR:
        drawing_tools.disc(surface, tone, at, max(1.2, 1.7 * scale))
        return
    size = max(4.0, (8.5 if kind == ROCKS else 6.0) * scale)
    wide = max(1.4, 2.0 * scale)
    if kind == SHALLOW:
        for side in (-1, 0, 1):
            x = at[0] + side * size * 0.6
            drawing_tools.line(surface, tone, (x, at[1] - size * 0.25), (x, at[1] + size * 0.25), wide * 0.8)
        return
    for dx, dy in ((1.0, 0.0), (0.0, 1.0), (0.7, 0.7), (0.7, -0.7)):
        drawing_tools.line(
            surface, inks.coast, (at[0] - dx * size, at[1] - dy * size), (at[0] + dx * size, at[1] + dy * size), wide
        )
    drawing_tools.disc(surface, inks.coast, at, size * 0.32)
