"""Computer players: PLAYERS lists them, key -> maker; a maker takes the seed of the player's own dice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.players.greedy import LEVELS, GreedyPlayer
from rules.players.player import Choice, NothingToDo, Player, Turn, take_turn
from rules.players.random_player import RandomPlayer

__all__ = ["HUMAN", "PLAYERS", "Choice", "NothingToDo", "Player", "Turn", "make_player", "take_turn"]

HUMAN = "human"

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    **{key: partial(GreedyPlayer, level=level) for key, level in LEVELS.items()},
}


def make_player(key: str, seed: int) -> Player:
    """A computer player by its key. Raises ValueError naming the keys there are."""
    maker = PLAYERS.get(key)
    if maker is None:
        raise ValueError(f"no computer player is called {key!r}; there are {', '.join(PLAYERS)}")
    return maker(seed)
