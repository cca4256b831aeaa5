"""`analysis`: the figures of the analysis, measured on games between computer players, saved in a table. A game is a
pure function of the program, the battle and its number; with --rows every game is saved when it ends, and saved games
are not played again.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from datetime import date
from math import sqrt
from pathlib import Path
from statistics import mean, stdev, variance
from time import process_time
from typing import TypeVar

import msgspec

from game.console import terminal
from game.console.playing import Refused
from game.library import Entry, get_scenario, open_library, open_map
from game.table.analysis_job import Analyst
from rules import SYSTEMS
from rules.analysis.luck_and_skill import CERTAIN
from rules.analysis.mistakes import decision_steps, seat_before
from rules.analysis.rating import Count
from rules.analysis.rollouts import USUAL, average_losses
from rules.kernel.record import Record, to_json
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn

FIGURES = Path(__file__).parents[2] / "rules" / "analysis" / "FIGURES.md"
BATTLES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/lesson_duel",
    "battles_for_empire/the_wells",
    "perfidious_albion/caldera_bay",
)
LEVELS = ("midshipman", "lieutenant", "captain")
NEIGHBOURS = tuple(zip(LEVELS[1:], LEVELS, strict=False))  # (better level, worse level)
MATCHES = tuple(match for pair in NEIGHBOURS for match in (pair, pair[::-1]))  # the pairings, used in turn
HALF = 0.5
EXACT = 0.001  # tolerance of the identity
TOLERATED = 3  # standard errors
DECISIONS = 60
EVERY = 5  # of this many unforced decisions of a game, one is given to every level
PAIRED = 16  # rollouts of each level's order with the same dice, twice: to find the best, and to measure


class Game(Record, frozen=True):
    """The result of one game between neighbouring levels, for its first side."""

    number: int
    players: tuple[str, str]  # players of the first and the second side
    orders: tuple[int, int]  # number of orders of either side, without ends of phases and mere transitions
    result: float  # 1 won, 1/2 drawn, 0 lost
    luck: float
    adjusted: float
    off: float  # difference between final - initial and luck + skill
    throws: int
    seconds: float  # processor time for the luck alone


class Rated(Record, frozen=True):
    """The costs of the levels' orders in the same position, as measured for the rating."""

    game: int
    number: int  # number of steps before it
    losses: tuple[float, ...]  # costs of LEVELS against the best of their orders; all 0 if they give the same order
    seconds: float  # processor time for it


Row = TypeVar("Row", Game, Rated)


def bench_verb(args: Namespace) -> int:
    """`analysis`: play, measure, print beside the targets; with --write save the table. 1 if a target is missed."""
    names = [args.file] if args.file else list(BATTLES)
    library = open_library(SYSTEMS)
    lines, missed = [], 0
    for name in names:
        entry = library.find(name)
        rows = _games(entry, args)
        report_lines, bad = luck_lines(entry, rows)
        report_lines += skill_lines(rows)
        missed += bad
        if args.decisions:
            report_lines += _level_lines(entry, args)
        for line in report_lines:
            terminal.say(line)
        lines += report_lines
    if args.write:
        head = f"Made by `release.makers analysis --games {args.games} --seconds {args.seconds:g}`, {date.today()}."
        FIGURES.write_text("\n".join(["# Figures of the analysis", "", head, "", *lines, ""]), "utf-8")
        terminal.say(f"written: {FIGURES.name}")
    return 1 if missed else 0


def play_match_game(entry: Entry, seed: int, players: Sequence[str]) -> Session:
    """Play a whole game between two players, for its first and its second side."""
    scenario = get_scenario(entry.system, entry.key)
    session = Session(SYSTEMS[entry.system], scenario, open_map(entry.system, scenario.map), seed=seed)
    seated = {
        side.key: make_player(kind, seed * 10 + place, without_reasons=True)
        for place, (side, kind) in enumerate(zip(scenario.sides, players, strict=True))
    }
    seats = {side: Seat(session, side) for side in seated}
    while not session.over:
        take_turn(seated[session.actor], seats[session.actor])
    session.players = dict(zip(seated, players, strict=True))
    return session


def _games(entry: Entry, args: Namespace) -> list[Game]:
    path = Path(args.rows) / f"{entry.system}-{entry.key}.jsonl" if args.rows else None
    rows = _read_rows(path, Game) if path is not None else []
    begun = process_time()
    while len(rows) < args.games and process_time() - begun < args.seconds:
        game = measure_luck(entry, len(rows))
        rows.append(game)
        _keep(path, game)
    if not rows:
        raise Refused("expected some games and some seconds")
    return rows


def measure_luck(entry: Entry, number: int) -> Game:
    """Return the luck in the game of that number; the MATCHES take turns."""
    players = MATCHES[number % len(MATCHES)]
    session = play_match_game(entry, 70_000 + number, players)
    begun = process_time()
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    found = analyst.found
    one, two = (key for key, _ in found.sides)
    orders = [sum(entry.side == side and not entry.passing for entry in found.entries) for side in (one, two)]
    off = abs(found.final - found.initial - found.luck(one) - found.skill(one))
    throws = sum(len(entry.throws) for entry in found.entries)
    return Game(
        number=number,
        players=players,
        orders=(orders[0], orders[1]),
        result=found.final,
        luck=found.luck(one),
        adjusted=found.adjusted_result(one),
        off=off,
        throws=throws,
        seconds=process_time() - begun,
    )


