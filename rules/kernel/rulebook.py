"""The rulebook: every rule with its source, every ambiguity with its readings, every option with its default."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from rules.kernel.datafile import DataError, Problem, source_at
from rules.kernel.record import Record


class Provenance(StrEnum):
    """Where a rule comes from. Never blurred: every screen that shows a rule shows this."""

    SEED = "seed"  # stated in the published errata sheet
    PUBLIC = "public"  # stated in another public source, which is named
    HOUSE = "house"  # filled in by us; the rule names the gap it fills


class Rule(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule of a game, in our own words."""

    id: str
    chapter: str
    title: str
    summary: str
    provenance: Provenance
    source: str  # the document
    section: str = ""  # heading or paragraph in it
    amends: str = ""  # id of the rule it changes
    question: str = ""  # house rules: the gap it fills
    option: str = ""  # key of the option that switches it
    chart: str = ""  # name of the chart it uses, if any


class Reading(Record, frozen=True, forbid_unknown_fields=True):
    """One way of reading an ambiguous sentence."""

    key: str
    text: str


class Ambiguity(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sentence that can be read in more than one way, the reading we play, and why."""

    id: str
    rule: str
    question: str
    readings: tuple[Reading, ...]
    ruling: str  # key of the reading in use by default
    why: str
    option: str = ""  # key of the option that switches the reading, where there is one


class Option(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A switch the players agree on before the game."""

    key: str
    title: str
    help: str
    rule: str
    default: bool


class Chapter(Record, frozen=True, forbid_unknown_fields=True):
    """A chapter of the rulebook, in reading order."""

    key: str
    title: str
    intro: str = ""


class _Sheet(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    system: str
    title: str
    chapters: tuple[Chapter, ...]
    rules: tuple[Rule, ...]
    ambiguities: tuple[Ambiguity, ...] = ()
    options: tuple[Option, ...] = ()


_STRENGTH = (Provenance.HOUSE, Provenance.PUBLIC, Provenance.SEED)  # weakest first


class Rulebook:
    """All rules of one system, looked up by id. Raises KeyError for a rule that does not exist."""

    __slots__ = ("ambiguities", "chapters", "options", "rules", "title")

    def __init__(
        self,
        title: str,
        chapters: Iterable[Chapter],
        rules: Iterable[Rule],
        ambiguities: Iterable[Ambiguity] = (),
        options: Iterable[Option] = (),
    ) -> None:
        self.title = title
        self.chapters = tuple(chapters)
        self.rules = {rule.id: rule for rule in rules}
        self.ambiguities = tuple(ambiguities)
        self.options = {option.key: option for option in options}

    def __getitem__(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self.rules

    def weakest(self, rules: Iterable[str]) -> Provenance:
        """Return the weakest provenance among rules: house before public before seed. Raises ValueError for none."""
        return min((self.rules[rule].provenance for rule in rules), key=_STRENGTH.index)

    def search(self, words: str) -> tuple[Rule, ...]:
        """Return rules whose id, title or summary contain every word of the query, in rulebook order."""
        wanted = words.lower().split()
        return tuple(
            rule
            for rule in self.rules.values()
            if all(word in f"{rule.id} {rule.title} {rule.summary}".lower() for word in wanted)
        )

    def ambiguities_of(self, rule_id: str) -> tuple[Ambiguity, ...]:
        """Return the ambiguities that touch one rule."""
        return tuple(item for item in self.ambiguities if item.rule == rule_id)


def load_rulebook(path: Path) -> Rulebook:
    """Read a rulebook and cross-check it.

    Raises DataError with every problem found: double ids, links to rules, chapters or options that do not exist, house
    rules without a question, rulings that name no reading.
    """
    source = source_at(path)
    sheet = source.read(_Sheet)
    problems: list[Problem] = []

    def complain(field: str, message: str) -> None:
        problems.append(source.problem(field, message))

    ids = {rule.id for rule in sheet.rules}
    chapters = {chapter.key for chapter in sheet.chapters}
    options = {option.key for option in sheet.options}
    for field, names in (
        ("rules[{}].id", [rule.id for rule in sheet.rules]),
        ("chapters[{}].key", [chapter.key for chapter in sheet.chapters]),
        ("options[{}].key", [option.key for option in sheet.options]),
        ("ambiguities[{}].id", [item.id for item in sheet.ambiguities]),
    ):
        for number, name in enumerate(names):
            if name in names[:number]:
                complain(field.format(number), f"{name!r} is used twice")
    for number, rule in enumerate(sheet.rules):
        if rule.chapter not in chapters:
            complain(f"rules[{number}].chapter", f"rule {rule.id}: no chapter is called {rule.chapter!r}")
        if rule.amends and rule.amends not in ids:
            complain(f"rules[{number}].amends", f"rule {rule.id}: no rule is called {rule.amends!r}")
        if rule.provenance is Provenance.HOUSE and not rule.question:
            complain(f"rules[{number}].question", f"rule {rule.id}: a house rule must name the gap it fills")
        if rule.option and rule.option not in options:
            complain(f"rules[{number}].option", f"rule {rule.id}: no option is called {rule.option!r}")
    for number, item in enumerate(sheet.ambiguities):
        if item.rule not in ids:
            complain(f"ambiguities[{number}].rule", f"ambiguity {item.id}: no rule is called {item.rule!r}")
        if item.ruling not in {reading.key for reading in item.readings}:
            complain(f"ambiguities[{number}].ruling", f"ambiguity {item.id}: no reading is called {item.ruling!r}")
        if item.option and item.option not in options:
            complain(f"ambiguities[{number}].option", f"ambiguity {item.id}: no option is called {item.option!r}")
    for number, option in enumerate(sheet.options):
        if option.rule not in ids:
            complain(f"options[{number}].rule", f"option {option.key}: no rule is called {option.rule!r}")
    if problems:
        raise DataError(problems)
    return Rulebook(sheet.title, sheet.chapters, sheet.rules, sheet.ambiguities, sheet.options)
