"""The quick captain of the hex game: what he considers, what he does, and that he has improved."""

from __future__ import annotations

import re

import pytest

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.flow import check
from rules.kernel.hexes import distance
from rules.kernel.odds import odds
from rules.kernel.policy import Captain, Recommendation
from rules.nw_smoke.commands import Evade, Fire, MakeSmoke, Move
from rules.nw_smoke.movement import legal_moves, walk_plot
from rules.nw_smoke.sequence import SEQUENCE
from rules.nw_smoke.state import State
from rules.nws.commands import Launch
from rules.nws.pieces import is_able
from rules.players.selfplay import captain_policy, opening_state, play_positions

SYSTEM = SYSTEMS["nw_smoke"]


def captain() -> Captain:
    assert SYSTEM.captain is not None
    return SYSTEM.captain


def games(key: str, seeds: range) -> list[list[State]]:
    """Whole games of the captain against himself."""
    scenario = get_scenario("nw_smoke", key)
    start = opening_state(SYSTEM, scenario, open_map("nw_smoke", scenario.map), {})
    policies = {side.key: captain_policy(captain()) for side in scenario.sides}
    return [list(play_positions(SYSTEM, start, seed, policies)) for seed in seeds]


def counsel_in(states: list[State]) -> list[tuple[State, Recommendation]]:
    found = []
    for state in states:
        if state.outcome is None:
            side = state.cursor.queue[0]
            known = SYSTEM.known_state(state, side)
            found += [(known, counsel) for counsel in captain().counsel(known, side)[:1]]
    return found


def test_he_fires_every_gun_that_can_hit_and_wastes_no_torpedo_on_a_wreck() -> None:
    launches = shots = 0
    for states in games("little_and_gregory", range(12)):
        for known, counsel in counsel_in(states):
            if isinstance(counsel.command, Launch):
                launches += 1
                assert is_able(known.ships[counsel.command.target])
            shots += isinstance(counsel.command, Fire)
    assert launches > 10 and shots > 50


def test_the_weaker_side_makes_smoke_and_evades() -> None:
    """Little and Gregory should turn away, make smoke and evade: the weaker side does so in most games."""
    smoked = evaded = 0
    played = games("little_and_gregory", range(12))
    for states in played:
        given = [counsel.command for _, counsel in counsel_in(states)]
        smoked += any(isinstance(command, MakeSmoke) and command.side == "USN" for command in given)
        evaded += any(isinstance(command, Evade) and command.side == "USN" for command in given)
    assert smoked >= len(played) // 2 and evaded >= len(played) // 2


def test_an_outgunned_side_does_not_run_into_the_enemy() -> None:
    """The greedy player did so on turn 1: two transports into the hex of three destroyers."""
    near = met = 0
    for states in games("little_and_gregory", range(12)):
        for known, counsel in counsel_in(states):
            if isinstance(counsel.command, Move) and counsel.command.side == "USN":
                after = known.divisions[counsel.command.division]
                foes = [foe for foe in known.divisions.values() if foe.side == "IJN"]
                met += 1
                near += min((distance(after.hex, foe.hex) for foe in foes), default=9) == 0
    assert met > 20 and near == 0


def test_he_says_why_in_points() -> None:
    lines = [counsel.why for states in games("little_and_gregory", range(3)) for _, counsel in counsel_in(states)]
    assert any("our gun damage" in why and "their gun damage" in why for why in lines)


def test_one_who_leans_plays_otherwise() -> None:
    plain = captain()
    bold = plain.leaning({"their_guns": 60, "fleeing": 40})
    assert bold.weights["move"] != plain.weights["move"] and bold.weights["launch"] == plain.weights["launch"]
    assert plain.leaning({}) is plain
    states = [state for states in games("little_and_gregory", range(4)) for state in states if state.outcome is None]
    differ = 0
    for state in states:
        side = state.cursor.queue[0]
        known = SYSTEM.known_state(state, side)
        one, other = (mind.counsel(known, side) for mind in (plain, bold))
        differ += bool(one) and one[0].command != other[0].command
    assert differ > 3


@pytest.mark.parametrize("key", ["little_and_gregory", "kolombangara"])
def test_what_he_orders_is_legal(key: str) -> None:
    for states in games(key, range(2)):
        for known, counsel in counsel_in(states):
            assert check(SYSTEM, known, counsel.command) == ()


@pytest.mark.sweep(keep=1)
@pytest.mark.parametrize("key", ["little_and_gregory", "kolombangara"])
def test_the_hit_chances_in_a_reason_are_those_of_the_odds_card(key: str) -> None:
    fired = evaded = 0
    for states in games(key, range(3)):
        for known, counsel in counsel_in(states):
            why = captain().explain(known, counsel.command.side, counsel.command)
            if isinstance(counsel.command, Fire):
                hit = 100 * (1 - odds(SYSTEM, known, counsel.command).of("miss"))
                assert abs(int(re.findall(r"(\d+) % to hit", why)[0]) - hit) <= 1
                fired += 1
            if isinstance(counsel.command, Evade):
                before, after = map(int, re.findall(r"falls from (\d+) % to (\d+) %", why)[0])
                assert after <= before
                evaded += 1
    assert fired > 5 and evaded > 1


@pytest.mark.rule("NW-SMK-6", "NW-SMK-8")
def test_who_carries_a_smoke_card_moves_and_lays_it() -> None:
    """Cruisers that evaded in their own hex laid nothing of a card: 7 of 44 in three games of Cape Esperance."""
    asked = 0
    for states in games("little_and_gregory", range(6)):
        for state in states:
            if state.outcome is not None or SEQUENCE[state.cursor.phase].name != "movement":
                continue
            divisions = {name: division.but(smoking=True, evading=True) for name, division in state.divisions.items()}
            for known, counsel in counsel_in([state.but(divisions=divisions)]):
                if isinstance(counsel.command, Move):
                    division = known.divisions[counsel.command.division]
                    if any(
                        len(walk_plot(known, division, move.plot).hexes) > 1 for move in legal_moves(known, division)
                    ):
                        asked += 1
                        assert len(walk_plot(known, division, counsel.command.plot).hexes) > 1
    assert asked > 20
