"""Before a battle: who plays each side, the rules agreed on, and the seed of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pygame

from game.app import App
from game.dates import long_date
from game.library import Entry
from game.scenes.game_pages import OneGamePage
from game.scenes.page import Tile, page_footer, page_header
from game.scenes.start import USUAL, CannotStart, begin_at_table, new_game, show_message, start_game
from game.table.player_types import WHO, player_type
from game.ui import widgets as ui
from game.words import tr, tr_noop
from rules.kernel.dice import TableDice
from rules.kernel.rulebook import Option
from rules.kernel.scenario import SideNote
from rules.players import CHART, HUMAN, offered_for

LARGEST_SEED = 2**31 - 1
WIDEST = 1420  # largest width of the page, so that lines stay readable
NARROW = 860  # below this unscaled width, everything is in one column


class SidesScene(OneGamePage):
    """Choose sides, then start."""

    title = tr_noop("Choose sides")

    def __init__(self, app: App, entry: Entry) -> None:
        super().__init__(app)
        self.entry = entry
        self.system = app.systems[entry.system]
        sides = entry.scenario.sides
        fit = offered_for(self.system)
        self.kinds = [HUMAN, *(key for key in WHO if key in fit), *(key for key in fit if key not in WHO)]
        self.players: dict[str, str] = {sides[0].key: HUMAN, sides[1].key: USUAL}
        book = self.system.rulebook
        self.options = {key: entry.scenario.options.get(key, option.default) for key, option in book.options.items()}
        self.seed = ""
        self.real_dice = False
        self.words: dict[str, ui.Label] = {}

    # ------------------------------------------------------------------ building

    def build(self) -> ui.Widget:
        """Return the page: quick starts at the left, all settings at the right."""
        wide = self.app.tree.size[0] / self.app.tree.scale
        self.words = {}
        ready, own = self._ready(), self._own()
        centre: ui.Widget
        if wide < NARROW:
            centre = ui.ScrollView(ui.Column(ready, own, gap=14, pad=(20, 16)), "sides_scroll")
        else:
            ready.width = min(520.0, wide * 0.38)
            right = ui.ScrollView(own, "sides_scroll", stretch=1)
            left = ui.ScrollView(ready, "ready_scroll", width=ready.width)
            centre = ui.Row(left, right, gap=20, pad=(max(20.0, (wide - WIDEST) / 2), 16))
        scenario = self.entry.scenario
        note = tr("{date} · about {count} minutes", date=long_date(scenario.date), count=scenario.minutes)
        self.start_button = ui.Button(tr("Start"), self.start, "start", style="primary", size="large")
        self.field = ui.TextInput(
            self.seed, "seed", hint=tr("random"), limit=10, on_change=self._seed_typed, on_submit=lambda _: self.start()
        )
        self.field.width, self.field.align = 150, "centre"
        self.fault = ui.Label("", "seed_fault", colour="bad", align="centre", stretch=1)
        seed_tip = tr("The same seed gives the same dice again. Leave it empty for a random seed.")
        label = ui.Label(tr("Dice seed"), align="centre", tooltip=seed_tip)
        bottom = page_footer(label, self.field, self.fault, self.start_button)
        self._seed_typed(self.seed)
        return ui.Dock(centre, top=page_header(self.entry.title, note, self.back), bottom=bottom, id="sides_page")

    def _small(self) -> str:
        """Return the text size of explanations: larger if there is room."""
        return "body" if self.app.tree.size[0] / self.app.tree.scale > WIDEST else "small"

    def _ready(self) -> ui.Widget:
        first, second = self.entry.scenario.sides
        human, computer = HUMAN, USUAL
        tables: tuple[tuple[str, str, dict[str, str], str], ...] = (
            (
                tr("Play {side}", side=first.name),
                first.brief,
                {first.key: human, second.key: computer},
                tr("against the computer"),
            ),
            (
                tr("Play {side}", side=second.name),
                second.brief,
                {first.key: computer, second.key: human},
                tr("against the computer"),
            ),
            (
                tr("Two players, one computer"),
                tr("Take turns at this screen. A page hides the board when the player changes."),
                {first.key: human, second.key: human},
                "",
            ),
            (
                tr("Watch the computer play"),
                tr("The computer plays both sides and gives its reasons. Pause, step or change the speed at any time."),
                {first.key: computer, second.key: computer},
                "",
            ),
        )
        if CHART in self.kinds:
            explanation = tr_noop(
                "The game's solitaire chart decides the moves and fire of {side} by dice. Every roll is shown."
            )
            tables = (
                *tables[:2],
                (
                    tr("{side} against the chart", side=first.name),
                    tr(explanation, side=second.name),
                    {first.key: human, second.key: CHART},
                    tr("solitaire"),
                ),
                (
                    tr("{side} against the chart", side=second.name),
                    tr(explanation, side=first.name),
                    {first.key: CHART, second.key: human},
                    tr("solitaire"),
                ),
                *tables[2:],
            )
        tiles = [
            Tile(title, ui.escape(text.strip()), partial(self.start_with, players), f"preset_{number}", note=note)
            for number, (title, text, players, note) in enumerate(tables)
        ]
        words = tr("Each player sits at a computer of their own. Nobody can choose the dice.")
        tiles.append(Tile(tr("Two computers"), words, self.start_on_two, "two_computers"))
        return ui.Column(
            ui.Label(tr("Quick start"), role="title", size="title"),
            *tiles,
            ui.Label(tr("The rules options at the right apply here too."), colour="ink_faint", size="small"),
            gap=10,
            pad=(3, 3),
        )

    def _own(self) -> ui.Widget:
        parts: list[ui.Widget] = [
            ui.Panel(*(self._side(side) for side in self.entry.scenario.sides), title=tr("Custom setup"), gap=12),
            ui.Panel(*self._dice(), title=tr("Dice"), gap=4),
        ]
        seats = self._chart_options()
        options = [self._option(o) for o in self.system.rulebook.options.values() if o.key not in seats]
        if options:
            parts.append(ui.Panel(*options, title=tr("Rules in play"), note=tr("optional rules"), gap=9))
        return ui.Column(*parts, gap=14, pad=(4, 3))

    def _chart_options(self) -> set[str]:
        """Return the options that follow from the choice of players and are not set separately."""
        option_of = self.system.solitaire
        return {option_of(side.key) for side in self.entry.scenario.sides} if option_of is not None else set()

    def _side(self, side: SideNote) -> ui.Widget:
        kind = self.players[side.key]
        names = [player_type(key)[0] for key in self.kinds]
        chosen = ui.DropDown(
            names, self.kinds.index(kind), id=f"who_{side.key}", on_change=partial(self._on_choice, side.key), width=230
        )
        self.words[side.key] = ui.Label(
            player_type(kind)[1], f"about_{side.key}", colour="ink_soft", size=self._small()
        )
        name = ui.Label(side.name, role="bold", size="large", align="centre", stretch=1, min_width=90)
        return ui.Column(ui.Row(name, chosen, gap=12), self.words[side.key], gap=4)

    def _dice(self) -> tuple[ui.Widget, ...]:
        words = tr(
            "You roll real dice and enter each result, for the computer too. Impossible results are rejected. "
            "The program applies and explains the rules."
        )
        return (
            ui.Toggle(tr("Roll physical dice"), self.real_dice, self._real, "real_dice"),
            ui.Row(ui.Spacer(width=26, stretch=0), ui.Label(words, size=self._small(), colour="ink_soft", stretch=1)),
        )

    def _option(self, option: Option) -> ui.Widget:
        set_by = self.entry.scenario.options.get(option.key)
        note = "" if set_by is None else tr(" *On in this battle.*") if set_by else tr(" *Off in this battle.*")
        help_text = f"{ui.escape(option.help)}{note} [{option.rule}](rule:{option.rule})"
        return ui.Column(
            ui.Toggle(
                option.title, self.options[option.key], partial(self._set_option, option.key), f"option_{option.key}"
            ),
            ui.Row(
                ui.Spacer(width=26, stretch=0), ui.RichText(help_text, size=self._small(), colour="ink_soft", stretch=1)
            ),
            gap=1,
        )

    # ------------------------------------------------------------------ choosing

    def _on_choice(self, side: str, index: int) -> None:
        self.players[side] = self.kinds[index]
        self.words[side].set_text(player_type(self.kinds[index])[1])

    def _real(self, on: bool) -> None:
        self.real_dice = on
        self.field.set_enabled(not on, tr("Physical dice have no seed."))

    def _set_option(self, option: str, on: bool) -> None:
        self.options[option] = on

    def _seed_typed(self, text: str) -> None:
        self.seed = text
        fault = seed_fault(text)
        self.fault.set_text(fault)
        self.start_button.set_enabled(not fault, fault)

    def start_on_two(self) -> None:
        """Open the page for a game between two computers, with the chosen rules options."""
        self.app.screens.two_computers(self.entry, self.options)

    def start(self) -> None:
        """Start with the settings at the right."""
        self.start_with(self.players)

    def start_with(self, players: Mapping[str, str]) -> None:
        """Start with these players, the chosen rules options and the seed."""
        fault = seed_fault(self.seed)
        if fault:
            self.start_button.press()
            return
        seed = int(self.seed) if self.seed.strip() else None
        try:
            dice = TableDice() if self.real_dice else None
            session = new_game(self.app, self.entry, self.options, players, seed, dice)
        except CannotStart as error:
            show_message(self.app, tr("This battle cannot be played"), ui.escape(str(error)), "cannot_start")
            return
        if self.real_dice:
            begin_at_table(self.app, session, replace=True)
        else:
            start_game(self.app, session, replace=True)

    def on_enter(self) -> None:
        """Give the focus to the first quick start; activate links to rules."""
        super().on_enter()
        self.app.tree.focus(self.app.tree.find("preset_0"))

    def key(self, event: pygame.Event) -> bool:
        """Handle keys: Esc goes back; Enter starts; arrow keys move to the quick starts."""
        if event.key == pygame.K_ESCAPE:
            self.back()
            return True
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self.app.tree.focus(self.app.tree.find("preset_0"))
            return True
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.start()
            return True
        return False


def seed_fault(text: str) -> str:
    """Return what is wrong with a typed seed; empty if nothing is."""
    text = text.strip()
    if not text:
        return ""
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST_SEED:
        return tr("The seed must be a whole number from 0 to {most}, or empty.", most=f"{LARGEST_SEED:,}")
    return ""
