"""The sky over the range bands: moon, stars, clouds, squalls or day, and the hills of the islands along the horizon."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.layout import Point
from game.ui.theme import Colour, mix

WEATHERS = ("day", "moon", "stars", "dark", "squalls")
_GRADIENT: dict[str, tuple[Colour, Colour, Colour]] = {  # at the top, half way, at the horizon
    "moon": ((10, 17, 36), (24, 41, 70), (74, 99, 128)),
    "stars": ((6, 10, 24), (15, 26, 50), (44, 64, 92)),
    "dark": ((7, 10, 18), (13, 19, 31), (30, 41, 57)),
    "squalls": ((10, 12, 18), (22, 27, 35), (45, 54, 64)),
    "day": ((168, 199, 214), (205, 222, 224), (240, 234, 214)),
}
MOON_AT = (0.79, 0.36)  # as fractions of the strip


def weather_of(words: str) -> str:
    """Return the one of WEATHERS that a scenario's visibility text means."""
    text = words.casefold()
    if "squall" in text or "rain" in text or "storm" in text:
        return "squalls"
    if "moon" in text and "no moon" not in text and "moonless" not in text:
        return "moon"
    if "star" in text:
        return "stars"
    return "day" if "day" in text else "dark"


@lru_cache(maxsize=8)
def sky(size: tuple[int, int], weather: str, hills: tuple[tuple[float, float, float, int], ...]) -> pygame.Surface:
    """Return the strip of sky; its lower edge is the horizon. `hills`: middle and half width as fractions of the width,
    height, seed.
    """
    width, height = size
    made = _gradient(size, _GRADIENT[weather])
    draw = random.Random(f"{weather} 1942")
    if weather in ("stars", "moon", "dark"):
        _stars(made, draw, {"stars": 1.0, "moon": 0.42, "dark": 0.14}[weather])
    if weather == "stars":
        _milky_way(made, draw)
    _clouds(made, draw, weather)
    if weather == "moon":
        _moon(made, (width * MOON_AT[0], height * MOON_AT[1]), height * 0.13)
    if weather == "squalls":
        _rain(made, draw)
    for middle, half, share, seed in hills:
        _hill(made, width * middle, width * half, height * share, seed, weather)
    _haze(made, weather)
    return made


