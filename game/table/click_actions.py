"""The meaning of a click on the board: the first selects, a second on the same place gives the order; otherwise a
reason is shown.
"""

from __future__ import annotations

from enum import Enum

from game.hit_test import Hit
from game.table.order_builder import OrderBuilder
from game.table.table import Table
from rules.kernel.view import Piece, Place


class Click(Enum):
    """The result of a click."""

    GIVE = "what is armed is to be given"
    WAY = "a way to a place is armed; the mouse may turn it"
    CHOSEN = "something else is chosen"
    SELECTED = "a counter is selected"
    NOTHING = "nothing can be done there"


def intended_hit(hand: OrderBuilder, hit: Hit) -> Hit:
    """Return the hit on the water below a counter if the click means that; models are drawn larger than to scale. A
    counter with nothing to do does not block the water below it if the current action can end there; a ship does not
    block end positions of her own move.
    """
    if hit.under is None or hand.action_kind != "place" or hand.sweeps or not hand.ends_anywhere:
        return hit
    if hit.piece == hand.piece:
        return Hit(hit.under) if hand.end_near(hit.under) in hand.places() else hit
    covers = hit.piece in hand.able_counters() or hand.best_to(hit.under) is None
    return hit if covers else Hit(hit.under)


def click(table: Table, hit: Hit, facing: int | None = None, narrow: bool = False) -> Click:
    """Handle a click on a place or the counter there. `facing`: the intended heading, if any; `narrow`: only narrow the
    path through this place. The place of `hit` is not None.
    """
    hand, place = table.hand, hit.place
    assert place is not None
    piece = hand.find(hit.piece) if hit.piece else None
    armed = hand.sketch(hand.armed_command) if hand.armed_command is not None else None
    if piece is not None and piece.id == hand.piece and _own_roll(table):
        return Click.GIVE
    if piece is not None and piece.id in hand.targets():
        if armed is not None and armed.target == piece.id and not hand.proposed:
            return Click.GIVE
        hand.pointed_at = piece.id
        hand.aim(piece.id)
        return Click.CHOSEN
    if hand.confirms(place) and not narrow:
        return Click.GIVE
    if _ends(hand, piece) and hand.point(place, facing, narrow):
        return Click.WAY
    if not narrow and _turn_to(hand, place, piece, facing):
        return Click.WAY
    if piece is not None and not (hand.action_kind == "target" and piece.side != hand.side):
        table.select(piece.id)
        return Click.SELECTED
    return Click.NOTHING


def _own_roll(table: Table) -> bool:
    """Return whether the selected order is the unit's own roll: a second click on its counter gives it."""
    hand, stopping = table.hand, table.stopping
    return (
        stopping is not None
        and hand.armed_command is not None
        and hand.action is not None
        and hand.action.verb in stopping.stops.rolls
    )


def _ends(hand: OrderBuilder, piece: Piece | None) -> bool:
    """Return whether a click may end the current action there: not on another of the player's counters, and on a table
    not on any counter. An area, as for torpedoes, may contain enemies. A click on another own counter always selects
    it.
    """
    if hand.action_kind != "place" or (piece is not None and piece.side == hand.side and piece.id != hand.piece):
        return False
    return not (hand.ends_anywhere and piece is not None and not (hand.sweeps and piece.side != hand.side))


def _turn_to(hand: OrderBuilder, place: Place, piece: Piece | None, facing: int | None) -> bool:
    """Switch to another action of the same counter for a click that the current action cannot use."""
    action = hand.turn_to(place, piece.id if piece is not None else "")
    if action is None:
        return False
    hand.take(action)
    hand.actor = action.actor if action.actor in hand.units(hand.piece) else hand.actor
    return hand.aim(piece.id) if piece is not None else hand.point(place, facing)
