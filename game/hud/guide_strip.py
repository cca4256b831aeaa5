"""The strip below the board of a guided battle: it explains each phase when it first occurs."""

from __future__ import annotations

from game.table.table import Table
from game.teach.guide import lesson_markup
from game.teach.guided import explanations_now, guide_of
from game.ui import widgets as ui
from game.words import tr


class GuideStrip:
    """Explains each new phase to the player whose view is shown; absent in games that are not guided."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.battle = guide_of(table.session.scenario)
        self._panel: ui.Panel | None = None
        self._closed = ""  # the text that the player has closed

    @property
    def words(self) -> str:
        """Return the explanation to show now, as markup; empty if nothing is new."""
        table = self.table
        if self.battle is None or not table.side:
            return ""
        return lesson_markup(table.session.system, "\n".join(explanations_now(self.battle, table.session, table.side)))

    def widget(self) -> ui.Widget | None:
        """Return a new panel; None if the battle is not guided."""
        if self.battle is None:
            return None
        self._text = ui.RichText("", "guide_text", stretch=1, width=10)
        close = ui.Button(tr("Understood"), self._close, "guide_close", size="small", align="end")
        row = ui.Row(self._text, close, gap=14)
        self._panel = ui.Panel(row, frame="cartouche", pad=(18, 9), id="guide", visible=False)
        return self._panel

    def _close(self) -> None:
        self._closed = self.words
        self.show()

    def show(self) -> None:
        """Show the explanation, unless there is none or it was closed."""
        if self._panel is not None:
            words = self.words
            self._text.set_text(words)
            self._panel.set_visible(bool(words) and words != self._closed)
