"""The overview of rules met: every chapter of a game as signs, how much of it was used, and what would show the
rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.app import App
from game.hud.menus import BADGE_TONES, BADGE_WORDS, show_me
from game.hud.rule_icons import STATES, RuleIcons, draw_sign
from game.rules_seen import chapters
from game.scenes.game_pages import TIGHT, AllGamesPage
from game.scenes.page import Tile, page_footer, page_header
from game.table.rule_citations import SIGNS
from game.teach.coverage import Proposal, battle_rules, next_battle, next_lesson, silent_rules
from game.teach.progress import load_progress
from game.teach.rule_examples import open_showings
from game.ui import widgets as ui
from game.words import tr, tr_noop, trn
from rules.kernel.rulebook import Rule

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from game.ui.widget import Box

TITLE = 210  # unscaled width of the title of a chapter


class CoverageScene(AllGamesPage):
    """Shows which rules the player's games have used. `system`: the game shown first; empty: the first."""

    title = tr_noop("Rules used")

    def __init__(self, app: App, system: str = "") -> None:
        super().__init__(app)
        self.system = system or next(iter(app.systems))
        self.showings = open_showings(app.systems)
        self.chosen: Rule | None = None

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the games at the left, the chapters of one of them, and suggestions."""
        wide = self.app.tree.size[0] / self.app.tree.scale
        listed = min(330.0, max(220.0, wide * 0.25)) if wide >= TIGHT else wide * 0.34
        left = self._games_list(listed)
        self.page = ui.Column(gap=9, pad=(24, 16))
        self.scroll = ui.ScrollView(self.page, "chapters_scroll", stretch=1)
        centre = ui.Row(left, ui.Panel(self.scroll, pad=4, stretch=1), gap=18)
        centre.pad_x, centre.pad_y = 20, 14
        self.about = ui.RichText("", "about_rule", lines=1, stretch=1, align="centre")
        self.show_button = ui.Button(tr("Show me"), self.show, "show_rule", align="centre", visible=False)
        self.read_button = ui.Button(tr("Read"), self.read, "read_rule", style="primary", align="centre", visible=False)
        top = page_header(tr("Rules used"), tr("rules your games have used, and where to see the others"), self.back)
        self._show()
        return ui.Dock(
            centre, top=top, bottom=page_footer(self.about, self.show_button, self.read_button), id="coverage"
        )

    def _game(self, key: str) -> Tile:
        system = self.app.systems[key]
        rules = tuple(system.rulebook.rules.values())
        used = sum(rule.id in self.app.met.used for rule in rules)
        note = f"{self.app.met.percent(rules)} %"
        press = partial(self.choose, key)
        words = tr("{used} of {all} rules used", used=used, all=len(rules))
        chosen = key == self.system
        return Tile(system.title, words, press, f"game_{key}", note=note, chosen=chosen, size="large", on_focus=press)

    def _show(self) -> None:
        system, met = self.app.systems[self.system], self.app.met
        self.chosen = None
        self._tell()
        self.page.clear()
        self.page.add(ui.Label(system.title, role="title", size="heading"))
        self.page.add(*self._proposals(), self._legend(), ui.Rule())
        titles = {chapter.key: chapter.title for chapter in system.rulebook.chapters}
        narrow = self.app.tree.size[0] / self.app.tree.scale < TIGHT
        for key, rules in chapters(system.rulebook).items():
            used = sum(rule.id in met.used for rule in rules)
            cells = RuleIcons(rules, met, self.point, self.open, f"cells_{key}", stretch=1)
            name = ui.Label(titles.get(key, key), role="bold", wrap=narrow)
            done = ui.Label(
                tr("{some} of {all}", some=used, all=len(rules)),
                colour="ink_faint",
                size="small",
                width=66,
                text_align="right",
            )
            percent = ui.Label(f"{met.percent(rules)} %", role="figures_bold", width=52, text_align="right")
            if narrow:
                name.stretch = 1
                self.page.add(ui.Row(name, done, percent, gap=8), cells)
            else:
                name.width = TITLE
                self.page.add(ui.Row(name, cells, done, percent, gap=12))

    def _proposals(self) -> Iterator[ui.Widget]:
        """Yield suggestions: a lesson and a battle."""
        met, system = self.app.met, self.app.systems[self.system]
        course = self.showings.courses.of(self.system)
        lesson = next_lesson(course, load_progress(self.app.folders.settings), met.used)
        battle = next_battle(
            self.app.library.of(self.system), battle_rules(self.system), met.used, system.rulebook.rules
        )
        tiles = [self._tile(found) for found in (lesson, battle) if found is not None]
        if not tiles:
            yield ui.RichText(tr("*All lessons are done, and no battle uses a rule that is new to you.*"))
        elif self.app.tree.size[0] / self.app.tree.scale < TIGHT * 1.3:
            yield from tiles
        else:
            yield ui.equal([*tiles, *(ui.Spacer() for _ in range(2 - len(tiles)))])

    def _tile(self, found: Proposal) -> Tile:
        words = tr("all its rules used")
        if found.fresh:
            words = trn(
                "uses {count} rule that is new to you",
                "uses {count} rules that are new to you",
                len(found.fresh),
            )
        if found.lecture is not None:
            press = partial(self.app.screens.lesson, found.lecture)
            note = tr("next lesson · {count} min", count=found.lecture.lesson.minutes)
            return Tile(found.title, words, press, "next_lesson", note=note, size="large")
        assert found.entry is not None
        press = partial(self.app.screens.scenarios, self.system, found.entry.key)
        return Tile(found.title, words, press, "next_battle", note=tr("next battle"), size="large")

    def _legend(self) -> ui.Widget:
        parts: list[ui.Widget] = []
        for kind in ("seed", "public", "house"):
            parts.append(ui.Row(Sign(kind, "used"), ui.Label(tr(BADGE_WORDS[kind]), size="small", wrap=False), gap=6))
        for state in ("used", "seen", ""):
            parts.append(ui.Row(Sign("house", state), ui.Label(tr(STATES[state]), size="small", wrap=False), gap=6))
        parts.append(ui.RichText(tr("{gold:▁} looked up"), size="small"))
        return ui.Flow(*parts, id="legend", gap=16)

    # ------------------------------------------------------------------ one rule

    def point(self, rule: Rule) -> None:
        """Show the rule of the symbol under the pointer or chosen by arrow keys."""
        if rule is not self.chosen:
            self.chosen = rule
            self._tell()

    def _tell(self) -> None:
        rule = self.chosen
        self.read_button.set_visible(rule is not None)
        self.show_button.set_visible(rule is not None and self.showings.has_examples(rule.id))
        if rule is None:
            self.about.set_text(
                tr("*Point at a symbol, or select a chapter and use the arrow keys. Enter: read the rule.*")
            )
            return
        kind = rule.provenance.value
        badge = f"{{{BADGE_TONES[kind]}:{SIGNS[kind]} {rule.id}}}"
        met = self.app.met
        state = tr(STATES[met.state(rule.id)]) + (tr(", looked up") if rule.id in met.looked else "")
        silence = silent_rules(self.system).get(rule.id)
        why = f" *{ui.escape(silence.why)}*" if silence is not None else ""
        self.about.set_text(f"**{ui.escape(rule.title)}** {badge} · *{state}*. {ui.escape(rule.summary)}{why}")

    def open(self, rule: Rule) -> None:
        """Open the rulebook at a rule."""
        self.chosen = rule
        self.read()

    def read(self) -> None:
        """Open the rulebook at the chosen rule."""
        if self.chosen is not None:
            self.app.screens.rulebook(self.system, self.chosen.id)

    def show(self) -> None:
        """Open the lesson or exhibit that shows the chosen rule."""
        if self.chosen is not None:
            show_me(self.app, self.system, self.showings, self.chosen.id)

    # ------------------------------------------------------------------ leaving and keys

    def on_enter(self) -> None:
        """Give the focus to the game shown."""
        self.app.want_palette("night")
        self.app.tree.focus(self.app.tree.find(f"game_{self.system}"))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back; arrow keys move through games and chapters, Page keys scroll."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self._next(1 if event.key == pygame.K_DOWN else -1)
            return True
        return self.scroll.page_key(event.key)

    def _next(self, step: int) -> None:
        """Focus the widget above or below in the same column: games, or chapters."""
        tree = self.app.tree
        rows = [widget for widget in self.page.walk() if isinstance(widget, RuleIcons)]
        column: list[ui.Widget] = [*rows] if tree.focused in rows else [*self.games]
        now = column.index(tree.focused) if tree.focused in column else 0
        tree.focus(column[(now + step) % len(column)])


class Sign(ui.Widget):
    """One sign of the legend."""

    kind = "sign"

    def __init__(self, shape: str, state: str, **box: Unpack[Box]) -> None:
        super().__init__("", **box)
        self.shape, self.state = shape, state
        self.align = "centre"

    def natural_width(self) -> int:
        return self.px(14)

    def height_at(self, width: int) -> int:
        return self.px(14)

    def spoken_text(self) -> str:
        return f"{tr(BADGE_WORDS[self.shape])}, {tr(STATES[self.state])}"

    def paint(self, surface: pygame.Surface) -> None:
        side = self.px(14)
        rect = pygame.Rect(self.rect.x, self.rect.centery - side // 2, side, side)
        draw_sign(surface, rect, self.shape, self.state, self.colour(BADGE_TONES[self.shape]), self.palette.panel)
