"""Division counters: bevelled pieces in the side's colour with ships, name, damage and badges.

A counter is drawn once for each visible state and size, and cached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.boards import ashore, drawing_tools, hex_layout, print_face, silhouette
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Point
from game.boards.silhouette import Tones
from game.boards.sprite_cache import SpriteCache
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette, contrast, mix
from rules.kernel.view import Badge, Hull, Piece

SMALLEST_COUNTER = 44  # pixels a side at a UI scale of 1
FINE = 3
Size = tuple[int, int]  # of a counter's body: width and height
DOT_BELOW = 20  # pixels: a smaller body has neither name nor ships
MOST_HULLS = 5
MOST_BADGES = 3
PALE = Tones(
    (232, 228, 214), (196, 194, 184), (214, 208, 190), (206, 206, 200), (120, 122, 124), (30, 32, 36), (16, 18, 24)
)
HURT = Tones(
    (150, 140, 130), (120, 112, 104), (130, 122, 112), (130, 126, 120), (84, 82, 82), (20, 20, 22), (12, 12, 14)
)
_BADGES = {
    "smoke": (128, 134, 142), "evading": (112, 66, 152), "fire": (222, 98, 26), "flood": (20, 78, 150),
    "searchlight": (244, 214, 96), "radar": (42, 132, 92), "detected": (236, 232, 220), "loaded": (128, 88, 44),
    "sunk": (20, 20, 22), "surprised": (176, 48, 104), "rudder": (150, 104, 36), "sinking": (24, 60, 120),
    "struck": (240, 238, 230), "stopped": (110, 30, 30), "moved": (120, 128, 120), "shaken": (232, 146, 40),
    "low": (150, 92, 40), "jammed": (196, 44, 40), "disordered": (126, 92, 150), "ground": (104, 118, 60),
    "engaged": (176, 30, 44), "fired": (92, 96, 104), "rallied": (58, 128, 84), "charged": (190, 70, 30),
    "unsure": (214, 196, 120), "hidden": (92, 110, 60),
}  # fmt: skip


@dataclass(frozen=True)
class Counter:
    """A finished counter: its picture, and where its body lies in it."""

    picture: pygame.Surface
    body: tuple[int, int]  # left, top of the body in the picture


def strip_height(side: int) -> int:
    """Return the height of a counter's name strip in pixels."""
    return max(16, round(side * 0.27))


