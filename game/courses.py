"""The courses: every lesson under maps/lessons/, by system, in order, and problems found in lesson files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.library import LESSONS, MAPS, cannot_be_listed, each_of_folder, script_files
from rules import SYSTEMS
from rules.kernel.datafile import Problem
from rules.kernel.lesson import Lesson, load_lesson

OWN = "own/"  # prefix of the player's own lessons


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """One lesson of a course."""

    system: str
    key: str
    lesson: Lesson
    path: Path
    own: bool = False  # from the player's own folder

    @property
    def name(self) -> str:
        """Return its name among all lessons: `system/key`."""
        return f"{OWN if self.own else ''}{self.system}/{self.key}"


@dataclass(frozen=True, slots=True)
class Courses:
    """All lessons in teaching order, and the problems of files that cannot be used."""

    lectures: tuple[CourseLesson, ...]
    problems: tuple[Problem, ...]

    def of(self, system: str) -> tuple[CourseLesson, ...]:
        """Return the course of one system."""
        return tuple(lecture for lecture in self.lectures if lecture.system == system)

    def after(self, lecture: CourseLesson) -> CourseLesson | None:
        """Return the next lesson of a course; None after the last."""
        course = self.of(lecture.system)
        place = course.index(lecture) + 1 if lecture in course else len(course)
        return course[place] if place < len(course) else None


def open_courses(systems: Iterable[str], root: Path = MAPS, own: Path | None = None) -> Courses:
    """Return every lesson of these systems; the player's own lessons follow the shipped ones of their game. Never
    raises; unchanged files are not read again.
    """
    lectures: list[CourseLesson] = []
    problems: list[Problem] = []
    for system in systems:
        problems += cannot_be_listed(own / LESSONS / system) if own is not None else ()
        for folder in (root, own):
            files = script_files(system, folder) if folder is not None else ()
            found = each_of_folder(system, files, _read, problems)
            course = [CourseLesson(system, path.stem, lesson, path, folder is own) for path, lesson in found]
            lectures += sorted(course, key=lambda lecture: (lecture.lesson.order, lecture.key))
    return Courses(tuple(lectures), tuple(problems))


@cache
def _read(path: Path, _changed_ns: int, _size_bytes: int) -> Lesson:
    return load_lesson(path, SYSTEMS)
