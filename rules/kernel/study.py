"""Studies: a game with notes. One text file: a script, with notes and alternative lines below its steps.

system: nw_smoke
title: "Savo Island, the second salvo"
scenario: savo_island             # or a whole scenario written here
dice: [4, 2]
steps:                            # the game, as in any script
- {by: japan, do: smoke d1, expect: [{digest: 0123456789abcdef}]}
at: 12                            # where it opens: after so many orders of the game
notes:
- at: 12                          # after so many orders of its line, those of the game before it included
  line: ""                        # of which line; left out: the game itself
  say: "Here the torpedoes were better."
  bookmark: true
  arrows: [[[1605], [1708]]]      # from a place to a place
  rings: [[1708]]
lines:                            # what else might have been ordered
- name: "Torpedoes first"
  after: 12                       # it leaves the game after so many of its orders
  steps:
  - {by: japan, do: launch d1 laffey}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rules.kernel.datafile import Source, source_at
from rules.kernel.lesson import Lesson, LessonStep, Show, faults_of_places
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario
from rules.kernel.script import LoadMap, LoadScenario, Script, ScriptStep, read_source, record_script, run_script
from rules.kernel.session import Session
from rules.kernel.system import System, format_command
from rules.kernel.view import Place
from rules.kernel.yamltext import quote

LONGEST = 2000  # letters of a note
MOST = 500  # notes, lines, and marks of one note


class StudyNote(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A note on one position, with arrows and rings on its board."""

    at: int
    line: str = ""
    say: str = ""
    bookmark: bool = False
    arrows: tuple[tuple[Place, Place], ...] = ()
    rings: tuple[Place, ...] = ()

    @property
    def empty(self) -> bool:
        """Return whether it says and shows nothing."""
        return not (self.say or self.bookmark or self.arrows or self.rings)


