"""The game menu: what the battle is about, notes, giving it up, and letting the computer finish it."""

from __future__ import annotations

import time
from pathlib import Path

import pygame

from game.scenes.report import ReportScene
from game.settings import load_settings
from game.table.director import Director
from rules.players.solitaire_player import RandomPlayer
from tests.conftest import begin
from tests.game.play_table import Table


def battle(folder: Path, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> Table:
    """Return the first battle of the hex game at the screen of Japan."""
    session = begin("nw_smoke/little_and_gregory", seed=4)
    return Table(folder, {"IJN": "human", "USN": "random"}, session=session, size=size, scale=scale)


def open_menu(table: Table, entry: str) -> None:
    table.press("menu")
    table.press(entry)


def words(table: Table, id: str) -> str:
    return " ".join(widget.spoken_text() for widget in table.app.tree.find(id).walk())


def test_the_briefing_and_one_s_own_objectives_can_be_read_in_the_middle_of_the_battle(tmp_path: Path) -> None:
    table = battle(tmp_path)
    open_menu(table, "menu_briefing")
    scenario = table.session.scenario
    assert scenario.briefing.split()[0] in words(table, "briefing_text")
    for note in scenario.sides:
        assert note.brief == "" or f"brief_{note.key}" in table.ids() or note.key != "IJN"
    assert "1942" in words(table, "briefing")


def test_where_the_sides_hide_from_each_other_the_enemy_s_orders_are_not_shown(tmp_path: Path) -> None:
    table = battle(tmp_path)
    assert table.play.director.hiding
    open_menu(table, "menu_briefing")
    assert "brief_USN" not in table.ids() and "brief_IJN" in table.ids()


def test_notes_are_kept_with_the_turn_they_were_made_in(tmp_path: Path) -> None:
    table = battle(tmp_path)
    open_menu(table, "menu_notes")
    field = table.app.tree.find("notes_text")
    field.on_text_typed("the moon sets at two")
    table.press("notes_add")
    assert load_settings(table.app.folders.settings)[0].notes == {
        "nw_smoke/little_and_gregory": ["Turn 1: the moon sets at two"]
    }
    open_menu(table, "menu_notes")
    assert "the moon sets at two" in words(table, "notes_list")
    table.press("note_drop_0")
    assert load_settings(table.app.folders.settings)[0].notes == {}


def test_a_battle_can_be_given_up_and_its_report_says_who_did(tmp_path: Path) -> None:
    table = battle(tmp_path)
    open_menu(table, "menu_concede")
    assert not isinstance(table.app.scene, ReportScene), "it asks first: something is lost"
    steps = len(table.session.steps)
    table.press("concede_yes")
    assert isinstance(table.app.scene, ReportScene)
    assert table.app.tree.find("report_result").spoken_text() == "Conceded"
    assert "Japan conceded" in words(table, "report_why")
    assert len(table.session.steps) == steps, "no order of the game is invented"


def test_the_computer_finishes_the_battle_and_shows_no_more_than_the_side_may_know(tmp_path: Path) -> None:
    table = battle(tmp_path)
    open_menu(table, "menu_finish")
    table.press("finish_yes")
    director = table.play.director
    assert director.watching and director.viewer == "IJN" and not director.reasons_open
    quick(director)
    until = time.monotonic() + 60
    while not table.session.over and time.monotonic() < until:
        table.wait(600)
    assert table.session.over


def test_a_side_that_was_lent_can_be_taken_back(tmp_path: Path) -> None:
    table = battle(tmp_path)
    open_menu(table, "menu_finish")
    table.press("finish_yes")
    director = table.play.director
    quick(director)
    for _ in range(40):
        table.wait(600)
    open_menu(table, "menu_take_back")
    assert director.humans == ("IJN",) and not director.lent
    table.press("menu")
    assert {"menu_finish", "menu_concede"} <= table.ids() and "menu_take_back" not in table.ids()


def test_every_entry_is_in_the_window_at_every_size(tmp_path: Path) -> None:
    for number, (size, scale) in enumerate((((1280, 720), 1.0), ((1920, 1080), 1.0), ((1280, 720), 1.5))):
        table = battle(tmp_path / str(number), size, scale)
        table.press("menu")
        table.app.tree.ensure_layout()
        window = pygame.Rect((0, 0), size)
        entries = [widget for widget in table.app.tree.top.walk() if widget.id.startswith("menu_")]
        assert len(entries) >= 14
        assert [widget.id for widget in entries if not window.contains(widget.rect)] == [], (size, scale)


def quick(director: Director) -> None:
    """Replace the computer players by random ones: how well they play does not matter here."""
    for number, (side, player) in enumerate(director.players.items()):
        if player is not None:
            director.players[side] = RandomPlayer(number)
