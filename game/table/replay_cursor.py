"""Navigation through a played game: where steps, phases and turns begin, and the captions of each step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.skins import load_skin
from game.table.event_scenes import EventScene, event_scenes
from game.table.log_feed import LogFeed, captions_with_rolls
from game.ui.markup import LogEntry
from game.words import tr
from rules.kernel.seat import describe_step
from rules.kernel.session import Session
from rules.kernel.system import Caption

_PlaceOf = Callable[[int], tuple[int, int]]

MOST_LOGGED = 60  # most steps shown in the log beside the board


class ReplayCursor:
    """A position is a number of steps carried out, from 1 (the start) to all of them."""

    def __init__(self, session: Session, side: str) -> None:
        """`side`: the viewer; "" is the referee."""
        self.session = session
        self.side = side
        self.feed = LogFeed(session, side)
        self._lines: dict[int, list[LogEntry]] = {}
        self._scenes: dict[int, list[EventScene]] = {}
        self._skin = load_skin(session.system.key)
        self._names: list[str] | None = None

    @property
    def last(self) -> int:
        """Return the last position."""
        return max(1, len(self.session.steps))

    def place(self, number: int) -> tuple[int, int]:
        """Return (turn, phase) at a position."""
        cursor = self.session.states[number].cursor
        return cursor.turn, cursor.phase

    # ------------------------------------------------------------------ navigation

    def step(self, number: int, way: int) -> int:
        """Return the next position forward (1) or back (-1) with a scene visible to this side."""
        here = number + way
        while 1 < here < self.last and not self.scenes(here):
            here += way
        return min(self.last, max(1, here))

    def phase(self, number: int, way: int) -> int:
        """Return the start of the next phase, or going back the start of this or the previous one."""
        return self._walk(number, way, self.place)

    def turn(self, number: int, way: int) -> int:
        """Return the start of the next turn, or going back the start of this or the previous one."""
        return self._walk(number, way, lambda found: (self.place(found)[0], 0))

    def _walk(self, number: int, way: int, place_of: _PlaceOf) -> int:
        if way > 0:
            here = place_of(number)
            return next((found for found in range(number, self.last + 1) if place_of(found) != here), self.last)
        found = max(1, number - 1)
        here = place_of(found)
        while found > 1 and place_of(found - 1) == here:
            found -= 1
        return found

    # ------------------------------------------------------------------ text

    def captions(self, number: int) -> tuple[Caption, ...]:
        """Return the captions, visible to this side, of the step that led to a position."""
        return describe_step(self.session, number - 1, self.side).captions

    def scenes(self, number: int) -> list[EventScene]:
        """Return the scenes of the step that led to a position."""
        if number not in self._scenes:
            self._scenes[number] = event_scenes(
                self.session, self.side, self._skin, number - 1, number, looking_back=True
            )
        return self._scenes[number]

    def headline(self, number: int) -> str:
        """Return the step that led to a position in one or two lines: its scenes, otherwise its captions."""
        titles = [scene.title for scene in sorted(self.scenes(number), key=lambda scene: -scene.weight)]
        loud = (caption.text for caption in self.captions(number) if caption.tone not in ("roll", "quiet", "phase"))
        titles = titles or list(loud)
        titles = titles or [caption.text for caption in self.captions(number)]
        more = len(titles) - 2
        return " · ".join(titles[:2]) + (tr(" (and {more} more)", more=more) if more > 0 else "")

    def lines(self, number: int) -> list[LogEntry]:
        """Return the log up to a position, limited to the last steps."""
        first = max(1, number - MOST_LOGGED)
        return [entry for found in range(first, number + 1) for entry in self.lines_of(found)]

    def lines_of(self, number: int) -> Sequence[LogEntry]:
        """Return the log lines of the step that led to a position."""
        if number not in self._lines:
            names = self._known_names()
            self._lines[number] = [
                self.feed.entry(caption, rolls, names) for caption, rolls in captions_with_rolls(self.captions(number))
            ]
        return self._lines[number]

    def _known_names(self) -> list[str]:
        if self._names is None:
            system, state = self.session.system, self.session.state
            known = system.names(system.known_state(state, self.side) if self.side else state)
            self._names = sorted(set(known.values()), key=len, reverse=True)
        return self._names
