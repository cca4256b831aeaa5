"""Clicking twice on one spot: the second click gives the order the first one armed, or nothing; never another order.

Every kind of offer that comes up in battles of all five games, on cards, in lists and on the board, at three sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.hud.screen import Screen
from game.table.order_builder import UnitAction
from game.ui import widgets as ui
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Command
from tests.conftest import SOAK, begin, stroll
from tests.game.play_table import Table

GAMES = (
    "nw_smoke/cape_esperance",
    "nights_of_fury/tassafaronga",
    "quickfire/yellow_sea",
    "battles_for_empire/abu_klea",
    "perfidious_albion/round_island",
)
SIZES = (((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5))
ORDERS = 60  # orders of a game in which clicks are tried
EACH = 2  # tries of offers of one kind


class Trial(Table):
    """A table where orders are noted instead of given, so that one position can be tried in every way."""

    def __init__(self, folder: Path, game: str, size: tuple[int, int], scale: float) -> None:
        session = begin(game, seed=4)
        self.given: list[Command] = []
        sides = {note.key: "human" for note in session.scenario.sides}
        super().__init__(folder, sides, size=size, scale=scale, session=session)
        self.app.settings.rule_cards = False
        self.play.submit = self._note  # type: ignore[method-assign]

    def _note(self, command: Command) -> bool:
        self.given.append(command)
        return True

    def wait(self, milliseconds: int = 40, times: int = 1) -> None:
        """Let time pass without painting: a click depends on layout only. `look` paints."""
        self.clock += milliseconds * times
        self.app.tree.tick(self.clock)
        self.app.scene.tick(self.clock)
        self.app.tree.ensure_layout()

    def look(self) -> None:
        """Paint the picture, after which places on the board are known."""
        super().wait()

    def positions(self) -> Iterator[None]:
        """Play at random, yielding at each decision, seen by the side that makes it."""
        yield
        for _ in stroll(self.session, SeededDice(7), ORDERS):
            if not self.session.over:
                self.play.table.sit(self.session.actor)
                self.play.show_all()
                self.look()
                yield

    def fresh(self, action: UnitAction) -> None:
        """Choose the action's counter without the mouse, with nothing armed."""
        self.move((1, 1))
        self.wait()
        self.given.clear()
        while self.play.hand.cancel():
            pass
        self.play.pointer.forget()
        if action.piece:
            self.play.pointer.select(action.piece)
        else:
            self.play.show_choice()
        self.wait()

    def control_at(self, pos: tuple[int, int]) -> str:
        """Return the id of the control at a point of the screen, with where it lies."""
        found = self.app.tree.top.hit(pos)
        while found is not None and not (found.id and found.focusable):
            found = found.parent
        return f"{found.id} {found.rect.topleft}" if found is not None else ""

    def twice(self, pos: tuple[int, int], what: str) -> None:
        """Click, look, click again: what was armed is given, or nothing."""
        before, waiting = self.control_at(pos), self.play.hand.armed_command
        self.click(pos)
        armed = self.play.hand.armed_command
        if armed is None or self.given:
            shown = [[], [waiting]] if waiting is not None else [[]]
            assert self.given in shown, f"{what}: one click gave {self.given}; what the table proposed was {waiting}"
            return
        screen: Screen = self.play.screen
        listed = before.startswith("menu")  # a list closes when one of it is chosen
        if screen.scroll.rect.collidepoint(pos) and not listed:
            assert self.control_at(pos) == before, f"{what}: the control has moved away under the mouse"
        proposed = self.play.hand.proposed  # by the table, for a counter just chosen: a second click may do nothing
        self.click(pos)
        assert self.given == [armed] or (proposed and not self.given), f"{what}: armed {armed}, given {self.given}"

    def buttons(self) -> list[ui.Widget]:
        """Return the visible buttons on the cards that choose an order."""
        self.app.tree.ensure_layout()
        room = self.play.screen.scroll.rect
        found = [widget for widget in self.play.screen.cards.walk() if widget.id.startswith("do_") and widget.enabled]
        return [widget for widget in found if widget.focusable and room.contains(widget.rect)]


def on_the_board(trial: Trial, action: UnitAction) -> list[tuple[int, int]]:
    """Return points of the board where the lit action ends or aims."""
    hand = trial.play.hand
    places = list(hand.places())[:1] + [piece.at for piece in map(hand.find, hand.targets()[:1]) if piece is not None]
    room = trial.play.pane.canvas.rect.inflate(-8, -8)
    return [pos for pos in map(trial.at, places) if room.collidepoint(pos) and trial.app.tree.top.hit(pos) is not None]


def try_all(trial: Trial, action: UnitAction) -> int:
    """Click every button for an action's counter and one place or target of the board twice; return how many."""
    trial.fresh(action)
    tried = 0
    for id in [widget.id for widget in trial.buttons()]:
        trial.fresh(action)
        widget = next((found for found in trial.buttons() if found.id == id), None)
        if widget is None:
            continue
        tried += 1
        if isinstance(widget, ui.DropDown):
            trial.click(widget.rect.center)
            menu = trial.app.tree.top
            if isinstance(menu, ui.Menu):
                trial.twice(menu.row_rect(1).center, f"{id}, second of the list")
                trial.app.tree.close(menu)
        else:
            trial.twice(widget.rect.center, id)
    trial.fresh(action)
    trial.play.hand.take(next((found for found in trial.play.hand.actions_of(action.piece) if found == action), action))
    trial.play.show_choice()
    trial.look()
    for pos in on_the_board(trial, action):
        tried += 1
        trial.twice(pos, f"{action.verb} on the board")
    return tried


CASES = [(game, *size) for game in GAMES for size in SIZES]


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize(("game", "size", "scale"), CASES if SOAK else CASES[::2], ids=str)
def test_a_second_click_on_one_spot_never_gives_another_order(
    game: str, size: tuple[int, int], scale: float, tmp_path: Path
) -> None:
    trial = Trial(tmp_path, game, size, scale)
    seen: dict[tuple[str, str], int] = {}
    tried = 0
    for _ in trial.positions():
        for action in trial.play.hand.actions:
            kind = (action.verb, action.kind)
            if seen.get(kind, 0) < EACH and trial.play.my_turn and not trial.play.hand.view.page:
                seen[kind] = seen.get(kind, 0) + 1
                tried += try_all(trial, action)
    assert len(seen) >= 3 and tried >= 8, (seen, tried)
    pygame.event.clear()
