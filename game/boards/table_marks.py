"""Markers on a table: range rings, fire arcs, torpedo wedges, minefields, wakes, smoke, exits, in thousandths.

A marker's fields by kind, where it differs from the other boards. ring: places[0], value (radius in thousandths), text.
circle: a minefield: places[0], value (radius), facing (how many mines are drawn), text. arc: places[0] and its edges
clockwise (places[1], places[2]), or facing and 30 degrees to each side; value (radius). wedge: its four corners, narrow
end first; value (torpedoes); text. smoke: puffs, value (radius). wake: the way of the last move. exit: the ends of a
stretch of the table's edge, facing outwards. objective: places, value (radius).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence

import pygame

from game.boards import ink
from game.boards.items import Item, Sprite, Stroke, centred
from game.boards.layout import Point, along
from game.boards.lettering import with_halo
from game.boards.markers import LARGEST, VARIANTS, MarkerPress, smoke_picture
from game.boards.table_layout import bearing, degrees
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

SPOTS = 24  # places along a ring where its words may stand
MOST_MINES = 40
EDGE = 26  # pixels from the edge of the board within which no words of a ring stand


Drawing = Callable[[pygame.Surface, int, int], None]


class TableMarks(MarkerPress):
    """Draws a table's markers in one palette at any zoom; each is pressed once for a zoom."""

    size: Point = (0.0, 0.0)  # of the table in world units: no ring is drawn beyond it
    taken: Sequence[pygame.Rect] = ()  # models and names on the zoomed world: words keep clear of them
    covered: Sequence[pygame.Rect] = ()  # ornaments on the screen, likewise

    def _press(self, marker: Marker, zoom: float) -> Iterator[Item]:
        table: dict[str, Callable[[Marker, float], Iterator[Item]]] = {
            "ring": self._ring, "circle": self._minefield, "arc": self._arc, "wedge": self._wedge,
            "wake": self._wake, "smoke": self._smoke, "exit": self._exit, "objective": self._objective,
        }  # fmt: skip
        if not marker.places:
            return iter(())
        found = table.get(marker.kind)
        return found(marker, zoom) if found is not None else super()._press(marker, zoom)

    def _reach(self, marker: Marker, zoom: float) -> float:
        """The marker's value as pixels of the zoomed world."""
        return marker.value * self.layout.unit / 1000 * zoom

    def _ring(self, marker: Marker, zoom: float) -> Iterator[Item]:
        middle, reach, colour = self._centres(marker, zoom)[0], self._reach(marker, zoom), self._colour(marker)
        if reach < 2:
            return
        words = self._tag_picture(marker.text) if marker.text else None
        yield Stroke(self._ring_stroke(middle, reach, colour, words, zoom, self._first_spot(marker)))

    def _first_spot(self, marker: Marker) -> int:
        """Where along a ring its words are tried first: at the top."""
        return 0

    def _ring_stroke(
        self, middle: Point, reach: float, colour: Colour, words: pygame.Surface | None, zoom: float, first: int
    ) -> Drawing:
        """A dashed ring on the table, and its words where it is seen and no model or name is."""
        x, y = middle
        count = max(24, min(900, round(reach * 2 * math.pi / 13)))
        step = 360 / count
        tone = mix(colour, self.inks.tints[0], 0.25)
        dashes = []
        for index in range(count):
            ends = (bearing(index * step), bearing((index + 0.55) * step))
            dashes.append(tuple((x + dx * reach, y + dy * reach) for dx, dy in ends))
        turns = (bearing(360 * (first + index) / SPOTS) for index in range(SPOTS))
        spots = [(x + dx * reach, y + dy * reach) for dx, dy in turns]
        table = self._table(zoom)

        def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
            seen = pygame.Rect(surface.get_clip()).clip(table.move(dx, dy))
            for (ax, ay), (bx, by) in dashes:
                if seen.collidepoint(ax + dx, ay + dy):
                    ink.line(surface, tone, (ax + dx, ay + dy), (bx + dx, by + dy), 1.2)
            if words is not None:
                self._write(surface, words, spots, seen, (dx, dy))

        return draw

    def _table(self, zoom: float) -> pygame.Rect:
        return pygame.Rect(0, 0, round(self.size[0] * zoom), round(self.size[1] * zoom))

    def _words_at(self, words: pygame.Surface, spots: list[Point], zoom: float) -> Stroke:
        table = self._table(zoom)

        def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
            self._write(surface, words, spots, pygame.Rect(surface.get_clip()).clip(table.move(dx, dy)), (dx, dy))

        return Stroke(draw)

    def _write(
        self, surface: pygame.Surface, words: pygame.Surface, spots: list[Point], seen: pygame.Rect, by: tuple[int, int]
    ) -> None:
        """Words at the first of some spots where they are seen and lie on no model, name or ornament."""
        room = seen.inflate(-words.get_width() - EDGE, -words.get_height() - EDGE)
        for x, y in spots:
            box = words.get_rect(center=(round(x), round(y)))
            free = box.collidelist(self.taken) < 0 and box.move(by).collidelist(self.covered) < 0
            if free and room.collidepoint(x + by[0], y + by[1]):
                surface.blit(words, box.move(by))
                return

    def _tag_picture(self, text: str) -> pygame.Surface:
        return self._tag(text, 0, 0).picture

    def _minefield(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A circle of sea with mines in it, its owner's colour, its words above."""
        (x, y), reach, colour = self._centres(marker, zoom)[0], self._reach(marker, zoom), self._colour(marker)
        if 2 < reach * 2 <= LARGEST:
            made = ink.layer((reach * 2 + 4, reach * 2 + 4))
            at = (made.get_width() / 2, made.get_height() / 2)
            ink.disc(made, (*mix(colour, self.inks.tints[0], 0.35), 62), at, reach)
            size = max(2.6, min(6.0, 4.2 * self.ui_scale * zoom**0.3))
            for dx, dy in _scatter(marker.facing or 12, marker.places[0]):
                _mine(made, (at[0] + dx * reach * 0.9, at[1] + dy * reach * 0.9), size, colour)
            yield centred(made, x, y)
        yield Stroke(_circle_stroke((x, y), reach, colour))
        if marker.text:
            drawn = self.book.font("bold", round(13 * self.ui_scale)).render(marker.text, True, colour)
            out = reach + 11 * self.ui_scale
            spots = [(x, y + step) for step in (-out, out, -reach * 0.5, reach * 0.5, 0.0)]
            yield self._words_at(with_halo(drawn, self.inks.tints[1], 4), spots, zoom)

    def _arc(self, marker: Marker, zoom: float) -> Iterator[Item]:
        spots, colour = self._centres(marker, zoom), self._colour(marker)
        middle, reach = spots[0], self._reach(marker, zoom) or 40.0
        if len(spots) > 2:
            first, last = (degrees(x - middle[0], y - middle[1]) for x, y in spots[1:3])
            last += 360 if last <= first else 0
        else:
            towards = marker.facing
            if len(spots) == 2:
                towards = degrees(spots[1][0] - middle[0], spots[1][1] - middle[1])
            first, last = towards - 30, towards + 30
        table = self._table(zoom)
        whole = [middle, *ink.arc_points(middle, reach, first, last)]
        rim = ink.clipped(whole, (0.0, 0.0, float(table.width), float(table.height)))
        if len(rim) < 3:
            return
        box = ink.bounds(rim, 3)
        if max(box.size) <= LARGEST:
            made = ink.layer(box.size)
            local = [(x - box.x, y - box.y) for x, y in rim]
            pygame.draw.polygon(made, (*colour, 20), local)
            yield Sprite(made, box.x, box.y)
        yield Stroke(_line_stroke([*rim, rim[0]], mix(colour, self.inks.tints[0], 0.4)))
        if marker.text:
            dx, dy = bearing((first + last) / 2)
            drawn = self.book.font("bold", round(13 * self.ui_scale)).render(marker.text, True, colour)
            spots = [(middle[0] + dx * reach * share, middle[1] + dy * reach * share) for share in (0.8, 0.9, 0.65)]
            yield self._words_at(with_halo(drawn, self.inks.tints[1], 4), spots, zoom)

    def _wedge(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """Torpedoes running: a wedge between its narrow and its wide end, which is marked, and how many there are."""
        corners, colour = self._centres(marker, zoom), self._colour(marker)
        if len(corners) < 3:
            return
        box = ink.bounds(corners, 6)
        made = ink.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in corners]
        pygame.draw.polygon(made, (*colour, 54), local)
        if len(local) == 4:
            near, far = _between(local[0], local[1]), _between(local[2], local[3])
            for share in (0.25, 0.5, 0.75):
                ends = _part(local[0], local[1], share), _part(local[3], local[2], share)
                ink.dashed(made, (*colour, 120), list(ends), 1.0, 7, 6)
            ink.polyline(made, (*colour, 230), local, 1.3, closed=True)
            ink.line(made, self.inks.palette.good, local[2], local[3], max(3.0, 4.0 * min(1.4, zoom * 1.6)))
        else:
            near = far = (sum(x for x, _ in local) / len(local), sum(y for _, y in local) / len(local))
            ink.polyline(made, (*colour, 230), local, 1.3, closed=True)
        yield Sprite(made, box.x, box.y)
        x, y = _part(near, far, 0.62)
        if marker.value:
            yield self._count(marker.value, box.x + x, box.y + y, colour)
        yield from self._words(marker.text, box.x + x, box.y + y + 22 * self.ui_scale, colour)

    def _wake(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """Foam astern along the way of the last move, fading towards where it began."""
        spots = self._centres(marker, zoom)
        run = sum(math.dist(a, b) for a, b in zip(spots, spots[1:], strict=False))
        if run < 6 or run > LARGEST:
            return
        wide = max(3.5, min(13.0, 14 * zoom))
        box = ink.bounds(spots, wide * 3)
        made = ink.layer(box.size)
        foam = (226, 238, 246) if self.inks.dark else (88, 128, 148)
        local = [(x - box.x, y - box.y) for x, y in spots]
        count = max(6, min(60, round(run / 6)))
        stations = [along(local, index / count) for index in range(count + 1)]
        edges: list[tuple[tuple[Point, Point], float]] = []
        for index, ((a, (ux, uy)), (b, (vx, vy))) in enumerate(zip(stations, stations[1:], strict=False)):
            share = index / count
            near, far = wide * (1.5 - 1.1 * share), wide * (1.5 - 1.1 * (index + 1) / count)
            port = (a[0] + uy * near, a[1] - ux * near), (b[0] + vy * far, b[1] - vx * far)
            starboard = (a[0] - uy * near, a[1] + ux * near), (b[0] - vy * far, b[1] + vx * far)
            pygame.draw.polygon(made, (*foam, round(8 + 34 * share)), [*port, *starboard[::-1]])
            edges += [(port, share), (starboard, share)]
        for edge, share in edges:
            ink.line(made, (*foam, round(40 + 150 * share)), *edge, 1.5)
        yield Sprite(made, box.x, box.y)

    def _smoke(self, marker: Marker, zoom: float) -> Iterator[Item]:
        radius = max(8, round(self._reach(marker, zoom) or self.layout.radius * zoom))
        if radius * 2 > LARGEST:
            return
        for place, (x, y) in zip(marker.places, self._centres(marker, zoom), strict=True):
            yield centred(smoke_picture(self.inks.smoke, radius, sum(place) % VARIANTS), x, y)
        if marker.text and radius >= 14:
            x, y = self._centres(marker, zoom)[0]
            yield self._tag(marker.text, x, y + radius * 0.62)

    def _exit(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A stretch of the table's edge with arrows out of it, and its words inside."""
        spots, colour = self._centres(marker, zoom), self._colour(marker)
        if len(spots) < 2:
            return
        (ax, ay), (bx, by) = spots[0], spots[-1]
        dx, dy = bearing(marker.facing)
        yield Stroke(_line_stroke([(ax, ay), (bx, by)], colour, 3.0))
        run = math.dist((ax, ay), (bx, by))
        arrow = _arrow((dx, dy), colour, round(9 * self.ui_scale))
        for index in range(max(1, round(run / 90))):
            x, y = _part((ax, ay), (bx, by), (index + 0.5) / max(1, round(run / 90)))
            yield centred(arrow, x - dx * 12, y - dy * 12)
        if marker.text:
            tag = self._tag_picture(marker.text)
            inset = 30 + (tag.get_width() / 2 if abs(dx) > 0.5 else tag.get_height() / 2)
            parts = (_part((ax, ay), (bx, by), share / 12) for share in (6, 7, 5, 8, 4, 9, 3, 10, 2, 11, 1))
            yield self._words_at(tag, [(x - dx * inset, y - dy * inset) for x, y in parts], zoom)

    def _objective(self, marker: Marker, zoom: float) -> Iterator[Item]:
        colour, reach = self.inks.palette.gold, self._reach(marker, zoom)
        for x, y in self._centres(marker, zoom):
            if reach > 6:
                yield Stroke(_circle_stroke((x, y), reach, colour))
            yield centred(_star(round(11 * self.ui_scale), colour), x, y)
        x, y = self._centres(marker, zoom)[0]
        yield from self._words(marker.text, x, y + max(22 * self.ui_scale, reach + 11), colour)


def _between(one: Point, other: Point) -> Point:
    return _part(one, other, 0.5)


def _part(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _scatter(count: int, place: tuple[int, ...]) -> list[Point]:
    """So many points of the unit circle, spread evenly by chance, the same for a place on every machine."""
    draw = random.Random(sum(place))
    found: list[Point] = []
    for _ in range(min(MOST_MINES, max(1, count))):
        tries = []
        for _ in range(8):
            angle, away = draw.uniform(0, 2 * math.pi), math.sqrt(draw.uniform(0.0, 0.82))
            tries.append((away * math.cos(angle), away * math.sin(angle)))
        found.append(max(tries, key=lambda one: min((math.dist(one, other) for other in found), default=2.0)))
    return found


def _mine(surface: pygame.Surface, at: Point, size: float, colour: Colour) -> None:
    """A horned mine."""
    tone = mix(colour, (20, 24, 32), 0.25)
    for index in range(6):
        dx, dy = bearing(60 * index + 30)
        ink.line(surface, tone, at, (at[0] + dx * size * 1.6, at[1] + dy * size * 1.6), 1.2)
    ink.disc(surface, tone, at, size)
    ink.disc(surface, mix(tone, (255, 255, 255), 0.5), (at[0] - size * 0.3, at[1] - size * 0.3), size * 0.3)


def _arrow(direction: Point, colour: Colour, size: int) -> pygame.Surface:
    made = ink.layer((size * 4, size * 4))
    middle, (dx, dy) = (size * 2.0, size * 2.0), direction
    tip = (middle[0] + dx * size, middle[1] + dy * size)
    wings = [
        (middle[0] - dx * size * 0.3 - side * dy * size * 0.8, middle[1] - dy * size * 0.3 + side * dx * size * 0.8)
        for side in (-1, 1)
    ]
    ink.polyline(made, colour, [wings[0], tip, wings[1]], 2.6)
    ink.line(made, colour, (middle[0] - dx * size, middle[1] - dy * size), tip, 2.6)
    return made


def _star(size: int, colour: Colour) -> pygame.Surface:
    made = ink.layer((size * 2 + 4, size * 2 + 4))
    middle = size + 2
    points = [
        (middle + math.sin(math.pi * step / 5) * reach, middle - math.cos(math.pi * step / 5) * reach)
        for step in range(10)
        for reach in (size if step % 2 == 0 else size * 0.42,)
    ]
    pygame.draw.polygon(made, colour, points)
    ink.polyline(made, (20, 18, 12), points, 1.2, closed=True)
    return made


def _line_stroke(
    points: list[Point], colour: ink.Ink, width: float = 1.0
) -> Callable[[pygame.Surface, int, int], None]:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        seen = pygame.Rect(surface.get_clip()).inflate(20, 20)
        for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
            found = seen.clipline(ax + dx, ay + dy, bx + dx, by + dy)
            if found:
                ink.line(surface, colour[:3], found[0], found[1], width)

    return draw


def _circle_stroke(middle: Point, reach: float, colour: Colour) -> Drawing:
    return _line_stroke(ink.arc_points(middle, reach, 0, 360), colour, 1.5)
