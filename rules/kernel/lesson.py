"""Lessons: scripts that guide a learner.

This module has what a lesson file adds to a script, and the checks of a lesson.

system: nw_smoke
title: Learn in five minutes
idea: Move, fire, end the phase.    # one line in the list of lessons
order: 1                            # place in the course
minutes: 5
side: USN                           # the learner's
opponent: greedy                    # who has the other side when the learner plays on freely
scenario: ...                       # and dice, rule, options, as in a script
steps:
- say: "Words alone. [[NW-MV-1]] becomes a link."        # Next goes on
  show: {pieces: [a], places: [[1716]], parts: [ribbon]}  # what glows: counters, places, parts of the screen
- {do: done, by: IJN}               # given by itself; with `say`, the words tell what happened
- say: "Move Blue two hexes ahead."
  do: move a FF                     # what Show me gives
  must: true                        # the learner gives it
  also: ["move a F*"]               # as good: orders as typed, * for any letters
  ends: [[1714]]                    # as good: the same verb by the same unit, if it ends in one of these places
  wrong:                            # likely mistakes, by order (like), place (at) or counter (on)
  - {like: "done", say: "Not yet: Blue has not moved."}
  - {like: "move a FFFF", refuse: [NW-ORD-H1], say: "Four hexes are too many for her order."}
- ask:
    question: "How far may she go?"
    answers:
    - {text: "Two hexes", why: "Half of three, rounded up.", right: true}
    - {text: "Three hexes", why: "Not while she evades."}
- {say: "The odds were:", odds: fire a b}   # an order whose exact odds are shown, as of before the step's own
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from rules.kernel.datafile import Source, source_at
from rules.kernel.dice import ImpossibleFace, NeedDice, TapeDice
from rules.kernel.flow import Command
from rules.kernel.record import Record
from rules.kernel.scenario import Scenario
from rules.kernel.script import LoadMap, LoadScenario, Script, ScriptStep, load_script, read_source, run_script
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.session import Step as Played
from rules.kernel.system import System, format_command, parse_command
from rules.kernel.view import PLACE_PARTS, Place
from rules.kernel.yamltext import parse_yaml

PARTS = {
    "ribbon": "the phases at the top",
    "forces": "the list of your forces",
    "unit": "the card of the chosen unit",
    "deeds": "what it can do",
    "aim": "the odds of what is chosen",
    "confirm": "the button that gives the order",
    "end": "the button that ends the phase",
    "dice": "the dice",
    "points": "victory points",
    "log": "the log",
    "board": "the whole board",
}  # parts of the screen a lesson can point out; `verb:fire` is the button of a verb besides
MOST_TRIED = 8  # other orders tried, at most, for each step that accepts several
LINK = re.compile(r"\[\[([^\[\]]+)\]\]")


class Show(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What glows while a step is shown."""

    pieces: tuple[str, ...] = ()  # ids of counters
    places: tuple[Place, ...] = ()
    parts: tuple[str, ...] = ()  # of PARTS, or verb:<word>


