"""What the pages beside the board of the battle builder share: the desk they ask, lines, drop-downs."""

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
    """Return a line of a page."""
    return ui.form_row(ui.Label(label, size="small"), widget, width)


def choice(
    id: str, values: Sequence[str], words: Sequence[str], now: str, chosen: Callable[[str], None]
) -> ui.DropDown:
    """Return a drop-down of values told in words; one that is not among them is shown as it is."""
    found = list(values) if now in values else [now, *values]
    choices = list(words) if now in values else [f"{now} ?", *words]
    return ui.DropDown(choices, found.index(now), lambda index: chosen(found[index]), id)


class BuilderHost(Protocol):
    """What a page asks of the builder."""

    app: App
    system: System
    bench: EditorSchema
    stocks: dict[str, CatalogueEntry]
    pane: BuilderPane
    sheet: MapSheet | None
    chosen: str
    tab: int
    problems: tuple[Problem, ...]
    proven: bool
    trial: Playtest | None
    levelling: Balancer | None
    evening: HelpBalancer | None
    lot_year: int
    hurt: set[str]  # forces whose wounds are open on their page
    hand: BuilderHand
    search: str  # what is looked for in the roster

    @property
    def scenario(self) -> Scenario:
        """The battle as it is drawn now."""

    def change(self, scenario: Scenario, *, fill: bool = True) -> None:
        """Take another state of the battle."""

    def fill(self) -> None:
        """Rebuild the page."""

    def add(self, key: str, place: Place | None, *, join: bool = False) -> None:
        """Add a unit of the roster to the board."""

    def drop_stock(self, key: str, pos: ui.Pos) -> None:
        """Drop a unit of the roster on the board."""

    def carry_stock(self, key: str, pos: ui.Pos) -> None:
        """Carry a unit of the roster over the board."""

    def turn(self, steps: int) -> bool:
        """Turn the chosen force."""

    def another(self) -> None:
        """Add one more like the last of the chosen force."""

    def remove(self) -> None:
        """Take the chosen force off."""

    def prove(self) -> None:
        """Check the battle with `open_scenario` now."""

    def state(self) -> GameState | None:
        """Return the first position; None where it cannot be played."""

    def options(self) -> dict[str, bool]:
        """Return the rules in play."""

    def say(self, words: str, tone: str) -> None:
        """Show a line below the board."""

    def next_lot(self) -> int:
        """Return the number of the next skirmish."""


class Tab:
    """What a page needs of the screen."""

    def __init__(self, desk: BuilderHost) -> None:
        self.desk, self.bench = desk, desk.bench

    @property
    def scenario(self) -> Scenario:
        """The battle as it is drawn now."""
        return self.desk.scenario

    def widgets(self) -> list[ui.Widget]:
        """Return what stands on the page."""
        raise NotImplementedError

    def show_problems(self) -> None:
        """Show what `open_scenario` says of the battle; there may be more to show."""

    def set(self, **fields: object) -> None:
        """Change fields of the battle."""
        self.desk.change(self.scenario.but(**fields))

    def type(self, **fields: object) -> None:
        """Change fields while they are typed: the page stays as it is."""
        self.desk.change(self.scenario.but(**fields), fill=False)


def numbers(first: int, last: int) -> list[str]:
    """Return whole numbers as words."""
    return [str(number) for number in range(first, last)]
