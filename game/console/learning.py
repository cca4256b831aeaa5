"""Lessons in text mode, and repetition of missed tasks: orders are typed, questions answered by number."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from game.console import terminal
from game.console.puzzles import ask_puzzle
from game.console.table import SpokenTable
from game.console.text import one_line
from game.courses import CourseLesson
from game.folders import UserFolders
from game.library import Shelves
from game.table.rule_citations import why_words
from game.table.speech import odds_lines, strip_controls
from game.teach.guide import Guide, ending_words, plain_lesson
from game.teach.progress import load_progress, save_progress
from game.teach.repetition import DueTask, comes_back, due_now, due_sentence, note_answer, step_card
from game.words import tr, tr_noop
from rules import SYSTEMS
from rules.kernel.flow import Command
from rules.kernel.rulebook import Rule
from rules.kernel.system import format_command

SHOW = "show"  # command that shows the order
NOT_HERE = ("undo", "redo", "save")  # commands of text play that lessons do not have
TASK = tr_noop("(Type the order, `show` to see it, `help` or `quit`.)")


class LessonTable(SpokenTable):
    """A lesson in text mode. Mistakes are recorded in the folder: under `card`, otherwise for each step."""

    def __init__(self, guide: Guide, lecture: CourseLesson, folder: Path, card: str = "") -> None:
        nobody = dict.fromkeys(note.key for note in guide.session.scenario.sides)
        super().__init__(guide.session, nobody, self._ask_line, terminal.say, terminal.wipe)
        self.guide, self.lecture, self.folder, self.card = guide, lecture, folder, card
        self.table.sit(guide.side)

    def _ask_line(self, prompt: str) -> str | None:
        while True:
            line = terminal.ask(prompt)
            word = (line or "").strip().casefold()
            if word == SHOW and self.guide.task is not None:
                self.guide.helped.add(self.guide.index)
                self.say(tr("Type: {order}", order=format_command(self.guide.wanted_command)))
                self.miss()
            elif word.partition(" ")[0] in NOT_HERE:
                self.say(tr("Not in a lesson."))
            else:
                return line

    def miss(self) -> None:
        """Schedule the current step for repetition."""
        why = note_answer(self.folder, self.card or step_card(self.lecture, self.guide.index), False)
        if why:
            self.say(why)

    def tell(self, markup: str) -> None:
        """Print a lesson's text without its markup."""
        self.say_all(plain_lesson(markup).splitlines())

    def submit(self, command: Command) -> bool:
        """Give an order, if it is the one the lesson asks for or an equivalent one."""
        wrong = self.guide.wrong(command)
        if wrong:
            self.guide.missed.add(self.guide.index)
            self.tell(wrong)
            self.miss()
            return False
        self.table.run_move(partial(self.guide.give, command))
        return True

    def step(self) -> bool:
        """Print the lesson's step and handle its task. Return false to leave."""
        guide, step, index = self.guide, self.guide.step, self.guide.index
        assert step is not None
        self.news()
        self.tell(step.say)
        if guide.reasons:
            self.tell(why_words(self.session.system.rulebook, guide.reasons))
        if index in guide.weighed:
            self.say_all((guide.weighed[index].label, *odds_lines(guide.weighed[index].odds)))
        if step.ask is not None:
            return self._question()
        if not step.must:
            line = self.ask(tr("(Enter: next, quit) "))
            if line is None or line.strip().casefold() in ("quit", "exit"):
                return False
            self.table.run_move(guide.advance)
            return True
        self.say(tr(TASK))
        while guide.index == index:
            if not one_line(self):
                return False
        return True

    def _question(self) -> bool:
        guide, step = self.guide, self.guide.step
        assert step is not None and step.ask is not None
        self.tell(step.ask.question)
        for number, answer in enumerate(step.ask.answers, start=1):
            self.tell(f"  {number}. {answer.text}")
        while not guide.is_answered:
            line = self.ask(tr("Which number? (Enter: quit) "))
            if not (line or "").strip():
                return False
            chosen = int(line) if line is not None and line.strip().isdecimal() else 0
            if not 1 <= chosen <= len(step.ask.answers):
                self.say(tr("Type a number from 1 to {count}.", count=len(step.ask.answers)))
                continue
            if not guide.answer(chosen - 1):
                self.miss()
            self.tell(step.ask.answers[chosen - 1].why or (tr("Yes.") if guide.is_answered else tr("No; try another.")))
        self.table.run_move(guide.advance)
        return True


def play_lesson(lecture: CourseLesson, folders: UserFolders) -> None:
    """Play a lesson from the step where it was left. Raises LessonBroken or DataError."""
    guide = Guide(lecture.lesson, SYSTEMS[lecture.system], Shelves(folders.own))
    progress = load_progress(folders.settings)
    left_at = progress.left_at.get(lecture.name, 0)
    guide.go_to(left_at if left_at < len(lecture.lesson.steps) else 0)
    guide.missed.update(progress.missed.get(lecture.name, ()))
    guide.helped.update(progress.helped.get(lecture.name, ()))
    table = LessonTable(guide, lecture, folders.settings)
    table.say(f"{lecture.lesson.title}. {SYSTEMS[lecture.system].title}.")
    while not guide.is_finished:
        if not table.step():
            break
    if guide.is_finished:
        table.tell("\n".join((ending_words(guide), *lecture.lesson.learned)))
        progress.finish(lecture.name, guide.stars)
    else:
        progress.leave(lecture.name, guide.index, guide.missed, guide.helped)
    why = save_progress(folders.settings, progress)
    if why:
        table.say(why)


def repeat(folders: UserFolders) -> None:
    """Ask the due tasks one after another until the player leaves."""
    tasks = due_now(folders.settings, folders.own)
    terminal.say(due_sentence(folders.settings, tasks) or tr("Nothing to repeat: nothing was missed yet."))
    for task in tasks:
        right = _ask(task, folders)
        if right is None:
            return
        terminal.say(note_answer(folders.settings, task.card, right) or comes_back(folders.settings, task.card))


def _ask(task: DueTask, folders: UserFolders) -> bool | None:
    """Ask one task. Return whether it was solved; None if the player left."""
    terminal.say(strip_controls(f"\n{SYSTEMS[task.system].title}: {task.title}"))
    if task.puzzle is not None:
        return ask_puzzle(task.puzzle)
    if task.rule is not None:
        return _ask_rule(task.rule)
    assert task.lecture is not None
    guide = Guide(task.lecture.lesson, SYSTEMS[task.system], Shelves(folders.own))
    table = LessonTable(guide, task.lecture, folders.settings, task.card)
    while not guide.is_finished:
        if not table.step():
            return None
    return guide.stars == 3


def _ask_rule(rule: Rule) -> bool | None:
    line = terminal.ask(tr("What does rule {rule} say? Think, then press Enter (quit: leave). ", rule=rule.id))
    if line is None or line.strip():
        return None
    terminal.say(strip_controls(rule.summary))
    line = terminal.ask(tr("Did you know it? (y or n) "))
    return None if line is None else line.strip().casefold().startswith("y")
