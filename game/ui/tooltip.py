"""The tooltip: a small framed rich text beside the thing it explains."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.ui.brush import Frame, draw_frame
from game.ui.fonts import SIZES
from game.ui.richtext import paint, parse, plain, wrap
from game.ui.widget import Host


class Tip:
    """One tooltip, measured and placed when created; `area`: its rectangle including the shadow."""

    def __init__(
        self,
        tree: Host,
        anchor: pygame.Rect,
        markup: str,
        pointer: tuple[int, int] | None,
        tone: str,
        clear: Sequence[pygame.Rect] = (),
    ) -> None:
        """`clear`: rectangles it must not cover: order buttons and the latest dice."""
        self.runs = parse(markup)
        self.tone = tone
        self.text_px = tree.px(SIZES["body"] - 1)
        pad = tree.px(10)
        room = tree.px(340)
        self.block = wrap(tree.book, self.runs, self.text_px, min(room, tree.size[0] - 4 * pad))
        rect = pygame.Rect(0, 0, self.block.width + 2 * pad, self.block.height + 2 * tree.px(7))
        gap = tree.px(8)
        if pointer is not None:
            rect.topleft = (pointer[0] + tree.px(12), pointer[1] + tree.px(20))
        else:
            rect.midtop = (anchor.centerx, anchor.bottom + gap)
        if rect.bottom > tree.size[1] - gap:
            rect.bottom = (anchor.top if pointer is None else pointer[1]) - gap
        window = pygame.Rect((0, 0), tree.size).inflate(-gap, -gap)
        rect.clamp_ip(window)
        self.rect = rect = _beside(rect, clear, window, gap)
        self.at = (rect.x + pad, rect.y + tree.px(7))
        shadow = 2 * tree.px(6)
        self.area = rect.inflate(2 * shadow, 2 * shadow)

    def spoken_text(self) -> str:
        """Return its text."""
        return plain(self.runs)

    def draw(self, surface: pygame.Surface, tree: Host) -> None:
        """Draw it over everything else."""
        palette = tree.palette
        line = palette.colour(self.tone or "panel_border")
        frame = Frame(
            palette.tooltip, line, tree.px(5), max(1, tree.px(1)), shadow=tree.px(6), shadow_ink=palette.shadow
        )
        draw_frame(surface, self.rect, frame)
        paint(surface, tree.book, self.block, self.at, self.text_px, palette, "ink")


def _beside(rect: pygame.Rect, clear: Sequence[pygame.Rect], window: pygame.Rect, gap: int) -> pygame.Rect:
    """Return the rectangle moved as little as possible so that it covers none of `clear`; unchanged if impossible."""
    if rect.collidelist(clear) < 0:
        return rect
    tops = [rect.y, *(other.top - gap - rect.h for other in clear), *(other.bottom + gap for other in clear)]
    lefts = [rect.x, *(other.left - gap - rect.w for other in clear), *(other.right + gap for other in clear)]
    places = [pygame.Rect(left, top, rect.w, rect.h) for left in lefts for top in tops]
    free = [place for place in places if window.contains(place) and place.collidelist(clear) < 0]
    return min(free, key=lambda place: abs(place.x - rect.x) + abs(place.y - rect.y), default=rect)
