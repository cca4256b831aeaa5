"""Collect the texts of the interface: `python -m release.words` rewrites assets/words/fighting-instructions.pot. All
texts of a module must be marked with tr, trn or tr_noop. `--share` prints how many are.
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
MARKS = {"tr", "trn", "tr_noop"}
PAGES = (ROOT / "assets" / "report" / "report.html.j2",)
SILENT = (  # not in the catalogue
    "game/ui/gallery.py",  # sample page for tests
    "game/ui/widgets.py",  # a list of names
    "game/crash_report.py",  # a report for maintainers, in English
    "game/program.py",  # printed before anything can be loaded
    "game/console/balance_table.py",
    "game/console/cluster.py",
    "game/console/processes.py",
    "game/workshop/lesson_export.py",  # files for players to edit: fields and comments are English, like all data files
    "game/workshop/file_templates.py",
    "game/workshop/scenario_yaml.py",
    "game/network/ledger.py",  # errors of a message, a line or a file, in English like the kernel's
    "game/network/peer.py",
    "game/network/opening.py",
    "game/network/by_file.py",
    "game/network/channel.py",
    "game/network/wire.py",
    "game/network/links.py",
    "game/network/messages.py",
    "game/network/private.py",
    "game/network/network_session.py",
    "game/manual.py",  # with main.py: help of the command line, which is English
)
NOT_SHOWN = frozenset((  # texts that are compared, sent to another program or written into a log for makers
    "off the table", "blown up", "no font", "no outlines",
    "out of action", "off the ", "not in sight", "Numbers of ", "combat chart", "ground tile", "Letter",
    "Name", "Title", "Value", "Meaning", "or more ", "or less ", "return enter", "ctrl+y ctrl+shift+z",
    "tab space", "shift+tab shift+space", "f6 ctrl+tab", "shift+f6 ctrl+shift+tab",
    "SET self CLIENT_NAME player:fighting-instructions:main", "SET self PRIORITY TEXT", "CANCEL self", "stopped",
    "… screen reader output was switched off: …\n", "it cannot be started: …",
    "the helper process has ended twice (code …)", "the picture of … is broken: …",
    "child … does not exist", "… has two parents", "… has no parent", "the focus … does not exist", "… … … outside …",
    "computer player", "Record", "New Game",
    "Entry", "…PADDING", "Built in the battle builder", "forces.…:", "key: …", "Garamond", "Alegreya",
    "from rules.", "from rules.… import SYSTEM as …", "id name", "encoding compression", "name type value",
    "# The rules that come up in each battle when computers fight it. Made by `release.makers coverage`.",
))  # fmt: skip
MAKERS = {"KeyError", "IndexError", "RuntimeError", "TypeError", "ValueError", "NotImplementedError", "AssertionError"}
WORDS = re.compile(r"[A-Za-z][,:;.]? +[a-zA-Z]|^[A-Z][a-z]+(?:[-'][a-z]+)*[.?!…:]*$|[a-z]+[.?!]$")
# A word among fields, as in "turn {number}".
SPOKEN = re.compile(r"(?:^|[\s…(])[A-Za-z](?:[A-Za-z'-]*[A-Za-z])(?:[\s,.;)…]|:\s|$)")
NO_WORDS = re.compile(
    r"""[\w.-]*/[\w./-]* | https?:\S* | Fighting\ Instructions        # a path, an address, the name
      | ,?\ ?property\b.* | (?:id\ name|orientation|firstgid|source\ width)\ .*  # where in a map file; its attributes
      | :root.* | @page.* | @font-face.*                                            # the style of a page""",
    re.VERBOSE | re.DOTALL,
)
Place = tuple[str, int]


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield every call of tr, trn or tr_noop."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node


