"""Make and open every screen: the only module that imports them all, see game/screens.py."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pygame

from game.app import App
from game.courses import CourseLesson
from game.hud.game_history import eyes_allowed
from game.library import Entry
from game.program import repair
from game.scene import Scene
from game.scenes.analysis import AnalysisScene
from game.scenes.book_page import page, units
from game.scenes.builder import BuilderScene
from game.scenes.course import CourseScene
from game.scenes.coverage import CoverageScene
from game.scenes.dockyard import DockyardScene
from game.scenes.errata import ErrataScene
from game.scenes.import_file import open_file
from game.scenes.lesson import open_lesson
from game.scenes.mistake import MistakeReview, MistakeScene, MistakesScene
from game.scenes.play import PlayScene
from game.scenes.puzzles import PuzzlesScene
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from game.scenes.rules import RulebookScene
from game.scenes.saves import SavesScene
from game.scenes.scenarios import ScenariosScene
from game.scenes.settings import SettingsScene
from game.scenes.sides import SidesScene
from game.scenes.start import show_message
from game.scenes.study import new_study, open_study
from game.stack import Pop, Push, Replace
from game.table.player_types import player_type
from game.teach.adaptive_opponent import standing_words
from game.teach.player_rating import load_rated
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.analysis.luck_and_skill import Unknown
from rules.analysis.mistakes import Mistake
from rules.analysis.rating import KINDS, Insight, insights, load_explanation, rank_of, rating_words, total_count
from rules.kernel.scenario import Scenario
from rules.kernel.session import Session
from rules.players import Player

WIDE = 900  # two columns from this unscaled width
SHOWN = 6  # most groups of each kind


class ExplainedScene(Scene):
    """The page *Luck and skill*: an explanation, and the player's rating with its details."""

    title = tr_noop("Luck and skill")

    def build(self) -> ui.Widget:
        """Return new widgets."""
        words = [
            ui.Panel(ui.RichText(ui.escape(chapter.text)), title=chapter.title, pad=(16, 10))
            for chapter in load_explanation()
        ]
        games = list(load_rated(self.app.folders.settings).games.values())
        count = total_count(games)
        rating = ui.Panel(
            ui.Label(rank_of(count).capitalize(), "rating_rank", role="title", size="heading", text_align="centre"),
            ui.Label(rating_words(count), "rating_words", text_align="centre", colour="ink_soft"),
            ui.Label(
                standing_words(self.app.folders.settings), "matched_words", text_align="centre", colour="ink_soft"
            ),
            title=tr("Your rating"),
            frame="cartouche",
            gap=4,
            pad=(16, 12),
        )
        found = insights(games)
        tables = [self._table(kind, [row for row in found if row.kind == kind]) for kind in KINDS if found]
        if units(self.app)[0] >= WIDE:
            left, right = (
                ui.Column(*words, gap=10, stretch=6, width=10),
                ui.Column(rating, *tables, gap=10, stretch=5, width=10),
            )
            body: ui.Widget = ui.Column(ui.Row(left, right, gap=14), pad=(16, 14))
        else:
            body = ui.Column(rating, *tables, *words, gap=10, pad=(12, 10))
        self.scroll = ui.ScrollView(body, "explained_scroll", stretch=1)
        return page(tr("Luck and skill"), "", self.scroll, self.back, id="explained")

    def _table(self, kind: str, rows: list[Insight]) -> ui.Panel:
        lines: list[ui.Widget] = []
        for row in rows[:SHOWN]:
            system, _, rest = row.name.partition(": ")
            title = self.app.systems[system].title if system in self.app.systems else system
            error = tr("{error} of {orders}", error=f"{row.count.error:.1f}", orders=row.count.orders)
            luck = tr("luck {luck}", luck=f"{row.luck:+.0f}") if row.games else ""
            if kind == "opponent":
                title = player_type(row.name)[0]
                rest = tr(
                    "without luck {skill} ± {margin} per game", skill=f"{row.skill:+.0f}", margin=f"{row.margin:.0f}"
                )
            lines.append(
                ui.Row(
                    ui.Label(f"{title}: {rest}" if rest else title, stretch=1, width=10),
                    ui.Label(error, role="figures", width=92, text_align="right"),
                    ui.Label(luck, colour="ink_faint", width=76, text_align="right"),
                    gap=8,
                )
            )
        if not lines:
            lines.append(ui.Label(tr("no data yet"), role="italic", colour="ink_faint"))
        return ui.Panel(*lines, title=tr("By {kind}", kind=kind), note=tr("points per order"), gap=3, pad=(14, 10))

    def on_enter(self) -> None:
        """Use the night palette for pages."""
        self.app.want_palette("night")

    def back(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape goes back; the page keys scroll."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return self.scroll.page_key(event.key)


class AllScreens:
    """The screens of one app."""

    def __init__(self, app: App) -> None:
        self.app = app

    def _push(self, scene: Scene) -> None:
        self.app.change(Push(scene))

    def play(
        self, session: Session, players: Mapping[str, str | Player | None] | None = None, *, replace: bool = False
    ) -> None:
        """Open the board of a game."""
        scene = PlayScene(self.app, session, players)
        self.app.change(Replace(scene) if replace else Push(scene))

    def scenarios(self, system: str, battle: str = "") -> None:
        """Open the battles of a game."""
        self._push(ScenariosScene(self.app, system, battle))

    def sides(self, entry: Entry) -> None:
        """Open the page before a battle."""
        self._push(SidesScene(self.app, entry))

    def two_computers(self, entry: Entry, options: Mapping[str, bool]) -> None:
        """Open a battle between two computers; without PyNaCl, say what is missing."""
        if doors := self._doors():
            doors.open_setup(self.app, entry, options)

    def two_again(self, path: Path) -> None:
        """Open a saved game between two computers: reconnect, or continue by file."""
        if doors := self._doors():
            doors.open_saved_game(self.app, path)

    def turn_file(self, path: Path) -> None:
        """Open a received turn of a game by file."""
        if doors := self._doors():
            doors.open_turn(self.app, path)

    def _doors(self) -> ModuleType | None:
        """Return the pages of games between two computers; without PyNaCl, say so and return None."""
        try:
            from game.network import doors
        except ImportError as error:
            words = tr(
                "A game between two computers needs PyNaCl ({error}); {repair}.", error=error, repair=repair("nacl")
            )
            show_message(self.app, tr("Two computers"), ui.escape(words))
            return None
        return doors

    def saves(self) -> None:
        """Open the saved games."""
        self._push(SavesScene(self.app))

    def settings(self) -> None:
        """Open the settings."""
        self._push(SettingsScene(self.app))

    def rulebook(self, system: str, rule: str = "") -> None:
        """Open the rulebook of a game."""
        self._push(RulebookScene(self.app, system, rule))

    def errata(self, system: str = "", rule: str = "") -> None:
        """Open the errata page."""
        self._push(ErrataScene(self.app, system, rule))

    def coverage(self, system: str = "") -> None:
        """Open the page of rules used in the player's games."""
        self._push(CoverageScene(self.app, system))

    def course(self, system: str = "") -> None:
        """Open the lessons of a game."""
        self._push(CourseScene(self.app, system))

    def puzzles(self, system: str = "") -> None:
        """Open the puzzles of a game."""
        self._push(PuzzlesScene(self.app, system))

    def lesson(self, lecture: CourseLesson) -> None:
        """Open a lesson."""
        open_lesson(self.app, lecture)

    def replay(self, session: Session, number: int = 1, *, ask: bool = False) -> None:
        """Open the replay of a game."""
        scene = ReplayScene(self.app, session)
        scene.number = min(len(session.steps), max(1, number))
        self._push(scene)
        if ask:
            scene.ask_play_on()

    def report(self, session: Session, conceded: str = "") -> None:
        """Open the report of a battle."""
        self._push(ReportScene(self.app, session, conceded))

    def open_file(self, path: Path) -> None:
        """Open a file from somebody else."""
        open_file(self.app, path)

    def builder(self, system: str, scenario: Scenario | None = None) -> None:
        """Open the builder of battles."""
        self._push(BuilderScene(self.app, system, scenario))

    def study(self, path: Path) -> None:
        """Open a study."""
        open_study(self.app, path)

    def new_study(self, session: Session, number: int = 1) -> None:
        """Begin a study of a game."""
        new_study(self.app, session, number)

    def mistakes(self, session: Session, side: str = "") -> None:
        """Open the costly decisions of a side in a game."""
        self._push(MistakesScene(self.app, session, side))

    def mistake(self, session: Session, mistake: Mistake) -> None:
        """Open one mistake on the board."""
        self._push(MistakeScene(self.app, MistakeReview(session, mistake.side, [mistake]), mistake))

    def analysis(self, session: Session) -> None:
        """Open the analysis of dice and orders in a game; say why if it is not possible."""
        try:
            if not session.over and eyes_allowed(session)[0]:
                raise Unknown(tr("the game is not over, and the analysis would reveal what the enemy still hides"))
            self._push(AnalysisScene(self.app, session))
        except Unknown as error:
            words = str(error)
            show_message(
                self.app, tr("This game cannot be analysed"), ui.escape(words[:1].upper() + words[1:]), "analysis_error"
            )

    def open_luck_explained(self) -> None:
        """Open the explanation of luck-adjusted results, with the player's rating."""
        self._push(ExplainedScene(self.app))

    def dockyard(self, system: str) -> None:
        """Open the dockyard."""
        self._push(DockyardScene(self.app, system))
