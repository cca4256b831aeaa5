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
STEP = 100  # puzzles whose difficulty is within the same step come in random order


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
        """Return whether time is up or there were too many wrong answers."""
        return self.used_ms >= LENGTH_MS or self.wrong >= MOST_WRONG

    def next_task(self) -> Task | None:
        """Return the next valid puzzle; None at the end of the rush."""
        task = None if self.is_over else next((task for task in self.tasks if not why_not(task)), None)
        self.asked += [task] if task is not None else []
        return task

    def answer(self, right: bool) -> None:
        """Count an answer, unless the rush is over."""
        if not self.is_over:
            self.right += right
            self.wrong += not right

    def standing(self) -> str:
        """Return the time left and the score as text."""
        left_s = max(0, -(-(LENGTH_MS - self.used_ms) // 1000))
        clock = f"{left_s // 60}:{left_s % 60:02}"
        return tr("{clock} left · {right} right · {wrong} of {most} wrong", clock=clock, right=self.right,
                  wrong=self.wrong, most=MOST_WRONG)  # fmt: skip

    def result(self, record: PuzzleRecord) -> str:
        """Return the final score as a sentence, and store it in the record if it is the best."""
        if self.right > record.rush:
            record.rush = self.right
            return tr("{right} right: your best rush so far.", right=self.right)
        return tr("{right} right. Your best rush: {best}.", right=self.right, best=record.rush)


def new_rush(tasks: Iterable[Task]) -> Rush:
    """Return a rush through the puzzles with exact odds, easy ones first, otherwise in random order."""
    dice = secrets.SystemRandom()
    exact = [task for task in tasks if not task.shelf.rolled]
    return Rush(iter(sorted(exact, key=lambda task: (task.difficulty // STEP, dice.random()))))
