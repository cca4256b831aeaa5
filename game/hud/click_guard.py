"""Clicks on one and the same spot: the second gives what the first has armed."""

from __future__ import annotations

from game.ui import widgets as ui
from rules.kernel.flow import Command

SAME_SPOT = 3  # pixels the mouse may move between two clicks on one spot


class ClickGuard:
    """Where the button went down last, until the mouse leaves there or a key is hit, and what came of it."""

    def __init__(self) -> None:
        self.at: ui.Pos | None = None
        self._armed: Command | None = None  # what was armed last,
        self._armed_at: ui.Pos | None = None  # and by a click where

    def note_armed(self, command: Command | None, proposed: bool) -> None:
        """Note what is armed now; `proposed`: by the table, not by a click."""
        if command != self._armed:
            self._armed, self._armed_at = command, None if proposed else self.at

    def record_click(self, pos: ui.Pos) -> bool:
        """Note a click; whether it lies on the very spot that armed what is armed."""
        again = self._armed is not None and self._armed_at is not None and near(pos, self._armed_at)
        self.at = pos
        return again

    def leave(self) -> None:
        """Note a key press: no click is the second one."""
        self.at = self._armed_at = None

    def note_mouse(self, pos: ui.Pos) -> None:
        """Note where the mouse is now."""
        if self.at is not None and not near(pos, self.at):
            self.leave()


def near(one: ui.Pos, other: ui.Pos) -> bool:
    """Return whether two points are one and the same to a hand."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= SAME_SPOT
