"""A small chart: victory points of both sides by turn, as two lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hud.game_history import ScoreAtStep
from game.hud.keyboard_chart import KeyboardChart
from game.ui import widgets as ui
from game.words import tr

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class ScoreChart(KeyboardChart):
    """Points by step for two sides. The second line is dashed, so that colour is not the only sign."""

    kind = "score_chart"
    reacts = True

    def __init__(
        self,
        names: Sequence[str],
        points: Sequence[ScoreAtStep],
        id: str = "",
        on_press: Callable[[int], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        """`on_press(step)`: called with the step at a click."""
        super().__init__(id, **box)
        self.names, self.points, self.on_press = list(names), list(points), on_press

    def natural_width(self) -> int:
        return self.px(300)

    def least_width(self) -> int:
        return self.px(180)

    def height_at(self, width: int) -> int:
        return self.px(150)

    def spoken_text(self) -> str:
        if not self.points:
            return tr("no points yet")
        last = self.points[-1].points
        return "; ".join(f"{name} {points}" for name, points in zip(self.names, last, strict=False))

    def _area(self) -> pygame.Rect:
        most = max((abs(points) for found in self.points for points in found.points), default=0)
        left = self.tree.book.width(f"{max(most, 100):,}", "figures", self.size_px("small")) + self.px(8)
        right = max((self._name_width(name) for name in self.names), default=0) + self.px(12)
        low = self.tree.book.line_height("figures", self.size_px("small")) + self.px(4)
        rect = self.rect
        return pygame.Rect(rect.x + left, rect.y + self.px(6), max(8, rect.w - left - right), rect.h - low - self.px(8))

    def _name_width(self, name: str) -> int:
        return self.tree.book.width(name, "bold", self.size_px("small"))

    def paint(self, surface: pygame.Surface) -> None:
        area, palette = self._area(), self.palette
        top = max((max(found.points) for found in self.points), default=0) or 1
        low = min(0, min((min(found.points) for found in self.points), default=0))
        self._grid(surface, area, low, top)
        ends: list[tuple[int, int]] = []
        for side in range(len(self.names)):
            line = [self._spot(area, number, found.points[side], low, top) for number, found in enumerate(self.points)]
            colour = palette.data[2] if side == 0 else palette.data[3]
            if len(line) > 1:
                self._line(surface, line, colour, area.x if side else -1)
                ends.append((line[-1][1], side))
        self._names(surface, area, ends)
        self.paint_mark(surface, area)

    def has_stops(self) -> bool:
        return bool(self.points)

    def stops(self) -> list[tuple[int, int, str]]:
        """Return the start, the end and every change of the points: (x, order number, text)."""
        area, found = self._area(), []
        for number, now in enumerate(self.points):
            if number in (0, len(self.points) - 1) or now.points != self.points[number - 1].points:
                each = "; ".join(f"{name} {points}" for name, points in zip(self.names, now.points, strict=False))
                words = tr("turn {turn}: {points}", turn=now.turn, points=each)
                found.append((area.x + area.w * number // max(1, len(self.points) - 1), now.number, words))
        return found

    def _spot(self, area: pygame.Rect, number: int, points: int, low: int, top: int) -> tuple[int, int]:
        x = area.x + area.w * number // max(1, len(self.points) - 1)
        return x, area.bottom - area.h * (points - low) // max(1, top - low)

    def _grid(self, surface: pygame.Surface, area: pygame.Rect, low: int, top: int) -> None:
        book, px, palette = self.tree.book, self.size_px("small"), self.palette
        tall = book.line_height("figures", px)
        for points in sorted({low, (low + top) // 2, top}):
            y = self._spot(area, 0, points, low, top)[1]
            surface.fill(palette.panel_rule, (area.x, y, area.w, 1))
            text = f"{points:,}".replace("-", "−")
            surface.blit(
                book.render(text, "figures", px, palette.ink_faint),
                (area.x - self.px(6) - book.width(text, "figures", px), y - tall // 2),
            )
        rounds = any(found.chapter for found in self.points)  # a campaign: its rounds, not their turns
        word = "round" if rounds else "turn"
        whens = [max(1, found.chapter) if rounds else found.turn for found in self.points]
        turns = {when: number for number, when in reversed(list(enumerate(whens)))}
        free = area.x
        for turn, number in sorted(turns.items()):
            x = self._spot(area, number, low, low, top)[0]
            surface.fill(palette.panel_rule, (x, area.bottom, 1, self.px(4)))
            text = f"{word} {turn}" if turn == min(turns) else str(turn)
            if x >= free and x + book.width(text, "figures", px) <= area.right + self.px(6):
                surface.blit(book.render(text, "figures", px, palette.ink_faint), (x, area.bottom + self.px(4)))
                free = x + book.width(text, "figures", px) + self.px(8)

    def _line(
        self, surface: pygame.Surface, line: list[tuple[int, int]], colour: tuple[int, int, int], base: int
    ) -> None:
        """Draw a line. `base`: where its dashes begin; -1 for a solid line."""
        thick = max(2, self.px(2))
        for start, end in zip(line, line[1:], strict=False):
            for left, right in self._dashes(start[0], end[0], base) if base >= 0 else [(start[0], end[0])]:
                pygame.draw.line(surface, colour, (left, start[1]), (right, start[1]), thick)
            if end[1] != start[1]:
                pygame.draw.line(surface, colour, (end[0], start[1]), end, thick)
        pygame.draw.circle(surface, colour, line[-1], self.px(4))

    def _dashes(self, left: int, right: int, base: int) -> list[tuple[int, int]]:
        """Return the dashes of a horizontal stretch, aligned to the edge of the chart."""
        step, ink = self.px(11), self.px(7)
        first = base + (left - base) // step * step
        parts = [(max(left, x), min(right, x + ink)) for x in range(first, right + 1, step)]
        return [(low, high) for low, high in parts if low <= high]

    def _names(self, surface: pygame.Surface, area: pygame.Rect, ends: list[tuple[int, int]]) -> None:
        book, px, palette = self.tree.book, self.size_px("small"), self.palette
        tall = book.line_height("bold", px)
        last = -tall
        for y, side in sorted(ends):
            y = min(max(y - tall // 2, last + tall, self.rect.y), self.rect.bottom - tall)
            last = y
            surface.blit(book.render(self.names[side], "bold", px, palette.ink_soft), (area.right + self.px(9), y))

    def mouse_down(self, pos: ui.Pos, button: int) -> bool:
        area = self._area()
        if button != 1 or self.on_press is None or not self.points or not area.collidepoint(pos):
            return False
        number = round((pos[0] - area.x) / area.w * (len(self.points) - 1))
        self.on_press(self.points[min(len(self.points) - 1, max(0, number))].number)
        return True
