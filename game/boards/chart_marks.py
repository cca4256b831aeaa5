"""Drawings of markers for every board. The fields that each kind uses:

smoke: places, value (radius; 0: a cell's), text (the phase in which it goes). torpedo: from, aimed at; value (turns
until it arrives), text. cone: places[0], facing or a second place, value. ring: places[0], value (radius), text.
circle: a minefield: places[0], value (radius), facing (how many mines are drawn), text. arc: places[0] and its edges
clockwise (places[1], places[2]), or facing or a second place and 30 degrees to each side; value (radius), text. wedge:
its four corners, narrow end first; value (torpedoes), text. wake: the way of the last move. line: places, text.
objective: places, value (radius), text. exit: places, facing. contact: the places of two units in melee.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Sprite, Stroke, centred_sprite
from game.boards.layout import Point, along
from game.boards.markers import LARGEST, VARIANTS, Drawing, MarkerPen, OnSurface, line_stroke, part, smoke_picture, star
from game.boards.table_layout import bearing, degrees
from game.boards.wreck_marks import WRECKS
from game.ui.theme import Colour, mix
from rules.kernel.view import Marker

SPOTS = 24  # places along a ring where its label may be drawn
MOST_MINES = 40
ARC = 30  # degrees to each side
RUNS = (0.8, 0.52, 0.32)  # how far along its path a salvo is drawn, by the turns until it arrives
DRAWN_TORPEDOES = 3


def smoke(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a bank on every place."""
    radius = max(8, round(pen.reach(marker, zoom) or pen.radius(zoom)))
    if radius * 2 > LARGEST:
        return
    for place, (x, y) in zip(marker.places, pen.centres(marker, zoom), strict=True):
        yield centred_sprite(smoke_picture(pen.inks.smoke, radius, sum(place) % VARIANTS), x, y)
    if marker.text and radius >= 14:
        x, y = pen.centres(marker, zoom)[0]
        spots = [(x, y + radius * step) for step in (0.62, -0.62, 1.3, -1.3)]
        yield pen.words_at(pen.tag(marker.text), [*spots, (x - radius * 1.6, y), (x + radius * 1.6, y)], zoom)


