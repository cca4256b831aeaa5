"""A computer player that thinks in a thread; its choice is carried out on the main thread."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from game.table.background_task import BackgroundTask
from game.words import tr
from rules.kernel.flow import Command
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import Choice, Player, Turn, take_turn
from rules.players.player import HURRY, CancelToken, Ready
from rules.players.reasons import compare_words

MOST_S = 3.0  # time for one decision during play; then the best order so far is used


class Thinker:
    """Lets one computer player at a time think about one position."""

    def __init__(self) -> None:
        self._aside: BackgroundTask[Choice] | None = None

    @property
    def busy(self) -> bool:
        """Return whether a player is thinking or a choice waits to be fetched."""
        return self._aside is not None

    @property
    def is_done(self) -> bool:
        """Return whether a choice waits to be fetched."""
        return self._aside is not None and self._aside.is_done

    def start(self, player: Player, session: Session, side: str) -> None:
        """Start thinking about the current position. The thread has its own seat; nothing is submitted there."""
        seat, latest = Seat(session, side), monotonic() + MOST_S

        def think(given_up: CancelToken) -> Choice:
            player.set_cancel_token(lambda: given_up() or (HURRY if monotonic() > latest else ""))
            return player.choose(seat)

        self._aside = BackgroundTask(think)

    def fetch(self) -> Choice:
        """Return the choice; wait for it if necessary. Raises the thread's error."""
        assert self._aside is not None, "nobody is thinking"
        aside, self._aside = self._aside, None
        return aside.fetch()

    def stop(self) -> None:
        """Stop thinking: it ends after the current evaluation."""
        if self._aside is not None:
            self._aside.stop()
            self._aside = None


@dataclass(frozen=True, slots=True)
class _Made(Ready):
    """A player whose choice is already made."""

    choice: Choice
    title: str = ""

    def choose(self, seat: Seat) -> Choice:
        return self.choice


def submit_choice(choice: Choice, session: Session, side: str) -> Turn:
    """Carry out a choice; if it is refused, the next best that is accepted."""
    return take_turn(_Made(choice), Seat(session, side))


def words(turn: Turn) -> tuple[str, str]:
    """Return a computer player's choice, and its reasons with the rejected alternatives."""
    choice = turn.choice
    left = "; ".join(f"{text} ({compare_words(beyond)})" for text, beyond in choice.rejected)
    rejected = tr(" Rejected: {left}.", left=left) if left else ""
    why = choice.why[:1].upper() + choice.why[1:]
    return choice.text or _tag(choice.command), f"{why}.{rejected}"


def _tag(command: Command) -> str:
    return str(type(command).__struct_config__.tag)
