"""Levels and characters: data, told by name, each what it says it is."""

from __future__ import annotations

from game.library import get_scenario, open_map
from rules import SYSTEMS
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.players import PLAYERS, make_player, offered_for, take_turn
from rules.players.captain import CaptainPlayer
from rules.players.levels import LEVELS
from tests.players.toy import toy_session


def test_levels_come_from_the_easiest_on_and_teachers_are_not_offered() -> None:
    assert list(LEVELS)[:3] == ["midshipman", "lieutenant", "captain"]
    assert LEVELS["midshipman"].slip > LEVELS["lieutenant"].slip > LEVELS["captain"].slip == 0
    offered = offered_for(SYSTEMS["nights_of_fury"])
    assert set(LEVELS) <= set(offered) and "chart" in offered
    assert {"greedy", "quick"} <= set(PLAYERS) - set(offered)
    assert all(level.says.endswith(".") for level in LEVELS.values())


def test_a_slip_is_never_absurd_and_never_the_captains() -> None:
    """A level with slips takes other orders than the captain, none of them worse by more than it may be."""
    seat = Seat(toy_session(), "blue")
    best = CaptainPlayer(3).choose(seat)
    assert {CaptainPlayer(3).choose(seat).command} == {best.command}
    careless = LEVELS["midshipman"].but(slip=100)
    assert len({CaptainPlayer(seed, careless).choose(seat).command for seed in range(8)}) > 2


def test_characters_play_games_of_their_own() -> None:
    """Bold and cautious once played whole games identical to each other."""
    digests = set()
    for key in ("captain", "bold", "cautious", "gunner", "torpedo_man"):
        scenario = get_scenario("nw_smoke", "little_and_gregory")
        session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=4)
        players = {side.key: make_player(key, 9) for side in scenario.sides}
        while not session.over:
            take_turn(players[session.actor], Seat(session, session.actor))
        digests.add(session.digest())
    assert len(digests) >= 4
