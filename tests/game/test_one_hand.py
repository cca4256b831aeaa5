"""A turn of each game by mouse alone and by keys alone, each with one hand: no chords, no wheel, no second button.

The hands press at random among what is lit or shown; every press goes through the program as an event. With SOAK the
mouse finishes the first battle of each game and reports its clicks (`pytest -rP`).
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import pygame
import pytest

from game.table.order_builder import UnitAction
from game.ui import widgets as ui
from rules.kernel.view import Place
from tests.conftest import SOAK, begin
from tests.game.play_table import Table

BATTLES = (
    "nw_smoke/little_and_gregory",
    "nights_of_fury/little_and_gregory",
    "quickfire/dash_to_chifu",
    "battles_for_empire/the_wells",
    "perfidious_albion/caldera_bay",
)
PATIENCE_S = 90
MOST_STEPS = 70  # of the keyboard cursor to a place


class OneHand(Table):
    """The common part of both hands: whether it is their turn, and when the turn is over."""

    def begin(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.turn = self.session.state.cursor.turn
        self.me = self.play.table.side

    def play_turn(self) -> list[str]:
        """Play until another turn has begun; return the verbs of the orders given."""
        end = time.monotonic() + PATIENCE_S
        before = len(self.session.steps)
        while self.session.state.cursor.turn == self.turn and not self.session.over:
            assert time.monotonic() < end, (self.phase, [action.verb for action in self.play.hand.actions])
            self.wait(400)
            if self.app.tree.top is not self.app.tree.root:
                self.answer()
            elif self.play.my_turn and not self.play.moving.running and not self.play.passing.due:
                self.act()
        return [type(step.command).__name__ for step in self.session.steps[before:] if step.actor == self.me]

    def answer(self) -> None:
        raise NotImplementedError

    def act(self) -> None:
        raise NotImplementedError

    def choose_action(self) -> UnitAction | None:
        """Return a possible action, one time in four none."""
        actions = [action for action in self.play.hand.actions if action.commands]
        return self.chance.choice(actions) if actions and self.chance.random() < 0.75 else None


class Mouse(OneHand):
    """The left button and nothing else."""

    def answer(self) -> None:
        """Press one of the buttons or lines of a dialog or a menu."""
        top = self.app.tree.top
        if isinstance(top, ui.Menu):
            self.click(top.row_rect(self.chance.randrange(len(top.items))).center)
            return
        buttons = [w for w in top.walk() if isinstance(w, ui.Button) and w.enabled and w.is_shown]
        self.click(buttons[-1].rect.center)

    def act(self) -> None:
        hand, steps = self.play.hand, len(self.session.steps)
        action = self.choose_action()
        if action is None:
            self.finish()
            return
        piece = hand.find(action.piece)
        if piece is not None and hand.piece != piece.id and piece.at:
            self.click(self.at(piece.at))
        if len(self.session.steps) > steps or self.app.tree.top is not self.app.tree.root:
            return
        spots = [at for at in self.spots() if self.play.board.rect.collidepoint(at)]
        names = [w for w in self.app.tree.root.walk() if w.id.startswith("do_") and w.is_shown and w.enabled]
        names = [w for w in names if self.in_sight(w)]
        if spots and self.chance.random() < 0.8:
            self.click(self.chance.choice(spots))
        elif names:
            self.click(self.chance.choice(names).rect.center)
        self.confirm(steps)

    def spots(self) -> list[tuple[int, int]]:
        hand = self.play.hand
        aims = [piece.at for piece in map(hand.find, hand.targets()) if piece is not None]
        return [self.at(place) for place in (*hand.places(), *aims) if place]

    def in_sight(self, widget: ui.Widget) -> bool:
        scroll = self.play.screen.scroll.rect
        return bool(scroll.collidepoint(widget.rect.center))

    def confirm(self, steps: int) -> None:
        if len(self.session.steps) == steps and "aim_give" in self.ids() and self.app.tree.top is self.app.tree.root:
            self.wait(400)
            self.press("aim_give")

    def finish(self) -> None:
        if self.app.tree.find("end_phase").enabled:
            self.press("end_phase")

    clicks = 0

    def click(self, pos: tuple[int, int], button: int = 1) -> None:
        self.clicks += 1
        super().click(pos, button)

    def play_battle(self) -> int:
        """Play until the battle is over; return how many turns it took."""
        turns = 0
        while not self.session.over:
            self.turn = self.session.state.cursor.turn
            self.play_turn()
            turns += 1
        return turns


class Keys(OneHand):
    """One key at a time, never with another held."""

    def tap(self, code: int, typed: str = "") -> None:
        self.key(code, 0, typed)

    def answer(self) -> None:
        """Press the last button of a dialog, or a line of a menu."""
        if isinstance(self.app.tree.top, ui.Menu):
            for _ in range(self.chance.randrange(4)):
                self.tap(pygame.K_DOWN)
        else:
            buttons = [w for w in self.app.tree.ring() if isinstance(w, ui.Button) and w.enabled]
            self.go_to_widget(buttons[-1])
        self.tap(pygame.K_RETURN)

    def go_to_widget(self, wanted: ui.Widget) -> None:
        for _ in range(200):
            focused = self.app.tree.focused
            if focused is wanted:
                return
            on_board = self.app.tree.top is self.app.tree.root and focused in (None, self.play.pane.canvas)
            self.tap(pygame.K_F6 if on_board else pygame.K_TAB)  # Tab on the board selects counters
        raise AssertionError(f"the focus never came to {wanted.id}")

    def act(self) -> None:
        hand, steps = self.play.hand, len(self.session.steps)
        action = self.choose_action()
        if action is None:
            self.leave_board()
            self.tap(pygame.K_RETURN)
            return
        if action.piece and hand.piece != action.piece:
            self.to_board()
            self.tap(pygame.K_SPACE)  # the next that can act
        if len(self.session.steps) > steps or self.app.tree.top is not self.app.tree.root:
            return
        aims = [piece.at for piece in map(hand.find, hand.targets()) if piece is not None]
        places = [place for place in (*hand.places(), *aims) if place]
        if places and self.chance.random() < 0.8:
            self.walk_to(self.chance.choice(places[:12]), steps)
            return
        names = [w for w in self.app.tree.ring() if w.id.startswith("do_") and w.enabled]
        if names:
            self.go_to_widget(self.chance.choice(names))
            self.tap(pygame.K_RETURN)
            self.confirm(steps)

    def confirm(self, steps: int) -> None:
        if len(self.session.steps) > steps or self.app.tree.top is not self.app.tree.root:
            return
        give = next((w for w in self.app.tree.ring() if w.id == "aim_give"), None)
        if give is not None:
            self.go_to_widget(give)
            self.tap(pygame.K_RETURN)

    def to_board(self) -> None:
        """Press Tab until the board has the focus, so that Enter and Space are the board's."""
        canvas = self.play.pane.canvas
        if canvas in list(self.app.tree.ring()):
            self.go_to_widget(canvas)

    def leave_board(self) -> None:
        """Clear the cursor and the choice with Escape, so that Enter ends the phase."""
        self.to_board()
        for _ in range(6):
            if self.play.pane.cursor is None and self.play.hand.armed_command is None:
                return
            self.tap(pygame.K_ESCAPE)

    def walk_to(self, place: Place, steps: int) -> None:
        """Move the cursor to a place with K and the arrows; Enter chooses, Enter gives the order."""
        self.to_board()
        if self.play.pane.cursor is None:
            self.tap(pygame.K_k, "k")
        for _ in range(MOST_STEPS):
            cursor = self.play.pane.cursor
            assert cursor is not None
            if cursor == place:
                break
            here, there = self.at(cursor), self.at(place)
            dx, dy = there[0] - here[0], there[1] - here[1]
            across = pygame.K_RIGHT if dx > 0 else pygame.K_LEFT
            along = pygame.K_DOWN if dy > 0 else pygame.K_UP
            keys = [across] * (abs(dx) > 3) + [along] * (abs(dy) > 3) or [across, along]
            self.tap(self.chance.choice(keys))
        for _ in range(2):
            if len(self.session.steps) == steps and self.app.tree.top is self.app.tree.root:
                self.wait(400)
                self.tap(pygame.K_RETURN)
        self.confirm(steps)


