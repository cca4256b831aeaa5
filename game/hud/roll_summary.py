"""What the dice in the tray were rolled for and what came of them: in the size in which nothing of it is cut."""

from __future__ import annotations

import pygame

from game.ui import widgets as ui

HIGH = 56.0  # unscaled: three small lines, whatever is told, so that nothing beside it moves when dice fall
# Size and lines of the title, lines of the sum below it, whether that sum is the short one; the best first
WAYS = (("body", 1, 1, False), ("body", 1, 2, False), ("small", 2, 1, False), ("small", 1, 2, False),
        ("body", 1, 1, True), ("small", 2, 1, True))  # fmt: skip
JOINED = 3  # small lines where title and short sum run on as one text, when nothing else has room


class RollSummary(ui.Column):
    """Two lines of words that make themselves smaller, wrap, and at last leave the terms of the sum to the tooltip."""

    kind = "column"

    def __init__(self, what: ui.Label, need: ui.Label, brief: ui.Label, whole: ui.Label) -> None:
        """`whole`: the title and the short sum in one."""
        super().__init__(what, need, brief, whole, gap=0, align="centre", stretch=3, height=HIGH)
        self.what, self.need, self.brief, self.whole = what, need, brief, whole
        brief.visible = whole.visible = False

    def natural_width(self) -> int:
        return max(self.what.natural_width(), self.need.natural_width())

    def arrange(self) -> None:
        self.what.visible, self.whole.visible = True, False
        for way in WAYS:
            self._lay_out_at(*way)
            if not (self.what.hidden_text() or self.need.hidden_text() or self.brief.hidden_text()):
                return
        self.what.visible = self.need.visible = self.brief.visible = False
        self.whole.visible, self.whole.lines = True, JOINED
        tall = min(self.whole.height_at(self.rect.w), self.rect.h)
        self.whole.place(pygame.Rect(self.rect.x, self.rect.y + (self.rect.h - tall) // 2, self.rect.w, tall))

    def _lay_out_at(self, size: str, lines: int, below: int, short: bool) -> None:
        shown, left_out = (self.brief, self.need) if short else (self.need, self.brief)
        self.what.size, self.what.lines, shown.lines = size, lines, below
        shown.visible, left_out.visible = True, False
        wide = self.rect.w
        high = [label.height_at(wide) for label in (self.what, shown)]
        top = self.rect.y + max(0, self.rect.h - sum(high)) // 2
        for label, tall in zip((self.what, shown), high, strict=True):
            tall = min(tall, self.rect.bottom - top)
            label.place(pygame.Rect(self.rect.x, top, wide, tall))
            top += tall
        left_out.place(pygame.Rect(self.rect.x, top, 0, 0))
