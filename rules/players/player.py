"""Players: they choose a command for a seat and say why.

Computer players see only a Seat, roll dice of their own for thinking, and count their thinking in evaluations, not in
seconds: the same seat, seed and budget give the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rules.kernel.dice import Dice
from rules.kernel.flow import Command, Done, Illegal, Offer
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.session import Step
from rules.kernel.system import format_command

DOMAIN_DRAWS = 8  # commands drawn from one continuous offer


class Choice(Record, frozen=True):
    """A decision: the command, the reason as a sentence, and the rejected orders, best first.

    Each rejected order has the victory points, as the player weighs them, that it brings beyond the chosen one.
    """

    command: Command
    why: str
    rejected: tuple[tuple[str, float], ...] = ()
    text: str = ""


class Player(Protocol):
    """A player that can take a turn."""

    @property
    def title(self) -> str:
        """What to call this player on a screen."""
        ...

    def choose(self, seat: Seat) -> Choice:
        """Return one of the commands the seat is offered.

        Raises NothingToDo when nothing is offered, Stopped when thinking was cancelled.
        """
        ...

    def set_cancel_token(self, haste: CancelToken) -> None:
        """Keep the token that says whether to hurry or stop."""
        ...

    def skip_reasons(self) -> None:
        """Omit reasons that take time; the choices stay the same."""
        ...


class Ready:
    """A player that decides at once and need not be hurried."""

    def set_cancel_token(self, haste: CancelToken) -> None:
        """Ignore the token: the player decides at once."""

    def skip_reasons(self) -> None:
        """Do nothing: reasons take no time here."""


class CancelToken(Protocol):
    """A signal to a player that is thinking, read before every evaluation."""

    def __call__(self) -> str:
        """ "" to go on, HURRY to choose the best found so far, STOP to stop thinking."""
        ...


HURRY, STOP = "hurry", "stop"


def at_leisure() -> str:
    """Never hurry: no one is waiting."""
    return ""


class Cancelled(Exception):
    """Thinking was cancelled; there is no choice."""


class NothingToDo(Exception):
    """A player was asked to choose when the seat offers nothing."""


class Turn(Record, frozen=True):
    """One decision carried out. `refused` holds why an earlier choice was refused."""

    choice: Choice
    step: Step
    refused: tuple[Illegal, ...] = ()


def random_below(dice: Dice, count: int) -> int:
    """Return a whole number 0..count-1. Rolls one die of `count` sides."""
    return dice.roll(1, count)[0] - 1


def commands_of(offer: Offer, dice: Dice, draws: int = DOMAIN_DRAWS) -> list[Command]:
    """Return the commands of an offer: those listed, or `draws` drawn from one too large to list.

    Rolls thinking dice.
    """
    if offer.domain is None:
        return list(offer.commands)
    return [offer.domain.sample(lambda count: random_below(dice, count)) for _ in range(draws)]


def describe_command(seat: Seat, offer: Offer, command: Command) -> str:
    """Return a command in the words a player reads."""
    if type(command) is Done:
        return offer.label
    return seat.sketch(command).label or f"{offer.label} ({format_command(command)})"


def take_turn(player: Player, seat: Seat) -> Turn:
    """Let a player choose a command and carry it out.

    A seat knows less than the table, so a choice that looks legal may be refused (something unseen is in the way).
    Every other offered command is tried then, in order, and at last the end of the phase. Raises RuntimeError when all
    are refused: a fault of the rules, as the game could not go on.
    """
    choice = player.choose(seat)
    result = seat.submit(choice.command)
    if isinstance(result, Step):
        return Turn(choice, result)
    refused = result
    for command in _other_commands(seat):
        result = seat.submit(command)
        if isinstance(result, Step):
            why = f"the first choice was refused ({refused[0].reason}), so this instead"
            return Turn(Choice(command, why, text=format_command(command)), result, refused)
    raise RuntimeError(f"{seat.side} is offered commands, but every one is refused; the first: {refused[0].reason}")


def _other_commands(seat: Seat) -> Iterator[Command]:
    ends = []
    for offer in seat.offers():
        for command in offer.commands:
            if type(command) is Done:
                ends.append(command)
            else:
                yield command
    yield from ends
