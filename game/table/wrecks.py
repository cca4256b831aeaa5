"""Markers for units that are gone: ships that sank or blew up, units destroyed, captured or withdrawn.

They are not stored: they are derived from the units' fates and the places where a side last saw them.
"""

from __future__ import annotations

from rules.kernel.fate import FATES, UnitFate
from rules.kernel.session import Session, Step
from rules.kernel.view import Marker, Place, View


class Wrecks:
    """The wrecks of one game, computed once for each step and side."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._known: dict[str, list[tuple[Step, tuple[Marker, ...]]]] = {}

    def at(self, number: int, side: str) -> tuple[Marker, ...]:
        """Return all wrecks of this battle after `number` steps, as a side knows them; "" is the referee."""
        steps, found = self.session.steps[:number], self._known.setdefault(side, [])
        same = 0
        while same < min(len(steps), len(found)) and found[same][0] is steps[same]:
            same += 1
        del found[same:]
        found += [(steps[index], tuple(self._left_by(index, side))) for index in range(same, len(steps))]
        wrecks = [marker for _, markers in found for marker in markers]
        chapter = self._view(number, side).chapter if wrecks else 0
        return tuple(marker for marker in wrecks if marker.value == chapter)

    def _view(self, number: int, side: str) -> View:
        system, state = self.session.system, self.session.states[number]
        return system.view(system.known_state(state, side) if side else state, side)

    def _left_by(self, index: int, side: str) -> list[Marker]:
        """Return a marker for each unit, or boat of a pair, that a step removed from the board."""
        lost = self._lost_units(index, "")
        if side and lost:
            lost = self._lost_units(index, side)
        if not lost:
            return []
        view = self._view(index, side)
        places: dict[str, Place] = {}
        for piece in view.pieces:
            places |= {hull.name: piece.at for hull in piece.hulls} | {piece.id: piece.at, piece.name: piece.at}
        found = []
        for one in lost:
            at = places.get(one.id) or places.get(one.name)
            if at:
                found.append(Marker(kind=FATES[one.fate or "sunk"], places=(at,), text=one.name, value=view.chapter))
        return found

    def _lost_units(self, index: int, side: str) -> list[UnitFate]:
        """Return the units that a step removed from the board, as a side knows it."""
        system = self.session.system
        before, after = (
            {one.id: one for one in system.fates(system.known_state(state, side) if side else state) if not one.past}
            for state in self.session.states[index : index + 2]
        )
        return [
            one
            for key, one in after.items()
            if (one.fate and not (key in before and before[key].fate))
            or (not one.fate and key in before and one.strength < before[key].strength)
        ]
