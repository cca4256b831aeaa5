"""The win chance during a battle: a curve with a numbered flag at every turning point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hud.keyboard_chart import KeyboardChart
from game.table.analysis_text import percent
from game.ui import widgets as ui
from game.words import tr
from rules.analysis.luck_and_skill import Entry

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.theme import Colour
    from game.ui.widget import Box

LINES = (0.0, 0.25, 0.5, 0.75, 1.0)
FLAG = 9  # unscaled units from the middle of a flag to its edge


class WinCurve(KeyboardChart):
    """The first side's win chance after every order; its colour is below the curve, the other side's above."""

    kind = "win_curve"
    reacts = True

    def __init__(
        self,
        names: Sequence[str],
        tones: Sequence[str],
        entries: Sequence[Entry],
        flags: Sequence[Entry],
        orders: int,
        on_press: Callable[[int], None] | None = None,
        id: str = "",
        **box: Unpack[Box],
    ) -> None:
        """tones: palette names of both sides' colours; orders: number of orders of the whole game, analysed or not.

        `on_press(number)`: called with the order at a click.
        """
        super().__init__(id, **box)
        self.names, self.tones, self.entries, self.flags = list(names), list(tones), list(entries), list(flags)
        self.orders, self.on_press = max(2, orders), on_press

    def natural_width(self) -> int:
        return self.px(420)

    def least_width(self) -> int:
        return self.px(240)

    def height_at(self, width: int) -> int:
        return self.px(210)

    def spoken_text(self) -> str:
        if not self.entries:
            return tr("no orders analysed yet")
        began, stands = percent(self.entries[0].before), percent(self.entries[-1].after)
        return tr(
            "win chance of {name}: {began} at the start, {stands} after {count} orders",
            name=self.names[0],
            began=began,
            stands=stands,
            count=len(self.entries) - 1,
        )

    def _area(self) -> pygame.Rect:
        px, book = self.size_px("small"), self.tree.book
        left = book.width("100 %", "figures", px) + self.px(8)
        low = book.line_height("figures", px) + self.px(4)
        rect = self.rect
        return pygame.Rect(
            rect.x + left, rect.y + self.px(8), max(8, rect.w - left - self.px(8)), rect.h - low - self.px(14)
        )

    def _x(self, area: pygame.Rect, number: int) -> int:
        return area.x + area.w * number // (self.orders - 1)

    def _y(self, area: pygame.Rect, chance: float) -> int:
        return area.bottom - round(area.h * min(1.0, max(0.0, chance)))

    def paint(self, surface: pygame.Surface) -> None:
        area = self._area()
        if self.entries:
            self._ground(surface, area)
        self._grid(surface, area)
        spots = self._spots(area)
        if len(spots) > 1:
            pygame.draw.lines(surface, self.palette.ink, False, spots, max(2, self.px(2)))
        self._names(surface, area)
        for number, entry in enumerate(self.flags, start=1):
            self._flag(surface, area, number, entry)
        self.paint_mark(surface, area)

    def has_stops(self) -> bool:
        return bool(self.entries)

    def stops(self) -> list[tuple[int, int, str]]:
        """Return every analysed order as a stop."""
        area, found = self._area(), []
        for entry in self.entries:
            words = tr(
                "turn {turn}, order {number}: {before}, then {after}",
                turn=entry.turn,
                number=entry.number,
                before=percent(entry.before),
                after=percent(entry.after),
            )
            found.append((self._x(area, entry.number), max(1, entry.number), words))
        return found

    def _spots(self, area: pygame.Rect) -> list[tuple[int, int]]:
        """Return the curve's points: level from order to order, up or down at each."""
        found: list[tuple[int, int]] = []
        for entry in self.entries:
            x = self._x(area, entry.number)
            found += [(x, self._y(area, entry.before)), (x, self._y(area, entry.after))]
        return found

    def _ground(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        mine, theirs = (self._faint(getattr(self.palette, tone)) for tone in self.tones)
        last = self._x(area, self.entries[-1].number)
        surface.fill(theirs, (area.x, area.y, max(1, last - area.x), area.h))
        for entry, after in zip(self.entries, [*self.entries[1:], None], strict=True):
            x = self._x(area, entry.number)
            end = self._x(area, after.number) if after is not None else last
            y = self._y(area, entry.after)
            surface.fill(mine, (x, y, end - x, area.bottom - y))

    def _faint(self, colour: Colour) -> Colour:
        ground = self.palette.panel
        red, green, blue = (round(0.28 * ours + 0.72 * below) for ours, below in zip(colour, ground, strict=False))
        return red, green, blue

    def _grid(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        book, px, palette = self.tree.book, self.size_px("small"), self.palette
        tall = book.line_height("figures", px)
        for chance in LINES:
            y = self._y(area, chance)
            surface.fill(palette.panel_border if chance == 0.5 else palette.panel_rule, (area.x, y, area.w, 1))
            text = percent(chance)
            at = (area.x - self.px(6) - book.width(text, "figures", px), y - tall // 2)
            surface.blit(book.render(text, "figures", px, palette.ink_faint), at)
        free, seen = area.x, set[int]()
        for entry in self.entries:
            if entry.turn < 1 or entry.turn in seen:
                continue
            seen.add(entry.turn)
            x = self._x(area, entry.number)
            surface.fill(palette.panel_rule, (x, area.y, 1, area.h + self.px(4)))
            text = tr("turn {turn}", turn=entry.turn) if len(seen) == 1 else str(entry.turn)
            if x >= free and x + book.width(text, "figures", px) <= area.right + self.px(6):
                surface.blit(book.render(text, "figures", px, palette.ink_faint), (x, area.bottom + self.px(4)))
                free = x + book.width(text, "figures", px) + self.px(8)

    def _names(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        book, px = self.tree.book, self.size_px("small")
        tall = book.line_height("bold", px)
        for place, name in enumerate(self.names):  # each in its own colour: the first side's area is below
            words = book.fit(name, "bold", px, area.w // 2)
            y = area.bottom - tall - self.px(3) if place == 0 else area.y + self.px(4)
            surface.blit(book.render(words, "bold", px, self.palette.ink_soft), (area.x + self.px(8), y))

    def _flag(self, surface: pygame.Surface, area: pygame.Rect, number: int, entry: Entry) -> None:
        book, px, palette = self.tree.book, self.size_px("small"), self.palette
        x, y = self._x(area, entry.number), self._y(area, (entry.before + entry.after) / 2)
        radius = self.px(FLAG)
        x, y = min(area.right - radius, max(area.x + radius, x)), min(area.bottom - radius, max(area.y + radius, y))
        pygame.draw.circle(surface, palette.panel_border, (x, y), radius + self.px(1))
        pygame.draw.circle(surface, palette.gold, (x, y), radius)
        text = str(number)
        wide, tall = book.width(text, "figures_bold", px), book.line_height("figures_bold", px)
        surface.blit(book.render(text, "figures_bold", px, palette.panel), (x - wide // 2, y - tall // 2))

    def mouse_down(self, pos: ui.Pos, button: int) -> bool:
        area = self._area()
        if button != 1 or self.on_press is None or not self.entries or not area.collidepoint(pos):
            return False
        number = round((pos[0] - area.x) / area.w * (self.orders - 1))
        self.on_press(min(self.entries[-1].number, max(1, number)))
        return True


class _Bar(ui.Widget):
    """A low bar with a text for screen readers."""

    words: str

    def natural_width(self) -> int:
        return self.px(180)

    def least_width(self) -> int:
        return self.px(80)

    def height_at(self, width: int) -> int:
        return self.px(16)

    def spoken_text(self) -> str:
        return self.words

    def _track(self) -> pygame.Rect:
        tall = self.px(12)
        return pygame.Rect(self.rect.x, self.rect.centery - tall // 2, self.rect.w, tall)


class GainBar(_Bar):
    """A gain or loss of win chance on a scale with zero in the middle: right is good for the side."""

    kind = "gain_bar"

    def __init__(self, gain: float, words: str, tone: str, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.gain, self.words, self.tone = gain, words, tone

    def paint(self, surface: pygame.Surface) -> None:
        palette, track = self.palette, self._track()
        tall = track.h
        surface.fill(palette.field, track)
        reach = round(min(1.0, abs(self.gain)) * track.w / 2)
        x = track.centerx if self.gain >= 0 else track.centerx - reach
        surface.fill(getattr(palette, self.tone), (x, track.y, max(1, reach), tall))
        surface.fill(palette.ink_faint, (track.centerx, track.y - self.px(2), max(1, self.px(1)), tall + self.px(4)))


class RangeBar(_Bar):
    """A chance with its interval on a scale of 0 to 100 %: a band with a mark in its middle."""

    kind = "range_bar"

    def __init__(self, chance: float, margin: float, words: str, tone: str, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.chance, self.margin, self.words, self.tone = chance, margin, words, tone

    def paint(self, surface: pygame.Surface) -> None:
        palette, track = self.palette, self._track()
        tall = track.h
        surface.fill(palette.field, track)
        low, middle, high = (
            track.x + round(track.w * min(1.0, max(0.0, chance)))
            for chance in (self.chance - self.margin, self.chance, self.chance + self.margin)
        )
        surface.fill(
            getattr(palette, self.tone), (low, track.y + self.px(3), max(1, high - low), tall - 2 * self.px(3))
        )
        thick = self.px(4)
        at = min(track.right - thick, max(track.x, middle - thick // 2))
        surface.fill(palette.ink, (at, track.y - self.px(2), thick, tall + self.px(4)))
