"""The play screen: the board, what is asked, what can be done and why not, what happened, whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from game.app import App
from game.boards.board import Board
from game.boards.make import make_board
from game.console.speech import board_lines
from game.hud import cards, menus, weighing
from game.hud.asking import asked, banner, end_words, only_order, recap_card, show_buttons, why_not_undo
from game.hud.board_pane import BoardPane
from game.hud.cards import Actions, why_words
from game.table.director import SPEEDS, Director
from game.table.hints import Hint, overlay
from game.hud.keymap import Keys
from game.table.feed import LogFeed
from game.hud.order_line import OrderLine
from game.hud.play_keys import KEYS
from game.hud.pointer import Pointer
from game.hud.screen import Screen, cartouche
from game.hud.table_dice import ask_for_dice
from game.hud.tray import Tray
from game.table.hand import Deed, Hand
from game.scene import Scene
from game.scenes.game_menu import open_game_menu
from game.scenes.handover import HandoverScene
from game.stack import Push
from game.teach.hint_cards import RuleCards
from game.timeline import Playback, Skin, load_skin, palette_for, plan
from game.ui import widgets as ui
from rules.kernel.dice import TableDice
from rules.kernel.flow import Command, Event, Illegal
from rules.kernel.odds import Odds
from rules.kernel.rulebook import Rulebook
from rules.kernel.ruling import DiceWanted, Rolled
from rules.kernel.seat import may_know
from rules.kernel.session import Session, Step
from rules.kernel.view import Place
from rules.players import Player


class PlayScene(Scene):
    """One game on the screen. `players`: side -> "human", the key of a computer player, or a player."""

    title = "Play"
    session: Session
    book: Rulebook
    skin: Skin
    keys: Keys
    hand: Hand
    board: Board
    pane: BoardPane
    pointer: Pointer
    line: OrderLine
    screen: Screen

    def __init__(self, app: App, session: Session, players: Mapping[str, str | Player | None] | None = None) -> None:
        super().__init__(app)
        self.session = session
        self.system = session.system
        self.book = session.system.rulebook
        self.skin = load_skin(session.system.key)
        self.keys = Keys(app.settings.keys)
        self.director = self.make_director(players if players is not None else session.players)
        self.hand = Hand(session, self.director.viewer)
        self.feed = LogFeed(session, self.director.viewer)
        self.playback = Playback(app.sound.play)
        ground, scale = self.hand.view.ground, app.settings.ui_scale
        self.board = make_board(self.system.board, session.sheet, ground, app.palette, app.book, scale)
        self.pointer = pointer = Pointer(self)
        self.line = OrderLine(self)
        self.pane = BoardPane(self.board, self.pointer.turn_way)
        self.pane.on_click, self.pane.on_context = self.pointer.clicked, self.pointer.context
        self.pane.on_hover, self.pane.on_line = self.pointer.hovered, self.pointer.lined
        self.tray = Tray(self.end_phase, self.undo, self.redo, self._ledger)
        self.actions = Actions(pointer.open_unit, pointer.take, pointer.arm, self.give, pointer.back, pointer.cycle)
        self.rule_cards: RuleCards = RuleCards(self)
        self.recap: list[str] = []
        self.now = 0
        self._odds: dict[Command, Odds] = {}
        self._places: dict[str, Place] = {}
        self._told_end = False
        self._fresh = True  # nobody has sat down yet
        self._built_for: tuple[tuple[int, int], float] = ((0, 0), 0.0)
        self.taken_back = 0
        self._held_key = pygame.K_h
        self.palette_name = palette_for(self.skin, session.scenario.conditions)

    # ------------------------------------------------------------------ what a screen of this kind may do otherwise

    def make_director(self, players: Mapping[str, str | Player | None]) -> Director:
        """Who acts and who looks."""
        return Director(self.session, players)

    def below(self) -> ui.Widget | None:
        """What stands between the board and the bar at the bottom."""
        return None

    def first_cards(self, brief: bool) -> list[ui.Widget | None]:
        """The cards at the head of the right column; `brief` while something is armed."""
        title, text = asked(self.session, self.director)
        prompt = cards.prompt_card(self.hand.view, self.book, title, text, brief)
        return [None if brief and self.screen.low else prompt, recap_card(self.recap, self._recap_read)]

    # ------------------------------------------------------------------ building and showing

    def build(self) -> ui.Widget:
        """All widgets anew."""
        app = self.app
        app.want_palette(self.palette_name)
        if self.board.theme != app.palette or self.board.ui_scale != app.tree.scale:
            self.board.ui_scale = app.tree.scale
            self.board.set_theme(app.palette)
            self.board.set_view(self.hand.view)
        canvas = self.pane.new_canvas(self._words, self.key)
        size, scale = self._built_for = app.tree.size, app.tree.scale
        commands: dict[str, Callable[[], None]] = {
            "log_size": lambda: self.screen.toggle_log(),
            "rules": partial(self.open_rulebook, ""),
            "keys_help": self.show_keys,
            "menu": self.open_menu,
            "pause": self.pause,
            "step": self.step_computer,
            "speed": self.next_speed,
        }
        self.screen = Screen(
            canvas, self.tray, self.hand.view, self.book, (size[0] / scale, size[1] / scale), commands, self.line.typed,
            self.below(), self.pointer.order,
        )  # fmt: skip
        self.rule_cards.hold(self.screen.root)
        self.feed.entries.clear()
        self.feed.seen = 0
        self.show_all()
        known = (self._known(step) for step in reversed(self.session.steps) if step.faces)
        last = next((events for events in known if any(isinstance(event, Rolled) for event in events)), ())
        self.tray.show_rolls(last, self.now, False)
        return self.screen.root

    def entered(self) -> None:
        """On top: links lead to rules. Where sides hide from each other, the first player sits down first."""
        self.app.tree.on_link = self.follow
        self.pane.stale()
        if self._fresh and self.director.secret and not self.session.over:
            self._hand_over(self.session.actor)
        self._fresh = False

    def left(self) -> None:
        """Another screen comes up: links are no longer ours."""
        self.playback.skip()
        self.tray.stop()
        self.app.tree.on_link = None

    def closed(self) -> None:
        """The game is left; its log is closed, everything is on disk."""
        self.director.thinker.stop()
        self.session.close()

    def show_all(self) -> None:
        """Everything on the screen, after the position or the side that looks has changed."""
        self.hand.refresh()
        if self.hand.piece and self.my_turn and self.hand.deed is None:
            self.hand.select(self.hand.piece)
        view = self.hand.view
        cartouche(self.board, view, self.session.scenario)
        self._odds.clear()
        self.pane.set_view(view)
        self.screen.show(view, banner(self.session))
        self.screen.watch.set_visible(self.director.watching and not self.session.over)
        if self.feed.side != self.hand.side:
            self.feed = LogFeed(self.session, self.hand.side)
        self.feed.update(self.screen.log)
        self.tray.show_game(view, self.session)
        show_buttons(self.tray, self.hand, self.director, self.book, self.taken_back)
        self.show_choice()

    def show_choice(self) -> None:
        """The cards and what is lit, after something was selected or armed."""
        hand = self.hand
        brief = hand.armed is not None
        parts = self.first_cards(brief)
        aim = cards.aim_card(hand, self.skin, self.book, self._odds_of, self.actions)
        doing = [cards.deeds_card(hand, self.book, self.actions, self.screen.low), aim]
        low = self.screen.low
        parts.append(cards.fresh_card(hand, low))
        unit = cards.unit_card(hand, self.actions, brief, low) or cards.forces_card(hand, self.pointer.select)
        tall = brief and any(panel.kind == "boxes" for panel in hand.panels(hand.piece))
        parts += [*reversed(doing), unit] if low or tall else [unit, *doing]
        parts.append(cards.game_card(hand))
        self.screen.show_cards(parts, cards.commit_bar(hand, self.actions))
        self.show_overlay()

    def show_overlay(self) -> None:
        """What is lit, alone."""
        self.pane.set_overlay(overlay(self.hand, self.pointer.sight, self.pointer.preview))

    def _odds_of(self, command: Command) -> Odds:
        if command not in self._odds:
            self._odds[command] = weighing.weighed(self.hand.seat, command)
        return self._odds[command]

    def _words(self) -> str:
        return "\n".join(board_lines(self.hand.view, self.system.board))

    def _recap_read(self) -> None:
        self.recap = []
        self.show_choice()

    # ------------------------------------------------------------------ giving orders

    def submit(self, command: Command) -> bool:
        """Give an order. False when it is refused; then every reason is told."""
        hand = self.hand
        piece, verb = hand.piece, hand.deed.verb if hand.deed is not None else ""
        self._places = self.hand.whereabouts()
        try:
            result = self.hand.seat.submit(command)
        except DiceWanted as need:
            self._throw(need, partial(self.submit, command), self.show_choice)
            return True
        if isinstance(result, tuple):
            self.refuse(result)
            return False
        self.recap, self.taken_back = [], 0
        self._after(result.events)
        if piece and hand is self.hand and not self.director.handover_to and hand.find(piece) is not None:
            self.pointer.select(piece, verb)
            self.pointer.go_on()
        return True

    def _throw(self, need: DiceWanted, again: Callable[[], object], give_up: Callable[[], None] | None) -> None:
        """Real dice: ask for the throw that is wanted; an order may be taken back before its first throw is told."""
        dice = self.session.dice
        assert isinstance(dice, TableDice)
        ask_for_dice(self.app, self.book, dice, need.wanted, again, None if dice.told else give_up)

    def _after(self, events: tuple[Event, ...]) -> None:
        """Something has happened: show it."""
        turned = self.director.follow()
        if turned:
            self._sit(self.director.viewer)
        self.pointer.sight = self.pointer.preview = None
        self.show_all()
        self._animate(events)
        full = self.app.settings.motion == "full"
        self.tray.show_rolls(events, self.now, full)
        self.rule_cards.bit(events)
        if self.session.over and not self._told_end:
            self._told_end = True
            self._game_over()

    def _animate(self, events: tuple[Event, ...]) -> None:
        now = {piece.id: piece.at for piece in self.hand.view.pieces}
        score = plan(events, self.skin, {**self._places, **now}.get, self.app.settings.motion)
        self.playback.start(score, self.now)
        if self.playback.running:
            self.board.animate(score.motions)
            self.pane.clock = 0
            self.pane.stale()

    def skip(self) -> bool:
        """Drop the animation and let the dice lie. False when nothing moved."""
        if not self.playback.running and not self.tray.tumbling:
            return False
        self.playback.skip()
        self.tray.stop()
        self._still()
        return True

    def _still(self) -> None:
        self.board.skip()
        self.pane.clock = None
        self.pane.stale()

    def refuse(self, reasons: tuple[Illegal, ...]) -> None:
        """Tell every reason beside the pointer."""
        self.tell(why_words(self.book, reasons), reasons[0].rule)
        self.rule_cards.refused(reasons)

    def tell(self, markup: str, rule: str = "") -> None:
        self.pointer.hint = Hint(markup, True, rule)
        pos = self.pane.pointer
        inside = self.pane.canvas.rect.collidepoint(pos)
        anchor = pygame.Rect(pos, (1, 1)) if inside else self.tray.end.rect
        self.app.tree.show_tip(anchor, markup, pos if inside else None, tone="bad")

    def give(self) -> None:
        """Give what is armed."""
        armed = self.hand.armed
        if armed is not None:
            self.submit(armed)

    def end_phase(self) -> None:
        """The primary button: end the phase, hand over, or read the report."""
        self.skip()
        if self.session.over:
            return self._report()
        if self.director.handover_to:
            return self._hand_over(self.director.handover_to)
        hand = self.hand
        order = only_order(hand)
        if order is not None and hand.side == self.session.actor:
            self._give_or_ask(order, [deed for deed in hand.deeds if deed.piece and deed.commands != (order,)])
        elif hand.done is not None and hand.side == self.session.actor:
            self._give_or_ask(hand.done, hand.deeds)
        elif not self.tray.end.enabled:
            self.tray.end.press()

    def _give_or_ask(self, command: Command, left: Sequence[Deed]) -> None:
        """Give what ends something; ask first where something else could still be done."""
        counted = Counter(deed.title for deed in left)
        if counted and self.app.settings.confirm_end and not self.hand.view.page:
            menus.confirm_dialog(self.app, end_words(self.hand), counted, lambda: self.submit(command))
        else:
            self.submit(command)

    def undo(self) -> None:
        """Take the last order back."""
        reason = why_not_undo(self.session, self.director)
        done = Illegal(reason, "") if reason else self.session.undo()
        if isinstance(done, Illegal):
            self.tell(ui.escape(done.reason))
            return
        self.taken_back += 1
        self._after(())

    def redo(self) -> None:
        """Give it once more."""
        self._places = self.hand.whereabouts()
        done = self.session.redo()
        if isinstance(done, Illegal):
            self.tell(f"{ui.escape(done.reason[:1].upper() + done.reason[1:])}.")
            return
        self.taken_back -= 1
        self._after(self._known(done))

    def _known(self, step: Step) -> tuple[Event, ...]:
        return tuple(event for event in step.events if may_know(event, self.hand.side))

    # ------------------------------------------------------------------ players

    def _hand_over(self, side: str) -> None:
        director = self.director
        director.recap_from[self.hand.side] = len(self.session.steps)
        mark = next((mark for mark in self.hand.view.phases if mark.state == "now"), None)
        where = f"turn {self.hand.view.turn}" + (f", {mark.title.lower()}" if mark is not None else "")
        scene = HandoverScene(self.app, side, director.name(side), where, partial(self._sit, side, True))
        self.app.change(Push(scene))

    def _sit(self, side: str, recap: bool = False) -> None:
        """Another side looks at the screen from now on."""
        self.director.viewer = side
        self.hand = Hand(self.session, side, self.hand.news)
        self.tray.rolls.clear()
        self.pointer.sight = self.pointer.preview = None
        if not recap:
            return
        told = self.hand.seat.told(self.director.recap_from.get(side, 0))
        shown = [
            caption for step in told for caption in step.captions if caption.tone not in ("roll", "quiet", "phase")
        ]
        self.recap = [caption.text for caption in shown]
        events = [e for told_step in told for e in self._known(self.session.steps[told_step.number])]
        self._places = self.hand.whereabouts()
        self._animate(tuple(events))

    def _computer(self) -> None:
        before = len(self.session.steps)
        self._places = self.hand.whereabouts()
        try:
            turn = self.director.computer(self.now)
        except DiceWanted as need:
            self._throw(need, self._computer, None)
            return
        if turn is None:
            return
        if self.director.reasons_open:
            self.feed.explain(turn, before + 1)
        self._after(self._known(turn.step))

    def pause(self) -> None:
        """Stop the computer players, or let them go on."""
        self.director.paused = not self.director.paused
        self.screen.pause.set_text("Go on" if self.director.paused else "Pause")
        self.show_choice()

    def step_computer(self) -> None:
        """One decision, then pause."""
        if not self.director.paused:
            self.pause()
        self.director.single = True

    def next_speed(self) -> None:
        """The next speed of watching."""
        self.director.speed = (self.director.speed + 1) % len(SPEEDS)
        self.screen.speed.set_text(f"Speed: {SPEEDS[self.director.speed][0]}")

    def _report(self) -> None:
        self.app.screens.report(self.session)

    def _game_over(self) -> None:
        menus.outcome_dialog(self.app, self.hand.view, self.book, self._report)

    # ------------------------------------------------------------------ choosing with the mouse

    @property
    def my_turn(self) -> bool:
        """Whether who looks at the screen may give orders now."""
        return bool(self.hand.side) and self.session.actor == self.hand.side and not self.session.over

    # ------------------------------------------------------------------ keys and typing

    def key(self, event: pygame.Event) -> bool:
        """A key nobody has taken."""
        action, self._held_key = self.keys.action_of(event), event.key
        moved = self.skip()
        if self.pane.cursor is not None and action in ("up", "down", "left", "right"):
            action = f"cursor_{action}"
        press = KEYS.get(action)
        if press is None:
            return moved
        press(self)
        return True

    def hide_counters(self) -> None:
        """Hide the counters while the key is held."""
        self.board.hide_counters = True
        self.pane.stale()

    # ------------------------------------------------------------------ rules, menus

    def follow(self, link: str) -> None:
        """A link of any text on this screen."""
        kind, _, name = link.partition(":")
        if kind == "rule":
            self.open_rule(name)

    def open_rule(self, rule: str) -> None:
        """A card with one rule."""
        menus.rule_dialog(self.app, self.system.key, self.book, rule)

    def show_keys(self) -> None:
        """Every key of this screen."""
        menus.keys_dialog(self.app, self.keys)

    def open_rulebook(self, rule: str) -> None:
        """The whole rulebook."""
        self.app.screens.rulebook(self.system.key, rule or self.hand.view.prompt.rule)

    def _ledger(self) -> None:
        menus.ledger_dialog(self.app, self.hand.view, self.book)

    def open_menu(self) -> None:
        """The game menu."""
        open_game_menu(self.app, self.session, self.hand.side, partial(self.open_rulebook, ""), self.show_keys)

    # ------------------------------------------------------------------ time

    def tick(self, now_ms: int) -> None:
        """Animation, dice, words at rest, computer players."""
        self.now = now_ms
        if self._built_for != (self.app.tree.size, self.app.tree.scale):
            self.app.rebuild()
        if self.playback.running:
            t = self.playback.time(now_ms)
            self.pane.clock = t
            self._still() if t is None else self.pane.stale()
        self.tray.tick(now_ms)
        if self.board.hide_counters and not pygame.key.get_pressed()[self._held_key]:
            self.board.hide_counters = False
            self.pane.stale()
        if self.line.wanted:
            self.line.open()
        if self.app.tree.top is not self.app.tree.root:
            return
        self.pointer.rest()
        self.pointer.lean()
        if not self.playback.running and self.director.computer_to_act:
            self._computer()

    @property
    def animating(self) -> bool:
        """Frames are wanted while something moves."""
        return self.playback.running or self.tray.tumbling or self.board.hide_counters

    @property
    def waiting_ms(self) -> int | None:
        """A computer player may be ready soon; words come up when the pointer rests."""
        if self.line.wanted:
            return 1
        if self.director.computer_to_act and not self.director.paused:
            return 25
        return 60 if not self.pointer.hinted else None
