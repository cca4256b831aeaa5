"""The verb `balance`: many computer games of a scenario, on all cores, and who wins how often.

A game is fixed by its seed and its players; rows are keyed by game number, so neither the number of workers nor the
order in which they finish changes a figure. A game that raises becomes a row that says so.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice, takewhile
from math import sqrt
from pathlib import Path
from time import monotonic
from typing import TextIO

import msgspec

from game.console import terminal
from game.console.balance_table import write_balance
from game.console.cluster import program_digest, using_cluster
from game.console.playing import Refused, make_players
from game.console.processes import run_in_processes
from game.library import Entry, NoSuchScenario, Shelves, get_scenario, open_library, open_map
from game.table.speech import strip_controls
from game.words import tr, trn
from game.workshop.playtest import rate
from game.workshop.user_files import YAML, battle_in
from rules import SYSTEMS
from rules.kernel.record import Record, digest_of
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import CAPTAIN, PLAYERS, charted_options, close_players, is_player, take_turn
from rules.players.balanced import TABLE

ALL = "all"
CHUNK_GAMES = 4
MOST_DECISIONS = 20_000
BAR_WIDTH = 30


class Fixture(Record, frozen=True):
    """One game to be played: its number, its seed, and the player of each side in the scenario's order."""

    number: int
    seed: int
    seats: tuple[str, ...]


class Row(Record, frozen=True, kw_only=True):
    """One game played. `winner` is a side, empty for a draw; `error`: why there is no result."""

    number: int
    seed: int
    seats: tuple[str, ...]
    winner: str = ""
    turns: int = 0
    orders: int = 0
    points: tuple[int, ...] = ()
    error: str = ""


