"""The grid of a ship's side as on the printed sheet: levels by sections, guns and armour, hits, flooding, highlights.
The ship is drawn above her sections, bow to the left, and the waterline runs between levels. Below are her tracks:
floods, fire, engines. A box shows its content in large letters and its armour in small ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.boards import ashore
from game.boards.silhouette import portrait
from game.ui import widgets as ui
from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import Frame, draw_frame
from game.ui.theme import Colour, mix
from game.words import tr
from rules.kernel.view import Cell, Hull, Panel

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

BOX_HIGH = 27  # unscaled height of a box
EDGE = 2  # unscaled pixels between text and the edges of its box
SMALLEST = 9  # unscaled pixels: a word is shortened rather than drawn smaller than this
SLIM = 0.8  # the largest part of a portrait's height that the beam may take
NARROW_TRACK = 9  # unscaled: narrower boxes of a track are one pixel apart
EACH = 5  # if the boxes of a track are too narrow for their numbers, only every n-th has one
WATER: Colour = (66, 132, 190)
BLOOD: Colour = (176, 40, 32)


@dataclass(frozen=True)
class Letters:
    """A word in a box: its font, the position of its picture, and its visible rectangle on the screen."""

    text: str
    role: str
    px: int
    at: tuple[int, int]
    seen: pygame.Rect


@lru_cache(maxsize=48)
def _seen_from_above(hull: Hull, size: tuple[int, int]) -> pygame.Surface:
    """Return a ship as long as the picture is wide, bow to the left, as slim as necessary."""
    slim = min(1.15, SLIM * hull.length_ft / max(1, hull.beam_ft) * size[1] / size[0])
    return pygame.transform.flip(portrait(hull, size, fat=slim), True, False)


def shorter(word: str) -> Iterator[str]:
    """Yield a word shortened step by step: only its first part, then without vowels, then letter by letter."""
    word = word.partition(" ")[0]
    yield word
    word = word[:1] + "".join(letter for letter in word[1:] if letter.lower() not in "aeiou")
    while word:
        yield word
        word = word[:-1]


class BoxGrid(ui.Widget):
    """A panel of kind `boxes`."""

    kind = "box_grid"

    def __init__(
        self,
        panel: Panel,
        id: str = "",
        on_choose: Callable[[int, int], None] | None = None,
        chosen: tuple[int, int] | None = None,
        **box: Unpack[Box],
    ) -> None:
        """`on_choose(column, row)`, from 1, makes the boxes selectable by mouse and keyboard; `chosen` is marked."""
        super().__init__(id, **box)
        self.panel, self.on_choose, self.chosen = panel, on_choose, chosen
        self.focusable = on_choose is not None

    # ------------------------------------------------------------------ measures

    @property
    def _columns(self) -> int:
        return max((len(row) for row in self.panel.rows), default=1)

    def _label_wide(self) -> int:
        return self.tree.book.width("6", "figures_bold", self.size_px("small")) + self.px(6)

    def _ship_high(self, width: int) -> int:
        hull = self.panel.hull
        return round(width * 0.115) if hull is not None and hull.type != ashore.LAND else 0

    def _header_high(self) -> int:
        return self.tree.book.line_height("figures", self.size_px("small")) if any(self.panel.header) else 0

    def _water_gap(self) -> int:
        return self.px(5) if self.panel.waterline else 0

    def _track_high(self) -> int:
        return self.tree.book.line_height("text", self.size_px("small")) + self.px(5)

    def natural_width(self) -> int:
        return self._label_wide() + self._columns * self.px(33)

    def least_width(self) -> int:
        return self._label_wide() + self._columns * self.px(22)

    def height_at(self, width: int) -> int:
        grid = len(self.panel.rows) * self.px(BOX_HIGH) + self._water_gap()
        tracks = len(self.panel.tracks) * self._track_high()
        return self._ship_high(width) + self._header_high() + grid + (self.px(6) + tracks if tracks else 0)

    def spoken_text(self) -> str:
        """Return the grid row by row, naming hits and flooding, then the tracks."""
        return "; ".join(self._lines())

    def _lines(self) -> list[str]:
        lines = []
        for number, row in enumerate(self.panel.rows):
            label = self.panel.labels[number] if number < len(self.panel.labels) else str(number + 1)
            words = [self._say(cell, section) for section, cell in enumerate(row, 1) if cell.text]
            lines.append(tr("level {label}: {words}", label=label, words=", ".join(words) or tr("nothing")))
        for name, boxes in self.panel.tracks:
            lines.append(
                tr(
                    "{name}: {struck} of {count} lost",
                    name=name,
                    struck=sum(box.tone == "bad" for box in boxes),
                    count=len(boxes),
                )
            )
        return lines

    def accessible_name(self) -> str:
        return tr("boxes of {title}", title=self.panel.title)

    def value_text(self) -> str:
        return (
            tr("section {section}, level {level}", section=self.chosen[0], level=self.chosen[1])
            if self.chosen is not None
            else ""
        )

    def accessible_rows(self) -> AccessibleRows:
        """Return its levels, then its tracks."""
        lines = self._lines()
        row = self.chosen[1] - 1 if self.chosen is not None else -1
        return rows_of(len(lines), row, lambda number: lines[number])

    def press_row(self, row: int) -> None:
        """Choose a level in the chosen section."""
        if self.on_choose is not None and row < len(self.panel.rows):
            self.on_choose(self.chosen[0] if self.chosen is not None else 1, row + 1)

    @staticmethod
    def _say(cell: Cell, section: int) -> str:
        word, _, plate = cell.text.partition("|")
        state = [tone for tone in cell.tone.split() if tone in ("struck", "flooded", "lit")]
        parts = [
            f"{section} {word.strip() or tr('empty')}",
            tr("armour {plate}", plate=plate) if plate.isdigit() else plate,
            *state,
        ]
        return " ".join(part for part in parts if part)

    # ------------------------------------------------------------------ choosing

    def box_at(self, pos: ui.Pos) -> tuple[int, int] | None:
        """Return the box under a point of the screen: column and row, from 1."""
        for row in range(1, len(self.panel.rows) + 1):
            for column in range(1, self._columns + 1):
                if self.box_rect(column, row).collidepoint(pos):
                    return column, row
        return None

    def box_rect(self, column: int, row: int) -> pygame.Rect:
        """Return where a box lies on the screen."""
        left, high = self.rect.x + self._label_wide(), self.px(BOX_HIGH)
        wide = self.rect.right - left
        start, end = (left + round(wide * edge / self._columns) for edge in (column - 1, column))
        top = self.rect.y + self._ship_high(self.rect.w) + self._header_high() + (row - 1) * high
        if self.panel.waterline and row > self.panel.waterline:
            top += self._water_gap()
        return pygame.Rect(start, top, end - start, high)

    def mouse_down(self, pos: ui.Pos, button: int) -> bool:
        """Choose a box by a click; return True if a box was hit."""
        found = self.box_at(pos) if button == 1 and self.on_choose is not None else None
        if found is None or self.on_choose is None:
            return False
        self.on_choose(*found)
        return True

    def key(self, event: pygame.Event) -> bool:
        """Move from box to box by the arrow keys; return True for a key used."""
        steps = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
        if self.on_choose is None or event.key not in steps:
            return False
        column, row = self.chosen or (1, 1)
        across, down = steps[event.key] if self.chosen else (0, 0)
        self.on_choose(max(1, min(self._columns, column + across)), max(1, min(len(self.panel.rows), row + down)))
        return True

    # ------------------------------------------------------------------ drawing

    def paint(self, surface: pygame.Surface) -> None:
        left = self.rect.x + self._label_wide()
        wide = self.rect.right - left
        y = self.rect.y
        if self._ship_high(self.rect.w) and self.panel.hull is not None:
            size = (wide, self._ship_high(self.rect.w))
            surface.blit(_seen_from_above(self.panel.hull, size), (left, y))
            y += size[1]
        y += self._paint_header(surface, left, wide, y)
        high = self.px(BOX_HIGH)
        for number, row in enumerate(self.panel.rows):
            if number == self.panel.waterline and self.panel.waterline:
                self._paint_water(surface, left, wide, y)
                y += self._water_gap()
            label = self.panel.labels[number] if number < len(self.panel.labels) else ""
            self._draw_centred(
                surface, label, "figures_bold", "ink_faint", pygame.Rect(self.rect.x, y, left - self.rect.x, high)
            )
            for section, cell in enumerate(row):
                start, end = (left + round(wide * edge / self._columns) for edge in (section, section + 1))
                self._paint_box(surface, cell, pygame.Rect(start, y, end - start, high))
            y += high
        if self.chosen is not None:
            pygame.draw.rect(surface, self.palette.focus, self.box_rect(*self.chosen), max(2, self.px(2)), self.px(3))
        y += self.px(6) if self.panel.tracks else 0
        labels = self._track_labels()
        for name, boxes in self.panel.tracks:
            self._paint_track(surface, name, boxes, y, labels)
            y += self._track_high()

    def _paint_header(self, surface: pygame.Surface, left: int, wide: int, y: int) -> int:
        high = self._header_high()
        for section, word in enumerate(self.panel.header[1:]):
            start, end = (left + round(wide * edge / self._columns) for edge in (section, section + 1))
            box = pygame.Rect(start, y, end - start, high)
            self._draw_centred(surface, word, "figures", "ink_faint", box)
        return high

    def _paint_water(self, surface: pygame.Surface, left: int, wide: int, y: int) -> None:
        """Draw the waterline: two fine waves of colour between the levels."""
        tone = mix(WATER, self.palette.panel, 0.15)
        middle = y + self._water_gap() // 2
        pygame.draw.line(surface, tone, (left - self.px(4), middle), (left + wide, middle), max(1, self.px(2)))

    def _paint_box(self, surface: pygame.Surface, cell: Cell, rect: pygame.Rect) -> None:
        """Draw one box: content, armour and damage."""
        tones = cell.tone.split()
        inner = rect.inflate(-max(1, self.px(1)), -max(1, self.px(1)))
        if not cell.text:
            if "lit" in tones:  # a shot that hit an empty box
                self._cross(surface, inner, self.palette.ink_faint)
            if self.on_choose is not None:
                pygame.draw.rect(surface, self.palette.panel_rule, inner, 1, self.px(2))
            return
        face, edge, ink = self._colours(tones)
        draw_frame(surface, inner, Frame(face, edge, self.px(2), max(1, self.px(1))))
        if "struck" in tones:
            self._cross(surface, inner.inflate(-self.px(3), -self.px(3)), BLOOD if not self._dark else (236, 92, 72))
        word, _, small = cell.text.partition("|")
        self._paint_words(surface, word.strip(), small, inner, ink, tones)
        if "lit" in tones:
            glow = self.palette.focus
            pygame.draw.rect(surface, glow, inner.inflate(self.px(2), self.px(2)), max(2, self.px(2)), self.px(3))

    @property
    def _dark(self) -> bool:
        return sum(self.palette.panel) < 300

    def _colours(self, tones: Sequence[str]) -> tuple[Colour, Colour, Colour]:
        """Return face, edge and text colour of a box."""
        palette = self.palette
        face, edge, ink = palette.field, palette.panel_border, palette.ink
        if "strong" in tones:
            face = mix(palette.raised, palette.field, 0.35)
        if "gold" in tones:
            face = mix(palette.gold, palette.field, 0.72)
        if "flooded" in tones:
            face = mix(WATER, palette.field, 0.45)
        if "struck" in tones:
            face = mix(face, palette.shadow, 0.2)
        if "weak" in tones or "struck" in tones:
            ink = palette.ink_faint
        return face, edge, ink

    def _paint_words(
        self, surface: pygame.Surface, word: str, small: str, box: pygame.Rect, ink: Colour, tones: Sequence[str]
    ) -> None:
        """Draw the content of a box, as large as fits, and its armour below it."""
        role = "bold" if "strong" in tones else "text"
        for letters in self.letters(word, small, box, role):
            colour = self.palette.ink_soft if letters.role == "figures" else ink
            surface.blit(self.tree.book.render(letters.text, letters.role, letters.px, colour), letters.at)

    def letters(self, word: str, small: str, box: pygame.Rect, role: str) -> list[Letters]:
        """Return the texts of a box: its word, as large as fits, and the armour below it."""
        book, made = self.tree.book, []
        head = box.inflate(-2 * self.px(EDGE), -2 * self.px(1))
        if small:
            px = self.size_px("small") - self.px(2)
            seen = book.ink_rect(small, "figures", px)
            at = (box.right - seen.right - self.px(EDGE), box.bottom - seen.bottom - self.px(EDGE))
            made.append(Letters(small, "figures", px, at, seen.move(at)))
            head.h = made[0].seen.top - self.px(1) - head.y
        px, seen = self.size_px("small") + self.px(1), pygame.Rect(0, 0, 0, 0)
        for fewer in shorter(word):
            word, seen = fewer, book.ink_rect(fewer, role, px)
            while px > self.px(SMALLEST) and (seen.w > head.w or seen.h > head.h):
                px -= 1
                seen = book.ink_rect(fewer, role, px)
            if seen.w <= head.w:
                break
        if word and seen.w <= head.w:
            at = (head.centerx - seen.w // 2 - seen.x, head.centery - seen.h // 2 - seen.y)
            made.append(Letters(word, role, px, at, seen.move(at)))
        return made

    def _cross(self, surface: pygame.Surface, box: pygame.Rect, colour: Colour) -> None:
        wide = max(1, self.px(2))
        pygame.draw.aaline(surface, colour, box.topleft, (box.right - 1, box.bottom - 1), wide)
        pygame.draw.aaline(surface, colour, (box.right - 1, box.y), (box.x, box.bottom - 1), wide)

    # ------------------------------------------------------------------ tracks

    def _track_labels(self) -> int:
        px = self.size_px("small")
        return max((self.tree.book.width(name, "text", px) for name, _ in self.panel.tracks), default=0) + self.px(8)

    def _paint_track(self, surface: pygame.Surface, name: str, boxes: Sequence[Cell], y: int, labels: int) -> None:
        """Draw a row of boxes, crossed out from the left; they share the available width."""
        book, px = self.tree.book, self.size_px("small")
        high = self._track_high() - self.px(3)
        drawn = book.render(name, "text", px, self.colour("ink_soft"))
        surface.blit(drawn, (self.rect.x, y + (high - drawn.get_height()) // 2))
        left, count = self.rect.x + labels, max(1, len(boxes))
        room = self.rect.right - left
        words = max((book.width(box.text, "bold", px) for box in boxes), default=0) + self.px(8)
        step = min(room / count, max(words, self.px(20)))
        gap = self.px(2) if step > self.px(NARROW_TRACK) else 1
        fits = words - self.px(9) <= step
        for number, box in enumerate(boxes):
            start, end = (left + round(step * edge) for edge in (number, number + 1))
            chip = pygame.Rect(start, y, end - start - gap, high)
            hit = box.tone == "bad"
            face = self.palette.accent if hit else self.palette.field
            edge = (
                self.palette.accent if hit else self.palette.warn if box.tone == "warn" else self.palette.panel_border
            )
            draw_frame(surface, chip, Frame(face, edge, self.px(3), max(1, self.px(1))))
            if fits or (number + 1) % EACH == 0:
                ink = self.palette.accent_ink if hit else self.palette.ink_soft
                self._draw_centred(surface, box.text, "bold", ink, chip.inflate(-2 * self.px(EDGE), 0))

    def _draw_centred(self, surface: pygame.Surface, word: str, role: str, ink: str | Colour, box: pygame.Rect) -> None:
        """Draw a word in the middle of a box, smaller if the box is narrow."""
        if not word:
            return
        book, px = self.tree.book, self.size_px("small")
        seen = book.ink_rect(word, role, px)
        while seen.w > box.w and px > self.px(SMALLEST):
            px -= 1
            seen = book.ink_rect(word, role, px)
        drawn = book.render(word, role, px, self.colour(ink))
        across = box.centerx - seen.w // 2 - seen.x
        surface.blit(drawn, (across, box.centery - drawn.get_height() // 2))
