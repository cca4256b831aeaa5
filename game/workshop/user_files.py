"""The player's own folder: free names, writing without overwriting, import of files. It has the same layout as maps/: a
folder of battles and maps for each game, `lessons/<game>`, `puzzles/<game>`, designs in `<game>/designs`. Shipped files
are never written to, and none of the player's files is overwritten.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from game.library import MAP_SUFFIX, MAPS, Entry, Shelves, locate_problems, scenario_path
from game.map_guard import LARGEST_IMAGE_BYTES, Findings, parts, read_xml, source_inside
from game.maps import load_map
from game.words import tr
from game.workshop.scenario_yaml import as_yaml
from rules import SYSTEMS
from rules.kernel.datafile import DataError, path_fault, read_bytes, read_text, source_at
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario, read_scenario
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.storage import NotSaved, write_fresh

YAML = ".yaml"
MAX_KEY = 48
_KEY = re.compile(r"^key:.*$", re.MULTILINE)
_OTHER = re.compile(r"[^a-z0-9]+")


def key_of(title: str) -> str:
    """Return a title as a file name: lower-case letters, digits and _; "battle" if nothing is left. A name that is
    reserved on some system gets the prefix "battle_".
    """
    key = _OTHER.sub("_", title.lower()).strip("_")[:MAX_KEY].strip("_") or "battle"
    return f"battle_{key}" if path_fault(f"{key}{YAML}") else key


def free_key(own: Path, system: str, wanted: str) -> str:
    """Return the name, with a number if a battle of that name exists (shipped or the player's own)."""
    for number in count(1):
        key = wanted if number == 1 else f"{wanted}_{number}"
        if not scenario_path(system, key).exists() and not os.path.lexists(scenario_path(system, key, own)):
            return key
    raise AssertionError("numbers do not end")


def free_path(path: Path) -> Path:
    """Return the path, with a number after its name if the file exists."""
    numbered = (path.with_stem(f"{path.stem}_{number}") for number in count(2))
    return path if not os.path.lexists(path) else next(one for one in numbered if not os.path.lexists(one))


def write_new(path: Path, text: str) -> None:
    """Write a new file atomically. Raises NotSaved, also if the file exists."""
    write_fresh(path, text.encode("utf-8"))


def keep_battle(own: Path, scenario: Scenario, as_text: Callable[[Scenario], str]) -> Path:
    """Write a battle into the player's folder under its title, with a number if needed. Raises NotSaved, also if the
    file could not be read again.
    """
    key = free_key(own, scenario.system, key_of(scenario.title))
    path = scenario_path(scenario.system, key, own)
    text = as_text(scenario.but(key=key))
    try:
        read_scenario(source_at(Path(path.name), text))
    except DataError as error:
        raise NotSaved(tr("This battle cannot be saved. {reason}", reason=error)) from error
    write_new(path, text)
    return path


def battle_in(path: Path) -> Scenario:
    """Return the battle in a file, whatever its name. Raises DataError."""
    return read_scenario(source_at(path))


def take_in(path: Path, own: Path) -> Entry:
    """Import a battle from somebody else: check it with `open_scenario`, then copy it into the player's folder with its
    map. A shipped file or one already in the folder is used in place, and one imported before is not copied again.
    Raises DataError with file, line and field, or NotSaved. Nothing is written if anything is wrong.
    """
    text = read_text(path)  # read once, so that exactly the checked text is saved
    path = path.resolve()
    scenario = read_scenario(source_at(path, text))
    system = SYSTEMS.get(scenario.system)
    if system is None:
        raise DataError([source_at(path).problem("system", tr("expected one of {names}", names=", ".join(SYSTEMS)))])
    for root in (MAPS, own):
        if path.parent == (root / scenario.system).resolve():
            return entry_of(path, own=root is own)
    beside = path.parent / f"{scenario.map.removesuffix(MAP_SUFFIX)}{MAP_SUFFIX}"
    brought = bool(scenario.map) and os.path.isfile(beside) and not (MAPS / scenario.system / beside.name).exists()
    try:
        sheet = load_map(beside) if brought else Shelves(own).sheet(scenario.system, scenario.map)
        open_scenario(system, scenario, sheet)
    except DataError as error:
        raise DataError(locate_problems(path, error)) from error
    written = _copy_map(beside, own / scenario.system) if brought else []
    try:
        return entry_of(_kept_battle(scenario, text, own), own=True)
    except (DataError, NotSaved):
        for made in written:  # do not leave a map without its battle
            made.unlink(missing_ok=True)
        raise


def _kept_battle(scenario: Scenario, text: str, own: Path) -> Path:
    """Return the path of a battle with this text among the player's own; write it if needed. Raises NotSaved."""
    there = scenario_path(scenario.system, scenario.key, own)
    with suppress(DataError):
        if read_text(there) == text:
            return there
    key = free_key(own, scenario.system, scenario.key)
    path = scenario_path(scenario.system, key, own)
    write_new(path, text if key == scenario.key else _under(key, scenario, text))
    return path


def _under(key: str, scenario: Scenario, text: str) -> str:
    """Return the text of a battle under another name, with its comments if the name can be replaced in the text."""
    changed, renamed = _KEY.sub(f"key: {key}", text, count=1), scenario.but(key=key)
    with suppress(DataError):
        if read_scenario(source_at(Path(key), changed)) == renamed:
            return changed
    return as_yaml(renamed)


def entry_of(path: Path, *, own: bool) -> Entry:
    """Return the library entry of a battle file. Raises DataError."""
    scenario = load_scenario(path)
    return Entry(scenario.system, scenario.key, scenario.title, scenario.summary, path, scenario, own)


def files_of_map(path: Path) -> dict[str, Path]:
    """Return name (as in the map) -> file for a map with its tilesets and pictures. Raises DataError."""
    folder, found = Path(os.path.normpath(path.parent)), Findings()
    files = {path.name: path}

    def drawn_with(name: str, base: Path, suffix: str, file: Path, line: int) -> Path:
        real = source_inside(name, base, folder, suffix, file, line, found)
        there = Path(os.path.normpath(base / name))
        inside = there.relative_to(folder) if there.is_relative_to(folder) else real.relative_to(folder.resolve())
        files[inside.as_posix()] = real
        return there

    for node in parts(read_xml(path, "map", found), "tileset"):
        file, source = path, node.get("source")
        if source is not None:
            file = drawn_with(source, folder, ".tsx", path, node.line)
            node = read_xml(file, "tileset", found)
        for image in parts(node, "image"):
            drawn_with(image.get("source", ""), file.parent, ".png", file, image.line)
    return files


def copy_map(path: Path, folder: Path, name: str = "") -> Path:
    """Copy a map with its tilesets; `name`: under another name. Return its new path. Existing equal files stay; if
    there is a different file of the same name, nothing is written. Raises DataError for an unreadable map, NotSaved.
    """
    _copy_map(path, folder, name)
    return folder / f"{name or path.stem}{MAP_SUFFIX}"


def _copy_map(path: Path, folder: Path, name: str = "") -> list[Path]:
    """Copy a map; return the files written."""
    files = {there: read_bytes(file, LARGEST_IMAGE_BYTES) for there, file in files_of_map(path).items()}
    target = f"{name or path.stem}{MAP_SUFFIX}"
    wanted = {folder / (target if there == path.name else there): data for there, data in files.items()}
    missing = {there: data for there, data in wanted.items() if not os.path.lexists(there)}
    for there in wanted.keys() - missing.keys():
        if not _holds(there, wanted[there]):
            words = tr(
                "{here} was not copied: there is another file of that name in {folder}",
                here=there.name,
                folder=there.parent,
            )
            raise NotSaved(words)
    written: list[Path] = []
    for there, data in missing.items():
        try:
            write_fresh(there, data)
        except NotSaved as error:
            for made in written:
                made.unlink(missing_ok=True)
            raise NotSaved(tr("the map was not copied: {reason}", reason=error)) from error
        written.append(there)
    return written


def _holds(path: Path, data: bytes) -> bool:
    """Return whether a file exists with this content."""
    try:
        return read_bytes(path, len(data)) == data
    except DataError:
        return False
