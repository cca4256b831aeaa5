"""Levels and characters: data, chosen by name, each as described."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.console.balance import fixtures
from game.library import get_scenario, open_map
from game.table.player_types import player_type
from game.teach.adaptive_opponent import load_matched, matched_players, note_result, standing_words
from release.makers.characters import play_one, table
from release.makers.match import play_games
from rules import SYSTEMS
from rules.kernel.contract import faults_of_judgement
from rules.kernel.flow import Command
from rules.kernel.policy import load_captain
from rules.kernel.seat import Seat
from rules.kernel.session import Session
from rules.kernel.view import Outcome
from rules.players import FORMER, HUMAN, MATCHED, PLAYERS, is_built_in, make_player, offered_for
from rules.players.captain import CaptainPlayer
from rules.players.levels import LEVELS, matched_key, matched_level, matched_step, slips_in, spreads, steps
from rules.players.selfplay import captain_policy, opening_state, play_positions
from tests.capabilities import PUBLISHED
from tests.players.toy import toy_session


def test_levels_come_from_the_easiest_on_and_teachers_are_not_offered() -> None:
    assert list(LEVELS)[:3] == ["midshipman", "lieutenant", "captain"]
    assert LEVELS["midshipman"].slip > LEVELS["lieutenant"].slip > LEVELS["captain"].slip == 0
    offered = offered_for(SYSTEMS["nights_of_fury"])
    assert set(LEVELS) <= set(offered) and "chart" in offered
    assert {"greedy", "quick"} <= set(PLAYERS) - set(offered)
    assert all(level.says.endswith(".") for level in LEVELS.values())
    assert [key for key, level in LEVELS.items() if not level.strength] == ["captain"], "all others are measured"


def test_a_slip_is_never_absurd_and_never_the_captains() -> None:
    """A level with mistakes gives other orders than the captain, none of them worse than its limit."""
    seat = Seat(toy_session(), "blue")
    best = CaptainPlayer(3).choose(seat)
    assert {CaptainPlayer(3).choose(seat).command} == {best.command}
    careless = LEVELS["midshipman"].but(slip=100)
    assert len({CaptainPlayer(seed, careless).choose(seat).command for seed in range(8)}) > 2


def test_slips_are_as_far_as_orders_of_a_game_lie_apart() -> None:
    """What is a wide slip in the hex game was none in Perfidious Albion, where a ship is worth hundreds of points."""
    assert set(spreads()) == set(PUBLISHED)
    lieutenant = LEVELS["lieutenant"]
    assert slips_in(lieutenant, "nw_smoke") == (lieutenant.slip, lieutenant.slip_within) == slips_in(lieutenant, "toy")
    assert slips_in(lieutenant, "perfidious_albion")[1] > 100 * lieutenant.slip_within
    assert slips_in(LEVELS["midshipman"], "quickfire")[0] == 100 >= slips_in(lieutenant, "quickfire")[0] * 2


def lost_by(level: str) -> list[int]:
    """Return by how much each move of a duel of Quickfire is worse than the best, in hundredths of a point."""
    scenario, found = get_scenario("quickfire", "lesson_duel"), []
    session = Session(SYSTEMS["quickfire"], scenario, open_map("quickfire", scenario.map), seed=4)
    players = {side.key: CaptainPlayer(number, LEVELS[level]) for number, side in enumerate(scenario.sides)}
    while not session.over and session.state.cursor.turn < 8:
        seat = Seat(session, session.actor)
        counsel = seat.now().counsel() if session.state.cursor.phase == 1 else ()
        chosen = players[session.actor].choose(seat).command
        found += [counsel[0].worth - item.worth for item in counsel if item.command == chosen and len(counsel) > 1]
        session.submit(chosen)
    return found


def test_the_careless_of_quickfire_take_any_course_that_is_not_absurd() -> None:
    """They once chose among the three best courses only, and were as strong as the Captain."""
    captain, lieutenant, midshipman = map(lost_by, ("captain", "lieutenant", "midshipman"))
    assert not any(captain) and captain
    assert sum(worse > 5 for worse in lieutenant) >= 2
    assert sum(worse > 5 for worse in midshipman) > len(midshipman) // 2
    assert max(midshipman) <= slips_in(LEVELS["midshipman"], "quickfire")[1]


def actions(character: str, seeds: range) -> Counter[str]:
    """Return what a character orders in fast games of Cape Esperance against the captain, by kind of order."""
    system, scenario = SYSTEMS["nw_smoke"], get_scenario("nw_smoke", "cape_esperance")
    captain = system.captain
    assert captain is not None
    start = opening_state(system, scenario, open_map("nw_smoke", scenario.map), {})
    one, other = (side.key for side in scenario.sides)
    mind, counted = captain_policy(captain.leaning(LEVELS[character].leans.get("nw_smoke", {}))), Counter[str]()

    def note_command(state: object, side: str) -> Command | None:
        command = mind(state, side)
        counted[type(command).__name__] += 1
        return command

    for seed in seeds:
        me, foe = (one, other) if seed % 2 else (other, one)
        for _ in play_positions(system, start, seed, {me: note_command, foe: captain_policy(captain)}):
            pass
    return counted


def test_characters_do_what_is_said_of_them() -> None:
    """Bold and cautious once played whole games identical to each other."""
    plain, bold, cautious = (actions(key, range(6)) for key in ("captain", "bold", "cautious"))
    assert bold["Evade"] < plain["Evade"] and bold["MakeSmoke"] < plain["MakeSmoke"] < cautious["MakeSmoke"]


def test_the_gate_the_captain_beats_who_orders_blindly() -> None:
    """A small gate: the ladder itself is `python -m release.makers ladder`."""
    games = play_games("nw_smoke", "little_and_gregory", fixtures(8, ("captain", "random"), 3), "")
    sides = [side.key for side in get_scenario("nw_smoke", "little_and_gregory").sides]
    points = sum(
        0.5 if not row.winner else row.seats[sides.index(row.winner)] == "captain" for row in (g.row for g in games)
    )
    assert points >= 6 and not any(game.row.error for game in games)


def test_a_character_can_be_told_from_the_captain_by_what_he_orders() -> None:
    """Gunner and torpedo man once played the Captain's very games; the measure is `release.makers characters`."""
    kinds, game = ("captain", "bold", "cautious"), "nw_smoke"
    rows = [play_one(game, "little_and_gregory", kind, number) for kind in kinds for number in range(40)]
    named = {line.split(" | ")[1]: int(line.split(" | ")[2].split()[0]) for line in table(game, rows)}
    assert all(named[kind] >= 3 for kind in kinds[1:]), named


