"""The rules a player has met, in one file: seen on the screen, used in a game, looked up."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from game.record_file import load_record, save_record
from rules.kernel.rulebook import Rule, Rulebook

FILE = "rules.json"


class RulesSeen(msgspec.Struct, forbid_unknown_fields=True):
    """Ids of rules of all games; outdated ids do no harm."""

    seen: set[str] = set()  # something on the screen cited it
    used: set[str] = set()  # it mattered in one of the player's games
    looked: set[str] = set()  # it was looked up
    carded: set[str] = set()  # its hint card has been shown

    def note(self, kind: str, rules: Iterable[str]) -> bool:
        """Add rules to `seen`, `used`, `looked` or `carded`; used rules are also seen. Return whether any was new."""
        fresh = {rule for rule in rules if rule}
        before = len(self.seen), len(getattr(self, kind))
        getattr(self, kind).update(fresh)
        self.seen.update(fresh)
        return before != (len(self.seen), len(getattr(self, kind)))

    def state(self, rule: str) -> str:
        """Return `used`, `seen`, or empty for a rule not met yet."""
        return "used" if rule in self.used else "seen" if rule in self.seen else ""

    def percent(self, rules: Iterable[Rule]) -> int:
        """Return the percentage of these rules that have been used; 100 only if all have been."""
        listed = [rule.id for rule in rules]
        return 100 * sum(rule in self.used for rule in listed) // max(1, len(listed))


def load_met(folder: Path) -> RulesSeen:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    return load_record(folder / FILE, RulesSeen)


def save_met(folder: Path, met: RulesSeen) -> str:
    """Write the record. Return why it could not be written; empty on success."""
    data = {name: sorted(getattr(met, name)) for name in met.__struct_fields__}
    return save_record(folder / FILE, data)


def chapters(book: Rulebook) -> dict[str, tuple[Rule, ...]]:
    """Return the rules of every non-empty chapter by its key, in the order of the book."""
    found: dict[str, list[Rule]] = {chapter.key: [] for chapter in book.chapters}
    for rule in book.rules.values():
        found.setdefault(rule.chapter, []).append(rule)
    return {key: tuple(rules) for key, rules in found.items() if rules}
