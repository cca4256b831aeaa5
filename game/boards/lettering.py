"""Lettering of charts: spaced capitals, italic names along an arc, a halo of paper behind words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import pygame

from game.boards.drawing_tools import layer
from game.ui.fonts import FontBook, pieces
from game.ui.theme import Colour


def _advances(book: FontBook, text: str, role: str, px: int, spacing: float) -> Iterator[tuple[str, float]]:
    """Return each letter with its advance width, including kerning with the next one."""
    font, cut = book.font(role, px), [(letter, of) for piece, of in pieces(text, role) for letter in piece]
    for (letter, of), (after, _) in pairwise([*cut, (" ", role)]):
        kerned = font.size(letter + after)[0] - font.size(after)[0] if of == role else book.width(letter, role, px)
        yield letter, kerned + spacing


def render_spaced(book: FontBook, text: str, role: str, px: int, colour: Colour, spacing: float) -> pygame.Surface:
    """Return text with `spacing` pixels put between the letters."""
    advances = [*_advances(book, text, role, px, spacing)]
    made = layer((sum(advance for _, advance in advances) + px * 0.3, book.font(role, px).get_height()))
    x = 0.0
    for letter, advance in advances:
        made.blit(book.word(letter, role, px, colour), (round(x), 0))
        x += advance
    return made


def render_arched(book: FontBook, text: str, role: str, px: int, colour: Colour, spacing: float) -> pygame.Surface:
    """Return spaced text on a shallow arc, the style for names of waters. Height grows with the width."""
    advances = [*_advances(book, text, role, px, spacing)]
    width = max(1.0, sum(advance for _, advance in advances))
    radius = width * 3.2
    sagitta = width * width / (8 * radius)
    height = book.font(role, px).get_height()
    made = layer((width + 2 * px, sagitta + height * 1.5))
    x = 0.0
    for letter, advance in advances:
        angle = (x + advance / 2 - width / 2) / radius
        middle = (px + width / 2 + radius * math.sin(angle), height * 0.75 + radius * (1 - math.cos(angle)))
        drawn = pygame.transform.rotozoom(book.word(letter, role, px, colour), -math.degrees(angle), 1.0)
        made.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))
        x += advance
    return made


def with_halo(text: pygame.Surface, colour: Colour, radius: int) -> pygame.Surface:
    """Return the text picture with a soft halo of paper colour, so that it stays readable over lines of the chart."""
    width, height = text.get_size()
    made = layer((width + 2 * radius, height + 2 * radius))
    ghost = text.copy()
    ghost.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    ghost.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
    back = made.copy()
    back.fill((*colour, 0))
    back.blit(ghost, (radius, radius))
    back = pygame.transform.gaussian_blur(back, max(1, radius // 2))
    for _ in range(4):
        made.blit(back, (0, 0))
    made.blit(text, (radius, radius))
    return made
