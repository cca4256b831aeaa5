"""Labels beside the models: each ship's name, gauges and badges, placed where they cover neither a base nor each
other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.boards import drawing_tools
from game.boards.counters import draw_badge
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point
from game.boards.lettering import with_halo
from game.ui.fonts import FontBook
from rules.kernel.view import Bar, Piece

HALO = 4
MOST_BADGES = 4
MOST_BARS = 2
MOST_FIELDS = 12  # gauges with more steps than this are drawn without divisions
FAR = 11  # pixels: a name further from its base than this has a line to it
GAPS = ((1, 0.0), (14, 260.0), (34, 900.0), (60, 1700.0), (92, 2700.0), (130, 3900.0))  # (pixels away, cost)
STRUCK = 6000  # cost of a line across a name: higher than that of the furthest place
SLID = 0.5  # steps in which a name is slid along the side of a base, as fractions of its width (or twice its height)
MOST_BLOCKS = 9


@dataclass(frozen=True)
class LabelAnchor:
    """A model that needs a name: the piece, its place and the corners of its base, on the zoomed world."""

    piece: Piece
    at: Point
    corners: tuple[Point, ...]


@dataclass(frozen=True)
class Label:
    """A label at its place on the zoomed world; `tie`: the line from it to its base, None if it needs none."""

    piece: str
    picture: pygame.Surface
    box: pygame.Rect
    tie: tuple[Point, Point] | None


class LabelSprites:
    """Draws names in one palette and finds room for them."""

    def __init__(self, inks: ChartInk, book: FontBook, ui_scale: float = 1.0) -> None:
        self.inks, self.book, self.ui_scale = inks, book, ui_scale
        self._kept: dict[object, pygame.Surface] = {}

    def picture(self, piece: Piece, selected: bool = False) -> pygame.Surface:
        """Return the picture of a piece's name with gauges and badges below."""
        words = piece.tag or piece.name
        key = (words, piece.bars, piece.badges, piece.ghost, selected)
        if key not in self._kept:
            if len(self._kept) > 400:
                self._kept.clear()
            self._kept[key] = self._render_label(words, piece, selected)
        return self._kept[key]

    def place_labels(self, standing: Sequence[LabelAnchor], selected: str, sheet: pygame.Rect) -> list[Label]:
        """Return a label on the sheet for every model that has room for one; the selected ship's always and first."""
        solid = {one.piece.id: _blocks(one) for one in standing}
        bases = [box for boxes in solid.values() for box in boxes]
        found: list[Label] = []
        far = FAR * self.ui_scale
        ranked = sorted(standing, key=lambda one: (one.piece.id != selected, -_weight(one.piece), one.piece.id))
        for one in ranked:
            if not (one.piece.tag or one.piece.name or one.piece.badges):
                continue
            chosen = one.piece.id == selected
            picture = self.picture(one.piece, chosen)
            box, covered = _room(picture.get_size(), one, (bases, found), sheet, far)
            if covered and not chosen:
                continue
            found.append(Label(one.piece.id, picture, box, _tie_line(one, box, far)))
        by_id = {one.piece.id: one for one in ranked}
        return _without_crossings(found, by_id, bases, sheet, far)

    def _render_label(self, words: str, piece: Piece, selected: bool) -> pygame.Surface:
        ui, palette = self.ui_scale, self.inks.palette
        role = "bold_italic" if selected else "title_italic"
        px = round((16 if selected else 18) * ui)
        colour = palette.ink_soft if piece.ghost else palette.ink
        name = self.book.word(words + " ", role, px, colour)
        bars = piece.bars[:MOST_BARS]
        wide = round(54 * ui)
        radius = round(8 * ui)
        badges = piece.badges[:MOST_BADGES]
        row = (wide if bars else 0) + (len(badges) * (2 * radius + 2) + (4 if bars else 0) if badges else 0)
        deep = max(2 * radius + 2 if badges else 0, _bars_height(bars, ui))
        foot = name.get_bounding_rect().bottom + 2 if deep else name.get_height()
        made = drawing_tools.layer((max(name.get_width(), row) + 2, foot + deep))
        made.blit(name, (0, 0))
        made = with_halo(made, self.inks.tints[0] if not self.inks.dark else self.inks.tints[1], HALO)
        top = HALO + foot
        y = top + (deep - _bars_height(bars, ui)) // 2
        for bar in bars:
            high = _bar_height(bar, ui)
            self._draw_bar(made, bar, pygame.Rect(HALO, y, wide, high))
            y += high + 2
        x = HALO + (wide + 4 if bars else 0) + radius
        for badge in badges:
            draw_badge(made, self.book, badge, (x, top + deep / 2), radius)
            x += 2 * radius + 2
        return made

    def _draw_bar(self, surface: pygame.Surface, bar: Bar, box: pygame.Rect) -> None:
        """Draw a gauge with a field for each step; shorter is worse, so colour is not the only sign."""
        palette = self.inks.palette
        share = max(0.0, min(1.0, bar.value / max(1, bar.limit)))
        tone = palette.good if share > 0.6 else palette.gold if share > 0.3 else palette.bad
        back = (26, 30, 36) if self.inks.dark else (222, 210, 180)
        fields = bar.limit if 1 < bar.limit <= MOST_FIELDS else 1
        for index in range(fields):
            left = box.left + round(index * box.width / fields)
            right = box.left + round((index + 1) * box.width / fields) - (1 if fields > 1 else 0)
            full = index < bar.value if fields > 1 else False
            surface.fill(tone if full else back, (left, box.top, right - left, box.height))
            if fields == 1:
                surface.fill(tone, (left, box.top, round((right - left) * share), box.height))
        pygame.draw.rect(surface, (12, 14, 18) if self.inks.dark else (70, 58, 34), box.inflate(2, 2), 1)


