"""The end of a turn: points, break points, objectives, grades, the last turn."""

from __future__ import annotations

from typing import Any

import pytest

from rules.battles_for_empire.events import RanOut, SideBroken
from rules.battles_for_empire.state import State, with_unit
from rules.battles_for_empire.victory import close_end, grade, half_points_text, ledger, points_lost, result
from rules.kernel.flow import GameEnded
from rules.kernel.hexes import distance
from tests.battles_for_empire.field import Field, ruling
from tests.conftest import scenario_named


def field(british: int = 8, natives: int = 12) -> Field:
    """Four British units and a gun, four native units; break points in half points."""
    made = Field().rule("break", "br", british).rule("break", "na", natives)
    for number in range(4):
        made.unit(f"b{number}", "br_line", 301 + 2 * number)
        made.unit(f"n{number}", "dv_spr", 1501 + 2 * number, "W")
    return made.unit("g", "mg_gar", 310)


def without(state: State, *names: str, how: str = "destroyed") -> State:
    for name in names:
        state = with_unit(state, state.units[name].but(lost=how, hex=0))
    return state


def outcome_of(state: State) -> tuple[str, str]:
    """Return winner and title; empty while the battle goes on."""
    found = result(state)
    return (found.winner, found.title) if found is not None else ("", "")


@pytest.mark.rule("BFE-VIC-H1")
def test_a_unit_counts_one_point_and_a_gun_half_lost_or_taken() -> None:
    state = field().at("end")
    assert points_lost(without(state, "b0", "b1"), "br") == 4
    assert points_lost(without(state, "b0", "g"), "br") == 3
    assert points_lost(without(state, "g", how="captured"), "br") == 1
    assert points_lost(without(state, "b0", how="exited"), "br") == 0
    british, natives = ledger(without(state, "b0", "g"))
    assert (british.points, natives.points, [line.points for line in natives.lines]) == (0, 3, [2, 1])
    assert [half_points_text(points) for points in (0, 1, 2, 3)] == ["0", "½", "1", "1½"]


@pytest.mark.rule("BFE-VIC-H2")
def test_a_side_at_its_break_point_has_lost_at_the_end_of_the_turn() -> None:
    state = field().at("end")
    assert result(without(state, "b0", "b1", "b2")) is None
    assert outcome_of(without(state, "b0", "b1", "b2", "b3"))[0] == "na"
    room = ruling(without(state, "b0", "b1", "b2", "b3"))
    close_end(room)
    broken = [event for event in room.events if isinstance(event, SideBroken)]
    assert [(event.side, event.points, event.limit) for event in broken] == [("br", "4", "4")]
    assert [event.winner for event in room.events if isinstance(event, GameEnded)] == ["na"]
    assert room.state.outcome is not None


@pytest.mark.rule("BFE-VIC-H2", "BFE-VIC-H5")
def test_when_both_break_the_smaller_share_wins() -> None:
    state = without(field(4, 4).at("end"), "b0", "b1", "n0", "n1")
    assert outcome_of(state) == ("", "Drawn battle")
    assert outcome_of(without(state, "n2"))[0] == "br"


@pytest.mark.rule("BFE-VIC-H2")
def test_a_side_with_nobody_left_is_beaten() -> None:
    state = without(field(8, 40).at("end"), "n0", "n1", "n2", "n3")
    assert outcome_of(state)[0] == "br"


@pytest.mark.rule("BFE-VIC-H4")
def test_grades_go_by_what_the_winner_lost_of_his_own_break_point() -> None:
    state = field(8, 12).at("end")
    lines = [
        grade(without(state, *lost), "br") for lost in ((), ("b0",), ("b0", "g"), ("b0", "b1", "g"), ("b0", "b1", "b2"))
    ]
    assert lines == [
        "Decisive victory",
        "Decisive victory",
        "Substantial victory",
        "Substantial victory",
        "Marginal victory",
    ]


@pytest.mark.rule("BFE-VIC-H3")
def test_units_that_leave_by_the_exit_win_before_break_points_count() -> None:
    made = field(2, 12).rule("exit", "na", 3).zone("way out", "na", "exit", 301)
    state = without(made.at("end"), "n0", "n1", how="exited")
    assert result(state) is None
    state = without(without(state, "n2", how="exited"), "b0")
    assert outcome_of(state)[0] == "na"


