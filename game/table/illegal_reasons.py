"""Why a counter cannot do something now: found by constructing commands and checking them against the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import islice, product

import msgspec

from game.table.order_builder import OrderBuilder
from rules.kernel.flow import Command, Illegal, Verb

TRIED = 40  # most commands constructed to find the reason of a refusal


@dataclass(frozen=True, slots=True)
class IllegalReason:
    """An action a unit cannot do now, and why."""

    verb: str
    title: str
    rule: str
    reasons: tuple[Illegal, ...]


def illegal_verbs(hand: OrderBuilder, piece: str) -> tuple[IllegalReason, ...]:
    """Return the verbs of this phase that a counter and its open unit cannot use now, each with every reason."""
    can = {action.verb for action in hand.actions_of(piece) if action.actor in (hand.actor, piece)}
    can |= {action.verb for action in hand.actions_of("")}
    actors = list(dict.fromkeys(word for word in (hand.actor, piece, *hand.units(piece)) if word))
    found = []
    for verb, made in hand.verbs():
        if verb not in can:
            found.append(
                IllegalReason(verb, made.title, made.rule, why_not(hand, made, actors, _other_names(hand, piece)))
            )
    return tuple(found)


def why_not_at(hand: OrderBuilder, piece: str) -> tuple[Illegal, ...]:
    """Return every reason why the current action cannot target a counter."""
    action = hand.action
    if action is None:
        return ()
    made = next((made for verb, made in hand.verbs() if verb == action.verb), None)
    return why_not(hand, made, [action.actor], [piece, *hand.units(piece)]) if made is not None else ()


def why_not(hand: OrderBuilder, made: Verb, actors: list[str], targets: list[str]) -> tuple[Illegal, ...]:
    """Return the reasons against a verb: construct commands until one is refused for an informative reason."""
    choices: list[list[object]] = []
    for kind in _kinds(made.command):
        if kind is str:
            choices.append(list(targets or [""]) if choices else list(actors))
        else:
            choices.append([False] if kind is bool else [0])
    for values in islice(product(*choices), TRIED):
        command = made.command(hand.side, *values)
        texts = [value for value in values if isinstance(value, str)]
        reasons = [
            reason for reason in hand.seat.check(command) if not any(f"{word!r}" in reason.reason for word in texts)
        ]
        if reasons:
            return tuple(reasons)
    return ()


@cache
def _kinds(command: type[Command]) -> tuple[object, ...]:
    """Return the kinds of a command's fields after its side."""
    return tuple(field.type for field in msgspec.structs.fields(command) if field.name != "side")


def _other_names(hand: OrderBuilder, piece: str) -> list[str]:
    """Return counters of other sides and their units, the nearest first, then the other counters of its own."""
    here = hand.find(piece)
    if here is None:
        return []
    foes = [found for found in hand.view.pieces if found.side != here.side]
    foes.sort(key=lambda found: (hand.distance_between(found.at, here.at), found.id))
    friends = [found.id for found in hand.view.pieces if found.side == here.side and found.id != piece]
    return [word for foe in foes[:3] for word in (*hand.units(foe.id)[:2], foe.id)] + friends[:3]
