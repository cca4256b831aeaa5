"""A magnifier over the table: it shows the selected ship and all end positions of her move large enough to click."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.camera import Camera
from game.boards.layout import Point
from game.boards.overlay_renderer import free_place
from game.ui.theme import Palette, mix

WIDE = 340  # pixels across, at a UI scale of 1
RIM = 9
SHADE = 12
FROM_ENDS = 9  # with fewer end positions than this no magnifier is needed
CLOSE = 15.0  # no magnifier is needed if each end position has on average this many free pixels a side
LARGEST_SHARE = 0.52  # fraction of the board's smaller side
ZOOMS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7, 2.0, 2.4, 2.8)
AROUND = 46.0  # world units around the end positions


@dataclass(frozen=True)
class Magnifier:
    """A magnifier on the board: its middle on the screen, its radius in pixels, and the camera of its content."""

    middle: tuple[int, int]
    radius: int
    camera: Camera
    over: Point  # middle of the magnified area on the screen
    shown: float  # radius of that area

    @property
    def rect(self) -> pygame.Rect:
        """Return the screen rectangle it covers."""
        return pygame.Rect(0, 0, 2 * self.radius, 2 * self.radius).move(
            self.middle[0] - self.radius, self.middle[1] - self.radius
        )

    def holds(self, pos: Point) -> bool:
        """Return whether a screen point is in the magnifier."""
        return math.dist(pos, self.middle) <= self.radius


def magnifier_for(
    camera: Camera, ship: Point, ends: Iterable[Point], taken: list[pygame.Rect], ui_scale: float
) -> Magnifier | None:
    """Return a magnifier for a ship and the end positions of her move (world units); None if they can be distinguished
    without one. `taken`: screen rectangles it should not cover.
    """
    spots = set(ends)
    if len(spots) < FROM_ENDS:
        return None
    points = [*spots, ship]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    each = math.sqrt((right - left) * (bottom - top) / len(spots)) * camera.zoom
    view = pygame.Rect(camera.view)
    wide = round(min(WIDE * ui_scale, LARGEST_SHARE * min(view.size)))
    if each > CLOSE * ui_scale or wide < 120:
        return None
    middle = ((left + right) / 2, (top + bottom) / 2)
    reach = max(math.dist(middle, point) for point in points) + AROUND
    zoom = max((step for step in ZOOMS if step * reach <= wide / 2 - RIM), default=0.0)
    if zoom < camera.zoom * 1.2:
        return None
    over, shown = camera.to_screen(middle), reach * camera.zoom
    own = pygame.Rect(0, 0, round(2 * shown), round(2 * shown)).move(round(over[0] - shown), round(over[1] - shown))
    box = pygame.Rect(0, 0, wide, wide)
    at = free_place(box, over, [*taken, own, own], view.inflate(-12, -12))
    box.topleft = at
    inner = Camera((box.x, box.y, box.w, box.h), camera.world, zoom).centred_on(middle)
    return Magnifier(box.center, wide // 2, inner, over, shown)


def draw_ties(surface: pygame.Surface, glass: Magnifier, palette: Palette) -> None:
    """Draw the circle on the chart that is magnified, and the two lines from it to the magnifier."""
    tone = mix(palette.gold, palette.ink, 0.2)
    pygame.draw.aacircle(surface, tone, glass.over, glass.shown + 1, 2)
    (ax, ay), (bx, by) = glass.over, glass.middle
    length = math.dist(glass.over, glass.middle)
    if length <= glass.radius - glass.shown or not length:
        return
    towards = math.atan2(by - ay, bx - ax)
    turn = math.acos(max(-1.0, min(1.0, (glass.shown - glass.radius) / length)))
    for side in (-1, 1):
        dx, dy = math.cos(towards + side * turn), math.sin(towards + side * turn)
        ends = ((ax + dx * glass.shown, ay + dy * glass.shown), (bx + dx * glass.radius, by + dy * glass.radius))
        drawing_tools.line(surface, tone, *ends, 1.0)


def draw_magnifier(glass: Magnifier, content: pygame.Surface, palette: Palette) -> pygame.Surface:
    """Return the magnifier's picture: the content cut round, brass rim and shadow, SHADE pixels larger on every side.
    `content` is as large as the magnifier.
    """
    made = _rim(glass.radius, palette).copy()
    seen = drawing_tools.layer((2 * glass.radius, 2 * glass.radius))
    seen.blit(content, (0, 0))
    seen.blit(_mask(glass.radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    made.blit(seen, (SHADE, SHADE))
    return made


@lru_cache(maxsize=4)
def _mask(radius: int) -> pygame.Surface:
    made = drawing_tools.layer((2 * radius, 2 * radius))
    drawing_tools.disc(made, (255, 255, 255, 255), (radius, radius), radius - RIM + 2)
    return made


@lru_cache(maxsize=4)
def _rim(radius: int, palette: Palette) -> pygame.Surface:
    wide = 2 * radius
    made = drawing_tools.layer((wide + 2 * SHADE, wide + 2 * SHADE))
    made.blit(drawing_tools.soft_shadow((wide, wide), radius, SHADE - 2, 150), (2, 4))
    middle = (radius + SHADE, radius + SHADE)
    for tone, share, less in (((20, 14, 6), 0.55, 0.0), ((255, 240, 200), 0.25, 1.5), ((30, 20, 6), 0.35, RIM - 3.0)):
        drawing_tools.disc(made, mix(palette.gold, tone, share), middle, radius - less)
    return made