def _bar_height(bar: Bar, ui: float) -> int:
    return max(4, round((6 if bar.limit <= MOST_FIELDS else 5) * ui))


def _bars_height(bars: tuple[Bar, ...], ui: float) -> int:
    return sum(_bar_height(bar, ui) + 2 for bar in bars)


def _weight(piece: Piece) -> int:
    return max((hull.length_ft for hull in piece.hulls), default=0) + (1000 if piece.ready else 0)


def _blocks(one: LabelAnchor) -> list[pygame.Rect]:
    """Return boxes along a turned base that together fit it better than its bounding box."""
    xs, ys = [x for x, _ in one.corners], [y for _, y in one.corners]
    across, down = max(xs) - min(xs), max(ys) - min(ys)
    ahead = _long_axis(one.corners)
    length = math.hypot(*ahead) or 1.0
    dx, dy = abs(ahead[0]) / length, abs(ahead[1]) / length
    wide = max(4.0, (across - length * dx) / dy if dy > dx else (down - length * dy) / dx)
    if min(dx, dy) < 0.1:
        return [pygame.Rect(round(min(xs)), round(min(ys)), round(across), round(down))]
    count = max(1, min(MOST_BLOCKS, round(length / wide * 1.5)))
    half = (length / count * dx + wide * dy) / 2, (length / count * dy + wide * dx) / 2
    boxes = []
    for index in range(count):
        share = (index + 0.5) / count - 0.5
        x, y = one.at[0] + ahead[0] * share, one.at[1] + ahead[1] * share
        boxes.append(pygame.Rect(round(x - half[0]), round(y - half[1]), round(2 * half[0]), round(2 * half[1])))
    return boxes


