"""What one side may know: the enemy's hidden units are markers, and a dummy looks like any other (BFE-ARR-H3)."""

from __future__ import annotations

from rules.battles_for_empire.state import Body, State


def is_hidden(state: State, unit: Body) -> bool:
    """Return whether a unit is on the field but has not shown itself: it lies under a marker."""
    return unit.hex == 0 and not unit.lost and unit.id not in state.waiting


def known_state(state: State, side: str) -> State:
    """Return the position as a side may know it; side "" (referee, replay) knows everything.

    Enemy units under markers are left out, and so are the leaders who lie with them; the markers do not say what lies
    under them. Rules: BFE-ARR-H3, BFE-ARR-H5.
    """
    if not side or not state.markers:
        return state
    covered = {marker.hex for marker in state.markers.values() if marker.side != side}
    return state.but(
        leaders={
            key: leader.but(hex=0) if leader.side != side and leader.hex in covered else leader
            for key, leader in state.leaders.items()
        },
        units={key: unit for key, unit in state.units.items() if unit.side == side or not is_hidden(state, unit)},
        markers={key: marker if marker.side == side else marker.but(unit="") for key, marker in state.markers.items()},
    )
