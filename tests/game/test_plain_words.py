"""Plain words: all texts for players are searched for words the glossary avoids, reported with file and line."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

from game.glossary import MOST_EXPLAINED, glossary, with_meanings
from release.words import MAKERS, PAGES, ROOT, keys_of, keys_of_page, shown_modules
from rules import SYSTEMS

MOST_WORDS = 4  # on a button
LONGEST = 30  # words of a sentence in README and help
TWO_WORDS = re.compile(r"[A-Za-z][,:;.]? +[a-zA-Z]")
FIELDS = re.compile(r"\{[^{}]*\}")
YAML_KEY = re.compile(r"^[\s-]*(?:\{\s*)?[\w-]+:\s*")
# Style: inversions, clauses as subjects, unusual phrases.
STYLE = (
    r"\bbeyond doubt\b", r"\bas things (lie|stand)\b", r"\bas everything lies\b", r"\banew\b", r"\btold as\b",
    r"\bit is told\b", r"\bnobody advises\b", r"\bone sees\b",
    r"\bin the (small|large) hours\b", r"\bof your own accord\b", r"\bhas (still|yet) to\b", r"\byet to be\b",
    r"\b(is|are) told\b", r"\bit is (said|had)\b", r"\bbefall\w*", r"\bbefell\b", r"\bcrier\b", r"\bthereupon\b",
    r"\bas they (lie|stand)\b", r"\bstands? at the (right|left)\b", r"\b(comes?|came) of it\b", r"\blit is\b",
    r"\bslips nothing\b", r"\bfor want of\b", r"\bleads nowhere\b", r"\bis no hex\b", r"\bis for the night\b",
)  # fmt: skip
Found = tuple[str, int, str]


def interface() -> Iterator[Found]:
    """Yield (file, line, text) of every key of the catalogue."""
    for path in shown_modules():
        name = path.relative_to(ROOT).as_posix()
        for line, words, many in keys_of(ast.parse(path.read_text("utf-8"))):
            yield name, line, words
            if many:
                yield name, line, many
    for page in PAGES:
        for one, many in keys_of_page(page.read_text("utf-8")):
            yield page.relative_to(ROOT).as_posix(), 0, one
            yield page.relative_to(ROOT).as_posix(), 0, many


def constants(paths: Iterable[Path]) -> Iterator[Found]:
    """Yield (file, line, text) of each text of several words in some modules, without docstrings and errors."""
    for path in paths:
        tree = ast.parse(path.read_text("utf-8"))
        left_out: set[int] = set()
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and ast.get_docstring(node, False) is not None
            ):
                left_out.add(id(node.body[0].value))  # type: ignore[attr-defined]
            error = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(error, ast.Call) and isinstance(error.func, ast.Name) and error.func.id in MAKERS:
                left_out.update(id(part) for part in ast.walk(node))
        for node in ast.walk(tree):
            result = node.value if isinstance(node, ast.Constant) and id(node) not in left_out else None
            if isinstance(result, str) and TWO_WORDS.search(result):
                yield path.relative_to(ROOT).as_posix(), node.lineno, result  # type: ignore[attr-defined]


def yaml_lines(paths: Iterable[Path]) -> Iterator[Found]:
    """Yield (file, line, text) of every line of some data files, without its key and remarks."""
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.lstrip().startswith("#"):
                yield path.relative_to(ROOT).as_posix(), number, YAML_KEY.sub("", line)


def rules_modules() -> list[Path]:
    return sorted(path for path in (ROOT / "rules").rglob("*.py") if "players" not in path.parts)


def comments(paths: Iterable[Path]) -> Iterator[Found]:
    """Yield (file, line, text) of every docstring and comment of some modules, without text in backticks."""
    for path in paths:
        name, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (words := ast.get_docstring(node)):
                yield name, node.body[0].lineno, re.sub(r"`[^`]*`", "", words)
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield name, token.start[0], re.sub(r"`[^`]*`", "", token.string)


SOURCES = {
    "interface": interface,
    "help": lambda: constants((ROOT / "main.py", ROOT / "game" / "manual.py")),
    "rules": lambda: constants(rules_modules()),
    "skins": lambda: yaml_lines((ROOT / "assets" / "skins").glob("*.yaml")),
    "captions": lambda: yaml_lines((ROOT / "rules").glob("*/captions.yaml")),
    "rulebooks": lambda: yaml_lines((ROOT / "rules").glob("*/rulebook.yaml")),
    "scenarios": lambda: yaml_lines(path for game in SYSTEMS for path in (ROOT / "maps" / game).glob("*.yaml")),
    "tables": lambda: yaml_lines(
        (*(ROOT / "rules").rglob("workbench.yaml"), *(ROOT / "rules").glob("*/tables/levels.yaml"))
    ),
    "analysis": lambda: yaml_lines((ROOT / "rules" / "analysis" / "tables" / "explained.yaml",)),
    "puzzles": lambda: yaml_lines((ROOT / "maps" / "puzzles").rglob("*.yaml")),
    "lessons": lambda: yaml_lines((ROOT / "maps" / "lessons").rglob("*.yaml")),
    "exhibits": lambda: yaml_lines((ROOT / "maps" / "errata").rglob("*.yaml")),
}
QUOTED: dict[str, tuple[str, ...]] = {  # a key of a data file, weapons that are thrown
    "rules/kernel/puzzle.py": ("`throw: true`",),
    "rules/battles_for_empire/eligibility.py": ("thrown weapons",),
    "maps/lessons/battles_for_empire/down_from_the_saddle.yaml": ("Thrown weapons",),
}


# In docstrings and comments: phrases of an older private language. Dice are rolled; weapons are thrown.
OLD_PROSE = (
    r"\banew\b", r"\bbefall\w*|\bbefell\b", r"\bas (things|everything|matters) (lie|stand)s?\b", r"\bfor want of\b",
    r"\bso manieth\b", r"\btold apart\b", r"\bthrows? (?:[\w-]+ )?(?:dice|die|D6|D10|d6|2d6)\b", r"\bspeaks? against\b",
)  # fmt: skip


@cache
def words_to_avoid() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return (term to use, pattern of words to avoid)."""
    listed = [(term.term, re.compile(words, re.IGNORECASE)) for term in glossary() for words in term.avoid]
    return (*listed, *(("plain words", re.compile(words, re.IGNORECASE)) for words in STYLE))


