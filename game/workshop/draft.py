"""A battle being drawn: its history of changes, and the draft on disk, written whole at every change.

The draft lies in the player's folder, one for each game, and another for each further window that draws at the same
time. It may be any stage of a battle, playable or not; one that cannot be read is put aside under another name, never
lost.
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
MOST_KEPT = 200  # changes that can be taken back


class Draft:
    """`scenario` is the battle as it is now. `not_saved`: why the last change is not on disk; empty when it is.

    note: what is to be told of the draft that was left. lock: on its file, while it is drawn.
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
        """Let another window go on with it. The end of the program releases it too, whatever ended it."""
        if self._lock is not None:
            DISK.close(self._lock)
        self._lock = None

    def change(self, scenario: Scenario) -> bool:
        """Change the state of the battle, on disk at once. Return False when nothing has changed."""
        if scenario == self.scenario:
            return False
        self._before = [*self._before[-MOST_KEPT:], self.scenario]
        self._after = []
        self._set(scenario)
        return True

    def undo(self) -> bool:
        """Take the last change back. False when there is none."""
        return self._step(self._before, self._after)

    def redo(self) -> bool:
        """Make it again. False when there is none."""
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
        """Put the draft on disk, whole or not at all; returns why it could not be."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.path, as_yaml(self.scenario).encode("utf-8"))
        except NotSaved as error:
            return str(error)
        except OSError as error:
            return tr("{path}: {reason}", path=self.path.parent, reason=reason(error))
        return ""


def open_draft(own: Path, system: str, begun: Scenario) -> Draft:
    """Return the draft of a game that was changed last and that no other window has open.

    Else a new one, of `begun`.
    """
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
    """Return when a draft was last written; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def draft_path(own: Path, system: str, number: int = 1) -> Path:
    """Return where a draft of a game lies."""
    return own / DRAFTS / (f"{system}.yaml" if number == 1 else f"{system}_{number}.yaml")


def left_draft(own: Path, system: str, number: int = 1) -> tuple[Scenario | None, str]:
    """Return the battle that was being drawn when the program was last there, and what is to be told of it.

    One that cannot be read is moved aside and named.
    """
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
