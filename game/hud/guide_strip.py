"""The strip of a guided battle below its board: what the phase is, and what is decided in it, when it first comes."""

from __future__ import annotations

from game.table.table import Table
from game.teach.guide import lesson_markup
from game.teach.guided import guide_of, words_now
from game.ui import widgets as ui
from game.words import tr


class GuideStrip:
    """Explain each new phase to who looks at the table. In a game that is not guided it is not there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.battle = guide_of(table.session.scenario)
        self._panel: ui.Panel | None = None
        self._read = ""  # what was closed

    @property
    def words(self) -> str:
        """What is to be read now, as markup; empty where nothing is new."""
        table = self.table
        if self.battle is None or not table.side:
            return ""
        return lesson_markup(table.session.system, "\n".join(words_now(self.battle, table.session, table.side)))

    def widget(self) -> ui.Widget | None:
        """Return fresh widgets."""
        if self.battle is None:
            return None
        self._text = ui.RichText("", "guide_text", stretch=1, width=10)
        close = ui.Button(tr("Understood"), self._close, "guide_close", size="small", align="end")
        row = ui.Row(self._text, close, gap=14)
        self._panel = ui.Panel(row, frame="cartouche", pad=(18, 9), id="guide", visible=False)
        return self._panel

    def _close(self) -> None:
        self._read = self.words
        self.show()

    def show(self) -> None:
        """Show what is new, or nothing."""
        if self._panel is not None:
            words = self.words
            self._text.set_text(words)
            self._panel.set_visible(bool(words) and words != self._read)
