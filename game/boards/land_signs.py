"""The small signs of a land chart: tufts, rocks, trees, houses, wells, camps, and works on hexsides.

Each sign is drawn around a point at a size in pixels; nothing here knows hexes.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.boards import drawing_tools
from game.boards.land_ink import LandInk
from game.boards.layout import Point
from game.ui.theme import mix

Sign = Callable[[pygame.Surface, LandInk, Point, float], None]


def tuft(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a tuft of dry grass: three blades and a shadow."""
    x, y = at
    wide = max(1.0, size * 0.11)
    pygame.draw.ellipse(surface, mix(inks.scrub, inks.heights[0], 0.72), _box(x, y, size * 0.5, size * 0.14))
    for lean in (-0.42, 0.0, 0.42):
        tip = (x + lean * size, y - size * (0.62 - 0.3 * abs(lean)))
        drawing_tools.line(surface, inks.scrub, (x + lean * size * 0.22, y), tip, wide)


def bush(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a mimosa bush: a few round heads over a shadow."""
    x, y = at
    pygame.draw.ellipse(
        surface, mix(inks.scrub, inks.heights[0], 0.6), _box(x + size * 0.12, y, size * 0.62, size * 0.2)
    )
    for dx, dy, share in ((-0.28, -0.16, 0.26), (0.28, -0.16, 0.28), (0.0, -0.34, 0.32)):
        middle = (x + dx * size, y + dy * size)
        drawing_tools.disc(
            surface, mix(inks.scrub, inks.chart.coast, 0.25), middle, share * size + max(0.6, size * 0.03)
        )
        drawing_tools.disc(surface, mix(inks.scrub, inks.heights[0], 0.25), middle, share * size)
        drawing_tools.disc(
            surface,
            mix(inks.scrub, inks.heights[0], 0.5),
            (middle[0] - size * 0.06, middle[1] - size * 0.07),
            share * size * 0.5,
        )


def rock(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a boulder: a lit face, a dark face and its foot."""
    x, y = at
    left, right, top = (x - 0.5 * size, y), (x + 0.52 * size, y + 0.03 * size), (x - 0.08 * size, y - 0.56 * size)
    crown = (x + 0.26 * size, y - 0.42 * size)
    pygame.draw.ellipse(
        surface, mix(inks.rock, inks.heights[0], 0.6), _box(x + 0.1 * size, y + 0.03 * size, size * 0.62, size * 0.16)
    )
    body = [left, (x - 0.38 * size, y - 0.32 * size), top, crown, right]
    pygame.draw.polygon(surface, inks.rock_light, body)
    pygame.draw.polygon(
        surface, mix(inks.rock, inks.rock_light, 0.3), [top, crown, right, (x + 0.06 * size, y + 0.02 * size)]
    )
    drawing_tools.polyline(surface, inks.rock, body, max(1.0, size * 0.07), closed=True)


def tree(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a flat-topped acacia."""
    x, y = at
    trunk = mix(inks.wood, inks.chart.coast, 0.3)
    pygame.draw.ellipse(
        surface, mix(inks.leaf, inks.heights[0], 0.66), _box(x + size * 0.2, y, size * 0.7, size * 0.18)
    )
    drawing_tools.line(surface, trunk, (x, y), (x + size * 0.03, y - size * 0.5), max(1.0, size * 0.09))
    drawing_tools.line(surface, trunk, (x, y - size * 0.3), (x - size * 0.24, y - size * 0.56), max(1.0, size * 0.06))
    drawing_tools.line(surface, trunk, (x, y - size * 0.3), (x + size * 0.26, y - size * 0.56), max(1.0, size * 0.06))
    for dx, dy, wide, high in ((-0.2, -0.58, 0.42, 0.17), (0.22, -0.6, 0.42, 0.17), (0.0, -0.72, 0.5, 0.19)):
        pygame.draw.ellipse(
            surface,
            mix(inks.leaf, inks.chart.coast, 0.3),
            _box(x + dx * size, y + dy * size, wide * size + 1, high * size + 1),
        )
        pygame.draw.ellipse(
            surface, inks.leaf, _box(x + dx * size, y + dy * size - size * 0.02, wide * size, high * size)
        )


def grove(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a round tree of a wood or an orchard."""
    x, y = at
    pygame.draw.ellipse(
        surface, mix(inks.leaf, inks.heights[0], 0.5), _box(x + size * 0.14, y + size * 0.05, size * 0.6, size * 0.3)
    )
    drawing_tools.disc(surface, mix(inks.leaf, inks.chart.coast, 0.35), (x, y - size * 0.2), size * 0.42)
    drawing_tools.disc(surface, inks.leaf, (x, y - size * 0.22), size * 0.38)
    drawing_tools.disc(surface, mix(inks.leaf, inks.heights[0], 0.35), (x - size * 0.1, y - size * 0.32), size * 0.19)


def house(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a flat-roofed house of mud brick from above, with its shadow."""
    x, y = at
    wide, high = size * 0.84, size * 0.6
    edge = max(1, round(size * 0.05))
    box = pygame.Rect(round(x - wide / 2), round(y - high / 2), round(wide), round(high))
    pygame.draw.rect(
        surface, mix(inks.chart.coast, inks.heights[0], 0.45), box.move(round(size * 0.12), round(size * 0.12))
    )
    pygame.draw.rect(surface, inks.brick, box)
    pygame.draw.rect(surface, inks.roof, box.inflate(-round(size * 0.16), -round(size * 0.16)))
    pygame.draw.rect(surface, mix(inks.brick, inks.chart.coast, 0.55), box, edge)


def hut(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a beehive hut from above."""
    x, y = at
    drawing_tools.disc(
        surface, mix(inks.chart.coast, inks.heights[0], 0.5), (x + size * 0.08, y + size * 0.08), size * 0.34
    )
    drawing_tools.disc(surface, mix(inks.wood, inks.chart.coast, 0.3), at, size * 0.34)
    drawing_tools.disc(surface, mix(inks.wood, inks.heights[0], 0.45), at, size * 0.29)
    for step in range(6):
        angle = math.tau * step / 6
        rim = (x + math.cos(angle) * size * 0.28, y + math.sin(angle) * size * 0.28)
        drawing_tools.line(surface, mix(inks.wood, inks.chart.coast, 0.2), at, rim, max(1.0, size * 0.03))


def well(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a well: water in a ring of stones."""
    x, y = at
    drawing_tools.disc(
        surface, mix(inks.chart.coast, inks.heights[0], 0.4), (x + size * 0.06, y + size * 0.07), size * 0.42
    )
    drawing_tools.disc(surface, inks.rock, at, size * 0.42)
    drawing_tools.disc(surface, inks.rock_light, at, size * 0.35)
    drawing_tools.disc(surface, inks.shore, at, size * 0.24)
    drawing_tools.disc(surface, inks.water, at, size * 0.18)


def camp(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw three bell tents."""
    for dx, dy in ((-0.42, -0.1), (0.42, -0.1), (0.0, 0.26)):
        x, y = at[0] + dx * size, at[1] + dy * size
        body = [(x - 0.26 * size, y + 0.2 * size), (x, y - 0.26 * size), (x + 0.26 * size, y + 0.2 * size)]
        pygame.draw.polygon(
            surface,
            mix(inks.chart.coast, inks.heights[0], 0.5),
            [(px + size * 0.1, py + size * 0.04) for px, py in body],
        )
        pygame.draw.polygon(surface, mix(inks.heights[0], (255, 255, 255), 0.62), body)
        pygame.draw.polygon(
            surface, mix(inks.heights[0], inks.chart.coast, 0.2), [body[1], body[2], (x + 0.05 * size, y + 0.2 * size)]
        )
        drawing_tools.polyline(surface, inks.chart.coast, body, max(1.0, size * 0.035), closed=True)


def cairn(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a heap of stones on a top: the surveyor's mark."""
    x, y = at
    peak = [(x - size * 0.34, y + size * 0.24), (x, y - size * 0.34), (x + size * 0.34, y + size * 0.24)]
    drawing_tools.polyline(surface, inks.chart.coast, peak, max(1.0, size * 0.07), closed=True)
    drawing_tools.disc(surface, inks.chart.coast, (x, y + size * 0.06), max(1.0, size * 0.08))


def kraal(surface: pygame.Surface, inks: LandInk, at: Point, size: float) -> None:
    """Draw a cattle kraal: a ring of thorn and stone with huts about it."""
    x, y = at
    pygame.draw.circle(surface, mix(inks.bed, inks.chart.coast, 0.1), at, size * 0.72)
    for step in range(26):
        angle = math.tau * step / 26
        if step == 3:
            continue  # the gate
        spot = (x + math.cos(angle) * size * 0.74, y + math.sin(angle) * size * 0.74)
        drawing_tools.disc(surface, mix(inks.wood, inks.chart.coast, 0.4), spot, size * 0.1)
        drawing_tools.disc(
            surface, mix(inks.wood, inks.heights[0], 0.3), (spot[0] - size * 0.02, spot[1] - size * 0.02), size * 0.065
        )


FEATURE_SIGNS: dict[str, tuple[Sign, float]] = {
    "well": (well, 26.0),
    "hut": (hut, 26.0),
    "kraal": (kraal, 27.0),
    "tree": (tree, 25.0),
    "camp": (camp, 22.0),
    "cairn": (cairn, 18.0),
}  # a sign and its size in world units


# --- on hexsides --------------------------------------------------------------------------------------------------


def wall(surface: pygame.Surface, inks: LandInk, start: Point, end: Point, scale: float) -> None:
    """Draw a breastwork of stone or earth along a hexside."""
    wide = max(3.0, 6.0 * scale)
    _shadow(surface, inks, start, end, wide)
    drawing_tools.line(surface, inks.chart.coast, start, end, wide + 2)
    drawing_tools.line(surface, inks.rock_light, start, end, wide)
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    for share in (0.02, 0.19, 0.36, 0.53, 0.7, 0.87):
        x, y = start[0] + ux * length * share, start[1] + uy * length * share
        drawing_tools.line(
            surface,
            inks.rock,
            (x - uy * wide / 2, y + ux * wide / 2),
            (x + uy * wide / 2, y - ux * wide / 2),
            max(1.0, 1.2 * scale),
        )
    drawing_tools.line(surface, inks.rock, start, end, max(1.0, 1.0 * scale))


def laager(surface: pygame.Surface, inks: LandInk, start: Point, end: Point, scale: float) -> None:
    """Draw two ox-wagons pole to tail along a hexside."""
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    _shadow(surface, inks, start, end, 6.0 * scale)
    for share in (0.26, 0.75):
        x, y = start[0] + ux * length * share, start[1] + uy * length * share
        half, wide = length * 0.2, max(4.0, 8.4 * scale)
        front, back = (x + ux * half, y + uy * half), (x - ux * half, y - uy * half)
        drawing_tools.line(
            surface,
            inks.chart.coast,
            (front[0] + ux * half * 0.5, front[1] + uy * half * 0.5),
            back,
            max(1.0, 1.4 * scale),
        )
        for spot in (front, back):
            drawing_tools.line(
                surface,
                inks.chart.coast,
                (spot[0] - ux * half * 0.3 - uy * wide * 0.66, spot[1] - uy * half * 0.3 + ux * wide * 0.66),
                (spot[0] - ux * half * 0.3 + uy * wide * 0.66, spot[1] - uy * half * 0.3 - ux * wide * 0.66),
                max(1.2, 2.0 * scale),
            )
        drawing_tools.line(surface, inks.chart.coast, front, back, wide + 1.6)
        drawing_tools.line(surface, mix(inks.heights[0], (255, 255, 255), 0.55), front, back, wide)
        for rib in (-0.5, 0.0, 0.5):
            rx, ry = x + ux * half * rib, y + uy * half * rib
            drawing_tools.line(
                surface,
                mix(inks.wood, inks.heights[0], 0.3),
                (rx - uy * wide / 2, ry + ux * wide / 2),
                (rx + uy * wide / 2, ry - ux * wide / 2),
                max(1.0, scale),
            )


def zareba(surface: pygame.Surface, inks: LandInk, start: Point, end: Point, scale: float) -> None:
    """Draw a hedge of cut thorn along a hexside."""
    length = math.dist(start, end) or 1.0
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    _shadow(surface, inks, start, end, 4.0 * scale)
    tone = mix(inks.wood, inks.scrub, 0.3)
    for step in range(9):
        share = (step + 0.5) / 9
        x, y = start[0] + ux * length * share, start[1] + uy * length * share
        arm = 4.4 * scale * (1.0 if step % 2 else 0.8)
        for turn in (0.5, 1.25, 2.2):
            cx, cy = math.cos(turn) * arm, math.sin(turn) * arm
            tip, tail = (x + ux * cx - uy * cy, y + uy * cx + ux * cy), (x - ux * cx + uy * cy, y - uy * cx - ux * cy)
            drawing_tools.line(surface, tone, tail, tip, max(1.0, 1.1 * scale))


SIDE_SIGNS = {"wall": wall, "laager": laager, "zareba": zareba}


def _shadow(surface: pygame.Surface, inks: LandInk, start: Point, end: Point, wide: float) -> None:
    off = wide * 0.4
    moved = (start[0] + off, start[1] + off), (end[0] + off, end[1] + off)
    drawing_tools.line(surface, mix(inks.chart.coast, inks.heights[0], 0.62), *moved, wide)


def _box(x: float, y: float, wide: float, high: float) -> pygame.Rect:
    return pygame.Rect(round(x - wide / 2), round(y - high / 2), max(1, round(wide)), max(1, round(high)))
