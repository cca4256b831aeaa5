"""The library: every scenario and map under maps/, by system, read once, and problems found in their files."""

from __future__ import annotations

import difflib
import errno
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol, TypeVar

from game.maps import load_map
from game.words import tr, tr_noop
from rules.kernel.datafile import DataError, Problem, path_fault, resolve_inside, source_at
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_loading import load_scenario
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.storage import reason
from rules.kernel.system import System

MAPS = Path(__file__).resolve().parent.parent / "maps"
LESSONS = "lessons"
MAP_SUFFIX = ".tmx"
SHIPPED_BATTLE = tr_noop("the program has a battle of this name; give yours another name")
SHIPPED_MAP = tr_noop("the program has a map of this name; give yours another name")


@dataclass(frozen=True, slots=True)
class Entry:
    """One scenario of the library, ready to be listed."""

    system: str
    key: str
    title: str
    summary: str
    path: Path
    scenario: Scenario
    own: bool = False  # from the player's own folder

    @property
    def name(self) -> str:
        """Return its name among all systems: `system/key`."""
        return f"{self.system}/{self.key}"


@dataclass(frozen=True, slots=True)
class Library:
    """Scenarios in playing order, and the problems of files that cannot be played."""

    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...]

    def of(self, system: str) -> tuple[Entry, ...]:
        """Return the scenarios of one system."""
        return tuple(entry for entry in self.entries if entry.system == system)

    def with_own(self, systems: Iterable[str], folder: Path) -> Library:
        """Return the library with the current content of the player's own folder."""
        found = [_shelf(system, folder, own=True) for system in systems]
        shipped = tuple(entry for entry in self.entries if not entry.own)
        others = tuple(problem for problem in self.problems if not Path(problem.file).is_relative_to(folder))
        mine = tuple(entry for entries, _ in found for entry in entries)
        return Library((*shipped, *mine), (*others, *(problem for _, problems in found for problem in problems)))

    def problems_of(self, name: str) -> tuple[Problem, ...]:
        """Return what is wrong with the file of a battle called `key` or `system/key`; empty if nothing is."""
        system, _, key = name.rpartition("/")
        called = ((Path(problem.file), problem) for problem in self.problems)
        return tuple(
            problem for path, problem in called if path.stem == key and path.parent.name == (system or path.parent.name)
        )

    def find(self, name: str) -> Entry:
        """Return the scenario called `key` or `system/key`. Raises NoSuchScenario with the nearest names."""
        found = [entry for entry in self.entries if name in (entry.key, entry.name)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NoSuchScenario(
                tr(
                    "{count} battles are called {name}: {names}; choose one of these",
                    name=f"{name!r}",
                    count=len(found),
                    names=_names(found),
                )
            )
        names = [name for entry in self.entries for name in (entry.key, entry.name)]
        near = difflib.get_close_matches(name, names, 1)
        hint = tr("did you mean {near}? ", near=f"{near[0]!r}") if near else ""
        raise NoSuchScenario(
            tr(
                "unknown battle {name}; {hint}Expected one of: {names}",
                name=f"{name!r}",
                hint=hint,
                names=_names(self.entries) or tr("none"),
            )
        )


class NoSuchScenario(Exception):
    """The name asked for belongs to no scenario, or to several. str() is a plain sentence."""


def _names(entries: Iterable[Entry]) -> str:
    return ", ".join(entry.name for entry in entries)


def open_library(systems: Iterable[str], root: Path = MAPS, own: Path | None = None) -> Library:
    """Return every scenario of these systems, in order of system, then `order`, difficulty and title. Never raises.

    `own`: the player's folder, with a subfolder for each system; its scenarios follow the shipped ones. A scenario that
    cannot be read is left out and its problems are reported. Unchanged files are not read again.
    """
    found = [_shelf(system, root) for system in systems]
    library = Library(
        tuple(entry for entries, _ in found for entry in entries),
        tuple(problem for _, problems in found for problem in problems),
    )
    return library if own is None else library.with_own(systems, own)


def _shelf(system: str, root: Path, *, own: bool = False) -> tuple[list[Entry], list[Problem]]:
    """Return the scenarios of one system in one folder, and the problems of the others."""
    entries: list[Entry] = []
    problems: list[Problem] = [*cannot_be_listed(root / system)] if own else []
    for path in scenario_files(system, root):
        try:
            entry = _entry(system, path)
            if own and scenario_path(system, path.stem).exists():
                raise DataError([Problem(str(path), 0, 0, "", tr(SHIPPED_BATTLE))])
            entries.append(replace(entry, own=own))
        except DataError as error:
            problems.extend(error.problems)
    for path in map_files(system, root) if own else ():
        fault = path_fault(path.name)
        if fault or (MAPS / system / path.name).exists():
            problems.append(Problem(str(path), 0, 0, "", fault or tr(SHIPPED_MAP)))
        else:
            problems += check_own_map(path)
    entries.sort(key=lambda entry: (entry.scenario.order, entry.scenario.difficulty, entry.title))
    return entries, problems


def check_own_map(path: Path) -> tuple[Problem, ...]:
    """Return what is wrong with a map; empty if it is usable. Never raises."""
    try:
        _read_map(path, *file_stamp(path))
    except DataError as error:
        return error.problems
    return ()


def cannot_be_listed(folder: Path) -> Iterator[Problem]:
    """Yield the reason why a player's folder cannot be listed; nothing if it can, or does not exist."""
    try:
        with os.scandir(folder):
            return
    except OSError as error:
        in_a_file = any(map(Path.is_file, folder.parents))  # Windows reports such a folder as missing
        fault = NotADirectoryError(errno.ENOTDIR, "") if in_a_file else error
        if os.path.lexists(folder) or not isinstance(fault, FileNotFoundError):
            yield Problem(str(folder), 0, 0, "", tr("the folder cannot be read: {reason}", reason=reason(fault)))


def scenario_path(system: str, key: str, root: Path = MAPS) -> Path:
    """Return the path for a scenario of that name, whether it exists or not."""
    return root / system / f"{key}.yaml"


def _entry(system: str, path: Path) -> Entry:
    scenario = of_folder(system, path, _read_scenario)
    return Entry(system, scenario.key, scenario.title, scenario.summary, path, scenario)


def why_unplayable(system: System, entry: Entry, root: Path = MAPS, own: Path | None = None) -> tuple[Problem, ...]:
    """Return every problem of a scenario, its map, and their use by the game; empty: it is playable. Never raises.
    Every screen and verb calls this before it shows or plays a scenario.
    """
    try:
        open_scenario(system, entry.scenario, open_map(system.key, entry.scenario.map, root, own))
    except DataError as error:
        return tuple(locate_problems(entry.path, error))
    return ()


def locate_problems(path: Path, error: DataError, within: str = "") -> Iterator[Problem]:
    """Yield the problems of a scenario with their file, and with a line if the file has the field. within: the field of
    the file that holds the scenario, if it is not the whole file.
    """
    for problem in error.problems:
        if problem.file:
            yield problem
            continue
        try:
            yield (
                source_at(path).problem(".".join(filter(None, (within, problem.field))), problem.message)
                if problem.field or within
                else replace(problem, file=str(path))
            )
        except DataError:
            yield replace(problem, file=str(path))


@dataclass(frozen=True, slots=True)
class Shelves:
    """Where scenarios and maps are searched: first the shipped ones, then the player's own folder."""

    own: Path | None = None
    root: Path = MAPS

    def scenario(self, system: str, key: str) -> Scenario:
        """Return the scenario `key` of a system. Raises DataError."""
        return get_scenario(system, key, self.root, self.own)

    def sheet(self, system: str, name: str) -> MapSheet | None:
        """Return the map a scenario names; None if it names none. Raises DataError."""
        return open_map(system, name, self.root, self.own)

    def library(self, systems: Iterable[str]) -> Library:
        """Return all scenarios. Never raises."""
        return open_library(systems, self.root, self.own)

    def why_unplayable(self, system: System, entry: Entry) -> tuple[Problem, ...]:
        """Return every problem that keeps a scenario from being played. Never raises."""
        return why_unplayable(system, entry, self.root, self.own)


def scenario_files(system: str, root: Path = MAPS) -> list[Path]:
    """Return the scenario files of a system, by name."""
    return sorted((root / system).glob("*.yaml"))


def map_files(system: str, root: Path = MAPS) -> list[Path]:
    """Return the map files of a system, by name."""
    return sorted((root / system).glob(f"*{MAP_SUFFIX}"))


def script_files(system: str, root: Path = MAPS) -> list[Path]:
    """Return the lessons of a system, by name."""
    return sorted((root / LESSONS / system).rglob("*.yaml"))


def get_scenario(system: str, key: str, root: Path = MAPS, own: Path | None = None) -> Scenario:
    """Return the scenario `key` of a system, searched in `root` and then in the player's own folder.

    Raises DataError.
    """
    return _entry(system, _on_shelves(f"{system}/{key}.yaml", root, own)).scenario


def open_map(system: str, name: str, root: Path = MAPS, own: Path | None = None) -> MapSheet | None:
    """Return the map a scenario names, with or without `.tmx`; None if it names none. It is searched in `root` and then
    in the player's own folder. An unchanged map is not read again. Raises DataError: for a faulty map with its file,
    for an unknown name with the scenario's field.
    """
    if not name:
        return None
    try:
        path = _on_shelves(f"{system}/{name.removesuffix(MAP_SUFFIX)}{MAP_SUFFIX}", root, own)
    except DataError as error:
        raise DataError(replace(problem, file="", field="map") for problem in error.problems) from error
    if not os.path.lexists(path):
        folders = (root,) if own is None else (root, own)
        names = ", ".join(dict.fromkeys(one.stem for folder in folders for one in map_files(system, folder)))
        words = tr("unknown map {name}; expected one of: {names}", name=f"{name!r}", names=names or tr("none"))
        raise DataError([Problem("", 0, 0, "map", words)])
    return _read_map(path, *file_stamp(path))


def _on_shelves(relative: str, root: Path, own: Path | None) -> Path:
    """Return the file in the first folder that has it; if none has, the path in `root`. Raises DataError."""
    shipped = resolve_inside(root, relative)
    if own is None or os.path.exists(shipped):
        return shipped
    mine = resolve_inside(own, relative)
    return mine if os.path.exists(mine) else shipped


class OfSystem(Protocol):
    """The content of a game's file: a battle, a lesson, an exhibit, puzzles."""

    @property
    def system(self) -> str:
        """Return the key of its game."""


Held = TypeVar("Held", bound=OfSystem)


def of_folder(system: str, path: Path, read: Callable[[Path, int, int], Held]) -> Held:
    """Return the content of a file in a game's folder; `read` caches by the file's stamp. Raises DataError, also if the
    file belongs to another game.
    """
    held = read(path, *file_stamp(path))
    if held.system != system:
        words = tr(
            "expected {system}, the name of its folder, found {other}", system=f"{system!r}", other=f"{held.system!r}"
        )
        raise DataError([Problem(str(path), 0, 0, "system", words)])
    return held


def each_of_folder(
    system: str, files: Iterable[Path], read: Callable[[Path, int, int], Held], problems: list[Problem]
) -> Iterator[tuple[Path, Held]]:
    """Yield each usable file with its content; add the problems of the others to `problems`."""
    for path in files:
        try:
            held = of_folder(system, path, read)
        except DataError as error:
            problems.extend(error.problems)
            continue
        yield path, held


def file_stamp(path: Path) -> tuple[int, int]:
    """Return a file's stamp: time in nanoseconds and size in bytes; zeros if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _read_scenario(path: Path, _changed_ns: int, _size_bytes: int) -> Scenario:
    return load_scenario(path)


@lru_cache(maxsize=32)
def _read_map(path: Path, _changed_ns: int, _size_bytes: int) -> MapSheet:
    return load_map(path)
