"""Layout: rows, columns, docks, stacks with anchors, and panels with a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.brush import Frame, draw_frame
from game.ui.widget import Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


def _share_out(wanted: list[int], least: list[int], weights: list[int], room: int) -> list[int]:
    """Return lengths that fill `room`: extra room goes to stretching ones; missing room is taken from those that can
    shrink.
    """
    lengths: list[int] = list(wanted)
    spare = room - sum(lengths)
    if spare > 0 and any(weights):
        total, given = sum(weights), 0
        for index, weight in enumerate(weights):
            part = spare * weight // total
            lengths[index] += part
            given += part
        lengths[max(i for i, w in enumerate(weights) if w)] += spare - given
    if spare >= 0:
        return lengths
    for only_stretching in (True, False):
        give = [
            max(0, n - low) if weight or not only_stretching else 0
            for n, low, weight in zip(lengths, least, weights, strict=True)
        ]
        lack = sum(lengths) - room
        if lack <= 0 or not any(give):
            continue
        take = min(lack, sum(give))
        cut = [take * part // sum(give) for part in give]
        left = take - sum(cut)
        for index, part in enumerate(give):
            more = min(left, part - cut[index])
            cut[index] += more
            left -= more
        lengths = [n - c for n, c in zip(lengths, cut, strict=True)]
    return lengths


def _across(child: Widget, start: int, room: int, size: int) -> tuple[int, int]:
    """Return start and length of a child across its container's direction, by its `align`."""
    if child.align == "fill":
        return start, room
    size = min(size, room)
    offset = {"start": 0, "centre": (room - size) // 2, "end": room - size}[child.align]
    return start + offset, size


class _Lined(Widget):
    """The common base of rows and columns: padding, gap, and visible children."""

    def __init__(
        self,
        *children: Widget,
        id: str = "",
        gap: float = 8,
        pad: float | tuple[float, float] = 0,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.gap = gap
        self.pad_x, self.pad_y = pad if isinstance(pad, tuple) else (pad, pad)
        self.add(*children)

    def visible_children(self) -> list[Widget]:
        return [child for child in self.children if child.visible]

    def inner(self) -> pygame.Rect:
        return self.rect.inflate(-2 * self.px(self.pad_x), -2 * self.px(self.pad_y))

    def gaps(self) -> int:
        return self.px(self.gap) * max(0, len(self.visible_children()) - 1)


class Row(_Lined):
    """Children side by side, from the left; heights are equal unless a child's `align` says otherwise."""

    kind = "row"

    def natural_width(self) -> int:
        return sum(c.wanted_width() for c in self.visible_children()) + self.gaps() + 2 * self.px(self.pad_x)

    def least_width(self) -> int:
        return sum(c.smallest_width() for c in self.visible_children()) + self.gaps() + 2 * self.px(self.pad_x)

    def _widths(self, room: int) -> list[int]:
        row = self.visible_children()
        wanted = [c.wanted_width() for c in row]
        least = [c.smallest_width() for c in row]
        room = max(0, room - self.gaps())
        widths = _share_out(wanted, least, [c.stretch for c in row], room)
        total = sum(widths)
        return (
            [wide * room // total for wide in widths] if total > room else widths
        )  # too narrow for all: shrink, so that none sticks out

    def height_at(self, width: int) -> int:
        widths = self._widths(width - 2 * self.px(self.pad_x))
        pairs = zip(self.visible_children(), widths, strict=True)
        return max((c.wanted_height(w) for c, w in pairs), default=0) + 2 * self.px(self.pad_y)

    def arrange(self) -> None:
        area = self.inner()
        x = area.x
        for child, width in zip(self.visible_children(), self._widths(area.w), strict=True):
            y, height = _across(child, area.y, area.h, child.wanted_height(width))
            child.place(pygame.Rect(x, y, width, height))
            x += width + self.px(self.gap)


class Flow(_Lined):
    """Children side by side, wrapping to the next row when full: for buttons and chips."""

    kind = "flow"

    def natural_width(self) -> int:
        return sum(c.wanted_width() for c in self.visible_children()) + self.gaps() + 2 * self.px(self.pad_x)

    def least_width(self) -> int:
        return max((c.smallest_width() for c in self.visible_children()), default=0) + 2 * self.px(self.pad_x)

    def _rows(self, room: int) -> list[tuple[int, list[tuple[Widget, int]]]]:
        """Return (height, [(child, width)]) for each row."""
        rows: list[tuple[int, list[tuple[Widget, int]]]] = []
        used, gap = 0, self.px(self.gap)
        for child in self.visible_children():
            wide = min(child.wanted_width(), room)
            tall = child.wanted_height(wide)
            if rows and used + gap + wide <= room:
                rows[-1] = (max(rows[-1][0], tall), [*rows[-1][1], (child, wide)])
                used += gap + wide
            else:
                rows.append((tall, [(child, wide)]))
                used = wide
        return rows

    def height_at(self, width: int) -> int:
        rows = self._rows(width - 2 * self.px(self.pad_x))
        return sum(tall for tall, _ in rows) + self.px(self.gap) * max(0, len(rows) - 1) + 2 * self.px(self.pad_y)

    def arrange(self) -> None:
        area = self.inner()
        y = area.y
        for tall, row in self._rows(area.w):
            x = area.x
            for child, wide in row:
                top, height = _across(child, y, tall, child.wanted_height(wide))
                child.place(pygame.Rect(x, top, wide, height))
                x += wide + self.px(self.gap)
            y += tall + self.px(self.gap)


class Column(_Lined):
    """Children one below another; each as wide as the column unless its `align` says otherwise."""

    kind = "column"

    def natural_width(self) -> int:
        return max((c.wanted_width() for c in self.visible_children()), default=0) + 2 * self.px(self.pad_x)

    def least_width(self) -> int:
        return max((c.smallest_width() for c in self.visible_children()), default=0) + 2 * self.px(self.pad_x)

    def head(self, width: int) -> int:
        """Return the pixels kept free above the children for a title at this width."""
        return 0

    def _child_width(self, child: Widget, room: int) -> int:
        return room if child.align == "fill" else min(room, child.wanted_width())

    def height_at(self, width: int) -> int:
        room = width - 2 * self.px(self.pad_x)
        tall = sum(c.wanted_height(self._child_width(c, room)) for c in self.visible_children())
        return tall + self.gaps() + 2 * self.px(self.pad_y) + self.head(room)

    def arrange(self) -> None:
        area = self.inner()
        column = self.visible_children()
        wanted = [c.wanted_height(self._child_width(c, area.w)) for c in column]
        least = [
            min(tall, self.px(c.min_height)) if c.stretch else tall for c, tall in zip(column, wanted, strict=True)
        ]
        room = area.h - self.gaps() - self.head(area.w)
        y = area.y + self.head(area.w)
        for child, height in zip(column, _share_out(wanted, least, [c.stretch for c in column], room), strict=True):
            x, width = _across(child, area.x, area.w, self._child_width(child, area.w))
            child.place(pygame.Rect(x, y, width, height))
            y += height + self.px(self.gap)


class Panel(Column):
    """A framed column with an optional title and, at the right of it, a note in italics.

    `frame`: panel (rounded, shadow), cartouche (double rule), bar (flat, no radius), none.
    """

    kind = "panel"

    def __init__(
        self,
        *children: Widget,
        id: str = "",
        title: str = "",
        note: str = "",
        frame: str = "panel",
        gap: float = 6,
        pad: float | tuple[float, float] = 13,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(*children, id=id, gap=gap, pad=pad, **box)
        self.title, self.note, self.frame = title, note, frame

    def set_title(self, title: str, note: str = "") -> None:
        if (title, note) != (self.title, self.note):
            self.title, self.note = title, note
            self.invalidate()
            self.relayout()

    def head(self, width: int) -> int:
        if not self.title:
            return 0
        book, small = self.tree.book, self.size_px("body")
        lines, below = self._header_lines(width)
        tall = len(lines) * book.line_height("title", self.size_px("title"))
        return tall + len(below) * book.line_height("title_italic", small) + self.px(self.gap)

    def _header_lines(self, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the lines of the title, and those of the note if it does not fit beside the last one."""
        book, px, small = self.tree.book, self.size_px("title"), self.size_px("body")
        lines = book.lines(self.title, "title", px, max(1, width))
        free = width - book.width(lines[-1], "title", px) - self.px(16)
        if not self.note or book.width(self.note, "title_italic", small) <= free:
            return lines, ()
        return lines, book.lines(self.note, "title_italic", small, max(1, width))

    def natural_width(self) -> int:
        title = self.tree.book.width(self.title, "title", self.size_px("title"))
        note = self.tree.book.width(self.note, "title_italic", self.size_px("body")) + self.px(16) if self.note else 0
        return max(super().natural_width(), title + note + 2 * self.px(self.pad_x))

    def bleed(self) -> int:
        return self.px(10) if self.frame in ("panel", "cartouche") and self.is_attached else super().bleed()

    def hidden_text(self) -> str:
        lines, below = self._header_lines(self.inner().w) if self.title else ((), ())
        wide, px, small = self.inner().w, self.size_px("title"), self.size_px("body")
        cut = any(self.tree.book.width(line, "title", px) > wide for line in lines)
        cut = cut or any(self.tree.book.width(line, "title_italic", small) > wide for line in below)
        return self.spoken_text() if cut else ""

    def spoken_text(self) -> str:
        return f"{self.title} · {self.note}" if self.note else self.title

    def paint(self, surface: pygame.Surface) -> None:
        palette, thin = self.palette, max(1, self.px(1))
        if self.frame == "bar":
            surface.fill(palette.bar, self.rect)
        elif self.frame != "none":
            rule = palette.panel_rule if self.frame == "cartouche" else None
            frame = Frame(
                palette.panel, palette.panel_border, self.px(6), thin, rule, self.px(3), self.px(5), palette.shadow
            )
            draw_frame(surface, self.rect, frame)
        if not self.title:
            return
        area, book, px = self.inner(), self.tree.book, self.size_px("title")
        lines, below = self._header_lines(area.w)
        y, small = area.y, self.size_px("body")
        for line in lines:
            surface.blit(book.render(book.fit(line, "title", px, area.w), "title", px, palette.ink), (area.x, y))
            y += book.line_height("title", px)
        for line in below:
            note = book.fit(line, "title_italic", small, area.w)
            surface.blit(book.render(note, "title_italic", small, palette.ink_faint), (area.x, y))
            y += book.line_height("title_italic", small)
        if self.note and not below:
            right = area.right - book.width(self.note, "title_italic", small)
            drop = round(px * 0.94) - round(small * 0.94) - book.line_height("title", px)
            surface.blit(book.render(self.note, "title_italic", small, palette.ink_faint), (right, y + drop))


class Dock(Widget):
    """A centre that takes the remaining room, with bars on its edges: `Dock(centre, top=…, bottom=…, left=…,
    right=…)`.
    """

    kind = "dock"

    def __init__(
        self,
        centre: Widget,
        *,
        top: Widget | None = None,
        bottom: Widget | None = None,
        left: Widget | None = None,
        right: Widget | None = None,
        id: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.centre, self.top, self.bottom, self.left, self.right = centre, top, bottom, left, right
        self.add(*(w for w in (top, left, centre, right, bottom) if w is not None))

    def natural_width(self) -> int:
        middle = sum(w.wanted_width() for w in (self.left, self.centre, self.right) if w is not None and w.visible)
        ends = [w.wanted_width() for w in (self.top, self.bottom) if w is not None and w.visible]
        return max([middle, *ends])

    def height_at(self, width: int) -> int:
        ends = sum(w.wanted_height(width) for w in (self.top, self.bottom) if w is not None and w.visible)
        return ends + self.centre.wanted_height(width)

    def arrange(self) -> None:
        free = pygame.Rect(self.rect)
        for edge in (self.top, self.bottom):
            if edge is None or not edge.visible:
                continue
            tall = min(edge.wanted_height(free.w), free.h)
            edge.place(pygame.Rect(free.x, free.y if edge is self.top else free.bottom - tall, free.w, tall))
            free = pygame.Rect(free.x, free.y + (tall if edge is self.top else 0), free.w, free.h - tall)
        for edge in (self.left, self.right):
            if edge is None or not edge.visible:
                continue
            wide = min(edge.wanted_width(), free.w * 2 // 3)
            edge.place(pygame.Rect(free.x if edge is self.left else free.right - wide, free.y, wide, free.h))
            free = pygame.Rect(free.x + (wide if edge is self.left else 0), free.y, free.w - wide, free.h)
        self.centre.place(free)


Anchor = str | tuple[float, float]


def anchor_rect(size: tuple[int, int], anchor: Anchor, area: pygame.Rect) -> pygame.Rect:
    """Return the rectangle of a size in an area, by its anchor."""
    if isinstance(anchor, str):
        across = 0.0 if "left" in anchor else 1.0 if "right" in anchor else 0.5
        anchor = (across, 0.0 if "top" in anchor else 1.0 if "bottom" in anchor else 0.5)
    x, y = (
        start + round((room - own) * share)
        for start, room, own, share in zip(area.topleft, area.size, size, anchor, strict=True)
    )
    return pygame.Rect(x, y, *size)


class Stack(Widget):
    """Children over one another, each held by an anchor: fill, centre, top_left, top, top_right, left, …

    `stack.hold(widget, "top_left", margin=16)` puts a cartouche on a board. An anchor may also be two fractions of the
    free room, across and down: (0, 0) is the upper left corner, (0.5, 1) the middle of the lower edge. "foot" is the
    whole lower edge.
    """

    kind = "stack"

    def __init__(self, *children: Widget, id: str = "", **box: Unpack[Box]) -> None:
        super().__init__(id, **box)
        self._anchors: dict[int, tuple[Anchor, float]] = {}
        self.add(*children)

    def hold(self, widget: Widget, anchor: Anchor = "fill", margin: float = 0) -> Stack:
        """Add a child at an anchor, `margin` unscaled units from the edges."""
        self._anchors[id(widget)] = (anchor, margin)
        self.add(widget)
        return self

    def move(self, widget: Widget, anchor: Anchor) -> None:
        """Move a child to another anchor."""
        self._anchors[id(widget)] = (anchor, self._anchors[id(widget)][1])
        self.relayout()

    def natural_width(self) -> int:
        return max((c.wanted_width() for c in self.children), default=0)

    def height_at(self, width: int) -> int:
        return max((c.wanted_height(width) for c in self.children), default=0)

    def arrange(self) -> None:
        for child in self.children:
            anchor, margin = self._anchors.get(id(child), ("fill", 0.0))
            area = self.rect.inflate(-2 * self.px(margin), -2 * self.px(margin))
            if anchor == "fill":
                child.place(area)
                continue
            wide = area.w if anchor == "foot" else min(area.w, child.wanted_width())
            if anchor == "foot":
                anchor = "bottom"
            child.place(anchor_rect((wide, min(area.h, child.wanted_height(wide))), anchor, area))


class Spacer(Widget):
    """Empty room; by default it takes the remaining room."""

    kind = "spacer"

    def __init__(self, **box: Unpack[Box]) -> None:
        super().__init__("", **box)
        self.stretch = box.get("stretch", 1)


class Rule(Widget):
    """A thin horizontal line."""

    kind = "rule"

    def height_at(self, width: int) -> int:
        return max(1, self.px(1)) + 2 * self.px(3)

    def paint(self, surface: pygame.Surface) -> None:
        thin = max(1, self.px(1))
        surface.fill(self.palette.panel_rule, (self.rect.x, self.rect.centery, self.rect.w, thin))


def form_row(text: Widget, field: Widget, width: float = 150) -> Row:
    """Return a form line: a label of a fixed width and a field that takes the rest."""
    text.width = width
    text.align = "centre"
    field.label = field.label or text.spoken_text()
    field.stretch = field.stretch or 1
    return Row(text, field, gap=10)


def equal(children: Sequence[Widget]) -> Row:
    """Return a row whose children share its width equally."""
    for child in children:
        child.stretch, child.width = 1, 0
    return Row(*children)
