"""A small battle on the range bands, built piece by piece, for the tests of single rules."""

from __future__ import annotations

from typing import ClassVar

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Event
from rules.kernel.ruling import Ruling
from rules.kernel.scenario import Force, Unit
from rules.kernel.system import System
from rules.nights_of_fury import SYSTEM
from rules.nights_of_fury.state import State
from rules.nws.pieces import with_division, with_ship
from tests.nws.battle import NwsBattle, events_of, rules_of

__all__ = ["Battle", "events_of", "rules_of", "with_changes"]


class Battle(NwsBattle):
    """Divisions in bands at night, turn 2; change what a test needs, then enter a phase."""

    system: ClassVar[System] = SYSTEM

    def division(
        self,
        id: str,
        side: str,
        ships: list[str],
        band: int,
        formation: str = "abreast",
        traits: tuple[str, ...] = (),
        changes: dict[str, int] | None = None,
    ) -> Battle:
        """Return a division of ships by name.

        `changes` alters their cards. "land" among the traits: a target ashore.
        """
        units = tuple(Unit(name=name, changes=changes or {}) for name in ships)
        self.forces.append(
            Force(id=id, side=side, name=id.upper(), units=units, at=(band,), formation=formation, traits=traits)
        )
        return self

    def island(self, name: str, band: int) -> Battle:
        """Savo, florida or guadalcanal in a band."""
        self.special.append(("island", name, band))
        return self

    def chart(self, side: str) -> Battle:
        """Put a side under the solitaire chart."""
        self.options[f"chart_{side}"] = True
        return self

    def opening(self) -> State:
        """Return the position before turn 1, contacts as asked for."""
        state: State = super().opening()
        return state

    def enter(self, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the effect of the opening of a phase from the first position, and nothing after it.

        All faces must be used.
        """
        return self.open_phase(self.at(phase), phase, *faces)

    def open_phase(self, state: State, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the position after the opening of a phase, whatever phases are skipped, and its events.

        All faces must be used.
        """
        turn = max(state.cursor.turn, 2)
        tape = TapeDice(faces)
        ruling = Ruling(self.system, state.but(cursor=self.cursor(phase, turn=turn)), tape)
        self.open_in_ruling(ruling, phase)
        assert tape.faces_left == 0, f"{tape.faces_left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def close_phase(self, state: State, phase: str, *faces: int) -> tuple[State, tuple[Event, ...]]:
        """Return the position after the close of a phase, and its events. All faces must be used."""
        tape = TapeDice(faces)
        ruling = Ruling(self.system, state.but(cursor=self.cursor(phase, turn=max(state.cursor.turn, 2))), tape)
        closing = next(found for found in self.system.sequence if found.name == phase).close
        if closing is not None:
            closing(ruling)
        assert tape.faces_left == 0, f"{tape.faces_left} faces were not thrown"
        return ruling.state, tuple(ruling.events)

    def reach(self, phase: str, *faces: int) -> State:
        """Return a phase after its spotting: contacts are made as the rules make them, then the phase
        begins with USN.
        """
        spotted, _ = self.enter("spotting", *faces)
        return spotted.but(cursor=self.cursor(phase))


def with_changes(state: State, piece: str, **changes: object) -> State:
    """Return the position with a ship or a division changed."""
    if piece in state.ships:
        return with_ship(state, state.ships[piece].but(**changes))
    return with_division(state, state.divisions[piece].but(**changes))
