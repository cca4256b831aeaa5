"""A page in place of the board: the campaign between its battles, in the window and in text play."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.hud.page_view import CellGrid
from game.library import get_scenario
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from game.stack import Push
from game.table.speech import board_lines
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import make_player, take_turn
from tests.game.play_table import Table

SYSTEM = SYSTEMS["nights_of_fury"]


def campaign(rounds: int = 0, **options: bool) -> Session:
    """Return a campaign after a number of rounds, both sides played by the chart; 13: to its end."""
    charted = dict.fromkeys(("chart_USN", "chart_IJN"), rounds > 0)
    session = Session(SYSTEM, get_scenario(SYSTEM.key, "campaign"), None, {**charted, **options}, seed=5)
    player = make_player("chart", 1)
    while not session.over:
        view = SYSTEM.view(session.state, "")
        if view.page and view.chapter >= rounds:
            break
        take_turn(player, Seat(session, session.actor))
    return session


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600)])
def test_between_battles_the_page_stands_where_the_board_was(tmp_path: Path, size: tuple[int, int]) -> None:
    table = Table(tmp_path, session=campaign(), size=size)
    page, board = table.app.tree.find("page"), table.app.tree.find("board_stack")
    assert page.visible and page.rect == board.rect
    assert {"page_head", "page_calendar", "page_fleet-USN", "page_field"} <= table.ids()
    assert not table.play.pane.canvas.visible


def test_the_primary_button_puts_to_sea_and_the_board_comes_back_for_a_battle(tmp_path: Path) -> None:
    table = Table(tmp_path, session=campaign())
    for _ in range(30):
        if not table.play.hand.view.page:
            break
        assert table.play.tray.end.spoken_text() == "Put to sea"
        table.press("end_phase")
        table.wait()
    assert not table.play.hand.view.page
    assert table.play.pane.canvas.visible
    assert not table.app.tree.find("page").visible
    assert table.play.board.titles[0].startswith("Round ")


def test_the_page_scrolls_and_reads_out_every_round(tmp_path: Path) -> None:
    table = Table(tmp_path, session=campaign(3), size=(1280, 720))
    scroll = table.app.tree.find("page_scroll")
    assert scroll.most > 0  # type: ignore[attr-defined]
    grid = table.app.tree.find("page_calendar")
    assert isinstance(grid, CellGrid)
    text = grid.spoken_text()
    assert "August 1942" in text and "Next to sail" in text


def test_the_replay_shows_the_page_too(tmp_path: Path) -> None:
    table = Table(tmp_path, session=campaign(2))
    scene = ReplayScene(table.app, table.session)
    table.app.change(Push(scene))
    scene.go(1)
    assert scene.page.root.visible and scene.where.spoken_text() == "Round 1"
    fighting = next(n for n, state in enumerate(table.session.states[1:], 1) if not SYSTEM.view(state, "").page)
    scene.go(fighting)
    table.wait()
    assert not scene.page.root.visible and scene.pane.canvas.visible


def test_the_report_of_a_campaign_lists_its_rounds_and_both_fleets(tmp_path: Path) -> None:
    table = Table(tmp_path, session=campaign(13))
    table.app.change(Push(ReportScene(table.app, table.session)))
    table.wait()
    assert {"page_calendar", "page_fleet-USN", "page_fleet-IJN"} <= table.ids()
    assert "report_losses" not in table.ids()


def test_the_page_is_told_in_words_in_place_of_the_board() -> None:
    session = campaign(3)
    lines = list(board_lines(SYSTEM.view(session.state, ""), "bands"))
    assert any(line.startswith("Round 4 of 12") for line in lines)
    assert any("August 1942" in line for line in lines)
    assert any(line.strip().startswith("Destroyers: ") for line in lines)


def test_the_chart_that_commands_the_enemy_is_on_the_screen_when_nothing_is_selected(tmp_path: Path) -> None:
    scenario = get_scenario(SYSTEM.key, "cape_esperance")
    session = Session(SYSTEM, scenario, None, {"chart_IJN": True}, seed=5)
    table = Table(tmp_path, session=session, players={"USN": "human", "IJN": "human"})
    assert "game_solitaire" in table.ids()
    plain = Table(tmp_path, session=Session(SYSTEM, scenario, None, seed=5))
    assert "game_solitaire" not in plain.ids()
