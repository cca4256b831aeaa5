"""The sheet's smoke rules, line by line (NW-SMK-1 to NW-SMK-16): the golden tests of the checklist."""

from __future__ import annotations

import pytest

from rules.kernel.flow import Done, PhaseBegan, SideFinished
from rules.kernel.sight import trace
from rules.nw_smoke.commands import Fire, MakeSmoke, Move
from rules.nw_smoke.events import (
    Moved,
    SmokeCleared,
    SmokeDeclared,
    SmokeKept,
    SmokeLaid,
    SmokeNoticed,
    SmokeSpared,
    SmokeWithheld,
)
from rules.nw_smoke.gunnery import check_fire
from rules.nw_smoke.knowledge import known_state
from rules.nw_smoke.smoke import line_between, offer_smoke
from rules.nw_smoke.spotting import visual_contact
from rules.nw_smoke.state import DETECTED, RADAR, SIGHTED, State, flags
from rules.nw_smoke.view import view
from rules.nws.commands import Launch
from rules.nws.pieces import UNSEEN, contact
from tests.nw_smoke.battle import Battle, events_of

# Two destroyer divisions four hexes apart on an open sea, well inside visual range.
A, B = 2020, 2024


def facing_off(**changes: object) -> Battle:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], A, "N", speed=2)
    battle.division("b", "IJN", ["Kagero"], B, "N", speed=2)
    for name, value in changes.items():
        battle.setting(name, value)
    return battle


def smoke_between(*hexes: int, **changes: object) -> State:
    return facing_off(**changes).smoke(*hexes).at("spotting")


# ---------------------------------------------------------------------- what smoke does to the eye


@pytest.mark.rule("NW-SMK-1", "NW-SMK-10")
def test_a_division_behind_smoke_is_noticed_with_its_position() -> None:
    after, events = facing_off().smoke(2022).enter("spotting", 6)  # the radar search fails
    assert contact(after, "USN", "b") == DETECTED
    noticed = events_of(events, SmokeNoticed)
    assert {(event.side, event.division, event.rule) for event in noticed} == {
        ("USN", "b", "NW-SMK-10"),
        ("IJN", "a", "NW-SMK-10"),
    }
    piece = next(piece for piece in view(known_state(after, "USN"), "USN").pieces if piece.id == "b")
    assert piece.at == (B,)
    assert not piece.known and piece.hulls == () and piece.name == "Unknown"


@pytest.mark.rule("NW-SMK-2", "NW-SMK-11")
def test_a_division_behind_smoke_may_not_be_fired_at() -> None:
    state = facing_off().smoke(2022).reach("gunnery")
    refused = check_fire(state, Fire("USN", "nicholas", "kagero"))
    assert [illegal.rule for illegal in refused] == ["NW-SMK-11"]
    assert "smoke blocks the line" in refused[0].reason


@pytest.mark.rule("NW-SMK-2")
def test_a_division_that_was_only_detected_is_not_spotted_well_enough_even_when_no_smoke_lies_between() -> None:
    state = facing_off().knows("USN", "b", DETECTED).at("gunnery")
    assert [illegal.rule for illegal in check_fire(state, Fire("USN", "nicholas", "kagero"))] == ["NW-SMK-2"]


@pytest.mark.rule("NW-SMK-10")
@pytest.mark.parametrize("hexes", [(2021,), (2022,), (2023,), (2021, 2022, 2023)])
def test_a_line_through_a_smoke_hex_is_blocked(hexes: tuple[int, ...]) -> None:
    state = smoke_between(*hexes)
    one, other = state.divisions["a"], state.divisions["b"]
    assert line_between(state, one, other).verdict == "blocked"
    assert line_between(state, other, one).verdict == "blocked"
    assert visual_contact(state, one, other) == DETECTED


@pytest.mark.rule("NW-SMK-10")
def test_smoke_beside_the_line_does_not_block_it() -> None:
    state = smoke_between(2122, 1922, 2025, 2019)
    assert visual_contact(state, state.divisions["a"], state.divisions["b"]) == SIGHTED


@pytest.mark.rule("NW-SMK-10")
def test_along_a_hexside_smoke_blocks_only_when_it_lies_on_both_sides() -> None:
    # From 1010 due east to 1410 the line runs between 1110 and 1111, over 1210, between 1310 and 1311.
    assert trace(1010, 1410, flags((1110,))).verdict == "clear"
    assert trace(1010, 1410, flags((1110, 1311))).verdict == "clear"
    assert trace(1010, 1410, flags((1110, 1111))).verdict == "blocked"
    assert trace(1010, 1410, flags((1210,))).verdict == "blocked"


