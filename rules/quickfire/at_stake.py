"""What is at stake in Quickfire: every order offered but joining a line, as a ship that may join may also move."""

from __future__ import annotations

from rules.kernel.flow import Offer
from rules.kernel.stake import Condition, Conditions, Stake, always_at_stake
from rules.quickfire.state import State


def name_of(state: State, piece: str) -> str:
    """Return the name of a ship."""
    return state.scene.names.get(piece, piece)


def join_at_stake(_state: State, _side: str, _offer: Offer) -> Stake | None:
    """Return nothing: whoever may join a line may also move."""
    return None


CONDITIONS: Conditions = {
    "join": Condition(join_at_stake),
    "move": always_at_stake("{name} has no course", name_of, lost=True),
    "fire": always_at_stake("{name} can fire", name_of, lost=True),
    "launch": always_at_stake("{name} can launch torpedoes", name_of, lost=True),
    "ram": always_at_stake("{name} can ram", name_of),
}
