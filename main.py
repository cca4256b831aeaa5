#!/usr/bin/env python3
"""Fighting Instructions: opens the game's window, or carries out one of the verbs that need none."""

from __future__ import annotations

import argparse
import sys
from multiprocessing import freeze_support

from game.manual import complete_help
from game.program import COMMAND, HOME
from game.version import VERSION

OLDEST = (3, 11)  # README.md, Makefile, pyproject.toml and requirements.in promise the same; a test holds them together
LEVELS = ("midshipman", "lieutenant", "captain", "bold", "cautious", "gunner", "torpedo_man", "matched")
OPPONENTS = (*LEVELS, "greedy", "quick", "random", "chart", "human")
SHARED = ("text", "script", "picture", "report", "film")
EVERYTHING = "tell also what is hidden until the game is over"
GAMES = "a scenario's key as in the list of scenarios, or system/key"


def opponent(text: str) -> str:
    """A player one may name on the command line. Raises argparse's own error."""
    if text not in OPPONENTS and "/" not in text and "\\" not in text:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(OPPONENTS)}, or a program such as ./my_captain")
    return text


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(
        prog=COMMAND,
        description="A map-and-counters game that plays, enforces and explains published wargame rules.",
        epilog="Without a verb the window opens. Exit codes: 0 all well, 1 something is wrong or failed, 2 a mistake "
        "on the command line.",
    )
    top.add_argument("--version", action="version", version=f"Fighting Instructions {VERSION}")
    top.add_argument("--user-dir", metavar="FOLDER", help="keep saved games, settings and logs in this folder")
    top.add_argument("--reader", choices=("auto", "on", "off"), default="", help="screen readers, for this time")
    top.set_defaults(verb="window")
    verbs = top.add_subparsers(title="verbs", metavar="VERB")

    play = verbs.add_parser(
        "play",
        help="play a game, in the window or by typing (--text)",
        description="Play one game. With --text the board is told in words and orders are typed. When nobody sits at a "
        "terminal and neither --side nor --opponent human is given, two computers play and the game is told.",
    )
    play.set_defaults(verb="play")
    play.add_argument(
        "file", nargs="?", metavar="FILE", help="a battle, lesson, script or saved game, such as somebody sent you"
    )
    play.add_argument("--text", action="store_true", help="play by typing; needs no display and suits a screen reader")
    play.add_argument("--scenario", metavar="KEY", help=GAMES + " (default: the first)")
    play.add_argument("--side", metavar="S", help="the side you play: its key or name (default: the first)")
    play.add_argument(
        "--opponent",
        type=opponent,
        metavar="WHO",
        help=f"who plays the other side: {', '.join(OPPONENTS)}, or the path of a program (rules/players/README.md); "
        "default: captain, `levels` tells of each; human = two people take turns",
    )
    play.add_argument("--seed", type=int, metavar="N", help="seed of the dice (default: drawn, and told)")
    play.add_argument("--referee", action="store_true", help="you throw real dice and type the faces (with --text)")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game, or from where a script (.yaml) ends")
    play.add_argument(
        "--from-here",
        action="store_true",
        help="with --resume: a new game from the last good order; the old file is not touched",
    )
    play.add_argument(
        "--tutor", type=int, default=0, metavar="N", help="ask once before an order that costs N points of win chance"
    )
    play.add_argument("--quiet", action="store_true", help="in a told game, leave out the computers' reasons")

    verbs.add_parser("reader-child").set_defaults(verb="reader-child")  # started by the window itself

    replay = verbs.add_parser("replay", help="tell, list or verify a saved game")
    replay.set_defaults(verb="replay")
    replay.add_argument("file", metavar="FILE", help="a saved game")
    replay.add_argument("--list", action="store_true", help="list orders and dice instead of telling the game")
    replay.add_argument("--verify", action="store_true", help="only say whether it replays to the same positions")
    replay.add_argument("--side", metavar="S", help="tell only what this side may know")
    replay.add_argument("--everything", action="store_true", help=EVERYTHING)
    replay.add_argument("--to", type=int, metavar="N", help="stop after so many orders")

    analyse = verbs.add_parser(
        "analyse",
        help="tell what the dice did in a saved game, and what the orders",
        description="Win chance order by order: luck, skill, the luck-adjusted result, turning points, the costliest "
        "orders. What is found is kept beside the save and gone on with the next time.",
    )
    analyse.set_defaults(verb="analyse")
    analyse.add_argument("file", nargs="?", metavar="FILE", help="a saved game; with --bench a battle (default: five)")
    analyse.add_argument("--everything", action="store_true", help=EVERYTHING)
    analyse.add_argument("--json", action="store_true", help="give everything as JSON")
    analyse.add_argument("--luck", action="store_true", help="only the luck of the dice: quick")
    analyse.add_argument("--rating", action="store_true", help="your rating and insights, of all games analysed")
    analyse.add_argument("--explain", action="store_true", help="what luck, skill and luck-adjusted mean")
    analyse.add_argument("--bench", action="store_true", help="measure the figures on games between computers")
    analyse.add_argument("--games", type=int, default=50, metavar="N", help="bench: games a battle (default: 50)")
    analyse.add_argument("--seconds", type=float, default=60, metavar="T", help="bench: most seconds a battle (60)")
    analyse.add_argument(
        "--decisions", type=int, default=0, metavar="N", help="bench: and so many orders of each level"
    )
    analyse.add_argument(
        "--confirm", type=int, default=0, metavar="N", help="bench: and roll the errors of N games again"
    )
    analyse.add_argument("--rows", metavar="FOLDER", help="bench: keep every game here, and go on where it stops")
    analyse.add_argument("--write", action="store_true", help="bench: keep the table in rules/analysis/FIGURES.md")
    shared_out(analyse)
    analyse.add_argument("--apart", action="store_true", help="neither read nor keep an analysis beside the save")

    script = verbs.add_parser("script", help="run a script: position, orders, dice and expectations")
    script.set_defaults(verb="script")
    script.add_argument("file", metavar="FILE", help="a script in YAML, such as a lesson under maps/lessons/")
    script.add_argument("--json", action="store_true", help="give the result as JSON")

    share = verbs.add_parser("share", help="give a position as text, script or picture, a game as report or film")
    share.set_defaults(verb="share")
    share.add_argument("file", metavar="FILE", help="a saved game, a script, a lesson or a study")
    share.add_argument("--as", dest="kind", choices=SHARED, default="text", help=" | ".join(SHARED))
    share.add_argument("--to", type=int, metavar="N", help="the position after so many orders (default: the last)")
    share.add_argument("--side", metavar="S", help="only what this side may know (not in a script)")
    share.add_argument("--everything", action="store_true", help=EVERYTHING)
    share.add_argument("--notes", metavar="TXT", help="report: your own words (`turn 3: ...` for a turn) or a study")
    share.add_argument("--out", metavar="OUT", help="write it to this file (report, film: never over one there is)")

    paper = verbs.add_parser(
        "print",
        help="write a battle as a PDF for a real table: counters, cards, charts, map, templates",
        description="True to size when printed at 100 %. `play --text --referee` then keeps the rules beside it.",
    )
    paper.set_defaults(verb="print")
    paper.add_argument("scenario", metavar="SCENARIO", help=GAMES + "; or a battle's file")
    paper.add_argument("--paper", type=str.lower, choices=("a4", "letter"), default="a4", help="default: a4")
    paper.add_argument("-o", "--out", metavar="FILE", help="default: SCENARIO.pdf; never over a file there is")

    lessons = verbs.add_parser("lessons", help="list the lessons of each game, or check them")
    lessons.set_defaults(verb="lessons")
    lessons.add_argument("what", nargs="?", choices=("list", "check"), default="list", help="list (default) or check")
    lessons.add_argument("name", nargs="?", metavar="NAME", help="a game, or one lesson: game/lesson (default: all)")

    puzzles = verbs.add_parser("puzzles", help="find the order: list, play, check or mine the puzzles of each game")
    puzzles.set_defaults(verb="puzzles")
    deeds = ("list", "play", "check", "mine")
    puzzles.add_argument("what", nargs="?", choices=deeds, default="list", help="list (default), play, check, mine")
    puzzles.add_argument("game", nargs="?", metavar="GAME", help="only one game (default: all)")
    puzzles.add_argument("--count", type=int, default=25, metavar="N", help="mine: puzzles a theme (default: 25)")
    puzzles.add_argument(
        "--positions", action="store_true", help="mine: positions whose win chances are rolled, not counted ones"
    )
    puzzles.add_argument(
        "--all", action="store_true", help="check: roll every rolled proof again, not one in eight: many minutes"
    )
    puzzles.add_argument("--seed", type=int, default=1, metavar="S", help="mine: where the games begin (default: 1)")
    puzzles.add_argument(
        "--seconds", type=float, default=120, metavar="T", help="mine: seconds of work a theme (default: 120)"
    )

    study = verbs.add_parser("study", help="tell a study with its notes, or begin one of a saved game")
    study.set_defaults(verb="study")
    study.add_argument("file", metavar="FILE", help="a study (.yaml), or a saved game (.game) to begin one of")
    study.add_argument("--everything", action="store_true", help=EVERYTHING)
    study.add_argument("--line", metavar="NAME", help="another line than the game itself")
    study.add_argument("--out", metavar="OUT", help="of a saved game: the new study (default: its name, .yaml, here)")

    mistakes = verbs.add_parser(
        "mistakes", help="find the decisions of a saved game that cost something; try them again"
    )
    mistakes.set_defaults(verb="mistakes")
    mistakes.add_argument("file", metavar="FILE", help="a saved game")
    mistakes.add_argument("--side", metavar="S", help="whose decisions (default: the player's)")
    mistakes.add_argument("--everything", action="store_true", help=EVERYTHING)
    mistakes.add_argument("--list", action="store_true", help="only list them: when, and what each cost")

    reference = verbs.add_parser("reference", help="write the quick-reference sheet of a game as a page or a picture")
    reference.set_defaults(verb="reference")
    reference.add_argument("system", metavar="GAME", help="nw_smoke, nights_of_fury, quickfire ...")
    reference.add_argument("--out", metavar="FILE", help="a file ending in .html or .png (default: GAME.html)")
    reference.add_argument("--option", action="append", metavar="KEY=on|off", help="an option otherwise than usual")
    reference.add_argument(
        "--paper", choices=("A4", "Letter"), help="pages of this paper (.png: FILE-1.png, FILE-2.png)"
    )

    errata = verbs.add_parser("errata", help="show what the sheets changed, before and after, with the odds of both")
    errata.set_defaults(verb="errata")
    errata.add_argument("system", nargs="?", metavar="GAME", help="only one game (default: all)")

    coverage = verbs.add_parser("coverage", help="find out which rules come up in each battle, for the rules met")
    coverage.set_defaults(verb="coverage")
    coverage.add_argument("system", nargs="?", metavar="GAME", help="only one game (default: all)")
    coverage.add_argument("--games", type=int, default=2, metavar="N", help="games a battle (default: 2)")
    coverage.add_argument("--player", default="quick", metavar="P", help="who plays both sides (default: quick)")
    coverage.add_argument("--out", metavar="FOLDER", help="another folder than maps/coverage")

    check = verbs.add_parser("check", help="check every data file, scenario, map, rulebook, lesson and replay")
    check.set_defaults(verb="check")
    check.add_argument("paths", nargs="*", metavar="PATH", help="only these files or folders (default: all there are)")
    check.add_argument("--verbose", action="store_true", help="name every file looked at")

    balance = verbs.add_parser("balance", help="let computers play many games and report who wins")
    balance.set_defaults(verb="balance")
    balance.add_argument("scenario", metavar="SCENARIO", help=GAMES + ", a game (nw_smoke ...), or all")
    balance.add_argument("--games", type=int, default=100, metavar="N", help="games a scenario (default: 100)")
    shared_out(balance)
    balance.add_argument(
        "--players",
        default="captain",
        metavar="A,B",
        help="one player for both sides, or two that change sides (default: captain)",
    )
    balance.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first game (default: 1)")
    balance.add_argument("--seconds", type=float, default=0, metavar="T", help="begin no game of a battle after T s")
    balance.add_argument("--rows", metavar="FILE", help="keep every game in this file, and go on where it stops")
    balance.add_argument(
        "--write", action="store_true", help="keep what captains did in rules/players/tables/balance.yaml"
    )

    listed = verbs.add_parser("list", help="list the battles, and how even each is between captains")
    listed.set_defaults(verb="list")
    listed.add_argument("game", nargs="?", metavar="GAME", help="only one game (default: all)")

    ladder = verbs.add_parser(
        "ladder",
        help="let computer players fight matches and print how strong they are",
        description="Matches in pairs: every seed twice, with the sides changed. Without a scenario the whole table of "
        "rules/players/tables/ladder.yaml is played.",
    )
    ladder.set_defaults(verb="ladder")
    ladder.add_argument("scenario", nargs="*", metavar="SCENARIO", help=GAMES)
    ladder.add_argument("--players", default="captain,greedy", metavar="A,B", help="default: captain,greedy")
    ladder.add_argument("--games", type=int, default=100, metavar="N", help="most games a match (default: 100)")
    ladder.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first pair (default: 1)")
    shared_out(ladder)
    ladder.add_argument("--sprt", default="50,55", metavar="A,B", help="the scores to decide between (default: 50,55)")
    ladder.add_argument("--all", dest="stop", action="store_false", help="play all games, whatever the test says")
    ladder.add_argument("--old-guard", metavar="FOLDER", help="an older version of this program, for its greedy player")
    ladder.add_argument("--rows", metavar="FILE", help="keep every game in this file, and go on where it stops")
    ladder.add_argument("--write", action="store_true", help="keep each match as a line of rules/players/STRENGTH.md")

    fit = verbs.add_parser(
        "fit",
        help="play a game's battles many times and fit its win chances (a tool of the makers: needs numpy)",
        description="Of a game (nw_smoke ...): plays its battles, fits the general curve and each battle's own, prints "
        "how they do on games they have not seen. Of a battle: only plays it and keeps the games in --rows.",
    )
    fit.set_defaults(verb="fit")
    fit.add_argument(
        "scenario", nargs="+", metavar="SCENARIO", help=GAMES + ": to be played; or a game (nw_smoke ...): to be fitted"
    )
    fit.add_argument("--games", type=int, default=400, metavar="N", help="games a scenario (default: 400)")
    fit.add_argument(
        "--seconds",
        type=float,
        default=0,
        metavar="T",
        help="most a battle is played (default: no limit; -1: not at all)",
    )
    fit.add_argument("--seed", type=int, default=50_000, metavar="N", help="seed of the first game (default: 50000)")
    shared_out(fit)
    fit.add_argument("--players", metavar="A,B,..", help="each side draws one of these (default: three levels)")
    fit.add_argument("--rows", metavar="FOLDER", help="keep every game in this folder, and go on from there")
    fit.add_argument("--write", action="store_true", help="keep the fit in the game's tables/chance.yaml")

    levels = verbs.add_parser("levels", help="tell of the computer players: what they are like, how strong they are")
    levels.set_defaults(verb="levels")

    dockyard = verbs.add_parser("dockyard", help="draw, check and price a ship design of Perfidious Albion")
    dockyard.set_defaults(verb="dockyard")
    dockyard.add_argument("file", metavar="FILE", help="a design, such as those in maps/perfidious_albion/designs/")
    dockyard.add_argument(
        "--size-three-largest", action="store_true", help="read the sheet's sizes the other way round (quickfirers)"
    )

    for name, told in (
        ("host", "open a game for a player at another computer, by typing"),
        ("join", "join a game opened at another computer, by typing"),
    ):
        wire = verbs.add_parser(
            name,
            help=told,
            description="Two players, two computers, dice nobody can choose. One waits and sends a line, the other "
            "pastes it; either may be the host. Nothing is reached but the address given.",
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
        wire.add_argument("--resume", metavar="FILE", help="go on with a saved game between two computers")

    turn = verbs.add_parser(
        "turn",
        help="open a file of a game by file, play your orders, write the file to send back",
        description="A game by file: an invitation (`host --by-file`), an answer, then turns. Played on trust.",
    )
    turn.set_defaults(verb="turn")
    turn.add_argument("file", metavar="FILE", help="what the other player sent (.turn), or your saved game (.game)")
    turn.add_argument("--player", metavar="WHO", help="a computer player or a program gives the orders")
    turn.add_argument("--out", metavar="FILE", help="where to write the next file (default: a name here)")

    new = verbs.add_parser("new", help="write a battle, a lesson or a whole game to start from, playable at once")
    new.set_defaults(verb="new")
    new.add_argument("what", choices=("battle", "lesson", "game"), help="what to begin")
    new.add_argument("key", metavar="KEY", help="its name in small letters: torpedo_boats")
    new.add_argument("--game", metavar="GAME", help="the game a battle or lesson is of (default: the first)")

    bench = verbs.add_parser("bench", help="measure speed, each figure beside its target")
    bench.set_defaults(verb="bench")
    bench.add_argument("--quick", action="store_true", help="a tenth of the work, for a first look")
    complete_help(verbs)
    return top


def shared_out(verb: argparse.ArgumentParser) -> None:
    """The options of a verb that plays many games: how many processes, and which other machines."""
    verb.add_argument("--jobs", type=int, default=-1, metavar="J", help="processes; -1 = one for each core (default)")
    verb.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a Dask scheduler whose workers help: tcp://HOST:8786 (rules/players/README.md); "
        "whoever can reach it or a worker can run programs as you",
    )


def main(arguments: list[str] | None = None) -> int:
    """Carry out the command line. Returns the exit code."""
    if tuple(sys.version_info[:2]) < OLDEST:
        found, needed = (".".join(map(str, version[:2])) for version in (sys.version_info, OLDEST))
        print(f"error: this is Python {found}; Python {needed} or newer is needed", file=sys.stderr)
        return 2
    args = parser().parse_args(arguments)
    try:
        from game.console.dispatch import dispatch
    except Exception as error:
        if type(error).__name__ != "DataError":  # a game whose rulebook, captions or charts cannot be read
            raise
        print(str(error).replace(f"{HOME}/", ""), file=sys.stderr)
        return 1
    return dispatch(args)


if __name__ == "__main__":
    freeze_support()  # in the packed program on Windows, a helping process starts here as well
    sys.exit(main())
