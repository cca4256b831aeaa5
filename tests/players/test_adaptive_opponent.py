"""The opponent as strong as the player: it goes up when beaten, down when it wins, and never counts a battle twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.library import get_scenario, open_map
from game.table.player_types import player_type
from game.teach.adaptive_opponent import load_matched, matched_players, note_result, standing_words
from rules import SYSTEMS
from rules.kernel.session import Session
from rules.kernel.view import Outcome
from rules.players import HUMAN, MATCHED, is_built_in, make_player, offered_for
from rules.players.captain import CaptainPlayer
from rules.players.levels import LEVELS, matched_key, matched_level, matched_step, steps


def ended_battle(winner: str, seed: int = 1, players: dict[str, str] | None = None) -> Session:
    """Return a battle that is over, played by a person on the American side."""
    scenario = get_scenario("nw_smoke", "little_and_gregory")
    seats = players or {"USN": HUMAN, "IJN": matched_key(4)}
    session = Session(SYSTEMS["nw_smoke"], scenario, open_map("nw_smoke", scenario.map), seed=seed, players=seats)
    session.states[-1] = session.state.but(outcome=Outcome(winner, "Over", "it is", ""))
    return session


def test_it_goes_up_when_you_win_and_down_when_you_lose(tmp_path: Path) -> None:
    begin = steps().begin
    assert "rises to step 5" in note_result(tmp_path, ended_battle("USN", 1))
    assert load_matched(tmp_path).now == begin + 1
    assert "drops to step 4" in note_result(tmp_path, ended_battle("IJN", 2))
    assert "stays on step 4" in (text := note_result(tmp_path, ended_battle("", 3))) and "won 1 of 3 battles" in text
    assert f"step {begin} of" in standing_words(tmp_path)


def test_a_battle_counts_once_and_only_between_a_person_and_it(tmp_path: Path) -> None:
    assert note_result(tmp_path, ended_battle("USN"))
    assert note_result(tmp_path, ended_battle("USN")) == "", "read again"
    for one, other in (("captain", matched_key(4)), (HUMAN, HUMAN), (HUMAN, "bold")):
        seats = {"USN": one, "IJN": other}
        assert note_result(tmp_path, ended_battle("USN", 9, seats)) == ""
    assert load_matched(tmp_path).now == steps().begin + 1


def test_it_never_leaves_its_ladder(tmp_path: Path) -> None:
    for seed in range(20):
        note_result(tmp_path, ended_battle("USN", seed))
    assert load_matched(tmp_path).now == len(steps().steps) - 1
    for seed in range(100, 130):
        note_result(tmp_path, ended_battle("IJN", seed))
    assert load_matched(tmp_path).now == 0


def test_a_new_battle_takes_the_step_and_keeps_it_by_name(tmp_path: Path) -> None:
    note_result(tmp_path, ended_battle("USN"))
    seats = matched_players(tmp_path, {"USN": HUMAN, "IJN": MATCHED})
    assert seats == {"USN": HUMAN, "IJN": matched_key(5)} and is_built_in(matched_key(5))
    assert isinstance(make_player(seats["IJN"], 1), CaptainPlayer)
    assert player_type(seats["IJN"])[0] == player_type(MATCHED)[0] == "Computer, matched to you"
    assert MATCHED in offered_for(SYSTEMS["quickfire"])


def test_a_broken_record_begins_anew_and_is_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "matched.json").write_text("{nonsense")
    assert load_matched(tmp_path).now == steps().begin and (tmp_path / "matched.broken").exists()


@pytest.mark.parametrize("key", ["matched:", "matched:x", "matched:99", "matched:-1", "matcher:1"])
def test_a_step_that_is_none_is_no_player(key: str) -> None:
    assert matched_step(key) is None and not is_built_in(key)
    with pytest.raises(ValueError, match="no computer player"):
        make_player(key, 1)


def test_the_steps_lead_from_beyond_the_midshipman_to_the_captain() -> None:
    levels = [matched_level(step) for step in range(len(steps().steps))]
    slips = [(level.slip, level.slip_within) for level in levels]
    assert slips == sorted(slips, reverse=True) and slips[-1] == (0, 0)
    for key in ("midshipman", "lieutenant"):
        assert (LEVELS[key].slip, LEVELS[key].slip_within) in slips
