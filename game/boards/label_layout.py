"""Placement of names on a board so that no counter, ornament, frame or other name covers them.

A chart gives each name's best position; this module finds the nearest free room. Names without room are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

SLACK = 3  # pixels of a picture's edge that may touch something: its halo


@dataclass(frozen=True)
class Word:
    """A label to be placed with its middle at a point of the zoomed world; larger ones first. `roam`: how far it may be
    moved, as fractions of its height up and down and of its width sideways.
    """

    picture: pygame.Surface
    x: float
    y: float
    rank: float = 0.0
    roam: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Written:
    """A label where it was placed on the zoomed world."""

    picture: pygame.Surface
    box: pygame.Rect


def place_labels(words: Iterable[Word], taken: Sequence[pygame.Rect], seen: pygame.Rect) -> list[Written]:
    """Return the labels that fit inside `seen` clear of what is `taken` and of each other, all on the zoomed world."""
    found: list[Written] = []
    used = list(taken)
    for word in sorted(words, key=lambda word: -word.rank):
        box = _room(word, used, seen)
        if box is not None:
            found.append(Written(word.picture, box))
            used.append(_core(box))
    return found


def _room(word: Word, used: Sequence[pygame.Rect], seen: pygame.Rect) -> pygame.Rect | None:
    """Return the free box nearest to the label's best position; None if there is none."""
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
