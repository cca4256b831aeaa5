"""Text widgets: a plain label, and rich text with links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui import richtext
from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.richtext import Block, Run
from game.ui.widget import Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class RichText(Widget):
    """Wrapped rich text. `text`: markup (see markup.parse) or a sequence of Run.

    `size`: small, body, large, title, heading, display. `text_align`: left, centre, right. `lines`: most lines (0: no
    limit); longer text ends in an ellipsis and is shown in full by the tooltip. Links: `on_link(link)`, otherwise the
    tree's `on_link`; with the focus, Left and Right choose a link and Enter follows it.
    """

    kind = "rich_text"

    def __init__(
        self,
        text: str | Sequence[Run] = "",
        id: str = "",
        *,
        size: str = "body",
        colour: str = "ink",
        text_align: str = "left",
        lines: int = 0,
        on_link: Callable[[str], None] | None = None,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.runs = self._read(text)
        self.size, self.ink, self.text_align, self.lines = size, colour, text_align, lines
        self.on_link = on_link
        self.chosen_link = 0
        self._blocks: dict[tuple[int, int | None], Block] = {}

    def _read(self, text: str | Sequence[Run]) -> tuple[Run, ...]:
        return richtext.parse(text) if isinstance(text, str) else tuple(text)

    def set_text(self, text: str | Sequence[Run]) -> None:
        """Set a new text; lay it out again only if it changes."""
        runs = self._read(text)
        if runs == self.runs:
            return
        if not self.is_attached:
            self.runs = runs
            return
        before = self.wanted_width(), self.wanted_height(self.rect.w)
        self.runs = runs
        self._blocks.clear()
        self.invalidate()
        if (self.wanted_width(), self.wanted_height(self.rect.w)) != before:
            self.relayout()

    def _block(self, width: int | None) -> Block:
        key = (self.size_px(self.size), width)
        if key not in self._blocks:
            if len(self._blocks) > 6:
                self._blocks.clear()
            self._blocks[key] = richtext.wrap(self.tree.book, self.runs, key[0], width)
        return self._blocks[key]

    def natural_width(self) -> int:
        return self._block(None).width + 1

    def least_width(self) -> int:
        return min(self.natural_width(), self.px(48))

    def height_at(self, width: int) -> int:
        block = self._block(max(1, width))
        return block.line_height * (min(block.lines, self.lines) if self.lines else block.lines)

    def shown_block(self) -> Block:
        """Return the block that is drawn: all of it, or the lines that fit, with an ellipsis."""
        block = self._block(max(1, self.rect.w))
        room = max(1, (self.rect.h + 1) // block.line_height)
        return richtext.shorten(self.tree.book, block, self.size_px(self.size), min(room, self.lines or room))

    def hidden_text(self) -> str:
        """Return the whole text, if part of it is cut."""
        if self.rect.w and self.shown_block().lines < self._block(max(1, self.rect.w)).lines:
            return richtext.escape(self.spoken_text())
        return ""

    def spoken_text(self) -> str:
        return richtext.plain(self.runs)

    def links(self) -> list[Run]:
        """Return its links as (text, target)."""
        return [run for run in self.runs if run.link]

    def accessible_rows(self) -> AccessibleRows | None:
        """Return its links as rows."""
        found = self.links()
        return rows_of(len(found), self.chosen_link, lambda number: found[number].text) if found else None

    def press_row(self, row: int) -> None:
        """Follow a link."""
        self.follow(self.links()[row].link)

    def _origin(self, block: Block) -> Pos:
        spare = max(0, self.rect.w - block.width)
        return self.rect.x + {"left": 0, "centre": spare // 2, "right": spare}[self.text_align], self.rect.y

    def paint(self, surface: pygame.Surface) -> None:
        block = self.shown_block()
        ink = self.ink if self.enabled else "ink_faint"
        if self.text_align == "left":
            at = self._origin(block)
            richtext.paint(surface, self.tree.book, block, at, self.size_px(self.size), self.palette, ink)
        else:
            self._paint_aligned(surface, block, ink)
        rects = self.link_rects()
        if self.is_focused and self.tree.focus_visible and rects:
            link = rects[self.chosen_link % len(rects)][1]
            pygame.draw.rect(surface, self.palette.focus, link.inflate(4, 0), max(1, self.px(1)), self.px(3))

    def _paint_aligned(self, surface: pygame.Surface, block: Block, ink: str) -> None:
        for line in range(block.lines):
            top = line * block.line_height
            bits = tuple(bit for bit in block.placed if bit.rect.y == top)
            wide = max((bit.rect.right for bit in bits if bit.text != " "), default=0)
            one = Block(bits, 1, wide, block.line_height, block.line_height)
            at = self._origin(one)
            richtext.paint(surface, self.tree.book, one, at, self.size_px(self.size), self.palette, ink)

    # -- links ----------------------------------------------------------------------------------------------------

    def link_rects(self) -> list[tuple[str, pygame.Rect]]:
        """Return links and their rectangles on the screen (left-aligned text)."""
        block = self.shown_block()
        x, y = self._origin(block)
        return [(link, rect.move(x, y)) for link, rect in block.link_rects()]

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return any(run.link for run in self.runs)

    def follow(self, link: str) -> None:
        receiver = self.on_link or self.tree.on_link
        if receiver is not None:
            receiver(link)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        return button == 1 and any(rect.collidepoint(pos) for _, rect in self.link_rects())

    def mouse_up(self, pos: Pos, button: int) -> None:
        for link, rect in self.link_rects():
            if rect.collidepoint(pos):
                self.follow(link)
                return

    def key(self, event: pygame.Event) -> bool:
        links = self.link_rects()
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if step is None or len(links) < 2:
            return False
        self.chosen_link = (self.chosen_link + step) % len(links)
        self.invalidate()
        return True

    def press(self) -> None:
        links = self.link_rects()
        if links:
            self.follow(links[self.chosen_link % len(links)][0])


class Label(RichText):
    """Plain text in one style; markup characters have no meaning. `role`: text, bold, italic, title, title_italic,
    figures.

    `wrap=False`: one line, which ends in an ellipsis (with a tooltip) if there is no room.
    """

    kind = "label"

    def __init__(
        self,
        text: str = "",
        id: str = "",
        *,
        role: str = "text",
        size: str = "body",
        colour: str = "ink",
        text_align: str = "left",
        wrap: bool = True,
        **box: Unpack[Box],
    ) -> None:
        self.style = Run(
            "",
            bold="bold" in role,
            italic="italic" in role,
            title=role.startswith("title"),
            figures=role.startswith("figures"),
        )
        lines = 0 if wrap else 1
        super().__init__(text, id, size=size, colour=colour, text_align=text_align, lines=lines, **box)

    def _read(self, text: str | Sequence[Run]) -> tuple[Run, ...]:
        if not isinstance(text, str):
            return tuple(text)
        style = self.style
        return (Run(text, style.bold, style.italic, "", "", style.title, style.figures),)

    def least_width(self) -> int:
        words = self.spoken_text().split() or [""]
        px, role = self.size_px(self.size), self.style.role
        widest = max(self.tree.book.width(word, role, px) for word in words) if not self.lines else 0
        return max(min(self.natural_width(), self.px(120 if self.lines else 40)), widest)