def _long_axis(corners: tuple[Point, ...]) -> Point:
    """Return the line from stern to bow of a base; its first two corners are at the bow."""
    count = len(corners)
    bow = corners[0] if count != 4 else ((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2)
    middle = sum(x for x, _ in corners) / count, sum(y for _, y in corners) / count
    return 2 * (bow[0] - middle[0]), 2 * (bow[1] - middle[1])


def _room(
    size: tuple[int, int],
    one: LabelAnchor,
    taken: tuple[list[pygame.Rect], list[Label]],
    sheet: pygame.Rect,
    far: float,
) -> tuple[pygame.Rect, int]:
    """Return the best box for a label of a size, and how many pixels of it are covered.

    `taken`: boxes of bases and of labels already placed; `far`: a label farther than this from its base needs a line. A
    line across a name costs more than any way round it.
    """
    bases, found = taken
    solid = (bases, [label.box for label in found])
    xs, ys = [x for x, _ in one.corners], [y for _, y in one.corners]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    width, height = size
    best: tuple[float, pygame.Rect, int] | None = None
    for gap, extra in GAPS:
        for rank, (sx, sy) in enumerate(_SIDES):
            x = left - gap - width if sx == -1 else right + gap if sx == 1 else one.at[0] - width / 2
            y = top - gap - height if sy == -1 else bottom + gap if sy == 1 else one.at[1] - height / 2
            if abs(sx) == SLID:  # above or below, slid along the base
                x += sx * width
            elif abs(sy) == SLID:
                y += sy * height * 2
            elif sx and sy:  # a corner of a turned base is empty: come closer
                x, y = x - sx * (right - left) * 0.28, y - sy * (bottom - top) * 0.28
            box = pygame.Rect(round(x), round(y), width, height)
            tight = box.inflate(-2 * HALO, -2 * HALO)
            covered = sum(_overlap(tight, other) for boxes in solid for other in boxes)
            outside = tight.width * tight.height - _overlap(tight, sheet)
            covered += outside
            score = covered * 1000 + extra + rank * 30
            if best is not None and score >= best[0]:
                continue
            score += _count_crossed_names(box, _tie_line(one, box, far), found) * STRUCK
            if best is None or score < best[0]:
                best = (score, box, covered)
        if best is not None and best[2] == 0 and best[0] < STRUCK:
            break
    assert best is not None
    return best[1], best[2]


def _tie_line(one: LabelAnchor, box: pygame.Rect, far: float) -> tuple[Point, Point] | None:
    """Return the line from a label to its base; None if the label is near enough."""
    line = _nearest(one.corners, box.inflate(-2 * HALO, -2 * HALO))
    return line if math.dist(*line) > far else None


def _count_crossed_names(box: pygame.Rect, tie: tuple[Point, Point] | None, found: Sequence[Label]) -> int:
    """Return the number of conflicts of a label in this box: names crossed by its line, or lines that cross it."""
    over = sum(bool(label.tie and box.clipline(*label.tie)) for label in found)
    return over + sum(bool(tie and label.box.clipline(*tie)) for label in found)


def _without_crossings(
    found: list[Label], standing: dict[str, LabelAnchor], bases: list[pygame.Rect], sheet: pygame.Rect, far: float
) -> list[Label]:
    """Return the labels; those crossed by another label's line are placed again after all others."""
    for number, label in enumerate(found):
        others = found[:number] + found[number + 1 :]
        before = _count_crossed_names(label.box, label.tie, others)
        if not before:
            continue
        one = standing[label.piece]
        box, covered = _room(label.picture.get_size(), one, (bases, others), sheet, far)
        tie = _tie_line(one, box, far)
        if not covered and _count_crossed_names(box, tie, others) < before:
            found[number] = Label(label.piece, label.picture, box, tie)
    return found


_CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
_SIDES = (
    *((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)),
    *((float(sx), float(sy)) for sx, sy in _CORNERS),
    *((sx * SLID, float(sy)) for sx, sy in _CORNERS),
    *((float(sx), sy * SLID) for sx, sy in _CORNERS),
)


def _overlap(box: pygame.Rect, other: pygame.Rect) -> int:
    part = box.clip(other)
    return part.width * part.height


def _nearest(corners: tuple[Point, ...], box: pygame.Rect) -> tuple[Point, Point]:
    """Return the shortest line from a box to a base: its ends on the box and on the edge of the base."""
    edges = zip(corners, corners[1:] + corners[:1], strict=True)
    points = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in edges] + list(corners)
    lines = [((max(box.left, min(box.right, x)), max(box.top, min(box.bottom, y))), (x, y)) for x, y in points]
    return min(lines, key=lambda line: math.dist(*line))
