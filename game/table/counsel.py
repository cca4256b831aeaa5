"""Advice: what the Captain would order in the place of whoever looks, from what that side may know.

He thinks beside the window as any computer player does, with dice of his own, about a twin of the game: nothing is
ordered. The same position gets the same advice.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from game.table.searching import Aside
from game.table.thinker import MOST_S
from rules.kernel.flow import Command, Done
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import CAPTAIN, Choice, NothingToDo, make_player
from rules.players.player import HURRY, Haste, Stopped


@dataclass(frozen=True, slots=True)
class Counselled:
    """An order somebody else would give, why, and the position it is meant for."""

    command: Command
    why: str
    state: object

    @property
    def ends(self) -> bool:
        """Whether it is to end the phase, or to let something be."""
        return type(self.command) is Done


class Counsel:
    """Asks the Captain about one game at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._aside: Aside[Choice | None] | None = None
        self._state: object = None

    def begin(self, side: str) -> None:
        """Let him think about the decision a side has now."""
        twin = self._session.branch(len(self._session.steps))  # whatever is taken back meanwhile
        seat, latest = Seat(twin, side), monotonic() + MOST_S
        captain = make_player(CAPTAIN, self._session.seed + len(self._session.steps))

        def work(given_up: Haste) -> Choice | None:
            captain.heed(lambda: given_up() or (HURRY if monotonic() > latest else ""))
            try:
                return captain.choose(seat)
            except NothingToDo:
                return None

        self._state, self._aside = self._session.state, Aside(work)

    @property
    def thinking(self) -> bool:
        """Whether he thinks, or his answer waits to be fetched."""
        return self._aside is not None

    @property
    def ready(self) -> bool:
        """Whether he has made up his mind."""
        return self._aside is not None and self._aside.done

    def settle(self) -> Counselled | None:
        """What he would order; None where the position is another by now, or nothing can be ordered."""
        assert self._aside is not None
        aside, self._aside = self._aside, None
        try:
            choice = aside.fetch()
        except Stopped:
            return None
        if choice is None or self._state is not self._session.state:
            return None
        return Counselled(choice.command, choice.why, self._state)

    def stop(self) -> None:
        """Nobody waits any more."""
        if self._aside is not None:
            self._aside.stop()
            self._aside = None
