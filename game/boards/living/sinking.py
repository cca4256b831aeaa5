"""A ship goes down: she heels, settles by the stern and is gone, with rings and foam where she was."""

from __future__ import annotations

import math
import random

import pygame

from game.boards import drawing_tools
from game.boards.drawing_tools import ChartInk
from game.ui.theme import Colour, mix

GONE = 0.85  # fraction of the time after which the hull is gone
HEEL = -28.0  # degrees


def sinking_picture(share: float, radius: float, inks: ChartInk) -> pygame.Surface:
    """Return the picture at a fraction 0 to 1 of the time: three radii square, centred on the place."""
    size = radius * 3.4
    made = drawing_tools.layer((size, size))
    middle = (size / 2, size / 2)
    _rings(made, middle, share, radius, inks)
    if share < GONE:
        _draw_sinking_hull(made, middle, share / GONE, radius, inks)
    return made


def _rings(surface: pygame.Surface, middle: tuple[float, float], share: float, radius: float, inks: ChartInk) -> None:
    foam: Colour = (206, 224, 236) if inks.dark else (70, 108, 130)
    for number in range(4):
        grown = (share * 2.2 - number * 0.22) % 1.1
        if not 0.1 < share < 0.95 or grown < 0.08:
            continue
        alpha = round(150 * max(0.0, 1 - grown / 1.1) * min(1.0, (1 - share) * 3))
        box = pygame.Rect(0, 0, round(grown * radius * 2.6), round(grown * radius * 1.4))
        box.center = (round(middle[0]), round(middle[1] + radius * 0.2))
        if box.width > 6 and box.height > 4:
            pygame.draw.ellipse(surface, (*foam, alpha), box, 2)


def _draw_sinking_hull(
    surface: pygame.Surface, middle: tuple[float, float], share: float, radius: float, inks: ChartInk
) -> None:
    deep = share * share
    turned = pygame.transform.rotozoom(_hull(radius, inks), HEEL * share**1.3, 1 - 0.15 * share)
    picture = turned.subsurface(turned.get_bounding_rect())
    keep = round(picture.get_height() * (1 - deep * 0.98))
    down = picture.get_height() * deep * 0.42
    left, top = middle[0] - picture.get_width() / 2, middle[1] - picture.get_height() / 2 + down
    if keep > 1:
        surface.blit(picture, (left, top), (0, 0, picture.get_width(), keep))
        rng = random.Random(round(share * 40))
        foam: Colour = (224, 236, 244) if inks.dark else (120, 150, 168)
        for _ in range(round(30 * min(1.0, share * 4))):
            at = (middle[0] + rng.gauss(0, 0.24) * picture.get_width(), top + keep + rng.gauss(0, radius * 0.04))
            drawing_tools.disc(
                surface,
                mix(foam, inks.tints[0], rng.uniform(0.1, 0.6)),
                at,
                max(0.8, radius * rng.uniform(0.02, 0.045)),
            )


def _hull(radius: float, inks: ChartInk) -> pygame.Surface:
    """Return a ship seen from above: pointed at both ends, a deck, three deckhouses and two funnels."""
    length, beam = radius * 2.2, radius * 0.5
    made = drawing_tools.layer((length, length * 0.7))
    y = made.get_height() / 2
    side: Colour = (64, 66, 72) if inks.dark else (70, 62, 54)
    deck = mix(side, (236, 226, 200), 0.55)
    for grow, tone in ((1.0, side), (0.72, deck)):
        half = beam / 2 * grow
        outline = []
        for step in range(25):
            part = step / 24
            wide = half * math.sin(math.pi * part) ** 0.6
            outline.append((length * (0.02 + 0.96 * part), wide))
        points = [(x, y - wide) for x, wide in outline] + [(x, y + wide) for x, wide in reversed(outline)]
        pygame.draw.polygon(made, tone, points)
    for place in (0.26, 0.5, 0.72):
        box = pygame.Rect(0, 0, round(length * 0.1), round(beam * 0.42))
        box.center = (round(length * place), round(y))
        pygame.draw.rect(made, side, box, border_radius=2)
    for place in (0.4, 0.6):
        drawing_tools.disc(made, (24, 22, 24), (length * place, y), max(1.5, radius * 0.08))
    return made
