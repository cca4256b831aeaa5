"""Drawing of antialiased rounded frames with double rules and soft shadows, chevrons, marks and dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix

FINE = 4  # shapes are drawn this many times larger, then scaled down smoothly
PREMUL = pygame.BLEND_PREMULTIPLIED


@dataclass(frozen=True)
class Frame:
    """A rounded box in pixels. `border` 0: none; `rule`: a thin second line inside; `shadow`: its blur."""

    fill: Colour | None
    line: Colour | None = None
    radius: int = 6
    border: int = 1
    rule: Colour | None = None
    gap: int = 3
    shadow: int = 0
    shadow_ink: Colour = (0, 0, 0)
    shadow_strength: int = 110


@lru_cache(maxsize=256)
def _tile(frame: Frame) -> pygame.Surface:
    """Return the smallest box of this kind with its margin, premultiplied, for nine-patch scaling."""
    inset = frame.border + (frame.gap + 1 if frame.rule else 0)
    core = max(frame.radius, inset) + 1
    margin = frame.shadow * 2
    side = 2 * (core + margin) + 1
    big = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    box = pygame.Rect(margin, margin, side - 2 * margin, side - 2 * margin)

    def draw_rounded(inner: int, colour: tuple[int, ...]) -> None:
        rect = box.inflate(-2 * inner, -2 * inner)
        area = pygame.Rect(rect.x * FINE, rect.y * FINE, rect.w * FINE, rect.h * FINE)
        pygame.draw.rect(big, colour, area, border_radius=max(0, frame.radius - inner) * FINE)

    if frame.line and frame.border:
        draw_rounded(0, (*frame.line, 255))
        draw_rounded(frame.border, (*frame.fill, 255) if frame.fill else (0, 0, 0, 0))
    elif frame.fill:
        draw_rounded(0, (*frame.fill, 255))
    if frame.rule:
        draw_rounded(frame.border + frame.gap, (*frame.rule, 255))
        draw_rounded(frame.border + frame.gap + 1, (*frame.fill, 255) if frame.fill else (0, 0, 0, 0))
    small = pygame.transform.smoothscale(big, (side, side))
    if not frame.shadow:
        return small
    shade = pygame.Surface((side, side), pygame.SRCALPHA)
    low = box.move(0, max(1, frame.shadow // 3))
    strength = frame.shadow_strength
    ink = tuple(channel * strength // 255 for channel in frame.shadow_ink)
    pygame.draw.rect(shade, (*ink, strength), low, border_radius=frame.radius)
    soft = pygame.transform.gaussian_blur(shade, frame.shadow)
    soft.blit(small, (0, 0), special_flags=PREMUL)
    return soft


def draw_frame(surface: pygame.Surface, rect: pygame.Rect, frame: Frame) -> None:
    """Draw a box; its shadow lies outside `rect`, at most `2 * frame.shadow` pixels."""
    if rect.w <= 0 or rect.h <= 0:
        return
    tile = _tile(frame)
    half = tile.get_width() // 2
    margin = frame.shadow * 2
    outer = rect.inflate(2 * margin, 2 * margin)
    left, top = min(half, outer.w // 2), min(half, outer.h // 2)
    right, bottom = min(half, outer.w - left), min(half, outer.h - top)
    far = tile.get_width()
    wide, tall = outer.w - left - right, outer.h - top - bottom
    columns = (
        (outer.x, 0, left, left),
        (outer.x + left, half, 1, wide),
        (outer.right - right, far - right, right, right),
    )
    rows = (
        (outer.y, 0, top, top),
        (outer.y + top, half, 1, tall),
        (outer.bottom - bottom, far - bottom, bottom, bottom),
    )
    for x, from_x, cut_w, w in columns:
        for y, from_y, cut_h, h in rows:
            if w <= 0 or h <= 0 or cut_w <= 0 or cut_h <= 0:
                continue
            piece = tile.subsurface((from_x, from_y, cut_w, cut_h))
            if (cut_w, cut_h) == (w, h):
                surface.blit(piece, (x, y), special_flags=PREMUL)
                continue
            if (cut_w, cut_h) == (1, 1) and frame.fill:
                surface.fill(frame.fill, (x, y, w, h))
                continue
            surface.blit(pygame.transform.scale(piece, (w, h)), (x, y), special_flags=PREMUL)


@lru_cache(maxsize=256)
def _shape(points: tuple[tuple[float, float], ...], size: tuple[int, int], colour: Colour) -> pygame.Surface:
    big = pygame.Surface((size[0] * FINE, size[1] * FINE), pygame.SRCALPHA)
    pygame.draw.polygon(big, (*colour, 255), [(x * size[0] * FINE, y * size[1] * FINE) for x, y in points])
    return pygame.transform.smoothscale(big, size)


def draw_shape(
    surface: pygame.Surface, rect: pygame.Rect, points: tuple[tuple[float, float], ...], colour: Colour
) -> None:
    """Draw an antialiased filled polygon; points are fractions (0-1) of the rectangle."""
    if rect.w > 0 and rect.h > 0:
        surface.blit(_shape(points, (rect.w, rect.h), colour), rect.topleft, special_flags=PREMUL)


ARROWS = {
    "down": ((0.1, 0.3), (0.9, 0.3), (0.5, 0.8)),
    "up": ((0.1, 0.7), (0.9, 0.7), (0.5, 0.2)),
    "right": ((0.3, 0.1), (0.8, 0.5), (0.3, 0.9)),
    "left": ((0.7, 0.1), (0.2, 0.5), (0.7, 0.9)),
    "tick": ((0.08, 0.55), (0.22, 0.42), (0.40, 0.62), (0.78, 0.14), (0.93, 0.27), (0.42, 0.88)),
    "cross": (
        (0.1, 0.22), (0.22, 0.1), (0.5, 0.38), (0.78, 0.1), (0.9, 0.22), (0.62, 0.5),
        (0.9, 0.78), (0.78, 0.9), (0.5, 0.62), (0.22, 0.9), (0.1, 0.78), (0.38, 0.5),
    ),
}  # fmt: skip


def draw_mark(surface: pygame.Surface, rect: pygame.Rect, name: str, colour: Colour) -> None:
    """Draw one of ARROWS (up, down, left, right, tick, cross) as a square in the middle of the rectangle."""
    side = min(rect.w, rect.h)
    area = pygame.Rect(0, 0, side, side)
    area.center = rect.center
    draw_shape(surface, area, ARROWS[name], colour)


def draw_chevron(surface: pygame.Surface, rect: pygame.Rect, notch: int, colour: Colour) -> None:
    """Draw a ribbon step: notched on the left, pointed on the right; `notch` pixels deep."""
    share = min(0.45, notch / max(1, rect.w))
    draw_shape(surface, rect, ((0, 0), (1 - share, 0), (1, 0.5), (1 - share, 1), (0, 1), (share, 0.5)), colour)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=128)
def d6_face(face: int, side: int, body: Colour, pip: Colour) -> pygame.Surface:
    """Return a six-sided die, premultiplied, `side` pixels square, faces 1-6; ValueError for another face."""
    if face not in _PIPS:
        raise ValueError(f"a d6 shows 1 to 6, not {face}")
    big = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    whole = big.get_rect()
    unit = side * FINE
    pygame.draw.rect(big, (*mix(body, (0, 0, 0), 0.45), 255), whole, border_radius=unit // 6)
    inner = whole.inflate(-unit // 16, -unit // 16)
    pygame.draw.rect(big, (*mix(body, (0, 0, 0), 0.12), 255), inner, border_radius=unit // 7)
    top = inner.inflate(-unit // 20, -unit // 20).move(0, -unit // 50)
    pygame.draw.rect(big, (*body, 255), top, border_radius=unit // 8)
    for x, y in _PIPS[face]:
        pygame.draw.circle(big, (*pip, 255), (unit / 2 + x * unit * 0.25, unit / 2 + y * unit * 0.25), unit * 0.092)
    return pygame.transform.smoothscale(big, (side, side))


@lru_cache(maxsize=128)
def d10_body(side: int, body: Colour) -> pygame.Surface:
    """Return a ten-sided die without its numeral, premultiplied: a kite on a shaded decahedron."""
    big = pygame.Surface((side * FINE, side * FINE), pygame.SRCALPHA)
    unit = side * FINE

    def face(points: tuple[tuple[float, float], ...], colour: Colour) -> None:
        pygame.draw.polygon(big, (*colour, 255), [(x * unit, y * unit) for x, y in points])

    dark, edge = mix(body, (0, 0, 0), 0.18), mix(body, (0, 0, 0), 0.5)
    face(((0.5, 0), (1, 0.36), (1, 0.64), (0.5, 1), (0, 0.64), (0, 0.36)), edge)
    face(((0.5, 0.035), (0.965, 0.375), (0.965, 0.625), (0.5, 0.965), (0.035, 0.625), (0.035, 0.375)), dark)
    face(((0.5, 0.035), (0.83, 0.6), (0.5, 0.8), (0.17, 0.6)), body)
    return pygame.transform.smoothscale(big, (side, side))


def draw_die(
    surface: pygame.Surface, rect: pygame.Rect, sides: int, face: int, body: Colour, pip: Colour, book: FontBook
) -> None:
    """Draw pips for six sides, a numeral on a kite for any other number of sides."""
    side = min(rect.w, rect.h)
    if sides == 6:
        surface.blit(d6_face(face, side, body, pip), rect.topleft, special_flags=PREMUL)
        return
    surface.blit(d10_body(side, body), rect.topleft, special_flags=PREMUL)
    px = round(side * (0.44 if face < 10 else 0.36))
    drawn = book.render(str(face), "figures_bold", px, pip)
    wide = book.width(str(face), "figures_bold", px)
    surface.blit(drawn, (rect.x + (side - wide) // 2, rect.y + round(side * 0.5) - round(px * 0.62)))


def dim(surface: pygame.Surface, area: pygame.Rect, colour: Colour, strength: int) -> None:
    """Cover an area with a colour of `strength` (0-255)."""
    veil = pygame.Surface(area.size, pygame.SRCALPHA)
    veil.fill((*colour, strength))
    surface.blit(veil, area.topleft)
