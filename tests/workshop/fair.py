"""How fair the skirmishes are: `python -m tests.workshop.fair GAME --rows FOLDER [--battles N] [--seconds S]`.

Each battle is drawn by a seed, balanced and tested by games between captains as in the window; the first `--fresh` of
them are played once more, with new dice. Every game played is a line in FOLDER/GAME.jsonl and is not played again:
after a stop the same command goes on. `--table` writes what is known into FAIR.md.
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
from typing import Any, NamedTuple

from game.console.playing import make_players
from game.library import MAPS, Shelves
from game.workshop.balancing import FULL, Balancer, Result, win_percent, won_by
from game.workshop.skirmish import DrawnForce
from rules import SYSTEMS
from rules.kernel.record import digest_of
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import take_turn

FIRST_FRESH = 50_000
TABLE = Path(__file__).parent / "FAIR.md"
INSIDE = range(40, 61)
PLAYED_BY = ("captain", "quick")


class OutOfTime(Exception):
    """The seconds are used up."""


def play(scenario: Scenario, sheet: MapSheet | None, seed: int, player: str) -> Result:
    """One game between two players of a kind; the points without the handicap."""
    seats = {side.key: player for side in scenario.sides}
    session = Session(SYSTEMS[scenario.system], scenario, sheet, seed=seed, players=seats)
    players = make_players(session, without_reasons=True)
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
        """Return a game of the battle with these dice, played once for all handicaps where points decide.

        Raises OutOfTime.
        """
        outscores = SYSTEMS[scenario.system].outscores if by_handicap(scenario.system) else None
        first, second = scenario.sides
        lead = second.handicap - first.handicap
        bare = scenario.but(sides=(first.but(handicap=0), second.but(handicap=0))) if outscores else scenario
        key = f"{digest_of(bare)[:16]} {dice} {self.player}"
        if key not in self.known:
            if time.monotonic() > self.until:
                raise OutOfTime
            begun = time.process_time()
            found = self.known[key] = play(bare, sheet, dice, self.player)
            spent = round(time.process_time() - begun, 2)
            self.seconds += spent
            row = {"key": key, "winner": found.winner, "points": found.points, "seconds": spent}
            with self.path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
        found = self.known[key]
        if outscores is None:
            return found
        return Result((second.key, "", first.key)[won_by(outscores, found.points, lead)], found.points)


def by_handicap(game: str) -> bool:
    """Return whether skirmishes of a game are made even by points."""
    bench = SYSTEMS[game].editor_schema
    return bench is not None and bench().by_handicap


class Measured(NamedTuple):
    """One battle: the first side's shares as drawn, in its proof and in fresh games (-1: none), and what it cost."""

    drawn: int
    proved: int
    fresh: int
    proofs: int
    draws: int
    games: int


def measure_skirmish(game: str, seed: int, rows: Rows, fresh: Rows | None) -> Measured:
    """Return a skirmish levelled and proved, and played afresh by the players of `fresh`. Raises OutOfTime."""
    system = SYSTEMS[game]
    assert system.editor_schema is not None
    bench = system.editor_schema()
    sheet = Shelves().sheet(game, bench.map)
    levelling = Balancer(system, sheet, DrawnForce(seed, bench.budget[0]))
    raw = -1
    while levelling.next is not None:
        scenario, first = levelling.next, levelling.seed
        results = [rows.of(scenario, sheet, first + n) for n in range(levelling.games)]
        raw = win_percent(scenario, results) if raw < 0 else raw
        levelling.take_results(results)
    more = [fresh.of(levelling.best, sheet, FIRST_FRESH + n) for n in range(FULL)] if fresh is not None else []
    again = win_percent(levelling.best, more) if more else -1
    return Measured(raw, levelling.share, again, levelling.tried, levelling.draws, levelling.seed - 1)


def even_coin() -> float:
    """Return how often 20 tosses of an even coin show 8 to 12 heads."""
    return sum(comb(FULL, heads) for heads in range(8, 13)) / 2**FULL


