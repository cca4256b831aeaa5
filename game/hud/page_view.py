"""A page instead of the board: the panels of a view, for example between the battles of a campaign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hud.chart_panel import ChartPanel, fleet_panel
from game.hud.order_table import OrderTable
from game.hud.ship_card import CardTable
from game.table.rule_citations import panel_link, row_signs
from game.ui import widgets as ui
from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import Frame, draw_frame
from game.ui.side_colours import tokens_of
from game.ui.theme import Colour, mix
from game.ui.widget import Host
from rules.kernel.rulebook import Rulebook
from rules.kernel.view import Cell, Panel, View

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

WIDE = 700  # small panels are side by side from this unscaled width
FADE = 26  # unscaled height of the fade at an edge with more of the page beyond it
TALLIES = {"soft": "ink_soft", "good": "good", "bad": "bad"}  # figures that belong to no side
VERSUS = " : "  # between the figures of the two sides


class Page:
    """The page of a screen: hidden if there is none, rebuilt when its panels change."""

    def __init__(self, book: Rulebook, order: Callable[[str], None] | None = None) -> None:
        """`order` is called with an order as typed when a row's button is pressed; without it there are no buttons."""
        self.book, self.order = book, order
        self.panels: tuple[Panel, ...] = ()
        self.column = ui.Column(id="page_column", gap=10, pad=(16, 14))
        self.scroll = ui.ScrollView(self.column, "page_scroll", stretch=1)
        self.head = ui.Column(gap=10, pad=(16, 6))  # the title and the running total, always in view
        self.root = PageHost(self.head, self.scroll, visible=False)

    def show(self, view: View, units_wide: float) -> None:
        """Show the page of a view; hide it if there is none. `units_wide`: its width in unscaled units."""
        panels = view.page
        if panels != self.panels:
            self.panels = panels
            tree = self.column.tree if self.column.is_attached else None
            focused = tree.focused.id if tree is not None and tree.focused is not None else ""
            held = self._control_under_pointer(tree) if tree is not None else None
            self.column.clear()
            first, *more = page_rows(view, panels, self.book, units_wide >= WIDE, self.order) or [ui.Spacer()]
            headed = bool(panels) and panels[0].kind == "head"
            self.head.clear()
            self.head.add(*([first] if headed else []))
            self.head.set_visible(headed)
            self.column.add(*more if headed else (first, *more))
            self.root.invalidate()
            again = next((one for one in self.root.walk() if focused and one.id == focused and one.focusable), None)
            if tree is not None and again is not None and tree.focused is None:
                tree.focus(again)
            if tree is not None and held is not None:
                tree.ensure_layout()
                now = next((one for one in self.column.walk() if one.id == held[0]), None)
                if now is not None:  # the control under the pointer stays in place when something above it grows
                    self.scroll.scroll_to(self.scroll.offset + now.rect.y - held[1])
        if self.root.visible != bool(panels):
            self.root.set_visible(bool(panels))

    def _control_under_pointer(self, tree: Host) -> tuple[str, int] | None:
        """Return id and top of the control under the pointer."""
        found = self.scroll.hit(tree.pointer) if self.scroll.rect.collidepoint(tree.pointer) else None
        while found is not None and not found.id:
            found = found.parent
        return (found.id, found.rect.y) if found is not None and found not in (self.scroll, self.column) else None