@pytest.mark.rule("NW-SMK-11")
def test_torpedoes_may_not_be_aimed_through_smoke_either() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "N", speed=2)
    battle.division("b", "IJN", ["Kagero"], 2420, "N", speed=2)
    state = battle.smoke(2219, 2220, 2221).reach("torpedoes")
    system_check = battle.check(state, Launch("USN", "nicholas", "kagero"))
    assert "NW-SMK-11" in {illegal.rule for illegal in system_check}


@pytest.mark.rule("NW-SMK-11")
@pytest.mark.parametrize(("smoke_blocks_all_fire", "rules"), [(True, ["NW-SMK-11"]), (False, [])])
def test_radar_may_shoot_through_smoke_only_when_the_players_read_the_sheet_that_way(
    smoke_blocks_all_fire: bool, rules: list[str]
) -> None:
    battle = facing_off(smoke_blocks_all_fire=smoke_blocks_all_fire).smoke(2022).knows("USN", "b", RADAR)
    refused = check_fire(battle.at("gunnery"), Fire("USN", "nicholas", "kagero"))
    assert [illegal.rule for illegal in refused] == rules


@pytest.mark.rule("NW-SMK-11")
def test_nobody_fires_by_eye_through_smoke_even_where_radar_may() -> None:
    """ "No spotting or firing": the option is about radar; what a friend has sighted is behind smoke too."""
    battle = facing_off(smoke_blocks_all_fire=False).smoke(2022).knows("USN", "b", SIGHTED)
    state = battle.at("gunnery")
    assert "NW-SMK-11" in [illegal.rule for illegal in check_fire(state, Fire("USN", "nicholas", "kagero"))]
    assert battle.list_offers(state, Fire) == []


@pytest.mark.rule("NW-SMK-8")
def test_a_ship_that_ran_last_turn_and_now_lies_still_lays_nothing_with_her_card() -> None:
    """Two turns: she lays smoke by this turn's move, not the last one's."""
    game = facing_off().play()
    game.until("movement")
    for side in game.state.cursor.queue:
        game.order(f"move {'a' if side == 'USN' else 'b'} FF")
    game.until("smoke", "USN", 1)
    game.order("smoke a")
    game.until("orders", "USN", 2)
    game.order("speed a 0")
    game.until("spotting", turn=2)
    assert game.state.smoke == ()
    assert [event.division for event in game.did(SmokeWithheld)] == ["a"]


@pytest.mark.rule("NW-SMK-15")
def test_a_division_in_a_smoked_hex_cannot_be_spotted_by_eye_not_even_from_the_next_hex() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "N", speed=2)
    battle.division("b", "IJN", ["Kagero"], 2021, "N", speed=2)
    state = battle.smoke(2021).at("spotting")
    assert visual_contact(state, state.divisions["a"], state.divisions["b"]) == DETECTED
    assert line_between(state, state.divisions["a"], state.divisions["b"]).rule == "NW-SMK-15"


@pytest.mark.rule("NW-SMK-16")
def test_a_division_in_a_smoked_hex_spots_nobody_by_eye() -> None:
    state = smoke_between(A)
    assert visual_contact(state, state.divisions["a"], state.divisions["b"]) == DETECTED
    assert line_between(state, state.divisions["a"], state.divisions["b"]).rule == "NW-SMK-16"


@pytest.mark.rule("NW-SMK-15", "NW-SMK-16")
def test_an_enemy_that_enters_the_same_smoke_is_as_blind() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "N", speed=2)
    battle.division("b", "IJN", ["Kagero"], 2020, "N", speed=2)
    state = battle.smoke(2020).at("spotting")
    assert visual_contact(state, state.divisions["a"], state.divisions["b"]) == DETECTED
    assert visual_contact(state, state.divisions["b"], state.divisions["a"]) == DETECTED


@pytest.mark.rule("NW-SMK-1", "NW-SPT-H11")
def test_smoke_out_of_sight_is_not_noticed() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2020, "N", speed=2)
    battle.division("b", "IJN", ["Kagero"], 2036, "N", speed=2)
    state = battle.smoke(2030).at("spotting")
    assert visual_contact(state, state.divisions["a"], state.divisions["b"]) == UNSEEN


# ---------------------------------------------------------------------- phase 7


@pytest.mark.rule("NW-SMK-3", "NW-PH-1")
def test_at_the_start_of_phase_7_every_smoke_marker_is_removed() -> None:
    hexes = tuple(range(3001, 3013))
    after, events = facing_off().smoke(*hexes).enter("smoke")
    assert after.smoke == ()
    assert [event.markers for event in events_of(events, SmokeCleared)] == [12]


