"""Markers of tables measured in inches: entry and exit boxes, base lines, tracks through minefields, how a ship came
through torpedoes, searchlights.

box: the corners of a square at the table's edge, facing (out of the table), text. baseline: the ends of a side's edge,
facing outwards, text. swept: places[0] the middle of a circle, value its radius, the other places a way through it.
passage: a place and words; value above 0: nothing happens to her. beam: the ship, then whom her lights have found;
value (their reach), facing where they have found nobody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

import pygame

from game.boards import ink
from game.boards.items import Item, Sprite, Stroke, centred
from game.boards.layout import Point
from game.boards.markers import LARGEST
from game.boards.table_layout import bearing, degrees
from game.boards.table_marks import SPOTS, TableMarks
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

HATCH = 26  # pixels between the strokes of a box
SPREAD = 7  # steps along a ring for each inch of its radius
BEAMS = (-38, 4, 47)  # degrees off the bow in which searchlights point that have found nobody
BEAM_WIDE = 9  # degrees to each side of a beam
LAMP: Colour = (255, 238, 178)


class InchMarks(TableMarks):
    """Draws the markers of a table, those of one measured in inches among them."""

    def _press(self, marker: Marker, zoom: float) -> Iterator[Item]:
        table: dict[str, Callable[[Marker, float], Iterator[Item]]] = {
            "box": self._box, "baseline": self._base_line, "swept": self._swept, "passage": self._passage,
            "beam": self._beam,
        }  # fmt: skip
        found = table.get(marker.kind) if marker.places else None
        return found(marker, zoom) if found is not None else super()._press(marker, zoom)

    def _first_spot(self, marker: Marker) -> int:
        """Not at the same side for all rings around a ship, so that their words do not meet."""
        return marker.value // 1000 * SPREAD % SPOTS

    def _box(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A square of water at the table's edge, hatched at its rim, with arrows that way and its name."""
        corners, colour = self._centres(marker, zoom), self.inks.palette.gold
        box = ink.bounds(corners, 4)
        if max(box.size) <= LARGEST:
            made = ink.layer(box.size)
            local = [(x - box.x, y - box.y) for x, y in corners]
            pygame.draw.polygon(made, (*colour, 26), local)
            ink.dashed(made, (*colour, 230), [*local, local[0]], 2.0, 12, 7)
            yield Sprite(made, box.x, box.y)
        dx, dy = bearing(marker.facing)
        if marker.text.startswith("Entry"):
            dx, dy = -dx, -dy
        middle = (box.centerx, box.centery)
        size = min(box.width, box.height) * 0.16
        yield centred(_chevrons((round(dx, 3), round(dy, 3)), colour, max(6, round(size))), *middle)
        yield from self._words(marker.text, middle[0], middle[1] + box.height * 0.34, colour)

    def _base_line(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """A side's edge of the table in its colour, and whose it is."""
        (ax, ay), (bx, by) = self._centres(marker, zoom)[:2]
        colour, (dx, dy) = self._colour(marker), bearing(marker.facing)
        inset = 3.0
        ends = [(ax - dx * inset, ay - dy * inset), (bx - dx * inset, by - dy * inset)]
        yield Stroke(_long_line(ends, colour, 4.0))
        if marker.text:
            tag = self._tag_picture(marker.text)
            deep = 17 + (tag.get_width() if abs(dx) > 0.5 else tag.get_height()) / 2
            shares = (3, 9, 2, 10, 4, 8, 5, 7, 6)
            spots = [
                (ax + (bx - ax) * share / 12 - dx * deep, ay + (by - ay) * share / 12 - dy * deep) for share in shares
            ]
            yield self._words_at(tag, spots, zoom)

    def _swept(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """The part of a ship's way that lay inside a minefield, in red."""
        spots = self._centres(marker, zoom)
        middle, reach = spots[0], self._reach(marker, zoom)
        tone = self.inks.palette.bad
        for start, end in zip(spots[1:], spots[2:], strict=False):
            part = _inside(start, end, middle, reach)
            if part is not None:
                yield Stroke(_long_line([part[0], part[1]], (10, 12, 18), 5.0))
                yield Stroke(_long_line([part[0], part[1]], tone, 3.0))

    def _passage(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """What a torpedo marker meant for a ship: a small flag where she left it."""
        (x, y), palette = self._centres(marker, zoom)[0], self.inks.palette
        tone = palette.good if marker.value else palette.bad
        words = self.book.font("bold", round(12 * self.ui_scale)).render(marker.text, True, tone)
        made = ink.layer((words.get_width() + 10, words.get_height() + 4))
        made.fill((*palette.panel, 225))
        pygame.draw.rect(made, tone, made.get_rect(), 1, 3)
        made.blit(words, (5, 2))
        yield centred(made, x, y - 20 * self.ui_scale)

    def _beam(self, marker: Marker, zoom: float) -> Iterator[Item]:
        """The water around a ship with her lights on, and her beams."""
        (x, y), *lit = self._centres(marker, zoom)
        reach = self._reach(marker, zoom)
        turns = tuple(degrees(bx - x, by - y) for bx, by in lit) or tuple(marker.facing + off for off in BEAMS)
        if 4 < reach * 2 <= LARGEST:
            yield centred(_lit_water(round(reach), turns, self.inks.dark), x, y)
        yield Stroke(_long_line(ink.arc_points((x, y), reach, 0, 360), mix(LAMP, self.inks.tints[0], 0.35), 1.2))


@lru_cache(maxsize=24)
def _lit_water(reach: int, turns: tuple[int, ...], dark: bool) -> pygame.Surface:
    """A pale disc that fades outwards, with beams in it on these headings."""
    small = max(24, min(reach, 260))  # drawn small and soft, then enlarged
    made = ink.layer((2 * small + 2, 2 * small + 2))
    middle = (small + 1.0, small + 1.0)
    strength = 1.0 if dark else 0.75
    for step in range(12, 0, -1):
        ink.disc(made, (*LAMP, round((10 + 3 * (12 - step)) * strength)), middle, small * step / 12)
    for turn in turns:
        beam = ink.layer(made.get_size())
        first, last = turn - BEAM_WIDE, turn + BEAM_WIDE
        pygame.draw.polygon(beam, (*LAMP, round(58 * strength)), [middle, *ink.arc_points(middle, small, first, last)])
        made.blit(beam, (0, 0))
    soft = pygame.transform.gaussian_blur(made, 3)
    return soft if small == reach else pygame.transform.smoothscale(soft, (2 * reach + 2, 2 * reach + 2))


@lru_cache(maxsize=16)
def _chevrons(direction: Point, colour: Colour, size: int) -> pygame.Surface:
    """Two chevrons one behind the other."""
    made = ink.layer((size * 5, size * 5))
    middle, (dx, dy) = size * 2.5, direction
    for step in (-0.55, 0.55):
        tip = (middle + dx * size * (step + 0.5), middle + dy * size * (step + 0.5))
        wings = [(tip[0] - dx * size - side * dy * size, tip[1] - dy * size + side * dx * size) for side in (-1, 1)]
        ink.polyline(made, (*colour, 200), [wings[0], tip, wings[1]], max(2.0, size * 0.22))
    return made


def _inside(start: Point, end: Point, middle: Point, reach: float) -> tuple[Point, Point] | None:
    """The part of a straight leg inside a circle."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    fx, fy = start[0] - middle[0], start[1] - middle[1]
    a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - reach * reach
    root = b * b - 4 * a * c
    if a < 1e-9 or root <= 0:
        return None
    first, last = ((-b + sign * math.sqrt(root)) / (2 * a) for sign in (-1, 1))
    first, last = max(0.0, first), min(1.0, last)
    if first >= last:
        return None
    return (start[0] + dx * first, start[1] + dy * first), (start[0] + dx * last, start[1] + dy * last)


def _long_line(points: list[Point], colour: ink.Ink, width: float) -> Callable[[pygame.Surface, int, int], None]:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        seen = pygame.Rect(surface.get_clip()).inflate(20, 20)
        for (ax, ay), (bx, by) in zip(points, points[1:], strict=False):
            found = seen.clipline(ax + dx, ay + dy, bx + dx, by + dy)
            if found:
                ink.line(surface, colour[:3], found[0], found[1], width)

    return draw
