"""What settings, rulebook, report and replay share: the whole page under one bar, and how much room there is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.scenes.page import head
from game.ui import widgets as ui

if TYPE_CHECKING:
    from game.app import App


def units(app: App) -> tuple[float, float]:
    """The window's size in unscaled units: what decides how much fits beside what."""
    width, height = app.tree.size
    return width / app.tree.scale, height / app.tree.scale


def page(
    title: str, note: str, body: ui.Widget, back: Callable[[], None], more: Sequence[ui.Widget] = (), id: str = ""
) -> ui.Dock:
    """A whole page. `more` are widgets at the right of the bar."""
    return ui.Dock(body, top=head(title, note, back, *more), id=id)