def table_line(game: str, found: list[Measured], rows: Rows) -> str:
    """Return a line of the table."""
    cells: list[object] = [game, rows.player, len(found)]
    fresh = [one.fresh for one in found if one.fresh >= 0]
    for shares in ([one.drawn for one in found], [one.proved for one in found], fresh):
        inside = sum(one in INSIDE for one in shares)
        if not shares:
            cells.append("not played")
            continue
        mean, spread = fmean(shares), pvariance(shares) ** 0.5
        cells.append(f"{inside} of {len(shares)} ({inside / len(shares):.0%}), {mean:.0f} ± {spread:.0f}")
    for counts in ([one.proofs for one in found], [one.draws for one in found], [one.games for one in found]):
        cells.append(f"{fmean(counts):.1f}" if counts else "")
    cells.append(f"{rows.seconds / max(1, len(rows.known)):.2f} s")
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def all_known(
    game: str, rows: Rows, seeds: range, fresh: int, *, every: bool = True, by: Rows | None = None
) -> Iterator[Measured]:
    """Yield the battles one after the other, played where they were not, until the time is out.

    `fresh`: those up to this seed once more, by the players of `by`, else by those they were levelled by.
    """
    for seed in seeds:
        try:
            yield measure_skirmish(game, seed, rows, (by or rows) if seed <= fresh else None)
        except OutOfTime:
            if every:
                return


def write_table(folder: Path, battles: int, fresh: int) -> None:
    """FAIR.md from the rows of all games, by every player whose games there are."""
    lines = []
    for game in SYSTEMS:
        for player in PLAYED_BY:
            rows = Rows(folder / f"{game}.jsonl", 0, player)
            found = list(all_known(game, rows, range(1, battles + 1), fresh, every=False))
            lines += [table_line(game, found, rows)] if found else []
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=MAPS.parent, check=False
    ).stdout.strip()
    head = HEAD.format(day=date.today(), commit=commit, coin=f"{even_coin():.0%}", fresh=fresh)
    TABLE.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


HEAD = """# How fair the skirmishes are

Made {day} at commit {commit} by `python -m tests.workshop.fair GAME --rows FOLDER --fresh {fresh}` for each game
(small skirmishes, the same player on both sides), then `--table`. Counted are battles where the first side has 40 to 60
per cent of 20 games, a draw half; then the mean of its shares over all battles, and their spread in points. *As drawn*:
the first games of a battle, nothing levelled. *Proved*: the games each battle is offered by, none of which it was
levelled by: twenty, in Battles for Empire twenty and then forty; proofs that failed went before (*proofs*, *lots*,
*games*: so many a battle on average, proofs and lots that failed with them). *Fresh*:
twenty more of the very same battle, which nothing was chosen by, for the first {fresh} battles. 20 tosses of an even
coin lie within 40 to 60 in {coin} of all cases, and their shares spread by 11 points.

| game | players | battles | as drawn | proved | fresh | proofs | lots | games | a game |
|---|---|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Play, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*SYSTEMS, "all"])
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--battles", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the first battle: several runs may share the work")
    parser.add_argument("--seconds", type=int, default=500)
    parser.add_argument("--player", default="captain")
    parser.add_argument("--fresh", type=int, default=50, help="so many battles are played once more")
    parser.add_argument("--fresh-by", default="", help="and by these players, where not by those of the proof")
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    if args.table:
        write_table(args.rows, args.battles, args.fresh)
        return
    games = list(SYSTEMS) if args.game == "all" else [args.game]
    for game in games:
        until = time.monotonic() + args.seconds / len(games)
        rows, found = Rows(args.rows / f"{game}.jsonl", until, args.player), list[Measured]()
        by = Rows(rows.path, until, args.fresh_by) if args.fresh_by else None
        for one in all_known(game, rows, range(args.first, args.battles + 1), args.fresh, by=by):
            found.append(one)
            seed = args.first + len(found) - 1
            print(json.dumps({"game": game, "seed": seed, **one._asdict()}), flush=True)
        print(table_line(game, found, rows), flush=True)


if __name__ == "__main__":
    main()
