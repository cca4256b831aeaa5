"""Learn from your mistakes: the list of costly decisions, and each of them on the board, to be tried again. The better
order is shown only after a try.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pygame

from game.app import App
from game.hud.game_history import view_at
from game.scene import Scene
from game.scenes.book_page import page, units
from game.scenes.order_rows import row_words
from game.scenes.page import PaintedPicture, Tile, setup_picture
from game.scenes.play import PlayScene
from game.stack import Pop, Push, Replace
from game.table.analysis_job import Analyst, Line, as_mistake
from game.table.analysis_text import shown_lines
from game.table.analyst import AnalysisTask
from game.table.background_task import BackgroundTask
from game.table.finding import cost_words, order_label
from game.table.retry import Retry, RetryResult, points
from game.table.table import Table
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.analysis.mistakes import Mistake, seat_before
from rules.analysis.rollouts import USUAL
from rules.kernel.flow import Command
from rules.kernel.session import Session
from rules.players import CAPTAIN, HUMAN, Player
from rules.players.player import Cancelled

LOOK_MS = 200  # between checks for results of the thread
ABOVE = 190  # unscaled height of the part above the list of mistakes
MOST_ROWS = 4  # rows of the list visible at once
LOWEST = 84  # unscaled height of the picture of a decision
WIDEST = 0.6  # width of a picture, as a fraction of the page
LINE = 24  # unscaled height of a line of the card
WEIGHED = tr_noop("Checking your order …")
ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class MistakeReview:
    """The probably costliest orders of one side of a game, and which of them are solved."""

    def __init__(self, session: Session, side: str, found: list[Mistake] | None = None) -> None:
        """`found`: the mistakes, if already known; otherwise a thread searches for them."""
        self.session, self.side = session, side
        self.work: AnalysisTask | None = None
        if found is None:
            self.work = AnalysisTask(Analyst(session, session.path, sides=[side], luck=False))
            self.work.start()
        self._found = found or []
        self.right: set[int] = set()  # numbers of steps for which the player found an equally good order
        self.tried: set[int] = set()

    @property
    def lines(self) -> list[Line]:
        """Return the lines of the list, the worst first."""
        return shown_lines(self.work.analyst, self.side) if self.work is not None else []

    @property
    def mistakes_found(self) -> list[Mistake]:
        """Return the mistakes found so far that can be tried, in the order of the list."""
        if self.work is None:
            return self._found
        return [as_mistake(self.session, line.decision) for line in self.lines if line.decision is not None]

    @property
    def is_done(self) -> bool:
        """Return whether the search is complete."""
        return self.work is None or not self.work.running

    def after(self, mistake: Mistake) -> Mistake | None:
        """Return the next mistake of the list."""
        found = self.mistakes_found
        place = next((place for place, one in enumerate(found, start=1) if one.number == mistake.number), len(found))
        return found[place] if place < len(found) else None

    def stop(self) -> None:
        """Stop the search."""
        if self.work is not None:
            self.work.stop()


class MistakesScene(Scene):
    """The list, which changes while orders are checked. It shows when and how much, but not the better orders."""

    title = tr_noop("Your mistakes")
    go: ui.Button

    def __init__(self, app: App, session: Session, side: str = "", walk: MistakeReview | None = None) -> None:
        super().__init__(app)
        self.session = session
        everybody = [note.key for note in session.scenario.sides]
        people = [key for key in everybody if session.players.get(key) == HUMAN]
        others = [key for key in everybody if key not in people] if session.over or not people else []
        self.sides = [*people, *others]  # the other side's decisions are shown only after the battle
        self.walk = walk or MistakeReview(session, side or self.sides[0])
        self._shown: tuple[object, ...] = ()
        self._look_ms = 0
        self._pictures: dict[tuple[int, tuple[int, int]], pygame.Surface] = {}

    def build(self) -> ui.Widget:
        """Return the page."""
        walk = self.walk
        names = {note.key: note.name for note in self.session.scenario.sides}
        self.bar = ui.ProgressBar(0.0, "mistakes_bar", colour="gold", height=18)
        self.word = ui.RichText("", "mistakes_word", lines=2)
        self.rows = ui.Column(gap=8)
        about = tr(
            "The computer compares each of your orders with the best alternative it finds, using only what you could "
            "know: first by a quick estimate, then in test games to the end of the next turn. ± is the 95 % interval."
        )
        body = ui.Column(ui.Label(about, colour="ink_soft"), self.bar, self.word, self.rows, gap=12, pad=(24, 18))
        self.scroll = ui.ScrollView(body, "mistakes", stretch=1)
        others = [key for key in self.sides if key != walk.side]
        more: list[ui.Widget] = []
        for key in others:
            more.append(
                ui.Button(
                    tr("Seen by {names}", names=names[key]), partial(self.see, key), f"side_{key}", align="centre"
                )
            )
        self._show()
        note = f"{self.session.scenario.title} · {names[walk.side]}"
        return page(tr("Your mistakes"), note, self.scroll, self.back, more, id="mistakes_page")

    def see(self, side: str) -> None:
        """Show the other side's decisions."""
        self.walk.stop()
        self.walk = MistakeReview(self.session, side)
        self.app.rebuild()

    def _show(self) -> None:
        walk = self.walk
        self._shown = self._mark()
        of = len(walk.work.analyst.looked) if walk.work is not None else 1
        checked = len(walk.work.analyst.weighed) if walk.work is not None else 1
        self.bar.set(
            checked / max(1, of),
            text=tr("{looked} of {words}", looked=checked, words=trn("{count} decision", "{count} decisions", of)),
        )
        self.bar.set_visible(not walk.is_done)
        if walk.is_done:
            words = tr("All orders are checked.") if self._rows() else tr("You had no choice in this game.")
        else:
            words = tr("Checking your orders, the most suspicious first. You can start with the first.")
        self.word.set_text(words)
        self.rows.clear()
        self.rows.add(*self._rows())
        if self.rows.is_attached:
            self.rows.relayout()

    def _mark(self) -> tuple[object, ...]:
        """Return the values the list depends on."""
        walk = self.walk
        return (
            walk.is_done,
            walk.work.finding_count if walk.work is not None else 0,
            *(line.decision for line in walk.lines),
        )

    def _rows(self) -> list[ui.Widget]:
        if self.walk.work is None:
            return [self._row(one.number, one.turn, self._tile(one)) for one in self.walk.mistakes_found]
        return [self._row(line.suspicion.number, line.suspicion.turn, self._line(line)) for line in self.walk.lines]

    def _row(self, number: int, turn: int, tile: Tile) -> ui.Widget:
        """Return a row: the board of a decision beside its tile; with few decisions the pictures are larger."""
        wide, tall = units(self.app)
        many = len(self.walk.lines) or len(self.walk.mistakes_found)
        high = max(LOWEST, (tall - ABOVE) / max(1, min(MOST_ROWS, many)))
        high = min(high, wide * WIDEST / 1.6)
        words = tr("board at turn {turn}", turn=turn)
        picture = PaintedPicture(partial(self._picture, number), words, width=high * 1.6, height=high, align="start")
        tile.stretch, tile.align = 1, "start"
        return ui.Row(picture, tile, gap=12)

    def _picture(self, number: int, size: tuple[int, int]) -> pygame.Surface:
        key = (number, size)
        if key not in self._pictures:
            view = view_at(self.session, number, self.walk.side)
            self._pictures[key] = setup_picture(self.app, self.session.system, self.session.sheet, view, size)
        return self._pictures[key]

    def _line(self, line: Line) -> Tile:
        work = self.walk.work
        assert work is not None
        words = row_words(self.session, line, work.finding(line), answer=False)
        if line.decision is not None:
            return self._tile(as_mistake(self.session, line.decision), f"**{cost_words(line.decision)}** {words}")
        where = tr("Turn {turn}, {phase}", turn=line.suspicion.turn, phase=line.suspicion.phase)
        return Tile(where, words, None, f"mistake_{line.suspicion.number}", size="large", faint=True)

    def _tile(self, mistake: Mistake, words: str = "") -> Tile:
        mark = "✓ " if mistake.number in self.walk.right else "· " if mistake.number in self.walk.tried else ""
        weighing = mistake.weighing
        words = words or tr(
            "{order}: cost {points} of win chance",
            order=ui.escape(order_label(seat_before(self.session, mistake.number), weighing.chosen)),
            points=points(weighing.loss, weighing.error),
        )
        return Tile(
            mark + tr("Turn {turn}, {phase}", turn=mistake.turn, phase=mistake.phase),
            words,
            partial(self.open, mistake),
            f"mistake_{mistake.number}",
            size="large",
        )

    def open(self, mistake: Mistake) -> None:
        """Open the board at this decision."""
        self.app.change(Push(MistakeScene(self.app, self.walk, mistake)))

    def on_enter(self) -> None:
        """Tick mistakes solved since the last visit."""
        self.app.want_palette("night")
        self._show()

    def tick(self, now_ms: int) -> None:
        """Show new results."""
        if now_ms < self._look_ms or self.walk.work is None:
            return
        self._look_ms = now_ms + LOOK_MS
        if self.walk.work.fault is not None:
            raise self.walk.work.fault
        if self._shown != self._mark():
            self._show()

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next check, until the search is complete."""
        return None if self.walk.is_done else LOOK_MS

    def back(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back, Enter opens the first unsolved mistake."""
        if event.key == pygame.K_ESCAPE:
            self.back()
        elif event.key in ENTER and self.walk.mistakes_found:
            left = [mistake for mistake in self.walk.mistakes_found if mistake.number not in self.walk.right]
            self.open((left or self.walk.mistakes_found)[0])
        else:
            return self.scroll.page_key(event.key)
        return True

    def on_close(self) -> None:
        """Leave the board."""
        self.walk.stop()


