"""What lies over the chart for the moment: reachable hexes, a path, a target, a line of sight with its reason."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pygame

from game.boards import hex_layout, ink
from game.boards.hex_layout import Point
from game.boards.ink import ChartInk
from game.boards.items import Item, Sprite, Stroke, centred
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.sight import Sight


@dataclass(frozen=True)
class SightLine:
    """A line of sight from hex to hex. `blockers` in order from `start`; `ties` are pairs of hexes along a hexside."""

    start: int
    end: int
    blockers: tuple[int, ...] = ()
    ties: tuple[tuple[int, int], ...] = ()
    verdict: str = ""
    rule: str = ""


@dataclass(frozen=True)
class Overlay:
    """Everything temporary on a board. Hexes are numbers; an empty overlay draws nothing."""

    selected: str = ""  # piece id
    reachable: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()  # hexes that may be aimed at
    target: int | None = None  # the hex aimed at
    path: tuple[int, ...] = ()  # start first
    facings: tuple[int, ...] = ()  # at each hex of the path
    hover: int | None = None
    marked: tuple[int, ...] = ()  # pointed out by a lesson
    sight: SightLine | None = None
    note: tuple[int, str, str] | None = None  # hex, line in bold, line below


EMPTY = Overlay()


def sight_line(sight: Sight, start: int, end: int, verdict: str, rule: str) -> SightLine:
    """The line to draw for the kernel's answer on a sight between two hexes."""
    ties = tuple((cell[0], cell[1]) for cell in sight.ties if len(cell) == 2)
    return SightLine(start, end, sight.blockers, ties, verdict, rule)


def break_point(line: SightLine) -> Point | None:
    """Where, in world units, the line enters the first hex that stops it; None for a clear line."""
    if not line.blockers:
        return None
    (ax, ay), (bx, by) = hex_layout.centre(line.start), hex_layout.centre(line.end)
    corner = hex_layout.corners(line.blockers[0])
    shares = []
    for (px, py), (qx, qy) in zip(corner, corner[1:] + corner[:1], strict=True):
        cross = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
        if abs(cross) < 1e-9:
            continue
        share = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / cross
        along = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / cross
        if -1e-6 <= along <= 1 + 1e-6 and 0 <= share <= 1:
            shares.append(share)
    if not shares:
        x, y = hex_layout.centre(line.blockers[0])
        return (ax + x) / 2, (ay + y) / 2
    share = min(shares)
    return ax + (bx - ax) * share, ay + (by - ay) * share


