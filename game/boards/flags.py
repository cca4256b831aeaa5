"""Flags as they flew at sea between 1875 and 1943, simple enough to be recognised at an inch wide."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.ui.theme import Colour, mix

FINE = 4
RED: Colour = (178, 34, 52)
BLUE: Colour = (46, 52, 104)
WHITE: Colour = (244, 240, 230)
SUN: Colour = (188, 24, 34)
SCARLET: Colour = (200, 32, 44)
NAVY: Colour = (30, 44, 104)
AZURE: Colour = (36, 72, 160)
IMPERIAL: Colour = (242, 196, 60)
BLACK: Colour = (24, 24, 26)


@lru_cache(maxsize=16)
def flag(nation: str, width: int, dim: float = 0.0) -> pygame.Surface:
    """Return a flag `width` pixels wide on its staff; `dim` 0..1 darkens it. An unknown nation has a white flag."""
    wide = width * FINE
    high = round(wide * 0.62)
    cloth = pygame.Surface((wide, high))
    _CLOTHS.get(nation, _plain)(cloth)
    swing = wide * 0.035
    made = drawing_tools.layer((wide, high + 3 * swing))
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
    made = drawing_tools.layer((width + staff * 2 + 8, round(high * 1.75) + 8))
    shadow = drawing_tools.layer(made.get_size())
    pygame.draw.rect(shadow, (0, 0, 0, 110), (staff * 2 + 6, 10, width - 6, high - 8))
    made.blit(pygame.transform.gaussian_blur(shadow, 4), (0, 0))
    wood = mix((150, 120, 76), (0, 0, 0), dim)
    pygame.draw.rect(made, mix(wood, (0, 0, 0), 0.5), (3, 5, staff + 2, made.get_height() - 7), border_radius=2)
    pygame.draw.rect(made, wood, (4, 5, staff, made.get_height() - 8), border_radius=2)
    drawing_tools.disc(made, mix((226, 196, 110), (0, 0, 0), dim), (4 + staff / 2, 5), staff * 0.95)
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


def _white_ensign(cloth: pygame.Surface) -> None:
    """Draw Saint George's cross on white, the Union in the canton."""
    width, height = cloth.get_size()
    cloth.fill(WHITE)
    thick = round(height * 0.14)
    cloth.fill(SCARLET, (0, (height - thick) // 2, width, thick))
    cloth.fill(SCARLET, ((width - thick) // 2, 0, thick, height))
    wide, high = (width - thick) // 2, (height - thick) // 2
    canton = pygame.Surface((wide, high))
    canton.fill(NAVY)
    for colour, share in ((WHITE, 0.24), (SCARLET, 0.09)):
        for start, end in (((0, 0), (wide, high)), ((0, high), (wide, 0))):
            pygame.draw.line(canton, colour, start, end, max(1, round(high * share)))
    for colour, share in ((WHITE, 0.34), (SCARLET, 0.2)):
        bar = max(1, round(high * share))
        canton.fill(colour, (0, (high - bar) // 2, wide, bar))
        canton.fill(colour, ((wide - bar) // 2, 0, bar, high))
    cloth.blit(canton, (0, 0))


def _saint_andrew(cloth: pygame.Surface) -> None:
    width, height = cloth.get_size()
    cloth.fill(WHITE)
    for start, end in (((0, 0), (width, height)), ((0, height), (width, 0))):
        pygame.draw.line(cloth, AZURE, start, end, round(height * 0.2))


def _bars(*colours: Colour, upright: bool = False, shares: tuple[int, ...] = ()) -> Callable[[pygame.Surface], None]:
    parts = shares or (1,) * len(colours)

    def draw(cloth: pygame.Surface) -> None:
        size, done = cloth.get_width() if upright else cloth.get_height(), 0
        for colour, part in zip(colours, parts, strict=True):
            start, done = round(size * done / sum(parts)), done + part
            end = round(size * done / sum(parts))
            cloth.fill(
                colour,
                (start, 0, end - start, cloth.get_height()) if upright else (0, start, cloth.get_width(), end - start),
            )

    return draw


def _chile(cloth: pygame.Surface) -> None:
    _bars(WHITE, SCARLET)(cloth)
    height = cloth.get_height()
    cloth.fill(NAVY, (0, 0, height // 2, height // 2))
    _star(cloth, (height / 4, height / 4), height * 0.16)


def _dragon(cloth: pygame.Surface) -> None:
    """Draw the yellow flag of the Qing, its dragon a blue coil before a red sun."""
    width, height = cloth.get_size()
    cloth.fill(IMPERIAL)
    pygame.draw.circle(cloth, SCARLET, (width * 0.2, height * 0.24), height * 0.1)
    coil = [(width * (0.3 + 0.05 * step), height * (0.5 + 0.2 * math.sin(step * 0.9))) for step in range(12)]
    pygame.draw.lines(cloth, AZURE, False, coil, max(2, round(height * 0.12)))


_CLOTHS: dict[str, Callable[[pygame.Surface], None]] = {
    "USN": _stars_and_stripes, "US": _stars_and_stripes, "IJN": _naval_ensign, "JP": _naval_ensign,
    "GB": _white_ensign, "RU": _saint_andrew, "FR": _bars(NAVY, WHITE, SCARLET, upright=True),
    "DE": _bars(BLACK, WHITE, SCARLET), "SP": _bars(SCARLET, IMPERIAL, SCARLET, shares=(1, 2, 1)), "CL": _chile,
    "CN": _dragon,
}  # fmt: skip
NATIONS = frozenset(_CLOTHS)


@lru_cache(maxsize=32)
def cloth(nation: str, width: int) -> pygame.Surface:
    """Return a flag without its staff, streaming out, `width` pixels wide."""
    wide, high = width * FINE, round(width * FINE * 0.62)
    flat = pygame.Surface((wide, high))
    _CLOTHS.get(nation, _plain)(flat)
    made = drawing_tools.layer((wide, high * 1.2))
    for x in range(wide):
        made.blit(flat, (x, high * 0.1 * (1 + math.sin(x / wide * 5.0))), (x, 0, 1, high))
    return pygame.transform.smoothscale(made, (width, max(1, round(made.get_height() / FINE))))