class CounterSprites(SpriteCache[Counter]):
    """Draws counters in one palette; `sides` gives a colour for each side's key."""

    def __init__(
        self,
        inks: ChartInk,
        book: FontBook,
        sides: Mapping[str, Colour],
        bearing: Callable[[int], Point] = hex_layout.bearing,
    ) -> None:
        """`bearing` gives the direction of a facing on this board."""
        super().__init__(inks, book, sides)
        self.bearing = bearing

    def counter(self, piece: Piece, side: int, selected: bool = False, wide: int = 0) -> Counter:
        """Return the counter of a piece, `side` pixels high and `wide` (default: `side`) pixels wide."""
        plain = piece.but(id="", at=(), tip="", text="", bars=piece.bars)
        return self._cached_sprite(plain, self._press, piece, (wide or side, side), selected)

    def _press(self, piece: Piece, size: Size, selected: bool) -> Counter:
        if min(size) < DOT_BELOW:
            return dot(self.colour_of(piece.side), piece, size, selected, self.inks.palette)
        wide, side = size
        pad = max(12, round(side * 0.3))
        picture = drawing_tools.layer((wide + 2 * pad, side + 2 * pad))
        palette = self.inks.palette
        colour = self.colour_of(piece.side)
        corner = max(2, round(side * 0.06))
        body = pygame.Rect(pad, pad, wide, side)
        if not piece.ghost:
            blur = max(4, side // 8)
            shadow = drawing_tools.soft_shadow(size, corner, blur, 190 if self.inks.dark else 120)
            picture.blit(shadow, (pad - blur + max(1, side // 22), pad - blur + max(2, side // 14)))
        if selected:
            glow(picture, body, corner, palette.selection)
        if piece.known and not ashore.is_land(piece):
            wedge(picture, body, self.bearing(piece.facing), mix(colour, (255, 255, 255), 0.45), selected, palette)
        face = face_of(size, corner, colour, piece.ghost)
        printed, second = piece.known and side >= print_face.PRINT_FROM, self.is_second(piece.side)
        if printed:
            print_face.draw_face(face, self.book, palette, piece, second)
        else:
            self._draw_field(face, piece, size)
            if piece.known:
                self._draw_name(face, piece, size)
        edges(face, piece, size, corner, palette, selected)
        if printed and second:
            print_face.cut_out(face, piece, palette, selected)
        picture.blit(face, body)
        if piece.ghost:
            picture.fill((255, 255, 255, 128), special_flags=pygame.BLEND_RGBA_MULT)
            if piece.known and not printed:  # her name stays readable
                strip = face.subsurface(0, side - strip_height(side), wide, strip_height(side)).copy()
                strip.fill((215, 215, 215, 235), special_flags=pygame.BLEND_RGBA_MULT)
                picture.blit(strip, (pad, pad + side - strip_height(side)))
        self._draw_badges(picture, piece, body)
        return Counter(picture, (pad, pad))

    def _draw_field(self, face: pygame.Surface, piece: Piece, size: Size) -> None:
        wide, side = size
        height = side - (strip_height(side) if piece.known else 0)
        if not piece.known:
            _puffs(face, size)
            px = round(side * 0.62)
            mark = self.book.word("?", "title", px, (28, 30, 36))
            face.blit(mark, mark.get_rect(center=(wide // 2, side // 2)))
            return
        if ashore.is_land(piece):
            face.blit(ashore.picture(piece.hulls[0], (wide, height)), (0, 0))
        elif piece.hulls:
            drawn = draw_division(piece.hulls[:MOST_HULLS], (wide, height), self.bearing(piece.facing))
            face.blit(drawn, (0, 0))

    def _draw_name(self, face: pygame.Surface, piece: Piece, size: Size) -> None:
        width, side = size
        height = strip_height(side)
        top = side - height
        strip = drawing_tools.layer((width, height))
        strip.fill((8, 10, 16, 120))
        face.blit(strip, (0, top))
        bar = max(3, round(side * 0.07))
        large = max(10, round(side * 0.19))
        small, name = max(9, round(large * 0.86)), piece.tag or piece.name
        ways = [(words, px) for words in (name, print_face.force_of(name)) for px in (large, small)]
        words, px = next((way for way in ways if self.book.width(way[0], "bold", way[1]) <= width - 4), ways[-1])
        text = self.book.fit(words, "bold", px, width - 4)
        drawn = self.book.word(text, "bold", px, self.inks.palette.side_ink)
        ink_box = drawn.get_bounding_rect()
        free = height - bar - 1
        face.blit(
            drawn, (round((width - ink_box.width) / 2) - ink_box.x, top + round((free - drawn.get_height()) / 2) + 1)
        )
        self._draw_bar(face, piece, pygame.Rect(3, side - bar - 1, width - 6, bar - 1))

    def _draw_bar(self, face: pygame.Surface, piece: Piece, box: pygame.Rect) -> None:
        """Draw the remaining hull of each ship, one field a ship; a shorter bar is worse, so colour is not the only
        sign.
        """
        shares = [max(0.0, 1 - hull.damage / 4) for hull in piece.hulls]
        if piece.bars:
            shares = [max(0.0, min(1.0, bar.value / max(1, bar.limit))) for bar in piece.bars[:3]]
        if not shares:
            return
        step = box.width / len(shares)
        for index, share in enumerate(shares):
            left, right = round(box.left + index * step), round(box.left + (index + 1) * step) - 1
            face.fill((14, 16, 20), (left, box.top, right - left, box.height))
            tone = (122, 196, 120) if share > 0.7 else (232, 186, 76) if share > 0.3 else (236, 104, 82)
            face.fill(tone, (left, box.top, max(1 if share else 0, round((right - left) * share)), box.height))

    def _draw_badges(self, picture: pygame.Surface, piece: Piece, body: pygame.Rect) -> None:
        if piece.known and body.height >= print_face.PRINT_FROM:
            draw_signs(picture, self.book, piece.badges, body, self.is_second(piece.side))
            return
        radius = max(7, round(body.height * 0.15))
        shown = piece.badges[:MOST_BADGES]
        dx, dy = self.bearing(piece.facing)
        steers_right = dx > 0.5 and dy < 0.1
        for index, badge in enumerate(shown):
            middle = _slot(index, len(shown), body, radius, piece.known and steers_right)
            text = badge.letter[:2]
            if index == MOST_BADGES - 1 and len(piece.badges) > MOST_BADGES:
                text = "+"
            draw_badge(picture, self.book, badge, middle, radius, text)


def draw_signs(
    picture: pygame.Surface, book: FontBook, badges: Sequence[Badge], body: pygame.Rect, left: bool = False
) -> None:
    """Draw badges along the top edge of a large counter, from the right, so that none covers its name.

    `left`: the bow is at the left.
    """
    radius, most = print_face.sign_radius(body.height), 4 if body.height >= 100 else 3
    edge = body.right if left else body.left
    for number, badge in enumerate(badges[:most]):
        more = number == most - 1 and len(badges) > most
        middle = body.right - radius - number * 2.1 * radius, body.top - 0.8 * radius
        if print_face.is_wide(body.size):  # in a lane between others: down the edge behind the ship
            middle = edge, body.top + 0.6 * print_face.head_height(body.height) + (0.8 + number * 1.75) * radius
        draw_badge(picture, book, badge, middle, radius, "+" if more else "")


def dot(colour: Colour, piece: Piece, size: Size, selected: bool, palette: Palette) -> Counter:
    """Draw a counter that is too small for a face: a dot in the side's colour, hollow if it is not known or a ghost."""
    wide, high = max(1, size[0]), max(1, size[1])
    picture, middle, radius = (
        drawing_tools.layer((wide + 2, high + 2)),
        (wide / 2 + 1, high / 2 + 1),
        min(wide, high) / 2,
    )
    ring = palette.selection if selected else palette.gold if piece.ready else (14, 16, 22)
    drawing_tools.disc(picture, ring, middle, radius + 0.5)
    drawing_tools.disc(picture, colour, middle, max(0.5, radius - 0.6))
    if piece.ghost or not piece.known:
        drawing_tools.disc(picture, mix(colour, (255, 255, 255), 0.7), middle, radius * 0.5)
    return Counter(picture, (1, 1))


def draw_badge(
    surface: pygame.Surface, book: FontBook, badge: Badge, middle: Point, radius: float, text: str = ""
) -> None:
    """Draw a badge as a disc with its letter, or with another text."""
    colour = _BADGES.get(badge.kind, (90, 96, 110))
    lights, darks = (255, 252, 244), (16, 16, 20)
    letters = max(lights, darks, key=lambda tone: contrast(tone, colour))
    drawing_tools.disc(surface, (12, 14, 18), middle, radius + 1)
    drawing_tools.disc(surface, (250, 246, 232), middle, radius)
    drawing_tools.disc(surface, colour, middle, radius - max(1.0, radius * 0.14))
    px = max(11, round(radius * 1.45))
    drawn = book.word(text or badge.letter[:2], "bold", px, letters)
    box = drawn.get_bounding_rect()
    surface.blit(drawn, (round(middle[0] - box.width / 2 - box.x), round(middle[1] - box.height / 2 - box.y)))


def draw_number(surface: pygame.Surface, book: FontBook, tone: Colour, number: int, body: pygame.Rect) -> None:
    """Draw how many counters lie in a stack, at the lower right corner of the one in front."""
    radius, ink = max(8, round(body.height * 0.14)), (18, 18, 22)
    drawing_tools.disc(surface, ink, body.bottomright, radius)
    drawing_tools.disc(surface, tone, body.bottomright, radius - 1.5)
    drawn = book.word(str(number), "figures_bold", max(11, round(radius * 1.4)), ink)
    box = drawn.get_bounding_rect()
    surface.blit(drawn, (body.right - box.width // 2 - box.x, body.bottom - box.height // 2 - box.y))


def draw_division(hulls: tuple[Hull, ...], size: tuple[int, int], direction: Point) -> pygame.Surface:
    """Draw ships in echelon, heading in `direction`, scaled to fill `size` pixels."""
    made, best = None, 0.0
    for spread in (1.0, 1.5, 2.0, 2.6):
        drawn, scale = _echelon(hulls, size, direction, spread)
        if scale < best * 0.97:
            break
        made, best = drawn, max(best, scale)
    assert made is not None
    return made


def _echelon(
    hulls: tuple[Hull, ...], size: tuple[int, int], direction: Point, spread: float
) -> tuple[pygame.Surface, float]:
    """Return the division with its ships at `spread` times their closest spacing, and the scale it was drawn at."""
    dx, dy = direction
    lengths = [0.62 + 0.38 * min(1.0, hull.length_ft / 760) for hull in hulls]
    plans = [silhouette.plan(hull, 1.9) for hull in hulls]
    places, across, previous = [], 0.0, 0.0
    for index, (length, shapes) in enumerate(zip(lengths, plans, strict=True)):
        beam = max(y for _, y in shapes[0].points) * length
        across += (previous + beam + 0.03) * spread if index else 0.0
        previous = beam
        places.append(((-0.16 if dx else -0.1) * index, across))
    spots = [(x * dx - y * dy, x * dy + y * dx) for x, y in places]
    reach = [
        (sx + (x * dx - y * dy) * length, sy + (x * dy + y * dx) * length)
        for (sx, sy), length, shapes in zip(spots, lengths, plans, strict=True)
        for x, y in shapes[0].points
    ]
    left, right = min(x for x, _ in reach), max(x for x, _ in reach)
    top, bottom = min(y for _, y in reach), max(y for _, y in reach)
    wide, high = size[0] * FINE, size[1] * FINE
    roomy = wide > 1.5 * high * len(hulls)
    scale = min(wide * (0.92 if roomy else 0.86) / (right - left), high * 0.86 / (bottom - top), wide * 0.92)
    if len(hulls) == 1:
        scale *= lengths[0] ** (0.2 if roomy else 0.8)
    made = drawing_tools.layer((wide, high))
    for (x, y), length, shapes, hull in zip(spots, lengths, plans, hulls, strict=True):
        at = wide / 2 + (x - (left + right) / 2) * scale, high / 2 + (y - (top + bottom) / 2) * scale
        tones = HURT if hull.damage >= 4 else PALE
        silhouette.draw_plan(made, shapes, at, length * scale, (dx, dy), tones, silhouette.SMALL)
    return pygame.transform.smoothscale(made, size), scale


def _slot(index: int, count: int, body: pygame.Rect, radius: int, along_top: bool) -> Point:
    """Return the middle of a badge: down the right edge, or along the top if the wedge needs the edge. No badge covers
    the name below, however many there are.
    """
    step = max(0.27 * body.height, 1.9 * radius)
    right, top = body.right - 0.02 * body.height, body.top + (-0.04 if along_top else -0.1) * body.height
    room = body.bottom - strip_height(body.height) - radius - 1 - top
    return (right - index * step, top) if along_top else (right, top + index * min(step, room / max(1, count - 1)))


def face_of(size: Size, corner: int, colour: Colour, ghost: bool) -> pygame.Surface:
    """Return the empty face of a counter: shaded, with a light band at the top; a ghost's is grey."""
    face = drawing_tools.gradient_surface(size, mix(colour, (255, 255, 255), 0.16), mix(colour, (0, 0, 0), 0.14))
    band = drawing_tools.layer((size[0], max(2, size[1] // 14)))
    band.fill((255, 255, 255, 70))
    face.blit(band, (0, 0))
    mask = drawing_tools.layer(size)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=corner)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if ghost:
        face.fill((200, 200, 200, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return face


def edges(face: pygame.Surface, piece: Piece, size: Size, corner: int, palette: Palette, selected: bool) -> None:
    """Draw the bevel, and the border that shows whether the piece is selected, ready or a ghost."""
    side = size[1]
    far, last = size[0] - 1, side - 1
    thick = max(1, side // 40)
    for depth in range(thick):
        light, dark = drawing_tools.layer(size), (0, 0, 0, 110)
        pygame.draw.line(light, (255, 255, 255, 130), (corner, depth), (far - corner, depth))
        pygame.draw.line(light, (255, 255, 255, 80), (depth, corner), (depth, last - corner))
        pygame.draw.line(light, dark, (corner, last - depth), (far - corner, last - depth))
        pygame.draw.line(light, dark, (far - depth, corner), (far - depth, last - corner))
        face.blit(light, (0, 0))
    frame = face.get_rect()
    if piece.ghost:
        edge = [(1, 1), (far - 1, 1), (far - 1, last - 1), (1, last - 1), (1, 1)]
        drawing_tools.draw_dashes(face, (250, 246, 232), edge, 1.5, side * 0.12, side * 0.08)
    elif selected:
        pygame.draw.rect(face, (255, 252, 240), frame, max(2, side // 22), border_radius=corner)
    elif piece.ready:
        pygame.draw.rect(face, palette.gold, frame, max(1, side // 36), border_radius=corner)
    if piece.ready and piece.known and side >= print_face.PRINT_FROM:  # the corner is the flag's
        middle, reach = last // 2, round(side * 0.14)
        pygame.draw.polygon(face, (16, 20, 16), [(0, middle - reach - 2), (reach + 2, middle), (0, middle + reach + 2)])
        pygame.draw.polygon(face, (142, 224, 138), [(1, middle - reach), (reach, middle), (1, middle + reach)])
    elif piece.ready:
        reach = max(8, round(side * 0.22))
        pygame.draw.polygon(face, (16, 20, 16), [(0, 0), (reach + 2, 0), (0, reach + 2)])
        pygame.draw.polygon(face, (142, 224, 138), [(1, 1), (reach, 1), (1, reach)])


def glow(picture: pygame.Surface, body: pygame.Rect, corner: int, colour: Colour) -> None:
    """Draw the light around a selected counter."""
    halo = drawing_tools.layer(picture.get_size())
    grow = max(4, body.height // 9)
    pygame.draw.rect(halo, (*colour, 210), body.inflate(grow, grow), border_radius=corner + grow // 2)
    picture.blit(pygame.transform.gaussian_blur(halo, max(2, grow // 2)), (0, 0))


def wedge(
    picture: pygame.Surface, body: pygame.Rect, direction: Point, colour: Colour, selected: bool, palette: Palette
) -> None:
    """Draw a bow wedge that sticks out of the counter on the side the division heads for."""
    dx, dy = direction
    edge = min(body.width / 2 / max(abs(dx), 0.001), body.height / 2 / max(abs(dy), 0.001))
    x, y = body.centerx + dx * edge, body.centery + dy * edge
    reach, wide = body.height * 0.18, body.height * 0.16
    points = [
        (x + dx * reach, y + dy * reach),
        (x - dy * wide - dx * wide * 0.7, y + dx * wide - dy * wide * 0.7),
        (x + dy * wide - dx * wide * 0.7, y - dx * wide - dy * wide * 0.7),
    ]
    pygame.draw.polygon(picture, palette.selection if selected else colour, points)
    drawing_tools.polyline(picture, (14, 16, 22), points, 1.5, closed=True)


def _puffs(face: pygame.Surface, size: Size) -> None:
    """Draw smoke around the question mark of an unidentified piece."""
    wide, side = size
    cloud = drawing_tools.layer((wide * FINE, side * FINE))
    spots = ((0.3, 0.62, 0.2), (0.7, 0.62, 0.2), (0.5, 0.7, 0.2), (0.32, 0.4, 0.19), (0.68, 0.4, 0.19), (0.5, 0.3, 0.2))
    for tone, shift in (((70, 74, 82), 0.03), ((150, 154, 160), 0.0), ((186, 190, 194), -0.03)):
        for x, y, radius in (*spots, (0.5, 0.5, 0.28)):
            grown = radius * (1.12 if shift > 0 else 1.0 if shift == 0 else 0.78)
            drawing_tools.disc(cloud, tone, (x * wide * FINE, (y + shift) * side * FINE), grown * side * FINE)
    face.blit(pygame.transform.smoothscale(cloud, size), (0, 0))
