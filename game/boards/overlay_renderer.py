"""Drawing of overlays: the common part; each kind of board adds its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import pygame

from game.boards import drawing_tools
from game.boards.draw_items import Item, Sprite, Stroke, centred_sprite
from game.boards.drawing_tools import ChartInk
from game.boards.layout import Layout, Point
from game.boards.lettering import with_halo
from game.boards.overlay import Overlay, SightLine
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from game.words import tr
from rules.kernel.view import Place

Card = Callable[[Place], tuple[Point, ...]]  # a piece's corners around the middle of its place, in pixels
DARK: Colour = (10, 12, 18)  # the edge of every line
LARGEST = 2400  # pixels across of a picture
VEILS: dict[bool, tuple[Colour, float]] = {True: ((4, 8, 16), 0.54), False: ((236, 226, 200), 0.5)}  # by night, by day
REACH: dict[bool, Colour] = {True: (214, 226, 238), False: (52, 84, 48)}  # the edge of the reachable area
GAP, ARM = 5.0, 11.0  # pixels between a piece and the brackets around it, and how long these are


class OverlayRenderer:
    """Turns an overlay into items at a zoom: those under the pieces and those above. Subclasses add their own."""

    def __init__(self, inks: ChartInk, book: FontBook, layout: Layout, ui_scale: float = 1.0) -> None:
        self.inks, self.book, self.layout, self.ui_scale = inks, book, layout, ui_scale

    def below(self, overlay: Overlay, zoom: float, card: Card, stop: Point | None) -> list[Item]:
        """Return the items under the pieces. `card`: corners of the piece on a place; `stop`: where the line of sight
        ends.
        """
        raise NotImplementedError

    def above(self, overlay: Overlay, zoom: float, card: Card) -> list[Item]:
        """Return the items over the pieces: the mark on the target."""
        if overlay.target is None:
            return []
        return [self.centre_on(overlay.target, zoom, reticle(_card_size(card(overlay.target)), aim_tone(self.inks)))]

    def plans(self, overlay: Overlay, zoom: float) -> Iterator[Item]:
        """Yield planned paths: dashed lines with a ring at each place, labelled as not yet ordered."""
        tone = self.inks.palette.gold
        for way in overlay.plans:
            spots = [self.spot(place, zoom) for place in way]
            yield Stroke(stroke(spots, tone, 2.6, dash=(7.0, 7.0)))
            ring = plan_ring(round(9 * self.ui_scale), tone)
            yield from (centred_sprite(ring, *spot) for spot in spots[1:])
            px = round(15 * self.ui_scale)
            word = with_halo(self.book.word(tr("planned, not ordered"), "italic", px, tone), DARK, 3)
            x, y = spots[-1]
            yield centred_sprite(word, x, y + 20 * self.ui_scale)

    # Common to all boards

    @property
    def path_tone(self) -> Colour:
        """Return the colour of a path."""
        return self.inks.palette.focus if self.inks.dark else self.inks.palette.link

    def spot(self, place: Place, zoom: float) -> Point:
        """Return the middle of a place on the zoomed world."""
        x, y = self.layout.centre(place)
        return x * zoom, y * zoom

    def centre_on(self, place: Place, zoom: float, picture: pygame.Surface) -> Sprite:
        """Return a picture centred on a place."""
        return centred_sprite(picture, *self.spot(place, zoom))

    def aims(self, overlay: Overlay, zoom: float, card: Card) -> Iterator[Item]:
        """Yield brackets around possible targets, except the chosen one."""
        for place in overlay.targets:
            if place != overlay.target:
                yield self.centre_on(place, zoom, brackets(card(place), aim_tone(self.inks)))

    def dim_outside(self, shapes: Sequence[Sequence[Point]]) -> Stroke:
        """Dim everything but these shapes, in pixels of the zoomed world."""
        tone, share = VEILS[self.inks.dark]

        def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
            area = surface.get_clip()
            made = drawing_tools.layer(area.size)
            made.fill((*tone, round(255 * share)))
            for shape in shapes:
                points = [(x + dx - area.x, y + dy - area.y) for x, y in shape]
                pygame.draw.polygon(made, (0, 0, 0, 0), points)
            surface.blit(made, area)

        return Stroke(draw)

    def sight(self, line: SightLine, zoom: float, stop: Point | None) -> Iterator[Item]:
        """Yield a line of sight: solid where it is clear, dashed from where it is blocked."""
        aim, good = aim_tone(self.inks), self.inks.palette.good
        start, end = self.spot(line.start, zoom), self.spot(line.end, zoom)
        if stop is None:
            yield Stroke(stroke([start, end], good, 2.4))
            return
        at = stop[0] * zoom, stop[1] * zoom
        yield Stroke(stroke([start, at], good, 2.4))
        yield Stroke(stroke([at, end], aim, 2.2, dash=(11.0, 8.0)))
        yield centred_sprite(stop_dot(aim), *at)


def plan_ring(radius: int, tone: Colour) -> pygame.Surface:
    """Return the ring at a place of a plan."""
    made = drawing_tools.layer((2 * radius + 6, 2 * radius + 6))
    middle = made.get_rect().center
    pygame.draw.aacircle(made, DARK, middle, radius + 2, 6)
    pygame.draw.aacircle(made, tone, middle, radius, 3)
    return made


def card_of(wide: float, high: float) -> tuple[Point, ...]:
    """Return the corners of a counter `wide` by `high` pixels."""
    x, y = wide / 2, high / 2
    return (-x, -y), (x, -y), (x, y), (-x, y)


def _card_size(card: tuple[Point, ...]) -> int:
    """Return a piece's apparent size: for a square card, its side."""
    return round(math.sqrt(2) * max(math.dist(corner, (0.0, 0.0)) for corner in card))


