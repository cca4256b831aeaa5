"""Which battle teaches which rules, and what to play or learn next. `maps/coverage/<game>.yaml` lists the rules by
battle; `release.makers coverage` makes it from a few games between computers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from game.courses import CourseLesson
from game.library import MAPS, Entry, file_stamp
from game.teach.progress import Progress
from game.teach.rule_examples import lesson_rules
from game.words import tr_noop
from rules.kernel.datafile import DataError, load_yaml
from rules.kernel.record import Record

FOLDER = "coverage"
SILENT = "silent"  # subfolder: rules of the sheets that no log line can cite
KINDS = {
    "forbids": tr_noop("forbids something, so it never appears"),
    "told": tr_noop("covered by another rule"),
    "nothing": tr_noop("says that nothing happens"),
    "words": tr_noop("has no action"),
    "before": tr_noop("happens before the first turn"),
    "example": tr_noop("an example from the sheet"),
    "switch": tr_noop("applies only with its option"),
    "person": tr_noop("possible for a player; computer players do not do it"),
}


class Silence(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why some rules of a sheet are never cited in games between computers. `by`: the rules that cover them."""

    kind: Literal["forbids", "told", "nothing", "words", "before", "example", "switch", "person"]
    rules: tuple[str, ...]
    why: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A suggested battle or lesson, and its rules that the player has not met yet."""

    title: str
    entry: Entry | None
    lecture: CourseLesson | None
    fresh: tuple[str, ...]


def battle_rules(system: str, root: Path = MAPS) -> Mapping[str, tuple[str, ...]]:
    """Return the rules used in each battle of a game, by its key. Empty if the table is missing or damaged."""
    path = root / FOLDER / f"{system}.yaml"
    return _read(path, *file_stamp(path))


@cache
def _read(path: Path, _changed_ns: int, size_bytes: int) -> Mapping[str, tuple[str, ...]]:
    try:
        return load_yaml(path, dict[str, tuple[str, ...]]) if size_bytes else {}
    except DataError:
        return {}


def silent_rules(system: str, root: Path = MAPS) -> Mapping[str, Silence]:
    """Return the rules of a game's sheet that no log line can cite, each with the reason. Empty without a file."""
    path = root / FOLDER / SILENT / f"{system}.yaml"
    return {rule: one for one in _silences(path, *file_stamp(path)) for rule in one.rules}


@cache
def _silences(path: Path, _changed_ns: int, size_bytes: int) -> tuple[Silence, ...]:
    return load_yaml(path, tuple[Silence, ...]) if size_bytes else ()


def table_text(rules: Mapping[str, Collection[str]]) -> str:
    """Return the table of one game as a file."""
    lines = ["# The rules that come up in each battle when computers fight it. Made by `release.makers coverage`."]
    for key, found in sorted(rules.items()):
        lines.append(f"{key}:")
        line = "  ["
        for number, rule in enumerate(sorted(found)):
            word = f"{', ' if number else ''}{rule}"
            if len(line) + len(word) > 110:
                lines.append(f"{line},")
                line, word = "   ", rule
            line += word
        lines.append(f"{line}]")
    return "\n".join(lines) + "\n"


def next_lesson(course: Sequence[CourseLesson], progress: Progress, used: Collection[str]) -> Proposal | None:
    """Return the first lesson of a course that is not finished."""
    lecture = next((one for one in course if not progress.is_finished(one.name)), None)
    if lecture is None:
        return None
    fresh = tuple(rule for rule in dict.fromkeys(lesson_rules(lecture.lesson)) if rule not in used)
    return Proposal(lecture.lesson.title, None, lecture, fresh)


def next_battle(
    entries: Sequence[Entry], rules: Mapping[str, Sequence[str]], used: Collection[str], known: Collection[str]
) -> Proposal | None:
    """Return the battle with the most rules not met yet, the shorter of two. `known`: all rules."""
    best: Proposal | None = None
    for entry in sorted(entries, key=lambda entry: (entry.scenario.turns, entry.scenario.order)):
        fresh = tuple(rule for rule in rules.get(entry.key, ()) if rule in known and rule not in used)
        if fresh and (best is None or len(fresh) > len(best.fresh)):
            best = Proposal(entry.title, entry, None, fresh)
    return best
