"""The common parts of settings, rulebook, errata, report and replay: a page under a bar, and a list beside a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.app import App
from game.scene import Scene
from game.scenes.page import page_header
from game.stack import Pop
from game.ui import widgets as ui


def units(app: App) -> tuple[float, float]:
    """Return the window's size in unscaled units, which decides the layout."""
    width, height = app.tree.size
    return width / app.tree.scale, height / app.tree.scale


def page(
    title: str, note: str, body: ui.Widget, back: Callable[[], None], more: Sequence[ui.Widget] = (), id: str = ""
) -> ui.Dock:
    """Return a whole page. `more`: widgets at the right of the bar."""
    return ui.Dock(body, top=page_header(title, note, back, *more), id=id)


class ListBesideSheet(Scene):
    """A list with a sheet beside it that describes the selected entry; links in the sheet can be followed."""

    list: ui.Table
    detail: ui.ScrollView  # id of the sheet
    words: ui.Column  # widgets on the sheet

    def follow(self, link: str) -> None:
        """Follow a link of the sheet."""
        raise NotImplementedError

    def _mark(self) -> None:
        """Mark the selected entry in the list."""
        raise NotImplementedError

    def _begin_at(self, field: ui.Widget) -> None:
        """Activate links, show the selected entry, and give a widget the focus."""
        tree = self.app.tree
        tree.on_link = self.follow
        tree.ensure_layout()
        self._mark()
        self.list.scroll_to((self.list.row - 6) * self.list.row_height())
        tree.focus(field)
        tree.focus_visible = False

    def on_leave(self) -> None:
        """Deactivate links."""
        self.app.tree.on_link = None

    def leave(self) -> None:
        """Return to the previous page."""
        self.app.change(Pop())

    def _tell(self, parts: Iterable[ui.Widget]) -> None:
        """Refill the sheet and scroll to its top."""
        self.words.clear()
        self.words.add(*parts)
        self.words.invalidate()
        if self.words.is_attached:
            self.words.relayout()
            self.detail.scroll_to(0)
