"""The puzzle rush: as many puzzles as possible in three minutes; three wrong answers end it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from game.teach.puzzle_record import PuzzleRecord
from game.teach.puzzles import Task, why_not
from game.words import tr

LENGTH_MS = 180_000
MOST_WRONG = 3
STEP = 100  # points of difficulty that are asked in any order


@dataclass
class Rush:
    """One rush. The clock runs only while a puzzle can be answered."""

    tasks: Iterator[Task]
    right: int = 0
    wrong: int = 0
    used_ms: int = 0
    asked: list[Task] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Return whether time is up or too much went wrong."""
        return self.used_ms >= LENGTH_MS or self.wrong >= MOST_WRONG

    def next_task(self) -> Task | None:
        """Return the next puzzle whose proof still holds; None at the end."""
        task = None if self.is_over else next((task for task in self.tasks if not why_not(task)), None)
        self.asked += [task] if task is not None else []
        return task

    def answer(self, right: bool) -> None:
        """Count an answer. One that comes too late counts nothing."""
        if not self.is_over:
            self.right += right
            self.wrong += not right

    def standing(self) -> str:
        """Return time left and answers so far, in words."""
        left_s = max(0, -(-(LENGTH_MS - self.used_ms) // 1000))
        clock = f"{left_s // 60}:{left_s % 60:02}"
        return tr("{clock} left · {right} right · {wrong} of {most} wrong", clock=clock, right=self.right,
                  wrong=self.wrong, most=MOST_WRONG)  # fmt: skip

    def result(self, record: PuzzleRecord) -> str:
        """Return how it ended, in a sentence; a new best is put on the record."""
        if self.right > record.rush:
            record.rush = self.right
            return tr("{right} right: your best rush so far.", right=self.right)
        return tr("{right} right. Your best rush: {best}.", right=self.right, best=record.rush)


def new_rush(tasks: Iterable[Task]) -> Rush:
    """Return a rush through the puzzles with exact odds, the easier ones first, each time in another order."""
    dice = secrets.SystemRandom()
    exact = [task for task in tasks if not task.shelf.rolled]
    return Rush(iter(sorted(exact, key=lambda task: (task.difficulty // STEP, dice.random()))))
