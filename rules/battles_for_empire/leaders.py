"""Leaders: a re-roll in melee, the fall of a leader, and the command he leaves shocked."""

from __future__ import annotations

from functools import partial

from rules.battles_for_empire.events import LeaderFell
from rules.battles_for_empire.state import Body, Leader, State
from rules.kernel.hexes import Hex
from rules.kernel.ruling import Ruling


def leaders_at(state: State, side: str, h: Hex) -> tuple[Leader, ...]:
    """Return a side's leaders in a hex, those who can still lead (BFE-PUB-32)."""
    return tuple(
        leader for leader in state.leaders.values() if leader.side == side and leader.hex == h and not leader.down
    )


def dice_again(state: State, unit: Body) -> int:
    """Return how many missed melee dice a unit rolls again in a round: one with a leader in its hex.

    Rules: BFE-LDR-H2, BFE-PUB-32.
    """
    again: int = state.scene.charts.leaders.rerolls if leaders_at(state, unit.side, unit.hex) else 0
    return again


def _fate(falls_on: int, total: int) -> str:
    return "falls" if total >= falls_on else "safe"


def test_leader_losses(r: Ruling, unit: str, side: str, h: Hex) -> None:
    """Roll for leaders whose unit was hit hard or lost a melee: each falls on a 6.

    Rolls one d6 a leader. His command suffers next turn. Rules: BFE-LDR-H3, BFE-LDR-H4.
    """
    state: State = r.state
    chart = state.scene.charts.leaders
    for leader in leaders_at(state, side, h):
        name = state.scene.names.get(leader.id, leader.id)
        rolled = r.roll(
            f"leader casualty check, {name}",
            1,
            6,
            "BFE-LDR-H3",
            target=chart.falls_on,
            says=partial(_fate, chart.falls_on),
        )
        if not rolled.is_success:
            continue
        down = leader.but(down=True, shocked=r.state.cursor.turn + 1)
        r.state = r.state.but(leaders={**r.state.leaders, leader.id: down})
        r.note(LeaderFell(rule="BFE-LDR-H3", leader=leader.id, unit=unit))
