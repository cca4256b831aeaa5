"""A game without a map sheet in the window: range bands by mouse and by key, its sight lines, replay, save and load."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.boards.band_board import BandBoard
from game.boards.timeline import plan
from game.library import get_scenario, open_map
from game.scenes.replay import ReplayScene
from game.scenes.report import ReportScene
from game.scenes.scenarios import ScenariosScene
from game.scenes.start import start_game
from game.skins import load_skin
from game.stack import Push
from game.ui import widgets as ui
from rules import SYSTEMS
from rules.kernel.session import Session, load_session
from rules.nights_of_fury.events import GunsFired, Moved, SmokeMade
from tests.game.play_table import Table

SYSTEM = SYSTEMS["nights_of_fury"]
SKIN = load_skin(SYSTEM.key)
Seated = Callable[..., Table]


def battle(key: str = "first_guadalcanal", **options: bool) -> Session:
    return Session(SYSTEM, get_scenario(SYSTEM.key, key), None, options, seed=3)


@pytest.fixture
def sit_down(tmp_path: Path) -> Seated:
    """Sit down at a battle on range bands in which nothing is hidden."""

    def sit(key: str = "first_guadalcanal", **how: object) -> Table:
        return Table(tmp_path, session=battle(key, hidden_movement=False), **how)  # type: ignore[arg-type]

    return sit


def test_a_click_anywhere_in_a_lit_band_arms_the_move_and_a_second_one_makes_it(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    place = table.play.hand.places()[0]
    open_water = table.at((place[0], place[1] - 2 if place[1] < 0 else place[1] + 2))
    before = len(table.session.steps)
    table.click(open_water)
    assert len(table.session.steps) == before
    armed = table.play.hand.armed_command
    assert armed is not None and table.play.hand.sketch(armed).at == place
    table.click(open_water)
    assert len(table.session.steps) == before + 1


def test_the_keyboard_cursor_moves_a_division_to_the_next_band(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    piece = table.play.hand.find(table.play.hand.piece)
    assert piece is not None
    before = len(table.session.steps)
    table.key(pygame.K_k, typed="k")
    assert table.play.pane.cursor == piece.at
    table.key(pygame.K_LEFT if table.play.hand.places()[0][0] < piece.at[0] else pygame.K_RIGHT)
    table.key(pygame.K_RETURN)
    assert table.play.hand.armed_command is not None
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before + 1


def test_a_counter_is_selected_by_clicking_on_it_even_in_a_lit_band(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("movement")
    table.key(pygame.K_SPACE, typed=" ")
    lit = set(table.play.hand.places())
    chosen = table.play.hand.piece
    other = next(piece for piece in table.play.hand.view.pieces if piece.id != chosen and piece.at not in lit)
    table.click(table.at(other.at))
    assert table.play.hand.piece == other.id


def test_guns_are_aimed_by_clicking_on_the_target(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("gunnery")
    table.key(pygame.K_SPACE, typed=" ")
    target = table.play.hand.find(table.play.hand.targets()[0])
    assert target is not None
    table.click(table.at(target.at))
    armed = table.play.hand.armed_command
    assert armed is not None and table.play.hand.sketch(armed).target == target.id
    assert table.play.board.overlay.target == target.at


def test_the_sight_line_tool_tells_the_distance_in_bands(sit_down: Seated) -> None:
    table = sit_down()
    table.play.pointer.show_line((3, 0), (6, -1), True)
    sight = table.play.board.overlay.sight
    assert sight is not None
    assert "3 bands, 6,000 yards" in sight.verdict


def test_what_is_under_the_cursor_is_told_with_the_island_of_its_band(sit_down: Seated) -> None:
    table = sit_down("the_night")
    table.play.skip()
    table.move(table.at((1, -2)))
    table.wait(100, 5)
    words = table.play.pointer.hint.words
    assert words.startswith("Band 1")
    assert "Guadalcanal" in words


def test_the_board_is_read_out_in_bands(sit_down: Seated) -> None:
    table = sit_down()
    words = table.app.tree.find("board").spoken_text()
    assert "band 3" in words
    assert "hex" not in words


def test_a_campaign_puts_to_sea_with_a_button_that_belongs_to_no_counter(sit_down: Seated) -> None:
    table = sit_down("campaign")
    before = len(table.session.steps)
    table.press("do_sail")
    assert table.play.hand.armed_command is not None
    table.key(pygame.K_RETURN)
    assert len(table.session.steps) == before + 1


def test_a_battle_is_replayed_and_reported_on_its_own_board(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("gunnery")
    scene = ReplayScene(table.app, table.session)
    table.app.change(Push(scene))
    table.wait()
    assert isinstance(scene.board, BandBoard)
    while scene.step_on():
        table.wait()
    assert scene.number == len(table.session.steps)
    table.app.change(Push(ReportScene(table.app, table.session)))
    table.wait()
    assert table.on_top == "ReportScene"


def test_a_saved_battle_is_opened_on_its_own_board_where_it_was_left(sit_down: Seated, tmp_path: Path) -> None:
    table = sit_down()
    table.go_to("movement")
    copy = table.session.branch(len(table.session.steps))
    copy.keep_in(tmp_path / "night.fight")
    copy.close()
    again = load_session(tmp_path / "night.fight", SYSTEMS, open_map)
    assert again.state.cursor == table.session.state.cursor
    start_game(table.app, again)
    table.wait()
    assert isinstance(table.app.scene.board, BandBoard)  # type: ignore[attr-defined]
    again.close()


def test_every_battle_has_a_picture_of_its_set_up(sit_down: Seated) -> None:
    table = sit_down()
    scene = ScenariosScene(table.app, SYSTEM.key)
    table.app.change(Push(scene))
    table.wait()
    pictures = {pygame.image.tobytes(scene._picture(entry, (320, 200)), "RGB") for entry in scene.entries}
    assert len(pictures) > len(scene.entries) / 2


def test_a_move_slides_from_band_to_band_in_its_lane_and_smoke_rises_where_it_is_made() -> None:
    places = {"van": (4, 1), "laffey": (4, 1), "hiei": (6, -1)}
    move = Moved(rule="r", division="van", start=3, end=4, path=(3, 4))
    smoke, shot = SmokeMade(rule="r", division="van"), GunsFired(
        rule="r", ship="laffey", target="hiei", bands=2, result="light", effect="light hit"
    )  # fmt: skip
    slide, cloud, shell, hit = plan((move, smoke, shot), SKIN, places.get).motions
    assert (slide.piece, slide.path) == ("van", ((3, 1), (4, 1)))
    assert (cloud.kind, cloud.path) == ("smoke", ((4, 1),))
    assert (shell.path, hit.kind) == (((4, 1), (6, -1)), "explosion")


@pytest.mark.parametrize("phase", ["gunnery", "torpedoes"])
def test_a_ship_under_a_counter_of_two_is_named_and_chosen_from_the_list(sit_down: Seated, phase: str) -> None:
    table = sit_down()
    table.go_to(phase)
    hand = table.play.hand
    action = next(action for action in hand.actions if action.kind == "target" and len(action.commands) > 1)
    table.play.pointer.select(action.piece, action.verb)
    target = hand.find(hand.targets()[0])
    assert target is not None
    table.click(table.at(target.at))
    first = hand.armed_command
    listed = table.app.tree.find("which")
    assert isinstance(listed, ui.Table)
    assert len(hand.candidates) > 1
    assert first is not None
    number = hand.candidates.index(first) + 1  # the best is proposed
    assert f"{number} of {len(hand.candidates)}" in table.app.tree.find("ways").spoken_text()
    x, y = listed.rect.x + 20, listed.rect.y
    second = (x, next(y + down for down in range(listed.rect.h) if listed.row_at((x, y + down)) == 1) + 4)
    steps = len(table.session.steps)
    table.click(second)
    assert hand.armed_command == hand.candidates[1] != first
    assert len(table.session.steps) == steps, "chosen, not given"
    words = table.app.tree.find("ways").spoken_text()
    assert f"2 of {len(hand.candidates)}" in words
    assert words.split(",")[0] in hand.label(hand.candidates[1])


def test_a_launch_shows_the_odds_of_the_throw_that_comes_later(sit_down: Seated) -> None:
    table = sit_down()
    table.go_to("torpedoes")
    hand = table.play.hand
    action = next(action for action in hand.actions if action.verb == "launch")
    table.play.pointer.arm(action.commands[0])
    table.wait()
    assert "if nothing changes" in table.app.tree.find("odds_later").spoken_text()
    assert "miss" in table.app.tree.find("odds").spoken_text()
