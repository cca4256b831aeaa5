"""How far a learner has come: lessons finished and lessons left half-way, in a file that is never trusted blindly."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.record_file import load_record, save_record

FILE = "lessons.json"


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """Lessons by their names, `system/lesson`."""

    finished: list[str] = []
    left_at: dict[str, int] = {}  # the step at which a lesson was left

    def is_finished(self, name: str) -> bool:
        """Return whether a lesson was finished once."""
        return name in self.finished

    def leave(self, name: str, index: int) -> None:
        """Note at which step a lesson is left; at the first there is nothing to remember."""
        self.left_at.pop(name, None)
        if index > 0:
            self.left_at[name] = index

    def finish(self, name: str) -> None:
        """Note that a lesson has been played to its end."""
        self.left_at.pop(name, None)
        if name not in self.finished:
            self.finished.append(name)


def load_progress(folder: Path) -> Progress:
    """Return what is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    return load_record(folder / FILE, Progress)


def save_progress(folder: Path, progress: Progress) -> str:
    """Write the record. Returns why it could not be written; empty when it is."""
    return save_record(folder / FILE, progress)
