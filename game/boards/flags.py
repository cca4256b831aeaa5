"""Flags as they flew in 1942: the United States with 48 stars, and the Japanese naval ensign with its sixteen rays."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.boards import ink
from game.ui.theme import Colour, mix

FINE = 4
RED: Colour = (178, 34, 52)
BLUE: Colour = (46, 52, 104)
WHITE: Colour = (244, 240, 230)
SUN: Colour = (188, 24, 34)


@lru_cache(maxsize=16)
def flag(nation: str, width: int, dim: float = 0.0) -> pygame.Surface:
    """A flag so many pixels wide on its staff; `dim` 0..1 takes light away. A nation not known has a white one."""
    wide = width * FINE
    high = round(wide * 0.62)
    cloth = pygame.Surface((wide, high))
    {"USN": _stars_and_stripes, "IJN": _naval_ensign}.get(nation, _plain)(cloth)
    swing = wide * 0.035
    made = ink.layer((wide, high + 3 * swing))
    for x in range(wide):
        share = x / wide
        wave = math.sin(share * 2.3 * math.pi + 0.6)
        lift = swing * (1.4 + wave * (0.25 + 0.75 * share))
        made.blit(cloth, (x, lift), (x, 0, 1, high))
        slope = math.cos(share * 2.3 * math.pi + 0.6) * (0.3 + 0.7 * share)
        shade = round(46 * max(0.0, slope))
        if shade:
            veil = pygame.Surface((1, high), pygame.SRCALPHA)
            veil.fill((0, 0, 0, shade))
            made.blit(veil, (x, lift))
        glow = round(30 * max(0.0, -slope))
        if glow:
            veil = pygame.Surface((1, high), pygame.SRCALPHA)
            veil.fill((255, 255, 255, glow))
            made.blit(veil, (x, lift))
    if dim:
        made.fill((round(255 * (1 - dim)),) * 3, special_flags=pygame.BLEND_RGB_MULT)
    flown = pygame.transform.smoothscale(made, (width, round(made.get_height() / FINE)))
    return _on_staff(flown, dim)


def _on_staff(cloth: pygame.Surface, dim: float) -> pygame.Surface:
    width, high = cloth.get_size()
    staff = max(2, width // 34)
    made = ink.layer((width + staff * 2 + 8, round(high * 1.75) + 8))
    shadow = ink.layer(made.get_size())
    pygame.draw.rect(shadow, (0, 0, 0, 110), (staff * 2 + 6, 10, width - 6, high - 8))
    made.blit(pygame.transform.gaussian_blur(shadow, 4), (0, 0))
    wood = mix((150, 120, 76), (0, 0, 0), dim)
    pygame.draw.rect(made, mix(wood, (0, 0, 0), 0.5), (3, 5, staff + 2, made.get_height() - 7), border_radius=2)
    pygame.draw.rect(made, wood, (4, 5, staff, made.get_height() - 8), border_radius=2)
    ink.disc(made, mix((226, 196, 110), (0, 0, 0), dim), (4 + staff / 2, 5), staff * 0.95)
    made.blit(cloth, (4 + staff, 5))
    return made


def _stars_and_stripes(cloth: pygame.Surface) -> None:
    width, height = cloth.get_size()
    for row in range(13):
        top, low = round(row * height / 13), round((row + 1) * height / 13)
        cloth.fill(RED if row % 2 == 0 else WHITE, (0, top, width, low - top))
    wide, high = width * 0.42, height * 7 / 13
    cloth.fill(BLUE, (0, 0, round(wide), round(high)))
    radius = high / 6 * 0.36
    for row in range(6):
        for column in range(8):
            _star(cloth, ((column + 0.5) * wide / 8, (row + 0.5) * high / 6), radius)


def _star(cloth: pygame.Surface, middle: tuple[float, float], radius: float) -> None:
    points = []
    for step in range(10):
        angle, reach = math.pi * step / 5, radius if step % 2 == 0 else radius * 0.4
        points.append((middle[0] + math.sin(angle) * reach, middle[1] - math.cos(angle) * reach))
    pygame.draw.polygon(cloth, WHITE, points)


def _naval_ensign(cloth: pygame.Surface) -> None:
    width, height = cloth.get_size()
    cloth.fill(WHITE)
    middle, reach = (width * 0.42, height / 2), width
    for ray in range(16):
        angle = math.radians(ray * 22.5)
        edges = [
            (middle[0] + math.cos(angle + turn) * reach, middle[1] + math.sin(angle + turn) * reach)
            for turn in (-math.pi / 32, math.pi / 32)
        ]
        pygame.draw.polygon(cloth, SUN, [middle, *edges])
    pygame.draw.circle(cloth, SUN, middle, height * 0.25)


def _plain(cloth: pygame.Surface) -> None:
    cloth.fill(WHITE)
