"""What lies over a board for the moment: reachable places, a path, a target, a line of sight with its reason.

Everything here speaks places, so it is the same for every board; each board draws it in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.boards import ink
from game.boards.ink import ChartInk
from game.boards.layout import Point
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from rules.kernel.sight import Sight
from rules.kernel.view import Place


@dataclass(frozen=True)
class SightLine:
    """A line of sight from place to place.

    `blockers`, in order from `start`, are hexes, bands, or on a table the obstacles of the ground by number, each as
    `(number,)`; `ties` are pairs of hexes along a hexside, or obstacles that are only grazed.
    """

    start: Place
    end: Place
    blockers: tuple[Place, ...] = ()
    ties: tuple[tuple[Place, ...], ...] = ()
    verdict: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Overlay:
    """Everything temporary on a board, in places. An empty overlay draws nothing."""

    selected: str = ""  # piece id
    reachable: tuple[Place, ...] = ()
    free: bool = False  # any place can be pointed at: what is reachable is only an outline
    targets: tuple[Place, ...] = ()  # places that may be aimed at
    target: Place | None = None  # the place aimed at
    path: tuple[Place, ...] = ()  # start first
    facing: int | None = None  # at the end of the path; None: as it runs
    areas: tuple[tuple[Place, ...], ...] = ()  # waters that what is armed covers; then nobody moves along the path
    hover: Place | None = None
    marked: tuple[Place, ...] = ()  # pointed out by a lesson
    sight: SightLine | None = None
    note: tuple[Place, str, str] | None = None  # place, line in bold, line below


EMPTY = Overlay()


def sight_line(sight: Sight, start: Place, end: Place, verdict: str, rule: str) -> SightLine:
    """The line to draw for the kernel's answer on a sight between two places."""
    ties = tuple(tuple((number,) for number in cell) for cell in sight.ties)
    return SightLine(start, end, tuple((number,) for number in sight.blockers), ties, verdict, rule)


# --- drawing that the boards share --------------------------------------------------------------------------------


def aim_tone(inks: ChartInk) -> Colour:
    """The colour of aiming and of what is blocked."""
    return inks.palette.bad if inks.dark else inks.palette.accent


def label_box(inks: ChartInk, book: FontBook, title: str, text: str, bad: bool, ui_scale: float) -> pygame.Surface:
    """A label box: a verdict in bold and the rule below."""
    palette = inks.palette
    first = book.render(title, "bold", round(16 * ui_scale), palette.ink)
    second = book.render(text, "text", round(14 * ui_scale), palette.gold) if text else None
    width = max(first.get_width(), second.get_width() if second else 0) + 24
    height = 16 + first.get_height() + (second.get_height() + 2 if second else 0)
    made = ink.layer((width + 12, height + 12))
    made.blit(ink.soft_shadow((width, height), 6, 6, 150), (0, 2))
    card = pygame.Rect(6, 6, width, height)
    pygame.draw.rect(made, (*palette.tooltip, 248), card, border_radius=6)
    pygame.draw.rect(made, aim_tone(inks) if bad else palette.good, card, 2, border_radius=6)
    made.blit(first, (18, 14))
    if second:
        made.blit(second, (18, 16 + first.get_height()))
    return made


def free_place(box: pygame.Rect, near: Point, taken: Sequence[pygame.Rect], view: pygame.Rect) -> tuple[int, int]:
    """Where a box beside a point covers least of what is taken, inside the view."""
    width, height = box.size
    best, least = (0, 0), float("inf")
    for gap in (14, 44, 84):
        for sx, sy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            left = near[0] + sx * (gap + width / 2) - width / 2
            top = near[1] + sy * (gap + height / 2) - height / 2
            place = pygame.Rect(round(left), round(top), width, height).clamp(view)
            covered = sum(place.clip(other).width * place.clip(other).height for other in taken)
            covered += 60 * (gap // 30) + (4000 if place.collidepoint(near) else 0)
            if covered < least:
                best, least = place.topleft, covered
    return best


def stroke(
    points: Sequence[Point], colour: Colour, width: float, dash: tuple[float, float] | None = None
) -> Callable[[pygame.Surface, int, int], None]:
    """The drawing of a line with a dark edge, for a Stroke; `dash` gives pixels on and off."""

    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        moved = [(x + dx, y + dy) for x, y in points]
        if dash:
            ink.dashed(surface, (10, 12, 18), moved, width + 1.6, *dash)
            ink.dashed(surface, colour, moved, width, *dash)
        else:
            ink.polyline(surface, (10, 12, 18), moved, width + 1.6)
            ink.polyline(surface, colour, moved, width)

    return draw


def stop_dot(colour: Colour) -> pygame.Surface:
    """The dot where a line of sight is stopped."""
    dot = ink.layer((16, 16))
    ink.disc(dot, (10, 12, 18), (8, 8), 7)
    ink.disc(dot, colour, (8, 8), 5.5)
    return dot


def brackets(side: int, colour: Colour, width: float) -> pygame.Surface:
    """Four corners around a counter of `side` pixels that may be aimed at."""
    made = ink.layer((side + 16, side + 16))
    far, arm = side + 13, max(7, side // 5)
    for x, sx in ((3, 1), (far, -1)):
        for y, sy in ((3, 1), (far, -1)):
            corner = [(x + sx * arm, y), (x, y), (x, y + sy * arm)]
            ink.polyline(made, (10, 12, 18), corner, width + 2.4)
            ink.polyline(made, colour, corner, width + 0.8)
    return made


def reticle(side: int, colour: Colour) -> pygame.Surface:
    """The sight on a counter of `side` pixels that is aimed at."""
    radius = side * 0.78
    size = round(radius * 2.6)
    made = ink.layer((size, size))
    middle = size / 2
    for tone, width in (((10, 12, 18), 4), (colour, 2)):
        pygame.draw.aacircle(made, tone, (middle, middle), radius + (width - 2) / 2, width)
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            near, far = radius * 0.86, radius * 1.24
            ends = (middle + dx * near, middle + dy * near), (middle + dx * far, middle + dy * far)
            ink.line(made, tone, *ends, width)
    return made
