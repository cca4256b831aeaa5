"""Games between quick policies, without a session or a log, thousands at a time, for fitting weights and chances.

A policy chooses from the position its side knows; a refused order is replaced by the next one offered. The same
scenario, seed and policies give the same game.
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

Policy: TypeAlias = Callable[[object, str], Command | None]  # (known position, side) -> an order; None: end the phase
MOST_ORDERS = 20_000


def opening_state(system: System, scenario: Scenario, sheet: MapSheet | None, options: Mapping[str, bool]) -> AnyState:
    """Return the position before the first roll, with the scenario's options and `options`."""
    usual = {key: option.default for key, option in system.rulebook.options.items()}
    return start(system, scenario, sheet, {**usual, **scenario.options, **options})


def play_positions(system: System, state: GameState, seed: int, policies: Mapping[str, Policy]) -> Iterator[AnyState]:
    """Yield every position of a game in which a side has to decide, then the final one."""
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
    """Return the end of the phase if it is legal, else the first legal order."""
    if not check(system, state, Done(side)):
        return Done(side)
    known = system.known_state(state, side)
    listed = (command for offer in offers(system, known) for command in offer.commands)
    return next(command for command in listed if not check(system, state, command))


def captain_policy(captain: Captain) -> Policy:
    """Return the policy of a game's captain: his first advice; the end of the phase if he has none."""

    def choose(state: object, side: str) -> Command | None:
        counsel = captain.counsel(state, side)
        return counsel[0].command if counsel else None

    return choose
