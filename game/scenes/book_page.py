"""What settings, rulebook, errata, report and replay share: the page under one bar, its room, a list beside a sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.app import App
from game.scene import Scene
from game.scenes.page import page_header
from game.stack import Pop
from game.ui import widgets as ui


def units(app: App) -> tuple[float, float]:
    """Return the window's size in unscaled units: what decides how much fits beside what."""
    width, height = app.tree.size
    return width / app.tree.scale, height / app.tree.scale


def page(
    title: str, note: str, body: ui.Widget, back: Callable[[], None], more: Sequence[ui.Widget] = (), id: str = ""
) -> ui.Dock:
    """Return a whole page. `more` are widgets at the right of the bar."""
    return ui.Dock(body, top=page_header(title, note, back, *more), id=id)


class ListBesideSheet(Scene):
    """A list, and beside it a sheet that tells of what is chosen in it; links of the sheet are followed."""

    list: ui.Table
    detail: ui.ScrollView  # of the sheet
    words: ui.Column  # on the sheet

    def follow(self, link: str) -> None:
        """Follow a link of the sheet."""
        raise NotImplementedError

    def _mark(self) -> None:
        """Mark in the list what is chosen."""
        raise NotImplementedError

    def _begin_at(self, field: ui.Widget) -> None:
        """Let links be followed, show what is chosen, and give a widget the focus."""
        tree = self.app.tree
        tree.on_link = self.follow
        tree.ensure_layout()
        self._mark()
        self.list.scroll_to((self.list.row - 6) * self.list.row_height())
        tree.focus(field)
        tree.focus_visible = False

    def on_leave(self) -> None:
        """Release the links."""
        self.app.tree.on_link = None

    def leave(self) -> None:
        """Go back to the page before."""
        self.app.change(Pop())

    def _tell(self, parts: Iterable[ui.Widget]) -> None:
        """Fill the sheet again, from its top."""
        self.words.clear()
        self.words.add(*parts)
        self.words.invalidate()
        if self.words.is_attached:
            self.words.relayout()
            self.detail.scroll_to(0)
