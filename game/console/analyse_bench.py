"""`analyse --bench`: the figures of the analysis, measured on games between computer players, kept in a table.

A game is a pure function of the program, the battle and its number; with --rows every game is kept as it ends, and
those that are there are not played again.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from datetime import date
from math import sqrt
from pathlib import Path
from statistics import mean, stdev, variance
from time import process_time
from typing import TypeVar

import msgspec

from game.analysing import Analyst
from game.console import terminal
from game.console.playing import Refused
from game.library import Entry, get_scenario, open_library, open_map
from rules import SYSTEMS
from rules.analysis.rating import Count, fought, rank_of, total
from rules.kernel.record import Record, to_json
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn
from rules.players.player import HURRY

FIGURES = Path(__file__).parents[2] / "rules" / "analysis" / "FIGURES.md"
BATTLES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/lesson_duel",
    "battles_for_empire/the_wells",
    "perfidious_albion/caldera_bay",
)
LEVELS = ("midshipman", "lieutenant", "captain")
EXACT = 0.001  # what the identity may be off by
TOLERATED = 3  # standard errors
MOST_S = 1.0  # of the processor's time for one decision
DECISIONS = 60


class Game(Record, frozen=True):
    """What one game between two captains came to, for its first side."""

    number: int
    result: float  # 1 won, 1/2 drawn, 0 lost
    luck: float
    adjusted: float
    off: float  # by how much final - initial is not luck + skill
    throws: int
    seconds: float  # of the processor's time, for the luck alone


class Rated(Record, frozen=True):
    """What the orders of one level cost in one game."""

    level: str
    number: int
    count: Count
    seconds: float  # of the processor's time, for the weighing alone


Row = TypeVar("Row", Game, Rated)


def bench_verb(args: Namespace) -> int:
    """`analyse --bench`: play, measure, print beside what was asked; with --write keep the table. 1 on a miss."""
    names = [args.file] if args.file else list(BATTLES)
    library = open_library(SYSTEMS)
    lines, missed = [], 0
    for name in names:
        entry = library.find(name)
        rows = _games(entry, args)
        told, bad = luck_lines(entry, rows)
        lines += told
        missed += bad
        if args.decisions:
            lines += _level_lines(entry, args)
        for line in lines[-6:]:
            terminal.say(line)
    if args.write:
        head = f"Made by `main.py analyse --bench --games {args.games} --seconds {args.seconds:g}`, {date.today()}."
        FIGURES.write_text("\n".join(["# Figures of the analysis", "", head, "", *lines, ""]), "utf-8")
        terminal.say(f"written: {FIGURES.name}")
    return 1 if missed else 0


def played(entry: Entry, seed: int, players: Sequence[str]) -> Session:
    """A whole game between two players, for its first and its second side."""
    scenario = get_scenario(entry.system, entry.key)
    session = Session(SYSTEMS[entry.system], scenario, open_map(entry.system, scenario.map), seed=seed)
    seated = {
        side.key: make_player(kind, seed * 10 + place)
        for place, (side, kind) in enumerate(zip(scenario.sides, players, strict=True))
    }
    seats = {side: Seat(session, side) for side in seated}
    while not session.over:
        take_turn(seated[session.actor], seats[session.actor])
    session.players = dict(zip(seated, players, strict=True))
    return session


def _games(entry: Entry, args: Namespace) -> list[Game]:
    path = Path(args.rows) / f"{entry.system}-{entry.key}.jsonl" if args.rows else None
    rows = _kept(path, Game) if path is not None else []
    begun = process_time()
    while len(rows) < args.games and process_time() - begun < args.seconds:
        game = measured(entry, len(rows))
        rows.append(game)
        _keep(path, game)
    if not rows:
        raise Refused("expected some games and some seconds")
    return rows


def measured(entry: Entry, number: int) -> Game:
    """The luck of the game of that number between two captains."""
    session = played(entry, 70_000 + number, ("captain", "captain"))
    begun = process_time()
    analyst = Analyst(session, None)
    for _ in analyst.run(decisions=False):
        pass
    found = analyst.found
    one = found.sides[0][0]
    off = abs(found.final - found.initial - found.luck(one) - found.skill(one))
    throws = sum(len(entry.throws) for entry in found.entries)
    return Game(number, found.final, found.luck(one), found.adjusted(one), off, throws, process_time() - begun)


def luck_lines(entry: Entry, rows: Sequence[Game]) -> tuple[list[str], int]:
    """(what the games of a battle say, how many figures are missed)."""
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


def _level_lines(entry: Entry, args: Namespace) -> list[str]:
    """The mean error of each level against a captain, over so many decisions."""
    path = Path(args.rows) / f"{entry.system}-{entry.key}-levels.jsonl" if args.rows else None
    rows = _kept(path, Rated) if path is not None else []
    lines, errors = [], []
    for level in LEVELS:
        mine = [row for row in rows if row.level == level]
        while sum(row.count.orders for row in mine) < args.decisions:
            row = _rated(entry, level, len(mine), args.decisions)
            mine.append(row)
            _keep(path, row)
        count = Count()
        for row in mine:
            count.add(row.count)
        errors.append(count.error)
        seconds = sum(row.seconds for row in mine) * DECISIONS / max(1, count.orders)
        lines.append(
            f"- {level}: {count.error:.2f} ± {count.margin:.2f} points an unforced order of {count.orders} "
            f"({rank_of(count)}); {DECISIONS} decisions in {seconds:.0f} s of one core"
        )
    ordered = errors == sorted(errors, reverse=True)
    return [*lines, f"- the rating {'puts' if ordered else 'does NOT put'} the levels in their order", ""]


def _rated(entry: Entry, level: str, number: int, most: int) -> Rated:
    """The orders of one level, first side in even games, against a captain."""
    players = (level, "captain") if number % 2 == 0 else ("captain", level)
    session = played(entry, 80_000 + number, players)
    side = list(session.players)[number % 2]
    session.players = {key: "human" if key == side else "captain" for key in session.players}
    begun = last = process_time()

    def haste() -> str:
        return HURRY if process_time() - last > MOST_S else ""

    analyst = Analyst(session, None, haste=haste)
    for found in analyst.run():
        last = process_time()
        if not found.complete:
            begun = last
        mine = [number for number in analyst.weighed if session.steps[number].actor == side]
        orders = sum(session.steps[number].actor == side for number in range(1, len(session.steps)))
        if len(found.decisions) >= most or len(mine) >= orders:
            break
    return Rated(level, number, total([fought(analyst.found, side)]), process_time() - begun)


def _kept(path: Path | None, kind: type[Row]) -> list[Row]:
    if path is None or not path.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().split(b"\n")[:-1]]


def _keep(path: Path | None, row: Record) -> None:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(to_json(row) + b"\n")
