"""The solitaire chart as a player: it gives the orders the game's chart leaves a side, one after another."""

from __future__ import annotations

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Done
from rules.kernel.seat import Seat
from rules.kernel.system import format_command
from rules.players.player import Choice, NothingToDo, Ready, commands_of, describe_command, random_below


class RandomPlayer(Ready):
    """Chooses at random with dice of its own."""

    def __init__(self, seed: int = 0, title: str = "random") -> None:
        self.title = title
        self._dice = SeededDice(seed)

    def choose(self, seat: Seat) -> Choice:
        """Return any command of an offer, each offer with equal chance. Rolls two thinking dice. Raises NothingToDo."""
        offers = [offer for offer in seat.offers() if offer.commands or offer.domain is not None]
        if not offers:
            raise NothingToDo(f"{seat.side} is offered nothing")
        offer = offers[random_below(self._dice, len(offers))]
        commands = commands_of(offer, self._dice, 1)
        command = commands[random_below(self._dice, len(commands))]
        count = sum(len(item.commands) or 1 for item in offers)
        return Choice(command, f"picked at random out of {count} commands", text=describe_command(seat, offer, command))


class SolitairePlayer(Ready):
    """Decides nothing: a side played by the game's chart is offered only what the chart says."""

    title = "solitaire chart"

    def __init__(self, seed: int = 0) -> None:
        """Ignore the seed: every die of the chart is a die of the game."""

    def choose(self, seat: Seat) -> Choice:
        """Return the first order the chart leaves, else the end of the phase. Rolls no dice. Raises NothingToDo."""
        last: Choice | None = None
        for offer in seat.offers():
            for command in offer.commands:
                choice = Choice(command, "the solitaire chart says so", text=describe_command(seat, offer, command))
                if type(command) is not Done:
                    return choice
                last = choice
        if last is None:
            raise NothingToDo(f"{seat.side} is offered nothing")
        return last.but(why="the chart has nothing more for this phase", text=last.text or format_command(last.command))
