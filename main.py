#!/usr/bin/env python3
"""Fighting Instructions: open the game's window, or run a verb that needs none."""

from __future__ import annotations

import argparse
import sys
from multiprocessing import freeze_support

from game.manual import complete_help
from game.program import COMMAND, shorten_paths
from game.version import VERSION

OLDEST = (3, 11)  # the same as in README.md, Makefile and pyproject.toml; checked by a test
LEVELS = ("midshipman", "lieutenant", "captain", "bold", "cautious", "matched")
OPPONENTS = (*LEVELS, "greedy", "quick", "random", "chart", "human")
SHARED = ("text", "script", "picture", "report", "film")
EVERYTHING = "show hidden information even before the game is over"
GAMES = "a battle from `list`, or game/battle"


def opponent(text: str) -> str:
    """Return a player named on the command line. Raises argparse's error."""
    if text not in OPPONENTS and "/" not in text and "\\" not in text:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(OPPONENTS)}, or a program such as ./my_captain")
    return text


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    top = argparse.ArgumentParser(
        prog=COMMAND,
        description="A desktop wargame that plays, enforces and explains five published sets of rules.",
        epilog="Without a command the window opens. Exit codes: 0 success, 1 failure, 2 error on the command line.",
    )
    top.add_argument("--version", action="version", version=f"Fighting Instructions {VERSION}")
    top.add_argument("--user-dir", metavar="FOLDER", help="keep saved games, settings and logs in this folder")
    top.add_argument(
        "--reader",
        choices=("auto", "on", "off"),
        default="",
        help="use a screen reader in this session (default: auto)",
    )
    top.set_defaults(verb="window")
    verbs = top.add_subparsers(title="commands", metavar="COMMAND")

    play = verbs.add_parser(
        "play",
        help="play a game in the window or in text mode (--text)",
        description="Play one game in the window, or in text mode with --text: the program describes the board and you "
        "type orders. Without a "
        "terminal, and without --side or --opponent human, two computers play.",
    )
    play.set_defaults(verb="play")
    play.add_argument("file", nargs="?", metavar="FILE", help="a battle, lesson, script or saved game")
    play.add_argument("--text", action="store_true", help="text mode; needs no display, works with screen readers")
    play.add_argument("--scenario", metavar="KEY", help=GAMES + " (default: the first)")
    play.add_argument("--side", metavar="S", help="your side: key or name (default: the first)")
    play.add_argument(
        "--opponent",
        type=opponent,
        metavar="WHO",
        help=f"the opponent: {', '.join(OPPONENTS)}, or the path of a program (rules/players/README.md); "
        "default: captain. `levels` describes them; human = two people take turns",
    )
    play.add_argument("--seed", type=int, metavar="N", help="dice seed (default: random)")
    play.add_argument("--referee", action="store_true", help="roll physical dice and type the results (with --text)")
    play.add_argument(
        "--resume", metavar="FILE", help="resume a saved game, or continue at the end of a script (.yaml)"
    )
    play.add_argument(
        "--from-here",
        action="store_true",
        help="with --resume: start a new game from the last valid order; the old file is unchanged",
    )
    play.add_argument(
        "--tutor",
        type=int,
        default=0,
        metavar="N",
        help="blunder warning before an order that costs N points of win chance",
    )
    play.add_argument("--quiet", action="store_true", help="when two computers play: hide their reasons")

    verbs.add_parser("reader-child").set_defaults(verb="reader-child")  # started by the window itself

    replay = verbs.add_parser("replay", help="print, list or verify a saved game")
    replay.set_defaults(verb="replay")
    replay.add_argument("file", metavar="FILE", help="a saved game")
    replay.add_argument("--list", action="store_true", help="list orders and dice instead of the log")
    replay.add_argument("--verify", action="store_true", help="only check that it replays to the same positions")
    replay.add_argument("--side", metavar="S", help="show only what this side may know")
    replay.add_argument("--everything", action="store_true", help=EVERYTHING)
    replay.add_argument("--to", type=int, metavar="N", help="stop after N orders")

    analyse = verbs.add_parser(
        "analyse",
        help="analyse luck and skill in a saved game",
        description="Analyse a game order by order: win chance, luck, skill, luck-adjusted result, turning points, "
        "costliest orders. The results are saved beside the game, and a later run continues from them.",
    )
    analyse.set_defaults(verb="analyse")
    analyse.add_argument("file", nargs="?", metavar="FILE", help="a saved game")
    analyse.add_argument("--everything", action="store_true", help=EVERYTHING)
    analyse.add_argument("--json", action="store_true", help="print the results as JSON")
    analyse.add_argument("--luck", action="store_true", help="only the luck of the dice (fast)")
    analyse.add_argument("--rating", action="store_true", help="your rating and statistics from all analysed games")
    analyse.add_argument("--explain", action="store_true", help="explain luck, skill and luck-adjusted")
    shared_out(analyse)
    analyse.add_argument("--apart", action="store_true", help="do not read or save the analysis beside the game")

    script = verbs.add_parser("script", help="run a script: position, orders, dice and expectations")
    script.set_defaults(verb="script")
    script.add_argument("file", metavar="FILE", help="a script in YAML, such as a lesson under maps/lessons/")
    script.add_argument("--json", action="store_true", help="print the result as JSON")

    share = verbs.add_parser("share", help="save a position as text, script or picture, or a game as report or film")
    share.set_defaults(verb="share")
    share.add_argument("file", metavar="FILE", help="a saved game, a script, a lesson or a study")
    share.add_argument("--as", dest="kind", choices=SHARED, default="text", help=" | ".join(SHARED))
    share.add_argument("--to", type=int, metavar="N", help="the position after N orders (default: the last)")
    share.add_argument("--side", metavar="S", help="only what this side may know (not in a script)")
    share.add_argument("--everything", action="store_true", help=EVERYTHING)
    share.add_argument("--notes", metavar="TXT", help="report: your notes (`turn 3: ...` for a turn) or a study")
    share.add_argument("--out", metavar="OUT", help="output file (report, film: an existing file is not overwritten)")

    paper = verbs.add_parser(
        "print",
        help="write a battle as a PDF to play on a table: counters, cards, charts, map, templates",
        description="Write a PDF with everything to play a battle on a table: counters, cards, charts, map, templates. "
        "Print it at 100 % for the correct size. `play --text --referee` then referees your game.",
    )
    paper.set_defaults(verb="print")
    paper.add_argument("scenario", metavar="SCENARIO", help=GAMES + ", or a battle file")
    paper.add_argument("--paper", type=str.lower, choices=("a4", "letter"), default="a4", help="default: a4")
    paper.add_argument("-o", "--out", metavar="FILE", help="default: SCENARIO.pdf; an existing file is not overwritten")

    lessons = verbs.add_parser("lessons", help="list, play, repeat or check the lessons of each game")
    lessons.set_defaults(verb="lessons")
    lesson_actions = ("list", "play", "battle", "repeat", "check")
    action_help = "list (default), play, battle (play the guided battle), repeat (tasks that are due) or check"
    lessons.add_argument("what", nargs="?", choices=lesson_actions, default="list", help=action_help)
    lessons.add_argument("name", nargs="?", metavar="NAME", help="a game, or one lesson: game/lesson (default: all)")

    puzzles = verbs.add_parser("puzzles", help="list, play or check the puzzles of each game")
    puzzles.set_defaults(verb="puzzles")
    action_help = "list (default), play, rush (as many as you can in three minutes) or check"
    puzzles.add_argument("what", nargs="?", choices=("list", "play", "rush", "check"), default="list", help=action_help)
    puzzles.add_argument("game", nargs="?", metavar="GAME", help="only one game (default: all)")
    puzzles.add_argument(
        "--all",
        action="store_true",
        help="check: repeat the test games of every puzzle, not of one in eight (many minutes)",
    )
    study = verbs.add_parser("study", help="print a study with its notes, or start one from a saved game")
    study.set_defaults(verb="study")
    study.add_argument("file", metavar="FILE", help="a study (.yaml), or a saved game (.game) to start one from")
    study.add_argument("--everything", action="store_true", help=EVERYTHING)
    study.add_argument("--line", metavar="NAME", help="show this line instead of the game")
    study.add_argument("--out", metavar="OUT", help="from a saved game: the new study (default: its name with .yaml)")

    mistakes = verbs.add_parser("mistakes", help="find your mistakes in a saved game and try again")
    mistakes.set_defaults(verb="mistakes")
    mistakes.add_argument("file", metavar="FILE", help="a saved game")
    mistakes.add_argument("--side", metavar="S", help="whose decisions (default: the player's)")
    mistakes.add_argument("--everything", action="store_true", help=EVERYTHING)
    mistakes.add_argument("--list", action="store_true", help="only list them with turn and cost")

    reference = verbs.add_parser("reference", help="write the quick reference of a game as a web page or picture")
    reference.set_defaults(verb="reference")
    reference.add_argument("system", metavar="GAME", help="nw_smoke, nights_of_fury, quickfire ...")
    reference.add_argument("--out", metavar="FILE", help="a file ending in .html or .png (default: GAME.html)")
    reference.add_argument("--option", action="append", metavar="KEY=on|off", help="change an option")
    reference.add_argument(
        "--paper", choices=("A4", "Letter"), help="paper size; one file per page with .png: FILE-1.png, FILE-2.png"
    )

    errata = verbs.add_parser("errata", help="compare rules before and after their amendments, with the odds")
    errata.set_defaults(verb="errata")
    errata.add_argument("system", nargs="?", metavar="GAME", help="only one game (default: all)")

    check = verbs.add_parser("check", help="check every data file, scenario, map, rulebook, lesson and replay")
    check.set_defaults(verb="check")
    check.add_argument("paths", nargs="*", metavar="PATH", help="only these files or folders (default: all)")
    check.add_argument("--verbose", action="store_true", help="name every file checked")

    balance = verbs.add_parser("balance", help="let computers play many games and count the wins")
    balance.set_defaults(verb="balance")
    balance.add_argument("scenario", metavar="SCENARIO", help=GAMES + "; or a game (nw_smoke ...), or all")
    balance.add_argument("--games", type=int, default=100, metavar="N", help="games per battle (default: 100)")
    shared_out(balance)
    balance.add_argument(
        "--players",
        default="captain",
        metavar="A,B",
        help="one player for both sides, or two that swap sides (default: captain)",
    )
    balance.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first game (default: 1)")
    balance.add_argument(
        "--seconds", type=float, default=0, metavar="T", help="start no new game of a battle after T seconds"
    )
    balance.add_argument("--rows", metavar="FILE", help="save every game in this file and continue there")
    balance.add_argument("--write", action="store_true", help="save the results in rules/players/tables/balance.yaml")

    listed = verbs.add_parser("list", help="list the battles and their balance between Captains")
    listed.set_defaults(verb="list")
    listed.add_argument("game", nargs="?", metavar="GAME", help="only one game (default: all)")

    levels = verbs.add_parser("levels", help="describe the computer players and their strength")
    levels.set_defaults(verb="levels")

    dockyard = verbs.add_parser("dockyard", help="show, check and price a ship design of Perfidious Albion")
    dockyard.set_defaults(verb="dockyard")
    dockyard.add_argument("file", metavar="FILE", help="a design, such as those in maps/perfidious_albion/designs/")
    dockyard.add_argument(
        "--size-three-largest", action="store_true", help="use the other reading of the sheet's sizes (quickfirers)"
    )

    for name, verb_help in (
        ("host", "open a game for a player at another computer, by typing"),
        ("join", "join a game opened at another computer, by typing"),
    ):
        wire = verbs.add_parser(
            name,
            help=verb_help,
            description="Play on two computers, with dice that nobody can choose. One player waits and sends a line, "
            "the other pastes it; either may be the host. The program connects only to the address given.",
        )
        wire.set_defaults(verb=name)
        wire.add_argument("line", nargs="?", metavar="LINE", help="the line the other player sent; without it: wait")
        if name == "host":
            wire.add_argument("--scenario", metavar="KEY", help=GAMES + " (default: the first)")
            wire.add_argument("--side", metavar="S", help="the side you play: its key (default: the first)")
            wire.add_argument("--by-file", action="store_true", help="a game by file: write an invitation to send")
            wire.add_argument("--out", metavar="FILE", help="by file: where to write the invitation")
        wire.add_argument("--at", default="127.0.0.1", metavar="ADDRESS", help="where to wait (default: 127.0.0.1)")
        wire.add_argument("--port", type=int, default=47115, metavar="N", help="where to wait (default: 47115; 0: any)")
        wire.add_argument("--player", metavar="WHO", help="a computer player or a program plays this end")
        wire.add_argument("--resume", metavar="FILE", help="continue a saved game between two computers")

    turn = verbs.add_parser(
        "turn",
        help="open a file of a game by file, play your orders, write the file to send back",
        description="A game by file: an invitation (`host --by-file`), an answer, then turns. Played on trust.",
    )
    turn.set_defaults(verb="turn")
    turn.add_argument("file", metavar="FILE", help="what the other player sent (.turn), or your saved game (.game)")
    turn.add_argument("--player", metavar="WHO", help="a computer player or a program gives the orders")
    turn.add_argument("--out", metavar="FILE", help="where to write the next file (default: a new name in this folder)")

    new = verbs.add_parser("new", help="create a playable template of a battle, a lesson or a new game")
    new.set_defaults(verb="new")
    new.add_argument("what", choices=("battle", "lesson", "game"), help="what to create")
    new.add_argument("key", metavar="KEY", help="name in lower case: torpedo_boats")
    new.add_argument("--game", metavar="GAME", help="the game of the battle or lesson (default: the first)")

    complete_help(verbs)
    return top


def shared_out(verb: argparse.ArgumentParser) -> None:
    """Add the options of a verb that plays many games: number of processes, and other machines."""
    verb.add_argument("--jobs", type=int, default=-1, metavar="J", help="processes; -1 = one per core (default)")
    verb.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of a Dask scheduler: tcp://HOST:8786 (rules/players/README.md). "
        "Warning: everybody who can reach it or a worker can run programs as you",
    )


def main(arguments: list[str] | None = None) -> int:
    """Run the command line. Return the exit code."""
    if tuple(sys.version_info[:2]) < OLDEST:
        found, needed = (".".join(map(str, version[:2])) for version in (sys.version_info, OLDEST))
        print(f"error: this is Python {found}; Python {needed} or newer is needed", file=sys.stderr)
        return 2
    args = parser().parse_args(arguments)
    try:
        from game.console.dispatch import dispatch
    except Exception as error:
        if type(error).__name__ != "DataError":  # the rulebook, captions or charts of a game cannot be read
            raise
        print(shorten_paths(str(error)), file=sys.stderr)
        return 1
    return dispatch(args)


if __name__ == "__main__":
    freeze_support()  # in the packed program on Windows, worker processes start here too
    sys.exit(main())
