"""Pointing at a place: by middle click or a key; marked for a while, told with a name; in a study the mark is kept."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.hud.board_pane import PING_MS
from tests.game.play_table import Table
from tests.game.test_study_page import open_study


def test_a_middle_click_or_a_full_stop_marks_a_place_for_a_while(tmp_path: Path) -> None:
    table = Table(tmp_path)
    heard: list[tuple[int, ...]] = []
    show, table.play.pane.on_ping = table.play.pane.on_ping, heard.append
    table.click(table.at(4025), button=2)
    table.move(table.at(4127))
    table.key(pygame.K_PERIOD, typed=".")
    assert heard == [(4025,), (4127,)]
    before = table.app.surface.copy()
    show((4025,))
    table.wait()
    assert table.play.pane.pinged is not None
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(table.app.surface, "RGB")
    table.wait(PING_MS)
    assert table.play.pane.pinged is None


def test_what_the_other_player_points_at_is_told_with_the_name(tmp_path: Path) -> None:
    table = Table(tmp_path)
    lines: list[str] = []
    table.play.tell = lambda markup, rule="": lines.append(markup)  # type: ignore[method-assign]
    table.play.show_ping((3822,), "Japan")
    table.wait()
    assert lines == ["Japan points at the board."]
    assert table.play.pane.canvas.rect.collidepoint(table.at(3822)), "and brought into view"


def test_a_place_pointed_at_in_a_study_has_a_ring_that_is_kept(tmp_path: Path) -> None:
    _, scene = open_study(tmp_path)
    before = scene.note.rings
    assert scene.pane.board.view is not None
    place = next(piece.at for piece in scene.pane.board.view.pieces if piece.at not in before)
    scene.pane.on_ping(place)
    assert scene.note.rings == (*before, place)
    scene.pane.on_ping(place)
    assert scene.note.rings == before
