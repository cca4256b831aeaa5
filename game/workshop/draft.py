"""A battle being drawn: its history of changes, and the draft on disk, written whole at every change.

The draft lies in the player's folder, one for each game. It may be any stage of a battle, playable or not; one that
cannot be read is put aside under another name, never lost.
"""

from __future__ import annotations

from pathlib import Path

from game.words import tr
from game.workshop.writing import as_yaml
from rules.kernel.datafile import DataError, located
from rules.kernel.scenario import Scenario
from rules.kernel.storage import NotSaved, write_whole

DRAFTS = "drafts"
MOST_KEPT = 200  # changes that can be taken back


class Draft:
    """`scenario` is the battle as it is now. `not_saved`: why the last change is not on disk; empty when it is."""

    def __init__(self, path: Path, scenario: Scenario) -> None:
        self.path = path
        self.scenario = scenario
        self.not_saved = ""
        self._before: list[Scenario] = []
        self._after: list[Scenario] = []

    def change(self, scenario: Scenario) -> bool:
        """Another state of the battle, on disk at once. False when nothing has changed."""
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
        except (NotSaved, OSError) as error:
            return str(error)
        return ""


def draft_path(own: Path, system: str) -> Path:
    """Where the draft of a game lies."""
    return own / DRAFTS / f"{system}.yaml"


def left_draft(own: Path, system: str) -> tuple[Scenario | None, str]:
    """The battle that was being drawn when the program was last there, and what is to be told of it.

    One that cannot be read is moved aside and named.
    """
    path = draft_path(own, system)
    if not path.exists():
        return None, ""
    try:
        found = located(path).read(Scenario)
        if found.system == system:
            return found, ""
        why = tr("it is of the game {system}", system=f"{found.system!r}")
    except DataError as error:
        why = str(error)
    aside = path.with_name(f"{path.stem}.broken{path.suffix}")
    try:
        path.replace(aside)
    except OSError as error:
        return None, tr("The draft cannot be read ({why}), nor put aside ({error}).", why=why, error=error)
    return None, tr("The draft cannot be read and was put aside as {aside}: {why}", aside=aside.name, why=why)
