"""Counters of land units: bevelled pieces with their stands in formation, Kills, badges and the corner they face.

Leaders, mules and wagons are round tokens. A counter is drawn once for each visible state and size, and cached.
"""

from __future__ import annotations

import pygame

from game.boards import drawing_tools, hex_layout, land_figures, print_face
from game.boards.counters import Counter, dot, draw_badge, edges, face_of, glow, strip_height, wedge
from game.boards.sprite_cache import SpriteCache
from game.ui.theme import mix
from rules.kernel.view import Piece, Stand

SMALLEST = 24  # pixels a side at a UI scale of 1
DOT_BELOW = 12  # smaller counters show neither stands nor Kills
NAMED_FROM = 34  # counters show their name from this side
MOST_BADGES = 4
TOKENS = ("leader", "mule", "wagon")
TOKEN_SHARE = 0.56  # as fractions of a counter's side


def is_token(piece: Piece) -> bool:
    """Return whether a piece is a round token: a leader, a mule, a wagon."""
    return piece.stand is not None and piece.stand.figure in TOKENS


BROKEN = ("shaken", "disordered")  # badges of units that are out of order


class LandCounterSprites(SpriteCache[Counter]):
    """Draws land counters in one palette; `sides` gives a colour for each side's key."""

    def counter(self, piece: Piece, side: int, selected: bool = False, wide: int = 0) -> Counter:
        """Return the counter of a piece, `side` pixels wide and high: square, or round for a token."""
        plain = piece.but(id="", at=(), tip="", text="")
        if side < DOT_BELOW:
            return dot(self.colour_of(piece.side), piece, (side, side), selected, self.inks.palette)
        return self._cached_sprite(plain, self._token if is_token(piece) else self._press, piece, side, selected)

    def _press(self, piece: Piece, side: int, selected: bool) -> Counter:
        pad = max(8, round(side * 0.3))
        picture = drawing_tools.layer((side + 2 * pad, side + 2 * pad))
        palette, colour = self.inks.palette, self.colour_of(piece.side)
        corner = max(2, round(side * 0.06))
        body = pygame.Rect(pad, pad, side, side)
        if not piece.ghost:
            blur = max(3, side // 9)
            shadow = drawing_tools.soft_shadow((side, side), corner, blur, 190 if self.inks.dark else 130)
            picture.blit(shadow, (pad - blur + max(1, side // 22), pad - blur + max(2, side // 14)))
        if selected:
            glow(picture, body, corner, palette.selection)
        stand = piece.stand
        if piece.known and stand is not None and stand.formation != "square":
            towards = hex_layout.corner_bearing(piece.facing)
            wedge(picture, body, towards, mix(colour, (255, 255, 255), 0.45), selected, palette)
        face = face_of((side, side), corner, colour, piece.ghost)
        if not piece.known or stand is None:
            self._marker(face, side)
        elif side >= print_face.PRINT_FROM and piece.factors:
            room = side - round(side * (print_face.STRIP + print_face.FIGURES)) - 2
            broken = any(badge.kind in BROKEN for badge in piece.badges)
            towards = hex_layout.corner_bearing(piece.facing)
            figure = land_figures.draw_stands(stand, (side - 4, room), towards, colour, broken)
            kept = max(0, stand.limit - stand.kills), stand.limit
            print_face.draw_stand_face(face, self.book, palette, figure, piece, kept, self.is_second(piece.side))
        else:
            self._field(face, piece, stand, side)
        edges(face, piece, (side, side), corner, palette, selected)
        if piece.known and side >= print_face.PRINT_FROM and self.is_second(piece.side):
            print_face.cut_out(face, piece, palette, selected)
        picture.blit(face, body)
        if piece.ghost:
            picture.fill((255, 255, 255, 128), special_flags=pygame.BLEND_RGBA_MULT)
        self._badges(picture, piece, body)
        return Counter(picture, (pad, pad))

    def _field(self, face: pygame.Surface, piece: Piece, stand: Stand, side: int) -> None:
        """Draw stands above, name and Kills below."""
        bar = max(3, round(side * 0.085))
        low = strip_height(side) if side >= NAMED_FROM else bar + 1
        colour = self.colour_of(piece.side)
        direction = hex_layout.corner_bearing(piece.facing)
        room = (side - 4, side - low - 3)
        broken = any(badge.kind in BROKEN for badge in piece.badges)
        face.blit(land_figures.draw_stands(stand, room, direction, colour, broken), (2, 2))
        print_face.draw_ribbon(face, self.book, piece, side - low)
        strip = drawing_tools.layer((side, low))
        strip.fill((8, 10, 16, 120))
        face.blit(strip, (0, side - low))
        if side >= NAMED_FROM:
            self._name(face, piece, side, low, bar)
        _kills(face, stand, pygame.Rect(3, side - bar - 1, side - 6, bar - 1))

    def _name(self, face: pygame.Surface, piece: Piece, side: int, low: int, bar: int) -> None:
        px = max(9, round(side * 0.18))
        words = piece.tag or piece.name
        if self.book.width(words, "bold", px) > side - 4:
            px = max(9, round(px * 0.84))
        text = self.book.fit(words, "bold", px, side - 4)
        drawn = self.book.word(text, "bold", px, self.inks.palette.side_ink)
        box = drawn.get_bounding_rect()
        top = side - low + round((low - bar - 1 - drawn.get_height()) / 2) + 1
        face.blit(drawn, (round((side - box.width) / 2) - box.x, top))

    def _marker(self, face: pygame.Surface, side: int) -> None:
        """Draw the mark of an unidentified unit."""
        for index, (x, y) in enumerate(((0.2, 0.9), (0.38, 0.96), (0.6, 0.92), (0.8, 0.96), (0.5, 0.98))):
            for lean in (-0.1, 0.0, 0.1):
                start, end = (x * side, y * side), ((x + lean) * side, (y - 0.3 + 0.06 * (index % 2)) * side)
                drawing_tools.line(face, (198, 190, 124), start, end, max(1.0, side * 0.03))
        px = round(side * 0.62)
        mark = self.book.word("?", "title", px, self.inks.palette.side_ink)
        face.blit(mark, mark.get_rect(center=(side // 2, round(side * 0.45))))

    def _badges(self, picture: pygame.Surface, piece: Piece, body: pygame.Rect) -> None:
        """Draw the badges down the right edge; if there are too many, the last one says so."""
        radius = max(6, round(body.width * 0.14))
        spoken = [kind for kind, word, _ in print_face.ribbon_parts(self.book, piece, body.width) if word]
        badges = [badge for badge in piece.badges if badge.kind not in spoken]
        for index, badge in enumerate(badges[:MOST_BADGES]):
            middle = (
                body.left + 0.98 * body.width,
                body.top + 0.03 * body.width + index * max(0.26 * body.width, 1.9 * radius),
            )
            more = index == MOST_BADGES - 1 and len(badges) > MOST_BADGES
            draw_badge(picture, self.book, badge, middle, radius, "+" if more else badge.letter[:2])

    def _token(self, piece: Piece, side: int, selected: bool) -> Counter:
        """Return a round token in the side's colour with its figure, a leader's with his rating."""
        assert piece.stand is not None
        pad = max(6, round(side * 0.3))
        fine = 3
        wide = side + 2 * pad
        made = drawing_tools.layer((wide * fine, wide * fine))
        middle, radius = (wide * fine / 2, wide * fine / 2), side * fine / 2
        colour, palette = self.colour_of(piece.side), self.inks.palette
        ring = palette.selection if selected else palette.gold if piece.ready else mix(colour, (255, 255, 255), 0.6)
        drawing_tools.disc(made, (0, 0, 0, 90), (middle[0] + radius * 0.08, middle[1] + radius * 0.12), radius * 1.04)
        drawing_tools.disc(made, (14, 14, 18), middle, radius)
        drawing_tools.disc(made, ring, middle, radius * 0.96)
        drawing_tools.disc(made, mix(colour, (0, 0, 0), 0.12), middle, radius * 0.86)
        drawing_tools.disc(made, mix(land_figures.BASE, colour, 0.12), middle, radius * 0.66)
        picture = pygame.transform.smoothscale(made, (wide, wide))
        inner = round(side * 0.86)
        figure = land_figures.draw_stands(piece.stand, (inner, inner), hex_layout.corner_bearing(0), colour)
        picture.blit(figure, ((wide - inner) // 2, (wide - inner) // 2))
        if piece.stand.rating:
            px = max(9, round(side * 0.42))
            number = self.book.word(str(piece.stand.rating), "bold", px, (20, 16, 10))
            spot = (round(wide / 2 - side * 0.3), round(wide / 2 + side * 0.3))
            drawing_tools.disc(picture, (20, 16, 10), spot, px * 0.56 + 1)
            drawing_tools.disc(picture, (250, 240, 206), spot, px * 0.56)
            box = number.get_bounding_rect()
            picture.blit(number, (spot[0] - box.width // 2 - box.x, spot[1] - box.height // 2 - box.y))
        body = pygame.Rect(pad, pad, side, side)
        for index, badge in enumerate(piece.badges[:2]):
            radius_px = max(6, round(side * 0.2))
            draw_badge(picture, self.book, badge, (body.right - 2, body.top + 2 + index * 2 * radius_px), radius_px)
        return Counter(picture, (pad, pad))


def _kills(face: pygame.Surface, stand: Stand, box: pygame.Rect) -> None:
    """Draw how many Kills the unit can still take, one field each; a shorter bar is worse."""
    if stand.limit <= 0:
        return
    left = max(0, stand.limit - stand.kills)
    share = left / stand.limit
    tone = (122, 196, 120) if share > 0.5 else (232, 186, 76) if share > 0.25 else (236, 104, 82)
    step = box.width / stand.limit
    gap = 1 if step >= 4 else 0
    face.fill((14, 16, 20), box)
    for index in range(left):
        start, end = round(box.left + index * step), round(box.left + (index + 1) * step)
        face.fill(tone, (start, box.top, max(1, end - start - gap), box.height))