def keys_of(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Yield (line, text, plural or empty) for every marked text."""
    for call in calls(tree):
        assert isinstance(call.func, ast.Name)
        if call.func.id == "trn":
            one, many = (part.value for part in call.args[:2] if isinstance(part, ast.Constant))
            yield call.lineno, str(one), str(many)
            continue
        for part in ast.walk(call.args[0]):  # one text, or one of two by a condition
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield call.lineno, part.value, ""


def unmarked_words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, text) for unmarked texts that look like player texts: two words, or one with a capital."""
    passed = {id(part) for call in calls(tree) for part in ast.walk(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, False) is not None:
            passed.add(id(node.body[0].value))  # type: ignore[attr-defined]
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "__all__" for to in node.targets):
            passed.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.AnnAssign):
            passed.update(id(part) for part in ast.walk(node.annotation))
            if isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
                passed.update(id(part) for part in ast.walk(node))
        if isinstance(node, ast.Compare):
            passed.update(id(part) for part in ast.walk(node) if isinstance(part, ast.Constant))
        if isinstance(node, ast.Assert | ast.Subscript) or _is_technical(node) or _is_for_makers(node):
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
        plain = re.sub(r"<[^<>]*>|\{[a-z_]+:|\]\(\S*\)|[*{}]", " ", words)
        bare = plain.replace("…", " ").strip(" ◀▶|✕✗✓⟲⟳•·\n")
        if words in NOT_SHOWN:
            continue
        among_fields = isinstance(node, ast.JoinedStr) and SPOKEN.search(plain)
        if (among_fields or WORDS.search(bare)) and not NO_WORDS.fullmatch(bare):
            yield node.lineno, words


def _is_for_makers(node: ast.AST) -> bool:
    """Return whether an error can only be raised by a bug in the program."""
    error = node.exc if isinstance(node, ast.Raise) else None
    return isinstance(error, ast.Call) and isinstance(error.func, ast.Name) and error.func.id in MAKERS


def _is_technical(node: ast.AST) -> bool:
    """Return whether a call only contains names of types or patterns: TypeVar("Kind"), re.compile("...")."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Attribute):
        return isinstance(called.value, ast.Name) and called.value.id == "re"
    return isinstance(called, ast.Name) and called.id in ("TypeVar", "NewType", "namedtuple")


def shown_modules() -> list[Path]:
    """Return the modules with texts for players in the window."""
    names = {path: path.relative_to(ROOT).as_posix() for path in (ROOT / "game").rglob("*.py")}
    return sorted(path for path, name in names.items() if not name.startswith(SILENT))


def keys_of_page(text: str) -> Iterator[tuple[str, str]]:
    """Yield (text, plural or empty) of every marked text in a page template."""
    for _, quote, one, many in re.findall(r"""\b(trn?)\((["'])(.*?)\2(?:, \2(.*?)\2)?""", text):
        assert quote
        yield one, many


def bare_words_of_page(text: str) -> list[str]:
    """Return the text left in a page template after removing fields and marked texts."""
    left = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|&\w+;|<style>.*?</style>", "\n", text, flags=re.DOTALL)
    shown = re.findall(r'(?:title|aria-label|alt)="([^"]*)"', left) + re.sub(r"<[^<>]*>", "\n", left).split("\n")
    return [
        words.strip() for words in shown if re.search("[a-zA-Z]{2}", words) and not NO_WORDS.fullmatch(words.strip())
    ]


def catalogue() -> str:
    """Return all keys, as a template for translators."""
    found: dict[tuple[str, str], list[Place]] = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        for line, words, plural in keys_of(ast.parse(path.read_text("utf-8"))):
            found.setdefault((words, plural), []).append((path.relative_to(ROOT).as_posix(), line))
    for path in PAGES:
        for words, plural in keys_of_page(path.read_text("utf-8")):
            found.setdefault((words, plural), []).append((path.relative_to(ROOT).as_posix(), 0))
    head = '"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    parts = [f'# The words of {NAME}. Made by `python -m release.words`.\nmsgid ""\nmsgstr ""\n{head}\n']
    for (words, plural), places in sorted(found.items()):
        files = " ".join(sorted({file for file, _ in places}))  # without line numbers, which change too often
        rest = f'msgid_plural {_quote(plural)}\nmsgstr[0] ""\nmsgstr[1] ""' if plural else 'msgstr ""'
        parts.append(f"#: {files}\nmsgid {_quote(words)}\n{rest}\n")
    return "\n".join(parts)


def _quote(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def share() -> tuple[int, int]:
    """Return the number of marked texts of the window, and of all."""
    trees = [ast.parse(path.read_text("utf-8")) for path in shown_modules()]
    marked = sum(len(list(keys_of(tree))) for tree in trees)
    return marked, marked + sum(len(list(unmarked_words(tree))) for tree in trees)


def main() -> int:
    """Write the template, or print the share."""
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
