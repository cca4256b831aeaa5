"""A computer opponent that thinks beside the window: its choice is worked out in a thread, given on the main thread."""

from __future__ import annotations

import threading
from contextvars import copy_context
from dataclasses import dataclass
from time import monotonic

from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import Choice, Player, Turn, take_turn
from rules.players.player import HURRY, STOP, Ready

MOST_S = 3.0  # for one decision at play: then the best found so far must do


class Thinker:
    """Lets one player at a time think about one position."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._choice: Choice | None = None
        self._fault: BaseException | None = None
        self._given_up = threading.Event()

    @property
    def busy(self) -> bool:
        """Whether a thought is under way or waits to be fetched."""
        return self._thread is not None

    @property
    def done(self) -> bool:
        """Whether a choice waits to be fetched."""
        return self._thread is not None and not self._thread.is_alive()

    def start(self, player: Player, session: Session, side: str) -> None:
        """Begin to think about the position now. The seat is the thread's own; nothing is submitted there."""
        seat = Seat(session, side)
        given_up, latest = threading.Event(), monotonic() + MOST_S

        def haste() -> str:
            return STOP if given_up.is_set() else HURRY if monotonic() > latest else ""

        def think() -> None:
            try:
                self._choice = player.choose(seat)
            except BaseException as fault:
                self._fault = fault

        player.heed(haste)
        self._given_up = given_up
        self._choice = self._fault = None
        self._thread = threading.Thread(target=copy_context().run, args=(think,), name="computer player", daemon=True)
        self._thread.start()

    def fetch(self) -> Choice:
        """The choice, waiting for it if need be. Raises what went wrong in the thread."""
        assert self._thread is not None, "nobody is thinking"
        self._thread.join()
        self._thread = None
        if self._fault is not None:
            raise self._fault
        assert self._choice is not None
        return self._choice

    def stop(self) -> None:
        """Give the thought up: it ends with the evaluation it is at."""
        if self._thread is not None:
            self._given_up.set()
            self._thread.join()
            self._thread = None


@dataclass(frozen=True, slots=True)
class _Made(Ready):
    """A player whose mind is made up."""

    choice: Choice
    title: str = ""

    def choose(self, seat: Seat) -> Choice:
        return self.choice


def give(choice: Choice, session: Session, side: str) -> Turn:
    """Carry a choice out; when the table refuses it, the next best that it accepts."""
    return take_turn(_Made(choice), Seat(session, side))


def words(turn: Turn) -> tuple[str, str]:
    """What a computer player chose, and why with what it rejected."""
    choice = turn.choice
    left = "; ".join(f"{text} ({worth:+g})" for text, worth in choice.rejected)
    rejected = tr(" Rejected: {left}.", left=left) if left else ""
    why = choice.why[:1].upper() + choice.why[1:]
    return choice.text or _tag(choice.command), f"{why}.{rejected}"


def _tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)