class MistakeScene(PlayScene):
    """One decision on the board. Every order given is a try: it is judged but not carried out."""

    title = tr_noop("Better orders")
    passes = False

    def __init__(self, app: App, walk: MistakeReview, mistake: Mistake) -> None:
        self.walk, self.mistake = walk, mistake
        self.retry = Retry(walk.session, mistake)
        self.verdict: RetryResult | None = None
        self._weighing: BackgroundTask[RetryResult] | None = None
        super().__init__(app, self.retry.session, {})
        self.rule_cards.quiet = True

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return a table where only the side whose decision it was is played at this screen."""
        sides = {note.key: CAPTAIN for note in self.retry.session.scenario.sides}
        return Table(self.retry.session, {**sides, self.mistake.side: HUMAN})

    # ------------------------------------------------------------------ building and showing

    def below(self) -> ui.Widget | None:
        """Return the card with the question, or after a try with the answer."""
        self.words = ui.RichText("", "mistake_words", min_height=2 * LINE)
        self.next_button = ui.Button(tr("Next ▶"), self.next, "mistake_next", style="primary", align="centre")
        self.next_button.label = tr("Next")
        back = ui.Button(tr("◀ List"), self.leave, "mistake_back", align="centre")
        back.label = tr("List")
        on = ui.Button(tr("Play on from here"), self.play_on, "mistake_on", style="quiet", align="centre")
        row = ui.Row(back, ui.Spacer(), on, self.next_button, gap=12)
        return ui.Panel(self.words, row, frame="cartouche", gap=6, pad=(22, 12), id="mistake_card")

    def build(self) -> ui.Widget:
        """Return the play screen without undo, because nothing is carried out here."""
        root = super().build()
        self.tray.alone()
        self._show_card()
        return root

    def _show_card(self) -> None:
        if self._weighing is not None:
            text = f"{self.retry.question}\n*{tr(WEIGHED)}*"
        elif self.verdict is None:
            text = self.retry.question
        else:
            mark = "{good:✓}" if self.verdict.right else "{bad:✗}"
            yours = ui.escape(self.retry.words(self.verdict.tried))
            first, *rest = self.verdict.lines
            text = "\n".join((f"{mark} {yours}. {first}", *rest))
        self.words.set_text(text)
        after = self.walk.after(self.mistake)
        self.next_button.set_enabled(after is not None, tr("That was the last one found so far."))
        if self.words.is_attached:
            self.words.relayout()

    # ------------------------------------------------------------------ trying

    def submit(self, command: Command) -> bool:
        """Treat an order as a try: a thread judges it, and the position does not change."""
        reasons = self.retry.seat.check(command)
        if reasons:
            self.refuse(reasons)
            return False
        if self._weighing is None:
            self.walk.tried.add(self.mistake.number)
            self._weighing = BackgroundTask(lambda token: self.retry.judge(command, USUAL, token))
            self.hand.drop()
            self.show_choice()
            self._show_card()
        return True

    def tick(self, now_ms: int) -> None:
        """Show new results."""
        super().tick(now_ms)
        if self._weighing is None or not self._weighing.is_done:
            return
        weighing, self._weighing = self._weighing, None
        try:
            self.verdict = weighing.fetch()
        except Cancelled:
            return
        if self.verdict.right:
            self.walk.right.add(self.mistake.number)
        self._show_card()

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next check for a verdict."""
        return LOOK_MS if self._weighing is not None else super().waiting_ms

    # ------------------------------------------------------------------ leaving

    def next(self) -> None:
        """Open the next mistake."""
        after = self.walk.after(self.mistake)
        if after is not None:
            self.app.change(Replace(MistakeScene(self.app, self.walk, after)))

    def leave(self) -> None:
        """Go back to the list."""
        self.app.change(Pop())

    def play_on(self) -> None:
        """Ask who plays on from this decision in a new game; the original game does not change."""
        self.app.screens.replay(self.walk.session, self.mistake.number, ask=True)

    def open_menu(self) -> None:
        """Go back to the list (Esc)."""
        self.leave()

    def _begin_decision(self) -> None:
        """Start the decision."""

    def on_close(self) -> None:
        """Leave the board."""
        if self._weighing is not None:
            self._weighing.stop()
        super().on_close()
