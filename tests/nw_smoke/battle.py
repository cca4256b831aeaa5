"""A small battle on an open sea, built piece by piece, for the tests of single rules."""

from __future__ import annotations

from typing import ClassVar

from rules import SYSTEMS
from rules.kernel.dice import SeededDice, TapeDice
from rules.kernel.flow import Event
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, MapSheet, Unit
from rules.kernel.session import adjudicate
from rules.kernel.system import System
from rules.nw_smoke.commands import Move
from rules.nw_smoke.state import State
from tests.nws.battle import NwsBattle, events_of

__all__ = ["Battle", "events_of", "open_sea"]

COLUMNS, ROWS = 60, 40


def open_sea(land: tuple[int, ...] = ()) -> MapSheet:
    """Return sixty by forty hexes of deep water, with land in the given hexes."""
    terrain = bytearray(10_000)
    for column in range(1, COLUMNS + 1):
        for row in range(1, ROWS + 1):
            terrain[column * 100 + row] = 1
    for h in land:
        terrain[h] = 4
    return MapSheet(key="open", title="Open sea", columns=COLUMNS, rows=ROWS, terrain=bytes(terrain))


class Battle(NwsBattle):
    """Divisions on an open sea at night; change what a test needs, then enter a phase."""

    system: ClassVar[System] = SYSTEMS["nw_smoke"]

    def __init__(self, land: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.sheet = open_sea(land)
        self.conditions["seas"] = "calm"
        self.markers: tuple[int, ...] = ()
        self.cards: list[str] = []

    def division(
        self,
        id: str,
        side: str,
        ships: list[str],
        at: int,
        facing: str,
        speed: int = 0,
        formation: str = "",
        traits: tuple[str, ...] = (),
    ) -> Battle:
        units = tuple(Unit(name=name) for name in ships)
        self.forces.append(
            Force(
                id=id,
                side=side,
                name=id.upper(),
                units=units,
                at=(at,),
                facing=facing,
                speed=speed,
                formation=formation,
                traits=traits,
            )
        )
        return self

    def smoke(self, *hexes: int) -> Battle:
        self.markers = tuple(sorted(hexes))
        return self

    def card(self, division: str) -> Battle:
        """Give a division a smoke card."""
        self.cards.append(division)
        return self

    def opening(self) -> State:
        """Return the position before turn 1: contacts, cards and markers as asked for."""
        state: State = super().opening()
        divisions = {
            key: division.but(smoking=division.smoking or key in self.cards)
            for key, division in state.divisions.items()
        }
        return state.but(smoke=self.markers, divisions=divisions)

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the opening of a phase, and nothing after it."""
        dice = TapeDice(faces) if faces else SeededDice(1)
        ruling = self.open_in_ruling(Ruling(self.system, self.at(phase), dice), phase)
        return ruling.state, tuple(ruling.events)

    def open_phase(self, state: State, phase: str) -> State:
        """Return the position after the opening of another phase, whatever phases are skipped."""
        moved_on = state.but(cursor=self.cursor(phase))
        after: State = self.open_in_ruling(Ruling(self.system, moved_on, SeededDice(1)), phase).state
        return after

    def reach(self, phase: str, *faces: int) -> State:
        """Return the phase after its spotting: contacts are made as the rules make them, then the phase begins with
        USN.
        """
        spotted, _ = self.enter("spotting", *faces)
        return spotted.but(cursor=self.cursor(phase))

    def run(self, division: str, plot: str) -> tuple[State, tuple[Event, ...]]:
        """Open the movement phase and move one division along a legal plot."""
        state, _ = self.enter("movement")
        side = state.divisions[division].side
        other = "IJN" if side == "USN" else "USN"
        state = state.but(cursor=state.cursor.but(queue=(side, other)))
        command = Move(side, division, plot)
        assert not self.check(state, command), self.check(state, command)
        ruling = adjudicate(self.system, state, command, SeededDice(1), move_on=False)
        return ruling.state, tuple(ruling.events)
