"""The rulebook: search in one or all games, chapters, every rule with its source, ambiguities and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pygame

from game.app import App
from game.courses import CourseLesson
from game.glossary import glossary
from game.hud.menus import dialog
from game.hud.picture_dialog import picture_dialog
from game.hud.rule_page import RulePageHost, link_rule_ids, rule_parts
from game.scenes.book_page import ListBesideSheet, page, units
from game.scenes.page import menu_button
from game.table.rule_citations import LEGEND, SIGNS, split_reference
from game.table.sharing import SHARED
from game.teach.exhibits import ExhibitEntry
from game.teach.rule_examples import open_showings
from game.teach.sheet_files import write_sheet
from game.ui import widgets as ui
from game.words import capital, tr, tr_noop
from rules.kernel.rulebook import Rule, Rulebook
from rules.kernel.session import Session
from rules.kernel.storage import NotSaved

WIDE = 1140  # chapters have their own column from this unscaled width
AROUND_TERMS = 190  # unscaled height of the dialog of terms without its list
LOW = 520  # below this unscaled height, the list gets the remaining room
EVERY = tr_noop("Every game")


def found_rules(book: Rulebook, words: str, chapter: str = "") -> tuple[Rule, ...]:
    """Return rules, in rulebook order, that contain every word in id, title, summary, question or an ambiguity."""
    wanted = words.lower().split()
    texts = _texts(book)
    return tuple(
        rule
        for rule in book.rules.values()
        if (not chapter or rule.chapter == chapter) and all(word in texts[rule.id] for word in wanted)
    )


@cache
def _texts(book: Rulebook) -> dict[str, str]:
    """Return the searchable text of each rule in lower case, by rule id."""
    doubts: dict[str, list[str]] = {}
    for doubt in book.ambiguities:
        readings = " ".join(reading.text for reading in doubt.readings)
        doubts.setdefault(doubt.rule, []).append(f"{doubt.id} {doubt.question} {readings}")
    return {
        rule.id: " ".join(
            (rule.id, rule.title, rule.summary, rule.question, rule.source, rule.section, *doubts.get(rule.id, ()))
        ).lower()
        for rule in book.rules.values()
    }


class RulebookScene(ListBesideSheet):
    """The rulebooks, opened at a system and, if one is cited, at a rule."""

    title = tr_noop("Rulebook")
    field: ui.TextInput
    chapters: ui.ListBox | ui.DropDown  # the current rule is marked in the list

    def __init__(self, app: App, system: str, cited: str = "") -> None:
        """`cited`: id of a rule, or a reference of game/hud/citation_highlight.py that highlights a row of its chart.
        `system`: key of its game. An unknown rule opens the book at its beginning. If a battle is in progress below
        this page, its options are shown; otherwise the defaults, which can be switched for reading.
        """
        super().__init__(app)
        rule_id, quote = split_reference(cited)
        self.showings = open_showings(app.systems)
        self.every = False  # the list shows all games
        self.query = ""
        self.chapter = ""
        self.options: dict[str, dict[str, bool]] = {}
        self.shown: tuple[Rule, ...] = ()
        self.trail: list[tuple[str, str]] = []  # history of (system, rule), for going back
        self.looked: set[str] = set()
        self._turn_to(system)
        self.chosen = rule_id if rule_id in self.book else next(iter(self.book.rules), "")
        self.quote = quote if self.chosen == rule_id else ""

    def _turn_to(self, system: str) -> None:
        self.system = self.app.systems[system]
        self.book = self.system.rulebook

    @property
    def battle(self) -> Session | None:
        """Return this game's battle in progress below this page, if any."""
        fought = (getattr(scene, "session", None) for scene in reversed(self.app.scenes))
        of_game = (s for s in fought if isinstance(s, Session) and s.system.key == self.system.key)
        return next(of_game, None)

    @property
    def in_force(self) -> dict[str, bool]:
        """Return the options of the game shown: those of the battle, or as switched here."""
        delivered = {key: option.default for key, option in self.book.options.items()}
        battle = self.battle
        return delivered | (battle.options if battle is not None else self.options.get(self.system.key, {}))

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: chapters, list, rule."""
        width, _ = units(self.app)
        wide = width >= WIDE
        self.field = ui.TextInput(
            self.query, "search", hint=tr("search: words or an id"), on_change=self.search, on_submit=self._to_list
        )
        games = [tr(EVERY), *(system.title for system in self.app.systems.values())]
        at = 0 if self.every else 1 + list(self.app.systems).index(self.system.key)
        books = ui.DropDown(
            games, at, self._game_chosen, "book", tooltip=tr("Choose a game. *Ctrl+Page Up, Page Down*")
        )
        names, now = self._chapters()
        self.list = ui.Table(
            [ui.Heading(tr("Rule"), 7), ui.Heading(tr("Id"), 4)],
            id="rule_list",
            on_choose=self._on_row,
            empty=tr("No rule contains all these words."),
            stretch=1,
            min_height=80,
        )
        self.list.label = tr("Rules")
        self.count = ui.Label("", "rule_count", size="small", colour="ink_faint")
        self.only = ui.Button("", lambda: self.open_chapter(""), "only_chapter", size="small", align="start")
        self.only.tooltip = tr("Remove the filter and list every chapter")
        parts: list[ui.Widget] = [books, self.field]
        if not wide:
            self.chapters = ui.DropDown(names, now, self._chapter_chosen, "chapter")
            parts.append(self.chapters)
        across = min(400, max(190, width * 0.34))
        tools = self._tools(units(self.app)[1] < LOW)
        listed = ui.Column(*parts, self.only, self.list, self.count, tools, gap=7, width=across)
        self.words = ui.Column(id="rule_words", gap=9)
        self.detail = ui.ScrollView(self.words, "rule_detail", stretch=1)
        sheet = ui.Panel(self.detail, stretch=1, width=200, pad=(22, 16), id="rule_sheet")
        row: list[ui.Widget] = [listed, sheet]
        if wide:
            self.chapters = chapters = ui.ListBox(names, "chapters", on_choose=self._chapter_chosen, stretch=1)
            chapters.row = now
            head = chapters.label = tr("Games") if self.every else tr("Chapters")
            row.insert(0, ui.Column(ui.Label(head, role="title"), chapters, gap=7, width=230))
        body = ui.Row(*row, gap=14, pad=(16, 14))
        self.back_button = ui.Button(tr("◀ Previous rule"), self.step_back, "rule_back", style="quiet", align="centre")
        self.back_button.tooltip = tr("Previous rule. *Backspace*")
        note = f"{tr(EVERY) if self.every else self.system.title} · {tr(LEGEND)}"
        luck = ui.Button(
            tr("Luck and skill"), self.app.screens.open_luck_explained, "rules_luck", style="quiet", align="centre"
        )
        luck.tooltip = tr("What luck, skill and luck-adjusted mean; your rating")
        more = (self.back_button, luck) if wide else (self.back_button,)
        top = page(tr("Rulebook"), note if wide else "", body, self.leave, more, id="rulebook")
        self._fill()
        self._show()
        return top

    def _tools(self, low: bool) -> ui.Widget:
        """Return buttons of related pages; behind one button if there is little room."""
        doing = (
            (tr("Quick reference"), "quick_reference", self.quick_reference),
            (tr("Errata"), "errata_desk", self.errata),
            (tr("Rules used"), "rules_met", self.coverage),
            (tr("Terms"), "terms", self.terms),
        )
        made = [ui.Button(text, press, id, size="small") for text, id, press in doing]
        return menu_button(made, size="small") if low else ui.Flow(*made, gap=6)

    def _chapters(self) -> tuple[Sequence[str], int]:
        """Return the entries of the list of chapters (or games, if all are listed) and the index of the current one."""
        if self.every:
            return [tr("All games"), *(system.title for system in self.app.systems.values())], 0
        names = [tr("All chapters"), *(chapter.title for chapter in self.book.chapters)]
        keys = ["", *(chapter.key for chapter in self.book.chapters)]
        return names, keys.index(self.chapter)

    def on_enter(self) -> None:
        """Activate links, show the current rule, and give the search field the focus."""
        self._begin_at(self.field)

    def on_leave(self) -> None:
        """Deactivate links; save which rules were looked up."""
        super().on_leave()
        self.app.meet("looked", self.looked)

    def _fill(self) -> None:
        books = [system.rulebook for system in self.app.systems.values()] if self.every else [self.book]
        self.shown = tuple(rule for book in books for rule in found_rules(book, self.query, self.chapter))
        rows: list[tuple[str, ...]] = [(f"{SIGNS[rule.provenance.value]} {rule.title}", rule.id) for rule in self.shown]
        self.list.row = -1
        if self.list.is_attached:
            self.list.set_rows(rows)
        else:
            self.list.rows = rows
        many = sum(len(book.rules) for book in books)
        everywhere = sum(len(found_rules(book, self.query)) for book in books)
        words = (
            tr("{count} of {many} rules", count=len(self.shown), many=many)
            if len(self.shown) < many
            else tr("{many} rules", many=many)
        )
        hidden = everywhere - len(self.shown)
        self.count.set_text(
            tr("{words}; {hidden} more in other chapters", words=words, hidden=hidden)
            if self.query and hidden
            else words
        )
        names, now = self._chapters()
        self.only.set_text(tr("Only {names}  ✗", names=names[now]))
        self.only.set_visible(bool(self.chapter))
        self._mark()

    def _mark(self) -> None:
        """Mark the current rule in the list, if it is there."""
        row = next((number for number, rule in enumerate(self.shown) if rule.id == self.chosen), -1)
        self.list.choose(row)

    # ------------------------------------------------------------------ choosing

    def search(self, words: str) -> None:
        """List only rules with all these words, of every chapter; show the first of them."""
        self.query = words
        self.open_chapter("" if words.strip() else self.chapter)

    def _show_first(self) -> None:
        if self.shown and self.chosen not in {rule.id for rule in self.shown}:
            self._open(self.shown[0].id)

    def _to_list(self, words: str) -> None:
        """Handle Enter in the search field: move the focus to the list of results."""
        self.app.tree.focus(self.list)

    def _game_chosen(self, index: int) -> None:
        self.open_book(list(self.app.systems)[index - 1] if index else "")

    def open_book(self, system: str) -> None:
        """List the rules of another game; "" lists those of all games. The search text stays."""
        self.every, self.chapter = not system, ""
        if system and system != self.system.key:
            self._turn_to(system)
            found = found_rules(self.book, self.query)
            self.chosen, self.quote = (found[0].id if found else next(iter(self.book.rules), "")), ""
        self.app.rebuild()
        self.on_enter()

    def _chapter_chosen(self, index: int) -> None:
        if self.every:
            self._game_chosen(index)
        else:
            self.open_chapter(["", *(chapter.key for chapter in self.book.chapters)][index])

    def open_chapter(self, key: str) -> None:
        """List only results of one chapter; "" lists all."""
        self.chapter = key
        if not self.every:
            self._show_chapter(self._chapters()[1])
        self._fill()
        self._show_first()

    def _show_chapter(self, row: int) -> None:
        """Mark the current chapter in the list of chapters."""
        chapters = self.chapters
        if isinstance(chapters, ui.ListBox):
            chapters.row = row
        else:
            chapters.index = row
        chapters.invalidate()

    def _on_row(self, row: int) -> None:
        self._open(self.shown[row].id)

    def _system_of(self, rule_id: str) -> str:
        """Return the game a rule belongs to; empty if none."""
        return next((key for key, system in self.app.systems.items() if rule_id in system.rulebook), "")

    def open_rule(self, cited: str) -> None:
        """Show one rule; widen the list if the rule is not in it."""
        rule_id, quote = split_reference(cited)
        system = self._system_of(rule_id)
        if not system:
            return
        if rule_id not in {rule.id for rule in self.shown}:
            self.query = self.chapter = ""
            self._turn_to(system)
            self.chosen, self.quote = rule_id, quote
            self.app.rebuild()
            self.on_enter()
            return
        self._open(rule_id, quote)

    def _open(self, rule_id: str, quote: str = "") -> None:
        self._turn_to(self._system_of(rule_id))
        self.chosen, self.quote = rule_id, quote
        self._mark()
        self._show()

    def follow(self, link: str) -> None:
        """Open a link of a text: `rule:<id>`."""
        kind, _, name = link.partition(":")
        if kind == "rule" and self._system_of(split_reference(name)[0]) and name != self.chosen:
            self.trail.append((self.system.key, self.chosen))
            self.open_rule(name)

    def step_back(self) -> None:
        """Return to the rule from which a link was followed."""
        if self.trail:
            self.open_rule(self.trail.pop()[1])

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Escape leaves, Backspace goes back a rule, / or Ctrl+F searches, Ctrl+Page changes the game."""
        control = bool(event.mod & pygame.KMOD_CTRL)
        if event.key == pygame.K_ESCAPE:
            self.leave()
        elif event.key == pygame.K_BACKSPACE and self.trail:
            self.step_back()
        elif event.key == pygame.K_SLASH or (event.key == pygame.K_f and control):
            self.app.tree.focus(self.field)
        elif event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and control:
            books = ["", *self.app.systems]
            now = books.index("" if self.every else self.system.key)
            self.open_book(books[(now + (1 if event.key == pygame.K_PAGEDOWN else -1)) % len(books)])
        elif event.key in (pygame.K_UP, pygame.K_DOWN) and self.shown:
            self.list.choose(self.list.row + (1 if event.key == pygame.K_DOWN else -1), tell=True)
        else:
            return False
        return True

    # ------------------------------------------------------------------ one rule

    def _show(self) -> None:
        self.back_button.enabled = bool(self.trail)
        self.back_button.reason = "" if self.trail else tr("You have not followed a link yet.")
        known = self.chosen in self.book
        self._tell(self._parts(self.book[self.chosen]) if known else ())
        if known:
            self.looked.add(self.chosen)

    def link_rules(self, text: str) -> str:
        """Return plain text as markup in which every rule id is a link."""
        return link_rule_ids(self.system, text, self.chosen)

    def _parts(self, rule: Rule) -> Iterator[ui.Widget]:
        reader = RulePageHost(
            self.system,
            self.showings,
            self.in_force,
            self.battle is not None,
            self.quote,
            self.app.met.state(rule.id),
            self.every,
            self.show_lesson,
            self.show_exhibit,
            self.switch,
        )
        return rule_parts(reader, rule)

    def switch(self, option: str, on: bool) -> None:
        """Switch an option for reading; battles are not affected."""
        self.options.setdefault(self.system.key, {})[option] = on
        offset = self.detail.offset
        self._show()
        self.app.tree.ensure_layout()
        self.detail.scroll_to(offset)

    # ------------------------------------------------------------------ related pages

    def show_lesson(self, lecture: CourseLesson) -> None:
        """Open a lesson that shows the rule."""
        self.app.screens.lesson(lecture)

    def show_exhibit(self, case: ExhibitEntry) -> None:
        """Show the exhibit of an amendment."""
        self.app.screens.errata(case.system, next(iter(case.exhibit.amends)))

    def errata(self) -> None:
        """Open the errata page, at the current rule if it has an exhibit."""
        self.app.screens.errata(self.system.key, self.chosen)

    def coverage(self) -> None:
        """Open the page of rules used in the player's games."""
        self.app.screens.coverage(self.system.key)

    def terms(self) -> None:
        """Show the glossary: every term with its meaning."""
        lines = "\n".join(f"**{capital(term.term)}**: {term.meaning}" for term in glossary())
        room = max(120, units(self.app)[1] - AROUND_TERMS)
        body = ui.ScrollView(ui.RichText(lines, "terms_words"), "terms_list", height=room)
        dialog(self.app, tr("Terms"), body, ((tr("Close"), "terms_close", None),), "terms", 640)

    def quick_reference(self) -> None:
        """Write this game's quick-reference sheet, with the current options, into the player's folder and show its
        path.
        """
        close = ((tr("Close"), "sheet_close", None),)
        try:
            paths = write_sheet(self.app.folders.saves / SHARED, self.system, self.in_force, self.app.book)
        except (NotSaved, OSError) as error:
            dialog(self.app, tr("Cannot write the file"), ui.RichText(ui.escape(str(error))), close, "sheet")
            return
        battle = self.battle
        how = tr("with the options of this battle") if battle is not None else tr("with the options of this rulebook")
        lines = [
            tr(
                "Quick reference of **{title}**, {how}, to print or as a picture:",
                title=ui.escape(self.system.title),
                how=how,
            )
        ]
        lines += [f"**{ui.escape(str(path))}**" for path in paths]
        look = (tr("Show"), "sheet_look", lambda: picture_dialog(self.app, paths[-1]))
        dialog(
            self.app, tr("Quick reference"), ui.RichText("\n".join(lines), "sheet_words"), (*close, look), "sheet", 620
        )
