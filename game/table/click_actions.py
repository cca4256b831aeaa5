"""The meaning of a click on the board: the first selects, a second on the same place gives the order; otherwise a
reason is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from game.hit_test import Hit
from game.table.illegal_reasons import why_not_at
from game.table.order_builder import OrderBuilder, UnitAction
from game.table.table import Table
from rules.kernel.flow import Command, Illegal
from rules.kernel.view import Piece, Place


class Click(Enum):
    """The result of a click."""

    GIVE = auto()  # give the selected order
    AIM = auto()  # select the orders that target the counter
    WAY = auto()  # select a path to the place; the mouse may change its heading
    TURN = auto()  # select another action of the same counter
    SELECT = auto()  # select the counter
    NOTHING = auto()  # nothing: say why
    OFF = auto()  # nothing: it is off the board


@dataclass(frozen=True, slots=True)
class Target:
    """What is under a point of the board, and what a click there does. Looked up once; texts and actions use it."""

    hand: OrderBuilder
    click: Click
    place: Place = ()
    piece: Piece | None = None
    action: UnitAction | None = None  # what the click is for
    commands: tuple[Command, ...] = ()  # what the click selects
    facing: int | None = None  # the intended heading, if any
    narrow: bool = False  # only narrow the path
    reasons: tuple[Illegal, ...] = ()  # why nothing is possible,
    near: Piece | Place | None = None  # and the nearest place or counter where something is


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


def look_up(hand: OrderBuilder, hit: Hit, facing: int | None = None, narrow: bool = False) -> Target:
    """Look up what a click on a place or the counter there does."""
    hit, action, kind = intended_hit(hand, hit), hand.action, hand.action_kind
    if hit.place is None or hit.minimap:
        return Target(hand, Click.OFF)
    place, piece = hit.place, hand.find(hit.piece) if hit.piece else None
    commands = hand.commands_at(piece.id) if piece is not None and kind == "target" else ()
    reasons: tuple[Illegal, ...] = ()
    near: Piece | Place | None = None
    if piece is not None and piece.id == hand.piece and hand.own_roll:
        click = Click.GIVE
    elif commands:
        click = Click.GIVE if hand.armed_command in commands and not hand.proposed else Click.AIM
    elif not narrow and hand.confirms(place):
        click = Click.GIVE
    elif _can_end(hand, piece) and (ways := hand.ways_at(place, narrow)) is not None:
        click, commands = Click.WAY, ways
    elif not narrow and (other := hand.turn_to(place, piece.id if piece is not None else "")) is not None:
        click, action = Click.TURN, other
    elif piece is not None and (kind != "target" or piece.side == hand.side):
        click = Click.SELECT
    else:
        click, (reasons, near) = Click.NOTHING, _why_nothing(hand, place, piece)
    return Target(hand, click, place, piece, action, commands, facing, narrow, reasons, near)


def _can_end(hand: OrderBuilder, piece: Piece | None) -> bool:
    """Return whether a click may end the current action there: not on another of the player's counters, and on a table
    not on any counter. An area, as for torpedoes, may contain enemies. A click on another own counter always selects
    it.
    """
    if hand.action_kind != "place" or (piece is not None and piece.side == hand.side and piece.id != hand.piece):
        return False
    return piece is None or not hand.ends_anywhere or (hand.sweeps and piece.side != hand.side)


def _why_nothing(
    hand: OrderBuilder, place: Place, piece: Piece | None
) -> tuple[tuple[Illegal, ...], Piece | Place | None]:
    """Return the reasons against the current action there, and the nearest place or counter for it or for any click."""
    if hand.action_kind == "place":
        return hand.why_not_to(place) if hand.ends_anywhere else (), hand.nearest_place(place)
    if hand.action_kind == "target":
        return why_not_at(hand, piece.id) if piece is not None else (), hand.nearest(hand.targets(), place)
    return (), hand.nearest(hand.able_counters(), place)


def choose(table: Table, target: Target) -> None:
    """Make the selection of a click. No order is given."""
    hand, piece, place = target.hand, target.piece, target.place
    match target.click:
        case Click.AIM if piece is not None:
            hand.pointed_at = piece.id
            hand.aim(target.commands)
        case Click.WAY:
            hand.arm_ways(target.commands, place, target.facing, target.narrow)
        case Click.TURN if target.action is not None:
            hand.take(target.action)
            hand.actor = target.action.actor if target.action.actor in hand.units(hand.piece) else hand.actor
            if piece is not None:
                hand.aim(hand.commands_at(piece.id))
            else:
                hand.point(place, target.facing)
        case Click.SELECT if piece is not None:
            table.select(piece.id)
