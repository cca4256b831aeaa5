"""The names on a board, laid where nothing covers them: not under a counter, an ornament, the frame or one another.

A chart says what is to be written and where it would stand best; here each finds the nearest free room. What finds none
is left out: half a name tells less than none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

SLACK = 3  # pixels of a picture's edge that may touch something: its halo


@dataclass(frozen=True)
class Word:
    """Words to be written with their middle at a point of the zoomed world; greater ones first.

    `roam`: how far they may be moved, in shares of their height up and down and of their width to the sides.
    """

    picture: pygame.Surface
    x: float
    y: float
    rank: float = 0.0
    roam: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Written:
    """Words where they were laid, on the zoomed world."""

    picture: pygame.Surface
    box: pygame.Rect


def place_labels(words: Iterable[Word], taken: Sequence[pygame.Rect], seen: pygame.Rect) -> list[Written]:
    """Return the words that find room inside `seen`, all on the zoomed world, clear of what is taken and
    of each other.
    """
    found: list[Written] = []
    used = list(taken)
    for word in sorted(words, key=lambda word: -word.rank):
        box = _room(word, used, seen)
        if box is not None:
            found.append(Written(word.picture, box))
            used.append(_core(box))
    return found


def _room(word: Word, used: Sequence[pygame.Rect], seen: pygame.Rect) -> pygame.Rect | None:
    """Return the free box nearest to where the words would stand best; None where there is none."""
    home = word.picture.get_rect(center=(round(word.x), round(word.y)))
    up, aside = word.roam
    steps = [(0.0, 0.0)]
    if up or aside:
        shares = (-1.0, -0.66, -0.33, 0.0, 0.33, 0.66, 1.0)
        steps = sorted(((dx * aside, dy * up) for dx in shares for dy in shares), key=lambda s: s[0] ** 2 + s[1] ** 2)
    if not home.colliderect(seen.inflate(home.width, home.height)):
        return None
    for dx, dy in steps:
        box = home.move(round(dx * home.width), round(dy * home.height))
        core = _core(box)
        if seen.contains(core) and core.collidelist(used) < 0:
            return box
    return None


def _core(box: pygame.Rect) -> pygame.Rect:
    return box.inflate(-2 * SLACK, -2 * SLACK)
