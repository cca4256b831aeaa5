"""What the tests of fire and melee share: turns that pass, needs and dice of a shot."""

from __future__ import annotations

from rules.battles_for_empire.aiming import Shot, shot
from rules.battles_for_empire.commands import Fire
from rules.battles_for_empire.sequence import fresh
from rules.battles_for_empire.state import State
from rules.battles_for_empire.victory import open_end
from tests.battles_for_empire.field import After, allowed, give, rules_of, ruling


def next_turn(state: State, side: str = "br") -> State:
    """The fire phase of the next turn: the end phase of this one has begun, then everybody is fresh."""
    room = ruling(state)
    open_end(room)
    after: State = room.state
    a, b = after.scene.sides
    cursor = after.cursor.but(turn=after.cursor.turn + 1, queue=(side, b if side == a else a))
    return after.but(units={key: fresh(unit) for key, unit in after.units.items()}, cursor=cursor, scratch={})


def aimed(state: State, unit: str = "a", target: str = "x", *, rapid: bool = False, dice: int = 0) -> Shot:
    """What a shot would need and throw."""
    return shot(state, state.units[unit], state.units[target], rapid=rapid, dice=dice)


def refused(state: State, unit: str = "a", target: str = "x", side: str = "br", dice: int = 0) -> list[str]:
    """The rules against a shot."""
    return rules_of(allowed(state, Fire(side, unit, target, dice)))


def fire(state: State, *faces: int, unit: str = "a", target: str = "x", dice: int = 0) -> After:
    """Fire with these faces."""
    return give(state, Fire(state.units[unit].side, unit, target, dice), *faces)
