"""Folders for saves, settings and logs on this computer, found by trial; never the folder the game is installed in."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from game.program import BESIDE
from game.words import tr
from rules.kernel.storage import sweep

APP = "fighting-instructions"
PORTABLE_MARKER = "portable"
PORTABLE_FOLDER = "user"
INSTALLED_IN = BESIDE
OWN = "workshop"
PROBE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class UserFolders:
    """Existing, writable folders, and a notice for the player (empty if they are the usual ones).

    Crash reports go to `logs`. If nothing can be written, the folders are still named, the notice says so, and every
    save fails with its own reason.
    """

    saves: Path
    settings: Path
    logs: Path
    notice: str = ""

    @property
    def own(self) -> Path:
        """Return the folder of the player's own battles, maps, lessons, puzzles and designs; it may not exist yet."""
        return self.saves.parent / OWN


@dataclass(frozen=True, slots=True)
class _Choice:
    """One place to try. `asked`: the player chose it, so it may even be inside the program's folder."""

    name: str
    folders: UserFolders
    asked: bool


def find_folders(user_dir: str | Path | None = None, installed_in: Path = INSTALLED_IN) -> UserFolders:
    """Return the folders for this player; create missing ones. Never raises.

    Tried in order: `user_dir` (from --user-dir); the folder `user` beside the program, if a file called `portable` is
    there; this system's usual places; a temporary folder. The notice names every place that could not be used.
    """
    passed: list[str] = []
    choices = list(_choices(user_dir, installed_in))
    for choice in choices:
        fault = _fault(choice, installed_in)
        if not fault:
            for folder in (choice.folders.saves, choice.folders.settings, choice.folders.own):
                sweep(folder)
            return _with_notice(
                choice.folders, _notice(passed, tr("Your games are saved in {saves}.", saves=choice.folders.saves))
            )
        passed.append(f"{choice.name} {fault}")
    try:
        root = Path(tempfile.mkdtemp(prefix=f"{APP}-"))
        folders = _folders_below(root)
        _make_folders(folders)
    except OSError as error:
        passed.append(tr("there is no temporary folder ({words})", words=error.strerror or error))
        return _with_notice(choices[0].folders, _notice(passed, tr("Nothing can be saved.")))
    warning = tr("Saves are temporary here. Copy them out of {root} before you switch off the computer.", root=root)
    return _with_notice(folders, _notice(passed, warning))


def _choices(user_dir: str | Path | None, installed_in: Path) -> Iterator[_Choice]:
    if user_dir:
        yield _Choice(tr("the --user-dir folder"), _folders_below(_absolute(user_dir)), True)
    if (installed_in / PORTABLE_MARKER).is_file():
        yield _Choice(tr("the portable folder"), _folders_below(installed_in / PORTABLE_FOLDER), True)
    system = platformdirs.PlatformDirs(APP, appauthor=False)
    data = Path(system.user_data_dir)
    usual = UserFolders(data / "saves", Path(system.user_config_dir) / "settings", Path(system.user_log_dir))
    yield _Choice(tr("your usual folder"), usual, False)
    yield _Choice(tr("your data folder"), _folders_below(data), False)


def _absolute(folder: str | Path) -> Path:
    """Return the folder as a full path; a leading ~ becomes the home folder, if there is one."""
    try:
        return Path(os.path.abspath(Path(folder).expanduser()))
    except (OSError, RuntimeError, ValueError):
        return Path(folder)


def _folders_below(root: Path) -> UserFolders:
    return UserFolders(root / "saves", root / "settings", root / "logs")


def _fault(choice: _Choice, installed_in: Path) -> str:
    """Create a place's folders and write a trial file in each; return why it cannot be used, empty if it can."""
    folders = choice.folders
    for folder in (folders.saves, folders.settings, folders.logs):
        if not folder.is_absolute():
            return tr("is not a full path ({folder})", folder=folder)
        if not choice.asked and _is_inside(folder, installed_in):
            return tr("is inside the program's own folder ({folder})", folder=folder)
    try:
        _make_folders(folders)
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return tr("cannot be used ({saves}: {why})", saves=folders.saves, why=why)
    return ""


def _is_inside(folder: Path, installed_in: Path) -> bool:
    try:
        return folder.resolve().is_relative_to(installed_in.resolve())
    except (OSError, RuntimeError):
        return False  # a path that cannot be resolved cannot be created either, and is refused later


def _make_folders(folders: UserFolders) -> None:
    for folder in (folders.saves, folders.settings, folders.logs):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(bytes(PROBE_BYTES))
            trial.flush()
            os.fsync(trial.fileno())


def _notice(passed: list[str], result: str) -> str:
    if not passed:
        return ""
    return " ".join(f"{name[0].upper()}{name[1:]}." for name in passed) + " " + result


def _with_notice(folders: UserFolders, notice: str) -> UserFolders:
    return UserFolders(folders.saves, folders.settings, folders.logs, notice)
