"""Both NWS games by the same names, for tests of shared rules: a duel, a chase, a finished battle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules import SYSTEMS
from rules.kernel.ruling import Ruling
from rules.kernel.system import System
from rules.nights_of_fury import aiming as nof_aiming
from rules.nights_of_fury import gunnery as nof_gunnery
from rules.nights_of_fury import points as nof_points
from rules.nights_of_fury import salvos as nof_salvos
from rules.nights_of_fury.state import SIGHTED as NOF_SIGHTED
from rules.nw_smoke import gunnery as nw_gunnery
from rules.nw_smoke import torpedoes as nw_torpedoes
from rules.nw_smoke import victory as nw_victory
from rules.nw_smoke.charts import bands
from rules.nw_smoke.state import SIGHTED as NW_SIGHTED
from rules.nws.gunnery import Shot
from rules.nws.pieces import with_ship
from tests.nights_of_fury import duel as nof_duel
from tests.nights_of_fury.battle import Battle as NofBattle
from tests.nw_smoke import duel as nw_duel
from tests.nw_smoke.battle import Battle as NwBattle
from tests.nws.battle import NwsBattle


@dataclass(frozen=True)
class Twin:
    """One of the two games. `step`: bands or hexes that are one step of the gunnery chart."""

    key: str
    rules: dict[str, str]  # what a rule is about -> its id here
    step: int
    battle: Callable[[], NwsBattle]
    sides: Callable[[list[str], list[str]], NwsBattle]  # the ships of the USN, and two steps off those of the IJN
    help: Any  # its module of duels
    fight: Any  # its module of gunnery
    shots: Any  # that with the sum of a shot
    salvos: Any  # that with the sum of a salvo
    points: Any  # that of points
    clear: dict[str, object]  # what makes a duel one by day
    sighted: int  # the level of an enemy in sight
    big: str = "Hiei"  # a battleship of its roster
    need: Callable[[Any, Any], int] = field(default=lambda state, running: 0)  # of a salvo, from its chart

    @property
    def system(self) -> System:
        """The game itself."""
        return SYSTEMS[self.key]

    # A duel

    def duel(self, ship: str = "Laffey", target: str = "Kagero", steps: float = 2) -> Any:
        """Return a ship and her target so many steps of the chart off, at night."""
        return self.help.duel(ship, target, round(steps * self.step))

    def by_day(self, ship: str = "Laffey", target: str = "Kagero", steps: float = 2) -> Any:
        """Return the same with nothing of the night: a destroyer's need is 6."""
        return self.help.duel(ship, target, round(steps * self.step), **self.clear)

    def fire(self, ship: str = "Laffey", target: str = "Kagero") -> Any:
        """Return the order to fire."""
        return nof_duel.fire(ship, target) if self.key == "nights_of_fury" else nw_duel.fire(_id(ship), _id(target))

    def shot(self, state: Any, ship: str = "Laffey", target: str = "Kagero") -> Shot:
        """Return the sum of that shot."""
        found: Shot = self.shots.shot(state, self.fire(ship, target))
        return found

    def terms(self, state: Any, ship: str = "Laffey", target: str = "Kagero") -> dict[str, int]:
        """Return its modifiers by their rules."""
        return nof_duel.terms(self.shot(state, ship, target))

    def with_firepower(self, state: Any, power: int) -> Any:
        """Laffey with another firepower."""
        return nof_duel.with_firepower(state, power)

    def result(self, state: Any, command: Any, *faces: int) -> tuple[Any, str]:
        """Return the position after a shot and the grade of the hit; every face is used."""
        found: tuple[Any, str] = self.help.result(state, command, *faces)
        return found

    # A chase

    def chase(self, ship: str = "Kagero", target: str = "Laffey", side: str = "IJN", month: str = "1942-11") -> Any:
        """Return a ship with tubes and a target whose formation counts for nothing."""
        state = self.help.chase(ship, target, side=side)
        return state.but(scene=state.scene.but(month=month))

    def salvo(self, state: Any, **changes: object) -> Any:
        """Her salvo at it, that arrives now."""
        return self.help.salvo(state, **changes)

    def arrive(self, state: Any, running: Any, *faces: int) -> tuple[Any, ...]:
        """Return the effect of its arrival; every face is used."""
        found: Ruling = self.help.arrive(state, running, *faces)
        return tuple(found.events)

    # A battle that is over

    def over(self, usn: int = 0, ijn: int = 0) -> Any:
        """Laffey against Kagero and Oyashio in the last phase, with these handicaps."""
        state = self.sides(["Laffey"], ["Kagero", "Oyashio"]).at("end")
        return state.but(scene=state.scene.but(handicap={"USN": usn, "IJN": ijn}))

    def worth(self, state: Any, ship: str, pv: int) -> Any:
        """Return a ship with another point value."""
        cards = {**state.scene.cards, ship: state.scene.cards[ship].but(pv=pv)}
        return state.but(scene=state.scene.but(cards=cards))

    def state_with_points(self, usn: int, ijn: int) -> Any:
        """Return a position in which each side has sunk one ship of that point value."""
        state = self.worth(self.worth(self.over(), "kagero", usn), "laffey", ijn)
        for name in ("kagero", "laffey"):
            state = with_ship_fields(state, name, flotation=4, gone="sunk")
        return state


def with_ship_fields(state: Any, ship: str, **changes: object) -> Any:
    """Return the position with one ship changed."""
    return with_ship(state, state.ships[ship].but(**changes))


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def _on_hexes(ours: list[str], theirs: list[str]) -> NwsBattle:
    return NwBattle().division("a", "USN", ours, 2010, "NE").division("b", "IJN", theirs, 2014, "NE")


def _on_bands(ours: list[str], theirs: list[str]) -> NwsBattle:
    return NofBattle().division("a", "USN", ours, 4).division("b", "IJN", theirs, 6)


def _need_of_a_salvo_by_hexes(state: Any, running: Any) -> int:
    need: int = state.scene.charts.torpedo.need[running.kind][bands(running.distance)]
    return need


NOF = Twin(
    key="nights_of_fury",
    rules={
        "firepower": "NoF-DMG-H2", "burning": "NoF-GUN-H5", "penetration": "NoF-GUN-H8", "size": "NoF-GUN-H9",
        "crowd": "NoF-GUN-H10", "evading": "NoF-EV-H4",
    },
    step=1,
    battle=NofBattle,
    sides=_on_bands,
    help=nof_duel,
    fight=nof_gunnery,
    shots=nof_aiming,
    salvos=nof_salvos,
    points=nof_points,
    clear={"night_penalty": False},
    sighted=NOF_SIGHTED,
    need=nof_salvos.salvo_need,
)  # fmt: skip
NW = Twin(
    key="nw_smoke",
    rules={
        "firepower": "NW-DMG-H2", "burning": "NW-GUN-H7", "penetration": "NW-GUN-H10", "size": "NW-GUN-H11",
        "crowd": "NW-GUN-H12", "evading": "NW-EV-H4",
    },
    step=2,
    battle=NwBattle,
    sides=_on_hexes,
    help=nw_duel,
    fight=nw_gunnery,
    shots=nw_gunnery,
    salvos=nw_torpedoes,
    points=nw_victory,
    clear={"visibility": "day_clear"},
    sighted=NW_SIGHTED,
    big="Kirishima",
    need=_need_of_a_salvo_by_hexes,
)  # fmt: skip
both = pytest.mark.parametrize("game", [NOF, NW], ids=lambda game: game.key)
