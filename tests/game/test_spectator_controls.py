"""Who watches two computers play sees what happens: the board follows, and never ends on empty sea."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.conftest import begin
from tests.game.play_table import Table

STEPS = 60
WAIT_S = 60


def watch_game(game: str, folder: Path) -> Table:
    session = begin(game, seed=5)
    table = Table(folder, {note.key: "captain" for note in session.scenario.sides}, session=session)
    table.play.director.speed = 2
    return table


def one_step(table: Table) -> None:
    """Wait until the computers have done something more."""
    before, latest = len(table.session.steps), time.monotonic() + WAIT_S
    while len(table.session.steps) == before and not table.session.over:
        assert time.monotonic() < latest
        table.wait(600)
        time.sleep(0.001)


def out_of_sight(table: Table) -> list[str]:
    """Return counters that moved with the last step and stand beyond the edge of the board."""
    moved = [event for event in table.session.steps[-1].events if type(event).__name__ == "Moved"]
    named = {str(getattr(event, name, "")) for event in moved for name in ("division", "ship")}
    rect, board = table.play.pane.canvas.rect, table.play.board
    pieces = [piece for piece in table.play.hand.view.pieces if piece.at and piece.id in named]
    return [piece.name for piece in pieces if not rect.collidepoint(board.screen_of(piece.at))]


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("game", ["nw_smoke/little_and_gregory", "quickfire/dash_to_chifu"])
def test_the_board_follows_what_happens(game: str, tmp_path: Path) -> None:
    table = watch_game(game, tmp_path)
    for number in range(STEPS):
        if table.session.over:
            break
        if number == STEPS // 3:
            table.play.pane.pan(-1600, 0)  # somebody has dragged the chart away
        one_step(table)
        assert out_of_sight(table) == []
    pieces = [piece for piece in table.play.hand.view.pieces if piece.at]
    rect = table.play.pane.canvas.rect
    assert any(rect.collidepoint(table.play.board.screen_of(piece.at)) for piece in pieces), "no empty sea"


def test_a_board_moved_by_hand_is_brought_back_no_further_than_it_takes(tmp_path: Path) -> None:
    table = watch_game("nw_smoke/little_and_gregory", tmp_path)
    table.play.director.paused = True
    pane = table.play.pane
    pane.zoom(3)
    zoom = pane.board.camera.zoom
    piece = next(piece for piece in table.play.hand.view.pieces if piece.at)
    pane.pan(-2000, 0)
    assert not pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at))
    pane.follow([piece.at])
    assert pane.canvas.rect.collidepoint(pane.board.screen_of(piece.at)) and pane.board.camera.zoom == zoom
    at = pane.board.camera
    pane.follow([piece.at])
    assert pane.board.camera == at, "what is seen moves nothing"
