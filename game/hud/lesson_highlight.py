"""What a lesson points out: counters, places and parts of the screen, in a pulsing frame."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, hypot, pi

import pygame

from game.hud.board_pane import BoardPane
from game.ui import widgets as ui
from rules.kernel.lesson import Show
from rules.kernel.view import Place

PULSE_MS = 1300
FRAME_MS = 50
LEAST = 36  # least unscaled pixels from the middle of an outline to its corners, so that it surrounds the counter
SWELL = 1.14  # factor by which an outline grows
REACH = 9  # unscaled pixels a frame grows outwards
PARTS: dict[str, tuple[str, ...]] = {
    "ribbon": ("ribbon",),
    "forces": ("forces",),
    "unit": ("unit",),
    "deeds": ("deeds",),
    "aim": ("aim",),
    "confirm": ("aim_give",),
    "end": ("end_phase",),
    "dice": ("dice", "dice_what", "dice_need"),
    "points": ("points_title", "points"),
    "log": ("log_panel",),
    "board": ("board",),
}  # the widgets of each part of the screen that a lesson can point out


class LessonHighlight(ui.Widget):
    """A layer over a whole screen that lets every click through."""

    kind = "glow"

    def __init__(self, pane: BoardPane, where: Callable[[str], Place | None], id: str = "glow") -> None:
        """`where`: returns the place of a counter, None if it is not in sight."""
        super().__init__(id)
        self.pane, self.where = pane, where
        self.show_ = Show()
        self._framed: list[pygame.Rect] = []  # the parts as last drawn: they may have been scrolled since
        self.now = 0
        self.still = False  # reduced motion: it does not pulse

    def hit(self, pos: ui.Pos) -> ui.Widget | None:
        return None

    def point_out(self, show: Show) -> None:
        """Set the things to point out."""
        self._touch()
        self.show_ = show
        self._touch()

    @property
    def is_lit(self) -> bool:
        """Return whether anything is pointed out."""
        return self.show_ != Show()

    def breathe(self, now_ms: int) -> None:
        """Draw the next moment of the pulse."""
        if self.is_lit and not self.still and now_ms - self.now >= FRAME_MS:
            self._touch()
            self.now = now_ms
            self._touch()

    def _touch(self) -> None:
        if not self.is_attached:
            return
        grown = 2 * self.px(REACH) + 8
        for points in self._outlines():
            bounds = _bounds(_grow_outline(points, SWELL))
            self.tree.mark(bounds.inflate(grown, grown).clip(self.pane.canvas.rect))
        for rect in (*self._frames(), *self._framed):
            self.tree.mark(rect.inflate(grown, grown))

    def _outlines(self) -> list[list[tuple[float, float]]]:
        if not self.pane.canvas.visible:
            return []
        outline = self.pane.board.outline_of
        shown = self.show_
        chosen = self.pane.board.overlay.selected  # not pointed out if there is more to click
        pieces = [id for id in shown.pieces if id != chosen or not (shown.places or shown.parts or shown.pieces[1:])]
        counters = dict.fromkeys(place for place in map(self.where, pieces) if place)
        made = [_grow_outline(outline(place), 1.0, self.px(LEAST)) for place in counters]
        return made + [outline(place) for place in self.show_.places if place not in counters]

    def _frames(self) -> list[pygame.Rect]:
        found = []
        for part in self.show_.parts:
            rects = [rect for rect in map(_visible_part, self._widgets(part)) if rect.w and rect.h]
            if rects:
                found.append(rects[0].unionall(rects[1:]).clip(self.tree.root.rect))
        return found

    def _widgets(self, part: str) -> list[ui.Widget]:
        ids = PARTS.get(part, (f"do_{part.removeprefix('verb:')}",))
        several = tuple(f"{id}_" for id in ids if part.startswith("verb:"))  # a verb of several buttons: do_order_0, 1
        return [
            widget
            for widget in self.tree.root.walk()
            if widget.is_shown and (widget.id in ids or (several and widget.id.startswith(several)))
        ]

    def reveal(self) -> None:
        """Scroll the parts of the screen that are pointed out into view."""
        if not self.is_attached:
            return
        self.tree.ensure_layout()
        for part in self.show_.parts:
            for widget in self._widgets(part):
                for node in widget.ancestors():
                    if isinstance(node, ui.ScrollView):
                        node.reveal(widget.rect)

    def paint(self, surface: pygame.Surface) -> None:
        swell = 0.5 if self.still else 0.5 - 0.5 * cos(2 * pi * (self.now % PULSE_MS) / PULSE_MS)
        wide = max(2, self.px(2 + 2 * swell))
        before = surface.get_clip()
        surface.set_clip(self.pane.canvas.rect.clip(before))
        for points in self._outlines():
            self._line(surface, _grow_outline(points, 1.0 + (SWELL - 1.0) * swell), wide)
        surface.set_clip(before)
        grow = 2 * self.px(2 + (REACH - 4) * swell)
        self._framed = self._frames()
        for rect in self._framed:
            frame = rect.inflate(grow, grow)
            pygame.draw.rect(surface, (8, 12, 18), frame.inflate(2, 2), wide + 2, border_radius=self.px(9))
            pygame.draw.rect(surface, self.palette.focus, frame, wide, border_radius=self.px(8))

    def _line(self, surface: pygame.Surface, points: list[tuple[float, float]], wide: int) -> None:
        pygame.draw.polygon(surface, (8, 12, 18), points, wide + 3)
        pygame.draw.polygon(surface, self.palette.focus, points, wide)


def _visible_part(widget: ui.Widget) -> pygame.Rect:
    """Return the part of a widget that the scrollers around it show."""
    rect = widget.rect.copy()
    for node in widget.ancestors():
        if node.clips:
            rect = rect.clip(node.viewport())
    return rect


def _bounds(points: list[tuple[float, float]]) -> pygame.Rect:
    xs, ys = zip(*points, strict=True)
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _grow_outline(points: list[tuple[float, float]], share: float, least: int = 0) -> list[tuple[float, float]]:
    """Return an outline enlarged around its middle by a factor, and to at least `least` pixels from the middle to a
    corner.
    """
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    far = max(1.0, max(hypot(px - x, py - y) for px, py in points))
    share *= max(1.0, least / far)
    return [(x + (px - x) * share, y + (py - y) * share) for px, py in points]
