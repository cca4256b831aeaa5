"""The manual: examples and exit codes that `--help` of a verb adds to its options, and the page for `man`. Tests check
that every verb has a manual and that the command line accepts every example.
"""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import dataclass

from game.program import COMMAND, NAME
from game.version import DATE, VERSION

WIDTH = 100
WELL = "0  success"
MISTAKE = "2  error on the command line"


@dataclass(frozen=True, slots=True)
class Manual:
    """The manual of one verb: examples (arguments after the command's name), and when the exit code is 1."""

    examples: tuple[str, ...]
    failed: str
    more: str = ""


MANUALS = {
    "play": Manual(
        (
            "play",
            "play --text --scenario nw_smoke/first_guadalcanal --side IJN",
            "play --scenario quickfire/dash_to_chifu --opponent human",
            "play --text --resume my.game",
        ),
        "the game could not be started, resumed or saved, or you quit before it started",
        "In text mode `help` lists all commands. Games are saved automatically.",
    ),
    "replay": Manual(
        ("replay my.game", "replay my.game --verify", "replay my.game --side usn --to 40"),
        "the file is not a saved game, is damaged, or replays to a different position",
    ),
    "script": Manual(
        ("script maps/lessons/nw_smoke/learn_in_five_minutes.yaml", "script my.yaml --json"),
        "the script has an error, or an expectation is not met",
    ),
    "share": Manual(
        (
            "share my.game",
            "share my.game --as picture --to 40 --out night.png",
            "share my.game --as script",
            "share my.game --as report --notes mine.txt",
            "share my.game --as film --out a.gif",
        ),
        "the file cannot be read, or the output cannot be written",
    ),
    "host": Manual(
        ("host --scenario nw_smoke/little_and_gregory --side USN", "host --by-file --out game.turn"),
        "the other computer could not join, or the game was aborted",
    ),
    "join": Manual(
        ("join --at 127.0.0.1 --port 47100", "join --resume my.game"),
        "the game could not be joined, or the game was aborted",
    ),
    "turn": Manual(("turn game.turn", "turn game.turn --out mine.turn"), "the file is not a turn of this game"),
    "lessons": Manual(
        ("lessons", "lessons play quickfire", "lessons battle quickfire", "lessons repeat", "lessons check nw_smoke"),
        "a lesson does not play as written",
    ),
    "puzzles": Manual(("puzzles", "puzzles play quickfire", "puzzles rush", "puzzles check"), "a puzzle is wrong"),
    "study": Manual(
        ("study my_study.yaml", "study my.game --out my_study.yaml"), "the game or a line cannot be played"
    ),
    "mistakes": Manual(
        ("mistakes my.game", "mistakes my.game --side usn"), "the file is not a game that can be replayed"
    ),
    "analyse": Manual(
        ("analyse my.game", "analyse my.game --luck", "analyse --rating"), "the file is not a game that can be replayed"
    ),
    "reference": Manual(
        ("reference quickfire", "reference nw_smoke --paper A4 --out sheet.png"), "the sheet cannot be written"
    ),
    "errata": Manual(("errata", "errata nights_of_fury"), "an example cannot be shown"),
    "check": Manual(
        ("check", "check my_battle.yaml", "check maps/nw_smoke --verbose"),
        "errors found; each is printed with its file, line and what was expected",
    ),
    "balance": Manual(
        (
            "balance nights_of_fury/tassafaronga --games 100 --players chart",
            "balance nw_smoke --players captain,greedy",
            "balance quickfire --games 400 --cluster tcp://192.168.1.10:8786",
            "balance quickfire/lesson_duel --games 100 --rows rows.jsonl --write",
        ),
        "a game was aborted, or the run was stopped",
    ),
    "list": Manual(("list", "list quickfire"), "a battle cannot be read"),
    "levels": Manual(("levels",), "their table cannot be read"),
    "dockyard": Manual(("dockyard maps/perfidious_albion/designs/vampire_1898.yaml",), "the design breaks a rule"),
    "print": Manual(
        ("print the_wells", "print quickfire/open_door --paper letter -o open_door.pdf"),
        "the battle cannot be played, or the file cannot be written",
    ),
    "new": Manual(("new game torpedo_boats",), "the name is taken or not valid, or this is not the source version"),
}


def complete_help(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Give every verb its examples and exit codes; a verb without a description gets its summary."""
    summaries = {action.dest: action.help or "" for action in verbs._choices_actions}
    for name, manual in MANUALS.items():
        if name not in verbs.choices:
            continue
        verb, summary = verbs.choices[name], summaries[name]
        text = verb.description or f"{summary[:1].upper()}{summary[1:]}."
        verb.formatter_class = argparse.RawDescriptionHelpFormatter
        verb.description = textwrap.fill(" ".join(part for part in (text, manual.more) if part), WIDTH)
        examples = "\n".join(f"  {COMMAND} {example}" for example in manual.examples)
        codes = "\n".join(f"  {code}" for code in (WELL, f"1  {manual.failed}", MISTAKE))
        verb.epilog = f"examples:\n{examples}\n\nexit codes:\n{codes}"


def man_page(top: argparse.ArgumentParser) -> str:
    """Return the manual as a page for `man 6 fighting-instructions`."""
    lines = [f'.TH {NAME.upper()} 6 "{DATE}" "Fighting Instructions {VERSION}" Games', ".SH NAME"]
    lines += [f"{NAME} \\- a wargame that enforces and explains its rules", ".SH SYNOPSIS", ".nf"]
    lines += [_plain(top.format_usage().removeprefix("usage: ").strip()), ".fi", ".SH DESCRIPTION"]
    lines += [_plain(top.description or ""), "Without a command the window opens."]
    for name, verb in _verbs(top).items():
        if name in MANUALS:
            lines += [f'.SH "{name.upper()}"', ".nf", *map(_plain, verb.format_help().splitlines()), ".fi"]
    lines += [
        ".SH FILES",
        "Games and settings are saved in your own folders; \\-\\-user\\-dir sets another folder.",
    ]
    return "\n".join(lines) + "\n"


def _verbs(top: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    found = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found.choices)


def _plain(line: str) -> str:
    """Return a line escaped for troff."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line.startswith((".", "'")) else line
