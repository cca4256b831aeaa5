"""Ships seen from above, drawn from their own data: length, beam, turrets with barrels, funnels and torpedo mounts.

A plan is a list of shapes in fractions of the length: x from -0.5 (stern) to 0.5 (bow), y in the same unit, starboard
positive. Small counters and the unit card use the same plan. It shows damage: silenced turrets (one of three or four at
moderate damage, two of three at heavy), scorched decks, deckhouses shifted to the side of the list; a wreck is broken
in two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pygame

from game.boards import ashore, drawing_tools
from game.boards.hex_layout import Point
from game.ui.theme import Colour, mix
from rules.kernel.view import Hull

SMALL = ("hull", "gun", "struck", "barrel", "funnel", "tube", "hole", "scorch", "flame")  # parts that a counter shows
WRECKED = 4  # damage of a ship that is out of action or sunk
LIST = 0.14  # shift of the deckhouses for each level of damage beyond light, as a fraction of the half beam
_FINE = {"DD": 0.38, "APD": 0.38, "PT": 0.3, "CL": 0.36, "CA": 0.34, "BB": 0.3, "AP": 0.2, "AV": 0.26}
_GUN = {"BB": 0.034, "CA": 0.024, "CL": 0.022}


@dataclass(frozen=True)
class Shape:
    """A part of a ship. `points`: a polygon, the ends of a barrel, or the middle of a round part."""

    part: str
    points: tuple[Point, ...]
    radius: float = 0.0


@dataclass(frozen=True)
class Tones:
    """Colours of a ship's parts."""

    hull: Colour
    shade: Colour
    deck: Colour
    house: Colour
    gun: Colour
    dark: Colour
    edge: Colour

    def of(self, part: str) -> Colour:
        """Return the colour of a part."""
        table = {"hull": self.hull, "shade": self.shade, "deck": self.deck, "house": self.house, "gun": self.gun}
        table |= {
            "barrel": self.dark,
            "funnel": self.dark,
            "tube": self.gun,
            "hole": (26, 20, 18),
            "struck": (48, 36, 32),
        }
        return table.get(part, (240, 120, 40))


GREY = Tones(
    (222, 220, 210), (160, 162, 160), (196, 190, 172), (206, 206, 200), (150, 152, 152), (34, 36, 40), (20, 22, 28)
)


def half_beam(kind: str, along: float) -> float:
    """Return the half width (as a fraction of the half beam) at a fraction of the length from the bow: slim for
    destroyers, full for transports.
    """
    entry = _FINE.get(kind, 0.32)
    if along < entry:
        return math.pow(math.sin(math.pi / 2 * along / entry), 0.85 if entry > 0.25 else 0.6)
    if along > 0.74:
        return 1 - (0.5 if kind in ("DD", "APD", "PT") else 0.62) * math.pow((along - 0.74) / 0.26, 2)
    return 1.0


@cache
def plan(hull: Hull, fat: float = 1.0) -> tuple[Shape, ...]:
    """Return the shapes of a ship, the lowest first.

    `fat` widens the beam, so that a small drawing keeps its details.
    """
    beam = min(0.3, fat * hull.beam_ft / max(1, hull.length_ft)) / 2
    stations = [step / 28 for step in range(29)]
    side = [(0.5 - t, beam * half_beam(hull.type, t)) for t in stations]
    stern = [(-0.506, side[-1][1] * 0.62), (-0.508, 0.0)]
    starboard = [*side, *stern]
    port = [(x, -y) for x, y in reversed(starboard)]
    shapes = [Shape("hull", (*starboard, *port)), Shape("shade", (*starboard, (0.5, 0.0)))]
    deck = [(x * 0.965, y * 0.8) for x, y in side]
    shapes.append(Shape("deck", (*deck, *((x, -y) for x, y in reversed(deck)))))
    shapes += _houses(hull, beam)
    for place in hull.tubes:
        x, size = 0.5 - place / 1000, max(0.012, beam * 0.34)
        shapes.append(
            Shape(
                "tube",
                ((x - 2.2 * size, -size), (x + 2.2 * size, -size), (x + 2.2 * size, size), (x - 2.2 * size, size)),
            )
        )
    shapes += [Shape("funnel", ((0.5 - place / 1000, 0.0),), min(0.026, beam * 0.52)) for place in hull.funnels]
    silent = silent_turrets(len(hull.turrets), hull.damage)
    for number, (place, barrels) in enumerate(hull.turrets):
        shapes += (
            _silenced_turret(hull, place, barrels, beam) if number in silent else _turret(hull, place, barrels, beam)
        )
    holes = ((0.36, 0.4), (-0.22, -0.5), (0.1, -0.35), (-0.36, 0.3), (0.24, -0.6), (-0.05, 0.6))
    shapes += [
        Shape("hole", ((x, y * beam),), 0.009 + 0.004 * hull.damage) for x, y in holes[: min(6, 2 * hull.damage)]
    ]
    if hull.fire:
        flames = ((-0.08, 0.0, 0.05), (-0.03, -0.35, 0.035), (-0.13, 0.3, 0.03))
        shapes += [Shape("flame", ((x, y * beam),), radius) for x, y, radius in flames]
    if hull.damage >= WRECKED:
        return (Shape("outline", shapes[0].points), *_break_in_two(shapes))  # the hull first, to be measured
    return tuple(_listing(shapes, LIST * (hull.damage - 1) * beam) if hull.damage > 1 else shapes)


