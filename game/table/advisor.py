"""Advice: what the Captain would order for the viewing side, from what that side may know. Like any computer player,
the Captain thinks in a thread about a copy of the game, with separate dice; nothing is ordered. The same position
always gets the same advice.
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
    """An advised order, its reason, and the position it is meant for."""

    command: Command
    why: str
    state: GameState

    @property
    def ends(self) -> bool:
        """Return whether the advice is to end the phase or to pass."""
        return type(self.command) is Done


class Advisor:
    """Asks the Captain about one game at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thinker = Thinker()
        self._state: object = None

    def begin(self, side: str) -> None:
        """Start thinking about the current decision of a side."""
        twin = self._session.branch(len(self._session.steps))  # a copy, because orders may be undone meanwhile
        captain = make_player(CAPTAIN, self._session.seed + len(self._session.steps))
        self._state = self._session.state
        self._thinker.start(captain, twin, side)

    @property
    def thinking(self) -> bool:
        """Return whether the Captain is thinking, or the answer waits to be fetched."""
        return self._thinker.busy

    @property
    def ready(self) -> bool:
        """Return whether the answer is ready."""
        return self._thinker.is_done

    def settle(self) -> AdvisedOrder | None:
        """Return the advised order; None if the position has changed, or there is no order."""
        try:
            choice = self._thinker.fetch()
        except (NothingToDo, Cancelled):
            return None
        if self._state is not self._session.state:
            return None
        return AdvisedOrder(choice.command, choice.why, self._state)

    def stop(self) -> None:
        """Stop thinking."""
        self._thinker.stop()
