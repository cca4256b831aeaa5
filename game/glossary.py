"""Load the glossary of the interface and add the meanings of its terms below a text."""

from __future__ import annotations

import re
from functools import cache

from game.words import FOLDER
from rules.kernel.datafile import load_yaml
from rules.kernel.record import Record

PATH = FOLDER / "glossary.yaml"
MOST_EXPLAINED = 2  # terms explained below one text


class GlossaryTerm(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A term, its meaning in one line, its other forms, and patterns of words to avoid."""

    term: str
    meaning: str
    forms: tuple[str, ...] = ()
    explain: bool = True
    avoid: tuple[str, ...] = ()


class Glossary(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All terms in the order of the file."""

    terms: tuple[GlossaryTerm, ...]


@cache
def glossary() -> tuple[GlossaryTerm, ...]:
    """Return the terms of assets/words/glossary.yaml in alphabetical order. Raises DataError if the file is damaged."""
    return tuple(sorted(load_yaml(PATH, Glossary).terms, key=lambda term: term.term.lower()))


@cache
def _forms() -> dict[str, GlossaryTerm]:
    return {form.lower(): term for term in glossary() if term.explain for form in (term.term, *term.forms)}


@cache
def _finder() -> re.Pattern[str]:
    longest_first = sorted(map(re.escape, _forms()), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])", re.IGNORECASE)


def terms_in(text: str) -> tuple[GlossaryTerm, ...]:
    """Return the terms a text uses, each once, in the order of their first use."""
    return tuple(dict.fromkeys(_forms()[found[0].lower()] for found in _finder().finditer(text)))


def meanings(text: str) -> str:
    """Return the meanings of the first terms of a text as markup, one a line; empty if it uses none."""
    return "\n".join(f"{{ink_faint:{term.term}: {term.meaning}}}" for term in terms_in(text)[:MOST_EXPLAINED])


def with_meanings(markup: str) -> str:
    """Return markup followed by the meanings of its terms."""
    return "\n".join(part for part in (markup, meanings(markup)) if part)
