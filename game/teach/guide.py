"""The guide of a lesson: the current step, allowed orders, forced dice, steps back and forward."""

from __future__ import annotations

from dataclasses import dataclass

from game.library import Shelves
from game.table.director import Director
from game.table.rule_citations import rule_link, why_words
from game.teach.progress import MOST_STARS, stars_text
from game.ui.markup import words_of
from game.words import tr, tr_noop
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command, Illegal
from rules.kernel.lesson import LINK, Lesson, LessonStep, is_accepted, mistake, mistake_at
from rules.kernel.odds import Odds, odds
from rules.kernel.scenario_opening import open_scenario
from rules.kernel.seat import Seat
from rules.kernel.session import Session, Step
from rules.kernel.system import System, parse_command
from rules.kernel.view import Place

READ_ON = tr_noop("No task yet: press **Next** or Enter to read on.")
NOT_MEANT = tr_noop("That is legal, but it is not the task. Read the task again, or press **Show me**.")
CHOOSE = tr_noop("Choose one of the answers.")


class LessonBroken(Exception):
    """A lesson does not continue as its file says. str() is a plain sentence."""


class ForcedDice:
    """The dice given by a step; an order that needs more or other dice gets random ones."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)
        self.spare = SeededDice(7)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return the next `count` faces."""
        forced = tuple(face for face in self.left[:count] if 1 <= face <= sides)
        del self.left[:count]
        more = self.spare.roll(count - len(forced), sides) if len(forced) < count else ()
        return (*forced, *more)


SHIPPED = Shelves()


@dataclass(frozen=True, slots=True)
class AnswerResult:
    """The odds of an order before it was given."""

    label: str
    odds: Odds