class StudyLine(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another way the game might have gone."""

    name: str
    after: int
    steps: tuple[ScriptStep, ...]


class Study(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole study."""

    at: int = 0
    notes: tuple[StudyNote, ...]
    lines: tuple[StudyLine, ...] = ()

    def line(self, name: str) -> StudyLine | None:
        """Return a line by its name; None for the game itself."""
        return next((line for line in self.lines if line.name == name), None)

    def note(self, at: int, line: str = "") -> StudyNote:
        """Return the note after `at` orders of a line; an empty note if there is none."""
        found = (note for note in self.notes if (note.at, note.line) == (at, line))
        return next(found, StudyNote(at=at, line=line))

    def with_note(self, note: StudyNote) -> Study:
        """Return the study with this note in the place of the one there was; without it when it is empty."""
        others = [other for other in self.notes if (other.at, other.line) != (note.at, note.line)]
        kept = [*others, *([] if note.empty else [note])]
        return self.but(notes=tuple(sorted(kept, key=lambda found: (found.line, found.at))))

    def bookmarks(self, line: str = "") -> tuple[int, ...]:
        """Return where the bookmarks of a line are."""
        return tuple(note.at for note in self.notes if note.bookmark and note.line == line)


class _Named(Study, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: str


class _Inline(Study, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: Scenario


class BrokenStudy(Exception):
    """A study whose game or line cannot be played as written. str() is a plain sentence."""


def load_study(path: Path, systems: Mapping[str, System] | None = None) -> Study:
    """Read one study. Raises DataError with file, line and field; `systems` tell what a place of its board is."""
    return _read(source_at(path), systems)


def read_study(text: str) -> Study:
    """Return the study in a text. Raises DataError as `load_study` does."""
    return _read(Source(Path("study"), text), None)


def _read(source: Source, systems: Mapping[str, System] | None) -> Study:
    study = read_source(source, _Named, _Inline)
    source.refuse(_faults(study))
    source.refuse(faults_of_places(_places(study), study.system, systems))
    return study


def _places(study: Study) -> Iterator[tuple[str, Place]]:
    for number, note in enumerate(study.notes):
        yield from ((f"notes[{number}].rings[{nth}]", place) for nth, place in enumerate(note.rings))
        for nth, arrow in enumerate(note.arrows):
            yield from ((f"notes[{number}].arrows[{nth}][{end}]", place) for end, place in enumerate(arrow))


def _faults(study: Study) -> Iterator[tuple[str, str]]:
    orders = len(_orders(study.steps))
    if not 0 <= study.at <= orders:
        yield "at", f"expected 0 to {orders}, the orders of the game, found {study.at}"
    ends = {"": orders}
    for number, line in enumerate(study.lines):
        where = f"lines[{number}]"
        if not line.name or line.name in ends:
            yield f"{where}.name", f"expected a name no other line has, found {line.name!r}"
        if not 0 <= line.after <= orders:
            yield f"{where}.after", f"expected 0 to {orders}, the orders of the game, found {line.after}"
        if not line.steps or len(_orders(line.steps)) < len(line.steps):
            yield f"{where}.steps", "expected at least one step, and `do` in every step"
        ends[line.name] = line.after + len(line.steps)
    for number, note in enumerate(study.notes):
        where = f"notes[{number}]"
        if note.line not in ends:
            yield f"{where}.line", f"no line is called {note.line!r}"
        elif not 0 <= note.at <= ends[note.line]:
            yield f"{where}.at", f"expected 0 to {ends[note.line]}, the orders of its line, found {note.at}"
        if len(note.say) > LONGEST:
            yield f"{where}.say", f"expected at most {LONGEST} letters, found {len(note.say)}"
        if len(note.arrows) + len(note.rings) > MOST:
            yield where, f"expected at most {MOST} arrows and rings"
    for field, listed in (("notes", study.notes), ("lines", study.lines)):
        if len(listed) > MOST:
            yield field, f"expected at most {MOST}, found {len(listed)}"


def _orders(steps: Sequence[ScriptStep]) -> list[ScriptStep]:
    return [step for step in steps if step.do]


# --- playing ----------------------------------------------------------------------------------------------------------


def study_of(session: Session, title: str) -> Study:
    """Return a new study of a game, without a note."""
    text = record_script(session, title, inline=True)
    return read_study(text + "notes: []\n")


def play_line(
    study: Study, line: str, systems: Mapping[str, System], load_scenario: LoadScenario, load_map: LoadMap
) -> Session:
    """Return the game of a study to the end of a line.

    Raises BrokenStudy; DataError when its battle cannot be played.
    """
    chosen = study.line(line)
    steps: tuple[ScriptStep, ...] = study.steps
    if chosen is not None:
        steps = (*_orders(study.steps)[: chosen.after], *chosen.steps)
    script = Script(
        system=study.system, title=study.title, scenario=study.scenario, options=study.options, dice=study.dice,
        steps=steps,
    )  # fmt: skip
    result = run_script(script, systems, load_scenario, load_map)
    if result.failures or result.session is None:
        where = f"the line {line!r}" if line else "the game"
        raise BrokenStudy(f"{where} cannot be played: {'; '.join(result.failures[:3])}")
    session: Session = result.session
    return session


def line_of(session: Session, after: int, name: str) -> StudyLine:
    """Return the orders of a game after the first `after`, as a line of a study."""
    steps = tuple(
        ScriptStep(by=step.actor, do=format_command(step.command), dice=step.faces)
        for step in session.steps[after + 1 :]
    )
    return StudyLine(name=name, after=after, steps=steps)


def text_of_study(study: Study, session: Session) -> str:
    """Return the text of a study's file. `session`: its game, played to the end."""
    head = record_script(session, study.title, inline=True)
    lines = [f"{head}at: {study.at}", "notes:" if study.notes else "notes: []"]
    for note in study.notes:
        fields = {"at": note.at, "line": note.line, "say": note.say, "bookmark": note.bookmark}
        fields |= {"arrows": note.arrows, "rings": note.rings}
        lines.append("- " + _flow(fields))
    if study.lines:
        lines.append("lines:")
    for line in study.lines:
        lines.append(f"- name: {quote(line.name)}\n  after: {line.after}\n  steps:")
        lines += ["  - " + _flow({"by": step.by, "do": step.do, "dice": step.dice}) for step in line.steps]
    return "\n".join(lines) + "\n"


def _flow(entry: Mapping[str, object]) -> str:
    kept = {key: value for key, value in entry.items() if value is not False and value not in ((), "")}
    return "{" + ", ".join(f"{key}: {quote(value)}" for key, value in kept.items()) + "}"


def lesson_of(study: Study, line: str, side: str) -> Lesson:
    """Return a line of a study as a lesson: every note is a step, with what it drew pointed out."""
    chosen = study.line(line)
    orders = _orders(study.steps)
    if chosen is not None:
        orders = [*orders[: chosen.after], *chosen.steps]
    steps: list[LessonStep] = []
    for at in range(len(orders) + 1):
        note = study.note(at, line) if chosen is None or at > chosen.after else study.note(at)
        if note.say or note.rings or note.arrows:
            places = tuple(dict.fromkeys((*note.rings, *(place for arrow in note.arrows for place in arrow))))
            steps.append(LessonStep(say=note.say or "Look at this.", show=Show(places=places)))
        if at < len(orders):
            steps.append(LessonStep(by=orders[at].by, do=orders[at].do, dice=orders[at].dice))
    return Lesson(
        system=study.system, title=study.title, scenario=study.scenario, options=study.options, dice=study.dice,
        idea=study.title, order=1, side=side, steps=tuple(steps),
    )  # fmt: skip
