"""The overlay on a table: end positions of a move, course and turns, a line of sight or a ruler, targets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Sprite, Stroke
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point
from game.boards.overlay import Overlay, SightLine
from game.boards.overlay_renderer import REACH, Card, OverlayRenderer, stroke
from game.boards.table_layout import Tabletop, bearing
from game.boards.table_waters import coasts
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from rules.kernel import inches
from rules.kernel.view import Ground, Place

TURN = 3.0  # degrees: a smaller bend is not marked as a turn
STRAIGHT = 1.0  # pixels
GAP, ARM = 5.0, 11.0  # pixels between a base and the brackets around it, and how long these are


def break_point(line: SightLine, ground: Ground, others: Iterable[Place] = (), reach: float = 0.0) -> Point | None:
    """Return where, in world units, a line is blocked: at the first coast, otherwise at the first of the places within
    `reach` world units of it, otherwise halfway; None for a clear line.
    """
    if not line.blockers:
        return None
    top = Tabletop(ground)
    start, end = top.world(line.start), top.world(line.end)
    shares = []
    for loop in coasts(ground):
        for one, other in zip(loop.points, loop.points[1:] + loop.points[:1], strict=True):
            share = _crossing(start, end, one, other)
            if share is not None:
                shares.append(share)
    length = math.dist(start, end) or 1.0
    for place in others:
        x, y = top.world(place)
        along = ((x - start[0]) * (end[0] - start[0]) + (y - start[1]) * (end[1] - start[1])) / length**2
        off = abs((end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])) / length
        if 0.02 < along < 0.98 and off <= reach:
            shares.append(along)
    share = min(shares, default=0.5)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Return how far along a-b (0..1) the segment c-d crosses it."""
    cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if abs(cross) < 1e-9:
        return None
    share = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross
    along = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / cross
    return share if 0 <= share <= 1 and -1e-6 <= along <= 1 + 1e-6 else None


