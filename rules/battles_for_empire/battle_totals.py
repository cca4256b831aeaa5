"""What is counted in Battles for Empire when a battle is over: half points, units destroyed or captured, Kills."""

from __future__ import annotations

from rules.battles_for_empire.hit_effects import CAPTURED, DESTROYED
from rules.battles_for_empire.state import State, enemy_of, stamina
from rules.battles_for_empire.victory import points_lost
from rules.kernel.objective import Metrics


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