@pytest.mark.rule("BFE-VIC-H3")
def test_where_one_unit_off_the_field_is_enough_the_first_wins() -> None:
    made = field().rule("exit", "na", 1).zone("way out", "na", "exit", 301)
    assert result(made.at("end")) is None
    assert outcome_of(without(made.at("end"), "n0", how="exited"))[0] == "na"


@pytest.mark.rule("BFE-VIC-H3")
def test_a_side_may_win_by_lasting() -> None:
    made = field().rule("last", "br", 0)
    made.turns = 2
    assert outcome_of(without(made.at("end"), "b0", "b1"))[0] == "br"
    made.turns = 3
    assert result(made.at("end")) is None


@pytest.mark.rule("BFE-VIC-H3")
def test_a_gun_that_had_to_be_kept_decides_whatever_end_comes() -> None:
    made = field(8, 4).rule("keep", "g", 0)
    state = without(made.at("end"), "n0", "n1")
    assert outcome_of(state)[0] == "br"
    assert outcome_of(without(state, "g", how="captured"))[0] == "na"
    assert result(without(made.at("end"), "g", how="captured")) is None


@pytest.mark.rule("BFE-VIC-H3", "BFE-VIC-H4")
def test_holding_a_place_is_a_marginal_victory() -> None:
    made = field().rule("hold", "br", 2).rule("last", "na", 0).zone("objective village", "br", "setup", 301, 303)
    made.turns = 2
    assert outcome_of(made.at("end")) == ("br", "Marginal victory: British")
    assert outcome_of(without(made.at("end"), "b0"))[0] == "na"


@pytest.mark.rule("BFE-VIC-H5")
def test_after_the_last_turn_the_side_that_lost_the_smaller_share_wins() -> None:
    made: Any = field(8, 12)
    made.turns = 2
    assert outcome_of(made.at("end")) == ("", "Drawn battle")
    assert outcome_of(without(made.at("end"), "b0", "n0"))[0] == "na"
    assert outcome_of(without(made.at("end"), "g", "n0"))[0] == "br"


def run_out(turn: int, h: int = 310) -> Any:
    """Return the end of a turn in which the gun stands in a hex, the sortie being to hex 0310."""
    made: Any = field(8, 12).rule("sortie", "g", 310)
    made.turn, made.turns = turn, turn + 1
    state = made.at("end")
    room = ruling(with_unit(state, state.units["g"].but(hex=h)))
    close_end(room)
    return room


@pytest.mark.rule("BFE-VIC-H6")
def test_a_gun_run_out_in_the_first_turn_makes_a_victory_one_grade_better() -> None:
    room = run_out(turn=1)
    assert [(event.unit, event.hex) for event in room.events if isinstance(event, RanOut)] == [("g", 310)]
    lost = [("b0", "g"), ("b0", "b1", "b2"), ()]
    assert [grade(without(room.state, *names), "br") for names in lost] == [
        "Decisive victory",
        "Substantial victory",
        "Decisive victory",
    ]
    assert grade(without(room.state, "n0", "n1", "n2"), "na") == "Substantial victory"


@pytest.mark.rule("BFE-VIC-H6")
def test_a_sortie_later_or_elsewhere_earns_nothing() -> None:
    for room in (run_out(turn=2), run_out(turn=1, h=411)):
        assert room.state.dared == ()
        assert grade(without(room.state, "b0", "g"), "br") == "Substantial victory"


@pytest.mark.rule("BFE-VIC-H6")
def test_the_gardner_of_abu_klea_can_be_run_out_into_the_hexes_of_its_scenario() -> None:
    scenario = scenario_named("battles_for_empire", "abu_klea")
    (gardner,) = (force for force in scenario.forces if force.id == "gardner")
    outside = [h for what, _, h in scenario.special if what == "sortie"]
    assert len(outside) == 2
    assert all(distance(h, gardner.at[0]) == 1 for h in outside)
    assert all(h not in force.at for h in outside for force in scenario.forces)
