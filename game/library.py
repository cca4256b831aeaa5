"""The library: every scenario and map under maps/, by system, read once, with the faults found beside them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from game.maps import load_map
from rules.kernel.datafile import DataError, Problem, inside
from rules.kernel.opening import open_scenario
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.system import System

MAPS = Path(__file__).resolve().parent.parent / "maps"
LESSONS = "lessons"
MAP_SUFFIX = ".tmx"


@dataclass(frozen=True, slots=True)
class Entry:
    """One scenario on the shelf, ready to be shown in a list."""

    system: str
    key: str
    title: str
    summary: str
    path: Path
    scenario: Scenario

    @property
    def name(self) -> str:
        """Its name among all systems: `system/key`."""
        return f"{self.system}/{self.key}"


@dataclass(frozen=True, slots=True)
class Library:
    """What was found under maps/: scenarios in playing order, and what is wrong with files that cannot be played."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]

    def of(self, system: str) -> tuple[Entry, ...]:
        """The scenarios of one system."""
        return tuple(entry for entry in self.entries if entry.system == system)

    def find(self, name: str) -> Entry:
        """The scenario called `key` or `system/key`. Raises NoSuchScenario with the nearest names."""
        found = [entry for entry in self.entries if name in (entry.key, entry.name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchScenario(f"{name!r} is the name of {len(found)} scenarios: {_names(found)}; give one of these")
        names = [name for entry in self.entries for name in (entry.key, entry.name)]
        near = difflib.get_close_matches(name, names, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise NoSuchScenario(f"no scenario is called {name!r}; {hint}There are: {_names(self.entries) or 'none'}")


class NoSuchScenario(Exception):
    """A scenario was asked for that is not on the shelf, or not exactly one. str() is a plain sentence."""


def _names(entries: Iterable[Entry]) -> str:
    return ", ".join(entry.name for entry in entries)


def open_library(systems: Iterable[str], root: Path = MAPS) -> Library:
    """Every scenario of these systems, in order of system, then `order`, difficulty and title. Never raises.

    A scenario that cannot be read is left out and its problems are told. A file unchanged since the last call is not
    read again.
    """
    entries: list[Entry] = []
    problems: list[Problem] = []
    for system in systems:
        shelf: list[Entry] = []
        for path in scenario_files(system, root):
            try:
                shelf.append(_entry(system, path))
            except DataError as error:
                problems.extend(error.problems)
        shelf.sort(key=lambda entry: (entry.scenario.order, entry.scenario.difficulty, entry.title))
        entries.extend(shelf)
    return Library(tuple(entries), tuple(problems))


def _entry(system: str, path: Path) -> Entry:
    scenario = _read_scenario(path, *stamp(path))
    if scenario.system != system:
        message = f"expected {system!r}, the folder it is in, found {scenario.system!r}"
        raise DataError([Problem(str(path), 0, 0, "system", message)])
    return Entry(system, scenario.key, scenario.title, scenario.summary, path, scenario)


def why_unplayable(system: System, entry: Entry, root: Path = MAPS) -> tuple[Problem, ...]:
    """Everything wrong with a scenario of the shelf, its map and what its game makes of both; empty: it can be played.

    Never raises. The one question every screen and verb asks before it shows or plays a scenario.
    """
    try:
        open_scenario(system, entry.scenario, open_map(system.key, entry.scenario.map, root))
    except DataError as error:
        return tuple(problem if problem.file else replace(problem, file=str(entry.path)) for problem in error.problems)
    return ()


def scenario_files(system: str, root: Path = MAPS) -> list[Path]:
    """The scenario files of a system, by name."""
    return sorted((root / system).glob("*.yaml"))


def map_files(system: str, root: Path = MAPS) -> list[Path]:
    """The map files of a system, by name."""
    return sorted((root / system).glob(f"*{MAP_SUFFIX}"))


def script_files(system: str, root: Path = MAPS) -> list[Path]:
    """The lessons of a system, by name."""
    return sorted((root / LESSONS / system).rglob("*.yaml"))


def get_scenario(system: str, key: str, root: Path = MAPS) -> Scenario:
    """The scenario `key` of a system. Raises DataError."""
    return _entry(system, inside(root, f"{system}/{key}.yaml")).scenario


def open_map(system: str, name: str, root: Path = MAPS) -> MapSheet | None:
    """The map a scenario names, with or without `.tmx`; None when it names none. Raises DataError.

    A map that has not changed is not read again.
    """
    if not name:
        return None
    path = inside(root, f"{system}/{name.removesuffix(MAP_SUFFIX)}{MAP_SUFFIX}")
    return _read_map(path, *stamp(path))


def stamp(path: Path) -> tuple[int, int]:
    """What changes when a file does: time in nanoseconds and size in bytes; zeros when there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _read_scenario(path: Path, changed_ns: int, size_bytes: int) -> Scenario:
    return load_scenario(path)


@lru_cache(maxsize=32)
def _read_map(path: Path, changed_ns: int, size_bytes: int) -> MapSheet:
    return load_map(path)
