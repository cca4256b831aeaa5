"""The stands of a land unit from above: foot, horse, camels, guns and machine guns in their formation and coats.

A unit is drawn in its own frame, `u` along its front to the right and `v` forward, as fractions of its field, and
turned to its facing. Each Kill lays men of the rearmost stand down; a stand that is lost is an empty base with its
fallen. A broken unit (Shaken or Disordered) is drawn with stands askew and men scattered.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from game.boards import drawing_tools
from game.boards.layout import Point
from game.ui.theme import Colour, mix
from rules.kernel.view import Stand

FINE = 4
BASE: Colour = (226, 208, 164)
EDGE: Colour = (58, 44, 26)
WOOD: Colour = (116, 82, 48)
METAL: Colour = (58, 62, 70)
BRASS: Colour = (190, 150, 74)
HORSE: Colour = (104, 68, 42)
CAMEL: Colour = (190, 150, 98)
SKIN: Colour = (96, 66, 48)


@dataclass(frozen=True)
class Coats:
    """What the men of a nation look like from above."""

    coat: Colour
    head: Colour


COATS = {
    "british": Coats((176, 42, 38), (244, 240, 228)),
    "khaki": Coats((176, 148, 100), (236, 226, 200)),
    "highland": Coats((178, 44, 40), (40, 60, 44)),
    "guards": Coats((150, 140, 128), (244, 240, 228)),
    "naval": Coats((34, 52, 98), (244, 244, 244)),
    "rifles": Coats((44, 62, 46), (60, 60, 56)),
    "indian": Coats((174, 52, 44), (226, 206, 158)),
    "sikh": Coats((186, 154, 104), (60, 80, 140)),
    "egyptian": Coats((214, 206, 184), (180, 40, 40)),
    "sudanese": Coats((196, 176, 128), (150, 30, 36)),
    "colonial": Coats((92, 84, 70), (168, 138, 92)),
    "nnc": Coats((120, 84, 60), (206, 44, 44)),
    "ansar": Coats((246, 242, 230), (222, 196, 140)),
    "beja": Coats((214, 196, 164), (40, 30, 24)),
    "zulu": Coats((112, 70, 46), (64, 44, 34)),
    "pathan": Coats((226, 218, 196), (96, 108, 138)),
    "afghan": Coats((110, 72, 58), (52, 44, 44)),
    "boer": Coats((112, 92, 68), (150, 118, 76)),
    "ashanti": Coats((186, 120, 60), (60, 42, 32)),
    "boxer": Coats((70, 84, 130), (196, 40, 40)),
}

# The middles of four stands and half their size, by formation: (u, v) each, then (half along u, half along v).
_PLACES: dict[str, tuple[tuple[Point, ...], Point]] = {
    "line": (((-0.36, 0.0), (-0.12, 0.0), (0.12, 0.0), (0.36, 0.0)), (0.114, 0.19)),
    "skirmish": (((-0.375, 0.06), (-0.125, -0.06), (0.125, 0.06), (0.375, -0.06)), (0.108, 0.13)),
    "column": (((0.0, 0.36), (0.0, 0.12), (0.0, -0.12), (0.0, -0.36)), (0.15, 0.108)),
    "deep": (((0.0, 0.36), (0.0, 0.12), (0.0, -0.12), (0.0, -0.36)), (0.19, 0.112)),
    "mass": (((-0.2, 0.19), (0.2, 0.19), (-0.2, -0.19), (0.2, -0.19)), (0.19, 0.175)),
    "ranks": (((-0.22, 0.2), (0.22, 0.2), (-0.22, -0.2), (0.22, -0.2)), (0.19, 0.16)),
    "mounted": (((-0.36, 0.0), (-0.12, 0.0), (0.12, 0.0), (0.36, 0.0)), (0.114, 0.23)),
    "square": (((0.0, 0.3), (0.3, 0.0), (0.0, -0.3), (-0.3, 0.0)), (0.3, 0.1)),
}
ASKEW = ((0.16, -0.3), (-0.14, 0.34), (0.1, 0.26), (-0.18, -0.36))  # shift, in half stands
_HAND = ((-0.3, -0.22), (0.24, -0.3), (0.02, 0.04), (-0.26, 0.3), (0.3, 0.26), (0.0, -0.36), (-0.02, 0.36))


def coats(nation: str, side: Colour) -> Coats:
    """Return the coats of a nation; for an unknown nation, those of its side."""
    return COATS.get(nation, Coats(mix(side, (255, 255, 255), 0.25), (240, 234, 216)))


@lru_cache(maxsize=512)
def draw_stands(
    stand: Stand, size: tuple[int, int], direction: Point, side: Colour, broken: bool = False
) -> pygame.Surface:
    """Return the stands of a unit facing a direction, filling a field of `size` pixels.

    `broken`: drawn out of order.
    """
    wide, high = size[0] * FINE, size[1] * FINE
    made = drawing_tools.layer((wide, high))
    field = _Field(made, (wide / 2, high / 2), 1.04 * min(wide, high), direction, coats(stand.nation, side))
    if stand.figure in _SINGLE or stand.count == 1:
        _SINGLE.get(stand.figure, _gun)(field, stand)
    else:
        _unit(field, stand, wide, high, broken)
    return pygame.transform.smoothscale(made, size)


class _Field:
    """Draws in a unit's own frame: (u, v) as fractions of the field's scale."""

    def __init__(self, surface: pygame.Surface, middle: Point, scale: float, direction: Point, dress: Coats) -> None:
        self.surface, self.middle, self.scale, self.dress = surface, middle, scale, dress
        self.forward = direction
        self.right = (-direction[1], direction[0])

    def at(self, u: float, v: float) -> Point:
        return (
            self.middle[0] + (u * self.right[0] + v * self.forward[0]) * self.scale,
            self.middle[1] + (u * self.right[1] + v * self.forward[1]) * self.scale,
        )

    def shape(
        self, colour: drawing_tools.Ink, points: list[Point], edge: Colour | None = EDGE, width: float = 0.012
    ) -> None:
        placed = [self.at(u, v) for u, v in points]
        pygame.draw.polygon(self.surface, colour, placed)
        if edge is not None:
            drawing_tools.polyline(self.surface, edge, placed, max(1.5, width * self.scale), closed=True)

    def outline(self, points: list[Point], colour: drawing_tools.Ink) -> None:
        placed = [self.at(u, v) for u, v in points]
        step = max(4.0, 0.03 * self.scale)
        drawing_tools.draw_dashes(
            self.surface, colour, [*placed, placed[0]], max(2.0, 0.014 * self.scale), step, step * 0.8
        )

    def disc(self, colour: drawing_tools.Ink, u: float, v: float, radius: float) -> None:
        drawing_tools.disc(self.surface, colour, self.at(u, v), max(1.0, radius * self.scale))

    def line(self, colour: Colour, start: Point, end: Point, width: float) -> None:
        drawing_tools.line(self.surface, colour, self.at(*start), self.at(*end), max(1.5, width * self.scale))


def _unit(field: _Field, stand: Stand, wide: float, high: float, broken: bool) -> None:
    """Draw four stands in their formation, as large as the field allows in this facing."""
    formation = stand.formation if stand.formation in _PLACES else "line"
    middles, half = _PLACES[formation]
    if formation == "mounted" and stand.figure == "camel":
        half = (half[0], 0.22)
    reach = [
        (u + su * _half_of(formation, index, half)[0], v + sv * _half_of(formation, index, half)[1])
        for index, (u, v) in enumerate(middles)
        for su in (-1, 1)
        for sv in (-1, 1)
    ]
    across = max(abs(u * field.right[0] + v * field.forward[0]) for u, v in reach)
    down = max(abs(u * field.right[1] + v * field.forward[1]) for u, v in reach)
    field.scale = min(0.47 * wide / across, 0.47 * high / down, 1.15 * min(wide, high))
    each = max(1, stand.limit // 4) if stand.limit else 99
    for index, (u, v) in enumerate(middles):
        felled = min(1.0, max(0.0, (stand.kills - (3 - index) * each) / each))
        if index == 0:
            felled = min(felled, 0.75)  # a stand stays on the field until its last Kill removes it
        out = (u, v)
        if broken:
            field.scale *= 0.97 if index == 0 else 1.0
            out = (u + ASKEW[index][0] * half[0], v + ASKEW[index][1] * half[1])
        _stand(field, stand, out, _half_of(formation, index, half), (formation, index, felled, broken))


def _half_of(formation: str, index: int, half: Point) -> Point:
    """Return half the size of stand `index`; stands in the sides of a square lie along their own front."""
    return (half[1], half[0] * 0.66) if formation == "square" and index % 2 else half


def _stand(field: _Field, stand: Stand, middle: Point, half: Point, which: tuple[str, int, float, bool]) -> None:
    """Draw one stand; `which`: formation, number, fraction that has fallen, and whether it is out of order."""
    formation, index, felled, broken = which
    (u, v), (a, b) = middle, half
    box = [(u - a, v - b), (u + a, v - b), (u + a, v + b), (u - a, v + b)]
    if broken:
        lean = ASKEW[index][1] * 0.5
        box = [(u + (x - u) - (y - v) * lean, v + (y - v) + (x - u) * lean) for x, y in box]
    loose = formation in ("skirmish", "ranks")
    if felled >= 1:
        field.shape((*EDGE, 60), box, None)
        field.outline(box, (250, 244, 226, 200))
        for number, (x, y) in enumerate(_HAND[:4]):
            _draw_fallen_man(field, u + x * 1.6 * a, v + y * 1.6 * b, min(a, b) * 0.3, number)
        return
    if loose:
        field.shape((*BASE, 70), box, None)
        field.outline(box, (252, 246, 228, 235))
    else:
        field.shape(BASE, box)
    if stand.figure in ("horse", "camel"):
        for number, side in enumerate((-0.46, 0.46)):
            if felled >= 0.5 and number:
                _draw_fallen_man(field, u + side * a, v, b * 0.4, index)
            else:
                _rider(field, stand.figure, (u + side * a, v + (0.2 * b if broken and number else 0.0)), b)
        return
    if formation == "square":
        spots = [(x, y) for x in (-0.7, -0.25, 0.25, 0.7) for y in (-0.2, 0.42)]
        if index % 2:
            spots = [(y, x) for x, y in spots]
    elif loose:
        spots = [(-0.46, 0.3), (0.42, -0.28)] if formation == "skirmish" else [(-0.5, 0.28), (0.06, -0.34), (0.52, 0.3)]
    elif stand.figure == "native" or formation in ("mass", "deep"):
        spots = [(x * 1.9, y * 1.7) for x, y in _HAND]
        spots = [(x, y) if index % 2 else (-x, y) for x, y in spots]
    else:
        spots = [(x, y) for x in (-0.6, 0.0, 0.6) for y in (-0.42, 0.42)]
    size = min(a, b) * (0.40 if loose else 0.32 if len(spots) < 7 else 0.29)
    down = round(len(spots) * felled)
    for number, (x, y) in enumerate(reversed(spots)):
        if broken:
            x, y = x + _HAND[(number + index) % 7][0] * 0.5, y + _HAND[(number * 2 + index) % 7][1] * 0.9
        if number < down:
            _draw_fallen_man(field, u + x * a, v + y * b, size, number)
        else:
            _man(field, u + x * a, v + y * b, size, stand.figure == "native" or formation in ("mass", "deep"))


def _draw_fallen_man(field: _Field, u: float, v: float, radius: float, number: int) -> None:
    """Draw a man who lies where he fell."""
    angle = 0.6 + 1.9 * number
    du, dv = math.cos(angle) * radius * 1.1, math.sin(angle) * radius * 1.1
    field.line(EDGE, (u - du, v - dv), (u + du, v + dv), radius * 1.15)
    field.line(mix(field.dress.coat, EDGE, 0.35), (u - du * 0.85, v - dv * 0.85), (u + du, v + dv), radius * 0.75)
    field.disc(mix(field.dress.head, EDGE, 0.3), u + du * 1.2, v + dv * 1.2, radius * 0.5)


def _man(field: _Field, u: float, v: float, radius: float, spear: bool) -> None:
    if spear:
        field.line(WOOD, (u + radius * 1.1, v - radius * 0.6), (u + radius * 1.1, v + radius * 1.9), radius * 0.28)
    else:
        field.line(METAL, (u + radius * 0.7, v), (u + radius * 0.7, v + radius * 2.0), radius * 0.34)
    field.disc(EDGE, u, v, radius * 1.16)
    field.disc(field.dress.coat, u, v, radius)
    field.disc(field.dress.head, u, v + radius * 0.1, radius * 0.56)


def _rider(field: _Field, figure: str, at: Point, reach: float) -> None:
    u, v = at
    tone = CAMEL if figure == "camel" else HORSE
    long, wide = reach * 0.86, reach * (0.25 if figure == "camel" else 0.22)
    body = [(u + math.sin(step) * wide, v - 0.06 * reach + math.cos(step) * long * 0.72) for step in _TURN]
    field.shape(tone, body, EDGE, 0.008)
    field.line(EDGE, (u, v + long * 0.5), (u, v + long), wide * 1.0)
    field.line(tone, (u, v + long * 0.5), (u, v + long * 0.96), wide * 0.66)
    if figure == "camel":
        field.disc(mix(CAMEL, EDGE, 0.3), u, v - long * 0.1, wide * 0.9)
    field.disc(EDGE, u, v, wide * 0.9)
    field.disc(field.dress.coat, u, v, wide * 0.76)
    field.disc(field.dress.head, u, v + wide * 0.1, wide * 0.42)


_TURN = tuple(math.tau * step / 18 for step in range(18))


# --- single stands ------------------------------------------------------------------------------------------------


def _wheels(field: _Field, v: float, apart: float, radius: float) -> None:
    field.line(EDGE, (-apart, v), (apart, v), 0.03)
    for side in (-apart, apart):
        field.line(EDGE, (side, v - radius), (side, v + radius), 0.072)
        field.line(WOOD, (side, v - radius * 0.92), (side, v + radius * 0.92), 0.036)


def _crew(field: _Field, spots: tuple[Point, ...]) -> None:
    for u, v in spots:
        _man(field, u, v, 0.062, False)


def _gun(field: _Field, stand: Stand) -> None:
    """Draw a field piece on its base: trail, wheels, barrel and crew."""
    _plate(field, 0.36, 0.44)
    heavy = {"mountain": 0.8, "heavy": 1.2}.get(stand.guns, 1.0)
    brass = BRASS if stand.guns in ("smoothbore", "mountain") else METAL
    if stand.formation == "limbered":
        _draw_team(field)
        return
    field.line(EDGE, (0, -0.02), (0, -0.36 * heavy), 0.1)
    field.line(WOOD, (0, -0.02), (0, -0.34 * heavy), 0.064)
    _wheels(field, 0.02, 0.17 * heavy, 0.13 * heavy)
    field.line(EDGE, (0, -0.1), (0, 0.4 * heavy), 0.1 * heavy)
    field.line(brass, (0, -0.08), (0, 0.385 * heavy), 0.066 * heavy)
    field.disc(EDGE, 0, -0.1, 0.05)
    _crew(field, ((-0.26, -0.2), (0.26, -0.2), (0.24, 0.22)))


def _machine_gun(field: _Field, stand: Stand) -> None:
    """Draw a machine gun on wheels: barrels side by side, hopper or belt, crew."""
    _plate(field, 0.36, 0.44)
    if stand.formation == "limbered":
        _draw_team(field)
        return
    field.line(EDGE, (0, 0.0), (0, -0.34), 0.09)
    field.line(WOOD, (0, 0.0), (0, -0.32), 0.056)
    _wheels(field, 0.0, 0.19, 0.14)
    barrels = {"gardner": (-0.035, 0.035), "nordenfelt": (-0.08, -0.027, 0.027, 0.08), "maxim": (0.0,)}
    spots = barrels.get(stand.guns, (-0.06, -0.02, 0.02, 0.06))
    wide = 0.1 if stand.guns == "maxim" else 0.034
    field.shape(METAL, [(-0.12, -0.1), (0.12, -0.1), (0.12, 0.1), (-0.12, 0.1)])
    for u in spots:
        field.line(EDGE, (u, 0.06), (u, 0.4), wide + 0.026)
        field.line(BRASS if stand.guns in ("gardner", "gatling", "nordenfelt") else METAL, (u, 0.07), (u, 0.39), wide)
    field.shape(BRASS, [(-0.06, -0.03), (0.06, -0.03), (0.06, 0.05), (-0.06, 0.05)])
    _crew(field, ((-0.26, -0.24), (0.0, -0.3), (0.26, -0.2)))


def _rocket(field: _Field, _stand: Stand) -> None:
    _plate(field, 0.34, 0.42)
    for leg in (-0.18, 0.18):
        field.line(WOOD, (0, 0.06), (leg, -0.18), 0.03)
    field.line(EDGE, (0, -0.2), (0, 0.36), 0.1)
    field.line(BRASS, (0, -0.18), (0, 0.34), 0.06)
    _crew(field, ((-0.24, 0.1), (0.24, -0.2)))


def _draw_team(field: _Field) -> None:
    """Draw a limbered gun: two animals in front, the gun behind."""
    for side in (-0.11, 0.11):
        _rider(field, "horse", (side, 0.17), 0.2)
    _wheels(field, -0.22, 0.16, 0.11)
    field.line(EDGE, (0, -0.02), (0, -0.38), 0.08)
    field.line(METAL, (0, -0.04), (0, -0.36), 0.046)


def _plate(field: _Field, a: float, b: float) -> None:
    field.shape(BASE, [(-a, -b), (a, -b), (a, b), (-a, b)])


def _leader(field: _Field, _stand: Stand) -> None:
    _rider(field, "horse", (0.0, -0.02), 0.42)
    field.line(EDGE, (0.2, -0.24), (0.2, 0.36), 0.04)
    field.shape(field.dress.coat, [(0.2, 0.36), (0.46, 0.27), (0.2, 0.16)])


def _mule(field: _Field, _stand: Stand) -> None:
    body = [(math.sin(step) * 0.13, math.cos(step) * 0.32 - 0.02) for step in _TURN]
    field.shape(mix(HORSE, (160, 150, 140), 0.4), body)
    field.line(EDGE, (0, 0.24), (0, 0.44), 0.12)
    for side in (-0.2, 0.2):
        field.shape(WOOD, [(side - 0.1, -0.15), (side + 0.1, -0.15), (side + 0.1, 0.13), (side - 0.1, 0.13)])


def _wagon(field: _Field, _stand: Stand) -> None:
    _wheels(field, 0.16, 0.2, 0.1)
    _wheels(field, -0.2, 0.2, 0.1)
    field.shape((238, 230, 206), [(-0.16, -0.34), (0.16, -0.34), (0.16, 0.28), (-0.16, 0.28)])


_SINGLE: dict[str, Callable[[_Field, Stand], None]] = {
    "gun": _gun, "mg": _machine_gun, "rocket": _rocket, "leader": _leader, "mule": _mule, "wagon": _wagon,
}  # fmt: skip
