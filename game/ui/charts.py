"""Charts: progress bars, odds bars with labels and percentages, and dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.ui.brush import Frame, draw_die, draw_frame
from game.ui.widget import Pos, Widget
from game.words import tr

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class ProgressBar(Widget):
    """A progress bar with `value` 0 to 1. With `start` it shows a span, for example luck against the average."""

    kind = "progress"

    def __init__(
        self,
        value: float,
        id: str = "",
        *,
        start: float = 0.0,
        colour: str = "good",
        text: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.value, self.start, self.tone, self.text = value, start, colour, text

    def set(self, value: float, start: float = 0.0, text: str = "") -> None:
        if (value, start, text) != (self.value, self.start, self.text):
            self.value, self.start, self.text = value, start, text
            self.invalidate()

    def natural_width(self) -> int:
        return self.px(160)

    def height_at(self, width: int) -> int:
        return self.px(12)

    def spoken_text(self) -> str:
        return self.text or f"{self.value:.0%}"

    def value_now(self) -> float:
        return self.value

    def paint(self, surface: pygame.Surface) -> None:
        height = min(self.rect.h, self.px(12))
        track = pygame.Rect(self.rect.x, self.rect.centery - height // 2, self.rect.w, height)
        draw_bar(surface, self, track, self.start, self.value, self.tone)


def draw_bar(surface: pygame.Surface, widget: Widget, track: pygame.Rect, start: float, end: float, token: str) -> None:
    """Draw a rounded track with a filled span (fractions 0 to 1). A span above zero is always visible."""
    palette, radius = widget.palette, widget.px(3)
    draw_frame(surface, track, Frame(palette.raised, None, radius))
    low, high = (min(1.0, max(0.0, share)) for share in (start, end))
    if high <= low:
        return
    left = track.x + round(track.w * low)
    wide = max(widget.px(4), round(track.w * (high - low)))
    span = pygame.Rect(min(left, track.right - wide), track.y, wide, track.h)
    draw_frame(surface, span, Frame(palette.colour(token), None, radius))


@dataclass(frozen=True)
class Bar:
    """A line of a bar chart. `share`: 0 to 1; `colour`: a palette token; `note`: replaces the percentage."""

    label: str
    share: float
    colour: str = "good"
    note: str = ""


class BarChart(Widget):
    """Odds as horizontal bars with a label at the left and the percentage at the right; `digits` after the point."""

    kind = "bar_chart"

    def __init__(self, bars: Sequence[Bar], id: str = "", *, digits: int = 1, **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.bars, self.digits = list(bars), digits

    def set(self, bars: Sequence[Bar]) -> None:
        if list(bars) != self.bars:
            fewer = len(bars) != len(self.bars)
            self.bars = list(bars)
            self.invalidate()
            if fewer:
                self.relayout()

    def figure(self, bar: Bar) -> str:
        return bar.note or f"{bar.share * 100:.{self.digits}f} %"

    def row_height(self) -> int:
        return self.tree.book.line_height("text", self.size_px("body")) + self.px(2)

    def _columns(self) -> tuple[int, int]:
        book, px = self.tree.book, self.size_px("body")
        labels = max((book.width(bar.label, "text", px) for bar in self.bars), default=0)
        figures = max((book.width(self.figure(bar), "figures_bold", px) for bar in self.bars), default=0)
        return labels, figures

    def natural_width(self) -> int:
        labels, figures = self._columns()
        return labels + figures + self.px(150)

    def least_width(self) -> int:
        return self._columns()[1] + self.px(110)

    def height_at(self, width: int) -> int:
        return self.row_height() * len(self.bars)

    def spoken_text(self) -> str:
        return "; ".join(f"{bar.label} {self.figure(bar)}" for bar in self.bars)

    def hidden_text(self) -> str:
        return "\n".join(f"{bar.label} {self.figure(bar)}" for bar in self.bars) if self._cut() else ""

    def _cut(self) -> bool:
        return self._columns()[0] > self._label_room()

    def _label_room(self) -> int:
        return max(self.px(40), self.rect.w - self._columns()[1] - self.px(70))

    def paint(self, surface: pygame.Surface) -> None:
        book, px, palette = self.tree.book, self.size_px("body"), self.palette
        labels, figures = self._columns()
        labels = min(max(labels, self.px(60)), self._label_room())
        tall = self.px(12)
        for number, bar in enumerate(self.bars):
            y = self.rect.y + number * self.row_height()
            text = book.fit(bar.label, "text", px, labels)
            surface.blit(book.render(text, "text", px, palette.ink), (self.rect.x, y))
            figure = self.figure(bar)
            right = self.rect.right - book.width(figure, "figures_bold", px)
            surface.blit(book.render(figure, "figures_bold", px, palette.ink), (right, y))
            left = self.rect.x + labels + self.px(12)
            room = self.rect.right - figures - self.px(12) - left
            middle = y + book.line_height("text", px) // 2
            draw_bar(surface, self, pygame.Rect(left, middle - tall // 2, max(1, room), tall), 0, bar.share, bar.colour)


@dataclass(frozen=True)
class Die:
    """A die on the table. `colour` is a palette token for its body; `struck` fades it (rerolled, not counted)."""

    face: int
    sides: int = 6
    colour: str = "dice"
    struck: bool = False


class Dice(Widget):
    """Dice in a row that wraps, d6 with pips, others with numerals; `side` in unscaled units."""

    kind = "dice"

    def __init__(self, dice: Sequence[Die] = (), id: str = "", *, side: float = 36, **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.dice, self.side = list(dice), side

    def set(self, dice: Sequence[Die]) -> None:
        if list(dice) != self.dice:
            changed = len(dice) != len(self.dice)
            self.dice = list(dice)
            self.invalidate()
            if changed:
                self.relayout()

    def natural_width(self) -> int:
        return len(self.dice) * self.px(self.side + 6) - (self.px(6) if self.dice else 0)

    def least_width(self) -> int:
        return min(self.natural_width(), self.px(self.side))

    def _per_row(self, width: int) -> int:
        return max(1, (width + self.px(6)) // max(1, self.px(self.side + 6)))

    def height_at(self, width: int) -> int:
        rows = -(-len(self.dice) // self._per_row(width))
        return max(1, rows) * self.px(self.side + 6) - self.px(6)

    def spoken_text(self) -> str:
        return " ".join(_die_text(die) for die in self.dice)

    def die_rect(self, number: int) -> pygame.Rect:
        """Return where a die lies, for animations."""
        row, column = divmod(number, self._per_row(self.rect.w))
        step, side = self.px(self.side + 6), self.px(self.side)
        at: Pos = (self.rect.x + column * step, self.rect.y + row * step)
        return pygame.Rect(at, (side, side))

    def paint(self, surface: pygame.Surface) -> None:
        for number, die in enumerate(self.dice):
            rect = self.die_rect(number)
            body = self.colour(die.colour)
            pip = self.palette.dice_pip if die.colour == "dice" else self.palette.side_ink
            draw_die(surface, rect, die.sides, die.face, body, pip, self.tree.book)
            if die.struck:
                thick = max(2, self.px(3))
                pygame.draw.line(surface, self.palette.bad, rect.bottomleft, rect.topright, thick)


def _die_text(die: Die) -> str:
    if die.struck:
        return tr("{face} on d{sides} struck", face=die.face, sides=die.sides)
    return tr("{face} on d{sides}", face=die.face, sides=die.sides)
