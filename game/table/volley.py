"""The order that is armed, given to a whole division or battery at once: which other orders are its like."""

from __future__ import annotations

from game.skins import Stops
from game.table.order_builder import OrderBuilder
from game.table.targeting import best_first, target_of
from rules.kernel.dice import SeededDice, TableDice
from rules.kernel.flow import Command


def volley_orders(hand: OrderBuilder, stops: Stops) -> tuple[Command, ...]:
    """List the armed order's like for each other unit of its division, or each other battery of its ship.

    A division is a counter with several ships; of counters with one unit each, all that may give the order now.
    """
    armed, action, session = hand.armed_command, hand.action, hand.session
    if armed is None or action is None or action.verb not in stops.together:
        return ()
    if isinstance(session.dice, TableDice) or session.header.network is not None:
        return ()  # with real dice, or between two computers, each order waits for its own rolls
    piece = hand.find(action.piece)
    whole = piece is not None and len(piece.hulls) > 1
    found = []
    for other in hand.actions:
        same = [command for command in other.commands if target_of(command) == target_of(armed)]
        mate = other.verb == action.verb and other.actor != action.actor and (not whole or other.piece == action.piece)
        if same and mate:
            ranked = best_first(hand.seat, same)
            found.append(min(ranked, key=lambda command: _differences(armed, command)))
    if found:
        return tuple(found)
    rest = [one for one in action.commands if one != armed and target_of(one) == target_of(armed)]
    if rest:
        after = hand.seat.now().imagine(armed, SeededDice(0))
        rest = [one for one in rest if after.allows(one)]
    return best_first(hand.seat, rest)


def _differences(one: Command, other: Command) -> int:
    """Return in how many fields two orders differ: the fewer, the more alike they are."""
    return sum(getattr(one, name) != getattr(other, name) for name in one.__struct_fields__)
