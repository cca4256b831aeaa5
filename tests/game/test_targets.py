"""Whatever can be pressed is 24 pixels across and down, at the smallest size of text, too: WCAG 2.5.8."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.hud.board_pane import PING_MS
from game.ui import widgets as ui
from game.ui.widget import LEAST_TARGET
from tests.conftest import SOAK
from tests.game.layout_faults import widget_name
from tests.game.play_table import Table
from tests.game.test_keyboard_reach import ALL, by_mouse, open_screen
from tests.game.test_study_page import open_study
from tests.pictures import SIZES


def targets(app: App) -> Iterator[tuple[str, pygame.Rect]]:
    """Yield every control and its place; links in a text are exempt, as the guideline allows."""
    for widget in by_mouse(app):
        if isinstance(widget, ui.PhaseRibbon):
            yield from ((widget_name(widget), rect) for _, rect in widget.steps())
        elif isinstance(widget, ui.Table | ui.ListBox | ui.Menu):
            yield widget_name(widget), pygame.Rect(0, 0, widget.rect.w, widget.row_height())
        elif isinstance(widget, ui.Tabs):
            yield from ((widget_name(widget), rect) for rect in widget.tab_rects())
        elif not hasattr(widget, "link_rects"):
            yield widget_name(widget), widget.rect


@pytest.mark.parametrize("scale", [0.75, 1.0])
@pytest.mark.parametrize("name", ALL if SOAK else ["hex_night"])
@pytest.mark.sweep(keep=1)
def test_every_target_is_large_enough(name: str, scale: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIZES, "1280", ((1280, 720), scale))
    app = open_screen(name, tmp_path)
    found = list(targets(app))
    while app.scenes:
        app.scenes.pop().on_close()
    assert found
    assert [(what, rect.size) for what, rect in found if min(rect.size) < LEAST_TARGET] == []


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
