"""A session whose orders go through one end of a game between two computers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.network.ledger import Ledger, side_of
from game.network.peer import State
from game.network.private import PrivateFile
from game.words import tr_noop
from rules.kernel.dice import RollPending
from rules.kernel.flow import Command, Illegal
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.players import HUMAN, Choice, NothingToDo
from rules.players.player import Ready


class End(Protocol):
    """What a session needs from its end, live or by file."""

    ledger: Ledger
    role: str
    private: PrivateFile
    reason: str

    @property
    def state(self) -> State:
        """Return the state of the end."""
        ...

    def give(self, command: Command) -> tuple[Illegal, ...]:
        """Give an order, or return every reason why it is refused."""
        ...

    def why_not_give(self) -> str:
        """Return why no order can be given now."""
        ...

    def undo(self) -> str:
        """Undo the last order, or return why not."""
        ...


ELSEWHERE = "elsewhere"  # name of the other side's player in `Session.players`


class GameStopped(Exception):
    """The game stopped while an order was waiting. str() is a sentence."""


class RemotePlayer(Ready):
    """The player at the other computer, who never chooses here."""

    title = tr_noop("the other computer")

    def choose(self, seat: Seat) -> Choice:
        """Return None: the choice is made at the other computer."""
        raise NothingToDo(seat.side)


class NetworkSession(Session):
    """A session that passes orders and undo to `peer`. `wait`: called while an order waits for its dice; without it,
    `submit` raises RollPending, and the game moves when the answer arrives.
    """

    peer: End | None = None
    wait: Callable[[], None] | None = None

    def attach(self, peer: End) -> None:
        """Pass orders through an end. The other side is not played here, so nothing is shown from its view."""
        self.peer = peer
        mine = side_of(peer.ledger, peer.role)
        self.players = {side: HUMAN if side == mine else ELSEWHERE for side in self.players}

    def submit(self, command: Command) -> Step | tuple[Illegal, ...]:
        """Give an order. Raises RollPending, GameStopped."""
        peer, number = self.peer, len(self.steps)
        if peer is None:
            return (Illegal("this game between two computers is open for reading only", ""),)
        reasons = self.check(command) or peer.give(command)
        if reasons:
            return reasons
        if peer.state is not State.ASKED or self.wait is None:
            return self._received_step(number)
        while len(self.steps) == number:
            if peer.state in (State.STOPPED, State.OVER):
                raise GameStopped(peer.reason)
            self.wait()
        return self.steps[number]

    def _received_step(self, number: int) -> Step:
        if len(self.steps) == number:
            raise RollPending
        return self.steps[number]

    def why_not_undo(self) -> str:
        """Return why the last order cannot be undone without asking; empty if it can."""
        if self.peer is None:
            return "this game between two computers is open for reading only"
        return self.peer.why_not_give() or self.peer.ledger.free_undo()

    def undo(self) -> Step | Illegal:
        """Undo this side's last order, if no dice were rolled and it is still its turn."""
        step = self.steps[-1] if self.steps else None
        reason = self.why_not_undo() or (self.peer.undo() if self.peer is not None else "")
        if reason or step is None:
            return Illegal(f"this cannot be undone: {reason}; you may ask the other player", "")
        return step

    def redo(self) -> Step | Illegal:
        """Refuse: an undone order must be given again as a new one."""
        return Illegal("an undone order must be given again by hand", "")

    def close(self) -> None:
        """Close the log and the private file."""
        super().close()
        if self.peer is not None:
            self.peer.private.close()
