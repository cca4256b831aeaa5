"""The replay: a whole game by steps, phases and turns, seen by either side; play can continue from any point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.app import App
from game.boards.board_factory import make_board
from game.boards.overlay import Overlay
from game.boards.timeline import gunners, plan, stood_before
from game.hud import menus
from game.hud.ambience import Ambience
from game.hud.board_pane import BoardPane
from game.hud.game_history import eyes_allowed, view_at
from game.hud.move_animation import MoveAnimation
from game.hud.page_view import Page
from game.hud.screen import cartouche, show_phases
from game.hud.sound_captions import SoundCaptions
from game.scene import Scene
from game.scenes import start
from game.scenes.book_page import units
from game.skins import load_skin, palette_for
from game.stack import Pop
from game.table.player_types import player_type
from game.table.replay_cursor import ReplayCursor
from game.table.rule_citations import LEGEND
from game.table.speech import board_lines, piece_line
from game.table.wrecks import Wrecks
from game.ui import widgets as ui
from game.ui.accessible_text import AccessibleRows, rows_of
from game.words import tr, tr_noop
from rules.kernel.flow import Event
from rules.kernel.seat import is_visible_to
from rules.kernel.session import Session
from rules.kernel.view import View
from rules.players import HUMAN, PLAYERS

SPEEDS = ((tr_noop("slow"), 1800), (tr_noop("normal"), 900), (tr_noop("fast"), 300), (tr_noop("very fast"), 60))
PAN = 90
NARROW = 1000  # below this unscaled width, button texts are shortened
ROOMY = 520  # below this unscaled height, story and log scroll together
LOW = 395  # below this unscaled height, the log is left out


class ReplayScene(Scene):
    """Shows `session` without changing it. `number`: steps carried out in the position shown."""

    title = tr_noop("Replay")
    slider: ui.Slider
    log: ui.LogView
    where: ui.Label
    what: ui.RichText
    ribbon: ui.PhaseRibbon
    play_button: ui.Button
    speed_button: ui.Button
    on_button: ui.Button
    page: Page

    def __init__(self, app: App, session: Session) -> None:
        super().__init__(app)
        self.session = session
        self.skin = load_skin(session.system.key)
        self.wrecks = Wrecks(session)
        self.allowed = eyes_allowed(session)
        self.eyes = self.allowed[0]
        self.past = ReplayCursor(session, self.eyes)
        self.number = 1
        self.playing = False
        self.speed = 1
        self.next_ms = 0
        self.now = 0
        self._logged = 0
        ground, scale = view_at(session, 1, self.eyes).ground, app.settings.ui_scale
        self.board = make_board(session.system.board, session.sheet, ground, app.palette, app.book, scale)
        self.pane = BoardPane(self.board, lambda way: False)
        self.moving = MoveAnimation(self.pane, self.skin, SoundCaptions(app))
        self.sea = Ambience(self.pane, app.sound)
        self.palette_name = palette_for(self.skin, session.scenario.conditions)

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return new widgets."""
        app = self.app
        if self.board.theme is not app.palette or self.board.ui_scale != app.tree.scale:
            self.board.ui_scale = app.tree.scale
            self.board.set_theme(app.palette)
        view = view_at(self.session, self.number, self.eyes)
        canvas = self.pane.new_canvas(self._words, self.key)
        canvas.rows = self._rows
        width, height = units(app)
        self.log = ui.LogView(id="log", stretch=1, min_height=56)
        self.log.label = tr("Log")
        self.what = ui.RichText("", "replay_what", size="large", lines=5)
        story = ui.Panel(self.what, title=tr("What happened"), pad=(13, 9), min_height=110, id="replay_story")
        log = ui.Panel(
            self.log, title=tr("Log"), note=tr(LEGEND) if width >= NARROW else "", stretch=1, gap=3, pad=(13, 9)
        )
        log.visible = height >= LOW
        across = min(440, max(240, width * 0.27))
        right: ui.Widget = ui.Column(story, log, gap=9, pad=(10, 10), width=across)
        if height < ROOMY:
            self.log.height, log.stretch = 150, 0
            right = ui.ScrollView(right, "replay_side", width=across)
        self.page = Page(self.session.system.rulebook)
        board = ui.Stack(canvas, self.page.root, id="board_stack")
        self.root = ui.Dock(board, top=self._top(width), right=right, bottom=self._controls(width), id="replay")
        self._logged = 0
        self.pane.set_overlay(Overlay())
        self.pane.set_view(view)
        self._show()
        return self.root

    def _top(self, width: float) -> ui.Widget:
        view = view_at(self.session, self.number, self.eyes)
        book = self.session.system.rulebook
        self.where = ui.Label("", "replay_where", role="title", size="title", wrap=False, align="centre")
        self.clock = ui.Label("", "replay_clock", role="title_italic", colour="ink_faint", wrap=False, align="centre")
        self.clock.visible = width >= NARROW
        self.ribbon = ui.PhaseRibbon((), id="replay_ribbon", align="centre")
        show_phases(self.ribbon, view.phases, book)
        seen = ui.DropDown(
            [self._eyes_name(eyes) for eyes in self.allowed],
            self.allowed.index(self.eyes),
            lambda index: self.see_as(self.allowed[index]),
            "eyes",
            align="centre",
            width=190 if width >= NARROW else 150,
            tooltip=tr("Point of view. *V*"),
        )
        row = ui.Row(
            ui.Button(
                tr("◀ Back"), self.back, "back", style="quiet", align="centre", tooltip=tr("*Esc*"), min_width=60
            ),
            self.where,
            self.clock,
            self.ribbon,
            ui.Spacer(),
            seen,
            gap=9,
        )
        return ui.Panel(row, frame="bar", pad=(16, 6))

    def _controls(self, width: float) -> ui.Widget:
        def jump(text: str, id: str, to: Callable[[], int], tip: str, name: str) -> ui.Button:
            made = ui.Button(text, lambda: self.go(to()), id, size="small", align="centre", tooltip=tip)
            made.label = name
            return made

        past = self.past
        back = (
            jump("|◀", "first", lambda: 1, tr("Start. *Home*"), tr("Start")),
            jump(tr("◀ Turn"), "turn_back", lambda: past.turn(self.number, -1), "*Ctrl+PageUp*", tr("Previous turn")),
            jump(
                tr("◀ Phase"), "phase_back", lambda: past.phase(self.number, -1), "*Shift+PageUp*", tr("Previous phase")
            ),
            jump(tr("◀ Step"), "step_back", lambda: past.step(self.number, -1), "*PageUp*", tr("Previous step")),
        )
        ahead = (
            ui.Button(tr("Step ▶"), self._on_step, "step", size="small", align="centre", tooltip="*PageDown*"),
            jump(tr("Phase ▶"), "phase", lambda: past.phase(self.number, 1), "*Shift+PageDown*", tr("Next phase")),
            jump(tr("Turn ▶"), "turn", lambda: past.turn(self.number, 1), "*Ctrl+PageDown*", tr("Next turn")),
            jump("▶|", "last", lambda: past.last, tr("End. *End*"), tr("End")),
        )
        self.play_button = ui.Button(
            tr("Play"),
            self.play,
            "play",
            style="primary",
            align="centre",
            tooltip=tr("Play and stop. *Space*"),
            min_width=84,
        )
        self.speed_button = ui.Button(
            self._speed_words(), self.next_speed, "speed", size="small", align="centre", tooltip=tr("Speed. *S*"),
            min_width=130 if width >= NARROW else 76,
        )  # fmt: skip
        self.slider = ui.Slider(self.number, 1, max(2, past.last), "scrubber", on_change=self._on_scrub, stretch=1)
        self.slider.label = tr("Step of the game")
        self.count = ui.Label("", "replay_count", role="figures", colour="ink_soft", wrap=False, align="centre")
        self.on_button = ui.Button(
            tr("Play on from here") if width >= NARROW else tr("Play on …"), self.ask_play_on, "play_on",
            align="centre",
            tooltip=tr("Start a new game from here; this one does not change"),
        )  # fmt: skip
        buttons = ui.Flow(*back, self.play_button, *ahead, self.speed_button, self.on_button, *self._more(), gap=7)
        scrub = ui.Row(self.slider, self.count, gap=12)
        return ui.Panel(scrub, buttons, frame="bar", gap=5, pad=(16, 8), id="replay_controls")

    def _more(self) -> list[ui.Widget]:
        """Return further buttons: study and analysis."""
        study = ui.Button(tr("Study"), self.study_it, "study_it", size="small", align="centre")
        study.tooltip = tr("Notes, arrows and alternative lines, in a separate file")
        if "" not in self.allowed:
            study.enabled, study.reason = False, tr("A study shows everything, and this battle is not over yet.")
        analysis = ui.Button(tr("Analysis"), self.analyse, "replay_analysis", size="small", align="centre")
        analysis.tooltip = tr("Effect of dice and orders. *A*")
        return [analysis, study]

    def analyse(self) -> None:
        """Open the game's analysis."""
        self.app.screens.analysis(self.session)

    def study_it(self) -> None:
        """Begin a study at this step."""
        self.app.screens.new_study(self.session, self.number)

    def _eyes_name(self, eyes: str) -> str:
        names = {note.key: note.name for note in self.session.scenario.sides}
        name = names.get(eyes, tr("the referee"))
        return tr("seen by {name}", name=name) if units(self.app)[0] >= NARROW else name

    def _words(self) -> str:
        view = view_at(self.session, self.number, self.eyes)
        return "\n".join(board_lines(view, self.session.system.board))

    def _rows(self) -> AccessibleRows:
        view, board = view_at(self.session, self.number, self.eyes), self.session.system.board
        lines = [piece_line(piece, board, "", view.ground, view.north_deg) for piece in view.pieces]
        return rows_of(len(lines), -1, lambda number: lines[number])

    def on_enter(self) -> None:
        """Use the battle's palette; activate links to rules."""
        self.app.want_palette(self.palette_name)
        self.app.tree.on_link = self.follow
        self.app.tree.focus(self.pane.canvas)
        self.app.tree.focus_visible = False
        self.pane.stale()

    def on_leave(self) -> None:
        """Stop the replay; another screen comes to the top."""
        self.sea.rest()
        self.playing = False
        self.moving.skip()
        self.app.tree.on_link = None

    # ------------------------------------------------------------------ showing

    def _show(self) -> None:
        """Update everything that depends on the step."""
        session, number = self.session, self.number
        view = view_at(session, number, self.eyes)
        scenario = session.scenario
        cartouche(self.board, view, scenario)
        self.page.show(view, units(self.app)[0] - 440)
        self.pane.canvas.set_visible(not view.page)
        self.pane.set_view(view, self.wrecks.at(number, self.eyes))
        span, at, limit = view.turn_counter()
        self.where.set_text(f"{span} {at}")
        self.clock.set_text(" · ".join(word for word in (tr("of {limit}", limit=limit), view.clock) if word))
        show_phases(self.ribbon, view.phases, session.system.rulebook)
        self.slider.set(number)
        self.count.set_text(tr("of {last}", last=self.past.last))
        actor = session.steps[number - 1].actor
        name = next((note.name for note in scenario.sides if note.key == actor), "")
        headline = self.past.headline(number)
        words = (f"{{gold:{ui.escape(name)}:}} " if name else "") + ui.escape(headline)
        if view.outcome is not None:
            words = f"**{ui.escape(view.outcome.title)}**\n{words}"
        over = view.outcome is not None
        self.on_button.enabled = not over
        self.on_button.reason = tr("The battle is over here. Go back to an earlier position.") if over else ""
        self.on_button.invalidate()
        self.what.set_text(words if headline else tr("*Nothing known to this side.*"))
        self._show_log()

    def _show_log(self) -> None:
        if self.number == self._logged + 1 and self._logged:
            self.log.append(*self.past.lines_of(self.number))
        elif self.number != self._logged:
            self.log.follow = True
            self.log.set_entries(self.past.lines(self.number))
        self._logged = self.number

    def go(self, number: int) -> None:
        """Show the game after `number` steps."""
        self.moving.skip()
        self.number = min(self.past.last, max(1, number))
        self._show()

    def _on_step(self) -> None:
        self.step_on()

    def step_on(self) -> bool:
        """Go one step forward, with its motion. Return False at the end."""
        if self.number >= self.past.last:
            self.playing = False
            self._show_play()
            return False
        before = view_at(self.session, self.number, self.eyes)
        start, end = self.number, self.past.step(self.number, 1)
        self.go(end)
        events = [event for step in self.session.steps[start:end] for event in step.events]
        self._animate([event for event in events if is_visible_to(event, self.eyes)], before)
        return True

    def _animate(self, events: list[Event], before: View) -> None:
        view = view_at(self.session, self.number, self.eyes)
        names = self.session.system.names(self.session.states[self.number])
        places = stood_before(before, view, names)
        motion = self.app.settings.motion if self.speed < 2 or not self.playing else "off"
        whole = plan(events, self.skin, places.get)
        if whole.motions:
            self.pane.reveal(whole.motions[-1].path[-1])
        guns = gunners(before, names, self.eyes)
        self.moving.start(events, places.get, motion, self.now, guns.get)

    def see_as(self, eyes: str) -> None:
        """Show the view of a side, or the referee's (""), if allowed."""
        if eyes not in self.allowed:
            return
        self.eyes = eyes
        self.past = ReplayCursor(self.session, eyes)
        self.app.rebuild()
        self.on_enter()

    def _on_scrub(self, value: float) -> None:
        self.playing = False
        self._show_play()
        self.go(round(value))

    # ------------------------------------------------------------------ playing

    def play(self) -> None:
        """Play or stop; at the end, start again from the beginning."""
        self.playing = not self.playing
        if self.playing and self.number >= self.past.last:
            self.go(1)
        self.next_ms = self.now + 200
        self._show_play()

    def _show_play(self) -> None:
        self.play_button.set_text(tr("Stop") if self.playing else tr("Play"))

    def next_speed(self) -> None:
        """Choose the next speed."""
        self.speed = (self.speed + 1) % len(SPEEDS)
        self.speed_button.set_text(self._speed_words())

    def _speed_words(self) -> str:
        words = tr(SPEEDS[self.speed][0])
        return tr("Speed: {speed}", speed=words) if units(self.app)[0] >= NARROW else words

    def tick(self, now_ms: int) -> None:
        """Play the next step when it is due; advance the motion."""
        self.now = now_ms
        self.moving.tick(now_ms)
        self.sea.tick(now_ms, self.app.touched_ms, self.app.settings.motion, self.moving.running)
        if self.playing and not self.moving.running and now_ms >= self.next_ms:
            self.next_ms = now_ms + SPEEDS[self.speed][1]
            self.step_on()

    @property
    def animating(self) -> bool:
        """Return whether something moves and needs frames."""
        return self.moving.running

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next step."""
        return max(1, self.next_ms - self.now) if self.playing else self.sea.waiting_ms

    # ------------------------------------------------------------------ playing on

    def ask_play_on(self) -> None:
        """Ask who plays on from here, and with which dice."""
        self.playing = False
        self._show_play()
        view = view_at(self.session, self.number, self.eyes)
        kinds = [HUMAN, *PLAYERS]
        words = [player_type(kind)[0] for kind in kinds]
        chosen: dict[str, str] = {}
        rows: list[ui.Widget] = []
        for side in self.session.scenario.sides:
            kind = self.session.players.get(side.key, HUMAN)
            chosen[side.key] = kind if kind in kinds else HUMAN
            box = ui.DropDown(words, kinds.index(chosen[side.key]), id=f"who_{side.key}")
            box.on_change = partial(_choose, chosen, side.key, kinds)
            rows.append(ui.form_row(ui.Label(side.name), box, 130))
        fresh = ui.Toggle(tr("New dice (otherwise the same rolls)"), True, id="new_dice")
        text = ui.RichText(
            tr(
                "A new game starts at turn {turn}, after {number} orders, in its own file. The game you are "
                "watching does not change.",
                turn=view.turn,
                number=self.number,
            )
        )

        def begin() -> None:
            self.play_on(dict(chosen), new_dice=fresh.on)

        menus.dialog(
            self.app,
            tr("Play on from here"),
            ui.Column(text, *rows, fresh, gap=9),
            (
                (tr("Cancel"), "play_on_cancel", None),
                (tr("Play on"), "play_on_begin", begin),
            ),
            "play_on_dialog",
            460,
        )

    def play_on(self, players: dict[str, str], *, new_dice: bool = True) -> Session:
        """Start a new game from here in a new file, open its board, and return it."""
        return start.play_on(self.app, self.session, self.number, players, new_dice=new_dice)

    # ------------------------------------------------------------------ keys, leaving

    def follow(self, link: str) -> None:
        """Open a link of a text: a card with the rule."""
        kind, _, name = link.partition(":")
        if kind == "rule":
            menus.rule_dialog(self.app, self.session.system.key, self.session.system.rulebook, name)

    def back(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: step, phase, turn, play, point of view; arrow keys and +/- move the chart."""
        past, number, mods = self.past, self.number, event.mod
        far = past.turn if mods & pygame.KMOD_CTRL else past.phase if mods & pygame.KMOD_SHIFT else None
        pans = {pygame.K_LEFT: (PAN, 0), pygame.K_RIGHT: (-PAN, 0), pygame.K_UP: (0, PAN), pygame.K_DOWN: (0, -PAN)}
        acts: dict[int, Callable[[], object]] = {
            pygame.K_PAGEUP: lambda: self.go((far or past.step)(number, -1)),
            pygame.K_PAGEDOWN: lambda: self.go(far(number, 1)) if far else self.step_on(),
            pygame.K_HOME: lambda: self.go(1),
            pygame.K_END: lambda: self.go(past.last),
            pygame.K_SPACE: self.play,
            pygame.K_s: self.next_speed,
            pygame.K_a: self.analyse,
            pygame.K_v: lambda: self.see_as(self.allowed[(self.allowed.index(self.eyes) + 1) % len(self.allowed)]),
            pygame.K_0: self.pane.fit,
            pygame.K_9: self.pane.show_all,
            pygame.K_PLUS: lambda: self.pane.zoom(1),
            pygame.K_EQUALS: lambda: self.pane.zoom(1),
            pygame.K_KP_PLUS: lambda: self.pane.zoom(1),
            pygame.K_MINUS: lambda: self.pane.zoom(-1),
            pygame.K_KP_MINUS: lambda: self.pane.zoom(-1),
            pygame.K_ESCAPE: self.back,
        }
        if event.key in pans:
            self.pane.pan(*pans[event.key])
        elif event.key in acts:
            acts[event.key]()
        else:
            return False
        return True


def _choose(chosen: dict[str, str], side: str, kinds: list[str], index: int) -> None:
    chosen[side] = kinds[index]
