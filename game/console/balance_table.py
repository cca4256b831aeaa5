"""The table written by `balance --write`, and the verb `list`: every battle, and how even it is between Captains. The
table is rules/players/tables/balance.yaml. A battle played again replaces its own line only, so the table can be made
in pieces; only shipped battles are in it.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from game.console import terminal
from game.console.cluster import program_digest
from game.console.playing import Refused, shelves
from game.library import Entry, open_library
from game.table.speech import strip_controls
from game.table.win_chance import how_even
from game.words import tr, trn
from rules import SYSTEMS
from rules.kernel.chance import play_digest
from rules.players.balanced import TABLE, Balanced, load_balanced, share_of
from rules.players.levels import LEVELS

HEAD = """\
# How even the shipped battles are: games between captains, kept by `main.py balance BATTLE --write` a line at a time.
# won, drawn, lost: of the first side; share: hundredths of the points for it (a draw counts a half), low and high of
# them at 95 % confidence; plays: digest of forces, turns and conditions: a battle changed since has no line any more;
# program: digest of the rules and players that played.
"""


def record_results(kept: dict[str, Balanced], entry: Entry, results: Sequence[str], program: str, day: str) -> None:
    """Add a battle's results to the table. results: the winner of each finished game, "" for a draw."""
    first, second = (side.key for side in entry.scenario.sides)
    won, drawn, lost = (sum(winner == wanted for winner in results) for wanted in (first, "", second))
    kept[entry.name] = Balanced(
        scenario=entry.name,
        plays=play_digest(entry.scenario),
        won=won,
        drawn=drawn,
        lost=lost,
        share=share_of(won, drawn, lost),
        program=program,
        made=day,
    )


def write_balance(entry: Entry, results: Sequence[str], path: Path = TABLE) -> None:
    """Write a battle's results into the table, in the order of the list of battles. Raises DataError."""
    kept = load_balanced(path) if path.exists() else {}
    record_results(kept, entry, results, program_digest(), date.today().isoformat())
    order = [known.name for known in open_library(SYSTEMS).entries]
    lines = [as_line(kept[name]) for name in sorted(kept.keys() & set(order), key=order.index)]
    path.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")


def as_line(row: Balanced) -> str:
    """Return a row as a line of the file."""
    return (
        f"- {{scenario: {row.scenario}, won: {row.won}, drawn: {row.drawn}, lost: {row.lost}, "
        f"share: {list(row.share)}, plays: '{row.plays}', program: '{row.program}', made: '{row.made}'}}"
    )


def list_verb(args: Namespace) -> int:
    """`list`: every battle of one or all games: key, title, length, and how even it is. Raises Refused."""
    if args.game and args.game not in SYSTEMS:
        raise Refused(tr("unknown game {name}; expected {names}", name=repr(args.game), names=", ".join(SYSTEMS)))
    systems = [args.game] if args.game else list(SYSTEMS)
    library = shelves(args).library(systems)
    for entry in library.entries:
        scenario = entry.scenario
        turns = trn("{count} turn", "{count} turns", scenario.turns)
        minutes = tr("about {count} minutes", count=scenario.minutes)
        terminal.say(strip_controls(f"{entry.name}: {entry.title}, {turns}, {minutes}"))
        even = how_even(SYSTEMS[entry.system], scenario)
        if even:
            terminal.say(strip_controls(f"    {even}"))
    for problem in library.problems:
        terminal.say(strip_controls(tr("cannot be played: {problem}", problem=problem)))
    return 0


def levels_verb(_args: Namespace) -> int:
    """`levels`: describe every computer player that can be chosen."""
    for level in LEVELS.values():
        terminal.say(strip_controls(f"{level.key:12} {level.title}. {level.says} {level.strength}".rstrip()))
    return 0
