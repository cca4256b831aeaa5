"""Phase 2: the Movement Table, one band a turn, leaving the chart, evading, smoke, surprised runs."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done
from rules.kernel.ruling import Rolled
from rules.kernel.system import caption
from rules.nights_of_fury.commands import Evade, MakeSmoke, Move
from rules.nights_of_fury.events import ExitFailed, LeftChart, Moved, MoveFailed, SmokeMade
from rules.nights_of_fury.movement import need_terms, need_to_move, slowest_kn
from rules.nights_of_fury.spotting import visual_limit
from rules.nights_of_fury.state import FIRST, LAST, RADAR, SIGHTED, State
from rules.nws.combat_arithmetic import OUT_OF_ACTION
from rules.nws.events import EvadingDeclared
from tests.nights_of_fury.battle import Battle, events_of, rules_of, with_changes


def at_sea(*ships: str, band: int = 3, formation: str = "abreast") -> Battle:
    return (
        Battle().division("a", "USN", list(ships or ("Laffey",)), band, formation).division("b", "IJN", ["Kagero"], 9)
    )


def at_speed(knots: int, formation: str = "abreast") -> State:
    """Phase 2 with a division of two ships, the slower of this speed."""
    battle = Battle().division("a", "USN", ["Laffey", "Buchanan"], 3, formation).division("b", "IJN", ["Kagero"], 9)
    state = battle.at("movement")
    lines = {**state.scene.knots, "buchanan": (knots, knots, knots, knots, 0)}
    return state.but(scene=state.scene.but(knots=lines))


# ---------------------------------------------------------------------- the Movement Table


@pytest.mark.rule("NoF-MOV-H1")
@pytest.mark.parametrize(
    ("knots", "need"),
    [
        (0, 0),
        (5, 0),
        (6, 5),
        (11, 5),
        (12, 4),
        (17, 4),
        (18, 3),
        (24, 3),
        (25, 2),
        (31, 2),
        (32, 1),
        (40, 1),
    ],
)
def test_the_slowest_ship_decides_what_must_be_thrown(knots: int, need: int) -> None:
    state = at_speed(knots)
    assert need_to_move(state, state.divisions["a"]) == need


@pytest.mark.rule("NoF-MOV-H1", "NoF-AI-9")
def test_a_division_of_35_35_and_12_knots_moves_as_one_of_12() -> None:
    battle = Battle().division("a", "USN", ["Laffey", "Buchanan", "Monssen"], 3).division("b", "IJN", ["Kagero"], 9)
    state = with_changes(battle.at("movement"), "monssen", structure=3)  # Heavy: 12 knots
    assert slowest_kn(state, state.divisions["a"]) == 12
    assert need_to_move(state, state.divisions["a"]) == 4


@pytest.mark.rule("NoF-MOV-H1")
def test_a_ship_out_of_action_holds_nobody_up() -> None:
    state = at_speed(35)
    state = with_changes(state, "buchanan", structure=OUT_OF_ACTION)
    assert slowest_kn(state, state.divisions["a"]) == 35


@pytest.mark.rule("NoF-MOV-H1")
def test_the_greater_damage_of_the_two_tracks_slows_her_down() -> None:
    battle = at_sea("Laffey")
    state = with_changes(battle.at("movement"), "laffey", structure=1, flotation=2)
    assert slowest_kn(state, state.divisions["a"]) == 23
    assert need_to_move(state, state.divisions["a"]) == 3


@pytest.mark.rule("NoF-MOV-H1")
def test_from_32_knots_on_no_die_is_thrown() -> None:
    battle = at_sea("Laffey")
    state, events = battle.do(battle.at("movement"), Move("USN", "a", 4))
    assert state.divisions["a"].band == 4
    assert not events_of(events, Rolled)
    (moved,) = events_of(events, Moved)
    assert moved.why.startswith("no roll: with the slowest ship ") and moved.why.endswith("knots every result succeeds")


@pytest.mark.rule("NoF-MOV-H1")
@pytest.mark.parametrize(("die", "made"), [(1, False), (3, False), (4, True), (6, True)])
def test_a_transport_of_16_knots_moves_on_4_or_more(die: int, made: bool) -> None:
    battle = at_sea("McCawley")
    state, events = battle.do(battle.at("movement"), Move("USN", "a", 4), die)
    assert state.divisions["a"].band == (4 if made else 3)
    assert bool(events_of(events, Moved)) is made
    assert bool(events_of(events, MoveFailed)) is not made
    assert events_of(events, Rolled)[0].target == 4


@pytest.mark.rule("NoF-MOV-H1")
def test_a_division_too_slow_for_the_table_is_offered_no_move_and_refused_one() -> None:
    battle = at_sea("McCawley")
    state = with_changes(battle.at("movement"), "mccawley", structure=OUT_OF_ACTION)
    assert not battle.list_offers(state, Move)
    assert rules_of(battle.check(state, Move("USN", "a", 4))) == ["NoF-MOV-H1"]


@pytest.mark.rule("NoF-BAND-H1")
def test_the_chart_has_ten_bands_of_2000_yards_and_a_flag_at_each_end() -> None:
    state = at_sea().at("movement")
    charts = state.scene.charts.movement
    assert (charts.bands, charts.yards_per_band) == (10, 2000)
    assert (FIRST, LAST) == (1, 10)
    assert state.scene.home == {"USN": 1, "IJN": 10}


@pytest.mark.rule("NoF-MOV-H2")
@pytest.mark.parametrize("band", [-3, 0, 1, 3, 5, 6, 10, 11, 99])
def test_a_division_tries_for_a_neighbouring_band_only(band: int) -> None:
    battle = at_sea(band=3)
    state = battle.at("movement")
    assert battle.list_offers(state, Move) == [Move("USN", "a", 2), Move("USN", "a", 4)]
    assert rules_of(battle.check(state, Move("USN", "a", band))) == ["NoF-MOV-H2"]


@pytest.mark.rule("NoF-MOV-H2")
@pytest.mark.parametrize("die", [1, 6])
def test_a_division_tries_once_a_turn_whether_it_made_it_or_not(die: int) -> None:
    battle = at_sea("McCawley")
    state, _ = battle.do(battle.at("movement"), Move("USN", "a", 4), die)
    here = state.divisions["a"].band
    assert rules_of(battle.check(state, Move("USN", "a", here + 1))) == ["NoF-MOV-H2"]
    assert not battle.list_offers(state, Move)
    state, _ = battle.open_phase(state, "movement")
    assert battle.list_offers(state, Move)


@pytest.mark.rule("NoF-MOV-H2")
def test_a_division_may_hold_its_band_without_a_die() -> None:
    battle = at_sea()
    events = battle.pass_turns(battle.at("movement"), 3)
    assert not events_of(tuple(events), Moved)


@pytest.mark.rule("NoF-MOV-H2")
def test_the_band_where_the_turn_began_is_remembered() -> None:
    battle = at_sea()
    state, _ = battle.enter("movement")
    state, _ = battle.do(state, Move("USN", "a", 4))
    assert (state.divisions["a"].began, state.divisions["a"].band) == (3, 4)
    state, _ = battle.open_phase(state, "movement")
    assert (state.divisions["a"].began, state.divisions["a"].band) == (4, 4)


@pytest.mark.rule("NoF-MOV-H3", "NoF-FRM-H2")
@pytest.mark.parametrize(("knots", "need"), [(35, 2), (31, 3), (24, 4), (17, 5), (11, 6), (5, 0)])
def test_a_division_in_echelon_needs_one_more(knots: int, need: int) -> None:
    state = at_speed(knots, "echelon")
    assert need_to_move(state, state.divisions["a"]) == need
    if need:
        assert [term.rule for term in need_terms(state, state.divisions["a"])] == ["NoF-MOV-H1", "NoF-FRM-H2"]


@pytest.mark.rule("NoF-FRM-H2")
def test_a_ship_alone_has_no_echelon_to_keep() -> None:
    state = at_sea("Laffey", formation="echelon").at("movement")
    assert need_to_move(state, state.divisions["a"]) == 1


@pytest.mark.rule("NoF-FRM-H3")
@pytest.mark.parametrize("formation", ["ahead", "abreast", "dispersed"])
def test_the_other_formations_move_by_the_table(formation: str) -> None:
    state = at_speed(28, formation)
    assert need_to_move(state, state.divisions["a"]) == 2


@pytest.mark.rule("NoF-AI-8", "NoF-AI-9", "NoF-BASE-2", "NoF-BASE-H1")
def test_the_solitaire_chart_moves_by_the_table_unless_the_voided_roll_is_brought_back() -> None:
    battle = Battle().division("a", "USN", ["McCawley"], 3).division("b", "IJN", ["Kagero"], 6).chart("IJN")
    state = battle.at("movement")
    assert need_to_move(state, state.divisions["b"]) == 1
    state = battle.setting("ai_normal_movement", False).at("movement")
    assert [term.rule for term in need_terms(state, state.divisions["b"])] == ["NoF-BASE-H1"]
    assert need_to_move(state, state.divisions["b"]) == 4
    assert [term.rule for term in need_terms(state, state.divisions["a"])] == ["NoF-MOV-H1"]


# ---------------------------------------------------------------------- leaving the chart


@pytest.mark.rule("NoF-MOV-H4")
@pytest.mark.parametrize(("band", "beyond"), [(1, 0), (10, 11)])
def test_from_either_end_a_division_may_leave_the_chart_with_all_its_ships(band: int, beyond: int) -> None:
    battle = at_sea("Laffey", "Buchanan", band=band)
    state, events = battle.do(battle.at("movement"), Move("USN", "a", beyond))
    assert "a" not in state.divisions
    assert [(ship.gone, ship.left_at) for ship in state.ships.values() if ship.id != "kagero"] == [("left", band)] * 2
    assert [(event.division, event.band) for event in events_of(events, LeftChart)] == [("a", band)]


@pytest.mark.rule("NoF-MOV-H4")
def test_leaving_needs_the_same_throw_as_any_other_move() -> None:
    battle = at_sea("McCawley", band=10)
    state, _ = battle.do(battle.at("movement"), Move("USN", "a", 11), 3)
    assert state.divisions["a"].band == 10 and not state.ships["mccawley"].gone
    state, _ = battle.do(battle.at("movement"), Move("USN", "a", 11), 4)
    assert state.ships["mccawley"].left_at == 10


@pytest.mark.rule("NoF-MOV-H4")
def test_who_fails_to_leave_did_not_get_away() -> None:
    battle = Battle().division("a", "USN", ["McCawley"], 1).division("b", "IJN", ["Kagero"], 9)
    state, events = battle.do(battle.at("movement"), Move("USN", "a", 0), 3)
    assert state.divisions["a"].band == 1
    assert not events_of(events, MoveFailed)
    assert [caption(battle.system, state, event).text for event in events_of(events, ExitFailed)] == [
        "A failed to leave the chart"
    ]


@pytest.mark.rule("NoF-MOV-H4")
def test_nobody_leaves_from_a_band_in_the_middle() -> None:
    battle = at_sea(band=2)
    assert rules_of(battle.check(battle.at("movement"), Move("USN", "a", 0))) == ["NoF-MOV-H2"]


@pytest.mark.rule("NoF-LAND-H1")
def test_a_land_target_never_moves_evades_or_smokes() -> None:
    battle = at_sea().division("field", "USN", ["Henderson Field"], 1, traits=("land",))
    state = battle.at("movement")
    for command in (Move("USN", "field", 2), Evade("USN", "field"), MakeSmoke("USN", "field")):
        assert rules_of(battle.check(state, command)) == ["NoF-LAND-H1"]
    assert "field" not in [offer.piece for offer in battle.offers(state)]


# ---------------------------------------------------------------------- evading


@pytest.mark.rule("NoF-EV-H1", "NoF-AI-4")
def test_an_evading_division_keeps_its_band_and_carries_its_marker_until_its_next_movement() -> None:
    battle = at_sea()
    state, events = battle.do(battle.at("movement"), Evade("USN", "a"))
    assert state.divisions["a"].evading and len(events_of(events, EvadingDeclared)) == 1
    assert rules_of(battle.check(state, Move("USN", "a", 4))) == ["NoF-EV-H1"]
    assert not battle.list_offers(state, Move)
    state, _ = battle.open_phase(state, "spotting")
    assert state.divisions["a"].evading
    state, _ = battle.open_phase(state, "movement")
    assert not state.divisions["a"].evading


@pytest.mark.rule("NoF-EV-H1")
def test_a_division_that_has_moved_or_evades_already_may_not_evade() -> None:
    battle = at_sea()
    moved, _ = battle.do(battle.at("movement"), Move("USN", "a", 4))
    assert rules_of(battle.check(moved, Evade("USN", "a"))) == ["NoF-MOV-H2"]
    evading, _ = battle.do(battle.at("movement"), Evade("USN", "a"))
    assert rules_of(battle.check(evading, Evade("USN", "a"))) == ["NoF-EV-H1"]
    assert not battle.list_offers(evading, Evade)


@pytest.mark.rule("NoF-EV-H1")
def test_a_division_too_slow_for_the_table_cannot_evade() -> None:
    battle = at_sea()
    state = with_changes(battle.at("movement"), "laffey", structure=OUT_OF_ACTION)
    assert rules_of(battle.check(state, Evade("USN", "a"))) == ["NoF-EV-H1"]
    assert not battle.list_offers(state, Evade)


# ---------------------------------------------------------------------- smoke


@pytest.mark.rule("NoF-SMO-H1")
def test_a_division_makes_smoke_before_or_after_it_moves_until_its_next_movement() -> None:
    battle = at_sea()
    before, events = battle.do(battle.at("movement"), MakeSmoke("USN", "a"))
    assert before.divisions["a"].smoking and not before.divisions["a"].moved
    assert len(events_of(events, SmokeMade)) == 1
    moved, _ = battle.do(battle.at("movement"), Move("USN", "a", 4))
    after, _ = battle.do(moved, MakeSmoke("USN", "a"))
    assert after.divisions["a"].smoking
    assert rules_of(battle.check(after, MakeSmoke("USN", "a"))) == ["NoF-SMO-H1"]
    state, _ = battle.open_phase(after, "movement")
    assert not state.divisions["a"].smoking


@pytest.mark.rule("NoF-SMO-H1")
@pytest.mark.parametrize("smoker", ["a", "b"])
def test_smoke_takes_2_bands_from_the_visual_range_to_it_and_from_it(smoker: str) -> None:
    state = at_sea().at("spotting")
    a, b = state.divisions["a"], state.divisions["b"]
    assert (visual_limit(state, a, b), visual_limit(state, b, a)) == (3, 3)
    state = with_changes(state, smoker, smoking=True)
    a, b = state.divisions["a"], state.divisions["b"]
    assert (visual_limit(state, a, b), visual_limit(state, b, a)) == (1, 1)


@pytest.mark.rule("NoF-SMO-H1")
def test_smoke_never_brings_the_range_below_the_same_band() -> None:
    state = at_sea().setting("visibility", "Q").at("spotting")
    state = with_changes(with_changes(state, "a", smoking=True), "b", smoking=True)
    assert visual_limit(state, state.divisions["a"], state.divisions["b"]) == 0


@pytest.mark.rule("NoF-SMO-H1")
def test_only_an_able_warship_makes_smoke() -> None:
    battle = at_sea("McCawley")
    state = battle.at("movement")
    assert rules_of(battle.check(state, MakeSmoke("USN", "a"))) == ["NoF-SMO-H1"]
    assert not battle.list_offers(state, MakeSmoke)
    battle = at_sea("McCawley", "Laffey")
    assert battle.list_offers(battle.at("movement"), MakeSmoke)
    wreck = with_changes(battle.at("movement"), "laffey", structure=OUT_OF_ACTION)
    assert not battle.list_offers(wreck, MakeSmoke)


@pytest.mark.rule("NoF-SMO-H1")
def test_smoke_may_be_switched_off() -> None:
    battle = at_sea().setting("smoke", False)
    state = battle.at("movement")
    assert not battle.list_offers(state, MakeSmoke)
    assert rules_of(battle.check(state, MakeSmoke("USN", "a"))) == ["NoF-SMO-H1"]


@pytest.mark.rule("NoF-SMO-H1", "NoF-AI-H1")
def test_a_side_under_the_solitaire_chart_never_makes_smoke() -> None:
    battle = at_sea().chart("USN")
    state = battle.at("movement")
    assert not battle.list_offers(state, MakeSmoke)
    assert rules_of(battle.check(state, MakeSmoke("USN", "a"))) == ["NoF-AI-H1"]


# ---------------------------------------------------------------------- under the chart, surprised, and unseen


@pytest.mark.rule("NoF-AI-1", "NoF-AI-2", "NoF-AI-3", "NoF-AI-4")
@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("close", Move("IJN", "b", 8)),
        ("increase", Move("IJN", "b", 10)),
        ("evade", Evade("IJN", "b")),
        ("hold", None),
    ],
)
def test_a_charted_side_is_offered_only_what_its_chart_says_and_owes_it(
    action: str, wanted: Move | Evade | None
) -> None:
    battle = at_sea().chart("IJN")
    state = with_changes(battle.at("movement", "IJN"), "b", action=action, consulted=True)
    offered = [command for offer in battle.offers(state) for command in offer.commands if offer.verb != "done"]
    assert offered == ([wanted] if wanted is not None else [])
    verb, rule = ("evade", "NoF-AI-4") if action == "evade" else ("move", "NoF-AI-9")
    assert [offer.verb for offer in battle.offers(state)] == [verb if wanted is not None else "done"]
    if wanted is not None:
        assert [offer.rule for offer in battle.offers(state)] == rules_of(battle.check(state, Done("IJN"))) == [rule]
        assert rules_of(battle.check(state, Move("IJN", "b", 8 if action != "close" else 10))) == [rule]
    others = [Move("IJN", "b", 8), Move("IJN", "b", 10), Evade("IJN", "b")]
    for command in others:
        assert bool(battle.check(state, command)) is (command != wanted)


@pytest.mark.rule("NoF-SUR-H1")
def test_the_runs_of_a_surprised_side_keep_closing_by_themselves() -> None:
    battle = (
        Battle()
        .division("run", "IJN", ["Kagero", "Yudachi"], 7, traits=("run",))
        .division("slow", "IJN", ["Azumasan"], 8, traits=("run",))
        .division("guard", "IJN", ["Nagara"], 7)
        .division("a", "USN", ["Laffey"], 2)
        .surprise("IJN")
    )
    state, events = battle.enter("movement", 3)
    assert {key: division.band for key, division in state.divisions.items()} == {
        "run": 6,
        "slow": 8,
        "guard": 7,
        "a": 2,
    }
    assert [event.division for event in events_of(events, MoveFailed)] == ["slow"]
    state, _ = battle.enter("movement", 4)
    assert state.divisions["slow"].band == 7


@pytest.mark.rule("NoF-SUR-H1")
def test_a_surprised_run_at_the_enemys_end_stays_on_the_chart() -> None:
    battle = (
        Battle()
        .division("run", "IJN", ["Kagero"], 1, traits=("run",))
        .division("a", "USN", ["Laffey"], 2)
        .surprise("IJN")
    )
    state, _ = battle.enter("movement")
    assert state.divisions["run"].band == 1


@pytest.mark.rule("NoF-SPT-H8")
def test_moves_and_throws_of_an_unseen_division_are_told_to_its_own_side_only() -> None:
    battle = at_sea("McCawley")
    _, events = battle.do(battle.at("movement"), Move("USN", "a", 4), 5)
    assert {event.to for event in events} == {("USN",)}
    _, events = battle.do(battle.knows("IJN", "a", RADAR).at("movement"), Move("USN", "a", 4), 5)
    assert {event.to for event in events} == {()}


@pytest.mark.rule("NoF-SPT-H8")
def test_that_a_division_evades_is_seen_only_by_who_sights_it() -> None:
    for level, lines in ((RADAR, ("USN",)), (SIGHTED, ())):
        battle = at_sea().knows("IJN", "a", level)
        _, events = battle.do(battle.at("movement"), Evade("USN", "a"))
        assert events_of(events, EvadingDeclared)[0].to == lines


@pytest.mark.rule("NoF-MOV-H1")
def test_the_move_of_a_division_that_is_no_ones_or_the_enemys_is_refused() -> None:
    battle = at_sea()
    state = battle.at("movement")
    for name in ("b", "nobody", ""):
        for command in (Move("USN", name, 4), Evade("USN", name), MakeSmoke("USN", name)):
            assert rules_of(battle.check(state, command)) == ["NoF-MOV-H1"]
