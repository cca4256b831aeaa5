"""What luck, skill and luck-adjusted mean in plain words; beside it the player's own rating and where it comes from."""

from __future__ import annotations

import pygame

from game.scene import Scene
from game.scenes.book_page import page, units
from game.stack import Pop
from game.table.player_types import player_type
from game.teach.adaptive_opponent import standing_words
from game.teach.player_rating import load_rated
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.analysis.rating import KINDS, Insight, insights, load_explanation, rank_of, rating_words, total_count

WIDE = 900  # units of width from which there are two columns
SHOWN = 6  # groups of each kind


class ExplainedScene(Scene):
    """Two columns: the words, and the rating with its insights."""

    title = tr_noop("Luck and skill")

    def build(self) -> ui.Widget:
        """Return all widgets again."""
        words = [
            ui.Panel(ui.RichText(ui.escape(chapter.text)), title=chapter.title, pad=(16, 10))
            for chapter in load_explanation()
        ]
        games = list(load_rated(self.app.folders.settings).games.values())
        count = total_count(games)
        rating = ui.Panel(
            ui.Label(rank_of(count).capitalize(), "rating_rank", role="title", size="heading", text_align="centre"),
            ui.Label(rating_words(count), "rating_words", text_align="centre", colour="ink_soft"),
            ui.Label(
                standing_words(self.app.folders.settings), "matched_words", text_align="centre", colour="ink_soft"
            ),
            title=tr("Your rating"),
            frame="cartouche",
            gap=4,
            pad=(16, 12),
        )
        found = insights(games)
        tables = [self._table(kind, [row for row in found if row.kind == kind]) for kind in KINDS if found]
        if units(self.app)[0] >= WIDE:
            left, right = (
                ui.Column(*words, gap=10, stretch=6, width=10),
                ui.Column(rating, *tables, gap=10, stretch=5, width=10),
            )
            body: ui.Widget = ui.Column(ui.Row(left, right, gap=14), pad=(16, 14))
        else:
            body = ui.Column(rating, *tables, *words, gap=10, pad=(12, 10))
        self.scroll = ui.ScrollView(body, "explained_scroll", stretch=1)
        return page(tr("Luck and skill"), "", self.scroll, self.back, id="explained")

    def _table(self, kind: str, rows: list[Insight]) -> ui.Panel:
        lines: list[ui.Widget] = []
        for row in rows[:SHOWN]:
            system, _, rest = row.name.partition(": ")
            title = self.app.systems[system].title if system in self.app.systems else system
            error = tr("{error} of {orders}", error=f"{row.count.error:.1f}", orders=row.count.orders)
            luck = tr("luck {luck}", luck=f"{row.luck:+.0f}") if row.games else ""
            if kind == "opponent":
                title = player_type(row.name)[0]
                rest = tr(
                    "without luck {skill} ± {margin} per game", skill=f"{row.skill:+.0f}", margin=f"{row.margin:.0f}"
                )
            lines.append(
                ui.Row(
                    ui.Label(f"{title}: {rest}" if rest else title, stretch=1, width=10),
                    ui.Label(error, role="figures", width=92, text_align="right"),
                    ui.Label(luck, colour="ink_faint", width=76, text_align="right"),
                    gap=8,
                )
            )
        if not lines:
            lines.append(ui.Label(tr("no data yet"), role="italic", colour="ink_faint"))
        return ui.Panel(*lines, title=tr("By {kind}", kind=kind), note=tr("points per order"), gap=3, pad=(14, 10))

    def on_enter(self) -> None:
        """Use the night palette for pages."""
        self.app.want_palette("night")

    def back(self) -> None:
        """Go back to the page before."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape goes back; the page keys scroll."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        return self.scroll.page_key(event.key)
