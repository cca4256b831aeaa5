"""Points a scenario awards or deducts for conditions of its own (NoF-VP-13), as data."""

from __future__ import annotations

import pytest

from rules.kernel.scenario import Award
from rules.kernel.scenario_opening import InvalidScenario, start
from rules.nights_of_fury.awards import award_faults, award_words, pays_for_leaving
from rules.nights_of_fury.points import battle_lines, ledger, outcome, points_of
from rules.nights_of_fury.state import State
from tests.conftest import begin
from tests.nights_of_fury.battle import Battle
from tests.nights_of_fury.duel import with_ship_fields


def award(points: int = 4, when: str = "left", least: int = 0, band: int = 0, of: tuple[str, ...] = ("b",)) -> Award:
    return Award(side="IJN", points=points, when=when, of=of, least=least, band=band, why="so it was agreed")


def position(*awards: Award) -> State:
    """Return two Japanese destroyers, one of them all that `b` holds, and one American, with awards in the scenario."""
    battle = Battle().division("a", "USN", ["Laffey"], 3).division("b", "IJN", ["Kagero", "Oyashio"], 8)
    state = battle.at("end")
    return state.but(scene=state.scene.but(scenario=state.scene.scenario.but(awards=awards)))


STANDING: dict[str, tuple[dict[str, object], ...]] = {  # condition: state of a ship that meets it
    "sunk": ({"flotation": 4, "gone": "sunk"},),
    "out_of_action": ({"structure": 4}, {"flotation": 4, "gone": "sunk"}),
    "damaged": ({"structure": 1}, {"flotation": 2}),
    "left": ({"gone": "left", "left_at": 1},),
    "stays": ({}, {"structure": 4}),
}
NOT: dict[str, tuple[dict[str, object], ...]] = {
    "sunk": ({}, {"structure": 4}),
    "out_of_action": ({}, {"structure": 3}),
    "damaged": ({},),
    "left": ({}, {"gone": "left", "left_at": 10}, {"gone": "sunk", "flotation": 4}),
    "stays": ({"gone": "left", "left_at": 10}, {"flotation": 4, "gone": "sunk"}),
}


@pytest.mark.rule("NoF-VP-13")
@pytest.mark.parametrize("points", [4, -4])
@pytest.mark.parametrize("when", list(STANDING))
def test_additional_points_are_awarded_to_a_side_or_deducted_from_it(when: str, points: int) -> None:
    state = position(award(points, when, band=1 if when == "left" else 0, of=("Kagero",)))
    for standing in STANDING[when]:
        assert points_of(with_ship_fields(state, "Kagero", **standing), "IJN") == points
    for standing in NOT[when]:
        assert points_of(with_ship_fields(state, "Kagero", **standing), "IJN") == 0


@pytest.mark.rule("NoF-VP-13")
def test_each_ship_of_a_force_counts_or_so_many_of_them_once() -> None:
    each, once = award(3, "sunk"), award(5, "sunk", least=2)
    state = position(each, once)
    state = with_ship_fields(state, "Kagero", flotation=4, gone="sunk")
    assert points_of(state, "IJN") == 3
    state = with_ship_fields(state, "Oyashio", flotation=4, gone="sunk")
    assert points_of(state, "IJN") == 3 + 3 + 5
    lines = [line for line in battle_lines(state, "IJN") if line.rule == "NoF-VP-13"]
    assert [line.label for line in lines] == [
        "Kagero: so it was agreed",
        "Oyashio: so it was agreed",
        "Kagero and Oyashio: so it was agreed",
    ]


@pytest.mark.rule("NoF-VP-13", "NoF-VP-12")
def test_awards_stand_in_the_ledger_and_count_for_the_result() -> None:
    state = with_ship_fields(position(award(9, "left", band=1)), "Kagero", gone="left", left_at=1)
    _, japan = ledger(state)
    assert japan.points == sum(line.points for line in japan.lines) == points_of(state, "IJN") == 9
    assert outcome(state, "over").winner == "IJN"


@pytest.mark.rule("NoF-VP-13")
def test_a_ship_that_leaves_where_it_is_agreed_earns_her_award_in_play() -> None:
    """Several orders through the Session: once she is off the chart at band 1, the points are Japan's."""
    battle = Battle().division("a", "USN", ["Laffey"], 9).division("b", "IJN", ["Kagero"], 1)
    battle.division("c", "IJN", ["Oyashio"], 2)
    battle.awards = (award(6, "left", band=1), award(-2, "stays"))
    game = battle.play()
    assert points_of(game.state, "IJN") == -2
    game.until("movement", "IJN")
    game.order("move b 0")
    assert points_of(game.state, "IJN") == 6
    game.until("orders", turn=2)
    assert points_of(game.state, "IJN") == 6


@pytest.mark.rule("NoF-VP-13")
def test_a_ship_by_herself_earns_for_leaving_what_is_awarded_to_her_side_for_each_ship_there() -> None:
    state = position(award(6, "left", band=1), award(9, "left", least=2, band=1), award(30, "sunk"))
    assert [pays_for_leaving(state, state.ships["kagero"], band) for band in (1, 10)] == [6, 0]
    assert pays_for_leaving(state, state.ships["laffey"], 1) == 0


@pytest.mark.rule("NoF-VP-13")
@pytest.mark.parametrize("battle", ["savo_island", "usn_convoy", "first_guadalcanal"])
def test_a_battle_tells_its_awards_before_anybody_moves(battle: str) -> None:
    session = begin(f"nights_of_fury/{battle}", seed=1)
    lines = [words for label, words, rule in session.system.view(session.state, "").conditions if label == "Award"]
    assert lines == [award_words(session.state.scene, one) for one in session.scenario.awards]
    assert lines


def test_an_award_in_words() -> None:
    state = position(award(4, "left", band=1), award(-2, "stays", of=("Kagero",)), award(5, "sunk", least=1))
    assert [award_words(state.scene, one) for one in state.scene.scenario.awards] == [
        "IJN: 4 points awarded for each of Kagero and Oyashio that leaves the chart at band 1",
        "IJN: 2 points deducted for Kagero still on the chart when the battle ends",
        "IJN: 5 points awarded for 1 or more of Kagero and Oyashio that is sunk",
    ]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"side": "RN"}, "side"),
        ({"when": "lucky"}, "when"),
        ({"when": "sunk", "band": 1}, "band"),
        ({"band": 5}, "band"),
        ({"points": 0}, "points"),
        ({"of": ("Bismarck",)}, "of"),
        ({"of": ()}, "of"),
        ({"least": 3}, "least"),
    ],
)
def test_an_award_nobody_could_win_is_refused_by_its_field(wrong: dict[str, object], field: str) -> None:
    state = position(award(band=1).but(**wrong))
    (fault,) = award_faults(state.scene.scenario)
    assert fault.startswith(f"awards[0].{field}: expected")


def test_a_game_without_such_points_refuses_them() -> None:
    session = begin("nw_smoke/little_and_gregory", seed=1)
    scenario = session.scenario.but(awards=(award(),))
    with pytest.raises(InvalidScenario, match="awards"):
        start(session.system, scenario, None, session.options)
