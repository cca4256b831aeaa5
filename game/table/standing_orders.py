"""Standing orders a player has left alone: they do not stop him again until their key changes."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.stake import Stake


class StandingOrders:
    """What each side has left alone in one game; not saved, so a loaded game asks once more."""

    def __init__(self) -> None:
        self._keys: dict[tuple[str, str, str], str] = {}  # (side, verb, piece) -> the key when it was left alone

    def leave(self, side: str, stakes: Iterable[Stake]) -> None:
        """Remember the standing orders among what a side leaves undone."""
        self._keys.update({(side, stake.verb, stake.piece): stake.key for stake in stakes if stake.standing})

    def new(self, side: str, stakes: Iterable[Stake]) -> tuple[Stake, ...]:
        """Return the stakes without the standing orders that were left alone and have not changed since."""
        return tuple(
            stake
            for stake in stakes
            if not stake.standing or self._keys.get((side, stake.verb, stake.piece)) != stake.key
        )
