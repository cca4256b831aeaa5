"""The plan of a table on one page: its sheets, land, minefields, and the named start positions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from game.paper.map_style import COAST, FOUL, LAND, PER, SEA, SEA_LINE, THOUSAND, sheet_name
from game.paper.pdf_writer import INK, SOFT, Colour, PdfWriter, Point
from game.words import tr
from rules.kernel.view import Ground, View

NAME_PT = 5.5
NAME_HIGH = 2.1  # mm
BESIDE = 1.8  # mm from the centre of a ship to her name
AROUND = ((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1))  # directions of a name
FURTHEST = 8  # most multiples of that distance; farther names get a line
CORNERS = 48  # number of points of a circle

Box = tuple[float, float, float, float]  # left, top, right, bottom


class _Labels:
    """Placement of names without overlap in a frame, in millimetres."""

    def __init__(self, press: PdfWriter, frame: Box) -> None:
        self.press, self.frame = press, frame
        self.taken: list[Box] = []

    def keep_free(self, points: Iterable[Point], around: float = 0.2) -> None:
        """Reserve an area where something is drawn."""
        xs, ys = zip(*points, strict=True)
        self.taken.append((min(xs) - around, min(ys) - around, max(xs) + around, max(ys) + around))

    def write(self, at: Point, words: str) -> None:
        """Draw a name near its place; with a line if it is farther away."""
        wide = self.press.width(words, "text", NAME_PT)
        spots = list(self._spots(at, wide))
        away, box = next(((far, box) for far, box in spots if self._is_free(box)), spots[0])
        self.taken.append(box)
        if away > 1:
            near = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
            self.press.line(at, near, SOFT, 0.08)
        self.press.text((box[0], box[3] - 0.45), words, "text", NAME_PT, INK)

    def _spots(self, at: Point, wide: float) -> Iterator[tuple[int, Box]]:
        for far in range(1, FURTHEST + 1):
            for x, y in AROUND:
                left = at[0] - wide / 2 if not x else at[0] + BESIDE if x > 0 else at[0] - BESIDE - wide
                top = at[1] - NAME_HIGH / 2 + y * (NAME_HIGH + 0.2) * far
                yield far, (left, top, left + wide, top + NAME_HIGH)

    def _is_free(self, box: Box) -> bool:
        left, top, right, bottom = self.frame
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        return not any(box[0] < c and a < box[2] and box[1] < d and b < box[3] for a, b, c, d in self.taken)


def lay_plan(
    press: PdfWriter, view: View, name: str, cuts: tuple[list[float], list[float]], colours: dict[str, Colour]
) -> None:
    """Draw the whole table on one page, with its sheets and start positions."""
    ground = view.ground
    assert ground is not None
    unit = PER[ground.unit] / THOUSAND
    wide, high = (length * unit for length in ground.size)
    press.page(tr("{name}: plan of the table", name=name), across=wide > high)
    left, top, room_wide, room_high = press.room
    share = min(room_wide / wide, (room_high - 8) / high)

    def at(x: float, y: float) -> Point:
        return left + x * share, top + y * share

    labels = _Labels(press, (left, top, left + wide * share, top + high * share))
    _draw_ground(press, ground, cuts, at(0, 0), share, labels)
    for marker in view.markers:
        if marker.kind == "circle":
            (x, y), radius = at(marker.places[0][0] * unit, marker.places[0][1] * unit), marker.value * unit * share
            turns = [math.tau * step / CORNERS for step in range(CORNERS)]
            ring = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
            press.shape(ring, None, colours.get(marker.side, INK), 0.2)
            for line, words in ((-0.4, tr("mines")), (1.8, marker.text)):
                half = press.width(words, "text", NAME_PT) / 2
                press.text((x - half, y + line), words, "text", NAME_PT, colours.get(marker.side, INK))
                labels.keep_free(((x - half, y + line - NAME_HIGH), (x + half, y + line)))
    placed = [(piece, at(piece.at[0] * unit, piece.at[1] * unit)) for piece in view.pieces]
    for piece, (x, y) in placed:
        angle = math.radians(piece.facing)
        ahead, beam = (math.sin(angle) * 2.2, -math.cos(angle) * 2.2), (math.cos(angle) * 0.9, math.sin(angle) * 0.9)
        corners = [(x + ahead[0], y + ahead[1]), (x - ahead[0] / 2 + beam[0], y - ahead[1] / 2 + beam[1])]
        corners.append((x - ahead[0] / 2 - beam[0], y - ahead[1] / 2 - beam[1]))
        press.shape(corners, colours.get(piece.side, INK), None)
        labels.keep_free(corners)
    for piece, middle in placed:
        labels.write(middle, piece.tag or piece.name)
    size = " by ".join(f"{length / THOUSAND:g}" for length in ground.size)
    press.text((left, top + high * share + 5), f"{size} {ground.unit} · {ground.scale}", "text", 8, SOFT)


def _draw_ground(
    press: PdfWriter,
    ground: Ground,
    cuts: tuple[list[float], list[float]],
    corner: Point,
    share: float,
    labels: _Labels,
) -> None:
    """Draw sea, land and shoals, the sheets and their names."""
    unit = PER[ground.unit] / THOUSAND
    wide, high = (length * unit for length in ground.size)

    def at(x: float, y: float) -> Point:
        return corner[0] + x * share, corner[1] + y * share

    press.box(corner, (wide * share, high * share), SEA, INK, 0.3)
    for colour, points in [(LAND, p) for _, p in ground.outlines] + [(FOUL, p) for _, _, p in ground.foul]:
        press.shape([at(x * unit, y * unit) for x, y, *_ in points], colour, COAST, 0.2)
    for x in cuts[0][1:]:
        press.line(at(x, 0), at(x, high), SEA_LINE, 0.12)
    for y in cuts[1][1:]:
        press.line(at(0, y), at(wide, y), SEA_LINE, 0.12)
    for row, y in enumerate(cuts[1]):
        for column, x in enumerate(cuts[0]):
            px, py = at(x, y)
            name = sheet_name(row, column)
            press.text((px + 1, py + 3), name, "text", NAME_PT, SOFT)
            labels.keep_free(((px + 1, py + 3 - NAME_HIGH), (px + 1 + press.width(name, "text", NAME_PT), py + 3)))
