"""The common base of counter and model pictures: each visible state is drawn once for a size, and cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

import pygame

from game.boards.drawing_tools import ChartInk
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from rules.kernel.view import Piece

NEUTRAL: Colour = (96, 96, 92)  # colour of an unknown side

SHINE = {True: 0.62, False: 0.72}  # brightness of a counter with nothing left to do, by night and by day


class Sprite(Protocol):
    """A finished counter or model: it has a picture."""

    @property
    def picture(self) -> pygame.Surface:
        """Return its picture."""


Pressed = TypeVar("Pressed", bound=Sprite)


class SpentPiece(Piece, frozen=True, kw_only=True):
    """A piece of the acting side with nothing left to do: its counter is dimmed."""


def as_spent(piece: Piece) -> SpentPiece:
    """Return a piece marked as having nothing left to do."""
    return SpentPiece(**{name: getattr(piece, name) for name in piece.__struct_fields__})


class SpriteCache(Generic[Pressed]):
    """Draws pieces in one palette; `sides` gives a colour for each side's key, the first side first."""

    most = 800  # pictures kept; the oldest are dropped first

    def __init__(self, inks: ChartInk, book: FontBook, sides: Mapping[str, Colour]) -> None:
        self.inks, self.book, self.sides = inks, book, dict(sides)
        self.pressed = 0  # pictures drawn so far
        self._kept: OrderedDict[object, Pressed] = OrderedDict()

    def colour_of(self, side: str) -> Colour:
        """Return the colour of a side; grey for an unknown side."""
        return self.sides.get(side, NEUTRAL)

    def is_second(self, side: str) -> bool:
        """Return whether a side is not the view's first one: its counters have cut corners."""
        return side in self.sides and side != next(iter(self.sides))

    def _dim(self, picture: pygame.Surface) -> None:
        """Dim a picture, half grey but still readable."""
        shine, paper = SHINE[self.inks.dark], self.inks.palette.paper
        grey = pygame.transform.grayscale(picture)
        for part in (grey, picture):
            part.fill((round(255 * shine / 2),) * 3, special_flags=pygame.BLEND_RGB_MULT)
        picture.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        picture.fill([round(tone * (1 - shine)) for tone in paper], special_flags=pygame.BLEND_RGB_ADD)

    def _cached_sprite(self, plain: Piece, press: Callable[..., Pressed], piece: Piece, *how: object) -> Pressed:
        """Return the piece's picture from the cache, or make it with `press`. `plain`: the piece without what is not
        drawn. The last of `how`: is it the selected piece? That one is never dimmed.
        """
        key = (plain, *how)
        found = self._kept.get(key)
        if found is None:
            self.pressed += 1
            found = self._kept[key] = press(piece, *how)
            if isinstance(piece, SpentPiece) and not how[-1]:
                self._dim(found.picture)
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return found
