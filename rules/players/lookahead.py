"""Foresight: what an order that changes nothing at once lets a piece do when it can act next."""

from __future__ import annotations

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Done
from rules.kernel.seat import HypotheticalState

HOPS = 8  # phases ended in the head, ours and theirs, before we give up


def best_next_value(position: HypotheticalState, piece: str, stream: int, most: int) -> int:
    """Return the best worth that `piece` can reach by one command in the next phase in which it can act.

    Until then everybody ends their phases. At most `most` of its commands are tried, at even steps through the list.
    Rolls thinking dice of the seed `stream`, the same for every prospect that is to be compared.
    """
    for hop in range(HOPS):
        side = position.actor()
        if not side:
            break
        commands = _commands(position, piece, most) if hop and side == position.side else []
        if commands:
            return max(position.imagine(command, SeededDice(stream)).score() for command in commands)
        position = position.imagine(Done(side), SeededDice(stream), move_on=True)
    return position.score()


def _commands(position: HypotheticalState, piece: str, most: int) -> list[Command]:
    listed = [command for offer in position.offers() if offer.piece == piece for command in offer.commands]
    count = len(listed)
    return listed if count <= most else [listed[number * count // most] for number in range(most)]
