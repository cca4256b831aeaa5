"""The verb `lessons`: list courses, play lessons in text mode, repeat due tasks, check all lessons."""

from __future__ import annotations

from argparse import Namespace

from game.console import terminal
from game.console.checking import check_lesson
from game.console.learning import play_lesson, repeat
from game.console.playing import play
from game.courses import CourseLesson, Courses, open_courses
from game.folders import UserFolders, find_folders
from game.library import open_library
from game.record_file import put_aside
from game.table.speech import strip_controls
from game.teach.guide import LessonBroken
from game.teach.guided import guided_file, load_guided
from game.teach.progress import Progress, load_progress
from game.teach.repetition import due_now, due_sentence
from game.words import tr, trn
from rules import SYSTEMS


def lessons_verb(args: Namespace) -> int:
    """`lessons` list, play, battle, repeat and check. 1 when a lesson does not hold, 2 when no lesson has that name."""
    folders = find_folders(args.user_dir)
    if args.what == "repeat":
        repeat(folders)
        return 0
    courses = open_courses(SYSTEMS, own=folders.own)
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
    progress = load_progress(folders.settings)
    if args.what == "battle":
        return _battle(args, chosen[0].system if chosen else next(iter(SYSTEMS)))
    if args.what == "play":
        return _play(chosen, progress, folders)
    for key, system in SYSTEMS.items():
        course = [lecture for lecture in chosen if lecture.system == key]
        if course:
            terminal.say(strip_controls(f"{system.title}: {trn('{count} lesson', '{count} lessons', len(course))}"))
        for lecture in course:
            terminal.say(strip_controls(_line(lecture, progress)))
    due = due_sentence(folders.settings, due_now(folders.settings, folders.own))
    for line in filter(None, (*put_aside(folders.settings), due)):
        terminal.say(strip_controls(line))
    return _problems(courses)


def _play(chosen: list[CourseLesson], progress: Progress, folders: UserFolders) -> int:
    """Play the first unfinished one of these lessons, or repeat the first."""
    if not chosen:
        terminal.say(tr("There are no lessons."))
        return 1
    lecture = next((one for one in chosen if not progress.is_finished(one.name)), chosen[0])
    try:
        play_lesson(lecture, folders)
    except LessonBroken as error:
        terminal.complain(strip_controls(f"{lecture.path}: {error}"))
        return 1
    return 0


def _battle(args: Namespace, system: str) -> int:
    """Play the guided battle of a game."""
    battle = load_guided(guided_file(system))
    entry = open_library([system]).find(f"{system}/{battle.scenario}")
    setting = {"side": battle.side, "opponent": battle.opponent, "seed": None, "tutor": 0}
    flags = {"file": None, "resume": None, "referee": False, "quiet": False}
    return play(Namespace(user_dir=args.user_dir, **setting, **flags), battle.entry(entry))


def _is_chosen(lecture: CourseLesson, name: str | None) -> bool:
    return name is None or name in (lecture.system, lecture.key, lecture.name)


def _line(lecture: CourseLesson, progress: Progress) -> str:
    lesson = lecture.lesson
    stars = progress.stars_of(lecture.name)
    mark = "*" * stars if stars else "half" if lecture.name in progress.left_at else ""
    return tr(
        "  {mark} {order}. {lesson} ({minutes} min) {lecture}: {idea}",
        mark=f"{mark:4}",
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
