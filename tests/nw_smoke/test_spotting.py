"""Phase 4: eyes, lookouts, flashes, fires, radar, searchlights, star shell, contacts, land."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.flow import NOBODY
from rules.kernel.ruling import Rolled
from rules.nw_smoke.commands import Fire
from rules.nw_smoke.gunnery import check_fire, shot
from rules.nw_smoke.knowledge import known_state
from rules.nw_smoke.smoke import line_between, meets_smoke
from rules.nw_smoke.spotting import visual_contact, visual_limit
from rules.nw_smoke.state import DETECTED, RADAR, SIGHTED, State
from rules.nws.commands import Searchlight, StarShell
from rules.nws.pieces import UNSEEN, contact, with_ship
from tests.nw_smoke.battle import Battle, events_of

RANGES = {  # visibility: hexes at which size S, M and L are seen
    "day_clear": (16, 20, 24),
    "day_haze": (10, 12, 14),
    "dusk": (9, 11, 13),
    "C": (8, 10, 12),
    "N": (6, 8, 10),
    "D": (4, 6, 6),
    "Q": (2, 2, 4),
}
BY_SIZE = ("Kagero", "Aoba", "Kirishima")


def watch(
    target: str = "Kagero", h: int = 4, visibility: str = "N", ship: str = "Leander", land: tuple[int, ...] = ()
) -> Battle:
    """Return a watching ship of USN, and a target of IJN so many hexes due south."""
    battle = Battle(land).setting("visibility", visibility)
    battle.division("a", "USN", [ship], 2005, "NE", speed=2)
    return battle.division("b", "IJN", [target], 2005 + h, "NE", speed=2)


def limit(state: State, watcher: str = "a", target: str = "b") -> int:
    return visual_limit(state, state.divisions[watcher], state.divisions[target])


def eyes(state: State, watcher: str = "a", target: str = "b") -> int:
    return visual_contact(state, state.divisions[watcher], state.divisions[target])


def with_ship_fields(state: State, ship: str, **changes: object) -> State:
    return with_ship(state, state.ships[ship].but(**changes))


# ---------------------------------------------------------------------- eyes


@pytest.mark.rule("NW-SPT-H1")
@pytest.mark.parametrize("visibility", RANGES)
def test_visibility_and_size_give_the_range(visibility: str) -> None:
    for target, reach in zip(BY_SIZE, RANGES[visibility], strict=True):
        assert limit(watch(target, 1, visibility).at("spotting")) == reach
        assert eyes(watch(target, reach, visibility).at("spotting")) == SIGHTED
        assert eyes(watch(target, reach + 1, visibility).at("spotting")) == UNSEEN


@pytest.mark.rule("NW-SPT-H1", "NW-GUN-H5")
def test_a_scenario_may_change_the_visibility_at_the_start_of_a_turn_and_dawn_ends_the_night() -> None:
    battle = watch(h=5, visibility="D").setting("lookouts", "1942").knows("USN", "b", SIGHTED)
    state = battle.at("conditions")
    state = with_ship_fields(state.but(scene=state.scene.but(visibility_changes=((2, "dusk"),))), "kagero", fire=False)
    assert (limit(state), limit(state, "b", "a")) == (4, 10)  # 6 for a cruiser, 4 for the lookouts
    dawn = battle.open_phase(state, "conditions")
    assert dawn.visibility == "dusk"
    assert (limit(dawn), limit(dawn, "b", "a")) == (9, 11)
    for position, night in ((state, True), (dawn, False)):
        rules = {modifier.rule for modifier in shot(position, Fire("USN", "leander", "kagero")).modifiers}
        assert ("NW-GUN-H5" in rules) is night


@pytest.mark.rule("NW-SPT-H1")
def test_the_ship_that_is_easiest_to_see_counts_for_her_division() -> None:
    battle = Battle().division("a", "USN", ["Leander"], 2005, "NE")
    battle.division("b", "IJN", ["Kagero", "Kirishima"], 2015, "NE")
    assert limit(battle.at("spotting")) == 10


@pytest.mark.rule("NW-SPT-H2")
@pytest.mark.parametrize(("year", "more"), [("1942", 4), ("1943", 2)])
def test_japanese_lookouts_see_further_at_night_and_american_ones_do_not(year: str, more: int) -> None:
    state = watch(ship="Laffey").setting("lookouts", year).at("spotting")
    assert (limit(state, "b", "a"), limit(state)) == (6 + more, 6)


@pytest.mark.rule("NW-SPT-H2", "NW-SPT-H3", "NW-SPT-H4")
def test_by_day_lookouts_flashes_and_fires_add_nothing() -> None:
    state = watch(ship="Laffey", visibility="day_clear").setting("lookouts", "1942").at("spotting")
    assert limit(with_ship_fields(state, "laffey", fire=True, flashed=True), "b", "a") == 16


@pytest.mark.rule("NW-SPT-H3", "NW-SPT-H4")
@pytest.mark.parametrize(("flashed", "fire", "reach"), [(True, False, 10), (False, True, 14), (True, True, 18)])
def test_flashes_add_4_hexes_and_fires_8_and_both_add_up(flashed: bool, fire: bool, reach: int) -> None:
    assert limit(with_ship_fields(watch().at("spotting"), "kagero", flashed=flashed, fire=fire)) == reach


@pytest.mark.rule("NW-SPT-H3")
def test_a_ship_is_seen_by_the_guns_she_fired_last_turn_and_not_by_older_ones() -> None:
    battle = watch()
    state = with_ship_fields(battle.at("end"), "kagero", fired=True)
    state = battle.open_phase(state, "end")
    assert state.ships["kagero"].flashed and not state.ships["kagero"].fired
    assert not battle.open_phase(state, "end").ships["kagero"].flashed


@pytest.mark.rule("NW-SPT-H5", "NW-HS-6")
@pytest.mark.parametrize(("h", "seen"), [(0, SIGHTED), (1, UNSEEN)])
def test_ragged_smoke_takes_2_hexes_off_close_aboard_too(h: int, seen: int) -> None:
    state = watch(h=h, visibility="Q").at("spotting").but(smoke=(2005,), dice={"a|b": "partial"})
    assert (limit(state), eyes(state)) == (0, seen)


@pytest.mark.rule("NW-SPT-H5")
@pytest.mark.parametrize("h", [0, 1])
def test_smoke_blocks_even_close_aboard(h: int) -> None:
    assert eyes(watch(h=h).smoke(2005).at("spotting")) == DETECTED


# ---------------------------------------------------------------------- radar


@pytest.mark.rule("NW-SPT-H6")
@pytest.mark.parametrize(("ship", "reach", "need"), [("Laffey", 10, 3), ("Atlanta", 12, 4), ("Nicholas", 18, 5)])
def test_each_radar_grade_has_its_range_and_its_number(ship: str, reach: int, need: int) -> None:
    for face in range(1, 7):
        state, events = watch(h=reach, visibility="D", ship=ship).enter("spotting", face)
        assert contact(state, "USN", "b") == (RADAR if face <= need else UNSEEN)
        assert [roll.is_success for roll in events_of(events, Rolled)] == [face <= need]
    _, events = watch(h=reach + 1, visibility="D", ship=ship).enter("spotting")
    assert not events_of(events, Rolled)


@pytest.mark.rule("NW-SPT-H6")
def test_no_radar_die_is_thrown_for_a_sighted_division_nor_by_ships_without_radar() -> None:
    state, events = watch(h=4, ship="Nicholas").enter("spotting")
    assert contact(state, "USN", "b") == SIGHTED
    assert not events_of(events, Rolled)


@pytest.mark.rule("NW-SPT-H6")
def test_a_side_throws_once_for_each_division_with_its_best_placed_radar() -> None:
    battle = watch(h=9, visibility="D", ship="Laffey").division("c", "USN", ["Nicholas"], 2006, "NE")
    battle.division("d", "IJN", ["Oyashio"], 2114, "NE")
    _, events = battle.enter("spotting", 5, 6)
    dice = events_of(events, Rolled)
    assert [roll.target for roll in dice] == [5, 5]
    assert [(roll.what, roll.to) for roll in dice] == [
        ("F3 radar of C searches for B", ("USN",)),
        ("F3 radar of C searches for D", NOBODY),  # not even that there is something to find
    ]
    assert [term.label for term in dice[0].breakdown.terms] == ["F3 radar"]


@pytest.mark.rule("NW-SPT-H6")
def test_smoke_does_not_stop_radar_and_contact_is_better_than_detection() -> None:
    state, _ = watch(h=4, ship="Nicholas").smoke(2007).enter("spotting", 1)
    assert contact(state, "USN", "b") == RADAR


@pytest.mark.rule("NW-SPT-H6", "NW-DMG-H3")
def test_a_ship_out_of_action_has_no_radar() -> None:
    battle = watch(h=9, visibility="D", ship="Nicholas")
    state = with_ship_fields(battle.at("spotting"), "nicholas", structure=4)
    assert battle.open_phase(state, "spotting").contacts["USN"] == {}


# ---------------------------------------------------------------------- searchlights


def lights(
    h: int = 6, visibility: str = "N", level: int = SIGHTED, smoke: tuple[int, ...] = ()
) -> tuple[Battle, State]:
    battle = watch(h=h, visibility=visibility, ship="Laffey").smoke(*smoke)
    return battle, battle.knows("USN", "b", level).at("spotting")


@pytest.mark.rule("NW-SPT-H7")
@pytest.mark.parametrize(
    ("h", "visibility", "level", "legal"),
    [
        (6, "N", SIGHTED, True),
        (7, "N", SIGHTED, False),
        (6, "day_clear", SIGHTED, False),
        (6, "N", RADAR, False),
        (6, "N", DETECTED, False),
    ],
)
def test_a_searchlight_lights_a_sighted_ship_within_6_hexes_at_night(
    h: int, visibility: str, level: int, legal: bool
) -> None:
    battle, state = lights(h, visibility, level)
    command = Searchlight("USN", "laffey", "kagero")
    assert (not battle.check(state, command)) is legal
    assert any(command in offer.commands for offer in battle.offers(state)) is legal


@pytest.mark.rule("NW-SPT-H7")
def test_target_and_user_both_lose_the_night_and_the_user_is_sighted_at_any_distance() -> None:
    battle = watch(h=6, ship="Laffey").division("c", "IJN", ["Oyashio"], 2035, "NE")
    state, _ = battle.give(battle.knows("USN", "b", SIGHTED).at("spotting"), Searchlight("USN", "laffey", "kagero"))
    assert contact(state, "IJN", "a") == SIGHTED
    for command in (Fire("USN", "laffey", "kagero"), Fire("IJN", "kagero", "laffey")):
        assert "NW-GUN-H5" not in {m.rule for m in shot(state, command).modifiers}


@pytest.mark.rule("NW-SPT-H7")
def test_a_light_is_out_in_the_next_turn() -> None:
    battle, state = lights()
    state, _ = battle.give(state, Searchlight("USN", "laffey", "kagero"))
    assert battle.open_phase(state, "end").ships["laffey"].lights == ""


@pytest.mark.rule("NW-SPT-H7")
def test_a_light_does_not_reach_through_smoke() -> None:
    battle, state = lights(smoke=(2008,))
    assert "NW-SMK-10" in {i.rule for i in battle.check(state, Searchlight("USN", "laffey", "kagero"))}


# ---------------------------------------------------------------------- star shell


@pytest.mark.rule("NW-SPT-H8")
@pytest.mark.parametrize(("h", "legal"), [(3, False), (4, True), (10, True), (11, False)])
def test_star_shell_bursts_at_4_to_10_hexes(h: int, legal: bool) -> None:
    battle, state = lights(h, level=RADAR)
    assert (not battle.check(state, StarShell("USN", "laffey", "b"))) is legal


@pytest.mark.rule("NW-SPT-H8")
@pytest.mark.parametrize("face", range(1, 7))
def test_star_shell_shows_the_division_on_3_or_more_and_the_night_penalty_stays(face: int) -> None:
    battle, state = lights(8, level=RADAR)
    after, _ = battle.give(state, StarShell("USN", "laffey", "b"), face)
    assert contact(after, "USN", "b") == (SIGHTED if face >= 3 else RADAR)
    assert "NW-GUN-H5" in {m.rule for m in shot(after, Fire("USN", "laffey", "kagero")).modifiers}


@pytest.mark.rule("NW-SPT-H8")
def test_a_ship_that_threw_star_shell_fires_no_main_guns_this_turn() -> None:
    _, state = lights(8)
    assert [
        i.rule for i in check_fire(with_ship_fields(state, "laffey", starred=True), Fire("USN", "laffey", "kagero"))
    ] == ["NW-SPT-H8"]


@pytest.mark.rule("NW-SPT-H8")
def test_with_the_option_off_there_is_no_star_shell() -> None:
    battle = watch(h=8, ship="Laffey").setting("star_shell", False).knows("USN", "b", RADAR)
    state = battle.at("spotting")
    assert [i.rule for i in battle.check(state, StarShell("USN", "laffey", "b"))] == ["NW-SPT-H8"]
    assert not [offer for offer in battle.offers(state) if offer.verb == "star"]


# ---------------------------------------------------------------------- what a side knows


@pytest.mark.rule("NW-SPT-H9")
def test_what_one_division_sees_its_whole_side_may_fire_at() -> None:
    battle = watch(h=4, ship="Laffey").division("c", "USN", ["Portland"], 2025, "NE", speed=2)
    state = battle.reach("gunnery", 6)
    assert eyes(state, "c") == UNSEEN  # 16 hexes off
    assert not check_fire(state, Fire("USN", "portland", "kagero"))


@pytest.mark.rule("NW-SPT-H9")
def test_contacts_last_until_the_next_phase_4_and_are_then_made_anew() -> None:
    battle = watch(h=15, ship="Leander").knows("USN", "b", SIGHTED)
    for phase in ("gunnery", "torpedoes", "smoke", "end", "conditions", "orders", "movement"):
        assert contact(battle.enter(phase)[0], "USN", "b") == SIGHTED
    assert contact(battle.enter("spotting")[0], "USN", "b") == UNSEEN


@pytest.mark.rule("NW-SPT-H9")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_division_out_of_contact_is_on_the_enemys_map_only_without_hidden_movement(hidden: bool) -> None:
    state = watch(h=15).setting("hidden_movement", hidden).at("orders")
    moved = state.but(divisions={**state.divisions, "b": state.divisions["b"].but(hex=3030)})
    assert known_state(moved, "USN").divisions["b"].hex == (2020 if hidden else 3030)


@pytest.mark.rule("NW-SPT-H10", "NW-SPT-H11")
def test_land_hides_from_eyes_from_radar_and_from_fire() -> None:
    battle = watch(h=4, ship="Nicholas", land=(2007,))
    after, events = battle.enter("spotting")
    assert contact(after, "USN", "b") == UNSEEN
    assert not events_of(events, Rolled)
    held = battle.knows("USN", "b", SIGHTED).at("gunnery")
    assert [i.rule for i in check_fire(held, Fire("USN", "nicholas", "kagero"))] == ["NW-SPT-H10"]


@pytest.mark.rule("NW-SPT-H10", "NW-SPT-H11")
def test_smoke_before_or_behind_land_shows_nothing() -> None:
    state = watch(h=4, land=(2007,)).smoke(2006).at("spotting")
    assert eyes(state) == UNSEEN


@pytest.mark.rule("NW-SPT-H10")
@pytest.mark.parametrize(("land", "level"), [((2105,), SIGHTED), ((2106,), SIGHTED), ((2105, 2106), UNSEEN)])
def test_along_a_hexside_both_hexes_must_be_land(land: tuple[int, ...], level: int) -> None:
    battle = Battle(land).division("a", "USN", ["Leander"], 2005, "NE").division("b", "IJN", ["Kagero"], 2205, "NE")
    assert eyes(battle.at("spotting")) == level


# ---------------------------------------------------------------------- both ways alike


@pytest.mark.rule("NW-SMK-10", "NW-SPT-H10", "NW-HS-2")
@settings(max_examples=60, deadline=None)
@given(
    there=st.integers(0, 168),
    smoke=st.sets(st.integers(0, 168), max_size=30),
    land=st.sets(st.integers(0, 168), max_size=8),
    verdict=st.sampled_from(("", "blocked", "partial", "clear")),
)
def test_whoever_sees_is_seen(there: int, smoke: set[int], land: set[int], verdict: str) -> None:
    field = [100 * column + row for column in range(14, 27) for row in range(10, 23)]
    one, other = 2016, field[there]
    rocks = {field[number] for number in land} - {one, other}
    battle = (
        Battle(tuple(rocks)).division("a", "USN", ["Laffey"], one, "N").division("b", "IJN", ["Kagero"], other, "N")
    )
    state = battle.smoke(*({field[number] for number in smoke} - rocks)).at("spotting")
    if verdict:
        state = state.but(dice={"a|b": verdict})
    assert eyes(state, "a", "b") == eyes(state, "b", "a")
    assert meets_smoke(state, one, other) == meets_smoke(state, other, one)
    a, b = state.divisions["a"], state.divisions["b"]
    assert line_between(state, a, b).verdict == line_between(state, b, a).verdict


@pytest.mark.rule("NW-DMG-H3")
@pytest.mark.parametrize(("structure", "seen"), [(3, True), (4, False)])
def test_a_ship_out_of_action_reports_nothing(structure: int, seen: bool) -> None:
    battle = Battle()
    battle.division("a", "USN", ["Hobart"], 2020, "N")
    battle.division("b", "IJN", ["Aoba"], 2022, "N")
    battle.division("far", "USN", ["Portland"], 5020, "N")
    state = battle.at("spotting")
    wreck = state.but(ships={**state.ships, "hobart": state.ships["hobart"].but(structure=structure)})
    assert (contact(battle.open_phase(wreck, "spotting"), "USN", "b") == SIGHTED) is seen