def test_a_character_is_offered_only_where_he_can_be_told_apart_and_the_former_ones_still_play() -> None:
    assert {game for game in SYSTEMS if "cautious" in offered_for(SYSTEMS[game])} == set(LEVELS["cautious"].leans)
    for former in FORMER:
        assert is_built_in(former) and not any(former in offered_for(system) for system in SYSTEMS.values())
        assert make_player(former, 1).title == LEVELS["captain"].title


def test_with_broken_weights_the_captain_weighs_with_care_and_says_so(tmp_path: Path) -> None:
    system, scenario = SYSTEMS["nw_smoke"], get_scenario("nw_smoke", "little_and_gregory")
    (tmp_path / "tables").mkdir()
    text = (system.folder / "tables" / "captain.yaml").read_text("utf-8")
    (tmp_path / "tables" / "captain.yaml").write_text(text.replace("hexes: ", "knots: "), "utf-8")
    assert system.captain is not None
    broken = load_captain(tmp_path, system.captain.features, system.captain.think)
    assert "captain.yaml" in broken.fault and "hexes, near, weaker" in broken.fault
    session = Session(system.but(captain=broken), scenario, open_map("nw_smoke", scenario.map), seed=3)
    choice = CaptainPlayer(3).choose(Seat(session, session.actor))
    assert "cannot be used" in choice.why and session.check(choice.command) == ()
    assert faults_of_judgement(system.but(captain=broken)) and not faults_of_judgement(system)


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