def glitter(size: tuple[int, int], weather: str) -> pygame.Surface | None:
    """Return the moon's reflection, to be added to the sea; None without a moon."""
    if weather != "moon":
        return None
    width, height = size
    made = pygame.Surface(size)
    draw = random.Random(1812)
    middle = width * MOON_AT[0]
    for _ in range(round(height * 2.6)):
        y = height * draw.random() ** 1.35
        spread = 16 + y * 0.2
        x = middle + draw.gauss(0, 0.45) * spread
        long = draw.uniform(4, 17) * (0.45 + 0.9 * y / height)
        away = abs(x - middle) / spread
        tone = round(96 * (1 - y / height) ** 1.3 * draw.uniform(0.25, 1.0) * max(0.15, 1 - 0.7 * away))
        pygame.draw.ellipse(made, (tone, tone, round(tone * 0.9)), (x - long, y, 2 * long, 1.2 + 1.4 * y / height))
    glow = pygame.Surface(size)
    for wide, tone in ((0.1, 7), (0.06, 9), (0.03, 11)):
        foot = width * wide
        pygame.draw.polygon(
            glow, (tone,) * 3, [(middle - 8, 0), (middle + 8, 0), (middle + foot, height), (middle - foot, height)]
        )
    small = pygame.transform.smoothscale(glow, (max(1, width // 8), max(1, height // 8)))
    made.blit(
        pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, 5), size), (0, 0), None, pygame.BLEND_RGB_ADD
    )
    return made


def _gradient(size: tuple[int, int], tones: tuple[Colour, Colour, Colour]) -> pygame.Surface:
    strip = pygame.Surface((1, 64))
    for y in range(64):
        share = y / 63
        low = share * 2 - 1
        tone = mix(tones[0], tones[1], share * 2) if share < 0.5 else mix(tones[1], tones[2], low**1.6)
        strip.set_at((0, y), tone)
    return pygame.transform.smoothscale(strip, size)


def _stars(surface: pygame.Surface, draw: random.Random, share: float) -> None:
    width, height = surface.get_size()
    fine = 4
    for _ in range(round(width * height / 420 * share)):
        x, y = draw.random() * width, height * 0.92 * draw.random() ** 1.25
        bright = draw.random() ** 5
        fade = 1 - 0.75 * y / height
        tone = mix((150, 164, 190), (255, 250, 232), bright)
        alpha = round((60 + 195 * bright) * fade)
        star = drawing_tools.layer((9 * fine, 9 * fine))
        star.fill((*tone, 0))
        middle = (4.5 + x % 1) * fine, (4.5 + y % 1) * fine
        if bright > 0.4:
            pygame.draw.circle(star, (*tone, alpha // 5), middle, 2.4 * fine * bright)
        pygame.draw.circle(star, (*tone, alpha), middle, (0.5 + 0.8 * bright) * fine)
        surface.blit(pygame.transform.smoothscale(star, (9, 9)), (int(x) - 4, int(y) - 4))


def _milky_way(surface: pygame.Surface, draw: random.Random) -> None:
    width, height = surface.get_size()
    cloud = pygame.Surface((width // 4 + 1, height // 4 + 1))
    for _ in range(260):
        along = draw.random()
        x = width * (0.30 + 0.5 * along)
        y = height * (1.05 - 1.25 * along) + draw.gauss(0, 0.1) * height
        tone = draw.randrange(3, 10)
        pygame.draw.circle(cloud, (tone, tone, tone + 3), (x / 4, y / 4), draw.uniform(2, 8))
        if draw.random() < 0.4:
            light = draw.randrange(60, 128)
            surface.set_at((round(min(width - 1, x)), round(max(0, min(height - 1, y)))), (light, light, light + 20))
    soft = pygame.transform.gaussian_blur(cloud, 6)
    surface.blit(pygame.transform.smoothscale(soft, (width, height)), (0, 0), special_flags=pygame.BLEND_RGB_ADD)


COARSE = 6  # the halo is drawn this many times smaller: it is blurred, and blurring is slow


def _moon(surface: pygame.Surface, middle: Point, radius: float) -> None:
    for grow, tone in ((9.0, 8), (5.2, 12), (3.1, 17), (1.9, 26)):
        side = round(radius * grow * 2)
        halo = pygame.Surface((max(8, side // COARSE), max(8, side // COARSE)))
        pygame.draw.circle(halo, (tone, tone, round(tone * 1.15)), halo.get_rect().center, halo.get_width() * 0.35)
        halo = pygame.transform.gaussian_blur(halo, max(1, round(halo.get_width() * 0.11)))
        halo = pygame.transform.smoothscale(halo, (side, side))
        surface.blit(halo, halo.get_rect(center=middle), special_flags=pygame.BLEND_RGB_ADD)
    fine = 4
    disc = drawing_tools.layer((radius * 2 * fine + 8, radius * 2 * fine + 8))
    centre = disc.get_width() / 2
    drawing_tools.disc(disc, (246, 240, 216), (centre, centre), radius * fine)
    seas = ((-0.3, -0.28, 0.3), (0.16, -0.38, 0.2), (0.36, -0.06, 0.18), (-0.12, 0.1, 0.2), (-0.46, 0.08, 0.16))
    for x, y, size in (*seas, (0.12, 0.44, 0.14), (0.42, 0.34, 0.1)):
        half = round(size * radius * fine) + 4 * fine
        spot = drawing_tools.layer((2 * half, 2 * half))
        drawing_tools.disc(spot, (186, 180, 160, 120), (half, half), size * radius * fine)
        at = centre + x * radius * fine - half, centre + y * radius * fine - half
        disc.blit(pygame.transform.gaussian_blur(spot, fine), (round(at[0]), round(at[1])))
    side = round(disc.get_width() / fine)
    small = pygame.transform.smoothscale(disc, (side, side))
    surface.blit(small, small.get_rect(center=(round(middle[0]), round(middle[1]))))


def _clouds(surface: pygame.Surface, draw: random.Random, weather: str) -> None:
    width, height = surface.get_size()
    banks = {"day": 7, "moon": 6, "stars": 2, "dark": 9, "squalls": 15}[weather]
    light: Colour = {
        "day": (255, 252, 242), "moon": (116, 132, 156), "stars": (40, 54, 78), "dark": (58, 68, 85),
        "squalls": (56, 63, 73),
    }[weather]  # fmt: skip
    shade: Colour = {
        "day": (206, 212, 208), "moon": (30, 42, 64), "stars": (16, 25, 44), "dark": (17, 23, 33),
        "squalls": (24, 28, 35),
    }[weather]  # fmt: skip
    for _ in range(banks):
        low = weather == "squalls"
        x, y = draw.random() * width, height * draw.uniform(0.02 if low else 0.2, 0.62 if low else 0.82)
        long, tall = height * draw.uniform(1.1, 2.6), height * draw.uniform(0.05, 0.13) * (1.9 if low else 1.0)
        small = 3
        bank = drawing_tools.layer((long * 2 / small, tall * 5 / small))
        bank.fill((*shade, 0))
        wide, high = bank.get_size()
        for lift, tone, alpha in ((0.12, shade, 120), (-0.04, mix(shade, light, 0.5), 90), (-0.14, light, 74)):
            for _ in range(26):
                along = draw.gauss(0.5, 0.17)
                swell = 1 - abs(along - 0.5) * 1.7
                if not 0.05 < along < 0.95:
                    continue
                size = high * draw.uniform(0.1, 0.2) * max(0.25, swell)
                at = (along * wide, high * (0.58 + lift) - size * 0.5)
                box = pygame.Rect(0, 0, round(size * 4.2), round(size * 1.7))
                box.center = (round(at[0]), round(at[1]))
                pygame.draw.ellipse(bank, (*tone, alpha), box)
        bank = pygame.transform.gaussian_blur(bank, max(1, round(high * 0.05)))
        bank = pygame.transform.smoothscale(bank, (round(long * 2), round(tall * 5)))
        surface.blit(bank, bank.get_rect(center=(round(x), round(y))))


def _rain(surface: pygame.Surface, draw: random.Random) -> None:
    width, height = surface.get_size()
    for _ in range(3):
        x, wide = draw.random() * width, height * draw.uniform(0.8, 1.8)
        curtain = drawing_tools.layer((wide + height, height))
        for _ in range(130):
            start = draw.random() * wide + height * 0.4
            alpha = draw.randrange(12, 44)
            top = height * draw.uniform(0.25, 0.5)
            drawing_tools.line(
                curtain, (168, 182, 196, alpha), (start, top), (start - (height - top) * 0.3, height), 1.0
            )
        surface.blit(pygame.transform.gaussian_blur(curtain, 1), (x - wide / 2, 0))


def _hill(surface: pygame.Surface, x: float, half: float, high: float, seed: int, weather: str) -> None:
    """Draw the profile of an island: two ranges, the nearer one darker, with a rim of light from the sky."""
    height = surface.get_height()
    horizon = _GRADIENT[weather][2]
    for depth, (rise, dark) in enumerate(((1.0, 0.42), (0.62, 0.66))):
        draw = random.Random(seed * 7 + depth)
        waves = [(draw.uniform(1.2, 4.4) * (n + 1), draw.uniform(0, 6.3), 0.3 / (n + 1)) for n in range(5)]
        ridge = []
        for step in range(81):
            share = step / 40 - 1
            bell = max(0.0, 1 - share * share) ** 1.15
            rough = 1 + sum(size * math.sin(share * pace + turn) for pace, turn, size in waves)
            ridge.append((x + share * half, height - max(0.0, bell * rough * high * rise * 0.72)))
        tone = mix(horizon, (8, 12, 18) if weather != "day" else (86, 104, 104), dark)
        pygame.draw.polygon(surface, tone, [(x - half, height), *ridge, (x + half, height)])
        drawing_tools.hairline(surface, mix(tone, horizon, 0.5), ridge)


def _haze(surface: pygame.Surface, weather: str) -> None:
    width, height = surface.get_size()
    tone = _GRADIENT[weather][2]
    band = round(height * 0.16)
    for y in range(band):
        veil = drawing_tools.layer((width, 1))
        veil.fill((*tone, round(90 * (y / band) ** 2)))
        surface.blit(veil, (0, height - band + y))


def hills_of(islands: Iterable[tuple[str, float, float]]) -> tuple[tuple[float, float, float, int], ...]:
    """Return hills for `sky` from (name, middle, width of its band), both as fractions of the strip's width."""
    found = []
    for name, middle, wide in islands:
        text = name.casefold()
        if "guadalcanal" in text:
            found.append((middle, wide * 2.6, 0.62, 5))
        elif "florida" in text:
            found.append((middle, wide * 1.0, 0.26, 2))
        else:
            found.append((middle, wide * 0.62, 0.36, 3))
    return tuple(found)
