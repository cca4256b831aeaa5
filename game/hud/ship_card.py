"""The printed card of a unit: portrait, rows with the line in use highlighted, tracks of boxes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from game.boards import ashore, land_figures
from game.boards.ship_profile import profile
from game.boards.silhouette import portrait
from game.hud.box_grid import BoxGrid
from game.ui import widgets as ui
from game.ui.accessible_text import AccessibleRows, rows_of, spoken_text, with_headings
from game.ui.brush import Frame, draw_frame
from game.words import tr, trn
from rules.kernel.view import Cell, Hull, Panel, Stand

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


@lru_cache(maxsize=64)
def _portrait(hull: Hull, size: tuple[int, int]) -> pygame.Surface:
    return portrait(hull, size)


TONES = {"good": "good", "warn": "warn", "bad": "bad", "soft": "ink_faint", "struck": "ink_faint"}


class Portrait(ui.Widget):
    """A ship from the side under her flag, bow to the right; a target ashore from above."""

    kind = "portrait"

    def __init__(self, hull: Hull, id: str = "", nation: str = "", line: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.hull, self.nation, self.line = hull, nation, line
        self.tooltip = ui.escape(line)

    def natural_width(self) -> int:
        return self.px(220)

    def height_at(self, width: int) -> int:
        return self.px(min(74.0, max(40.0, width / max(1, self.px(1)) * 0.18)))

    def spoken_text(self) -> str:
        return self.line or f"{self.hull.name}, {self.hull.type}"

    def paint(self, surface: pygame.Surface) -> None:
        size = (max(1, self.rect.w), max(1, self.rect.h))
        if self.hull.type == ashore.LAND:
            surface.blit(_portrait(self.hull, size), self.rect.topleft)
            return
        dark = sum(self.palette.panel) < 3 * 128
        surface.blit(profile(self.hull, size, self.nation, dark), self.rect.topleft)
        pygame.draw.rect(surface, self.palette.panel_border, self.rect, max(1, self.px(1)), self.px(3))


class UnitFigures(ui.Widget):
    """The stands of a land unit from above, facing right."""

    kind = "stands"

    def __init__(self, stand: Stand, name: str, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.stand, self.name = stand, name

    def natural_width(self) -> int:
        return self.px(220)

    def height_at(self, width: int) -> int:
        return self.px(62)

    def spoken_text(self) -> str:
        return f"{self.name}: {self.stand.formation}, {trn('{count} stand', '{count} stands', self.stand.count)}"

    def paint(self, surface: pygame.Surface) -> None:
        box = self.rect
        draw_frame(surface, box, Frame(self.palette.field, self.palette.panel_border, self.px(4), max(1, self.px(1))))
        high = max(1, box.h - self.px(4))
        drawn = _draw_stand(self.stand, high, self.palette.accent)
        surface.blit(drawn, drawn.get_rect(center=box.center))


@lru_cache(maxsize=64)
def _draw_stand(stand: Stand, high: int, side: tuple[int, int, int]) -> pygame.Surface:
    wide = high * 2
    return land_figures.draw_stands(stand, (wide, high), (0.0, -1.0), side)


class CardTable(ui.Widget):
    """Header and rows of a panel, then its tracks. The first column is as wide as its longest word."""

    kind = "card_table"

    def __init__(self, panel: Panel, id: str = "", signs: Sequence[str] = (), **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.panel = panel
        self.signs = signs  # source badge of each row
        self.lamps = any(cell.tone == "lit" for row in panel.rows for cell in row)  # only these cells get a chip

    def _line(self) -> int:
        return self.tree.book.line_height("text", self.size_px("body")) + self.px(2)

    def _box_high(self) -> int:
        return self._line() + self.px(4)

    def natural_width(self) -> int:
        return self._labels() + self.px(44) * max(4, len(self.panel.header) - 1)

    def least_width(self) -> int:
        return self._labels() + self.px(26) * max(4, len(self.panel.header) - 1)

    def _margin(self) -> int:
        """Return the width at the right for the badges of the rows."""
        return self.px(16) if self.signs else 0

    def _labels(self) -> int:
        px = self.size_px("body")
        words = [row[0].text for row in self.panel.rows if row] + [name for name, _ in self.panel.tracks]
        return max((self.tree.book.width(word, "text", px) for word in words), default=0) + self.px(14)

    def height_at(self, width: int) -> int:
        header = self._line() if any(self.panel.header) and self.panel.rows else 0
        gap = self.px(5) if self.panel.tracks and self.panel.rows else 0
        return header + len(self.panel.rows) * self._line() + gap + len(self.panel.tracks) * self._box_high()

    def spoken_text(self) -> str:
        lines = [" ".join(cell.text for cell in row) for row in self.panel.rows]
        return "; ".join([*lines, *self._tracks()])

    def hidden_text(self) -> str:
        """Return the texts of cells that are cut for lack of room."""
        book, px, left = self.tree.book, self.size_px("body"), self._labels()
        places = self._columns(left)
        cut = [row[0].text for row in self.panel.rows if row and book.width(row[0].text, "text", px) > left]
        for row in self.panel.rows:
            for cell, (_, wide) in zip(row[1:], places, strict=False):
                if wide <= 0:
                    continue  # a column left out
                role = "figures_bold" if cell.tone in ("strong", "lit") else "figures"
                cut += [cell.text] if book.width(cell.text, role, px) > wide else []
        return "; ".join(cut)

    def _tracks(self) -> list[str]:
        struck = ((name, sum(box.tone == "bad" for box in boxes), len(boxes)) for name, boxes in self.panel.tracks)
        return [
            tr("{name}: {gone} of {all_of_them} lost", name=name, gone=gone, all_of_them=all_of_them)
            for name, gone, all_of_them in struck
        ]

    def accessible_name(self) -> str:
        return spoken_text(self.panel.title)

    def accessible_rows(self) -> AccessibleRows:
        """Return its rows, each cell after its column's name, then its tracks."""
        rows = [with_headings(("", *self.panel.header[1:]), [cell.text for cell in row]) for row in self.panel.rows]
        rows += self._tracks()
        return rows_of(len(rows), -1, lambda number: rows[number])

    def paint(self, surface: pygame.Surface) -> None:
        left = self._labels()
        places = self._columns(left)
        y = self.rect.y
        if any(self.panel.header) and self.panel.rows:
            for word, (x, wide) in zip(self.panel.header[1:], places, strict=False):
                if wide > 0:
                    self._write(surface, word, "bold", "ink_soft", x, y, wide)
            y += self._line()
        for number, row in enumerate(self.panel.rows):
            self._row(surface, row, y, left, places)
            if self.signs:
                room = self._margin()
                self._write(surface, self.signs[number], "text", "ink_faint", self.rect.right - room, y, room)
            y += self._line()
        y += self.px(5) if self.panel.rows else 0
        for name, boxes in self.panel.tracks:
            self._track(surface, name, boxes, y, left)
            y += self._box_high()

    def _columns(self, left: int) -> list[tuple[int, int]]:
        """Return start and width of the columns after the labels: equal, unless some need more."""
        book, px, gap = self.tree.book, self.size_px("body"), self.px(8)
        room, texts = self.rect.w - left - self._margin(), [list(self.panel.header[1:])]
        texts += [[cell.text for cell in row[1:]] for row in self.panel.rows]
        count = max([1, len(self.panel.header) - 1, *map(len, texts)])
        needs = [
            max((book.width(line[n], "figures_bold", px) + gap for line in texts if n < len(line)), default=0)
            for n in range(count)
        ]
        step = room // count
        if max(needs) <= step or sum(needs) > room:
            wide = [step] * count
        else:
            wide = [need + (room - sum(needs)) // count for need in needs]
        return [(self.rect.x + left + sum(wide[:n]), wide[n]) for n in range(count)]

    def _row(
        self, surface: pygame.Surface, row: Sequence[Cell], y: int, left: int, places: Sequence[tuple[int, int]]
    ) -> None:
        for number, cell in enumerate(row):
            if not number:
                self._chip(surface, cell.text, self.rect.x, y, left) if cell.tone == "lit" else None
                self._write(surface, cell.text, "text", "ink", self.rect.x, y, left)
                continue
            x, step = places[number - 1]
            if step <= 0:
                continue
            lit = cell.tone == "lit" or (cell.tone == "strong" and number > 1 and not self.lamps)
            if lit:
                self._chip(surface, cell.text, x, y, step)
            role = "figures_bold" if cell.tone in ("strong", "lit") else "figures"
            self._write(surface, cell.text, role, TONES.get(cell.tone, "ink"), x, y, step)
            if cell.tone == "struck":
                middle = y + self._line() // 2
                wide = self.tree.book.width(cell.text, role, self.size_px("body"))
                pygame.draw.line(surface, self.palette.bad, (x, middle), (x + wide, middle), max(1, self.px(2)))

    def _chip(self, surface: pygame.Surface, text: str, x: int, y: int, room: int) -> None:
        """Highlight a cell with a chip behind its text."""
        wide = self.tree.book.width(text, "figures_bold", self.size_px("body")) + self.px(14)
        chip = pygame.Rect(x - self.px(7), y, min(room - self.px(2), max(wide, self.px(40))), self._line() - self.px(1))
        draw_frame(surface, chip, Frame(self.palette.selected, None, self.px(4)))

    def _track(self, surface: pygame.Surface, name: str, boxes: Sequence[Cell], y: int, left: int) -> None:
        self._write(surface, name, "text", "ink", self.rect.x, y + self.px(2), left)
        gap = self.px(6)
        room = (self.rect.w - left - gap * (len(boxes) - 1)) // max(1, len(boxes))
        wide = min(room, self.px(42))
        book, px = self.tree.book, self.size_px("small")
        for number, box in enumerate(boxes):
            hit = box.tone == "bad"
            chip = pygame.Rect(self.rect.x + left + number * (wide + gap), y + self.px(2), wide, self._line())
            fill = self.palette.accent if hit else self.palette.field
            edge = self.palette.accent if hit else self.palette.panel_border
            draw_frame(surface, chip, Frame(fill, edge, self.px(4), max(1, self.px(1))))
            ink = self.palette.accent_ink if hit else self.palette.ink_soft
            drawn = book.render(box.text, "bold", px, ink)
            at = (chip.centerx - drawn.get_width() // 2, chip.centery - book.line_height("bold", px) // 2)
            surface.blit(drawn, at)

    def _write(self, surface: pygame.Surface, text: str, role: str, ink: str, x: int, y: int, room: int) -> None:
        book, px = self.tree.book, self.size_px("body")
        surface.blit(book.render(book.fit(text, role, px, room), role, px, self.colour(ink)), (x, y))


def card(panel: Panel, nation: str = "", line: str = "", signs: Sequence[str] = ()) -> list[ui.Widget]:
    """Return the widgets of one panel from top to bottom, without its title, which the surrounding frame shows; a ship
    flies a nation's flag. `line`: text of her portrait: name, class and year, squadron, flag. `signs`: source badges of
    the rows.
    """
    made: list[ui.Widget] = []
    if panel.kind == "boxes":
        made.append(BoxGrid(panel, "card"))
        if panel.notes:
            made.append(ui.Label("\n".join(panel.notes), "notes", size="small", colour="ink_soft"))
        return made
    if panel.hull is not None:
        made.append(Portrait(panel.hull, "portrait", nation, line))
    if panel.stand is not None:
        made.append(UnitFigures(panel.stand, panel.title, "portrait"))
    if panel.rows or panel.tracks:
        made.append(CardTable(panel, "card", signs))
    if panel.notes:
        words = "\n".join(panel.notes)
        made.append(ui.Label(words, "notes", size="small", colour="ink_soft"))
    return made
