"""What has become of every unit, leader and mule: for reports and for what lies on the field."""

from __future__ import annotations

from rules.battles_for_empire.state import State
from rules.battles_for_empire.victory import EXITED
from rules.kernel.fate import UnitFate


def fates(state: State) -> tuple[UnitFate, ...]:
    """Return every unit, leader and mule; a unit that left by an exit is no loss."""
    names = state.scene.names
    units = tuple(
        UnitFate(
            id=unit.id,
            side=unit.side,
            name=names[unit.id],
            fate="escaped" if unit.lost == EXITED else unit.lost,
            lost=unit.lost not in ("", EXITED),
        )
        for unit in state.units.values()
    )
    leaders = [(one.id, one.side, "killed" if one.down else "") for one in state.leaders.values()]
    mules = [(one.id, one.side, "destroyed" if one.lost else "") for one in state.mules.values()]
    others = tuple(
        UnitFate(id=key, side=side, name=names.get(key, key), fate=fate, lost=bool(fate))
        for key, side, fate in leaders + mules
    )
    return units + others
