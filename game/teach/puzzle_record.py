"""A player's puzzle record: solved puzzles, longest row, and rating."""

from __future__ import annotations

from pathlib import Path

import msgspec

from game.record_file import load_record, save_record
from game.teach.progress import MOST_STARS

FILE = "puzzles.json"
BEGINNER = 1200
QUICK, SLOW, SETTLED = 40, 20, 20  # rating points at stake in an answer: at first, and after this many answers


class PuzzleRecord(msgspec.Struct, forbid_unknown_fields=True):
    """Answers by puzzle name, `system/shelf/key`. Only the first answer to each counts for rating and row."""

    right: list[str] = []
    wrong: list[str] = []  # first answer was wrong; if also in `later`, solved since
    later: list[str] = []
    rating: int = BEGINNER
    streak: int = 0
    longest: int = 0
    rush: int = 0  # right answers of the best three minutes
    untrue: dict[str, str] = {}  # puzzles whose rollout proof failed when repeated -> their `mark`

    def is_solved(self, name: str) -> bool:
        """Return whether a puzzle has been solved, at the first answer or later."""
        return name in self.right or name in self.later

    def stars_of(self, name: str) -> int:
        """Return the stars of a puzzle: 3 when solved at first, 1 when solved later, else 0."""
        return MOST_STARS if name in self.right else 1 if name in self.later else 0

    def withdrawn(self, name: str, mark: str) -> bool:
        """Return whether a puzzle in its present form was found wrong."""
        return self.untrue.get(name) == mark

    def note_new_proof(self, name: str, mark: str, holds: bool) -> None:
        """Note the result of repeating its rollout proof."""
        self.untrue.pop(name, None)
        if not holds:
            self.untrue[name] = mark

    def is_answered(self, name: str) -> bool:
        """Return whether it has been answered once."""
        return name in self.right or name in self.wrong

    def answer(self, name: str, difficulty: int, right: bool) -> None:
        """Count an answer to a puzzle with a difficulty on the scale of the rating."""
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
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    return load_record(folder / FILE, PuzzleRecord)


def save_puzzling(folder: Path, record: PuzzleRecord) -> str:
    """Write the record. Return why it could not be written; empty on success."""
    return save_record(folder / FILE, record)
