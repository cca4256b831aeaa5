"""Announcements for a screen reader: what happened, what is asked now, whose turn it is, the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from game.reader.reader import Reader
from game.table.table import Table
from game.ui.accessible_text import spoken_text
from game.ui.markup import words_of
from game.words import tr, tr_noop

MOST_LINES = 14  # log lines spoken at once; the rest is in the log
TAKEN_BACK = tr_noop("Undone.")


class Announcer:
    """Follows one table and announces what is new."""

    def __init__(self, reader: Callable[[], Reader], table: Table) -> None:
        self.reader, self.table = reader, table
        self._side = ""
        self._lines: int | None = None
        self._asked: tuple[str, str, bool] | None = None

    def announce(self, scenes_follow: bool = False) -> None:
        """Announce the new lines of the log, then the prompt if it changed. `scenes_follow`: events are announced scene
        by scene instead, and the prompt after the last one.
        """
        reader, table = self.reader(), self.table
        if not reader.active:
            self._lines, self._asked = None, None
            return
        self._tell_lines(reader, scenes_follow)
        if scenes_follow:
            return
        prompt, outcome = table.hand.view.prompt, table.hand.view.outcome
        asked = (prompt.title, prompt.text, table.my_turn)
        if outcome is not None:
            asked = (tr("The game is over: {outcome}", outcome=outcome.title), outcome.why, False)
        if asked != self._asked:
            turned = outcome is not None or (table.my_turn and (self._asked is None or not self._asked[2]))
            self._asked = asked
            mine = tr("Your turn") if table.my_turn and outcome is None else ""
            reader.say(mine, *asked[:2], urgent=turned)

    def scene(self, words: str) -> None:
        """Announce a scene as it begins, instead of its lines in the log."""
        if self.reader().active:
            self._lines = len(self.table.feed.entries) if self._lines is not None else None
            self.reader().say(words)

    def _tell_lines(self, reader: Reader, silent: bool) -> None:
        entries, side = self.table.feed.entries, self.table.side
        before = self._lines if side == self._side else None
        self._lines, self._side = len(entries), side
        if before is None or silent:
            return
        if len(entries) < before:
            reader.say(tr(TAKEN_BACK))
            return
        reader.say(*(spoken_text(words_of(entry.text)) for entry in entries[before:][-MOST_LINES:]))
