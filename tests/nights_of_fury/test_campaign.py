"""The campaign: missions, battles, forces, contact and weather."""

from __future__ import annotations

import pytest

from rules.kernel.dice import TapeDice
from rules.kernel.flow import Begin, Done
from rules.kernel.ruling import Rolled
from rules.kernel.session import adjudicate
from rules.nights_of_fury.campaign import check_sail
from rules.nights_of_fury.commands import Sail
from rules.nights_of_fury.events import (
    ContactMissed,
    MissionsRolled,
)
from rules.nights_of_fury.missions import (
    JAPAN,
    STATES,
    DrawnShips,
    available_ships,
    battle_of,
    draw_force,
    month_of,
    roll_contact,
    roll_missions,
    roll_visibility,
)
from rules.nights_of_fury.setup import scene_for_month
from rules.nights_of_fury.state import Berth
from rules.nws.roster import arrivals
from tests.nights_of_fury.battle import rules_of
from tests.nights_of_fury.campaign_round import (
    CHARTS,
    MISSIONS,
    books,
    campaign,
    force,
    ruling,
    sailing,
    with_campaign_fields,
)

# ---------------------------------------------------------------------- missions and battles


@pytest.mark.rule("NoF-CAM-H1")
@pytest.mark.parametrize(
    ("die", "japan", "states"),
    [
        (1, "transport", "patrol"),
        (2, "transport", "patrol"),
        (3, "bombardment", "transport"),
        (4, "patrol", "intercept"),
        (5, "patrol", "intercept"),
        (6, "rest", "rest"),
    ],
)
def test_a_die_gives_each_side_its_mission(die: int, japan: str, states: str) -> None:
    _, state = campaign()
    assert roll_missions(ruling(state, die, die)) == {"IJN": japan, "USN": states}


@pytest.mark.rule("NoF-CAM-6")
def test_the_five_battles_of_the_sheet_have_their_names() -> None:
    named = {CHARTS.battle_titles[key] for key in MISSIONS}
    assert named == {"Interception", "Meeting Engagement/Patrol", "IJN Bombardment", "IJN Transport", "USN Transport"}
    _, state = campaign()
    assert set(state.scene.charts.islands.chance) == set(MISSIONS)


@pytest.mark.rule("NoF-CAM-H2")
@pytest.mark.parametrize(
    ("japan", "found"),
    [
        ("transport", ["ijn_transport", "ijn_transport", "meeting", "unopposed"]),
        ("bombardment", ["ijn_bombardment", "ijn_bombardment", "usn_transport", "unopposed"]),
        ("patrol", ["meeting", "interception", "usn_transport", "none"]),
        ("rest", ["none", "none", "unopposed", "none"]),
    ],
)
def test_the_two_missions_make_the_battle(japan: str, found: list[str]) -> None:
    assert [battle_of(japan, states) for states in ("patrol", "intercept", "transport", "rest")] == found


@pytest.mark.rule("NoF-CAM-H1")
def test_the_rounds_run_from_august_to_november() -> None:
    months = [month_of(12, number) for number in range(1, 13)]
    assert months == ["1942-08"] * 3 + ["1942-09"] * 3 + ["1942-10"] * 3 + ["1942-11"] * 3
    assert [month_of(2, 1), month_of(2, 2), month_of(1, 1)] == ["1942-08", "1942-10", "1942-08"]


@pytest.mark.rule("NoF-CAM-H1")
def test_ships_carry_the_radar_of_the_month() -> None:
    _, state = campaign()
    first, _ = sailing(state, (6, 6))
    assert (first.scene.month, first.scene.cards["helena"].radar) == ("1942-08", "F1")
    tenth, _ = sailing(with_campaign_fields(state, round=9), (6, 6))
    assert (tenth.scene.month, tenth.scene.cards["helena"].radar) == ("1942-11", "F3")


