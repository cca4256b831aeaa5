"""The face of a large counter, as on printed counters: flag and name, the lead ship in profile, three figures, hull
left.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.boards import ashore, drawing_tools, flags
from game.boards.side_view import length_of, side_view
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette, contrast, mix
from game.words import tr, tr_noop
from rules.kernel.view import Piece

PRINT_FROM = 60  # counters of at least this many pixels look like this
TYPED_FROM = 72  # counters of at least this many pixels show the ship type
LEAST_PX = 11  # least pixels of any letter
STRIP, FIGURES, BAR = 0.2, 0.27, 0.055  # fractions of the side: name above, figures below, hull left at the foot
CUT = 0.13  # cut corners of the second side's counters, as a fraction of the side
WHOLE: Colour = (132, 206, 130)
HURT: Colour = (255, 190, 74)
HALF: Colour = (255, 120, 92)
MINUS = "−"
RIBBON = 0.17  # the ribbon with a land unit's states, as a fraction of the side
STRIPE = 0.09  # the same without words on a smaller counter
STRIPED = "shaken"
RIBBONS: dict[str, tuple[Colour, str]] = {  # sign -> its colour, its word
    "shaken": ((236, 150, 40), tr_noop("SHAKEN")),
    "low": ((122, 72, 28), tr_noop("LOW")),
}


def figure_tone(now: int, built: int, ink: Colour) -> Colour:
    """Return the colour of a figure: full value, reduced, or less than half."""
    return ink if now >= built else HALF if 2 * now < built else HURT


def strength_tone(share: float) -> Colour:
    """Return the colour of the bar for the remaining strength of a ship or unit."""
    return WHOLE if share > 0.7 else HURT if share > 0.3 else HALF


def force_of(name: str) -> str:
    """Return the short form of a force named after a ship: "Helena's division" becomes "Helena's"."""
    first, _, rest = name.partition("'s ")
    return f"{first}'s" if first and rest else name


def head_height(side: int) -> int:
    """Return the height of the name strip in pixels."""
    return max(LEAST_PX + 3, round(side * STRIP))


def is_wide(size: tuple[int, int]) -> bool:
    """Return whether a counter is wider than high, with others close above and below it."""
    return size[0] > size[1]


def sign_radius(side: int) -> int:
    """Return the radius in pixels of a badge on a large counter."""
    return max(8, round(side * 0.125))


def figures_height(side: int) -> int:
    """Return the height in pixels of a counter's figures with the bar below them."""
    return max(16, round(side * FIGURES))