def silent_turrets(count: int, damage: int) -> tuple[int, ...]:
    """Return which of `count` turrets, numbered from the bow, are silenced at a damage of 0 to 4: the aftermost
    first.
    """
    struck = {2: -(-count // 3), 3: -(-2 * count // 3)}.get(damage, count if damage >= WRECKED else 0)
    order = [*range(count - 1, -1, -2), *range(count - 2, -1, -2)]
    return tuple(order[:struck])


def _listing(shapes: Iterable[Shape], lean: float) -> Iterable[Shape]:
    """Return the shapes above the hull, shifted to the side of the list."""
    for shape in shapes:
        off = 0.0 if shape.part in ("hull", "shade") else lean * (0.5 if shape.part == "deck" else 1.0)
        yield Shape(shape.part, tuple((x, y + off) for x, y in shape.points), shape.radius)


def _break_in_two(shapes: Iterable[Shape]) -> Iterable[Shape]:
    """Return a ship broken into two slightly turned halves with water between them."""
    for shape in shapes:
        for side, box in ((1, (0.035, -1.0, 1.0, 1.0)), (-1, (-1.0, -1.0, -0.035, 1.0))):
            if len(shape.points) > 2:
                points = tuple(drawing_tools.clip_polygon(shape.points, box))
                if len(points) < 3:
                    continue
            elif all((x > 0) == (side > 0) for x, _ in shape.points):
                points = shape.points
            else:
                continue
            turn = math.radians(11) * side
            cos, sin = math.cos(turn), math.sin(turn)
            yield Shape(
                shape.part, tuple((x * cos - y * sin, x * sin * side * 0.8 + y * cos) for x, y in points), shape.radius
            )


def _houses(hull: Hull, beam: float) -> Iterable[Shape]:
    places = [*hull.funnels, *hull.tubes]
    if not places:
        places = [480, 620]
    first, last = 0.5 - (min(places) - 110) / 1000, 0.5 - (max(places) + 60) / 1000
    wide = beam * (0.5 if hull.type in ("DD", "APD", "PT") else 0.62)
    block = [(last, -wide * 0.8), (last, wide * 0.8), (first - 0.03, wide), (first, wide * 0.55), (first, -wide * 0.55)]
    yield Shape("house", (*block, (first - 0.03, -wide)))
    yield Shape("bridge", ((first - 0.035, 0.0),), wide * 0.6)


def _turret(hull: Hull, place: int, barrels: int, beam: float) -> Iterable[Shape]:
    x = 0.5 - place / 1000
    ahead = 1.0 if place < 540 else -1.0
    radius = max(_GUN.get(hull.type, 0.017), beam * 0.44)
    radius = min(radius, beam * 0.74)
    gap = radius * 0.62
    for barrel in range(max(1, barrels)):
        y = (barrel - (barrels - 1) / 2) * gap if barrels > 1 else 0.0
        yield Shape("barrel", ((x, y), (x + ahead * radius * 2.5, y)))
    face, back = x + ahead * radius * 0.9, x - ahead * radius
    yield Shape("gun", ((face, -radius * 0.8), (face, radius * 0.8), (back, radius * 0.62), (back, -radius * 0.62)))


def _silenced_turret(hull: Hull, place: int, barrels: int, beam: float) -> Iterable[Shape]:
    """Return a silenced turret: scorched, its barrels askew."""
    x = 0.5 - place / 1000
    radius = min(max(_GUN.get(hull.type, 0.017), beam * 0.44), beam * 0.74)
    yield Shape("scorch", ((x, 0.0),), radius * 1.3)
    for barrel in range(max(1, barrels)):
        angle = math.radians(64 + 34 * barrel) * (1 if place < 540 else -1)
        yield Shape("barrel", ((x, 0.0), (x + math.cos(angle) * radius * 1.9, math.sin(angle) * radius * 1.9)))
    turned = [(0.7, -0.9), (1.0, 0.5), (-0.6, 0.95), (-0.9, -0.3)]
    yield Shape("struck", tuple((x + dx * radius, dy * radius) for dx, dy in turned))


def draw_plan(
    surface: pygame.Surface,
    shapes: Iterable[Shape],
    middle: Point,
    length: float,
    direction: Point,
    tones: Tones,
    parts: tuple[str, ...] = (),
) -> None:
    """Draw a ship `length` pixels long with its bow in a direction (a unit step); only the `parts` named, if any."""
    dx, dy = direction

    def at(point: Point) -> Point:
        x, y = point[0] * length, point[1] * length
        return middle[0] + x * dx - y * dy, middle[1] + x * dy + y * dx

    fine = max(1.0, length / 160)
    for shape in shapes:
        if shape.part == "outline" or (parts and shape.part not in parts):
            continue
        points = [at(point) for point in shape.points]
        if shape.part == "barrel":
            drawing_tools.line(surface, tones.dark, points[0], points[1], max(1.5, length * 0.009))
        elif shape.part == "scorch":
            drawing_tools.disc(surface, (30, 24, 22, 190), points[0], max(1.0, shape.radius * length))
        elif shape.part == "flame":
            drawing_tools.disc(surface, (214, 74, 28), points[0], max(2.0, shape.radius * length))
            drawing_tools.disc(surface, (255, 196, 84), points[0], max(1.0, shape.radius * length * 0.5))
        elif shape.radius:
            drawing_tools.disc(surface, tones.edge, points[0], max(1.0, shape.radius * length + fine * 0.7))
            drawing_tools.disc(
                surface,
                tones.house if shape.part == "bridge" else tones.of(shape.part),
                points[0],
                max(0.8, shape.radius * length - fine * 0.3),
            )
        else:
            pygame.draw.polygon(surface, tones.of(shape.part), points)
            if shape.part != "shade":
                drawing_tools.polyline(
                    surface,
                    tones.edge if shape.part != "deck" else mix(tones.deck, tones.edge, 0.3),
                    points,
                    fine,
                    closed=True,
                )


def portrait(hull: Hull, size: tuple[int, int], tones: Tones = GREY, fat: float = 1.15) -> pygame.Surface:
    """Return a ship seen from above and lit from the side, bow to the right, as large as fits in `size` pixels, on a
    transparent surface. A target ashore gets its own picture.
    """
    if hull.type == ashore.LAND:
        return ashore.picture(hull, size)
    fine = 3 if size[0] < 900 else 2
    wide, high = size[0] * fine, size[1] * fine
    shapes = plan(hull, fat)
    broad = max(abs(y) for shape in shapes for _, y in shape.points) * 2
    length = min(wide * 0.96, high * 0.84 / max(0.01, broad))
    middle = (wide / 2, high / 2)
    shadow = drawing_tools.layer((wide, high))
    outline = [(middle[0] + x * length, middle[1] + y * length + high * 0.05) for x, y in shapes[0].points]
    pygame.draw.polygon(shadow, (0, 0, 0, 110), outline)
    made = pygame.transform.gaussian_blur(shadow, max(2, round(high * 0.03)))
    draw_plan(made, shapes, middle, length, (1.0, 0.0), tones)
    light = drawing_tools.gradient_surface((wide, high), (255, 255, 255), (176, 180, 190))
    made.blit(light, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    if hull.damage >= 4:
        for end in (-1, 1):
            drawing_tools.line(
                made,
                (190, 40, 30),
                (middle[0] - length * 0.46, middle[1] - end * high * 0.3),
                (middle[0] + length * 0.46, middle[1] + end * high * 0.3),
                fine * 3,
            )
    return pygame.transform.smoothscale(made, size)
