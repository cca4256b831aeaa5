"""Solitaire: the next order of a side under the chart in every phase, and the orders it must still give."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from rules.kernel.flow import Command, Illegal, Offer
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.solitaire import as_known, chart_light, chart_moves
from rules.nights_of_fury.state import Ship, State
from rules.nws.commands import Launch, Searchlight
from rules.nws.pieces import able_ships, divisions_of, is_surprised


def next_charted(
    state: State,
    side: str,
    rule: str,
    offers: Callable[[State, str], tuple[Offer, ...]],
    choice: Callable[[State, Ship], str],
    command: Callable[[str, str, str], Command],
) -> tuple[Offer, ...]:
    """Return the one shot or launch the chart wants next: its ships in order, each at the chart's choice.

    choice: of a position as known and a ship her target, "" when there is none. Rules: NoF-AI-H6, NoF-AI-H7.
    """
    known = as_known(state, side)
    wanted = (
        Offer(offer.verb, offer.label, rule, offer.piece, (command(side, offer.piece, target),))
        for division in divisions_of(state, side)
        for offer in offers(state, division.id)
        if (target := choice(known, known.ships[offer.piece]))
    )
    return tuple(islice(wanted, 1))


def owed_orders(state: State, offers: Iterator[Offer], does: str, rule: str) -> tuple[Illegal, ...]:
    """Return what a charted side must still do before its phase ends. does: "fire", "launch"."""
    names = state.scene.names
    return tuple(Illegal(f"the chart has {names[offer.piece]} {does} first", rule, offer.piece) for offer in offers)


def not_the_charts(
    state: State, command: Fire | Launch, wanted: tuple[Offer, ...], what: str, does: str, rule: str
) -> Iterator[Illegal]:
    """Yield why a charted side may not give an order: the chart wants another one, or none. what: "shot"."""
    names = state.scene.names
    firsts = [first for offer in wanted for first in offer.commands]
    if command in firsts:
        return
    if not firsts:
        yield Illegal(f"the chart orders no {what}", rule, command.ship)
    for first in firsts:
        assert isinstance(first, Fire | Launch)
        yield Illegal(f"the chart has {names[first.ship]} {does} at {names[first.target]} next", rule, first.ship)


# ---------------------------------------------------------------------- sides under the solitaire chart


def charted_move(state: State, side: str) -> Offer | None:
    """Return what the chart wants moved, or put to evade, next in phase 2: one division at a time, in order.

    Rules: NoF-AI-4, NoF-AI-9.
    """
    if is_surprised(state, side):
        return None
    for division in divisions_of(state, side):
        commands = () if division.moved else chart_moves(state, division)
        if commands:
            verb, rule = ("evade", "NoF-AI-4") if division.action == "evade" else ("move", "NoF-AI-9")
            return Offer(verb, f"{division.name}: {division.action}", rule, division.id, tuple(commands))
    return None


def charted_light(state: State, side: str) -> Offer | None:
    """Return the searchlight the chart may switch on next in phase 3 (NoF-AI-H8)."""
    if is_surprised(state, side):
        return None
    for division in divisions_of(state, side):
        for ship in able_ships(state, division):
            target = "" if ship.shone else chart_light(state, ship)
            if target:
                label = f"{state.scene.names[ship.id]}: searchlight, by the chart's die"
                return Offer("light", label, "NoF-AI-H8", ship.id, (Searchlight(side, ship.id, target),))
    return None


def owed_by(wanted: Callable[[State, str], Offer | None]) -> Callable[[State, str], tuple[Illegal, ...]]:
    """Return what a side under the chart must still do before its phase ends. wanted: what the chart wants next."""

    def owes(state: State, side: str) -> tuple[Illegal, ...]:
        only = wanted(state, side) if side in state.scene.charted else None
        return () if only is None else (Illegal(f"the solitaire chart wants {only.label}", only.rule, only.piece),)

    return owes