def draw_face(face: pygame.Surface, book: FontBook, palette: Palette, piece: Piece, left: bool) -> None:
    """Draw the face of a known counter of ships; `left`: the bow is at the left."""
    wide, side = face.get_size()
    head = head_height(side)
    foot = figures_height(side) if piece.factors else max(3, round(side * BAR)) + 2
    _name(face, book, palette, piece, head, left)
    room = pygame.Rect(0, head, wide, side - head - foot)
    if ashore.is_land(piece):
        face.blit(ashore.picture(piece.hulls[0], room.size), room)
    elif piece.hulls:
        lead = piece.hulls[0]
        base = min(wide, round(1.3 * side))
        across = min(wide - 2, round(length_of(lead, base) * 1.2))
        ship = side_view(lead, (across, room.h), base, left)
        face.blit(ship, ship.get_rect(midbottom=(wide // 2, room.bottom)))
    if piece.hulls and not ashore.is_land(piece):
        _corner_words(face, book, palette, piece, room, left and is_wide(face.get_size()))
    shadow = drawing_tools.layer((wide, foot))
    shadow.fill((10, 12, 18, 204))
    face.blit(shadow, (0, side - foot))
    bar = max(2, round(side * BAR))
    if piece.factors:
        inset = sign_radius(side) if is_wide(face.get_size()) and len(piece.badges) > 2 else 0  # clear of low badges
        figures = [(str(now).replace("-", MINUS), now, built) for now, built in piece.factors]
        box = pygame.Rect(0 if left else inset, side - foot, wide - inset, foot - bar)
        _figures(face, book, palette, figures, box)
    _draw_hulls_left(
        face, [max(0.0, 1 - hull.damage / 4) for hull in piece.hulls], pygame.Rect(2, side - bar, wide - 4, bar - 1)
    )


def _name(face: pygame.Surface, book: FontBook, palette: Palette, piece: Piece, head: int, second: bool) -> None:
    """Draw flag and name; those of the second side keep clear of its cut corners."""
    wide, side = face.get_size()
    off = round(side * CUT / 2) if second else 0
    strip = drawing_tools.layer((wide, head))
    strip.fill((10, 12, 18, 204))
    face.blit(strip, (0, 0))
    px, start = max(LEAST_PX, round(side * 0.155)), 3 + off
    names = [words for words in (piece.name, piece.tag, force_of(piece.tag or piece.name)) if words]
    if piece.side in flags.NATIONS:
        cloth = flags.cloth(piece.side, min(round(side * 0.22), round((head - 4) * 1.7)))
        room = wide - cloth.get_width() - 7 - 2 * off
        if any(book.width(words, "bold", LEAST_PX) <= room for words in names):
            face.blit(cloth, (start, (head - cloth.get_height()) // 2))
            start += 2 + cloth.get_width()
    room = wide - start - 2 - off
    ways = [(words, size) for words in names for size in (px, LEAST_PX)]
    words, size = next((way for way in ways if book.width(way[0], "bold", way[1]) <= room), ways[-1])
    drawn = book.word(book.fit(words, "bold", size, room), "bold", size, palette.side_ink)
    box = drawn.get_bounding_rect()
    face.blit(drawn, (start + max(0, (room - box.width) // 2) - box.x, (head - box.height + 1) // 2 - box.y))


def _corner_words(
    face: pygame.Surface, book: FontBook, palette: Palette, piece: Piece, room: pygame.Rect, swapped: bool
) -> None:
    """Draw the ship type at the left, the number of ships at the right; `swapped`: the other way round.

    On a wide counter the type keeps clear of badges down its edge.
    """
    side = face.get_height()
    inset = sign_radius(side) + 3 if piece.badges and is_wide(face.get_size()) else 4
    if side >= TYPED_FROM:
        kind = book.word(piece.hulls[0].type, "bold", max(LEAST_PX, round(side * 0.13)), palette.side_ink)
        face.blit(kind, (room.right - kind.get_width() - inset if swapped else inset, room.y))
    if len(piece.hulls) > 1:
        count = book.word(f"×{len(piece.hulls)}", "bold", max(LEAST_PX, round(side * 0.15)), palette.side_ink)
        face.blit(count, (3 if swapped else room.right - count.get_width() - 3, room.y))


def _figures(
    face: pygame.Surface, book: FontBook, palette: Palette, figures: Sequence[tuple[str, int, int]], box: pygame.Rect
) -> None:
    """Draw figures side by side, in thirds where there are three."""
    px = max(LEAST_PX, round(face.get_height() * 0.235))
    step = box.w / len(figures)
    for number, (words, now, built) in enumerate(figures):
        drawn = book.word(words, "figures_bold", px, figure_tone(now, built, palette.side_ink))
        ink = drawn.get_bounding_rect()
        middle = box.x + (number + 0.5) * step, box.centery
        face.blit(drawn, (round(middle[0] - ink.width / 2) - ink.x, round(middle[1] - ink.height / 2) - ink.y))
        if number:
            x = round(box.x + number * step)
            pygame.draw.line(face, (150, 152, 156), (x, box.y + box.h // 4), (x, box.bottom - box.h // 4))


def _draw_hulls_left(face: pygame.Surface, shares: Sequence[float], box: pygame.Rect) -> None:
    """Draw the remaining hull, one field a ship; a shorter bar is worse, so colour is not the only sign."""
    for number, share in enumerate(shares):
        start, end = (round(box.left + at * box.width / len(shares)) for at in (number, number + 1))
        face.fill((14, 16, 20), (start, box.top, end - start - 1, box.height))
        full = max(1 if share else 0, round((end - start - 1) * share))
        face.fill(strength_tone(share), (start, box.top, full, box.height))


def draw_stand_face(
    face: pygame.Surface,
    book: FontBook,
    palette: Palette,
    figure: pygame.Surface,
    piece: Piece,
    kept: tuple[int, int],
    second: bool,
) -> None:
    """Draw a land unit: name, stands, remaining strength, melee number, maximum range. `kept`: Kills it can still
    take.
    """
    wide, side = face.get_size()
    head, foot, bar = head_height(side), figures_height(side), max(2, round(side * BAR))
    face.blit(figure, figure.get_rect(center=(wide // 2, head + (side - head - foot) // 2)))
    _name(face, book, palette, piece, head, second)
    shadow = drawing_tools.layer((wide, foot))
    shadow.fill((10, 12, 18, 204))
    face.blit(shadow, (0, side - foot))
    (left, built), (need, _), (reach, _) = piece.factors
    figures = [(str(left), left, built), (f"{need}+", need, need), (str(reach) if reach else "–", reach, reach)]
    _figures(face, book, palette, figures, pygame.Rect(0, side - foot, wide, foot - bar))
    draw_ribbon(face, book, piece, side - foot)
    _draw_hulls_left(face, [1.0] * kept[0] + [0.0] * (kept[1] - kept[0]), pygame.Rect(2, side - bar, wide - 4, bar - 1))


def ribbon_parts(book: FontBook, piece: Piece, side: int) -> list[tuple[str, str, int]]:
    """Return (sign, word, pixels) for each state of a land unit; without words if they do not fit."""
    states = [badge.kind for badge in piece.badges if badge.kind in RIBBONS]
    needed = [book.width(tr(RIBBONS[kind][1]), "bold", LEAST_PX) + 6 for kind in states]
    if side < PRINT_FROM or sum(needed) > side:
        return [(kind, "", side // len(states)) for kind in states]
    spare = (side - sum(needed)) // max(1, len(states))
    return [(kind, tr(RIBBONS[kind][1]), room + spare) for kind, room in zip(states, needed, strict=True)]


def draw_ribbon(face: pygame.Surface, book: FontBook, piece: Piece, bottom: int) -> None:
    """Draw a land unit's states as a ribbon across the counter, one part each; amber is striped as well."""
    side = face.get_height()
    parts = ribbon_parts(book, piece, side)
    high = max(LEAST_PX + 2, round(side * RIBBON)) if parts and parts[0][1] else round(side * STRIPE)
    start = 0
    for number, (kind, word, room) in enumerate(parts):
        tone = RIBBONS[kind][0]
        band = face.subsurface(start, bottom - high, side - start if number == len(parts) - 1 else room, high)
        band.fill(tone)
        dark = mix(tone, (0, 0, 0), 0.22)
        for x in range(-high, band.get_width(), 8) if kind == STRIPED else ():
            pygame.draw.line(band, dark, (x, high), (x + high, 0), 2)
        if word:
            ink = max((18, 14, 10), (255, 250, 240), key=lambda one: contrast(one, tone))
            drawn = book.word(word, "bold", max(LEAST_PX, round(side * 0.13)), ink)
            if drawn.get_width() > band.get_width() - 2:
                drawn = book.word(word, "bold", LEAST_PX, ink)
            band.blit(drawn, drawn.get_rect(center=band.get_rect().center))
        start += room


def corners(size: tuple[int, int], cut: bool) -> list[tuple[int, int]]:
    """Return the outline of a counter's body; the second side's has its corners cut."""
    wide, high = size[0] - 1, size[1] - 1
    off = round(size[1] * CUT) if cut else 0
    if not off:
        return [(0, 0), (wide, 0), (wide, high), (0, high)]
    right, low = wide - off, high - off
    return [(off, 0), (right, 0), (wide, off), (wide, low), (right, high), (off, high), (0, low), (0, off)]


def cut_out(face: pygame.Surface, piece: Piece, palette: Palette, selected: bool) -> None:
    """Cut the corners of the second side's counter and draw its edge: selected, ready, or last seen here."""
    edge = corners(face.get_size(), True)
    mask = drawing_tools.layer(face.get_size())
    pygame.draw.polygon(mask, (255, 255, 255, 255), edge)
    face.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    side = face.get_height()
    if piece.ghost:
        drawing_tools.draw_dashes(face, (250, 246, 232), [*edge, edge[0]], 1.5, side * 0.12, side * 0.08)
        return
    tone = (255, 252, 240) if selected else palette.gold if piece.ready else mix(palette.side_ink, (0, 0, 0), 0.55)
    drawing_tools.polyline(face, tone, edge, max(2, side // 22) if selected else 1.6, closed=True)
