"""The puzzle rush on the screen: one puzzle after another, the clock and the answers so far on the card."""

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
    """One puzzle of a rush. The first order given of those asked for counts, and the next puzzle follows at once."""

    title = tr_noop("Puzzle rush")

    def __init__(self, app: App, rush: Rush, task: Task, verdict: str = "") -> None:
        """Raise Broken or DataError when the puzzle cannot be set up. `verdict`: on the answer before."""
        self.rush, self.verdict = rush, verdict
        self._seen_ms: int | None = None  # of the clock, when it was last looked at
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
        """Give an order; of those the puzzle weighs, it is an answer."""
        order = format_command(command)
        if order not in self.task.chances:
            return super().submit(command)
        right = order in best_orders(self.task.chances)
        self.rush.answer(right)
        why = note_answer(self.app.folders.settings, puzzle_card(self.task), right)
        self._go_on(why or (tr("{good:✓} Right.") if right else tr("{bad:✗} There was a better order.")))
        return True

    def show_me(self) -> None:
        """Do nothing: a rush shows no answers."""

    def step_on(self) -> None:
        """Do nothing: only an answer leads on."""

    def _go_on(self, verdict: str) -> None:
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
        """Let the clock of the rush run."""
        super().tick(now_ms)
        if self._seen_ms is not None:
            self.rush.used_ms += now_ms - self._seen_ms
        self._seen_ms = now_ms
        self._show_clock()
        if self.rush.is_over:
            self._go_on(tr("Time is up."))

    @property
    def waiting_ms(self) -> int | None:
        """The next second."""
        waits = super().waiting_ms
        return SECOND_MS if waits is None else min(waits, SECOND_MS)


def open_rush(app: App, rush: Rush) -> None:
    """Put the first puzzle of a rush on the screen."""
    task = rush.next_task()
    if task is None:
        start.show_message(app, tr("Puzzle rush"), ui.escape(tr("There are no puzzles.")), "rush_none")
    else:
        app.change(Push(RushScene(app, rush, task)))
