"""The errata page: an amendment of a rules sheet before and after, in the same position, with the odds of both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

import pygame

from game.app import App
from game.hud.breakdown_rows import sum_markup
from game.library import get_scenario, open_map
from game.scenes.book_page import ListBesideSheet, page, units
from game.scenes.page import PaintedPicture, setup_picture
from game.scenes.rules import RulebookScene
from game.skins import Skin, load_skin
from game.stack import Push
from game.table.rule_citations import rule_link, why_words
from game.teach.exhibits import ExhibitEntry, nothing_amended, open_desk
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.breakdown import sum_lines
from rules.kernel.rule_comparison import Compared, ComparedOrder, Exhibit, compare

if TYPE_CHECKING:
    from rules.kernel.system import System

WIDE = 900  # before and after are side by side from this unscaled width
PICTURE = 200  # height of the small board
TONES = ("bad", "warn", "good")
LEAST = 0.0005  # smallest change of a probability that is shown


class ErrataScene(ListBesideSheet):
    """A list of every exhibit of every system; the selected one is computed and shown."""

    title = tr_noop("Errata")

    def __init__(self, app: App, system: str = "", rule: str = "") -> None:
        """Open at the exhibits of a system, or at the one about an amendment."""
        super().__init__(app)
        self.desk = open_desk(app.systems)
        cases = self.desk.of(system) if system else self.desk.cases
        found = self.desk.exhibit_about(system, rule) if rule else None
        self.plain = system if system and not cases else ""  # a game without amendments: its rules are shown
        self.chosen: ExhibitEntry | None = None if self.plain else found or next(iter(cases), None)
        self._kept: dict[str, Compared] = {}

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the list and the selected exhibit."""
        width, _ = units(self.app)
        rows = [(case.exhibit.title, self.app.systems[case.system].title) for case in self.desk.cases]
        self.list = ui.Table(
            [ui.Heading(tr("Amendment"), 7), ui.Heading(tr("Game"), 4)],
            rows,
            "exhibits",
            on_choose=self._on_row,
            empty=tr("No examples found."),
            stretch=1,
            min_height=80,
        )
        self.list.label = tr("Amendments")
        self.words = ui.Column(id="exhibit", gap=10)
        self.detail = ui.ScrollView(self.words, "exhibit_scroll", stretch=1)
        parts: list[ui.Widget] = [self.list]
        if self.desk.problems:
            text = "\n".join(ui.escape(str(problem)) for problem in self.desk.problems)
            parts.append(ui.RichText(f"{{bad:{text}}}", "exhibit_faults", size="small"))
        for key, system in self.app.systems.items():
            if not self.desk.of(key) and key != self.plain:
                parts.append(ui.RichText(ui.escape(nothing_amended(system)), f"unamended_{key}", size="small"))
        left = ui.Column(*parts, gap=7, width=min(470, max(220, width * 0.36)))
        sheet = ui.Panel(self.detail, stretch=1, width=200, pad=(22, 16), id="exhibit_sheet")
        note = tr("rules before and after the amendments, in the same position")
        body = ui.Row(left, sheet, gap=14, pad=(16, 14))
        top = page(tr("Errata"), note if width >= WIDE else "", body, self.leave, id="errata")
        self._mark()
        self._show()
        return top

    def on_enter(self) -> None:
        """Activate links to rules, and give the list the focus."""
        self._begin_at(self.list)

    def _mark(self) -> None:
        if self.chosen is not None:
            self.list.choose(self.desk.cases.index(self.chosen))

    # ------------------------------------------------------------------ choosing

    def _on_row(self, row: int) -> None:
        self.chosen = self.desk.cases[row]
        self._show()

    def open_case(self, name: str) -> None:
        """Show the exhibit called `system/key`."""
        self.chosen = next((case for case in self.desk.cases if case.name == name), self.chosen)
        self._mark()
        self._show()

    def follow(self, link: str) -> None:
        """Open a link of a text: `rule:<id>`."""
        kind, _, name = link.partition(":")
        system = self.chosen.system if self.chosen is not None else self.plain
        if kind == "rule" and system:
            self.app.change(Push(RulebookScene(self.app, system, name)))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape leaves; the arrows choose."""
        if event.key == pygame.K_ESCAPE:
            self.leave()
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and self.desk.cases:
            self.list.choose(self.list.row + (1 if event.key == pygame.K_DOWN else -1), tell=True)
        else:
            return False
        return True

    # ------------------------------------------------------------------ one exhibit

    def _show(self) -> None:
        if self.chosen is not None:
            self._tell(self._parts(self.chosen))
        else:
            self._tell(self._explain_sheet(self.app.systems[self.plain]) if self.plain else ())

    def _explain_sheet(self, system: System) -> Iterator[ui.Widget]:
        """Return the rules of a sheet without amendments, chapter by chapter, each a link into the rulebook."""
        yield ui.Label(system.title, "exhibit_title", role="title", size="heading")
        yield ui.RichText(ui.escape(nothing_amended(system)), "exhibit_changed")
        book = system.rulebook
        for chapter in book.chapters:
            stated = [rule for rule in book.rules.values() if rule.chapter == chapter.key and rule.provenance == "seed"]
            if stated:
                yield ui.Rule()
                yield ui.Label(chapter.title, role="title", size="title")
                lines = [f"{rule_link(book, rule.id)} {ui.escape(rule.title)}" for rule in stated]
                yield ui.RichText("\n".join(lines), size="small")

    def _parts(self, case: ExhibitEntry) -> Iterator[ui.Widget]:
        system, exhibit = self.app.systems[case.system], case.exhibit
        found = self._comparison(case)
        skin = load_skin(case.system)
        yield ui.Label(exhibit.title, "exhibit_title", role="title", size="heading")
        links = " · ".join(rule_link(system.rulebook, rule) for rule in exhibit.amends)
        yield ui.RichText(f"*{ui.escape(system.title)}* · {links}", "exhibit_rules", colour="ink_soft")
        yield ui.RichText(f"{ui.escape(exhibit.changed)} {'; '.join(_differences(found, skin))}", "exhibit_changed")
        yield ui.Rule()
        halves = [
            self._half(tr("Before"), _with_quotes(exhibit), found.before, system, skin, found),
            self._half(tr("After"), exhibit.after, found.after, system, skin, found),
        ]
        if self._has_room_beside:
            yield ui.Row(*halves, gap=14)
        else:
            yield from halves
        if found.before is None:
            why = tr("We have no source for the earlier rule, so only the texts can be compared.")
            yield ui.RichText(f"*{why}*", "exhibit_only_words", colour="ink_faint")
        for failure in found.failures:
            yield ui.RichText(f"{{bad:{ui.escape(failure)}}}", colour="bad")

    @property
    def _has_room_beside(self) -> bool:
        """Return whether there is room for both halves side by side."""
        return units(self.app)[0] >= WIDE

    def _comparison(self, case: ExhibitEntry) -> Compared:
        if case.name not in self._kept:
            self._kept[case.name] = compare(case.exhibit, self.app.systems, get_scenario, open_map)
        return self._kept[case.name]

    def _half(
        self, title: str, words: str, half: ComparedOrder | None, system: System, skin: Skin, found: Compared
    ) -> ui.Panel:
        parts: list[ui.Widget] = [ui.RichText(ui.escape(words))]
        if half is not None:
            seen = system.view(half.session.state, "")
            draw = partial(setup_picture, self.app, system, half.session.sheet, seen, near=True)
            parts.append(
                PaintedPicture(cache(draw), tr("the position {when}", when=title.lower()), height=PICTURE, stretch=1)
            )
            parts += self._answer(half, system, skin, found)
        if not self._has_room_beside:
            return ui.Panel(*parts, title=title, gap=8, pad=(14, 10))
        return ui.Panel(*parts, title=title, gap=8, pad=(14, 10), stretch=1, width=120, align="start")

    def _answer(self, half: ComparedOrder, system: System, skin: Skin, found: Compared) -> Iterator[ui.Widget]:
        """Yield the program's answer to the order: its odds term by term, or the refusal."""
        if not found.exhibit.order:
            return
        if half.reasons:
            yield ui.RichText(tr("{bad:Not allowed.} {why}", why=why_words(system.rulebook, half.reasons)))
            return
        assert half.odds is not None
        labels = _labels(found, skin)
        bars = [
            ui.Bar(label, half.odds.of(label), skin.outcomes.get(label, TONES[min(number, 2)]))
            for number, label in enumerate(labels)
        ]
        yield ui.BarChart(bars)
        if half.breakdowns:
            other = found.after if half is found.before else found.before
            beside = () if other is None else other.breakdowns
            known = frozenset(line.words for throw in beside for line in sum_lines(throw))
            lines = [sum_markup(throw, system.rulebook, known) for throw in half.breakdowns]
            yield ui.RichText("\n".join(lines), size="small")
        exact = tr("exact odds")
        how = exact if half.odds.exact else tr("approximate, from samples")
        yield ui.Label(how, size="small", colour="ink_faint", wrap=False)


def _labels(found: Compared, skin: Skin) -> list[str]:
    """Return every outcome of both halves; as everywhere, the worst for the player who orders comes first."""
    halves = [half.odds for half in (found.before, found.after) if half is not None and half.odds is not None]
    labels = {chance.label for half in halves for chance in half.chances}
    order = list(skin.outcomes)
    return sorted(labels, key=lambda label: (order.index(label) if label in order else len(order), label))


def _with_quotes(exhibit: Exhibit) -> str:
    """Return the earlier rule, then the quotation from the sheet that proves it."""
    quotes = (tr("The sheet: “{quote}”", quote=quote) for quote in exhibit.quotes)
    return " ".join((exhibit.before, *quotes))


def _differences(found: Compared, skin: Skin) -> Iterator[str]:
    """Yield the change of each outcome's probability, in percentage points."""
    one, other = (half.odds if half is not None else None for half in (found.before, found.after))
    if one is None or other is None:
        return
    for label in _labels(found, skin):
        was, now = one.of(label), other.of(label)
        if abs(now - was) >= LEAST:
            gain = f"{100 * (now - was):+.1f}".replace("-", "−")
            yield f"{ui.escape(label)} {100 * was:.1f} % → **{100 * now:.1f} %** ({gain})"