class OverlayPress:
    """Turns an overlay into items at a zoom: those under the counters and those above."""

    def __init__(self, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.inks, self.book, self.ui_scale = inks, book, ui_scale

    def below(self, overlay: Overlay, zoom: float, side: int) -> list[Item]:
        """Lit hexes, path, lines and what may be aimed at, drawn under the counters, which are `side` pixels large."""
        palette = self.inks.palette
        pale = (255, 244, 206) if self.inks.dark else (60, 110, 70)
        items: list[Item] = []
        lit = _tile(zoom, (*pale, 44 if self.inks.dark else 40), (*mix(pale, palette.gold, 0.5), 120), 0.965, 1.4)
        items += [self._on(number, zoom, lit) for number in overlay.reachable]
        marked = _tile(zoom, (*palette.focus, 50), (*palette.focus, 255), 0.94, max(2.0, 2.4 * zoom))
        items += [self._on(number, zoom, marked) for number in overlay.marked]
        if overlay.hover is not None:
            edge = _tile(zoom, (*pale, 30), (*palette.ink, 230), 0.96, max(1.4, 1.8 * zoom))
            items.append(self._on(overlay.hover, zoom, edge))
        around = _brackets(max(side, round(34 * zoom)), self._aim(), 1.6)
        items += [self._on(number, zoom, around) for number in overlay.targets if number != overlay.target]
        if len(overlay.path) > 1:
            items += self._path(overlay, zoom)
        if overlay.sight is not None:
            items += self._sight(overlay.sight, zoom)
        return items

    def above(self, overlay: Overlay, zoom: float, side: int) -> list[Item]:
        """The mark on what is aimed at, drawn over the counters."""
        items: list[Item] = []
        if overlay.target is not None:
            items.append(self._on(overlay.target, zoom, _reticle(max(side, round(34 * zoom)), self._aim())))
        return items

    def box(self, title: str, text: str, bad: bool) -> pygame.Surface:
        """A label box: a verdict in bold and the rule below."""
        palette = self.inks.palette
        first = self.book.render(title, "bold", round(16 * self.ui_scale), palette.ink)
        second = self.book.render(text, "text", round(14 * self.ui_scale), palette.gold) if text else None
        width = max(first.get_width(), second.get_width() if second else 0) + 24
        height = 16 + first.get_height() + (second.get_height() + 2 if second else 0)
        made = ink.layer((width + 12, height + 12))
        made.blit(ink.soft_shadow((width, height), 6, 6, 150), (0, 2))
        card = pygame.Rect(6, 6, width, height)
        pygame.draw.rect(made, (*palette.tooltip, 248), card, border_radius=6)
        pygame.draw.rect(made, self._aim() if bad else self._good(), card, 2, border_radius=6)
        made.blit(first, (18, 14))
        if second:
            made.blit(second, (18, 16 + first.get_height()))
        return made

    def _aim(self) -> Colour:
        return self.inks.palette.bad if self.inks.dark else self.inks.palette.accent

    def _good(self) -> Colour:
        return self.inks.palette.good

    def _on(self, number: int, zoom: float, picture: pygame.Surface) -> Sprite:
        x, y = hex_layout.centre(number)
        return centred(picture, x * zoom, y * zoom)

    def _path(self, overlay: Overlay, zoom: float) -> Iterator[Item]:
        palette = self.inks.palette
        spots = [(x * zoom, y * zoom) for x, y in map(hex_layout.centre, overlay.path)]
        radius = hex_layout.RADIUS * zoom
        tone = palette.focus if self.inks.dark else palette.link
        box = ink.bounds(spots, radius)
        made = ink.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in spots]
        ink.polyline(made, (8, 12, 18, 130), local, max(5.0, radius * 0.2))
        ink.polyline(made, tone, local, max(2.5, radius * 0.1))
        for index, (x, y) in enumerate(local):
            if index:
                facing = overlay.facings[index] if index < len(overlay.facings) else None
                last = index == len(local) - 1
                self._step(made, (x, y), index, facing, (radius, tone, last))
        yield Sprite(made, box.x, box.y)

    def _step(
        self, surface: pygame.Surface, at: Point, index: int, facing: int | None, pen: tuple[float, Colour, bool]
    ) -> None:
        radius, tone, last = pen
        size = max(8.0, min(13.0, radius * 0.36)) * (1.2 if last else 1.0)
        if facing is not None:
            dx, dy = hex_layout.bearing(facing)
            tip = (at[0] + dx * size * 2.0, at[1] + dy * size * 2.0)
            wings = [
                (at[0] + dx * size - side * dy * size * 0.8, at[1] + dy * size + side * dx * size * 0.8)
                for side in (-1, 1)
            ]
            pygame.draw.polygon(surface, tone, [tip, *wings])
            ink.polyline(surface, (8, 12, 18), [wings[0], tip, wings[1]], 1.2)
        ink.disc(surface, (8, 12, 18), at, size + 1)
        ink.disc(surface, tone if last else self.inks.palette.panel, at, size)
        pygame.draw.aacircle(surface, tone, at, size, 2)
        colour = (12, 14, 20) if last and self.inks.dark else (255, 255, 255) if last else self.inks.palette.ink
        drawn = self.book.font("bold", round(size * 1.35)).render(str(index), True, colour)
        box = drawn.get_bounding_rect()
        surface.blit(drawn, (round(at[0] - box.width / 2 - box.x), round(at[1] - box.height / 2 - box.y)))

    def _sight(self, line: SightLine, zoom: float) -> Iterator[Item]:
        aim, good, palette = self._aim(), self._good(), self.inks.palette
        for pair in line.ties:
            tile = _tile(zoom, (*palette.gold, 26), (*palette.gold, 170), 0.95, 1.2)
            yield from (self._on(number, zoom, tile) for number in pair if number)
            side = _shared_side(pair)
            if side:
                yield Stroke(_stroke([(x * zoom, y * zoom) for x, y in side], palette.gold, max(3.0, 4 * zoom)))
        if line.blockers:
            tile = _tile(zoom, (*aim, 26), (*aim, 255), 0.95, max(2.0, 2.6 * zoom))
            yield self._on(line.blockers[0], zoom, tile)
            rest = _tile(zoom, (*aim, 16), (*aim, 130), 0.95, 1.2)
            yield from (self._on(number, zoom, rest) for number in line.blockers[1:])
        start, end = ((x * zoom, y * zoom) for x, y in (hex_layout.centre(line.start), hex_layout.centre(line.end)))
        stop = break_point(line)
        if stop is None:
            yield Stroke(_stroke([start, end], good, 2.4))
            return
        at = (stop[0] * zoom, stop[1] * zoom)
        yield Stroke(_stroke([start, at], good, 2.4))
        yield Stroke(_stroke([at, end], aim, 2.2, dash=(11.0, 8.0)))
        dot = ink.layer((16, 16))
        ink.disc(dot, (10, 12, 18), (8, 8), 7)
        ink.disc(dot, aim, (8, 8), 5.5)
        yield centred(dot, *at)


