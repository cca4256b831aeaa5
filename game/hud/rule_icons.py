"""The rules of a chapter as small signs: the shape shows a rule's source, the fill how well the player knows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.hud.menus import BADGE_TONES
from game.rules_seen import RulesSeen
from game.ui import widgets as ui
from game.ui.accessible_text import AccessibleRows, rows_of, spoken_text
from game.ui.brush import Frame, draw_frame
from game.ui.theme import mix
from game.ui.widget import Pos
from game.words import tr, tr_noop
from rules.kernel.rulebook import Rule

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

SIDE, GAP = 15, 5  # unscaled units
STATES = {"used": tr_noop("used in your games"), "seen": tr_noop("seen"), "": tr_noop("not used yet")}


def draw_sign(
    surface: pygame.Surface,
    rect: pygame.Rect,
    kind: str,
    state: str,
    tone: tuple[int, int, int],
    ground: tuple[int, int, int],
) -> None:
    """Draw one sign: a square for the sheet, a diamond for a public source, a disc for a house rule.

    `state`: used: filled; seen: lower half filled; otherwise an outline.
    """
    big = pygame.Surface((rect.w * 4, rect.h * 4), pygame.SRCALPHA)
    box = big.get_rect().inflate(-8, -8)
    fill = {"used": tone, "seen": mix(ground, tone, 0.35)}.get(state, mix(ground, tone, 0.04))
    line = 7
    if kind == "seed":
        pygame.draw.rect(big, fill, box, border_radius=6)
        pygame.draw.rect(big, tone, box, line, border_radius=6)
    elif kind == "public":
        points = [box.midtop, box.midright, box.midbottom, box.midleft]
        pygame.draw.polygon(big, fill, points)
        pygame.draw.polygon(big, tone, points, line)
    else:
        pygame.draw.ellipse(big, fill, box)
        pygame.draw.ellipse(big, tone, box, line)
    if state == "seen":
        dot = box.inflate(-box.w * 6 // 10, -box.h * 6 // 10)
        pygame.draw.ellipse(big, tone, dot)
    surface.blit(pygame.transform.smoothscale(big, rect.size), rect)


class RuleIcons(ui.Widget):
    """The signs of some rules in lines. Arrow keys choose one; Enter or a click opens it: `on_open(rule)`.
    `on_choose(rule)` is called for the sign under the pointer or chosen by arrow keys.
    """

    kind = "cells"
    focusable = True
    reacts = True

    def __init__(
        self,
        rules: Sequence[Rule],
        met: RulesSeen,
        on_choose: Callable[[Rule], None],
        on_open: Callable[[Rule], None],
        id: str = "",
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.rules, self.met, self.on_choose, self.on_open = list(rules), met, on_choose, on_open
        self.at = 0

    def _step(self) -> int:
        return self.px(SIDE + GAP)

    def _across(self, width: int) -> int:
        return max(1, (width + self.px(GAP)) // self._step())

    def natural_width(self) -> int:
        return self._step() * min(24, len(self.rules))

    def least_width(self) -> int:
        return self._step() * 4

    def height_at(self, width: int) -> int:
        return self._step() * -(-len(self.rules) // self._across(width)) + self.px(2)

    def sign_rect(self, number: int) -> pygame.Rect:
        """Return where a sign is drawn."""
        across = self._across(self.rect.w)
        x, y = number % across * self._step(), number // across * self._step()
        return pygame.Rect(self.rect.x + x, self.rect.y + y + self.px(2), self.px(SIDE), self.px(SIDE))

    def spoken_text(self) -> str:
        return self._icon_text(self.at)

    def _icon_text(self, number: int) -> str:
        rule = self.rules[number]
        return f"{rule.title}, {rule.id}: {tr(STATES[self.met.state(rule.id)])}"

    def accessible_name(self) -> str:
        return spoken_text(self.label or "rules")

    def accessible_rows(self) -> AccessibleRows:
        """Return its rules as rows for a screen reader."""
        return rows_of(len(self.rules), self.at, self._icon_text)

    def press_row(self, row: int) -> None:
        """Choose a rule and open it."""
        self._choose(row)
        self.press()

    def value_now(self) -> int:
        return self.at

    def paint(self, surface: pygame.Surface) -> None:
        palette = self.palette
        for number, rule in enumerate(self.rules):
            rect = self.sign_rect(number)
            state, kind = self.met.state(rule.id), rule.provenance.value
            if number == self.at and (self.hovered or self.is_focused):
                edge = self.px(3)
                frame = Frame(palette.selected, palette.focus, self.px(3), max(1, self.px(1)))
                draw_frame(surface, rect.inflate(2 * edge, 2 * edge), frame)
            draw_sign(surface, rect, kind, state, self.colour(BADGE_TONES[kind]), palette.panel)
            if rule.id in self.met.looked:
                under = pygame.Rect(
                    rect.x + self.px(2), rect.bottom + self.px(1), rect.w - 2 * self.px(2), max(1, self.px(2))
                )
                surface.fill(palette.gold, under)

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        if focused and self.tree.focus_visible:
            self.on_choose(self.rules[self.at])

    def _choose(self, number: int) -> None:
        if number != self.at:
            self.at = number
            self.invalidate()
        self.on_choose(self.rules[number])

    def _sign_at(self, pos: Pos) -> int:
        return next((n for n in range(len(self.rules)) if self.sign_rect(n).inflate(4, 4).collidepoint(pos)), -1)

    def mouse_move(self, pos: Pos) -> None:
        number = self._sign_at(pos)
        if number >= 0:
            self._choose(number)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        number = self._sign_at(pos)
        if button != 1 or number < 0:
            return False
        self._choose(number)
        self.press()
        return True

    def press(self) -> None:
        self.on_open(self.rules[self.at])

    def key(self, event: pygame.Event) -> bool:
        across = self._across(self.rect.w)
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -across, pygame.K_DOWN: across}.get(event.key)
        if step is None or not 0 <= self.at + step < len(self.rules):
            return False
        self._choose(self.at + step)
        return True
