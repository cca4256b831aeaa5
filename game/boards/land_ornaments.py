"""The north arrow of a land chart, pointing to north on this sheet."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.boards import drawing_tools
from game.boards.drawing_tools import ChartInk
from game.boards.lettering import with_halo
from game.ui.fonts import FontBook
from game.ui.theme import mix

FINE = 3


def arrow_of(inks: ChartInk, book: FontBook, north_deg: int) -> Callable[[int], pygame.Surface]:
    """Return the drawing of a north arrow of a size in pixels; `north_deg` clockwise from the top of the sheet."""
    return lambda size: north_arrow(inks, book, size, north_deg)


def north_arrow(inks: ChartInk, book: FontBook, size: int, north_deg: int) -> pygame.Surface:
    """Return a surveyor's arrow: a long needle with a half barb, a cross-stroke and an N that stays upright."""
    wide = size * FINE
    made = drawing_tools.layer((wide, wide))
    angle = math.radians(north_deg)
    fx, fy = math.sin(angle), -math.cos(angle)
    rx, ry = -fy, fx
    middle = wide / 2

    def at(right: float, ahead: float) -> tuple[float, float]:
        return middle + (right * rx + ahead * fx) * wide, middle + (right * ry + ahead * fy) * wide

    tone, pale = inks.coast, mix(inks.coast, inks.tints[0], 0.72)
    pygame.draw.aacircle(made, tone, (middle, middle), wide * 0.2, max(1, FINE))
    drawing_tools.line(made, tone, at(-0.2, 0), at(0.2, 0), FINE * 1.2)
    drawing_tools.line(made, tone, at(0, -0.36), at(0, 0.2), FINE * 1.6)
    pygame.draw.polygon(made, tone, [at(0, 0.34), at(0.075, 0.02), at(0, 0.08)])
    pygame.draw.polygon(made, pale, [at(0, 0.34), at(-0.075, 0.02), at(0, 0.08)])
    drawing_tools.polyline(made, tone, [at(0, 0.34), at(0.075, 0.02), at(0, 0.08), at(-0.075, 0.02)], FINE, closed=True)
    for step in (-0.36, -0.31, -0.26):
        drawing_tools.line(made, tone, at(-0.045, step - 0.03), at(0, step), FINE)
        drawing_tools.line(made, tone, at(0.045, step - 0.03), at(0, step), FINE)
    made = pygame.transform.smoothscale(made, (size, size))
    letter = book.word("N", "title", max(12, size // 7), tone)
    spot = (round(size / 2 + fx * size * 0.425), round(size / 2 + fy * size * 0.425))
    made.blit(letter, letter.get_rect(center=spot))
    return with_halo(made, inks.tints[1], 4)
