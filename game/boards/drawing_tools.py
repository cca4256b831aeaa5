"""Pens and inks of the boards: the chart's colours for a palette, and drawing that pygame lacks."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pygame

from game.boards.hex_layout import Point
from game.ui.theme import Colour, Palette, luminance

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class ChartInk:
    """Colours of a sea chart."""

    palette: Palette
    tints: tuple[Colour, ...]  # the sea from deep to inshore, five
    contour: Colour
    land: Colour
    land_low: Colour  # the strip inside the coast
    form: Colour  # form lines of the hills
    coast: Colour
    hatch: Colour
    grid: tuple[int, int, int, int]
    sounding: Colour
    number: Colour
    sea_text: Colour
    land_text: Colour
    halo: Colour
    smoke: tuple[Colour, Colour]  # shade and light
    dark: bool
    margin: Colour | None = None  # the paper around the map; None: the palette's colour


def _tones(*words: str) -> tuple[Colour, ...]:
    return tuple((int(word[:2], 16), int(word[2:4], 16), int(word[4:], 16)) for word in words)


@cache
def chart_ink(palette: Palette) -> ChartInk:
    """Return the inks that go with a palette: a dark chart for a dark paper, a plain one for high contrast."""
    if palette.name.startswith("high_contrast"):
        return ChartInk(
            palette, _tones("000000", "03101f", "061d38", "0a2a50", "0f3868"), (70, 120, 180), (52, 52, 52),
            (40, 40, 40), (90, 90, 90), (255, 255, 255), (120, 140, 170), (255, 255, 255, 60), (170, 200, 235),
            (200, 200, 200), (190, 215, 255), (255, 255, 255), (0, 0, 0), ((96, 96, 96), (190, 190, 190)), True,
        )  # fmt: skip
    if luminance(palette.paper) < 0.2:
        return ChartInk(
            palette, _tones("1b3050", "203a5f", "27466e", "30547d", "3b638c"), (86, 124, 160), (80, 84, 70),
            (90, 93, 76), (104, 106, 86), (218, 210, 170), (160, 174, 180), (176, 196, 214, 30), (154, 178, 202),
            (152, 174, 198), (166, 188, 208), (232, 224, 196), (14, 24, 40), ((62, 68, 78), (176, 181, 187)), True,
        )  # fmt: skip
    return ChartInk(
        palette, _tones("f8f4e6", "ebf1e8", "dcecea", "cbe4e8", "b6d8e2"), (132, 172, 184), (228, 209, 162),
        (219, 196, 143), (200, 172, 112), (92, 70, 38), (116, 134, 128), (70, 86, 96, 42), (84, 82, 70),
        (94, 88, 68), (50, 84, 106), (72, 52, 24), (246, 241, 228), ((132, 130, 126), (240, 237, 228)), False,
    )  # fmt: skip


def layer(size: tuple[float, float]) -> pygame.Surface:
    """Return a transparent surface, at least one pixel each way."""
    return pygame.Surface((max(1, round(size[0])), max(1, round(size[1]))), pygame.SRCALPHA)


def clip_polygon(points: Sequence[Point], box: Box) -> list[Point]:
    """Return a closed polygon cut to a rectangle (left, top, right, bottom)."""
    out = list(points)
    for axis, limit, keep_above in ((0, box[0], True), (0, box[2], False), (1, box[1], True), (1, box[3], False)):
        out = _half(out, axis, limit, keep_above)
        if not out:
            return []
    return out


def _half(points: list[Point], axis: int, limit: float, keep_above: bool) -> list[Point]:
    kept: list[Point] = []
    for here, there in zip(points, points[1:] + points[:1], strict=True):
        inside, follows = (here[axis] >= limit) == keep_above, (there[axis] >= limit) == keep_above
        if inside:
            kept.append(here)
        if inside != follows:
            share = (limit - here[axis]) / (there[axis] - here[axis])
            kept.append((here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share))
    return kept


def overlaps(box: Box, other: Box) -> bool:
    """Return true when two rectangles (left, top, right, bottom) touch."""
    return box[0] <= other[2] and other[0] <= box[2] and box[1] <= other[3] and other[1] <= box[3]


Ink = Colour | tuple[int, int, int, int]


def hairline(surface: pygame.Surface, colour: Ink, points: Sequence[Point], closed: bool = False) -> None:
    """Draw a broken line one pixel wide with soft edges.

    Not `pygame.draw.aalines`: where two of its lines meet, the same call does not always blend the same pixels.
    """
    for start, end in pairwise((*points, points[0]) if closed else points):
        pygame.draw.aaline(surface, colour, start, end)


def line(surface: pygame.Surface, colour: Ink, start: Point, end: Point, width: float) -> None:
    """Draw a straight line with soft edges and flat ends, of any width."""
    if width <= 1.2:
        pygame.draw.aaline(surface, colour, start, end)
        return
    length = math.dist(start, end)
    if length < 0.01:
        return
    dx, dy = (end[0] - start[0]) / length * width / 2, (end[1] - start[1]) / length * width / 2
    quad = [
        (start[0] - dy, start[1] + dx), (end[0] - dy, end[1] + dx), (end[0] + dy, end[1] - dx),
        (start[0] + dy, start[1] - dx),
    ]  # fmt: skip
    pygame.draw.polygon(surface, colour, quad)
    hairline(surface, colour, quad, closed=True)


def polyline(surface: pygame.Surface, colour: Ink, points: Sequence[Point], width: float, closed: bool = False) -> None:
    """Draw a broken line with round joins."""
    for start, end in zip(points, points[1:], strict=False):
        line(surface, colour, start, end, width)
    if closed and len(points) > 2:
        line(surface, colour, points[-1], points[0], width)
    if width > 2:
        for x, y in points if closed else points[1:-1]:
            pygame.draw.circle(surface, colour, (x, y), width / 2)


def draw_dashes(
    surface: pygame.Surface, colour: Ink, points: Sequence[Point], width: float, on: float, off: float
) -> None:
    """Draw a broken line in dashes `on` pixels long with gaps of `off`."""
    carry = 0.0
    for start, end in zip(points, points[1:], strict=False):
        length = math.dist(start, end)
        if length < 0.01:
            continue
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        at = -carry
        while at < length:
            first, last = max(0.0, at), min(length, at + on)
            if last > first:
                ends = (start[0] + ux * first, start[1] + uy * first), (start[0] + ux * last, start[1] + uy * last)
                line(surface, colour, *ends, width)
            at += on + off
        carry = (length + carry) % (on + off)


def disc(surface: pygame.Surface, colour: Ink, middle: Point, radius: float) -> None:
    """Draw a filled circle with a soft edge."""
    pygame.draw.aacircle(surface, colour, middle, radius)


def arc_points(middle: Point, radius: float, start: float, end: float) -> list[Point]:
    """Return points of an arc; degrees clockwise from north."""
    count = max(6, int(abs(end - start) / 3))
    angles = (math.radians(start + (end - start) * step / count) for step in range(count + 1))
    return [(middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)) for angle in angles]


FINE_BLUR = 8  # pixels; a wider blur may be drawn coarsely without a visible difference


def soft_shadow(size: tuple[int, int], corner: int, blur: int, strength: int) -> pygame.Surface:
    """Return the shadow of a rounded rectangle, `blur` pixels larger on every side.

    A very soft shadow is blurred at a smaller size.
    """
    coarse = max(1, blur // FINE_BLUR)
    whole, pad = (size[0] + 2 * blur, size[1] + 2 * blur), blur / coarse
    made = layer((whole[0] / coarse, whole[1] / coarse))
    box = pygame.Rect(round(pad), round(pad), round(size[0] / coarse), round(size[1] / coarse))
    pygame.draw.rect(made, (0, 0, 0, strength), box, border_radius=corner // coarse)
    made = pygame.transform.gaussian_blur(made, max(1, blur // (2 * coarse)))
    return made if coarse == 1 else pygame.transform.smoothscale(made, whole)


def gradient_surface(size: tuple[int, int], top: Colour, bottom: Colour) -> pygame.Surface:
    """Return an opaque surface shaded from a top to a bottom colour."""
    strip = pygame.Surface((1, 2))
    strip.set_at((0, 0), top)
    strip.set_at((0, 1), bottom)
    made = layer(size)
    made.blit(pygame.transform.smoothscale(strip, size), (0, 0))
    return made


def bounds(points: Iterable[Point], margin: float) -> pygame.Rect:
    """Return the whole-pixel rectangle around some points, with a margin."""
    xs, ys = zip(*points, strict=True)
    left, top = math.floor(min(xs) - margin), math.floor(min(ys) - margin)
    return pygame.Rect(left, top, math.ceil(max(xs) + margin) - left, math.ceil(max(ys) + margin) - top)


@cache
def grain(dark: bool, side: int = 512) -> pygame.Surface:
    """Return a paper texture to multiply a chart with: seamless, and the same on every machine."""
    draw = random.Random(1942)
    clouds = pygame.image.frombytes(bytes(draw.randrange(90, 256) for _ in range(24 * 24)), (24, 24), "P")
    clouds.set_palette([(value, value, value) for value in range(256)])
    wide = pygame.Surface((72, 72))
    for x in range(3):
        for y in range(3):
            wide.blit(clouds, (24 * x, 24 * y))
    soft = pygame.transform.smoothscale(wide, (3 * side, 3 * side)).subsurface((side, side, side, side))
    fibres = pygame.image.frombytes(bytes(draw.choices(range(96, 256), k=side * side)), (side, side), "P")
    fibres.set_palette([(value, value, value) for value in range(256)])
    made = pygame.Surface((side, side))
    made.fill((255, 255, 255))
    for texture, share in ((soft, 26 if dark else 10), (fibres, 34 if dark else 13)):
        sheet = pygame.Surface((side, side))
        sheet.blit(texture, (0, 0))
        shade = pygame.Surface((side, side))
        shade.fill((share, share, share))
        sheet.blit(shade, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        made.blit(sheet, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    made.fill((10, 10, 10), special_flags=pygame.BLEND_RGB_ADD)  # the mean stays near white
    return made


def roughen(surface: pygame.Surface, area: pygame.Rect, dark: bool, origin: tuple[int, int] = (0, 0)) -> None:
    """Give an area of plain colour the grain of paper; the texture's tiles start at `origin`."""
    made = grain(dark)
    side, clip = made.get_width(), surface.get_clip()
    surface.set_clip(area.clip(clip))
    left, top = area.left - (area.left - origin[0]) % side, area.top - (area.top - origin[1]) % side
    spots = [(x, y) for x in range(left, area.right, side) for y in range(top, area.bottom, side)]
    surface.fblits([(made, spot) for spot in spots], pygame.BLEND_RGB_MULT)
    surface.set_clip(clip)
