"""All four kinds of board by keyboard: arrows move, x scans, p lists, o gives odds, w what changed."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.app import App
from game.hud.keymap import ACTIONS
from game.scenes.play import PlayScene
from game.table.speech import piece_line, place_words
from game.ui.popups import Menu
from tests.pictures import screen

BOARDS = {
    "hex_night": ("SE", "NE"),
    "land_fight": ("W", "E"),
    "bands_fight": ("band ",),
    "table_fight": ("north-east", "south"),
    "inches_fight": ("north-east", "south"),
}


def show_battle(name: str, folder: Path) -> tuple[App, PlayScene]:
    app = screen(name, "1280", folder)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    return app, scene


def hit(app: App, key: int, typed: str = "") -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        app.handle(pygame.event.Event(kind, key=key, mod=0, unicode=typed, scancode=0))
    app.frame()


def tip(app: App) -> str:
    assert app.tree.tip is not None
    return app.tree.tip.spoken_text()


@pytest.mark.parametrize("name", BOARDS)
def test_arrows_walk_from_place_to_place_and_the_place_is_told(name: str, tmp_path: Path) -> None:
    app, scene = show_battle(name, tmp_path)
    app.reader.listened = True  # somebody listens: the arrows walk at once
    seen = set()
    for key in (pygame.K_UP, pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT):
        hit(app, key)
        assert scene.pane.cursor is not None
        seen.add(scene.pane.cursor)
        rows = scene.access_rows.rows()
        here = place_words(scene.system.board, scene.pane.cursor, scene.hand.view.ground)
        assert rows.chosen == 0 and rows.texts[0].startswith(here)
    assert len(seen) > 1


@pytest.mark.parametrize("name", BOARDS)
def test_without_a_listener_the_arrows_pan_as_before(name: str, tmp_path: Path) -> None:
    app, scene = show_battle(name, tmp_path)
    before = scene.board.camera
    hit(app, pygame.K_LEFT)
    assert scene.pane.cursor is None
    assert scene.board.camera != before or scene.system.board == "bands"  # which are all in sight


@pytest.mark.parametrize("name", BOARDS)
def test_x_tells_what_lies_along_the_rows_or_bearings(name: str, tmp_path: Path) -> None:
    app, scene = show_battle(name, tmp_path)
    hit(app, pygame.K_x, "x")
    words = tip(app)
    assert words.startswith("From ")
    assert all(word in words for word in BOARDS[name])
    if scene.system.board == "bands":
        assert all(piece.name in words for piece in scene.hand.view.pieces if piece.at)


@pytest.mark.parametrize("name", BOARDS)
def test_p_lists_every_counter_by_side_with_bearing_and_distance_and_goes_there(name: str, tmp_path: Path) -> None:
    app, scene = show_battle(name, tmp_path)
    hit(app, pygame.K_p, "p")
    menu = app.tree.top
    assert isinstance(menu, Menu)
    view, lines = scene.hand.view, [item.text for item in menu.items]
    standing = [piece for piece in view.pieces if piece.at]
    assert len(lines) == len(standing)
    line = piece_line(standing[0], scene.system.board, "", view.ground, view.north_deg)
    assert any(line in words for words in lines)  # the words of play by typing
    sides = [words.partition(":")[0] for words in lines]
    mine = next(score.name for score in view.scores if score.side == scene.hand.side)
    assert sides[0] == mine and sides == sorted(sides, key=lambda side: side != mine)
    hit(app, pygame.K_END)
    hit(app, pygame.K_RETURN)
    assert scene.pane.cursor in {piece.at for piece in standing if piece.side != scene.hand.side}


@pytest.mark.parametrize("name", BOARDS)
def test_o_tells_the_odds_of_what_is_chosen_and_w_what_has_changed(name: str, tmp_path: Path) -> None:
    app, scene = show_battle(name, tmp_path)
    hit(app, pygame.K_o, "o")
    if scene.hand.armed_command is None:
        assert tip(app) == "Select an order first to hear its odds."
    else:
        assert scene.hand.label(scene.hand.armed_command) in tip(app)
        assert "per cent" in tip(app) or "No dice are rolled now." in tip(app)
    hit(app, pygame.K_w, "w")
    last = scene.table.seat.visible_steps(len(scene.session.steps) - 1)[0].captions[-1]
    assert last.text in tip(app) or "more lines" in tip(app)


def test_the_keys_are_told_on_the_keys_page_and_do_nothing_else() -> None:
    keys = [key for default, _ in ACTIONS.values() for key in default.split()]
    assert len(keys) == len(set(keys))
    assert [ACTIONS[name][0] for name in ("scan", "pieces", "odds", "changed", "log")] == ["x", "p", "o", "w", "g"]
