"""Arrivals: troops that come on during the battle, on their turn or by the Zulu arrival charts."""

from __future__ import annotations

from collections.abc import Iterable

from rules.battles_for_empire.charts import horn_edge
from rules.battles_for_empire.events import HornRolled, UnitArrived
from rules.battles_for_empire.formations import room_for
from rules.battles_for_empire.hidden_units import marked_by_enemy, reveal_markers
from rules.battles_for_empire.leaders_and_mules import overrun
from rules.battles_for_empire.state import Body, State, unit_name, with_unit
from rules.battles_for_empire.terrain import steps_of
from rules.kernel.hexes import Hex, within
from rules.kernel.ruling import Ruling

NONE = "none"  # on an arrival chart: the unit does not come on this turn
ASIDE = 3  # hexes from its own that a unit looks for room (BFE-ARR-H2)


def arrive(r: Ruling) -> None:
    """Bring on every unit that is due at the start of a turn, if there is room for it.

    Rolls 2d6 for each unit that comes by an arrival chart, every turn until it is on. Rules: BFE-ARR-H1, BFE-ARR-H2,
    BFE-PUB-31.
    """
    state: State = r.state
    turn = state.cursor.turn
    for when, name in state.scene.arrivals:
        if when > turn or name not in r.state.waiting:
            continue
        if name in state.leaders or name in state.mules:
            _bring_on_piece(r, name)
        elif name in state.scene.horns:
            _bring_on_by_chart(r, name)
        else:
            _bring_on(r, name, _near(r.state, state.scene.entries[name]), "BFE-ARR-H1")


def _near(state: State, h: Hex) -> tuple[Hex, ...]:
    """Return a hex and those around it, the nearest first."""
    sheet = state.scene.country.sheet
    found: dict[Hex, None] = {}
    for radius in range(ASIDE + 1):
        found |= dict.fromkeys(within(h, radius, sheet.columns, sheet.rows))
    return tuple(found)


def _bring_on_piece(r: Ruling, name: str) -> None:
    state: State = r.state
    h = state.scene.entries[name]
    if name in state.leaders:
        r.set(leaders={**state.leaders, name: state.leaders[name].but(hex=h)})
    else:
        r.set(mules={**state.mules, name: state.mules[name].but(hex=h)})
    r.set(waiting=tuple(other for other in state.waiting if other != name))
    r.note(UnitArrived(rule="BFE-ARR-H1", unit=name, hex=h))


def edge_of(state: State, unit: str, total: int) -> str:
    """Return where a 2d6 total on its arrival chart sends a unit: left horn, chest, right horn, loins or none
    (BFE-PUB-31).
    """
    return horn_edge(state.scene.charts, state.scene.horns[unit], total)


def _bring_on_by_chart(r: Ruling, name: str) -> None:
    state: State = r.state
    unit = state.units[name]
    heading = f"arrival of {unit_name(state, unit)}, chart {state.scene.horns[name]}"
    edge = edge_of(state, name, r.roll(heading, 2, 6, "BFE-PUB-31", to=(unit.side,)).total)
    r.note(HornRolled(rule="BFE-PUB-31", to=(unit.side,), unit=name, edge=edge))
    if edge != NONE:
        _bring_on(r, name, state.scene.country.entries.get((unit.side, edge), ()), "BFE-PUB-31")


def _bring_on(r: Ruling, name: str, hexes: Iterable[Hex], rule: str) -> None:
    state: State = r.state
    unit: Body = state.units[name]
    steps = steps_of(state, unit)
    for h in hexes:
        if h not in steps or not room_for(state, unit, h) or not _may_stand(state, unit, h):
            continue
        if marked_by_enemy(state, unit.side, h) is not None:
            continue
        left = tuple(other for other in state.waiting if other != name)
        r.state = with_unit(state, unit.but(hex=h)).but(waiting=left)
        r.note(UnitArrived(rule=rule if h == state.scene.entries.get(name, h) else "BFE-ARR-H2", unit=name, hex=h))
        overrun(r, name, h)
        reveal_markers(r, r.state.units[name], h)
        return


def _may_stand(state: State, unit: Body, h: Hex) -> bool:
    """Return whether the unit may come on in a hex: it must be able to enter it from one beside it."""
    return any(
        step is not None and step[0] == h
        for row in (steps_of(state, unit).get(other) for other in within(h, 1))
        if row is not None
        for step in row
    )