@pytest.mark.rule("NoF-CAM-H1")
def test_between_battles_the_first_side_sails_for_both_and_has_nothing_else_to_do() -> None:
    battle, state = campaign()
    assert [command for offer in battle.offers(state) for command in offer.commands] == [Sail("USN")]
    assert rules_of(battle.check(state, Done("USN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(state, Sail("IJN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(with_campaign_fields(state, at_sea=True), Sail("USN"))) == ["NoF-CAM-H1"]
    assert rules_of(check_sail(state.but(campaign=None), Sail("USN"))) == ["NoF-CAM-H1"]


@pytest.mark.rule("NoF-CAM-H1")
def test_a_side_under_the_chart_sails_too() -> None:
    battle, state = campaign(chart_USN=True, chart_IJN=True)
    assert [command for offer in battle.offers(state) for command in offer.commands] == [Sail("USN")]


@pytest.mark.rule("NoF-CAM-H1", "NoF-PH-H1")
def test_the_campaign_begins_with_its_first_round() -> None:
    battle, _ = campaign()
    begun = adjudicate(battle.system, battle.opening(), Begin(""), TapeDice(()))
    assert begun.state.cursor.phase == 7
    assert battle.list_offers(begun.state, Sail) == [Sail("USN")]


@pytest.mark.rule("NoF-CAM-H2")
def test_where_one_side_rests_a_patrol_meets_nobody() -> None:
    _, state = campaign()
    after, events = sailing(state, (4, 6))
    rows = [event for event in events if isinstance(event, MissionsRolled)]
    assert [(event.japan, event.states, event.battle) for event in rows] == [("Patrol", "Rest", "No battle")]
    assert books(after).history[0].points == {"USN": 0, "IJN": 0}
    assert books(after).round == 1
    assert not books(after).at_sea


# ---------------------------------------------------------------------- forces


@pytest.mark.rule("NoF-CAM-H5", "NoF-CAM-H6")
def test_a_die_gives_the_force_and_a_die_of_as_many_sides_draws_each_ship() -> None:
    _, state = campaign()
    cruisers, lights, boats = (available_ships(state, "IJN", kind) for kind in ("CA", "CL", "DD"))
    r = ruling(state, 4, 1, 1, 2, 2, 3, len(lights) - 1, 1)
    drawn = draw_force(r, "IJN", "patrol", "1942-08")
    assert drawn.by_code == {
        "ca": (cruisers[0], cruisers[1], cruisers[3], cruisers[4]),
        "cl": (lights[2], lights[-1]),
        "dd": (boats[0],),
    }
    sides = [event.sides for event in r.events if isinstance(event, Rolled) and event.rule == "NoF-CAM-H6"]
    assert sides == [12, 11, 10, 9, len(lights), len(lights) - 1, len(boats)]


@pytest.mark.rule("NoF-CAM-H5")
def test_the_force_table_is_as_written() -> None:
    forces = CHARTS.forces
    assert forces["IJN transport"][6] == {"maru": 6, "cl": 1, "dd": 5}
    assert forces["IJN bombardment"][6] == {"bb": 2, "cl": 1, "dd": 9}
    assert forces["USN transport"][4] == {"ap": 4, "ca": 1, "dd": 4}
    assert all(set(rows) == set(range(1, 7)) for rows in forces.values())


@pytest.mark.rule("NoF-CAM-H5")
def test_the_american_battleships_come_in_november() -> None:
    _, state = campaign()
    early = draw_force(ruling(state, 6, *[1] * 11), "USN", "patrol", "1942-10")
    state = state.but(scene=scene_for_month(state.scene, "1942-11"))
    late = draw_force(ruling(state, 6, *[1] * 5), "USN", "intercept", "1942-11")
    assert [len(ships) for ships in early.by_code.values()] == [3, 2, 6]
    assert {code: len(ships) for code, ships in late.by_code.items()} == {"bb": 2, "dd": 4}


@pytest.mark.rule("NoF-CAM-H6")
def test_no_battle_of_august_holds_a_ship_that_came_later() -> None:
    since, found = arrivals(), 0
    for seed in range(60):
        after, _ = sailing(campaign()[1], (), seed)
        names = [after.scene.names[name] for name in after.ships]
        assert [name for name in names if since[name] > "1942-08"] == []
        found += len(names)
    assert found > 300


@pytest.mark.rule("NoF-CAM-H6")
def test_ships_of_1943_never_sail_in_the_campaign_and_those_of_august_may() -> None:
    _, state = campaign()
    state = state.but(scene=scene_for_month(state.scene, "1942-08"))
    fleet = {state.scene.names[name] for side in ("USN", "IJN") for name in available_ships(state, side, "DD")}
    assert not fleet & {"Fletcher", "O'Bannon", "Taylor", "Radford", "Jenkins", "Kiyonami", "Takanami", "Akizuki"}
    assert {"Blue", "Ralph Talbot", "Kagero", "Uzuki"} <= fleet


@pytest.mark.rule("NoF-CAM-H6")
def test_ships_lost_or_under_repair_are_not_drawn_and_a_type_that_runs_short_sends_fewer() -> None:
    _, state = campaign()
    away = {name: Berth("lost") for name in available_ships(state, "USN", "BB")[:1]}
    away |= {name: Berth("repairing", 3) for name in available_ships(state, "USN", "DD")[:-2]}
    short = with_campaign_fields(state, berths=away)
    drawn = draw_force(ruling(short, 6, 1), "USN", "patrol", "1942-11")  # the last ship of a type needs no die
    assert {code: len(ships) for code, ships in drawn.by_code.items()} == {"bb": 1, "dd": 2}
    assert set(drawn.ships()).isdisjoint(away)


@pytest.mark.rule("NoF-CAM-H6")
def test_loaded_and_other_destroyers_are_different_ships() -> None:
    _, state = campaign()
    drawn = draw_force(ruling(state, 1, *[1] * 6), "IJN", "transport", "1942-08")
    assert len(set(drawn.ships())) == len(drawn.ships()) == 6


# ---------------------------------------------------------------------- contact and weather


@pytest.mark.rule("NoF-CAM-H3")
@pytest.mark.parametrize(
    ("japan", "states", "die", "met"),
    [
        (force(dd=("kagero",)), force(ca=("chicago",)), 2, False),
        (force(dd=("kagero",)), force(ca=("chicago",)), 3, True),
        (force(dd=("kagero",)), force(dd=("fletcher",)), 2, True),
        (force(maru=("sado",)), force(ca=("chicago",)), 2, True),
        (force(maru=("sado",)), force(dd=("fletcher",)), 1, True),
        (force(maru=("sado",)), force(ca=("chicago",)), 1, False),
    ],
)
def test_the_two_sides_meet_on_three_sooner_with_radar_or_slow_ships(
    japan: DrawnShips, states: DrawnShips, die: int, met: bool
) -> None:
    _, state = campaign()
    assert roll_contact(ruling(state, die), {JAPAN: japan, STATES: states}) is met


@pytest.mark.rule("NoF-CAM-H3", "NoF-CAM-H7")
def test_if_they_miss_each_other_the_missions_are_unopposed() -> None:
    _, state = campaign()
    dice = (1, 1, 1, *[1] * 6, 1, *[2] * 4, 1, 5)  # both forces with their draws, contact 1, 5 pips landed
    after, events = sailing(state, dice)
    assert any(isinstance(event, ContactMissed) for event in events)
    assert books(after).points == {"USN": 0, "IJN": 15}
    assert (books(after).at_sea, after.ships) == (False, {})


@pytest.mark.rule("NoF-CAM-H4")
def test_a_die_gives_the_weather() -> None:
    _, state = campaign()
    assert [roll_visibility(ruling(state, die)) for die in range(1, 7)] == ["C", "C", "N", "N", "D", "Q"]