def offences(found: Iterable[Found]) -> list[str]:
    """File and line of every text that has a word to avoid, and the term to use."""
    return [
        f"{file}:{line}: {hit[0]!r}, use: {term}"
        for file, line, text in found
        for term, pattern in words_to_avoid()
        if (hit := pattern.search(FIELDS.sub("", text))) and not any(quote in text for quote in QUOTED.get(file, ()))
    ]


@pytest.mark.parametrize("source", SOURCES)
def test_no_text_has_a_word_the_glossary_avoids(source: str) -> None:
    texts = list(SOURCES[source]())  # type: ignore[no-untyped-call]
    assert len(texts) > 20, "the texts are found"
    assert offences(texts) == []


def test_no_docstring_or_comment_has_a_phrase_of_the_old_private_language() -> None:
    pattern = re.compile("|".join(OLD_PROSE), re.IGNORECASE)
    modules = [path for folder in ("game", "release", "rules", "tests") for path in (ROOT / folder).rglob("*.py")]
    assert len(modules) > 1_000, "the modules are found"
    texts = comments(path for path in modules if pattern.search(path.read_text("utf-8")))
    assert [f"{file}:{line}: {hit[0]!r}" for file, line, text in texts if (hit := pattern.search(text))] == []


def test_every_term_has_a_meaning_in_one_line_and_words_it_does_not_use_itself() -> None:
    for term in glossary():
        assert term.meaning.endswith(".") and len(term.meaning) <= 120, term.term
    assert offences(("glossary", 0, f"{term.term}: {term.meaning}") for term in glossary()) == []


def test_a_tooltip_explains_the_first_terms_it_uses_and_no_others() -> None:
    assert with_meanings("Click to select.") == "Click to select."
    lines = with_meanings("**Target number** on 2d6, evading, star shell").split("\n")
    assert len(lines) == 1 + MOST_EXPLAINED
    assert lines[1].startswith("{ink_faint:target number: The result a roll needs.") and "evade:" in lines[2]


def buttons() -> Iterator[Found]:
    """Yield (file, line, text) of every button of the window and of every order of the rules."""
    for path in (*shown_modules(), *rules_modules()):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = node.args[1:2] if called == "Verb" else node.args[:1] if called == "Button" else []
            for part in (part for word in words for part in ast.walk(word)):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield path.relative_to(ROOT).as_posix(), part.lineno, part.value


def test_a_button_has_at_most_four_words_and_no_gerund() -> None:
    listed = list(buttons())
    assert len(listed) > 150
    long = [one for one in listed if len(re.findall(r"[\w'-]+", FIELDS.sub("x", one[2]))) > MOST_WORDS]
    assert long == []
    assert [one for one in listed if re.match(r"[A-Z]\w+ing\b", one[2]) and one[2] != "Ranging fire of works"] == []


def test_no_sentence_of_the_readme_or_the_help_is_long() -> None:
    readme = re.sub(
        r"(?s)```.*?```|^\|.*?$|\]\([^)]*\)", "", (ROOT / "README.md").read_text("utf-8"), flags=re.MULTILINE
    )
    texts = [*re.split(r"\n\s*\n|\n- ", readme), *(text for _, _, text in SOURCES["help"]())]  # type: ignore[no-untyped-call]
    sentences = [sentence for text in texts for sentence in re.split(r"[.!?:;]\s", text)]
    assert [sentence for sentence in sentences if len(sentence.split()) > LONGEST] == []
