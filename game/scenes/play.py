"""The play screen: the board, the prompt, possible and impossible orders, the log, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from game.app import App
from game.boards.board import Board
from game.boards.board_factory import make_board
from game.boards.overlay import Overlay
from game.hud import cards, menus
from game.hud.advice_button import AdviceButton
from game.hud.ambience import Ambience
from game.hud.announcer import Announcer
from game.hud.audio_navigation import AudioNavigation
from game.hud.auto_skip import AutoSkip
from game.hud.blunder_warning import BlunderWarning
from game.hud.board_access_tree import BoardAccessTree
from game.hud.board_pane import BoardPane
from game.hud.cards import CardActions
from game.hud.click_guard import ClickGuard
from game.hud.guide_strip import GuideStrip
from game.hud.highlights import highlight_overlay
from game.hud.hint_cards import RuleCards
from game.hud.keymap import Keys
from game.hud.move_animation import MoveAnimation
from game.hud.order_line import OrderLine
from game.hud.play_keys import key_acts
from game.hud.pointer import Pointer
from game.hud.prompt_buttons import show_buttons
from game.hud.screen import Screen, cartouche
from game.hud.sound_captions import SoundCaptions
from game.hud.spectator_controls import SpectatorControls
from game.hud.status_bar import StatusBar
from game.hud.table_dice import ask_for_dice
from game.hud.theatre import Theatre
from game.hud.threats import threats_dialog
from game.scene import Scene
from game.scenes.game_menu import open_game_menu
from game.scenes.handover import HandoverScene
from game.skins import Skin, load_skin, palette_for
from game.stack import Push
from game.table.auto_pass import AutoPass
from game.table.director import Director
from game.table.event_scenes import EventScene
from game.table.hints import Hint
from game.table.order_builder import OrderBuilder
from game.table.prompts import banner, end_words, prompt_text
from game.table.rule_citations import why_words
from game.table.speech import board_lines
from game.table.table import ActionResult, Table
from game.table.win_chance import chance_words
from game.table.wrecks import Wrecks
from game.teach.adaptive_opponent import note_result
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.dice import TableDice
from rules.kernel.flow import Command, Event, Illegal
from rules.kernel.ruling import DiceWanted, Rolled
from rules.kernel.session import Session
from rules.kernel.view import Place
from rules.players import Player

STOPS = ("cancel", "next_unit", "undo")  # keys that stop in a phase about to be skipped


class PlayScene(Scene):
    """Shows one table on the screen and passes mouse and keys to it.

    `players`: side -> "human", the key of a computer player, or a player.
    """

    title = tr_noop("Play")
    passes = True  # phases may be skipped automatically
    left_out: frozenset[str] = frozenset()  # entries of the game menu that this screen leaves out
    board: Board
    screen: Screen

    def __init__(self, app: App, session: Session, players: Mapping[str, str | Player | None] | None = None) -> None:
        super().__init__(app)
        self.session = session
        self.system = session.system
        self.book = session.system.rulebook
        self.skin: Skin = load_skin(session.system.key)
        self.wrecks = Wrecks(session)
        self.keys = Keys(app.settings.keys)
        self.table = self.make_table(players)
        self.table.plans.keep_in(app.folders.settings, session)
        ground, scale = self.hand.view.ground, app.settings.ui_scale
        self.board = make_board(self.system.board, session.sheet, ground, app.palette, app.book, scale)
        self.pointer = pointer = Pointer(app, self.table, self.skin, self)
        self.pane = pointer.pane = BoardPane(self.board, pointer.turn_way)
        self.pane.on_click, self.pane.on_context = pointer.click, pointer.context
        self.pane.on_hover, self.pane.on_line = pointer.hover, pointer.show_line
        self.pane.on_ping, self.pane.own_side = self.ping, lambda: self.table.side
        self.access_rows = BoardAccessTree(self.pane, lambda: self.hand, pointer.press)
        self.announcer = Announcer(lambda: app.reader, self.table)
        self.watching = SpectatorControls(self.director, lambda: self.screen, self.show_choice)
        self.moving = MoveAnimation(self.pane, self.skin, SoundCaptions(app))
        self.sea = Ambience(self.pane, app.sound)
        self.line = OrderLine(app, self.table, self)
        self.theatre = Theatre(app, self.table, self.skin, self.pane, self.moving, self.wrecks, self)
        stops = AutoPass(session, self.skin.stops, app.settings.stops)
        self.guiding = GuideStrip(self.table)
        stops.waits = lambda: bool(self.guiding.words)
        self.passing = AutoSkip(app, self.table, stops, partial(self.carry_out, by_itself=True))
        self.tutoring = BlunderWarning(app, session, self.carry_out)
        self.advising = AdviceButton(app, self.table, pointer, self.passes)
        self.table.stopping = self.passing.stopping if self.passes else None
        self.passing.changed = lambda: self.show_all()
        self.passing.stopped = lambda: self._stop_here()
        points = partial(menus.ledger_dialog, app, self.table, self.book)
        self.tray = StatusBar(self.end_phase, self.undo, self.redo, points, self.advising.ask)
        self.actions = CardActions(
            pointer.open_unit, pointer.take, pointer.arm, self.give, pointer.back, pointer.cycle,
            self.give_all, self.table.joint_orders,
        )  # fmt: skip
        self.rule_cards = RuleCards(app, self.table, self.pane, self.keys)
        by_ear = AudioNavigation(app, self.table, pointer)
        self.acts = key_acts(pointer, self.pane, self.line, self.rule_cards, self._own_acts(), by_ear)
        self.now = 0
        self.spot = ClickGuard()
        self._told_end = False
        self._fresh = True  # no side is at the screen yet
        self._closed = ""  # state of the cards when last shown
        self._built_for: tuple[tuple[int, int], float] = ((0, 0), 0.0)
        self._held_key = pygame.K_h
        self.palette_name = palette_for(self.skin, session.scenario.conditions)

    @property
    def hand(self) -> OrderBuilder:
        """Return the current selection at the table."""
        return self.table.hand

    @property
    def director(self) -> Director:
        """Return the director: who acts and who is at the screen."""
        return self.table.director

    @property
    def my_turn(self) -> bool:
        """Return whether the side at the screen may give orders now."""
        return self.table.my_turn

    @property
    def why_no_orders(self) -> str:
        """Return why no order can be given now: "scenes" (being shown) or "skip" (phase about to be skipped); otherwise
        "".
        """
        if self.theatre.running or self.theatre.waiting:
            return "scenes"
        return "skip" if self.passes and self.passing.skips else ""

    # ------------------------------------------------------------------ for subclasses

    def make_table(self, players: Mapping[str, str | Player | None] | None) -> Table:
        """Return the table this screen shows."""
        return Table(self.session, players)

    def below(self) -> ui.Widget | None:
        """Return the widget between the board and the bottom bar."""
        return self.guiding.widget()

    def first_cards(self, brief: bool) -> list[ui.Widget | None]:
        """Return the top cards of the right column; `brief`: leave room for a selected counter."""
        title, text = prompt_text(self.session, self.director)
        prompt = cards.prompt_card(self.hand.view, self.book, title, text, brief)
        return [prompt]

    # ------------------------------------------------------------------ building and showing

    def build(self) -> ui.Widget:
        """Return new widgets."""
        app = self.app
        app.want_palette(self.palette_name)
        if self.board.theme != app.palette or self.board.ui_scale != app.tree.scale:
            self.board.ui_scale = app.tree.scale
            self.board.set_theme(app.palette)
        canvas = self.pane.new_canvas(self._words, self.key)
        canvas.rows, canvas.on_row = self.access_rows.rows, self.access_rows.press_row
        size, scale = self._built_for = app.tree.size, app.tree.scale
        commands: dict[str, Callable[[], None]] = {
            "log_size": lambda: self.screen.toggle_log(),
            "rules": partial(self.open_rulebook, ""),
            "keys_help": self.show_keys,
            "menu": self.open_menu,
            "pause": self.watching.pause,
            "step": self.watching.step,
            "speed": self.watching.next_speed,
        }
        self.screen = self.line.screen = Screen(
            canvas, self.tray, self.hand.view, self.book, (size[0] / scale, size[1] / scale), commands,
            self.line.submit_text, self.below(), self.pointer.order, self.passing.mark_names,
        )  # fmt: skip
        self.screen.ribbon.on_phase = self.passing.menu
        self.screen.over_board.hold(self.moving.sound.widget(), "bottom_left", 12)
        self.screen.over_board.hold(self.passing.widget(), "top", 12)
        self.pane.over = self.screen.watch
        self.rule_cards.hold(self.screen)
        self.theatre.build(self.screen.over_board)
        self.table.feed.restart()
        self.show_all()
        known = (self.table.known_events(step) for step in reversed(self.session.steps) if step.faces)
        last = next((events for events in known if any(isinstance(event, Rolled) for event in events)), ())
        self.tray.show_rolls(last, self.now, False)
        return self.screen.root

    def on_enter(self) -> None:
        """Activate links to rules. If sides hide information, start with the handover to the first player."""
        self.app.tree.on_link = self.follow
        self.app.sound.play_in_battle()
        self.pane.stale()
        if self._fresh and self.director.secret and not self.session.over:
            self._hand_over(self.session.actor)
        elif self._fresh:
            self._begin_decision()
            self.show_choice()
        self._fresh = False

    def _begin_decision(self) -> None:
        """Start a decision: select the counter it is about, unless the phase is about to be skipped."""
        if self.passes and not self.passing.skips:
            self.table.take_up()

    def _stop_here(self) -> None:
        """Let the player act in the phase that was about to be skipped."""
        self._begin_decision()
        self.show_all()

    def on_leave(self) -> None:
        """Deactivate links; another screen comes to the top."""
        self.sea.rest()
        self.theatre.skip_all()
        self.moving.playback.skip()
        self.tray.stop()
        self.app.tree.on_link = None

    def on_close(self) -> None:
        """Close the game's file when the game is left; everything is saved."""
        self.tutoring.stop()
        self.advising.stop()
        self.table.close()

    def show_all(self) -> None:
        """Update the whole screen after the position or the viewing side has changed."""
        self.table.show_selected()
        view = self.hand.view
        cartouche(self.board, view, self.session.scenario)
        self.pane.set_view(view, self.wrecks.at(len(self.session.steps), self.table.side))
        self.screen.show(view, banner(self.session))
        self.screen.watch.set_visible(self.director.watching and not self.session.over)
        self.table.feed.update(self.screen.log, self.theatre.next_event)
        chances = chance_words(self.session, view.side) if self.app.settings.win_chance else ""
        self.tray.show_game(view, self.session, chances)
        self.guiding.show()
        show_buttons(self.tray, self.table, self.book)
        self.advising.show_button(self.tray)
        self.show_choice()
        self.theatre.show_strip()
        self.announcer.announce(self.theatre.running)

    def show_choice(self) -> None:
        """Update cards and highlights after the selection changed."""
        self._closed = self.why_no_orders
        self.rule_cards.put_away(self._closed == "scenes")
        if self._closed == "scenes":
            self.screen.show_cards([*self.first_cards(self.screen.low), cards.folded_card()], None)
            self.pane.set_overlay(Overlay())
            return
        hand = self.hand
        self.spot.note_armed(hand.armed_command, hand.proposed)
        low = self.screen.low
        parts = self.first_cards(low and bool(hand.piece))
        aim = cards.aim_card(hand, self.skin, self.book, self.table.odds, self.actions, low, self.board.screen_of)
        if not self._closed:
            parts += [cards.actions_card(hand, self.book, self.actions, low), aim]  # orders and odds before all charts
        parts.append(cards.fresh_card(hand, low))
        brief = hand.armed_command is not None and (
            low or any(panel.kind == "boxes" for panel in hand.panels(hand.piece))
        )
        unit = cards.unit_card(hand, self.actions, brief, low) or cards.forces_card(hand, self.pointer.select)
        parts += [unit, cards.game_card(hand)]
        held = self.spot.at if hand.armed_command is not None else None
        self.screen.show_cards(parts, None if self._closed else self.advising.bar(self.actions), held)
        self.show_overlay()

    def show_overlay(self) -> None:
        """Update only the highlights."""
        pointer, plans = self.pointer, tuple(self.table.plans.ways(self.hand).values())
        self.pane.set_overlay(highlight_overlay(self.hand, pointer.sight, pointer.preview, pointer.seen, plans))

    def _words(self) -> str:
        return "\n".join(board_lines(self.hand.view, self.system.board))

    # ------------------------------------------------------------------ giving orders

    def submit(self, command: Command) -> bool:
        """Give an order, unless the blunder warning holds it. Return false if it is refused; every reason is shown."""
        if self.theatre.running:
            self.tell(tr("You can give orders after the scenes. *Space* shows the next one, *Shift+Space* skips all."))
            return False
        return (self.passes and self.tutoring.holds(command)) or self.carry_out(command)

    def carry_out(self, command: Command, by_itself: bool = False) -> bool:
        """Give an order; `by_itself`: automatic, its phase is skipped. Return false if it is refused."""
        try:
            result = self.table.submit(command, by_itself)
        except DiceWanted as need:
            give_up = self.passing.keep_open if by_itself else self.show_choice
            self._throw(need, partial(self.carry_out, command, by_itself), give_up)
            return True
        if isinstance(result, tuple):
            self.refuse(result)
            return False
        self.show(result)
        return True

    def _throw(self, need: DiceWanted, again: Callable[[], object], give_up: Callable[[], None] | None) -> None:
        """Ask for a roll of real dice; an order may be undone before its first result is entered."""
        dice = self.session.dice
        assert isinstance(dice, TableDice)
        ask_for_dice(self.app, self.book, dice, need.wanted, again, None if dice.entered_faces else give_up)

    def show(self, result: ActionResult) -> None:
        """Show the results of an action at the table."""
        if result.turned:
            self.tray.rolls.clear()
        self.pointer.forget()
        self._begin_decision()
        now, motion = self.now, self.app.settings.motion
        own = self._stage_scenes(result.events)
        self.show_all()
        self.moving.show(result, self.table, motion, now, own)
        self.tray.show_rolls(own, now, motion == "full")
        self.rule_cards.bit(result.events)

    def _stage_scenes(self, events: Sequence[Event]) -> tuple[Event, ...]:
        """Queue events as scenes, unless scenes are off; return the remaining events."""
        scenes = self.table.take_scenes() if self.passes else []
        if not self.theatre.hold_ms:
            return tuple(events)
        self.theatre.add(scenes)
        staged = {id(event) for scene in scenes for event in (*scene.events, *scene.rolls)}
        return tuple(event for event in events if id(event) not in staged)

    def scene_shown(self, scene: EventScene) -> None:
        """Begin a scene: show its dice in the bar, announce it, and block orders meanwhile."""
        self.tray.show_rolls(scene.rolls, self.now, self.app.settings.motion == "full")
        self.table.feed.update(self.screen.log, self.theatre.next_event)
        self.announcer.scene(scene.words)
        self.show_choice()

    def scenes_over(self) -> None:
        """Show the current position and accept orders again; all scenes are over."""
        self.show_all()

    def skip(self) -> bool:
        """Drop the animation and stop the dice. Return false if nothing moved."""
        if self.theatre.running:
            return True  # only its own keys and buttons skip a scene, not a press meant for an order
        if not self.moving.running and not self.tray.tumbling:
            return False
        self.tray.stop()
        self.moving.skip()
        return True

    def refuse(self, reasons: tuple[Illegal, ...]) -> None:
        """Show every reason beside the pointer."""
        self.tell(why_words(self.book, reasons), reasons[0].rule)
        self.rule_cards.show_refusal(reasons)

    def tell(self, markup: str, rule: str = "") -> None:
        """Show why something is impossible, beside the pointer if it is on the board."""
        self.pointer.hint = Hint(markup, True, rule)
        pos = self.pane.pointer
        inside = self.pane.canvas.rect.collidepoint(pos)
        anchor = pygame.Rect(pos, (1, 1)) if inside else self.tray.end.rect
        self.app.tree.show_tip(anchor, markup, pos if inside else None, tone="bad")

    def give(self) -> None:
        """Give the selected order."""
        if self.hand.armed_command is not None:
            self.submit(self.hand.armed_command)

    def give_all(self) -> None:
        """Give the selected order to every unit of its division that can do the same."""
        if self.theatre.running or self.hand.armed_command is None or not self.my_turn:
            return
        if not self.table.joint_orders():
            self.give()
        elif not self.tutoring.holds(self.hand.armed_command):
            result = self.table.submit_together()
            self.refuse(result) if isinstance(result, tuple) else self.show(result)

    def end_phase(self) -> None:
        """Press the primary button: end the phase, hand over, or read the report."""
        if self.skip() or self.passing.is_unsettled:
            return None
        if self.session.over:
            return self.app.screens.report(self.session)
        if self.director.handover_to:
            return self._hand_over(self.director.handover_to)
        ending = self.table.ending()
        if ending is not None:
            self._give_or_ask(ending)
        elif not self.tray.end.enabled:
            self.tray.end.press()
        return None

    def _give_or_ask(self, command: Command) -> None:
        """Give an order that ends a phase or turn; ask first if actions would be lost."""
        left = self.passing.stopping.questions(self.hand, command)
        if left and self.app.settings.confirm_end and not self.hand.view.page:
            menus.confirm_dialog(self.app, end_words(self.hand), left, lambda: self.submit(command))
        else:
            self.submit(command)

    @property
    def meaning(self) -> object:
        """Return a value that changes with each order and each change of the main button."""
        return (len(self.session.steps), self.tray.end.text, self.theatre.running)

    def undo(self) -> None:
        """Undo the last order."""
        self.theatre.stop()
        self._tell_result(self.table.undo())

    def redo(self) -> None:
        """Redo the last undone order."""
        self.theatre.stop()
        self._tell_result(self.table.redo())

    def _tell_result(self, result: ActionResult | Illegal) -> None:
        if isinstance(result, Illegal):
            self.tell(ui.escape(result.reason))
        else:
            self.passing.stopping.hold()
            self.show(result)

    # ------------------------------------------------------------------ players

    def _hand_over(self, side: str) -> None:
        self.table.leave_screen()
        phase = next((f", {mark.title.lower()}" for mark in self.hand.view.phases if mark.state == "now"), "")
        where, sit = tr("turn {turn}", turn=self.hand.view.turn) + phase, partial(self._sit_down, side)
        openly = self._open_by_consent if self.director.all_in_sight else None
        self.app.change(Push(HandoverScene(self.app, side, self.director.name(side), where, sit, openly)))

    def _open_by_consent(self) -> None:
        self.director.open_by_consent = True

    def _sit_down(self, side: str) -> None:
        """Give the screen to another side."""
        self.table.sit_down(side)
        self.tray.rolls.clear()
        self.pointer.forget()
        self._stage_scenes(())

    def _act_for_other(self, act: Callable[[], ActionResult | None]) -> None:
        """Let a player who is not at the screen act; real dice are asked for here."""
        try:
            result = act()
        except DiceWanted as need:
            self._throw(need, partial(self._act_for_other, act), None)
            return
        if result is not None:
            self.show(result)

    def _game_over(self) -> None:
        more = note_result(self.app.folders.settings, self.session)
        menus.outcome_dialog(self.app, self.hand.view, self.book, lambda: self.app.screens.report(self.session), more)

    def _own_acts(self) -> dict[str, Callable[[], object]]:
        """Return the screen's own keyboard actions; looked up at each key press."""
        return {
            "undo": lambda: self.undo(),
            "redo": lambda: self.redo(),
            "threats": lambda: threats_dialog(self.app, self.hand, self.skin),
            "hide": self.hide_counters,
            "log": lambda: self.screen.toggle_log(),
            "next_panel": lambda: self.screen.next_panel(self.app.tree, 1),
            "previous_panel": lambda: self.screen.next_panel(self.app.tree, -1),
            "advice": self.advising.ask,
            "give_all": lambda: self.give_all(),
            "save": lambda: menus.keeping_dialog(self.app, self.session),
            "help": lambda: self.show_keys(),
            "menu": lambda: self.open_menu(),
        }

    def before_click(self, pos: ui.Pos) -> bool:
        """Give the selected order at a second click on the same spot, whatever is drawn there now."""
        if self.theatre.running:
            return False
        if self.app.tree.top.hit(pos) is self.pane.canvas:
            self.theatre.fold_strip()
            if self.passing.holding:
                self.passing.stop_here()
                return True
        plain = self.app.tree.top is self.app.tree.root and not pygame.key.get_mods() & pygame.KMOD_SHIFT
        again = self.spot.record_click(pos) and plain and self.hand.armed_command is not None
        if again:
            self.give()
        return again

    def key(self, event: pygame.Event) -> bool:
        """Handle a key no widget has used."""
        if event.key == pygame.K_TAB and not event.mod & pygame.KMOD_CTRL and self._leaves_board(event):
            return False
        self.spot.leave()
        if self.theatre.running and event.key == pygame.K_SPACE:
            (self.theatre.skip_all if event.mod & pygame.KMOD_SHIFT else self.theatre.skip_one)()
            return True
        action, self._held_key = self.keys.action_of(event), getattr(event, "layout_key", event.key)
        moved = self.skip()
        walks = self.pane.cursor is not None or self.app.reader.active  # else arrows pan the chart
        if walks and action in ("up", "down", "left", "right"):
            action = f"cursor_{action}"
        if action in STOPS and self.passing.holding:
            self.passing.stop_here()
            return True
        act = self.acts.get(action)
        if act is None:
            return moved
        act()
        return True

    def hide_counters(self) -> None:
        """Hide the counters while the key is held."""
        self.board.hide_counters = True
        self.pane.stale()

    def ping(self, place: Place) -> None:
        """Point at a place; in a game between two computers the other player sees it too."""
        self.show_ping(place, "")

    def show_ping(self, place: Place, name: str) -> None:
        """Show that the other player (by name) or this player (without a name) points at a place."""
        self.pane.ping(place, name, self.now)
        if name:
            self.tell(tr("{name} points at the board.", name=name))

    # ------------------------------------------------------------------ rules, menus

    def follow(self, link: str) -> None:
        """Open a link of any text on this screen."""
        kind, _, name = link.partition(":")
        if kind == "rule":
            self.open_rule(name)

    def open_rule(self, rule: str) -> None:
        """Open a card with one rule."""
        menus.rule_dialog(self.app, self.system.key, self.book, rule)

    def _leaves_board(self, event: pygame.Event) -> bool:
        """Return whether Tab moves on to the panels: no counter can act, or Tab has passed the last one."""
        able = self.hand.able_counters()
        last = able[0 if event.mod & pygame.KMOD_SHIFT else -1] if able else ""
        return not able or (self.app.tree.focus_visible and self.hand.piece == last)

    def show_keys(self) -> None:
        """Show every key of this screen."""
        menus.keys_dialog(self.app, self.keys)

    def open_rulebook(self, rule: str) -> None:
        """Open the whole rulebook."""
        self.app.screens.rulebook(self.system.key, rule or self.hand.view.prompt.rule)

    def open_menu(self) -> None:
        """Open the game menu."""
        open_game_menu(self)

    # ------------------------------------------------------------------ time

    def tick(self, now_ms: int) -> None:
        """Advance animation, dice, tooltips and computer players."""
        self.now = now_ms
        if self._built_for != (self.app.tree.size, self.app.tree.scale):
            self.app.rebuild()
        self.spot.note_mouse(self.app.tree.pointer)
        self.moving.tick(now_ms)
        self.theatre.tick(now_ms)
        self.pane.tick(now_ms)
        self.sea.tick(now_ms, self.app.touched_ms, self.app.settings.motion, self.moving.running)
        self.tray.tick(now_ms)
        self.tray.end.set_faded(self.moving.running or self.theatre.running or self.passing.is_unsettled)
        if self.why_no_orders != self._closed:
            self.show_choice()
        if self.board.hide_counters and not pygame.key.get_pressed()[self._held_key]:
            self.board.hide_counters = False
            self.pane.stale()
        if self.line.wanted and not self.theatre.running:
            self.line.open()
        if self.app.tree.top is not self.app.tree.root:
            return
        self.tutoring.settle()
        self.advising.settle()
        self.rule_cards.settle()
        self.pointer.rest(now_ms)
        self.pointer.turn_heading()
        if self.theatre.lets_computer_act and not self.moving.running and self.director.computer_to_act:
            self._act_for_other(lambda: self.table.computer(self.now))
        if self.theatre.running or self.moving.running:
            return
        if self.session.over and not self._told_end:
            self._told_end = True
            self._game_over()
        elif self.passes and self.director.handover_to:
            side = self.director.handover_to
            skipped = self.passing.due_for(side)
            if skipped is not None:  # no handover is needed for it
                self._act_for_other(partial(self.table.pass_for, side, skipped))
        elif self.passes:
            self.passing.go_on(now_ms)

    @property
    def animating(self) -> bool:
        """Return whether something moves and needs frames."""
        return self.moving.running or self.theatre.animating or self.tray.tumbling or self.board.hide_counters

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next frame: few while a computer thinks or a tooltip may appear; None: wait for
        input.
        """
        busy = self.director.computer_to_act and not self.director.paused
        thinking = busy or self.tutoring.waiting or self.advising.waiting
        if self.line.wanted or thinking or (self.passes and self.passing.due):
            return 1 if self.line.wanted else 25
        return 60 if not self.pointer.hinted else self.sea.waiting_ms
