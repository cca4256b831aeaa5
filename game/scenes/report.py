"""The report after a battle: result and reason, points line by line, losses, turning points, luck and gunnery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame

from game.app import App
from game.dates import long_date
from game.hud.game_history import (
    Fate,
    FireStatistics,
    TurningPoint,
    eyes_allowed,
    fire_statistics,
    score_history,
    turning_points,
    unit_fates,
    view_at,
)
from game.hud.luck import Luck, difference_words, luck
from game.hud.page_view import page_rows
from game.hud.score_chart import ScoreChart
from game.hud.sound_captions import TuneLabel
from game.hud.status_bar import own_rolls
from game.hud.track_chart import track_picture
from game.scene import Scene
from game.scenes.book_page import page, units
from game.scenes.page import PaintedPicture
from game.scenes.progress_page import make_report
from game.skins import load_skin
from game.sound import FAREWELL
from game.stack import Home, Pop
from game.table.rule_citations import rule_link
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.kernel.fate import FATES, LOSSES
from rules.kernel.rulebook import Rulebook
from rules.kernel.seat import is_visible_to
from rules.kernel.session import Session
from rules.kernel.view import Score

FIGURES = 62  # unscaled width of a column of points
WIDE = 860  # two columns from this unscaled width
ORDER = (  # texts of the games' views begin like this
    *FATES,
    "withdrawing",
    "out of action",
    "heavy",
    "moderate",
    "light",
    "off the ",
    "not in sight",
    "unhurt",
)
TONES = {
    **dict.fromkeys(LOSSES, "bad"),
    **{"out of action": "bad", "heavy": "bad", "moderate": "warn", "withdrawing": "warn", "light": "gold"},
}


def minus(number: int) -> str:
    """Return a number with its sign and a typographic minus."""
    return f"{number:+,d}".replace("-", "−")


def when_words(point: TurningPoint) -> str:
    """Return the time of an event: the turn, in a campaign with the round."""
    return (
        tr("round {chapter}, {turn}", chapter=point.chapter, turn=point.turn)
        if point.chapter
        else tr("turn {turn}", turn=point.turn)
    )


class ReportScene(Scene):
    """The after-action report of one game; before its end, only what the player may know."""

    title = tr_noop("Report")

    def __init__(self, app: App, session: Session, conceded: str = "") -> None:
        """`conceded`: the side that conceded the battle."""
        super().__init__(app)
        self.conceded = conceded if session.state.outcome is None else ""
        self.session = session
        self.book: Rulebook = session.system.rulebook
        self.eyes = eyes_allowed(session)[0]
        self.view = view_at(session, len(session.states) - 1, self.eyes)
        self.standings = score_history(session, self.eyes)
        self.skin = load_skin(session.system.key)
        self.turning = turning_points(session, self.standings, self.eyes, self.skin)
        self.fates = unit_fates(session, self.eyes)
        self.fire = fire_statistics(session, self.skin, self.eyes)
        self.sides = session.scenario.sides
        self._played = False
        self._painted: tuple[object, pygame.Surface] | None = None

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: two columns if there is room."""
        left: list[ui.Widget] = [self._result(), self._chart(), self._turning()]
        left += [self._tracks()] if not self.view.chapter else []
        right: list[ui.Widget] = [self._ledger(), self._losses(), self._luck()]
        wide = units(self.app)[0] >= WIDE
        self.tune = TuneLabel(self.app)
        shown = [panel for panel in self.view.page if panel.kind in ("grid", "table")]
        rounds = page_rows(self.view, shown, self.book, wide)  # in a campaign: its rounds and both fleets
        if shown:
            rounds.insert(0, left.pop(0))
            right.pop(1)
        if wide:
            row = ui.Row(
                ui.Column(*left, gap=12, stretch=1, width=10), ui.Column(*right, gap=12, stretch=1, width=10), gap=14
            )
            body: ui.Widget = ui.Column(self.tune, *rounds, row, gap=12, pad=(16, 14))
        else:
            body = ui.Column(self.tune, *rounds, *left, *right, gap=12, pad=(12, 10))
        scenario = self.session.scenario
        buttons = (
            ui.Button(tr("Replay"), lambda: self.replay(1), "report_replay", align="centre", tooltip="*P*"),
            ui.Button(
                tr("Analysis"), self.analysis, "report_analysis", align="centre", tooltip=tr("Luck and skill. *A*")
            ),
            ui.Button(tr("Your mistakes"), self.mistakes, "report_mistakes", align="centre", tooltip="*M*"),
            ui.Button(
                tr("Save as web page"), self.as_page, "report_page", align="centre", tooltip=tr("A file for a browser")
            ),
            ui.Button(tr("Rulebook"), self.rulebook, "report_rules", align="centre", tooltip="*F1*"),
            ui.Button(
                tr("Title page"), lambda: self.app.change(Home()), "report_title", align="centre", style="primary"
            ),
        )
        scroll = ui.ScrollView(body, "report_scroll", stretch=1)
        note = f"{scenario.title} · {long_date(scenario.date)}"
        return page(tr("Report"), note if units(self.app)[0] >= WIDE else "", scroll, self.back, buttons, id="report")

    def on_enter(self) -> None:
        """Activate links to rules; play a tune the first time."""
        self.app.tree.on_link = self.follow
        if not self._played:
            self._played = True
            self.app.sound.play_music(FAREWELL if self._lost_alone() else "")

    def tick(self, now_ms: int) -> None:
        """Show the title of the tune."""
        self.tune.look()

    def on_leave(self) -> None:
        """Deactivate links."""
        self.app.tree.on_link = None

    def _lost_alone(self) -> bool:
        """Return whether a single player played against the computer and lost."""
        players = [side for side, player in self.session.players.items() if player == "human"]
        outcome = self.view.outcome
        return len(players) == 1 and outcome is not None and outcome.winner not in ("", *players)

    def _result(self) -> ui.Panel:
        outcome = self.view.outcome
        if outcome is None:
            what = "campaign" if self.view.chapter else "battle"
            span, number, limit = self.view.turn_counter()
            where = tr("{span} {number} of {limit}", span=span.lower(), number=number, limit=limit)
            words = tr("The {what} is not finished: {words}.", what=what, words=self.view.title or where)
            title, rule = tr("Not finished"), ""
            if self.conceded:
                name = next((side.name for side in self.sides if side.key == self.conceded), self.conceded)
                words = tr(
                    "{name} conceded in {where}. The points are those of that moment.",
                    name=name,
                    where=where,
                )
                title = tr("Conceded")
        else:
            words, title, rule = outcome.why, outcome.title, outcome.rule
        points = " : ".join(f"{score.name} {score.points:,}" for score in self._scores())
        return ui.Panel(
            ui.Label(title, "report_result", role="title", size="heading", text_align="centre"),
            ui.RichText(f"{ui.escape(words[:1].upper() + words[1:])}", "report_why", text_align="centre"),
            ui.Label(points, "report_points", role="bold", size="large", colour="gold", text_align="centre"),
            ui.RichText(rule_link(self.book, rule), size="small", align="centre"),
            frame="cartouche",
            gap=4,
            pad=(18, 14),
        )

    def _scores(self) -> Iterator[Score]:
        """Return the scores in the order of the scenario's sides."""
        for side in self.sides:
            yield from (score for score in self.view.scores if score.side == side.key)

    def _chart(self) -> ui.Panel:
        chart = ScoreChart([side.name for side in self.sides], self.standings, "report_chart", self.replay)
        chart.tooltip = tr("Click to replay the battle from there")
        note = tr("round by round") if self.view.chapter else tr("turn by turn")
        return ui.Panel(chart, title=tr("Victory points"), note=note, pad=(14, 10))

    def _tracks(self) -> ui.Panel:
        picture = PaintedPicture(self._track_picture, tr("Tracks of all units on the board"), "report_tracks",
                                 height=max(300, units(self.app)[1] * 0.42))  # fmt: skip
        return ui.Panel(
            picture, title=tr("Track chart"), note=tr("a dot for each turn, a cross for a loss"), pad=(14, 10)
        )

    def _track_picture(self, size: tuple[int, int]) -> pygame.Surface:
        key = (size, self.app.palette)
        if self._painted is None or self._painted[0] != key:
            lost = frozenset(fate.name for fate in self.fates if fate.lost)
            self._painted = (key, track_picture(self.app, self.session, self.eyes, size, lost))
        return self._painted[1]

    def _gains(self, point: TurningPoint, names: dict[str, str]) -> str:
        return ", ".join(
            tr("{name} {gain}", name=ui.escape(names[side]), gain=minus(gain)) for side, gain in point.gains
        )

    def _turning(self) -> ui.Panel:
        rows: list[ui.Widget] = []
        names = {side.key: side.name for side in self.sides}
        for point in self.turning:
            rows.append(
                ui.Row(
                    ui.Label(
                        when_words(point), size="small", colour="ink_faint", width=92 if point.chapter else 54,
                        align="start",
                    ),
                    ui.RichText(
                        f"{ui.escape(point.text)}\n*{self._gains(point, names)}*  {rule_link(self.book, point.rule)}",
                        stretch=1,
                    ),
                    ui.Button(
                        tr("Watch"), partial(self.replay, point.number), f"watch_{point.number}", size="small",
                        align="start", tooltip=tr("Replay from just before"),
                    ),
                    ui.Button(
                        tr("Play on"), partial(self.play_on, point.number), f"play_on_{point.number}", size="small",
                        align="start", tooltip=tr("Start a new game just before this"),
                    ),
                    gap=8,
                )
            )  # fmt: skip
        if not rows:
            rows.append(ui.Label(tr("The points did not change."), role="italic", colour="ink_faint"))
        return ui.Panel(*rows, title=tr("Turning points"), note=tr("largest changes of the score"), gap=7, pad=(14, 10))

    def _ledger(self) -> ui.Panel:
        parts: list[ui.Widget] = []
        for score in self._scores():
            head = ui.Row(
                ui.Label(score.name, role="bold", stretch=1),
                ui.Label(f"{score.points:,}", role="figures_bold", colour="gold", width=FIGURES, text_align="right"),
            )
            parts.append(head)
            for line in score.lines:
                parts.append(
                    ui.Row(
                        ui.Label(line.label, stretch=1, wrap=False, colour="ink_soft"),
                        ui.RichText(rule_link(self.book, line.rule, line.label), size="small", align="centre"),
                        ui.Label(minus(line.points), role="figures", width=FIGURES, text_align="right"),
                        gap=8,
                    )
                )
            if not score.lines:
                parts.append(ui.Label(tr("no points"), role="italic", colour="ink_faint"))
            parts.append(ui.Rule())
        return ui.Panel(*parts[:-1], title=tr("Score"), note=tr("every entry with its rule"), gap=2, pad=(14, 10))

    def _losses(self) -> ui.Panel:
        columns: list[ui.Widget] = []
        for side in self.sides:
            mine = [fate for fate in self.fates if fate.side == side.key]
            lost = sum(fate.lost for fate in mine)
            lines: list[ui.Widget] = [
                ui.Label(side.name, role="bold"),
                ui.Label(tr("{lost} of {count} lost", lost=lost, count=len(mine)), size="small", colour="ink_faint"),
            ]
            for state, kind in dict.fromkeys((fate.state, fate.kind) for fate in sorted(mine, key=_rank)):
                names = [fate.name for fate in mine if fate.state == state]
                tone = next((tone for word, tone in TONES.items() if kind.startswith(word)), "ink_soft")
                listed = ", ".join(map(ui.escape, names))
                lines.append(ui.RichText(f"{{{tone}:{state.capitalize()}}} ({len(names)}): {listed}"))
            columns.append(ui.Column(*lines, gap=2, stretch=1, width=10))
        return ui.Panel(ui.Row(*columns, gap=16), title=tr("Losses"), gap=4, pad=(14, 10), id="report_losses")

    def _luck(self) -> ui.Panel:
        parts: list[ui.Widget] = []
        found: list[tuple[str, Luck]] = []
        for side in self.sides:
            rolls = [rolled for rolled in own_rolls(self.session, side.key) if is_visible_to(rolled, self.eyes)]
            needed = luck(rolls)
            found.append((side.name, needed))
            shots = self.fire[side.key]
            bar = ui.ProgressBar(
                max(0.5, needed.percentile), f"luck_{side.key}", start=min(0.5, needed.percentile), width=120,
                align="centre",
            )  # fmt: skip
            parts += [
                ui.Row(ui.Label(side.name, role="bold", stretch=1), bar, gap=10),
                ui.Label(tr("To-hit rolls: {needed}", needed=needed.words), colour="ink_soft"),
                ui.Label(shooting(shots), colour="ink_soft"),
                ui.Rule(),
            ]
        parts.append(ui.Label(difference_words(found), "luck_difference", colour="ink_soft"))
        return ui.Panel(*parts, title=tr("Dice and gunnery"), note=tr("right = lucky"), gap=2, pad=(14, 10))

    # ------------------------------------------------------------------ leaving

    def follow(self, link: str) -> None:
        """Open a link of a text: a rule."""
        kind, _, name = link.partition(":")
        if kind == "rule":
            self.app.screens.rulebook(self.session.system.key, name)

    def rulebook(self) -> None:
        """Open the rulebook, at the rule that decided the battle."""
        rule = self.view.outcome.rule if self.view.outcome is not None else ""
        self.app.screens.rulebook(self.session.system.key, rule)

    def mistakes(self) -> None:
        """Open the costly decisions, to be tried again."""
        self.app.screens.mistakes(self.session)

    def as_page(self) -> None:
        """Save the report as a web page."""
        make_report(self.app, self.session, self.eyes)

    def replay(self, number: int) -> None:
        """Open the replay of the battle just before a step."""
        self.app.screens.replay(self.session, number - 1)

    def play_on(self, number: int) -> None:
        """Open the replay just before a step, and ask who plays on from there."""
        self.app.screens.replay(self.session, number - 1, ask=True)

    def analysis(self) -> None:
        """Open the analysis of dice and orders."""
        self.app.screens.analysis(self.session)

    def back(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape goes back, P replays, F1 opens the rulebook."""
        press: dict[int, Callable[[], None]] = {
            pygame.K_ESCAPE: self.back,
            pygame.K_p: partial(self.replay, 1),
            pygame.K_a: self.analysis,
            pygame.K_m: self.mistakes,
            pygame.K_F1: self.rulebook,
        }
        if event.key not in press:
            return False
        press[event.key]()
        return True


def _rank(fate: Fate) -> int:
    return next((number for number, word in enumerate(ORDER) if fate.kind.startswith(word)), len(ORDER))


def shooting(shots: FireStatistics) -> str:
    """Return shots and hits in one line."""
    parts = []
    if shots.guns:
        parts.append(
            tr(
                "{guns} fire attacks, {gun_hits} hit ({words} %)",
                guns=shots.guns,
                gun_hits=shots.gun_hits,
                words=100 * shots.gun_hits // shots.guns,
            )
        )
    if shots.torpedoes:
        hits = trn("{count} hit", "{count} hits", shots.torpedo_hits)
        parts.append(f"{trn('{count} torpedo salvo', '{count} torpedo salvos', shots.torpedoes)}, {hits}")
    return "; ".join(parts) or tr("no shots fired")
