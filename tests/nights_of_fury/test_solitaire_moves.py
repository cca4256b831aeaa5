"""The solitaire chart: its actions on the board, cripples that detach, runs, bombardments and formations."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done
from rules.kernel.modifiers import sum_modifiers
from rules.kernel.ruling import Rolled
from rules.nights_of_fury.commands import Consult, Evade, Move
from rules.nights_of_fury.consulting import chart_modifiers, owed_consult
from rules.nights_of_fury.events import (
    FormationOrdered,
    LeftChart,
    Moved,
    SafetyReached,
)
from rules.nights_of_fury.movement import need_to_move
from rules.nights_of_fury.solitaire import chart_moves, chart_target
from rules.nights_of_fury.state import SIGHTED, State
from rules.nws.events import ShipDetached
from tests.nights_of_fury.battle import Battle, events_of, with_changes
from tests.nights_of_fury.under_chart import AMERICANS, JAPANESE, acting, consult, meeting, modifiers_of, moves

# ---------------------------------------------------------------------- the results


@pytest.mark.rule("NoF-AI-1")
@pytest.mark.parametrize(("side", "start", "end"), [("IJN", 7, 6), ("USN", 3, 4)])
def test_close_range_moves_toward_the_enemys_flag(side: str, start: int, end: int) -> None:
    battle, state = meeting(d=2, side=side)
    state = acting(with_changes(state, "ours", band=start, began=start), "close")
    moving = state.but(cursor=battle.cursor("movement", queue=(side, "IJN" if side == "USN" else "USN")))
    assert battle.list_offers(moving, Move) == [Move(side, "ours", end)]
    after, events = battle.do(moving, Move(side, "ours", end))
    assert after.divisions["ours"].band == end
    assert events_of(events, Moved)


@pytest.mark.rule("NoF-AI-2")
def test_hold_range_does_not_move_and_throws_nothing() -> None:
    battle, state = meeting()
    moving = acting(state, "hold").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.list_offers(moving, Move) == battle.list_offers(moving, Evade) == []
    assert battle.check(moving, Move("IJN", "ours", 5))
    after, _ = battle.do(moving, Done("IJN"))
    assert after.divisions["ours"].band == 6


@pytest.mark.rule("NoF-AI-3")
@pytest.mark.parametrize(("side", "start", "end"), [("IJN", 7, 8), ("USN", 3, 2)])
def test_increase_range_moves_away_from_the_enemys_flag(side: str, start: int, end: int) -> None:
    _, state = meeting(side=side)
    assert moves(acting(with_changes(state, "ours", band=start), "increase")) == (Move(side, "ours", end),)


@pytest.mark.rule("NoF-AI-3", "NoF-AI-H10")
def test_increase_range_never_takes_a_division_off_the_chart() -> None:
    _, state = meeting()
    assert moves(acting(with_changes(state, "ours", band=10), "increase")) == ()


@pytest.mark.rule("NoF-AI-4")
def test_evade_places_the_evading_marker() -> None:
    battle, state = meeting()
    moving = acting(state, "evade").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.list_offers(moving, Evade) == [Evade("IJN", "ours")]
    assert battle.list_offers(moving, Move) == []
    after, _ = battle.do(moving, Evade("IJN", "ours"))
    assert after.divisions["ours"].evading
    assert after.divisions["ours"].band == 6


@pytest.mark.rule("NoF-AI-8", "NoF-AI-9")
def test_it_moves_by_the_slowest_ship_and_the_movement_table_like_everybody() -> None:
    battle = Battle().chart("USN").division("ours", "USN", ["Laffey", "Buchanan", "Little"], 5)
    state = battle.division("foe", "IJN", JAPANESE, 7).knows("USN", "foe", SIGHTED).at("orders")
    slow = state.but(scene=state.scene.but(knots={**state.scene.knots, "little": (12, 12, 12, 12, 0)}))
    division = acting(slow, "close").divisions["ours"]
    assert need_to_move(slow, division) == 4  # the row of 12 knots, and no die of the chart's own
    moving = acting(slow, "close").but(cursor=battle.cursor("movement"))
    assert battle.do(moving, Move("USN", "ours", 6), 3)[0].divisions["ours"].band == 5
    assert battle.do(moving, Move("USN", "ours", 6), 4)[0].divisions["ours"].band == 6


@pytest.mark.rule("NoF-BASE-2", "NoF-BASE-H1", "NoF-AI-8")
def test_the_option_brings_a_roll_of_its_own_back_for_the_chart_only() -> None:
    _, state = meeting(ai_normal_movement=False)
    assert need_to_move(state, state.divisions["ours"]) == 4
    assert need_to_move(state, state.divisions["foe"]) == 1
    _, amended = meeting()
    assert need_to_move(amended, amended.divisions["ours"]) == 1


@pytest.mark.rule("NoF-AI-9")
def test_what_the_chart_wants_of_a_division_must_be_done_before_the_phase_ends() -> None:
    battle, state = meeting()
    moving = acting(state, "close").but(cursor=battle.cursor("movement", queue=("IJN", "USN")))
    assert battle.check(moving, Done("IJN"))
    assert battle.check(moving, Move("IJN", "ours", 7))
    assert battle.check(moving, Evade("IJN", "ours"))


@pytest.mark.rule("NoF-AI-9")
def test_a_division_without_way_on_is_asked_for_nothing() -> None:
    battle = Battle().chart("IJN").division("ours", "IJN", ["Kagero"], 6, changes={"speed_kn": 5})
    state = battle.division("foe", "USN", AMERICANS, 4).at("orders", "IJN")
    assert [moves(acting(state, action)) for action in ("close", "evade", "disengage")] == [(), (), ()]


# ---------------------------------------------------------------------- disengaging


@pytest.mark.rule("NoF-AI-5", "NoF-AI-6")
def test_a_disengaging_division_goes_on_without_a_roll_while_it_sees_the_enemy() -> None:
    battle, state = meeting()
    after, event = consult(battle, with_changes(state, "ours", action="disengage"))
    assert (event.action, event.row, event.rule) == ("disengage", -1, "NoF-AI-5")
    assert moves(after) == (Move("IJN", "ours", 7),)


@pytest.mark.rule("NoF-AI-5", "NoF-AI-7")
def test_a_disengaging_division_that_sees_nobody_is_safe_and_rolls_again() -> None:
    battle, state = meeting()
    alone = with_changes(state, "ours", action="disengage", band=8).but(contacts={"USN": {}, "IJN": {}})
    after, events = battle.do(alone, Consult("IJN", "ours"), 2)
    assert [(event.rule, event.band) for event in events_of(events, SafetyReached)] == [("NoF-AI-5", 8)]
    (again,) = events_of(events, Rolled)
    assert [fact.rule for fact in again.breakdown.facts] == ["NoF-AI-7"]
    assert after.divisions["ours"].action == "close"


@pytest.mark.rule("NoF-AI-5")
def test_a_wreck_in_sight_is_an_enemy_ship_in_sight() -> None:
    battle, state = meeting()
    wrecks = with_changes(state, "ours", action="disengage")
    for name in state.divisions["foe"].ships:
        wrecks = with_changes(wrecks, name, structure=4)
    after, event = consult(battle, wrecks)
    assert (event.action, event.row, event.why) == ("disengage", -1, "still disengaging")
    assert moves(after) == (Move("IJN", "ours", 7),)


@pytest.mark.rule("NoF-AI-6", "NoF-AI-7")
@pytest.mark.parametrize(("side", "band"), [("IJN", 10), ("USN", 1)])
def test_a_disengaging_division_is_safe_at_its_own_end_and_rolls_again(side: str, band: int) -> None:
    battle, state = meeting(side=side)
    home = with_changes(state, "ours", action="disengage", band=band)
    after, events = battle.do(home, Consult(side, "ours"), 6)
    assert [event.rule for event in events_of(events, SafetyReached)] == ["NoF-AI-6"]
    assert len(events_of(events, Rolled)) == 1
    assert after.divisions["ours"].action != "disengage"
    assert moves(after) == () or moves(after)[0] != Move(side, "ours", 11 if side == "IJN" else 0)


@pytest.mark.rule("NoF-AI-H10", "NoF-AI-7")
def test_only_disengage_rolled_again_takes_it_off_the_chart() -> None:
    battle, state = meeting(side="USN", d=0)
    home = with_changes(with_changes(state, "ours", action="disengage", band=1), "laffey", structure=3)
    home = with_changes(home, "buchanan", structure=4)
    home = with_changes(home, "foe", band=1)
    after, noted = consult(battle, home, 6, side="USN")
    assert (noted.action, noted.row) == ("disengage", 4)
    moving = after.but(cursor=battle.cursor("movement"))
    assert battle.list_offers(moving, Move) == [Move("USN", "ours", 0)]
    after, events = battle.do(moving, Move("USN", "ours", 0), 6)
    assert [event.band for event in events_of(events, LeftChart)] == [1]
    assert after.ships["laffey"].gone == "left"


# ---------------------------------------------------------------------- detaching


def cripple_fight(side: str = "USN") -> tuple[Battle, State]:
    battle, state = meeting(side=side)
    return battle, with_changes(state, "laffey" if side == "USN" else "kagero", structure=3)


@pytest.mark.rule("NoF-AI-12", "NoF-AI-13")
@pytest.mark.parametrize(
    ("side", "die", "leaves"), [("USN", 5, True), ("USN", 4, False), ("IJN", 6, True), ("IJN", 5, False)]
)
def test_a_heavily_damaged_ship_detaches_on_nine(side: str, die: int, leaves: bool) -> None:
    battle, state = cripple_fight(side)
    after, events = battle.do(state, Consult(side, "ours"), die, 1)
    rolled = events_of(events, Rolled)[0]
    assert (rolled.rule, rolled.target) == ("NoF-AI-12", 9)
    assert rolled.total == die + 4 + (0 if side == "USN" else -1)
    assert bool(events_of(events, ShipDetached)) == leaves
    assert len(after.divisions["ours"].ships) == (1 if leaves else 2)


@pytest.mark.rule("NoF-AI-12")
def test_only_ships_with_heavy_damage_roll_to_detach_not_wrecks() -> None:
    battle, state = meeting(side="USN")
    hurt = with_changes(state, "laffey", structure=2)
    assert len(events_of(battle.do(hurt, Consult("USN", "ours"), 1)[1], Rolled)) == 1
    alone = with_changes(with_changes(state, "laffey", structure=3), "buchanan", structure=4)
    rolled = events_of(battle.do(alone, Consult("USN", "ours"), 1, 1)[1], Rolled)
    assert [event.rule for event in rolled] == ["NoF-AI-12", "NoF-AI-H1"]


@pytest.mark.rule("NoF-AI-12", "NoF-AI-H10")
def test_each_ship_with_heavy_damage_rolls_the_last_one_of_a_division_too() -> None:
    """ "Each ship with Heavy Damage, roll 1d6+4 ... if the result is 9+, the ship will Detach"."""
    battle, state = cripple_fight()
    both = with_changes(state, "buchanan", structure=3)
    after, events = battle.do(both, Consult("USN", "ours"), 5, 5)
    assert [event.rule for event in events_of(events, Rolled)] == ["NoF-AI-12", "NoF-AI-12"]
    assert [event.ship for event in events_of(events, ShipDetached)] == ["laffey"]
    assert {division.action for division in after.divisions.values() if division.side == "USN"} == {"disengage"}


@pytest.mark.rule("NoF-AI-12", "NoF-AI-14", "NoF-AI-H10")
@pytest.mark.parametrize(("faces", "action"), [((5,), "disengage"), ((4, 2), "evade")])
def test_a_ship_alone_turns_for_home_on_nine_else_the_chart_is_rolled(faces: tuple[int, ...], action: str) -> None:
    battle = Battle().chart("USN")
    battle.division("ours", "USN", ["Laffey"], 5, traits=("run",)).setting("runs_press_on", False)
    battle.division("foe", "IJN", JAPANESE, 7).knows("USN", "foe", SIGHTED)
    state = with_changes(battle.at("orders", "USN"), "laffey", structure=3)
    state = with_changes(state, "ours", traits=() if len(faces) > 1 else ("run",))
    after, events = battle.do(state, Consult("USN", "ours"), *faces)
    assert not events_of(events, ShipDetached)
    assert (after.divisions["ours"].action, after.divisions["ours"].traits) == (action, ())


@pytest.mark.rule("NoF-AI-12")
def test_a_ship_alone_that_is_disengaging_already_does_not_roll_to_detach() -> None:
    battle = Battle().chart("USN")
    battle.division("ours", "USN", ["Laffey"], 5)
    battle.division("foe", "IJN", JAPANESE, 7).knows("USN", "foe", SIGHTED)
    state = with_changes(battle.at("orders", "USN"), "laffey", structure=3)
    _, events = battle.do(with_changes(state, "ours", action="disengage"), Consult("USN", "ours"))
    assert not events_of(events, Rolled)


def home_again() -> tuple[Battle, State, str]:
    """Return a detached cripple at her own end of the chart, in the next phase 1."""
    battle, state = cripple_fight()
    after, events = battle.do(state, Consult("USN", "ours"), 5, 3)
    name = events_of(events, ShipDetached)[0].new
    division = after.divisions[name]
    assert (division.action, division.detached, division.formation) == ("disengage", True, "ahead")
    assert chart_moves(after, division) == (Move("USN", name, 4),)
    there = with_changes(after, name, band=1, consulted=False)
    return battle, with_changes(there, "ours", consulted=True), name


@pytest.mark.rule("NoF-AI-7", "NoF-AI-14")
@pytest.mark.parametrize(("face", "action", "leaves"), [(5, "disengage", True), (1, "increase", False)])
def test_after_reaching_safety_a_detached_ship_rolls_again(face: int, action: str, leaves: bool) -> None:
    """ "After reaching safety roll again for the division to determine its new action"."""
    battle, state, name = home_again()
    state = with_changes(state, "laffey", salvos=0)
    assert name in [reason.piece for reason in owed_consult(state, "USN")]
    after, events = battle.do(state, Consult("USN", name), face)
    assert [event.band for event in events_of(events, SafetyReached)] == [1]
    division = after.divisions[name]
    assert (division.action, division.detached) == (action, leaves)
    assert (chart_moves(after, division) == (Move("USN", name, 0),)) is leaves


@pytest.mark.rule("NoF-AI-5", "NoF-AI-14")
def test_a_detached_ship_is_safe_when_no_enemy_is_sighted() -> None:
    battle, state, name = home_again()
    lost = with_changes(state, name, band=3).but(contacts={"USN": {}, "IJN": {}})
    _, events = battle.do(lost, Consult("USN", name), 3)
    assert events_of(events, SafetyReached)
    _, events = battle.do(with_changes(state, name, band=3), Consult("USN", name))
    assert not events_of(events, SafetyReached) and not events_of(events, Rolled)


@pytest.mark.rule("NoF-AI-1", "NoF-AI-H5")
@pytest.mark.parametrize(("on", "action"), [(True, "hold"), (False, "close")])
def test_close_range_near_the_land_target_is_hold_only_while_missions_go_first(on: bool, action: str) -> None:
    battle = Battle().chart("IJN").setting("runs_press_on", on)
    battle.division("ours", "IJN", ["Kongo"], 4, traits=("bombardment",))
    battle.division("field", "USN", ["Henderson Field"], 1, traits=("land",))
    battle.division("foe", "USN", AMERICANS, 2).knows("IJN", "foe", SIGHTED)
    after, _ = consult(battle, battle.at("orders", "IJN"), 1)
    assert after.divisions["ours"].action == action


@pytest.mark.rule("NoF-AI-H2")
def test_guns_ashore_do_not_count_in_the_odds_of_the_chart() -> None:
    battle = Battle().chart("USN")
    battle.division("ours", "USN", AMERICANS, 5)
    battle.division("guns", "USN", ["Gun Battery"], 1, traits=("land",))
    battle.division("foe", "IJN", ["Kagero"], 7).knows("USN", "foe", SIGHTED)
    state = battle.at("orders", "USN")
    label = next(m.label for m in chart_modifiers(state, state.divisions["ours"]) if "firepower" in m.label)
    assert label.endswith("(8 to 3)")


@pytest.mark.rule("NoF-AI-13")
def test_the_rest_of_the_division_rolls_without_the_cripple() -> None:
    battle, state = cripple_fight()
    _, events = battle.do(state, Consult("USN", "ours"), 5, 3)
    on_the_chart = [event for event in events_of(events, Rolled) if event.rule == "NoF-AI-H1"]
    assert [sum_modifiers(event.modifiers) for event in on_the_chart] == [0]


# ---------------------------------------------------------------------- nobody in contact, runs, bombardments


@pytest.mark.rule("NoF-AI-H4")
def test_a_division_that_sees_nobody_closes_without_a_die() -> None:
    battle, state = meeting()
    _, event = consult(battle, state.but(contacts={"USN": {}, "IJN": {}}))
    assert (event.action, event.row, event.rule, event.why) == ("close", -1, "NoF-AI-H4", "nobody in contact")


@pytest.mark.rule("NoF-AI-H4")
def test_it_stops_at_the_enemys_end() -> None:
    _, state = meeting()
    assert moves(acting(with_changes(state, "ours", band=1), "close")) == ()


@pytest.mark.rule("NoF-AI-H5")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_a_run_hold_and_increase_count_as_close(die: int) -> None:
    battle, state = meeting(side="USN", traits=("run",))
    hurt = with_changes(state, "laffey", structure=2)  # +2 for damage, -3 for the run
    _, event = consult(battle, with_changes(hurt, "buchanan", structure=2), die, side="USN")
    assert event.action == "close"
    assert event.total == die - 1
    assert ("counts as Close" in event.why) == (event.row > 0)


@pytest.mark.rule("NoF-AI-2", "NoF-AI-H5")
def test_with_the_option_off_a_run_does_what_the_sheet_says_of_hold_and_increase() -> None:
    battle, state = meeting(side="USN", traits=("run",))
    hurt = with_changes(state, "laffey", structure=2)
    scene = hurt.scene.but(options={**hurt.scene.options, "runs_press_on": False})
    assert [consult(battle, hurt.but(scene=scene), die, side="USN")[1].action for die in (5, 6)] == ["hold", "hold"]


@pytest.mark.rule("NoF-AI-H5", "NoF-AI-H10")
@pytest.mark.parametrize(("side", "band", "off"), [("IJN", 1, 0), ("USN", 10, 11)])
def test_a_run_leaves_the_chart_at_the_enemys_end(side: str, band: int, off: int) -> None:
    _, state = meeting(side=side, traits=("run",))
    assert moves(acting(with_changes(state, "ours", band=band), "close")) == (Move(side, "ours", off),)


def bombardment(band: int, field: int = 0) -> tuple[Battle, State]:
    """Kirishima off Guadalcanal, Henderson Field in band 1 with some damage, a destroyer nobody has found."""
    battle = Battle().chart("IJN").island("guadalcanal", 1)
    battle.division("ours", "IJN", ["Kirishima"], band, traits=("bombardment",))
    battle.division("field", "USN", ["Henderson Field"], 1, traits=("land",)).division("foe", "USN", ["Laffey"], 2)
    state = battle.knows("IJN", "field", SIGHTED).at("orders", "IJN")
    return battle, with_changes(state, "henderson-field", structure=field)


@pytest.mark.rule("NoF-AI-H5")
@pytest.mark.parametrize(("band", "action"), [(6, "close"), (5, "hold"), (4, "hold")])
def test_a_bombardment_group_stops_four_bands_from_its_target(band: int, action: str) -> None:
    battle, state = bombardment(band)
    assert consult(battle, state)[1].action == action


@pytest.mark.rule("NoF-AI-H5", "NoF-AI-H2")
def test_it_shells_the_target_and_holds_where_it_would_close() -> None:
    battle, state = bombardment(5)
    state = state.but(contacts={**state.contacts, "IJN": {"field": SIGHTED, "foe": SIGHTED}})
    after, event = consult(battle, state, 1)
    assert (event.action, event.row, event.why) == ("hold", 0, "near enough to the land target")
    assert chart_target(after, after.ships["kirishima"]) == "henderson-field"


@pytest.mark.rule("NoF-AI-H5")
def test_when_the_target_is_out_of_action_it_goes_home() -> None:
    battle, state = bombardment(5, field=4)
    after, event = consult(battle, state)
    assert (event.action, event.rule) == ("disengage", "NoF-AI-H5")
    assert moves(after) == (Move("IJN", "ours", 6),)
    assert modifiers_of(after, "NoF-AI-H2") == []
    home = with_changes(after, "ours", band=10, consulted=False)
    after, event = consult(battle, home)
    assert event.why == "the bombardment is done"
    assert moves(after) == (Move("IJN", "ours", 11),)


@pytest.mark.rule("NoF-AI-H5", "NoF-ISL-12")
def test_without_a_land_target_on_the_chart_the_bombardment_goes_on_past_its_end() -> None:
    _, state = meeting(traits=("bombardment",))
    assert moves(acting(with_changes(state, "ours", band=1), "close")) == (Move("IJN", "ours", 0),)


# ---------------------------------------------------------------------- formation


@pytest.mark.rule("NoF-AI-H9")
def test_line_abreast_when_fighting_line_ahead_while_running_or_disengaging() -> None:
    battle, state = meeting(side="USN")
    after, _ = consult(battle, state, 3, side="USN")
    assert after.divisions["ours"].formation == "abreast"
    seeing_nobody = state.but(contacts={"USN": {}, "IJN": {}})
    after, events = battle.do(seeing_nobody, Consult("USN", "ours"))
    assert after.divisions["ours"].formation == "ahead"
    assert [event.rule for event in events_of(events, FormationOrdered)] == ["NoF-AI-H9"]
    running = with_changes(state, "ours", traits=("run",))
    assert consult(battle, running, 3, side="USN")[0].divisions["ours"].formation == "ahead"
    after, noted = consult(battle, state, 6, side="USN")
    assert (noted.action, after.divisions["ours"].formation) == ("increase", "ahead")
