"""The page of puzzles: games at the left, the themes of one at the right, the puzzle of the day, the player's
rating.
"""

from __future__ import annotations

from datetime import date
from functools import partial

import pygame

from game.app import App
from game.scenes.game_pages import TIGHT, AllGamesPage
from game.scenes.page import Tile, page_footer, page_header
from game.scenes.puzzle import open_puzzle
from game.scenes.rush import open_rush
from game.teach.progress import MOST_STARS
from game.teach.puzzle_record import PuzzleRecord, load_puzzling
from game.teach.puzzles import Task, available_puzzles, daily, open_tasks
from game.teach.rush import new_rush
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn

TWO_ABREAST = 1080  # themes are in two columns from this unscaled width


class PuzzlesScene(AllGamesPage):
    """Choose a puzzle. `system`: the game shown first; empty: the first with puzzles."""

    title = tr_noop("Puzzles")

    def __init__(self, app: App, system: str = "") -> None:
        super().__init__(app)
        self._open()
        asked = [key for key in app.systems if self._of(key)]
        self.system = system or next(iter(asked), next(iter(app.systems)))

    def _open(self) -> None:
        """Load the puzzles and the player's answers."""
        tasks, self.problems = open_tasks(self.app.systems, own=self.app.folders.own)
        self.record: PuzzleRecord = load_puzzling(self.app.folders.settings)
        self.tasks = available_puzzles(tasks, self.record)

    def _of(self, system: str) -> list[Task]:
        return [task for task in self.tasks if task.system == system]

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return new widgets with the current progress."""
        self._open()
        wide = self.app.tree.size[0] / self.app.tree.scale
        left = self._games_list(min(360.0, max(230.0, wide * 0.26)) if wide >= TIGHT else wide * 0.36)
        self.page = ui.Column(gap=10, pad=(24, 18))
        self.scroll = ui.ScrollView(self.page, "puzzles", stretch=1)
        self.abreast = 2 if wide >= TWO_ABREAST else 1
        centre = ui.Row(left, ui.Panel(self.scroll, pad=4, stretch=1), gap=18)
        centre.pad_x, centre.pad_y = 20, 16
        self.go = ui.Button(
            tr("Puzzle of the day"), self.open_todays_puzzle, "puzzle_today", style="primary", size="large"
        )
        rush = ui.Button(tr("Three-minute rush"), self.rush, "puzzle_rush", size="large")
        rush.tooltip = tr("As many as you can in three minutes; three wrong answers end it")
        record = self.record
        words = tr(
            "Rating {rating} · {streak} in a row, best {longest} · best rush {rush}",
            rating=record.rating,
            streak=record.streak,
            longest=record.longest,
            rush=record.rush,
        )
        self.hint = ui.Label(words, "puzzle_hint", colour="ink_faint", align="centre", stretch=1, wrap=False)
        note = tr("One position, one best order. The odds are exact.") if wide >= TWO_ABREAST else ""
        self._show()
        return ui.Dock(
            centre,
            top=page_header(tr("Puzzles"), note, self.back),
            bottom=page_footer(self.hint, rush, self.go),
            id="puzzle_page",
        )

    def _count_solved(self, tasks: list[Task]) -> int:
        return sum(self.record.is_solved(task.name) for task in tasks)

    def _game(self, key: str) -> Tile:
        tasks = self._of(key)
        words = (
            tr("{solved} of {count} solved", solved=self._count_solved(tasks), count=len(tasks))
            if tasks
            else tr("*no puzzles yet*")
        )
        press = partial(self.choose, key)
        title, chosen = self.app.systems[key].title, key == self.system
        return Tile(title, words, press, f"puzzles_{key}", chosen=chosen, size="large", on_focus=press, faint=not tasks)

    def _themes(self) -> dict[str, list[Task]]:
        found: dict[str, list[Task]] = {}
        for task in self._of(self.system):
            found.setdefault(task.path.stem, []).append(task)
        return found

    def _show(self) -> None:
        system = self.app.systems[self.system]
        self.page.clear()
        self.page.add(ui.Label(system.title, role="title", size="heading"))
        words = tr(
            "Positions from games. Give the best order; then you see the odds of every order and why. *What "
            "now?* asks about the whole position; its odds come from test games."
        )
        self.page.add(ui.RichText(words, colour="ink_soft"))
        self._tell_put_aside()
        tiles = [self._theme(stem, tasks) for stem, tasks in self._themes().items()]
        for at in range(0, len(tiles), self.abreast):
            row = tiles[at : at + self.abreast]
            self.page.add(ui.equal([*row, *(ui.Spacer() for _ in range(self.abreast - len(row)))]))
        if not tiles:
            self.page.add(ui.Label(tr("This game has no puzzles yet."), "no_puzzles", colour="ink_faint"))
        for problem in self.problems:
            self.page.add(ui.RichText(f"{{bad:{ui.escape(str(problem))}}}", size="small"))

    def _theme(self, stem: str, tasks: list[Task]) -> Tile:
        shelf, solved = tasks[0].shelf, self._count_solved(tasks)
        stars = sum(self.record.stars_of(task.name) for task in tasks)
        mark = f"★ {stars}/{MOST_STARS * len(tasks)} · " if stars else ""
        text = f"{ui.escape(shelf.ask)}\n{{ink_faint:{ui.escape(shelf.teaches)}}}"
        note = mark + tr(
            "{solved} of {words}", solved=solved, words=trn("{count} puzzle", "{count} puzzles", len(tasks))
        )
        return Tile(shelf.theme, text, partial(self.start, tasks), f"theme_{stem}", note=note, size="large")

    # ------------------------------------------------------------------ actions

    def start(self, tasks: list[Task]) -> None:
        """Open the first unsolved puzzle of a theme, or its first one again."""
        open_puzzle(self.app, next((task for task in tasks if not self.record.is_solved(task.name)), tasks[0]))

    def rush(self) -> None:
        """Start a puzzle rush with the puzzles of the game shown."""
        open_rush(self.app, new_rush(self._of(self.system)))

    def open_todays_puzzle(self) -> None:
        """Open the puzzle of the day, from any game."""
        task = daily(self.tasks, date.today())
        if task is not None:
            open_puzzle(self.app, task)

    def on_enter(self) -> None:
        """Give the focus to the first theme."""
        self.app.want_palette("night")
        stem = next(iter(self._themes()), "")
        if stem:
            self.app.tree.focus(self.app.tree.find(f"theme_{stem}"))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back, D opens the puzzle of the day, arrow keys move to the games."""
        if event.key == pygame.K_ESCAPE:
            self.back()
        elif event.key == pygame.K_d:
            self.open_todays_puzzle()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.app.tree.focus(self.games[list(self.app.systems).index(self.system)])
        else:
            return self.scroll.page_key(event.key)
        return True
