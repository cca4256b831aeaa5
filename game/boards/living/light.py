"""Light on a chart: it brightens what it falls on, and the lamp itself glows a little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.boards.layout import Point
from game.boards.living.water import black
from game.ui.theme import Colour

STEPS = (0.72, 0.8, 0.88, 0.94, 1.0)  # how bright a flickering light may be
COARSE = 4  # beams are drawn this many times smaller and scaled up, which softens their edges
BEAM: Colour = (255, 244, 205)
HAZE: Colour = (84, 80, 64)  # fraction of a beam's light that the air scatters
FLAME: Colour = (255, 150, 62)
MUZZLE: Colour = (255, 214, 150)
STAR: Colour = (240, 240, 226)


def radial(radius: int, colour: Colour, power: float) -> pygame.Surface:
    """Return a soft round light on black."""
    small = max(8, radius // 3)
    made = black((2 * small, 2 * small))
    for step in range(small, 0, -1):
        share = (1 - step / small) ** power
        pygame.draw.circle(made, tuple(int(part * share) for part in colour), (small, small), step)
    soft = pygame.transform.gaussian_blur(made, max(1, radius // 72))  # drawn at a small size: a ninth of the work
    return pygame.transform.smoothscale(soft, (2 * radius, 2 * radius))


@lru_cache(maxsize=60)
def _lamp(radius: int, colour: Colour, step: int) -> tuple[pygame.Surface, pygame.Surface]:
    bright = tuple(int(part * STEPS[step]) for part in colour)
    faint = tuple(int(part * STEPS[step] * 0.25) for part in colour)
    return radial(radius, bright, 1.7), radial(radius, faint, 2.6)  # type: ignore[arg-type]


def flicker(t: int, seed: int) -> int:
    """Return a flame's brightness (index into STEPS) at a time, from three slow waves out of step."""
    wave = math.sin(t * 0.011 + seed) + 0.7 * math.sin(t * 0.017 + seed * 2.3) + 0.4 * math.sin(t * 0.031 + seed * 0.7)
    return max(0, min(len(STEPS) - 1, round((wave + 2.1) / 4.2 * (len(STEPS) - 1))))


def shine(surface: pygame.Surface, at: Point, radius: int, colour: Colour, step: int = 4, times: int = 2) -> None:
    """Brighten a surface around a point, in place."""
    mask, glow = _lamp(radius, colour, step)
    corner = (round(at[0]) - radius, round(at[1]) - radius)
    lit = black((2 * radius, 2 * radius))
    lit.blit(surface, (-corner[0], -corner[1]))
    lit.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(times):
        surface.blit(lit, corner, special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(glow, corner, special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=600)  # a sweeping lamp has about seventeen
def _beam(dx: int, dy: int, spread: int) -> tuple[pygame.Surface, Point]:
    """Return a beam from a lamp to a point (dx, dy) away, white on black and COARSE, and where the lamp is in it."""
    length = math.hypot(dx, dy) or 1.0
    across = (-dy / length, dx / length)
    wide = length * spread / 1000
    ends = [(0.0, 0.0), *((dx + across[0] * wide * side * 1.6, dy + across[1] * wide * side * 1.6) for side in (-1, 1))]
    left, top = min(x for x, _ in ends) - 12, min(y for _, y in ends) - 12
    width, height = max(x for x, _ in ends) + 12 - left, max(y for _, y in ends) + 12 - top
    small = black((round(width / COARSE) + 1, round(height / COARSE) + 1))
    lamp = (-left / COARSE, -top / COARSE)
    for ring in range(6, 0, -1):
        core = (1 - (ring - 1) / 6) ** 1.25
        half = wide * ring / 6 / COARSE
        for part in range(5, 0, -1):
            far = part / 5
            level = core * (1 - 0.7 * far**0.7)
            tip = (lamp[0] + dx * far / COARSE, lamp[1] + dy * far / COARSE)
            out = (across[0] * half * far, across[1] * half * far)
            corners = [lamp, (tip[0] + out[0], tip[1] + out[1]), (tip[0] - out[0], tip[1] - out[1])]
            pygame.draw.polygon(small, tuple(int(tone * level) for tone in BEAM), corners)
    return pygame.transform.gaussian_blur(small, 1), lamp


Lamp = tuple[int, int, int, int]  # its place on the screen, and how far its beam reaches from there


@lru_cache(maxsize=3)
def _lamp_light(
    lamps: tuple[Lamp, ...], spread: int, clip: tuple[int, int, int, int]
) -> tuple[pygame.Surface, pygame.Surface, pygame.Rect]:
    """Return two surfaces for the area within `clip`, the lamps' direct light and the haze it makes in the air, and the
    rectangle where both are drawn.
    """
    placed = []
    for x, y, dx, dy in lamps:
        mask, origin = _beam(dx, dy, spread)
        placed.append((mask, mask.get_rect(topleft=(round(x / COARSE - origin[0]), round(y / COARSE - origin[1])))))
    left, top, width, height = clip
    seen = pygame.Rect(left // COARSE, top // COARSE, width // COARSE + 2, height // COARSE + 2)
    box = placed[0][1].unionall([rect for _, rect in placed[1:]]).clip(seen)
    small = black(box.size)
    for mask, rect in placed:
        small.blit(mask, (rect.x - box.x, rect.y - box.y), special_flags=pygame.BLEND_RGB_MAX)
    whole = pygame.Rect(box.x * COARSE, box.y * COARSE, box.width * COARSE, box.height * COARSE)
    bright = pygame.transform.smoothscale(small, whole.size)
    small.fill(HAZE, special_flags=pygame.BLEND_RGB_MULT)
    return bright, pygame.transform.smoothscale(small, whole.size), whole


def sweep(t: int, seed: int) -> float:
    """Return a searchlight's swing at a time in steps of half a degree: four degrees to either side in seven
    seconds.
    """
    return round(4 * math.sin(t / 7000 * 2 * math.pi + seed) * 2) / 2


def beams(surface: pygame.Surface, lamps: Sequence[tuple[Point, Point, float]], spread: int = 75) -> None:
    """Draw searchlights, each from one point to a little beyond another, turned by its swing in degrees.

    Where several cross, only the brightest counts, so that the chart is never overexposed. `spread` is in thousandths.
    """
    found = []
    for start, end, swing in lamps:
        dx, dy = (end[0] - start[0]) * 1.15, (end[1] - start[1]) * 1.15
        turn = math.radians(swing)
        far = (dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn))
        found.append((round(start[0]), round(start[1]), round(far[0]), round(far[1])))
    if not found:
        return
    bright, haze, box = _lamp_light(tuple(found), spread, tuple(surface.get_clip()))
    if not box.width or not box.height:
        return
    lit = black(box.size)
    lit.blit(surface, (-box.x, -box.y))
    lit.blit(bright, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    lit.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    lit.blit(haze, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(lit, box.topleft, special_flags=pygame.BLEND_RGB_ADD)
