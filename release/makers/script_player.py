"""Simple scripted opponents: orders by a fixed list of preferences in `scripts.yaml`. They see only a seat, and are
used only in the makers' matches: the Captain must have an answer to anything a ten-line script finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Literal

from rules.kernel import hexes
from rules.kernel.datafile import load_yaml
from rules.kernel.flow import Command, Done, Offer
from rules.kernel.record import Record
from rules.kernel.seat import Seat
from rules.kernel.system import format_command
from rules.kernel.view import Place, View
from rules.players import Player, make_player
from rules.players.player import Choice, NothingToDo, Ready

SCRIPTS = Path(__file__).with_name("scripts.yaml")


class Preference(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A preference: orders of these verbs, and which of them (by default the first). `hold`: the move that ends nearest
    to this distance from the nearest enemy, in hexes, bands, or the table's unit. `beam`: a move that ends with that
    enemy on the beam. `target`: nearest, best (highest expected value) or same (the previous target). `starts`: only
    orders that start with these words.
    """

    verbs: tuple[str, ...]
    hold: int | None = None
    beam: bool = False
    target: Literal["", "nearest", "best", "same"] = ""
    starts: str = ""


class Script(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A script: its description, and its preferences; the first one that is offered is ordered."""

    plain: str
    orders: tuple[Preference, ...]


@cache
def scripts() -> dict[str, dict[str, Script]]:
    """Return the scripts of each game by name. Raises DataError."""
    return load_yaml(SCRIPTS, dict[str, dict[str, Script]])


def seat_player(system: str, key: str, seed: int) -> Player:
    """Return the game's script of that name, otherwise the computer player of that name. Raises ValueError."""
    script = scripts().get(system, {}).get(key)
    return ScriptPlayer(key, script) if script else make_player(key, seed)


class ScriptPlayer(Ready):
    """A player that orders the first preference offered, otherwise ends the phase or activity."""

    def __init__(self, title: str, script: Script) -> None:
        self.title, self.script = title, script
        self._target = ""

    def choose(self, seat: Seat) -> Choice:
        """Return the preferred order. Rolls no dice. Raises NothingToDo."""
        listed = seat.offers()
        for preference in self.script.orders:
            commands = [command for command in _commands(listed, preference) if not seat.check(command)]
            if commands:
                return Choice(self._pick(seat, preference, commands), self.script.plain)
        rest = [command for offer in listed for command in offer.commands]
        if not rest:
            raise NothingToDo(f"{seat.side} is offered nothing")
        now = seat.now()
        ends = [command for command in rest if type(command) is Done or now.passes(command)]
        legal = (command for command in (*ends, *rest) if not seat.check(command))
        return Choice(next(legal, rest[0]), self.script.plain)

    def _pick(self, seat: Seat, preference: Preference, commands: list[Command]) -> Command:
        """Return the best of these commands; of equal ones, the first."""
        if preference.hold is not None:
            return min(commands, key=self._misses(seat, preference.hold, preference.beam))
        if preference.target == "best":
            now = seat.now()
            return max(commands, key=lambda command: getattr(now.expected_value(command), "mean", 0))
        if not preference.target:
            return commands[0]
        view, sketches = seat.view(), {command: seat.sketch(command) for command in commands}

        def order(command: Command) -> tuple[bool, float]:
            sketch = sketches[command]
            ways = [_distance(view, start, sketch.path[-1]) for start in sketch.path[:1]]
            return preference.target == "same" and sketch.target != self._target, min(ways, default=0.0)

        best = min(commands, key=order)
        self._target = sketches[best].target
        return best

    def _misses(self, seat: Seat, hold: int, beam: bool) -> Callable[[Command], tuple[float, float]]:
        """Return a function that measures how far a move ends from the wanted place."""
        view = seat.view()
        enemies = [piece.at for piece in view.pieces if piece.side not in ("", seat.side) and piece.at]

        def miss(command: Command) -> tuple[float, float]:
            sketch = seat.sketch(command)
            if not enemies or not sketch.at:
                return 0.0, 0.0
            nearest = min(enemies, key=lambda place: _distance(view, sketch.at, place))
            away = abs(_distance(view, sketch.at, nearest) - hold)
            if not beam or sketch.facing is None:
                return away, 0.0
            off = _off_beam(view, sketch.at, sketch.facing, nearest)
            return off // 20 + away * 0.02, off

        return miss


def _commands(listed: Iterable[Offer], preference: Preference) -> Iterator[Command]:
    for offer in listed:
        if offer.verb in preference.verbs:
            yield from (one for one in offer.commands if format_command(one).startswith(preference.starts))


def _distance(view: View, start: Place, end: Place) -> float:
    """Return hexes, bands, or the unit of the table between two places."""
    if view.ground is None:
        return hexes.distance(start[0], end[0])
    if view.ground.kind == "bands":
        return abs(start[0] - end[0])
    return hypot(start[0] - end[0], start[1] - end[1]) / 1000


def _off_beam(view: View, at: Place, facing: int, enemy: Place) -> float:
    """Return how many degrees an enemy lies before or behind the beam."""
    if view.ground is None or view.ground.kind == "bands":
        return 0.0
    bearing = degrees(atan2(enemy[0] - at[0], at[1] - enemy[1])) - facing
    return abs(90 - abs((bearing + 180) % 360 - 180))
