"""The turn's phases as a ribbon: the current one is highlighted, and each may have a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.ui.accessible_text import AccessibleRows, rows_of
from game.ui.brush import draw_chevron
from game.ui.widget import Pos, Widget
from game.words import tr

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class PhaseRibbon(Widget):
    """The turn's phases as a ribbon of chevrons: the current one in the accent colour, past ones faint. `notes`:
    tooltips in markup, one for each phase; `numbers`: numbers of the phases, by default 1 2 3. If there is no room,
    past phases show only their number.
    """

    kind = "phase_ribbon"
    reacts = True
    chosen = -1  # phase chosen by arrow keys; -1: the current one

    def __init__(
        self,
        phases: Sequence[str],
        current: int = 0,
        notes: Sequence[str] = (),
        id: str = "",
        numbers: Sequence[int] = (),
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.phases, self.current, self.notes = list(phases), current, list(notes)
        self.numbers = list(numbers)
        self.on_phase: Callable[[int, pygame.Rect], None] | None = None  # (number, rectangle) of a pressed phase

    def show(self, phases: Sequence[str], current: int, notes: Sequence[str], numbers: Sequence[int]) -> None:
        """Set the phases and the current one."""
        content = (list(phases), list(notes), list(numbers))
        if content != (self.phases, self.notes, self.numbers):
            self.phases, self.notes, self.numbers = content
            self.invalidate()
            self.relayout()
        self.set_current(current)

    def set_current(self, current: int) -> None:
        if current != self.current:
            self.current = current
            self.invalidate()

    def _labels(self, short: bool) -> list[str]:
        numbers = self.numbers or range(1, len(self.phases) + 1)
        named = enumerate(zip(numbers, self.phases, strict=False))
        return [f"{number}" if short and i != self.current else f"{number} {name}" for i, (number, name) in named]

    def _widths(self, labels: list[str]) -> list[int]:
        px = self.size_px("body")
        return [self.tree.book.width(label, "bold", px) + self.px(34) for label in labels]

    def natural_width(self) -> int:
        return sum(self._widths(self._labels(False))) - self.px(7) * (len(self.phases) - 1)

    def least_width(self) -> int:
        return sum(self._widths(self._labels(True))) - self.px(7) * (len(self.phases) - 1)

    def height_at(self, width: int) -> int:
        return self.px(32)

    def steps(self) -> list[tuple[str, pygame.Rect]]:
        """Return text and rectangle of each phase."""
        labels = self._labels(self.natural_width() > self.rect.w)
        x, found = self.rect.x, []
        for label, wide in zip(labels, self._widths(labels), strict=True):
            found.append((label, pygame.Rect(x, self.rect.y, wide, self.rect.h)))
            x += wide - self.px(7)
        return found

    def spoken_text(self) -> str:
        if not self.phases:
            return "phases"
        return tr(
            "phase {current} of {count}: {phases}",
            current=self.current + 1,
            count=len(self.phases),
            phases=self.phases[self.current],
        )

    def accessible_rows(self) -> AccessibleRows:
        """Return the phases with their notes."""
        labels = self._labels(False)
        here = self._here() if self.is_focused and labels else self.current
        return rows_of(len(labels), here, lambda number: labels[number])

    @property
    def focusable(self) -> bool:  # type: ignore[override]
        return self.on_phase is not None and bool(self.phases)

    def key(self, event: pygame.Event) -> bool:
        """Move from phase to phase by the arrow keys; Enter is a click there."""
        step = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key)
        if step is None or self.on_phase is None:
            return False
        self.chosen = (self._here() + step) % len(self.phases)
        self.invalidate()
        return True

    def _here(self) -> int:
        """Return the phase chosen by keys."""
        return self.chosen if 0 <= self.chosen < len(self.phases) else min(self.current, len(self.phases) - 1)

    def press(self) -> None:
        self.press_row(self._here())

    def focus_changed(self, focused: bool) -> None:
        super().focus_changed(focused)
        self.chosen = -1

    def press_row(self, row: int) -> None:
        """Handle a press like a click on the phase: open its menu."""
        if self.on_phase is not None:
            self.tree.close_tip()
            self.on_phase(row, self.steps()[row][1])

    def value_now(self) -> int:
        return self.current

    def paint(self, surface: pygame.Surface) -> None:
        book, px = self.tree.book, self.size_px("body")
        for number, (label, rect) in enumerate(self.steps()):
            now = number == self.current
            draw_chevron(surface, rect, self.px(11), self.colour("accent" if now else "raised"))
            role = "bold" if now else "text"
            ink = "accent_ink" if now else "ink_faint" if number < self.current else "ink"
            x = rect.centerx + self.px(2) - book.width(label, role, px) // 2
            y = rect.centery - book.line_height(role, px) // 2
            surface.blit(book.render(label, role, px, self.colour(ink)), (x, y))
            if self.is_focused and self.tree.focus_visible and number == self._here():
                mark = (rect.x + self.px(11), rect.bottom - self.px(4), rect.w - self.px(22), self.px(3))
                surface.fill(self.palette.focus, mark)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        pressed = next(((i, rect) for i, (_, rect) in enumerate(self.steps()) if rect.collidepoint(pos)), None)
        if button != 1 or self.on_phase is None or pressed is None:
            return False
        self.tree.close_tip()
        self.on_phase(*pressed)
        return True

    def mouse_move(self, pos: Pos) -> None:
        over = [i for i, (_, rect) in enumerate(self.steps()) if rect.collidepoint(pos)]
        note = self.notes[over[0]] if over and over[0] < len(self.notes) else ""
        if note != self.tooltip:
            self.tree.close_tip()
            self.tooltip = note