@pytest.mark.rule("NW-PH-1", "NW-SMK-3")
def test_who_ends_phase_7_ends_the_phase_and_not_the_removal_of_smoke() -> None:
    battle = facing_off()
    state, _ = battle.enter("smoke")
    _, events = battle.give(state, Done(battle.actor(state)))
    assert [event.rule for event in events_of(events, SideFinished)] == ["NW-PH-1"]


@pytest.mark.rule("NW-SMK-4")
def test_in_phase_7_a_smoke_card_is_placed_on_a_division_that_declares_it() -> None:
    battle = facing_off()
    state, _ = battle.enter("smoke")
    after, events = battle.give(state, MakeSmoke(battle.actor(state), "a" if battle.actor(state) == "USN" else "b"))
    assert [division.smoking for division in after.divisions.values()].count(True) == 1
    assert len(events_of(events, SmokeDeclared)) == 1


@pytest.mark.rule("NW-SMK-4")
@pytest.mark.parametrize("phase", ["orders", "movement"])
def test_smoke_cannot_be_declared_in_another_phase(phase: str) -> None:
    battle = facing_off()
    state = battle.reach(phase)
    refused = battle.check(state, MakeSmoke(battle.actor(state), "a"))
    assert [illegal.rule for illegal in refused] == ["NW-SMK-4"]
    assert "phase 7" in refused[0].reason


@pytest.mark.rule("NW-SMK-5", "NW-SMK-H2")
def test_phase_7_first_removes_last_turns_markers_and_cards_and_then_takes_new_ones() -> None:
    battle = facing_off().smoke(2022).card("a")
    state, _ = battle.enter("smoke")
    assert state.smoke == () and not state.divisions["a"].smoking
    while battle.actor(state) != "USN":
        state, _ = battle.give(state, Done(battle.actor(state)))
    state, events = battle.give(state, MakeSmoke("USN", "a"))
    assert state.divisions["a"].smoking
    assert not events_of(events, SmokeCleared)


@pytest.mark.rule("NW-SMK-12")
def test_markers_stand_through_phases_4_5_and_6_and_are_gone_only_in_phase_7() -> None:
    battle = facing_off().smoke(2022, 2521)
    for phase in ("spotting", "gunnery", "torpedoes"):
        assert battle.enter(phase)[0].smoke == (2022, 2521)
    assert battle.enter("smoke")[0].smoke == ()


@pytest.mark.rule("NW-SMK-12")
def test_the_smoke_of_a_division_that_has_left_the_map_stays_until_phase_7() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], 2001, "N", speed=1).card("a")
    battle.division("b", "IJN", ["Kagero"], 2020, "N", speed=0)
    state, _ = battle.run("a", "F")
    assert "a" not in state.divisions
    assert state.smoke == (2001,)


# ---------------------------------------------------------------------- phase 3: laying


@pytest.mark.rule("NW-SMK-6", "NW-SMK-7", "NW-PH-1")
def test_a_smoking_division_marks_each_hex_it_moves_from_but_not_the_one_where_it_ends() -> None:
    state, events = facing_off().card("a").run("a", "FF")
    assert state.divisions["a"].hex == 2018
    assert state.smoke == (2019, 2020)
    assert events_of(events, SmokeLaid)[0].hexes == (2020, 2019)
    assert [(event.hex, event.rule) for event in events_of(events, SmokeSpared)] == [(2018, "NW-SMK-7")]


@pytest.mark.rule("NW-SMK-8")
def test_a_smoking_division_that_does_not_move_lays_nothing() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], A, "N", speed=0).card("a")
    battle.division("b", "IJN", ["Kagero"], B, "N", speed=0)
    state, events = battle.enter("movement")
    assert state.smoke == ()
    assert [event.division for event in events_of(events, SmokeWithheld)] == ["a"]


@pytest.mark.rule("NW-SMK-8")
def test_turning_on_the_spot_is_no_movement_and_lays_nothing() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], A, "N", speed=1).card("a")
    battle.division("b", "IJN", ["Kagero"], B, "N", speed=0)
    assert battle.run("a", "L")[0].smoke == ()


@pytest.mark.rule("NW-SMK-9")
def test_a_division_without_a_smoke_card_lays_nothing() -> None:
    state, events = facing_off().run("a", "FF")
    assert state.smoke == ()
    assert not events_of(events, SmokeLaid)


