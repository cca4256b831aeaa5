"""The board on the screen: canvas, mouse, keyboard cursor, and the cached picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pygame

from game.boards.board import Board
from game.boards.lettering import with_halo
from game.boards.overlay import Overlay
from game.boards.spotlight import draw_spotlight
from game.boards.sprite_cache import as_spent
from game.hit_test import Hit
from game.ui import widgets as ui
from game.ui.theme import Colour
from game.words import tr
from rules.kernel.view import Marker, Piece, Place, View

STILL = 5  # pixels the mouse may move during a right click
TICK = 12  # pixels: size of the marks beside the keyboard cursor
PING_MS = 5000  # how long a pointed-at place stays marked
PING = 34  # unscaled radius of the mark
REACH = 28  # how far these marks reach


class BoardPane:
    """A board in a canvas. Callbacks report clicks, hovering and requests."""

    def __init__(self, board: Board, has_wheel: Callable[[int], bool]) -> None:
        """`has_wheel(step)`: return true if Shift and the wheel did something other than zooming."""
        self.board = board
        self.has_wheel = has_wheel
        self.canvas = ui.Canvas(self._paint, "board")
        self.on_click: Callable[[Hit, ui.Pos], None] = lambda hit, pos: None
        self.on_context: Callable[[Hit, ui.Pos], None] = lambda hit, pos: None
        self.on_hover: Callable[[Hit], None] = lambda hit: None
        self.on_line: Callable[[Place, Place, bool], None] = lambda start, end, final: None
        self.on_ping: Callable[[Place], None] = lambda place: None
        self.pinged: tuple[Place, str, int] | None = None  # place, player's name, end time
        self.own_side: Callable[[], str] = lambda: ""  # the viewing side; "" gives no side's counters priority
        self.around: tuple[Place, ...] = ()  # places to keep in view besides the counters
        self.margin = 1.7  # margin around places that must be in view: hexes, bands or tens of the unit
        self.cursor: Place | None = None  # keyboard cursor
        self.lit: frozenset[Place] = frozenset()  # places where a click does something
        self.hover: Hit = Hit(None)
        self.pointer: ui.Pos = (0, 0)
        self.over: ui.Widget | None = None  # a panel over the board; ornaments avoid it
        self.lining = False  # a line tool is active
        self.spot: tuple[Place, float] | None = None  # a place marked with a ring, and the ring's unscaled radius
        self.line_from: Place | None = None
        self.clock: int | None = None  # milliseconds into the animation
        self._down: tuple[int, ui.Pos] | None = None
        self._dragged = False
        self._picture = pygame.Surface((1, 1))
        self._stale = True
        self._framed = self.board.camera  # camera of the last automatic view; a different one was set by the player

    def new_canvas(self, words: Callable[[], str], on_key: Callable[[pygame.Event], bool]) -> ui.Canvas:
        """Return a new canvas for a new widget tree."""
        made = ui.Canvas(self._paint, "board", stretch=1)
        made.on_down, made.on_up, made.on_drag = self._on_press, self._on_release, self._on_move
        made.on_move, made.on_wheel, made.on_leave = self._on_move, self._wheel, self._on_leave
        made.words, made.on_key, made.label = words, on_key, tr("Board")
        made.home = True
        self.canvas = made
        self._stale = True
        return made

    # ------------------------------------------------------------------ drawing

    def set_view(self, view: View, wrecks: tuple[Marker, ...] = ()) -> None:
        """Show the game as one side sees it, with the wrecks."""
        announced: set[tuple[str, str]] = set()
        markers = []
        for marker in view.markers:
            again = marker.kind == "smoke" and (marker.kind, marker.text) in announced
            announced.add((marker.kind, marker.text))
            markers.append(marker.but(text="") if again else marker)  # one label for a bank of smoke
        self.board.set_view(view.but(markers=(*wrecks, *markers), pieces=tuple(with_spent(view))))
        self.stale()

    def set_overlay(self, overlay: Overlay) -> None:
        """Set the temporary overlay."""
        if overlay != self.board.overlay:
            self.board.set_overlay(overlay)
            self.lit = frozenset((*overlay.reachable, *overlay.targets))
            self.stale()

    def picture_of(self, place: Place, size: tuple[int, int]) -> pygame.Surface | None:
        """Return a small picture of a place's surroundings as last drawn; None if there is none."""
        x, y = self.board.screen_of(place)
        area = pygame.Rect(0, 0, 2 * size[0], 2 * size[1])
        area.center = (round(x), round(y))
        area = area.clamp(self.canvas.rect).clip(self._picture.get_rect())
        if area.w < size[0] or area.h < size[1]:
            return None
        part = self._picture.subsurface(area)
        return pygame.transform.smoothscale(part, (area.w // 2, area.h // 2))

    def stale(self) -> None:
        """Have the board redrawn."""
        self._stale = True
        self.canvas.invalidate_area(self.canvas.rect)

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        if rect.w < 2 or rect.h < 2:
            return
        if rect != self.board.rect:
            untouched = self.board.rect.width <= 1 or self.board.camera == self._framed
            self.board.resize(rect)
            if untouched:
                self.open_view()
            self._stale = True
        over = self.over
        if self.board.reserve(over.rect.copy() if over is not None and over.is_attached and over.is_shown else None):
            self._stale = True
        if self._picture.get_size() != (rect.right, rect.bottom):
            self._picture = pygame.Surface((rect.right, rect.bottom)).convert(surface)
            self._stale = True
        if self._stale:
            self._stale = False
            self.board.draw(self._picture, self.clock)
        surface.blit(self._picture, rect.topleft, rect)
        if self.spot is not None:
            x, y = self.board.screen_of(self.spot[0])
            scale = self.board.ui_scale
            draw_spotlight(surface, rect, (round(x), round(y)), round(self.spot[1] * scale), self.board.theme, scale)
        elif self.hover.place is not None and not self.hover.minimap:
            palette = self.board.theme
            tone = palette.focus if self.hover.place in self.lit else palette.ink_soft
            self._outline(surface, self.hover.place, tone, 2)
        if self.cursor is not None:
            self._draw_cursor(surface, self.cursor)
        if self.pinged is not None:
            self._draw_ping(surface, *self.pinged[:2])
        label = self.board.label_rect
        if label is not None:  # nothing is drawn over the label's text
            surface.blit(self._picture, label.topleft, label)

    def _outline(self, surface: pygame.Surface, place: Place, colour: Colour, width: int) -> None:
        points = self.board.outline_of(place)
        pygame.draw.polygon(surface, (8, 12, 18), points, width + 2)
        pygame.draw.polygon(surface, colour, points, width)

    def _draw_cursor(self, surface: pygame.Surface, place: Place) -> None:
        """Draw the keyboard cursor: a thick outline, and four marks that point at it."""
        self._outline(surface, place, self.board.theme.focus, 5)
        xs, ys = zip(*self.board.outline_of(place), strict=True)
        box = pygame.Rect(round(min(xs)), round(min(ys)), round(max(xs) - min(xs)), round(max(ys) - min(ys)))
        for dx, dy, start in ((-1, 0, box.midleft), (1, 0, box.midright), (0, -1, box.midtop), (0, 1, box.midbottom)):
            tip = (start[0] + dx * 8, start[1] + dy * 8)
            wide = [(tip[0] + dx * TICK - dy * TICK, tip[1] + dy * TICK - dx * TICK),
                    (tip[0] + dx * TICK + dy * TICK, tip[1] + dy * TICK + dx * TICK)]  # fmt: skip
            pygame.draw.polygon(surface, self.board.theme.focus, [tip, *wide])
            pygame.draw.polygon(surface, (8, 12, 18), [tip, *wide], 2)

    def _redraw_place(self, place: Place | None) -> None:
        """Redraw the surroundings of one place."""
        if place is None:
            return
        xs, ys = zip(*self.board.outline_of(place), strict=True)
        area = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(2 * REACH, 2 * REACH)
        self.canvas.invalidate_area(area)

    # ------------------------------------------------------------------ a place pointed at

    def ping(self, place: Place, name: str, now_ms: int) -> None:
        """Mark a place for a while with the name of the player who points at it; scroll it into view."""
        self.reveal(place)
        self.pinged = (place, name, now_ms + PING_MS)
        self.canvas.invalidate_area(self.canvas.rect)

    def ping_here(self) -> None:
        """Point at the place under the keyboard cursor or the mouse."""
        place = self.cursor if self.cursor is not None else self.hover.place
        if place is not None:
            self.on_ping(place)

    def tick(self, now_ms: int) -> None:
        """Remove a mark whose time is over."""
        if self.pinged is not None and now_ms >= self.pinged[2]:
            self.pinged = None
            self.canvas.invalidate_area(self.canvas.rect)

    def _draw_ping(self, surface: pygame.Surface, place: Place, name: str) -> None:
        """Draw two rings around the place and the name below them."""
        x, y = (round(value) for value in self.board.screen_of(place))
        scale = self.board.ui_scale
        for radius, width in ((PING, 4), (PING * 0.55, 3)):
            pygame.draw.aacircle(surface, (8, 12, 18), (x, y), round(radius * scale) + 2, width + 4)
            pygame.draw.aacircle(surface, self.board.theme.focus, (x, y), round(radius * scale), width)
        if name:
            word = self.canvas.tree.book.word(name, "bold", round(16 * scale), self.board.theme.focus)
            made = with_halo(word, (8, 12, 18), 4)
            surface.blit(made, made.get_rect(midtop=(x, y + round(PING * scale) + 2)))

    # ------------------------------------------------------------------ the mouse

    def _on_press(self, pos: ui.Pos, button: int) -> bool:
        self._down, self._dragged = (button, pos), False
        self.pointer = pos
        hit = self.board.hit(pos)
        if button == 1 and self.lining and hit.place is not None and not hit.minimap and self.line_from is None:
            self.line_from = hit.place
            self.on_line(hit.place, hit.place, False)
        return True

    def _on_move(self, pos: ui.Pos) -> None:
        step = (pos[0] - self.pointer[0], pos[1] - self.pointer[1])
        self.pointer = pos
        if self._down is not None and self._down[0] in (2, 3):
            start = self._down[1]
            if abs(pos[0] - start[0]) + abs(pos[1] - start[1]) > STILL:
                self._dragged = True
            if self._dragged:
                self.pan(*step)
            return
        hit = self.board.hit(pos)
        if self._down is not None and self._down[0] == 1 and hit.minimap and hit.place is not None:
            self.centre(hit.place)
            return
        if self.board.pointer(pos):
            self.stale()
        if hit != self.hover:
            self._redraw_place(self.hover.place)
            self._redraw_place(hit.place)
            self.hover = hit
            self.on_hover(hit)
        if self.line_from is not None and hit.place is not None:
            self.on_line(self.line_from, hit.place, False)

    def _on_release(self, pos: ui.Pos, button: int) -> None:
        down, self._down = self._down, None
        if down is None or self._dragged:
            return
        hit = self.board.hit(pos)
        if down[0] == 3:
            self.on_context(hit, pos)
        elif down[0] == 2 and hit.place is not None:
            self.on_ping(hit.place)
        elif down[0] == 1 and hit.minimap and hit.place is not None:
            self.centre(hit.place)
        elif down[0] == 1 and self.line_from is not None and hit.place is not None:
            if hit.place != self.line_from:
                self.on_line(self.line_from, hit.place, True)
        elif down[0] == 1:
            self.hide_cursor()  # the mouse is in use: Enter must not act where the keyboard cursor was left
            self.on_click(hit, pos)

    def _on_leave(self) -> None:
        self._redraw_place(self.hover.place)
        self.hover = Hit(None)
        if self.board.pointer(None):
            self.stale()
        self.on_hover(self.hover)

    def _wheel(self, dx: float, dy: float) -> bool:
        turned = dy or dx
        if pygame.key.get_mods() & pygame.KMOD_SHIFT and self.has_wheel(1 if turned < 0 else -1):
            return True
        if dy:
            self.zoom(1 if dy > 0 else -1, self.pointer)
        return True

    # ------------------------------------------------------------------ the camera and the cursor

    def pan(self, dx: float, dy: float) -> None:
        """Drag the chart."""
        self.board.pan(dx, dy)
        self.stale()

    def zoom(self, clicks: int, pos: ui.Pos | None = None) -> None:
        """Zoom in or out, at a point or in the middle."""
        self.board.zoom_at(pos or self.canvas.rect.center, clicks)
        self.stale()

    def fit(self) -> None:
        """Show the whole chart."""
        self.board.fit()
        self.stale()

    def show_all(self) -> None:
        """Show all visible counters as large as possible."""
        view = self.board.view
        if view is not None and view.pieces:
            self.frame([*(piece.at for piece in view.pieces if piece.at), *self.around])

    def frame(self, places: Iterable[Place]) -> None:
        """Show these places as large as possible."""
        self.board.frame(places, self.margin)
        self._framed = self.board.camera
        self.stale()

    def open_view(self) -> None:
        """Show all counters; if they would be too small to read, as many as fit around the viewer's own."""
        self.show_all()
        board, view, side = self.board, self.board.view, self.own_side()
        if view is None or board.camera.zoom >= board.readable_zoom:
            return
        pieces = [piece for piece in view.pieces if piece.at]
        mine = [piece.at for piece in pieces if piece.side == side]
        board.magnify(board.readable_zoom if mine else board.camera.zoom)
        clear = self.canvas.rect.inflate(-self.canvas.rect.w // 12, -self.canvas.rect.h // 12)

        def worth(middle: Place) -> int:
            board.centre_on(middle)
            return sum(2 + (piece.side == side) for piece in pieces if clear.collidepoint(board.screen_of(piece.at)))

        if mine:
            board.centre_on(max(mine, key=worth))
            self._framed = board.camera
        self.stale()

    def centre(self, place: Place) -> None:
        """Scroll a place to the middle."""
        self.board.centre_on(place)
        self.stale()

    def reveal(self, place: Place) -> None:
        """Scroll a place into view, clear of the edges, moving the board as little as possible."""
        x, y = self.board.screen_of(place)
        rect = self.canvas.rect
        clear = rect.inflate(-rect.w // 4, -rect.h // 4)
        dx = max(clear.left - x, 0) + min(clear.right - x, 0)
        dy = max(clear.top - y, 0) + min(clear.bottom - y, 0)
        if dx or dy:
            self.board.pan(round(dx), round(dy))
            self.stale()

    def follow(self, places: Iterable[Place]) -> None:
        """Show where something happens: all counters, or only the last place if the player has moved the board."""
        listed, clear = tuple(places), self.canvas.rect.inflate(-self.canvas.rect.w // 16, -self.canvas.rect.h // 16)
        if all(clear.collidepoint(self.board.screen_of(place)) for place in listed):
            return
        if self._framed == self.board.camera:
            self.open_view()
        if not clear.collidepoint(self.board.screen_of(listed[-1])):
            self.reveal(listed[-1])

    def step_cursor(self, direction: str, start: Place | None) -> Place:
        """Move the keyboard cursor one place up, down, left or right; it begins at `start`. Return its place."""
        before = self.cursor
        here = self.board.step(before, direction) if before is not None else start or self.board.first_place
        self.move_cursor(here)
        return here

    def move_cursor(self, here: Place) -> None:
        """Put the keyboard cursor at a place."""
        before, self.cursor = self.cursor, here
        self.reveal(here)
        self._redraw_place(before)
        self._redraw_place(here)

    def hide_cursor(self) -> bool:
        """Hide the keyboard cursor. Return false if it was not shown."""
        if self.cursor is None:
            return False
        self._redraw_place(self.cursor)
        self.cursor = None
        return True

    def facing_at(self, place: Place) -> int | None:
        """Return the facing from a place towards the pointer; None if there is none."""
        return self.board.facing_to(place, self.pointer)


def with_spent(view: View) -> Iterator[Piece]:
    """Yield the pieces; while their side is acting, those with nothing left to do are marked as spent."""
    mine = view.side if view.side == view.prompt.side and view.outcome is None else ""
    acting = bool(mine) and any(piece.ready and piece.side == mine for piece in view.pieces)
    for piece in view.pieces:
        dim = acting and piece.side == mine and not piece.ready and not piece.ghost
        yield as_spent(piece) if dim else piece
