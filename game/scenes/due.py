"""Repetition of due tasks in the window: a lesson step on its board, a puzzle, or a rule to remember."""

from __future__ import annotations

from collections.abc import Callable

from game.app import App
from game.hud import menus
from game.scenes import start
from game.scenes.lesson import LessonScene
from game.scenes.puzzle import open_puzzle
from game.stack import Push
from game.teach.guide import LessonBroken
from game.teach.repetition import DueTask, comes_back, note_answer
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.datafile import DataError


class StepScene(LessonScene):
    """Repeats one step of a lesson. Raises LessonBroken or DataError if it cannot start."""

    title = tr_noop("Repetition")
    on_texts = ("", tr_noop("Done"))

    def __init__(self, app: App, task: DueTask) -> None:
        assert task.lecture is not None
        self.due_card = task.card
        super().__init__(app, task.lecture)

    def _on_miss(self) -> None:
        self._note(False)

    def _finish(self) -> None:
        if self.guide.stars == 3:
            self._note(True)

    def _note(self, right: bool) -> None:
        why = note_answer(self.app.folders.settings, self.due_card, right)
        if why:
            self.card.say(why)

    def ending(self) -> str:
        """Return the text of when the step is due again."""
        return f"**{tr('Well done.')}** {comes_back(self.app.folders.settings, self.due_card)}"

    def remember(self) -> None:
        """Do nothing: a step always starts at its beginning."""


def open_due(app: App, task: DueTask, after_rule: Callable[[], None]) -> None:
    """Open a due task: a screen, or for a rule a dialog over the present one; `after_rule` is called after its
    answer.
    """
    if task.puzzle is not None:
        open_puzzle(app, task.puzzle, alone=True)
    elif task.rule is not None:
        _ask_rule(app, task, after_rule)
    else:
        try:
            app.change(Push(StepScene(app, task)))
        except (LessonBroken, DataError) as error:
            start.show_message(app, tr("This lesson cannot start"), ui.escape(str(error)), "lesson_broken")


def _ask_rule(app: App, task: DueTask, after: Callable[[], None]) -> None:
    rule, folder = task.rule, app.folders.settings
    assert rule is not None
    title = f"{rule.title}  {rule.id}"

    def note(right: bool) -> Callable[[], None]:
        def press() -> None:
            why = note_answer(folder, task.card, right)
            if why:
                start.show_message(app, tr("Repetition"), ui.escape(why), "due_unsaved")
            else:
                after()

        return press

    def show() -> None:
        words = ui.RichText(ui.escape(rule.summary), "due_rule")
        buttons = ((tr("Forgot it"), "due_wrong", note(False)), (tr("Knew it"), "due_right", note(True)))
        menus.dialog(app, title, words, buttons, "due_answer", 520)

    words = ui.RichText(
        tr("{game}: what does this rule say? Think, then look.", game=app.systems[task.system].title), "due_question"
    )
    buttons = ((tr("Stop"), "due_stop", None), (tr("Show the rule"), "due_show", show))
    menus.dialog(app, title, words, buttons, "due_ask", 520)
