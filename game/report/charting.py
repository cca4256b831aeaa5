"""The map of each turn: the painted board as a small WebP picture, and over it, in SVG, tracks and fire."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import pygame
from PIL import Image

from game.boards.animation import Motion
from game.boards.board import Board
from game.report.reel import MARGIN, Reel, Span, places_in
from game.ui.fonts import FontBook
from rules.kernel.view import Place

SIZE = (1280, 760)  # pixels
QUALITIES = (82, 70, 55, 40, 25)
SHRUNK = (1.0, 0.75, 0.5)  # of the size, where no quality is small enough
LEAST_LETTERS = 2  # a track has at least so many points

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Track:
    """Where a counter went in the turn."""

    name: str
    colour: str  # of its side: blue or red; empty when nobody knows whose it is
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Shot:
    """One fire: from where, to where, and whether it struck."""

    kind: str  # shell, volley, torpedo
    start: Point
    end: Point
    struck: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """One map: the picture as a data URI, its size in pixels, what lies over it."""

    picture: str
    size: Point
    tracks: tuple[Track, ...]
    shots: tuple[Shot, ...]
    blows: tuple[Point, ...]  # what blew up or went down by no shot that is shown


def charts(reel: Reel, spans: Sequence[Span], book: FontBook, room: int) -> Iterator[Chart | None]:
    """A chart for each turn, all together no larger than `room` bytes; None where there is no board to be shown."""
    board = reel.board(book, SIZE)
    share = room * 3 // 4 // max(1, len(spans))  # base 64 takes four bytes for three
    for span in spans:
        yield _chart(reel, board, span, share)


def _chart(reel: Reel, board: Board, span: Span, room: int) -> Chart | None:
    view = reel.view(span.last)
    if view.page:
        return None
    moved = [motion for number in range(span.first, span.last + 1) for motion in reel.motions(number)]
    reel.show(board, span.last)
    places = [piece.at for piece in view.pieces if piece.at] + [place for place in places_in(tuple(moved)) if place]
    board.fit()
    if places:
        board.frame(places, MARGIN)
    surface = pygame.Surface(SIZE)
    board.draw(surface)
    colours, names = dict(view.colours), {piece.id: piece.name for piece in view.pieces}
    sides = {piece.id: colours.get(piece.side, "") for piece in view.pieces}
    before = {piece.id: piece for piece in reel.view(max(1, span.first - 1)).pieces}
    names = {key: piece.name for key, piece in before.items()} | names
    sides = {key: colours.get(piece.side, "") for key, piece in before.items()} | sides
    return Chart(
        picture=f"data:image/webp;base64,{base64.b64encode(pressed(surface, room)).decode('ascii')}",
        size=SIZE,
        tracks=tuple(_tracks(board, moved, names, sides)),
        shots=tuple(dict.fromkeys(_shots(board, moved))),
        blows=tuple(dict.fromkeys(_at(board, found.path[-1]) for found in moved if found.kind == "sink")),
    )


def pressed(surface: pygame.Surface, room: int) -> bytes:
    """A picture as WebP in at most `room` bytes: less quality first, then fewer pixels; the least there is, else."""
    picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    data = b""
    for share in SHRUNK:
        small = picture.resize((round(picture.width * share), round(picture.height * share))) if share < 1 else picture
        for quality in QUALITIES:
            stream = BytesIO()
            small.save(stream, "WEBP", quality=quality, method=4)
            data = stream.getvalue()
            if len(data) <= room:
                return data
    return data


def _at(board: Board, place: Place) -> Point:
    x, y = board.screen_of(place)
    return round(x), round(y)


def _tracks(board: Board, moved: Sequence[Motion], names: dict[str, str], sides: dict[str, str]) -> Iterator[Track]:
    """The way of every counter, in one line where it was moved more than once."""
    ways: dict[str, list[Place]] = {}
    for found in moved:
        if found.piece:
            way = ways.setdefault(found.piece, [])
            way += found.path[1:] if way and way[-1] == found.path[0] else found.path
    for piece, way in ways.items():
        points = [_at(board, place) for place in way]
        line = tuple(point for index, point in enumerate(points) if not index or point != points[index - 1])
        if len(line) >= LEAST_LETTERS:
            yield Track(names.get(piece, piece), sides.get(piece, ""), line)


def _shots(board: Board, moved: Sequence[Motion]) -> Iterator[Shot]:
    for index, found in enumerate(moved):
        if found.kind not in ("shell", "volley", "torpedo"):
            continue
        after = moved[index + 1] if index + 1 < len(moved) else None
        struck = after is not None and after.kind == "explosion" and after.path[-1] == found.path[-1]
        yield Shot(found.kind, _at(board, found.path[0]), _at(board, found.path[-1]), struck)
