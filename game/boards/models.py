"""Ship models on a table: seen from above on a small base turned to their heading, each drawn from its own hull.

A model is drawn once for each visible state, heading and size, and cached. Bases of the view's first side are square;
the others have cut corners, so that colour is not the only sign.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.boards import drawing_tools, fort_art, silhouette
from game.boards.counters import HURT
from game.boards.layout import Point
from game.boards.silhouette import Tones
from game.boards.sprite_cache import SpriteCache
from game.boards.table_layout import bearing
from game.ui.theme import Colour, mix
from rules.kernel.view import Hull, Piece

FINE = 3  # models are drawn this many times larger and scaled down
LARGE = 110  # pixels; longer models are enlarged a little less
MOST_HULLS = 4
SMALLEST = 64  # pixels of the shortest model at a UI scale of 1
SQUEEZED = 29  # at any UI scale, where ships lie close together
APART = 0.84  # the longest model, as a fraction of the distance to the next ship
LONGEST_SMALL = 14  # a battleship is at least this many pixels longer than the shortest model
BATTLESHIP_FT = 430
LONG, EDGES = 1.1, 4  # the base's length in ship lengths, and its extra pixels
CUT = 0.3  # cut corners of the other side's bases, as a fraction of the base's width
BOW = 0.1  # the coloured band at the bow, as a fraction of the base's length


@dataclass(frozen=True)
class Base:
    """The base of a model: its corners around the ship's place, in pixels. `card` is the base with uncut corners: port
    bow, starboard bow, starboard quarter, port quarter.
    """

    corners: tuple[Point, ...]
    card: tuple[Point, ...]


@dataclass(frozen=True)
class Model:
    """A finished model: its picture, and the ship's place in it in pixels."""

    picture: pygame.Surface
    middle: tuple[int, int]


def drawn_length(piece: Piece, true_px: float, ui_scale: float, room_px: float = 1000.0) -> int:
    """Return the drawn length in pixels of a piece's longest hull: to scale if that is readable, otherwise larger.
    `room_px`: distance from ship to ship; where it is small, enlarged models are enlarged less.
    """
    longest = max((hull.length_ft for hull in piece.hulls), default=BATTLESHIP_FT)
    least = (SMALLEST + LONGEST_SMALL * min(1.3, longest / BATTLESHIP_FT)) * ui_scale
    squeezed = max(SQUEEZED, min(least, APART * room_px - EDGES))
    return round(max(squeezed, true_px))


def base_size(piece: Piece, length: int) -> tuple[float, float]:
    """Return length and width of a piece's base in pixels, for hulls `length` pixels long; works ashore have a square
    base.
    """
    if fort_art.is_works(piece):
        return length * LONG, length * LONG
    hulls = piece.hulls[:MOST_HULLS]
    wide = sum(_beam(hull, length) * 1.5 for hull in hulls) if hulls else length * 0.4
    return length * LONG + EDGES, max(length * 0.3, wide + length * 0.1)


def reach_of(corners: tuple[Point, ...], length: int) -> int:
    """Return pixels from the middle of a model's picture to its edges: the base, its shadow and its glow."""
    return round(max(max(abs(x), abs(y)) for x, y in corners)) + max(10, round(length * 0.2))


def _fat(length: int) -> float:
    """Return the factor by which a small hull is widened, so that its guns are visible."""
    return round(max(1.1, min(1.7, 1.9 - length / 150)), 1)


def _beam(hull: Hull, length: int) -> float:
    return 2 * max(y for _, y in silhouette.plan(hull, _fat(length))[0].points) * length


