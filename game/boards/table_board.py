"""The table: a chart with ship models on it, their names, wakes and courses, under one camera."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import pygame

from game.boards import draw_items, drawing_tools
from game.boards.animation import Motion
from game.boards.camera import Camera
from game.boards.corner_ornaments import Corners
from game.boards.draw_items import Item, Sprite
from game.boards.drawing_tools import chart_ink
from game.boards.fleet import Fleet
from game.boards.layout import Layout, Point
from game.boards.magnifier import SHADE, Magnifier, draw_magnifier, draw_ties, magnifier_for
from game.boards.markers import MarkerPen
from game.boards.models import ModelSprites
from game.boards.overlay import Overlay
from game.boards.sheet_board import SheetBoard
from game.boards.table_chart import TableChart
from game.boards.table_labels import LabelSprites
from game.boards.table_layout import LONGER_SIDE, Tabletop, bearing, degrees
from game.boards.table_marks import TABLE
from game.boards.table_overlay import TableOverlay, break_point
from game.hit_test import Hit
from game.ui.fonts import FontBook
from game.ui.theme import Colour, Palette
from game.words import tr
from rules.kernel.view import Ground, Marker, Piece, Place, View

SNAP = 34  # pixels: on open water, the cursor selects an end position within this distance
GLASS_SNAP = 60  # the same in the magnifier
SNAP_OVER = 7  # the same over another ship
CURSOR = 9  # pixels: the ring under the cursor
KEY_STEP = 30  # pixels the keyboard cursor moves if nothing is highlighted
NAMES = 62  # pixels kept free around framed places, for models and names
WHOLE = 6  # pixels kept free around a model at the edge of the visible part
SPLASH = 24  # pixels: the size of splashes and shells
STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
OWN = ("ring", "arc")  # markers shown only while the ship they are drawn around is selected


class TableBoard(SheetBoard):
    """A table that shows a view. Nothing is drawn before `resize`; times are milliseconds."""

    chart: TableChart
    coal = True
    overlays: TableOverlay
    _overlay_items: dict[float, tuple[list[Item], list[Item]]]
    _glass_kept: tuple[object, Magnifier | None] | None
    _glass_picture: tuple[object, pygame.Surface] | None

    def __init__(
        self,
        ground: Ground,
        theme: Palette,
        fonts: FontBook,
        sides: Mapping[str, Colour] | None = None,
        ui_scale: float = 1.0,
    ) -> None:
        """`sides`: a colour for each side's key; by default the colours of the view."""
        super().__init__(fonts, sides, ui_scale)
        self.ground = ground
        self.top = Tabletop(ground)
        self.titles = ("", "", self.scale_words)
        self.set_theme(theme)
        self.camera = Camera((0, 0, 1, 1), self.chart.world())

    # What is shown

    def set_theme(self, theme: Palette) -> None:
        """Set another palette and discard everything painted so far."""
        self.theme = theme
        self.inks = chart_ink(theme)
        self.chart = TableChart(self.ground, self.inks, self.fonts, self.ui_scale)
        self.corners = Corners(self.chart, self.fonts, self.ui_scale)
        self.corners.titles = self.titles
        self.corners.anywhere = True
        self._clear_sprites()

    def set_ui_scale(self, ui_scale: float) -> None:
        """Change the size of models, names, ornaments and boxes at once."""
        self.ui_scale = ui_scale
        self.set_theme(self.theme)
        self._place_ornaments()

    def set_title(self, title: str, date: str = "", scale: str = "") -> None:
        """Set the lines of the cartouche."""
        self.titles = (title, date, scale or self.titles[2])
        self.corners.titles = self.titles
        self._place_ornaments()

    @property
    def scale_words(self) -> str:
        """Return the table's scale as text."""
        across, down = (self.top.words(side) for side in self.ground.size)
        return self.ground.scale or tr(
            "table {across} by {down} {unit}", across=across, down=down, unit=self.ground.unit
        )

    def set_view(self, view: View) -> None:
        """Set the game as one side sees it. Land placed since the last view is painted."""
        self.view = view
        if view.ground is not None and view.ground != self.ground:
            self._new_ground(view.ground)
        if self._colour_sides(view):
            self._clear_sprites()
        self._discard_derived()
        self._place_ornaments()

    def _new_ground(self, ground: Ground) -> None:
        """Set another ground: the chart is repainted, the camera stays."""
        self.ground, self.top = ground, Tabletop(ground)
        self.set_theme(self.theme)
        if self.camera.world != self.chart.world():
            view = (self.rect.x, self.rect.y, self.rect.width, self.rect.height)
            self.camera = Camera(view, self.chart.world()).fit_map()

    def set_overlay(self, overlay: Overlay) -> None:
        """Set the temporary overlay."""
        if overlay == self.overlay:
            return
        other = overlay.selected != self.overlay.selected
        if (overlay.path, overlay.facing) != (self.overlay.path, self.overlay.facing):
            self._marked = None
        self.overlay = overlay
        self._overlay_items = {}
        if other:
            self._discard_derived()

    def plain(self) -> None:
        """Leave out all ornaments, for a small picture."""
        self.corners.show_minimap = self.corners.show_bar = self.corners.show_rose = False
        self.set_title("")

    def resize(self, rect: pygame.Rect) -> None:
        """Set the rectangle of the screen that is the board's; the first call fits the whole table into it."""
        first = self.rect.width <= 1
        self.rect = pygame.Rect(rect)
        view = (rect.x, rect.y, rect.width, rect.height)
        self.camera = Camera(view, self.camera.world).fit_map() if first else self.camera.resize(view)
        self._discard_derived()
        self._place_ornaments()

    # Camera

    def frame(self, places: Iterable[Place], margin: float = 3.0) -> None:
        """Show these places as large as possible, with `margin` fortieths of the table around them."""
        points = [self.top.world(place) for place in places]
        if points:
            self._set_camera(_on_paper(self.camera.framing(points, margin * LONGER_SIDE / 60, NAMES * self.ui_scale)))
            self._set_camera(self._camera_with_whole_models())

    def _camera_with_whole_models(self) -> Camera:
        """Return the camera moved so that models at the table's edge are fully visible, as far as the others allow."""
        bases = [
            drawing_tools.bounds(spot.corners, WHOLE).move(self._shift())
            for spot in self.fleet.standing(self.camera.zoom)
        ]
        bases = [base for base in bases if self.rect.collidepoint(base.center)]
        if not bases:
            return self.camera
        box = bases[0].unionall(bases[1:])
        dx = max(self.rect.left - box.left, 0) + min(self.rect.right - box.right, 0)
        dy = max(self.rect.top - box.top, 0) + min(self.rect.bottom - box.bottom, 0)
        return self.camera.pan(dx, dy) if dx or dy else self.camera

    def point_of(self, place: Place) -> Point:
        """Return the sheet point of a place."""
        return self.top.world(place)

    # The cursor

    def hit(self, pos: Point) -> Hit:
        """Return the ship under a screen point, the nearest highlighted end position, or the place to the nearest
        unit.
        """
        inside = self.corners.in_minimap(pos)
        if inside is not None:
            return Hit(self.top.place(inside), None, True)
        if not self.rect.collidepoint(pos):
            return Hit(None)
        glass = self.glass
        if glass is not None and glass.holds(pos):
            return Hit(self._reachable_near(pos, GLASS_SNAP * self.ui_scale, glass.camera))
        piece = self._piece_at(pos)
        other = piece is not None and piece.id != self.overlay.selected
        if piece is None or piece.at not in self.overlay.targets:
            lit = self._reachable_near(pos, (SNAP_OVER if other else SNAP) * self.ui_scale, self.camera)
            if lit is not None and (piece is None or other or self._is_nearer(pos, lit, piece.at)):
                return Hit(lit)
        if piece is not None:
            return Hit(piece.at, piece.id, under=self.top.place(self.camera.to_world(pos)))
        return Hit(self.top.place(self.camera.to_world(pos)))

    def _is_nearer(self, pos: Point, lit: Place, other: Place) -> bool:
        return math.dist(pos, self.screen_of(lit)) <= math.dist(pos, self.screen_of(other))

    def _reachable_near(self, pos: Point, most: float, camera: Camera) -> Place | None:
        """Return the end position nearest to a screen point, if it is within `most` pixels."""
        if self.overlay.free:
            return None
        apart = ((math.dist(pos, camera.to_screen(self.top.world(end))), end) for end in self.overlay.reachable)
        found = min(apart, default=(most + 1, ()))
        return found[1] if found[0] <= most else None

    def _piece_at(self, pos: Point) -> Piece | None:
        if self.hide_counters:
            return None
        return self.fleet.under(*self._on_sheet(pos), self.camera.zoom, not self.overlay.free)

    def outline_of(self, place: Place) -> list[Point]:
        """Return the screen outline of the ship's base at a place, or a small ring; an end position in the magnifier is
        outlined there.
        """
        glass = self.glass
        through = glass is not None and place in self.overlay.reachable
        x, y = glass.camera.to_screen(self.top.world(place)) if glass is not None and through else self.screen_of(place)
        spot = None if through or self.hide_counters else self.fleet.at(place, self.camera.zoom)
        if spot is not None:
            return [(x + dx, y + dy) for dx, dy in spot.base.corners]
        ring = (bearing(turn) for turn in range(0, 360, 20))
        return [(x + dx * CURSOR * self.ui_scale, y + dy * CURSOR * self.ui_scale) for dx, dy in ring]

    def step(self, place: Place, direction: str) -> Place:
        """Return the nearest highlighted end position or target in a direction; if there is none, a point a short way
        off.
        """
        dx, dy = STEPS[direction]
        here = self.screen_of(place)
        best: tuple[float, Place] | None = None
        for other in (*self.overlay.reachable, *self.overlay.targets):
            x, y = self.screen_of(other)
            ahead, aside = (x - here[0]) * dx + (y - here[1]) * dy, abs((x - here[0]) * dy - (y - here[1]) * dx)
            if ahead > 0.5 and aside <= 2 * ahead and (best is None or ahead + 2 * aside < best[0]):
                best = (ahead + 2 * aside, other)
        if best is not None:
            return best[1]
        x, y = self.top.world(place)
        share = KEY_STEP * self.ui_scale / self.camera.zoom / self.top.share
        return self.top.nearest_place((round(place[0] + dx * share), round(place[1] + dy * share)))

    @property
    def first_place(self) -> Place:
        """Return the middle of the table."""
        return self.top.nearest_place((self.ground.size[0] // 2, self.ground.size[1] // 2))

    def facing_to(self, place: Place, pos: Point) -> int | None:
        """Return the heading in degrees from a place towards a screen point; None if the point is too far away."""
        glass = self.glass
        camera = glass.camera if glass is not None and glass.holds(pos) else self.camera
        x, y = camera.to_screen(self.top.world(place))
        dx, dy = pos[0] - x, pos[1] - y
        return None if abs(dx) + abs(dy) < 4 else degrees(dx, dy)

    def bearing(self, facing: int) -> Point:
        """Return the direction of a heading in degrees."""
        return bearing(facing)

    # Drawing

    @property
    def sheet_tiles(self) -> TableChart:
        """Return the painted chart."""
        return self.chart

    def _draw_pieces(
        self, surface: pygame.Surface, motions: tuple[Motion, ...], t: int, shift: tuple[int, int]
    ) -> None:
        self.fleet.draw(surface, self.camera.zoom, shift, motions, t)

    def _layout_at(self, zoom: float) -> Layout:
        return self.top.layout(SPLASH * self.ui_scale / zoom)

    def _covered_boxes(self) -> list[pygame.Rect]:
        return self.fleet.covered_boxes(self.camera.zoom)

    def _draw_on_top(self, surface: pygame.Surface, motions: tuple[Motion, ...]) -> None:
        glass = self.glass
        if glass is not None and not motions and not self.hide_counters:
            self._draw_glass(surface, glass)

    def _visible_markers(self, view: View) -> tuple[Marker, ...]:
        """Return the view's markers without the rings and arcs of ships that are not selected.

        The selected ship's are drawn where her chosen course ends.
        """
        chosen = next((piece for piece in view.pieces if piece.id == self.overlay.selected), None)
        others = {piece.at for piece in view.pieces if piece is not chosen} - {chosen.at if chosen is not None else ()}
        shown = (mark for mark in view.markers if mark.kind not in OWN or mark.places[0] not in others)
        path = self.overlay.path
        if chosen is None or len(path) < 2 or self.overlay.areas:
            return tuple(shown)
        turn = 0 if self.overlay.facing is None else self.overlay.facing - chosen.facing
        return tuple(
            _moved_marker(mark, path[-1], turn) if mark.kind in OWN and mark.places[0] == chosen.at else mark
            for mark in shown
        )

    def _overlay_now(self, zoom: float) -> tuple[list[Item], list[Item]]:
        """Return the overlay's items under and over the models at a zoom, of the board or of the magnifier."""
        if zoom not in self._overlay_items:
            path, glass = self.overlay.path, self.glass

            def card(place: Place) -> tuple[Point, ...]:
                return self.fleet.card_at(place, zoom)

            below = self.overlays.below(self.overlay, zoom, card, self._sight_break())
            moves = len(path) > 1 and not self.overlay.areas
            ghost = self.fleet.ghost(path[-1], self.overlay.facing, zoom) if moves else None
            if ghost is not None:
                below.append(Sprite(*ghost))
            dots = not self.overlay.free and (glass is None or glass.camera.zoom == zoom)
            ends = self.overlays.ends(self.overlay, zoom) if dots else []
            above = [*self.overlays.plans(self.overlay, zoom), *self.overlays.above(self.overlay, zoom, card)]
            self._overlay_items[zoom] = (below, ends + above)
        return self._overlay_items[zoom]

    @property
    def glass(self) -> Magnifier | None:
        """Return the magnifier over the selected ship while her end positions are too close together to click;
        otherwise None.
        """
        key = (self.camera, self.overlay.selected, self.overlay.reachable)
        if self._glass_kept is None or self._glass_kept[0] != key:
            ship = next((piece for piece in self.fleet.pieces if piece.id == self.overlay.selected), None)
            found = None
            if ship is not None and self.overlay.reachable and not self.overlay.free and self.rect.width > 1:
                by = (self.rect.x - self.camera.scroll[0], self.rect.y - self.camera.scroll[1])
                taken = [box.move(by) for box in self.fleet.covered_boxes(self.camera.zoom)] + self.corners.rects()
                ends = map(self.top.world, self.overlay.reachable)
                found = magnifier_for(self.camera, self.top.world(ship.at), ends, taken, self.ui_scale)
            self._glass_kept = (key, found)
        return self._glass_kept[1]

    def _draw_glass(self, surface: pygame.Surface, glass: Magnifier) -> None:
        draw_ties(surface, glass, self.theme)
        key = (glass, self.overlay)
        if self._glass_picture is None or self._glass_picture[0] != key:
            self._glass_picture = (key, draw_magnifier(glass, self._seen_in(glass), self.theme))
        surface.blit(self._glass_picture[1], glass.rect.move(-SHADE, -SHADE))

    def _seen_in(self, glass: Magnifier) -> pygame.Surface:
        """Return the magnified surroundings of the selected ship."""
        zoom, (left, top), size = glass.camera.zoom, glass.camera.scroll, glass.rect.size
        made = pygame.Surface(size)
        made.fill(self.theme.desk)
        made.fblits(list(self.chart.tiles(zoom, pygame.Rect((left, top), size))))
        marks = tuple(mark for mark in (self.view.markers if self.view else ()) if mark.kind not in OWN)
        below, above = self._overlay_now(zoom)
        self.marks.laid = []
        draw_items.draw_items(made, [*self.marks.items(marks, zoom), *below], -left, -top)
        self.fleet.draw_bare(made, zoom, (-left, -top))
        draw_items.draw_items(made, above, -left, -top)
        return made

    def _sight_break(self) -> Point | None:
        sight = self.overlay.sight
        if sight is None:
            return None
        places = [piece.at for piece in self.fleet.pieces if piece.at not in (sight.start, sight.end)]
        return break_point(sight, self.ground, places, LONGER_SIDE / 100)

    def _clear_sprites(self) -> None:
        models = ModelSprites(self.inks, self.fonts, self.sides)
        self.fleet = Fleet(self.top, models, LabelSprites(self.inks, self.fonts, self.ui_scale), self.ui_scale)
        self.marks = MarkerPen(self.inks, self.fonts, self.sides, self.chart.layout, TABLE, self.ui_scale)
        self.overlays = TableOverlay(self.inks, self.fonts, self.top, self.ui_scale)
        self._discard_label_box()
        self._discard_derived()

    def _discard_derived(self) -> None:
        super()._discard_derived()
        self.fleet.show(self.pieces, self.overlay.selected)
        self._glass_kept = self._glass_picture = None
        self._overlay_items = {}


def _on_paper(camera: Camera) -> Camera:
    """Return the camera moved so that as little as possible beside the sheet is visible."""
    left, top, right, bottom = camera.visible()
    world = camera.world

    def middle(low: float, high: float, first: float, last: float) -> float:
        half = (high - low) / 2
        return (first + last) / 2 if last - first <= 2 * half else max(first + half, min(last - half, (low + high) / 2))

    return camera.centred_on((middle(left, right, world[0], world[2]), middle(top, bottom, world[1], world[3])))


def _moved_marker(mark: Marker, to: Place, turn: int) -> Marker:
    """Return a ship's marker moved and turned with her: to a place, by `turn` degrees."""
    (x, y), cos, sin = mark.places[0], math.cos(math.radians(turn)), math.sin(math.radians(turn))
    offs = [(at[0] - x, at[1] - y) for at in mark.places]
    places = tuple((to[0] + round(a * cos - b * sin), to[1] + round(a * sin + b * cos)) for a, b in offs)
    return mark.but(places=places, facing=(mark.facing + turn) % 360)
