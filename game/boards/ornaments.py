"""What is printed in the corners of a chart: the cartouche, the compass rose, the scale bar, and the small map."""

from __future__ import annotations

import math
from typing import Protocol

import pygame

from game.boards import drawing_tools
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Layout, Point
from game.boards.lettering import with_halo
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.view import Piece

SMALLEST_TITLE = 9  # pixels


def cartouche(
    inks: ChartInk, book: FontBook, title: str, date: str, scale: str, most_px: int, ui: float
) -> pygame.Surface:
    """Return the chart's title in a double frame: title, date line in italics, scale line; at most `most_px` wide.

    `ui` is the UI scale.
    """
    palette = inks.palette
    lines = [
        book.render(text, role, px, colour)
        for words, role, size, colour in (
            (title, "title", 23, palette.ink), (date, "title_italic", 16, palette.ink_soft),
            (scale, "text", 13, palette.ink_faint),
        ) for text, px in fit_words(book, words, role, round(size * ui), most_px - 64)
    ]  # fmt: skip
    width = max(260, *(line.get_width() + 56 for line in lines))
    height = sum(line.get_height() for line in lines) + 22
    made = drawing_tools.layer((width + 16, height + 18))
    made.blit(drawing_tools.soft_shadow((width, height), 4, 8, 150), (0, 3))
    box = pygame.Rect(8, 8, width, height)
    pygame.draw.rect(made, palette.panel, box, border_radius=4)
    pygame.draw.rect(made, palette.panel_border, box, 1, border_radius=4)
    pygame.draw.rect(made, palette.panel_rule, box.inflate(-8, -8), 1, border_radius=2)
    for x in (box.left + 4, box.right - 5):
        for y in (box.top + 4, box.bottom - 5):
            pygame.draw.polygon(made, palette.gold, [(x, y - 4), (x + 4, y), (x, y + 4), (x - 4, y)])
    y = box.top + 10
    for line in lines:
        made.blit(line, (box.centerx - line.get_width() // 2, y))
        y += line.get_height()
    return made


def fit_words(book: FontBook, text: str, role: str, px: int, most: int) -> list[tuple[str, int]]:
    """Return the text in one line, or two of about the same length, and its font size: it is never cut off."""
    if not text:
        return []
    lines = [text]
    if book.width(text, role, px) > most:
        gaps = [at for at, letter in enumerate(text) if letter == " "]
        if gaps:
            at = min(gaps, key=lambda gap: abs(gap - len(text) / 2) - (8 if text[gap - 1] in ":·,;" else 0))
            lines = [text[:at], text[at + 1 :]]
    wide = max(book.width(line, role, px) for line in lines)
    while wide > most and px > SMALLEST_TITLE:
        px -= 1
        wide = max(book.width(line, role, px) for line in lines)
    return [(line.rstrip(" ·"), px) for line in lines]


def compass(inks: ChartInk, book: FontBook, size: int) -> pygame.Surface:
    """Return a compass rose with a ring of degrees, `size` pixels across."""
    fine = 3
    wide = size * fine
    made = drawing_tools.layer((wide, wide))
    middle, radius = (wide / 2, wide / 2 + wide * 0.03), wide * 0.4
    tone = mix(inks.palette.accent_text, inks.coast, 0.55) if inks.dark else (164, 58, 92)
    pale = mix(tone, inks.tints[0], 0.72)
    for share in (1.0, 0.9, 0.68):
        pygame.draw.circle(made, (*tone, 210), middle, radius * share, max(1, round(fine * 0.8)))
    for degree in range(0, 360, 5):
        angle = math.radians(degree)
        near = 0.9 if degree % 10 else 0.86 if degree % 30 else 0.82
        ends = [
            (middle[0] + math.sin(angle) * radius * s, middle[1] - math.cos(angle) * radius * s) for s in (near, 1.0)
        ]
        pygame.draw.line(made, (*tone, 210), ends[0], ends[1], fine - 1)
    for index in (*range(1, 16, 2), *range(2, 16, 4), *range(0, 16, 4)):
        length = 0.5 if index % 2 else 0.66 if index % 4 else 0.82
        _needle(made, middle, radius * length, radius * (0.05 if index % 2 else 0.12), 22.5 * index, (tone, pale))
    drawing_tools.disc(made, pale, middle, radius * 0.06)
    made = pygame.transform.smoothscale(made, (size, size))
    letter = book.word("N", "title", max(12, size // 8), tone)
    made.blit(letter, letter.get_rect(midbottom=(size // 2 + 1, round((middle[1] - radius) / fine) + size // 28)))
    return made


def _needle(
    surface: pygame.Surface,
    middle: Point,
    length: float,
    wide: float,
    degrees: float,
    tones: tuple[Colour, Colour],
) -> None:
    angle = math.radians(degrees)
    dx, dy = math.sin(angle), -math.cos(angle)
    tip = (middle[0] + dx * length, middle[1] + dy * length)
    for side, colour in ((1, tones[0]), (-1, tones[1])):
        turn = angle + side * math.pi / 8
        hip = (middle[0] + math.sin(turn) * wide * 1.6, middle[1] - math.cos(turn) * wide * 1.6)
        pygame.draw.polygon(surface, colour, [middle, tip, hip])
        drawing_tools.hairline(surface, tones[0], [middle, tip, hip], closed=True)


def scale_bar(inks: ChartInk, book: FontBook, step: float, unit: str, ui: float, each: int = 1) -> pygame.Surface:
    """Return a striped scale bar. A step is `each` units and `step` pixels long; a stripe is 1, 2, 5, 10 or 20
    steps.
    """
    count = next((count for count in (1, 2, 5, 10, 20) if count * step >= 30 * ui), 20)
    fields = max(2, min(5, int(240 * ui / (count * step))))
    field = count * step
    colour = inks.palette.ink if inks.dark else inks.coast
    words = book.render(unit, "title_italic", round(14 * ui), colour)
    low = round(22 * ui)
    made = drawing_tools.layer((fields * field + 26 + words.get_width(), low + 14 * ui))
    for index in range(fields):
        left, right = round(8 + index * field), round(8 + (index + 1) * field)
        pygame.draw.rect(
            made, colour if index % 2 == 0 else mix(colour, inks.tints[1], 0.75), (left, low, right - left, 5)
        )
    pygame.draw.rect(made, colour, (8, low, round(fields * field), 5), 1)
    for index in range(fields + 1):
        number = book.render(str(index * count * each), "medium", round(13 * ui), colour)
        made.blit(number, number.get_rect(midbottom=(round(8 + index * field), low + 1)))
    made.blit(words, (round(fields * field) + 16, low - round(7 * ui)))
    return with_halo(made, inks.tints[1] if inks.dark else inks.tints[0], 6)


class Printed(Protocol):
    """What ornaments need from a painted board."""

    inks: ChartInk
    layout: Layout
    size: Point  # world units

    def picture(self, width: int, height: int) -> pygame.Surface:
        """Return the whole board scaled to a size, for the small map."""

    def scale_bar(self, zoom: float) -> pygame.Surface:
        """Return the scale bar at a zoom."""


class SmallMap:
    """The whole map in a corner, with counters as dots and a frame around the visible part."""

    def __init__(self, chart: Printed, width: int, height: int) -> None:
        self.chart = chart
        self.picture = chart.picture(width, height)

    @property
    def size(self) -> tuple[int, int]:
        """Return its size in pixels, including the frame."""
        return self.picture.get_width() + 8, self.picture.get_height() + 8

    def to_world(self, x: float, y: float) -> Point:
        """Return the world point under a point of the small map, given in pixels from its top left corner."""
        share = self.chart.size[0] / self.picture.get_width()
        return (x - 4) * share, (y - 4) * share

    def draw(
        self, pieces: tuple[Piece, ...], sides: dict[str, Colour], seen: tuple[float, float, float, float]
    ) -> pygame.Surface:
        """Return the current small map. `seen`: left, top, right, bottom in world units. The first side's dots are
        round, the other's square.
        """
        palette = self.chart.inks.palette
        made = pygame.Surface(self.size)
        made.fill(palette.panel)
        pygame.draw.rect(made, palette.panel_border, made.get_rect(), 1)
        inner = made.subsurface(pygame.Rect((4, 4), self.picture.get_size()))
        inner.blit(self.picture, (0, 0))
        share = self.picture.get_width() / self.chart.size[0]
        names = list(sides)
        for piece in pieces:
            x, y = self.chart.layout.centre(piece.at)
            at, colour = (x * share, y * share), mix(sides.get(piece.side, (128, 128, 128)), (255, 255, 255), 0.35)
            if names and piece.side == names[0]:
                drawing_tools.disc(inner, (10, 12, 18), at, 3.6)
                drawing_tools.disc(inner, colour, at, 2.6)
            else:
                inner.fill((10, 12, 18), (round(at[0]) - 3, round(at[1]) - 3, 7, 7))
                inner.fill(colour, (round(at[0]) - 2, round(at[1]) - 2, 5, 5))
        left, top, right, bottom = (edge * share for edge in seen)
        pygame.draw.rect(inner, palette.focus, pygame.Rect(left, top, right - left, bottom - top), 1)
        return made
