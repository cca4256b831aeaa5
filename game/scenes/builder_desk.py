"""The common parts of the battle builder's side pages: their host, lines, drop-downs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from game.app import App
from game.hud.builder_pane import BuilderPane
from game.scenes.builder_hand import BuilderHand
from game.ui import widgets as ui
from game.workshop.balancing import Balancer, HelpBalancer
from game.workshop.playtest import Playtest
from rules.kernel.datafile import Problem
from rules.kernel.editor_schema import CatalogueEntry, EditorSchema
from rules.kernel.flow import GameState
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.system import System
from rules.kernel.view import Place


def field(label: str, widget: ui.Widget, width: float = 92) -> ui.Widget:
    """Return a labelled line of a page."""
    return ui.form_row(ui.Label(label, size="small"), widget, width)


def choice(
    id: str, values: Sequence[str], words: Sequence[str], now: str, chosen: Callable[[str], None]
) -> ui.DropDown:
    """Return a drop-down of values with their texts; another current value is shown as it is."""
    found = list(values) if now in values else [now, *values]
    choices = list(words) if now in values else [f"{now} ?", *words]
    return ui.DropDown(choices, found.index(now), lambda index: chosen(found[index]), id)


class BuilderHost(Protocol):
    """What a side page needs from the builder."""

    app: App
    system: System
    bench: EditorSchema
    stocks: dict[str, CatalogueEntry]
    pane: BuilderPane
    sheet: MapSheet | None
    chosen: str
    tab: int
    problems: tuple[Problem, ...]
    checked: bool
    trial: Playtest | None
    levelling: Balancer | None
    evening: HelpBalancer | None
    lot_year: int
    hurt: set[str]  # forces whose start conditions are open on their page
    hand: BuilderHand
    search: str  # search text of the roster

    @property
    def scenario(self) -> Scenario:
        """Return the battle as edited so far."""

    def change(self, scenario: Scenario, *, fill: bool = True) -> None:
        """Set a new state of the battle."""

    def fill(self) -> None:
        """Rebuild the page."""

    def add(self, key: str, place: Place | None, *, join: bool = False) -> None:
        """Add a unit of the roster to the board."""

    def drop_stock(self, key: str, pos: ui.Pos) -> None:
        """Drop a unit of the roster on the board."""

    def carry_stock(self, key: str, pos: ui.Pos) -> None:
        """Drag a unit of the roster over the board."""

    def turn(self, steps: int) -> bool:
        """Turn the chosen force."""

    def another(self) -> None:
        """Add one more like the last of the chosen force."""

    def remove(self) -> None:
        """Remove the chosen force."""

    def check(self) -> None:
        """Check the battle with `open_scenario` now."""

    def state(self) -> GameState | None:
        """Return the first position; None if it is not playable."""

    def options(self) -> dict[str, bool]:
        """Return the rules in play."""

    def say(self, words: str, tone: str) -> None:
        """Show a line below the board."""

    def next_skirmish_number(self) -> int:
        """Return the number of the next skirmish."""


class Tab:
    """One side page."""

    def __init__(self, desk: BuilderHost) -> None:
        self.desk, self.bench = desk, desk.bench

    @property
    def scenario(self) -> Scenario:
        """Return the battle as edited so far."""
        return self.desk.scenario

    def widgets(self) -> list[ui.Widget]:
        """Return the widgets of the page."""
        raise NotImplementedError

    def show_problems(self) -> None:
        """Update the page after a check by `open_scenario`."""

    def set(self, **fields: object) -> None:
        """Change fields of the battle."""
        self.desk.change(self.scenario.but(**fields))

    def type(self, **fields: object) -> None:
        """Change fields while the player types: the page is not rebuilt."""
        self.desk.change(self.scenario.but(**fields), fill=False)


def numbers(first: int, last: int) -> list[str]:
    """Return whole numbers as words."""
    return [str(number) for number in range(first, last)]
