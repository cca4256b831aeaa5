"""Markers of tables, in thousandths of their unit: exits along the edge, entry and exit boxes, base lines, tracks
through minefields, results of torpedo markers, searchlights. Markers of all boards are in `chart_marks`.

exit: the ends of a stretch of the table's edge, facing outwards. box: the corners of a square at the table's edge,
facing (out of the table), text. baseline: the ends of a side's edge, facing outwards, text. swept: places[0] the middle
of a circle, value its radius, the other places a path through it. passage: a place and text; value above 0: the ship
was not hit. beam: the ship, then the ships her lights have found; value (range of the lights), facing if they have
found none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.chart_marks import CHART, SPOTS, ring
from game.boards.draw_items import Item, Sprite, centred_sprite
from game.boards.layout import Point
from game.boards.markers import LARGEST, Drawing, MarkerPen, line_stroke, part
from game.boards.table_layout import bearing, degrees
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

HATCH = 26  # pixels between the strokes of a box
SPREAD = 7  # steps along a ring for each inch of its radius
BEAMS = (-38, 4, 47)  # degrees off the bow of a searchlight that has found no ship
BEAM_WIDE = 9  # degrees to each side of a beam
LAMP: Colour = (255, 238, 178)


def stretch(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a stretch of the table's edge with arrows out of it and its label inside."""
    spots, colour = pen.centres(marker, zoom), pen.colour(marker)
    if len(spots) < 2:
        return
    (ax, ay), (bx, by) = spots[0], spots[-1]
    dx, dy = bearing(marker.facing)
    yield line_stroke([(ax, ay), (bx, by)], colour, 3.0)
    run = math.dist((ax, ay), (bx, by))
    arrow = _arrow((dx, dy), colour, round(9 * pen.ui_scale))
    for index in range(max(1, round(run / 90))):
        x, y = part((ax, ay), (bx, by), (index + 0.5) / max(1, round(run / 90)))
        yield centred_sprite(arrow, x - dx * 12, y - dy * 12)
    if marker.text:
        tag = pen.tag(marker.text)
        inset = 30 + (tag.get_width() / 2 if abs(dx) > 0.5 else tag.get_height() / 2)
        parts = (part((ax, ay), (bx, by), share / 12) for share in (6, 7, 5, 8, 4, 9, 3, 10, 2, 11, 1))
        yield pen.words_at(tag, [(x - dx * inset, y - dy * inset) for x, y in parts], zoom)


def turned_ring(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a ring; its label's position varies with the ring, so that labels of rings around one ship do not
    collide.
    """
    return ring(pen, marker, zoom, marker.value // 1000 * SPREAD % SPOTS)


def edge_box(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a square of water at the table's edge with a hatched rim, arrows in its direction and its name."""
    corners, colour = pen.centres(marker, zoom), pen.inks.palette.gold
    box = drawing_tools.bounds(corners, 4)
    if max(box.size) <= LARGEST:
        made = drawing_tools.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in corners]
        pygame.draw.polygon(made, (*colour, 26), local)
        drawing_tools.draw_dashes(made, (*colour, 230), [*local, local[0]], 2.0, 12, 7)
        yield Sprite(made, box.x, box.y)
    dx, dy = bearing(marker.facing)
    if marker.text.startswith("Entry"):
        dx, dy = -dx, -dy
    middle = (box.centerx, box.centery)
    size = min(box.width, box.height) * 0.16
    yield centred_sprite(_chevrons((round(dx, 3), round(dy, 3)), colour, max(6, round(size))), *middle)
    yield from pen.words(marker.text, middle[0], middle[1] + box.height * 0.34, colour, zoom)


