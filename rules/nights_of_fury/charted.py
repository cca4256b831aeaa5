"""Solitaire: the one shot or launch that a side under the chart makes next, and what it still owes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from rules.kernel.flow import Command, Illegal, Offer
from rules.nights_of_fury.commands import Fire
from rules.nights_of_fury.solitaire import as_known
from rules.nights_of_fury.state import Ship, State
from rules.nws.commands import Launch
from rules.nws.pieces import divisions_of


def next_charted(
    state: State,
    side: str,
    rule: str,
    offers: Callable[[State, str], tuple[Offer, ...]],
    choice: Callable[[State, Ship], str],
    command: Callable[[str, str, str], Command],
) -> tuple[Offer, ...]:
    """The one shot or launch the chart wants next: its ships in order, each at the chart's choice.

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


def owed(state: State, offers: Iterator[Offer], does: str, rule: str) -> tuple[Illegal, ...]:
    """What a charted side must still do before its phase ends. does: "fire", "launch"."""
    names = state.scene.names
    return tuple(Illegal(f"the chart has {names[offer.piece]} {does} first", rule, offer.piece) for offer in offers)


def not_the_charts(
    state: State, command: Fire | Launch, wanted: tuple[Offer, ...], what: str, does: str, rule: str
) -> Iterator[Illegal]:
    """Why a charted side may not do this: the chart wants something else, or nothing more. what: "shot"."""
    names = state.scene.names
    firsts = [first for offer in wanted for first in offer.commands]
    if command in firsts:
        return
    if not firsts:
        yield Illegal(f"the chart calls for no {what}", rule, command.ship)
    for first in firsts:
        assert isinstance(first, Fire | Launch)
        yield Illegal(f"the chart has {names[first.ship]} {does} at {names[first.target]} next", rule, first.ship)