class Wrong(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A likely mistake and what is said to it. `refuse` given: it is against these rules; else legal, but not meant."""

    say: str
    like: str = ""  # the order as typed, * for any letters
    on: str = ""  # aimed at this counter, or it was clicked
    at: Place = ()  # ends at this place, or it was clicked
    refuse: tuple[str, ...] = ()


class Answer(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One answer to choose, and what is said when it is chosen."""

    text: str
    why: str = ""
    right: bool = False


class Question(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question with two to four answers, one of them right."""

    question: str
    answers: tuple[Answer, ...]


class LessonStep(ScriptStep, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a lesson."""

    show: Show = Show()
    must: bool = False  # the learner gives `do`, or what is as good
    also: tuple[str, ...] = ()
    ends: tuple[Place, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    ask: Question | None = None

    @property
    def silent(self) -> bool:
        """Return whether it is played without a text."""
        return not self.say and self.ask is None and not self.must and not self.odds


class Lesson(Script, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole lesson; its name is that of its file."""

    idea: str
    order: int
    minutes: int = 5
    side: str
    opponent: str = "greedy"
    learned: tuple[str, ...] = ()  # what the learner can do now, told at the end
    steps: tuple[LessonStep, ...]


class _Named(Lesson, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: str


class _Inline(Lesson, frozen=True, forbid_unknown_fields=True, kw_only=True):
    scenario: Scenario


def load_lesson(path: Path, systems: Mapping[str, System] | None = None) -> Lesson:
    """Read one lesson. Raises DataError with file, line and field; `systems` define what a place on its board is."""
    return _read(source_at(path), systems)


def read_lesson(text: str) -> Lesson:
    """Return the lesson in a text. Raises DataError as `load_lesson` does."""
    return _read(Source(Path("lesson"), text), None)


def load_any(path: Path, systems: Mapping[str, System] | None = None) -> Script:
    """Read a script or a lesson, whichever it is. Raises DataError."""
    source = source_at(path)
    return _read(source, systems) if is_lesson(source.text) else load_script(path)


def is_lesson(text: str) -> bool:
    """Return whether the YAML of a script has a learner."""
    data, _ = parse_yaml(text)
    return isinstance(data, dict) and "steps" in data and "idea" in data


def _read(source: Source, systems: Mapping[str, System] | None) -> Lesson:
    lesson = read_source(source, _Named, _Inline)
    source.refuse(_faults(lesson))
    source.refuse(faults_of_places(_places(lesson), lesson.system, systems))
    return lesson


def faults_of_places(
    places: Iterable[tuple[str, Place]], system: str, systems: Mapping[str, System] | None
) -> Iterator[tuple[str, str]]:
    """Return the places, each with its field, that the board of their game cannot show."""
    board = systems[system].board if systems and system in systems else ""
    wanted = [PLACE_PARTS[board]] if board else [*PLACE_PARTS.values()]
    for field, place in places:
        if len(place) not in map(len, wanted):
            shapes = " or ".join(f"[{', '.join(parts)}]" for parts in wanted)
            yield field, f"expected a place, {shapes}, found {list(place)}"


def _places(lesson: Lesson) -> Iterator[tuple[str, Place]]:
    for number, step in enumerate(lesson.steps):
        yield from ((f"steps[{number}].show.places[{nth}]", place) for nth, place in enumerate(step.show.places))
        yield from ((f"steps[{number}].ends[{nth}]", place) for nth, place in enumerate(step.ends))
        wrong = ((f"steps[{number}].wrong[{nth}].at", mistake.at) for nth, mistake in enumerate(step.wrong))
        yield from ((field, place) for field, place in wrong if place)


def _faults(lesson: Lesson) -> Iterator[tuple[str, str]]:
    if not 1 <= lesson.minutes <= 120:
        yield "minutes", f"expected 1 to 120 minutes, found {lesson.minutes}"
    if not any(step.must for step in lesson.steps):
        yield "steps", "expected at least one step with `must: true`: a lesson lets the learner do something"
    for number, step in enumerate(lesson.steps):
        where = f"steps[{number}]"
        if step.must and not (step.do and step.say):
            yield where, "a step with `must` needs `do`, what is to be given, and `say`, which asks for it"
        if not step.must and (step.also or step.ends or step.wrong):
            yield where, "also, ends and wrong belong to an order of the learner; add `must: true`"
        if step.must and step.refuse:
            yield where, "what the learner must give cannot be refused; put it under `wrong`"
        for place, part in enumerate(step.show.parts):
            if part not in PARTS and not part.startswith("verb:"):
                yield f"{where}.show.parts[{place}]", f"expected one of {', '.join(PARTS)} or verb:<word>, found {part}"
        for place, mistake in enumerate(step.wrong):
            if sum(map(bool, (mistake.like, mistake.on, mistake.at))) != 1:
                yield f"{where}.wrong[{place}]", "expected exactly one of like, on, at"
            elif mistake.refuse and not mistake.like:
                yield f"{where}.wrong[{place}]", "refuse needs `like`, the order that is refused"
            elif mistake.refuse and "*" in mistake.like:
                yield f"{where}.wrong[{place}].like", "a refused order is written out, without *"
        if step.ask is not None:
            yield from _faults_of_question(f"{where}.ask", step)


def _faults_of_question(where: str, step: LessonStep) -> Iterator[tuple[str, str]]:
    assert step.ask is not None
    if step.do:
        yield where, "a question stands alone; make a step of its own for the command"
    if not 2 <= len(step.ask.answers) <= 4:
        yield f"{where}.answers", f"expected 2 to 4 answers, found {len(step.ask.answers)}"
    right = sum(answer.right for answer in step.ask.answers)
    if right != 1:
        yield f"{where}.answers", f"expected one answer with `right: true`, found {right}"


# --- judging ----------------------------------------------------------------------------------------------------------


def model_order(system: System, step: ScriptStep, actor: str) -> Command:
    """Return the order a step gives or asks for. Raises ValueError."""
    return parse_command(system, step.by or actor, step.do)


def is_accepted(seat: Seat, wanted: Command, step: LessonStep, command: Command) -> bool:
    """Return whether an order is the one a step asks for, or as good."""
    if command == wanted or any(fnmatchcase(format_command(command), pattern) for pattern in step.also):
        return True
    if not step.ends or type(command) is not type(wanted):
        return False
    meant, given = seat.sketch(wanted), seat.sketch(command)
    return meant.piece == given.piece and given.at in step.ends


def mistake(seat: Seat, step: LessonStep, command: Command) -> Wrong | None:
    """Return what a lesson says to an order it did not ask for."""
    spelled, sketch = format_command(command), seat.sketch(command)
    for found in step.wrong:
        there = (found.on and found.on == sketch.target) or (found.at and found.at == sketch.at)
        if there or (found.like and fnmatchcase(spelled, found.like)):
            return found
    return None


def mistake_at(step: LessonStep, piece: str, place: Place | None) -> Wrong | None:
    """Return what a lesson says when the learner clicks a counter or a place that does not lead to the asked order."""
    for found in step.wrong:
        if (found.on and found.on == piece) or (found.at and found.at == place):
            return found
    return None


# --- proving ----------------------------------------------------------------------------------------------------------


def try_lesson(
    lesson: Lesson, systems: Mapping[str, System], load_scenario: LoadScenario, load_map: LoadMap
) -> tuple[str, ...]:
    """Play a lesson with every accepted order and every mistake in it; return what is wrong, in sentences."""
    result = run_script(lesson, systems, load_scenario, load_map)
    session = result.session
    if session is None or result.failures:
        return result.failures
    sides = [note.key for note in session.scenario.sides]
    if lesson.side not in sides:
        return (f"no side is called {lesson.side!r}; there are {', '.join(sides)}",)
    failures: list[str] = []
    played = 1
    for number, step in enumerate(lesson.steps, start=1):
        before = session.branch(played)
        played += bool(step.do and not step.refuse)
        after = session.branch(played)
        shown = before if step.must else after
        failures += [f"step {number}: {fault}" for fault in _faults_of_words(session.system, step)]
        failures += [f"step {number}: {fault}" for fault in _faults_of_show(shown, lesson.side, step)]
        if step.must:
            rest = lesson.steps[number:]
            failures += [f"step {number}: {fault}" for fault in _faults_of_named_orders(before, lesson.side, step)]
            failures += [f"step {number}: {fault}" for fault in _faults_of_task(before, lesson.side, step, rest)]
    return tuple(failures)


def _faults_of_words(system: System, step: LessonStep) -> Iterator[str]:
    texts = [step.say, *(wrong.say for wrong in step.wrong)]
    if step.ask is not None:
        texts += [step.ask.question, *(answer.text + answer.why for answer in step.ask.answers)]
    for rule in (*LINK.findall(" ".join(texts)), *(rule for wrong in step.wrong for rule in wrong.refuse)):
        if rule not in system.rulebook:
            yield f"no rule is called {rule!r}"


def _faults_of_show(session: Session, side: str, step: LessonStep) -> Iterator[str]:
    known = {piece.id for piece in Seat(session, side).view().pieces} if step.show.pieces else set()
    for piece in step.show.pieces:
        if piece not in known:
            yield f"show: {side} sees no counter {piece!r}; there are {', '.join(sorted(known))}"


def _faults_of_named_orders(session: Session, side: str, step: LessonStep) -> Iterator[str]:
    """Yield the orders a task names that cannot be given then, unless it shows that they are refused."""
    offered = {offer.verb for offer in Seat(session, side).offers()}
    told = {found.like.partition(" ")[0] for found in step.wrong if found.refuse}
    pointed = {part.removeprefix("verb:") for part in step.show.parts if part.startswith("verb:")}
    bold = set(re.findall(r"\*\*(.+?)\*\*", step.say.casefold()))
    said = step.say.casefold().replace("*", "")
    for phase in session.system.sequence:
        for verb in phase.verbs.values():
            word, title = str(verb.command.__struct_config__.tag), verb.title.casefold()
            named = " " in title and re.search(rf"\b{re.escape(title)}\b", said)
            if (named or title in bold or word in pointed) and word not in offered | told:
                yield f"names the order {verb.title!r}, which cannot be given now; show its refusal under `wrong`"


def _faults_of_task(session: Session, side: str, step: LessonStep, rest: tuple[LessonStep, ...]) -> Iterator[str]:
    if session.actor != side:
        yield f"the learner, {side}, must act, but {session.actor or 'nobody'} does"
        return
    seat = Seat(session, side)
    wanted = model_order(session.system, step, side)
    legal = [format_command(command) for offer in seat.offers() for command in offer.commands]
    for found in step.wrong:
        if not found.like:
            continue
        if "*" in found.like:
            if not any(fnmatchcase(spelled, found.like) for spelled in legal):
                yield f"wrong: `{found.like}` can never be given: no legal order is like it"
            continue
        try:
            command = parse_command(session.system, side, found.like)
        except ValueError as error:
            yield f"wrong: `{found.like}` is no command: {error}"
            continue
        cited = {reason.rule for reason in session.check(command)}
        missing = [rule for rule in found.refuse if rule not in cited]
        if is_accepted(seat, wanted, step, command) and not cited:
            yield f"wrong: `{found.like}` is what the step accepts"
        elif found.refuse and missing:
            came = f"refused by {', '.join(sorted(cited))}" if cited else "legal"
            yield f"wrong: `{found.like}` is not refused by {', '.join(missing)}; it is {came}"
        elif not found.refuse and cited:
            yield f"wrong: `{found.like}` is refused by {', '.join(sorted(cited))}; add them as `refuse`"
    others = [
        c for offer in seat.offers() for c in offer.commands if c != wanted and is_accepted(seat, wanted, step, c)
    ]
    if (step.also or step.ends) and not others:
        yield "also and ends name nothing that can be given besides `do`"
    for command in others[:: max(1, len(others) // MOST_TRIED)]:
        fault = _fault_after(session, command, step, rest)
        if fault:
            yield f"after `{format_command(command)}`, which it accepts too: {fault}"


def _fault_after(session: Session, command: Command, step: LessonStep, rest: tuple[LessonStep, ...]) -> str:
    """Return why a lesson cannot go on after another order than the one it shows; empty when it can."""
    twin = session.branch(len(session.steps))
    fault = _fault_of_giving(twin, command, step.dice)
    for later in rest:
        if fault:
            break
        if later.do and not later.refuse:
            fault = _fault_of_giving(twin, model_order(twin.system, later, twin.actor), later.dice)
    return fault


def _fault_of_giving(session: Session, command: Command, faces: tuple[int, ...]) -> str:
    session.dice = TapeDice(faces)
    try:
        done = session.submit(command)
    except (NeedDice, ImpossibleFace) as error:
        return f"`{format_command(command)}`: {error}"
    if isinstance(done, Played):
        return ""
    return f"`{format_command(command)}` is refused: {'; '.join(reason.reason for reason in done)}"
