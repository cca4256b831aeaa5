"""A ship from the side, bow to the right, under her flag, drawn from the same data as her plan.

Lengths are fractions of the ship's length: x from -0.5 (stern) to 0.5 (bow), y upwards from the waterline.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.boards import drawing_tools, flags
from game.boards.silhouette import WRECKED, silent_turrets
from game.ui.theme import Colour, mix
from rules.kernel.view import Hull

FINE = 3
HEIGHTS = {"BB": 0.046, "CA": 0.04, "CL": 0.037, "DD": 0.03, "APD": 0.03, "AP": 0.05, "AV": 0.05, "PT": 0.04}
SMALL = ("DD", "APD", "PT")  # these types have open mounts, no armoured turrets
GREY: Colour = (124, 130, 138)
DARK: Colour = (40, 44, 52)
BOOT: Colour = (116, 42, 36)
SEA: Colour = (70, 108, 138)
SMOKE: Colour = (66, 62, 60)
LIST_DEGREES = (0.0, 0.0, 1.2, 2.6, 5.0)  # trim by the bow, by damage
RAM_FT = 470  # capital ships shorter than this have a ram bow


@lru_cache(maxsize=64)
def profile(hull: Hull, size: tuple[int, int], nation: str, dark: bool) -> pygame.Surface:
    """Return a ship as long as fits in `size` pixels, on a strip of sea. Damaged ships smoke, burn and are down by the
    bow.
    """
    wide, high = size[0] * FINE, size[1] * FINE
    made = drawing_tools.layer((wide, high))
    length, low = wide * 0.88, high * 0.8
    deck = HEIGHTS.get(hull.type, 0.042)
    scale = min(1.0, high * 0.7 / (length * deck * 4.4))
    ship = drawing_tools.layer((wide, high))
    _hull(ship, hull, (wide / 2, low), length, deck * scale)
    _upper(ship, hull, (wide / 2, low), length, deck * scale)
    if hull.damage < WRECKED:
        _flag(ship, hull, (wide / 2, low), length, deck * scale, nation)
    lean = LIST_DEGREES[min(len(LIST_DEGREES) - 1, hull.damage)]
    if lean:
        ship = pygame.transform.rotozoom(ship, -lean, 1.0)
    _smoke(made, hull, (wide / 2, low), length, deck * scale)
    down = high * (0.1 if hull.damage >= WRECKED else 0.0)
    made.blit(ship, ship.get_rect(center=(wide // 2, round(high / 2 + down))))
    _sea(made, low, dark)
    return pygame.transform.smoothscale(made, size)


def _hull(made: pygame.Surface, hull: Hull, at: tuple[float, float], length: float, deck: float) -> None:
    ram = hull.type in ("BB", "CA", "CL") and hull.length_ft < RAM_FT
    bow = [(0.5, 1.32), (0.5, 0.2), (0.515, -0.2)] if ram else [(0.52, 1.42), (0.492, 0.0)]
    line = [(-0.5, 0.85), (-0.3, 0.86), (0.1, 0.96), (0.35, 1.14), *bow, (0.47, -0.7), (-0.44, -0.7), (-0.49, 0.1)]
    points = [(at[0] + x * length, at[1] - y * deck * length) for x, y in line]
    pygame.draw.polygon(made, GREY, points)
    boot = [
        (at[0] + x * length, at[1] - y * deck * length)
        for x, y in ((-0.49, 0.12), (0.5, 0.12), (0.47, -0.7), (-0.44, -0.7))
    ]
    pygame.draw.polygon(made, BOOT, boot)
    drawing_tools.polyline(made, DARK, points, max(1.5, FINE * 0.8), closed=True)
    for step in range(-20, 21):
        x = at[0] + step * 0.021 * length
        drawing_tools.disc(made, DARK, (x, at[1] - deck * length * 0.55), max(0.8, deck * length * 0.035))


def _upper(made: pygame.Surface, hull: Hull, at: tuple[float, float], length: float, deck: float) -> None:
    """Draw houses, funnels, masts and guns."""
    unit = deck * length

    def box(x: float, wide: float, foot: float, high: float, tone: Colour = GREY) -> None:
        rect = pygame.Rect(0, 0, round(wide * length), round(high * unit))
        rect.midbottom = (round(at[0] + x * length), round(at[1] - foot * unit))
        made.fill(tone, rect)
        pygame.draw.rect(made, DARK, rect, max(1, FINE // 2))

    places = sorted(0.5 - place / 1000 for place in (hull.funnels or (430, 560)))
    first, last = places[-1], places[0]
    pale = mix(GREY, (255, 255, 255), 0.16)
    box((first + last) / 2, first - last + 0.14, 0.85, 0.55, pale)
    box(first + 0.09, 0.055, 0.9, 1.25, pale)
    box(first + 0.092, 0.035, 2.0, 0.5, pale)
    for x in places if hull.funnels else ():
        box(x, 0.034, 1.3, 1.75)
        box(x, 0.034, 2.75, 0.3, DARK)
    masts = (first + 0.12, last - 0.1)
    for x in masts:
        heel, top = (at[0] + x * length, at[1] - 0.9 * unit), (at[0] + (x - 0.004) * length, at[1] - 4.1 * unit)
        drawing_tools.line(made, DARK, heel, top, max(1.5, FINE * 0.9))
        drawing_tools.line(
            made,
            DARK,
            (top[0] - 0.022 * length, top[1] + 0.9 * unit),
            (top[0] + 0.022 * length, top[1] + 0.9 * unit),
            FINE * 0.6,
        )
        for stay in (-0.07, 0.07):
            drawing_tools.line(made, (*DARK, 110), top, (at[0] + (x + stay) * length, at[1] - 0.95 * unit), FINE * 0.35)
    silent = silent_turrets(len(hull.turrets), hull.damage)
    for number, (place, barrels) in enumerate(hull.turrets):
        x = 0.5 - place / 1000
        ahead = 1 if place < 540 else -1
        small = hull.type in SMALL
        step = 0.45 if any(0 < (other - place) * -ahead < 110 for other, _ in hull.turrets) else 0.0
        foot, wide, tall = 0.98 + step, 0.022 if small else 0.045, 0.42 if small else 0.6
        tone = (54, 42, 38) if number in silent else pale
        if step:
            box(x, wide * 0.6, 0.9, step + 0.1)
        box(x, wide, foot, tall, tone)
        rise = -0.5 if number in silent else 0.12
        muzzle = (at[0] + (x + ahead * wide * 1.9) * length, at[1] - (foot + tall * 0.6 + rise) * unit)
        drawing_tools.line(
            made,
            DARK,
            (at[0] + x * length, at[1] - (foot + tall * 0.6) * unit),
            muzzle,
            max(1.5, FINE * (0.7 + 0.2 * min(3, barrels))),
        )


def _flag(made: pygame.Surface, hull: Hull, at: tuple[float, float], length: float, deck: float, nation: str) -> None:
    places = [0.5 - place / 1000 for place in (hull.funnels or (560,))]
    x = min(places) - 0.104
    wide = max(8, round(deck * length * 1.7))
    cloth = flags.cloth(nation, wide)
    made.blit(cloth, (round(at[0] + x * length) - wide, round(at[1] - 4.05 * deck * length)))


def _smoke(made: pygame.Surface, hull: Hull, at: tuple[float, float], length: float, deck: float) -> None:
    unit = deck * length
    if hull.damage >= WRECKED or not hull.funnels:
        return
    for number, place in enumerate(hull.funnels):
        for step in range(9):
            share = step / 9
            x = at[0] + (0.5 - place / 1000 - 0.26 * share**1.2) * length
            y = at[1] - (3.0 + 1.0 * math.sin(share * 2.2 + number)) * unit
            drawing_tools.disc(made, (*SMOKE, round(70 * (1 - share))), (x, y), unit * (0.16 + 0.42 * share))
    if hull.fire or hull.damage >= 3:
        for step in range(12):
            share = step / 12
            spot = (at[0] + (0.06 - 0.3 * share) * length, at[1] - (1.6 + 2.6 * share) * unit)
            drawing_tools.disc(made, (30, 28, 28, round(170 * (1 - share))), spot, unit * (0.35 + 0.9 * share))
    if hull.fire:
        for dx, size in ((0.0, 0.55), (0.03, 0.4), (-0.035, 0.42)):
            drawing_tools.disc(made, (226, 92, 26), (at[0] + (0.06 + dx) * length, at[1] - 1.5 * unit), size * unit)
            drawing_tools.disc(
                made, (255, 208, 96), (at[0] + (0.06 + dx) * length, at[1] - 1.4 * unit), size * 0.5 * unit
            )


def _sea(made: pygame.Surface, low: float, dark: bool) -> None:
    """Draw the water she lies in, with her bow wave and wake."""
    wide, high = made.get_size()
    tone = mix(SEA, (8, 16, 30), 0.55) if dark else SEA
    line = [(x, low + math.sin(x / wide * 60) * high * 0.012) for x in range(0, wide + 6, 6)]
    pygame.draw.polygon(made, tone, [*line, (wide, high), (0, high)])
    drawing_tools.polyline(made, mix(tone, (255, 255, 255), 0.55), line, FINE * 0.7)
    for number in range(14):
        x, y = wide * ((number * 0.618) % 1), low + (high - low) * (0.25 + 0.6 * ((number * 0.37) % 1))
        drawing_tools.line(made, mix(tone, (255, 255, 255), 0.25), (x, y), (x + wide * 0.03, y), FINE * 0.5)
