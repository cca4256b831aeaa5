"""The overlay on hexes: highlighted hexes, a path with its headings, a line of sight cut at the first blocking hex."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame

from game.boards import drawing_tools, hex_layout
from game.boards.draw_items import Item, Sprite, Stroke
from game.boards.hex_layout import HEXES
from game.boards.land_overlay import rims
from game.boards.layout import Point
from game.boards.overlay import Overlay, SightLine
from game.boards.overlay_renderer import REACH, Card, OverlayRenderer, aim_tone, stroke
from game.ui.theme import Colour, mix
from rules.kernel import hexes
from rules.kernel.view import Place


def break_point(line: SightLine) -> Point | None:
    """Return where, in world units, the line enters the first hex that stops it; None for a clear line."""
    if not line.blockers:
        return None
    (ax, ay), (bx, by) = HEXES.centre(line.start), HEXES.centre(line.end)
    corner = hex_layout.corners(line.blockers[0][0])
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
        x, y = HEXES.centre(line.blockers[0])
        return (ax + x) / 2, (ay + y) / 2
    share = min(shares)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def facings_along(path: tuple[Place, ...], last: int | None) -> tuple[int, ...]:
    """Return the heading at each hex of a path: leaving the first, entering the others; `last` overrides the end."""
    runs = [hexes.facing_towards(here[0], there[0]) for here, there in zip(path, path[1:], strict=False)]
    if not runs:
        return () if last is None else (last,)
    return (runs[0], *runs[:-1], runs[-1] if last is None else last)


class HexOverlay(OverlayRenderer):
    """Highlighted hexes and paths with their headings."""

    def below(self, overlay: Overlay, zoom: float, card: Card, stop: Point | None) -> list[Item]:
        """Return highlighted hexes, path, lines and possible targets."""
        palette = self.inks.palette
        pale = (255, 244, 206) if self.inks.dark else (60, 110, 70)
        items: list[Item] = []
        lit = _tile(zoom, (*pale, 44 if self.inks.dark else 40), (*mix(pale, palette.gold, 0.5), 120), 0.965, 1.4)
        if overlay.reachable:
            shapes = [[(x * zoom, y * zoom) for x, y in hex_layout.corners(place[0])] for place in overlay.reachable]
            items.append(self.dim_outside(shapes))
        items += [self.centre_on(place, zoom, lit) for place in overlay.reachable]
        items += rims(dict.fromkeys((place[0] for place in overlay.reachable), 0), (*REACH[self.inks.dark], 255), zoom)
        marked = _tile(zoom, (*palette.focus, 50), (*palette.focus, 255), 0.94, max(2.0, 2.4 * zoom))
        items += [self.centre_on(place, zoom, marked) for place in overlay.marked]
        if overlay.hover is not None:
            edge = _tile(zoom, (*pale, 30), (*palette.ink, 230), 0.96, max(1.4, 1.8 * zoom))
            items.append(self.centre_on(overlay.hover, zoom, edge))
        items += self.aims(overlay, zoom, card)
        if len(overlay.path) > 1:
            items += self._path(overlay, zoom)
        if overlay.sight is not None:
            items += [*self._blocking_hexes(overlay.sight, zoom), *self.sight(overlay.sight, zoom, stop)]
        return items

    def _path(self, overlay: Overlay, zoom: float) -> Iterator[Item]:
        facings, tone = facings_along(overlay.path, overlay.facing), self.path_tone
        spots = [self.spot(place, zoom) for place in overlay.path]
        radius = self.layout.radius * zoom
        box = drawing_tools.bounds(spots, radius)
        made = drawing_tools.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in spots]
        drawing_tools.polyline(made, (8, 12, 18, 130), local, max(5.0, radius * 0.2))
        drawing_tools.polyline(made, tone, local, max(2.5, radius * 0.1))
        for index, (x, y) in enumerate(local):
            if index:
                last = index == len(local) - 1
                turned = last and overlay.facing is not None
                towards = (self.layout if turned else HEXES).bearing(facings[index])
                self._step(made, (x, y), index, towards, (radius, tone, last))
        yield Sprite(made, box.x, box.y)

    def _step(
        self, surface: pygame.Surface, at: Point, index: int, towards: Point, pen: tuple[float, Colour, bool]
    ) -> None:
        radius, tone, last = pen
        size = max(8.0, min(13.0, radius * 0.36)) * (1.2 if last else 1.0)
        dx, dy = towards
        tip = (at[0] + dx * size * 2.0, at[1] + dy * size * 2.0)
        wings = [
            (at[0] + dx * size - side * dy * size * 0.8, at[1] + dy * size + side * dx * size * 0.8) for side in (-1, 1)
        ]
        pygame.draw.polygon(surface, tone, [tip, *wings])
        drawing_tools.polyline(surface, (8, 12, 18), [wings[0], tip, wings[1]], 1.2)
        drawing_tools.disc(surface, (8, 12, 18), at, size + 1)
        drawing_tools.disc(surface, tone if last else self.inks.palette.panel, at, size)
        pygame.draw.aacircle(surface, tone, at, size, 2)
        colour = (12, 14, 20) if last and self.inks.dark else (255, 255, 255) if last else self.inks.palette.ink
        drawn = self.book.word(str(index), "bold", round(size * 1.35), colour)
        box = drawn.get_bounding_rect()
        surface.blit(drawn, (round(at[0] - box.width / 2 - box.x), round(at[1] - box.height / 2 - box.y)))

    def _blocking_hexes(self, line: SightLine, zoom: float) -> Iterator[Item]:
        """Yield the hexes that stop a line, and the hexsides along which it runs."""
        aim, palette = aim_tone(self.inks), self.inks.palette
        for pair in line.ties:
            tile = _tile(zoom, (*palette.gold, 26), (*palette.gold, 170), 0.95, 1.2)
            yield from (self.centre_on(place, zoom, tile) for place in pair if place[0])
            side = _shared_side(pair)
            if side:
                yield Stroke(stroke([(x * zoom, y * zoom) for x, y in side], palette.gold, max(3.0, 4 * zoom)))
        if line.blockers:
            tile = _tile(zoom, (*aim, 26), (*aim, 255), 0.95, max(2.0, 2.6 * zoom))
            yield self.centre_on(line.blockers[0], zoom, tile)
            rest = _tile(zoom, (*aim, 16), (*aim, 130), 0.95, 1.2)
            yield from (self.centre_on(place, zoom, rest) for place in line.blockers[1:])


def _shared_side(pair: tuple[Place, ...]) -> list[Point]:
    if len(pair) != 2 or not all(number for (number,) in pair):
        return []
    here, there = (hex_layout.corners(number) for (number,) in pair)
    return [point for point in here if any(math.dist(point, other) < 0.5 for other in there)]


def _tile(zoom: float, fill: drawing_tools.Ink, edge: drawing_tools.Ink, share: float, width: float) -> pygame.Surface:
    """Return a highlighted hex, drawn twice as large and scaled down."""
    radius = hex_layout.RADIUS * zoom * 2
    made = drawing_tools.layer((radius * 2 + 8, radius * 2 + 8))
    middle = made.get_width() / 2
    points = [(middle + x * zoom * 2 * share, middle + y * zoom * 2 * share) for x, y in hex_layout.CORNERS]
    pygame.draw.polygon(made, fill, points)
    drawing_tools.polyline(made, edge, points, width * 2, closed=True)
    return pygame.transform.smoothscale(made, (made.get_width() // 2, made.get_height() // 2))