def _shared_side(pair: tuple[int, int]) -> list[Point]:
    if not all(pair):
        return []
    here, there = (hex_layout.corners(number) for number in pair)
    return [point for point in here if any(math.dist(point, other) < 0.5 for other in there)]


def _stroke(
    points: list[Point], colour: Colour, width: float, dash: tuple[float, float] | None = None
) -> Callable[[pygame.Surface, int, int], None]:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        moved = [(x + dx, y + dy) for x, y in points]
        if dash:
            ink.dashed(surface, (10, 12, 18), moved, width + 1.6, *dash)
            ink.dashed(surface, colour, moved, width, *dash)
        else:
            ink.polyline(surface, (10, 12, 18), moved, width + 1.6)
            ink.polyline(surface, colour, moved, width)

    return draw


def _tile(zoom: float, fill: ink.Ink, edge: ink.Ink, share: float, width: float) -> pygame.Surface:
    """A lit hex, drawn twice as large and scaled down."""
    radius = hex_layout.RADIUS * zoom * 2
    made = ink.layer((radius * 2 + 8, radius * 2 + 8))
    middle = made.get_width() / 2
    points = [(middle + x * zoom * 2 * share, middle + y * zoom * 2 * share) for x, y in hex_layout.CORNERS]
    pygame.draw.polygon(made, fill, points)
    ink.polyline(made, edge, points, width * 2, closed=True)
    return pygame.transform.smoothscale(made, (made.get_width() // 2, made.get_height() // 2))


def _brackets(side: int, colour: Colour, width: float) -> pygame.Surface:
    made = ink.layer((side + 16, side + 16))
    far, arm = side + 13, max(7, side // 5)
    for x, sx in ((3, 1), (far, -1)):
        for y, sy in ((3, 1), (far, -1)):
            corner = [(x + sx * arm, y), (x, y), (x, y + sy * arm)]
            ink.polyline(made, (10, 12, 18), corner, width + 2.4)
            ink.polyline(made, colour, corner, width + 0.8)
    return made


def _reticle(side: int, colour: Colour) -> pygame.Surface:
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