class Guide:
    """Guides one learner through one lesson on a real game. `index`: the step shown; after the last one comes the
    end.
    """

    def __init__(self, lesson: Lesson, system: System, shelves: Shelves = SHIPPED) -> None:
        """Start the lesson. Raises LessonBroken, or DataError if its scenario or map cannot be read or played."""
        named = lesson.scenario
        scenario = shelves.scenario(system.key, named) if isinstance(named, str) else named
        sheet = shelves.sheet(system.key, scenario.map)
        open_scenario(system, scenario, sheet, lesson.options)
        sides = [note.key for note in scenario.sides]
        if lesson.side not in sides:
            words = tr("unknown side {side}; expected {names}", side=repr(lesson.side), names=", ".join(sides))
            raise LessonBroken(words)
        self.lesson, self.system = lesson, system
        self.side = lesson.side
        dice = ForcedDice(lesson.dice)
        self.session = Session(system, scenario, sheet, lesson.options, dice=dice)
        self.session.study = True
        self.seat = Seat(self.session, self.side)
        self.index = 0
        self.reasons: tuple[Illegal, ...] = ()  # why this step's order is refused
        self.answered: int | None = None
        self.missed: set[int] = set()  # steps at which something wrong was tried
        self.helped: set[int] = set()  # and those at which the order was shown
        self.weighed: dict[int, AnswerResult] = {}
        self._marks: dict[int, int] = {}  # number of game steps at the start of each lesson step
        self._given: dict[int, Command] = {}
        self._right: set[int] = set()
        self._arrive()

    # ------------------------------------------------------------------ the current step

    @property
    def step(self) -> LessonStep | None:
        """Return the step shown; None at the end."""
        return self.lesson.steps[self.index] if self.index < len(self.lesson.steps) else None

    @property
    def is_finished(self) -> bool:
        """Return whether the end is shown."""
        return self.step is None

    @property
    def task(self) -> LessonStep | None:
        """Return the step shown if the learner has to give an order; otherwise None."""
        return self.step if self.step is not None and self.step.must else None

    @property
    def number(self) -> tuple[int, int]:
        """Return the number of the step shown and of all steps shown, including the end."""
        spoken = [number for number, step in enumerate(self.lesson.steps) if not step.silent]
        return sum(number < self.index for number in spoken) + 1, len(spoken) + 1

    @property
    def stars(self) -> int:
        """What the lesson is worth so far: 3 without *Show me*, 2 with it, 1 with mistakes."""
        return 1 if self.missed else 2 if self.helped else MOST_STARS

    def why_not_continue(self) -> str:
        """Return why the learner cannot continue yet; empty if they can."""
        step = self.step
        if step is None:
            return tr("This is the end of the lesson.")
        if step.must and self.index not in self._given:
            return tr("Do the task first, or press *Show me*.")
        if step.ask is not None and self.index not in self._right:
            return tr(CHOOSE)
        return ""

    def why_no_free_game(self) -> str:
        """Return why a free game cannot start here: the battle is over, or nearly; empty if it can."""
        if self.session.over:
            return tr("The battle is over here.")
        view = self.seat.view()
        _, number, limit = view.turn_counter()
        if view.turn >= view.turns and number >= limit:
            return tr("This is the last turn; nothing is left to play.")
        return ""

    @property
    def wanted_command(self) -> Command:
        """Return the order that the current step asks for."""
        assert self.task is not None
        return self._command(self.task, self.task.do)

    def _command(self, step: LessonStep, text: str) -> Command:
        try:
            return parse_command(self.system, step.by or self.session.actor, text)
        except ValueError as error:
            raise LessonBroken(tr("step {index}: {error}", index=self.index + 1, error=error)) from error

    # ------------------------------------------------------------------ moving

    def advance(self) -> bool:
        """Go to the next step. Return false if something has to be done first."""
        if self.why_not_continue():
            return False
        if self.task is not None:
            self._play(self.task, self._given[self.index])
        self.index += 1
        self._arrive()
        return True

    def back(self) -> bool:
        """Go to the previous step and take the game back with it. Return false at the start."""
        before = [n for n in range(self.index) if not self.lesson.steps[n].silent]
        if not before:
            return False
        self._rewind(before[-1])
        return True

    def restart(self) -> None:
        """Start from the beginning; forget all answers."""
        for memory in (self._given, self._right, self.missed, self.helped):
            memory.clear()
        self._rewind(0)

    def go_to(self, index: int) -> None:
        """Go straight to a step; earlier steps are done as the lesson shows them."""
        while self.index < min(index, len(self.lesson.steps)):
            step = self.step
            assert step is not None
            if step.must:
                self._given.setdefault(self.index, self.wanted_command)
            if step.ask is not None:
                self._right.add(self.index)
            self.advance()

    def _rewind(self, index: int) -> None:
        while len(self.session.steps) > self._marks[index]:
            self.session.undo()
        self.index = index
        self._arrive()

    def _arrive(self) -> None:
        """Start a step: compute odds, carry out its automatic orders, go on if it has no text."""
        self._marks[self.index] = len(self.session.steps)
        self.reasons, self.answered = (), None
        step = self.step
        if step is None:
            return
        if step.odds:
            weighed = self._command(step, step.odds)
            if refused := self.session.check(weighed):
                raise LessonBroken(self._refusal_words(step.odds, refused))
            label = self.system.sketch(self.session.state, weighed).label
            self.weighed[self.index] = AnswerResult(label, odds(self.system, self.session.state, weighed))
        command = self._command(step, step.do) if step.do else None
        if command is not None and not step.must:
            if step.refuse:
                self.reasons = self.session.check(command)
            else:
                self._play(step, command)
        if step.silent:
            self.index += 1
            self._arrive()

    def _play(self, step: LessonStep, command: Command) -> Step:
        self.session.dice = ForcedDice(step.dice)
        done = self.session.submit(command)
        if isinstance(done, Step):
            return done
        raise LessonBroken(self._refusal_words(step.do, done))

    def _refusal_words(self, order: str, why: tuple[Illegal, ...]) -> str:
        reasons = "; ".join(reason.reason for reason in why)
        return tr("step {index}: {do} is refused: {reasons}", index=self.index + 1, do=order, reasons=reasons)

    # ------------------------------------------------------------------ the learner's actions

    def wrong(self, command: Command) -> str:
        """Return what is wrong with an order, as markup; empty if it is the order asked for or an equivalent one."""
        step = self.task
        if step is None:
            return tr(CHOOSE if self.step is not None and self.step.ask is not None else READ_ON)
        book = self.system.rulebook
        reasons = self.seat.check(command)
        found = mistake(self.seat, step, command)
        if reasons:
            words = found.say if found is not None and (found.refuse or not found.like) else ""
            return "\n".join(part for part in (words, why_words(book, reasons)) if part)
        if is_accepted(self.seat, self.wanted_command, step, command):
            return ""
        return found.say if found is not None else tr(NOT_MEANT)

    def wrong_at(self, piece: str, place: Place | None) -> str:
        """Return the lesson's message for a click without effect; empty if none."""
        found = mistake_at(self.task, piece, place) if self.task is not None else None
        return found.say if found is not None else ""

    def give(self, command: Command) -> None:
        """Give a correct order and continue."""
        self._given[self.index] = command
        self.advance()

    def answer(self, number: int) -> bool:
        """Choose an answer of the question shown, from 0. Return whether it is right."""
        step = self.step
        assert step is not None and step.ask is not None
        self.answered = number
        if step.ask.answers[number].right:
            self._right.add(self.index)
        else:
            self.missed.add(self.index)
        return step.ask.answers[number].right

    @property
    def is_answered(self) -> bool:
        """Return whether the question shown has been answered correctly."""
        return self.index in self._right


def ending_words(guide: Guide) -> str:
    """Return how a lesson was done, in stars and words."""
    words = {
        3: tr("No mistakes, no help."),
        2: tr("With *Show me*. What was shown comes back in the lessons."),
        1: tr("With mistakes. What went wrong comes back in the lessons."),
    }
    return f"**{tr('Well done.')}** {stars_text(guide.stars)} {words[guide.stars]}"


def lesson_markup(system: System, text: str) -> str:
    """Return a lesson's text as markup: every `[[rule]]` becomes a link with its badge."""
    return LINK.sub(lambda found: rule_link(system.rulebook, found[1]), text)


def plain_lesson(text: str) -> str:
    """Return the words of a lesson without markup: every `[[rule]]` in brackets."""
    return words_of(LINK.sub(r"\\[\1]", text))


class LessonDirector(Director):
    """The director of a lesson: only the learner is at the screen, and the lesson plays the other side."""

    def __init__(self, session: Session, side: str) -> None:
        super().__init__(session, {})
        self.viewer = side

    @property
    def computer_to_act(self) -> bool:
        """Return false: no computer player acts in a lesson."""
        return False

    @property
    def secret(self) -> bool:
        """Return false: there is no other viewer."""
        return False

    def follow(self) -> bool:
        """Return false: the learner stays the viewer."""
        return False
