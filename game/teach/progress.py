"""How far a learner has come: lessons finished and lessons left half-way, in a file that is never trusted blindly."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from rules.kernel.datafile import DataError, strict_json
from rules.kernel.storage import NotSaved, write_whole

FILE = "lessons.json"


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """Lessons by their names, `system/lesson`."""

    finished: list[str] = []
    left_at: dict[str, int] = {}  # the step at which a lesson was left

    def done(self, name: str) -> bool:
        """Whether a lesson was finished once."""
        return name in self.finished

    def leave(self, name: str, index: int) -> None:
        """A lesson is left at a step; at the first there is nothing to remember."""
        self.left_at.pop(name, None)
        if index > 0:
            self.left_at[name] = index

    def finish(self, name: str) -> None:
        """A lesson has been gone through to its end."""
        self.left_at.pop(name, None)
        if name not in self.finished:
            self.finished.append(name)


def load_progress(folder: Path) -> Progress:
    """What is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    path = folder / FILE
    try:
        return msgspec.convert(strict_json(path.read_bytes()), Progress)
    except OSError:
        return Progress()
    except (DataError, ValueError):
        with suppress(OSError):  # it is written anew all the same
            path.replace(path.with_suffix(".broken"))
        return Progress()


def save_progress(folder: Path, progress: Progress) -> str:
    """Write the record. Returns why it could not be written; empty when it is."""
    try:
        write_whole(folder / FILE, msgspec.json.format(msgspec.json.encode(progress), indent=2))
    except (NotSaved, OSError) as error:
        return f"Your progress is not saved: {error}"
    return ""
