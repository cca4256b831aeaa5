"""A phase in which nothing is at stake is skipped, and the skip is held for a moment."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.hud.auto_skip import FIRST_MS, HOLD_MS
from game.table.auto_pass import ASK
from game.table.table import ActionResult
from game.table.table import Table as GameTable
from rules.nw_smoke.commands import SetSpeed
from rules.nws.commands import Form
from tests.conftest import begin
from tests.game.play_table import Table


@pytest.fixture
def apart(tmp_path: Path) -> Table:
    """Return two players out of each other's sight; the first one has read how to stop."""
    hand = Table(tmp_path, close=False, passing=True, turns=9, options={"hidden_movement": False})
    hand.app.settings.skip_explained = True
    hand.app.settings.confirm_end = False
    return hand


def to_a_skip(hand: Table) -> None:
    """Give or end what is asked until a phase is about to be skipped."""
    for _ in range(80):
        hand.wait(40)
        if hand.play.passing.holding:
            return
        if hand.play.hand.done is not None:
            hand.play.submit(hand.play.hand.done)
        else:
            hand.play.submit(hand.play.hand.actions[0].commands[0])
    raise AssertionError("no phase was ever skipped")


def line(hand: Table) -> str:
    strip = hand.app.tree.find("skip_strip")
    return " ".join(widget.spoken_text() for widget in strip.walk()) if strip.is_shown else ""


def test_the_skip_is_held_with_its_reason_and_shows_no_orders(apart: Table) -> None:
    to_a_skip(apart)
    assert apart.play.hand.actions, "something could be ordered"
    assert "skipped: " in line(apart) and "Stop here" in line(apart)
    assert not [name for name in apart.ids() if name.startswith(("do_", "aim_"))]
    steps, began, side = len(apart.session.steps), apart.clock, apart.session.actor
    while len(apart.session.steps) == steps:
        assert apart.clock <= began + HOLD_MS + 40
        apart.wait(40)
    assert apart.clock >= began + HOLD_MS - 80
    apart.play.table.sit(side)
    apart.play.show_all()
    text = " ".join(entry.text for entry in apart.play.table.feed.entries)
    assert "skipped: " in text


@pytest.mark.parametrize("how", ["button", "board", "escape"])
def test_stop_here_keeps_the_phase_open_until_the_player_ends_it(apart: Table, how: str) -> None:
    to_a_skip(apart)
    steps = len(apart.session.steps)
    if how == "button":
        apart.press("stop_here")
    elif how == "board":
        apart.click(apart.play.pane.canvas.rect.center)
    else:
        apart.key(pygame.K_ESCAPE)
    assert line(apart) == ""
    apart.wait(400, 8)
    assert len(apart.session.steps) == steps
    apart.press("end_phase")
    assert len(apart.session.steps) == steps + 1


def test_the_main_button_does_nothing_while_a_phase_is_about_to_be_skipped(apart: Table) -> None:
    to_a_skip(apart)
    steps = len(apart.session.steps)
    apart.wait(600)
    assert apart.play.tray.end.faded
    apart.press("end_phase")
    apart.key(pygame.K_RETURN)
    assert len(apart.session.steps) == steps


def test_the_first_skip_explains_once_how_to_stop(apart: Table) -> None:
    apart.app.settings.skip_explained = False
    to_a_skip(apart)
    assert "lets you choose where the game stops" in line(apart)
    assert apart.app.settings.skip_explained
    began, steps = apart.clock, len(apart.session.steps)
    while len(apart.session.steps) == steps:
        apart.wait(100)
    assert apart.clock >= began + FIRST_MS - 100
    to_a_skip(apart)
    assert "lets you choose" not in line(apart)


def test_a_phase_in_which_an_order_was_given_waits_for_its_end(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    side = hand.session.actor
    divisions = [one for one in hand.session.state.divisions.values() if one.side == side]
    for division in divisions:
        for command in (SetSpeed(side, division.id, 3), Form(side, division.id, "ahead")):
            if not hand.play.hand.seat.check(command):
                hand.play.submit(command)
    left = [stake for stake in hand.play.passing.stopping.stakes(hand.play.hand) if not stake.standing]
    assert not left
    steps = len(hand.session.steps)
    hand.play.passing.stopping.standing.leave(side, hand.play.hand.stakes)
    assert not hand.play.passing.stopping.stakes(hand.play.hand)
    hand.wait(400, 6)
    assert len(hand.session.steps) == steps, "it ends when the player ends it"


def test_the_question_names_what_would_be_lost(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    hand.go_to("gunnery")
    hand.press("end_phase")
    asked = " ".join(widget.spoken_text() for widget in hand.app.tree.top.walk())
    assert "can fire" in asked and "end_anyway" in hand.ids()


def test_a_phase_that_asks_names_what_can_still_be_done(tmp_path: Path) -> None:
    hand = Table(tmp_path, passing=True)
    hand.app.settings.stops["nw_smoke/orders"] = ASK
    hand.press("end_phase")
    asked = " ".join(widget.spoken_text() for widget in hand.app.tree.top.walk())
    assert "speed 2 of" in asked


def test_one_undo_goes_back_through_all_skipped_phases_and_one_redo_forward() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=3)
    session.study = True  # everything may be taken back
    table = GameTable(session, {})
    for by_itself in (False, True, True):
        given = table.hand.done or table.hand.actions[0].commands[0]
        assert isinstance(table.submit(given, by_itself), ActionResult)
        table.sit(session.actor)
    count = len(session.steps)
    table.undo()
    assert len(session.steps) == count - 2
    table.undo()
    assert len(session.steps) == count - 3
    table.redo()
    assert len(session.steps) == count - 2, "the order by hand alone"
    table.redo()
    assert len(session.steps) == count
