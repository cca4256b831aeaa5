"""The list of battles of one game: map with the set-up, briefing, history, orders of battle, conditions, sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.app import App
from game.boards.ashore import is_land
from game.dates import long_date
from game.library import Entry
from game.scenes.game_pages import TIGHT, OneGamePage
from game.scenes.import_file import ask_for_file, export_battle
from game.scenes.page import NOTE_LINES, PaintedPicture, ShipTile, Tile, dots, page_footer, page_header, setup_picture
from game.scenes.progress_page import print_dialog
from game.scenes.stand_tile import StandTile
from game.scenes.start import why_not
from game.table.win_chance import how_even
from game.ui import widgets as ui
from game.ui.side_colours import tokens_of
from game.words import tr, tr_noop, trn
from rules.kernel.datafile import Problem
from rules.kernel.scenario import SideNote
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.view import Piece, View

BEGINNINGS = 8  # number of starts compared: a condition that differs between them is decided by dice
CAMPAIGN = 300  # a battle of at least this many minutes is a campaign
BETWEEN = 28  # unscaled gap between the two orders of battle
ROOMY = 1000  # the conditions are also beside the picture from this unscaled width
SIDE_BY_SIDE = 640  # the briefing is beside the picture from this unscaled width


def is_campaign(entry: Entry) -> bool:
    """Return whether a battle is a whole campaign in one game."""
    return entry.scenario.minutes >= CAMPAIGN and not entry.own


def campaign_second(entries: Sequence[Entry]) -> list[Entry]:
    """Return the first battle, then campaigns (easily overlooked at the end of the list), then all others."""
    first, rest = list(entries[:1]), list(entries[1:])
    return [*first, *filter(is_campaign, rest), *(entry for entry in rest if not is_campaign(entry))]


class ScenariosScene(OneGamePage):
    """Choose a battle."""

    title = tr_noop("Battles")

    def __init__(self, app: App, system: str, key: str = "") -> None:
        """`key`: the battle shown first; empty = the first of the list."""
        super().__init__(app)
        self.system = app.systems[system]
        app.reload_own_files()
        self.entries = campaign_second(app.library.of(system))
        self.problems = _by_file(
            [problem for problem in app.library.problems if f"/{system}/" in _file_with_slashes(problem)]
        )
        self.chosen = next((number for number, entry in enumerate(self.entries) if entry.key == key), 0)
        self.tiles: list[Tile] = []
        self._checked = 0  # battles of the list checked so far
        self._views: dict[str, View] = {}
        self._pictures: dict[object, pygame.Surface] = {}

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: the list at the left, the selected battle at the right."""
        wide = self.app.tree.size[0] / self.app.tree.scale
        listed = min(430.0, max(250.0, wide * 0.28)) if wide >= TIGHT else wide * 0.36
        self.room = wide - listed - 20 * 2 - 18 - 2 * 24 - 14
        self.tiles = [self._tile(number) for number in range(len(self.entries) + len(self.problems))]
        self.detail = ui.Column(gap=12, pad=(24, 18))
        self.scroll = ui.ScrollView(self.detail, "battle", stretch=1)
        page = ui.Panel(self.scroll, pad=4, stretch=1)
        centre = ui.Row(
            ui.ScrollView(ui.Column(*self._with_headings(), gap=6, pad=3), "battles", width=listed), page, gap=18
        )
        centre.pad_x, centre.pad_y = 20, 16
        self._checked = 0
        self.go = ui.Button(tr("Choose sides"), self.choose_sides, "choose_sides", style="primary", size="large")
        self.hint = ui.Label("", "battle_hint", colour="ink_faint", align="centre", stretch=1, width=10)
        self.hint.lines = NOTE_LINES
        top = page_header(
            self.system.title,
            self.system.tagline,
            self.back,
            *self._build(),
            *self._yard(),
            ui.Button(tr("Rulebook"), self.rulebook, "rulebook", style="quiet", align="centre"),
        )
        if not self.tiles:
            self.go.set_enabled(False, tr("No battles to play."))
            return ui.Dock(ui.Label(tr("No battles found."), text_align="centre"), top=top, bottom=page_footer(self.go))
        self.show(self.chosen)
        return ui.Dock(centre, top=top, bottom=page_footer(self.hint, self.go), id="battles_page")

    def _with_headings(self) -> list[ui.Widget]:
        """Return the tiles: shipped battles, the player's own under a heading, then unreadable files."""
        shipped = sum(not entry.own for entry in self.entries)
        listed: list[ui.Widget] = list(self.tiles)
        if self.problems:
            listed.insert(len(self.entries), ui.Label(tr("Files with mistakes"), "broken_battles", role="title"))
        if shipped < len(self.entries):
            listed.insert(shipped, ui.Label(tr("Your own battles"), "own_battles", role="title"))
        long = sum(map(is_campaign, self.entries))
        if long and shipped > long + 1:
            listed.insert(1 + long, ui.Label(tr("More battles"), "more_battles", role="title"))
            listed.insert(1, ui.Label(tr("A campaign of many battles"), "campaigns", role="title"))
        return listed

    def _tile(self, number: int) -> Tile:
        press, focus = partial(self.choose, number, True), partial(self.choose, number)
        chosen = number == self.chosen
        if number >= len(self.entries):
            name, problems = self.problems[number - len(self.entries)]
            count = trn("a mistake in the file", "{count} mistakes in the file", len(problems))
            return Tile(
                name,
                f"{{bad:{count}}}",
                press,
                f"broken_{name}",
                chosen=chosen,
                faint=True,
                size="large",
                on_focus=focus,
            )
        entry = self.entries[number]
        scenario = entry.scenario
        words = tr(
            "{date}\n{gold:{dots}}  about {count} minutes",
            date=long_date(scenario.date),
            dots=dots(scenario.difficulty),
            count=scenario.minutes,
        )
        return Tile(entry.title, words, press, f"battle_{entry.key}", chosen=chosen, size="large", on_focus=focus)

    def choose(self, number: int, pressed: bool = False) -> None:
        """Show a battle; a second press continues to its sides."""
        if number == self.chosen:
            if pressed:
                self.go.press()
            return
        self.tiles[self.chosen].set_chosen(False)
        self.tiles[number].set_chosen(True)
        self.chosen = number
        self.scroll.scroll_to(0)
        self.show(number)

    def show(self, number: int) -> None:
        """Show the right-hand page."""
        self.detail.clear()
        if number >= len(self.entries):
            name, problems = self.problems[number - len(self.entries)]
            self._show_broken(name, [str(problem) for problem in problems])
            return
        entry = self.entries[number]
        fault = why_not(self.app, entry)
        if fault:
            self._show_broken(entry.title, [fault])
            return
        self.go.set_enabled(True)
        self.hint.set_text(tr("Enter: choose sides · Page Up, Page Down: scroll · Esc: back"))
        self._show_entry(entry)

    def tick(self, now_ms: int) -> None:
        """Check whether one more battle is playable, so that the list itself appears at once."""
        super().tick(now_ms)
        if self._checked < len(self.entries):
            entry, tile = self.entries[self._checked], self.tiles[self._checked]
            self._checked += 1
            if why_not(self.app, entry):
                tile.set_words(tr("{date}\n{bad:cannot be played}", date=long_date(entry.scenario.date)), "")

    @property
    def waiting_ms(self) -> int | None:
        """Return milliseconds until the next battle is checked; None after the last."""
        return 10 if self._checked < len(self.entries) else super().waiting_ms

    def _show_broken(self, name: str, problems: list[str]) -> None:
        self.go.set_enabled(False, tr("This file has the mistakes listed above and cannot be played."))
        self.hint.set_text(tr("Correct the file and restart the program."))
        self.detail.add(
            ui.Label(name, role="title", size="heading"),
            ui.Label(tr("This battle cannot be played:"), colour="bad"),
            *(ui.RichText(ui.escape(problem), size="small") for problem in problems),
        )

    def _show_entry(self, entry: Entry) -> None:
        scenario, view = entry.scenario, self._view(entry)
        when = f"{long_date(scenario.date)}, {scenario.clock}"
        size = tr("{turns} turns of {count} minutes", turns=scenario.turns, count=scenario.minutes_per_turn)
        self.detail.add(
            ui.Column(
                ui.Label(entry.title, "battle_title", role="title", size="heading"),
                ui.Label(f"{when} · {size}", role="title_italic", size="large", colour="ink_soft"),
                gap=0,
            )
        )
        beside = self.room >= SIDE_BY_SIDE
        wide = self.room * 0.55 if beside else self.room
        words = tr("Map of {battle} with the counters at their start positions", battle=entry.title)
        picture = PaintedPicture(partial(self._picture, entry), words, "picture", width=wide, height=wide * 0.62)
        picture.align = "start"
        text = ui.Column(ui.Label(scenario.summary, role="title_italic", size="title"), _paragraphs(scenario.briefing))
        roomy = self.room >= ROOMY
        if roomy:
            text.add(_heading(tr("Conditions")), self._conditions(view))
        self.detail.add(ui.Row(picture, _stretch(text), gap=20) if beside else ui.Column(picture, text, gap=12))
        buttons = [
            ui.Button(
                tr("Print"), self.print_it, "print_it", size="small", tooltip=tr("As a PDF, to play on a real table")
            )
        ]
        if self.system.editor_schema is not None and scenario.forces:
            buttons.append(ui.Button(tr("Edit a copy"), self.change_copy, "change_copy", size="small"))
        if entry.own:
            words = tr("One file to send to somebody else, with its map")
            give = ui.Button(
                tr("Send"), partial(export_battle, self.app, entry), "send_it", size="small", tooltip=words
            )
            buttons.append(give)
        self.detail.add(ui.Row(*buttons, gap=8))
        self.detail.add(_heading(tr("Orders of battle")), self._orders(scenario.sides, view, beside))
        if not roomy:
            self.detail.add(_heading(tr("Conditions")), self._conditions(view))
        even = how_even(self.system, scenario)
        if even:
            self.detail.add(_heading(tr("Balance")), ui.RichText(ui.escape(even), "how_even"))
        if scenario.history:
            self.detail.add(_heading(tr("What happened")), _paragraphs(scenario.history))
        sources = "\n".join(f"• {ui.escape(source)}" for source in scenario.sources)
        self.detail.add(_heading(tr("Sources")), ui.RichText(sources, "sources", size="small", colour="ink_soft"))

    def _orders(self, sides: tuple[SideNote, SideNote], view: View, beside: bool) -> ui.Widget:
        lengths = [hull.length_ft for piece in view.pieces for hull in piece.hulls]
        longest = max(lengths, default=1)
        tokens = tokens_of(view)
        columns = [self._side(note, view.pieces, longest, tokens[note.key]) for note in sides]
        if not beside:
            return ui.Column(*columns, gap=12)
        row = ui.equal(columns)
        row.gap = BETWEEN
        return row

    def _side(self, note: SideNote, pieces: tuple[Piece, ...], longest_ft: int, token: str) -> ui.Widget:
        room = (self.room - BETWEEN) / 2 if self.room >= SIDE_BY_SIDE else self.room
        wide = max(168.0, (room - 6) / max(1, room // 190))
        own = [piece for piece in pieces if piece.side == note.key]
        ships = sum(len(piece.hulls) for piece in own if not is_land(piece))
        units = sum(1 for piece in own if piece.stand is not None and piece.stand.limit)
        counted = (
            trn(": {count} ship", ": {count} ships", ships)
            if ships
            else trn(": {count} unit", ": {count} units", units)
            if units
            else ""
        )
        parts: list[ui.Widget] = [
            ui.Label(f"{note.name}{counted}", role="title", size="large"),
            ui.Label(note.brief.strip(), colour="ink_soft"),
        ]
        stands = [piece for piece in own if piece.stand is not None]
        if stands:
            wide = (room - 6) / max(1, room // 250)
            parts.append(ui.Flow(*(StandTile(piece, token, width=wide) for piece in stands), gap=4))
        for piece in own:
            if piece.stand is not None:
                continue
            words = f"{{gold:**{ui.escape(piece.name)}**}}  {{ink_faint:{ui.escape(piece.text)}}}"
            ships_of = ui.Flow(*(ShipTile(hull, longest_ft, width=wide) for hull in piece.hulls), gap=4)
            parts.append(ui.Column(ui.RichText(words), ships_of, gap=2))
        return ui.Column(*parts, gap=9)

    def _conditions(self, view: View) -> ui.Widget:
        lines = []
        for label, text, rule in view.conditions:
            if text:
                link = f"  [{rule}](rule:{rule})" if rule else ""
                lines.append(f"**{ui.escape(label)}:** {ui.escape(text)}{link}")
        return ui.RichText("\n".join(lines), "conditions")

    # ------------------------------------------------------------------ the picture

    def _view(self, entry: Entry) -> View:
        """Return the set-up as the referee sees it, without anything decided by the first dice of a game."""
        if entry.key not in self._views:
            sheet = self.app.shelves.sheet(entry.system, entry.scenario.map)
            games = [Session(self.system, entry.scenario, sheet, seed=seed) for seed in range(BEGINNINGS)]
            view, *others = [Seat(session, "").view() for session in games]
            fixed = [
                condition for condition in view.conditions if all(condition in other.conditions for other in others)
            ]
            pieces = tuple(piece.but(ready=False) for piece in view.pieces)
            self._views[entry.key] = view.but(pieces=pieces, conditions=tuple(fixed))
        return self._views[entry.key]

    def _picture(self, entry: Entry, size: tuple[int, int]) -> pygame.Surface:
        key = (entry.key, size, self.app.palette)
        if key not in self._pictures:
            sheet = self.app.shelves.sheet(entry.system, entry.scenario.map)
            self._pictures[key] = setup_picture(self.app, self.system, sheet, self._view(entry), size)
        return self._pictures[key]

    # ------------------------------------------------------------------ actions

    def choose_sides(self) -> None:
        """Continue to the choice of players."""
        self.app.screens.sides(self.entries[self.chosen])

    def rulebook(self) -> None:
        """Open the rules of this game."""
        self.app.screens.rulebook(self.system.key)

    def _build(self) -> list[ui.Widget]:
        """Return the button for the battle builder."""
        if self.system.editor_schema is None:
            return []
        tip = tr("Make your own battles on the board and test them with computer games")
        sent = partial(ask_for_file, self.app)
        words = tr("A battle, lesson, map or saved game from somebody else. You can also drop the file on the window")
        opened = ui.Button(tr("Open file …"), sent, "open_file", style="quiet", align="centre", tooltip=words)
        room = self.app.tree.size[0] / self.app.tree.scale >= ROOMY
        return [
            *([opened] if room else []),
            ui.Button(tr("Build a battle"), self.build_one, "build_battle", style="quiet", align="centre", tooltip=tip),
        ]

    def build_one(self) -> None:
        """Open the builder with the last draft, or a new battle."""
        self.app.screens.builder(self.system.key)

    def change_copy(self) -> None:
        """Open a copy of the selected battle in the builder."""
        self.app.screens.builder(self.system.key, self.entries[self.chosen].scenario)

    def print_it(self) -> None:
        """Open the dialog that prints the selected battle."""
        entry = self.entries[self.chosen]
        sheet = self.app.shelves.sheet(entry.system, entry.scenario.map)
        print_dialog(self.app, Session(self.system, entry.scenario, sheet))

    def _yard(self) -> list[ui.Widget]:
        """Return the button for the dockyard, for games that have one."""
        if self.system.blueprint is None:
            return []
        tip = tr("Design, check and price your own ships")
        return [ui.Button(tr("Dockyard"), self.dockyard, "dockyard", style="quiet", align="centre", tooltip=tip)]

    def dockyard(self) -> None:
        """Open the dockyard."""
        self.app.screens.dockyard(self.system.key)

    def on_enter(self) -> None:
        """Give the focus to the selected battle; activate links to rules."""
        super().on_enter()
        if self.tiles:
            self.app.tree.ensure_layout()  # lay out first, so that the list can scroll to it
            self.app.tree.focus(self.tiles[self.chosen])

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back; Enter continues; Page keys scroll the page at the right."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN) and self.tiles:
            self.app.tree.focus(self.tiles[self.chosen])
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.go.press()
            return True
        return self.scroll.page_key(event.key)


def _file_with_slashes(problem: Problem) -> str:
    return problem.file.replace("\\", "/")


def _by_file(problems: list[Problem]) -> list[tuple[str, list[Problem]]]:
    """Return each file's name and mistakes."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(_file_with_slashes(problem).rpartition("/")[2], []).append(problem)
    return list(found.items())


def _heading(text: str) -> ui.Widget:
    return ui.Column(ui.Rule(), ui.Label(text, role="title", size="title"), gap=4)


def _paragraphs(text: str) -> ui.Widget:
    parts = [part.strip() for part in text.split("\n") if part.strip()]
    return ui.Column(*(ui.Label(part) for part in parts), gap=8)


def _stretch(widget: ui.Widget) -> ui.Widget:
    widget.stretch, widget.width = 1, 0
    return widget
