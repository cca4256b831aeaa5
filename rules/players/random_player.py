"""The random player: any offer with equal chance, then any of its commands. The floor others must beat."""

from __future__ import annotations

from rules.kernel.dice import SeededDice
from rules.kernel.seat import Seat
from rules.players.player import Choice, NothingToDo, Ready, commands_of, describe_command, random_below


class RandomPlayer(Ready):
    """Chooses blindly with dice of its own."""

    def __init__(self, seed: int = 0, title: str = "random") -> None:
        self.title = title
        self._dice = SeededDice(seed)

    def choose(self, seat: Seat) -> Choice:
        """Return any offer with equal chance, then any of its commands.

        Throws two thinking dice. Raises NothingToDo.
        """
        offers = [offer for offer in seat.offers() if offer.commands or offer.domain is not None]
        if not offers:
            raise NothingToDo(f"{seat.side} is offered nothing")
        offer = offers[random_below(self._dice, len(offers))]
        commands = commands_of(offer, self._dice, 1)
        command = commands[random_below(self._dice, len(commands))]
        count = sum(len(item.commands) or 1 for item in offers)
        return Choice(command, f"picked at random out of {count} commands", text=describe_command(seat, offer, command))
