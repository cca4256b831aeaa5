"""How far a learner has come: lessons finished with their stars, lessons left half-way, in one small file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import msgspec

from game.record_file import load_record, save_record

FILE = "lessons.json"
MOST_STARS = 3


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """Progress of lessons by their names, `system/lesson`."""

    finished: list[str] = []
    left_at: dict[str, int] = {}  # step at which a lesson was left
    missed: dict[str, list[int]] = {}  # of a lesson left: steps that went wrong
    helped: dict[str, list[int]] = {}  # and those shown by *Show me*
    stars: dict[str, Annotated[int, msgspec.Meta(ge=1, le=MOST_STARS)]] = {}  # the best so far

    def is_finished(self, name: str) -> bool:
        """Return whether a lesson was finished once."""
        return name in self.finished

    def stars_of(self, name: str) -> int:
        """Return the stars of a lesson, 0 to 3; one that an older program finished has one."""
        return self.stars.get(name, 1) if name in self.finished else 0

    def leave(self, name: str, index: int, missed: Collection[int] = (), helped: Collection[int] = ()) -> None:
        """Note the step at which a lesson is left; the first step is not stored."""
        for record in (self.left_at, self.missed, self.helped):
            record.pop(name, None)
        if index > 0:
            self.left_at[name], self.missed[name], self.helped[name] = index, sorted(missed), sorted(helped)

    def finish(self, name: str, stars: int) -> None:
        """Note that a lesson was played to its end, and with how many stars."""
        self.leave(name, 0)
        self.stars[name] = max(stars, self.stars.get(name, 1))
        if name not in self.finished:
            self.finished.append(name)


def stars_text(stars: int) -> str:
    """Return stars as full and empty ones."""
    return "★" * stars + "☆" * (MOST_STARS - stars)


def load_progress(folder: Path) -> Progress:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    return load_record(folder / FILE, Progress)


def save_progress(folder: Path, progress: Progress) -> str:
    """Write the record. Return why it could not be written; empty on success."""
    return save_record(folder / FILE, progress)
