"""Advice: what the Captain would order in the place of whoever looks, from what that side may know.

He thinks beside the window as any computer player does, with dice of his own, about a twin of the game: nothing is
ordered. The same position gets the same advice.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.table.thinker import Thinker
from rules.kernel.flow import Command, Done, GameState
from rules.kernel.session import Session
from rules.players import CAPTAIN, NothingToDo, make_player
from rules.players.player import Cancelled


@dataclass(frozen=True, slots=True)
class AdvisedOrder:
    """An order somebody else would give, why, and the position it is meant for."""

    command: Command
    why: str
    state: GameState

    @property
    def ends(self) -> bool:
        """Return whether it is to end the phase, or to let something be."""
        return type(self.command) is Done


class Advisor:
    """Asks the Captain about one game at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thinker = Thinker()
        self._state: object = None

    def begin(self, side: str) -> None:
        """Let him think about the decision a side has now."""
        twin = self._session.branch(len(self._session.steps))  # whatever is taken back meanwhile
        captain = make_player(CAPTAIN, self._session.seed + len(self._session.steps))
        self._state = self._session.state
        self._thinker.start(captain, twin, side)

    @property
    def thinking(self) -> bool:
        """Return whether he thinks, or his answer waits to be fetched."""
        return self._thinker.busy

    @property
    def ready(self) -> bool:
        """Return whether he has made up his mind."""
        return self._thinker.is_done

    def settle(self) -> AdvisedOrder | None:
        """Return what he would order; None where the position is another by now, or nothing can be ordered."""
        try:
            choice = self._thinker.fetch()
        except (NothingToDo, Cancelled):
            return None
        if self._state is not self._session.state:
            return None
        return AdvisedOrder(choice.command, choice.why, self._state)

    def stop(self) -> None:
        """Stop; nobody waits any more."""
        self._thinker.stop()
