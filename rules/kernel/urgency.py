"""How much a side must hurry: by what it is behind, and the turns left to catch up. House judgement, no rule of a game.

Who is ahead with few turns left has nothing to gain from a fight: he counts the enemy's fire more. Who is behind must
close: he counts it less, and his own fire more.
"""

from __future__ import annotations

WHOLE = 1000  # thousandths


def urgency(behind: int, at_stake: int, left: int, turns: int) -> int:
    """Return -1000 (ahead, keep away) to 1000 (behind, close) for a side so many points behind, less than 0: ahead.

    At 1000 it needs, in every turn left, what the battle would bring it if it went on evenly: `at_stake` in `turns`.
    """
    needed = WHOLE * behind * turns // max(1, at_stake * max(1, left))
    return max(-WHOLE, min(WHOLE, needed))


def weigh_by_urgency(value: int, share: int, pressed: int) -> int:
    """Return a value that counts `share` thousandths more at an urgency of 1000, and as much less at -1000."""
    return value * (WHOLE * WHOLE + share * pressed) // (WHOLE * WHOLE)
