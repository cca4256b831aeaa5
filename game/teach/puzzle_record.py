"""What a player has made of the puzzles: which are solved, how many in a row, and the rating the answers come to."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.record_file import load_record, save_record
from game.teach.progress import MOST_STARS

FILE = "puzzles.json"
BEGINNER = 1200
QUICK, SLOW, SETTLED = 40, 20, 20  # points at stake in an answer: at first, and after so many answers


class PuzzleRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Puzzles by their names, `system/shelf/key`. Only the first answer to each counts for rating and row."""

    right: list[str] = []
    wrong: list[str] = []  # answered wrongly at first; solved since, where it is in `later`
    later: list[str] = []
    rating: int = BEGINNER
    streak: int = 0
    longest: int = 0
    untrue: dict[str, str] = {}  # rolled proofs that did not hold when they were rolled again -> their `mark`

    def is_solved(self, name: str) -> bool:
        """Return whether a puzzle has been solved, at first or later."""
        return name in self.right or name in self.later

    def stars_of(self, name: str) -> int:
        """Return the stars of a puzzle: 3 when solved at first, 1 when solved later, else 0."""
        return MOST_STARS if name in self.right else 1 if name in self.later else 0

    def withdrawn(self, name: str, mark: str) -> bool:
        """Return whether a puzzle was found untrue, as it stands."""
        return self.untrue.get(name) == mark

    def note_new_proof(self, name: str, mark: str, holds: bool) -> None:
        """Note that its proof was rolled again."""
        self.untrue.pop(name, None)
        if not holds:
            self.untrue[name] = mark

    def is_answered(self, name: str) -> bool:
        """Return whether it has been answered once."""
        return name in self.right or name in self.wrong

    def answer(self, name: str, difficulty: int, right: bool) -> None:
        """Count an answer to a puzzle of such a difficulty, on the same scale as the rating."""
        if self.is_answered(name):
            if right and not self.is_solved(name):
                self.later.append(name)
            return
        stake = QUICK if len(self.right) + len(self.wrong) < SETTLED else SLOW
        expected = 1 / (1 + 10 ** ((difficulty - self.rating) / 400))
        self.rating = round(self.rating + stake * (right - expected))
        (self.right if right else self.wrong).append(name)
        self.streak = self.streak + 1 if right else 0
        self.longest = max(self.longest, self.streak)


def load_puzzling(folder: Path) -> PuzzleRecord:
    """Return what is on record; nothing when there is no file. One that cannot be used is kept beside it as .broken."""
    return load_record(folder / FILE, PuzzleRecord)


def save_puzzling(folder: Path, record: PuzzleRecord) -> str:
    """Write the record. Returns why it could not be written; empty when it is."""
    return save_record(folder / FILE, record)
