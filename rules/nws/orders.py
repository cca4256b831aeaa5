"""Orders of both games: which divisions may be given one, detaching ships, joining divisions.

Each game cites its own rules by an `OrderRules` and decides when divisions are together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.kernel.flow import Command, Illegal, Offer
from rules.kernel.ruling import Ruling
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.commands import Detach
from rules.nws.events import DivisionJoined, Surprised, VisibilityChanged
from rules.nws.pieces import (
    UNSEEN,
    D,
    Division,
    Position,
    Vessel,
    divisions_of,
    has_able,
    is_able,
    is_land_target,
    is_surprised,
)


class OrderRules(NamedTuple):
    """The game's rule ids and words for each order and refusal."""

    board: str  # what the pieces stand on: map, chart
    nobody: str  # there is no such division
    once: str  # one order of a kind a turn
    detach: str
    join: str
    surprise: str
    weather: str
    out_of_action: str
    ashore: str  # a land target takes no orders; "" where there is none
    ships_bit: int  # of Division.orders: ships detached or joined


# ---------------------------------------------------------------------- the turn begins


def announce_conditions(r: Ruling, rules: OrderRules, changes: tuple[tuple[int, str], ...]) -> None:
    """Change the weather and surprise sides as the scenario says.

    `changes`: (turn, visibility from that turn on). No dice.
    """
    state = r.state
    for when, visibility in changes:
        if when == state.cursor.turn:
            r.set(visibility=visibility)
            r.note(VisibilityChanged(rule=rules.weather, visibility=visibility))
    for side in state.scene.sides:
        if is_surprised(state, side):
            r.note(Surprised(rule=rules.surprise, side=side))


# ---------------------------------------------------------------------- who may be given an order


def commandable_divisions(state: Position[Vessel, D], side: str, order: int) -> Iterator[D]:
    """Yield a side's divisions that may be given an order of this kind, a bit of Division.orders."""
    if is_surprised(state, side):
        return
    for division in divisions_of(state, side):
        if can_obey(state, division, order):
            yield division


def can_obey(state: Position[Vessel, Division], division: Division, order: int) -> bool:
    """Return whether a division could be given an order of this kind, were its side not surprised."""
    return not division.orders & order and not is_land_target(division) and has_able(state, division)


def why_not_commanded(
    state: Position[Vessel, Division], rules: OrderRules, side: str, name: str, order: int, what: str
) -> tuple[Illegal, ...]:
    """Return the first reason why a division may not be given an order of this kind.

    Empty when it may. what: "speed".
    """
    division = state.divisions.get(name)
    if division is None or division.side != side:
        return (Illegal(f"{side} has no division called {name!r} on the {rules.board}", rules.nobody),)
    if is_land_target(division):
        return (Illegal(f"{division.name} is ashore and takes no orders", rules.ashore, name),)
    if is_surprised(state, side):
        return (Illegal("a surprised side gives no orders", rules.surprise, name),)
    if division.orders & order:
        return (Illegal(f"{division.name} has had its {what} order this turn", rules.once, name),)
    if not has_able(state, division):
        return (Illegal(f"{division.name} has no ship that can obey", rules.out_of_action, name),)
    return ()


# ---------------------------------------------------------------------- detaching


def offer_detachments(state: Position[Vessel, Division], rules: OrderRules, division: Division) -> tuple[Offer, ...]:
    """Yield any able ship of a division of two or more, which may leave it."""
    if len(division.ships) < 2 or not can_obey(state, division, rules.ships_bit):
        return ()
    commands = tuple(Detach(division.side, name) for name in division.ships if is_able(state.ships[name]))
    return (Offer("detach", f"{division.name}: detach a ship", rules.detach, division.id, commands),)


def check_detaching(state: Position[Vessel, Division], rules: OrderRules, side: str, name: str) -> tuple[Illegal, ...]:
    """Return the first reason against detaching a ship."""
    ship = state.ships.get(name)
    if ship is None or ship.gone:
        return (Illegal(f"{side} has no ship called {name!r} on the {rules.board}", rules.detach),)
    reasons = why_not_commanded(state, rules, side, ship.division, rules.ships_bit, "change of ships")
    if reasons:
        return reasons
    title = state.scene.names[ship.id]
    if len(state.divisions[ship.division].ships) < 2:
        return (Illegal(f"{title} is alone already", rules.detach, ship.id),)
    if ship.structure >= OUT_OF_ACTION:
        return (Illegal(f"{title} is out of action", rules.out_of_action, ship.id),)
    return ()


# ---------------------------------------------------------------------- joining


def offer_joining(
    state: Position[Vessel, D],
    rules: OrderRules,
    side: str,
    join: Callable[[str, str, str], Command],
    place: Callable[[D], int],
    most: int,
) -> Iterator[Offer]:
    """Yield joining for divisions in one place that together have at most `most` ships. join: the command."""
    ready = [(division, place(division)) for division in commandable_divisions(state, side, rules.ships_bit)]
    if len({where for _, where in ready}) == len(ready):
        return
    for division, where in ready:
        commands = tuple(
            join(side, division.id, other.id)
            for other, there in ready
            if there == where and other.id != division.id and len(other.ships) + len(division.ships) <= most
        )
        if commands:
            yield Offer("join", f"{division.name}: join", rules.join, division.id, commands)


def why_not_both(
    state: Position[Vessel, Division], rules: OrderRules, side: str, one: str, other: str
) -> tuple[Illegal, ...]:
    """Return why two divisions may not be ordered to join; the second is checked only if the first may."""
    what = "change of ships"
    return why_not_commanded(state, rules, side, one, rules.ships_bit, what) or why_not_commanded(
        state, rules, side, other, rules.ships_bit, what
    )


def merge_divisions(r: Ruling, one: Division, grown: Division, rule: str, informed: tuple[str, ...], name: str) -> None:
    """Join a division to another, `grown` already; what a side knew of either it knows of both.

    informed: the sides that learn of it; name: the first division's name. No dice.
    """
    state = r.state
    ships = dict(state.ships)
    for ship in one.ships:
        ships[ship] = ships[ship].but(division=grown.id)
    divisions = {key: value for key, value in state.divisions.items() if key != one.id}
    r.state = state.but(
        ships=ships,
        divisions={**divisions, grown.id: grown},
        contacts={side: _better_known(known, one.id, grown.id) for side, known in state.contacts.items()},
    )
    r.note(DivisionJoined(rule=rule, to=informed, division=name, into=grown.id))


def joined_name(state: Position[Vessel, Division], into: Division) -> str:
    """Return what a division is called that another joins: one that bears the name of its only ship becomes her
    division.
    """
    own: str = state.scene.names[into.ships[0]]
    return f"{own}'s division" if into.name == own else into.name


def _better_known(known: dict[str, int], one: str, into: str) -> dict[str, int]:
    """Return what a side knows of two divisions that have become one: the better of the two contacts."""
    if one not in known:
        return known
    rest = {key: level for key, level in known.items() if key != one}
    return {**rest, into: max(known[one], known.get(into, UNSEEN))}
