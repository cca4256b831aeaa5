"""A battle being edited: its history of changes, and the draft file, written at every change. The draft is in the
player's folder, one for each game, and another for each further window editing at the same time. It may be playable or
not; an unreadable draft is renamed, never lost.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from game.words import tr
from game.workshop.scenario_yaml import as_yaml
from game.workshop.user_files import free_path
from rules.kernel.datafile import DataError, source_at
from rules.kernel.scenario import Scenario
from rules.kernel.storage import DISK, NotSaved, lock_for, reason, write_whole

DRAFTS = "drafts"
MOST_KEPT = 200  # most changes that can be undone


class Draft:
    """`scenario`: the current battle. `not_saved`: why the last change is not on disk; empty if it is. note: message
    about the previous draft. lock: on its file, during editing.
    """

    def __init__(self, path: Path, scenario: Scenario, note: str = "", lock: int | None = None) -> None:
        self.path = path
        self.scenario = scenario
        self.not_saved = ""
        self.note = note
        self._lock = lock
        self._before: list[Scenario] = []
        self._after: list[Scenario] = []

    def release(self) -> None:
        """Unlock the file for other windows. The end of the program releases it too, even after a crash."""
        if self._lock is not None:
            DISK.close(self._lock)
        self._lock = None

    def change(self, scenario: Scenario) -> bool:
        """Set a new state of the battle and save it. Return false if nothing has changed."""
        if scenario == self.scenario:
            return False
        self._before = [*self._before[-MOST_KEPT:], self.scenario]
        self._after = []
        self._set(scenario)
        return True

    def undo(self) -> bool:
        """Undo the last change. Return false if there is none."""
        return self._step(self._before, self._after)

    def redo(self) -> bool:
        """Redo the last undone change. Return false if there is none."""
        return self._step(self._after, self._before)

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        return bool(self._after)

    def _step(self, source: list[Scenario], target: list[Scenario]) -> bool:
        if not source:
            return False
        target.append(self.scenario)
        self._set(source.pop())
        return True

    def _set(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.not_saved = self.write()

    def write(self) -> str:
        """Write the draft atomically; return why it could not be written."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path, as_yaml(self.scenario).encode("utf-8"))
        except NotSaved as error:
            return str(error)
        except OSError as error:
            return tr("{path}: {reason}", path=self.path.parent, reason=reason(error))
        return ""


def open_draft(own: Path, system: str, begun: Scenario) -> Draft:
    """Return the latest draft of a game that is not open in another window; otherwise a new one, of `begun`."""
    free: list[tuple[int, int | None]] = []
    busy = False
    for number in count(1):
        try:
            free.append((number, lock_for(draft_path(own, system, number))))
        except BlockingIOError:
            busy = True
            continue
        if not os.path.lexists(draft_path(own, system, number)):
            break
    number, lock = max(free, key=lambda one: (_changed_ns(draft_path(own, system, one[0])), -one[0]))
    for _, other in free:
        if other is not None and other != lock:
            DISK.close(other)
    left, note = left_draft(own, system, number)
    path = draft_path(own, system, number)
    if busy:
        words = tr(
            "Another window is editing a battle of this game. Changes here are saved as {draft}.", draft=path.name
        )
        note = f"{words} {note}".strip()
    draft = Draft(path, left or begun, note, lock)
    draft.not_saved = draft.write()
    return draft


def _changed_ns(path: Path) -> int:
    """Return when a draft was last written; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def draft_path(own: Path, system: str, number: int = 1) -> Path:
    """Return the path of a game's draft."""
    return own / DRAFTS / (f"{system}.yaml" if number == 1 else f"{system}_{number}.yaml")


def left_draft(own: Path, system: str, number: int = 1) -> tuple[Scenario | None, str]:
    """Return the battle of a saved draft, and a message about it. An unreadable draft is renamed."""
    path = draft_path(own, system, number)
    if not os.path.lexists(path):
        return None, ""
    try:
        found = source_at(path).read(Scenario)
        if found.system == system:
            return found, ""
        why = tr("it is for the game {system}", system=f"{found.system!r}")
    except DataError as error:
        why = str(error)
    aside = free_path(path.with_name(f"{path.stem}.broken{path.suffix}"))
    try:
        path.replace(aside)
    except OSError as error:
        return None, tr("The draft cannot be read ({why}) or moved ({error}).", why=why, error=reason(error))
    return None, tr("The draft cannot be read and was renamed {aside}: {why}", aside=aside.name, why=why)
