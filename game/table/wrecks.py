"""What lies where it fell: the places of ships that went down and of units that were destroyed, as markers.

No game keeps them: they follow from what a side was told and from where it saw the thing just before.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.ruling import may_know
from rules.kernel.session import Session, Step
from rules.kernel.view import Marker, Place, View


class Wrecks:
    """The wrecks of one game; what each step left, as each side knows it, is worked out once.

    `left`: kind of event -> (kind of marker it leaves, field of the event that names the unit).
    """

    def __init__(self, session: Session, left: Mapping[str, tuple[str, str]]) -> None:
        self.session, self.left = session, left
        self._known: dict[str, list[tuple[Step, tuple[Marker, ...]]]] = {}

    def at(self, number: int, side: str) -> tuple[Marker, ...]:
        """All wrecks of this battle after so many steps, as a side knows them; "" is the referee."""
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
        return system.view(system.guess(state, side) if side else state, side)

    def _left_by(self, index: int, side: str) -> list[Marker]:
        events = self.session.steps[index].events
        lost = [event for event in events if type(event).__name__ in self.left and may_know(event, side)]
        if not lost:
            return []
        view = self._view(index, side)
        places: dict[str, Place] = {}
        for piece in view.pieces:
            places |= {hull.name: piece.at for hull in piece.hulls} | {piece.id: piece.at, piece.name: piece.at}
        names = self.session.system.names(self.session.states[index])
        found = []
        for event in lost:
            kind, field = self.left[type(event).__name__]
            unit = str(getattr(event, field, ""))
            name = names.get(unit, unit)
            at = places.get(unit) or places.get(name)
            if at:
                found.append(Marker(kind=kind, places=(at,), text=name, value=view.chapter))
        return found
