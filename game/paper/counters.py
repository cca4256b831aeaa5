"""Counters to cut out: fronts on one page, backs mirrored on the next for duplex printing. For hexes and bands they are
square and look as on the screen; for a table they are the ships' bases, bow to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.boards import fort_art, silhouette
from game.boards.board import Board
from game.boards.counter_board import CounterBoard
from game.boards.counters import PALE, draw_badge
from game.paper.map_style import PER, THOUSAND
from game.paper.pdf_writer import CUT, INK, SOFT, Colour, PdfWriter, Point
from game.skins import Chit
from game.ui.fonts import FontBook
from game.words import tr
from rules.kernel.play_aids import Base
from rules.kernel.view import Badge, Hull, Piece

DOTS = 24  # pixels for each millimetre of a counter: 600 to the inch
GAP = 3.0  # mm between counters
CHIT = 9.0  # mm
NAME_PT = 5.6
HURT = 3  # damage shown on the back of a ship
LEAST_WIDTH = 7.0  # mm: least size for a name and a hull beside each other
WORKS_COARSER = 2  # works are drawn at half a counter's resolution: 300 dots per inch
FORTRESS = 20.0  # mm: size of works ashore without a base


@dataclass(frozen=True, slots=True)
class CounterFaces:
    """One counter: its size in millimetres and a draw function for each side, from its top left corner."""

    size: Point
    front: Callable[[PdfWriter, Point], None]
    back: Callable[[PdfWriter, Point], None] | None = None


def lay_out(
    press: PdfWriter, heading: str, cards: Sequence[CounterFaces], small: Sequence[CounterFaces] = ()
) -> list[CounterFaces]:
    """Place counters on as many pages as needed, each page of fronts followed by its backs if any. `small` ones fill
    the rest of the last page; return those without room.
    """
    left, more = list(cards), list(small)
    while left:
        placed, left = _place_counters(press, left)
        if not left and more:
            foot = max(y + card.size[1] for card, (_, y) in placed) + 2 * GAP
            added, more = _place_counters(press, more, foot)
            placed += added
        press.page(heading)
        for card, at in placed:
            _cut(press, card.front, at, card.size)
        if any(card.back is not None for card, _ in placed):
            press.page(tr("{heading}: backs", heading=heading))
            for card, (x, y) in placed:
                if card.back is not None:
                    _cut(press, card.back, (press.wide - x - card.size[0], y), card.size)
    return more


def _place_counters(
    press: PdfWriter, cards: Sequence[CounterFaces], top: float = 0.0
) -> tuple[list[tuple[CounterFaces, Point]], list[CounterFaces]]:
    """Return counters with their corners on an upright page, in rows below `top`; and those without room."""
    x0, y0, wide, high = press.upright
    x, y, tall = x0, top or y0 + 2, 0.0
    found: list[tuple[CounterFaces, Point]] = []
    for number, card in enumerate(cards):
        if x + card.size[0] > x0 + wide and x > x0:
            x, y, tall = x0, y + tall + GAP, 0.0
        if y + card.size[1] > y0 + high and (found or top):
            return found, list(cards[number:])
        found.append((card, (x, y)))
        x, tall = x + card.size[0] + GAP, max(tall, card.size[1])
    return found, []


def _cut(press: PdfWriter, draw: Callable[[PdfWriter, Point], None], at: Point, size: Point) -> None:
    with press.clip(at, size):
        draw(press, at)
    press.box(at, size, None, CUT)


# --- square counters --------------------------------------------------------------------------------------------------


def squares(board: Board, pieces: Sequence[Piece], side_mm: float, *, hidden: bool) -> list[CounterFaces]:
    """Return the counters of pieces, and one for each ship of a division, because it may leave. `hidden`: the back is a
    "?".
    """
    made = []
    for piece in pieces:
        stand = piece.stand is not None
        plain = piece.but(badges=(), ghost=False, known=True, ready=False, facing=1 if stand else piece.facing)
        alone = [plain.but(hulls=(hull,), name=hull.name, tag="", bars=()) for hull in piece.hulls]
        for one in (plain, *(alone if len(alone) > 1 else ())):
            made.append(_square(board, one, _back(one, hidden), side_mm))
    return made


def _back(piece: Piece, hidden: bool) -> Piece:
    """Return the piece shown on the back of a counter: hidden or damaged."""
    if hidden:
        return piece.but(known=False)
    if piece.stand is not None:
        return piece.but(badges=(Badge("shaken", "S", tr("Shaken")),), tag="shaken")
    return piece.but(hulls=tuple(hull.but(damage=HURT) for hull in piece.hulls), bars=())


def _square(board: Board, front: Piece, back: Piece, side_mm: float) -> CounterFaces:
    def face(piece: Piece) -> Callable[[PdfWriter, Point], None]:
        def draw(press: PdfWriter, at: Point) -> None:
            press.picture(counter_picture(board, piece, round(side_mm * DOTS)), at, (side_mm, side_mm))
            if piece.known and piece.stand is not None:  # its front is to the right
                x, y = at[0] + side_mm, at[1] + side_mm / 2
                press.shape([(x, y), (x - 1.6, y - 1.1), (x - 1.6, y + 1.1)], (255, 255, 255), None)

        return draw

    return CounterFaces((side_mm, side_mm), face(front), face(back))


def counter_picture(board: Board, piece: Piece, side: int) -> pygame.Surface:
    """Return the face of a counter on white, `side` pixels wide and high."""
    assert isinstance(board, CounterBoard)
    counter = board.press.counter(piece, side, False)
    made = pygame.Surface((side, side))
    made.fill((255, 255, 255))
    made.blit(counter.picture, (-counter.body[0], -counter.body[1]))
    return made


# --- bases ------------------------------------------------------------------------------------------------------------


def models(pieces: Sequence[Piece], bases: dict[str, Base], colours: dict[str, Colour]) -> list[CounterFaces]:
    """Return the bases of ships on a table, in the size set by the rules, with the ship seen from above. Backs show her
    damaged.
    """
    return [_model(piece, bases.get(piece.id), colours.get(piece.side, INK)) for piece in pieces]


def _model(piece: Piece, base: Base | None, colour: Colour) -> CounterFaces:
    size = (FORTRESS, FORTRESS)
    if base is not None:
        size = (_mm(base.length, base.unit), max(LEAST_WIDTH, _mm(base.width, base.unit)))
    hurt = piece.but(hulls=tuple(hull.but(damage=HURT) for hull in piece.hulls))

    def face(shown: Piece) -> Callable[[PdfWriter, Point], None]:
        return lambda press, at: _draw_model(press, at, size, shown, colour)

    return CounterFaces(size, face(piece), face(hurt))


def _mm(thousandths: int, unit: str) -> float:
    return thousandths * PER[unit] / THOUSAND


def _draw_model(press: PdfWriter, at: Point, size: Point, piece: Piece, colour: Colour) -> None:
    x, y = at
    press.box(at, size, _pale(colour), None)
    press.box(at, (0.9, size[1]), colour, None)
    press.box((x + size[0] - 0.9, y), (0.9, size[1]), colour, None)
    name_high = 2.3
    if fort_art.is_works(piece):
        _draw_works(press, (x + size[0] / 2, y + (size[1] - name_high) / 2), size[1] - name_high - 0.6, piece)
    else:
        hulls = piece.hulls[:2]
        room = (size[1] - name_high) / max(1, len(hulls))
        for index, hull in enumerate(hulls):
            _draw_hull(press, (x + size[0] / 2, y + room * (index + 0.5)), size[0] * 0.9, room * 0.86, hull)
    name = press.fit(piece.tag or piece.name, "bold", NAME_PT, size[0] - 3)
    press.text((x + size[0] / 2, y + size[1] - 0.75), name, "bold", NAME_PT, INK, anchor=0.5)
    if piece.hulls and piece.hulls[0].damage:
        press.line((x, y), (x + size[0], y + size[1] - name_high), (190, 40, 30), 0.35)


def _draw_works(press: PdfWriter, middle: Point, size: float, piece: Piece) -> None:
    """Draw a fort, battery or town as on the screen, its front to the right."""
    px = round(size * DOTS / WORKS_COARSER)
    made = pygame.Surface((px, px), pygame.SRCALPHA)
    fort_art.draw(made, piece.hulls[0], (px / 2, px / 2), px, (1.0, 0.0))
    press.picture(made, (middle[0] - size / 2, middle[1] - size / 2), (size, size))


def _draw_hull(press: PdfWriter, middle: Point, long: float, room: float, hull: Hull) -> None:
    """Draw a ship from above in lines, bow to the right, in a strip `room` millimetres high."""
    shapes = silhouette.plan(hull, 1.0)
    broad = 2 * max(abs(y) for shape in shapes for _, y in shape.points)
    tall = min(1.5, room / max(0.01, broad * long))  # a beam too narrow to see is widened
    for shape in shapes:
        points = [(middle[0] + px * long, middle[1] + py * long * tall) for px, py in shape.points]
        if shape.part in ("outline", "shade"):
            continue
        if shape.part == "barrel":
            press.line(points[0], points[1], PALE.dark, 0.12)
        elif shape.radius:
            tone = PALE.house if shape.part == "bridge" else PALE.of(shape.part)
            press.disc(points[0], max(0.12, shape.radius * long * min(1.0, tall)), tone, PALE.edge)
        else:
            press.shape(points, PALE.of(shape.part), PALE.edge, 0.06)


def _pale(colour: Colour) -> Colour:
    return (*(round(255 - (255 - part) * 0.3) for part in colour),)  # type: ignore[return-value]


# --- chits ------------------------------------------------------------------------------------------------------------


def chits(found: dict[str, Chit], book: FontBook) -> list[CounterFaces]:
    """Return the small markers of a game, in the usual numbers."""
    return [_chit(kind, chit, book) for kind, chit in found.items() for _ in range(chit.count)]


def _chit(kind: str, chit: Chit, book: FontBook) -> CounterFaces:
    def draw(press: PdfWriter, at: Point) -> None:
        px = round(CHIT * DOTS)
        face = pygame.Surface((px, px))
        face.fill((255, 255, 255))
        draw_badge(face, book, Badge(kind, chit.letter, chit.name), (px / 2, px * 0.4), round(px * 0.3), chit.letter)
        press.picture(face, at, (CHIT, CHIT))
        name = press.fit(chit.name, "medium", 4.6, CHIT - 0.6)
        press.text((at[0] + CHIT / 2, at[1] + CHIT - 0.8), name, "medium", 4.6, SOFT, anchor=0.5)

    return CounterFaces((CHIT, CHIT), draw)
