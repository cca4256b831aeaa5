"""Who may use a verb: some are for players only; a side under the solitaire chart does what the chart says."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.kernel.flow import Command, Illegal, Offer, Verb
from rules.nights_of_fury.state import State


def players_own(verb: Verb) -> Verb:
    """Return a verb for players: the solitaire chart never uses it, and a side under the chart is not offered it."""

    def offer(state: State, side: str) -> Iterable[Offer]:
        return () if side in state.scene.charted else verb.offer(state, side)

    def check(state: State, command: Command) -> tuple[Illegal, ...]:
        if command.side in state.scene.charted:
            reason = f"{state.scene.names[command.side]} is under the solitaire chart, which never orders this"
            return (Illegal(reason, "NoF-AI-H1"),)
        return verb.check(state, command)

    return verb.but(offer=offer, check=check)


def as_charted(verb: Verb, wanted: Callable[[State, str], Offer | None], rule: str) -> Verb:
    """Return a verb that offers a side under the chart only what the chart wants next.

    `rule`: cited when it wants nothing.
    """

    def offer(state: State, side: str) -> Iterable[Offer]:
        if side not in state.scene.charted:
            return verb.offer(state, side)
        only = wanted(state, side)
        return (only,) if only is not None and type(only.commands[0]) is verb.command else ()

    def check(state: State, command: Command) -> tuple[Illegal, ...]:
        reasons = verb.check(state, command)
        if reasons or command.side not in state.scene.charted:
            return reasons
        only = wanted(state, command.side)
        if only is not None and command in only.commands:
            return ()
        says = only.label if only is not None else "nothing more"
        return (Illegal(f"the solitaire chart orders something else: {says}", only.rule if only is not None else rule),)

    return verb.but(offer=offer, check=check)
