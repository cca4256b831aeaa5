"""The exhibits of the errata page: every file under maps/errata/, by system, and problems found in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.library import MAPS, each_of_folder
from game.words import tr
from rules.kernel.datafile import Problem
from rules.kernel.rule_comparison import Exhibit, load_exhibit
from rules.kernel.system import System

ERRATA = "errata"


@dataclass(frozen=True, slots=True)
class ExhibitEntry:
    """One exhibit."""

    system: str
    key: str
    exhibit: Exhibit
    path: Path

    @property
    def name(self) -> str:
        """Return its name among all exhibits: `system/key`."""
        return f"{self.system}/{self.key}"


@dataclass(frozen=True, slots=True)
class ExhibitShelf:
    """All exhibits in the order of the sheets, and the problems of files that cannot be shown."""

    cases: tuple[ExhibitEntry, ...]
    problems: tuple[Problem, ...]

    def of(self, system: str) -> tuple[ExhibitEntry, ...]:
        """Return the exhibits of one system."""
        return tuple(case for case in self.cases if case.system == system)

    def exhibit_about(self, system: str, rule: str) -> ExhibitEntry | None:
        """Return the exhibit of a rule's amendment; failing that, one that mentions the rule."""
        amended = (case for case in self.of(system) if rule in case.exhibit.amends)
        named = (case for case in self.of(system) if rule in case.exhibit.rule)
        return next(amended, None) or next(named, None)


def open_desk(systems: Iterable[str], root: Path = MAPS) -> ExhibitShelf:
    """Return every exhibit of these systems. Never raises; unchanged files are not read again."""
    cases: list[ExhibitEntry] = []
    problems: list[Problem] = []
    for system in systems:
        files = sorted((root / ERRATA / system).glob("*.yaml"))
        read = each_of_folder(system, files, _read, problems)
        found = [ExhibitEntry(system, path.stem, exhibit, path) for path, exhibit in read]
        cases += sorted(found, key=lambda case: (case.exhibit.place, case.key))
    return ExhibitShelf(tuple(cases), tuple(problems))


@cache
def _read(path: Path, _changed_ns: int, _size_bytes: int) -> Exhibit:
    return load_exhibit(path)


def nothing_amended(system: System) -> str:
    """Return the text for a game without exhibits: its sheet explains and changes no earlier rule."""
    seed = sum(1 for rule in system.rulebook.rules.values() if rule.provenance == "seed")
    return tr(
        "{system}: the sheet explains the game and amends no rule, so there is no before and after. Its "
        "{seed} rules are in the rulebook, marked as rules of the sheet.",
        system=system.title,
        seed=seed,
    )
