"""Moves planned ahead: where a player means to take counters in the turns to come. Nothing here gives an order.

Each side has its own plans, which no other side is shown; they last until they are done or cleared, or the game closes.
"""

from __future__ import annotations

from game.table.order_builder import OrderBuilder
from rules.kernel.view import Place

AT_HAND = 40  # a table's longer side is so many times the distance within which a ship has come to a place


class MovePlans:
    """The plans at one table: side -> counter -> the places it is to come to, in order."""

    def __init__(self) -> None:
        self._plans: dict[str, dict[str, tuple[Place, ...]]] = {}

    def add(self, side: str, piece: str, place: Place) -> None:
        """Go on to one more place."""
        mine = self._plans.setdefault(side, {})
        mine[piece] = (*mine.get(piece, ()), place)

    def clear(self, side: str, piece: str) -> None:
        """Forget the plan for a counter."""
        self._plans.get(side, {}).pop(piece, None)

    def ways(self, hand: OrderBuilder) -> dict[str, tuple[Place, ...]]:
        """Return counter -> where it is and the places still to come; what is done or gone is forgotten."""
        mine, found = self._plans.get(hand.side, {}), {}
        ground = hand.view.ground
        near = max(ground.size) // AT_HAND if hand.session.system.board == "table" and ground is not None else 0
        for key, places in list(mine.items()):
            piece = hand.find(key)
            while piece is not None and places and hand.distance_between(piece.at, places[0]) <= near:
                places = places[1:]
            if piece is None or not places:
                del mine[key]
            else:
                mine[key], found[key] = places, (piece.at, *places)
        return found
