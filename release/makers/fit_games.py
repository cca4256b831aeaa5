"""Games between computer players, saved as their orders: the data for win-chance fits. A saved game is replayed from
its orders whenever it is used, so features can change without new games; a game whose orders today's rules refuse, or
that ends differently, is left out and counted.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from time import monotonic, process_time

import msgspec

from game.console.processes import run_in_processes, worker_count
from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, actor, check
from rules.kernel.record import Record, to_json
from rules.kernel.seat import Seat
from rules.kernel.session import Session, adjudicate
from rules.kernel.system import format_command, parse_command
from rules.players import make_player, take_turn
from rules.players.selfplay import opening_state

PLAYERS = ("captain", "captain", "lieutenant", "midshipman")  # players: each side gets a random one
AT_ONCE = 4  # least games between checks of the clock
LOOKS = 28  # approximate number of sampled positions of a game
HELD_OUT = 5  # number of folds of the cross-validation


class StoredGame(Record, frozen=True):
    """A whole game: dice seed, players, orders as typed, winner ("": a draw)."""

    number: int
    seed: int
    seats: dict[str, str]
    orders: tuple[str, ...]
    winner: str


class Sample(Record, frozen=True):
    """A position of a game as one side knew it, and the game's result for that side: 1 won, 0 drawn, -1 lost."""

    game: int
    side: str
    signs: tuple[int, ...]
    result: int


def games_of(system: str, key: str, args: Namespace) -> list[StoredGame]:
    """Play games of a battle, in order; fewer if time runs out. With --rows every game is saved when it ends, and saved
    games are not played again.
    """
    players = tuple(args.players.split(",")) if args.players else PLAYERS
    path = Path(args.rows) / f"{system}-{key}.games.jsonl" if args.rows else None
    found = kept_games(path)[: args.games] if path is not None else []
    clock = process_time if args.jobs == 1 else monotonic
    begun, at_once = clock(), max(AT_ONCE, 2 * worker_count(args.jobs)) if args.seconds else args.games
    while len(found) < args.games and (not args.seconds or clock() - begun < args.seconds):
        numbers = range(len(found), min(args.games, len(found) + at_once))
        orders = ((system, key, number, args.seed + number, players) for number in numbers)
        for game in run_in_processes(play, orders, args.jobs) if args.jobs != 1 else (play(*one) for one in orders):
            found.append(game)
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("ab") as file:
                    file.write(to_json(game) + b"\n")
    return found


def kept_games(path: Path) -> list[StoredGame]:
    """Return the games of earlier runs; an incomplete last line is left out."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=StoredGame) for line in path.read_bytes().split(b"\n")[:-1]]


def play(system: str, key: str, number: int, seed: int, among: tuple[str, ...] = PLAYERS) -> StoredGame:
    """Play one game between random players."""
    scenario, drawn = get_scenario(system, key), SeededDice(seed, 1 << 20)
    seats = {side.key: among[drawn.roll(1, len(among))[0] - 1] for side in scenario.sides}
    session = Session(SYSTEMS[system], scenario, open_map(system, scenario.map), seed=seed)
    kinds = enumerate(seats.items())
    players = {side: make_player(kind, seed * 1000 + index, without_reasons=True) for index, (side, kind) in kinds}
    chairs = {side: Seat(session, side) for side in seats}
    while not session.over:
        take_turn(players[session.actor], chairs[session.actor])
    orders = tuple(format_command(step.command) for step in session.steps[1:])
    return StoredGame(number, seed, seats, orders, session.state.outcome.winner)


def samples_of(system: str, key: str, games: list[StoredGame], jobs: int) -> tuple[list[Sample], int]:
    """Return (samples of some games, number of games that today's rules do not reproduce)."""
    pieces = [games[at : at + 20] for at in range(0, len(games), 20)]
    work = ((system, key, piece) for piece in pieces)
    found = [
        one
        for some in (
            run_in_processes(samples_of_games, work, jobs) if jobs != 1 else (samples_of_games(*one) for one in work)
        )
        for one in some
    ]
    return [sample for samples in found for sample in samples], sum(not samples for samples in found)


def samples_of_games(system: str, key: str, games: list[StoredGame]) -> list[list[Sample]]:
    """Return the samples of each game: some positions from both sides; None if the rules do not reproduce a game."""
    return [_samples_of_game(system, key, game) for game in games]


def _samples_of_game(key: str, battle: str, game: StoredGame) -> list[Sample]:
    system, scenario = SYSTEMS[key], get_scenario(key, battle)
    assert system.chance is not None
    dice, drawn = SeededDice(game.seed), SeededDice(game.seed, 1 << 21)
    state = adjudicate(system, opening_state(system, scenario, open_map(key, scenario.map), {}), Begin(""), dice).state
    one_in, found = max(1, len(game.orders) // LOOKS), list[Sample]()
    for order in game.orders:
        if drawn.roll(1, one_in)[0] == 1:
            for side in game.seats:
                signs = system.chance.signs(system.known_state(state, side), side)
                result = (game.winner == side) - (bool(game.winner) and game.winner != side)
                found.append(Sample(game.number, side, signs, result))
        side = actor(state)
        try:
            command = parse_command(system, side, order)
        except ValueError:
            return []
        if not side or check(system, state, command):
            return []
        state = adjudicate(system, state, command, dice).state
    return found if state.outcome is not None and state.outcome.winner == game.winner else []
