"""Signs for units that are gone, each with its name: wreck, fallen, captured, departed.

All of them: places[0] where it was last seen, text its name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Stroke, Words, centred_sprite
from game.boards.layout import Point
from game.boards.lettering import with_halo
from game.boards.markers import Drawing, MarkerPen
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

Line: TypeAlias = tuple[float, float, float, float]  # lines from (x, y) to (x, y)

FINE = 3
RIBS = ((-0.42, 0.3), (0.0, 0.46), (0.42, 0.3))  # ribs of a wreck: place, and half their length
FLAG = (-0.05, 0.05, 0.15, 0.25)  # rows of a flag hauled down
LEAST, MOST = 13, 26  # pixels: half the length of a wreck's sign at a UI scale of 1
AWAY = 1.05  # distance of the name from the sign, in units of the sign with its ring
BESIDE = (0.62, 0.86, 1.1)  # how far a sign moves aside for a counter on its place, as a fraction of a cell's radius
WAYS = (90, 30, 150, 210, 330, 270, 0, 180)  # degrees clockwise from the right: below first, away from most names


def wreck(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield the chart symbol of a dangerous wreck: a dotted ring, a hull line, three ribs; her name in italics."""
    yield from _draw_ringed(pen, marker, zoom, ((-0.85, 0, 0.85, 0), *((x, -high, x, high) for x, high in RIBS)))


def draw_captured(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a staff with a flag half way down, in a dotted ring; the name in italics."""
    yield from _draw_ringed(pen, marker, zoom, ((-0.3, -0.55, -0.3, 0.55), *((-0.3, y, 0.4, y) for y in FLAG)))


def draw_departed(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield an arrow out of a dotted ring; the name in italics."""
    yield from _draw_ringed(
        pen, marker, zoom, ((-0.6, 0.4, 0.6, -0.4), (0.6, -0.4, 0.1, -0.38), (0.6, -0.4, 0.36, 0.04))
    )


def _draw_ringed(pen: MarkerPen, marker: Marker, zoom: float, lines: Sequence[Line]) -> Iterator[Item]:
    """Yield a sign of lines in a dotted ring, and the name beside it; lines in parts of half the sign's length."""
    half = max(LEAST, min(MOST, pen.radius(zoom) * 0.42 / max(0.5, pen.ui_scale))) * pen.ui_scale
    tone = _tone(pen)
    wide = round(half * 2.6)
    made = drawing_tools.layer((wide * FINE, wide * FINE))
    middle, unit = wide * FINE / 2, half * FINE
    pygame.draw.circle(made, (*pen.inks.tints[1], 120), (middle, middle), unit * 1.1)
    for step in range(20):
        angle = math.tau * step / 20
        spot = (middle + math.cos(angle) * unit * 1.1, middle + math.sin(angle) * unit * 0.86)
        drawing_tools.disc(made, tone, spot, max(1.5, unit * 0.07))
    for x, y, to_x, to_y in lines:
        start, end = (middle + x * unit, middle + y * unit), (middle + to_x * unit, middle + to_y * unit)
        drawing_tools.line(made, tone, start, end, max(2.0, unit * 0.1))
    yield from _draw_sign(pen, marker, pygame.transform.smoothscale(made, (wide, wide)), half * 1.2, zoom)


def _tone(pen: MarkerPen) -> Colour:
    return mix(pen.inks.sounding, pen.inks.palette.ink, 0.55)


def _draw_sign(pen: MarkerPen, marker: Marker, picture: pygame.Surface, half: float, zoom: float) -> Iterator[Item]:
    """Yield a sign at the marker's place, with the name in italics beside it."""
    for middle_at in pen.centres(marker, zoom)[:1]:
        yield _place_sign(pen, picture, middle_at, half, zoom)
        if marker.text:
            drawn = pen.book.word(marker.text + " ", "title_italic", round(14 * pen.ui_scale), _tone(pen))
            yield _name_around(pen, with_halo(drawn, pen.inks.tints[1], 4), middle_at, half, zoom)


def wreck_spot(pen: MarkerPen, at: Point, half: float, zoom: float) -> Point:
    """Return where a sign on a place is visible: in its middle, or beside the counters and names there."""
    size = round(half * 2)

    def hidden_area(spot: Point) -> int:
        box = pygame.Rect(0, 0, size, size)
        box.center = round(spot[0]), round(spot[1])
        return sum(part.w * part.h for part in map(box.clip, pen.taken))

    if not hidden_area(at):
        return at
    turned = [(math.cos(math.radians(way)), math.sin(math.radians(way))) for way in WAYS]
    radius = pen.radius(zoom)
    spots = [(at[0] + dx * radius * far, at[1] + dy * radius * far) for far in BESIDE for dx, dy in turned]
    return min((at, *spots), key=hidden_area)


def _place_sign(pen: MarkerPen, picture: pygame.Surface, at: Point, half: float, zoom: float) -> Stroke:
    """Return a sign on its place; when drawn, it moves beside pieces that stand there."""

    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        sprite = centred_sprite(picture, *wreck_spot(pen, at, half, zoom))
        surface.blit(picture, (sprite.x + dx, sprite.y + dy))

    return Stroke(draw)


def _name_around(pen: MarkerPen, words: pygame.Surface, at: Point, half: float, zoom: float) -> Words:
    """Return the name of a wreck around her sign."""

    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        x, y = wreck_spot(pen, at, half, zoom)
        aside = half * AWAY + words.get_width() / 2
        spots = [(x, y + half * 1.25), (x, y - half * 1.25), (x + aside, y), (x - aside, y)]
        pen.words_at(words, spots, zoom).draw(surface, dx, dy)

    return Words(draw)


def draw_fallen(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a cairn with a wooden cross, and a few fallen men."""
    half = max(8.0, pen.radius(zoom) * 0.34)
    wide = round(half * 3.2)
    made = drawing_tools.layer((wide * FINE, wide * FINE))
    middle, unit = wide * FINE / 2, half * FINE
    dark = (58, 44, 26)
    for number, (x, y) in enumerate(((-0.95, 0.45), (0.9, 0.5), (-0.55, -0.75), (0.75, -0.6))):
        angle = 0.5 + 1.7 * number
        dx, dy = math.cos(angle) * unit * 0.24, math.sin(angle) * unit * 0.24
        at = (middle + x * unit, middle + y * unit)
        drawing_tools.line(made, dark, (at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy), unit * 0.26)
        drawing_tools.disc(made, mix(dark, (236, 214, 170), 0.5), (at[0] + dx * 1.3, at[1] + dy * 1.3), unit * 0.12)
    for x, y, size in ((-0.3, 0.42, 0.3), (0.28, 0.44, 0.28), (0.0, 0.2, 0.32), (0.0, 0.52, 0.3)):
        drawing_tools.disc(made, dark, (middle + x * unit, middle + y * unit), (size + 0.05) * unit)
        drawing_tools.disc(made, (176, 160, 128), (middle + x * unit, middle + y * unit), size * unit)
    drawing_tools.line(made, dark, (middle, middle - unit), (middle, middle + unit * 0.1), unit * 0.16)
    drawing_tools.line(
        made,
        dark,
        (middle - unit * 0.34, middle - unit * 0.66),
        (middle + unit * 0.34, middle - unit * 0.66),
        unit * 0.14,
    )
    yield from _draw_sign(pen, marker, pygame.transform.smoothscale(made, (wide, wide)), half * 1.2, zoom)


WRECKS: dict[str, Drawing] = {
    "wreck": wreck,
    "fallen": draw_fallen,
    "captured": draw_captured,
    "departed": draw_departed,
}
