"""The Initiative phase (2.1, 3.1): a new turn, D10 plus admirals; the winner chooses who acts first."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.flow import Illegal, Offer, Verb
from rules.kernel.modifiers import Modifier
from rules.kernel.ruling import Ruling
from rules.perfidious_albion.records.commands import Order
from rules.perfidious_albion.records.events import InitiativeWon, OrderChosen
from rules.perfidious_albion.records.state import Ship, State, enemy_of
from rules.perfidious_albion.ships.model_outlines import at_rest
from rules.perfidious_albion.squadrons.cohesion import mark_detached

ORDERS = ("first", "second")


def open_initiative(r: Ruling) -> None:
    """Begin a new turn: clear the marks of the last one, mark detached ships, roll for the initiative.

    Rolls one D10 for each side, and again for both while they are level. Rules: PA-SEQ-H1, PA-SEQ-H2, PA-2.4-2.
    """
    _fresh(r)
    mark_detached(r)
    winner = dice_for_initiative(r, "PA-SEQ-H2")
    r.set(low=enemy_of(r.state, winner), first=winner)
    r.note(InitiativeWon(rule="PA-SEQ-H2", side=winner))


def dice_for_initiative(r: Ruling, rule: str) -> str:
    """Roll a D10 and add admirals for each side, again on a tie; return the side with the higher total.

    Rolls one D10 for each side, again while they are level. Rules: PA-SEQ-H2, PA-2.1-7.
    """
    state: State = r.state
    a, b = state.scene.sides
    sides, totals = state.scene.charts.movement.initiative_die, {a: 0, b: 0}
    first = True
    while totals[a] == totals[b]:
        for side in (a, b):
            admirals = state.admirals.get(side, 0)
            kept = (Modifier(totals[side], "so far", rule),) if not first else ()
            led = (Modifier(admirals, "admirals", rule),) if first and admirals else ()
            totals[side] = r.roll(f"initiative of {state.scene.names[side]}", 1, sides, rule, (*kept, *led)).total
        first = False
    return a if totals[a] > totals[b] else b


def _fresh(r: Ruling) -> None:
    """Clear what was done last turn."""
    state: State = r.state
    r.state = state.but(
        ships={key: ship if ship.gone else _fresh_ship(state, ship) for key, ship in state.ships.items()},
        squadrons={key: found.but(acted=False) if found.acted else found for key, found in state.squadrons.items()},
        forts={key: fort.but(fired=(), targets=(), eased=False, lit=False) for key, fort in state.forts.items()},
        batteries={key: found.but(fired=(), targets=(), eased=False) for key, found in state.batteries.items()},
        active="",
        shot_at={},
        fired_this_turn=(),
        bombarded=False,
    )


def _fresh_ship(state: State, ship: Ship) -> Ship:
    return at_rest(state, ship).but(
        turned=0, moved=False, helm="", lit=False, fired=(), targets=(), acted=(), eased=False
    )


def winner_alone(state: State) -> tuple[str, ...]:
    """Return the only side that acts: the one that won the dice. Rule: PA-SEQ-H2."""
    return (enemy_of(state, state.low),)


def offer_order(_state: State, side: str) -> Iterator[Offer]:
    """Offer to act first or second."""
    yield Offer("order", "Act first or second", "PA-SEQ-H2", "", tuple(Order(side, order) for order in ORDERS))


def check_order(_state: State, command: Order) -> tuple[Illegal, ...]:
    """Return every reason against the choice. Rule: PA-SEQ-H2."""
    if command.order not in ORDERS:
        return (Illegal(f"a side acts first or second; found {command.order!r:.20}", "PA-SEQ-H2"),)
    return ()


def do_order(r: Ruling, command: Order) -> None:
    """Set who acts first this turn. No dice. Rules: PA-SEQ-H2, PA-PUB-6."""
    state: State = r.state
    first = command.side if command.order == "first" else enemy_of(state, command.side)
    r.state = state.but(first=first, cursor=state.cursor.but(queue=()))
    r.note(OrderChosen(rule="PA-SEQ-H2", first=first))


ORDER = Verb(Order, "Choose first side", "PA-SEQ-H2", offer_order, check_order, do_order)


def owed_order(state: State, side: str) -> tuple[Illegal, ...]:
    """Return why the phase cannot end: the choice must be made. Rule: PA-SEQ-H2."""
    return (Illegal(f"{state.scene.names[side]} must choose who acts first", "PA-SEQ-H2"),)
