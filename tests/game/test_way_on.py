"""The next step is always in sight: orders are above the charts, and no scene or skip leaves a screen empty."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.auto_skip import HOLD_MS
from game.scenes.handover import HandoverScene
from game.ui import widgets as ui
from rules.kernel.breakdown import Breakdown
from rules.kernel.dice import TableDice
from rules.kernel.flow import Command, Done
from rules.kernel.ruling import DiceWanted, Wanted
from rules.kernel.session import Session
from tests.conftest import begin
from tests.game.play_table import Table
from tests.game.test_auto_skip import to_a_skip
from tests.game.test_theatre import table_of_salvos
from tests.test_replays import golden_session

FIRST_BATTLES = ("nw_smoke/little_and_gregory", "nights_of_fury/little_and_gregory", "quickfire/lesson_duel",
                 "battles_for_empire/the_wells", "perfidious_albion/two_and_two")  # fmt: skip
MOST = 60  # orders


def two_at(folder: Path, session: Session, passing: bool = True) -> Table:
    """Seat two players at one screen, without scenes."""
    sides = {note.key: "human" for note in session.scenario.sides}
    table = Table(folder, sides, session=session, passing=passing)
    table.app.settings.skip_explained = True
    return table


def sit_down(table: Table) -> None:
    """Hand the screen over if asked."""
    if table.play.director.handover_to:
        table.play.end_phase()
        assert isinstance(table.app.scene, HandoverScene)
        table.app.scene.sit_down()
        table.wait()


def in_sight(table: Table, *begins: str) -> list[ui.Widget]:
    """Return the buttons that can be pressed without scrolling, by the beginning of their names."""
    table.app.tree.ensure_layout()
    room = table.play.screen.scroll.viewport()
    found = [w for w in table.play.screen.cards.walk() if w.id.startswith(begins) and w.is_shown and w.enabled]
    return [widget for widget in found if room.contains(widget.rect)]


@pytest.mark.parametrize("game", FIRST_BATTLES)
def test_what_belongs_to_no_counter_is_in_sight_whenever_it_can_be_ordered(game: str, tmp_path: Path) -> None:
    """Who acts first is chosen in a card; the chart of the last hit once stood over it and hid it in a low window."""
    whole = golden_session(game)
    table, asked = two_at(tmp_path, begin(game, seed=whole.seed), passing=False), 0
    for step in whole.steps[1 : MOST + 1]:
        sit_down(table)
        hand = table.play.hand
        loose = hand.actions_of("")
        if loose and not hand.view.page and not table.play.why_no_orders:
            verbs = tuple(f"do_{action.verb}" for action in loose)
            assert in_sight(table, *verbs), f"{table.phase}: {verbs} lie below the charts"
            asked += 1
        table.play.carry_out(step.command)
        table.wait()
        while table.app.tree.top is not table.app.tree.root:
            table.key(pygame.K_ESCAPE)
    assert asked or not game.startswith(("battles", "perfidious")), "nothing was ever asked for"


def test_scenes_skipped_before_the_first_is_shown_leave_the_orders_open(tmp_path: Path) -> None:
    table = table_of_salvos(tmp_path)
    assert table.play.theatre.queue and table.play.theatre.showing is None
    assert table.app.tree.find("orders_folded").is_shown
    table.key(pygame.K_SPACE, pygame.KMOD_SHIFT)
    table.wait(50, 2)
    assert not table.play.why_no_orders
    assert "orders_folded" not in table.ids()


def test_cards_follow_whatever_closes_or_opens_the_orders(tmp_path: Path) -> None:
    table = two_at(tmp_path, begin("perfidious_albion/two_and_two", seed=1))
    assert in_sight(table, "do_order")
    table.play._closed = "skip"  # as if the cards had been shown while the phase was about to be skipped
    table.play.screen.show_cards([], None)
    table.wait()
    assert in_sight(table, "do_order")


def test_a_skipped_phase_that_rolls_asks_for_real_dice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program once stopped when a skipped phase of the side not at the screen ended with a roll."""
    table = two_at(tmp_path, begin("perfidious_albion/two_and_two", seed=1, dice=None))
    play, need = table.play, Wanted(breakdown=Breakdown(what="initiative", count=1, sides=10, rule="PA-SEQ-H2"))
    play.session.dice = TableDice()

    def roll(side: str, command: Command) -> None:
        raise DiceWanted(need)

    monkeypatch.setattr(type(play.director), "handover_to", property(lambda self: "RUS"))
    monkeypatch.setattr(play.passing, "due_for", lambda side: Done(side))
    monkeypatch.setattr(play.table, "pass_for", roll)
    table.wait()
    assert table.app.tree.top.id == "dice_asked"


def test_dice_refused_for_a_skipped_phase_keep_it_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the phase was skipped again at once, and the same dice were asked for again and again."""
    table = Table(tmp_path, close=False, passing=True, turns=9, options={"hidden_movement": False})
    table.app.settings.skip_explained = True
    to_a_skip(table)
    play, need = table.play, Wanted(breakdown=Breakdown(what="lookout", count=1, sides=10, rule="NW-SPOT-1"))
    play.session.dice = TableDice()

    def roll(command: Command, by_itself: bool = False) -> None:
        raise DiceWanted(need)

    monkeypatch.setattr(play.table, "submit", roll)
    table.wait(HOLD_MS, 2)
    assert table.app.tree.top.id == "dice_asked"
    table.press("dice_back")
    table.wait(HOLD_MS, 3)
    assert table.app.tree.top is table.app.tree.root
    assert not play.why_no_orders