@pytest.mark.sweep(keep=3)
@pytest.mark.parametrize("battle", BATTLES)
@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_a_turn_is_played_with_one_hand(kind: type[OneHand], battle: str, tmp_path: Path) -> None:
    session = begin(battle, seed=4)
    mine = session.scenario.sides[0].key
    players = {note.key: "human" if note.key == mine else "random" for note in session.scenario.sides}
    hand = kind(tmp_path, players, session=session, passing=True)
    hand.app.settings.rule_cards = False
    hand.begin(3)
    given = hand.play_turn()
    assert [verb for verb in given if verb != "Done"], given


@pytest.mark.skipif(not SOAK, reason="make soak: whole battles take minutes")
@pytest.mark.parametrize("battle", BATTLES)
def test_the_first_battle_of_a_game_is_finished_by_a_hand_that_clicks_what_is_lit(battle: str, tmp_path: Path) -> None:
    session = begin(battle, seed=4)
    mine = session.scenario.sides[0].key
    players = {note.key: "human" if note.key == mine else "quick" for note in session.scenario.sides}
    hand = Mouse(tmp_path, players, session=session, passing=True)
    hand.begin(3)
    turns = hand.play_battle()
    assert session.state.outcome is not None
    hand.wait(400, 20)
    sys.stdout.write(f"{battle}: {turns} turns, {hand.clicks} clicks, {len(session.steps)} steps\n")