class PageHost(ui.Column):
    """The background of the page: chart paper, edge to edge."""

    kind = "page"

    def __init__(self, head: ui.Column, scroll: ui.ScrollView, **box: Unpack[Box]) -> None:
        super().__init__(head, scroll, id="page", gap=0, **box)

    def paint(self, surface: pygame.Surface) -> None:
        surface.fill(self._ground(), self.rect)

    def draw(self, surface: pygame.Surface, area: pygame.Rect) -> None:
        """Draw the page, faded at an edge with more of it beyond."""
        super().draw(surface, area)
        scroll = self.children[1]
        if not self.visible or not isinstance(scroll, ui.ScrollView):
            return
        tall = self.px(FADE)
        edges = ((scroll.offset > 0, scroll.rect.y, 1), (scroll.offset < scroll.most, self.rect.bottom - 1, -1))
        line = pygame.Surface((max(1, self.rect.w - scroll.bar_width()), 1))
        line.fill(self._ground())
        for beyond, edge, step in edges:
            for row in range(tall if beyond else 0):
                line.set_alpha(255 * (tall - row) // tall)
                surface.blit(line, (self.rect.x, edge + step * row))

    def _ground(self) -> Colour:
        return mix(self.palette.desk, self.palette.paper, 0.45)


def page_rows(
    view: View, panels: Sequence[Panel], book: Rulebook, wide: bool, order: Callable[[str], None] | None = None
) -> list[ui.Widget]:
    """Return the panels of a view's page from top to bottom; small ones in pairs if there is room."""
    tokens = tuple(tokens_of(view).values())
    rows: list[ui.Widget] = []
    waiting: list[ui.Panel] = []
    for panel in panels:
        made = _widget(panel, view, tokens, book, order)
        if panel.kind in ("head", "grid", "chart") or panel.orders or not wide:
            rows += [*waiting, made]
            waiting = []
            continue
        waiting.append(made)
        if len(waiting) == 2:
            rows.append(_pair(waiting))
            waiting = []
    return rows + list(waiting)


def _pair(panels: Sequence[ui.Panel]) -> ui.Row:
    for panel in panels:
        panel.stretch, panel.width = 1, 10
    return ui.Row(*panels, gap=10)


def _widget(
    panel: Panel, view: View, tokens: Sequence[str], book: Rulebook, order: Callable[[str], None] | None
) -> ui.Panel:
    """`tokens`: the colours of the two sides, in the scenario's order."""
    if panel.kind == "head":
        return _head(panel, tokens)
    parts: list[ui.Widget] = []
    if panel.kind == "chart":
        parts.append(_chart(panel, view))
    elif panel.kind == "grid":
        parts.append(CellGrid(panel, tokens, f"page_{panel.id}"))
    elif panel.orders and order is not None:
        parts.append(OrderTable(panel, order, f"page_{panel.id}"))
    elif panel.rows or panel.tracks:
        parts.append(CardTable(panel, f"page_{panel.id}", row_signs(book, panel)))
    mark = "• " if panel.kind == "text" and len(panel.notes) > 1 else ""
    link = panel_link(book, panel)
    for number, note in enumerate(panel.notes, 1):
        last = f"  {link}" if number == len(panel.notes) and link else ""
        parts.append(ui.RichText(f"{{ink_soft:{mark}{ui.escape(note)}}}{last}", size="body"))
    return ui.Panel(*parts, title=panel.title, note=panel.subtitle, gap=5, pad=(15, 11), id=f"page_panel_{panel.id}")


def _chart(panel: Panel, view: View) -> ui.Row:
    """Return a chart with the ships of the two sides at the left and right of it."""
    chart = ChartPanel(panel, view, f"page_{panel.id}", stretch=5)
    if not panel.header:
        return ui.Row(chart)
    first, second = (fleet_panel(panel, name, bool(place)) for place, name in enumerate(panel.header))
    return ui.Row(first, chart, second, gap=10)


def _head(panel: Panel, tokens: Sequence[str]) -> ui.Panel:
    """Return the title of the page with the points of the two sides at its right."""
    words = ui.Column(
        ui.Label(panel.title, "page_title", role="title", size="heading"),
        ui.Label(panel.subtitle, "page_subtitle", role="title_italic", size="large", colour="ink_soft"),
        gap=2, stretch=1, align="centre",
    )  # fmt: skip
    figures: list[ui.Widget] = []
    for number, (name, points) in enumerate(panel.rows):
        figures.append(
            SideScore(
                name.text,
                points.text,
                TALLIES.get(name.tone, tokens[number % 2]),
                f"page_points_{number}",
                align="centre",
            )
        )
    return ui.Panel(ui.Row(words, *figures, gap=10), frame="cartouche", pad=(22, 14), id="page_head")


class SideScore(ui.Widget):
    """A side's points: its name over a large number, on its colour."""

    kind = "tally"

    def __init__(self, name: str, figure: str, token: str, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.name, self.figure, self.token = name, figure, token

    def natural_width(self) -> int:
        book = self.tree.book
        return self.px(28) + max(
            book.width(self.name, "bold", self.size_px("small")),
            book.width(self.figure, "figures_bold", self.size_px("heading")),
            self.px(72),
        )

    def height_at(self, width: int) -> int:
        book = self.tree.book
        small = book.line_height("bold", self.size_px("small"))
        return small + book.line_height("figures_bold", self.size_px("heading")) + self.px(10)

    def spoken_text(self) -> str:
        return f"{self.name}: {self.figure} {'point' if self.figure == '1' else 'points'}"

    def paint(self, surface: pygame.Surface) -> None:
        palette, book = self.palette, self.tree.book
        draw_frame(surface, self.rect, Frame(self.colour(self.token), palette.gold, self.px(6), max(1, self.px(1))))
        y = self.rect.y + self.px(5)
        for text, role, size in ((self.name, "bold", "small"), (self.figure, "figures_bold", "heading")):
            px = self.size_px(size)
            drawn = book.render(text, role, px, palette.side_ink)
            surface.blit(drawn, (self.rect.centerx - drawn.get_width() // 2, y))
            y += book.line_height(role, px)


class CellGrid(ui.Widget):
    """Columns of small cells under their headings.

    Lines of a cell: a number for its corner, a title, the figures of the two sides with a bar, then small text.
    """

    kind = "grid"

    def __init__(self, panel: Panel, tokens: Sequence[str], id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self.panel, self.tokens = panel, tokens

    def natural_width(self) -> int:
        return self.px(170) * max(1, len(self.panel.header))

    def least_width(self) -> int:
        return self.px(90) * max(1, len(self.panel.header))

    def _heading(self) -> int:
        return self.tree.book.line_height("title", self.size_px("large")) + self.px(6)

    def _cell(self) -> int:
        book, most = self.tree.book, max((len(_lines(cell)) for row in self.panel.rows for cell in row), default=1)
        tall = book.line_height("bold", self.size_px("body")) + self.px(13)
        if most > 2:
            tall += book.line_height("figures_bold", self.size_px("large")) + self.px(8)
        return tall + max(0, most - 3) * book.line_height("text", self.size_px("small"))

    def height_at(self, width: int) -> int:
        return self._heading() + len(self.panel.rows) * (self._cell() + self.px(7))

    def spoken_text(self) -> str:
        texts = []
        for column, heading in enumerate(self.panel.header):
            cells = [row[column].text.replace("\n", ", ") for row in self.panel.rows if row[column].text]
            texts.append(f"{heading}: {'; '.join(cells)}")
        return ". ".join(texts)

    def accessible_name(self) -> str:
        return self.panel.title

    def accessible_rows(self) -> AccessibleRows:
        """Return its cells, column by column."""
        cells = [
            f"{heading}: {row[column].text}"
            for column, heading in enumerate(self.panel.header)
            for row in self.panel.rows
            if column < len(row) and row[column].text
        ]
        return rows_of(len(cells), -1, lambda number: cells[number])

    def paint(self, surface: pygame.Surface) -> None:
        count, gap = max(1, len(self.panel.header)), self.px(9)
        wide = (self.rect.w - gap * (count - 1)) // count
        book, tall = self.tree.book, self._cell()
        for column, heading in enumerate(self.panel.header):
            x = self.rect.x + column * (wide + gap)
            px = self.size_px("large")
            surface.blit(
                book.render(book.fit(heading, "title", px, wide), "title", px, self.palette.gold), (x, self.rect.y)
            )
            y = self.rect.y + self._heading()
            for row in self.panel.rows:
                if column < len(row) and row[column].text:
                    self._paint_cell(surface, pygame.Rect(x, y, wide, tall), row[column])
                y += tall + self.px(7)

    def _paint_cell(self, surface: pygame.Surface, box: pygame.Rect, cell: Cell) -> None:
        palette, book = self.palette, self.tree.book
        bright, faint = cell.tone == "strong", cell.tone in ("soft", "quiet")
        edge = palette.gold if bright else palette.panel_rule if faint else palette.panel_border
        fill = palette.selected if bright else palette.field
        draw_frame(surface, box, Frame(fill, edge, self.px(6), max(1, self.px(2 if bright else 1))))
        number, title, *rest = (*_lines(cell), "")[: max(2, len(_lines(cell)))]
        body, small, large = self.size_px("body"), self.size_px("small"), self.size_px("large")
        inner = box.inflate(-2 * self.px(10), -2 * self.px(6))
        ink = palette.ink_faint if cell.tone == "soft" else palette.ink_soft if faint else palette.ink
        drawn = book.render(number, "title", large, palette.ink_faint if cell.tone == "soft" else palette.gold)
        surface.blit(drawn, (inner.right - drawn.get_width(), inner.y - self.px(2)))
        room = inner.w - drawn.get_width() - self.px(6)
        role = "text" if faint else "bold"
        surface.blit(book.render(book.fit(title, role, body, room), role, body, ink), inner.topleft)
        y = inner.y + book.line_height("bold", body) + self.px(1)
        if rest:
            self._figures(surface, rest[0], pygame.Rect(inner.x, y, inner.w, 0), ink, large)
            y += book.line_height("figures_bold", large) + self.px(8)
        for line in rest[1:]:
            text = book.render(book.fit(line, "text", small, inner.w), "text", small, palette.ink_faint)
            surface.blit(text, (inner.x, y))
            y += book.line_height("text", small)

    def _figures(self, surface: pygame.Surface, text: str, area: pygame.Rect, ink: Colour, px: int) -> None:
        """Draw the figures of the two sides with a bar in their colours below."""
        book = self.tree.book
        surface.blit(book.render(book.fit(text, "figures_bold", px, area.w), "figures_bold", px, ink), area.topleft)
        parts = text.split(VERSUS)
        if len(parts) != 2 or not all(part.isdigit() for part in parts):
            return
        left, right = (int(part) for part in parts)
        bar = pygame.Rect(area.x, area.y + book.line_height("figures_bold", px), area.w, max(3, self.px(4)))
        surface.fill(self.palette.panel_rule, bar)
        if left + right:
            middle = bar.w * left // (left + right)
            surface.fill(self.colour(self.tokens[0]), (bar.x, bar.y, middle, bar.h))
            surface.fill(self.colour(self.tokens[1]), (bar.x + middle, bar.y, bar.w - middle, bar.h))
            surface.fill(self.palette.side_ink, (bar.x + middle - 1, bar.y, 2, bar.h))


def _lines(cell: Cell) -> list[str]:
    return cell.text.split("\n")