class ModelSprites(SpriteCache[Model]):
    """Draws models in one palette; `sides` gives a colour for each side's key, the first side first."""

    most = 700

    def model(self, piece: Piece, length: int, selected: bool = False) -> Model:
        """Return the model of a piece whose longest hull is `length` pixels long."""
        plain = piece.but(id="", at=(), tip="", text="", name="", tag="", bars=(), badges=(), facing=piece.facing % 360)
        return self._cached_sprite(plain, self._press, piece, length, selected)

    def base(self, piece: Piece, length: int) -> Base:
        """Return the base of a piece's model."""
        ahead, size = bearing(piece.facing), base_size(piece, length)
        cut, whole = _outline(size, self._corner_cut(piece.side)), _outline(size, 0.0)
        return Base(tuple(_turn_point(at, ahead) for at in cut), tuple(_turn_point(at, ahead) for at in whole))

    def _press(self, piece: Piece, length: int, selected: bool) -> Model:
        ahead, size, corners = bearing(piece.facing), base_size(piece, length), self.base(piece, length).corners
        fine = FINE if length < LARGE else FINE - 1
        reach = reach_of(corners, length)
        middle = (reach, reach)
        made = drawing_tools.layer((2 * reach, 2 * reach))
        if not piece.ghost:
            self._draw_shadow(made, corners, middle, length)
        if selected:
            self._draw_glow(made, corners, middle)
        large = drawing_tools.layer((2 * reach * fine, 2 * reach * fine))
        self._draw_base(large, piece, size, ahead, (fine, selected))
        self._draw_hulls(large, piece, length, ahead, fine)
        made.blit(pygame.transform.smoothscale(large, made.get_size()), (0, 0))
        if not piece.known:
            mark = self.book.word("?", "title", round(length * 0.4), (28, 30, 36))
            made.blit(mark, mark.get_rect(center=middle))
        if piece.ghost:
            made.fill((255, 255, 255, 150), special_flags=pygame.BLEND_RGBA_MULT)
        return Model(made, middle)

    def _corner_cut(self, side: str) -> float:
        names = list(self.sides)
        return 0.0 if side in names[:1] else CUT

    def _draw_shadow(
        self, made: pygame.Surface, corners: tuple[Point, ...], middle: tuple[int, int], length: int
    ) -> None:
        shade = drawing_tools.layer(made.get_size())
        drop = max(2.0, length * 0.035)
        points = [(middle[0] + x + drop * 0.7, middle[1] + y + drop) for x, y in corners]
        pygame.draw.polygon(shade, (0, 0, 0, 190 if self.inks.dark else 120), points)
        made.blit(pygame.transform.gaussian_blur(shade, max(2, round(length * 0.045))), (0, 0))

    def _draw_glow(self, made: pygame.Surface, corners: tuple[Point, ...], middle: tuple[int, int]) -> None:
        halo = drawing_tools.layer(made.get_size())
        points = [(middle[0] + x * 1.06, middle[1] + y * 1.06) for x, y in corners]
        chosen = self.inks.palette.selection
        drawing_tools.polyline(halo, (*chosen, 255), points, 9, closed=True)
        pygame.draw.polygon(halo, (*chosen, 255), points)
        made.blit(pygame.transform.gaussian_blur(halo, 3), (0, 0))

    def _draw_base(
        self, large: pygame.Surface, piece: Piece, size: tuple[float, float], ahead: Point, how: tuple[int, bool]
    ) -> None:
        """Draw the card under the ship: its thickness, its face, a band in the side's colour at the bow,
        and the edge.
        """
        colour = self.colour_of(piece.side)
        middle = (large.get_width() / 2, large.get_height() / 2)
        (length, width), (fine, selected) = size, how
        cut = self._corner_cut(piece.side)

        def to_pixels(points: list[Point], down: float = 0.0) -> list[Point]:
            turned = (_turn_point(point, ahead) for point in points)
            return [(middle[0] + x * fine, middle[1] + (y + down) * fine) for x, y in turned]

        face = (214, 207, 188) if self.inks.dark else (250, 243, 224)
        outline = _outline(size, cut)
        thick = max(1.5, length * 0.025)
        for step in range(round(thick * fine), 0, -1):
            pygame.draw.polygon(large, mix(face, (60, 46, 22), 0.45), to_pixels(outline, step / fine))
        pygame.draw.polygon(large, face, to_pixels(outline))
        if fort_art.is_works(piece):
            self._draw_edge(large, piece, to_pixels(outline), (fine, selected))
            return
        band = drawing_tools.clip_polygon(outline, (length * (0.5 - BOW), -width, length, width))
        if len(band) > 2:
            pygame.draw.polygon(large, colour, to_pixels(band))
        tip, root = length * 0.5 - 1, length * (0.5 - BOW)
        chevron = [(root, -width * 0.16), (tip, 0.0), (root, width * 0.16)]
        pygame.draw.polygon(large, face, to_pixels(chevron))
        self._draw_edge(large, piece, to_pixels(outline), how)

    def _draw_edge(self, large: pygame.Surface, piece: Piece, outline: list[Point], how: tuple[int, bool]) -> None:
        """Draw the edge of a base: gold if the piece can act, brighter if selected, dashed for a ghost."""
        palette, (fine, selected) = self.inks.palette, how
        edge, wide = mix(self.colour_of(piece.side), (0, 0, 0), 0.25), 1.6 if fort_art.is_works(piece) else 1.3
        if piece.ready:
            edge, wide = palette.gold, 1.8
        if selected:
            edge, wide = palette.selection, 2.2
        if piece.ghost:
            drawing_tools.draw_dashes(large, edge, [*outline, outline[0]], wide * fine, 5 * fine, 3 * fine)
        else:
            drawing_tools.polyline(large, edge, outline, wide * fine, closed=True)

    def _draw_hulls(self, large: pygame.Surface, piece: Piece, length: int, ahead: Point, fine: int) -> None:
        hulls = piece.hulls[:MOST_HULLS] if piece.known else ()
        if not hulls:
            return
        colour = self.colour_of(piece.side)
        if fort_art.is_works(piece):
            middle = (large.get_width() / 2, large.get_height() / 2)
            fort_art.draw(large, hulls[0], middle, length * fine, ahead)
            return
        longest = max(hull.length_ft for hull in hulls)
        beams = [_beam(hull, length) * 1.5 for hull in hulls]
        across = -sum(beams) / 2
        for index, hull in enumerate(hulls):
            own = length * max(0.55, hull.length_ft / longest)
            place = (-length * BOW * 0.5 - (index % 2) * length * 0.05 * (len(hulls) > 1), across + beams[index] / 2)
            x, y = _turn_point(place, ahead)
            at = (large.get_width() / 2 + x * fine, large.get_height() / 2 + y * fine)
            tones = HURT if hull.damage >= 4 else paint_of(colour)
            shapes = silhouette.plan(hull, _fat(length))
            silhouette.draw_plan(large, shapes, at, own * fine, ahead, tones, () if own > 90 else _SMALL)
            across += beams[index]


