"""Hidden troops: natives under markers, dummies among them, and what brings them to light."""

from __future__ import annotations

from rules.battles_for_empire.events import MarkerRevealed
from rules.battles_for_empire.leaders_and_mules import overrun
from rules.battles_for_empire.state import Body, Marker, State, card
from rules.kernel.hexes import Hex, distance
from rules.kernel.ruling import Ruling


def marker_of(state: State, unit: str) -> Marker | None:
    """Return the marker a unit hides under, if it does (BFE-ARR-H3)."""
    for marker in state.markers.values():
        if marker.unit == unit:
            return marker
    return None


def reveal_unit(r: Ruling, unit: str) -> None:
    """Reveal a hidden unit that is activated, where its marker lies. No dice. Rules: BFE-ARR-H3, BFE-ARR-H4."""
    marker = marker_of(r.state, unit)
    if marker is not None:
        turn_over(r, marker)


def turn_over(r: Ruling, marker: Marker) -> None:
    """Turn a marker over: its unit stands in its hex, a dummy is taken away.

    Enemy leaders and mules that came to the hex are overrun. Rules: BFE-ARR-H4, BFE-ARR-H5, BFE-MAN-H14.
    """
    state: State = r.state
    units = state.units
    if marker.unit:
        units = {**units, marker.unit: units[marker.unit].but(hex=marker.hex)}
    rest = {key: value for key, value in state.markers.items() if key != marker.id}
    r.state = state.but(units=units, markers=rest)
    rule = "BFE-ARR-H4" if marker.unit else "BFE-ARR-H5"
    r.note(MarkerRevealed(rule=rule, marker=marker.id, hex=marker.hex, unit=marker.unit))
    if marker.unit:
        overrun(r, marker.unit, marker.hex)


def sees_far(state: State, unit: Body) -> bool:
    """Return whether a unit scouts: horse on horseback (BFE-ARR-H4)."""
    return unit.mounted and card(state, unit).arm == "horse"


def reveal_markers(r: Ruling, unit: Body, h: Hex) -> bool:
    """Turn over the enemy's markers near a hex a unit enters. Return whether a unit lay under one.

    Within 3 hexes, within 6 for horse. Nothing is turned over from the hex where it stood already. No dice.
    Rule: BFE-ARR-H4.
    """
    state: State = r.state
    if not state.markers:
        return False
    chart = state.scene.charts.hidden
    reach = chart.scout if sees_far(state, unit) else chart.near
    found = False
    for marker in tuple(state.markers.values()):
        if marker.side != unit.side and distance(marker.hex, h) <= reach:
            turn_over(r, marker)
            r.reveal("a hidden marker was turned over")
            found = found or bool(marker.unit)
    return found


def marked_by_enemy(state: State, side: str, h: Hex) -> Marker | None:
    """Return the enemy's marker in a hex, if one lies there."""
    for marker in state.markers.values():
        if marker.hex == h and marker.side != side:
            return marker
    return None
