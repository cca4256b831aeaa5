"""How fair the skirmishes are: `python -m tests.workshop.fair GAME --rows FOLDER [--battles N] [--seconds S]`.

Each battle is drawn by a seed and levelled by games between captains as the window does it; then it is played afresh,
with dice it was not levelled by. Every game played is a line in FOLDER/GAME.jsonl and is not played again: stop it, or
let it stop by itself, and go on with the same command. `--table` writes what is known into FAIR.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Iterator
from datetime import date
from math import comb
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any

from game.console.playing import make_players
from game.library import MAPS, Shelves
from game.workshop.evenness import Levelling, Result, share
from game.workshop.skirmish import Lot
from rules import SYSTEMS
from rules.kernel.record import digest_of
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import take_turn

FRESH, FIRST_FRESH = 20, 50_000
TABLE = Path(__file__).parent / "FAIR.md"
INSIDE = range(40, 61)
PLAYED_BY = ("captain", "quick")


class OutOfTime(Exception):
    """The seconds are used up."""


def play(scenario: Scenario, sheet: MapSheet | None, seed: int, player: str) -> Result:
    """One game between two players of a kind; the points without the handicap."""
    seats = {side.key: player for side in scenario.sides}
    session = Session(SYSTEMS[scenario.system], scenario, sheet, seed=seed, players=seats)
    players = make_players(session)
    while not session.over:
        one = players[session.actor]
        assert one is not None
        take_turn(one, Seat(session, session.actor))
    points = {score.side: score.points for score in Seat(session, "").view().scores}
    first, second = (points.get(side.key, 0) - side.handicap for side in scenario.sides)
    return Result(session.state.outcome.winner, (first, second))


class Rows:
    """The games of one game that were played, on disk one a line. `of` plays one that was not."""

    def __init__(self, path: Path, until: float, player: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path, self.until, self.player, self.seconds = path, until, player, 0.0
        self.known: dict[str, Result] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            try:
                row: dict[str, Any] = json.loads(line)
                if not row["key"].endswith(f" {player}"):
                    continue
                self.known[row["key"]] = Result(row["winner"], (row["points"][0], row["points"][1]))
                self.seconds += row["seconds"]
            except (ValueError, KeyError):
                continue  # torn when the run was stopped

    def of(self, scenario: Scenario, sheet: MapSheet | None, dice: int) -> Result:
        """A game of the battle with these dice. Raises OutOfTime."""
        key = f"{digest_of(scenario)[:16]} {dice} {self.player}"
        if key not in self.known:
            if time.monotonic() > self.until:
                raise OutOfTime
            begun = time.process_time()
            found = self.known[key] = play(scenario, sheet, dice, self.player)
            spent = round(time.process_time() - begun, 2)
            self.seconds += spent
            row = {"key": key, "winner": found.winner, "points": found.points, "seconds": spent}
            with self.path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
        return self.known[key]


def measured(game: str, seed: int, rows: Rows, fresh: int) -> tuple[int, int, int]:
    """Shares of the first side: as drawn, in the games it was levelled by, and in fresh games, -1 without any.

    Raises OutOfTime.
    """
    system = SYSTEMS[game]
    assert system.workbench is not None
    bench = system.workbench()
    sheet = Shelves().sheet(game, bench.map)
    levelling = Levelling(system, sheet, Lot(seed, bench.budget[0]))
    raw = -1
    while levelling.next is not None:
        scenario, first = levelling.next, levelling.seed
        results = [rows.of(scenario, sheet, first + n) for n in range(levelling.games)]
        raw = share(scenario, results) if raw < 0 else raw
        levelling.played(results)
    more = [rows.of(levelling.best, sheet, FIRST_FRESH + n) for n in range(fresh)]
    return raw, levelling.share, share(levelling.best, more) if more else -1


def even_coin() -> float:
    """How often 20 tosses of an even coin show 8 to 12 heads."""
    return sum(comb(FRESH, heads) for heads in range(8, 13)) / 2**FRESH


def told(game: str, found: list[tuple[int, int, int]], rows: Rows) -> str:
    """A line of the table."""
    inside = [sum(shares[number] in INSIDE for shares in found) for number in range(3)]
    drawn, levelled, fresh = (f"{number} ({number / max(1, len(found)):.0%})" for number in inside)
    means = [[shares[number] / 100 for shares in found] for number in (0, 1, 2)]
    spreads = [f"{fmean(row):.0%} ± {pvariance(row) ** 0.5:.0%}" if row else "" for row in means]
    if found and found[0][2] < 0:
        fresh = spreads[2] = "not played"
    cost = f"{rows.seconds / max(1, len(rows.known)):.1f} s"
    cells = (game, rows.player, len(found), drawn, levelled, fresh, *spreads, cost, len(rows.known))
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def all_known(game: str, rows: Rows, battles: int, fresh: int, *, every: bool = True) -> Iterator[tuple[int, int, int]]:
    """The shares of the battles one after the other, played where they were not, until the time is out."""
    for seed in range(1, battles + 1):
        try:
            yield measured(game, seed, rows, fresh)
        except OutOfTime:
            if every:
                return


def write_table(folder: Path, battles: int) -> None:
    """FAIR.md from the rows of all games, by every player whose games there are."""
    lines = []
    for game in SYSTEMS:
        for player in PLAYED_BY:
            rows = Rows(folder / f"{game}.jsonl", 0, player)
            more, few = (list(all_known(game, rows, battles, fresh, every=False)) for fresh in (FRESH, 0))
            lines += [told(game, more, rows)] if more else []
            lines += [told(game, few, rows)] if len(few) > len(more) else []
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=MAPS.parent, check=False
    ).stdout.strip()
    TABLE.write_text(HEAD.format(day=date.today(), commit=commit, coin=f"{even_coin():.0%}") + "\n".join(lines) + "\n")


HEAD = """# How fair the skirmishes are

Made {day} at commit {commit} by `python -m tests.workshop.fair GAME --rows FOLDER` for each game (small skirmishes, the
same player on both sides), then `--table`. *As drawn*: the first games of a battle, nothing levelled. *Levelled*: the
games of the battle as it is offered, which are what the generator accepted it by. *Fresh*: 20 more of the very same
battle, with dice the generator never saw. Counted are battles where the first side has 40 to 60 per cent, a draw half;
then the mean of the first side's shares over all battles, and their spread. 20 tosses of an even coin lie within 40 to
60 in {coin} of all cases: more than that is the work of draws, not of fairness.

| game | players | battles | as drawn | levelled | fresh | mean as drawn | mean levelled | mean fresh | a game | games |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Play, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*SYSTEMS, "all"])
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=500)
    parser.add_argument("--player", default="captain")
    parser.add_argument("--fresh", type=int, default=FRESH, choices=[0, FRESH])
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    if args.table:
        write_table(args.rows, args.battles)
        return
    games = list(SYSTEMS) if args.game == "all" else [args.game]
    for game in games:
        until = time.monotonic() + args.seconds / len(games)
        rows, found = Rows(args.rows / f"{game}.jsonl", until, args.player), list[tuple[int, int, int]]()
        for shares in all_known(game, rows, args.battles, args.fresh):
            found.append(shares)
            print(json.dumps({"game": game, "seed": len(found), "shares": shares}), flush=True)
        print(told(game, found, rows), flush=True)


if __name__ == "__main__":
    main()