def aim_tone(inks: ChartInk) -> Colour:
    """Return the colour of targets and of blocked lines."""
    return inks.palette.bad if inks.dark else inks.palette.accent


def label_box(inks: ChartInk, book: FontBook, title: str, text: str, bad: bool, ui_scale: float) -> pygame.Surface:
    """Return a label box: a verdict in bold and the rule below."""
    palette = inks.palette
    first = book.render(title, "bold", round(16 * ui_scale), palette.ink)
    second = book.render(text, "text", round(14 * ui_scale), palette.gold) if text else None
    width = max(first.get_width(), second.get_width() if second else 0) + 24
    height = 16 + first.get_height() + (second.get_height() + 2 if second else 0)
    made = drawing_tools.layer((width + 12, height + 12))
    made.blit(drawing_tools.soft_shadow((width, height), 6, 6, 150), (0, 2))
    card = pygame.Rect(6, 6, width, height)
    pygame.draw.rect(made, (*palette.tooltip, 248), card, border_radius=6)
    pygame.draw.rect(made, aim_tone(inks) if bad else palette.good, card, 2, border_radius=6)
    made.blit(first, (18, 14))
    if second:
        made.blit(second, (18, 16 + first.get_height()))
    return made


def free_place(box: pygame.Rect, near: Point, taken: Sequence[pygame.Rect], view: pygame.Rect) -> tuple[int, int]:
    """Return the position beside a point, inside the view, where a box covers least of what is `taken`."""
    width, height = box.size
    best, least = (0, 0), float("inf")
    for gap in (14, 44, 84):
        for sx, sy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            left = near[0] + sx * (gap + width / 2) - width / 2
            top = near[1] + sy * (gap + height / 2) - height / 2
            place = pygame.Rect(round(left), round(top), width, height).clamp(view)
            covered = sum(place.clip(other).width * place.clip(other).height for other in taken)
            covered += 60 * (gap // 30) + (4000 if place.collidepoint(near) else 0)
            if covered < least:
                best, least = place.topleft, covered
    return best


def stroke(
    points: Sequence[Point], colour: Colour, width: float, dash: tuple[float, float] | None = None
) -> Callable[[pygame.Surface, int, int], None]:
    """Return the draw function of a line with a dark edge, for a Stroke; `dash`: pixels on and off."""

    def draw(surface: pygame.Surface, dx: int, dy: int) -> None:
        moved = [(x + dx, y + dy) for x, y in points]
        if dash:
            drawing_tools.draw_dashes(surface, DARK, moved, width + 1.6, *dash)
            drawing_tools.draw_dashes(surface, colour, moved, width, *dash)
        else:
            drawing_tools.polyline(surface, DARK, moved, width + 1.6)
            drawing_tools.polyline(surface, colour, moved, width)

    return draw


def stop_dot(colour: Colour) -> pygame.Surface:
    """Return the dot where a line of sight is blocked."""
    dot = drawing_tools.layer((16, 16))
    drawing_tools.disc(dot, DARK, (8, 8), 7)
    drawing_tools.disc(dot, colour, (8, 8), 5.5)
    return dot


def brackets(card: tuple[Point, ...], colour: Colour) -> pygame.Surface:
    """Return corner brackets around the card of a possible target."""
    grown = [(x + math.copysign(GAP, x) * (abs(x) > 1), y + math.copysign(GAP, y) * (abs(y) > 1)) for x, y in card]
    reach = math.ceil(max(max(abs(x), abs(y)) for x, y in grown)) + 4
    made = drawing_tools.layer((2 * reach, 2 * reach))
    points = [(x + reach, y + reach) for x, y in grown]
    for index, here in enumerate(points):
        arms = []
        for other in (points[index - 1], points[(index + 1) % len(points)]):
            length = math.dist(here, other) or 1.0
            share = min(0.4, max(ARM, length / 5) / length)
            arms.append((here[0] + (other[0] - here[0]) * share, here[1] + (other[1] - here[1]) * share))
        drawing_tools.polyline(made, DARK, [arms[0], here, arms[1]], 4.2)
        drawing_tools.polyline(made, colour, [arms[0], here, arms[1]], 2.4)
    return made


def reticle(side: int, colour: Colour) -> pygame.Surface:
    """Return the cross-hair on a target `side` pixels large."""
    radius = side * 0.78
    size = round(radius * 2.6)
    made = drawing_tools.layer((size, size))
    middle = size / 2
    for tone, width in ((DARK, 4), (colour, 2)):
        pygame.draw.aacircle(made, tone, (middle, middle), radius + (width - 2) / 2, width)
        for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            near, far = radius * 0.86, radius * 1.24
            ends = (middle + dx * near, middle + dy * near), (middle + dx * far, middle + dy * far)
            drawing_tools.line(made, tone, *ends, width)
    return made