@pytest.mark.rule("NW-SMK-13", "NW-SMK-14")
def test_a_division_may_lay_smoke_and_turn_back_into_it_and_the_marker_stays() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Nicholas"], A, "N", speed=4).card("a")
    battle.division("b", "IJN", ["Kagero"], B, "N", speed=0)
    state, _ = battle.run("a", "FRRRF")  # A to B and back to A: one turn free, two paid, four hexes spent
    assert state.divisions["a"].hex == A
    assert state.smoke == (2019, 2020)


@pytest.mark.rule("NW-SMK-14")
def test_ending_in_a_smoked_hex_does_not_remove_the_marker() -> None:
    state, _ = facing_off().smoke(2018).run("a", "FF")
    assert state.divisions["a"].hex == 2018
    assert state.smoke == (2018,)


@pytest.mark.rule("NW-SMK-6")
def test_two_divisions_smoking_in_one_hex_leave_one_marker_there() -> None:
    state, _ = facing_off().smoke(2019).card("a").run("a", "FF")
    assert state.smoke == (2019, 2020)


@pytest.mark.rule("NW-SMK-H1")
def test_transports_make_no_smoke() -> None:
    battle = Battle()
    battle.division("a", "USN", ["Zeilin"], A, "N", speed=1)
    battle.division("b", "IJN", ["Kagero"], B, "N", speed=1)
    state, _ = battle.enter("smoke")
    assert not list(offer_smoke(state, "USN")) and list(offer_smoke(state, "IJN"))
    assert [illegal.rule for illegal in battle.verb_check("smoke", state, MakeSmoke("USN", "a"))] == ["NW-SMK-H1"]


@pytest.mark.rule("NW-SMK-4", "NW-SMK-6", "NW-SMK-3")
def test_smoke_has_a_delay_of_one_turn_declared_in_7_laid_in_the_next_3_gone_in_the_next_7() -> None:
    battle = facing_off()
    state, _ = battle.enter("smoke")
    while battle.actor(state) != "USN":
        state, _ = battle.give(state, Done(battle.actor(state)))
    declared = state.cursor.turn
    state, events = battle.give(state, MakeSmoke("USN", "a"))
    new_events = [*events, *battle.pass_turns(state, declared + 2)]
    where = {}
    turn = phase = 0
    for event in new_events:
        if isinstance(event, PhaseBegan):
            turn, phase = event.turn, event.number
        if isinstance(event, (SmokeLaid, SmokeCleared)):
            where[type(event)] = (turn, phase)
    assert where == {SmokeLaid: (declared + 1, 3), SmokeCleared: (declared + 1, 7)}


@pytest.mark.rule("NW-PH-1", "NW-PH-H1")
def test_movement_is_phase_3_and_smoke_is_phase_7_of_eight() -> None:
    sequence = Battle.system.sequence
    assert [phase.number for phase in sequence] == [1, 2, 3, 4, 5, 6, 7, 8]
    numbers = {phase.name: phase.number for phase in sequence}
    assert (numbers["movement"], numbers["smoke"]) == (3, 7)
    assert Move in sequence[2].verbs and MakeSmoke in sequence[6].verbs


@pytest.mark.rule("NW-SMK-14", "NW-SMK-15", "NW-HS-2")
@pytest.mark.parametrize(
    ("seas", "dice", "effect"),
    [
        ("calm", True, "nobody sees in or out"),
        ("heavy", True, "heavy seas: a die for each enemy division says who sees in or out"),
        ("heavy", False, "nobody sees in or out"),
    ],
)
def test_what_smoke_does_to_a_division_that_ends_in_it_is_told_as_the_seas_are(
    seas: str, dice: bool, effect: str
) -> None:
    battle = Battle().setting("seas", seas).setting("heavy_seas_dice", dice)
    battle.division("a", "USN", ["Laffey"], 2010, "N", speed=1).division("b", "IJN", ["Kagero"], 2030, "N", speed=1)
    _, events = battle.smoke(2009).run("a", "F")
    assert [event.effect for event in events_of(events, SmokeKept)] == [effect]


@pytest.mark.rule("NW-MOV-H1")
@pytest.mark.parametrize(("plot", "deed"), [("F", "moved to"), ("R", "turned in")])
def test_a_division_that_only_turns_is_not_told_to_have_run(plot: str, deed: str) -> None:
    battle = Battle().division("a", "USN", ["Laffey"], 2010, "N", speed=1)
    _, events = battle.division("b", "IJN", ["Kagero"], 2030, "N", speed=1).run("a", plot)
    assert [event.deed for event in events_of(events, Moved)] == [deed]
