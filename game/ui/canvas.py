"""A widget drawn by its screen, such as the board; it passes on pointer, wheel and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.ui.accessible_text import AccessibleRows, spoken_text
from game.ui.widget import Pos, Widget

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box


class Canvas(Widget):
    """`on_paint(surface, rect)` draws inside `rect` (already clipped). Pointer callbacks get screen positions.

    `on_down(pos, button) -> bool` (True captures until the button comes up), `on_drag(pos)`, `on_up(pos, button)`,
    `on_move(pos)`, `on_wheel(dx, dy) -> bool`, `on_key(event) -> bool`. `words()` reads it out as text.
    Call `invalidate()` or `invalidate_area(rect)` when its picture changes.
    """

    kind = "canvas"
    clips = True
    focus_on_click = True

    def __init__(
        self,
        on_paint: Callable[[pygame.Surface, pygame.Rect], None],
        id: str = "",
        *,
        focusable: bool = True,
        **box: Unpack[Box],
    ) -> None:
        super().__init__(id, **box)
        self.focusable = focusable
        self.on_paint = on_paint
        self.on_down: Callable[[Pos, int], bool] | None = None
        self.on_drag: Callable[[Pos], None] | None = None
        self.on_up: Callable[[Pos, int], None] | None = None
        self.on_move: Callable[[Pos], None] | None = None
        self.on_leave: Callable[[], None] | None = None
        self.on_wheel: Callable[[float, float], bool] | None = None
        self.on_key: Callable[[pygame.Event], bool] | None = None
        self.on_press: Callable[[], None] | None = None
        self.words: Callable[[], str] | None = None
        self.rows: Callable[[], AccessibleRows] | None = None  # its contents as rows for a screen reader
        self.on_row: Callable[[int], None] | None = None

    def invalidate_area(self, rect: pygame.Rect) -> None:
        """Redraw only a part, given in screen pixels."""
        if self.is_attached:
            self.tree.mark(rect.clip(self.rect))

    def paint(self, surface: pygame.Surface) -> None:
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        self.on_paint(surface, self.rect)
        surface.set_clip(before)

    def spoken_text(self) -> str:
        return self.words() if self.words is not None else ""

    def accessible_name(self) -> str:
        return spoken_text(self.label)

    def accessible_rows(self) -> AccessibleRows | None:
        return self.rows() if self.rows is not None else None

    def press_row(self, row: int) -> None:
        if self.on_row is not None:
            self.on_row(row)

    def mouse_down(self, pos: Pos, button: int) -> bool:
        return self.on_down is not None and self.on_down(pos, button)

    def mouse_drag(self, pos: Pos) -> None:
        if self.on_drag is not None:
            self.on_drag(pos)

    def mouse_up(self, pos: Pos, button: int) -> None:
        if self.on_up is not None:
            self.on_up(pos, button)

    def mouse_move(self, pos: Pos) -> None:
        if self.on_move is not None:
            self.on_move(pos)

    def mouse_leave(self) -> None:
        if self.on_leave is not None:
            self.on_leave()

    def wheel(self, dx: float, dy: float) -> bool:
        return self.on_wheel is not None and self.on_wheel(dx, dy)

    def key(self, event: pygame.Event) -> bool:
        return self.on_key is not None and self.on_key(event)

    def press(self) -> None:
        if self.on_press is not None:
            self.on_press()
