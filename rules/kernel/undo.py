"""Decide whether an order can be taken back.

By what its side knew before and sees after it, never by the true position. An order is final if it rolls dice or could
reveal something hidden, whether or not it did. Otherwise a player could learn hidden facts by trying an order and
taking it back, or from a refusal to take it back.
"""

from __future__ import annotations

from rules.kernel.dice import NeedDice, TapeDice
from rules.kernel.flow import Done, GameState, actor, carry_out
from rules.kernel.record import AnyState
from rules.kernel.ruling import PartlyRolled, Rolled, Ruling, is_visible_to
from rules.kernel.step import Step
from rules.kernel.system import System

DICE = "dice have been rolled since"
HIDDEN = "something hidden may have been revealed since"
MOVED_ON = "that part of the phase is over, and something hidden may have been revealed since"


def undo_refusal(system: System, before: AnyState, after: AnyState, step: Step) -> str:
    """Return why a step from `before` to `after` cannot be taken back; empty if it can. Rolls no dice.

    If nothing is hidden from its side, only dice and reveals make it final.
    """
    command, side = step.command, step.command.side
    known = system.known_state(before, side)
    hiding = known is not before
    if hiding and (isinstance(command, Done) or _moved_on(before, after, side)):
        return MOVED_ON  # who acts next, and the dice it rolls, may depend on hidden facts
    if not hiding and step.faces:
        return DICE
    if any(isinstance(event, Rolled | PartlyRolled) and is_visible_to(event, side) for event in step.events):
        return DICE
    foreseen = Ruling(system, known, TapeDice(()))
    try:
        carry_out(foreseen, command)
    except NeedDice:
        return DICE
    except (LookupError, ValueError, AssertionError):  # an order that its own side could not even imagine
        return HIDDEN
    if foreseen.revealed:
        return f"{HIDDEN}: {foreseen.revealed}"
    if not hiding:
        return ""
    same_view = system.view(system.known_state(after, side), side) == _as_foreseen(system, foreseen.state, after, side)
    return "" if same_view else f"{HIDDEN}: {step.revealed}".removesuffix(": ")


def _moved_on(before: GameState, after: GameState, side: str) -> bool:
    """Return whether a side has come to the end of its part of the phase."""
    here, there = before.cursor, after.cursor
    return (here.turn, here.phase) != (there.turn, there.phase) or actor(after) != side


def _as_foreseen(system: System, state: AnyState, after: AnyState, side: str) -> object:
    """Return the view a side expected, with the queue of sides as it is now: who acts next is no secret."""
    return system.view(system.known_state(state.but(cursor=after.cursor), side), side)
