"""The lessons and exhibits that show a rule (for *Show me*), from their lists of rules, refusals and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from game.courses import CourseLesson, Courses, open_courses
from game.teach.exhibits import ExhibitEntry, ExhibitShelf, open_desk
from rules.kernel.lesson import LINK, Lesson, LessonStep


@dataclass(frozen=True, slots=True)
class Showings:
    """Lessons and exhibits for each rule of a set of games: first lessons in teaching order, then exhibits."""

    courses: Courses
    desk: ExhibitShelf
    lessons: dict[str, tuple[CourseLesson, ...]]
    cases: dict[str, tuple[ExhibitEntry, ...]]

    def exhibit_for(self, rule: str) -> ExhibitEntry | None:
        """Return the exhibit that shows an amendment before and after."""
        return next(iter(self.cases.get(rule, ())), None)

    def has_examples(self, rule: str) -> bool:
        """Return whether there is a lesson or exhibit for a rule."""
        return rule in self.lessons or rule in self.cases


def open_showings(systems: Iterable[str]) -> Showings:
    """Read all lessons and exhibits. Never raises; unchanged files are not read again."""
    keys = list(systems)
    courses, desk = open_courses(keys), open_desk(keys)
    lessons: dict[str, list[CourseLesson]] = {}
    for lecture in courses.lectures:
        for rule in dict.fromkeys(lesson_rules(lecture.lesson)):
            lessons.setdefault(rule, []).append(lecture)
    cases: dict[str, list[ExhibitEntry]] = {}
    for case in desk.cases:
        for rule in dict.fromkeys((*case.exhibit.amends, *case.exhibit.rule)):
            cases.setdefault(rule, []).append(case)
    return Showings(
        courses,
        desk,
        {rule: tuple(sorted(found, key=lambda lecture: _rank(lecture, rule))) for rule, found in lessons.items()},
        {rule: tuple(found) for rule, found in cases.items()},
    )


def _rank(lecture: CourseLesson, rule: str) -> bool:
    """Return the sort key of a lesson for a rule: false (first) if the rule is its own, true if it only cites it."""
    return rule not in lecture.lesson.rule


def step_rules(step: LessonStep) -> Iterator[str]:
    """Yield every rule that a lesson step names: as its topic, as reason of a refusal, or as link in its text."""
    yield from step.rule
    yield from step.refuse
    words = [step.say, *(wrong.say for wrong in step.wrong)]
    for wrong in step.wrong:
        yield from wrong.refuse
    if step.ask is not None:
        words += [step.ask.question, *(part for answer in step.ask.answers for part in (answer.text, answer.why))]
    for text in words:
        yield from LINK.findall(text)


def lesson_rules(lesson: Lesson) -> Iterator[str]:
    """Yield every rule that a lesson names: as its own, in its steps, or in its summary."""
    yield from lesson.rule
    for step in lesson.steps:
        yield from step_rules(step)
    for line in lesson.learned:
        yield from LINK.findall(line)
