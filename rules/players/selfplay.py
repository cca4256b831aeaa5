"""Games between quick policies, without a session or a log: for fitting weights and chances, thousands at a time.

A policy chooses from the position as its side may know it; what is refused is replaced by the next thing offered. The
same scenario, seed and policies give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, Command, Done, GameState, actor, check, offers
from rules.kernel.policy import Captain
from rules.kernel.record import AnyState
from rules.kernel.scenario import MapSheet, Scenario
from rules.kernel.scenario_opening import start
from rules.kernel.session import adjudicate
from rules.kernel.system import System

Policy: TypeAlias = Callable[
    [object, str], Command | None
]  # (position as known, side) -> an order; None: end the phase
MOST_ORDERS = 20_000


def opening_state(system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> AnyState:
    """Return the position before the first roll, with the scenario's options and these."""
    usual = {key: option.default for key, option in system.rulebook.options.items()}
    return start(system, scenario, sheet, {**usual, **scenario.options, **options})


def play_positions(system: System, state: GameState, seed: int, policies: Mapping[str, Policy]) -> Iterator[AnyState]:
    """Yield every position of a game in which somebody has to decide, then the one in which it is over."""
    dice = SeededDice(seed)
    state = adjudicate(system, state, Begin(""), dice).state
    for _ in range(MOST_ORDERS):
        yield state
        side = actor(state)
        if not side:
            return
        command = policies[side](system.known_state(state, side), side) or Done(side)
        if check(system, state, command):
            command = _another(system, state, side)
        state = adjudicate(system, state, command, dice).state
    raise AssertionError(f"no end after {MOST_ORDERS} orders")


def _another(system: System, state: GameState, side: str) -> Command:
    """Return the end of the phase where it is allowed, else the first order that is."""
    if not check(system, state, Done(side)):
        return Done(side)
    known = system.known_state(state, side)
    listed = (command for offer in offers(system, known) for command in offer.commands)
    return next(command for command in listed if not check(system, state, command))


def captain_policy(captain: Captain) -> Policy:
    """Return the policy of a game's captain: his first counsel; the end of the phase where he has none."""

    def choose(state: object, side: str) -> Command | None:
        counsel = captain.counsel(state, side)
        return counsel[0].command if counsel else None

    return choose
