"""Light on a chart: what it falls on grows brighter, lines and letters with it, and the lamp itself glows a little."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import pygame

from game.boards.layout import Point
from game.boards.living.water import black
from game.ui.theme import Colour

STEPS = (0.72, 0.8, 0.88, 0.94, 1.0)  # how bright a flickering light may be
COARSE = 4  # beams are drawn so many times smaller and scaled up, which softens their edges
BEAM: Colour = (255, 244, 205)
HAZE: Colour = (84, 80, 64)  # of a beam's own light, what the air throws back
FLAME: Colour = (255, 150, 62)
MUZZLE: Colour = (255, 214, 150)
STAR: Colour = (240, 240, 226)


def radial(radius: int, colour: Colour, power: float) -> pygame.Surface:
    """A soft round light on black."""
    small = max(8, radius // 3)
    made = black((2 * small, 2 * small))
    for step in range(small, 0, -1):
        share = (1 - step / small) ** power
        pygame.draw.circle(made, tuple(int(part * share) for part in colour), (small, small), step)
    return pygame.transform.gaussian_blur(
        pygame.transform.smoothscale(made, (2 * radius, 2 * radius)), max(2, radius // 24)
    )


@lru_cache(maxsize=60)
def _lamp(radius: int, colour: Colour, step: int) -> tuple[pygame.Surface, pygame.Surface]:
    bright = tuple(int(part * STEPS[step]) for part in colour)
    faint = tuple(int(part * STEPS[step] * 0.25) for part in colour)
    return radial(radius, bright, 1.7), radial(radius, faint, 2.6)  # type: ignore[arg-type]


def flicker(t: int, seed: int) -> int:
    """Which of STEPS a flame has at a time: three slow waves that never agree."""
    wave = math.sin(t * 0.011 + seed) + 0.7 * math.sin(t * 0.017 + seed * 2.3) + 0.4 * math.sin(t * 0.031 + seed * 0.7)
    return max(0, min(len(STEPS) - 1, round((wave + 2.1) / 4.2 * (len(STEPS) - 1))))


def shine(surface: pygame.Surface, at: Point, radius: int, colour: Colour, step: int = 4, times: int = 2) -> None:
    """Light what lies around a point of a surface. The surface is read and lit where it is."""
    mask, glow = _lamp(radius, colour, step)
    corner = (round(at[0]) - radius, round(at[1]) - radius)
    lit = black((2 * radius, 2 * radius))
    lit.blit(surface, (-corner[0], -corner[1]))
    lit.blit(mask, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    for _ in range(times):
        surface.blit(lit, corner, special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(glow, corner, special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=48)
def _beam(dx: int, dy: int, spread: int) -> tuple[pygame.Surface, tuple[int, int]]:
    """A beam from a lamp to a point (dx, dy) away, white on black, and where the lamp lies in it."""
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
    size = (small.get_width() * COARSE, small.get_height() * COARSE)
    made = pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 1), size)
    return made, (round(-left), round(-top))


def sweep(t: int, seed: int) -> float:
    """How far a searchlight has swung at a time, in degrees: four to either side in seven seconds, in half degrees."""
    return round(4 * math.sin(t / 7000 * 2 * math.pi + seed) * 2) / 2


def beams(surface: pygame.Surface, lamps: Sequence[tuple[Point, Point, float]], spread: int = 75) -> None:
    """Searchlights from a point to another and a little beyond, each swung by so many degrees.

    Where several cross, the brightest counts, so that a chart is never burnt white. `spread` is in thousandths.
    """
    thrown = []
    for start, end, swing in lamps:
        dx, dy = (end[0] - start[0]) * 1.15, (end[1] - start[1]) * 1.15
        turn = math.radians(swing)
        far = (dx * math.cos(turn) - dy * math.sin(turn), dx * math.sin(turn) + dy * math.cos(turn))
        mask, lamp = _beam(round(far[0]), round(far[1]), spread)
        thrown.append((mask, mask.get_rect(topleft=(round(start[0]) - lamp[0], round(start[1]) - lamp[1]))))
    if not thrown:
        return
    box = thrown[0][1].unionall([rect for _, rect in thrown[1:]]).clip(surface.get_clip())
    bright, lit = black(box.size), black(box.size)
    for mask, rect in thrown:
        bright.blit(mask, (rect.x - box.x, rect.y - box.y), special_flags=pygame.BLEND_RGB_MAX)
    lit.blit(surface, (-box.x, -box.y))
    lit.blit(bright, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    lit.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    bright.fill(HAZE, special_flags=pygame.BLEND_RGB_MULT)
    lit.blit(bright, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    surface.blit(lit, box.topleft, special_flags=pygame.BLEND_RGB_ADD)
