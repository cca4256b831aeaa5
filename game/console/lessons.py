"""The verb `lessons`: the courses in words, with what is done, and whether every lesson holds what it tells."""

from __future__ import annotations

from argparse import Namespace

from game.console import terminal
from game.console.checking import check_lesson
from game.courses import CourseLesson, Courses, open_courses
from game.folders import find_folders
from game.table.speech import strip_controls
from game.teach.progress import Progress, load_progress
from game.words import tr, trn
from rules import SYSTEMS


def lessons_verb(args: Namespace) -> int:
    """`lessons list` and `lessons check`. 1 when a lesson does not hold, 2 when no lesson has that name."""
    courses = open_courses(SYSTEMS, own=find_folders(args.user_dir).own)
    chosen = [lecture for lecture in courses.lectures if _is_chosen(lecture, args.name)]
    if args.name and not chosen and args.name not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        terminal.complain(
            tr(
                "unknown lesson {args}; expected a game ({known}) or a lesson from `lessons`",
                args=f"{args.name!r}",
                known=known,
            )
        )
        return 2
    if args.what == "check":
        return _check(courses, chosen)
    progress = load_progress(find_folders(args.user_dir).settings)
    for key, system in SYSTEMS.items():
        course = [lecture for lecture in chosen if lecture.system == key]
        if course:
            terminal.say(strip_controls(f"{system.title}: {trn('{count} lesson', '{count} lessons', len(course))}"))
        for lecture in course:
            terminal.say(strip_controls(_line(lecture, progress)))
    return _problems(courses)


def _is_chosen(lecture: CourseLesson, name: str | None) -> bool:
    return name is None or name in (lecture.system, lecture.key, lecture.name)


def _line(lecture: CourseLesson, progress: Progress) -> str:
    lesson = lecture.lesson
    mark = "done" if progress.is_finished(lecture.name) else "half" if lecture.name in progress.left_at else "    "
    return tr(
        "  {mark} {order}. {lesson} ({minutes} min) {lecture}: {idea}",
        mark=mark,
        order=lesson.order,
        lesson=lesson.title,
        minutes=lesson.minutes,
        lecture=lecture.name,
        idea=lesson.idea,
    )


def _check(courses: Courses, chosen: list[CourseLesson]) -> int:
    faults = [fault for lecture in chosen for fault in check_lesson(lecture.path)]
    for fault in faults:
        terminal.say(strip_controls(fault))
    terminal.say(
        tr("{words} checked, ", words=trn("{count} lesson", "{count} lessons", len(chosen)))
        + (trn("{count} problem", "{count} problems", len(faults)) if faults else tr("no problems"))
    )
    return 1 if _problems(courses) or faults else 0


def _problems(courses: Courses) -> int:
    for problem in courses.problems:
        terminal.say(strip_controls(str(problem)))
    return 1 if courses.problems else 0
