"""Collects the words of the window: `python -m release.words` writes assets/words/fighting-instructions.pot anew.

A module is converted when it has no words beside those it hands to tr, trn and later; CONVERTED names those that are.
`--share` says how much of the window that is.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from game.program import NAME
from game.words import FOLDER

ROOT = Path(__file__).resolve().parent.parent
MARKS = {"tr", "trn", "later"}
SHOWN = (
    "scenes",
    "hud",
    "table",
    "teach",
    "ui",
    "report",
    "workshop",
    "reader",
)  # of game/
SILENT = ("game/ui/gallery.py", "game/ui/widgets.py")  # the page of samples for tests, and a list of names
CONVERTED = (
    "game/scenes/title.py",
    "game/scenes/settings.py",
    "game/scenes/game_menu.py",
    "game/scenes/welcome.py",
    "game/hud/menus.py",
    "game/hud/keymap.py",
    "game/hud/keychange.py",
    "game/scenes/scenarios.py",
    "game/scenes/sides.py",
    "game/scenes/saves.py",
    "game/scenes/who.py",
    "game/scenes/start.py",
    "game/scenes/course.py",
    "game/scenes/errata.py",
    "game/scenes/handover.py",
    "game/scenes/dockyard.py",
    "game/scenes/coverage.py",
    "game/scenes/page.py",
)
WORDS = re.compile(r"[A-Za-z]{2,}[,:;.]? +[a-zA-Z]|^[A-Z][a-z]+[a-z.?!]*$|[a-z]+[.?!]$")
NO_WORDS = re.compile(r"^(?:[\w.-]*/[\w./-]*|https?:\S*|Fighting Instructions)$")
Place = tuple[str, int]


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call of tr, trn or later."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node


def keys_of(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """(line, words, plural or nothing) for everything marked."""
    for call in calls(tree):
        assert isinstance(call.func, ast.Name)
        if call.func.id == "trn":
            one, many = (part.value for part in call.args[:2] if isinstance(part, ast.Constant))
            yield call.lineno, str(one), str(many)
            continue
        for part in ast.walk(call.args[0]):  # one, or one of two by a condition
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield call.lineno, part.value, ""


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, words) for what looks like words to a player and is not marked: two words, or one with a capital."""
    passed = {id(part) for call in calls(tree) for part in ast.walk(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, False) is not None:
            passed.add(id(node.body[0].value))  # type: ignore[attr-defined]
        if isinstance(node, ast.Raise | ast.Assert | ast.Subscript):
            passed.update(id(part) for part in ast.walk(node))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            words = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            words = node.value
        else:
            continue
        bare = re.sub(r"\{[a-z_]+:|\]\(\S*\)|[*{}…]", " ", words).strip()
        if WORDS.search(bare) and not NO_WORDS.match(bare):
            yield node.lineno, words


def shown_modules() -> list[Path]:
    """The modules that speak to a player in the window."""
    found = (path for folder in SHOWN for path in (ROOT / "game" / folder).rglob("*.py"))
    return sorted(path for path in found if path.relative_to(ROOT).as_posix() not in SILENT)


def catalogue() -> str:
    """All keys, as a template for translators."""
    found: dict[tuple[str, str], list[Place]] = {}
    for path in shown_modules():
        for line, words, plural in keys_of(ast.parse(path.read_text("utf-8"))):
            found.setdefault((words, plural), []).append((path.relative_to(ROOT).as_posix(), line))
    head = '"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    parts = [f'# The words of {NAME}. Made by `python -m release.words`.\nmsgid ""\nmsgstr ""\n{head}\n']
    for (words, plural), places in sorted(found.items()):
        files = " ".join(sorted({file for file, _ in places}))  # without lines: they change with every other change
        rest = f'msgid_plural {_quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""' if plural else 'msgstr ""'
        parts.append(f"#: {files}\nmsgid {_quoted(words)}\n{rest}\n")
    return "\n".join(parts)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def share() -> tuple[int, int]:
    """How many words of the window are marked, and how many there are."""
    trees = [ast.parse(path.read_text("utf-8")) for path in shown_modules()]
    marked = sum(len(list(keys_of(tree))) for tree in trees)
    return marked, marked + sum(len(list(unmarked(tree))) for tree in trees)


def main() -> int:
    """Write the template, or say the share."""
    words = argparse.ArgumentParser(prog="python -m release.words", description=__doc__)
    words.add_argument("--share", action="store_true", help="how many of the words of the window are in the catalogue")
    if words.parse_args().share:
        marked, all_words = share()
        print(f"{marked} of {all_words} words and sentences of the window are in the catalogue")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / f"{NAME}.pot").write_text(catalogue(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
