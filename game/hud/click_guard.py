"""Clicks on the same spot: the second confirms what the first has selected."""

from __future__ import annotations

from game.ui import widgets as ui
from rules.kernel.flow import Command

SAME_SPOT = 3  # pixels the mouse may move between two clicks on the same spot


class ClickGuard:
    """The last click (until the mouse moves away or a key is pressed) and the order it selected."""

    def __init__(self) -> None:
        self.at: ui.Pos | None = None
        self._armed: Command | None = None  # the order selected last
        self._armed_at: ui.Pos | None = None  # where the click was

    def note_armed(self, command: Command | None, proposed: bool) -> None:
        """Note the selected order; `proposed`: by the table, not by a click."""
        if command != self._armed:
            self._armed, self._armed_at = command, None if proposed else self.at

    def record_click(self, pos: ui.Pos) -> bool:
        """Note a click; return whether it is on the same spot as the click that selected the order."""
        again = self._armed is not None and self._armed_at is not None and near(pos, self._armed_at)
        self.at = pos
        return again

    def leave(self) -> None:
        """Note a key press: the next click does not confirm."""
        self.at = self._armed_at = None

    def note_mouse(self, pos: ui.Pos) -> None:
        """Note the position of the mouse."""
        if self.at is not None and not near(pos, self.at):
            self.leave()


def near(one: ui.Pos, other: ui.Pos) -> bool:
    """Return whether two points are close enough to count as the same spot."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= SAME_SPOT
