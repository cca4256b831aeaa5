"""The verb `scripts`: each simple script against the Captain, side by side, compared with the Captain on that side.
Both play the same seeds, so the difference is computed game by game. A script that scores more than the Captain on the
same side, by more than the interval, reveals a weakness of the Captain or of the battle.
"""

from __future__ import annotations

from argparse import Namespace
from datetime import date
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from game.console import terminal
from game.console.balance import Fixture
from game.console.cluster import program_digest, using_cluster
from game.console.playing import Refused
from game.console.processes import run_in_processes
from game.library import Entry, NoSuchScenario, open_library
from release.makers.ladder import StoredRows
from release.makers.match import PlayedMatch, play_games
from release.makers.script_player import scripts
from release.makers.strength import Pairing
from rules import SYSTEMS
from rules.kernel.record import Record, digest_of
from rules.players import CAPTAIN
from rules.players.statistics import match_result

TABLE = Path(__file__).parents[2] / "rules" / "players" / "SCRIPTS.md"
FIRST_SEED = 1
LEAST_GAMES = 4  # least games for a verdict: with fewer the spread is unknown
SMALLEST = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/lesson_duel",
    "perfidious_albion/caldera_bay",
    "battles_for_empire/the_wells",
)
HEAD = (
    "| battle | seat | script | games | script [95 %] | Captain there | script less Captain ± | day, program |\n|"
    + "---|" * 8
)
WORDS = """# Simple scripts against the Captain

`python -m release.makers scripts [SCENARIO ...] --games N --write`: each script of `release/makers/scripts.yaml` in one
seat against the Captain in the other, beside the Captain in that seat on the same seeds. A draw counts a half; the
interval is Wilson's; the difference has the 95 per cent half width of its pairs, which says little where few games
differ. **Bold**: the script is better than the Captain in that seat by more than the interval.
"""


class Seating(Record, frozen=True):
    """One script, or the Captain, on one side of a battle against the Captain."""

    scenario: str
    seat: int
    player: str


def scripts_verb(args: Namespace) -> int:
    """`scripts`: play missing games, print a line for each script and side, and with --write save the table."""
    kept = StoredRows(args.rows)
    lines: list[str] = []
    with using_cluster(args.cluster, args.jobs):
        for name in args.scenario or SMALLEST:
            entry = _battle(name)
            for seat, side in enumerate(entry.scenario.sides):
                usual = results(Seating(name, seat, CAPTAIN), args.games, args.jobs, kept)
                for script in scripts()[entry.system]:
                    own = results(Seating(name, seat, script), args.games, args.jobs, kept)
                    lines.append(line_of(name, side.name, script, own, usual))
                    terminal.say(lines[-1])
                    if args.write:
                        TABLE.write_text(page(lines, TABLE.read_text("utf-8") if TABLE.exists() else ""), "utf-8")
    return 0


def _battle(name: str) -> Entry:
    """Return a battle of the library. Raises Refused."""
    try:
        return open_library(SYSTEMS).find(name)
    except NoSuchScenario as error:
        raise Refused(str(error)) from error


def results(seating: Seating, games: int, jobs: int, kept: StoredRows) -> list[float]:
    """Return the player's result for each seed: 1, a half, or 0. Raises RuntimeError for an aborted game."""
    entry = open_library(SYSTEMS).find(seating.scenario)
    side = entry.scenario.sides[seating.seat].key
    script = scripts()[entry.system].get(seating.player)
    name = f"{seating.player} as {side}" + (f" ({digest_of(script)})" if script else "")  # changed: new rows
    pairing = Pairing(scenario=seating.scenario, player=name, against=CAPTAIN, games=games, stop=False)
    seats = (seating.player, CAPTAIN) if seating.seat == 0 else (CAPTAIN, seating.player)
    wanted = [Fixture(number, FIRST_SEED + number, seats) for number in range(games)]
    found = {game.number: kept.find(pairing, game.seed, game.number) for game in wanted}
    missing = [(entry.system, entry.key, [game], "") for game in wanted if found[game.number] is None]
    for (played,) in (
        run_in_processes(play_games, missing, jobs) if jobs != 1 else (play_games(*one) for one in missing)
    ):
        kept.add(pairing, [played])
        found[played.row.number] = played
    return [_points(game, side) for game in found.values() if game is not None]


def _points(played: PlayedMatch, side: str) -> float:
    if played.row.error:
        raise RuntimeError(f"seed {played.row.seed}: {played.row.error}")
    return 0.5 if not played.row.winner else float(played.row.winner == side)


def line_of(scenario: str, seat: str, script: str, own: list[float], usual: list[float]) -> str:
    """Return a line of the table."""
    found = match_result(own, 0.5, 0.55)
    apart = [script_score - captain for script_score, captain in zip(own, usual, strict=True)]
    gain, half = fmean(apart), 1.96 * stdev(apart) / sqrt(len(apart)) if len(apart) > 1 else 1.0
    better = gain > half and len(own) >= LEAST_GAMES
    figure = f"{100 * gain:+.0f} ± {100 * half:.0f}"
    share = f"{100 * found.score:.0f} [{100 * found.low:.0f}, {100 * found.high:.0f}]"
    return (
        f"| {scenario} | {seat} | {script} | {len(own)} | {share} | {100 * fmean(usual):.0f} "
        f"| {f'**{figure}**' if better else figure} | {date.today().isoformat()}, {program_digest()} |"
    )


def page(lines: list[str], before: str) -> str:
    """Return the page; lines not played again stay."""
    rows = {_key(line): line for line in before.splitlines() if line.startswith("| ") and "/" in line.split("|")[1]}
    rows.update((_key(line), line) for line in lines)
    return f"{WORDS}\n{HEAD}\n" + "\n".join(rows.values()) + "\n"


def _key(line: str) -> tuple[str, ...]:
    return tuple(line.split(" | ")[:3])
