"""The rulebook: search, chapters, every rule with its source, what is doubtful in it, and its chart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pygame

from game.hud.chart_table import Chart, read_charts
from game.hud.log_feed import LEGEND, SIGNS
from game.hud.menus import BADGE_WORDS
from game.scene import Pop, Scene
from game.scenes.book_page import page, units
from game.ui import widgets as ui
from rules.kernel.rulebook import Ambiguity, Rule, Rulebook

if TYPE_CHECKING:
    from game.app import App

WIDE = 1140  # unscaled units of width from which chapters have a column of their own
SHARES = {"Name": 4, "Value": 2, "Meaning": 6}  # of the width of a chart, by its column; else 2, the first 3
BADGE_TONES = {"seed": "good", "public": "link", "house": "warn"}
RULE_ID = re.compile(r"\b[A-Z]{2,}(?:-[A-Z0-9]+)+\b")


def found_rules(book: Rulebook, words: str, chapter: str = "") -> tuple[Rule, ...]:
    """Rules in rulebook order that hold every word in id, title, summary, question or one of their doubts."""
    wanted = words.lower().split()
    return tuple(
        rule
        for rule in book.rules.values()
        if (not chapter or rule.chapter == chapter) and all(word in _text(book, rule) for word in wanted)
    )


def _text(book: Rulebook, rule: Rule) -> str:
    doubts = (
        f"{doubt.id} {doubt.question} {' '.join(reading.text for reading in doubt.readings)}"
        for doubt in book.ambiguities_of(rule.id)
    )
    words = (rule.id, rule.title, rule.summary, rule.question, rule.source, rule.section, *doubts)
    return " ".join(words).lower()


class RulebookScene(Scene):
    """The rulebook of one system, opened at a rule when one is named."""

    title = "Rulebook"
    list: ui.Table
    field: ui.TextInput
    detail: ui.ScrollView
    words: ui.Column

    def __init__(self, app: App, system: str, rule_id: str = "") -> None:
        """`system` is its key. A rule that does not exist opens the book at its beginning."""
        super().__init__(app)
        self.system = app.systems[system]
        self.book = self.system.rulebook
        self.query = ""
        self.chapter = ""
        self.chosen = rule_id if rule_id in self.book else next(iter(self.book.rules), "")
        self.shown: tuple[Rule, ...] = ()
        self.trail: list[str] = []  # rules read before, for going back

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Chapters, the list, the rule."""
        width, _ = units(self.app)
        wide = width >= WIDE
        self.field = ui.TextInput(
            self.query, "search", hint="search: words or an id", on_change=self.search, on_submit=self._to_list
        )
        names = ["All chapters", *(chapter.title for chapter in self.book.chapters)]
        keys = ["", *(chapter.key for chapter in self.book.chapters)]
        now = keys.index(self.chapter)
        self.list = ui.Table(
            [ui.Heading("Rule", 7), ui.Heading("Id", 4)],
            id="rule_list",
            on_choose=self._listed,
            empty="No rule has all these words.",
            stretch=1,
            min_height=80,
        )
        self.count = ui.Label("", "rule_count", size="small", colour="ink_faint", wrap=False)
        parts: list[ui.Widget] = [self.field]
        if not wide:
            parts.append(ui.DropDown(names, now, lambda index: self.open_chapter(keys[index]), "chapter"))
        listed = ui.Column(*parts, self.list, self.count, gap=7, width=min(400, max(190, width * 0.34)))
        self.words = ui.Column(id="rule_words", gap=9)
        self.detail = ui.ScrollView(self.words, "rule_detail", stretch=1)
        sheet = ui.Panel(self.detail, stretch=1, width=200, pad=(22, 16), id="rule_sheet")
        row = [listed, sheet]
        if wide:
            chapters = ui.ListBox(names, "chapters", on_choose=lambda index: self.open_chapter(keys[index]), stretch=1)
            chapters.row = now
            row.insert(0, ui.Column(ui.Label("Chapters", role="title"), chapters, gap=7, width=230))
        body = ui.Row(*row, gap=14, pad=(16, 14))
        self.back_button = ui.Button("Rule before", self.step_back, "rule_back", style="quiet", align="centre")
        self.back_button.tooltip = "The rule read before this one. *Backspace*"
        note = f"{self.system.title} · {LEGEND}"
        top = page("Rulebook", note if wide else "", body, self.leave, (self.back_button,), id="rulebook")
        self._fill()
        self._show()
        return top

    def entered(self) -> None:
        """Links lead to rules; the chosen one is in view; one can type at once."""
        tree = self.app.tree
        tree.on_link = self.follow
        tree.ensure_layout()
        self._mark()
        self.list.scroll_to((self.list.row - 6) * self.list.row_height())
        tree.focus(self.field)
        tree.focus_visible = False

    def left(self) -> None:
        """Links are no longer ours."""
        self.app.tree.on_link = None

    def _fill(self) -> None:
        self.shown = found_rules(self.book, self.query, self.chapter)
        rows: list[tuple[str, ...]] = [(f"{SIGNS[rule.provenance.value]} {rule.title}", rule.id) for rule in self.shown]
        self.list.row = -1
        if self.list.attached:
            self.list.set_rows(rows)
        else:
            self.list.rows = rows
        many = len(self.book.rules)
        self.count.set_text(f"{len(self.shown)} of {many} rules" if len(self.shown) < many else f"{many} rules")
        self._mark()

    def _mark(self) -> None:
        """The chosen rule is marked in the list when it is there."""
        row = next((number for number, rule in enumerate(self.shown) if rule.id == self.chosen), -1)
        self.list.choose(row)

    # ------------------------------------------------------------------ choosing

    def search(self, words: str) -> None:
        """Only rules with all these words are listed; the first of them is shown."""
        self.query = words
        self._fill()
        if self.shown and self.chosen not in {rule.id for rule in self.shown}:
            self._open(self.shown[0].id)

    def _to_list(self, words: str) -> None:
        """Enter in the search field: the arrows go through what was found."""
        self.app.tree.focus(self.list)

    def open_chapter(self, key: str) -> None:
        """Only one chapter is listed; "" lists all."""
        self.chapter = key
        self._fill()
        if self.shown and self.chosen not in {rule.id for rule in self.shown}:
            self._open(self.shown[0].id)

    def _listed(self, row: int) -> None:
        self._open(self.shown[row].id)

    def open_rule(self, rule_id: str) -> None:
        """Show one rule, wherever it stands; what is listed widens when it is not among it."""
        if rule_id not in self.book:
            return
        if rule_id not in {rule.id for rule in self.shown}:
            self.query = self.chapter = ""
            self.chosen = rule_id
            self.app.rebuild()
            self.entered()
            return
        self._open(rule_id)

    def _open(self, rule_id: str) -> None:
        self.chosen = rule_id
        self._mark()
        self._show()

    def follow(self, link: str) -> None:
        """A link of a text: `rule:<id>`."""
        kind, _, name = link.partition(":")
        if kind == "rule" and name in self.book and name != self.chosen:
            self.trail.append(self.chosen)
            self.open_rule(name)

    def step_back(self) -> None:
        """The rule a link was followed from."""
        if self.trail:
            self.open_rule(self.trail.pop())

    def leave(self) -> None:
        """Where one came from."""
        self.app.change(Pop())

    def key(self, event: pygame.Event) -> bool:
        """Escape leaves, Backspace goes back a rule, / or Ctrl+F searches."""
        if event.key == pygame.K_ESCAPE:
            self.leave()
        elif event.key == pygame.K_BACKSPACE and self.trail:
            self.step_back()
        elif event.key == pygame.K_SLASH or (event.key == pygame.K_f and event.mod & pygame.KMOD_CTRL):
            self.app.tree.focus(self.field)
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and self.shown:
            self.list.choose(self.list.row + (1 if event.key == pygame.K_DOWN else -1), tell=True)
        else:
            return False
        return True

    # ------------------------------------------------------------------ one rule

    def _show(self) -> None:
        self.words.clear()
        self.back_button.enabled = bool(self.trail)
        self.back_button.reason = "" if self.trail else "No link has been followed yet."
        if self.chosen in self.book:
            self.words.add(*self._parts(self.book[self.chosen]))
        self.words.invalidate()
        if self.words.attached:
            self.words.relayout()
            self.detail.scroll_to(0)

    def linked(self, text: str) -> str:
        """Plain words as markup in which every id of a rule is a link."""
        parts, at = [], 0
        for match in RULE_ID.finditer(text):
            name = match[0]
            if name not in self.book or name == self.chosen:
                continue
            parts += [ui.escape(text[at : match.start()]), f"[{name}](rule:{name})"]
            at = match.end()
        return "".join((*parts, ui.escape(text[at:])))

    def _parts(self, rule: Rule) -> Iterator[ui.Widget]:
        kind = rule.provenance.value
        chapter = next((chapter for chapter in self.book.chapters if chapter.key == rule.chapter), None)
        yield ui.Label(rule.title, "rule_title", role="title", size="heading")
        places = [rule.source if rule.source.lower() != BADGE_WORDS[kind] else "", rule.section]
        source = ui.escape(", ".join(place for place in places if place))
        badge = f"{{{BADGE_TONES[kind]}:{SIGNS[kind]} {BADGE_WORDS[kind]}}}"
        where = f" · *{source}*" if source else ""
        yield ui.RichText(f"**{rule.id}** · {badge}{where}", "rule_badge", colour="ink_soft")
        yield ui.Rule()
        yield ui.RichText(self.linked(rule.summary), "rule_summary", size="large")
        lines = list(self._relations(rule))
        if lines:
            yield ui.RichText("\n".join(lines), "rule_relations")
        for doubt in self.book.ambiguities_of(rule.id):
            yield self._doubt(doubt)
        charts = read_charts(self.system.folder, rule.chart, rule.id, self.system.shared) if rule.chart else ()
        if charts:
            yield ui.Flow(*map(self._chart, charts), gap=10)
        if chapter is not None:
            yield ui.Rule()
            intro = f": {self.linked(chapter.intro)}" if chapter.intro else ""
            yield ui.RichText(f"*Chapter {ui.escape(chapter.title)}*{intro}", "rule_chapter", colour="ink_faint")

    def _relations(self, rule: Rule) -> Iterator[str]:
        if rule.question:
            yield f"**The gap it fills:** {self.linked(rule.question)}"
        if rule.amends:
            yield f"**It changes** {self._named(rule.amends)}"
        changed = [other.id for other in self.book.rules.values() if other.amends == rule.id]
        if changed:
            yield f"**Changed by** {', '.join(map(self._named, changed))}"
        option = self.book.options.get(rule.option)
        if option is not None:
            default = "on" if option.default else "off"
            yield f"**Option:** {ui.escape(option.title)} (as delivered {default}). {self.linked(option.help)}"

    def _named(self, rule_id: str) -> str:
        return f"[{rule_id} {ui.escape(self.book[rule_id].title)}](rule:{rule_id})"

    def _doubt(self, doubt: Ambiguity) -> ui.Panel:
        lines: list[ui.Widget] = [ui.RichText(self.linked(doubt.question))]
        for reading in doubt.readings:
            played = reading.key == doubt.ruling
            sign = "{good:✓ played}" if played else "{ink_faint:○ or}"
            words = self.linked(reading.text)
            lines.append(
                ui.Row(
                    ui.RichText(sign, width=76),
                    ui.RichText(words, colour="ink" if played else "ink_soft", stretch=1),
                    gap=8,
                )
            )
        lines.append(ui.RichText(f"**Why:** {self.linked(doubt.why)}"))
        option = self.book.options.get(doubt.option)
        if option is not None:
            lines.append(ui.RichText(f"Players may choose: {ui.escape(option.title)}.", colour="ink_soft"))
        return ui.Panel(*lines, title=f"Can be read in {len(doubt.readings)} ways", note=doubt.id, gap=6, pad=(14, 10))

    def _chart(self, chart: Chart) -> ui.Widget:
        headings = [ui.Heading(name, SHARES.get(name, 2 if number else 3)) for number, name in enumerate(chart.header)]
        table = ui.Table(headings, chart.rows, "rule_chart")
        parts: list[ui.Widget] = [table]
        if chart.note:
            parts.append(ui.RichText(self.linked(chart.note), size="small", colour="ink_soft"))
        wide = 1000 if len(chart.header) > 2 else 370 if len(chart.title) < 32 else 500
        return ui.Panel(
            *parts, title=chart.title, note=chart.name, gap=6, pad=(14, 10), width=wide, align="start", min_width=160
        )
