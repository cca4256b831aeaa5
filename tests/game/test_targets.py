"""Whatever can be pressed is 24 pixels across and down, at the smallest size of text, too: WCAG 2.5.8."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.ui import widgets as ui
from game.ui.widget import LEAST_TARGET
from tests.conftest import SOAK
from tests.game.layout_faults import widget_name
from tests.game.test_keyboard_reach import ALL, by_mouse, open_screen
from tests.pictures import SIZES


def targets(app: App) -> Iterator[tuple[str, pygame.Rect]]:
    """Yield what can be pressed and where; links in a text are as high as its lines, which the guideline lets be."""
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
