"""Spaced repetition: missed lesson steps, puzzles and rules are asked again when due. FSRS (the library `fsrs`)
computes the dates, without its learning steps of minutes: nothing is due again on the same day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from game.courses import CourseLesson, open_courses
from game.dates import long_date
from game.record_file import load_record, save_record
from game.teach.puzzles import Task, open_tasks
from game.words import join_names, tr, trn
from rules import SYSTEMS
from rules.kernel.lesson import Show
from rules.kernel.record import digest_of
from rules.kernel.rulebook import Rule

if TYPE_CHECKING:
    from fsrs import Scheduler

FILE = "repetition.json"
LESSON, PUZZLE, RULE = "lesson", "puzzle", "rule"  # prefixes of card names
AT_ONCE = 10  # most tasks offered at once, those longest due
LONGEST = 365  # days until something known is due again
YEARS = range(2000, 2200)  # plausible years of the clock
Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task to be repeated. Stability and difficulty are those of FSRS."""

    reviewed: Moment
    due: Moment
    stability: Annotated[float, msgspec.Meta(gt=0, le=36500)]
    difficulty: Annotated[float, msgspec.Meta(ge=1, le=10)]

    def __post_init__(self) -> None:
        if any(moment.year not in YEARS for moment in (self.reviewed, self.due)):
            raise ValueError(tr("expected moments from {first} to {last}", first=YEARS[0], last=YEARS[-1]))

    def moved(self, by: timedelta) -> Card:
        """Return the card with its times shifted."""
        return msgspec.structs.replace(self, reviewed=self.reviewed + by, due=self.due + by)


class Repetition(msgspec.Struct, forbid_unknown_fields=True):
    """The cards by their names: `lesson:<lesson>#<mark of a step>`, `puzzle:<puzzle>`, `rule:<game>/<rule>`."""

    cards: dict[str, Card] = {}

    def set_clock(self, now: datetime) -> bool:
        """If the clock is earlier than the last answer, shift every card, so that all intervals stay correct. Return
        whether it did.
        """
        last = max((card.reviewed for card in self.cards.values()), default=now)
        if last > now:
            self.cards = {name: card.moved(now - last) for name, card in self.cards.items()}
        return last > now

    def due(self, now: datetime) -> list[str]:
        """Return the cards due by the end of today, the longest due first."""
        today = now.astimezone().date()
        found = [(card.due, name) for name, card in self.cards.items() if card.due.astimezone().date() <= today]
        return [name for _, name in sorted(found)]

    def answer(self, name: str, right: bool, now: datetime) -> bool:
        """Record an answer; return whether it counted. A right answer counts only if the card is due. A wrong one
        creates a card; of several on one day only the first counts.
        """
        card = self.cards.get(name)
        again = card is not None and card.reviewed.astimezone().date() == now.astimezone().date()
        if again or (right and name not in self.due(now)):
            return False
        self.cards[name] = _after_answer(card, right, now)
        return True


def _after_answer(card: Card | None, right: bool, now: datetime) -> Card:
    import fsrs

    state = fsrs.State.Learning if card is None else fsrs.State.Review
    known = fsrs.Card(card_id=0, state=state)
    if card is not None:
        known.stability, known.difficulty, known.last_review = card.stability, card.difficulty, card.reviewed
    made, _ = _scheduler().review_card(known, fsrs.Rating.Good if right else fsrs.Rating.Again, now)
    assert made.stability is not None and made.difficulty is not None
    return Card(now, made.due, made.stability, made.difficulty)


@cache
def _scheduler() -> Scheduler:
    import fsrs

    return fsrs.Scheduler(learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False)


def clock() -> datetime:
    """Return the time now."""
    return datetime.now(UTC)


def load_repetition(folder: Path, now: datetime) -> Repetition:
    """Return the record; an empty one if there is no file. An unusable file is renamed to .broken."""
    found = load_record(folder / FILE, Repetition)
    if found.set_clock(now):
        save_record(folder / FILE, found)
    return found


def note_answer(folder: Path, name: str, right: bool) -> str:
    """Record an answer and save it. Return why it could not be written; empty on success."""
    now = clock()
    record = load_repetition(folder, now)
    return save_record(folder / FILE, record) if record.answer(name, right, now) else ""


