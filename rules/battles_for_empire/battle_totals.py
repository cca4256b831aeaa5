"""What is counted in Battles for Empire.

When a battle is over: half points, units destroyed or captured, Kills. Of one order: Kills, ammunition, hexes allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.battles_for_empire.commands import Conduct, Fire, Rapid
from rules.battles_for_empire.hit_effects import CAPTURED, DESTROYED
from rules.battles_for_empire.state import State, enemy_of, stamina
from rules.battles_for_empire.victory import points_lost
from rules.kernel.flow import Command
from rules.kernel.objective import Metrics
from rules.kernel.ruling import Ruling


def _points(state: State, side: str) -> int:
    """Return what a side took from the other. Rule: BFE-VIC-H1."""
    return points_lost(state, enemy_of(state, side))


def _losses(state: State, side: str) -> tuple[int, int]:
    """Return (units destroyed or captured, Kills: of a unit that is lost as many as remove it)."""
    units = [unit for unit in state.units.values() if unit.side == side]
    gone = [unit for unit in units if unit.lost in (DESTROYED, CAPTURED)]
    kills = sum(stamina(state, unit) if unit in gone else unit.kills for unit in units)
    return len(gone), kills


TALLY = Metrics(
    points=_points,
    losses=_losses,
    point=("half point", "half points"),
    unit=("unit", "units"),
    fate="destroyed or captured",
    mark=("Kill", "Kills"),
)


def _kills(before: State, r: Ruling, command: Command) -> int:
    """Return the Kills a shot takes from its target."""
    if not isinstance(command, Fire | Rapid):
        return 0
    return int(r.state.units[command.target].kills - before.units[command.target].kills)


def _has_ammunition(_before: State, r: Ruling, command: Command) -> int:
    """Return 1 for a shot that does not leave its unit low on ammunition."""
    return int(isinstance(command, Fire | Rapid) and not r.state.units[command.unit].low)


def _hexes(_before: State, r: Ruling, command: Command) -> int:
    """Return the hexes that a roll for conduct allows."""
    return int(r.state.units[command.unit].allowance) if isinstance(command, Conduct) else 0


COUNTED: Mapping[str, Callable[[State, Ruling, Command], int]] = {
    "kills": _kills,
    "ammunition": _has_ammunition,
    "hexes": _hexes,
}