def fixtures(games: int, players: tuple[str, str], seed: int) -> list[Fixture]:
    """Return the games to play. Two different players play each seed twice, with sides swapped."""
    if players[0] == players[1]:
        return [Fixture(number, seed + number, players) for number in range(games)]
    return [Fixture(number, seed + number // 2, players[:: 1 - 2 * (number % 2)]) for number in range(games)]


def battle_of(system: str, key: str) -> tuple[Scenario, MapSheet | None]:
    """Return the battle called `key`, or the one in the file at that path, and its map. Raises DataError."""
    if not key.endswith(YAML):
        scenario = get_scenario(system, key)
        return scenario, open_map(system, scenario.map)
    path = Path(key)
    scenario = battle_in(path)
    return scenario, Shelves(path.parent.parent).sheet(system, scenario.map)


def play_game(system: str, key: str, fixture: Fixture) -> Row:
    """Play one game between computers. Any error, in rules or players, is reported in the row."""
    row = Row(number=fixture.number, seed=fixture.seed, seats=fixture.seats)
    try:
        scenario, sheet = battle_of(system, key)
        sides = [side.key for side in scenario.sides]
        seats = dict(zip(sides, fixture.seats, strict=True))
        charted = charted_options(SYSTEMS[system], seats)
        session = Session(SYSTEMS[system], scenario, sheet, charted, seed=fixture.seed, players=seats)
        players = make_players(session, without_reasons=True)
        while not session.over:
            player = players[session.actor]
            assert player is not None
            take_turn(player, Seat(session, session.actor))
            if len(session.steps) > MOST_DECISIONS:
                return row.but(error=tr("not finished after {most_decisions} orders", most_decisions=MOST_DECISIONS))
        close_players(players.values())
        points = {score.side: score.points for score in Seat(session, "").view().scores}
    except Exception as error:  # one bad game must not lose the others
        return row.but(error=f"{type(error).__name__}: {error}")
    return row.but(
        winner=session.state.outcome.winner,
        turns=session.state.cursor.turn,
        orders=len(session.steps) - 1,
        points=tuple(points.get(side, 0) for side in sides),
    )


def play_chunk(system: str, key: str, chunk: list[Fixture]) -> list[Row]:
    """Play several games in one worker."""
    return [play_game(system, key, fixture) for fixture in chunk]


def play_all(system: str, key: str, games: list[Fixture], jobs: int, end_s: float | None = None) -> Iterator[list[Row]]:
    """Yield rows as they come, in chunks: on this core, or on `jobs` cores. end_s: no game begins after this time of
    the clock.
    """
    timely = takewhile(lambda game: end_s is None or monotonic() < end_s, games)
    if jobs == 1:
        yield from ([play_game(system, key, fixture)] for fixture in timely)
        return
    chunks = iter(lambda: list(islice(timely, CHUNK_GAMES)), [])
    yield from run_in_processes(play_chunk, ((system, key, chunk) for chunk in chunks), jobs, in_order=False)


def balance_verb(args: Namespace) -> int:
    """`balance`: play and report. 1 when a game raised or the run was stopped."""
    players = _players(args.players)
    if args.games < 1 or args.jobs == 0:
        raise Refused(tr("expected at least one game and one job"))
    if args.write and (players != (CAPTAIN, CAPTAIN) or args.scenario.endswith(YAML)):
        raise Refused(tr("--write needs Captains as players and a battle of the program"))
    with using_cluster(args.cluster, args.jobs):
        return _play_and_report(args, players)


def _play_and_report(args: Namespace, players: tuple[str, str]) -> int:
    bad = False
    for entry in _entries(args.scenario):
        games = fixtures(args.games, players, args.seed)
        rows, stopped = _gather(entry, games, args.jobs, args.rows, args.seconds)
        for line in report(entry, rows, players):
            terminal.say(strip_controls(line))
        results = [row.winner for row in rows if not row.error]
        if args.write and results:
            write_balance(entry, results)
            terminal.say(tr("written: {path}", path=TABLE.name))
        if stopped:
            terminal.say(tr("stopped after {count} of {games} games", count=len(rows), games=args.games))
            return 1
        bad = bad or any(row.error for row in rows)
    return 1 if bad else 0


def _players(text: str) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    names = names * 2 if len(names) == 1 else names
    unknown = [name for name in names if not is_player(name)]
    if len(names) != 2 or unknown:
        raise Refused(
            tr(
                "expected one or two of {names}, separated by a comma; found {text}",
                names=", ".join(PLAYERS),
                text=f"{text!r}",
            )
        )
    return names[0], names[1]


def _entries(name: str) -> tuple[Entry, ...]:
    if name.endswith(YAML):
        scenario = battle_in(Path(name))
        return (Entry(scenario.system, scenario.key, scenario.title, scenario.summary, Path(name), scenario, own=True),)
    library = open_library(SYSTEMS)
    for problem in library.problems:
        terminal.complain(str(problem))
    if name == ALL:
        return library.entries
    if name in SYSTEMS:
        return library.of(name)
    try:
        return (library.find(name),)
    except NoSuchScenario as error:
        raise Refused(str(error)) from error


def _gather(
    entry: Entry, games: list[Fixture], jobs: int, path: str | None, seconds: float = 0
) -> tuple[list[Row], bool]:
    """Return the rows of all games (or of those begun within `seconds`) in order of their number, and whether Ctrl-C
    was pressed.
    """
    stopped = False
    key, begun, program = str(entry.path) if entry.own else entry.key, monotonic(), program_digest()
    rows = _rows_of_earlier_run(entry, games, path, program)
    known = {row.number for row in rows}
    missing = [game for game in games if game.number not in known]
    with Path(path).open("a", encoding="utf-8") if path else nullcontext() as out:
        try:
            for some_rows in play_all(entry.system, key, missing, jobs, begun + seconds if seconds else None):
                rows.extend(some_rows)
                _write(out, entry, program, some_rows)
                _show_progress(entry.name, len(rows), len(games))
        except KeyboardInterrupt:
            stopped = True
    return sorted(rows, key=lambda row: row.number), stopped


def _rows_of_earlier_run(entry: Entry, games: list[Fixture], path: str | None, program: str) -> list[Row]:
    """Return the rows of games that an earlier run of the same program has played."""
    wanted, found = {game.number: game for game in games}, {}
    lines = Path(path).read_text("utf-8").splitlines() if path and Path(path).exists() else []
    for kept in map(json.loads, lines):
        if kept.pop("scenario") == entry.name and kept.pop("program", "") == program:
            row = msgspec.convert(kept, Row)
            if wanted.get(row.number) == Fixture(row.number, row.seed, row.seats):
                found[row.number] = row
    return list(found.values())


def _write(out: TextIO | None, entry: Entry, program: str, rows: Iterable[Row]) -> None:
    if out is None:
        return
    for row in rows:
        out.write(json.dumps({"scenario": entry.name, "program": program, **msgspec.to_builtins(row)}) + "\n")
    out.flush()


def _show_progress(name: str, done: int, games: int) -> None:
    filled = BAR_WIDTH * done // games
    end = "\n" if done == games else ""
    if sys.stderr.isatty():
        bar = "#" * filled + "." * (BAR_WIDTH - filled)
        print(f"\r{name} [{bar}] {done}/{games}", end=end, file=sys.stderr, flush=True)
    elif done == games:
        print(f"{name} {done}/{games}", file=sys.stderr, flush=True)


def report(entry: Entry, rows: list[Row], players: tuple[str, str]) -> Iterator[str]:
    """Yield the results of one scenario as text: rates with 95 per cent Wilson intervals, length, points, errors."""
    good = [row for row in rows if not row.error]
    sides = [side.key for side in entry.scenario.sides]
    yield tr(
        "{entry}: {entry2}, {words}, players {names}",
        entry=entry.name,
        entry2=entry.title,
        words=trn("{count} game", "{count} games", len(rows)),
        names=" and ".join(players),
    )
    for number, side in enumerate(sides):
        wins = sum(row.winner == side for row in good)
        points = [row.points[number] for row in good]
        yield tr(
            "  {name} wins {rate}   points {spread}",
            name=f"{entry.scenario.sides[number].name:24}",
            rate=rate(wins, len(good)),
            spread=spread(points),
        )
    yield f"  {'drawn':24}      {rate(sum(not row.winner for row in good), len(good))}"
    if players[0] != players[1]:
        for player in players:
            wins = sum(bool(row.winner) and row.seats[sides.index(row.winner)] == player for row in good)
            yield tr("  {player} wins {rate}", player=f"{player + ' as a player':24}", rate=rate(wins, len(good)))
    yield tr(
        "  length: turns {spread}; orders {spread2}",
        spread=spread([row.turns for row in good]),
        spread2=spread([row.orders for row in good]),
    )
    yield tr("  digest of the results: {digest_of}", digest_of=digest_of(rows))
    for row in rows:
        if row.error:
            yield tr(
                "  ERROR in game {number}, seed {seed}, {names}: {error}",
                number=row.number,
                seed=row.seed,
                names=" and ".join(row.seats),
                error=row.error,
            )


def spread(numbers: list[int]) -> str:
    """Return mean, deviation and range: `12.5 ± 3.1 (8 to 18)`."""
    if not numbers:
        return "none"
    mean = sum(numbers) / len(numbers)
    deviation = sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
    return tr(
        "{mean} ± {deviation} ({numbers} to {numbers2})",
        mean=f"{mean:.1f}",
        deviation=f"{deviation:.1f}",
        numbers=min(numbers),
        numbers2=max(numbers),
    )