def luck_lines(entry: Entry, rows: Sequence[Game]) -> tuple[list[str], int]:
    """Return (text lines of a battle's games, number of missed targets)."""
    luck = [row.luck for row in rows]
    error = stdev(luck) / sqrt(len(luck)) if len(luck) > 1 else 1.0
    fair = abs(mean(luck)) <= TOLERATED * error
    exact = max(row.off for row in rows) <= EXACT
    lines = [
        f"## {entry.name}",
        "",
        f"- mean luck of the first side {100 * mean(luck):+.2f} ± {100 * error:.2f} points (one standard error) over "
        f"{len(rows)} games, {mean(row.throws for row in rows):.0f} throws a game: "
        f"{'within' if fair else 'NOT within'} {TOLERATED} of nothing",
        f"- final - initial = luck + skill: off by {max(row.off for row in rows):.1e} at most, in every game",
    ]
    if len(rows) > 1:
        raw, less = variance([row.result for row in rows]), variance([row.adjusted for row in rows])
        factor = f", {raw / less:.1f} times less" if less > 0 else ""
        lines.append(f"- variance of the result {raw:.3f}, without luck {less:.3f}{factor}")
    lines += [f"- luck of a game: {mean(row.seconds for row in rows):.2f} s of the processor's time", ""]
    return lines, (not fair) + (not exact)


def skill_lines(rows: Sequence[Game]) -> list[str]:
    """Return how much a level beats its neighbour after subtracting luck, in total and for each order."""
    lines, reached = [], True
    for better, worse in NEIGHBOURS:
        games = [row for row in rows if set(row.players) == {better, worse}]
        raw, less, count = shares_between(games, better)
        if count == 0:
            continue
        orders = mean(row.orders[row.players.index(worse)] for row in games)
        reached = reached and less[0] - less[1] > HALF
        lines.append(
            f"- {better} against {worse}: {100 * raw[0]:.1f} ± {100 * raw[1]:.1f} %, without luck "
            f"{100 * less[0]:.1f} ± {100 * less[1]:.1f} % (95 per cent, {count} games, sides in turn): an order of the "
            f"{worse}'s costs {100 * (less[0] - HALF) / orders:.2f} ± {100 * less[1] / orders:.2f} points more"
        )
    reached = reached and len(lines) == len(NEIGHBOURS)
    order = "puts the levels in their order" if reached else "does NOT put the levels in their order beyond doubt"
    return [*lines, f"- what the results are without luck {order}", ""] if lines else []


def shares_between(games: Sequence[Game], player: str) -> tuple[tuple[float, float], tuple[float, float], int]:
    """Return a player's (score and half its interval, the same without luck, games), 0..1. Both sides of the battle
    have the same weight, however often the player had each.
    """
    sides = [[row for row in games if row.players[place] == player] for place in (0, 1)]
    if min(map(len, sides)) < 2:
        return (HALF, HALF), (HALF, HALF), 0
    found = []
    for kind in ("result", "adjusted"):
        shares = [[getattr(row, kind) for row in rows] for rows in sides]
        first, second = shares[0], [1 - share for share in shares[1]]
        error = sqrt(variance(first) / len(first) + variance(second) / len(second)) / 2
        found.append(((mean(first) + mean(second)) / 2, CERTAIN * error))
    return found[0], found[1], len(games)


def _level_lines(entry: Entry, args: Namespace) -> list[str]:
    """Return the costs of the levels' orders against the best of them, in the same positions for all."""
    path = Path(args.rows) / f"{entry.system}-{entry.key}-paired.jsonl" if args.rows else None
    rows = _read_rows(path, Rated) if path is not None else []
    begun = process_time()
    while len(rows) < args.decisions and process_time() - begun < args.seconds:
        for row in _rated_in(80_000 + (rows[-1].game + 1 - 80_000 if rows else 0), entry):
            rows.append(row)
            _keep(path, row)
    return level_lines(rows)


def level_lines(rows: Sequence[Rated]) -> list[str]:
    """Return the text lines of rated positions."""
    if len(rows) < 2:
        return ["- the rating of the levels was not measured", ""]
    lines, means = [], []
    for place, level in enumerate(LEVELS):
        count = Count()
        for row in rows:
            count.add(Count(1, row.losses[place], row.losses[place] ** 2))
        means.append(count.error)
        lines.append(f"- {level}: {count.error:.2f} ± {count.margin:.2f} points an unforced order")
    for place, (worse, better) in enumerate(zip(LEVELS, LEVELS[1:], strict=False)):
        more = [row.losses[place] - row.losses[place + 1] for row in rows]
        error = stdev(more) / sqrt(len(more))
        lines.append(
            f"- {worse} less {better}: {100 * mean(more):+.2f} ± {196 * error:.2f} points in the same positions"
        )
    ordered = means == sorted(means, reverse=True)
    differ = sum(any(row.losses) for row in rows)
    seconds = sum(row.seconds for row in rows)
    lines.append(f"- {len(rows)} positions, in {differ} of them not all order the same; {seconds:.0f} s of one core")
    return [*lines, f"- the rating {'puts' if ordered else 'does NOT put'} the levels in their order", ""]


def _rated_in(game: int, entry: Entry) -> Iterator[Rated]:
    """Yield some unforced decisions of a game between Captains, with the order of each level there."""
    session = play_match_game(entry, game, ("captain", "captain"))
    listed = decision_steps(session, list(session.players))
    for number in listed[game % EVERY :: EVERY]:
        seat = seat_before(session, number)
        orders = [make_player(level, game * 1000 + number).choose(seat).command for level in LEVELS]
        begun = process_time()
        lost = average_losses(seat, orders, USUAL, number, PAIRED)
        yield Rated(game, number, tuple(lost[order] for order in orders), process_time() - begun)


def _read_rows(path: Path | None, kind: type[Row]) -> list[Row]:
    if path is None or not path.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().split(b"\n")[:-1]]


def _keep(path: Path | None, row: Record) -> None:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(to_json(row) + b"\n")
