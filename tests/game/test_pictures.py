"""What can be checked by program on the named screens: names clear of counters and of each other, controls in place."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.app import App
from game.boards.label_layout import SLACK, Word, place_labels
from game.boards.models import SQUEEZED
from game.boards.ornaments import fit_words
from game.boards.table_board import TableBoard
from game.boards.table_labels import HALO
from game.scenes.play import PlayScene
from game.stack import Replace
from game.ui.fonts import FontBook
from rules.kernel.flow import actor
from tests.pictures import SCREENS, SIZES, screen, whole

BOARDS = ("hex_opening", "hex_late", "bands_late", "table_opening", "table_fight", "land_opening", "inches_fight")


def board_of(app: App) -> Any:
    return app.scene.board  # type: ignore[attr-defined]


@pytest.mark.sweep(keep=4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOARDS)
def test_no_name_lies_under_a_counter_an_ornament_or_another_name(name: str, size: str, tmp_path: Path) -> None:
    app = screen(name, size, tmp_path)
    board = board_of(app)
    shift = board.rect.x - board.camera.scroll[0], board.rect.y - board.camera.scroll[1]
    words = [word.box.inflate(-2 * SLACK, -2 * SLACK).move(shift) for word in board.chart_names()]
    taken = [box.move(shift) for box in board._covered_boxes()] + board.corners.rects()
    assert [word for word in words if word.collidelist(taken) >= 0] == []
    assert [word for number, word in enumerate(words) if word.collidelist(words[:number]) >= 0] == []
    assert all(board.rect.contains(word) for word in words)
    ornaments = board.corners.rects()
    assert [box for number, box in enumerate(ornaments) if box.collidelist(ornaments[:number]) >= 0] == []
    assert app.tree.misplaced_widgets() == []


@pytest.mark.sweep(keep=2)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [name for name in BOARDS if name.startswith(("table", "inches"))])
def test_names_of_ships_are_clear_of_models_and_of_each_other_and_models_can_be_seen(
    name: str, size: str, tmp_path: Path
) -> None:
    board = board_of(screen(name, size, tmp_path))
    assert isinstance(board, TableBoard)
    zoom = board.camera.zoom
    labels = [label for label in board.fleet.visible_names(zoom) if label.piece != board.overlay.selected]
    boxes = [label.box.inflate(-2 * HALO, -2 * HALO) for label in labels]
    assert [box for number, box in enumerate(boxes) if box.collidelist(boxes[:number]) >= 0] == []
    struck = [
        (label.piece, other.piece)
        for label in labels
        for other, box in zip(labels, boxes, strict=True)
        if other is not label and label.tie and box.clipline(*label.tie)
    ]
    assert len(struck) <= 1, struck  # one pair is allowed where a line ends at the edge of the table
    for spot in board.fleet.standing(zoom):
        middle = pygame.Rect(0, 0, 12, 12)
        middle.center = (round(spot.at[0]), round(spot.at[1]))
        assert middle.collidelist(boxes) < 0, spot.piece.name
        assert spot.length >= SQUEEZED


@pytest.mark.parametrize("size", SIZES)
def test_ships_in_line_ahead_never_cover_each_other(size: str, tmp_path: Path) -> None:
    board = board_of(screen("table_opening", size, tmp_path))
    spots = board.fleet.standing(board.camera.zoom)
    assert len(spots) >= 12
    for number, one in enumerate(spots):
        for other in spots[:number]:
            assert math.dist(one.at, other.at) > max(one.length, other.length)


@pytest.mark.parametrize("name", [name for name in SCREENS if name.endswith("_opening") and name != "land_opening"])
def test_a_board_opens_with_every_counter_in_the_frame(name: str, tmp_path: Path) -> None:
    """Large land battles open with counters large enough to read: tests/game/test_play_land.py."""
    board = board_of(screen(name, "1280", tmp_path))
    assert [piece.name for piece in board.pieces if not board.rect.collidepoint(board.screen_of(piece.at))] == []


def test_words_find_the_nearest_room_and_are_left_out_where_there_is_none() -> None:
    picture = pygame.Surface((60, 20))
    seen = pygame.Rect(0, 0, 400, 200)
    counter = pygame.Rect(170, 85, 60, 40)
    (moved,) = place_labels([Word(picture, 200, 100, roam=(2.0, 0.0))], [counter], seen)
    assert not moved.box.inflate(-2 * SLACK, -2 * SLACK).colliderect(counter) and moved.box.centerx == 200
    assert place_labels([Word(picture, 200, 100)], [counter], seen) == []
    both = place_labels([Word(picture, 100, 50), Word(picture, 110, 55, rank=2)], [], seen)
    assert [word.box.center for word in both] == [(110, 55)]


def test_a_title_is_never_cut() -> None:
    book, title = FontBook(), "Abu Klea: the square and the Gardner"
    lines = fit_words(book, title, "title", 23, 300)
    assert " ".join(text for text, _ in lines) == title and len(lines) == 2
    assert all(book.width(text, "title", px) <= 300 for text, px in lines)


def test_thirty_screens_and_more_have_names() -> None:
    assert len(SCREENS) >= 30


@pytest.mark.parametrize("game", [name for name in SCREENS if name.endswith("_opening")])
def test_the_board_has_62_per_cent_of_the_window_in_every_phase(game: str, tmp_path: Path) -> None:
    app = screen(game, "1280", tmp_path, painted=False)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    golden = whole(f"{scene.system.key}/{scene.session.scenario.key.rpartition('/')[2]}")
    asked = {state.cursor.phase: number for number, state in reversed([*enumerate(golden.states)]) if actor(state)}
    assert len(asked) >= 3
    for number in asked.values():
        session = golden.branch(number)
        players = {side.key: "human" if side.key == session.actor else "greedy" for side in session.scenario.sides}
        app.change(Replace(PlayScene(app, session, players)))
        app.frame()
        board, log = app.tree.find("board").rect, app.tree.find("log").rect
        assert board.w * board.h >= 0.62 * 1280 * 720
        cards = app.tree.find("cards_scroll")
        assert log.h >= 80 and (cards.most == 0 or log.h <= 120), "orders that need room get it before the log"  # type: ignore[attr-defined]
