"""Drifting smoke: cached pictures of puffs drawn in one go. Each puff's position depends only on the time."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import pygame

from game.boards.layout import Point
from game.ui.theme import Colour

Puff = tuple[pygame.Surface, tuple[int, int]]  # a picture and its corner on the screen

SIZES = (18, 26, 36, 48, 62, 78)
SHAPES, FADES = 3, 8
FEW = 4  # one puff in this many is drawn over counters: more would hide the text
THICK, THIN = 0.8, 0.26  # opacity of smoke, over the sea and over a counter that must stay readable
_JITTER = [(random.Random(k).gauss(0, 1), random.Random(k + 999).gauss(0, 1)) for k in range(257)]


@dataclass(frozen=True)
class Smoke:
    """A kind of smoke: its tone, the tone of a new puff over a fire, how long a puff lives, how often one rises."""

    tone: Colour
    lit: Colour | None = None
    life: int = 5200
    every: int = 85
    scale: float = 1.0


BURNING = Smoke((46, 44, 46), (92, 52, 28))
BURNING_BY_DAY = Smoke((78, 72, 68), (120, 84, 60))
SMOULDERING = Smoke((58, 56, 58), life=3600, every=190, scale=0.6)
SMOULDERING_BY_DAY = Smoke((96, 90, 84), life=3600, every=190, scale=0.6)
FUNNEL = Smoke((70, 70, 74), life=2600, every=170, scale=0.55)
FUNNEL_BY_DAY = Smoke((118, 112, 104), life=2600, every=170, scale=0.55)
DUST = Smoke((178, 150, 112), life=1800, every=60, scale=0.7)


@cache
def _puff_picture(tone: Colour, shape: int) -> pygame.Surface:
    rng = random.Random(shape * 31 + sum(tone))
    made, lump = pygame.Surface((128, 128), pygame.SRCALPHA), pygame.Surface((128, 128), pygame.SRCALPHA)
    for _ in range(26):
        angle, away = rng.random() * math.tau, rng.random() ** 0.6 * 36
        shade = rng.gauss(0, 9) - away * 0.25
        colour = tuple(max(0, min(255, int(part + shade))) for part in tone)
        lump.fill((0, 0, 0, 0))
        spot = (64 + math.cos(angle) * away, 60 + math.sin(angle) * away)
        pygame.draw.circle(lump, (*colour, 205), spot, rng.uniform(9, 19))
        made.blit(lump, (0, 0))
    return pygame.transform.gaussian_blur(made.premul_alpha(), 4)


@lru_cache(maxsize=900)
def _puff(tone: Colour, shape: int, size: int, fade: int, thin: bool) -> pygame.Surface:
    made = pygame.transform.smoothscale(_puff_picture(tone, shape), (size, size))
    share = int(255 * (fade + 1) / FADES * (THIN if thin else THICK))
    made.fill((share,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return made


SharedPuff = tuple[int, tuple[pygame.Surface, ...], float, float, float, float]


@lru_cache(maxsize=256)
def _shared_puffs(kind: Smoke, phase: int, wind: Point, size: float, thin: bool) -> tuple[SharedPuff, ...]:
    """Return what puffs of one age share in all plumes of a kind, `phase` after the last one rose; oldest first. For
    each: how many rose after it, its pictures in every shape, half its width, its drift, and the size of its random
    offset.
    """
    found = []
    for back in range((kind.life - phase) // kind.every, -1, -1):
        age = (phase + back * kind.every) / kind.life
        fade = int(min(1, age * 9) * (1 - age) ** 1.2 * FADES) - 1 if 0 <= age < 1 else -1
        if fade < 0:
            continue
        step = min(len(SIZES) - 1, int(age**0.7 * len(SIZES) * kind.scale))
        across = max(4, round(SIZES[step] * size / 4) * 4)
        tone = kind.lit if kind.lit is not None and age < 0.18 else kind.tone
        gone = age**0.85
        pictures = tuple(_puff(tone, shape, across, fade, thin) for shape in range(SHAPES))
        drift = wind[0] * gone * size - across / 2, (wind[1] * gone - 10 * math.sin(age * 3)) * size - across / 2
        found.append((back, pictures, *drift, (3 + 16 * age) * size, (3 + 12 * age) * size))
    return tuple(found)


def plume(kind: Smoke, at: Point, wind: Point, t: int, size: float = 1.0, thin: bool = False) -> list[Puff]:
    """Return the puffs over a point at a time, oldest first, with premultiplied alpha. `wind`: how far a puff drifts in
    its life; `thin`: what the smoke covers stays readable.
    """
    newest, phase = divmod(t, kind.every)
    (x, y), seed, found = at, int(at[0]), []
    for back, pictures, dx, dy, wide, deep in _shared_puffs(kind, phase, wind, size, thin):
        number = newest - back
        jx, jy = _JITTER[(number * 131 + seed) % len(_JITTER)]
        found.append((pictures[number % SHAPES], (round(x + dx + jx * wide), round(y + dy + jy * deep))))
    return found


def over(puffs: list[Puff], boxes: Sequence[pygame.Rect]) -> list[Puff]:
    """Return a few of the puffs that touch any of the boxes."""
    return [
        (picture, corner)
        for picture, corner in puffs[::FEW]
        if pygame.Rect(corner, picture.get_size()).collidelist(boxes) >= 0
    ]


def draw(surface: pygame.Surface, puffs: list[Puff]) -> None:
    """Draw puffs, oldest first."""
    surface.fblits(puffs, pygame.BLEND_PREMULTIPLIED)