def torpedo(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield tracks fanning out from the tubes to the target, and the torpedoes part of the way."""
    spots = pen.centres(marker, zoom)
    start, end = spots[0], spots[min(1, len(spots) - 1)]
    length = math.dist(start, end)
    if length < 1:
        return
    colour, radius = pen.colour(marker), pen.radius(zoom)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    box = drawing_tools.bounds([start, end], radius)
    fine = 2
    made = drawing_tools.layer((box.width * fine, box.height * fine))
    foam = pen.foam()
    made.fill((*foam, 0))
    head = RUNS[min(max(0, marker.value), len(RUNS) - 1)]
    for index in range(DRAWN_TORPEDOES):
        spread = radius * 0.42 * ((index + 0.5) / DRAWN_TORPEDOES * 2 - 1)

        def at(share: float, spread: float = spread) -> Point:
            (x, y), wide = part(start, end, share), spread * (0.2 + 0.8 * share)
            return (x - dy * wide - box.x) * fine, (y + dx * wide - box.y) * fine

        tip = head - 0.05 * abs(index - (DRAWN_TORPEDOES - 1) / 2)
        for step in range(12):
            near, far = 0.1 + (tip - 0.1) * step / 12, 0.1 + (tip - 0.1) * (step + 1) / 12
            drawing_tools.line(made, (*foam, 24 + 13 * step), at(near), at(far), (1.0 + step * 0.16) * fine)
        dots = mix(colour, (255, 255, 255), 0.3)
        drawing_tools.draw_dashes(made, (*dots, 150), [at(tip + 0.03), at(0.96)], 1.3 * fine, 2 * fine, 6 * fine)
        _torpedo(made, at(tip), (dx, dy), max(12.0, radius * 0.33) * fine, colour)
    yield Sprite(pygame.transform.smoothscale(made, box.size), box.x, box.y)
    if marker.text:
        spots = [part(start, end, head * share) for share in (0.55, 0.35, 0.75, 0.95, 0.15)]
        yield pen.words_at(pen.tag(marker.text), spots, zoom)


def _torpedo(surface: pygame.Surface, tip: Point, direction: Point, length: float, colour: Colour) -> None:
    dx, dy = direction
    for tone, width in (((10, 12, 18), 0.3), (mix(colour, (255, 255, 255), 0.62), 0.19)):
        tail = tip[0] - dx * length, tip[1] - dy * length
        drawing_tools.line(surface, tone, tail, tip, length * width)
        drawing_tools.disc(surface, tone, tip, length * width / 2)
        fins = tail[0] + dx * length * 0.1, tail[1] + dy * length * 0.1
        reach = length * (width + 0.22) / 2
        ends = (fins[0] - dy * reach, fins[1] + dx * reach), (fins[0] + dy * reach, fins[1] - dx * reach)
        drawing_tools.line(surface, tone, *ends, length * width * 0.6)


def cone(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a searchlight's beam."""
    (x, y), reach = pen.centres(marker, zoom)[0], pen.reach(marker, zoom)
    if len(marker.places) > 1:
        reach = math.dist((x, y), pen.centres(marker, zoom)[-1]) + pen.radius(zoom)
    if not 0 < reach <= LARGEST:
        return
    dx, dy = pen.direction(marker)
    angle = math.degrees(math.atan2(dx, -dy))
    fans = [((x, y), *drawing_tools.arc_points((x, y), reach * share, angle - half, angle + half))
            for share, half in ((1.0, 9.0), (1.0, 6.0), (0.85, 4.0), (0.6, 2.6))]  # fmt: skip
    box = drawing_tools.bounds([point for fan in fans for point in fan], 6)
    coarse = 2 if reach < 300 else 4  # a soft beam needs no fine drawing
    small = (box.width // coarse + 1, box.height // coarse + 1)
    made = drawing_tools.layer(small)
    made.fill((255, 240, 168, 0))
    for fan in fans:
        beam = drawing_tools.layer(small)
        points = [((px - box.x) / coarse, (py - box.y) / coarse) for px, py in fan]
        pygame.draw.polygon(beam, (255, 240, 168, 42), points)
        made.blit(beam, (0, 0))
    made = pygame.transform.gaussian_blur(made, 2)
    yield Sprite(pygame.transform.smoothscale(made, box.size), box.x, box.y)


def ring(pen: MarkerPen, marker: Marker, zoom: float, first: int = 0) -> Iterator[Item]:
    """Yield a dashed ring and its label where it is visible and free: at the top, or starting with `first` of SPOTS."""
    (x, y), reach = pen.centres(marker, zoom)[0], pen.reach(marker, zoom)
    if reach < 2:
        return
    count = max(24, min(900, round(reach * 2 * math.pi / 13)))
    ends = [[360 * (index + far) / count for far in (0, 0.55)] for index in range(count)]
    dashes = [tuple(_circle_point((x, y), reach, turn) for turn in pair) for pair in ends]
    yield Stroke(_dashes(pen.whole(zoom), dashes, mix(pen.colour(marker), pen.inks.tints[0], 0.25)))
    if marker.text:
        spots = [_circle_point((x, y), reach, 360 * (first + index) / SPOTS) for index in range(SPOTS)]
        yield pen.words_at(pen.tag(marker.text), spots, zoom)


def _circle_point(middle: Point, reach: float, turn: float) -> Point:
    """Return the point of a circle in a direction."""
    dx, dy = bearing(turn)
    return middle[0] + dx * reach, middle[1] + dy * reach


def _dashes(board: pygame.Rect, dashes: list[tuple[Point, ...]], tone: Colour) -> OnSurface:
    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        seen = pygame.Rect(surface.get_clip()).clip(board.move(dx, dy)).move(-dx, -dy)
        for start, end in dashes:
            if board.collidepoint(start) and board.collidepoint(end) and seen.collidepoint(start):
                pygame.draw.aaline(surface, tone, (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy))

    return draw


def minefield(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a circle of sea with mines in it, in its owner's colour, with its label above."""
    (x, y), reach, colour = pen.centres(marker, zoom)[0], pen.reach(marker, zoom), pen.colour(marker)
    if 2 < reach * 2 <= LARGEST:
        made = drawing_tools.layer((reach * 2 + 8, reach * 2 + 8))
        made.fill((*colour, 0))
        at = (made.get_width() / 2, made.get_height() / 2)
        drawing_tools.disc(made, (*mix(colour, pen.inks.tints[0], 0.35), 62), at, reach)
        size = max(2.6, min(6.0, 4.2 * pen.ui_scale * zoom**0.3))
        for dx, dy in _scatter(marker.facing or 12, marker.places[0]):
            _mine(made, (at[0] + dx * reach * 0.9, at[1] + dy * reach * 0.9), size, colour)
        drawing_tools.polyline(made, (*colour, 255), drawing_tools.arc_points(at, reach, 0, 360), 1.5)
        yield centred_sprite(made, x, y)
    else:
        yield line_stroke(drawing_tools.arc_points((x, y), reach, 0, 360), colour, 1.5)
    if marker.text:
        out = reach + 11 * pen.ui_scale
        spots = [(x, y + step) for step in (-out, out, -reach * 0.5, reach * 0.5, 0.0)]
        yield pen.words_at(pen.bold(marker.text, colour), spots, zoom)


def arc(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield a sector, cut off at the edge of the board."""
    spots, colour = pen.centres(marker, zoom), pen.colour(marker)
    middle, reach = spots[0], pen.reach(marker, zoom) or 40.0
    if len(spots) > 2:
        first, last = (degrees(x - middle[0], y - middle[1]) for x, y in spots[1:3])
        last += 360 if last <= first else 0
    else:
        towards = degrees(*pen.direction(marker))
        first, last = towards - ARC, towards + ARC
    board = pen.whole(zoom)
    sector = [middle, *drawing_tools.arc_points(middle, reach, first, last)]
    rim = drawing_tools.clip_polygon(sector, (0.0, 0.0, float(board.width), float(board.height)))
    if len(rim) < 3:
        return
    box = drawing_tools.bounds(rim, 3)
    if max(box.size) <= LARGEST:
        made = drawing_tools.layer(box.size)
        local = [(x - box.x, y - box.y) for x, y in rim]
        pygame.draw.polygon(made, (*colour, 20), local)
        yield Sprite(made, box.x, box.y)
    yield line_stroke([*rim, rim[0]], mix(colour, pen.inks.tints[0], 0.4))
    if marker.text:
        spots = [_circle_point(middle, reach * share, (first + last) / 2) for share in (0.8, 0.9, 0.65)]
        yield pen.words_at(pen.bold(marker.text, colour), spots, zoom)


def wedge(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield running torpedoes: a wedge with its wide end marked, and how many there are."""
    corners, colour = pen.centres(marker, zoom), pen.colour(marker)
    if len(corners) < 3:
        return
    box = drawing_tools.bounds(corners, 6)
    made = drawing_tools.layer(box.size)
    local = [(x - box.x, y - box.y) for x, y in corners]
    pygame.draw.polygon(made, (*colour, 54), local)
    if len(local) == 4:
        near, far = part(local[0], local[1], 0.5), part(local[2], local[3], 0.5)
        for share in (0.25, 0.5, 0.75):
            ends = part(local[0], local[1], share), part(local[3], local[2], share)
            drawing_tools.draw_dashes(made, (*colour, 120), list(ends), 1.0, 7, 6)
        drawing_tools.polyline(made, (*colour, 230), local, 1.3, closed=True)
        drawing_tools.line(made, pen.inks.palette.good, local[2], local[3], max(3.0, 4.0 * min(1.4, zoom * 1.6)))
    else:
        near = far = (sum(x for x, _ in local) / len(local), sum(y for _, y in local) / len(local))
        drawing_tools.polyline(made, (*colour, 230), local, 1.3, closed=True)
    yield Sprite(made, box.x, box.y)
    x, y = part(near, far, 0.62)
    if marker.value:
        yield pen.ringed_number(marker.value, box.x + x, box.y + y, colour)
    yield from pen.words(marker.text, box.x + x, box.y + y + 22 * pen.ui_scale, colour, zoom)


def wake(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield foam astern along the way of the last move, fading towards where it began."""
    spots = pen.centres(marker, zoom)
    run = sum(math.dist(a, b) for a, b in zip(spots, spots[1:], strict=False))
    if run < 6 or run > LARGEST:
        return
    wide = max(3.5, min(13.0, 0.47 * pen.radius(zoom)))
    box = drawing_tools.bounds(spots, wide * 3)
    made = drawing_tools.layer(box.size)
    foam = pen.foam()
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
        drawing_tools.line(made, (*foam, round(40 + 150 * share)), *edge, 1.5)
    yield Sprite(made, box.x, box.y)


def line(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Draw a line from place to place, its label beside the middle."""
    spots, colour = pen.centres(marker, zoom), pen.colour(marker)
    if len(spots) > 1:
        yield line_stroke(spots, colour)
    middle = spots[len(spots) // 2]
    yield from pen.words(marker.text, middle[0], middle[1] - 12, colour, zoom)


def contact(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield crossed blades between two units in melee."""
    spots = pen.centres(marker, zoom)
    x, y = ((a + b) / 2 for a, b in zip(spots[0], spots[-1], strict=True))
    reach = max(9.0, pen.radius(zoom) * 0.4)
    made = drawing_tools.layer((reach * 2 + 6, reach * 2 + 6))
    middle = reach + 3
    drawing_tools.disc(made, (16, 12, 12), (middle, middle), reach)
    drawing_tools.disc(made, (176, 30, 44), (middle, middle), reach - 1.5)
    for side in (-1, 1):
        tip, hilt = (
            (middle + side * reach * 0.55, middle - reach * 0.6),
            (middle - side * reach * 0.5, middle + reach * 0.55),
        )
        drawing_tools.line(made, (252, 246, 232), hilt, tip, max(1.6, reach * 0.16))
        guard = (hilt[0] + side * reach * 0.22, hilt[1] - reach * 0.24)
        ends = (
            (guard[0] - reach * 0.2, guard[1] - side * reach * 0.2),
            (guard[0] + reach * 0.2, guard[1] + side * reach * 0.2),
        )
        drawing_tools.line(made, (236, 200, 110), *ends, max(1.4, reach * 0.12))
    yield centred_sprite(made, x, y)


def objective(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield highlighted cells with a star in each, the label below the first."""
    radius, colour = pen.radius(zoom), pen.inks.palette.gold
    for x, y in pen.centres(marker, zoom):
        made = drawing_tools.layer((radius * 2 + 6, radius * 2 + 6))
        middle = (radius + 3, radius + 3)
        pen.cell(made, middle, radius * 0.92, (*colour, 40), colour, max(1.5, radius * 0.06))
        star(made, middle, radius * 0.42, colour)
        yield centred_sprite(made, x, y)
    if marker.text:
        x, y = pen.centres(marker, zoom)[0]
        yield from pen.words(marker.text, x, y + radius * 1.15, colour, zoom)


def exit_cells(pen: MarkerPen, marker: Marker, zoom: float) -> Iterator[Item]:
    """Yield cells with arrows out of them."""
    radius, colour = pen.radius(zoom), pen.colour(marker)
    dx, dy = pen.layout.bearing(marker.facing)
    for x, y in pen.centres(marker, zoom):
        made = drawing_tools.layer((radius * 2 + 4, radius * 2 + 4))
        middle = (radius + 2, radius + 2)
        pen.cell(made, middle, radius * 0.94, (*colour, 46), (*colour, 200), 1.2)
        for step in (-0.3, 0.05, 0.4):
            tip = middle[0] + dx * radius * step, middle[1] + dy * radius * step
            arms = [
                (tip[0] - (dx - side * dy * 1.3) * radius * 0.28, tip[1] - (dy + side * dx * 1.3) * radius * 0.28)
                for side in (-1, 1)
            ]
            drawing_tools.polyline(made, (*colour, 230), [arms[0], tip, arms[1]], max(1.3, radius * 0.07))
        yield centred_sprite(made, x, y)


def _scatter(count: int, place: tuple[int, ...]) -> list[Point]:
    """Return random, evenly spread points in the unit circle; the same for a place on every machine."""
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
    """Draw a horned mine."""
    tone = mix(colour, (20, 24, 32), 0.25)
    for index in range(6):
        dx, dy = bearing(60 * index + 30)
        drawing_tools.line(surface, tone, at, (at[0] + dx * size * 1.6, at[1] + dy * size * 1.6), 1.2)
    drawing_tools.disc(surface, tone, at, size)
    drawing_tools.disc(surface, mix(tone, (255, 255, 255), 0.5), (at[0] - size * 0.3, at[1] - size * 0.3), size * 0.3)


CHART: dict[str, Drawing] = {
    "smoke": smoke, "torpedo": torpedo, "wedge": wedge, "cone": cone, "arc": arc, "ring": ring, "circle": minefield,
    "wake": wake, "line": line, "objective": objective, "exit": exit_cells, "contact": contact, **WRECKS,
}  # fmt: skip
