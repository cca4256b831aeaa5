"""The ornaments in the corners of the board: placed where they cover least, faded while the cursor is over them.

A scale bar that would cover counters in every corner is left out; a cartouche shrinks to its title or is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

import pygame

from game.boards import ornaments
from game.boards.camera import Camera
from game.boards.layout import Point
from game.boards.ornaments import Printed
from game.ui.fonts import FontBook
from game.ui.theme import Colour
from rules.kernel.view import Piece

EDGE = 14  # pixels from the edge of the board
FADED = 60  # alpha of an ornament under the cursor
PALE = 110  # alpha of a compass that finds no free corner
LOW_BAR = 46  # pixels that the scale bar takes in the lower left corner
NARROW = 820  # boards narrower than this have no compass


class Corners:
    """Cartouche, compass, scale bar and small map of one chart."""

    def __init__(self, chart: Printed, book: FontBook, ui_scale: float = 1.0) -> None:
        self.chart, self.book, self.ui_scale = chart, book, ui_scale
        self.titles = ("", "", "")
        self.show_minimap = self.show_bar = self.show_rose = True
        self.reserved: pygame.Rect | None = None  # other screen rectangles over the board
        self.anywhere = False  # the cartouche may lie in a lower corner too
        self.rose: Callable[[int], pygame.Surface] = lambda size: ornaments.compass(chart.inks, book, size)
        self._placed: dict[str, tuple[pygame.Surface, pygame.Rect]] = {}
        self._under: frozenset[str] = frozenset()
        self._crowded = False
        self._small: ornaments.SmallMap | None = None
        self._small_most = 0
        self._small_now: tuple[object, pygame.Surface] | None = None
        self._cards: dict[object, pygame.Surface] = {}

    def settle(self, camera: Camera, busy: Iterable[Point]) -> None:
        """Choose the corners. `busy`: points of the screen that ornaments should leave free."""
        view = pygame.Rect(camera.view)
        points = list(busy)
        paper = self._map_on_screen(camera)
        self._placed = {}
        self._place_minimap(camera, view)
        if self.titles[0]:
            card = self._card(("cartouche", self.titles, view.width), lambda: self._cartouche(view.width))
            width, top = card.get_width(), max(view.top, min(paper.top, view.centery)) + EDGE - 8
            left, right = view.left + EDGE - 8, view.right - EDGE + 8 - width
            if left + width > paper.left:
                left = max(left, paper.left + 8)
            if right < paper.right:
                right = min(right, paper.right - width - 8)
            places = [(left, top), (right, top)]
            if self.anywhere:
                low = min(view.bottom, paper.bottom) - EDGE - card.get_height()
                lower = [(right, low), (left, low - round(LOW_BAR * self.ui_scale))]
                boxes = [card.get_rect(topleft=place) for place in lower]
                places += [box.topleft for box in boxes if box.collidelist(self.rects()) < 0]
            if self._place("cartouche", card, places, points):
                self._shrink(view, top, points)
        if self.show_bar:
            bar = self._card(("bar", camera.zoom), lambda: self.chart.scale_bar(camera.zoom))
            left = max(view.left + EDGE, paper.left + 8)
            if paper.left - view.left > bar.get_width() + 3 * EDGE:  # there is room beside the map
                left = view.left + EDGE
            low = min(view.bottom - EDGE + 6, paper.bottom - 4) - bar.get_height()
            right = min(view.right - EDGE, paper.right - 8) - bar.get_width()
            right, top = max(left, right), max(view.top, paper.top) + EDGE
            free = [(left, low), (right, low), (right, top), (left, top)]
            clear = [place for place in free if bar.get_rect(topleft=place).collidelist(self.rects()) < 0]
            if self._place("bar", bar, clear, points):
                del self._placed["bar"]
        if self.show_rose and view.width >= NARROW:
            size = round(max(88, min(150 * self.ui_scale, view.height // 6)))
            rose = self._card(("rose", size), lambda: self.rose(size))
            inner = paper.clip(view).inflate(-2 * EDGE, -2 * EDGE)  # on the map, not on its frame
            right, base = inner.right - size, inner.bottom - size
            above = base
            if "minimap" in self._placed:
                above = min(base, self._placed["minimap"][1].top - EDGE - size)
            free = [(right, inner.top), (right, above), (inner.left, base - 44), (inner.left, inner.top)]
            if view.right - paper.right > size + 4 * EDGE:  # there is room beside the map
                free.insert(0, (view.right - EDGE - size, view.top + EDGE))
            clear = [place for place in free if pygame.Rect(place, (size, size)).collidelist(self.rects()) < 0]
            self._crowded = self._place("rose", rose, clear, points) > 0

    def _shrink(self, view: pygame.Rect, top: int, busy: list[Point]) -> None:
        """Draw the title alone in a corner where it covers nothing; without such a corner, no cartouche."""
        ui = self.ui_scale
        most = max(360, view.width * 2 // 5)
        make = partial(ornaments.cartouche, self.chart.inks, self.book, self.titles[0], "", "", most, ui)
        card = self._card(("title", self.titles[0], view.width), make)
        left, right, low = view.left + 6, view.right - 6 - card.get_width(), view.bottom - 6 - card.get_height()
        places = [(left, top), (right, top), (left, view.top + 6), (right, view.top + 6), (right, low)]
        del self._placed["cartouche"]
        free = [place for place in places if card.get_rect(topleft=place).collidelist(self.rects()) < 0]
        if self._place("cartouche", card, free, busy):
            del self._placed["cartouche"]

    def rects(self) -> list[pygame.Rect]:
        """Return the screen rectangles of the ornaments and of everything else over the board."""
        return [box for _, box in self._placed.values()] + ([self.reserved] if self.reserved is not None else [])

    def box(self, name: str) -> pygame.Rect | None:
        """Return the screen rectangle of an ornament (cartouche, rose, bar or minimap); None if it is not shown."""
        found = self._placed.get(name)
        return found[1] if found else None

    def pointer(self, pos: Point | None) -> bool:
        """Note where the cursor is; True when an ornament begins or ends to fade."""
        under = frozenset(
            name for name, (_, box) in self._placed.items() if pos and name != "minimap" and box.collidepoint(pos)
        )
        changed = under != self._under
        self._under = under
        return changed

    def in_minimap(self, pos: Point) -> Point | None:
        """Return the world point under a point of the small map; None outside it."""
        found = self._placed.get("minimap")
        if found is None or self._small is None or not found[1].collidepoint(pos):
            return None
        return self._small.to_world(pos[0] - found[1].x, pos[1] - found[1].y)

    def draw(
        self, surface: pygame.Surface, camera: Camera, pieces: tuple[Piece, ...], sides: Mapping[str, Colour]
    ) -> None:
        """Draw the ornaments over the board."""
        for name, (picture, box) in self._placed.items():
            if name == "minimap":
                surface.blit(self._minimap_now(camera, pieces, sides), box)
                continue
            alpha = FADED if name in self._under else PALE if name == "rose" and self._crowded else 255
            picture.set_alpha(alpha)
            surface.blit(picture, box)

    def _map_on_screen(self, camera: Camera) -> pygame.Rect:
        left, top = camera.to_screen((0.0, 0.0))
        right, bottom = camera.to_screen(self.chart.size)
        return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))

    def _cartouche(self, width: int) -> pygame.Surface:
        return ornaments.cartouche(self.chart.inks, self.book, *self.titles, max(280, width // 2), self.ui_scale)

    def _card(self, key: object, make: object) -> pygame.Surface:
        if key not in self._cards:
            assert callable(make)
            self._cards[key] = make()
        return self._cards[key]

    def _place(self, name: str, picture: pygame.Surface, places: list[tuple[int, int]], busy: list[Point]) -> int:
        """Put a picture at the place where it covers the fewest busy points (the first of several); return how many."""
        if not places:
            return 0
        boxes = [picture.get_rect(topleft=place) for place in places]
        covered = [sum(box.inflate(4, 4).collidepoint(point) for point in busy) for box in boxes]
        best = covered.index(min(covered))
        self._placed[name] = (picture, boxes[best])
        return covered[best]

    def _place_minimap(self, camera: Camera, view: pygame.Rect) -> None:
        if not self.show_minimap or camera.zoom < camera.fit_zoom() * 1.3 or view.width < 480:
            return
        most = round(max(110, min(220 * self.ui_scale, view.width // 8)))
        if self._small is None or self._small_most != most:
            self._small = ornaments.SmallMap(self.chart, most, most * 4 // 5)
            self._small_most, self._small_now = most, None
        width, height = self._small.size
        box = pygame.Rect(view.right - EDGE - width, view.bottom - EDGE - height, width, height)
        self._placed["minimap"] = (self._small.picture, box)

    def _minimap_now(self, camera: Camera, pieces: tuple[Piece, ...], sides: Mapping[str, Colour]) -> pygame.Surface:
        assert self._small is not None
        key = (camera, pieces)
        if self._small_now is None or self._small_now[0] != key:
            self._small_now = (key, self._small.draw(pieces, dict(sides), camera.visible()))
        return self._small_now[1]
