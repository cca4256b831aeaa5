"""The battle builder: ships and units are dragged from the roster onto the board, and checked meanwhile. Everything
changes one draft, which is saved at every change. Problems found by `open_scenario` are shown below the board; without
problems the board shows the game's own view of the set-up.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pygame

from game.app import App
from game.boards.board import Board
from game.boards.board_factory import make_board
from game.boards.overlay import Overlay
from game.hit_test import Hit
from game.hud.builder_pane import BuilderPane
from game.library import Entry
from game.scene import Scene
from game.scenes import start
from game.scenes.builder_battle import BattleTab, TrialTab
from game.scenes.builder_desk import Tab
from game.scenes.builder_hand import BuilderHand, draft_view, problem_text
from game.scenes.builder_tabs import ForceTab, RosterTab
from game.scenes.page import page_footer, page_header
from game.skins import load_skin
from game.stack import Pop
from game.ui import widgets as ui
from game.ui.fonts import undrawable_characters
from game.words import tr, tr_noop
from game.workshop import scenario_edits
from game.workshop.balancing import Balancer, HelpBalancer
from game.workshop.designs import own_stocks
from game.workshop.draft import Draft, open_draft
from game.workshop.playtest import Playtest
from game.workshop.scenario_yaml import as_yaml
from game.workshop.user_files import entry_of, keep_battle
from game.workshop.validation import scenario_errors
from rules.kernel.datafile import DataError, Problem
from rules.kernel.editor_schema import TABLE
from rules.kernel.flow import GameState
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import start as started
from rules.kernel.storage import NotSaved
from rules.kernel.view import Place, View

CHECK_AFTER_MS = 150  # pause after a change before the check
LOOK_MS = 400  # between checks of a running test
SIDE_WIDE = 350.0
TABS = (tr_noop("Roster"), tr_noop("Force"), tr_noop("Battle"), tr_noop("Try"))
MOST_READ = 500  # most characters of title and summary that are looked up in the fonts


class BuilderScene(Scene):
    """Edits a battle. `scenario`: the one to start from; without it, the last draft, or an empty board."""

    title = tr_noop("Battle builder")
    board: Board
    pane: BuilderPane

    def __init__(self, app: App, system: str, scenario: Scenario | None = None) -> None:
        super().__init__(app)
        self.system = app.systems[system]
        assert self.system.editor_schema is not None and self.system.unit_catalogue is not None
        self.bench = self.system.editor_schema()
        self.stocks = {
            one.key: one for one in (*self.system.unit_catalogue(), *own_stocks(app.folders.own, self.system))
        }
        here = (one.draft for one in app.scenes if isinstance(one, BuilderScene) and one.system is self.system)
        begun = scenario or scenario_edits.blank_scenario(self.system, self.bench)
        self.draft: Draft = next(here, None) or open_draft(app.folders.own, system, begun)
        if scenario is not None:
            self.draft.change(scenario)  # undo restores the previous draft
        self._drawn = self.scenario
        self.chosen = ""  # id of the selected force
        self.tab = 0
        self.problems: tuple[Problem, ...] = ()
        self.checked = False  # the problems shown belong to the current draft
        self.kept: tuple[Scenario, Path] | None = None  # the scenario as last saved, and its path
        self.trial: Playtest | None = None
        self.levelling: Balancer | None = None  # a skirmish being balanced
        self.evening: HelpBalancer | None = None  # one of the player's own battles
        self._lots, self.lot_year = Random(), 0  # year of a skirmish; 0: any year
        self.hurt: set[str] = set()  # forces whose start conditions are open on their page
        self.search = ""  # search text of the roster
        self.now = self._changed_at = self._looked_at = 0
        self.sheet: MapSheet | None = None
        self._was_shown = False
        self._lies_on: object = None  # map and ground for which the board was made
        self.hand = BuilderHand(self)
        self.page = Tab(self)
        self._make_board()

    # ------------------------------------------------------------------ building

    @property
    def scenario(self) -> Scenario:
        """Return the battle as edited so far."""
        return self.draft.scenario

    def _make_board(self) -> None:
        """Make a board for the battle's map; the old one stays if the map cannot be read."""
        lies_on = (self.scenario.map, scenario_edits.ground_of(self.bench, self.scenario))
        if lies_on == self._lies_on:
            return
        try:
            self.sheet = self.app.shelves.sheet(self.system.key, self.scenario.map)
        except DataError:
            self.sheet = self.sheet or self.app.shelves.sheet(self.system.key, self.bench.map)
        self._lies_on = lies_on
        ground = lies_on[1]
        before, scale = self.board if self._was_shown else None, self.app.tree.scale
        self.board = make_board(self.system.board, self.sheet, ground, self.app.palette, self.app.book, scale)
        if before is not None and self.bench.place == TABLE:
            self.board.resize(before.rect)
            self.board.camera = before.camera  # the same table with different land
        self.pane, self._was_shown = BuilderPane(self.board, self._wheel), True
        self.pane.on_click, self.pane.on_drop = self._on_click, self._on_drop
        self.pane.on_carry, self.pane.on_let_go = self.hand.carry, self.hand.let_go
        self.pane.handle.on_turn, self.pane.handle.on_turned = self.hand.turn, self.hand.turn_force
        self.pane.board.set_view(draft_view(self.scenario, self.bench, self.stocks))

    def build(self) -> ui.Widget:
        """Return bar, board, side page, and the line with problems below."""
        wide = self.app.tree.size[0] / self.app.tree.scale
        if self._drawn is not self.scenario:  # it was changed in another builder above this one
            self.checked, self.chosen, self._drawn = False, "", self.scenario
            self._make_board()
        if self.board.theme.name != self.app.palette.name:
            self.board.set_theme(self.app.palette)
        self.board.set_ui_scale(self.app.tree.scale)
        canvas = self.pane.new_canvas(self._words, self.board_key)
        self.undo_button = ui.Button(tr("Undo"), self.undo, "undo", style="quiet", align="centre", tooltip="*Ctrl+Z*")
        self.redo_button = ui.Button(tr("Redo"), self.redo, "redo", style="quiet", align="centre", tooltip="*Ctrl+Y*")
        tip = tr("Save in your own folder. *Ctrl+S*")
        save = ui.Button(tr("Save"), self.save, "save_battle", style="quiet", align="centre", tooltip=tip)
        new = ui.Button(tr("New"), self.ask_new, "new_battle", style="quiet", align="centre")
        note = self.system.title if wide >= 1000 else ""
        top = page_header(tr("Battle builder"), note, self.back, new, self.undo_button, self.redo_button, save)
        self.play_button = ui.Button(tr("Play"), self.play, "play_it", style="primary", size="large", tooltip="*F5*")
        self.verdict = ui.Label("", "verdict", align="centre", stretch=1, width=10)
        self.side = ui.Column(gap=8)
        self.tabs = [
            ui.Button(name, partial(self.show_tab, number), f"tab_{number}", size="small", chosen=number == self.tab)
            for number, name in enumerate(map(tr, TABS))
        ]
        scroll = ui.ScrollView(self.side, "builder_side", stretch=1)
        panel = ui.Panel(ui.Row(*self.tabs, gap=4), scroll, gap=8, pad=(10, 10), width=min(SIDE_WIDE, wide * 0.4))
        self.fill()
        self.tell()
        self.show()
        return ui.Dock(
            ui.Row(canvas, panel, gap=0), top=top, bottom=page_footer(self.verdict, self.play_button), id="builder"
        )

    def fill(self) -> None:
        """Rebuild the page at the side."""
        self.page = (RosterTab, ForceTab, BattleTab, TrialTab)[self.tab](self)
        self.side.clear()
        self.side.add(*self.page.widgets())
        if self.side.is_attached:
            self.side.relayout()
            self.side.invalidate()

    def show_tab(self, number: int) -> None:
        """Show another page at the side."""
        self.tab = number
        for place, button in enumerate(self.tabs):
            button.chosen = place == number
            button.invalidate()
        self.fill()

    def show(self) -> None:
        """Show the current battle on the board."""
        self.pane.set_view(self.view())
        self.mark()
        self.undo_button.set_enabled(self.draft.can_undo, tr("No changes yet."))
        self.redo_button.set_enabled(self.draft.can_redo, tr("Nothing was undone."))

    def mark(self) -> None:
        """Highlight the chosen force, or the corners clicked so far."""
        found = self.hand.overlay()
        if found is not None:
            self.pane.set_overlay(found)
            return
        force = scenario_edits.force_of(self.scenario, self.chosen)
        self.pane.set_overlay(
            Overlay(selected=scenario_edits.piece_ids(self.bench, force)[0] if force is not None else "")
        )
        self.hand.show_handle(force)

    def view(self) -> View:
        """Return the game's own view of the set-up if it is playable; otherwise a plain view of the draft."""
        state = self.state()
        return self.system.view(state, "") if state is not None else draft_view(self.scenario, self.bench, self.stocks)

    def state(self) -> GameState | None:
        """Return the first position; None if it is not playable or not checked yet."""
        if not self.checked or self.problems:
            return None
        try:
            found: GameState = started(self.system, self.scenario, self.sheet, self.options())
        except DataError:  # it was playable a moment ago, but a map may have changed since
            self.checked = False
            return None
        return found

    def options(self) -> dict[str, bool]:
        """Return the rules in play."""
        book = self.system.rulebook
        return {**{key: option.default for key, option in book.options.items()}, **self.scenario.options}

    def tell(self) -> None:
        """Show the first problem of the battle, in one line below the board."""
        if self.draft.not_saved:
            words, tone = tr("The draft is not saved: {not_saved}", not_saved=self.draft.not_saved), "bad"
        elif not self.checked:
            words, tone = "…", "ink_faint"
        elif self.problems:
            more = tr(" (and {count} more)", count=len(self.problems) - 1) if len(self.problems) > 1 else ""
            words, tone = f"{problem_text(self.problems[0])}{more}", "bad"
        elif missing := undrawable_characters(f"{self.scenario.title}{self.scenario.summary}"[:MOST_READ]):
            words, tone = tr("Ready to play. No font here draws {missing}: a box is shown.", missing=missing), "warn"
        else:
            words, tone = tr("Ready to play."), "good"
        self.say(words, tone)
        ready = self.checked and not self.problems
        self.play_button.set_enabled(ready, tr("Not ready to play; see the reason at the left."))

    def say(self, words: str, tone: str) -> None:
        """Show a line below the board."""
        self.verdict.set_text(words)
        self.verdict.ink = tone
        self.verdict.invalidate()

    def _words(self) -> str:
        at = ((force.name, force.side, force.at) for force in self.scenario.forces)
        return "; ".join(tr("{force}, {side}, at {at}", force=f, side=s, at=a) for f, s, a in at) or tr("empty board")

    # ------------------------------------------------------------------ changing

    def change(self, scenario: Scenario, *, fill: bool = True) -> None:
        """Set a new state of the battle: save it, show it, and check it after a pause."""
        if self.draft.change(scenario):
            self._after(fill)

    def _after(self, fill: bool = True) -> None:
        self.checked, self._changed_at, self._drawn = False, self.now, self.scenario
        if scenario_edits.force_of(self.scenario, self.chosen) is None:
            self.chosen = ""
        if self._lies_on != (self.scenario.map, scenario_edits.ground_of(self.bench, self.scenario)):
            self._make_board()
            self.app.rebuild()
            return
        self.show()
        if fill:
            self.fill()
        self.tell()

    def undo(self) -> None:
        """Undo the last change."""
        if self.draft.undo():
            self._after()

    def redo(self) -> None:
        """Redo the last undone change."""
        if self.draft.redo():
            self._after()

    def choose(self, force: str, *, show: bool = True) -> None:
        """Select a force and show its page."""
        self.chosen = force
        self.mark()
        if force and show and self.tab != 0:
            self.show_tab(1)
        elif force and show:
            self.fill()

    def add(self, key: str, place: Place | None, *, join: bool = False) -> None:
        """Add a unit of the roster at a place; without one, at the keyboard cursor or its side's usual place."""
        found = self.hand.put(key, place, join=join)
        if isinstance(found, str):
            self.say(found, "bad")
            return
        scenario, self.chosen = found
        self.change(scenario)

    def drop_stock(self, key: str, pos: ui.Pos) -> None:
        """Drop a row of the roster on the board."""
        self.hand.let_go()
        place = self.pane.at(pos)
        if place is not None:
            self.add(key, place)

    def carry_stock(self, key: str, pos: ui.Pos) -> None:
        """Drag a row of the roster over the board."""
        self.pane.hover_at(pos)
        place = self.pane.at(pos)
        if place is None:
            self.hand.let_go()
        else:
            self.hand.carry_stock(key, place)

    def _on_click(self, hit: Hit, pos: ui.Pos) -> None:
        place = self.pane.at(pos)
        if self.hand.click(place):
            return
        force = scenario_edits.owner_of(self.scenario, self.bench, hit.piece) if hit.piece else None
        if force is not None:
            self.choose(force.id)

    def _on_drop(self, piece: str, begun: Place, end: Place) -> None:
        force = scenario_edits.owner_of(self.scenario, self.bench, piece)
        if force is None:
            return
        self.chosen = force.id
        self.change(scenario_edits.move_counter(self.scenario, self.bench, piece, begun, end))

    def turn(self, steps: int) -> bool:
        """Turn the chosen force."""
        self.change(scenario_edits.turn_force(self.scenario, self.bench, self.chosen, steps))
        return bool(self.chosen)

    def _wheel(self, step: int) -> bool:
        return self.turn(step)

    def another(self) -> None:
        """Add one more like the last of the chosen force: the same kind of unit, or another ship of her class."""
        found = self.hand.another()
        if isinstance(found, str):
            self.say(found, "bad")
        else:
            scenario, self.chosen = found
            self.change(scenario)

    def remove(self) -> None:
        """Take the chosen force off the board."""
        if self.chosen:
            self.change(scenario_edits.without_force(self.scenario, self.bench, self.chosen))

    def ask_new(self) -> None:
        """Clear the board; undo restores the battle."""
        self.change(scenario_edits.blank_scenario(self.system, self.bench))

    # ------------------------------------------------------------------ saving, playing, testing

    def save(self) -> None:
        """Save the battle."""
        self.keep()

    def keep(self) -> Entry | None:
        """Save into the player's folder under its title, never over another file; saving again makes a new copy. Return
        None if it was not written. A battle that is not playable yet is saved too, and listed with its problems.
        """
        if self.kept is None or self.kept[0] != self.scenario:
            try:
                self.kept = self.scenario, keep_battle(self.app.folders.own, self.scenario, as_yaml)
            except NotSaved as error:
                start.show_message(self.app, tr("Not saved"), ui.escape(str(error)), "not_saved")
                return None
            self.app.reload_own_files()
        path = self.kept[1]
        self.say(tr("Saved as {path}", path=path), "good")
        try:
            return entry_of(path, own=True)
        except DataError:
            return None

    def play(self) -> None:
        """Save the battle and open the choice of players."""
        if not self.play_button.enabled:
            return
        entry = self.keep()
        if entry is not None:
            self.app.screens.sides(entry)

    def check(self) -> None:
        """Check the battle with `open_scenario` now."""
        self._changed_at, self.checked = self.now, True
        self.problems = self.problems_of(self.scenario)
        self.show()
        self.tell()
        self.page.show_problems()

    def problems_of(self, scenario: Scenario) -> tuple[Problem, ...]:
        """Return a battle's problems: those of `open_scenario`, an empty side, and overlapping ships."""
        try:
            sheet = self.app.shelves.sheet(self.system.key, scenario.map)
        except DataError as error:
            return error.problems
        return scenario_errors(self.system, scenario, sheet, self.options())

    def tick(self, now_ms: int) -> None:
        """Check the battle after a pause, and look at a running test."""
        self.now = now_ms
        self.hand.tick(now_ms)
        if not self.checked and self.hand.ghost is None and now_ms - self._changed_at >= CHECK_AFTER_MS:
            self.check()
        if self.trial is not None and now_ms - self._looked_at >= LOOK_MS:
            self._looked_at = now_ms
            if self.trial.look() and self.tab == len(TABS) - 1:
                self.fill()
            self._level()

    def next_skirmish_number(self) -> int:
        """Return the number of the next skirmish: it is in its title, so that the skirmish can be reproduced."""
        return self._lots.randrange(1, 100_000)

    def _level(self) -> None:
        """Continue a balanced skirmish: when its games have been played, the next round, or the most balanced on the
        board.
        """
        trial, levelling = self.trial, self.levelling
        if levelling is None or trial is None or trial.running:
            return
        if trial.stopped or self.scenario != levelling.next:
            self.levelling = None  # it was stopped or edited
            return
        levelling.take_results(trial.results)
        self.change(levelling.next or levelling.best)
        if levelling.next is None:
            self.levelling = None
            start.show_message(self.app, tr("Balanced skirmish"), levelling.result_text(), "levelled")
        else:
            folder, games = trial.rows.parent, levelling.games
            self.trial = Playtest(levelling.next, folder, games, trial.player, seed=levelling.seed)
            self.fill()

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the check, or the next look at a running test."""
        if self.hand.ghost is not None:
            return self.hand.waiting_ms
        if not self.checked:
            return CHECK_AFTER_MS
        return LOOK_MS if self.trial is not None and self.trial.running else None

    # ------------------------------------------------------------------ leaving and keys

    def back(self) -> None:
        """Go one screen back; the draft stays."""
        self.app.change(Pop())

    def on_enter(self) -> None:
        """Use the game's colours; report once what happened to an old draft."""
        self.app.want_palette(load_skin(self.system.key).palette)
        note, self.draft.note = self.draft.note, ""
        if note:
            start.show_message(self.app, tr("Draft"), ui.escape(note), "draft_note")

    def on_close(self) -> None:
        """Stop the test with the screen; after the last builder, the draft is free for another window."""
        if not any(isinstance(one, BuilderScene) and one.draft is self.draft for one in self.app.scenes):
            self.draft.release()
        if self.trial is not None:
            self.trial.stop()

    def board_key(self, event: pygame.Event) -> bool:
        """Handle arrows (cursor), Enter (click there, or place the selected force there), then the screen's keys."""
        ways = {pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_LEFT: "left", pygame.K_RIGHT: "right"}
        force = scenario_edits.force_of(self.scenario, self.chosen)
        if event.key in ways:
            here = scenario_edits.place_of(self.bench, force) if force is not None else ()
            self.pane.step_cursor(ways[event.key], here or None)
            return True
        if event.key == pygame.K_RETURN and self.pane.cursor is not None and self.hand.press_enter(self.pane.cursor):
            return True
        if event.key == pygame.K_RETURN and self.pane.cursor is not None and force is not None:
            piece, cursor = scenario_edits.piece_ids(self.bench, force)[0], self.pane.cursor
            self.change(
                scenario_edits.move_counter(
                    self.scenario, self.bench, piece, scenario_edits.place_of(self.bench, force), cursor
                )
            )
            return True
        return self.key(event)

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Ctrl+Z, Ctrl+Y, Ctrl+S, F5; R turns, D adds, Space: next force, Delete removes, Esc: back."""
        held = event.mod & pygame.KMOD_CTRL
        if event.key in (pygame.K_ESCAPE, pygame.K_RETURN) and self.hand.finish(keep=event.key == pygame.K_RETURN):
            return True
        if held and event.key in (pygame.K_z, pygame.K_y, pygame.K_s):
            {pygame.K_z: self.undo, pygame.K_y: self.redo, pygame.K_s: self.save}[event.key]()
        elif event.key == pygame.K_F5:
            self.play()
        elif event.key == pygame.K_r:
            self.turn(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif event.key == pygame.K_d:
            self.another()
        elif event.key == pygame.K_SPACE:
            self._next_force()
        elif event.key == pygame.K_DELETE:
            self.remove()
        elif event.key == pygame.K_ESCAPE and not self.pane.hide_cursor():
            self.back()
        else:
            return False
        return True

    def _next_force(self) -> None:
        ids = [force.id for force in self.scenario.forces]
        if ids:
            self.choose(ids[(ids.index(self.chosen) + 1) % len(ids) if self.chosen in ids else 0])
            force = scenario_edits.force_of(self.scenario, self.chosen)
            place = scenario_edits.place_of(self.bench, force) if force is not None else ()
            if place:
                self.pane.reveal(place)
