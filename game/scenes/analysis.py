"""The analysis of a battle: the win chance as a curve, luck and skill of each side, and the costliest orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.app import App
from game.hud.game_history import view_at
from game.hud.win_curve import GainBar, RangeBar, WinCurve
from game.scene import Scene
from game.scenes.book_page import page, units
from game.scenes.order_rows import order_row
from game.scenes.page import PaintedPicture, setup_picture
from game.stack import Pop
from game.table.analysis_job import Analyst
from game.table.analysis_text import (
    CAUSES,
    account_rows,
    adjusted_words,
    causes,
    caution,
    gain_words,
    moment_words,
    part_words,
    percent,
    points,
    result_words,
    shown_lines,
    wide_words,
)
from game.table.analyst import AnalysisTask
from game.teach.player_rating import note_game
from game.ui import widgets as ui
from game.ui.side_colours import tokens_of
from game.words import tr, tr_noop, trn
from rules.analysis.luck_and_skill import Analysis, Entry
from rules.kernel.session import Session

WIDE = 1000  # two columns from this unscaled width
LOOK_AGAIN_MS = 400  # between checks for new results of the thread
PICTURE, LARGE_PICTURE = 84, 124  # unscaled height of a turning point's picture, in a low and in a high window
HIGH = 900  # unscaled height of a high window
TIPS = {  # tooltips of the parts of the account
    "luck": tr_noop("all dice, compared with their average"),
    "own": tr_noop("what this side's orders fell short of the best order found"),
    "theirs": tr_noop("what the enemy's orders fell short of the best order found"),
    "rest": tr_noop("errors of the win chance, and orders not checked yet"),
}


class AnalysisScene(Scene):
    """Analyses `session` while the page is open; results are saved beside the game's file, if it has one."""

    title = tr_noop("Analysis")

    def __init__(self, app: App, session: Session) -> None:
        """Open the page. Raises Unknown if the battle's win chance cannot be estimated."""
        super().__init__(app)
        self.session = session
        self.work = AnalysisTask(Analyst(session, session.path))
        self.found: Analysis = self.work.analysis_so_far
        self.stopped = self._rated = False
        self._shown: tuple[object, ...] = ()
        self._next_ms = 0
        self._told: dict[str, ui.Label] = {}

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page with the results so far: two columns if there is room."""
        self.found = self.work.analysis_so_far
        wide = units(self.app)[0] >= WIDE
        left: list[ui.Widget] = [self._curve(), self._moments()]
        right: list[ui.Widget] = [
            *(self._account(side) for side in self.work.analyst.sides),
            self._caution(),
        ]
        left[1:1] = [self._orders(side) for side in self.work.analyst.sides]
        if wide:
            body: ui.Widget = ui.Column(
                ui.Row(
                    ui.Column(*left, gap=12, stretch=11, width=10),
                    ui.Column(*right, gap=12, stretch=9, width=10),
                    gap=14,
                ),
                pad=(16, 14),
            )
        else:
            body = ui.Column(*left[:-1], *right[:2], left[-1], *right[2:], gap=12, pad=(12, 10))
        self.scroll = ui.ScrollView(body, "analysis_scroll", stretch=1)
        self.state = ui.Label("", "analysis_state", colour="ink_faint", align="centre", stretch=1, width=10)
        self.state.lines = 2
        self.bar = ui.ProgressBar(self.work.analyst.share, "analysis_share", width=160, align="centre")
        self.pause = ui.Button(
            tr("Stop"), self.toggle, "analysis_pause", align="centre", min_width=90, tooltip=tr("*Space*")
        )
        buttons = (
            ui.Button(tr("Explain"), self.explain, "analysis_explain", align="centre", tooltip="*F1*"),
            ui.Button(tr("Replay"), partial(self.replay, 1), "analysis_replay", align="centre", tooltip="*P*"),
        )
        foot = ui.Panel(ui.Row(self.state, self.bar, self.pause, gap=14), frame="bar", pad=(20, 8))
        note = self.session.scenario.title if wide else ""
        made = page(tr("Analysis"), note, self.scroll, self.back, buttons, id="analysis")
        self._shown = self._mark()
        self._tell()
        return ui.Dock(made, bottom=foot, id="analysis_page")

    def _curve(self) -> ui.Panel:
        found = self.found
        tones = tokens_of(view_at(self.session, len(self.session.states) - 1, ""))
        curve = WinCurve(
            [name for _, name in found.sides],
            [tones[key] for key, _ in found.sides],
            found.entries,
            found.turning_points(),
            found.steps,
            self.replay,
            "win_curve",
        )
        curve.tooltip = tr("Click to replay the battle from there")
        name = found.sides[0][1]
        return ui.Panel(curve, title=tr("Win chance"), note=tr("{name}; a draw counts half", name=name), pad=(14, 10))

    def _moments(self) -> ui.Panel:
        rows = [self._moment(number, entry) for number, entry in enumerate(self.found.turning_points(), start=1)]
        if not rows:
            words = tr("No order changed the win chance by 5 points.") if self.found.complete else tr("Calculating …")
            rows.append(ui.Label(words, role="italic", colour="ink_faint"))
        return ui.Panel(*rows, title=tr("Turning points"), note=tr("effect of dice and orders"), gap=9, pad=(14, 10))

    def _moment(self, number: int, entry: Entry) -> ui.Widget:
        high = PICTURE if units(self.app)[1] < HIGH else LARGE_PICTURE
        picture = PaintedPicture(
            partial(self._picture, entry.number + 1), tr("board at turn {turn}", turn=entry.turn),
            f"moment_{entry.number}",
            width=high * 1.6, height=high, align="start",
        )  # fmt: skip
        by = ", ".join(tr(CAUSES[key], points=points(value)) for key, value in causes(entry))
        words = ui.RichText(
            tr(
                "**{number} · turn {turn}**  {words}\n*{gains}*  {ink_faint:{by}}",
                number=number,
                turn=entry.turn,
                words=ui.escape(moment_words(entry)),
                gains=ui.escape(gain_words(self.found, entry)),
                by=by,
            ),
            stretch=1,
        )
        watch = ui.Button(
            tr("Watch"), partial(self.replay, entry.number), f"watch_{entry.number}", size="small", align="start",
            tooltip=tr("Replay from just before"),
        )  # fmt: skip
        return ui.Row(picture, words, watch, gap=10)

    def _picture(self, number: int, size: tuple[int, int]) -> pygame.Surface:
        view = view_at(self.session, number, "")
        return setup_picture(self.app, self.session.system, self.session.sheet, view, size)

    def _account(self, side: str) -> ui.Panel:
        found = self.found
        tone = tokens_of(view_at(self.session, len(self.session.states) - 1, ""))[side]
        began = percent(found.chance(side, found.initial))
        tones = {"luck": "gold", "own": "bad", "theirs": "good", "rest": "ink_faint"}
        rows = [
            self._gain(title, share, part_words(share, margin), f"{key}_{side}", tones[key], tr(TIPS[key]))
            for key, title, share, margin in account_rows(found, side)
        ]
        adjusted = adjusted_words(found, side)
        span = ui.Row(
            ui.Label(tr("Luck-adjusted"), width=118, role="bold"),
            RangeBar(
                found.adjusted_result(side), found.margin, adjusted, tone, f"adjusted_{side}", stretch=1, align="centre"
            ),
            ui.Label(
                wide_words(found, side), f"adjusted_words_{side}", role="figures_bold", width=92, text_align="right"
            ),
            gap=10,
        )
        return ui.Panel(
            ui.Label(
                tr("{result_words}; opening chance {began}", result_words=result_words(found, side), began=began),
                f"result_{side}",
                colour="ink_soft",
            ),
            *rows,
            span,
            title=dict(found.sides)[side],
            note=tr("points of win chance"),
            gap=5,
            pad=(14, 10),
        )

    def _gain(self, title: str, gain: float, words: str, id: str, tone: str, tip: str) -> ui.Widget:
        bar = GainBar(gain, f"{title} {words}", tone, id, stretch=1, align="centre")
        bar.tooltip = tip
        return ui.Row(
            ui.Label(title, width=118),
            bar,
            ui.Label(words, role="figures", width=92, text_align="right"),
            gap=10,
        )

    def _orders(self, side: str) -> ui.Panel:
        work, name = self.work, dict(self.found.sides)[side]
        lines = shown_lines(work.analyst, side)
        rows: list[ui.Widget] = [order_row(self.app, self.session, line, work.finding(line)) for line in lines]
        if not rows:
            words = tr("No choices yet.") if work.analyst.has_seen_all else tr("Calculating …")
            rows.append(ui.Label(words, f"no_orders_{side}", role="italic", colour="ink_faint"))
        title = tr("Orders of {name}", name=name)
        return ui.Panel(*rows, title=title, note=tr("points of win chance, 95 %"), gap=8, pad=(14, 10))

    def _caution(self) -> ui.Panel:
        return ui.Panel(
            ui.RichText(ui.escape(caution(self.found)) + ".", "analysis_caution", colour="ink_soft"), pad=(14, 10)
        )

    # ------------------------------------------------------------------ the work

    def on_enter(self) -> None:
        """Continue the work while the page is shown."""
        self.app.want_palette("night")
        if not self.stopped:
            self.work.start()
        self._tell()

    def on_leave(self) -> None:
        """Stop the work while the page is hidden; it continues next time."""
        self.work.stop()

    def on_close(self) -> None:
        """Stop the work when the page is closed."""
        self.work.stop()

    def toggle(self) -> None:
        """Stop or continue the work."""
        self.stopped = not self.stopped
        if self.stopped:
            self.work.stop()
        else:
            self.work.start()
        self._tell()

    def tick(self, now_ms: int) -> None:
        """Show new results a few times a second."""
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + LOOK_AGAIN_MS
        if self._mark() != self._shown:
            at = self.scroll.offset
            self.app.rebuild()
            self.app.tree.ensure_layout()
            self.scroll.scroll_to(at)
        else:
            self.bar.set(self.work.analyst.share)
            self._tell()

    def _mark(self) -> tuple[object, ...]:
        """Return the values the page depends on: it is rebuilt when one changes."""
        found, analyst = self.work.analysis_so_far, self.work.analyst
        luck = len(found.entries) // 40 if not found.complete else -1
        listed = [line.decision for side in analyst.sides for line in shown_lines(analyst, side)]
        return luck, self.work.finding_count, analyst.is_done, *listed

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next check for results, while the thread works."""
        return LOOK_AGAIN_MS if self.work.running or self._mark() != self._shown else None

    def _tell(self) -> None:
        analyst, found = self.work.analyst, self.work.analysis_so_far
        weighed = trn("{count} decision", "{count} decisions", len(found.decisions))
        if self.work.fault is not None:
            words = tr("The analysis stopped: {fault}", fault=self.work.fault)
        elif analyst.is_done:
            words = tr(
                "Complete: {words}, {weighed} checked.",
                words=trn("{count} order", "{count} orders", found.steps - 1),
                weighed=weighed,
            )
            self._rate()
        elif not found.complete:
            words = tr(
                "Luck of the dice: {count} of {words} …",
                count=max(0, len(found.entries) - 1),
                words=trn("{count} order", "{count} orders", found.steps - 1),
            )
        else:
            state = tr("Stopped") if self.stopped else tr("Checking the orders")
            words = tr(
                "{state}: {weighed} checked so far. It continues when you open this page again.",
                state=state,
                weighed=weighed,
            )
        self.state.set_text(f"{words} {analyst.not_kept}".strip())
        self.pause.set_text(tr("Continue") if self.stopped else tr("Stop"))
        self.pause.set_visible(not analyst.is_done)
        self.bar.set_visible(not analyst.is_done)

    def _rate(self) -> None:
        """Add a completely analysed game to the rating, once."""
        if not self._rated:
            self._rated = True
            note_game(self.app.folders.settings, self.session, self.found)

    # ------------------------------------------------------------------ leaving

    def replay(self, number: int) -> None:
        """Open the replay of the battle just before an order."""
        self.app.screens.replay(self.session, number)

    def explain(self) -> None:
        """Explain luck-adjusted results, and show the player's rating."""
        self.app.screens.open_luck_explained()

    def back(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape goes back, P replays, Space stops or continues, F1 explains."""
        press: dict[int, Callable[[], None]] = {
            pygame.K_ESCAPE: self.back,
            pygame.K_p: partial(self.replay, 1),
            pygame.K_SPACE: self.toggle,
            pygame.K_F1: self.explain,
        }
        if event.key in press:
            press[event.key]()
            return True
        return self.scroll.page_key(event.key)