class TableOverlay(OverlayRenderer):
    """The waters a ship can reach, her course with its turns, and a ruler along a clear line of sight."""

    def __init__(self, inks: ChartInk, book: FontBook, top: Tabletop, ui_scale: float = 1.0) -> None:
        super().__init__(inks, book, top.layout(), ui_scale)
        self.top = top

    def below(self, overlay: Overlay, zoom: float, card: Card, stop: Point | None) -> list[Item]:
        """Return the reachable area and the line of sight."""
        items: list[Item] = []
        if overlay.reachable:
            items += self._reach(overlay, zoom)
        if overlay.sight is not None:
            items += self.sight(overlay.sight, zoom, stop)
            items += self._ticks(overlay.sight, zoom) if stop is None else ()
        return items

    def ends(self, overlay: Overlay, zoom: float) -> list[Item]:
        """Return a dot on every end position."""
        palette = self.inks.palette
        radius = max(2.6, min(3.4, 3.1 * zoom**0.3)) * self.ui_scale
        dot = self._dot(palette.good if not self.inks.dark else palette.gold, radius)
        return [self.centre_on(place, zoom, dot) for place in overlay.reachable]

    def above(self, overlay: Overlay, zoom: float, card: Card) -> list[Item]:
        """Return the items over the models: the course, and marks around possible targets and the chosen one."""
        palette = self.inks.palette
        items: list[Item] = []
        if overlay.areas:
            items += [item for area in overlay.areas for item in self._area(area, zoom)]
        elif len(overlay.path) > 1:
            items += self._course(overlay, zoom)
        items += self.aims(overlay, zoom, card)
        ring = self._dot(palette.focus, 9 * self.ui_scale, hollow=True)
        items += [self.centre_on(place, zoom, ring) for place in overlay.marked]
        if overlay.hover is not None:
            items.append(self.centre_on(overlay.hover, zoom, ring))
        return items + super().above(overlay, zoom, card)

    def _dot(self, colour: Colour, radius: float, hollow: bool = False) -> pygame.Surface:
        size = math.ceil(radius) * 2 + 4
        made = drawing_tools.layer((size, size))
        middle = (size / 2, size / 2)
        if hollow:
            pygame.draw.aacircle(made, (10, 12, 18), middle, radius + 1, 4)
            pygame.draw.aacircle(made, colour, middle, radius, 2)
            return made
        drawing_tools.disc(made, (*self.inks.palette.panel, 230), middle, radius)
        drawing_tools.disc(made, colour, middle, radius - 1)
        return made

    def _reach(self, overlay: Overlay, zoom: float) -> Iterator[Item]:
        """Yield the waters a ship can reach, tinted."""
        places = {(place[0], place[1]) for place in overlay.reachable if len(place) > 1}
        hull = inches.convex_hull(tuple(places))
        if len(hull) < 3:
            return
        spots = [self.spot(place, zoom) for place in hull]
        box = drawing_tools.bounds(spots, 12)
        if max(box.size) > 2400:
            return
        made = drawing_tools.layer(box.size)
        tone = self.inks.palette.good if not self.inks.dark else self.inks.palette.gold
        local = [(x - box.x, y - box.y) for x, y in spots]
        pygame.draw.polygon(made, (*tone, 34), local)
        drawing_tools.polyline(made, (*REACH[self.inks.dark], 255), local, 2, closed=True)
        yield self.dim_outside([spots])
        yield Sprite(made, box.x, box.y)

    def _area(self, corners: tuple[Place, ...], zoom: float) -> Iterator[Item]:
        """Yield the area that an order would cover: tinted, with a bold outline."""
        tone = self.path_tone
        spots = [self.spot(place, zoom) for place in corners]
        box = drawing_tools.bounds(spots, 8)
        if len(spots) < 3 or max(box.size) > 2400:
            return
        made = drawing_tools.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in spots]
        pygame.draw.polygon(made, (*tone, 60), local)
        drawing_tools.polyline(made, (8, 12, 18, 150), local, 3.6, closed=True)
        drawing_tools.polyline(made, tone, local, 2.0, closed=True)
        yield Sprite(made, box.x, box.y)

    def _course(self, overlay: Overlay, zoom: float) -> Iterator[Item]:
        """Yield the path with a mark at each turn and an arrow at the end."""
        palette, tone = self.inks.palette, self.path_tone
        spots = [self.spot(place, zoom) for place in overlay.path]
        ahead = bearing(overlay.facing) if overlay.facing is not None else _end_direction(spots)
        box = drawing_tools.bounds(spots, 30)
        if max(box.size) > 3000:
            yield Stroke(stroke(spots, tone, 3.0))
            return
        made = drawing_tools.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in spots]
        drawing_tools.polyline(made, (8, 12, 18, 150), local, 5.4)
        drawing_tools.polyline(made, tone, local, 3.0)
        for before, here, after in zip(local, local[1:], local[2:], strict=False):
            if _turns(before, here, after):
                drawing_tools.disc(made, (8, 12, 18), here, 5.4)
                drawing_tools.disc(made, palette.panel, here, 4.2)
        size = 9.0 * self.ui_scale
        end = local[-1]
        tip = (end[0] + ahead[0] * size * 2.0, end[1] + ahead[1] * size * 2.0)
        wings = [
            (end[0] + ahead[0] * size * 0.7 - side * ahead[1] * size * 0.8,
             end[1] + ahead[1] * size * 0.7 + side * ahead[0] * size * 0.8)
            for side in (-1, 1)
        ]  # fmt: skip
        pygame.draw.polygon(made, tone, [tip, *wings])
        drawing_tools.polyline(made, (8, 12, 18), [tip, *wings], 1.4, closed=True)
        yield Sprite(made, box.x, box.y)

    def _ticks(self, line: SightLine, zoom: float) -> Iterator[Item]:
        """Yield the graduations of a ruler in the table's own unit; the long ones are the same as on the frame."""
        small, large = self.top.steps()
        each = small if self.top.length(small) * zoom >= 7 else large
        start, end = self.spot(line.start, zoom), self.spot(line.end, zoom)
        length = math.dist(start, end)
        pixels = self.top.length(each) * zoom
        if length < pixels:
            return
        dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        for index in range(1, int(length / pixels) + 1):
            x, y = start[0] + dx * pixels * index, start[1] + dy * pixels * index
            half = 7.0 if index * each % large == 0 else 3.5
            ends = [(x - dy * half, y + dx * half), (x + dy * half, y - dx * half)]
            yield Stroke(stroke(ends, self.inks.palette.good, 1.2))


def _end_direction(spots: list[Point]) -> Point:
    """Return the direction of a path's last leg."""
    for before, after in zip(spots[-2::-1], spots[:0:-1], strict=True):
        length = math.dist(before, after)
        if length > STRAIGHT:
            return (after[0] - before[0]) / length, (after[1] - before[1]) / length
    return 0.0, -1.0


def _turns(before: Point, here: Point, after: Point) -> bool:
    first = math.atan2(here[1] - before[1], here[0] - before[0])
    second = math.atan2(after[1] - here[1], after[0] - here[0])
    return abs(math.degrees((second - first + math.pi) % (2 * math.pi) - math.pi)) > TURN
