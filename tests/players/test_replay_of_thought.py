"""Games between players who think ahead can be replayed from their orders: trying orders leaves no trace.

A value derived from a tried position was once used in the true one, and one game in a hundred could not be replayed.
"""

from __future__ import annotations

import pytest

from game.library import get_scenario, open_map
from release.makers.fit_games import play
from rules import SYSTEMS
from rules.kernel.dice import SeededDice
from rules.kernel.flow import Begin, actor, check, state_digest
from rules.kernel.session import adjudicate
from rules.kernel.system import parse_command
from rules.players.selfplay import opening_state
from tests.conftest import SOAK

AMONG = ("captain", "lieutenant", "midshipman", "quick")
GAMES = {
    "nights_of_fury/little_and_gregory": (90_069, 90_110, 90_250, 90_362),  # each failed once
    "nw_smoke/little_and_gregory": (1,),
    "quickfire/lesson_duel": (1,),
    "battles_for_empire/the_wells": (1,),
    "perfidious_albion/caldera_bay": (1,),
}


@pytest.mark.parametrize("battle", GAMES)
def test_a_game_of_thinking_players_is_what_its_orders_say(battle: str) -> None:
    key, name = battle.split("/")
    system, scenario = SYSTEMS[key], get_scenario(key, name)
    for seed in (*GAMES[battle], *(range(200) if SOAK else ())):
        game, dice = play(key, name, 0, seed, AMONG), SeededDice(seed)
        state = adjudicate(
            system, opening_state(system, scenario, open_map(key, scenario.map), {}), Begin(""), dice
        ).state
        for order in game.orders:
            command = parse_command(system, actor(state), order)
            assert not check(system, state, command), f"{seed}: {order}"
            state = adjudicate(system, state, command, dice).state
        assert state.outcome is not None and state.outcome.winner == game.winner, f"{seed}: {state_digest(state)}"