def base_line(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a side's edge of the table in its colour, with its name."""
    (ax, ay), (bx, by) = pen.centres(marker, zoom)[:2]
    colour, (dx, dy) = pen.colour(marker), bearing(marker.facing)
    inset = 3.0
    ends = [(ax - dx * inset, ay - dy * inset), (bx - dx * inset, by - dy * inset)]
    yield line_stroke(ends, colour, 4.0)
    if marker.text:
        tag = pen.tag(marker.text)
        deep = 17 + (tag.get_width() if abs(dx) > 0.5 else tag.get_height()) / 2
        shares = (3, 9, 2, 10, 4, 8, 5, 7, 6)
        spots = [(ax + (bx - ax) * share / 12 - dx * deep, ay + (by - ay) * share / 12 - dy * deep) for share in shares]
        yield pen.words_at(tag, spots, zoom)


def mined_track(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield the part of a ship's path inside a minefield, in red."""
    spots = pen.centres(marker, zoom)
    middle, reach = spots[0], pen.reach(marker, zoom)
    tone = pen.inks.palette.bad
    for start, end in zip(spots[1:], spots[2:], strict=False):
        within = _inside(start, end, middle, reach)
        if within is not None:
            yield line_stroke(within, (10, 12, 18), 5.0)
            yield line_stroke(within, tone, 3.0)


def passage(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a small flag with the result of a torpedo marker, where the ship left it."""
    (x, y), palette = pen.centres(marker, zoom)[0], pen.inks.palette
    tone = palette.good if marker.value else palette.bad
    words = pen.book.word(marker.text, "bold", round(12 * pen.ui_scale), tone)
    made = drawing_tools.layer((words.get_width() + 10, words.get_height() + 4))
    made.fill((*palette.panel, 225))
    pygame.draw.rect(made, tone, made.get_rect(), 1, 3)
    made.blit(words, (5, 2))
    yield centred_sprite(made, x, y - 20 * pen.ui_scale)


def beam(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield the lit water around a ship with her searchlights on, and her beams."""
    (x, y), *lit = pen.centres(marker, zoom)
    reach = pen.reach(marker, zoom)
    turns = tuple(degrees(bx - x, by - y) for bx, by in lit) or tuple(marker.facing + off for off in BEAMS)
    if 4 < reach * 2 <= LARGEST:
        yield centred_sprite(_lit_water(round(reach), turns, pen.inks.dark), x, y)
    yield line_stroke(drawing_tools.arc_points((x, y), reach, 0, 360), mix(LAMP, pen.inks.tints[0], 0.35), 1.2)


@lru_cache(maxsize=24)
def _lit_water(reach: int, turns: tuple[int, ...], dark: bool) -> pygame.Surface:
    """Return a pale disc that fades outwards, with beams in it on these headings."""
    small = max(24, min(reach, 260))  # drawn small and soft, then enlarged
    made = drawing_tools.layer((2 * small + 2, 2 * small + 2))
    middle = (small + 1.0, small + 1.0)
    strength = 1.0 if dark else 0.75
    for step in range(12, 0, -1):
        drawing_tools.disc(made, (*LAMP, round((10 + 3 * (12 - step)) * strength)), middle, small * step / 12)
    for turn in turns:
        beam = drawing_tools.layer(made.get_size())
        first, last = turn - BEAM_WIDE, turn + BEAM_WIDE
        pygame.draw.polygon(
            beam, (*LAMP, round(58 * strength)), [middle, *drawing_tools.arc_points(middle, small, first, last)]
        )
        made.blit(beam, (0, 0))
    soft = pygame.transform.gaussian_blur(made, 3)
    return soft if small == reach else pygame.transform.smoothscale(soft, (2 * reach + 2, 2 * reach + 2))


@lru_cache(maxsize=16)
def _chevrons(direction: Point, colour: Colour, size: int) -> pygame.Surface:
    """Return two chevrons one behind the other."""
    made = drawing_tools.layer((size * 5, size * 5))
    middle, (dx, dy) = size * 2.5, direction
    for step in (-0.55, 0.55):
        tip = (middle + dx * size * (step + 0.5), middle + dy * size * (step + 0.5))
        wings = [(tip[0] - dx * size - side * dy * size, tip[1] - dy * size + side * dx * size) for side in (-1, 1)]
        drawing_tools.polyline(made, (*colour, 200), [wings[0], tip, wings[1]], max(2.0, size * 0.22))
    return made


def _inside(start: Point, end: Point, middle: Point, reach: float) -> tuple[Point, Point] | None:
    """Return the part of a straight leg inside a circle."""
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


def _arrow(direction: Point, colour: Colour, size: int) -> pygame.Surface:
    made = drawing_tools.layer((size * 4, size * 4))
    middle, (dx, dy) = (size * 2.0, size * 2.0), direction
    tip = (middle[0] + dx * size, middle[1] + dy * size)
    wings = [
        (middle[0] - dx * size * 0.3 - side * dy * size * 0.8, middle[1] - dy * size * 0.3 + side * dx * size * 0.8)
        for side in (-1, 1)
    ]
    drawing_tools.polyline(made, colour, [wings[0], tip, wings[1]], 2.6)
    drawing_tools.line(made, colour, (middle[0] - dx * size, middle[1] - dy * size), tip, 2.6)
    return made


TABLE: dict[str, Drawing] = CHART | {
    "exit": stretch, "ring": turned_ring, "box": edge_box, "baseline": base_line, "swept": mined_track,
    "passage": passage, "beam": beam,
}  # fmt: skip
