"""Computer players: PLAYERS is key -> maker; a maker takes the seed of the player's own dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from rules.kernel.system import System
from rules.players import greedy
from rules.players.captain import CaptainPlayer
from rules.players.external_bot import ExternalBot, is_program
from rules.players.greedy import GreedyPlayer
from rules.players.levels import LEVELS, MATCHED, matched_level, matched_step, steps
from rules.players.player import Choice, NothingToDo, Player, Turn, take_turn
from rules.players.solitaire_player import RandomPlayer, SolitairePlayer

__all__ = [
    "CAPTAIN",
    "CHART",
    "HUMAN",
    "MATCHED",
    "PLAYERS",
    "Choice",
    "NothingToDo",
    "Player",
    "Turn",
    "charted_options",
    "close_players",
    "is_built_in",
    "is_player",
    "make_player",
    "offered_for",
    "players_for",
    "take_turn",
]

HUMAN = "human"
CAPTAIN = "captain"
CHART = "chart"  # the game's own solitaire chart, where it has one
FORMER = ("gunner", "torpedo_man")  # named in old saved games; they play like the Captain

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    **{key: partial(CaptainPlayer, level=level) for key, level in LEVELS.items()},
    MATCHED: lambda seed: CaptainPlayer(seed, matched_level(steps().begin)),
    **{key: partial(GreedyPlayer, level=level) for key, level in greedy.LEVELS.items()},
    CHART: SolitairePlayer,
}


def make_player(key: str, seed: int, *, without_reasons: bool = False) -> Player:
    """Return a computer player by its key, or an external program by its path.

    Raises ValueError with the existing keys. `without_reasons`: skip the reasons; the choices are the same and take
    less time.
    """
    player = _make(key, seed)
    if without_reasons:
        player.skip_reasons()
    return player


def _make(key: str, seed: int) -> Player:
    maker, step = PLAYERS.get(CAPTAIN if key in FORMER else key), matched_step(key)
    if step is not None:
        return CaptainPlayer(seed, matched_level(step))
    if maker is None and is_program(key):
        return ExternalBot(key, seed)
    if maker is None:
        raise ValueError(f"no computer player is called {key!r}; there are {', '.join(PLAYERS)}")
    return maker(seed)


def close_players(players: Iterable[Player | None]) -> None:
    """End external programs: the game is over."""
    for player in players:
        if isinstance(player, ExternalBot):
            player.close()


def is_built_in(key: str) -> bool:
    """Return whether a key names a built-in player."""
    return key in PLAYERS or key in FORMER or matched_step(key) is not None


def is_player(key: str) -> bool:
    """Return whether a key names a built-in player or the path of a program."""
    return is_built_in(key) or is_program(key)


def players_for(system: System) -> tuple[str, ...]:
    """Return the computer players of a game.

    Without characters that make no difference there, and with its solitaire chart if it has one.
    """
    kept = (key for key in PLAYERS if key not in LEVELS or LEVELS[key].plays(system.key))
    return tuple(key for key in kept if key != CHART or system.solitaire is not None)


def offered_for(system: System) -> tuple[str, ...]:
    """Return the opponents offered to a player: levels, characters, the chart, the random one.

    Not those only used in lessons.
    """
    return tuple(key for key in players_for(system) if key not in greedy.LEVELS)


def charted_options(system: System, players: Mapping[str, str]) -> dict[str, bool]:
    """Return the options with the solitaire chart switched on for the sides it plays and off for the others.

    Raises ValueError when the game has no solitaire chart.
    """
    charted = [side for side, player in players.items() if player == CHART]
    if system.solitaire is None:
        if charted:
            raise ValueError(f"{system.title} has no solitaire chart to play {charted[0]}")
        return {}
    return {system.solitaire(side): side in charted for side in players}
