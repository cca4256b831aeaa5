"""Shared by the tests of fire and melee: passing turns, needs and dice of a shot."""

from __future__ import annotations

from rules.battles_for_empire.aiming import Shot, shot
from rules.battles_for_empire.commands import Fire
from rules.battles_for_empire.sequence import SEQUENCE, reset_unit
from rules.battles_for_empire.state import State
from rules.battles_for_empire.victory import open_end
from rules.kernel.flow import ACTING, Command
from tests.battles_for_empire.field import After, Field, give, in_hand, refusals, rules_of, ruling


def next_turn(state: State, side: str = "br") -> State:
    """Return the fire phase of the next turn, after the end phase of this one: no unit has acted."""
    room = ruling(state)
    open_end(room)
    after: State = room.state
    a, b = after.scene.sides
    cursor = after.cursor.but(turn=after.cursor.turn + 1, queue=(side, b if side == a else a))
    return after.but(units={key: reset_unit(unit) for key, unit in after.units.items()}, cursor=cursor)


def aim(state: State, unit: str = "a", target: str = "x", *, rapid: bool = False, dice: int = 0) -> Shot:
    """Return what a shot would need and roll."""
    return shot(state, state.units[unit], state.units[target], rapid=rapid, dice=dice)


def refused_rules(state: State, unit: str = "a", target: str = "x", side: str = "br", dice: int = 0) -> list[str]:
    """Return the rules against a shot."""
    return rules_of(refusals(state, Fire(side, unit, target, dice)))


def fire(state: State, *faces: int, unit: str = "a", target: str = "x", dice: int = 0) -> After:
    """Fire with these faces."""
    return give(state, Fire(state.units[unit].side, unit, target, dice), *faces)


def to_fire(state: State, side: str = "br") -> State:
    """Return the fire phase of the same turn, a side first, whatever was done in movement."""
    a, b = state.scene.sides
    number = next(index for index, phase in enumerate(SEQUENCE) if phase.name == "fire")
    cursor = state.cursor.but(phase=number, stage=ACTING, queue=(side, b if side == a else a))
    return state.but(cursor=cursor, in_hand="")


def march(field: Field, unit: str, allowance: int, *commands: Command) -> State:
    """Let a unit with `allowance` hexes carry out commands in its movement phase; return the fire phase after it."""
    state = field.at("movement", field_side(field, unit))
    for command in commands:
        if state.in_hand != unit:
            state = in_hand(state, unit, allowance)
        state = give(state, command).state
    return to_fire(state, state.units[unit].side)


def field_side(field: Field, unit: str) -> str:
    """Return the side of a unit of the field."""
    return next(force.side for force in field.forces if force.id == unit)
