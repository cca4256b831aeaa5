"""The overlay on range bands: highlighted bands, a division's path, possible targets, a line of sight past islands."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from game.boards import drawing_tools
from game.boards.band_layout import BandLayout
from game.boards.draw_items import Item, Sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point
from game.boards.overlay import Overlay, SightLine
from game.boards.overlay_renderer import Card, OverlayRenderer, aim_tone, card_of
from game.ui.fonts import FontBook
from game.ui.theme import Colour, mix
from rules.kernel.view import Place

LIT = (255, 244, 206)


def break_point(lay: BandLayout, line: SightLine) -> Point | None:
    """Return where the line, in world units, meets the island in the first band that stops it.

    None for a clear line.
    """
    if not line.blockers:
        return None
    (ax, ay), (bx, by) = lay.centre(line.start), lay.centre(line.end)
    left, _, right, _ = lay.band_box(line.blockers[0][0])
    near = left + 0.16 * lay.column if bx > ax else right - 0.16 * lay.column
    if abs(bx - ax) < 1:
        return (ax + bx) / 2, (ay + by) / 2
    share = max(0.0, min(1.0, (near - ax) / (bx - ax)))
    return ax + (bx - ax) * share, ay + (by - ay) * share


class BandOverlay(OverlayRenderer):
    """Highlighted bands and berths, and an arrow to the berth that a division goes to."""

    def __init__(self, inks: ChartInk, book: FontBook, lay: BandLayout, ui_scale: float = 1.0) -> None:
        super().__init__(inks, book, lay.layout(), ui_scale)
        self.lay = lay

    def below(self, overlay: Overlay, zoom: float, card: Card, stop: Point | None) -> list[Item]:
        """Return highlighted bands, path, lines and possible targets."""
        items: list[Item] = []
        side = round(self.lay.counter * zoom)
        if overlay.reachable:
            boxes = [[edge * zoom for edge in self.lay.band_box(place[0])] for place in overlay.reachable]
            items.append(self.dim_outside([((a, b), (c, b), (c, d), (a, d)) for a, b, c, d in boxes]))
        for place in overlay.reachable:
            items += self._lit_band_items(place, zoom, side)
        for place in overlay.marked:
            items += self._column(place, zoom, self.inks.palette.focus, 60)
        items += self.aims(overlay, zoom, card)
        if len(overlay.path) > 1:
            items += self._path(overlay, zoom, side)
        if overlay.sight is not None:
            items += [*self._blocking_islands(overlay.sight, zoom), *self.sight(overlay.sight, zoom, stop)]
        return items

    def above(self, overlay: Overlay, zoom: float, card: Card) -> list[Item]:
        """Return the mark on the target: as high as its counter, so that neighbours are not covered."""
        side = round(self.lay.counter * zoom)
        return super().above(overlay, zoom, lambda place: card_of(side, side))

    def _lit_band_items(self, place: Place, zoom: float, side: int) -> Iterator[Item]:
        """Yield a band that a click moves to: its glowing column, and the berth where the counter will be placed."""
        tone = LIT if self.inks.dark else (60, 110, 70)
        yield from self._column(place, zoom, tone, 40 if self.inks.dark else 44)
        if place[0] in (0, self.lay.bands + 1):
            yield self._exit_arrow(place, zoom, side)
            return
        wide = round(self.lay.counter_wide * zoom)
        berth = drawing_tools.layer((wide + 8, side + 8))
        edge = [(4, 4), (wide + 3, 4), (wide + 3, side + 3), (4, side + 3), (4, 4)]
        pygame.draw.rect(berth, (*tone, 34), (4, 4, wide, side))
        drawing_tools.draw_dashes(berth, (*mix(tone, self.inks.palette.gold, 0.55), 235), edge, 2.0, 8, 6)
        yield self.centre_on(place, zoom, berth)

    def _column(self, place: Place, zoom: float, tone: Colour, alpha: int) -> Iterator[Item]:
        """Yield the highlighted column of a place, brightest in the place's half."""
        lay = self.lay
        left, top, right, bottom = lay.band_box(place[0])
        box = pygame.Rect(round(left * zoom), round(top * zoom), 0, 0)
        box.width, box.height = round(right * zoom) - box.left, round(bottom * zoom) - box.top
        made = drawing_tools.layer(box.size)
        middle = (lay.middle - top) * zoom
        own_below = place[1] >= 0 if len(place) > 1 else True
        steps = 48
        for step in range(steps):
            y, to = round(box.height * step / steps), round(box.height * (step + 1) / steps)
            away = (y - middle) / box.height * (1 if own_below else -1)
            strength = 1.0 if away >= 0 else max(0.28, 1 + away * 4.5)
            made.fill((*tone, round(alpha * strength)), (0, y, box.width, to - y))
        edge = (*mix(tone, self.inks.palette.gold, 0.5), 190)
        inset = max(1, round(2 * lay.unit))
        pygame.draw.rect(made, edge, made.get_rect().inflate(-2 * inset, -2 * inset), inset, border_radius=3)
        yield Sprite(made, box.x, box.y)

    def _exit_arrow(self, place: Place, zoom: float, side: int) -> Sprite:
        """Return an arrow off the chart."""
        size = side * 1.1
        made = drawing_tools.layer((size, size * 0.8))
        out, middle = -1 if place[0] == 0 else 1, size * 0.4
        body = [
            (-0.46, -0.14), (0.04, -0.14), (0.04, -0.34), (0.48, 0.0), (0.04, 0.34), (0.04, 0.14), (-0.46, 0.14)
        ]  # fmt: skip
        points = [(size / 2 + x * size * out, middle + y * size) for x, y in body]
        gold = self.inks.palette.gold
        pygame.draw.polygon(made, (*gold, 120), points)
        drawing_tools.polyline(made, gold, points, 2.0, closed=True)
        return self.centre_on(place, zoom, made)

    def _path(self, overlay: Overlay, zoom: float, side: int) -> Iterator[Item]:
        """Yield an arrow from the counter to its berth."""
        tone = self.path_tone
        spots = [self.spot(place, zoom) for place in overlay.path]
        (ax, ay), (bx, by) = spots[-2], spots[-1]
        length = math.dist((ax, ay), (bx, by)) or 1.0
        dx, dy = (bx - ax) / length, (by - ay) / length
        head = max(12.0, side * 0.3)
        tip = (bx + dx * head * 0.5, by + dy * head * 0.5)
        neck = (tip[0] - dx * head, tip[1] - dy * head)
        wing = [(neck[0] - dy * head * 0.62, neck[1] + dx * head * 0.62), tip]
        wing.append((neck[0] + dy * head * 0.62, neck[1] - dx * head * 0.62))
        box = drawing_tools.bounds([*spots, *wing], 10)
        made = drawing_tools.layer(box.size)
        shaft = [(x - box.x, y - box.y) for x, y in (*spots[:-1], neck)]
        drawing_tools.polyline(made, (8, 12, 18, 150), shaft, max(7.0, side * 0.12))
        drawing_tools.polyline(made, tone, shaft, max(4.0, side * 0.07))
        local = [(x - box.x, y - box.y) for x, y in wing]
        pygame.draw.polygon(made, tone, local)
        drawing_tools.polyline(made, (8, 12, 18), local, 1.6, closed=True)
        yield Sprite(made, box.x, box.y)

    def _blocking_islands(self, line: SightLine, zoom: float) -> Iterator[Item]:
        """Yield the islands that stop a line."""
        aim = aim_tone(self.inks)
        for place in line.blockers:
            left, top, right, bottom = (edge * zoom for edge in self.lay.cell(place[:1]))
            made = drawing_tools.layer((right - left, bottom - top))
            pygame.draw.ellipse(made, (*aim, 40), made.get_rect())
            pygame.draw.ellipse(made, aim, made.get_rect().inflate(-2, -2), 2)
            yield Sprite(made, round(left), round(top))
