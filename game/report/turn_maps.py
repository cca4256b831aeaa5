"""The map of each turn: the painted board as a small WebP picture with tracks and fire over it in SVG. If most of a
board is the same as in an earlier picture, only the differences are stored and laid over that one.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

import pygame
from PIL import Image, ImageChops

from game.boards.animation import Motion
from game.boards.board import Board
from game.boards.corner_ornaments import NARROW
from game.report.frame_sequence import MARGIN, Reel, Span, places_in
from game.ui.fonts import FontBook
from rules.kernel.view import Place

SIZE = (1280, 760)  # pixels
QUALITIES = (82, 70, 55, 40, 25)
SHRUNK = (1.0, 0.75, 0.5, 0.4)  # factor for the size if no quality makes the file small enough
LEAST_LETTERS = 2  # fewest points of a track
BLOCK = 8  # pixels a side of the blocks in which differences are stored
HALF = 128  # a board with at least this mean grey level is light
SEEN = 2  # difference of grey levels (of 255) at which two pixels count as different
MOST_NEW = 0.6  # with more than this fraction changed, the whole picture is stored
GROUND = 4  # size limit of the empty board's picture, in multiples of one laid over it
FIGURE, TRACK, SHOT, LETTER, CORNER = 350, 150, 120, 6, 18  # most bytes of each element; the last two are of a track

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CounterTrack:
    """A counter's track in the turn."""

    name: str
    colour: str  # colour of its side: blue or red; empty if the side is unknown
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class ChartShot:
    """One shot: from where, to where, and whether it hit."""

    kind: str  # shell, volley, torpedo
    start: Point
    end: Point
    struck: bool


@dataclass(frozen=True, slots=True)
class TurnMap:
    """One map: the picture as a data URI, its size in pixels, what lies over it.

    `under`: name of the picture under this one; `ground`: that picture itself, at its first use.
    """

    picture: str
    size: Point
    tracks: tuple[CounterTrack, ...]
    shots: tuple[ChartShot, ...]
    blows: tuple[Point, ...]  # explosions and sinkings not caused by a shot shown
    under: str = ""
    ground: str = ""
    pale: bool = False  # is the board light? then the overlay is dark


def charts(reel: Reel, spans: Sequence[Span], book: FontBook, room: int) -> Iterator[TurnMap | None]:
    """Yield a map for each turn, together no larger than `room` bytes; None if there is no board or no room left."""
    board = reel.board(book, size_of(reel.board(book, SIZE)))
    shown = [reel.last_board(span) for span in spans]
    boards = [number for number in shown if not reel.view(number).page]
    grounds = len({reel.view(number).chapter for number in boards}) if _is_seen_whole(reel) else 0
    pictures = Pictures(room, len(boards), grounds)
    for span, number in zip(spans, shown, strict=True):
        yield _chart(reel, board, span, number, pictures) if not reel.view(number).page else None


def size_of(board: Board) -> Point:
    """Return the size of a picture: no wider than the whole board at full height, and wide enough for a compass."""
    left, top, right, bottom = board.camera.world
    wide, high = SIZE
    return min(wide, max(NARROW, round(high * (right - left) / (bottom - top)))), high


def _is_seen_whole(reel: Reel) -> bool:
    """Return whether the board is always shown as a whole, so that all pictures can share one background."""
    ground = reel.view(1).ground
    return ground is not None and ground.kind == "bands"


def _chart(reel: Reel, board: Board, span: Span, number: int, pictures: Pictures) -> TurnMap | None:
    view = reel.view(number)
    moved = [motion for step in range(span.first, span.last + 1) for motion in reel.motions(step)]
    reel.show(board, number)
    places = [piece.at for piece in view.pieces if piece.at] + [place for place in places_in(tuple(moved)) if place]
    board.fit()
    if places:
        board.frame(places, MARGIN)
    colours, names = dict(view.colours), {piece.id: piece.name for piece in view.pieces}
    sides = {piece.id: colours.get(piece.side, "") for piece in view.pieces}
    before = {piece.id: piece for piece in reel.view(max(1, span.first - 1)).pieces}
    names = {key: piece.name for key, piece in before.items()} | names
    sides = {key: colours.get(piece.side, "") for key, piece in before.items()} | sides
    over = TurnMap(
        picture="",
        size=board.rect.size,
        tracks=tuple(_tracks(board, moved, names, sides)),
        shots=tuple(dict.fromkeys(_shots(board, moved))),
        blows=tuple(dict.fromkeys(_at(board, found.path[-1]) for found in moved if found.kind == "sink")),
    )
    painted = _paint_image(board)
    if _is_seen_whole(reel) and view.chapter != pictures.chapter:
        board.set_view(view.but(pieces=(), markers=()))
        pictures.lay_ground(view.chapter, _paint_image(board))
    return pictures.add_picture(over, painted)


def _paint_image(board: Board) -> Image.Image:
    surface = pygame.Surface(board.rect.size)
    board.draw(surface)
    return Image.frombytes("RGB", board.rect.size, pygame.image.tobytes(surface, "RGB"))


