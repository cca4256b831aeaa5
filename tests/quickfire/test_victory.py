"""Victory: what ships count, who has won, breaking out, duels, results a scenario names, when a battle ends."""

from __future__ import annotations

import pytest

from rules.kernel.flow import GameEnded
from rules.kernel.scenario_loading import load_scenario
from rules.quickfire.events import ReturnedToAction, WentOutOfAction
from rules.quickfire.setup import check_scenario, start
from rules.quickfire.state import State, out_of_action
from rules.quickfire.victory import by_points, clauses_hold, ledger, points_of, result
from tests.conftest import MAPS
from tests.quickfire.duel import FR, US, Duel, events_of, massena_and_ohio

SILENT = {"heavy_hits": 4, "light_hits": 5}


def fleet() -> Duel:
    """Three ships a side, well apart."""
    duel = Duel().line(["Ohio", "Maine", "Brooklyn"], US, (600, 200)).line(["Massena", "Bouvet"], FR, (600, 800))
    return duel.ship("Durandal", FR, (1000, 800))


def outcome_now(duel: Duel, last: bool = False) -> str:
    """Return how the battle stands: the title of the result, or "" while it goes on."""
    state = duel.at("end")
    if last:
        state = state.but(cursor=state.cursor.but(turn=duel.turns))
    found = result(state)
    return found.title if found is not None else ""


@pytest.mark.rule("QF-VP-H1")
@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"gone": "sunk"}, 48),
        ({"gone": "captured"}, 48),
        ({"gone": "withdrawn"}, 24),
        ({"gone": "escaped"}, 0),
        ({"speed_hits": 8}, 24),
        ({"speed_hits": 7}, 0),
    ],
)
def test_points_are_quarters_of_size_whole_for_a_ship_lost_and_half_for_one_out_of_action(
    fields: dict[str, object], points: int
) -> None:
    state = fleet().hurt("Massena", **fields).at("end")
    assert points_of(state, US) == points
    assert points_of(state, FR) == 0
    assert [score.points for score in ledger(state)] == [points, 0]


@pytest.mark.rule("QF-VP-H1")
def test_a_destroyer_of_size_a_half_is_worth_2_quarters_sunk_and_1_out_of_action() -> None:
    assert points_of(fleet().hurt("Durandal", gone="sunk").at("end"), US) == 2
    assert points_of(fleet().hurt("Durandal", speed_hits=9).at("end"), US) == 1


@pytest.mark.rule("QF-VP-H2")
def test_a_ship_is_out_of_action_while_stopped_or_while_all_her_guns_are_silent() -> None:
    def out(name: str, **fields: object) -> bool:
        state = fleet().hurt(name, **fields).at("end")
        return out_of_action(state, state.ships[name.lower()])

    assert out("Ohio", speed_hits=8) and not out("Ohio", speed_hits=7)
    assert out("Ohio", **SILENT) and not out("Ohio", heavy_hits=4) and not out("Ohio", light_hits=5)
    assert out("Durandal", boat_gun_lost=True, torpedo=0)
    assert not out("Durandal", boat_gun_lost=True) and not out("Durandal", torpedo=0)


@pytest.mark.rule("QF-VP-H2")
def test_a_ship_that_repairs_bring_back_is_in_action_again() -> None:
    duel = fleet().hurt("Ohio", speed_hits=8)
    state, events = duel.close(duel.at("end"), 6, 6)
    assert [event.ship for event in events_of(events, WentOutOfAction)] == ["ohio"]
    better = state.but(ships={**state.ships, "ohio": state.ships["ohio"].but(speed_hits=7)}, cursor=duel.cursor("end"))
    state, events = duel.close(better)
    assert [event.ship for event in events_of(events, ReturnedToAction)] == ["ohio"]


@pytest.mark.rule("QF-VP-H3")
@pytest.mark.parametrize(
    ("ours", "theirs", "title", "winner"),
    [
        (0, 0, "Draw", ""),
        (5, 0, "Draw", ""),
        (6, 0, "Marginal victory: Usa", US),
        (8, 4, "Substantial victory: Usa", US),
        (12, 4, "Decisive victory: Usa", US),
        (40, 59, "Draw", ""),
        (40, 60, "Marginal victory: France", FR),
    ],
)
def test_the_ratio_of_the_scores_says_who_has_won(ours: int, theirs: int, title: str, winner: str) -> None:
    state = fleet().at("end")
    state = state.but(scene=state.scene.but(handicap={US: ours, FR: theirs}))
    found = by_points(state, "test")
    assert (found.title, found.winner) == (title, winner)


@pytest.mark.rule("QF-VP-H4")
def test_a_ship_that_escapes_costs_nothing_and_one_driven_off_half() -> None:
    state = fleet().hurt("Massena", gone="escaped").hurt("Bouvet", gone="withdrawn").at("end")
    assert points_of(state, US) == 24
    assert "driven off" in ledger(state)[0].lines[0].label


@pytest.mark.rule("QF-VP-H6")
def test_in_a_duel_the_first_ship_out_of_action_loses() -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=8)
    duel.special.append(("first_out", "", 0))
    state, events = duel.close(duel.at("end"), 6, 6)
    assert state.outcome is not None and (state.outcome.winner, state.outcome.rule) == (US, "QF-VP-H6")
    assert len(events_of(events, GameEnded)) == 1


@pytest.mark.rule("QF-VP-H6")
def test_two_ships_that_go_out_together_draw_a_duel_and_the_earlier_one_loses_it() -> None:
    duel = massena_and_ohio().hurt("Massena", speed_hits=8).hurt("Ohio", **SILENT)
    duel.special.append(("first_out", "", 0))
    state, _ = duel.close(duel.at("end"), 6, 6)
    assert state.outcome is not None and (state.outcome.winner, state.outcome.title) == ("", "Drawn duel")
    earlier = duel.at("end").but(out_order=(("ohio",), ("massena",)))
    found = result(earlier)
    assert found is not None and found.winner == FR


