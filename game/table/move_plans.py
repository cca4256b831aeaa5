"""Planned moves over the next turns. A plan is not an order, and only its own side sees it.

Plans are kept beside the settings: a saved game that is handed to the other player holds none.
"""

from __future__ import annotations

from pathlib import Path

from game.record_file import load_record, save_record
from game.table.order_builder import OrderBuilder
from rules.kernel.session import Session
from rules.kernel.view import Place

FILE = "plans.json"
MOST_GAMES = 50  # kept: those last planned in
AT_HAND = 40  # a ship has reached a place within the table's longer side divided by this
Plans = dict[str, dict[str, tuple[Place, ...]]]  # side -> counter -> the places to visit, in order


class MovePlans:
    """The plans at one table."""

    def __init__(self) -> None:
        self._plans: Plans = {}
        self._path: Path | None = None
        self._game = ""

    def keep_in(self, folder: Path, session: Session) -> None:
        """Load the plans of a saved game and save each change. A game that is not saved keeps none."""
        if session.log is not None:
            head = session.header
            self._path = folder / FILE
            self._game = f"{head.system}/{head.scenario.key} {head.started} {head.seed}"  # the file may be renamed
            self._plans = load_record(self._path, dict[str, Plans]).get(self._game, {})

    def add(self, side: str, piece: str, place: Place) -> None:
        """Add a place to a counter's plan."""
        mine = self._plans.setdefault(side, {})
        mine[piece] = (*mine.get(piece, ()), place)
        self._save()

    def clear(self, side: str, piece: str) -> None:
        """Remove a counter's plan."""
        self._plans.get(side, {}).pop(piece, None)
        self._save()

    def _save(self) -> None:
        if self._path is None:
            return
        record = load_record(self._path, dict[str, Plans])
        record.pop(self._game, None)
        record |= {self._game: self._plans} if any(self._plans.values()) else {}
        save_record(self._path, dict(list(record.items())[-MOST_GAMES:]))

    def ways(self, hand: OrderBuilder) -> dict[str, tuple[Place, ...]]:
        """Return counter -> its place and the planned places still to come; drop what is done or gone."""
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