_SMALL = ("hull", "deck", "gun", "struck", "barrel", "funnel", "tube", "hole", "flame")


def paint_of(colour: Colour) -> Tones:
    """Return the paint of a ship in her side's colour, with wooden decks and pale turrets."""
    return Tones(
        hull=mix(colour, (112, 116, 124), 0.12),
        shade=mix(colour, (0, 0, 0), 0.3),
        deck=mix(mix(colour, (96, 98, 104), 0.25), (255, 248, 226), 0.13),
        house=mix(colour, (240, 236, 222), 0.55),
        gun=(226, 218, 198),
        dark=(22, 22, 26),
        edge=mix(colour, (6, 8, 12), 0.72),
    )


def _outline(size: tuple[float, float], cut: float) -> list[Point]:
    """Return the corners of a base, bow along +x, starboard +y.

    `cut` is how much of the width is taken off each corner.
    """
    x, y = size[0] / 2, size[1] / 2
    if not cut:
        return [(x, -y), (x, y), (-x, y), (-x, -y)]
    off = size[1] * cut
    return [
        (x, -y + off), (x, y - off), (x - off, y), (-x + off, y),
        (-x, y - off), (-x, -y + off), (-x + off, -y), (x - off, -y),
    ]  # fmt: skip


def _turn_point(point: Point, ahead: Point) -> Point:
    x, y = point
    return x * ahead[0] - y * ahead[1], x * ahead[1] + y * ahead[0]
