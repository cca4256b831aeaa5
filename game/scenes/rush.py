"""The puzzle rush on the screen: one puzzle after another; the card shows the clock and the score."""

from __future__ import annotations

from game.app import App
from game.scenes import start
from game.scenes.puzzle import PuzzleScene
from game.stack import Pop, Push, Replace
from game.teach.puzzle_record import load_puzzling, save_puzzling
from game.teach.puzzles import Task
from game.teach.repetition import note_answer, puzzle_card
from game.teach.rush import Rush
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.flow import Command
from rules.kernel.puzzle import best_orders
from rules.kernel.system import format_command

SECOND_MS = 1000


class RushScene(PuzzleScene):
    """One puzzle of a rush. The first order that is among the choices counts as the answer; then the next puzzle
    appears.
    """

    title = tr_noop("Puzzle rush")

    def __init__(self, app: App, rush: Rush, task: Task, verdict: str = "") -> None:
        """Raise Broken or DataError when the puzzle cannot be set up. `verdict`: text about the previous answer."""
        self.rush, self.verdict = rush, verdict
        self._seen_ms: int | None = None  # time of the previous tick
        super().__init__(app, task, alone=True)

    def _show_step(self) -> None:
        super()._show_step()
        if self.verdict:
            self.card.say(self.verdict, "")
        for button in (self.card.hint, self.card.free, self.card.back, self.card.on, self.card.keys, self.card.bar):
            button.set_visible(False)
        self._show_clock()

    def _show_clock(self) -> None:
        self.card.count.set_text(self.rush.standing())

    def submit(self, command: Command) -> bool:
        """Count an order as the answer if it is one of the choices; otherwise give it as usual."""
        order = format_command(command)
        if order not in self.task.chances:
            return super().submit(command)
        right = order in best_orders(self.task.chances)
        self.rush.answer(right)
        why = note_answer(self.app.folders.settings, puzzle_card(self.task), right)
        self._show_next(why or (tr("{good:✓} Right.") if right else tr("{bad:✗} There was a better order.")))
        return True

    def show_me(self) -> None:
        """Do nothing: a rush shows no answers."""

    def step_on(self) -> None:
        """Do nothing: only an answer shows the next puzzle."""

    def _show_next(self, verdict: str) -> None:
        task = self.rush.next_task()
        if task is not None:
            self.app.change(Replace(RushScene(self.app, self.rush, task, verdict)))
            return
        folder = self.app.folders.settings
        record = load_puzzling(folder)
        words = f"{verdict} {self.rush.result(record)}".strip()
        why = save_puzzling(folder, record)
        self.app.change(Pop())
        start.show_message(self.app, tr("Puzzle rush"), f"{words}\n{why}".strip(), "rush_over")

    def tick(self, now_ms: int) -> None:
        """Advance the clock; end the rush when time is up."""
        super().tick(now_ms)
        if self._seen_ms is not None:
            self.rush.used_ms += now_ms - self._seen_ms
        self._seen_ms = now_ms
        self._show_clock()
        if self.rush.is_over:
            self._show_next(tr("Time is up."))

    @property
    def waiting_ms(self) -> int | None:
        """Return the time until the next frame is due: at most a second, for the clock."""
        waits = super().waiting_ms
        return SECOND_MS if waits is None else min(waits, SECOND_MS)


def open_rush(app: App, rush: Rush) -> None:
    """Open the first puzzle of a rush, or say that there is none."""
    task = rush.next_task()
    if task is None:
        start.show_message(app, tr("Puzzle rush"), ui.escape(tr("There are no puzzles.")), "rush_none")
    else:
        app.change(Push(RushScene(app, rush, task)))
