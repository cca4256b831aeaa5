"""Stakes: the orders a side would miss if its phase ended now, each with its reason.

A game lists its conditions by the words of its orders. An order without a condition is at stake whenever it is offered.
Everything is decided from the position as the side knows it; otherwise a stop would reveal an unseen enemy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from rules.kernel.flow import Done, GameState, Offer
from rules.kernel.record import AnyState, Record

STAKE_FILE = "at_stake.yaml"  # in a game's tables: the numbers of its conditions


class Stake(Record, frozen=True, kw_only=True):
    """An order worth giving before the phase ends, and why."""

    verb: str  # the word one types
    piece: str  # of the offer: a unit, or "" for the whole side
    text: str  # for the button that ends the phase: "Gregory is 6 hexes off: smoke"
    rule: str
    key: str = ""  # of a standing order: what must change before it stops the player again
    standing: bool = False  # left alone once, it does not stop the player again until its key changes
    lost: bool = False  # lost for good when the phase ends: ask first


class Condition(NamedTuple):
    """When one kind of order is at stake. `nothing`: why it is not, for the line about a skipped phase."""

    find: Callable[[AnyState, str, Offer], Stake | None]  # (position as the side knows it, side, offer)
    nothing: str = ""


Conditions: TypeAlias = Mapping[str, Condition]  # by the word of the order


def stake_of(offer: Offer, text: str, key: str = "", *, standing: bool = False, lost: bool = False) -> Stake:
    """Make the stake of an offer."""
    return Stake(verb=offer.verb, piece=offer.piece, text=text, rule=offer.rule, key=key, standing=standing, lost=lost)


def always_at_stake(pattern: str, name_of: Callable[[AnyState, str], str], *, lost: bool = False) -> Condition:
    """Make the condition of an order that is at stake whenever it is offered: "{name} can fire"."""

    def find(state: GameState, _side: str, offer: Offer) -> Stake:
        return stake_of(offer, pattern.format(name=name_of(state, offer.piece)), lost=lost)

    return Condition(find)


def find_stakes(conditions: Conditions, state: GameState, side: str, listed: Iterable[Offer]) -> tuple[Stake, ...]:
    """Return what is at stake among the offers of a side. The end of the phase is no stake."""
    found = []
    for offer in listed:
        if offer.commands and type(offer.commands[0]) is Done:
            continue
        condition = conditions.get(offer.verb)
        stake = stake_of(offer, offer.label) if condition is None else condition.find(state, side, offer)
        if stake is not None:
            found.append(stake)
    return tuple(found)


def why_nothing(conditions: Conditions, verbs: Iterable[str]) -> str:
    """Return why none of these orders is at stake, in a few words; empty if there is nothing to say."""
    words = (conditions[verb].nothing for verb in verbs if verb in conditions)
    return ", ".join(dict.fromkeys(filter(None, words)))
