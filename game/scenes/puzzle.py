"""A puzzle on the screen: a lesson's board, one question, and an answer that counts."""

from __future__ import annotations

from game.app import App
from game.scenes import start
from game.scenes.lesson import LessonScene
from game.stack import Pop, Push, Replace
from game.teach.progress import stars_text
from game.teach.puzzle_record import load_puzzling, save_puzzling
from game.teach.puzzles import Task, available_puzzles, lesson_of_puzzle, open_tasks, why_not
from game.teach.repetition import comes_back, note_answer, puzzle_card
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.datafile import DataError
from rules.kernel.flow import Command
from rules.kernel.puzzle import Broken, best_orders
from rules.kernel.system import format_command, parse_command


class PuzzleScene(LessonScene):
    """One puzzle. The first order among the possible answers counts; *Show me* before that is a wrong answer."""

    title = tr_noop("Puzzle")
    on_texts = (tr_noop("Next puzzle ▶"), tr_noop("Done"))

    def __init__(self, app: App, task: Task, alone: bool = False) -> None:
        """Set up the puzzle. Raises Broken or DataError if that fails. `alone`: no other of its theme follows."""
        self.task = task
        super().__init__(app, lesson_of_puzzle(task))
        self.table.blind = True
        self.theatre.strip_opens = False  # the moves before a puzzle are not the player's
        self.next_task = None if alone else following(app, task)
        if self.next_task is not None:
            self.following = lesson_of_puzzle(self.next_task)

    def _bring_into_view(self) -> None:
        """Show all counters; where they are too small to read, only those of the possible answers and their targets."""
        super()._bring_into_view()
        if self.board.rect.w < 2 or self.board.camera.zoom >= self.board.readable_zoom or self.guide.task is None:
            return
        system, side = self.session.system, self.hand.side
        sketches = [self.hand.sketch(parse_command(system, side, order)) for order in self.task.chances]
        named = [self._where(name) for sketch in sketches for name in (sketch.piece, sketch.target) if name]
        self.pane.frame([place for place in (*named, *(sketch.at for sketch in sketches)) if place])

    def submit(self, command: Command) -> bool:
        """Give an order; if it is one of the puzzle's options, it is the answer."""
        asked = self.guide.task is not None and format_command(command) in self.task.chances
        if asked:
            self._on_answer(format_command(command) in best_orders(self.task.chances) and not self.shown_how)
        return super().submit(command)

    def show_me(self) -> None:
        """Show the solution, which counts as a wrong answer."""
        if self.guide.task is not None and not self.shown_how:
            self._on_answer(False)
        super().show_me()

    def _on_answer(self, right: bool) -> None:
        folder = self.app.folders.settings
        self.table.blind = False
        record = load_puzzling(folder)
        record.answer(self.task.name, self.task.difficulty, right)
        why = save_puzzling(folder, record) or note_answer(folder, puzzle_card(self.task), right)
        if why:
            self.card.say(why)

    def _on_miss(self) -> None:
        """Do nothing: the answer is already recorded."""

    def ending(self) -> str:
        """Return the puzzle's stars, and when it is due again."""
        folder = self.app.folders.settings
        stars = stars_text(load_puzzling(folder).stars_of(self.task.name))
        return f"**{tr('Well done.')}** {stars} {comes_back(folder, puzzle_card(self.task))}"

    def _leave_for_next(self) -> None:
        if self.next_task is None:
            self.app.change(Pop())
        else:
            open_puzzle(self.app, self.next_task, replace=True)

    def _finish(self) -> None:
        """Do nothing: the result is already stored."""

    def remember(self) -> None:
        """Do nothing: a puzzle always starts at its beginning."""


def following(app: App, task: Task) -> Task | None:
    """Return the next unsolved, still correct puzzle of the same theme; None after the last."""
    record = load_puzzling(app.folders.settings)
    shelf = [one for one in available_puzzles(open_tasks([task.system])[0], record) if one.path == task.path]
    place = next((number for number, one in enumerate(shelf) if one.name == task.name), 0)
    rest = [*shelf[place + 1 :], *shelf[:place]]
    return next((one for one in rest if not record.is_solved(one.name) and not why_not(one)), None)


def open_puzzle(app: App, task: Task, *, replace: bool = False, alone: bool = False) -> None:
    """Open a puzzle, or say why it cannot be opened."""
    problems = why_not(task)
    try:
        scene = None if problems else PuzzleScene(app, task, alone)
    except (Broken, DataError) as error:
        scene, problems = None, [str(error)]
    if scene is None:
        words = tr("Its solution is no longer correct under the current rules.\n") + "\n".join(problems[:3])
        start.show_message(app, tr("Puzzle not available"), ui.escape(words), "puzzle_broken")
        return
    app.change(Replace(scene) if replace else Push(scene))