def note_new_rule(folder: Path, system: str, rule: str) -> str:
    """Schedule a rule that was shown for the first time."""
    name = rule_card(system, rule)
    return note_answer(folder, name, False) if name not in load_repetition(folder, clock()).cards else ""


# --- tasks of the cards -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DueTask:
    """One thing that is due: a short lesson of one step, a puzzle, or a rule."""

    card: str
    system: str
    title: str
    lecture: CourseLesson | None = None
    puzzle: Task | None = None
    rule: Rule | None = None


def step_card(lecture: CourseLesson, index: int) -> str:
    """Return the card name of a lesson step. A changed step has another name."""
    return f"{LESSON}:{lecture.name}#{digest_of(lecture.lesson.steps[index])[:8]}"


def puzzle_card(task: Task) -> str:
    """Return the card of a puzzle."""
    return f"{PUZZLE}:{task.name}"


def rule_card(system: str, rule: str) -> str:
    """Return the card of a rule."""
    return f"{RULE}:{system}/{rule}"


def short_lesson(lecture: CourseLesson, index: int) -> CourseLesson:
    """Return a lesson of one step: all earlier steps are carried out silently."""
    lesson = lecture.lesson
    before = [
        step.but(say="", odds="", must=False, also=(), ends=(), wrong=(), ask=None, show=Show())
        for step in lesson.steps[:index]
    ]
    short = lesson.but(steps=(*before, lesson.steps[index]), learned=())
    return CourseLesson(lecture.system, lecture.key, short, lecture.path, lecture.own)


def due_tasks(names: Sequence[str], own: Path | None) -> Iterator[DueTask]:
    """Return the tasks of cards; cards of missing lessons, puzzles and rules are skipped."""
    kinds = {name.partition(":")[0] for name in names}
    steps = _steps(own) if LESSON in kinds else {}
    puzzles = {puzzle_card(task): task for task in open_tasks(SYSTEMS, own=own)[0]} if PUZZLE in kinds else {}
    rules = {
        rule_card(key, rule.id): (key, rule)
        for key, system in SYSTEMS.items()
        for rule in system.rulebook.rules.values()
    }
    for name in names:
        if name in steps:
            lecture, index = steps[name]
            yield DueTask(name, lecture.system, lecture.lesson.title, short_lesson(lecture, index))
        elif name in puzzles:
            task = puzzles[name]
            yield DueTask(name, task.system, task.title, puzzle=task)
        elif name in rules:
            key, rule = rules[name]
            yield DueTask(name, key, rule.title, rule=rule)


def _steps(own: Path | None) -> dict[str, tuple[CourseLesson, int]]:
    return {
        step_card(lecture, index): (lecture, index)
        for lecture in open_courses(SYSTEMS, own=own).lectures
        for index, step in enumerate(lecture.lesson.steps)
        if step.must or step.ask is not None
    }


def due_now(folder: Path, own: Path | None) -> list[DueTask]:
    """Return the tasks to offer now, at most AT_ONCE, those longest due first."""
    now = clock()
    return [*due_tasks(load_repetition(folder, now).due(now), own)][:AT_ONCE]


def due_sentence(folder: Path, tasks: Sequence[DueTask]) -> str:
    """Return one sentence about what is due, or when something will be; empty if nothing was ever missed."""
    if tasks:
        steps, puzzles = sum(task.lecture is not None for task in tasks), sum(task.puzzle is not None for task in tasks)
        rules = len(tasks) - steps - puzzles
        counted = (
            trn("{count} step of a lesson", "{count} steps of lessons", steps) if steps else "",
            trn("{count} puzzle", "{count} puzzles", puzzles) if puzzles else "",
            trn("{count} rule", "{count} rules", rules) if rules else "",
        )
        return tr("To repeat today: {names}.", names=join_names([*filter(None, counted)]))
    dues = [card.due for card in load_repetition(folder, clock()).cards.values()]
    if not dues:
        return ""
    return tr("Nothing to repeat today. Next on {day}.", day=long_date(min(dues).astimezone().date().isoformat()))


def comes_back(folder: Path, card: str) -> str:
    """Return a sentence about when a card is due again; empty if it is not."""
    found = load_repetition(folder, clock()).cards.get(card)
    if found is None:
        return ""
    return tr("It comes back on {day}.", day=long_date(found.due.astimezone().date().isoformat()))
