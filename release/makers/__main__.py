"""The commands of the makers: `python -m release.makers COMMAND`. They measure, fit, and write the program's tables."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from pathlib import Path

from game.console import terminal
from game.console.dispatch import dispatch
from game.teach.puzzles import shelf_files
from game.words import trn
from main import GAMES, shared_out
from release.makers.mining_positions import mine_positions
from release.makers.puzzle_mining import mine
from rules import SYSTEMS
from rules.kernel.datafile import DataError
from rules.kernel.puzzle import load_shelf

VERBS = {
    "analysis": "release.makers.analyse_bench:bench_verb",
    "bench": "release.makers.bench:bench_verb",
    "characters": "release.makers.characters:characters_verb",
    "coverage": "release.makers.coverage:coverage_verb",
    "fit": "release.makers.fit:fit_verb",
    "judging": "release.makers.judging:judging_verb",
    "ladder": "release.makers.ladder:ladder_verb",
    "mine": "release.makers.__main__:mine_verb",
    "openings": "release.makers.openings:openings_verb",
    "scripts": "release.makers.scripts:scripts_verb",
}


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    top = argparse.ArgumentParser(prog="python -m release.makers", description="Commands for the makers.")
    top.add_argument("--user-dir", metavar="FOLDER", help="keep settings and logs in this folder")
    verbs = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    coverage = verbs.add_parser("coverage", help="find the rules used in each battle")
    coverage.set_defaults(verb="coverage")
    coverage.add_argument("system", nargs="?", metavar="GAME", help="only one game (default: all)")
    coverage.add_argument("--games", type=int, default=2, metavar="N", help="games per battle (default: 2)")
    coverage.add_argument("--player", default="quick", metavar="P", help="who plays both sides (default: quick)")
    coverage.add_argument("--out", metavar="FOLDER", help="output folder (default: maps/coverage)")

    characters = verbs.add_parser("characters", help="measure whether the Captain's characters can be told apart")
    characters.set_defaults(verb="characters")
    characters.add_argument("scenario", metavar="SCENARIO", help=GAMES)
    characters.add_argument("--games", type=int, default=80, metavar="N", help="games per character (default: 80)")
    characters.add_argument("--rows", metavar="FILE", help="save every game in this file and continue there")
    shared_out(characters)

    ladder = verbs.add_parser(
        "ladder",
        help="play matches between computer players and measure their strength",
        description="Every seed is played twice with the sides swapped. Without a battle, the whole table of "
        "rules/players/tables/ladder.yaml is played.",
    )
    ladder.set_defaults(verb="ladder")
    ladder.add_argument("scenario", nargs="*", metavar="SCENARIO", help=GAMES)
    ladder.add_argument("--players", default="captain,greedy", metavar="A,B", help="default: captain,greedy")
    ladder.add_argument("--games", type=int, default=100, metavar="N", help="maximum games per match (default: 100)")
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first pair (default: 1)")
    shared_out(ladder)
    ladder.add_argument(
        "--sprt", default="50,55", metavar="A,B", help="decide between these two scores (default: 50,55)"
    )
    ladder.add_argument("--all", dest="stop", action="store_false", help="play all games, without an early stop")
    ladder.add_argument(
        "--old-guard", metavar="FOLDER", help="an older version of this program, to use its greedy player"
    )
    ladder.add_argument("--rows", metavar="FILE", help="save every game in this file and continue there")
    ladder.add_argument("--write", action="store_true", help="save each match in rules/players/STRENGTH.md")

    fit = verbs.add_parser(
        "fit",
        help="play the battles of a game many times and fit its win chances (for developers; needs numpy)",
        description="With a game (nw_smoke ...): play its battles, fit the general curve and one per battle, and test "
        "them on other games. With a battle: only play it and save the games in --rows.",
    )
    fit.set_defaults(verb="fit")
    fit.add_argument(
        "scenario", nargs="+", metavar="SCENARIO", help=GAMES + " (play it); or a game (nw_smoke ...) to fit"
    )
    fit.add_argument("--games", type=int, default=400, metavar="N", help="games per battle (default: 400)")
    fit.add_argument(
        "--seconds",
        type=float,
        default=0,
        metavar="T",
        help="time limit per battle in seconds (default: none; -1: play no games)",
    )
    fit.add_argument("--seed", type=int, default=50_000, metavar="N", help="seed of the first game (default: 50000)")
    shared_out(fit)
    fit.add_argument(
        "--players", metavar="A,B,..", help="each side uses one of these at random (default: three levels)"
    )
    fit.add_argument("--rows", metavar="FOLDER", help="save every game in this folder and continue there")
    fit.add_argument("--write", action="store_true", help="save the fit in tables/chance.yaml of the game")

    bench = verbs.add_parser("bench", help="measure the speed and compare it with the targets")
    bench.set_defaults(verb="bench")
    bench.add_argument("--quick", action="store_true", help="a tenth of the work")

    analysis = verbs.add_parser("analysis", help="measure the analysis on games between computers")
    analysis.set_defaults(verb="analysis")
    analysis.add_argument("file", nargs="?", metavar="BATTLE", help="a battle (default: five)")
    analysis.add_argument("--games", type=int, default=50, metavar="N", help="games per battle (default: 50)")
    analysis.add_argument(
        "--seconds", type=float, default=60, metavar="T", help="time limit per battle in seconds (60)"
    )
    analysis.add_argument("--decisions", type=int, default=0, metavar="N", help="also check N orders of each level")
    analysis.add_argument("--rows", metavar="FOLDER", help="save every game here and continue there")
    analysis.add_argument("--write", action="store_true", help="save the table in rules/analysis/FIGURES.md")
    shared_out(analysis)

    judging = verbs.add_parser("judging", help="measure how far the judgement of orders may be trusted")
    judging.set_defaults(verb="judging")
    judging.add_argument("file", nargs="?", metavar="BATTLE", help="a battle (default: five)")
    judging.add_argument("--planted", type=int, default=20, metavar="N", help="planted mistakes per battle (20)")
    judging.add_argument("--seconds", type=float, default=200, metavar="T", help="time limit per battle in seconds")
    judging.add_argument("--rows", metavar="FOLDER", help="save every game here and continue there")
    judging.add_argument("--write", action="store_true", help="save the table in rules/analysis/JUDGED.md")

    openings = verbs.add_parser("openings", help="compare the chance at each first order with games between captains")
    openings.set_defaults(verb="openings")
    openings.add_argument("--write", action="store_true", help="set the openings and save rules/players/OPENINGS.md")

    scripted = verbs.add_parser("scripts", help="play simple scripts against the Captain, seat by seat")
    scripted.set_defaults(verb="scripts")
    scripted.add_argument("scenario", nargs="*", metavar="SCENARIO", help=GAMES)
    scripted.add_argument("--games", type=int, default=20, metavar="N", help="games per script and seat (default: 20)")
    scripted.add_argument("--rows", metavar="FILE", help="save every game in this file and continue there")
    scripted.add_argument("--write", action="store_true", help="save the table in rules/players/SCRIPTS.md")
    shared_out(scripted)

    found = verbs.add_parser("mine", help="find puzzles in games between computers")
    found.set_defaults(verb="mine")
    found.add_argument("game", nargs="?", choices=SYSTEMS, metavar="GAME", help="only one game (default: all)")
    found.add_argument("--count", type=int, default=25, metavar="N", help="puzzles per theme (default: 25)")
    found.add_argument(
        "--positions",
        action="store_true",
        help="positions with win chances from test games instead of exact odds",
    )
    found.add_argument("--seed", type=int, default=1, metavar="S", help="first seed (default: 1)")
    found.add_argument(
        "--seconds", type=float, default=120, metavar="T", help="time per theme in seconds (default: 120)"
    )
    return top


def mine_verb(args: Namespace) -> int:
    """Find puzzles for every puzzle file of one or all games; 1 if a file cannot be read."""
    return max(
        (_mine(path, args) for key in ([args.game] if args.game else SYSTEMS) for path in shelf_files(key)), default=0
    )


def _mine(path: Path, args: Namespace) -> int:
    try:
        shelf = load_shelf(path)
    except DataError as error:
        terminal.complain(str(error))
        return 1
    if shelf.rolled is not args.positions:
        return 0
    search = mine_positions if shelf.rolled else mine
    found = search(path, shelf, args.count, args.seed, args.seconds)
    terminal.say(f"{shelf.system}/{path.stem}: {trn('{count} puzzle', '{count} puzzles', found)}")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Return the exit code."""
    return dispatch(parser().parse_args(arguments), VERBS)


if __name__ == "__main__":
    sys.exit(main())
