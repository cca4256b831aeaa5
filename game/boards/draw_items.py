"""What a board draws on the chart each frame: pictures placed on the zoomed world, and strokes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pygame


@dataclass(frozen=True)
class Sprite:
    """A picture with its top left corner on the zoomed world, in pixels."""

    picture: pygame.Surface
    x: int
    y: int


@dataclass(frozen=True)
class Stroke:
    """Something too large to cache as a picture: `draw(surface, dx, dy)` draws it with the zoomed world moved by dx,
    dy.
    """

    draw: Callable[[pygame.Surface, int, int], None]


class Words(Stroke):
    """A stroke that draws text: drawn after all others, so that nothing covers it."""


Item = Sprite | Stroke


def draw_items(surface: pygame.Surface, items: Iterable[Item], dx: int, dy: int) -> None:
    """Draw items, the first lowest, with the zoomed world moved by dx, dy pixels."""
    width, height = surface.get_size()
    for item in items:
        if isinstance(item, Stroke):
            item.draw(surface, dx, dy)
            continue
        x, y = item.x + dx, item.y + dy
        if x < width and y < height and x + item.picture.get_width() > 0 and y + item.picture.get_height() > 0:
            surface.blit(item.picture, (x, y))


def centred_sprite(picture: pygame.Surface, x: float, y: float) -> Sprite:
    """Return a sprite with its middle at a point of the zoomed world."""
    return Sprite(picture, round(x - picture.get_width() / 2), round(y - picture.get_height() / 2))
