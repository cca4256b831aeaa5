"""A spotlight on one place of a board: everything else dimmed, and a ring with four marks around it."""

from __future__ import annotations

from functools import lru_cache

import pygame

from game.ui.theme import Colour, Palette, luminance

CLEAR, DIM = 170, 250  # pixels at scale 1: undimmed within the first, fully dimmed beyond the second
NIGHT: tuple[Colour, int] = ((4, 8, 16), 112)  # tint and alpha
DAY: tuple[Colour, int] = ((236, 226, 200), 150)
STEPS = 20
TICK = 15  # length of the four marks on either side of the ring


def draw_spotlight(
    surface: pygame.Surface, area: pygame.Rect, at: tuple[int, int], radius: int, palette: Palette, scale: float
) -> None:
    """Dim `area` except around a point, and draw a ring around the point."""
    tint, alpha = DAY if luminance(palette.panel) > 0.4 else NIGHT
    patch = _patch(tint, alpha, scale)
    hole = patch.get_rect(center=at)
    clip = surface.get_clip()
    surface.set_clip(area.clip(clip))
    veil = _dim_layer(tint, alpha, area.size)
    inner = hole.clip(area)
    for strip in _outside_rects(area, inner):
        surface.blit(veil, strip, pygame.Rect((0, 0), strip.size))
    surface.blit(patch, hole)
    _ring(surface, at, radius, palette.accent, max(2, round(2 * scale)), round(TICK * scale))
    surface.set_clip(clip)


def _ring(surface: pygame.Surface, at: tuple[int, int], radius: int, ink: Colour, width: int, tick: int) -> None:
    pygame.draw.aacircle(surface, ink, at, radius, width)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = radius - tick, radius + tick
        start, end = (at[0] + dx * near, at[1] + dy * near), (at[0] + dx * far, at[1] + dy * far)
        pygame.draw.line(surface, ink, start, end, width + 1)


def _outside_rects(area: pygame.Rect, inner: pygame.Rect) -> list[pygame.Rect]:
    """Return the parts of a rectangle outside an inner rectangle."""
    if not inner.w or not inner.h:
        return [area]
    strips = [
        pygame.Rect(area.x, area.y, area.w, inner.y - area.y),
        pygame.Rect(area.x, inner.bottom, area.w, area.bottom - inner.bottom),
        pygame.Rect(area.x, inner.y, inner.x - area.x, inner.h),
        pygame.Rect(inner.right, inner.y, area.right - inner.right, inner.h),
    ]
    return [strip for strip in strips if strip.w > 0 and strip.h > 0]


@lru_cache(maxsize=2)
def _dim_layer(tint: Colour, alpha: int, size: tuple[int, int]) -> pygame.Surface:
    made = pygame.Surface(size)
    made.fill(tint)
    made.set_alpha(alpha)
    return made


@lru_cache(maxsize=4)
def _patch(tint: Colour, alpha: int, scale: float) -> pygame.Surface:
    """Return a dimming square that becomes transparent towards the middle."""
    clear, dim = CLEAR * scale, DIM * scale
    side = 2 * round(dim)
    made = pygame.Surface((side, side), pygame.SRCALPHA)
    made.fill((*tint, alpha))
    for step in range(STEPS):
        share = step / (STEPS - 1)
        reach = dim + (clear - dim) * share
        pygame.draw.circle(made, (*tint, round(alpha * (1 - share))), (side // 2, side // 2), reach)
    return made
