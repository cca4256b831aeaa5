"""The player's own folder: names that are free, files written without touching another, a friend's file taken in.

It is laid out as maps/ is: a folder of battles and maps for each game, `lessons/<game>`, `puzzles/<game>`, designs in
`<game>/designs`. Nothing that comes with the game is ever written to, and no file of the player's is written over.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

from game.library import MAP_SUFFIX, MAPS, Entry, Shelves, placed, scenario_path
from game.maps import load_map
from game.words import tr
from rules import SYSTEMS
from rules.kernel.datafile import DataError, located, read_text
from rules.kernel.opening import open_scenario
from rules.kernel.scenario import Scenario
from rules.kernel.scenario_loading import load_scenario, read_scenario
from rules.kernel.storage import NotSaved, reason

YAML = ".yaml"
MAX_KEY = 48
_KEY = re.compile(r"^key:.*$", re.MULTILINE)
_SOURCE = re.compile(r'source="([A-Za-z0-9_. -]+)"')
_OTHER = re.compile(r"[^a-z0-9]+")


def key_of(title: str) -> str:
    """A title as the name of a file: small letters, figures and _; "battle" where nothing is left of it."""
    return _OTHER.sub("_", title.lower()).strip("_")[:MAX_KEY].strip("_") or "battle"


def free_key(own: Path, system: str, wanted: str) -> str:
    """The name, with a number behind it where a battle of that name is shipped or the player's already."""
    for number in count(1):
        key = wanted if number == 1 else f"{wanted}_{number}"
        if not scenario_path(system, key).exists() and not scenario_path(system, key, own).exists():
            return key
    raise AssertionError("numbers do not end")


def free_path(path: Path) -> Path:
    """The path, with a number behind its name where there is such a file already."""
    numbered = (path.with_stem(f"{path.stem}_{number}") for number in count(2))
    return path if not path.exists() else next(one for one in numbered if not one.exists())


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet. Raises NotSaved, also where there is one already."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise NotSaved(tr("{path} was not written: {reason}", path=path.name, reason=reason(error))) from error


def keep_battle(own: Path, scenario: Scenario, as_text: Callable[[Scenario], str]) -> Path:
    """Write a battle into the player's folder under its title, or that with a number. Raises NotSaved."""
    key = free_key(own, scenario.system, key_of(scenario.title))
    path = scenario_path(scenario.system, key, own)
    write_new(path, as_text(scenario.but(key=key)))
    return path


def battle_in(path: Path) -> Scenario:
    """The battle in a file, whatever the file is called. Raises DataError."""
    return read_scenario(located(path))


def take_in(path: Path, own: Path) -> Entry:
    """A battle somebody sent: proved through the one door, then copied into the player's folder with its map.

    A file that lies on a shelf already is used where it lies, and one that was taken in before is not copied again.
    Raises DataError with file, line and field, or NotSaved. Nothing is written when anything is wrong.
    """
    path = path.resolve()
    scenario = battle_in(path)
    system = SYSTEMS.get(scenario.system)
    if system is None:
        raise DataError([located(path).problem("system", tr("expected one of {names}", names=", ".join(SYSTEMS)))])
    for root in (MAPS, own):
        if path.parent == (root / scenario.system).resolve():
            return entry_of(path, own=root is own)
    beside = path.parent / f"{scenario.map.removesuffix(MAP_SUFFIX)}{MAP_SUFFIX}"
    brought = bool(scenario.map) and beside.is_file() and not (MAPS / scenario.system / beside.name).exists()
    try:
        sheet = load_map(beside) if brought else Shelves(own).sheet(scenario.system, scenario.map)
        open_scenario(system, scenario, sheet)
    except DataError as error:
        raise DataError(placed(path, error)) from error
    if brought:
        copy_map(beside, own / scenario.system)
    text = read_text(path)
    same = scenario_path(scenario.system, scenario.key, own)
    if not same.exists() or read_text(same) != text:
        key = free_key(own, scenario.system, scenario.key)
        same = scenario_path(scenario.system, key, own)
        write_new(same, text if key == scenario.key else _KEY.sub(f"key: {key}", text, count=1))
    return entry_of(same, own=True)


def entry_of(path: Path, *, own: bool) -> Entry:
    """The battle of a file on a shelf. Raises DataError."""
    scenario = load_scenario(path)
    return Entry(scenario.system, scenario.key, scenario.title, scenario.summary, path, scenario, own)


def files_of_map(path: Path) -> list[Path]:
    """A map and what it is drawn with: tilesets and their pictures, where they are there."""
    wanted = [path]
    for source in (path, *sorted(path.parent.glob("*.tsx"))):
        wanted += [source] if source.suffix == ".tsx" else []
        wanted += [path.parent / found for found in _SOURCE.findall(read_text(source))]
    return [there for there in dict.fromkeys(wanted) if there.is_file()]


def copy_map(path: Path, folder: Path, name: str = "") -> Path:
    """Copy a map with the tileset it is drawn with; `name`: under another name. Returns where it lies now.

    What is there already stays; where that is another file of the same name, nothing is written. Raises NotSaved.
    """
    target = folder / f"{name or path.stem}{MAP_SUFFIX}"
    wanted = {target if there == path else folder / there.name: there for there in files_of_map(path)}
    for here, there in wanted.items():
        if here.exists() and here.read_bytes() != there.read_bytes():
            raise NotSaved(
                tr(
                    "{here} was not copied: there is another file of that name in {folder}",
                    here=here.name,
                    folder=folder,
                )
            )
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for here, there in wanted.items():
            if not here.exists():
                shutil.copyfile(there, here)
    except OSError as error:
        raise NotSaved(tr("the map was not copied: {reason}", reason=reason(error))) from error
    return target
