"""The verb `new game KEY`: a playable game to start from, copied from assets/new_game under a new name."""

from __future__ import annotations

import keyword
import re
import shutil
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from game.console import terminal
from game.folders import find_folders
from game.library import MAPS, Shelves
from game.program import COMMAND, INSTALLED, NEEDS_SOURCE
from game.words import tr, tr_noop
from game.workshop.file_templates import new_battle, new_lesson
from rules import SYSTEMS
from rules.kernel.datafile import path_fault

HOME = MAPS.parent
PATTERN = HOME / "assets" / "new_game"
KEY = re.compile(r"[a-z][a-z0-9_]{2,23}")
TILES = tuple(HOME / "maps" / "nw_smoke" / name for name in ("tiles.tsx", "tiles.png"))


def new_verb(args: Namespace) -> int:
    """Run `new battle|lesson|game KEY`. Return 1 if KEY is not valid, or if nothing could be written."""
    return _new_game(args) if args.what == "game" else _new_file(args)


def _new_file(args: Namespace) -> int:
    """Write a battle or a lesson with comments into the player's own folder."""
    system = args.game or next(iter(SYSTEMS))
    if system not in SYSTEMS or SYSTEMS[system].editor_schema is None:
        terminal.complain(tr("unknown game {system}; expected {names}", system=f"{system!r}", names=", ".join(SYSTEMS)))
        return 2
    shelves = Shelves(find_folders(args.user_dir).own)
    path = (new_battle if args.what == "battle" else new_lesson)(system, args.key, shelves)
    terminal.say(tr("wrote {path}", path=path))
    play = (
        tr('{command} play "{path}"', command=COMMAND, path=path)
        if args.what == "battle"
        else tr("{command} lessons, or Lessons, {title}", command=COMMAND, title=SYSTEMS[system].title)
    )
    words = tr_noop('Try it: {play}. Edit it with any text editor, then run: {command} check "{path}"')
    terminal.say(tr(words, play=play, command=COMMAND, path=path))
    return 0


def _new_game(args: Namespace) -> int:
    """Write the files, add the game to the list of games, record its baseline game."""
    reason = why_not(args.key)
    if reason:
        terminal.complain(reason)
        return 1
    for path in write_game(args.key):
        terminal.say(tr("wrote {path}", path=path.relative_to(HOME)))
    record = ["-m", "tests.test_replays", "--update", args.key]
    no_tests = subprocess.run(
        [sys.executable, "-m", "pytest", "--version"], capture_output=True, check=False
    ).returncode
    if no_tests:  # if only `make play` was run before
        words = tr("Before you run the tests: make .venv/ready-to-test, then python {args}", args=" ".join(record))
        terminal.say(words)
    elif subprocess.run([sys.executable, *record], cwd=HOME, check=False).returncode:
        terminal.complain(tr("the baseline game was not recorded: run python {args}", args=" ".join(record)))
        return 1
    terminal.say(
        tr(
            "Play it: main.py play --scenario {args}/first_battle. Then edit rules/{args}/rulebook.yaml, the "
            "code and tests/{args}/, and run main.py check. See rules/README.md.",
            args=args.key,
        )
    )
    return 0


def why_not(key: str) -> str:
    """Return why a game cannot have this key; empty if it can."""
    if INSTALLED or not (HOME / "tests").is_dir():
        return NEEDS_SOURCE
    if not KEY.fullmatch(key) or keyword.iskeyword(key) or key.endswith("_"):
        return tr(
            "expected 3 to 24 lower-case letters, digits and _, starting with a letter, such as torpedo_boats; "
            "found {key}",
            key=f"{key[:60]!r}",
        )
    if fault := path_fault(key):
        return fault
    taken = next((path for path in (HOME / "rules" / key, HOME / "maps" / key) if path.exists()), None)
    if key in SYSTEMS or taken is not None:
        return tr(
            "expected a new name; {key} is taken by {path}",
            key=f"{key!r}",
            path=(taken or HOME / "rules" / key).relative_to(HOME),
        )
    if not head_for(key):
        return tr(
            "expected another name; the rules of another game begin with {key}",
            key=f"{key.upper()!r}",
        )
    return ""


def head_for(key: str) -> str:
    """Return the prefix of the game's rule ids: its initials or first letters, the shortest that no other game uses.
    Empty if even the whole key is taken.
    """
    taken = {rule.partition("-")[0].upper() for system in SYSTEMS.values() for rule in system.rulebook.rules}
    first = "".join(word[:1] for word in key.split("_"))
    heads = ([first] if len(first) > 1 else []) + [key[:length] for length in (2, 3, 4)] + [key]
    return next((head.upper() for head in heads if head[-1] != "_" and head.upper() not in taken), "")


def write_game(key: str) -> Iterator[Path]:
    """Write every file of a new game and its line in rules/__init__.py; yield the paths."""
    title = " ".join(word.capitalize() for word in key.split("_"))
    words = {"new_game": key, "NEW_GAME": head_for(key), "New Game": title}
    for source in sorted(
        path for path in PATTERN.rglob("*") if path.is_file() and path.suffix in (".py", ".yaml", ".tmx")
    ):
        path = HOME / str(source.relative_to(PATTERN)).replace("new_game", key)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
        yield path
    for tile in TILES:
        yield Path(shutil.copy(tile, HOME / "maps" / key / tile.name))
    games = HOME / "rules" / "__init__.py"
    games.write_text(with_game(games.read_text("utf-8"), key), "utf-8")
    yield games


def with_game(text: str, key: str) -> str:
    """Return the list of games with one more at its end."""
    lines = text.splitlines()
    imports = [number for number, line in enumerate(lines) if line.startswith("from rules.")]
    found = sorted(
        [
            *(lines[number] for number in imports),
            f"from rules.{key} import SYSTEM as {key.upper()}",
        ]
    )
    lines[imports[0] : imports[-1] + 1] = found
    lines.insert(lines.index(")"), f"    {key.upper()},")
    return "\n".join(lines) + "\n"