@pytest.mark.rule("QF-VP-H7")
def test_a_handicap_counts_from_the_start() -> None:
    duel = fleet()
    duel.handicap = 10
    state = duel.at("end")
    assert [(line.points, line.rule) for line in ledger(state)[0].lines] == [(10, "QF-VP-H7")]


@pytest.mark.rule("QF-VP-H8")
@pytest.mark.parametrize(
    ("clause", "hurts", "true"),
    [
        ("lost france 1", {"Massena": {"gone": "captured"}}, True),
        ("sunk france 1", {"Massena": {"gone": "captured"}}, False),
        ("sunk france 1 capital", {"Durandal": {"gone": "sunk"}}, False),
        ("sunk france 1 light", {"Durandal": {"gone": "sunk"}}, True),
        ("out france 2", {"Massena": {"speed_hits": 8}, "Bouvet": {"gone": "withdrawn"}}, True),
        ("out france 1", {"Massena": {"gone": "escaped"}}, False),
        ("away france 1", {"Massena": {"gone": "escaped", "speed_hits": 1}}, True),
        ("sound france 1", {"Massena": {"gone": "escaped", "speed_hits": 1}}, False),
        ("sound france 1", {"Massena": {"gone": "escaped"}}, True),
        ("kept france all", {"Massena": {"speed_hits": 8}}, True),
        ("kept france all", {"Massena": {"gone": "sunk"}}, False),
        ("fit france all", {"Massena": {"speed_hits": 8}}, False),
        ("fit france 2", {"Massena": {"speed_hits": 8}}, True),
        ("lost france 1 bouvet", {"Massena": {"gone": "sunk"}}, False),
        ("lost france all capital & lost usa 1", {"Massena": {"gone": "sunk"}, "Bouvet": {"gone": "sunk"}}, False),
    ],
)
def test_a_scenario_asks_what_has_become_of_its_ships(
    clause: str, hurts: dict[str, dict[str, object]], true: bool
) -> None:
    duel = fleet().setting("at end 1", f"usa; Test; {clause}")
    for name, fields in hurts.items():
        duel.hurt(name, **fields)
    state = duel.at("end")
    assert clauses_hold(state, state.scene.ladder[0]) is true


@pytest.mark.rule("QF-VP-H8")
def test_results_asked_at_once_end_the_battle_and_the_others_wait_for_its_end() -> None:
    duel = (
        fleet()
        .setting("at end 1", "usa; One is enough; lost france 1")
        .setting("at once 1", "usa; All; lost france all")
    )
    duel.hurt("Massena", gone="sunk")
    assert outcome_now(duel) == ""
    assert outcome_now(duel, last=True) == "One is enough"
    duel.hurt("Bouvet", gone="sunk").hurt("Durandal", gone="sunk")
    assert outcome_now(duel) == "All"
    nothing = fleet().setting("at end 1", "usa; One is enough; lost france 1")
    assert outcome_now(nothing, last=True) == "Draw"


@pytest.mark.rule("QF-VP-H8")
@pytest.mark.parametrize(
    "text",
    [
        "usa; No clause",
        "spain; Title; lost usa 1",
        "usa; Title; won usa 1",
        "usa; Title; lost usa 0",
        "usa; T; lost usa",
    ],
)
def test_a_result_that_cannot_be_read_is_refused_in_words(text: str) -> None:
    duel = fleet().setting("at end 1", text)
    assert len(check_scenario(duel.scenario(), None)) == 1
    with pytest.raises(ValueError, match="conditions"):
        start(duel.scenario(), None, {})


@pytest.mark.rule("QF-VP-1")
def test_santiago_knows_a_major_american_a_major_spanish_and_a_minor_spanish_victory() -> None:
    scenario = load_scenario(MAPS / "quickfire" / "open_door.yaml")
    system = massena_and_ohio().system
    options = {key: option.default for key, option in system.rulebook.options.items()} | scenario.options
    opening = start(scenario, None, options)

    def after(fates: dict[str, str]) -> str:
        ships = {key: ship.but(gone=fates.get(key, fates.get(ship.side, ""))) for key, ship in opening.ships.items()}
        state: State = opening.but(ships=ships, cursor=opening.cursor.but(turn=scenario.turns))
        found = result(state)
        assert found is not None
        return f"{found.winner}: {found.title}"

    assert "major American" in after({"spain": "sunk"})
    assert "major Spanish" in after({"vizcaya": "escaped", "cristobal-colon": "escaped", "texas": "sunk"})
    assert "minor Spanish" in after({"vizcaya": "escaped", "cristobal-colon": "escaped"})


@pytest.mark.rule("QF-END-H1")
def test_the_battle_ends_with_the_last_turn() -> None:
    assert outcome_now(fleet()) == ""
    assert outcome_now(fleet(), last=True) == "Draw"


@pytest.mark.rule("QF-END-H1")
def test_the_battle_ends_when_a_side_has_no_ship_left_that_can_move_or_fire() -> None:
    duel = fleet()
    for name in ("Massena", "Bouvet", "Durandal"):
        duel.hurt(name, speed_hits=8)
    assert outcome_now(duel) == ""  # they can still fire
    duel.hurt("Massena", **SILENT).hurt("Bouvet", **SILENT).hurt("Durandal", boat_gun_lost=True, torpedo=0)
    assert outcome_now(duel) == "Decisive victory: Usa"
