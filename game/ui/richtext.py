"""Rich text on the screen: word wrap with link rectangles, and painting; the markup is defined in ui/markup.py."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.ui.fonts import ELLIPSIS, FontBook
from game.ui.markup import Run, escape, parse, plain
from game.ui.theme import Palette

__all__ = ["Block", "Placed", "Run", "escape", "paint", "parse", "plain", "shorten", "wrap"]


@dataclass(frozen=True)
class Placed:
    """A run, or a part of one, with its position in pixels from the top left of the text block."""

    run: Run
    text: str
    rect: pygame.Rect


@dataclass(frozen=True)
class Block:
    """Wrapped text. `lines` counts lines; `width` and `height` are pixels."""

    placed: tuple[Placed, ...]
    lines: int
    width: int
    height: int
    line_height: int

    def link_rects(self) -> list[tuple[str, pygame.Rect]]:
        """Return each link with its rectangle from the top left of the block; a wrapped link has several."""
        return [(bit.run.link, bit.rect) for bit in self.placed if bit.run.link and bit.text.strip()]


def _chunks(runs: Sequence[Run]) -> list[tuple[Run, str]]:
    """Return words, spaces and line ends, each with its run."""
    cut = re.compile(r"\n|[^\S\n\u00a0]+|[^\s]+(?:\u00a0[^\s]+)*|\u00a0")
    return [(run, word) for run in runs for word in cut.findall(run.text)]


def wrap(book: FontBook, runs: Sequence[Run], px: int, width: int | None) -> Block:
    """Wrap runs into lines of at most `width` pixels (None: only at line ends). A longer word is split."""
    placed: list[Placed] = []
    height = max((book.line_height(run.role, px) for run in runs), default=book.line_height("text", px))
    x, line, widest = 0, 0, 0
    queue = _chunks(runs)[::-1]
    while queue:
        run, word = queue.pop()
        if word == "\n":
            x, line = 0, line + 1
            continue
        wide = book.width(word, run.role, px)
        if word.isspace():
            if x:
                placed.append(Placed(run, " ", pygame.Rect(x, line * height, book.width(" ", run.role, px), height)))
                x += book.width(" ", run.role, px)
            continue
        if width is not None and x + _joined_width(book, queue, wide, px) > width and x:
            x, line = 0, line + 1
            if placed[-1].text == " ":
                placed.pop()
        if width is not None and wide > width and len(word) > 1:
            keep = max(1, sum(1 for n in range(1, len(word)) if book.width(word[:n], run.role, px) <= width))
            queue.append((run, word[keep:]))
            word = word[:keep]
            wide = book.width(word, run.role, px)
        placed.append(Placed(run, word, pygame.Rect(x, line * height, wide, height)))
        x += wide
        widest = max(widest, x)
    return Block(tuple(placed), line + 1, widest, (line + 1) * height, height)


def _joined_width(book: FontBook, queue: list[tuple[Run, str]], wide: int, px: int) -> int:
    """Return the width of a word with everything that follows without a space (a full stop after a link must not start
    a line).
    """
    for run, word in reversed(queue):
        if word.isspace() or word == "\n":
            break
        wide += book.width(word, run.role, px)
    return wide


def paint(
    surface: pygame.Surface, book: FontBook, block: Block, at: tuple[int, int], px: int, palette: Palette, ink: str
) -> None:
    """Draw a block with its top left at `at`; links are underlined, so that colour is not their only sign."""
    for bit in block.placed:
        colour = palette.colour(bit.run.colour or ink)
        x, y = at[0] + bit.rect.x, at[1] + bit.rect.y
        if bit.text != " ":
            surface.blit(book.render(bit.text, bit.run.role, px, colour), (x, y))
        if bit.run.struck:
            pygame.draw.line(surface, colour, (x, y + round(px * 0.72)), (x + bit.rect.w - 1, y + round(px * 0.72)))
        if bit.run.link:
            pygame.draw.line(surface, colour, (x, y + round(px * 1.08)), (x + bit.rect.w - 1, y + round(px * 1.08)))


def shorten(book: FontBook, block: Block, px: int, lines: int) -> Block:
    """Return the first `lines` lines, the last one ending in an ellipsis."""
    if block.lines <= lines:
        return block
    kept = [bit for bit in block.placed if bit.rect.y < lines * block.line_height]
    while kept and kept[-1].text == " ":
        kept.pop()
    if kept:
        last = kept.pop()
        space = max(1, block.width - last.rect.x)
        word = book.fit(last.text + ELLIPSIS, last.run.role, px, space)
        wide = book.width(word, last.run.role, px)
        kept.append(Placed(last.run, word, pygame.Rect(last.rect.x, last.rect.y, wide, last.rect.h)))
    return Block(tuple(kept), lines, block.width, lines * block.line_height, block.line_height)
