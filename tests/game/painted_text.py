"""Text as it is painted: every word of a screen found by its own pixels, and its contrast to the pixels round it.

A screen is painted twice, the second time with all text in other colours. What differs is text, wherever it is: on a
panel, a counter, a chart, with a halo or without. Its contrast is that of the pixels it covers wholly to those beside
it (WCAG 2.1, relative luminance).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

import pygame

from game.ui.fonts import FontBook
from game.ui.theme import Colour, contrast

NEAR = 3  # pixels round the ink that count as what it lies on
GAP = (3, 1)  # pixels across and down: so far letters of one word reach
LEAST = 6  # pixels of ink, fewer are a dot
SURE = 0.93  # of the greatest difference: a pixel that the ink covers wholly
Skipped = Callable[[Colour, str], bool]


@dataclass(frozen=True)
class Painted:
    """A word on the screen: where, how high its letters are, the middling ink and ground, and their contrast."""

    box: pygame.Rect
    ink: Colour
    ground: Colour
    ratio: float


def other(colour: Colour) -> Colour:
    """Return a colour that differs from another by at least half the range in every channel."""
    red, green, blue = (0 if part > 127 else 255 for part in colour[:3])
    return red, green, blue


class _Font:
    """A font that writes in other inks."""

    def __init__(self, font: pygame.font.Font, skipped: Skipped) -> None:
        self._font, self._skipped = font, skipped

    def render(self, text: str, smooth: bool, colour: Colour, *more: Any) -> pygame.Surface:
        kept = self._skipped(colour, text)
        return self._font.render(text, smooth, colour if kept else other(colour), *more)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._font, name)


@contextmanager
def other_inks(skipped: Skipped) -> Iterator[None]:
    """Write all text in other colours, except what `skipped` accepts (colour, words)."""
    font, render = FontBook.font, FontBook.render

    def open_font(book: FontBook, role: str, px: int) -> Any:
        return _Font(font(book, role, px), lambda colour, text: within[0] > 0 or skipped(colour, text))

    def render_text(book: FontBook, text: str, role: str, px: int, colour: Colour) -> pygame.Surface:
        within[0] += 1  # what it asks the fonts for has its ink already
        try:
            return render(book, text, role, px, colour if skipped(colour, text) else other(colour))
        finally:
            within[0] -= 1

    within = [0]
    FontBook.font, FontBook.render = open_font, render_text  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        FontBook.font, FontBook.render = font, render  # type: ignore[method-assign]


def words(one: pygame.Surface, two: pygame.Surface, without: Sequence[pygame.Rect] = ()) -> Iterator[Painted]:
    """Yield every word of a screen that was painted in its inks and in others.

    `without`: parts that are not looked at.
    """
    ink = pygame.mask.from_threshold(one, (0, 0, 0), (9, 9, 9, 255), two)
    ink.invert()
    for rect in without:
        ink.erase(pygame.mask.Mask(rect.size, fill=True), rect.topleft)
    wide = pygame.mask.Mask(one.get_size())
    for dx in range(-GAP[0], GAP[0] + 1):
        for dy in range(-GAP[1], GAP[1] + 1):
            wide.draw(ink, (dx, dy))
    for word in wide.connected_components(LEAST):
        box = word.get_bounding_rects()[0].clip(one.get_rect())
        if (found := _word(one, two, ink, box)) is not None:
            yield found


def _word(one: pygame.Surface, two: pygame.Surface, ink: pygame.Mask, box: pygame.Rect) -> Painted | None:
    differs: dict[tuple[int, int], int] = {}
    for x in range(box.left, box.right):
        for y in range(box.top, box.bottom):
            if ink.get_at((x, y)):
                a, b = one.get_at((x, y)), two.get_at((x, y))
                differs[x, y] = max(abs(a[n] - b[n]) for n in range(3))
    if len(differs) < LEAST:
        return None
    least = SURE * max(differs.values())
    core = [at for at, much in differs.items() if much >= least]
    ring = {
        (x + dx, y + dy)
        for x, y in core
        for dx in range(-NEAR, NEAR + 1)
        for dy in range(-NEAR, NEAR + 1)
        if (x + dx, y + dy) not in differs and one.get_rect().collidepoint(x + dx, y + dy)
    }
    if not ring:
        return None
    inked, ground = _middling([one.get_at(at) for at in core]), _middling([one.get_at(at) for at in ring])
    return Painted(pygame.Rect(box), inked, ground, contrast(inked, ground))


def _middling(colours: Sequence[pygame.Color]) -> Colour:
    red, green, blue = (round(median(colour[n] for colour in colours)) for n in range(3))
    return red, green, blue