class Pictures:
    """The pictures of a report, made one after another within a common limit of bytes."""

    def __init__(self, room: int, count: int, grounds: int) -> None:
        """`count`: number of pictures; `grounds`: number of backgrounds."""
        self.room, self.parts = room, count + GROUND * grounds
        self.chapter = -1  # the last round with a background
        self._ground: Image.Image | None = None
        self._name = self._first = ""  # name of the background, and its data until a picture has included it
        self._trial = 0  # setting of the last picture: the first try for the next

    def lay_ground(self, chapter: int, painted: Image.Image) -> None:
        """Use the empty board from now on."""
        self.chapter, self._ground, self._name, self._first = chapter, painted, f"ground-{chapter}", ""
        data, _ = compressed_image(painted, self.room * GROUND // max(GROUND, self.parts) * 3 // 4)
        self.parts -= GROUND
        if (taken := _in_letters(data)) <= self.room:
            self.room -= taken
            self._first = _uri(data)
        else:
            self._ground = None

    def add_picture(self, over: TurnMap, painted: Image.Image) -> TurnMap | None:
        """Return a map with its picture; None if there is no room left."""
        over = replace(over, pale=painted.convert("L").resize((1, 1)).tobytes()[0] > HALF)
        lines = FIGURE + SHOT * (len(over.shots) + len(over.blows))
        lines += sum(TRACK + LETTER * len(one.name) + CORNER * len(one.points) for one in over.tracks)
        new = changed_overlay(self._ground, painted) if self._ground is not None else None
        share = self.room // max(1, self.parts) - lines
        data, self._trial = compressed_image(painted if new is None else new, share * 3 // 4, max(0, self._trial - 1))
        self.parts -= 1
        if (taken := _in_letters(data) + lines) > self.room:
            return None
        self.room -= taken
        if new is None:
            return replace(over, picture=_uri(data))
        made = replace(over, picture=_uri(data), under=self._name, ground=self._first)
        self._first = ""
        return made


def _in_letters(data: bytes) -> int:
    return (len(data) + 2) // 3 * 4  # base 64 takes four bytes for three


def _uri(data: bytes) -> str:
    return f"data:image/webp;base64,{base64.b64encode(data).decode('ascii')}"


def changed_overlay(ground: Image.Image, picture: Image.Image) -> Image.Image | None:
    """Return the parts of a picture that differ from another, the rest transparent; None if most of it differs."""
    wide, high = picture.size
    across, down = -(-wide // BLOCK), -(-high // BLOCK)
    apart = ImageChops.difference(ground, picture).convert("L").point(lambda tone: 255 * (tone > SEEN))
    blocks = apart.crop((0, 0, across * BLOCK, down * BLOCK)).reduce(BLOCK).point(lambda tone: 255 * (tone > 0))
    if blocks.histogram()[255] > MOST_NEW * across * down:
        return None
    made = picture.convert("RGBA")
    made.putalpha(blocks.resize((across * BLOCK, down * BLOCK), Image.Resampling.NEAREST).crop((0, 0, wide, high)))
    return made


def compress_picture(surface: pygame.Surface, room: int) -> bytes:
    """Return a picture as WebP in at most `room` bytes: first with less quality, then with fewer pixels; otherwise the
    smallest possible.
    """
    return compressed_image(Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB")), room)[0]


def compressed_image(picture: Image.Image, room: int, begin: int = 0) -> tuple[bytes, int]:
    """Return a picture in at most `room` bytes, and the setting used; `begin`: the first setting to try."""
    trials = [(share, quality) for share in SHRUNK for quality in QUALITIES]
    data = b""
    for number, (share, quality) in enumerate(trials[begin:], begin):
        small = _smaller(picture, share)
        stream = BytesIO()
        small.save(stream, "WEBP", quality=quality, method=4)
        data = stream.getvalue()
        if len(data) <= room:
            return data, number
    return data, len(trials) - 1


def _smaller(picture: Image.Image, share: float) -> Image.Image:
    if share == 1:
        return picture
    size = round(picture.width * share), round(picture.height * share)
    small = picture.resize(size)
    if picture.mode == "RGBA":  # a soft edge would take more bytes than its content
        small.putalpha(picture.getchannel("A").resize(size, Image.Resampling.NEAREST))
    return small


def _at(board: Board, place: Place) -> Point:
    x, y = board.screen_of(place)
    return round(x), round(y)


def _tracks(
    board: Board, moved: Sequence[Motion], names: dict[str, str], sides: dict[str, str]
) -> Iterator[CounterTrack]:
    """Yield every counter's track; several moves are joined into one line."""
    ways: dict[str, list[Place]] = {}
    for found in moved:
        if found.piece:
            way = ways.setdefault(found.piece, [])
            way += found.path[1:] if way and way[-1] == found.path[0] else found.path
    for piece, way in ways.items():
        points = [_at(board, place) for place in way]
        line = tuple(point for index, point in enumerate(points) if not index or point != points[index - 1])
        if len(line) >= LEAST_LETTERS:
            yield CounterTrack(names.get(piece, piece), sides.get(piece, ""), line)


def _shots(board: Board, moved: Sequence[Motion]) -> Iterator[ChartShot]:
    for index, found in enumerate(moved):
        if found.kind not in ("shell", "volley", "torpedo"):
            continue
        after = moved[index + 1] if index + 1 < len(moved) else None
        struck = after is not None and after.kind == "explosion" and after.path[-1] == found.path[-1]
        yield ChartShot(found.kind, _at(board, found.path[0]), _at(board, found.path[-1]), struck)
